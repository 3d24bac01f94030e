//! The texts of a form document: both languages have every key, and every key is used.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{items, members, properties};

/// Everything that is wrong with the texts. `sources` are the plugin's own files and tables: a key that stands in one
/// of them in quotes counts as used.
pub fn text_faults(document: &Value, sources: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    let keys =
        |lng: &str| -> BTreeSet<&str> { members(&document["texts"][lng]).map(|(key, _)| key.as_str()).collect() };
    let (en, ar) = (keys("en"), keys("ar"));
    faults.extend(en.symmetric_difference(&ar).map(|key| format!("text {key}: only in one language")));
    let used = used(document);
    faults.extend(
        used.iter().filter(|key| !en.contains(key.as_str())).map(|key| format!("text {key}: used but not there")),
    );
    for key in en.iter().filter(|key| !used.contains(**key)) {
        let quoted = [format!("\"{key}\""), format!("'{key}'")];
        let named = |source: &&str| {
            quoted.iter().any(|quoted| source.contains(quoted)) || (key.contains('.') && stands_alone(source, key))
        };
        if !sources.iter().any(named) {
            faults.push(format!("text {key}: not used"));
        }
    }
    for (lng, other) in [("en", "ar"), ("ar", "en")] {
        for (key, text) in members(&document["texts"][lng]) {
            let text = text.as_str().unwrap_or_default();
            if text.trim().is_empty() {
                faults.push(format!("text {key} ({lng}): empty"));
            }
            let theirs = holes(document["texts"][other][key].as_str().unwrap_or_default());
            faults.extend(
                holes(text).difference(&theirs).map(|hole| format!("text {key}: {{{{{hole}}}}} is not in {other}")),
            );
        }
    }
    faults
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

/// The keys that the document itself names.
fn used(document: &Value) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut take = |value: &Value| used.extend(value.as_str().map(str::to_owned));
    take(&document["title"]);
    take(&document["description"]);
    for step in items(&document["steps"]) {
        take(&step["title"]);
        take(&step["help"]);
    }
    for (name, schema) in properties(document) {
        of_property(schema, &document["ui"][name], &mut take);
    }
    used
}

fn of_property(schema: &Value, ui: &Value, take: &mut dyn FnMut(&Value)) {
    for value in [&schema["title"], &schema["description"], &ui["ui:help"], &ui["x-add"], &ui["x-item"]] {
        take(value);
    }
    for choice in items(&schema["oneOf"]).chain(items(&schema["items"]["oneOf"])) {
        take(&choice["title"]);
    }
    take(&schema["items"]["title"]);
    for (name, inner) in members(&schema["items"]["properties"]) {
        of_property(inner, &ui["items"][name], take);
    }
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
