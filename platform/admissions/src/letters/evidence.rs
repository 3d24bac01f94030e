//! The record of a letter: adding to it, and what its certificate shows of it.

use blocks::Languages;
use blocks::evidence::{self, Asked, Channel, Entry, How, KnownBy, Mark, Moment, Signed, What};
use kernel::{SchoolTx, StoreError};
use serde_json::{Value, json};
use tenants::School;
use words::{Language, Text};

use super::consents::Section;
use super::model::signer;
use super::paper::{composed, read_at, sections_of};
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
        let spoken = Spoken::of(letter);
        let one = |(signed, at, hash): (Signed, i64, String)| {
            let row = signers.iter().find(|row| row.role == signed.role && row.state == signer::SIGNED);
            let is_drawn = signed.mark == Mark::Drawn;
            let strokes = row.and_then(|row| row.strokes.as_ref()).map(|strokes| strokes.0.clone());
            let agreed = agreed_text(letter, &signed);
            let device = device(signed.agent.as_deref(), &signed.network);
            json!({
                "name": signed.name,
                "role": signed.role,
                "strokes": if is_drawn { strokes } else { None },
                "typed": signed.name,
                "alt": spoken.alt(&signed.name),
                "at": read_at(school, at),
                "mark": if is_drawn { "drawn" } else { "typed" },
                "event": hash,
                "device": device,
                "agreed": agreed,
                "how": how(&signed.how),
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

/// Browser and system, and the network, as the certificate says them.
fn device(agent: Option<&str>, network: &str) -> Text {
    let agent = agent.unwrap_or_default();
    let joined =
        |agent: String, network: String| if agent.is_empty() { network } else { format!("{agent} · {network}") };
    Text {
        en: joined(agent.to_owned(), format!("network {network}")),
        // Names stay as they are.
        ar: joined(agent.replacen(" on ", " على ", 1), format!("الشبكة {network}")),
    }
}

/// How a signer was known: where the link went, and what they said beside it.
fn how(how: &How) -> Text {
    if how.by == KnownBy::Account {
        return Text { en: "Account of the family".to_owned(), ar: "حساب الأسرة".to_owned() };
    }
    let code = how.code_to.zip(how.hint.as_deref());
    let link = how.link_to.as_ref();
    // Whoever reads that mailbox has both.
    if let Some((link, (by, hint))) = link.zip(code).filter(|(link, (by, hint))| link.by == *by && link.hint == *hint) {
        let [en, ar] = place(by, hint, link.shared);
        return Text {
            en: format!("A link and a code, both sent to {en}"),
            ar: format!("رابط ورمز أُرسلا كلاهما إلى {ar}"),
        };
    }
    let [link_en, link_ar] = match link {
        Some(link) => {
            let [en, ar] = place(link.by, &link.hint, link.shared);
            [format!("A link sent to {en}"), format!("رابط أُرسل إلى {ar}")]
        }
        None => ["A link of their own".to_owned(), "رابط خاص بالموقّع".to_owned()],
    };
    let [said_en, said_ar] = match (code, how.asked) {
        (Some((by, hint)), _) => {
            let [en, ar] = place(by, hint, false);
            [format!("a code sent to {en}"), format!("رمز أُرسل إلى {ar}")]
        }
        (None, Some(Asked::BirthDate)) => ["the date of birth".to_owned(), "تاريخ الميلاد".to_owned()],
        (None, Some(Asked::Phone)) => {
            ["the phone number that the family gave".to_owned(), "رقم الهاتف الذي ذكرته الأسرة".to_owned()]
        }
        (None, None) => ["what only the family knows".to_owned(), "معلومة لا تعرفها إلا الأسرة".to_owned()],
    };
    let [for_en, for_ar] = match &how.said_for {
        Some(letter) => [format!(" (given for the letter {letter})"), format!(" (للخطاب \u{200E}{letter})")],
        None => [String::new(), String::new()],
    };
    Text { en: format!("{link_en}, and {said_en}{for_en}"), ar: format!("{link_ar}، و{said_ar}{for_ar}") }
}

/// A mailbox or a telephone by its last signs.
fn place(by: Channel, hint: &str, is_shared: bool) -> [String; 2] {
    let [en, ar] = match (by, is_shared) {
        (Channel::Mail, false) => ["the e-mail address", "البريد الإلكتروني"],
        (Channel::Sms, false) => ["the phone", "الهاتف"],
        (Channel::Mail, true) => ["the first guardian's e-mail address", "بريد ولي الأمر الأول الإلكتروني"],
        (Channel::Sms, true) => ["the first guardian's phone", "هاتف ولي الأمر الأول"],
    };
    // Read from the left, whatever stands around it.
    [format!("{en} {hint}"), format!("{ar} \u{200E}{hint}")]
}

/// The language in which a paper is read aloud.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spoken(Language);

impl Spoken {
    /// Of a letter: the one that it is written in, of both the first.
    pub fn of(letter: &LetterRow) -> Self {
        Self::by(composed(letter).map_or(Languages::Both, |said| said.languages))
    }

    pub fn by(languages: Languages) -> Self {
        Self(if languages == Languages::Ar { Language::Ar } else { Language::En })
    }

    /// What is read aloud in place of somebody's signature.
    pub fn alt(self, name: &str) -> String {
        match self.0 {
            Language::Ar => format!("توقيع {name}"),
            Language::En => format!("Signature of {name}"),
        }
    }
}
