//! Help for the tests of form plugins: is the document well formed, and do its samples stay valid on any day?
//!
//! ```ignore
//! let bench = Bench::<Abq>::new("abq", "abq", "OMR", host);
//! bench.assert_document(&[include_str!("lib.rs"), TABLES]);
//! bench.assert_samples();
//! let checked = bench.check("2026-03-01", &json!({"dob": "2020-01-01"}));
//! ```

mod bench;
mod document;
mod schema;
mod texts;

pub use bench::Bench;
pub use document::faults;
pub use schema::Validator;
pub use texts::text_faults;

use serde_json::Value;

/// The members of a JSON object, none for anything else.
fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// The items of a JSON array, none for anything else.
fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The strings of a JSON array.
fn strings(value: &Value) -> impl Iterator<Item = &str> {
    items(value).filter_map(Value::as_str)
}

/// The root's conditions: `(if, then)`.
fn conditions(document: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    items(&document["schema"]["allOf"]).map(|rule| (&rule["if"], &rule["then"]))
}

/// Every top-level property with its schema, conditional ones too.
fn properties(document: &Value) -> Vec<(&String, &Value)> {
    let plain = members(&document["schema"]["properties"]);
    plain.chain(conditions(document).flat_map(|(_, then)| members(&then["properties"]))).collect()
}
