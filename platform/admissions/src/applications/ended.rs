//! What is told of an offer that ended at midnight: in the school's morning, to its family, and to whoever looks after the application.

use std::sync::Arc;

use jiff::ToSpan as _;
use kernel::jobs::{Begun, Job, Outcome};
use kernel::outbox::{self, Lane};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::{Registry, School};
use words::Text;
use words::clock::timestamp;

use super::jobs::MORNING;
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

/// How long it is tried to tell it, from the end on: while the school is suspended, its clocks are held, or it has sent as many as it may.
const TOLD_WITHIN: i64 = 30 * 24 * 60 * 60 * 1000;

/// An offer ended without an answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
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
    let job = OfferEnded { submission: id.clone(), until, since: hand.now };
    tell_at(tx, hand, &job, morning(school, hand.now, 0).max(hand.now)).await
}

async fn tell_at(tx: &mut SchoolTx, hand: Hand<'_>, job: &OfferEnded, due_at: i64) -> Result<(), StoreError> {
    let OfferEnded { submission, until, .. } = job;
    outbox::enqueue_at(tx, hand.clock, hand.rng, &format!("{submission}:{until}:{due_at}"), job, due_at).await
}

/// The school's morning so many days on.
fn morning(school: &School, now: i64, days: i64) -> i64 {
    let zone = school.time_zone();
    let day = timestamp(now).to_zoned(zone.clone()).date().saturating_add(days.days());
    day.at(MORNING, 0, 0, 0).to_zoned(zone.clone()).map_or(now, |at| at.timestamp().as_millisecond())
}

impl Applications {
    /// Carries out such a job.
    pub(super) async fn carry_out_ended(&self, schools: &Registry, begun: &Begun<OfferEnded>) -> Outcome {
        match schools.school(begun.scope.id()) {
            Some(school) => self.tell_of_end(&school, &begun.job).await.into(),
            None => Outcome::Later("the school is not live".into()),
        }
    }

    async fn tell_of_end(&self, school: &Arc<School>, job: &OfferEnded) -> Result<(), Refusal> {
        let scope = school.scope();
        if school.is_suspended() || self.are_clocks_held(&scope).await? {
            return self.put_off(school, job).await;
        }
        let submission = match self.0.submission(&Caller::system(school.scope()), school, &job.submission).await {
            Ok(submission) => submission,
            // It was erased meanwhile.
            Err(refusal) if refusal.id() == MessageId::A001 => return Ok(()),
            Err(refusal) => return Err(refusal),
        };
        let (applications, school_then, job_then) = (self.clone(), school.clone(), job.clone());
        let write = self.0.db().write(&scope, move |tx| {
            Box::pin(async move { applications.tell_of_end_in(tx, &school_then, &submission, &job_then).await })
        });
        match write.await {
            // As many as the school may send had left.
            Err(refusal) if refusal.id() == MessageId::R012 => self.put_off(school, job).await,
            told => told,
        }
    }

    /// To the next morning.
    async fn put_off(&self, school: &Arc<School>, job: &OfferEnded) -> Result<(), Refusal> {
        let (applications, school_then, job) = (self.clone(), school.clone(), job.clone());
        let scope = school.scope();
        let write = self.0.db().write(&scope, move |tx| {
            Box::pin(async move {
                let hand = applications.hand();
                let is_over = hand.now > job.until + TOLD_WITHIN;
                if is_over { Ok(()) } else { tell_at(tx, hand, &job, morning(&school_then, hand.now, 1)).await }
            })
        });
        Ok(write.await?)
    }

    /// Once, and only where it stands as it did: of one that was offered again nobody is told that it ended.
    async fn tell_of_end_in(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        &OfferEnded { until, since, .. }: &OfferEnded,
    ) -> Result<(), Refusal> {
        let (id, now) = (&submission.id, self.hand().now);
        Forms::hold_submission(tx, id).await?;
        let Some(row) = store::find_application(tx, id).await? else { return Ok(()) };
        if row.standing()? != Standing::RExpired || row.status_since != since || row.reminded >= TOLD_OF_END {
            return Ok(());
        }
        let row = ApplicationRow { hold_until: Some(until), ..row };
        let written = self.write_of_offer(tx, school, (&row, submission), OfferNews::Ended).await?;
        if written == Written::SchoolFull && now <= until + TOLD_WITHIN {
            return Err(Refusal::new(MessageId::R012));
        }
        let [en, ar] = if written == Written::Sent { ENDED } else { ENDED_UNTOLD }.map(str::to_owned);
        let about = format!("expired:{id}:{until}");
        tasks::tell_owner(tx, &self.0, school, submission, (vec![Text { en, ar }], &about)).await?;
        Ok(store::note_reminded(tx, id, TOLD_OF_END).await.map(drop)?)
    }
}
