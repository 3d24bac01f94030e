//! The people of a school, as its desk needs them. The server answers with its accounts.

use async_trait::async_trait;
use kernel::caller::SchoolScope;
use kernel::{Caller, Refusal, SchoolTx, StoreError};

use crate::model::Editor;
use crate::publish::Guards;

/// The people of a school.
#[async_trait]
pub trait Colleagues: Send + Sync {
    /// How many people work for the school.
    async fn staff(&self, scope: &SchoolScope) -> Result<i64, Refusal>;

    /// L018 unless who calls has lately shown who they are.
    async fn require_fresh(&self, tx: &mut SchoolTx, caller: &Caller, now: i64) -> Result<(), Refusal>;

    /// An editor as they may act now; nobody when they work for the school no more.
    async fn caller_of(
        &self,
        tx: &mut SchoolTx,
        scope: &SchoolScope,
        editor: &Editor,
    ) -> Result<Option<Caller>, StoreError>;

    /// Tells whoever manages people that what guards accounts or money was published, or set for a moment.
    async fn tell(&self, tx: &mut SchoolTx, caller: &Caller, guards: &Guards) -> Result<(), StoreError>;
}
