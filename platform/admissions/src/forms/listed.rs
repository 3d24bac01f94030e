//! What a row of the staff's list shows beside whom it is about, as it is stored.

use form::FormDocument;
use serde_json::Value;
use tenants::School;
use words::text::{cut, one_line, western_digits};
use words::verdict::Computed;

/// The kinds of what the list can be narrowed to.
pub const GRADE: &str = "grade";
pub const SCHOOL_YEAR: &str = "school_year";

/// What the list is narrowed to by for all that was typed and that nobody of the school names: strangers write no filter.
const OTHER: &str = "other";
const OTHER_LABEL: [&str; 2] = ["Other", "أخرى"];

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
    /// Whether neither the form, nor its rules, nor the school names it.
    is_other: bool,
}

impl Listed {
    /// Of answers and of what the rules worked out, as a reader sees them.
    pub fn of(school: &School, document: &FormDocument, values: &Value, computed: &[Computed]) -> Self {
        let listed = document.listed(values, computed);
        let is_year = |typed: &str| {
            let (dates, rounds) = (&school.config().school_dates, school.rounds());
            dates
                .iter()
                .map(|row| &row.year)
                .chain(rounds.iter().map(|round| &round.year))
                .any(|year| names(year, typed))
        };
        Self {
            grade: listed.grade.map(|told| Told::of(told, |_| false)).unwrap_or_default(),
            school_year: listed.school_year.map(|told| Told::of(told, is_year)).unwrap_or_default(),
            guardian: cut(&one_line(&listed.guardian.unwrap_or_default()), NAME),
        }
    }

    /// What of it the list can be narrowed to: its kind, its value, and how that is called in English and Arabic.
    pub fn choices(&self) -> impl Iterator<Item = (&'static str, &str, [&str; 2])> {
        let told = [(GRADE, &self.grade), (SCHOOL_YEAR, &self.school_year)];
        told.into_iter().filter(|(_, told)| !told.value.is_empty()).map(|(kind, told)| {
            let label = if told.is_other { OTHER_LABEL } else { [told.en.as_str(), told.ar.as_str()] };
            (kind, told.value.as_str(), label)
        })
    }
}

impl Told {
    /// `is_named` says whether the school names what was typed.
    fn of(told: form::Told, is_named: impl FnOnce(&str) -> bool) -> Self {
        let label = |text: &str| cut(&one_line(text), LABEL);
        let en = label(&told.label.en);
        let spelled = western_digits(&en).to_lowercase();
        let is_other = !spelled.is_empty() && !told.is_choice && !is_named(&spelled);
        let value = if is_other { OTHER.to_owned() } else { spelled };
        Self { value, en, ar: label(&told.label.ar), is_other }
    }
}

/// Whether a school year, as `2027-2028`, is what somebody typed: the whole, or one of its years.
fn names(year: &str, typed: &str) -> bool {
    year == typed || year.split('-').any(|part| part == typed)
}
