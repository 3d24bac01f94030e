//! Wrong tries at signing in, written down for those who read the log.

use kernel::{Caller, Refusal, UserId};
use serde_json::json;

use crate::journal;
use crate::service::Identity;

/// A wrong try at signing in.
pub(crate) struct WrongTry {
    /// Whose name it was, if anybody's.
    pub person: Option<UserId>,
    /// How many of the name's were wrong in a row with this one.
    pub failed: i64,
    pub method: &'static str,
}

impl Identity {
    /// Writes down that a person's password or PIN was wrong; it was counted before it was looked at.
    pub(crate) async fn note_wrong(
        &self,
        caller: &Caller,
        user: UserId,
        failed: i64,
        method: &'static str,
    ) -> Result<(), Refusal> {
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let detail = json!({ "method": method, "tries": failed });
                journal::note(tx, &inner, &caller, "session.refuse", "user", user.as_str(), detail).await?;
                Ok(())
            })
        })
        .await
    }

    /// Writes a wrong try at signing in down while its answer is on the way: the answer does not wait, or its time would tell
    /// names of the school from others. The next try at the name does, as it waits for what is `held` meanwhile.
    pub(crate) fn note_wrong_aside<H: Send + 'static>(&self, caller: &Caller, wrong: WrongTry, held: H) {
        let (identity, caller) = (self.clone(), caller.clone());
        tokio::spawn(async move {
            let WrongTry { person, failed, method } = wrong;
            if let Some(user) = person
                && let Err(error) = identity.note_wrong(&caller, user, failed, method).await
            {
                tracing::error!(%error, method, "a wrong try was not written down");
            }
            drop(held);
        });
        metrics::counter!("qabul_sign_ins_total", "outcome" => "refused").increment(1);
    }
}
