//! Of some answers nobody is shown all: of an Aadhaar the last four digits.

use serde_json::Value;

use crate::{FormDocument, field, ids};

impl FormDocument {
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
