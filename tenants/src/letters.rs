//! Letters on paper: the hook by which they are drawn, and what all letters of a school have in common. Rooms say what stands in a letter; the
//! server puts the press behind the hook, and nothing here sees how it draws.

use async_trait::async_trait;
use blocks::catalogue::{LetterKind, field};
use blocks::{Body, Digits, Fact, Hijri, Languages, Row, Style, Unfilled, Value as Filling, Values, body, facts, line};
use bytes::Bytes;
use jiff::ToSpan;
use jiff::civil::Date;
use kernel::{MessageId, Refusal};
use serde::Serialize;
use serde_json::{Value, json};
use words::verdict::Issue;
use words::{Currency, Language, Text};

use crate::bundle::branding::{contrast_with_white, darkened};
use crate::bundle::config::{Digits as SchoolDigits, Flag};
use crate::bundle::family::{Account, BankAccount};
use crate::bundle::letters::LetterTemplate;
use crate::message;
use crate::registry::School;

/// The contrast with white in which a letter's own colour is written.
const READABLE: f64 = 4.5;

/// Seconds after which somebody tries again whom the press could not take.
const BUSY_S: u32 = 2;

/// Draws letters as PDFs.
#[async_trait]
pub trait Press: Send + Sync {
    /// Whether a text can be drawn: for what people typed, before anything is issued.
    fn covers(&self, text: &str) -> Result<(), Vec<char>>;

    /// The second calendar of schools that count by both.
    fn hijri(&self) -> Hijri;

    /// One sheet as a PDF. Takes a core for tens of milliseconds, beside the threads that answer; never call it in a transaction.
    async fn draw(&self, sheet: Sheet, data: Value, logo: Option<Bytes>) -> Result<Vec<u8>, Undrawn>;

    /// Sheets of one school as one PDF, each on pages of its own.
    async fn draw_together(
        &self,
        sheet: Sheet,
        sheets: Vec<Value>,
        title: String,
        logo: Option<Bytes>,
    ) -> Result<Vec<u8>, Undrawn>;
}

/// What is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    /// A letter; with evidence, the certificate of its signatures follows it.
    Letter,
    /// A receipt.
    Receipt,
}

/// Why nothing was drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Undrawn {
    /// As much is being drawn as the server takes at once.
    #[error("as many letters are being drawn as the server takes at once")]
    Busy,
    /// Texts with characters that no font of the letters has.
    #[error("no font has some characters of {}", .0.iter().map(|each| each.pointer.as_str()).collect::<Vec<_>>().join(", "))]
    Uncovered(Vec<Uncovered>),
    /// The data is none of a letter, or larger than one.
    #[error("{0}")]
    Refused(String),
}

impl From<Undrawn> for Refusal {
    fn from(undrawn: Undrawn) -> Self {
        match undrawn {
            Undrawn::Busy => Self::new(MessageId::R012).retry_after(BUSY_S),
            Undrawn::Uncovered(all) => {
                let issue = |each: Uncovered| {
                    let characters: String = each.characters.into_iter().collect();
                    Issue::error(each.pointer, "uncovered").with("characters", characters)
                };
                Self::new(MessageId::L020).errors(all.into_iter().map(issue).collect())
            }
            Undrawn::Refused(cause) => Self::internal(cause),
        }
    }
}

/// A text of a sheet with characters that no font has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncovered {
    /// Where it stands in the sheet's data.
    pub pointer: String,
    /// Each of the characters once.
    pub characters: Vec<char>,
}

/// What a letter says, filled: what is kept, hashed, shown and drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composed {
    /// What it is written in.
    pub languages: Languages,
    /// What lists and the file call it.
    pub title: Text,
    /// The line over its text.
    pub subject: Text,
    /// The lines above it.
    pub facts: Vec<Fact>,
    /// Its text.
    pub body: Body,
}

/// What a sheet has beside its text.
#[derive(Debug, Clone)]
pub struct Paper<'p> {
    /// The paper's number.
    pub reference: &'p str,
    /// Its day.
    pub date: Date,
    /// Who signs, or has signed, in their order.
    pub signers: Vec<Slot>,
    /// Where it is checked.
    pub verify: Option<Verify>,
    /// What stands across it where it is none that counts.
    pub mark: Option<Text>,
    /// The certificate of its signatures, as the sheet takes it.
    pub evidence: Option<Value>,
}

/// A place for a signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Slot {
    /// Whose.
    pub name: String,
    /// As whom: `guardian1`, `guardian2`, `student`, `school`.
    pub role: &'static str,
    /// How it was given: `drawn` or `typed`.
    pub mark: &'static str,
    /// What was drawn, in a box of 600 by 200.
    pub strokes: Option<Vec<Vec<(u16, u16)>>>,
    /// What was typed.
    pub typed: Option<String>,
    /// What is read aloud in its place.
    pub alt: String,
    /// When, as it is read.
    pub at: Option<Text>,
}

/// Where a paper is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verify {
    /// The address that the code says.
    pub address: String,
    /// The address as a person types it.
    pub short: String,
}

/// How a school writes.
#[must_use]
pub fn style(school: &School, hijri: Hijri) -> Style {
    let config = school.config();
    Style {
        language: Language::En,
        digits: if config.digits == SchoolDigits::Arab { Digits::Arab } else { Digits::Latn },
        hijri: (config.hijri == Flag::Y).then_some(hijri),
    }
}

/// The values that every letter of a school has: its name, how it is reached, its currency. `origin` is where the school lives: its website
/// where it names no other.
pub fn fill_school(school: &School, origin: &str, values: &mut Values) {
    let config = school.config();
    let website = config.links.lic_website_url.as_deref().unwrap_or(origin);
    let (_, sender) = message::sender(school, Language::En);
    let mail = config.contact.email.clone().unwrap_or(sender);
    values.set("school", Filling::words(&config.name.en, &config.name.ar));
    values.set("website", Filling::Text(website.to_owned()));
    values.set("mail", Filling::Text(mail));
    values.set("school_phone", Filling::Phone(config.contact.phone.clone().unwrap_or_default()));
    let account = config.bank_account.as_ref().and_then(BankAccount::whole);
    let told = |part: fn(Account) -> Option<String>| Filling::Text(account.clone().and_then(part).unwrap_or_default());
    values.set("account_name", told(|account| Some(account.name)));
    values.set("account_bank", told(|account| Some(account.bank)));
    values.set("account_iban", told(|account| Some(account.iban)));
    values.set("account_bic", told(|account| account.bic));
    if let Some(currency) = Currency::parse(&config.currency) {
        values.set_currency(currency);
    }
}

/// The values that a template itself brings: its conditions and documents with their days, and what it asks to agree to. `from` is the day on
/// which the letter goes out, `until` its last one.
pub fn fill_template(template: &LetterTemplate, from: Date, until: Date, values: &mut Values) {
    let days = |days: u16| from.saturating_add(i64::from(days).days());
    let row = |name: &str, text: &Text, due: Date| {
        Row::from([(name.to_owned(), Filling::words(&text.en, &text.ar)), ("due_on".to_owned(), Filling::Date(due))])
    };
    if let Some(last) = template.conditions.iter().map(|condition| condition.days).max() {
        let rows = template.conditions.iter().map(|one| row("condition", &one.text, days(one.days))).collect();
        values.set("conditions", Filling::List(rows));
        values.set("conditions_due", Filling::Date(days(last)));
    }
    if !template.items.is_empty() {
        let rows = template.items.iter().map(|item| row("document", &item.label, until)).collect();
        values.set("documents", Filling::List(rows));
    }
    if template.kind == LetterKind::Consent {
        values.set("consent_title", Filling::words(&template.title.en, &template.title.ar));
    }
}

/// Fills a template.
pub fn compose(
    template: &LetterTemplate,
    values: &Values,
    languages: Languages,
    style: Style,
) -> Result<Composed, Unfilled> {
    let subject = |language| line(template.subject.get(language), values, style.of(language));
    let fields: Vec<_> = template.facts.iter().filter_map(|name| field(template.kind, name)).collect();
    Ok(Composed {
        languages,
        title: template.title.clone(),
        subject: Text { en: subject(Language::En)?, ar: subject(Language::Ar)? },
        facts: facts(&fields, values, style),
        body: body(&template.body, values, languages, style)?,
    })
}

impl Composed {
    /// The data of its sheet.
    #[must_use]
    pub fn sheet(&self, school: &School, paper: &Paper<'_>) -> Value {
        let spoken = match self.languages {
            Languages::Ar => Language::Ar,
            Languages::En | Languages::Both => Language::En,
        };
        let title = match self.languages {
            Languages::Both => format!("{} · {}", self.title.en, self.title.ar),
            Languages::En | Languages::Ar => self.title.get(spoken).to_owned(),
        };
        let date = paper.date;
        let mut data = json!({
            "title": title,
            "lang": self.languages,
            "date": { "year": date.year(), "month": date.month(), "day": date.day() },
            "digits": school.config().digits,
            "reference": paper.reference,
            "school": letterhead(school, spoken),
            "facts": self.facts,
            "subject": self.subject,
            "body": self.body,
            "signers": paper.signers,
        });
        if let Some(Verify { address, short }) = &paper.verify {
            let alt = match spoken {
                Language::En => format!("QR code with the address {short}"),
                Language::Ar => format!("رمز QR للعنوان {short}"),
            };
            data["verify"] = json!({ "address": address, "short": short, "alt": alt });
        }
        if let Some(mark) = &paper.mark {
            data["mark"] = json!(mark);
        }
        if let Some(evidence) = &paper.evidence {
            data["evidence"] = evidence.clone();
        }
        data
    }
}

/// Name, line and foot of a school's paper in both languages, and the colour of its lines.
fn letterhead(school: &School, spoken: Language) -> Value {
    let config = school.config();
    let colour = &config.branding.colours.primary;
    let tint = if contrast_with_white(colour) < READABLE { darkened(colour, READABLE) } else { colour.clone() };
    let website = config.links.lic_website_url.as_deref().unwrap_or_default();
    let website = website.trim_start_matches("https://").trim_start_matches("http://").trim_end_matches('/');
    let side = |language: Language| {
        let own = config.branding.letterhead.as_ref().map(|line| line.get(language));
        // A number among Arabic keeps its own direction.
        let phone = config.contact.phone.as_ref().map(|phone| match language {
            Language::En => phone.clone(),
            Language::Ar => format!("\u{200E}{phone}\u{200E}"),
        });
        let foot = [phone.as_deref(), config.contact.email.as_deref()];
        json!({
            "name": config.name.get(language),
            "line": own.unwrap_or(website),
            "foot": foot.into_iter().flatten().collect::<Vec<_>>().join(" · "),
        })
    };
    let alt = match spoken {
        Language::En => format!("Logo of {}", config.name.en),
        Language::Ar => format!("شعار {}", config.name.ar),
    };
    json!({ "tint": tint, "logo_alt": alt, "en": side(Language::En), "ar": side(Language::Ar) })
}
