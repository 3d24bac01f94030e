//! Families are reminded of conditions, and whoever looks after an application is asked about one whose day is over.

use std::sync::Arc;

use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::{MessageId, Refusal, SchoolTx, SubmissionId};
use tenants::School;
use words::clock::timestamp;

use super::model::{Followed, level, state};
use super::service::followed;
use super::store;
use crate::applications::{self, Reminded};
use crate::enquiries::Submission;
use crate::forms::Forms;
use crate::ids::LetterId;
use crate::letters::service::Letters;
use crate::letters::store as letters;

/// The hour of the school's day from which on families are reminded.
pub(in crate::letters) const MORNING: i8 = 6;
/// Days before a condition's day from which on its family is reminded.
const AHEAD: i64 = 7;
/// As far as anybody is reminded.
const TO_THE_END: i64 = 3;

impl Letters {
    /// Reminds families of conditions a week and a day before their day, and asks whoever looks after the application once it is over: once each,
    /// however often and on however many servers it is looked at. What the school may not send any more waits for the next look. How many were
    /// reminded or asked about.
    pub async fn remind_of_conditions(&self, school: &Arc<School>) -> Result<usize, Refusal> {
        let scope = school.scope();
        let local = timestamp(self.clock().now_ms()).to_zoned(school.time_zone().clone());
        if local.hour() < MORNING || self.applications.are_clocks_held(&scope).await? {
            return Ok(0);
        }
        let today = local.date();
        let day = today.saturating_add(AHEAD.days()).to_string();
        let (mut done, mut first) = (0, None);
        let mut after = (LetterId::from(String::new()), String::new());
        loop {
            let mut tx = self.db().read(&scope).await?;
            let some = store::due_conditions(&mut tx, &day, TO_THE_END, &after.0, &after.1).await?;
            drop(tx);
            let Some(last) = some.last() else { return first.map_or(Ok(done), Err) };
            after = (last.letter_id.clone(), last.code.clone());
            for one in some {
                let Some(submission) = self.applications.readable(school, &one.submission_id).await else { continue };
                let (all, school_then) = (self.clone(), school.clone());
                let write = self.db().write(&scope, move |tx| {
                    Box::pin(async move {
                        let which = (&one.letter_id, one.code.as_str());
                        all.remind_of_one(tx, &school_then, &submission, which, today).await
                    })
                });
                match write.await {
                    // As many as the school may send had left.
                    Err(refusal) if refusal.id() == MessageId::R012 => return first.map_or(Ok(done), Err),
                    Ok(is_done) => done += usize::from(is_done),
                    Err(refusal) => first = first.or(Some(refusal)),
                }
            }
        }
    }

    /// Of one that was decided meanwhile, or made or opened today, nobody is reminded.
    async fn remind_of_one(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        (letter, code): (&LetterId, &str),
        today: Date,
    ) -> Result<bool, Refusal> {
        let id: &SubmissionId = &submission.id;
        Forms::hold_submission(tx, id).await?;
        let Some(row) = letters::find_letter(tx, letter).await? else { return Ok(false) };
        let found = followed(tx, &row).await?.into_iter().find(|one| one.row.code == code);
        let Some(one) = found.filter(|one| one.row.state == state::OPEN) else { return Ok(false) };
        let Ok(due_on) = one.row.due_on.parse::<Date>() else { return Ok(false) };
        let reached = level(due_on, today);
        if reached <= one.row.reminded || !applications::has_offer(tx, id).await? {
            return Ok(false);
        }
        let is_told = self.reminded(tx, school, submission, (&one, due_on, reached), today).await?;
        store::remind_condition(tx, letter, code, reached).await?;
        Ok(is_told)
    }

    async fn reminded(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        (one, due_on, reached): (&Followed, Date, i64),
        today: Date,
    ) -> Result<bool, Refusal> {
        let text = &one.row.text.0;
        if reached == TO_THE_END {
            self.applications.ask_about_condition(tx, school, &submission.id, (text, due_on)).await?;
            return Ok(true);
        }
        // Of what lies with the school, and of what the family was told today, it hears nothing.
        if one.state() != state::OPEN || school.today(one.row.since) == today {
            return Ok(false);
        }
        match self.applications.remind_of_condition(tx, school, submission, (text, due_on)).await? {
            // Nothing is counted of what does not leave.
            Reminded::SchoolFull => Err(Refusal::new(MessageId::R012)),
            Reminded::Done => Ok(true),
        }
    }
}
