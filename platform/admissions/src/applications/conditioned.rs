//! What conditions of an offer do to its application: once all are met it waits for its fee alone, and one that fails ends it.

use jiff::civil::Date;
use kernel::{Caller, Refusal, SchoolTx, StoreError, SubmissionId};
use serde_json::json;
use tenants::School;
use words::Text;
use words::language::display_date;

use super::decisions;
use super::model::Standing;
use super::moves::{By, Going, Hand, hold_seats, settle};
use super::service::{Applications, Wish};
use super::store;
use super::told::Written;
use crate::enquiries::Submission;
use crate::letters::Reach;
use crate::messages::{condition_due, condition_texted};
use crate::my_application::as_corrected;
use crate::tasks::said::{CONDITION_OVER, NOT_REMINDED_OF_CONDITION};
use crate::tasks::{self, Asking};

/// What became of a reminder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reminded {
    /// It left, or somebody was asked to write instead.
    Done,
    /// The school had sent as many as it may.
    SchoolFull,
}

/// Whether an application has an offer that stands: it is out, accepted or booked, or on hold since it was accepted.
pub(crate) async fn has_offer(tx: &mut SchoolTx, id: &SubmissionId) -> Result<bool, StoreError> {
    let Some(row) = store::find_application(tx, id).await? else { return Ok(false) };
    let was_accepted = row.came_from().is_some_and(|from| from.status() == "A");
    Ok(matches!(row.standing()?.status(), "F" | "A" | "B") || was_accepted)
}

/// Whether an application's place is accepted, and neither booked nor given up.
pub(crate) async fn has_accepted(tx: &mut SchoolTx, id: &SubmissionId) -> Result<bool, StoreError> {
    let found = store::find_application(tx, id).await?;
    found.map_or(Ok(false), |row| Ok(row.standing()?.status() == "A"))
}

/// Whether an application was refused, withdrawn or closed otherwise.
pub(crate) async fn is_closed(tx: &mut SchoolTx, id: &SubmissionId) -> Result<bool, StoreError> {
    let found = store::find_application(tx, id).await?;
    found.map_or(Ok(false), |row| Ok(row.standing()?.status() == "R"))
}

/// None of its conditions is open any more: an accepted offer waits for its fee alone. The transaction holds the submission. Whether it went there.
pub(crate) async fn conditions_met(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    id: &SubmissionId,
    by: By<'_>,
) -> Result<bool, Refusal> {
    turn(tx, hand, id, ((Standing::AConditionsOpen, Standing::AFeeDue), by)).await
}

/// All consents that the school needs are given: a booked place waits for its original documents alone. The transaction holds the submission.
/// Whether it went there.
pub(crate) async fn consents_given(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    id: &SubmissionId,
    by: By<'_>,
) -> Result<bool, Refusal> {
    turn(tx, hand, id, ((Standing::BConsentsDue, Standing::BOriginalsDue), by)).await
}

/// The way back, where a condition is open again.
pub(crate) async fn condition_opened(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    id: &SubmissionId,
    by: By<'_>,
) -> Result<bool, Refusal> {
    turn(tx, hand, id, ((Standing::AFeeDue, Standing::AConditionsOpen), by)).await
}

async fn turn(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    id: &SubmissionId,
    ((from, to), by): ((Standing, Standing), By<'_>),
) -> Result<bool, Refusal> {
    let Some(row) = store::find_application(tx, id).await? else { return Ok(false) };
    // What is decided already goes nowhere else until it is told.
    if row.standing()? != from || decisions::is_pending(tx, id).await? {
        return Ok(false);
    }
    let seats = hold_seats(tx, &row, (from, to), &row.bucket).await?;
    settle(tx, hand, &row, (from, Going::silent(to, &row.bucket)), seats, by).await?;
    Ok(true)
}

impl Applications {
    /// Ends an offer because a condition of it failed: one that is out goes back to the shortlist, one that was accepted is withdrawn. Its family
    /// is told, and its seat is free. The ways ask what they always ask.
    pub(crate) async fn end_by_condition(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &std::sync::Arc<School>,
        submission: &Submission,
        why: String,
    ) -> Result<(), Refusal> {
        let row = store::find_application(tx, &submission.id).await?.ok_or_else(Refusal::not_found)?;
        let to = if row.standing()?.status() == "F" { Standing::SAssessed } else { Standing::RWithdrawn };
        let wish = Wish {
            version: row.version,
            to,
            reason: None,
            text: Some(why),
            review_by: None,
            bucket: None,
            is_told: true,
            publish_at: None,
            overrides: false,
            is_approval: false,
            appointment: None,
        };
        self.apply(tx, caller, school, submission, &wish).await.map(drop)
    }

    /// Reminds a family of a condition, by text message where it has no address; where nothing can go, whoever looks after the application is
    /// asked to write.
    pub(crate) async fn remind_of_condition(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        (text, due_on): (&Text, Date),
    ) -> Result<Reminded, Refusal> {
        let (server, now, language) = (Caller::system(school.scope()), self.hand().now, submission.language);
        let said = (text.get(language).to_owned(), display_date(due_on, language));
        let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
        let written = match Reach::of_family(school, submission, &answers) {
            Reach { email: None, phone: Some(phone), .. } => {
                let letter = |phone, path| condition_texted(submission, phone, said, path, now);
                self.text_family(tx, &server, submission, phone, letter).await?
            }
            _ => {
                let letter = |to, path| condition_due(submission, to, said, path, now);
                self.write_to_family(tx, &server, submission, letter).await?
            }
        };
        if written == Written::SchoolFull {
            return Ok(Reminded::SchoolFull);
        }
        if written != Written::Sent {
            let said = (&NOT_REMINDED_OF_CONDITION, text, due_on);
            self.ask_of_condition(tx, school, &submission.id, said).await?;
        }
        Ok(Reminded::Done)
    }

    /// Asks whoever looks after an application what became of a condition whose day is over.
    pub(crate) async fn ask_about_condition(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        id: &SubmissionId,
        (text, due_on): (&Text, Date),
    ) -> Result<(), Refusal> {
        self.ask_of_condition(tx, school, id, (&CONDITION_OVER, text, due_on)).await
    }

    async fn ask_of_condition(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        id: &SubmissionId,
        (said, text, due_on): (&'static tasks::said::Said, &Text, Date),
    ) -> Result<(), Refusal> {
        let hand = self.hand();
        let Some(row) = store::find_application(tx, id).await? else { return Ok(()) };
        let today = school.today(hand.now).to_string();
        let params = json!({ "condition": text, "day": due_on.to_string() });
        let asking = Asking { params: &params, ..Asking::new(id, said, (row.owner_id.as_ref(), &today)) };
        Ok(tasks::ask(tx, (hand.clock, hand.rng), asking, hand.now).await?)
    }
}
