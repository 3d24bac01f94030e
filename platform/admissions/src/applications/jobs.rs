//! What applications have to be done beside requests: an offer whose hour has come frees its seat, and a decision is told at its moment.

use std::sync::Arc;

use kernel::jobs::{Begun, Work};
use kernel::{Refusal, SubmissionId};
use tenants::{Registry, School};

use super::decisions::ReleaseDecision;
use super::moves::expire_one;
use super::service::Applications;
use super::store;
use super::waitlist::OfferWaiting;

impl Applications {
    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self, schools: Arc<Registry>) -> Work {
        let both = (self.clone(), schools);
        Work::default()
            .on(&both, |(applications, schools), begun: Begun<ReleaseDecision>| async move {
                applications.carry_out_release(&schools, &begun).await
            })
            .on(&both, |(applications, schools), begun: Begun<OfferWaiting>| async move {
                applications.carry_out_offers(&schools, &begun).await
            })
            .sweep("offers that end", &both, |(applications, schools), scope| async move {
                let Some(school) = schools.school(scope.id()) else { return Ok::<_, Refusal>(()) };
                applications.expire(&school).await.map(drop)
            })
            .sweep("decisions that are to be told", &both, |(applications, schools), scope| async move {
                let Some(school) = schools.school(scope.id()) else { return Ok::<_, Refusal>(()) };
                applications.release_due(&school).await.map(drop)
            })
    }

    /// Ends the offers whose hour has come, each in a transaction of its own: however often and on however many servers it is looked at, a seat
    /// is freed once. One that cannot be ended keeps no other: each is tried once, and the first refusal is told after the last. How many were
    /// ended.
    pub async fn expire(&self, school: &Arc<School>) -> Result<usize, Refusal> {
        let (scope, mut ended, mut first) = (school.scope(), 0, None);
        let mut after = (i64::MIN, SubmissionId::from(String::new()));
        loop {
            let mut tx = self.0.db().read(&scope).await?;
            let due = store::due_offers(&mut tx, self.hand().now, after.0, &after.1).await?;
            drop(tx);
            let Some(last) = due.last() else { return first.map_or(Ok(ended), Err) };
            after = (last.hold_until, last.submission_id.clone());
            for one in due {
                let (applications, school) = (self.clone(), school.clone());
                let write = self.0.db().write(&scope, move |tx| {
                    Box::pin(async move { expire_one(tx, applications.hand(), &school, &one.submission_id).await })
                });
                match write.await {
                    Ok(is_ended) => ended += usize::from(is_ended),
                    Err(refusal) => first = first.or(Some(refusal)),
                }
            }
        }
    }
}
