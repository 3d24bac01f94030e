//! Which fields show, and answers without those of fields that do not.
//!
//! Strangers send answers, and schools write conditions: what this costs may not grow with one times the other, nor with
//! lists longer than any form takes.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use super::field::{self, Field, FieldKind};
use super::{FormDocument, check, formats};

/// Longest list that a form may ask for.
pub(super) const MAX_LIST: usize = 200;

/// Every `allOf: [{if, then}]`, with who hangs on whom.
pub(super) struct Conditions {
    tests: Vec<Validator>,
    /// By field: the conditions that show it.
    showing: Vec<Vec<usize>>,
    /// By name of an answer: the conditions that look at it.
    looking: HashMap<String, Vec<usize>>,
    /// By condition: the fields that it shows.
    shown: Vec<Vec<usize>>,
}

impl Conditions {
    /// Reads them out of a form's schema.
    pub fn read(schema: &Value, fields: &[Field]) -> Result<Self, ValidationError<'static>> {
        let index: HashMap<&str, usize> = fields.iter().enumerate().map(|(at, f)| (f.name.as_str(), at)).collect();
        let (mut tests, mut shown, mut looking) = (Vec::new(), Vec::new(), HashMap::<String, Vec<usize>>::new());
        let mut showing = vec![Vec::new(); fields.len()];
        for branch in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            let (Some(test), Some(then)) = (branch.get("if"), branch.get("then")) else { continue };
            let at = tests.len();
            tests.push(formats::options().build(test)?);
            for name in looked_at(test) {
                looking.entry(name.to_owned()).or_default().push(at);
            }
            let names = field::properties(Some(then)).filter_map(|(name, _)| index.get(name.as_str()).copied());
            shown.push(names.inspect(|field| showing[*field].push(at)).collect());
        }
        Ok(Self { tests, showing, looking, shown })
    }

    fn shows(&self, field: usize, held: &[bool]) -> bool {
        self.showing[field].iter().any(|condition| held[*condition])
    }
}

/// Names of the answers that decide a condition; the check lets it look at nothing else.
pub(super) fn looked_at(test: &Value) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    names.extend(test.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str));
    names.extend(field::properties(Some(test)).map(|(name, _)| name.as_str()));
    for key in ["anyOf", "allOf"] {
        test.get(key).and_then(Value::as_array).into_iter().flatten().for_each(|test| names.extend(looked_at(test)));
    }
    names
}

/// By name of a list, `group.field` inside a repeated group: how long it may be, wherever it is defined.
pub(super) fn longest(schema: &Value) -> HashMap<String, usize> {
    let mut found = HashMap::new();
    let mut note = |name: String, schema: &Value| {
        if schema.get("type").and_then(Value::as_str) == Some("array") {
            let most = schema.get("maxItems").and_then(Value::as_u64).and_then(|most| usize::try_from(most).ok());
            let longest = found.entry(name).or_insert(0);
            *longest = most.unwrap_or(usize::MAX).max(*longest);
        }
    };
    for definition in check::definitions(schema) {
        note(definition.name.to_owned(), definition.schema);
        for (name, inner) in field::properties(definition.schema.get("items")) {
            note(format!("{}.{name}", definition.name), inner);
        }
    }
    found
}

impl FormDocument {
    /// Whether each field of [`fields`](Self::fields) shows, given the answers.
    #[must_use]
    pub fn shown(&self, values: &Value) -> Vec<bool> {
        let held: Vec<bool> = self.conditions.tests.iter().map(|test| test.is_valid(values)).collect();
        let shows = |(at, field): (usize, &Field)| !field.conditional || self.conditions.shows(at, &held);
        self.fields.iter().enumerate().map(shows).collect()
    }

    /// Names of the fields that show, in order.
    #[must_use]
    pub fn shown_fields(&self, values: &Value) -> Vec<&str> {
        let shown = self.shown(values);
        self.fields.iter().zip(shown).filter(|(_, shown)| *shown).map(|(field, _)| field.name.as_str()).collect()
    }

    /// The answers without those of fields that do not show (and of notes, which have none). Of a list that is longer than
    /// its field allows one item too many is kept, so that the check refuses it without a look at the others.
    #[must_use]
    pub fn prune(&self, values: &Value) -> Value {
        self.pruned(values).into_owned()
    }

    pub(super) fn pruned<'v>(&self, values: &'v Value) -> Cow<'v, Value> {
        self.pruned_by(values, &mut Validator::is_valid)
    }

    fn pruned_by<'v>(&self, values: &'v Value, ask: &mut dyn FnMut(&Validator, &Value) -> bool) -> Cow<'v, Value> {
        let mut kept = self.clipped(values);
        if !kept.is_object() {
            return kept;
        }
        let mut held: Vec<bool> = self.conditions.tests.iter().map(|test| ask(test, &kept)).collect();
        let mut hidden: Vec<usize> = (0..self.fields.len()).filter(|at| self.hides(*at, &kept, &held)).collect();
        // A dropped answer may end another field's condition: those that looked at it are asked again, and no others.
        while !hidden.is_empty() {
            let names: HashSet<&str> = hidden.iter().map(|at| self.fields[*at].name.as_str()).collect();
            if let Value::Object(map) = kept.to_mut() {
                map.retain(|name, _| !names.contains(name.as_str()));
            }
            let asked: BTreeSet<usize> =
                names.iter().filter_map(|name| self.conditions.looking.get(*name)).flatten().copied().collect();
            let mut touched = BTreeSet::new();
            for condition in asked {
                let holds = ask(&self.conditions.tests[condition], &kept);
                if std::mem::replace(&mut held[condition], holds) != holds {
                    touched.extend(self.conditions.shown[condition].iter().copied());
                }
            }
            hidden = touched.into_iter().filter(|at| self.hides(*at, &kept, &held)).collect();
        }
        kept
    }

    /// Whether an answer is there that does not show.
    fn hides(&self, at: usize, values: &Value, held: &[bool]) -> bool {
        let field = &self.fields[at];
        let hidden = field.kind == FieldKind::Note || (field.conditional && !self.conditions.shows(at, held));
        hidden && values.get(&field.name).is_some()
    }

    fn clipped<'v>(&self, values: &'v Value) -> Cow<'v, Value> {
        let most = |name: &str| self.longest.get(name).copied().unwrap_or(MAX_LIST);
        let Some(map) = values.as_object() else { return Cow::Borrowed(values) };
        if map.iter().all(|(name, value)| fits(value, name, &most)) {
            return Cow::Borrowed(values);
        }
        let clipped = map.iter().map(|(name, value)| (name.clone(), clip(value, name, &most)));
        Cow::Owned(Value::Object(clipped.collect()))
    }
}

/// Whether no list in an answer is too long.
fn fits(value: &Value, name: &str, most: &dyn Fn(&str) -> usize) -> bool {
    match value {
        Value::Array(items) => items.len() <= most(name) && items.iter().all(|item| fits_item(item, name, most)),
        item => fits_item(item, name, most),
    }
}

fn fits_item(item: &Value, name: &str, most: &dyn Fn(&str) -> usize) -> bool {
    match item {
        Value::Object(row) => row.iter().all(|(key, value)| fits(value, &format!("{name}.{key}"), most)),
        Value::Array(_) => fits(item, &format!("{name}."), most),
        _ => true,
    }
}

/// An answer whose lists have one item too many at most.
fn clip(value: &Value, name: &str, most: &dyn Fn(&str) -> usize) -> Value {
    match value {
        Value::Array(items) => {
            items.iter().take(most(name).saturating_add(1)).map(|item| clip_item(item, name, most)).collect()
        }
        item => clip_item(item, name, most),
    }
}

fn clip_item(item: &Value, name: &str, most: &dyn Fn(&str) -> usize) -> Value {
    match item {
        Value::Object(row) => {
            let clipped = row.iter().map(|(key, value)| (key.clone(), clip(value, &format!("{name}.{key}"), most)));
            Value::Object(clipped.collect())
        }
        Value::Array(_) => clip(item, &format!("{name}."), most),
        other => other.clone(),
    }
}

#[cfg(test)]
#[path = "hidden_tests.rs"]
mod tests;
