//! Who a form's answers are about: the document's `subject` says which answer is whose name, birth date or number. Nothing is guessed
//! from a field's name.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;
use words::problem::{Problem, child};

use super::FormDocument;
use super::answer_facts::filled;
use super::check::Definition;
use super::ids;

/// Whom an answer tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// Whoever is applied for, of any age.
    Child,
    /// Who answers for the child.
    Guardian,
    /// Another one.
    SecondGuardian,
    /// Who speaks for themselves or for an organisation, and for no child.
    Contact,
}

/// What an answer tells of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// The name.
    Name,
    /// The name in Arabic, where the form asks for two.
    NameAr,
    /// Date of birth.
    Dob,
    /// The grade or programme that is applied for.
    Grade,
    /// The school year that is applied for.
    SchoolYear,
    /// What a guardian is to the child.
    Relation,
    /// E-mail address.
    Email,
    /// Telephone.
    Phone,
    /// Civil or national number.
    NationalId,
    /// Passport.
    Passport,
}

const WHO: [(&str, Who); 4] = [
    ("child", Who::Child),
    ("guardian", Who::Guardian),
    ("second_guardian", Who::SecondGuardian),
    ("contact", Who::Contact),
];
const WHAT: [(&str, What); 10] = [
    ("name", What::Name),
    ("name_ar", What::NameAr),
    ("dob", What::Dob),
    ("grade", What::Grade),
    ("school_year", What::SchoolYear),
    ("relation", What::Relation),
    ("email", What::Email),
    ("phone", What::Phone),
    ("national_id", What::NationalId),
    ("passport", What::Passport),
];

/// Somebody whom a form's answers name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub who: Who,
    /// Their names as they were written, the one to be called by first; never empty.
    pub names: Vec<String>,
    /// Date of birth, `YYYY-MM-DD`.
    pub dob: Option<String>,
    /// What a guardian is to the child, as the form's choices call it.
    pub relation: Option<String>,
    /// `(kind, normalised value)` of what is theirs alone: e-mail, telephone, numbers.
    pub keys: Vec<(&'static str, String)>,
}

/// Somebody who can be written to or called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    pub who: Who,
    pub name: Option<String>,
    pub email: Option<String>,
    /// As it was written.
    pub phone: Option<String>,
}

impl Who {
    /// As a document's `subject` calls them.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        WHO.iter().find(|(_, who)| *who == self).map_or("contact", |(name, _)| name)
    }
}

impl What {
    /// The kind of key that such an answer is.
    fn key(self) -> Option<&'static str> {
        match self {
            Self::Email => Some("email"),
            Self::Phone => Some("phone"),
            Self::NationalId => Some("national_id"),
            Self::Passport => Some("passport"),
            _ => None,
        }
    }

    /// What a field has to be to tell it: a sentence for its author, if it is not.
    fn unfit(self, schema: &Value) -> Option<&'static str> {
        let format = schema.get("format").and_then(Value::as_str);
        let is_choice = schema.get("oneOf").is_some() || schema.get("enum").is_some();
        let (fits, wanted) = match self {
            Self::Name | Self::NameAr => (format.is_none() && !is_choice, "a text without \"format\" and choices"),
            Self::Dob => (format == Some("date"), "\"format\": \"date\""),
            Self::Grade | Self::SchoolYear | Self::Relation => (format.is_none(), "a text or a choice"),
            Self::Email => (format == Some("email"), "\"format\": \"email\""),
            Self::Phone => (format == Some("phone"), "\"format\": \"phone\""),
            Self::NationalId => (
                !is_choice && format.is_none_or(|format| format == "national-id" || ids::OF_DIGITS.contains(&format)),
                "a text, or the format of a national id",
            ),
            Self::Passport => (format.is_none() && !is_choice, "a text without \"format\" and choices"),
        };
        let is_text = schema.get("type").and_then(Value::as_str) == Some("string");
        (!is_text || !fits).then_some(wanted)
    }
}

/// What may be told of whom.
fn may_tell(who: Who, what: What) -> bool {
    match what {
        What::Grade | What::SchoolYear => who == Who::Child,
        What::Relation => matches!(who, Who::Guardian | Who::SecondGuardian),
        What::Dob => matches!(who, Who::Child | Who::Contact),
        _ => true,
    }
}

pub(super) fn read(key: &str) -> Option<(Who, What)> {
    let (who, what) = key.split_once('.')?;
    let (_, who) = WHO.iter().find(|(name, _)| *name == who)?;
    let (_, what) = WHAT.iter().find(|(name, _)| *name == what)?;
    may_tell(*who, *what).then_some((*who, *what))
}

/// Every key of a `subject`.
pub(super) fn keys() -> impl Iterator<Item = String> {
    WHO.iter().flat_map(|(who, is)| {
        WHAT.iter().filter(|(_, what)| may_tell(*is, *what)).map(move |(what, _)| format!("{who}.{what}"))
    })
}

/// Whether a `subject` names fields that are there and fit.
pub(super) fn check(subject: &BTreeMap<String, String>, defined: &[Definition<'_>], problems: &mut Vec<Problem>) {
    let mut placed = HashSet::new();
    for (key, name) in subject {
        let at = child("/subject", key);
        let Some((_, what)) = read(key) else {
            let problem = Problem::key(at, "unknownKey", format!("`{key}` says nothing that is known of anybody"));
            problems.push(problem.hint(format!("known here: {}", keys().collect::<Vec<_>>().join(", "))));
            continue;
        };
        let found = defined.iter().find(|definition| definition.name == *name);
        let Some(field) = found else {
            let problem = Problem::new(at, "unknownFieldName", format!("no field `{name}`"));
            problems.push(problem.hint("name a field of the form, none of a repeated group"));
            continue;
        };
        if let Some(wanted) = what.unfit(field.schema) {
            let problem = Problem::new(at, "badSubject", format!("`{name}` cannot be `{key}`"));
            problems.push(problem.hint(format!("it has to be {wanted}")));
        } else if !placed.insert(name) {
            problems.push(Problem::new(at, "duplicateField", format!("`{name}` is said to be something else already")));
        }
    }
}

impl FormDocument {
    /// The field that tells something of somebody.
    #[must_use]
    pub fn field_of(&self, who: Who, what: What) -> Option<&str> {
        let found = self.raw.subject.iter().find(|(key, _)| read(key) == Some((who, what)));
        found.map(|(_, field)| field.as_str())
    }

    /// The name in Arabic of whom [`person`](Self::person) names, where the form asks for both and that is the other one.
    #[must_use]
    pub fn person_ar(&self, values: &Value) -> Option<String> {
        let named_by = self.raw.person.iter().find(|field| filled(values, field).is_some())?;
        let (_, who) = WHO.iter().find(|(_, who)| self.field_of(*who, What::Name) == Some(named_by.as_str()))?;
        filled(values, self.field_of(*who, What::NameAr)?)
    }

    /// Who the answers are about. Nobody is here without a name: there is nothing that they could be called or found by. A document that
    /// says nothing of anybody tells whom its `person` names, and nothing else of them.
    #[must_use]
    pub fn named(&self, values: &Value) -> Vec<Named> {
        if self.raw.subject.is_empty() {
            let names: Vec<String> = self.person(values).into_iter().collect();
            let silent = Named { who: Who::Child, names, dob: None, relation: None, keys: Vec::new() };
            return if silent.names.is_empty() { Vec::new() } else { vec![silent] };
        }
        WHO.iter().filter_map(|(_, who)| self.one_named(*who, values)).collect()
    }

    /// Who can be written to or called about the answers, the first to be asked first. A document that says nothing of anybody tells where
    /// its confirmation goes.
    #[must_use]
    pub fn contacts(&self, values: &Value) -> Vec<Contact> {
        let one = |who: Who| {
            let told = |what| filled(values, self.field_of(who, what)?);
            let (email, phone) = (told(What::Email), told(What::Phone));
            let name = told(What::Name).or_else(|| told(What::NameAr));
            (email.is_some() || phone.is_some()).then_some(Contact { who, name, email, phone })
        };
        let found: Vec<_> = [Who::Guardian, Who::SecondGuardian, Who::Contact].into_iter().filter_map(one).collect();
        if !found.is_empty() {
            return found;
        }
        let to = self.confirmation(values);
        to.map(|to| Contact { who: Who::Contact, name: to.name, email: Some(to.email), phone: None })
            .into_iter()
            .collect()
    }

    fn one_named(&self, who: Who, values: &Value) -> Option<Named> {
        let told = |what| filled(values, self.field_of(who, what)?);
        let names: Vec<String> = [What::Name, What::NameAr].into_iter().filter_map(told).collect();
        if names.is_empty() {
            return None;
        }
        let kinds = WHAT.iter().filter_map(|(_, what)| Some((*what, what.key()?)));
        let keys = kinds.filter_map(|(what, kind)| Some((kind, words::text::comparable(kind, &told(what)?))));
        Some(Named {
            who,
            names,
            dob: told(What::Dob),
            relation: told(What::Relation),
            keys: keys.filter(|(_, value)| !value.is_empty()).collect(),
        })
    }
}
