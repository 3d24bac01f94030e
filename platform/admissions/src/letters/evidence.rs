//! The record of a letter: adding to it, and what its certificate shows of it.

use blocks::evidence::{self, Entry, Mark, Moment, Signed, What};
use kernel::{SchoolTx, StoreError};
use serde_json::{Value, json};
use tenants::School;
use words::{Language, Text};

use super::consents::Section;
use super::model::signer;
use super::paper::read_at;
use super::paper::sections_of;
use super::store::{self, LetterRow, SignerRow};
use crate::ids::LetterId;

/// A letter's record as far as it goes.
#[derive(Debug, Clone)]
pub(super) struct Entries {
    letter: LetterId,
    reference: String,
    next: u32,
    head: Option<String>,
    /// Of each entry its text and hash.
    all: Vec<(String, String)>,
    /// How many of them are kept already.
    kept: usize,
}

impl Entries {
    pub async fn of(tx: &mut SchoolTx, letter: &LetterRow) -> Result<Self, StoreError> {
        let rows = store::entries_of(tx, &letter.id).await?;
        let all: Vec<_> = rows.into_iter().map(|row| (row.body, row.hash)).collect();
        Ok(Self {
            letter: letter.id.clone(),
            reference: letter.reference.clone(),
            next: u32::try_from(all.len()).unwrap_or(u32::MAX),
            head: all.last().map(|(_, hash)| hash.clone()),
            kept: all.len(),
            all,
        })
    }

    /// Whether anything happened yet.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The text of each entry, as it was hashed.
    pub fn bodies(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|(body, _)| body.as_str())
    }

    /// The hash that it ends with.
    pub fn head(&self) -> &str {
        self.head.as_deref().unwrap_or_default()
    }

    /// Adds an entry here; [`Self::keep`] writes it down.
    pub fn add(&mut self, at: i64, what: What) -> Result<(), StoreError> {
        let entry = Entry { paper: self.reference.clone(), at: Moment(at), what };
        let stored = evidence::append(self.head.as_deref(), self.next, entry);
        let stored = stored.map_err(|error| StoreError::Broken(error.to_string()))?;
        self.head = Some(stored.hash.clone());
        self.next += 1;
        self.all.push((stored.body, stored.hash));
        Ok(())
    }

    /// Writes down what was added; whoever is second with a place fails.
    pub async fn keep(&mut self, tx: &mut SchoolTx) -> Result<(), StoreError> {
        for (seq, (body, hash)) in (0..).zip(&self.all).skip(self.kept) {
            store::insert_entry(tx, &self.letter, seq, body, hash).await?;
        }
        self.kept = self.all.len();
        Ok(())
    }

    /// Who signed, when, and the hash of the entry, in the order in which they did.
    fn signatures(&self) -> Vec<(Signed, i64, String)> {
        let read = |(body, hash): &(String, String)| {
            let entry: Entry = serde_json::from_str(body).ok()?;
            match entry.what {
                What::Signed(signed) => Some((*signed, entry.at.0, hash.clone())),
                _ => None,
            }
        };
        self.all.iter().filter_map(read).collect()
    }

    /// The codes of what was agreed to.
    pub fn agreed(&self) -> Vec<String> {
        let all = self.signatures().into_iter().flat_map(|(signed, ..)| signed.agreed);
        all.map(|agreed| agreed.code).collect()
    }

    /// The certificate of its signatures, as the sheet takes it. What was drawn stands with the signers.
    pub fn certificate(&self, school: &School, letter: &LetterRow, document: &str, signers: &[SignerRow]) -> Value {
        let one = |(signed, at, hash): (Signed, i64, String)| {
            let row = signers.iter().find(|row| row.role == signed.role && row.state == signer::SIGNED);
            let is_drawn = signed.mark == Mark::Drawn;
            let strokes = row.and_then(|row| row.strokes.as_ref()).map(|strokes| strokes.0.clone());
            let agreed = agreed_text(letter, &signed);
            let device = signed.agent.unwrap_or_default();
            let device = [device.as_str(), &format!("network {}", signed.network)];
            let device: Vec<&str> = device.into_iter().filter(|part| !part.is_empty()).collect();
            json!({
                "name": signed.name,
                "role": signed.role,
                "strokes": if is_drawn { strokes } else { None },
                "typed": signed.name,
                "alt": format!("Signature of {}", signed.name),
                "at": read_at(school, at),
                "mark": if is_drawn { "drawn" } else { "typed" },
                "event": hash,
                "device": device.join(" · "),
                "agreed": agreed,
                "how": how(signed.how.by),
            })
        };
        let signers: Vec<Value> = self.signatures().into_iter().map(one).collect();
        json!({
            "document_sha256": document,
            "text_sha256": letter.text_sha256,
            "head": self.head(),
            "signers": signers,
        })
    }
}

/// What somebody agreed to, as the certificate says it: the letter, or of consents those that were given and those that were refused.
fn agreed_text(letter: &LetterRow, signed: &Signed) -> Text {
    let sections = sections_of(letter).unwrap_or_default();
    if sections.is_empty() {
        return letter.title.0.clone();
    }
    let is_given = |section: &&Section| signed.agreed.iter().any(|agreed| agreed.code == section.code);
    let (given, refused): (Vec<&Section>, Vec<&Section>) = sections.iter().partition(is_given);
    let titles = |some: &[&Section], language: Language| {
        let (comma, none) = if language == Language::Ar { ("، ", "لا شيء") } else { (", ", "nothing") };
        let all: Vec<&str> = some.iter().map(|section| section.title.get(language)).collect();
        if all.is_empty() { none.to_owned() } else { all.join(comma) }
    };
    let [en, ar] = [Language::En, Language::Ar].map(|language| [titles(&given, language), titles(&refused, language)]);
    Text { en: format!("{}. Refused: {}", en[0], en[1]), ar: format!("{}. المرفوض: {}", ar[0], ar[1]) }
}

fn how(by: evidence::KnownBy) -> Text {
    let [en, ar] = match by {
        evidence::KnownBy::Account => ["Account of the family", "حساب الأسرة"],
        evidence::KnownBy::Link => [
            "Link of their own, and what only the family knows of the child",
            "رابط خاص بالموقّع، ومعلومة عن الطفل لا تعرفها إلا الأسرة",
        ],
    };
    Text { en: en.to_owned(), ar: ar.to_owned() }
}
