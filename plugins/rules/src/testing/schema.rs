//! The host's side of checking answers, as far as tests need it: JSON Schema with our formats and dates.

use jsonschema::PatternOptions;
use serde_json::Value;

use super::{conditions, items, members};
use crate::{date, digits, iban, ids};

/// A form's schema, ready to check answers.
pub struct Validator {
    schema: Value,
    compiled: jsonschema::Validator,
}

impl Validator {
    /// Compiles a schema as the host does: draft-07, linear patterns, formats on.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn new(schema: &Value) -> Result<Validator, String> {
        let compiled = jsonschema::draft7::options()
            .with_pattern_options(PatternOptions::regex())
            .should_validate_formats(true)
            .with_format("phone", is_phone)
            .with_format("iban", |text: &str| iban::parse(text).is_ok())
            .with_format("country", |text: &str| text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase()))
            .with_format("national-id", |text: &str| !text.is_empty())
            .with_format("emirates-id", |text: &str| ids::emirates_id(text).is_ok())
            .with_format("saudi-id", |text: &str| ids::saudi_id(text).is_ok())
            .with_format("kuwait-id", |text: &str| ids::kuwait_civil(text).is_ok())
            .with_format("upload", |text: &str| !text.is_empty())
            .with_format("url", |text: &str| text.starts_with("https://") || text.starts_with("http://"))
            .build(schema)
            .map_err(|error| error.to_string())?;
        Ok(Validator { schema: schema.clone(), compiled })
    }

    /// What the schema says against the answers on a day; empty when they fit.
    pub fn faults(&self, values: &Value, today: &str) -> Vec<String> {
        let mut faults: Vec<String> =
            self.compiled.iter_errors(values).map(|error| format!("{}: {error}", error.instance_path())).collect();
        let mut known: Vec<(&String, &Value)> = members(&self.schema["properties"]).collect();
        let document = serde_json::json!({ "schema": self.schema });
        for (at, (when, _)) in conditions(&document).enumerate() {
            if jsonschema::draft7::is_valid(when, values) {
                known.extend(members(&self.schema["allOf"][at]["then"]["properties"]));
            }
        }
        for (name, value) in members(values) {
            match known.iter().find(|(known, _)| *known == name) {
                None => faults.push(format!("/{name}: unknown, or its condition does not hold")),
                Some((_, schema)) => dates(&format!("/{name}"), schema, value, today, &mut faults),
            }
        }
        faults
    }
}

fn is_phone(text: &str) -> bool {
    text.strip_prefix('+').is_some_and(|rest| {
        digits::only(rest).as_deref() == Some(rest) && (7..=15).contains(&rest.len()) && !rest.starts_with('0')
    })
}

/// `x-min-date` and `x-max-date`, in groups too.
fn dates(path: &str, schema: &Value, value: &Value, today: &str, faults: &mut Vec<String>) {
    for (at, item) in items(value).enumerate() {
        for (name, inner) in members(item) {
            match &schema["items"]["properties"][name] {
                Value::Null => faults.push(format!("{path}/{at}/{name}: unknown")),
                known => dates(&format!("{path}/{at}/{name}"), known, inner, today, faults),
            }
        }
    }
    let Some(day) = value.as_str().and_then(date::parse) else {
        return;
    };
    let bound = |key: &str| date::parse(plugin_sdk::testing::resolve_dates(&schema[key], today).as_str()?);
    if bound("x-min-date").is_some_and(|least| day < least) || bound("x-max-date").is_some_and(|most| day > most) {
        faults.push(format!("{path}: {} is out of bounds on {today}", date::iso(day)));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn formats_conditions_and_dates() {
        let schema = json!({
            "type": "object",
            "properties": {
                "phone": {"type": "string", "format": "phone"},
                "born": {"type": "string", "format": "date", "x-max-date": "@today-3y"},
                "more": {"type": "boolean"}
            },
            "allOf": [{"if": {"properties": {"more": {"const": true}}, "required": ["more"]}, "then": {"properties": {"why": {"type": "string"}}, "required": ["why"]}}]
        });
        let validator = Validator::new(&schema).unwrap();
        let count = |values: Value| validator.faults(&values, "2026-03-01").len();
        assert_eq!(count(json!({"phone": "+96891234567", "born": "2023-03-01", "more": true, "why": "x"})), 0);
        assert_eq!(count(json!({"phone": "91234567"})), 1);
        assert_eq!(count(json!({"born": "2023-03-02"})), 1);
        assert_eq!(count(json!({"more": true})), 1);
        assert_eq!(count(json!({"more": false, "why": "x"})), 1);
        assert!(Validator::new(&json!({"pattern": "a(?=b)"})).is_err());
    }
}
