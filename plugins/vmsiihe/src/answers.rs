//! The answers as typed so far: what is missing or of another type reads as absent, since the JSON Schema says so already.

use plugin_sdk::Value;
use rules::date::{self, Date};

/// Short ways into the values object.
#[derive(Debug, Clone, Copy)]
pub struct Answers<'a>(pub &'a Value);

impl<'a> Answers<'a> {
    /// A text that is not empty.
    pub fn text(&self, field: &str) -> Option<&'a str> {
        self.0.get(field).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
    }

    /// A number within the form's own limits; `check` also sees answers that the JSON Schema refuses.
    pub fn number(&self, field: &str, lowest: f64, highest: f64) -> Option<f64> {
        self.0.get(field).and_then(Value::as_f64).filter(|number| (lowest..=highest).contains(number))
    }

    /// Whether a box is ticked.
    pub fn ticked(&self, field: &str) -> bool {
        self.0.get(field).and_then(Value::as_bool).unwrap_or(false)
    }

    /// A date.
    pub fn date(&self, field: &str) -> Option<Date> {
        self.text(field).and_then(date::parse)
    }

    /// A year written as text.
    pub fn year(&self, field: &str) -> Option<i32> {
        self.text(field).and_then(|text| rules::digits::western(text).parse().ok())
    }

    /// The rows of a repeated group.
    pub fn rows(&self, field: &str) -> impl Iterator<Item = (usize, Answers<'a>)> + use<'a> {
        self.0.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default().iter().map(Answers).enumerate()
    }

    /// Whether an upload, or a list of them, holds something.
    pub fn has_file(&self, field: &str) -> bool {
        match self.0.get(field) {
            Some(Value::String(id)) => !id.is_empty(),
            Some(Value::Array(ids)) => !ids.is_empty(),
            _ => false,
        }
    }
}

/// Who applies, as the rules tell people apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Citizens of India, wherever they live.
    Indian,
    /// Holders of an OCI card: overseas, but without a visa.
    Oci,
    /// Everybody else.
    Foreign,
}

impl Origin {
    /// From the answer; absent while it is not given.
    pub fn of(answers: &Answers<'_>) -> Option<Self> {
        match answers.text("applicant_type")? {
            "indian" | "nri" => Some(Self::Indian),
            "oci" => Some(Self::Oci),
            "foreign" => Some(Self::Foreign),
            _ => None,
        }
    }

    /// Whether the international desk looks after them.
    pub fn is_overseas(self) -> bool {
        self != Self::Indian
    }
}
