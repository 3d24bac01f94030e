//! The letter of an offer, and then the acceptance of its place, on the family's own page, which it was asked for before: how it stands, the way to
//! it, and the paper that all have signed.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use kernel::{Caller, Refusal, SchoolTx, StoreError, SubmissionId, links};
use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;
use words::Text;
use words::clock::timestamp;

use super::model::{Purpose, file, page_of, signer, state};
use super::reach::Reach;
use super::service::{Letters, Whole};
use super::store::{self, FileRow, LetterRow, SignerRow};
use super::waiting::is_out;
use crate::enquiries::Submission;
use crate::files::Content;
use crate::forms::Forms;
use crate::my_application::{as_corrected, nothing};

/// How the letter of an offer stands for its family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OwnLetterState {
    /// It is being made.
    Coming,
    /// It waits for who is written to.
    Waits,
    /// It waits for somebody with a link of their own.
    Others,
    /// All have signed.
    Signed,
}

/// The letter of an offer, as its family's own page knows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnLetter {
    pub reference: String,
    pub title: Text,
    pub state: OwnLetterState,
    /// Its last day, `YYYY-MM-DD`.
    pub until: String,
}

/// The letter of the offer that is out or was accepted, or the acceptance that followed it; none where the last one came to nothing.
pub(crate) async fn own_letter(
    tx: &mut SchoolTx,
    school: &School,
    submission: &Submission,
    now: i64,
) -> Result<Option<OwnLetter>, StoreError> {
    let Some(letter) = newest(tx, &submission.id, now).await? else { return Ok(None) };
    let state = match letter.state.as_str() {
        state::DRAFT => OwnLetterState::Coming,
        state::SIGNED => OwnLetterState::Signed,
        _ if own_signer(tx, (school, submission), &letter, &[signer::INVITED]).await?.is_some() => {
            OwnLetterState::Waits
        }
        _ => OwnLetterState::Others,
    };
    let until = timestamp(letter.expires_at - 1).to_zoned(school.time_zone().clone()).date().to_string();
    Ok(Some(OwnLetter { reference: letter.reference, title: letter.title.0, state, until }))
}

/// Whether an offer is answered by its letter, and not otherwise.
pub(crate) async fn is_answered_by_letter(tx: &mut SchoolTx, id: &SubmissionId, now: i64) -> Result<bool, StoreError> {
    Ok(newest_offer(tx, id, now).await?.is_some_and(|letter| letter.state != state::SIGNED))
}

/// The acceptance of a place, else the letter of its offer; while it waits or once all have signed.
async fn newest(tx: &mut SchoolTx, id: &SubmissionId, now: i64) -> Result<Option<LetterRow>, StoreError> {
    let offer = store::last_offer(tx, id).await?;
    let acceptance = store::last_acceptance(tx, id).await?;
    let is_newer = |letter: &LetterRow| offer.as_ref().is_none_or(|offer| letter.id.as_str() > offer.id.as_str());
    let acceptance = acceptance.filter(|letter| is_newer(letter) && is_told(letter, now));
    Ok(acceptance.or_else(|| offer.filter(|letter| is_told(letter, now))))
}

/// The newest letter of an offer, while it waits or once all have signed.
async fn newest_offer(tx: &mut SchoolTx, id: &SubmissionId, now: i64) -> Result<Option<LetterRow>, StoreError> {
    Ok(store::last_offer(tx, id).await?.filter(|letter| is_told(letter, now)))
}

fn is_told(letter: &LetterRow, now: i64) -> bool {
    match letter.state.as_str() {
        state::CHOOSING | state::DRAFT | state::RELEASED => now < letter.expires_at,
        state => state == state::SIGNED,
    }
}

/// Who of a letter is reached where the school writes, and stands so. Whoever has an address of their own has the link alone that went there.
pub(super) async fn own_signer(
    tx: &mut SchoolTx,
    (school, submission): (&School, &Submission),
    letter: &LetterRow,
    states: &[&str],
) -> Result<Option<SignerRow>, StoreError> {
    let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
    let signers = store::signers_of(tx, &letter.id).await?;
    let is_own = |row: &&SignerRow| Reach::of(school, submission, &answers, row).is_where_the_school_writes(row);
    let found = states.iter().find_map(|state| signers.iter().filter(is_own).find(|row| row.state == **state));
    Ok(found.cloned())
}

impl Letters {
    /// The way to a letter that waits, by its reference, or to that of the offer, for whoever the own page is open to: a link for an hour, in place
    /// of the one that the page gave before. L010 where none waits for them.
    pub async fn open_own(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (key, reference): (&str, Option<String>),
    ) -> Result<String, Refusal> {
        let mut tx = self.db().read(&caller.school).await?;
        let id = self.families.admitted(&mut tx, caller, key).await?;
        let submission = self.families.load(tx, caller, school, id).await?.submission()?;
        let (letters, caller_then, key) = (self.clone(), caller.clone(), key.to_owned());
        let school = school.clone();
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                Forms::hold_submission(tx, &submission.id).await?;
                letters.families.admitted(tx, &caller_then, &key).await?;
                let now = letters.clock().now_ms();
                let found = match &reference {
                    Some(reference) => {
                        let all = store::letters_of(tx, &submission.id).await?;
                        all.into_iter().find(|letter| letter.reference == *reference)
                    }
                    None => newest(tx, &submission.id, now).await?,
                };
                let letter = found.filter(|letter| is_out(letter, now)).ok_or_else(nothing)?;
                let states = [signer::INVITED, signer::SIGNED];
                let row = own_signer(tx, (&school, &submission), &letter, &states).await?.ok_or_else(nothing)?;
                let link = links::mint(letters.rng(), Purpose::Own, now);
                let bound = links::Bound { object: row.id.as_str(), address: "" };
                links::end(tx, row.id.as_str(), &[Purpose::Own], now).await?;
                links::add(tx, &link, Purpose::Own, bound, now).await?;
                let kind = LetterKind::parse(&letter.kind).unwrap_or(LetterKind::Plain);
                Ok::<_, Refusal>(page_of(kind, &link.token))
            })
        });
        write.await
    }

    /// The PDF that all have signed, for whoever the own page is open to; with its reference. L010 where there is none.
    pub async fn own_file(&self, caller: &Caller, key: &str) -> Result<(FileRow, Content, String), Refusal> {
        let mut tx = self.db().read(&caller.school).await?;
        let id = self.families.admitted(&mut tx, caller, key).await?;
        let letter = newest(&mut tx, &id, self.clock().now_ms()).await?.ok_or_else(nothing)?;
        let whole = Whole::of(&mut tx, letter).await?;
        drop(tx);
        let found = whole.file(file::SIGNED).cloned().ok_or_else(nothing)?;
        Ok((found.clone(), self.content(&found).await?, whole.letter.reference))
    }
}
