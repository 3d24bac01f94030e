//! What blocks can never be.

use serde_json::{Map, Value};
use words::Language;
use words::problem::{Problem, child};

use super::{Rules, listed};
use crate::block::{MAX_BLOCKS, MAX_CODES, MAX_COLUMNS, MAX_ITEM, MAX_ITEMS, MAX_NAME, MAX_TEXT, MAX_WRITTEN_ROWS};

/// Blocks by language, at a place of a file.
pub fn shape(place: &str, value: &Value, rules: Rules, problems: &mut Vec<Problem>) {
    let Some(languages) = value.as_object() else {
        problems.push(Problem::new(place, "wrongType", "has to be a map with `en` and `ar`"));
        return;
    };
    for (language, blocks) in languages {
        let at = child(place, language);
        if !Language::ALL.iter().any(|known| known.as_str() == language) {
            problems.push(Problem::key(at, "unknownKey", "the languages are `en` and `ar`"));
            continue;
        }
        let Some(blocks) = blocks.as_array() else {
            problems.push(Problem::new(at, "wrongType", "has to be a list of blocks"));
            continue;
        };
        if blocks.len() > MAX_BLOCKS {
            problems.push(Problem::new(&*at, "tooMany", format!("at most {MAX_BLOCKS} blocks")));
        }
        for (n, block) in blocks.iter().enumerate() {
            one(&child(&at, n), block, rules, problems);
        }
    }
}

/// A text of at most so many characters.
pub fn text(at: String, value: &Value, limit: usize, problems: &mut Vec<Problem>) {
    match value.as_str() {
        None => problems.push(Problem::new(at, "wrongType", "has to be text")),
        Some(text) if text.chars().count() > limit => {
            problems.push(Problem::new(at, "tooLong", format!("at most {limit} characters")));
        }
        Some(_) => {}
    }
}

fn one(at: &str, block: &Value, rules: Rules, problems: &mut Vec<Problem>) {
    let Some(map) = block.as_object() else {
        problems.push(Problem::new(at, "wrongType", "a block is a map with `kind`"));
        return;
    };
    let kinds = || listed(rules.kinds(), "or");
    let Some(kind) = map.get("kind").and_then(Value::as_str) else {
        problems.push(Problem::new(at, "missingKey", "the block names no `kind`").hint(kinds()));
        return;
    };
    if !rules.kinds().contains(&kind) {
        let problem = Problem::new(child(at, "kind"), "notAllowed", "there is no such kind of block");
        problems.push(problem.hint(kinds()));
        return;
    }
    let (needed, more) = keys(kind);
    let more = if rules.is_letter() { more } else { &[] };
    for key in map.keys().map(String::as_str).filter(|key| *key != "kind") {
        if !needed.contains(&key) && !more.contains(&key) {
            let problem = Problem::key(child(at, key), "unknownKey", format!("such a block has no `{key}`"));
            let all: Vec<String> = needed.iter().chain(more).map(|key| format!("`{key}`")).collect();
            problems.push(problem.hint(format!("it holds {}", listed(&all, "and"))));
        }
    }
    for key in needed.iter().filter(|key| !map.contains_key(**key)) {
        problems.push(Problem::new(at, "missingKey", format!("the block has no `{key}`")));
    }
    holds(at, map, problems);
}

/// What a kind of block has to hold, and what it may.
fn keys(kind: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match kind {
        "list" => (&["items"], &["ordered", "when"]),
        "table" => (&["columns", "rows"], &["each", "total", "when"]),
        "break" | "signatures" => (&[], &["when"]),
        _ => (&["text"], &["when"]),
    }
}

/// Whatever of a block is there, whether it belongs to its kind or not.
fn holds(at: &str, map: &Map<String, Value>, problems: &mut Vec<Problem>) {
    let Some(kind) = map.get("kind").and_then(Value::as_str) else { return };
    let (needed, more) = keys(kind);
    for (key, value) in map.iter().filter(|(key, _)| needed.contains(&key.as_str()) || more.contains(&key.as_str())) {
        let at = child(at, key);
        match key.as_str() {
            "text" => text(at, value, MAX_TEXT, problems),
            "items" => texts(&at, value, MAX_ITEMS, "items", problems),
            "total" => texts(&at, value, MAX_COLUMNS, "columns", problems),
            "columns" => columns(&at, value, problems),
            "rows" => {
                each_of(&at, value, MAX_WRITTEN_ROWS, "rows", problems, |at, row, problems| {
                    texts(at, row, MAX_COLUMNS, "columns", problems);
                });
            }
            "each" => text(at, value, MAX_NAME, problems),
            "ordered" => flag(at, value, problems),
            "when" => condition(&at, value, problems),
            _ => {}
        }
    }
}

fn flag(at: String, value: &Value, problems: &mut Vec<Problem>) {
    if !value.is_boolean() {
        problems.push(Problem::new(at, "wrongType", "has to be true or false"));
    }
}

fn texts(at: &str, value: &Value, limit: usize, what: &str, problems: &mut Vec<Problem>) {
    if !value.is_array() {
        problems.push(Problem::new(at, "wrongType", "has to be a list of texts"));
        return;
    }
    each_of(at, value, limit, what, problems, |at, item, problems| text(at.to_owned(), item, MAX_ITEM, problems));
}

fn each_of(
    at: &str,
    value: &Value,
    limit: usize,
    what: &str,
    problems: &mut Vec<Problem>,
    one: impl Fn(&str, &Value, &mut Vec<Problem>),
) {
    let Some(items) = value.as_array() else {
        problems.push(Problem::new(at, "wrongType", format!("has to be a list of {what}")));
        return;
    };
    if items.len() > limit {
        problems.push(Problem::new(at, "tooMany", format!("at most {limit} {what}")));
    }
    for (n, item) in items.iter().enumerate() {
        one(&child(at, n), item, problems);
    }
}

fn columns(at: &str, value: &Value, problems: &mut Vec<Problem>) {
    each_of(at, value, MAX_COLUMNS, "columns", problems, |at, column, problems| {
        let Some(map) = column.as_object() else {
            problems.push(Problem::new(at, "wrongType", "a column is a map with `head`"));
            return;
        };
        if !map.contains_key("head") {
            problems.push(Problem::new(at, "missingKey", "the column has no `head`"));
        }
        for (key, value) in map {
            let at = child(at, key);
            match key.as_str() {
                "head" => text(at, value, MAX_ITEM, problems),
                "number" => flag(at, value, problems),
                _ => {
                    let problem = Problem::key(at, "unknownKey", format!("a column has no `{key}`"));
                    problems.push(problem.hint("it holds `head` and `number`"));
                }
            }
        }
    });
}

fn condition(at: &str, value: &Value, problems: &mut Vec<Problem>) {
    let Some(map) = value.as_object() else {
        problems.push(Problem::new(at, "wrongType", "a condition is a map with `field` and `is`"));
        return;
    };
    for key in ["field", "is"].into_iter().filter(|key| !map.contains_key(*key)) {
        problems.push(Problem::new(at, "missingKey", format!("the condition has no `{key}`")));
    }
    for (key, value) in map {
        let at = child(at, key);
        match (key.as_str(), value) {
            ("field", field) => text(at, field, MAX_NAME, problems),
            ("is", Value::String(state)) if matches!(state.as_str(), "filled" | "empty") => {}
            ("is", codes @ Value::Array(_)) => {
                each_of(&at, codes, MAX_CODES, "codes", problems, |at, code, problems| {
                    text(at.to_owned(), code, MAX_NAME, problems);
                });
            }
            ("is", _) => {
                problems.push(Problem::new(at, "notAllowed", "has to be `filled`, `empty` or a list of codes"));
            }
            _ => {
                let problem = Problem::key(at, "unknownKey", format!("a condition has no `{key}`"));
                problems.push(problem.hint("it holds `field` and `is`"));
            }
        }
    }
}
