//! Help for the tests of form plugins: is the document well formed, and do its samples stay valid on any day? Both are asked
//! of the server's own form engine, so that what passes here passes there.
//!
//! ```ignore
//! let bench = Bench::<Abq>::new("abq", "abq", "OMR", host);
//! bench.assert_document(&[include_str!("lib.rs"), TABLES]);
//! bench.assert_samples();
//! let checked = bench.check("2026-03-01", &json!({"dob": "2020-01-01"}));
//! ```

mod bench;
mod document;
mod texts;

pub use bench::Bench;
pub use document::faults;
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
