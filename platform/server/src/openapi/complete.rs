//! What holds for every operation and is said of none by hand: refusals that stand before each handler, limits and words of
//! parameters that go by one name everywhere.
//!
//! Works on the document as JSON, the one face of it that stays the same over versions of its library.

use serde_json::{Map, Value, json};

use super::{Audience, secrets};

/// The component that every refusal is.
const REFUSED: &str = "Refused";
/// Statuses that any operation may answer with: malformed; not this school, or suspended; an address that is too long; no school
/// here; too many calls; headers that are too large; trouble of the server's own.
const ANY: [&str; 7] = ["400", "403", "414", "421", "429", "431", "5XX"];
/// Statuses of operations that take a body: too large, of another type.
const WITH_BODY: [&str; 2] = ["413", "415"];

/// Fills the document up.
pub(super) fn complete(document: &mut Value) {
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.values_mut().for_each(languages);
    }
    let problem = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } });
    document["components"]["responses"] = json!({ REFUSED: { "description": "A refusal.", "content": problem } });
    secrets::mark(document);
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for operation in
        paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten().map(|(_, operation)| operation))
    {
        responses(operation);
        replays(operation);
        extensions(operation);
        operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten().for_each(parameter);
    }
}

/// What is ours stands last and in one order: its library keeps it without any.
fn extensions(operation: &mut Value) {
    let Some(operation) = operation.as_object_mut() else { return };
    let (mut own, rest): (Map<String, Value>, Map<String, Value>) =
        std::mem::take(operation).into_iter().partition(|(name, _)| name.starts_with("x-"));
    own.sort_keys();
    *operation = rest.into_iter().chain(own).collect();
}

fn responses(operation: &mut Value) {
    let audience = operation["x-permission"].as_str().map(Audience::of);
    let is_open = matches!(audience, Some(Audience::Public | Audience::Platform));
    let takes_body = operation.get("requestBody").is_some();
    let Some(said) = operation["responses"].as_object_mut() else { return };
    let more = ANY.into_iter().chain(WITH_BODY.into_iter().filter(|_| takes_body)).chain((!is_open).then_some("401"));
    for status in more {
        said.entry(status).or_insert_with(|| json!({ "$ref": format!("#/components/responses/{REFUSED}") }));
    }
    said.sort_keys();
}

/// An operation that takes a key says of an answer whether it was given before.
fn replays(operation: &mut Value) {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    if !parameters.into_iter().any(|parameter| parameter["name"] == "Idempotency-Key") {
        return;
    }
    let header = json!({
        "description": "`true` when this key was answered before: this is that answer.",
        "schema": { "type": "string", "enum": ["true"] },
    });
    let said = operation["responses"].as_object_mut().into_iter().flatten();
    for (_, answer) in said.filter(|(status, _)| status.starts_with('2')) {
        answer["headers"] = json!({ "Idempotent-Replayed": header });
    }
}

/// What parameters of these names are, wherever they stand.
fn parameter(parameter: &mut Value) {
    let schema = match parameter["name"].as_str() {
        Some("lng") => json!({ "$ref": "#/components/schemas/Language" }),
        // More than a page holds is a whole page.
        Some("page_size") => json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX }),
        Some("Idempotency-Key") => {
            json!({ "type": "string", "minLength": 16, "maxLength": 255, "pattern": "^[!-~]+$" })
        }
        _ => return,
    };
    parameter["schema"] = schema;
}

/// A person's language is one of the product's, in every body.
fn languages(schema: &mut Value) {
    schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten().for_each(languages);
    let Some(locale) = schema.pointer_mut("/properties/locale").and_then(Value::as_object_mut) else { return };
    let language = json!({ "$ref": "#/components/schemas/Language" });
    match locale.get("type") {
        Some(Value::String(kind)) if kind == "string" => {
            locale.extend(language.as_object().cloned().unwrap_or_default())
        }
        Some(Value::Array(kinds)) if kinds.contains(&json!("string")) => {
            locale.insert("oneOf".into(), json!([{ "type": "null" }, language]));
        }
        _ => return,
    }
    locale.retain(|keyword, _| !["type", "maxLength"].contains(&keyword.as_str()));
}

/// The longest text that a query's parameter may be, for each that has a limit.
pub(super) fn longest(operation: &Map<String, Value>) -> Vec<(String, usize)> {
    let parameters = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
    let limit = |parameter: &Value| {
        let longest = parameter["schema"]["maxLength"].as_u64().filter(|_| parameter["in"] == "query")?;
        Some((parameter["name"].as_str()?.to_owned(), usize::try_from(longest).ok()?))
    };
    parameters.filter_map(limit).collect()
}
