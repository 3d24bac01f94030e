//! Answers of an application as its file shows them: each in its section, under its question in both languages, with words for what is chosen,
//! and with as much of it as the reader may see.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use form::{Field, FieldKind, FormDocument, OutlineField, What, Who, last_four};
use jiff::civil::Date;
use serde_json::Value;
use words::language::display_date;
use words::money::{Currency, Money, display_money};
use words::{Language, Text, countries};

use super::model::{HEALTH, Section};

/// An answer as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    pub field: String,
    pub label: Text,
    /// As it is stored, so far as it is shown.
    pub value: Value,
    /// In words, where the value is none.
    pub display: Option<Text>,
    /// Whether not all of it is shown.
    pub is_masked: bool,
}

/// What is shown, and to whom.
pub struct Reading<'a> {
    pub document: &'a FormDocument,
    /// The answers as the reader sees them, as the family corrected them since.
    pub values: &'a Value,
    /// All that was sent: that there is an answer which the reader does not see, and nothing else, is told of it.
    pub sent: &'a Value,
    /// Whether an audience is the reader's.
    pub reads: &'a (dyn Fn(&str) -> bool + Send + Sync),
    /// Whether the reader said why what is medical is to be shown.
    pub is_reasoned: bool,
}

/// A question, in both languages.
struct Question {
    label: Text,
    /// As [`OutlineField`] calls it.
    kind: String,
    choices: Vec<(Value, Text)>,
    currency: Option<Currency>,
}

impl Answered {
    /// Something that is known besides, under a name and a label of ours.
    pub fn fact(field: &str, [en, ar]: [&str; 2], value: impl Into<Value>, display: Option<Text>) -> Self {
        let label = Text { en: en.to_owned(), ar: ar.to_owned() };
        Self { field: field.to_owned(), label, value: value.into(), display, is_masked: false }
    }
}

/// The answers of some sections, each in the form's order.
#[must_use]
pub fn answers(reading: &Reading<'_>, wanted: &BTreeSet<Section>) -> BTreeMap<Section, Vec<Answered>> {
    let of_answers = [Section::Personal, Section::Guardians, Section::Academic, Section::Medical, Section::Consents];
    let mut found: BTreeMap<Section, Vec<Answered>> = of_answers
        .into_iter()
        .filter(|section| wanted.contains(section))
        .map(|section| (section, Vec::new()))
        .collect();
    if found.is_empty() {
        return found;
    }
    let (asked, steps) = (questions(reading.document), steps(reading.document));
    for field in reading.document.fields() {
        let Some(section) = section_of(reading.document, field, &steps) else { continue };
        if let Some(list) = found.get_mut(&section) {
            list.extend(answer(reading, field, section, &asked));
        }
    }
    found
}

/// An answer as its reader sees it; none where there is none to tell of.
fn answer(
    reading: &Reading<'_>,
    field: &Field,
    section: Section,
    asked: &HashMap<String, Question>,
) -> Option<Answered> {
    let question = asked.get(&field.name)?;
    let hidden = || Answered {
        field: field.name.clone(),
        label: question.label.clone(),
        value: Value::Null,
        display: None,
        is_masked: true,
    };
    let is_seen = field.audience.as_deref().is_none_or(reading.reads);
    if !is_seen {
        // One that shows under a condition would tell which answer made it show.
        let is_told = !field.conditional && reading.sent.get(&field.name).is_some();
        return is_told.then(hidden);
    }
    let value = reading.values.get(&field.name)?;
    if section == Section::Medical && !reading.is_reasoned {
        return Some(hidden());
    }
    let is_masked = reading.document.is_identity_number(field);
    let (value, display) = if is_masked {
        (masked(value), None)
    } else if field.kind == FieldKind::Group {
        let items = plain_items(field, value);
        let told = Language::ALL.map(|language| items_in_words(field, &items, asked, language));
        (items, pair(told))
    } else {
        (value.clone(), display(question, value))
    };
    Some(Answered { field: field.name.clone(), label: question.label.clone(), value, display, is_masked })
}

/// Where an answer stands; none for what takes no answer and for files, which are documents.
fn section_of(document: &FormDocument, field: &Field, steps: &[Option<Section>]) -> Option<Section> {
    if matches!(field.kind, FieldKind::Note | FieldKind::Upload | FieldKind::Uploads) {
        return None;
    }
    if field.audience.as_deref() == Some(HEALTH) {
        return Some(Section::Medical);
    }
    if field.declares || (field.kind == FieldKind::Boolean && has_word(&field.name, "consent")) {
        return Some(Section::Consents);
    }
    let told = document.told_by(&field.name);
    let of_step = || steps.get(field.step).copied().flatten().unwrap_or(Section::Academic);
    Some(told.map_or_else(of_step, |(who, what)| of_person(who, what)))
}

fn of_person(who: Who, what: What) -> Section {
    match (who, what) {
        (_, What::Grade | What::SchoolYear) => Section::Academic,
        (Who::Child | Who::Contact, _) => Section::Personal,
        (Who::Guardian | Who::SecondGuardian, _) => Section::Guardians,
    }
}

/// Of each step whom it asks about, where that is one and the same: what it asks besides is told of them too.
fn steps(document: &FormDocument) -> Vec<Option<Section>> {
    let of_step = |at: usize| {
        let own = document.fields().iter().filter(|field| field.step == at);
        let told = own.filter_map(|field| document.told_by(&field.name));
        let about: BTreeSet<Section> =
            told.map(|(who, what)| of_person(who, what)).filter(|section| *section != Section::Academic).collect();
        if about.len() == 1 { about.into_iter().next() } else { None }
    };
    (0..document.steps().count()).map(of_step).collect()
}

/// What of a form is told of whom, as items of a child's profile name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// Who answers for the child.
    Guardian,
    /// Brothers and sisters.
    Sibling,
}

/// The fields of a form that tell of somebody.
#[must_use]
pub fn fields_about(document: &FormDocument, whom: Told) -> Vec<&str> {
    let steps = steps(document);
    let is_about = |field: &&Field| {
        let is_sibling = has_word(&field.name, "sibling") || has_word(&field.name, "siblings");
        match whom {
            Told::Guardian => !is_sibling && section_of(document, field, &steps) == Some(Section::Guardians),
            Told::Sibling => is_sibling && section_of(document, field, &steps).is_some(),
        }
    };
    document.fields().iter().filter(is_about).map(|field| field.name.as_str()).collect()
}

/// The question for a photo of the child that all staff see; none where the form asks for none.
#[must_use]
pub fn photo_field(document: &FormDocument) -> Option<&str> {
    let is_photo = |field: &&Field| {
        matches!(field.kind, FieldKind::Upload | FieldKind::Uploads)
            && has_word(&field.name, "photo")
            && field.audience.is_none()
    };
    document.fields().iter().find(is_photo).map(|field| field.name.as_str())
}

/// Whether a field's name has a word in it, as names are written: `photo_consent`.
pub fn has_word(name: &str, word: &str) -> bool {
    name.split(['_', '-']).any(|part| part == word)
}

/// What an identity number shows.
fn masked(value: &Value) -> Value {
    value.as_str().map_or(Value::Null, |number| last_four(number).into())
}

/// The items of a repeated group without its files, and of identity numbers the end.
fn plain_items(group: &Field, value: &Value) -> Value {
    let one = |item: &Value| {
        let mut item = item.clone();
        if let Some(members) = item.as_object_mut() {
            for field in &group.items {
                if matches!(field.kind, FieldKind::Upload | FieldKind::Uploads) {
                    members.shift_remove(&field.name);
                } else if let Some(number) = members.get_mut(&field.name).filter(|_| field.is_identity_number()) {
                    *number = masked(number);
                }
            }
        }
        item
    };
    Value::Array(value.as_array().into_iter().flatten().map(one).collect())
}

/// The items of a repeated group in one text: `Name: Omar, Grade: KG1; Name: Layla`.
fn items_in_words(
    group: &Field,
    items: &Value,
    asked: &HashMap<String, Question>,
    language: Language,
) -> Option<String> {
    let (comma, semicolon) = if language == Language::Ar { ("، ", "؛ ") } else { (", ", "; ") };
    let one = |item: &Value| -> String {
        let told = group.items.iter().filter_map(|field| {
            let (question, value) = (asked.get(&format!("{}.{}", group.name, field.name))?, item.get(&field.name)?);
            Some(format!("{}: {}", question.label.get(language), in_words(question, value, language)))
        });
        told.collect::<Vec<_>>().join(comma)
    };
    let lines: Vec<String> = items.as_array().into_iter().flatten().map(one).filter(|line| !line.is_empty()).collect();
    (!lines.is_empty()).then(|| lines.join(semicolon))
}

/// Words of what is chosen, of a country and of an amount; none for what is read as it stands.
fn display(question: &Question, value: &Value) -> Option<Text> {
    let is_code = !question.choices.is_empty() || question.kind == "country" || question.currency.is_some();
    if !is_code {
        return None;
    }
    let [en, ar] = Language::ALL.map(|language| in_words(question, value, language));
    Some(Text { en, ar })
}

fn pair(told: [Option<String>; 2]) -> Option<Text> {
    let [Some(en), Some(ar)] = told else { return None };
    Some(Text { en, ar })
}

/// A value as people read it.
fn in_words(question: &Question, value: &Value, language: Language) -> String {
    if let Some((_, words)) = question.choices.iter().find(|(known, _)| known == value) {
        return words.get(language).to_owned();
    }
    match value {
        Value::Array(items) => {
            let comma = if language == Language::Ar { "، " } else { ", " };
            items.iter().map(|item| in_words(question, item, language)).collect::<Vec<_>>().join(comma)
        }
        Value::Bool(yes) => {
            let words = if *yes { ["Yes", "نعم"] } else { ["No", "لا"] };
            words[language as usize].to_owned()
        }
        Value::Number(number) => {
            let amount = question.currency.zip(number.as_i64()).map(|(of, minor)| Money::new(minor, of));
            amount.map_or_else(|| number.to_string(), |amount| display_money(amount, language))
        }
        Value::String(text) if question.kind == "country" => countries::name(text, language).unwrap_or(text).to_owned(),
        Value::String(text) if question.kind == "date" => {
            text.parse::<Date>().map_or_else(|_| text.clone(), |day| display_date(day, language))
        }
        Value::String(text) => text.clone(),
        Value::Null | Value::Object(_) => String::new(),
    }
}

/// The questions of a form by their names, those of a repeated group as `group.field`.
fn questions(document: &FormDocument) -> HashMap<String, Question> {
    let [en, ar] = Language::ALL.map(|language| document.outline(language));
    let label = |one: &str, name: &str| if one.is_empty() { name.to_owned() } else { one.to_owned() };
    let both = |(en, ar): (OutlineField, OutlineField)| {
        let choices = en.options.into_iter().zip(ar.options);
        let question = Question {
            label: Text { en: label(&en.label, &en.name), ar: label(&ar.label, &ar.name) },
            choices: choices.map(|(en, ar)| (en.value, Text { en: en.label, ar: ar.label })).collect(),
            currency: en.rules.get("x-money").and_then(Value::as_str).and_then(Currency::parse),
            kind: en.r#type,
        };
        (en.name, question)
    };
    en.into_iter().zip(ar).map(both).collect()
}
