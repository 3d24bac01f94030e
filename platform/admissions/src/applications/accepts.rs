//! A family accepts its offer in writing, at any hour. Nothing moves by it: whoever looks after the application is asked to send it on. Until
//! they do, the offer does not end, and nobody is reminded of it.

use std::sync::Arc;

use kernel::{Caller, MessageId, Refusal, SchoolTx, SubmissionId};
use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;
use words::clock::iso;
use words::verdict::Issue;

use super::moves::Hand;
use super::service::Applications;
use super::store::{self, ApplicationRow};
use crate::letters;
use crate::messages;
use crate::tasks::said::ACCEPTED;
use crate::tasks::{self, Asking};

/// As far as any family is reminded of an offer.
const TO_THE_END: i64 = 2;

/// By what a family accepted an offer, for who decides.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Acceptance {
    /// When it was written, RFC 3339, UTC.
    at: String,
    /// What was written; null for who does not read what families write.
    text: Option<String>,
}

/// What a family wrote in this transaction accepts the offer that is out: F003 at `/accepts_offer` where none is, and where
/// its letter is what accepts it. The transaction holds the submission.
pub(crate) async fn accept_in_writing(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    school: &School,
    id: &SubmissionId,
) -> Result<(), Refusal> {
    let refused = |code: &str| Refusal::new(MessageId::F003).errors(vec![Issue::error("/accepts_offer", code)]);
    let none = || refused("enum");
    let row = store::find_application(tx, id).await?.ok_or_else(none)?;
    // By its hour alone: what was just written accepts it already.
    if row.standing()?.status() != "F" || row.hold_until.is_none_or(|until| until <= hand.now) {
        return Err(none());
    }
    if letters::is_answered_by_letter(tx, id, hand.now).await? {
        return Err(refused("letter"));
    }
    store::note_reminded(tx, id, TO_THE_END).await?;
    let today = school.today(hand.now).to_string();
    let asking = Asking::new(id, &ACCEPTED, (row.owner_id.as_ref(), &today));
    Ok(tasks::ask(tx, (hand.clock, hand.rng), asking, hand.now).await?)
}

impl ApplicationRow {
    /// Whether its offer is over: its hour has come, and the family had not accepted it in writing.
    pub(super) fn has_ended(&self, now: i64) -> bool {
        self.accepted_at.is_none() && self.hold_until.is_none_or(|until| until <= now)
    }
}

impl Applications {
    /// That the family accepted the offer that is out, and by which words.
    pub(super) async fn acceptance(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        row: &ApplicationRow,
    ) -> Result<Option<Acceptance>, Refusal> {
        let Some(at) = row.accepted_at else { return Ok(None) };
        let submission = self.0.submission(caller, school, &row.submission_id).await?;
        let mut tx = self.0.db().read(&caller.school).await?;
        let text = messages::accepting(&mut tx, caller, &submission, at).await?;
        Ok(Some(Acceptance { at: iso(at), text }))
    }
}
