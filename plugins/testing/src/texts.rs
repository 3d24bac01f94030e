//! The texts of a form document, as far as the plugin's own files decide: every key is used, and both languages have the same
//! holes.

use std::collections::BTreeSet;

use form::{FormDocument, Kind};
use serde_json::Value;

use super::members;

/// Everything that is wrong with the texts. `sources` are the plugin's own files and tables: a key that stands in one
/// of them in quotes counts as used.
pub fn text_faults(document: &Value, sources: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for key in unused(document) {
        let quoted = [format!("\"{key}\""), format!("'{key}'")];
        let named = |source: &&str| {
            quoted.iter().any(|quoted| source.contains(quoted)) || (key.contains('.') && stands_alone(source, &key))
        };
        if !sources.iter().any(named) {
            faults.push(format!("text {key}: not used"));
        }
    }
    for (lng, other) in [("en", "ar"), ("ar", "en")] {
        for (key, text) in members(&document["texts"][lng]) {
            let theirs = holes(document["texts"][other][key].as_str().unwrap_or_default());
            faults.extend(
                holes(text.as_str().unwrap_or_default())
                    .difference(&theirs)
                    .map(|hole| format!("text {key}: {{{{{hole}}}}} is not in {other}")),
            );
        }
    }
    faults
}

/// Keys that the document itself does not name: what the server refuses of a form that has no rules to name them.
fn unused(document: &Value) -> BTreeSet<String> {
    let problems = FormDocument::build(document, Kind::Declarative).err().unwrap_or_default();
    let of_key = |pointer: &str| pointer.rsplit('/').next().map(|key| key.replace("~1", "/").replace("~0", "~"));
    problems
        .iter()
        .filter(|problem| problem.code == "unusedText")
        .filter_map(|problem| of_key(&problem.pointer))
        .collect()
}

/// Whether a dotted key stands in a table without quotes, not as a part of a longer one.
fn stands_alone(source: &str, key: &str) -> bool {
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
    source
        .match_indices(key)
        .any(|(at, _)| !source[..at].ends_with(goes_on) && !source[at + key.len()..].starts_with(goes_on))
}

/// The names of a text's `{{holes}}`.
pub(super) fn holes(text: &str) -> BTreeSet<String> {
    text.split("{{").skip(1).filter_map(|rest| rest.split_once("}}")).map(|(name, _)| name.trim().to_owned()).collect()
}

/// Whether every code that a verdict names is a text, and its holes are filled.
pub(super) fn code_faults(document: &Value, code: &str, params: &plugin_sdk::Params) -> Vec<String> {
    let mut faults = Vec::new();
    for lng in ["en", "ar"] {
        match document["texts"][lng][code].as_str() {
            None => faults.push(format!("code {code}: no text in {lng}")),
            Some(text) => faults.extend(
                holes(text)
                    .iter()
                    .filter(|hole| !params.contains_key(*hole))
                    .map(|hole| format!("code {code}: {{{{{hole}}}}} is not filled")),
            ),
        }
    }
    faults
}
