//! Steps of checking the largest answers: how often each thing that a form asks is asked, at most.

use serde_json::{Map, Value};

use super::patterns::Patterns;
use super::{Cost, MAX_ANSWERS, members};
use crate::hidden::{Longest, MAX_LIST};
use crate::{field, totals};

/// Most items that answers have in all.
const MAX_ITEMS: usize = MAX_ANSWERS / 2;
/// Telling what is wrong with an answer.
const TOLD: usize = 8;
/// The same of one of several things that an answer may be.
const TOLD_OF_ONE: usize = 3;
/// Looking for an answer among those of earlier submissions.
const KNOWN: usize = 200;
/// Dividing a number exactly.
const FRACTION: usize = 200;

/// What a list of names or choices takes.
pub(super) fn list(value: &Value) -> usize {
    value.as_array().map_or(0, |list| 1 + 2 * list.len())
}

/// A field and what is in it.
pub(super) fn of_field(name: &str, schema: &Value, longest: &Longest, patterns: &Patterns<'_>) -> usize {
    let walk = Walk { patterns, in_test: false };
    let items = longest.list(name) + 1;
    let Some(inner) = schema.get("items").filter(|inner| inner.get("properties").is_some()) else {
        return walk.answer(schema, 1, longest.text(name), items);
    };
    let row = walk.answer(&without(inner, "properties"), items, 0, 1);
    let fields = members(inner.get("properties")).map(|(own, schema)| {
        let path = format!("{name}.{own}");
        walk.answer(schema, items, longest.text(&path), longest.list(&path) + 1)
    });
    fields.fold(walk.answer(&without(schema, "items"), 1, 0, items).saturating_add(row), usize::saturating_add)
}

/// The `if` of a condition.
pub(super) fn of_test(test: &Value, longest: &Longest, patterns: &Patterns<'_>) -> usize {
    let walk = Walk { patterns, in_test: true };
    members(Some(test)).fold(1_usize, |sum, (key, inner)| {
        let steps = match (key.as_str(), inner) {
            ("properties", Value::Object(fields)) => {
                let asked = |(name, asked): (&String, &Value)| {
                    walk.answer(asked, 1, longest.text_within(name), MAX_LIST + 1).saturating_add(1)
                };
                fields.iter().map(asked).fold(0, usize::saturating_add)
            }
            ("anyOf" | "allOf", Value::Array(tests)) => {
                tests.iter().map(|test| of_test(test, longest, patterns)).fold(0, usize::saturating_add)
            }
            (_, inner) => list(inner),
        };
        sum.saturating_add(steps)
    })
}

/// What is worked out over the answers.
pub(super) fn of_total(total: &Value, schema: &Value, longest: &Longest) -> Cost {
    let term = |term: &Value| {
        let Some(name) = term.get("field").and_then(Value::as_str) else { return Cost { check: 4, ..Cost::default() } };
        let (outer, inner) = totals::split(name);
        // Each row's answer, and each that is chosen there.
        let list = |name: &str| longest.list_if(name).map_or(1, |most| most.saturating_add(1));
        let (rows, chosen) = (list(outer), inner.map_or(1, |inner| list(&format!("{outer}.{inner}"))));
        // It is looked for among the group's fields, and its choices are read for each term.
        let found = schema.get("properties").and_then(|all| all.get(outer));
        let fields = field::properties(found.and_then(|found| found.get("items"))).count();
        let options = found.map_or(0, values);
        let prices = members(term.get("prices")).count();
        let build = fields + options.saturating_mul(1 + prices / 16);
        Cost { check: 8 + fields + rows.saturating_mul(chosen).saturating_mul(8), build, bytes: 0 }
    };
    let terms = total.get("sum").and_then(Value::as_array).into_iter().flatten();
    terms.map(term).fold(Cost::default(), Cost::plus)
}

/// How many values there are in one.
fn values(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(values).sum(),
        Value::Object(map) => map.values().map(values).sum(),
        _ => 0,
    }
}

struct Walk<'p> {
    patterns: &'p Patterns<'p>,
    in_test: bool,
}

/// An answer that is asked: how many there may be of its kind, how long its texts and how many the items of its lists are, and what
/// being told that one thing is wrong with it takes.
#[derive(Clone, Copy)]
struct Asked {
    times: usize,
    text: usize,
    items: usize,
    each: usize,
}

impl Asked {
    /// So much for each of them.
    fn times(self, steps: usize) -> usize {
        self.times.saturating_mul(steps)
    }

    /// Characters of up to four bytes; all answers together are no longer than that.
    fn bytes(self) -> usize {
        self.times(self.text.saturating_add(1).saturating_mul(4)).min(MAX_ANSWERS)
    }
}

impl Walk<'_> {
    /// A field, or something else that stands by itself.
    fn answer(&self, schema: &Value, times: usize, text: usize, items: usize) -> usize {
        let each = if self.in_test { 1 } else { TOLD };
        self.asked(schema, Asked { times, text, items, each })
    }

    fn asked(&self, schema: &Value, asked: Asked) -> usize {
        match schema {
            Value::Object(map) => map.iter().fold(asked.times(asked.each), |sum, (key, inner)| {
                sum.saturating_add(self.keyword(map, key, inner, asked))
            }),
            Value::Array(list) => {
                let one = Asked { each: asked.each.min(TOLD_OF_ONE), ..asked };
                list.iter().fold(one.times(list.len()), |sum, inner| sum.saturating_add(self.asked(inner, one)))
            }
            _ => 0,
        }
    }

    fn keyword(&self, map: &Map<String, Value>, key: &str, inner: &Value, asked: Asked) -> usize {
        let own = match (key, inner) {
            ("pattern", Value::String(pattern)) => self.patterns.reading(pattern, asked.bytes()),
            ("minLength" | "maxLength", _) => asked.bytes() / 64,
            ("format", _) => asked.times(4).saturating_add(asked.bytes() / 16),
            ("x-min-date" | "x-max-date", Value::String(limit)) => asked.times(4 + limit.len() / 2),
            ("x-known", _) => asked.times(KNOWN),
            // Exactly, in fractions: hundreds of digits where numbers are large and the divisor is small.
            ("multipleOf", _) => asked.times(FRACTION),
            ("uniqueItems", _) => asked.times(asked.items),
            ("enum", options) => asked.times(values(options) / 8),
            ("items" | "contains", inner) => {
                let most = map.get("maxItems").and_then(Value::as_u64).and_then(|most| usize::try_from(most).ok());
                // A test is asked of lists that are as long as their field lets them be, whatever it says itself.
                let own = if self.in_test { asked.items } else { most.unwrap_or(MAX_LIST).min(MAX_LIST) + 1 };
                self.asked(inner, Asked { times: asked.times(own).min(MAX_ITEMS), ..asked })
            }
            _ => self.asked(inner, asked),
        };
        own.saturating_add(asked.times(asked.each))
    }
}

/// A schema without one of its keywords.
fn without(schema: &Value, keyword: &str) -> Value {
    let kept = members(Some(schema)).filter(|(key, _)| *key != keyword);
    Value::Object(kept.map(|(key, value)| (key.clone(), value.clone())).collect())
}
