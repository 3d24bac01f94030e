//! What tasks have to be done beside requests: whom a form's rules name hears of a submission, and once a morning each of the staff who wants
//! mail hears how many are due.

use std::sync::Arc;

use identity::Identity;
use kernel::StoreError;
use kernel::caller::SchoolScope;
use kernel::jobs::{Begun, Work};
use machine::State as _;
use tenants::Registry;

use crate::enquiries::State;

use super::notices::TellStaff;
use super::service::Tasks;
use super::store::{self, DueRow};

/// The hour of the school's day from which on they are told.
const MORNING: i8 = 6;

impl Tasks {
    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self, schools: Arc<Registry>) -> Work {
        let both = (self.clone(), schools);
        Work::default()
            .on(&both, |(tasks, schools), begun: Begun<TellStaff>| async move {
                tasks.tell_staff(&schools, &begun.scope, &begun.job).await.into()
            })
            .sweep("tasks that are due", &both, |(tasks, schools), scope| async move {
                tasks.tell_due(&schools, &scope).await
            })
    }

    /// Tells who has tasks whose day has come: once a day each, however often and on however many servers it is looked at.
    pub async fn tell_due(&self, schools: &Registry, scope: &SchoolScope) -> Result<(), StoreError> {
        let Some(school) = schools.school(scope.id()) else { return Ok(()) };
        let now = words::clock::timestamp(self.0.clock().now_ms()).to_zoned(school.time_zone().clone());
        if now.hour() < MORNING {
            return Ok(());
        }
        let today = now.date().to_string();
        let mut tx = self.0.db().read(scope).await?;
        let due = store::due_by(&mut tx, State::Lost.as_str(), &today).await?;
        drop(tx);
        for theirs in due.chunk_by(|one, next| one.user_id == next.user_id) {
            let (tasks, day, theirs) = (self.clone(), today.clone(), theirs.to_vec());
            let told = self.0.db().write(scope, move |tx| {
                Box::pin(async move {
                    let user = &theirs[0].user_id;
                    let read = Identity::audiences_of(tx, user).await?;
                    let reads = |one: &&DueRow| one.audience.is_empty() || read.contains(&one.audience);
                    match theirs.iter().filter(reads).map(|one| one.n).sum() {
                        0 => Ok(()),
                        count => tasks.0.identity().tell_of_tasks(tx, user, count, &day).await,
                    }
                })
            });
            told.await?;
        }
        Ok(())
    }
}
