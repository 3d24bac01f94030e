//! What the patterns of a form take: each is looked at and compiled, stays so for as long as the form is used, and reads the answers.

use std::collections::{HashMap, HashSet};

use jsonschema_regex::to_rust_regex;
use regex_automata::meta;
use serde_json::Value;
use words::problem::{Problem, child};

use super::{Cost, Part};
use crate::{formats, pattern};

/// What an engine notes while it compares, for each that compares at the same time.
const NOTES: usize = formats::PATTERN_NOTES;
/// What looking at a pattern takes at least.
const LOOK: usize = 2_000;

/// The patterns of a form's schema.
#[derive(Default)]
pub(super) struct Patterns<'s> {
    known: HashMap<&'s str, Known>,
    pub parts: Vec<Part>,
    pub faults: Vec<Problem>,
}

struct Known {
    cost: Cost,
    ways: usize,
    fault: Option<pattern::Fault>,
}

impl<'s> Patterns<'s> {
    /// Looks at each once, where it first stands; at no more of them once the form is too dear by these alone.
    pub fn look(schema: &'s Value) -> Self {
        let mut found = Vec::new();
        collect(schema, "/schema", &mut found);
        let mut own = Self { known: HashMap::new(), parts: Vec::new(), faults: Vec::new() };
        let mut sum = Cost::default();
        for (at, text) in found {
            if !own.known.contains_key(text) && sum.past(Cost::FORM).next().is_none() {
                let known = Known::look(text);
                sum = sum.plus(known.cost);
                own.parts.push(Part { at: at.clone(), cost: known.cost });
                own.known.insert(text, known);
            }
            if let Some(fault) = own.known.get(text).and_then(|known| known.fault.as_ref()) {
                own.faults.push(Problem::new(at, fault.code, &*fault.message).hint(&*fault.hint));
            }
        }
        own
    }

    /// What those of a condition take that is compiled for itself, beside the schema in which it stands.
    pub fn again(&self, test: &Value) -> Cost {
        let mut found = Vec::new();
        collect(test, "", &mut found);
        let distinct: HashSet<&str> = found.into_iter().map(|(_, text)| text).collect();
        let known = distinct.into_iter().filter_map(|text| self.known.get(text));
        known.fold(Cost::default(), |sum, known| sum.plus(Cost { build: compiling(known.cost.bytes), ..known.cost }))
    }

    /// Steps of reading so many bytes.
    pub fn reading(&self, text: &str, bytes: usize) -> usize {
        // Those that were not looked at are of a form that is refused.
        let ways = self.known.get(text).map_or(200, |known| known.ways);
        // An engine that cannot keep all that it notes goes each way by itself.
        bytes.saturating_mul(1 + ways) / 2
    }
}

impl Known {
    fn look(text: &str) -> Self {
        let look = pattern::look(text);
        let bytes = bytes(text);
        // Once to look at it, once to weigh it, once to use it.
        let build = LOOK + 2 * look.steps + 3 * compiling(bytes.unwrap_or(formats::PATTERN_BYTES));
        let (ways, fault) = match look.ways {
            Ok(ways) => (usize::try_from(ways).unwrap_or(usize::MAX), None),
            Err(fault) => (200, Some(fault)),
        };
        Self { cost: Cost { bytes: bytes.unwrap_or(0), build, check: 0 }, ways, fault }
    }
}

/// Steps of compiling a pattern that takes so many bytes.
fn compiling(bytes: usize) -> usize {
    bytes / 4
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

/// What one pattern takes, compiled as the validator compiles it; `None` where it cannot be.
fn bytes(text: &str) -> Option<usize> {
    let config =
        meta::Config::new().nfa_size_limit(Some(formats::PATTERN_BYTES)).hybrid_cache_capacity(formats::PATTERN_NOTES);
    let regex = meta::Builder::new().configure(config).build(&to_rust_regex(text).ok()?).ok()?;
    let own = regex.memory_usage();
    Some(NOTES + own + own / 8)
}
