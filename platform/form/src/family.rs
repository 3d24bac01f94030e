//! What of a form is the family's and not the child's: a form for another child of theirs begins with it. A document says which fields
//! these are; where it says nothing, they are those of its `subject` that tell of whoever answers for the child.

use std::collections::HashSet;

use serde_json::Value;
use words::problem::Problem;

use super::FormDocument;
use super::check::Definition;
use super::check_fields::is_signature;
use super::raw::RawDocument;
use super::subject::{self, What, Who};

/// Whether a `family` names fields that another child's form can begin with.
pub(super) fn check(raw: &RawDocument, defined: &[Definition<'_>], problems: &mut Vec<Problem>) {
    let of_child: HashSet<&str> = told_of(raw, &[Who::Child]).collect();
    for (index, name) in raw.family.iter().enumerate() {
        let at = format!("/family/{index}");
        let Some(found) = defined.iter().find(|definition| definition.name == *name) else {
            let problem = Problem::new(at, "unknownFieldName", format!("no field `{name}`"));
            problems.push(problem.hint("name a field of the form, or a repeated group as a whole"));
            continue;
        };
        let why = if found.schema.get("type").and_then(Value::as_str) == Some("null") {
            "it takes no answer"
        } else if is_signature(raw.ui.get(name)) || found.schema.get("const") == Some(&Value::Bool(true)) {
            "it is signed or declared again for each child"
        } else if of_child.contains(name.as_str()) {
            "`subject` says that it tells of the child"
        } else if raw.family[..index].contains(name) {
            problems.push(Problem::new(at, "duplicateField", format!("`{name}` stands here already")));
            continue;
        } else {
            continue;
        };
        problems.push(Problem::new(at, "badFamily", format!("`{name}` cannot be the family's: {why}")));
    }
}

/// The fields that tell something of them.
fn told_of<'r>(raw: &'r RawDocument, who: &'r [Who]) -> impl Iterator<Item = &'r str> {
    let told = raw.subject.iter().filter(move |(key, _)| subject::read(key).is_some_and(|(one, _)| who.contains(&one)));
    told.map(|(_, name)| name.as_str())
}

/// The family's fields, in the order of the form.
pub(super) fn of(raw: &RawDocument) -> Vec<String> {
    let named: HashSet<&str> = if raw.family.is_empty() {
        told_of(raw, &[Who::Guardian, Who::SecondGuardian]).collect()
    } else {
        raw.family.iter().map(String::as_str).collect()
    };
    let all = raw.steps.iter().flat_map(|step| &step.fields);
    all.filter(|name| named.contains(name.as_str())).cloned().collect()
}

impl FormDocument {
    /// The fields that are the family's, in the order of the form.
    #[must_use]
    pub fn family(&self) -> Vec<String> {
        of(&self.raw)
    }

    /// Of whom a field tells, and what.
    #[must_use]
    pub fn told_by(&self, field: &str) -> Option<(Who, What)> {
        let found = self.raw.subject.iter().find(|(_, name)| *name == field);
        found.and_then(|(key, _)| subject::read(key))
    }
}
