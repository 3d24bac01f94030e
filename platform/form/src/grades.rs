//! By which grade the places of a school are counted: by its code, which no school's words change.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde_json::Value;
use words::text::western_digits;
use words::verdict::{Computed, Kind as Shape};
use words::{Language, Text};

use super::FormDocument;
use super::answer_facts::filled;
use super::check;
use super::subject::{What, Who};

/// Characters of a code.
const LONGEST: usize = 40;

/// A grade or programme that is applied for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradeCode {
    /// Small letters, digits, `_` and `-`.
    pub code: String,
    /// Whether it is one of the form's own choices; else the rules or the family called it so.
    pub is_choice: bool,
}

/// What the form knows of a code.
pub(super) struct KnownCode {
    /// Where it stands among the grades as the form orders them.
    at: usize,
    /// The key of its words.
    key: String,
    is_choice: bool,
}

/// What a value is called by where places are counted.
#[must_use]
pub fn code_of(value: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c.to_ascii_lowercase() } else { '-' };
    let code: String = western_digits(value.trim()).chars().map(plain).take(LONGEST).collect();
    code.trim_matches('-').to_owned()
}

impl FormDocument {
    /// The grade of answers and of what the rules worked out, as the list shows it. What an audience alone reads has to be taken out of both
    /// before.
    #[must_use]
    pub fn grade_code(&self, values: &Value, computed: &[Computed]) -> Option<GradeCode> {
        let worked_out = self.raw.listed.grade.iter().find_map(|key| {
            let found = computed.iter().find(|one| one.key == *key)?;
            match (found.kind, &found.value) {
                // The key of a text: what stands after its last dot.
                (Shape::Code, Value::String(code)) if self.audience_of_code(code).is_none() => {
                    code.rsplit('.').next().map(str::to_owned)
                }
                (Shape::Text, Value::String(text)) => Some(text.clone()),
                (Shape::Number, Value::Number(number)) => Some(number.to_string()),
                _ => None,
            }
        });
        let value = worked_out.or_else(|| filled(values, self.field_of(Who::Child, What::Grade)?))?;
        let code = code_of(&value);
        let is_choice = self.is_choice(&code);
        (!code.is_empty()).then_some(GradeCode { code, is_choice })
    }

    /// What a code is called: by the form's own choices, else by its texts; none for one that the form does not know.
    #[must_use]
    pub fn name_of_code(&self, code: &str) -> Option<Text> {
        let KnownCode { key, .. } = self.codes().get(code)?;
        Some(Text { en: self.text(Language::En, key).to_owned(), ar: self.text(Language::Ar, key).to_owned() })
    }

    /// Where a code stands among the grades as the form orders them: its own choices, then its texts; last what the form does not know.
    #[must_use]
    pub fn order_of_code(&self, code: &str) -> usize {
        self.codes().get(code).map_or(usize::MAX, |known| known.at)
    }

    /// The same by what codes are called in English, in small letters, as the list tells grades.
    #[must_use]
    pub fn order_of_names(&self) -> HashMap<String, usize> {
        let mut order = HashMap::new();
        for KnownCode { at, key, .. } in self.codes().values() {
            let name = western_digits(self.text(Language::En, key)).to_lowercase();
            order.entry(name).and_modify(|first: &mut usize| *first = (*first).min(*at)).or_insert(*at);
        }
        order
    }

    /// Whether a code is one of its own choices of a grade.
    #[must_use]
    pub fn is_choice(&self, code: &str) -> bool {
        self.codes().get(code).is_some_and(|known| known.is_choice)
    }

    /// Whether its rules work the grade out: then its choices are none of those whose places are counted.
    #[must_use]
    pub fn works_out_grade(&self) -> bool {
        !self.raw.listed.grade.is_empty()
    }

    /// All codes that it knows, gathered once: a list of places asks for each of its buckets. Its choices come first, then what its texts end in;
    /// of several such texts the shortest is what a code is called.
    fn codes(&self) -> &HashMap<String, KnownCode> {
        self.codes.get_or_init(|| {
            let (mut codes, choices) = (HashMap::new(), self.grades());
            for (at, (choice, title)) in choices.iter().enumerate() {
                let known = KnownCode { at, key: (*title).to_owned(), is_choice: true };
                codes.entry(code_of(choice)).or_insert(known);
            }
            let keys = self.texts(Language::En).keys().filter_map(|key| Some((key, key.rsplit_once('.')?.1)));
            for (n, (key, last)) in keys.enumerate() {
                match codes.entry(code_of(last)) {
                    Entry::Vacant(free) => {
                        free.insert(KnownCode { at: choices.len() + n, key: key.clone(), is_choice: false });
                    }
                    Entry::Occupied(mut found) => {
                        let known = found.get_mut();
                        if !known.is_choice && (key.len(), key) < (known.key.len(), &known.key) {
                            known.key.clone_from(key);
                        }
                    }
                }
            }
            codes
        })
    }

    /// The choices of the question for the grade, each with the key of its words.
    fn grades(&self) -> Vec<(&str, &str)> {
        let Some(name) = self.field_of(Who::Child, What::Grade) else { return Vec::new() };
        let defined = check::definitions(&self.raw.schema);
        let schema = defined.iter().find(|one| one.name == name).map(|one| one.schema);
        let choices = schema.and_then(|schema| schema.get("oneOf")).and_then(Value::as_array);
        let choices = choices.into_iter().flatten();
        choices.filter_map(|choice| Some((choice.get("const")?.as_str()?, choice.get("title")?.as_str()?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::code_of;

    #[test]
    fn a_code_is_of_small_letters_and_digits() {
        for (value, code) in [("KG1", "kg1"), ("pre-kg", "pre-kg"), ("Grade ٥", "grade-5"), ("أول", ""), ("", "")] {
            assert_eq!(code_of(value), code, "{value}");
        }
    }
}
