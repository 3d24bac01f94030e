//! What it takes to check answers to a form, whoever sends them and however many.

use serde_json::Value;

use super::check::Definition;
use super::hidden::{MAX_LIST, looked_at};
use crate::diagnostic::Problem;

/// Most conditions of a form; the longest of those that are shipped has eleven.
const MAX_CONDITIONS: usize = 300;
/// Most comparisons that one check of the answers may take.
const MAX_COMPARISONS: usize = 1_000_000;

pub(super) fn cost(schema: &Value, defined: &[Definition<'_>], problems: &mut Vec<Problem>) {
    let branches = schema.get("allOf").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    if branches.len() > MAX_CONDITIONS {
        let message = format!("{} conditions, of {MAX_CONDITIONS} at most", branches.len());
        let hint = "fields that show under the same condition stand together in one `then`";
        problems.push(Problem::key("/schema/allOf", "tooMany", message).hint(hint));
    }
    let parts = parts(branches, defined);
    let all = parts.iter().fold(0usize, |all, (some, _)| all.saturating_add(*some));
    if all > MAX_COMPARISONS
        && let Some((_, dearest)) = parts.into_iter().max_by_key(|(some, _)| *some)
    {
        let message = format!("the answers take {all} comparisons, of {MAX_COMPARISONS} at most; here are the most");
        let hint = "lower `maxItems`, or offer fewer choices";
        problems.push(Problem::new(dearest, "tooMany", message).hint(hint));
    }
}

/// How often the answers are compared at most in one check of them.
pub(super) fn whole(schema: &Value) -> usize {
    let branches = schema.get("allOf").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let parts = parts(branches, &super::check::definitions(schema));
    parts.into_iter().fold(0, |all, (some, _)| all.saturating_add(some))
}

/// What each field and each condition takes, and where it stands.
fn parts(branches: &[Value], defined: &[Definition<'_>]) -> Vec<(usize, String)> {
    let fields = defined.iter().map(|field| (comparisons(field.schema), field.pointer.clone()));
    let tests = branches.iter().enumerate().filter_map(|(index, branch)| {
        let test = branch.get("if")?;
        // Asked again for each answer that goes away.
        let asked = looked_at(test).len().max(1);
        Some((comparisons(test).saturating_mul(asked), format!("/schema/allOf/{index}/if")))
    });
    fields.chain(tests).collect()
}

/// How often an answer is compared at most: lists times what is asked of each item.
fn comparisons(schema: &Value) -> usize {
    match schema {
        Value::Object(map) => {
            let most = map.get("maxItems").and_then(Value::as_u64).and_then(|most| usize::try_from(most).ok());
            let items = most.unwrap_or(MAX_LIST).clamp(1, MAX_LIST);
            map.iter().fold(1, |all, (key, inner)| {
                let times = if matches!(key.as_str(), "items" | "contains") { items } else { 1 };
                all.saturating_add(comparisons(inner).saturating_mul(times))
            })
        }
        Value::Array(list) => list.iter().fold(list.len(), |all, inner| all.saturating_add(comparisons(inner))),
        _ => 0,
    }
}
