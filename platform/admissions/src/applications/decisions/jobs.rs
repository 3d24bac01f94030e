//! How a decision is told at its moment: by a job that waits for it, and by whoever looks the school over, should that job be lost.

use std::sync::Arc;

use kernel::jobs::{Begun, Job, Outcome};
use kernel::outbox::Lane;
use kernel::{Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::{Registry, School};

use super::super::jobs::at_work;
use super::super::service::Applications;
use super::store;

/// Tells what was decided of an application, if it is still to be told then.
#[derive(Serialize, Deserialize)]
pub struct ReleaseDecision {
    pub submission: SubmissionId,
}

impl Job for ReleaseDecision {
    const KIND: &'static str = "application.release";
    const LANE: Lane = Lane::Rest;
}

impl Applications {
    /// Carries out such a job.
    pub(in super::super) async fn carry_out_release(
        &self,
        schools: &Registry,
        begun: &Begun<ReleaseDecision>,
    ) -> Outcome {
        match at_work(schools, begun.scope.id()) {
            Some(school) => self.release(&school, &begun.job.submission).await.map(drop).into(),
            None => Outcome::Later("the school is not live".into()),
        }
    }

    /// Tells the decisions whose moment has come, each in a transaction of its own. One that cannot be told keeps no other back. How many were.
    pub async fn release_due(&self, school: &Arc<School>) -> Result<usize, Refusal> {
        let scope = school.scope();
        let (mut released, mut failed) = (0, None);
        loop {
            let mut tx = self.0.db().read(&scope).await?;
            let due = store::due_decisions(&mut tx, self.hand().now).await?;
            drop(tx);
            let mut some = 0;
            for one in due {
                match self.release(school, &one.submission_id).await {
                    Ok(is_released) => some += usize::from(is_released),
                    Err(refusal) => failed = Some(refusal),
                }
            }
            if some == 0 {
                return failed.map_or(Ok(released), Err);
            }
            released += some;
        }
    }
}
