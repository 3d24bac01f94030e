//! Whether a paper is ours: told to anybody who has its code or its file, and nothing of whom it is about.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use kernel::{Caller, Refusal};
use tenants::School;
use words::clock::timestamp;

use super::model::{READER, code_hash, signer, state};
use super::open::public_state;
use super::seals::Certificate;
use super::service::{Letters, Whole};
use super::store::{self, FileRow};

/// What anybody may know of a letter.
#[derive(Debug, Clone)]
pub struct Known {
    pub kind: String,
    pub reference: String,
    pub issued_on: String,
    pub state: &'static str,
    /// The last day; none of one that is over.
    pub until: Option<String>,
    pub signed: usize,
    pub signers: usize,
    /// The day of the last signature.
    pub signed_on: Option<String>,
    pub files: Vec<FileRow>,
}

impl Letters {
    /// A letter by the code on its paper. A001 for what is none, the same for all.
    pub async fn check_code(&self, caller: &Caller, school: &Arc<School>, code: &str) -> Result<Known, Refusal> {
        let hash = code_hash(code).ok_or_else(Refusal::not_found)?;
        let mut tx = self.db().read(&caller.school).await?;
        let found = store::letter_of_code(&mut tx, &hash).await?.filter(|letter| letter.state != state::DRAFT);
        let whole = Whole::of(&mut tx, found.ok_or_else(Refusal::not_found)?).await?;
        known(school, whole, self.clock().now_ms())
    }

    /// A letter by the SHA-256 of one of its files. A001 as for [`Self::check_code`].
    pub async fn check_file(&self, caller: &Caller, school: &Arc<School>, sha256: &str) -> Result<Known, Refusal> {
        let sha256 = sha256.to_ascii_lowercase();
        let is_hash = sha256.len() == 64 && sha256.bytes().all(|b| b.is_ascii_hexdigit());
        let mut tx = self.db().read(&caller.school).await?;
        let found = if is_hash { store::letter_of_file(&mut tx, &sha256).await? } else { None };
        let whole = Whole::of(&mut tx, found.ok_or_else(Refusal::not_found)?).await?;
        known(school, whole, self.clock().now_ms())
    }

    /// The certificates of the school's seals, the newest first.
    pub async fn seals(&self, caller: &Caller) -> Result<Vec<Certificate>, Refusal> {
        self.keys.list(&caller.school).await
    }
}

fn known(school: &School, whole: Whole, now: i64) -> Result<Known, Refusal> {
    // One that was given up before it went out has no paper that anybody could hold.
    if whole.files.is_empty() {
        return Err(Refusal::not_found());
    }
    let day = |at: i64| timestamp(at).to_zoned(school.time_zone().clone()).date().to_string();
    let asked = whole.signers.iter().filter(|row| row.state != signer::SEALED && row.role != READER);
    let asked: Vec<_> = asked.collect();
    let signed: Vec<_> = asked.iter().filter(|row| row.state == signer::SIGNED).collect();
    let state = match public_state(&whole.letter.state) {
        _ if whole.letter.text.is_empty() => "erased",
        // Nobody answers it: it is sent, and good for as long as somebody keeps it.
        "offered" if asked.is_empty() => "issued",
        // To consents somebody said yes or no; which stands on the paper alone.
        "accepted" if whole.letter.kind == LetterKind::Consent.as_str() => "answered",
        "offered" if whole.letter.expires_at <= now => "expired",
        state => state,
    };
    Ok(Known {
        state,
        until: (state == "offered").then(|| day(whole.letter.expires_at - 1)),
        signed: signed.len(),
        signers: asked.len(),
        signed_on: signed.iter().filter_map(|row| row.answered_at).max().map(day),
        kind: whole.letter.kind,
        reference: whole.letter.reference,
        issued_on: whole.letter.issued_on,
        files: whole.files,
    })
}
