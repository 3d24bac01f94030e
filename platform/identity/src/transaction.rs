//! One write of the caller's school, with everything that it needs.

use std::pin::Pin;
use std::sync::Arc;

use kernel::{Caller, Refusal, SchoolTx};

use crate::service::{Identity, Inner};

/// What a write does within its transaction.
pub(crate) type Write<'t, T> = Pin<Box<dyn Future<Output = Result<T, Refusal>> + Send + 't>>;

impl Identity {
    /// Runs one write of the caller's school. As every write: nothing but SQL and quick rules inside.
    pub(crate) async fn within<T, F>(&self, caller: &Caller, job: F) -> Result<T, Refusal>
    where
        T: Send + 'static,
        F: for<'t> FnOnce(&'t mut SchoolTx, Arc<Inner>, Caller) -> Write<'t, T> + Send + 'static,
    {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0.db.write(&scope, move |tx| job(tx, inner, caller)).await
    }
}
