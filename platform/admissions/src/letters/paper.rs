//! A letter as a sheet: its text as it was fixed, who signs, where it is checked.

use blocks::{Body, Fact, Languages};
use jiff::civil::Date;
use kernel::{Refusal, StoreError};
use serde::Deserialize;
use serde_json::Value;
use tenants::School;
use tenants::bundle::letters::{LetterTemplate, Signer, SignerRole};
use tenants::letters::{Composed, Paper, Sheet, Slot, Undrawn, Verify};
use words::clock::timestamp;
use words::language::display_date;
use words::{Language, Text};

use super::consents::{Section, with_sections};
use super::evidence::Spoken;
use super::model::{READER, check_code, signer};
use super::seals::SealingKey;
use super::service::Letters;
use super::store::{LetterRow, NewFile, SignerRow};
use crate::ids::{LetterFileId, SealingKeyId};

/// What stands across a paper that nobody has signed yet.
const UNSIGNED: [&str; 2] = ["Not signed yet", "غير موقّع بعد"];

/// What was hashed.
#[derive(Deserialize)]
struct Said {
    lang: Languages,
    subject: Text,
    facts: Vec<Fact>,
    body: Value,
    #[serde(default)]
    consents: Vec<Section>,
}

/// A sealed PDF that is kept, and whose row is not written yet.
pub(super) struct Kept {
    id: LetterFileId,
    key: SealingKeyId,
    pub sha256: String,
    pub certificate_sha256: String,
    storage_key: String,
    bytes: i64,
}

impl Kept {
    /// Its row.
    pub fn row<'a>(&'a self, letter: &'a LetterRow, kind: &'a str, now: i64) -> NewFile<'a> {
        NewFile {
            id: &self.id,
            letter: &letter.id,
            kind,
            sha256: &self.sha256,
            storage_key: &self.storage_key,
            bytes: self.bytes,
            key: &self.key,
            now,
        }
    }
}

/// Why no paper was made.
pub(super) enum Unmade {
    /// It may be made later.
    Later(Refusal),
    /// It never will: what its text holds cannot be drawn.
    Never(String),
}

impl From<Refusal> for Unmade {
    fn from(refusal: Refusal) -> Self {
        Self::Later(refusal)
    }
}

impl From<StoreError> for Unmade {
    fn from(error: StoreError) -> Self {
        Self::Later(error.into())
    }
}

/// What a letter says, as it was fixed.
pub(super) fn composed(letter: &LetterRow) -> Result<Composed, StoreError> {
    let inconsistent =
        || StoreError::Inconsistent { table: "family_letters", column: "text", id: letter.id.to_string() };
    let said: Said = serde_json::from_str(&letter.text).map_err(|_| inconsistent())?;
    let body = Body::read(&said.body).map_err(|_| inconsistent())?;
    Ok(Composed { languages: said.lang, title: letter.title.0.clone(), subject: said.subject, facts: said.facts, body })
}

/// The consents that it asks for, with their words.
pub(super) fn sections_of(letter: &LetterRow) -> Result<Vec<Section>, StoreError> {
    let inconsistent =
        || StoreError::Inconsistent { table: "family_letters", column: "text", id: letter.id.to_string() };
    let said: Said = serde_json::from_str(&letter.text).map_err(|_| inconsistent())?;
    Ok(said.consents)
}

/// A moment as people read it, in the school's time.
pub(super) fn read_at(school: &School, at: i64) -> Text {
    let local = timestamp(at).to_zoned(school.time_zone().clone());
    let time = local.strftime("%H:%M").to_string();
    let zone = local.strftime("UTC%:z").to_string();
    let said = |language| format!("{}, {time} ({zone})", display_date(local.date(), language));
    Text { en: said(Language::En), ar: said(Language::Ar).replace(',', "،") }
}

fn role_of(name: &str) -> &'static str {
    ["guardian1", "guardian2", "student"].into_iter().find(|role| *role == name).unwrap_or("school")
}

/// The places for signatures of a letter that the school alone seals.
pub(super) fn school_slots(school: &School, template: &LetterTemplate) -> Vec<Slot> {
    let name = match template.languages {
        Languages::Ar => &school.config().name.ar,
        Languages::En | Languages::Both => &school.config().name.en,
    };
    let one = |_: &Signer| Slot {
        name: name.clone(),
        role: role_of(SignerRole::School.as_str()),
        mark: "typed",
        alt: Spoken::by(template.languages).alt(name),
        at: None,
        strokes: None,
        typed: Some(name.clone()),
    };
    template.signers.iter().filter(|signer| signer.role == SignerRole::School).map(one).collect()
}

/// A place for a signature, with what was given.
fn slot(school: &School, row: &SignerRow, spoken: Spoken) -> Slot {
    let is_signed = row.state == signer::SIGNED;
    let strokes = row.strokes.as_ref().filter(|_| is_signed);
    let strokes = strokes.and_then(|strokes| serde_json::from_value(strokes.0.clone()).ok());
    let typed = match row.state.as_str() {
        signer::SIGNED if strokes.is_none() => row.typed_name.clone(),
        signer::SEALED => Some(row.name.clone()),
        _ => None,
    };
    Slot {
        name: row.typed_name.clone().filter(|_| is_signed).unwrap_or_else(|| row.name.clone()),
        role: role_of(&row.role),
        mark: if strokes.is_some() || (!is_signed && row.state != signer::SEALED) { "drawn" } else { "typed" },
        alt: spoken.alt(&row.name),
        at: row.answered_at.filter(|_| is_signed).map(|at| read_at(school, at)),
        strokes,
        typed,
    }
}

impl Letters {
    /// Draws a letter and seals it, and keeps the file: beside requests, never in a transaction.
    pub(super) async fn make(
        &self,
        school: &School,
        letter: &LetterRow,
        signers: &[SignerRow],
        evidence: Option<(Value, Vec<String>)>,
        key: &SealingKey,
    ) -> Result<Kept, Unmade> {
        let sheet = self.sheet(school, letter, signers, evidence)?;
        let logo = school.logo().map(|logo| logo.png.clone());
        let drawn = self.press.draw(Sheet::Letter, sheet, logo).await.map_err(|undrawn| match undrawn {
            Undrawn::Busy => Unmade::Later(undrawn.into()),
            other => Unmade::Never(other.to_string()),
        })?;
        let reason = format!("{} {}", letter.title.0.en, letter.reference);
        let sealed = self.keys.seals.seal(&drawn, key, self.clock().now_ms(), &reason).map_err(Refusal::internal)?;
        Ok(self.keep_file(school, &sealed, key).await?)
    }

    /// A letter as it is drawn: of what it says, as it was fixed. `evidence` is the certificate of one that all have signed, with the codes of the
    /// consents that were given.
    pub(super) fn sheet(
        &self,
        school: &School,
        letter: &LetterRow,
        signers: &[SignerRow],
        evidence: Option<(Value, Vec<String>)>,
    ) -> Result<Value, StoreError> {
        let (evidence, accepted) = evidence.unzip();
        let sections = sections_of(letter)?;
        let composed = with_sections(school, composed(letter)?, &sections, accepted.as_deref())?;
        let code = check_code(self.secret(), school.id(), &letter.id);
        let address = format!("{}/v/{code}", self.enquiries.origin(school));
        let short = address.trim_start_matches("https://").trim_start_matches("http://").to_owned();
        let (is_signed, spoken) = (evidence.is_some(), Spoken::by(composed.languages));
        let signers = || signers.iter().filter(|row| row.role != READER);
        let asks = signers().any(|row| row.state != signer::SEALED);
        let [en, ar] = UNSIGNED.map(str::to_owned);
        let date: Date = letter.issued_on.parse().map_err(|_| StoreError::Inconsistent {
            table: "family_letters",
            column: "issued_on",
            id: letter.id.to_string(),
        })?;
        let paper = Paper {
            reference: &letter.reference,
            date,
            signers: signers().map(|row| slot(school, row, spoken)).collect(),
            verify: Some(Verify { address, short }),
            mark: (asks && !is_signed).then_some(Text { en, ar }),
            evidence,
        };
        Ok(composed.sheet(school, &paper))
    }

    async fn keep_file(&self, school: &School, sealed: &[u8], key: &SealingKey) -> Result<Kept, Refusal> {
        let (files, id) = (self.enquiries.files(), LetterFileId::new(self.clock(), self.rng()));
        let written = async {
            let mut incoming = files.begin(id.as_str()).await?;
            incoming.write(sealed).await?;
            files.keep(school.id(), id.as_str(), incoming).await
        };
        let storage_key = written.await.map_err(crate::files::refusal)?;
        Ok(Kept {
            sha256: words::sha256_hex(sealed),
            bytes: i64::try_from(sealed.len()).unwrap_or(i64::MAX),
            certificate_sha256: key.certificate_sha256.clone(),
            key: key.id.clone(),
            storage_key,
            id,
        })
    }

    /// A file whose row came to nothing goes at once; where that fails, the sweep takes it.
    pub(super) async fn drop_file(&self, kept: &Kept) {
        if let Err(error) = self.enquiries.files().remove(&kept.storage_key).await {
            tracing::warn!(%error, "a letter's file that nobody needs could not be removed");
        }
    }
}
