//! Whether a form document is well formed: shape, texts, steps, conditions, who and where. Fields are checked in
//! `check_fields`. Everything wrong is reported, not just the first.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use serde_json::Value;
use words::problem::{Problem, child};

use super::raw::RawDocument;
use super::{
    Kind, MAX_DOCUMENT_BYTES, MAX_DOCUMENT_DEPTH, check_audiences, check_fields, check_totals, family, field, listed,
    localise, subject,
};
use crate::Structure;

static SHAPE: LazyLock<Structure> = LazyLock::new(Structure::of::<RawDocument>);

/// Keywords that the root of a form's schema may have.
const ROOT: [&str; 5] = ["$schema", "type", "properties", "required", "allOf"];

/// Size, depth and shape; nothing else is looked at before these hold.
pub(super) fn structure(document: &Value) -> Vec<Problem> {
    if depth(document) > MAX_DOCUMENT_DEPTH {
        return vec![Problem::new("", "tooDeep", format!("nested deeper than {MAX_DOCUMENT_DEPTH} levels"))];
    }
    // A plugin may say more than that in one answer; what becomes a form may not.
    if document.to_string().len() > MAX_DOCUMENT_BYTES {
        return vec![Problem::new("", "tooLarge", format!("larger than {} KB", MAX_DOCUMENT_BYTES / 1024))];
    }
    SHAPE.problems(document)
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// Where a top-level field is defined.
pub(super) struct Definition<'a> {
    pub name: &'a str,
    pub schema: &'a Value,
    pub conditional: bool,
    pub pointer: String,
}

/// Every definition of a top-level field, unconditional ones first.
pub(super) fn definitions(schema: &Value) -> Vec<Definition<'_>> {
    let mut found = Vec::new();
    for (name, field) in field::properties(Some(schema)) {
        let pointer = child("/schema/properties", name);
        found.push(Definition { name, schema: field, conditional: false, pointer });
    }
    for (index, branch) in schema.get("allOf").and_then(Value::as_array).into_iter().flatten().enumerate() {
        for (name, field) in field::properties(branch.get("then")) {
            let pointer = child(&format!("/schema/allOf/{index}/then/properties"), name);
            found.push(Definition { name, schema: field, conditional: true, pointer });
        }
    }
    found
}

/// Everything about a document of the right shape.
pub(super) fn document(raw: &RawDocument, kind: Kind) -> Vec<Problem> {
    let defined = definitions(&raw.schema);
    let mut problems = schema(raw, &defined);
    steps(raw, &defined, &mut problems);
    for definition in &defined {
        check_fields::name(definition.name, &definition.pointer, &mut problems);
        group_required(definition, raw.ui.get(definition.name), &mut problems);
    }
    ui(raw, &defined, &mut problems);
    people(raw, &defined, &mut problems);
    subject::check(&raw.subject, &defined, &mut problems);
    family::check(raw, &defined, &mut problems);
    check_totals::totals(raw, &defined, kind, &mut problems);
    check_audiences::audiences(raw, kind, &mut problems);
    listed::check(raw, kind, &mut problems);
    texts(raw, kind, &mut problems);
    problems
}

/// Whether a schema says only what ours say. What anything else costs is counted nowhere: a few references to one another are a tree of
/// any size. So this is asked of every document that is built, also of one that was accepted long ago: a keyword that was allowed
/// once stays allowed.
pub(super) fn keywords(raw: &RawDocument) -> Vec<Problem> {
    schema(raw, &definitions(&raw.schema))
}

fn schema(raw: &RawDocument, defined: &[Definition<'_>]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let signed = |name: &str| check_fields::is_signature(raw.ui.get(name));
    root(&raw.schema, defined, &signed, &mut problems);
    check_fields::engines(&raw.schema, "/schema", &mut problems);
    for definition in defined {
        check_fields::field(definition.schema, &definition.pointer, true, &mut problems);
    }
    problems
}

/// Whether a top-level field is signed.
type Signed<'s> = dyn Fn(&str) -> bool + 's;

fn root(schema: &Value, defined: &[Definition<'_>], signed: &Signed<'_>, problems: &mut Vec<Problem>) {
    let Some(map) = schema.as_object() else { return };
    for key in map.keys().filter(|key| !ROOT.contains(&key.as_str())) {
        let hint = "at the root: $schema, type, properties, required, allOf; unknown answers are refused without it";
        problems
            .push(Problem::key(child("/schema", key), "schemaKeyword", format!("`{key}` is not used here")).hint(hint));
    }
    if map.get("type").and_then(Value::as_str) != Some("object") {
        problems.push(Problem::new("/schema", "schemaType", "the schema's `type` has to be \"object\""));
    }
    let unconditional: HashSet<&str> = defined.iter().filter(|d| !d.conditional).map(|d| d.name).collect();
    for twice in defined.iter().filter(|d| d.conditional && unconditional.contains(d.name)) {
        let message = format!("`{}` is a field without a condition already", twice.name);
        problems.push(Problem::key(&*twice.pointer, "duplicateField", message));
    }
    required(map.get("required"), "/schema/required", |name| find(defined, name, false), signed, problems);
    for (index, branch) in map.get("allOf").and_then(Value::as_array).into_iter().flatten().enumerate() {
        condition(branch, &format!("/schema/allOf/{index}"), defined, signed, problems);
    }
}

fn find<'d>(defined: &'d [Definition<'_>], name: &str, conditional: bool) -> Option<&'d Value> {
    defined.iter().find(|d| d.name == name && (conditional || !d.conditional)).map(|d| d.schema)
}

/// What a repeated group requires of each of its rows.
fn group_required(group: &Definition<'_>, ui: Option<&Value>, problems: &mut Vec<Problem>) {
    let Some(items) = group.schema.get("items") else { return };
    let signed = |name: &str| check_fields::is_signature(ui.and_then(|ui| ui.get("items")?.get(name)));
    let find = |name: &str| items.get("properties").and_then(|fields| fields.get(name));
    required(items.get("required"), &format!("{}/items/required", group.pointer), find, &signed, problems);
}

/// Names that are required exist and are no files, but signatures: nothing waits for a scanner.
fn required<'a>(
    list: Option<&Value>,
    pointer: &str,
    field: impl Fn(&str) -> Option<&'a Value>,
    signed: &Signed<'_>,
    problems: &mut Vec<Problem>,
) {
    for (index, name) in list.and_then(Value::as_array).into_iter().flatten().enumerate() {
        let at = format!("{pointer}/{index}");
        let name = name.as_str().unwrap_or_default();
        match field(name) {
            None => problems.push(Problem::new(at, "unknownFieldName", format!("no field `{name}` here"))),
            Some(schema) if check_fields::takes_files(schema) && !signed(name) => {
                let hint = "write \"x-wanted\": true beside x-upload: what is missing goes on the checklist";
                problems.push(Problem::new(at, "requiredUpload", format!("`{name}` takes files")).hint(hint));
            }
            Some(_) => {}
        }
    }
}

fn condition(branch: &Value, at: &str, defined: &[Definition<'_>], signed: &Signed<'_>, problems: &mut Vec<Problem>) {
    let shape =
        "write {\"if\": {\"properties\": …, \"required\": […]}, \"then\": {\"properties\": …, \"required\": […]}}";
    let Some(map) = branch.as_object() else {
        problems.push(Problem::new(at, "badCondition", "a condition is an object").hint(shape));
        return;
    };
    for key in map.keys().filter(|key| !matches!(key.as_str(), "if" | "then")) {
        problems.push(Problem::key(child(at, key), "badCondition", format!("a condition has no `{key}`")).hint(shape));
    }
    match map.get("if") {
        Some(test) => test_of(test, &format!("{at}/if"), defined, problems),
        None => problems.push(Problem::new(at, "badCondition", "`if` is missing").hint(shape)),
    }
    let Some(then) = map.get("then").and_then(Value::as_object) else {
        problems.push(Problem::new(at, "badCondition", "`then` is missing").hint(shape));
        return;
    };
    for key in then.keys().filter(|key| !matches!(key.as_str(), "properties" | "required")) {
        let pointer = child(&format!("{at}/then"), key);
        problems.push(Problem::key(pointer, "badCondition", format!("`then` has no `{key}`")).hint(shape));
    }
    let names = format!("{at}/then/required");
    required(then.get("required"), &names, |name| find(defined, name, true), signed, problems);
}

/// A condition looks at top-level fields, and names each as required: without that it holds while the answer is missing.
fn test_of(test: &Value, at: &str, defined: &[Definition<'_>], problems: &mut Vec<Problem>) {
    let Some(map) = test.as_object() else {
        problems.push(Problem::new(at, "badCondition", "`if` is an object"));
        return;
    };
    let named: HashSet<&str> =
        map.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    for (key, value) in map {
        match (key.as_str(), value) {
            ("anyOf" | "allOf", Value::Array(tests)) => {
                for (index, test) in tests.iter().enumerate() {
                    test_of(test, &format!("{at}/{key}/{index}"), defined, problems);
                }
            }
            ("properties", Value::Object(fields)) => {
                for (name, asked) in fields {
                    let pointer = child(&format!("{at}/properties"), name);
                    test_of_answer(asked, &pointer, problems);
                    if find(defined, name, true).is_none() {
                        problems.push(Problem::key(pointer, "unknownFieldName", format!("no field `{name}`")));
                    } else if !named.contains(name.as_str()) {
                        let message = format!("`{name}` has to stand in `required` of this `if`");
                        problems.push(Problem::key(pointer, "badCondition", message));
                    }
                }
            }
            ("required", _) => {}
            _ => {
                let message = format!("`{key}` is not used in an `if`");
                problems.push(Problem::key(child(at, key), "badCondition", message));
            }
        }
    }
}

/// What a condition may ask of an answer.
const ASKED: [&str; 22] = [
    "type",
    "const",
    "enum",
    "not",
    "anyOf",
    "allOf",
    "oneOf",
    "properties",
    "required",
    "items",
    "contains",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
];

/// A condition on one answer: what it costs is what stands there, so nothing in it points elsewhere (`$ref`).
fn test_of_answer(asked: &Value, at: &str, problems: &mut Vec<Problem>) {
    for (key, value) in asked.as_object().into_iter().flatten() {
        let pointer = child(at, key);
        match (key.as_str(), value) {
            (key, _) if !ASKED.contains(&key) => {
                let message = format!("`{key}` is not used in an `if`");
                problems.push(Problem::key(pointer, "badCondition", message));
            }
            ("properties", Value::Object(fields)) => {
                fields.iter().for_each(|(name, asked)| test_of_answer(asked, &child(&pointer, name), problems));
            }
            ("not" | "items" | "contains", Value::Object(_)) => test_of_answer(value, &pointer, problems),
            ("anyOf" | "allOf" | "oneOf" | "items", Value::Array(tests)) => {
                let each = tests.iter().enumerate();
                each.for_each(|(index, asked)| test_of_answer(asked, &format!("{pointer}/{index}"), problems));
            }
            _ => {}
        }
    }
}

/// Every field stands in exactly one step.
fn steps(raw: &RawDocument, defined: &[Definition<'_>], problems: &mut Vec<Problem>) {
    let mut placed: HashSet<&str> = HashSet::new();
    let mut ids: HashSet<&str> = HashSet::new();
    for (s, step) in raw.steps.iter().enumerate() {
        if !ids.insert(&step.id) {
            problems.push(Problem::new(format!("/steps/{s}/id"), "duplicate", "two steps have this id"));
        }
        for (f, name) in step.fields.iter().enumerate() {
            let at = format!("/steps/{s}/fields/{f}");
            if find(defined, name, true).is_none() {
                problems.push(Problem::new(at, "unknownFieldName", format!("the schema has no field `{name}`")));
            } else if !placed.insert(name) {
                problems.push(Problem::new(at, "duplicateField", format!("`{name}` stands in a step already")));
            }
        }
    }
    let mut missing: HashSet<&str> = HashSet::new();
    for field in defined.iter().filter(|d| !placed.contains(d.name)) {
        if missing.insert(field.name) {
            problems.push(Problem::key(&*field.pointer, "fieldWithoutStep", format!("no step shows `{}`", field.name)));
        }
    }
}

fn ui(raw: &RawDocument, defined: &[Definition<'_>], problems: &mut Vec<Problem>) {
    for (name, value) in &raw.ui {
        let pointer = child("/ui", name);
        match find(defined, name, true) {
            Some(schema) => check_fields::ui(value, schema, &pointer, problems),
            None => {
                problems.push(Problem::key(pointer, "unknownFieldName", format!("the schema has no field `{name}`")));
            }
        }
    }
}

fn people(raw: &RawDocument, defined: &[Definition<'_>], problems: &mut Vec<Problem>) {
    let mut text_field = |pointer: String, name: &str, format: Option<&str>| {
        let schema = find(defined, name, true);
        let has_format = schema.and_then(|s| s.get("format")).and_then(Value::as_str);
        if schema.and_then(|s| s.get("type")).and_then(Value::as_str) != Some("string") {
            problems.push(Problem::new(pointer, "unknownFieldName", format!("no text field `{name}`")));
        } else if format.is_some() && has_format != format {
            problems.push(Problem::new(pointer, "badReceipt", format!("`{name}` needs \"format\": \"email\"")));
        }
    };
    for (index, name) in raw.person.iter().enumerate() {
        text_field(format!("/person/{index}"), name, None);
    }
    if let Some(receipt) = &raw.receipt {
        text_field("/receipt/email".into(), &receipt.email, Some("email"));
        if let Some(name) = &receipt.name {
            text_field("/receipt/name".into(), name, None);
        }
    }
}

/// Both languages have the same keys, every key that is used exists, and none of a declarative form is unused.
fn texts(raw: &RawDocument, kind: Kind, problems: &mut Vec<Problem>) {
    let mut used: BTreeMap<String, String> = BTreeMap::new();
    let mut note = |pointer: String, key: &str| {
        used.entry(key.to_owned()).or_insert(pointer);
    };
    note("/title".into(), &raw.title);
    if let Some(description) = &raw.description {
        note("/description".into(), description);
    }
    for (index, step) in raw.steps.iter().enumerate() {
        note(format!("/steps/{index}/title"), &step.title);
        if let Some(help) = &step.help {
            note(format!("/steps/{index}/help"), help);
        }
    }
    for (index, total) in raw.computed.iter().enumerate() {
        note(format!("/computed/{index}/label"), &total.label);
    }
    let mut collect = |pointer: &str, value: &mut Value| note(pointer.to_owned(), value.as_str().unwrap_or_default());
    localise::each_schema_text(&mut raw.schema.clone(), "/schema", &mut collect);
    localise::each_ui_text(&mut Value::Object(raw.ui.clone()), "/ui", &mut collect);
    let (en, ar) = (&raw.texts.en, &raw.texts.ar);
    for (language, texts, other) in [("en", en, ar), ("ar", ar, en)] {
        for (key, pointer) in &used {
            if !texts.contains_key(key) {
                let message = format!("texts.{language} has no `{key}`");
                problems.push(Problem::new(&**pointer, "missingText", message));
            }
        }
        for (key, text) in texts {
            let pointer = child(&format!("/texts/{language}"), key);
            if text.as_str().is_none_or(|text| text.trim().is_empty()) {
                problems.push(Problem::new(pointer, "emptyText", format!("`{key}` has no words")));
            } else if !other.contains_key(key) && !used.contains_key(key) {
                problems.push(Problem::key(pointer, "missingText", format!("the other language has no `{key}`")));
            } else if kind == Kind::Declarative && !used.contains_key(key) {
                problems.push(Problem::key(pointer, "unusedText", format!("nothing uses `{key}`")));
            }
        }
    }
}
