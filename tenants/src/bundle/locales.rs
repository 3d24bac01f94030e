//! Texts that a school says in its own words: `locales/{en,ar}/<namespace>.json` over the web's own texts, and
//! `form-<id>.json` over the texts of a form.

use serde_json::{Map, Value};
use words::Language;
use words::problem::{At, Problem, child};

use super::files::BundleFiles;
use super::read_json;
use crate::diagnostic::Diagnostic;

/// Largest file of overrides.
const MAX_BYTES: u64 = 256 * 1024;

/// Overrides of one namespace in one language: texts, nested as in the web's own file.
pub type Overrides = Map<String, Value>;

/// Reads the overrides of a namespace; `None` when the school has none.
pub(crate) fn read(files: &BundleFiles, language: Language, ns: &str) -> Result<Option<Overrides>, Vec<Diagnostic>> {
    let path = format!("locales/{language}/{ns}.json");
    let Some((value, positions)) = read_json(files, &path, MAX_BYTES)? else { return Ok(None) };
    let mut problems = Vec::new();
    texts_only(&value, "", 0, &mut problems);
    match value {
        Value::Object(map) if problems.is_empty() => Ok(Some(map)),
        _ => {
            let label = files.label(&path);
            Err(problems.into_iter().map(|problem| positions.locate(&label, problem)).collect())
        }
    }
}

/// Whether a name can be a namespace: it becomes part of a path.
pub(crate) fn is_namespace(ns: &str) -> bool {
    (1..=64).contains(&ns.len())
        && ns.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_'))
}

/// Whether a value can be somebody's own words.
pub(super) fn shape_problems(value: &Value) -> Vec<Problem> {
    let mut problems = Vec::new();
    texts_only(value, "", 0, &mut problems);
    problems
}

fn texts_only(value: &Value, pointer: &str, depth: usize, problems: &mut Vec<Problem>) {
    match value {
        Value::Object(map) if depth < 8 => {
            for (key, value) in map {
                texts_only(value, &child(pointer, key), depth + 1, problems);
            }
        }
        Value::String(_) if depth > 0 => {}
        _ => {
            let problem = Problem::new(pointer, "wrongType", "overrides are texts, in maps at most 8 deep");
            problems.push(Problem { at: At::Value, ..problem });
        }
    }
}

/// The base texts with the overrides laid over them. Keys that the base does not have are left out: an override can
/// change words, not add structure.
#[must_use]
pub fn merge(base: &Map<String, Value>, overrides: &Overrides) -> Map<String, Value> {
    base.iter()
        .map(|(key, own)| {
            let merged = match (own, overrides.get(key)) {
                (Value::Object(own), Some(Value::Object(over))) => Value::Object(merge(own, over)),
                (Value::String(_), Some(text @ Value::String(_))) => text.clone(),
                _ => own.clone(),
            };
            (key.clone(), merged)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn overrides_change_words_and_nothing_else() {
        let base = json!({ "a": "A", "b": { "c": "C", "d": "D" } });
        let over = json!({ "a": "X", "b": { "c": "Y", "e": "E" }, "z": "Z" });
        let merged = merge(base.as_object().unwrap(), over.as_object().unwrap());
        assert_eq!(Value::Object(merged), json!({ "a": "X", "b": { "c": "Y", "d": "D" } }));
    }
}
