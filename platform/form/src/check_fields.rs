//! Whether a field's schema and ui stay within what the server checks and the web can show.

use serde_json::Value;
use words::Currency;
use words::problem::{Problem, child};
use words::records::is_of_records;

use super::field::{AUDIENCE, Field, SIGNATURE, UploadKind, UploadRule, UploadTier};
use super::hidden::MAX_LIST;
use super::relative::DateRule;
use super::{check_audiences, formats, normalise};

/// Widgets that the web has.
const WIDGETS: &[&str] = &[
    "text",
    "textarea",
    "number",
    "money",
    "date",
    "select",
    "radio",
    "checkboxes",
    "checkbox",
    "phone",
    "email",
    "national-id",
    "iban",
    "country",
    "upload",
    "signature",
    "note",
];
/// Widths that the web has.
const WIDTHS: &[&str] = &["xs", "sm", "md", "lg", "full"];
/// Keys of a field's ui.
const UI_KEYS: &[&str] = &["ui:widget", "ui:help", "x-layout", "x-add", "x-item", "items", AUDIENCE];
/// Keywords of a field's schema.
const KEYWORDS: &[&str] = &[
    "type",
    "title",
    "description",
    "oneOf",
    "enum",
    "const",
    "default",
    "items",
    "uniqueItems",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "x-min-date",
    "x-max-date",
    "x-money",
    "x-upload",
    "x-wanted",
    "x-known",
    "x-shared",
    "x-add",
    "x-item",
];
/// Keywords that say something of values of these types, and nothing of others.
const KEYWORDS_OF: [(&[&str], &[&str]); 3] = [
    (&["string"], &["format", "pattern", "minLength", "maxLength"]),
    (&["integer", "number"], &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    (&["array"], &["items", "minItems", "maxItems", "uniqueItems"]),
];
/// What every object of a browser has, whatever was answered.
const TAKEN: [&str; 7] =
    ["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf"];
/// Longest name of a field.
const MAX_NAME: usize = 64;
/// Keywords of the items of a repeated group.
const ITEM_KEYWORDS: &[&str] = &["type", "title", "properties", "required", "additionalProperties"];

/// Whether a field holds uploads.
pub(super) fn takes_files(schema: &Value) -> bool {
    let upload = |schema: &Value| schema.get("format").and_then(Value::as_str) == Some("upload");
    upload(schema) || schema.get("items").is_some_and(upload)
}

/// Whether a field's ui says that it is signed.
pub(super) fn is_signature(ui: Option<&Value>) -> bool {
    ui.and_then(|ui| ui.get("ui:widget")).and_then(Value::as_str) == Some(SIGNATURE)
}

/// A signature is one small picture.
fn signature(schema: &Value, at: &str, problems: &mut Vec<Problem>) {
    let rule = schema.get("x-upload").and_then(|rule| serde_json::from_value::<UploadRule>(rule.clone()).ok());
    let small = UploadRule { tier: UploadTier::Small, kinds: vec![UploadKind::Image] };
    if text(schema, "format") != Some("upload") || text(schema, "type") != Some("string") || rule != Some(small) {
        let problem = Problem::new(child(at, "ui:widget"), "badSignature", "a signature is one small picture");
        let shape =
            "\"type\": \"string\", \"format\": \"upload\", \"x-upload\": {\"tier\": \"2mb\", \"kinds\": [\"image\"]}";
        problems.push(problem.hint(format!("write {shape}")));
    }
}

fn text<'v>(schema: &'v Value, key: &str) -> Option<&'v str> {
    schema.get(key).and_then(Value::as_str)
}

/// A field's name: it stands in pointers, addresses, columns and scripts.
pub(super) fn name(name: &str, at: &str, problems: &mut Vec<Problem>) {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let begins = name.bytes().next().is_some_and(|b| b.is_ascii_alphabetic());
    if !begins || !name.bytes().all(plain) || name.len() > MAX_NAME || TAKEN.contains(&name) {
        let shown: String = name.chars().take(MAX_NAME).collect();
        let problem = Problem::key(at, "badFieldName", format!("`{shown}` cannot be a field's name"));
        let hint =
            format!("letters, digits, `_` and `-`, a letter first, at most {MAX_NAME}; not `constructor` and its like");
        problems.push(problem.hint(hint));
    }
}

/// Every format of a schema, also of one in a condition.
pub(super) fn engines(schema: &Value, at: &str, problems: &mut Vec<Problem>) {
    match schema {
        Value::Object(map) => {
            if map.contains_key("patternProperties") {
                problems.push(Problem::key(
                    child(at, "patternProperties"),
                    "schemaKeyword",
                    "answers have fixed names",
                ));
            }
            if let Some(format) = text(schema, "format").filter(|format| !formats::FORMATS.contains(format)) {
                let problem = Problem::new(child(at, "format"), "unknownFormat", format!("no format `{format}`"));
                problems.push(problem.hint(format!("one of {}", formats::FORMATS.join(", "))));
            }
            map.iter().for_each(|(key, inner)| engines(inner, &child(at, key), problems));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, inner)| engines(inner, &child(at, index), problems));
        }
        _ => {}
    }
}

/// One field's schema; `titled` where a label is needed.
pub(super) fn field(schema: &Value, at: &str, titled: bool, problems: &mut Vec<Problem>) {
    let Some(map) = schema.as_object() else {
        problems.push(Problem::new(at, "schemaType", "a field's schema is an object"));
        return;
    };
    for key in map.keys().filter(|key| !KEYWORDS.contains(&key.as_str())) {
        let message = format!("`{key}` is not used in a field");
        problems.push(Problem::key(child(at, key), "schemaKeyword", message));
    }
    let kind = text(schema, "type").unwrap_or_default();
    for (_, keywords) in KEYWORDS_OF.iter().filter(|(kinds, _)| !kinds.contains(&kind)) {
        for key in keywords.iter().filter(|key| map.contains_key(**key)) {
            let message = format!("`{key}` says nothing of a field of this `type`");
            problems.push(Problem::key(child(at, key), "schemaKeyword", message));
        }
    }
    if titled && map.get("title").is_none() && !(kind == "null" && map.contains_key("description")) {
        problems.push(Problem::key(at, "missingTitle", "a field needs a title: it is its label"));
    }
    choices(schema, at, problems);
    known_rules(schema, at, problems);
    match kind {
        "string" => string(schema, at, problems),
        "array" => array(schema, at, problems),
        "integer" | "number" | "boolean" | "null" => {}
        _ => {
            let hint = "one of string, integer, number, boolean, array, null";
            problems.push(Problem::new(at, "schemaType", "a field needs one simple `type`").hint(hint));
        }
    }
}

fn choices(schema: &Value, at: &str, problems: &mut Vec<Problem>) {
    let field = Field::read("", schema, None, 0, false);
    for (index, choice) in schema.get("oneOf").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let simple =
            choice.as_object().is_some_and(|c| c.contains_key("const") && c.contains_key("title") && c.len() == 2);
        if !simple {
            let message = "a choice is {\"const\": …, \"title\": …}";
            problems.push(Problem::new(format!("{at}/oneOf/{index}"), "badChoice", message));
        }
        if let Some(value) = choice.get("const") {
            check_stored_choice(&field, value, format!("{at}/oneOf/{index}/const"), problems);
        }
    }
    for (index, value) in schema.get("enum").and_then(Value::as_array).into_iter().flatten().enumerate() {
        check_stored_choice(&field, value, format!("{at}/enum/{index}"), problems);
    }
}

/// A choice that is stored otherwise than it is written could be chosen and never sent.
fn check_stored_choice(field: &Field, value: &Value, at: String, problems: &mut Vec<Problem>) {
    if !normalise::keeps(field, value) {
        let hint = "without spaces at its ends, line breaks and characters that nobody sees; not empty";
        problems.push(Problem::new(at, "badChoice", "a choice has to be what is stored when it is chosen").hint(hint));
    }
}

fn string(schema: &Value, at: &str, problems: &mut Vec<Problem>) {
    let bounded = ["maxLength", "oneOf", "enum", "const", "format"].iter().any(|key| schema.get(key).is_some());
    if !bounded {
        problems.push(Problem::key(at, "unbounded", "a text needs `maxLength`"));
    }
    upload(schema, schema, at, problems);
}

fn array(schema: &Value, at: &str, problems: &mut Vec<Problem>) {
    let Some(items) = schema.get("items").filter(|items| items.is_object()) else {
        problems.push(Problem::key(at, "schemaType", "a list needs `items`"));
        return;
    };
    let below = format!("{at}/items");
    if schema.get("maxItems").and_then(Value::as_u64).is_none_or(|max| max > MAX_LIST as u64) {
        let message = format!("a list needs `maxItems` of at most {MAX_LIST}");
        problems.push(Problem::key(at, "unbounded", message));
    }
    if text(items, "type") != Some("object") {
        field(items, &below, false, problems);
        upload(items, schema, &below, problems);
        let choices = items.get("oneOf").is_some() || items.get("enum").is_some();
        if choices && schema.get("uniqueItems") != Some(&Value::Bool(true)) {
            problems.push(Problem::key(at, "badChoice", "several choices need \"uniqueItems\": true"));
        }
        if text(items, "type") == Some("array") {
            problems.push(Problem::new(below, "nestedGroup", "a list in a list cannot be shown"));
        }
        return;
    }
    if schema.get("minItems").is_none() {
        problems.push(Problem::key(at, "unbounded", "a repeated group needs `minItems` (0 when it may be empty)"));
    }
    for key in items.as_object().into_iter().flat_map(|map| map.keys()) {
        if !ITEM_KEYWORDS.contains(&key.as_str()) {
            problems.push(Problem::key(child(&below, key), "schemaKeyword", format!("`{key}` is not used in a group")));
        }
    }
    if items.get("additionalProperties").is_some_and(|more| !more.is_boolean()) {
        let message = "rows have the fields that are named, and no others";
        problems.push(Problem::new(child(&below, "additionalProperties"), "schemaKeyword", message));
    }
    for (own, inner) in super::field::properties(Some(items)) {
        let pointer = child(&format!("{below}/properties"), own);
        name(own, &pointer, problems);
        field(inner, &pointer, true, problems);
        if inner.get("items").is_some_and(|i| text(i, "type") == Some("object")) {
            problems.push(Problem::key(pointer, "nestedGroup", "a group in a group cannot be shown"));
        }
    }
}

/// Uploads have their rule, and only they.
fn upload(schema: &Value, owner: &Value, at: &str, problems: &mut Vec<Problem>) {
    let is_upload = text(schema, "format") == Some("upload");
    let rule = schema.get("x-upload").or_else(|| owner.get("x-upload"));
    let shape =
        "write \"x-upload\": {\"tier\": \"2mb\" | \"5mb\" | \"10mb\" | \"15mb\", \"kinds\": [\"pdf\", \"image\"]}";
    match rule {
        None if is_upload => problems.push(Problem::key(at, "badUpload", "a file field needs x-upload").hint(shape)),
        Some(_) if !is_upload => {
            problems.push(Problem::key(at, "badUpload", "x-upload needs \"format\": \"upload\"").hint(shape));
        }
        Some(rule) => {
            let known = serde_json::from_value::<UploadRule>(rule.clone());
            if known.is_ok_and(|rule| !rule.kinds.is_empty()) {
                return;
            }
            problems.push(Problem::new(at, "badUpload", "x-upload cannot be read").hint(shape));
        }
        None => {}
    }
}

/// The keywords of our own.
fn known_rules(schema: &Value, at: &str, problems: &mut Vec<Problem>) {
    for key in ["x-min-date", "x-max-date"] {
        let Some(value) = schema.get(key) else { continue };
        if text(schema, "format") != Some("date") || value.as_str().and_then(DateRule::parse).is_none() {
            let hint = "@today or @aystart with ±Nd, ±Nm, ±Ny, or an ISO date, on a field of \"format\": \"date\"";
            problems.push(Problem::new(child(at, key), "badDateLimit", "not a date limit").hint(hint));
        }
    }
    if let Some(money) = schema.get("x-money") {
        let code = money.as_str().and_then(Currency::parse).is_some();
        if !code || text(schema, "type") != Some("integer") {
            let message = "x-money is an ISO 4217 code on an integer of minor units";
            problems.push(Problem::new(format!("{at}/x-money"), "badMoney", message));
        }
    }
    if let Some(kind) = schema.get("x-known") {
        let word = |k: &str| {
            (1..=40).contains(&k.len()) && k.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
        };
        if !kind.as_str().is_some_and(word) || text(schema, "type") != Some("string") {
            let message = "x-known is a short word (a-z, 0-9, _) on a text field";
            problems.push(Problem::new(format!("{at}/x-known"), "badKnown", message));
        } else if kind.as_str().is_some_and(is_of_records) {
            let message = "the school's own records answer by this word";
            problems.push(Problem::new(format!("{at}/x-known"), "badKnown", message));
        }
    }
    if schema.get("x-shared").is_some_and(|shared| !shared.is_boolean() || schema.get("x-known").is_none()) {
        let message = "x-shared is true or false, beside x-known";
        problems.push(Problem::new(format!("{at}/x-shared"), "badKnown", message));
    }
    if schema.get("x-wanted").is_some_and(|wanted| !wanted.is_boolean()) {
        problems.push(Problem::new(format!("{at}/x-wanted"), "badUpload", "x-wanted is true or false"));
    }
}

/// One field's ui.
pub(super) fn ui(value: &Value, schema: &Value, at: &str, problems: &mut Vec<Problem>) {
    let Some(map) = value.as_object() else {
        problems.push(Problem::new(at, "badUi", "a field's ui is an object"));
        return;
    };
    if is_signature(Some(value)) {
        signature(schema, at, problems);
    }
    for (key, value) in map {
        let pointer = child(at, key);
        match key.as_str() {
            "ui:widget" => one_of(value, WIDGETS, pointer, "widget", problems),
            "x-layout" => {
                one_of(&value["width"], WIDTHS, format!("{pointer}/width"), "width", problems);
                if value.as_object().is_some_and(|layout| layout.len() > 1) {
                    problems.push(Problem::new(pointer, "badUi", "x-layout has only `width`"));
                }
            }
            "items" => items_ui(value, schema, &pointer, problems),
            AUDIENCE => check_audiences::id(value.as_str().unwrap_or_default(), &pointer, problems),
            key if !UI_KEYS.contains(&key) => {
                let hint = format!("one of {}", UI_KEYS.join(", "));
                problems.push(Problem::key(pointer, "badUi", format!("no ui key `{key}`")).hint(hint));
            }
            _ if !value.is_string() => problems.push(Problem::new(pointer, "badUi", "has to be a text key")),
            _ => {}
        }
    }
}

fn items_ui(value: &Value, schema: &Value, at: &str, problems: &mut Vec<Problem>) {
    let fields = schema.get("items").and_then(|items| items.get("properties"));
    for (name, inner) in value.as_object().into_iter().flatten() {
        let pointer = child(at, name);
        match fields.and_then(|fields| fields.get(name)) {
            Some(schema) => {
                if inner.get(AUDIENCE).is_some() {
                    let problem =
                        Problem::key(child(&pointer, AUDIENCE), "badAudience", "one audience reads all of a group");
                    problems.push(problem.hint("name it at the group itself"));
                }
                ui(inner, schema, &pointer, problems);
            }
            None => {
                problems.push(Problem::key(pointer, "unknownFieldName", format!("the group has no field `{name}`")));
            }
        }
    }
}

fn one_of(value: &Value, known: &[&str], pointer: String, what: &str, problems: &mut Vec<Problem>) {
    if !value.as_str().is_some_and(|value| known.contains(&value)) {
        let problem = Problem::new(pointer, "badUi", format!("no such {what}"));
        problems.push(problem.hint(format!("one of {}", known.join(", "))));
    }
}
