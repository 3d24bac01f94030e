//! The answers as typed so far. What is missing, empty or of another type reads as absent: the JSON Schema says so already.

use serde_json::Value;

use crate::date::{self, Date};

/// Short ways into a form's values, or into one item of a repeated group.
#[derive(Debug, Clone, Copy)]
pub struct Answers<'a>(pub &'a Value);

impl<'a> Answers<'a> {
    /// A text that is not empty.
    pub fn text(self, field: &str) -> Option<&'a str> {
        self.0.get(field)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    /// A whole number.
    pub fn integer(self, field: &str) -> Option<i64> {
        self.0.get(field)?.as_i64()
    }

    /// A number within the form's own limits: rules also see answers that the JSON Schema refuses.
    pub fn number(self, field: &str, lowest: f64, highest: f64) -> Option<f64> {
        self.0.get(field)?.as_f64().filter(|number| (lowest..=highest).contains(number))
    }

    /// A year written as four digits.
    pub fn year(self, field: &str) -> Option<i32> {
        self.text(field).filter(|text| text.len() == 4).and_then(|text| text.parse().ok())
    }

    /// A yes or no; `None` while unanswered.
    pub fn flag(self, field: &str) -> Option<bool> {
        self.0.get(field)?.as_bool()
    }

    /// Whether the answer is a clear yes.
    pub fn yes(self, field: &str) -> bool {
        self.flag(field) == Some(true)
    }

    /// A date that exists.
    pub fn date(self, field: &str) -> Option<Date> {
        self.text(field).and_then(date::parse)
    }

    /// The ticked choices of a list.
    pub fn choices(self, field: &str) -> Vec<&'a str> {
        self.0.get(field).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// The items of a repeated group with their numbers from 0.
    pub fn group(self, field: &str) -> impl Iterator<Item = (usize, Answers<'a>)> + use<'a> {
        let items = self.0.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        items.iter().map(Answers).enumerate()
    }

    /// Whether an upload field, or a list of them, holds a file.
    pub fn has_file(self, field: &str) -> bool {
        self.text(field).is_some() || !self.choices(field).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_missing_or_odd_is_absent() {
        let values =
            json!({"a": " x ", "b": "", "c": 7, "d": "2026-02-30", "e": [null, "k"], "f": [{"g": true}], "h": null});
        let answers = Answers(&values);
        assert_eq!(answers.text("a"), Some("x"));
        assert_eq!((answers.text("b"), answers.text("c"), answers.text("nope")), (None, None, None));
        assert_eq!(answers.integer("c"), Some(7));
        assert_eq!(answers.date("d"), None);
        assert_eq!(answers.choices("e"), ["k"]);
        assert!(answers.group("f").all(|(at, item)| at == 0 && item.yes("g")));
        assert_eq!(answers.flag("h"), None);
        assert!(answers.has_file("e") && answers.has_file("a") && !answers.has_file("b"));
        assert!(Answers(&json!("text")).text("a").is_none());
    }
}
