//! What use cases of this room share: one write with everything it needs, and the caller as a person.

use std::pin::Pin;
use std::sync::Arc;

use kernel::caller::Actor;
use kernel::{Caller, MessageId, Refusal, SchoolTx, SessionId, UserId};
use serde_json::json;
use words::Permission;

use crate::journal;
use crate::service::{Identity, Inner};

/// What a write does within its transaction.
pub(crate) type Work<'t, T> = Pin<Box<dyn Future<Output = Result<T, Refusal>> + Send + 't>>;

impl Identity {
    /// Runs one write of the caller's school. As every write: nothing but SQL and quick rules inside.
    pub(crate) async fn within<T, F>(&self, caller: &Caller, job: F) -> Result<T, Refusal>
    where
        T: Send + 'static,
        F: for<'t> FnOnce(&'t mut SchoolTx, Arc<Inner>, Caller) -> Work<'t, T> + Send + 'static,
    {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0.db.write(&scope, move |tx| job(tx, inner, caller)).await
    }

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

/// A wrong try at signing in.
pub(crate) struct WrongTry {
    /// Whose name it was, if anybody's.
    pub person: Option<UserId>,
    /// How many of the name's were wrong in a row with this one.
    pub failed: i64,
    /// What was tried.
    pub method: &'static str,
}

/// The signed-in person and their session, of whatever kind.
pub(crate) fn own(caller: &Caller) -> Result<(UserId, SessionId), Refusal> {
    caller.require(Permission::Own)?;
    signed_in(caller)
}

/// The signed-in person and their session, which opens their account.
pub(crate) fn own_account(caller: &Caller) -> Result<(UserId, SessionId), Refusal> {
    caller.require(Permission::AccountManage)?;
    signed_in(caller)
}

fn signed_in(caller: &Caller) -> Result<(UserId, SessionId), Refusal> {
    match &caller.actor {
        Actor::User { id, session, .. } => Ok((id.clone(), session.clone())),
        _ => Err(Refusal::new(MessageId::L014)),
    }
}
