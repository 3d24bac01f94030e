//! What use cases of this room share: one write with everything it needs, and the caller as a person.

use std::pin::Pin;
use std::sync::Arc;

use kernel::caller::Actor;
use kernel::{Caller, MessageId, Permission, Refusal, SchoolTx};

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
}

/// The signed-in person and their session.
pub(crate) fn own(caller: &Caller) -> Result<(String, String), Refusal> {
    caller.require(Permission::Own)?;
    match &caller.actor {
        Actor::User { id, session, .. } => Ok((id.clone(), session.clone())),
        _ => Err(Refusal::new(MessageId::L014)),
    }
}
