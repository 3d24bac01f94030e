//! Of some answers nobody is shown all: of an Aadhaar the last four digits. Of other identity numbers some pages show no more.

use serde_json::Value;

use crate::{Field, FormDocument, What, field, ids};

/// Characters of an identity number that are shown.
const SHOWN: usize = 4;
/// The format of a national id without a rule of its own.
const NATIONAL: &str = "national-id";
/// Kinds of known values that are identity numbers.
const KNOWN: [&str; 2] = ["national_id", "passport"];

/// The end of an identity number, and that there is more before it; of a short one nothing.
#[must_use]
pub fn last_four(number: &str) -> String {
    let plain: Vec<char> = number.chars().filter(|c| c.is_alphanumeric()).collect();
    let end = plain.len().checked_sub(SHOWN).filter(|before| *before > 0).map(|before| &plain[before..]);
    end.map_or_else(|| "••••".to_owned(), |end| format!("•••• {}", end.iter().collect::<String>()))
}

impl Field {
    /// Whether it takes a number by which an authority knows somebody.
    #[must_use]
    pub fn is_identity_number(&self) -> bool {
        let format = self.format.as_deref();
        format.is_some_and(|format| format == NATIONAL || ids::OF_DIGITS.contains(&format))
            || self.known.as_deref().is_some_and(|kind| KNOWN.contains(&kind))
    }
}

impl FormDocument {
    /// Whether an answer to a top-level field is an identity number: by its format, or because the document says so.
    #[must_use]
    pub fn is_identity_number(&self, field: &Field) -> bool {
        let told = self.told_by(&field.name);
        field.is_identity_number() || matches!(told, Some((_, What::NationalId | What::Passport)))
    }

    /// Puts what may be shown into the place of such answers, also inside of repeated groups.
    pub fn mask(&self, values: &mut Value) {
        if self.is_masking {
            mask(&self.raw.schema, values);
        }
    }

    /// Whether a schema asks for any.
    pub(super) fn is_masking(schema: &Value) -> bool {
        match schema {
            Value::Object(members) => {
                members.iter().any(|(key, of)| (key == "format" && ids::is_masked(of)) || Self::is_masking(of))
            }
            Value::Array(items) => items.iter().any(Self::is_masking),
            _ => false,
        }
    }
}

fn mask(schema: &Value, value: &mut Value) {
    match value {
        Value::String(text) => {
            if schema.get("format").is_some_and(ids::is_masked)
                && let Some(shown) = ids::masked(text)
            {
                *text = shown;
            }
        }
        Value::Array(items) => {
            if let Some(of) = schema.get("items") {
                items.iter_mut().for_each(|item| mask(of, item));
            }
        }
        Value::Object(members) => {
            let branches = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
            for asked in std::iter::once(Some(schema)).chain(branches.map(|branch| branch.get("then"))) {
                for (name, of) in field::properties(asked) {
                    if let Some(member) = members.get_mut(name) {
                        mask(of, member);
                    }
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn of_an_identity_number_the_end_is_shown() {
        let cases = [("784198512345673", "•••• 5673"), ("784-1985-1234567-3", "•••• 5673"), ("K 12345", "•••• 2345")];
        for (number, shown) in cases.into_iter().chain([("XXXX XXXX 0124", "•••• 0124")]) {
            assert_eq!(last_four(number), shown);
        }
        assert_eq!(["1234", "12", ""].map(last_four), ["••••"; 3], "whose end is all of it");
    }

    #[test]
    fn of_an_aadhaar_the_end_is_shown_wherever_it_stands() {
        let number = json!({ "type": "string", "format": "aadhaar" });
        let person = json!({ "type": "object", "properties": { "number": number, "name": { "type": "string" } } });
        let schema = json!({
            "properties": { "own": number, "note": { "type": "string" }, "people": { "type": "array", "items": person } },
            "allOf": [{ "then": { "properties": { "other": number } } }],
        });
        assert!(FormDocument::is_masking(&schema) && !FormDocument::is_masking(&schema["properties"]["note"]));
        let whole = "234567890124";
        let mut values =
            json!({ "own": whole, "note": whole, "people": [{ "number": whole, "name": whole }], "other": whole });
        let shown = "XXXX XXXX 0124";
        let expected =
            json!({ "own": shown, "note": whole, "people": [{ "number": shown, "name": whole }], "other": shown });
        for _ in 0..2 {
            mask(&schema, &mut values);
            assert_eq!(values, expected);
        }
    }
}
