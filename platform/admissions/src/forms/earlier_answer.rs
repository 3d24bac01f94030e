//! What one read tells of a form that is sent, before anything is worked out: the answer that it had, or whether it has a place.

use std::ops::ControlFlow;
use std::sync::Arc;

use form::Who;
use kernel::caller::Caller;
use kernel::idempotency::{FirstAnswer, Request};
use kernel::{MessageId, Refusal, SchoolTx, StoreError, crypto, numbers};
use serde_json::Value;
use sqlx::types::Json;
use tenants::School;

use super::draft::open_to;
use super::heavy_checks;
use super::model::Verdict;
use super::quota::{Holders, SUBMISSIONS, asks_no_proof, require_place};
use super::sent::answer;
use super::service::Forms;
use super::store::{drafts, submissions};
use super::submit::Sending;
use crate::origins::Filer;
use crate::own_link::Proof;

/// What is known ahead of a write whose numbers are drawn.
pub(super) struct Ahead {
    /// The draft that is sent, unless it is gone.
    pub draft: Option<drafts::DraftRow>,
    /// Why there is no place for it. Numbers are drawn for good, so who is over a bound is refused before they are; in the
    /// transaction for certain.
    pub place: Result<(), Refusal>,
}

impl Forms {
    /// The first answer to this key, or to this draft under another key. Other answers than those that were sent are refused: a
    /// success would lose these.
    pub(super) async fn find_answer(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        sending: &Sending,
        request: &Request,
    ) -> Result<Option<FirstAnswer>, Refusal> {
        Ok(self.find_answer_or_tx(caller, school, sending, request).await?.break_value())
    }

    /// The same, or the read in which there was none.
    pub(super) async fn find_answer_or_tx(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        sending: &Sending,
        request: &Request,
    ) -> Result<ControlFlow<FirstAnswer, SchoolTx>, Refusal> {
        let mut tx = self.parts.db.read(&caller.school).await?;
        if let Some(answer) = request.find(&mut tx).await? {
            return Ok(ControlFlow::Break(answer));
        }
        let Some(token) = &sending.draft else { return Ok(ControlFlow::Continue(tx)) };
        let Some(row) = submissions::sent_draft(&mut tx, &crypto::token_hash(token)).await? else {
            return Ok(ControlFlow::Continue(tx));
        };
        drop(tx);
        if row.form_id != sending.form {
            return Err(Refusal::new(MessageId::F005));
        }
        let pinned = self.pinned_document(caller, school, &row.form_id, &row.form_digest).await?;
        let values = heavy_checks::clean_answers(&caller.school, &pinned.document, sending.values.clone()).await?;
        let told = (Proof::of(&pinned.document, &values).is_some(), pinned.document.confirmed_to(&values));
        same_answer(&row, caller, &values, told).map(ControlFlow::Break)
    }

    /// The draft, and whether there is a place for it.
    pub(super) async fn look_ahead(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &School,
        sending: &Sending,
    ) -> Result<Ahead, Refusal> {
        let now = self.parts.clock.now_ms();
        let draft = match &sending.draft {
            None => None,
            Some(token) => open_to(tx, caller, &crypto::token_hash(token), now).await?,
        };
        let holders = self.holders(caller, draft.as_ref().and_then(drafts::DraftRow::keeper));
        let may_be_proved = sending.proof.is_some() || asks_no_proof(school);
        Ok(Ahead { draft, place: place(tx, &holders, may_be_proved, now).await })
    }
}

async fn place(tx: &mut SchoolTx, holders: &Holders, may_be_proved: bool, now: i64) -> Result<(), Refusal> {
    SUBMISSIONS.look(tx, holders, now).await?;
    let Some(counter) = holders.strangers_counter(now) else { return Ok(()) };
    let taken = numbers::last(tx, &counter).await?;
    require_place(taken + 1, now, may_be_proved)
}

/// The answer to a draft that was sent (whether its family can follow it, and whose address was given), for whoever sends the same again: of what is an account's, that account alone.
pub(super) fn same_answer(
    row: &submissions::SentRow,
    caller: &Caller,
    values: &Value,
    told: (bool, Option<Who>),
) -> Result<FirstAnswer, Refusal> {
    if row.answers.0 != *values || !row.is_told_to(caller) {
        return Err(was_sent(row, caller));
    }
    Ok(answer_of(row, Filer::of(caller), told)?)
}

/// Why a draft takes nothing more: that it was sent and when, for whoever may know; to anybody else it is gone.
pub(super) fn was_sent(row: &submissions::SentRow, caller: &Caller) -> Refusal {
    if !row.is_told_to(caller) {
        return Refusal::new(MessageId::F005);
    }
    let at = words::clock::iso(row.submitted_at);
    Refusal::new(MessageId::F009).with("form", &row.form_id).with("submitted_at", at)
}

fn answer_of(
    row: &submissions::SentRow,
    filer: Filer<'_>,
    told: (bool, Option<Who>),
) -> Result<FirstAnswer, StoreError> {
    let inconsistent = |_| StoreError::Inconsistent { table: "submissions", column: "verdict", id: row.id.to_string() };
    let verdict: Verdict = match &row.verdict {
        Some(Json(value)) => serde_json::from_value(value.clone()).map_err(inconsistent)?,
        None => Verdict::default(),
    };
    let answer = answer(
        (&row.reference, row.registration_id.clone()),
        row.submitted_at,
        verdict.checklist,
        (&row.id, filer),
        told,
    );
    answer.map_err(|_| StoreError::Broken("unwritable answer".into()))
}
