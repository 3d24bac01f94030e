//! What the staff's list shows of a submission beside whom it is about: the grade, the school year, and who answers for the child.

use serde_json::Value;
use words::problem::Problem;
use words::verdict::{Computed, Kind as Shape};
use words::{Language, Text};

use super::answer_facts::filled;
use super::field::FieldKind;
use super::raw::RawDocument;
use super::subject::{What, Who};
use super::{FormDocument, Kind, check};

/// What a row of the list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    pub grade: Option<Told>,
    pub school_year: Option<Told>,
    pub guardian: Option<String>,
}

/// A grade or a school year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// As it is called.
    pub label: Text,
    /// Whether it is one of those that the form or its rules know, and not what somebody typed freely.
    pub is_choice: bool,
}

/// Whether what the list is to show of the rules' word can be there, and may be read by everybody.
pub(super) fn check(raw: &RawDocument, kind: Kind, problems: &mut Vec<Problem>) {
    for (of, keys) in [("grade", &raw.listed.grade), ("school_year", &raw.listed.school_year)] {
        for (index, key) in keys.iter().enumerate() {
            let at = format!("/listed/{of}/{index}");
            let kept = raw.audiences.iter().find(|(_, made)| made.computed.contains(key));
            if kind == Kind::Declarative && !raw.computed.iter().any(|total| total.key == *key) {
                let problem = Problem::new(at, "unknownCode", format!("nothing that is calculated is called `{key}`"));
                problems.push(problem.hint("an answer is named in `subject`: child.grade, child.school_year"));
            } else if let Some((audience, _)) = kept {
                let message = format!("`{audience}` alone reads `{key}`, and the list is everybody's");
                problems.push(Problem::new(at, "badAudience", message));
            } else if keys[..index].contains(key) {
                problems.push(Problem::new(at, "duplicate", format!("`{key}` stands here already")));
            }
        }
    }
}

impl FormDocument {
    /// What the list shows of answers and of what the rules worked out. What an audience alone reads has to be taken out of both before.
    #[must_use]
    pub fn listed(&self, values: &Value, computed: &[Computed]) -> Listed {
        let told = |keys: &[String], what| {
            self.worked_out(keys, computed).or_else(|| self.answered(self.field_of(Who::Child, what)?, values))
        };
        Listed {
            grade: told(&self.raw.listed.grade, What::Grade),
            school_year: told(&self.raw.listed.school_year, What::SchoolYear),
            guardian: self.guardian(values),
        }
    }

    /// The first of some keys that the rules worked out.
    fn worked_out(&self, keys: &[String], computed: &[Computed]) -> Option<Told> {
        keys.iter().find_map(|key| {
            let found = computed.iter().find(|one| one.key == *key)?;
            let plain = |text: &str| Text { en: text.to_owned(), ar: text.to_owned() };
            let label = match (found.kind, &found.value) {
                (Shape::Code, Value::String(code)) if self.audience_of_code(code).is_none() => self.both(code),
                (Shape::Text, Value::String(text)) => plain(text),
                (Shape::Number, Value::Number(number)) => plain(&number.to_string()),
                _ => return None,
            };
            (!label.en.trim().is_empty()).then_some(Told { label, is_choice: true })
        })
    }

    /// An answer in the words of its choices.
    fn answered(&self, name: &str, values: &Value) -> Option<Told> {
        let answer = filled(values, name)?;
        let field = self.field(name)?;
        let defined = check::definitions(&self.raw.schema);
        let schema = defined.iter().find(|one| one.name == name)?.schema;
        let choices = schema.get("oneOf").and_then(Value::as_array);
        let chosen = choices.into_iter().flatten().find(|choice| choice["const"] == answer.as_str());
        let label = match chosen.and_then(|choice| choice["title"].as_str()) {
            Some(title) => self.both(title),
            None => Text { en: answer.clone(), ar: answer },
        };
        Some(Told { label, is_choice: field.kind == FieldKind::Choice })
    }

    /// Who answers for whom the list names; nobody where that is one and the same.
    fn guardian(&self, values: &Value) -> Option<String> {
        let named_by = self.raw.person.iter().find(|field| filled(values, field).is_some());
        [Who::Guardian, Who::SecondGuardian, Who::Contact].into_iter().find_map(|who| {
            let mut names = [What::Name, What::NameAr].into_iter().filter_map(|what| self.field_of(who, what));
            let is_person = names.clone().any(|field| named_by.is_some_and(|person| person == field));
            if is_person { None } else { names.find_map(|field| filled(values, field)) }
        })
    }

    fn both(&self, key: &str) -> Text {
        Text { en: self.text(Language::En, key).to_owned(), ar: self.text(Language::Ar, key).to_owned() }
    }
}
