//! What of its offer and of its letters a family is waited for: conditions, signatures, financial documents.

use kernel::{SchoolTx, StoreError};
use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;
use words::Text;
use words::clock::timestamp;

use super::conditions::own_conditions;
use super::financial::is_awaited;
use super::model::{READER, signer, state};
use super::own::own_signer;
use super::store::{self, LetterRow};
use crate::enquiries::Submission;

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WaitingKind {
    /// A letter that a guardian signs.
    Signature,
    /// Financial documents.
    Financial,
    /// A condition of the offer.
    Condition,
}

/// Something that a family is waited for, by a day.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Waiting {
    pub kind: WaitingKind,
    /// What the letter is called, or what the condition says.
    pub text: Text,
    /// The last day, `YYYY-MM-DD`.
    pub until: String,
    /// The letter, by which `open_own_letter` leads to it; null of a condition.
    pub reference: Option<String>,
}

/// All of it for who is written to, what is due first first; letters that went to an address of somebody's own are theirs.
pub(crate) async fn waiting(
    tx: &mut SchoolTx,
    school: &School,
    submission: &Submission,
    now: i64,
) -> Result<Vec<Waiting>, StoreError> {
    let conditions = own_conditions(tx, &submission.id).await?.into_iter().filter(|one| one.state == "open");
    let told = |text: Text, until: String| Waiting { kind: WaitingKind::Condition, text, until, reference: None };
    let mut all: Vec<Waiting> = conditions.map(|one| told(one.text, one.due_on)).collect();
    for letter in store::letters_of(tx, &submission.id).await? {
        let Some(kind) = kind_of(tx, (school, submission), &letter, now).await? else { continue };
        let until = timestamp(letter.expires_at - 1).to_zoned(school.time_zone().clone()).date().to_string();
        all.push(Waiting { kind, text: letter.title.0, until, reference: Some(letter.reference) });
    }
    all.sort_by(|one, other| one.until.cmp(&other.until));
    Ok(all)
}

/// What a letter waits for, where it does for who is written to.
async fn kind_of(
    tx: &mut SchoolTx,
    (school, submission): (&School, &Submission),
    letter: &LetterRow,
    now: i64,
) -> Result<Option<WaitingKind>, StoreError> {
    if !is_out(letter, now) {
        return Ok(None);
    }
    let Some(row) = own_signer(tx, (school, submission), letter, &[signer::INVITED]).await? else { return Ok(None) };
    if letter.kind == "financial_request" {
        return Ok(is_awaited(tx, &letter.id).await?.then_some(WaitingKind::Financial));
    }
    Ok((row.role != READER).then_some(WaitingKind::Signature))
}

/// Whether a letter is its family's to answer.
pub(super) fn is_out(letter: &LetterRow, now: i64) -> bool {
    matches!(letter.state.as_str(), state::CHOOSING | state::RELEASED) && now < letter.expires_at
}
