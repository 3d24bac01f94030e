//! Which operations answer with a secret: those from whose answers a field leads that is marked `x-secret`, however deep it lies. Tokens,
//! codes, keys and addresses that nobody guesses are marked where their types stand.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

/// The mark of a field; then also of each operation whose answers lead to one.
pub(super) const MARK: &str = "x-secret";
/// All that a type may say; a misspelt mark would hide nothing.
const WORDS: [&str; 3] = [MARK, "x-entity", "x-machine"];

/// Marks each operation whose answers lead to a secret.
pub(super) fn mark(document: &mut Value) {
    let whole = document.clone();
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten());
    for operation in operations.filter_map(|(_, operation)| operation.as_object_mut()) {
        if answers_with_one(&whole, operation) {
            operation.insert(MARK.into(), json!(true));
        }
    }
}

fn answers_with_one(document: &Value, operation: &Map<String, Value>) -> bool {
    operation.get("responses").is_some_and(|answers| leads_to_one(document, answers, &mut HashSet::new()))
}

fn leads_to_one<'d>(document: &'d Value, part: &'d Value, seen: &mut HashSet<&'d str>) -> bool {
    match part {
        Value::Object(object) => {
            let is_marked = object.get(MARK).is_some_and(|mark| *mark == true);
            is_marked
                || object.values().chain(named(document, object, seen)).any(|part| leads_to_one(document, part, seen))
        }
        Value::Array(parts) => parts.iter().any(|part| leads_to_one(document, part, seen)),
        _ => false,
    }
}

/// What it refers to, the first time.
fn named<'d>(document: &'d Value, object: &'d Map<String, Value>, seen: &mut HashSet<&'d str>) -> Option<&'d Value> {
    let name = object.get("$ref")?.as_str()?;
    if seen.insert(name) { document.pointer(name.strip_prefix('#')?) } else { None }
}

/// What types say to nobody: a word that is unknown, or a mark that is not `true`.
pub(super) fn misspelt(part: &Value) -> Vec<String> {
    match part {
        Value::Object(object) => {
            let own = object.iter().filter(|(word, said)| {
                word.starts_with("x-") && (!WORDS.contains(&word.as_str()) || (*word == MARK && **said != true))
            });
            own.map(|(word, said)| format!("{word} = {said}")).chain(object.values().flat_map(misspelt)).collect()
        }
        Value::Array(parts) => parts.iter().flat_map(misspelt).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What sounds like a secret and is none: keys of texts, what staff call things, and riddles.
    const TOLD: [&str; 6] = ["code", "label_code", "plan_code", "reason_code", "sims_criteria_code", "staff_code"];

    fn sounds_secret(name: &str) -> bool {
        let parts = ["token", "secret", "password", "challenge", "code", "codes", "uri", "device_id", "known_browser"];
        !TOLD.contains(&name) && parts.iter().any(|part| name == *part || name.ends_with(&format!("_{part}")))
    }

    /// Fields of text whose name sounds like a secret and that are not marked.
    fn unmarked<'d>(document: &'d Value, part: &'d Value, seen: &mut HashSet<&'d str>, found: &mut Vec<String>) {
        let Value::Object(object) = part else {
            part.as_array().into_iter().flatten().for_each(|part| unmarked(document, part, seen, found));
            return;
        };
        for (name, field) in object.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let kinds = field["type"].as_array().cloned().unwrap_or_else(|| vec![field["type"].clone()]);
            let holds_text = kinds.iter().any(|kind| *kind == "string" || *kind == "array");
            // Of a list each entry is marked.
            let is_marked = field[MARK] == true || field["items"][MARK] == true;
            if sounds_secret(name) && holds_text && !is_marked {
                found.push(name.clone());
            }
        }
        object.values().chain(named(document, object, seen)).for_each(|part| unmarked(document, part, seen, found));
    }

    #[test]
    fn what_sounds_secret_is_marked() {
        let document = crate::openapi::openapi();
        let mut found = Vec::new();
        for (_, item) in document["paths"].as_object().expect("paths") {
            for (_, operation) in item.as_object().expect("item") {
                unmarked(&document, &operation["responses"], &mut HashSet::new(), &mut found);
            }
        }
        found.sort();
        found.dedup();
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn operations_that_answer_with_secrets_are_known() {
        let document = crate::openapi::openapi();
        let mut marked = Vec::new();
        for (_, item) in document["paths"].as_object().expect("paths") {
            let operations = item.as_object().expect("item").values();
            let held = operations.filter(|operation| operation[MARK] == true);
            marked.extend(held.filter_map(|operation| operation["operationId"].as_str()).map(str::to_owned));
        }
        for id in ["login", "refresh_session", "get_draft", "get_family_home", "open_preview", "operator_set_up"] {
            assert!(marked.iter().any(|one| one == id), "{id} is not among {marked:?}");
        }
        assert!(!marked.iter().any(|id| id == "get_form" || id == "list_enquiries"), "{marked:?}");
    }

    #[test]
    fn a_mark_is_found_however_deep_and_round_corners() {
        let mut document = json!({ "components": { "schemas": {
            "Open": { "properties": { "name": { "type": "string" }, "again": { "$ref": "#/components/schemas/Open" } } },
            "Shut": { "properties": { "token": { "type": "string", "x-secret": true } } },
            "Deep": { "oneOf": [{ "type": "array", "items": { "allOf": [{ "$ref": "#/components/schemas/Shut" }] } }] },
        } } });
        for name in ["Open", "Shut", "Deep"] {
            let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
            let answer = json!({ "responses": { "200": { "content": { "application/json": { "schema": schema } } } } });
            document["paths"][name]["get"] = answer;
        }
        mark(&mut document);
        let is_marked = |name: &str| document["paths"][name]["get"][MARK] == true;
        assert!(!is_marked("Open") && is_marked("Shut") && is_marked("Deep"));
    }

    #[test]
    fn a_misspelt_mark_is_told() {
        assert_eq!(misspelt(&json!({ "a": { "x-secrt": true } })), ["x-secrt = true"]);
        assert_eq!(misspelt(&json!([{ "x-secret": "yes" }, { "x-secret": true }])), ["x-secret = \"yes\""]);
    }
}
