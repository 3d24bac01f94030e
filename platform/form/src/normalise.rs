//! Answers as they are stored: Western digits where only digits can stand, no control characters, nothing that is
//! empty. What a family typed is otherwise left as it is.

use std::collections::HashMap;

use serde_json::{Map, Number, Value};
use words::text::{is_hidden, western_digits};

use super::FormDocument;
use super::field::{Field, FieldKind};
use super::ids;

impl FormDocument {
    /// The answers in the form in which they are checked and stored. Empty answers (`""`, `null`, `[]`) go away, so
    /// that "required" means filled; fields that the form does not know are left for the check to name.
    #[must_use]
    pub fn normalise(&self, values: Value) -> Value {
        match values {
            Value::Object(map) => Value::Object(object(|name| self.field(name), map)),
            other => other,
        }
    }
}

fn object<'f>(field: impl Fn(&str) -> Option<&'f Field>, map: Map<String, Value>) -> Map<String, Value> {
    map.into_iter()
        .filter_map(|(name, value)| match field(&name) {
            Some(field) => Some((name, answer(field, value))).filter(|(_, value)| !empty(value)),
            None => Some((name, value)),
        })
        .collect()
}

fn empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn answer(field: &Field, value: Value) -> Value {
    match value {
        Value::String(typed) if field.kind == FieldKind::Number => number(&typed),
        Value::String(typed) => Value::String(text(field, &typed)),
        Value::Array(items) if field.kind == FieldKind::Group => {
            let own: HashMap<&str, &Field> = field.items.iter().map(|inner| (inner.name.as_str(), inner)).collect();
            let row = |item| match item {
                Value::Object(map) => Value::Object(object(|name| own.get(name).copied(), map)),
                other => other,
            };
            items.into_iter().map(row).collect()
        }
        Value::Array(items) => Value::Array(items.into_iter().filter(|item| !empty(item)).collect()),
        other => other,
    }
}

/// Whether an answer is stored as it is.
pub(super) fn keeps(field: &Field, value: &Value) -> bool {
    !empty(value) && answer(field, value.clone()) == *value
}

/// A typed number: whole, or with a decimal point; anything else stays text for the check to refuse.
fn number(typed: &str) -> Value {
    let plain = western_digits(typed.trim()).replace('\u{066B}', ".");
    if let Ok(whole) = plain.parse::<i64>() {
        return whole.into();
    }
    let decimal = !plain.is_empty() && plain.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-'));
    match plain.parse::<f64>().ok().filter(|_| decimal).and_then(Number::from_f64) {
        Some(number) => Value::Number(number),
        None => Value::String(clean(typed, false)),
    }
}

fn text(field: &Field, typed: &str) -> String {
    let clean = clean(typed, field.multiline);
    match field.format.as_deref() {
        Some("phone") => phone(&clean),
        Some("iban") => compact(&clean).to_uppercase(),
        Some(format) if ids::OF_DIGITS.contains(&format) => compact(&clean),
        Some("national-id") => western_digits(&clean).replace(' ', "").to_uppercase(),
        Some("date") => western_digits(&clean),
        Some("country") => clean.to_uppercase(),
        Some("email") => email(&clean),
        _ if field.digits => western_digits(&clean),
        _ => clean,
    }
}

/// Western digits without the spaces and dashes that people group them with.
fn compact(text: &str) -> String {
    western_digits(text).chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{2013}' | '.')).collect()
}

/// `00968 9123-4567` as `+96891234567`. No country is guessed.
fn phone(text: &str) -> String {
    let plain: String = western_digits(text)
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '.' | '(' | ')' | '/' | '\u{2013}'))
        .collect();
    match plain.strip_prefix("00") {
        Some(rest) => format!("+{rest}"),
        None => plain,
    }
}

/// The domain in small letters; the local part belongs to its server.
fn email(text: &str) -> String {
    match text.rsplit_once('@') {
        Some((local, domain)) => format!("{local}@{}", domain.to_lowercase()),
        None => text.to_owned(),
    }
}

/// Without control characters and without marks that turn the reading direction of what follows.
fn clean(typed: &str, multiline: bool) -> String {
    let unified = typed.replace("\r\n", "\n");
    let kept: String = unified
        .chars()
        .filter_map(|c| match c {
            '\n' | '\r' if multiline => Some('\n'),
            '\n' | '\r' | '\t' => Some(' '),
            c if c.is_control() || is_hidden(c) => None,
            c => Some(c),
        })
        .collect();
    kept.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_text_loses_only_what_nobody_sees() {
        assert_eq!(clean("  a\u{0}\u{7}b\tc\r\nd ", false), "ab c d");
        assert_eq!(clean("a\r\nb\rc", true), "a\nb\nc");
        assert_eq!(clean("\u{202E}evil", false), "evil");
        assert_eq!(clean("👩‍👧 سارة", false), "👩‍👧 سارة", "joiners stay");
    }

    #[test]
    fn numbers_people_type() {
        assert_eq!(phone("00968 ٩١٢٣-٤٥٦٧"), "+96891234567");
        assert_eq!(compact("784-1985-1234567-3"), "784198512345673");
        assert_eq!(compact("2345 6789 0123"), "234567890123");
        assert_eq!(number("١٢"), Value::from(12));
        assert_eq!(number("12.5"), Value::from(12.5));
        assert_eq!(number("٧٫٥"), Value::from(7.5));
        assert_eq!(number("1e5"), Value::from("1e5"));
        assert_eq!(number("NaN"), Value::from("NaN"));
        assert_eq!(email("Sara@School.EDU.OM"), "Sara@school.edu.om");
    }
}
