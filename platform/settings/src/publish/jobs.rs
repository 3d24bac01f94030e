//! What publishing has to be done beside requests.

use kernel::jobs::{Begun, Follows, Job, Work};
use kernel::outbox::Lane;
use serde::{Deserialize, Serialize};

use super::model::ScheduleId;
use crate::service::Settings;

/// Carries the newest revision to the disk, and then what follows from it.
#[derive(Serialize, Deserialize)]
pub(super) struct ApplyJob {}

impl Job for ApplyJob {
    const KIND: &'static str = "settings.publish";
    const LANE: Lane = Lane::Rest;
}

/// Publishes what was set for a moment. That its bundle has errors is told at the desk and no reason to try again.
#[derive(Serialize, Deserialize)]
pub(super) struct ScheduleJob {
    /// Its id.
    pub schedule: ScheduleId,
}

impl Job for ScheduleJob {
    const KIND: &'static str = "settings.schedule";
    const LANE: Lane = Lane::Rest;
}

impl Settings {
    /// What is to be done beside requests; `published` is what other rooms do once what a school published is live at this
    /// server: it is live whatever becomes of that.
    #[must_use]
    pub fn work(&self, published: Follows) -> Work {
        let both = (self.clone(), published);
        Work::default()
            .on(&both, |(settings, published), begun: Begun<ApplyJob>| async move {
                let applied = settings.apply_published(&begun.scope).await;
                if applied.is_ok()
                    && let Err(refusal) = published(begun.scope.clone()).await
                {
                    tracing::warn!(school.id = %begun.scope.id(), %refusal, "what follows from a publication waits for its room's sweep");
                }
                applied.into()
            })
            .on(self, |settings, begun: Begun<ScheduleJob>| async move {
                settings.run_schedule(&begun.scope, &begun.job.schedule).await.map(drop).into()
            })
            .sweep("uploads that nothing names", self, |settings, scope| async move {
                settings.purge(&scope).await.map(drop)
            })
    }
}
