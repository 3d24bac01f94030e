//! What tasks have to be done beside requests: whom a form's rules name hears of a submission, and once a morning each of the staff who wants
//! mail hears how many are due, of their own and of those that nobody has taken.

use std::collections::BTreeMap;
use std::sync::Arc;

use identity::Identity;
use kernel::caller::SchoolScope;
use kernel::jobs::{Begun, Work};
use kernel::{StoreError, UserId};
use tenants::Registry;
use words::Permission;

use super::notices::TellStaff;
use super::service::Tasks;
use super::store::{self, DueRow, UnassignedRow};
use crate::enquiries::{Sight, is_visible, visible_to};
use crate::stand::Stand;

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

    /// Tells who has tasks whose day has come, and who may take one that nobody has: once a day each, however often and on however many
    /// servers it is looked at.
    pub async fn tell_due(&self, schools: &Registry, scope: &SchoolScope) -> Result<(), StoreError> {
        let Some(school) = schools.school(scope.id()) else { return Ok(()) };
        let now = words::clock::timestamp(self.0.clock().now_ms()).to_zoned(school.time_zone().clone());
        if now.hour() < MORNING {
            return Ok(());
        }
        let today = now.date().to_string();
        let mut tx = self.0.db().read(scope).await?;
        let over = Stand::over_and_not_enrolled();
        let due = store::due_by(&mut tx, &over, &today).await?;
        let unassigned = store::unassigned_by(&mut tx, &over, &today).await?;
        let (mut able, mut approving) = (Vec::new(), Vec::new());
        if !unassigned.is_empty() {
            able = Identity::colleagues(&mut tx, Permission::EnquiryEdit).await?;
            approving = Identity::colleagues(&mut tx, Permission::ApplicationOffer).await?;
        }
        drop(tx);
        // Who approves offers and takes no other task hears of what waits for that.
        let offers = Permission::ApplicationOffer.as_str();
        approving.retain(|(person, _)| able.iter().all(|(other, _)| other.id != person.id));
        let able = able.into_iter().map(|one| (one, true)).chain(approving.into_iter().map(|one| (one, false)));
        let assigned = due.chunk_by(|one, next| one.user_id == next.user_id);
        let mut all: BTreeMap<UserId, DueTasks> = assigned
            .map(|theirs| (theirs[0].user_id.clone(), DueTasks { own: theirs.to_vec(), unassigned: Vec::new() }))
            .collect();
        for ((person, roles), takes_any) in able {
            let visible = visible_to(school.config(), &roles);
            let is_theirs =
                |row: &&UnassignedRow| is_visible(&visible, &row.form_id) && (takes_any || row.audience == offers);
            let theirs: Vec<_> = unassigned.iter().filter(is_theirs).cloned().collect();
            if !theirs.is_empty() {
                all.entry(person.id).or_default().unassigned = theirs;
            }
        }
        for (user, theirs) in all {
            let (tasks, day, scope_then) = (self.clone(), today.clone(), scope.clone());
            let told = self.0.db().write(scope, move |tx| {
                Box::pin(async move {
                    let Some(caller) = Identity::caller_of(tx, &scope_then, &user).await? else { return Ok(()) };
                    let sight = Sight::of(tx, &caller).await?;
                    match theirs.count(|audience| sight.reads_task(audience)) {
                        (0, 0) => Ok(()),
                        counts => tasks.0.identity().tell_of_tasks(tx, &user, counts, &day).await,
                    }
                })
            });
            told.await?;
        }
        Ok(())
    }
}

/// Tasks whose day has come, of one of the staff.
#[derive(Default)]
struct DueTasks {
    /// Assigned to them.
    own: Vec<DueRow>,
    /// That they may take.
    unassigned: Vec<UnassignedRow>,
}

impl DueTasks {
    /// How many of either they read.
    fn count(&self, reads: impl Fn(&str) -> bool) -> (i64, i64) {
        let own = self.own.iter().filter(|row| reads(&row.audience)).map(|row| row.n).sum();
        let unassigned = self.unassigned.iter().filter(|row| reads(&row.audience)).map(|row| row.n).sum();
        (own, unassigned)
    }
}
