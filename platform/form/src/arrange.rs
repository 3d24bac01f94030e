//! A plugin's document as a school lays it out: other steps, fields left out or asked for, widths. The document is
//! changed before it is built, so that the web, the checks and what is kept with a draft all see one form.

use std::collections::HashSet;

use serde_json::{Value, json};
use words::problem::{Problem, child};

use super::check::definitions;
use super::check_fields::{is_signature, takes_files};
use super::field::{self, AUDIENCE};
use crate::layout::{Arrange, ArrangedStep};

/// Lays a sound document out. Problems have their place below `/arrange`; with an error among them nothing is certain.
pub fn arrange(document: &mut Value, arrange: &Arrange) -> Vec<Problem> {
    let mut problems = Vec::new();
    let known: HashSet<String> = definitions(&document["schema"]).iter().map(|d| d.name.to_owned()).collect();
    let hidden = hidden(document, arrange, &known, &mut problems);
    require(document, arrange, &known, &hidden, &mut problems);
    for (name, width) in &arrange.widths {
        if !known.contains(name) {
            problems.push(unknown_field(child("/widths", name), name));
        } else if !hidden.contains(name) {
            document["ui"][name.as_str()]["x-layout"] = json!({ "width": width.as_str() });
        }
    }
    keep_audiences(document);
    steps(document, arrange, &known, &hidden, &mut problems);
    if problems.iter().all(|problem| !problem.is_error()) {
        take_out(document, &hidden);
        mark_version(document, arrange);
    }
    problems
}

fn unknown_field(at: String, name: &str) -> Problem {
    let problem = Problem::new(at, "unknownFieldName", format!("the form has no field `{name}`"));
    problem.hint("it has no effect; take it out").warning()
}

fn names(list: Option<&Value>) -> impl Iterator<Item = &str> {
    list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// The branches of a document's conditions.
fn branches(document: &Value) -> impl Iterator<Item = &Value> {
    document["schema"]["allOf"].as_array().into_iter().flatten()
}

/// Whether a test looks at a field.
fn looks_at(test: &Value, name: &str) -> bool {
    let inner = ["anyOf", "allOf"].into_iter().filter_map(|key| test.get(key)?.as_array()).flatten();
    let mut fields = field::properties(Some(test));
    fields.any(|(known, _)| known == name)
        || names(test.get("required")).any(|known| known == name)
        || inner.into_iter().any(|test| looks_at(test, name))
}

/// The fields that are left out; what may not be is told.
fn hidden(
    document: &Value,
    arrange: &Arrange,
    known: &HashSet<String>,
    problems: &mut Vec<Problem>,
) -> HashSet<String> {
    let mut hidden = HashSet::new();
    for (n, name) in arrange.hide.iter().enumerate() {
        let at = format!("/hide/{n}");
        if !known.contains(name) {
            problems.push(unknown_field(at, name));
            continue;
        }
        let is_required = names(document["schema"].get("required")).any(|known| known == name)
            || branches(document).any(|branch| names(branch["then"].get("required")).any(|known| known == name));
        let receipt = &document["receipt"];
        let why = if is_required {
            "the form requires it"
        } else if branches(document).any(|branch| looks_at(&branch["if"], name)) {
            "a condition looks at it"
        } else if names(document.get("person")).any(|known| known == name) {
            "it names the person"
        } else if [&receipt["email"], &receipt["name"]].into_iter().any(|known| known == name) {
            "the receipt needs it"
        } else {
            hidden.insert(name.clone());
            continue;
        };
        problems.push(Problem::new(at, "cannotHide", format!("`{name}` cannot be hidden: {why}")));
    }
    if !known.is_empty() && hidden.len() == known.len() {
        problems.push(Problem::key("/hide", "cannotHide", "nothing of the form is left"));
    }
    hidden
}

/// Adds to what has to be answered, where the field is defined.
fn require(
    document: &mut Value,
    arrange: &Arrange,
    known: &HashSet<String>,
    hidden: &HashSet<String>,
    problems: &mut Vec<Problem>,
) {
    for (n, name) in arrange.require.iter().enumerate() {
        let at = format!("/require/{n}");
        if !known.contains(name) {
            problems.push(unknown_field(at, name));
            continue;
        }
        let is_signed = document.get("ui").is_some_and(|ui| is_signature(ui.get(name)));
        let schema = definitions(&document["schema"]).into_iter().find(|d| d.name == *name).map(|d| d.schema);
        let takes_files = schema.is_some_and(takes_files) && !is_signed;
        let is_note = schema.is_some_and(|schema| schema["type"] == "null");
        let why = if hidden.contains(name) {
            "it is hidden"
        } else if takes_files {
            "files that are missing are asked for afterwards"
        } else if is_note {
            "it takes no answer"
        } else {
            let schema = &mut document["schema"];
            if schema["properties"].get(name).is_some() {
                add_required(schema, name);
            }
            for branch in schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
                if branch["then"]["properties"].get(name).is_some() {
                    add_required(&mut branch["then"], name);
                }
            }
            continue;
        };
        problems.push(Problem::new(at, "cannotRequire", format!("`{name}` cannot be required: {why}")));
    }
}

fn add_required(schema: &mut Value, name: &str) {
    let Some(map) = schema.as_object_mut() else { return };
    let list = map.entry("required").or_insert_with(|| json!([]));
    if let Some(list) = list.as_array_mut()
        && !list.iter().any(|known| known == name)
    {
        list.push(name.into());
    }
}

/// A field keeps its step's audience, wherever it is put.
fn keep_audiences(document: &mut Value) {
    let steps = document["steps"].as_array().cloned().unwrap_or_default();
    for step in &steps {
        let Some(audience) = step.get(AUDIENCE) else { continue };
        for name in names(step.get("fields")) {
            let ui = &mut document["ui"][name];
            if ui.get(AUDIENCE).is_none() {
                ui[AUDIENCE] = audience.clone();
            }
        }
    }
}

/// Puts the fields into their steps.
fn steps(
    document: &mut Value,
    arrange: &Arrange,
    known: &HashSet<String>,
    hidden: &HashSet<String>,
    problems: &mut Vec<Problem>,
) {
    let own = document["steps"].as_array().cloned().unwrap_or_default();
    let mut steps = match &arrange.steps {
        None => own.clone(),
        Some(asked) => asked_steps(document, &own, asked, known, problems),
    };
    let placed: HashSet<String> =
        steps.iter().flat_map(|step| names(step.get("fields")).map(str::to_owned).collect::<Vec<_>>()).collect();
    // What no step names stays in its own, or goes into the last.
    for step in &own {
        let rest: Vec<Value> =
            names(step.get("fields")).filter(|name| !placed.contains(*name)).map(Value::from).collect();
        let home = steps.iter().position(|one| one["id"] == step["id"]).unwrap_or(steps.len().saturating_sub(1));
        if let Some(fields) = steps.get_mut(home).and_then(|step| step["fields"].as_array_mut()) {
            fields.extend(rest);
        }
    }
    for step in &mut steps {
        if let Some(fields) = step["fields"].as_array_mut() {
            fields.retain(|name| name.as_str().is_some_and(|name| !hidden.contains(name)));
        }
    }
    steps.retain(|step| step["fields"].as_array().is_some_and(|fields| !fields.is_empty()));
    document["steps"] = steps.into();
}

fn asked_steps(
    document: &mut Value,
    own: &[Value],
    asked: &[ArrangedStep],
    known: &HashSet<String>,
    problems: &mut Vec<Problem>,
) -> Vec<Value> {
    let mut placed: HashSet<&str> = HashSet::new();
    let mut steps = Vec::new();
    for (s, step) in asked.iter().enumerate() {
        let at = format!("/steps/{s}");
        if asked[..s].iter().any(|other| other.id == step.id) {
            problems.push(Problem::new(format!("{at}/id"), "duplicate", "two steps have this id"));
        }
        let mut fields = Vec::new();
        for (f, name) in step.fields.iter().enumerate() {
            let at = format!("{at}/fields/{f}");
            if !known.contains(name) {
                problems.push(unknown_field(at, name));
            } else if !placed.insert(name) {
                problems.push(Problem::new(at, "duplicateField", format!("`{name}` stands in a step already")));
            } else {
                fields.push(Value::from(name.as_str()));
            }
        }
        let known_step = own.iter().find(|known| known["id"] == step.id.as_str());
        let mut out = known_step.cloned().unwrap_or_else(|| json!({ "id": step.id }));
        match &step.title {
            Some(title) => {
                let key = format!("arrange.step.{}", step.id);
                for (language, text) in [("en", &title.en), ("ar", &title.ar)] {
                    document["texts"][language][key.as_str()] = text.as_str().into();
                }
                out["title"] = key.into();
            }
            None if known_step.is_none() => {
                let message = format!("the form has no step `{}`: a new one needs a title", step.id);
                problems.push(Problem::new(&*at, "stepWithoutTitle", message));
            }
            None => {}
        }
        out["fields"] = fields.into();
        steps.push(out);
    }
    steps
}

/// Takes hidden fields out of everything that knows them.
fn take_out(document: &mut Value, hidden: &HashSet<String>) {
    let forget = |value: &mut Value| {
        if let Some(map) = value.as_object_mut() {
            map.retain(|name, _| !hidden.contains(name));
        }
    };
    if let Some(ui) = document.get_mut("ui") {
        forget(ui);
    }
    if let Some(subject) = document.get_mut("subject").and_then(Value::as_object_mut) {
        subject.retain(|_, name| name.as_str().is_none_or(|name| !hidden.contains(name)));
    }
    if let Some(family) = document.get_mut("family").and_then(Value::as_array_mut) {
        family.retain(|name| name.as_str().is_none_or(|name| !hidden.contains(name)));
    }
    let schema = &mut document["schema"];
    if let Some(fields) = schema.get_mut("properties") {
        forget(fields);
    }
    for branch in schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(fields) = branch.get_mut("then").and_then(|then| then.get_mut("properties")) {
            forget(fields);
        }
    }
    for sample in document["samples"].as_array_mut().into_iter().flatten() {
        forget(&mut sample["values"]);
    }
}

/// Another layout is another version: a draft in progress stays on its own.
fn mark_version(document: &mut Value, arrange: &Arrange) {
    // Serialising our own types to JSON cannot fail.
    let said = serde_json::to_vec(arrange).unwrap_or_default();
    let version = document["version"].as_str().unwrap_or_default();
    document["version"] = format!("{version}-{}", &words::sha256_hex(&said)[..8]).into();
}

#[cfg(test)]
#[path = "arrange_tests.rs"]
mod tests;
