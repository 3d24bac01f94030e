//! What a row of the staff's list shows beside whom it is about, as it is stored.

use form::FormDocument;
use serde_json::Value;
use words::text::{cut, one_line, western_digits};
use words::verdict::Computed;

/// The kinds of what the list can be narrowed to.
pub const GRADE: &str = "grade";
pub const SCHOOL_YEAR: &str = "school_year";

/// Longest name, and longest label.
const NAME: usize = 200;
const LABEL: usize = 120;

/// What a row shows; empty texts where nothing is told.
#[derive(Debug, Clone, Default)]
pub struct Listed {
    pub grade: Told,
    pub school_year: Told,
    pub guardian: String,
}

/// A grade or a school year.
#[derive(Debug, Clone, Default)]
pub struct Told {
    /// What the list is narrowed to by it: forms that call it the same in English mean the same.
    pub value: String,
    pub en: String,
    pub ar: String,
    /// Whether the form or its rules know it.
    pub is_choice: bool,
}

impl Listed {
    /// Of answers and of what the rules worked out, as a reader sees them.
    pub fn of(document: &FormDocument, values: &Value, computed: &[Computed]) -> Self {
        let listed = document.listed(values, computed);
        Self {
            grade: listed.grade.map(Told::from).unwrap_or_default(),
            school_year: listed.school_year.map(Told::from).unwrap_or_default(),
            guardian: cut(&one_line(&listed.guardian.unwrap_or_default()), NAME),
        }
    }

    /// What of it the list can be narrowed to, by its kind.
    pub fn choices(&self) -> impl Iterator<Item = (&'static str, &Told)> {
        [(GRADE, &self.grade), (SCHOOL_YEAR, &self.school_year)].into_iter().filter(|(_, told)| told.is_choice)
    }
}

impl From<form::Told> for Told {
    fn from(told: form::Told) -> Self {
        let label = |text: &str| cut(&one_line(text), LABEL);
        let en = label(&told.label.en);
        let value = western_digits(&en).to_lowercase();
        Self { is_choice: told.is_choice && !value.is_empty(), value, en, ar: label(&told.label.ar) }
    }
}
