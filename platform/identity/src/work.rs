//! What use cases of this room share: one write with everything it needs, and the caller as a person.

use std::pin::Pin;
use std::sync::Arc;

use kernel::caller::Actor;
use kernel::{Caller, MessageId, Permission, Refusal, SchoolTx};
use serde_json::json;

use crate::model::delay_ms;
use crate::service::{Identity, Inner};
use crate::{journal, store};

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

    /// Counts one more wrong password or PIN of a person: the next try of the account is looked at later.
    pub(crate) async fn note_wrong(
        &self,
        caller: &Caller,
        user: String,
        failed: i64,
        method: &'static str,
    ) -> Result<(), Refusal> {
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                store::note_failure(tx, &user, failed, inner.clock.now_ms() + delay_ms(failed)).await?;
                let detail = json!({ "method": method, "tries": failed });
                journal::note(tx, &inner, &caller, "session.refuse", "user", &user, detail).await?;
                Ok(())
            })
        })
        .await
    }
}

/// The signed-in person and their session.
pub(crate) fn own(caller: &Caller) -> Result<(String, String), Refusal> {
    caller.require(Permission::Own)?;
    match &caller.actor {
        Actor::User { id, session, .. } => Ok((id.clone(), session.clone())),
        _ => Err(Refusal::new(MessageId::L014)),
    }
}
