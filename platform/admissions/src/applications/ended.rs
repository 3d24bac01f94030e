//! What is told of an offer that ended at midnight: in the school's morning, to its family, and to whoever looks after the application.

use std::sync::Arc;

use kernel::jobs::{Begun, Job, Outcome};
use kernel::outbox::{self, Lane};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::{Registry, School};
use words::Text;
use words::clock::timestamp;

use super::jobs::{MORNING, at_work};
use super::model::Standing;
use super::moves::Hand;
use super::service::Applications;
use super::store::{self, ApplicationRow};
use super::told::Written;
use crate::enquiries::Submission;
use crate::forms::Forms;
use crate::messages::OfferNews;
use crate::tasks;

/// What whoever looks after it is told when an offer ended.
const ENDED: [&str; 2] = ["The offer ended without an answer.", "انتهت مهلة العرض دون رد."];
/// The same where the family could not be written to.
const ENDED_UNTOLD: [&str; 2] = [
    "The offer ended without an answer, and the family got no e-mail: please call them.",
    "انتهت مهلة العرض دون رد، ولم يصل الأسرة بريد إلكتروني: نرجو الاتصال بها.",
];
/// How far a family is reminded that was told of the end: further than of an offer that is out.
const TOLD_OF_END: i64 = 3;

/// An offer ended without an answer.
#[derive(Serialize, Deserialize)]
pub struct OfferEnded {
    pub submission: SubmissionId,
    /// The midnight at which it did.
    pub until: i64,
    /// When it was moved on.
    pub since: i64,
}

impl Job for OfferEnded {
    const KIND: &'static str = "application.offer_ended";
    const LANE: Lane = Lane::Rest;
}

/// Has it told in the morning of that day, or now where it is later.
pub(super) async fn tell_in_the_morning(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    school: &School,
    (id, until): (&SubmissionId, i64),
) -> Result<(), StoreError> {
    let now = timestamp(hand.now).to_zoned(school.time_zone().clone());
    let morning = now.date().at(MORNING, 0, 0, 0).to_zoned(school.time_zone().clone());
    let due_at = morning.map_or(hand.now, |morning| morning.timestamp().as_millisecond().max(hand.now));
    let job = OfferEnded { submission: id.clone(), until, since: hand.now };
    outbox::enqueue_at(tx, hand.clock, hand.rng, &format!("{id}:{until}"), &job, due_at).await
}

impl Applications {
    /// Carries out such a job.
    pub(super) async fn carry_out_ended(&self, schools: &Registry, begun: &Begun<OfferEnded>) -> Outcome {
        match at_work(schools, begun.scope.id()) {
            Some(school) => self.tell_of_end(&school, &begun.job).await.into(),
            None => Outcome::Later("the school is not live".into()),
        }
    }

    async fn tell_of_end(&self, school: &Arc<School>, job: &OfferEnded) -> Result<(), Refusal> {
        let submission = match self.0.submission(&Caller::system(school.scope()), school, &job.submission).await {
            Ok(submission) => submission,
            // It was erased meanwhile.
            Err(refusal) if refusal.id() == MessageId::A001 => return Ok(()),
            Err(refusal) => return Err(refusal),
        };
        let (applications, school_then) = (self.clone(), school.clone());
        let (scope, until, since) = (school.scope(), job.until, job.since);
        let write = self.0.db().write(&scope, move |tx| {
            Box::pin(async move { applications.tell_of_end_in(tx, &school_then, &submission, (until, since)).await })
        });
        write.await
    }

    /// Once, and only where it stands as it did: of one that was offered again nobody is told that it ended.
    async fn tell_of_end_in(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        (until, since): (i64, i64),
    ) -> Result<(), Refusal> {
        let id = &submission.id;
        Forms::hold_submission(tx, id).await?;
        let Some(row) = store::find_application(tx, id).await? else { return Ok(()) };
        if row.standing()? != Standing::RExpired || row.status_since != since || row.reminded >= TOLD_OF_END {
            return Ok(());
        }
        let row = ApplicationRow { hold_until: Some(until), ..row };
        let written = self.write_of_offer(tx, school, (&row, submission), OfferNews::Ended).await?;
        let [en, ar] = if written == Written::Sent { ENDED } else { ENDED_UNTOLD }.map(str::to_owned);
        let about = format!("expired:{id}:{until}");
        tasks::tell_owner(tx, &self.0, school, submission, (vec![Text { en, ar }], &about)).await?;
        Ok(store::note_reminded(tx, id, TOLD_OF_END).await.map(drop)?)
    }
}
