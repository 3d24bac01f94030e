//! What is proposed with an hour, once that hour has gone by: nobody can approve it any more, and those who can do something about it are asked to.

use std::sync::Arc;

use kernel::jobs::{Begun, Job, Outcome};
use kernel::outbox::Lane;
use kernel::{Refusal, SchoolTx, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::{Registry, School};

use super::super::jobs::at_work;
use super::super::service::Applications;
use super::super::store::find_application;
use super::service::{APPROVES, PROPOSES, ask, find_open};
use crate::forms::Forms;
use crate::ids::ProposalId;
use crate::tasks::said::OVERDUE;

/// The hour of a proposal has come.
#[derive(Serialize, Deserialize)]
pub struct ProposalOverdue {
    pub submission: SubmissionId,
    pub proposal: ProposalId,
}

impl Job for ProposalOverdue {
    const KIND: &'static str = "application.proposal_overdue";
    const LANE: Lane = Lane::Rest;
}

impl Applications {
    /// Carries out such a job.
    pub(in super::super) async fn carry_out_overdue(
        &self,
        schools: &Registry,
        begun: &Begun<ProposalOverdue>,
    ) -> Outcome {
        match at_work(schools, begun.scope.id()) {
            Some(school) => self.ask_of_overdue(&school, &begun.job).await.into(),
            None => Outcome::Later("the school is not live".into()),
        }
    }

    async fn ask_of_overdue(&self, school: &Arc<School>, job: &ProposalOverdue) -> Result<(), Refusal> {
        let (applications, school_then) = (self.clone(), school.clone());
        let (submission, proposal) = (job.submission.clone(), job.proposal.clone());
        let scope = school.scope();
        let write = self.0.db().write(&scope, move |tx| {
            Box::pin(async move { applications.ask_in(tx, &school_then, (&submission, &proposal)).await })
        });
        write.await
    }

    /// Asks whoever proposed it and those who approve, where it waits still.
    async fn ask_in(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        (submission, proposal): (&SubmissionId, &ProposalId),
    ) -> Result<(), Refusal> {
        Forms::hold_submission(tx, submission).await?;
        let open = find_open(tx, submission).await?.filter(|row| row.id == *proposal);
        let row = find_application(tx, submission).await?;
        let (Some(open), Some(row)) = (open, row) else { return Ok(()) };
        let hand = self.hand();
        ask(tx, hand, school, &row, (&OVERDUE, None, APPROVES)).await?;
        Ok(ask(tx, hand, school, &row, (&OVERDUE, Some(&open.proposed_by), PROPOSES)).await?)
    }
}
