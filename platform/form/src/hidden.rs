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

    /// Whether a condition, by its place among them, is met by answers as they are looked at.
    pub fn is_met(&self, condition: usize, seen: &Value) -> bool {
        self.tests.get(condition).is_some_and(|test| test.is_valid(seen))
    }

    fn shows(&self, field: usize, met: &[bool]) -> bool {
        self.showing[field].iter().any(|condition| met[*condition])
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

/// Longest text of an answer whose field names no `maxLength`: longer than any format takes.
const MAX_TEXT: usize = 2_048;

/// How long lists and texts may be, by name of their field, `group.field` inside a repeated group; wherever it is defined.
#[derive(Default)]
pub(super) struct Longest {
    lists: HashMap<String, usize>,
    texts: HashMap<String, usize>,
    /// The longest text of a field or of those that are in it.
    within: HashMap<String, usize>,
}

impl Longest {
    pub fn read(schema: &Value) -> Self {
        let mut own = Self::default();
        for definition in check::definitions(schema) {
            let mut most = own.note(definition.name.to_owned(), definition.schema);
            for (name, inner) in field::properties(definition.schema.get("items")) {
                most = most.max(own.note(format!("{}.{name}", definition.name), inner));
            }
            let within = own.within.entry(definition.name.to_owned()).or_insert(0);
            *within = most.max(*within);
        }
        own
    }

    /// Notes a field's; how long its texts may be.
    fn note(&mut self, name: String, schema: &Value) -> usize {
        if schema.get("type").and_then(Value::as_str) == Some("array") {
            let most = schema.get("maxItems").and_then(Value::as_u64).and_then(|most| usize::try_from(most).ok());
            let longest = self.lists.entry(name.clone()).or_insert(0);
            *longest = most.unwrap_or(usize::MAX).max(*longest);
        }
        let most = text_of(schema).max(schema.get("items").map_or(0, text_of));
        let longest = self.texts.entry(name).or_insert(0);
        *longest = most.max(*longest);
        *longest
    }

    /// How long a list may be.
    pub fn list(&self, name: &str) -> usize {
        self.list_if(name).unwrap_or(MAX_LIST)
    }

    /// The same, of what is a list.
    pub fn list_if(&self, name: &str) -> Option<usize> {
        self.lists.get(name).copied()
    }

    /// How many characters a text may have.
    pub fn text(&self, name: &str) -> usize {
        self.texts.get(name).copied().unwrap_or(MAX_TEXT)
    }

    /// The same of a field and all that is in it.
    pub fn text_within(&self, name: &str) -> usize {
        self.within.get(name).copied().unwrap_or(MAX_TEXT)
    }
}

/// How many characters a field's text may have. Nothing that can be chosen is longer.
fn text_of(schema: &Value) -> usize {
    if let Some(most) = schema.get("maxLength").and_then(Value::as_u64) {
        return usize::try_from(most).unwrap_or(usize::MAX);
    }
    let list = |key: &str| schema.get(key).and_then(Value::as_array).into_iter().flatten();
    let one_of = list("oneOf").filter_map(|choice| choice.get("const"));
    let options = list("enum").chain(one_of).chain(schema.get("const"));
    options.filter_map(Value::as_str).map(str::len).fold(MAX_TEXT, usize::max)
}

impl FormDocument {
    /// Whether each field of [`fields`](Self::fields) shows, given the answers.
    #[must_use]
    pub fn visible(&self, values: &Value) -> Vec<bool> {
        let seen = self.seen(values);
        let met: Vec<bool> = self.conditions.tests.iter().map(|test| test.is_valid(&seen)).collect();
        let shows = |(at, field): (usize, &Field)| !field.conditional || self.conditions.shows(at, &met);
        self.fields.iter().enumerate().map(shows).collect()
    }

    /// Names of the fields that show, in order.
    #[must_use]
    pub fn visible_fields(&self, values: &Value) -> Vec<&str> {
        let visible = self.visible(values);
        self.fields.iter().zip(visible).filter(|(_, visible)| *visible).map(|(field, _)| field.name.as_str()).collect()
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
        let mut seen = self.seen(&kept);
        let mut met: Vec<bool> = self.conditions.tests.iter().map(|test| ask(test, &seen)).collect();
        let mut hidden: Vec<usize> = (0..self.fields.len()).filter(|at| self.hides(*at, &seen, &met)).collect();
        let mut gone: HashSet<&str> = HashSet::new();
        // A dropped answer may end another field's condition: those that looked at it are asked again, and no others.
        while !hidden.is_empty() {
            let names: Vec<&str> = hidden.iter().map(|at| self.fields[*at].name.as_str()).collect();
            if let Value::Object(map) = seen.to_mut() {
                names.iter().for_each(|name| drop(map.swap_remove(*name)));
            }
            let asked: BTreeSet<usize> =
                names.iter().filter_map(|name| self.conditions.looking.get(*name)).flatten().copied().collect();
            gone.extend(names);
            let mut touched = BTreeSet::new();
            for condition in asked {
                let holds = ask(&self.conditions.tests[condition], &seen);
                if std::mem::replace(&mut met[condition], holds) != holds {
                    touched.extend(self.conditions.shown[condition].iter().copied());
                }
            }
            hidden = touched.into_iter().filter(|at| self.hides(*at, &seen, &met)).collect();
        }
        drop(seen);
        if !gone.is_empty()
            && let Value::Object(map) = kept.to_mut()
        {
            map.retain(|name, _| !gone.contains(name.as_str()));
        }
        kept
    }

    /// Whether an answer is there that does not show.
    fn hides(&self, at: usize, values: &Value, met: &[bool]) -> bool {
        let field = &self.fields[at];
        let hidden = field.kind == FieldKind::Note || (field.conditional && !self.conditions.shows(at, met));
        hidden && values.get(&field.name).is_some()
    }

    /// With lists of one item too many at most.
    fn clipped<'v>(&self, values: &'v Value) -> Cow<'v, Value> {
        clipped(values, &|name| (self.longest.list(name), usize::MAX))
    }

    /// What is looked at: with texts of one character too many at most, too. The check refuses them, and no pattern reads the rest.
    pub(super) fn seen<'v>(&self, values: &'v Value) -> Cow<'v, Value> {
        clipped(values, &|name| (self.longest.list(name), self.longest.text(name)))
    }
}

/// How many items and characters an answer of that name may have.
type Most<'m> = dyn Fn(&str) -> (usize, usize) + 'm;

fn clipped<'v>(values: &'v Value, most: &Most<'_>) -> Cow<'v, Value> {
    let Some(map) = values.as_object() else { return Cow::Borrowed(values) };
    if map.iter().all(|(name, value)| fits(value, name, most)) {
        return Cow::Borrowed(values);
    }
    let clipped = map.iter().map(|(name, value)| (name.clone(), clip(value, name, most)));
    Cow::Owned(Value::Object(clipped.collect()))
}

/// Whether no list and no text in an answer is too long.
fn fits(value: &Value, name: &str, most: &Most<'_>) -> bool {
    match value {
        Value::Array(items) => items.len() <= most(name).0 && items.iter().all(|item| fits_item(item, name, most)),
        item => fits_item(item, name, most),
    }
}

fn fits_item(item: &Value, name: &str, most: &Most<'_>) -> bool {
    match item {
        Value::Object(row) => row.iter().all(|(key, value)| fits(value, &format!("{name}.{key}"), most)),
        Value::Array(_) => fits(item, &format!("{name}."), most),
        Value::String(text) => text.len() <= most(name).1 || end_of(text, most(name).1).is_none(),
        _ => true,
    }
}

/// An answer whose lists and texts have one item and one character too many at most.
fn clip(value: &Value, name: &str, most: &Most<'_>) -> Value {
    match value {
        Value::Array(items) => {
            items.iter().take(most(name).0.saturating_add(1)).map(|item| clip_item(item, name, most)).collect()
        }
        item => clip_item(item, name, most),
    }
}

fn clip_item(item: &Value, name: &str, most: &Most<'_>) -> Value {
    match item {
        Value::Object(row) => {
            let clipped = row.iter().map(|(key, value)| (key.clone(), clip(value, &format!("{name}.{key}"), most)));
            Value::Object(clipped.collect())
        }
        Value::Array(_) => clip(item, &format!("{name}."), most),
        Value::String(text) => match end_of(text, most(name).1) {
            Some(end) => text[..end].into(),
            None => item.clone(),
        },
        other => other.clone(),
    }
}

/// Where a text ends that has one character too many; `None` when it has no more than that.
fn end_of(text: &str, most: usize) -> Option<usize> {
    text.char_indices().nth(most.saturating_add(1)).map(|(end, _)| end)
}

#[cfg(test)]
#[path = "hidden_tests.rs"]
mod tests;
