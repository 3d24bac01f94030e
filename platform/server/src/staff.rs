//! Who works for a school, for the desk: out of its accounts.

use async_trait::async_trait;
use identity::Identity;
use identity::people::PeopleFilter;
use kernel::caller::SchoolScope;
use kernel::{Caller, Refusal, SchoolTx, StoreError};
use settings::Guards;

/// The accounts of the staff.
pub struct Staff(pub Identity);

#[async_trait]
impl settings::Colleagues for Staff {
    async fn staff(&self, scope: &SchoolScope) -> Result<i64, Refusal> {
        let filter = PeopleFilter { kind: Some(identity::Kind::Staff), ..PeopleFilter::default() };
        let page = self.0.people(&Caller::system(scope.clone()), &filter, None, Some(1)).await?;
        Ok(page.total)
    }

    async fn require_fresh(&self, tx: &mut SchoolTx, caller: &Caller, now: i64) -> Result<(), Refusal> {
        Identity::require_fresh(tx, caller, now).await
    }

    async fn caller_of(
        &self,
        tx: &mut SchoolTx,
        scope: &SchoolScope,
        editor: &settings::Editor,
    ) -> Result<Option<Caller>, StoreError> {
        Identity::caller_of(tx, scope, &editor.id).await
    }

    async fn tell(&self, tx: &mut SchoolTx, caller: &Caller, guards: &Guards) -> Result<(), StoreError> {
        self.0.tell_of_publication(tx, caller, (guards.as_str(), guards.which())).await
    }
}
