//! What the patterns of a form take in memory: each is compiled, and stays so for as long as the form is used.

use std::collections::{HashMap, HashSet};

use jsonschema_regex::to_rust_regex;
use regex_automata::meta;
use serde_json::Value;

use super::{formats, pattern};
use crate::diagnostic::{Problem, child};

/// Most places of a form at which a pattern stands; of those that are shipped none has more than two.
const MAX_PATTERNS: usize = 200;
/// Most bytes that a form's patterns take: some thirty of names in any script, or a hundred of numbers.
const MAX_BYTES: usize = 4 << 20;
/// So many that are refused are looked at; the rest once these are mended.
const MAX_REFUSED: usize = 3;
/// What an engine notes while it compares, about; never more than twice this for each that compares at the same time.
const NOTES: usize = formats::PATTERN_NOTES / 2;

/// Every pattern can be used, and all together stay small.
pub(super) fn patterns(schema: &Value, problems: &mut Vec<Problem>) {
    let mut found = Vec::new();
    collect(schema, "/schema", &mut found);
    let many = |at: String, message: String| {
        let hint = "the same pattern counts once in a form, and once more in each `if`; a list of choices, a `format` or \
                    `maxLength` often says it without";
        Problem::new(at, "tooManyPatterns", message).hint(hint)
    };
    if let Some((at, _)) = found.get(MAX_PATTERNS) {
        let message = format!("{} patterns, of {MAX_PATTERNS} at most", found.len());
        problems.push(many(at.clone(), message));
        return;
    }
    let mut known: HashMap<&str, Result<usize, pattern::Fault>> = HashMap::new();
    let (mut all, mut faults) = (0usize, 0);
    for (at, text) in found {
        if let Some(Err(fault)) = known.get(text) {
            problems.push(refused(&at, fault));
        }
        if known.contains_key(text) {
            continue;
        }
        // Each that is refused costs as much looking as one that passes, and takes nothing of what bounds those.
        if faults == MAX_REFUSED {
            return;
        }
        let checked = pattern::check(text).map(|()| bytes(text));
        match &checked {
            Ok(bytes) => all += bytes,
            Err(fault) => {
                faults += 1;
                problems.push(refused(&at, fault));
            }
        }
        known.insert(text, checked);
        if all > MAX_BYTES {
            problems.push(many(at, over()));
            return;
        }
    }
    for (index, test) in tests(schema) {
        let own = distinct(test);
        all += own.iter().filter_map(|text| known.get(text)?.as_ref().ok()).sum::<usize>();
        if all > MAX_BYTES {
            problems.push(many(format!("/schema/allOf/{index}/if"), over()));
            return;
        }
    }
}

/// What all patterns of a form take in memory, about.
pub(super) fn weight(schema: &Value) -> usize {
    let known: HashMap<&str, usize> = distinct(schema).into_iter().map(|text| (text, bytes(text))).collect();
    let again = tests(schema).flat_map(|(_, test)| distinct(test)).filter_map(|text| known.get(text));
    known.values().chain(again).sum()
}

fn over() -> String {
    format!("the patterns take more than {} MB of memory when they are compiled", MAX_BYTES >> 20)
}

fn refused(at: &str, fault: &pattern::Fault) -> Problem {
    Problem::new(at, fault.code, &*fault.message).hint(&*fault.hint)
}

/// Every `if`: compiled for itself, beside the schema in which it stands.
fn tests(schema: &Value) -> impl Iterator<Item = (usize, &Value)> {
    let branches = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    branches.enumerate().filter_map(|(index, branch)| Some((index, branch.get("if")?)))
}

fn distinct(schema: &Value) -> HashSet<&str> {
    let mut found = Vec::new();
    collect(schema, "", &mut found);
    found.into_iter().map(|(_, text)| text).collect()
}

/// Every pattern of a schema, also of one in a condition, with where it stands.
fn collect<'v>(schema: &'v Value, at: &str, found: &mut Vec<(String, &'v str)>) {
    match schema {
        Value::Object(map) => {
            if let Some(text) = map.get("pattern").and_then(Value::as_str) {
                found.push((child(at, "pattern"), text));
            }
            map.iter().for_each(|(key, inner)| collect(inner, &child(at, key), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, inner)| collect(inner, &child(at, index), found));
        }
        _ => {}
    }
}

/// What one pattern takes, compiled as the validator compiles it.
fn bytes(text: &str) -> usize {
    let config =
        meta::Config::new().nfa_size_limit(Some(formats::PATTERN_BYTES)).hybrid_cache_capacity(formats::PATTERN_NOTES);
    let regex = to_rust_regex(text).ok().and_then(|text| meta::Builder::new().configure(config).build(&text).ok());
    NOTES + regex.map_or(formats::PATTERN_BYTES, |regex| regex.memory_usage())
}
