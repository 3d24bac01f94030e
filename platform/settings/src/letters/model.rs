//! Templates as the desk shows them, and what stands in a letter that goes to nobody.

use blocks::catalogue::{Field, FieldKind, LetterKind, fields, sample};
use blocks::{Fact, Languages, Style, Value as Filling, Values, line};
use jiff::ToSpan;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::Value;
use tenants::School;
use tenants::bundle::letters::{LetterTemplate, SignerRole};
use tenants::letters::{Slot, fill_school, fill_template};
use utoipa::ToSchema;
use words::{Currency, Language, Text};

/// What stands across a letter that goes to nobody.
pub(super) const SPECIMEN: [&str; 2] = ["SPECIMEN", "نموذج"];
/// Its number.
pub(super) const REFERENCE: &str = "SPECIMEN-00417";
/// The code by which it would be checked.
pub(super) const CODE: &str = "0000-0000-0000";
/// Days for which its offer stands.
const STANDS_DAYS: i64 = 14;

/// A template of letters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LetterItem)]
pub struct Item {
    /// Its stable name, which families' addresses call `sims_criteria_code`.
    pub code: String,
    /// The file that an edit names.
    pub file: String,
    /// What the letter is for.
    pub kind: LetterKind,
    /// What lists call it.
    pub title: Text,
    /// What its paper is written in.
    pub languages: Languages,
    /// Which wording it is: letters that went out name theirs.
    pub version: String,
}

/// What letters of a kind may name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LetterKindFields {
    /// The kind.
    pub kind: LetterKind,
    /// Its fields, as the editor lists them.
    pub fields: Vec<LetterField>,
}

/// A field that a text may name: `{{name}}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LetterField {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: FieldKind,
    /// What it is called.
    pub label: Text,
    /// What it reads like in a letter that goes to nobody; empty for a list.
    pub sample: Text,
    /// The codes that a condition can ask for, in that letter; others there are as well.
    pub code: Option<String>,
    /// The fields of each of its entries, where it is a list.
    pub entries: Vec<LetterEntryField>,
}

/// A field of each entry of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LetterEntryField {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: FieldKind,
    /// What it is called.
    pub label: Text,
    /// What it reads like in the first entry of a letter that goes to nobody.
    pub sample: Text,
}

/// A letter as families will see it, filled with an example.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct LetterPage {
    /// What lists call it.
    pub title: Text,
    /// The line over its text.
    pub subject: Text,
    /// What it is written in.
    pub languages: Languages,
    /// The lines above its text: label, value, and a day in the other calendar, in each language.
    #[schema(value_type = Vec<Object>)]
    pub facts: Vec<Fact>,
    /// Its filled text: blocks in one language, or of both beside one another.
    pub body: Value,
    /// Who signs it, in their order.
    pub signers: Vec<LetterPageSigner>,
}

/// Somebody who signs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LetterPageSigner {
    /// As whom: `guardian1`, `guardian2`, `student`, `school`.
    pub role: &'static str,
    /// A name.
    pub name: String,
}

impl Item {
    /// A template in a list.
    pub(super) fn new(code: &str, template: &LetterTemplate) -> Self {
        Self {
            code: code.to_owned(),
            file: format!("letters/{code}.json"),
            kind: template.kind,
            title: template.title.clone(),
            languages: template.languages,
            version: template.version(),
        }
    }
}

/// What every kind of letter may name, with examples in the school's currency and digits.
pub(super) fn catalogue(currency: Currency, style: Style) -> Vec<LetterKindFields> {
    let of_kind = |kind: LetterKind| {
        let values = sample(kind, currency);
        LetterKindFields { kind, fields: fields(kind).iter().map(|field| of_field(field, &values, style)).collect() }
    };
    LetterKind::ALL.into_iter().map(of_kind).collect()
}

fn of_field(field: &Field, values: &Values, style: Style) -> LetterField {
    let row = values.list(field.name).and_then(<[_]>::first);
    let of_entry = |entry: &Field| {
        let value = row.and_then(|row| row.get(entry.name)).cloned();
        let values = value.map_or_else(Values::new, |value| Values::new().with(entry.name, value));
        let (name, label) = (entry.name.to_owned(), label(entry));
        LetterEntryField { name, kind: entry.kind, label, sample: read(entry, &values, style) }
    };
    LetterField {
        name: field.name.to_owned(),
        kind: field.kind,
        label: label(field),
        sample: match field.kind {
            FieldKind::List => Text { en: String::new(), ar: String::new() },
            _ => read(field, values, style),
        },
        code: values.get(field.name).and_then(Filling::code).map(str::to_owned),
        entries: field.entries.iter().map(of_entry).collect(),
    }
}

fn label(field: &Field) -> Text {
    Text { en: field.en.to_owned(), ar: field.ar.to_owned() }
}

fn read(field: &Field, values: &Values, style: Style) -> Text {
    let in_language =
        |language| line(&format!("{{{{{}}}}}", field.name), values, style.of(language)).unwrap_or_default();
    Text { en: in_language(Language::En), ar: in_language(Language::Ar) }
}

/// Values of nobody, for a template of a school on a day.
pub(super) fn example(
    school: &School,
    origin: &str,
    currency: Currency,
    template: &LetterTemplate,
    today: Date,
) -> Values {
    let mut values = sample(template.kind, currency);
    fill_school(school, origin, &mut values);
    values.set("reference", Filling::Text(REFERENCE.to_owned()));
    let until = today.saturating_add(STANDS_DAYS.days());
    for (name, day) in [("letter_date", today), ("offer_date", today), ("expires_on", until)] {
        if values.get(name).is_some() {
            values.set(name, Filling::Date(day));
        }
    }
    fill_template(template, today, until, &mut values);
    values
}

/// Places for signatures in their order, with names of nobody.
pub(super) fn slots(template: &LetterTemplate, values: &Values, language: Language) -> Vec<Slot> {
    let mut signers: Vec<_> = template.signers.iter().collect();
    signers.sort_by_key(|signer| signer.order);
    let named = |field: &str| line(&format!("{{{{{field}}}}}"), values, Style::new(language)).unwrap_or_default();
    let slot = |role: SignerRole| {
        let name = match role {
            SignerRole::Guardian1 => named("guardian_name"),
            SignerRole::Guardian2 => SECOND_GUARDIAN[usize::from(language == Language::Ar)].to_owned(),
            SignerRole::Student => named("child_name"),
            SignerRole::School => named("school"),
        };
        let alt = match language {
            Language::En => format!("Place for the signature of {name}"),
            Language::Ar => format!("مكان توقيع {name}"),
        };
        Slot { name, role: role.as_str(), mark: "drawn", strokes: None, typed: None, alt, at: None }
    };
    signers.into_iter().map(|signer| slot(signer.role)).collect()
}

const SECOND_GUARDIAN: [&str; 2] = ["Mariam Al-Ali", "مريم العلي"];
