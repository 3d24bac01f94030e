//! What differs between two states of a file, in time that grows as they do.

use serde_json::Value;

use words::problem::child;

/// A value that differs between two states of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// JSON pointer.
    pub pointer: String,
    /// Before; null where there was none.
    pub from: Value,
    /// After; null where there is none.
    pub to: Value,
}

/// What differs between two states of a file, leaf by leaf; members of lists by their number. The first `most` of them.
#[must_use]
pub fn differences(from: Option<&Value>, to: Option<&Value>, most: usize) -> Vec<Difference> {
    let mut found = Found { told: Vec::new(), most };
    found.differ("", from.unwrap_or(&Value::Null), to.unwrap_or(&Value::Null));
    found.told
}

struct Found {
    told: Vec<Difference>,
    most: usize,
}

impl Found {
    fn differ(&mut self, at: &str, from: &Value, to: &Value) {
        if self.told.len() >= self.most || from == to {
            return;
        }
        let (before, after) = (len(from), len(to));
        // A map or list that appears or goes is told by its leaves, an empty one by itself.
        let by_leaves = match (before, after) {
            (Some(1..), _) => after.is_some() || to.is_null(),
            (Some(0), Some(1..)) => true,
            (None, Some(1..)) => from.is_null(),
            _ => false,
        };
        if !by_leaves {
            self.told.push(Difference { pointer: at.to_owned(), from: from.clone(), to: to.clone() });
            return;
        }
        each(from, |key, value| {
            self.differ(&child(at, key), value, member(to, key).unwrap_or(&Value::Null));
            self.told.len() < self.most
        });
        each(to, |key, value| {
            if member(from, key).is_none() {
                self.differ(&child(at, key), &Value::Null, value);
            }
            self.told.len() < self.most
        });
    }
}

/// How many members a map or a list has.
fn len(value: &Value) -> Option<usize> {
    match value {
        Value::Object(map) => Some(map.len()),
        Value::Array(items) => Some(items.len()),
        _ => None,
    }
}

/// Goes through the members of a map or a list while it is told to.
fn each(value: &Value, mut look: impl FnMut(&str, &Value) -> bool) {
    match value {
        Value::Object(map) => drop(map.iter().all(|(key, value)| look(key, value))),
        Value::Array(items) => drop(items.iter().enumerate().all(|(n, value)| look(&n.to_string(), value))),
        _ => {}
    }
}

/// The member of a map or a list of that name; those of lists are named by their number.
fn member<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Object(map) => map.get(key),
        Value::Array(items) => {
            let index: usize = key.parse().ok()?;
            (index.to_string() == key).then(|| items.get(index))?
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn differences_are_told_leaf_by_leaf() {
        let told = |from: Value, to: Value| -> Vec<(String, Value, Value)> {
            differences(Some(&from), Some(&to), usize::MAX).into_iter().map(|d| (d.pointer, d.from, d.to)).collect()
        };
        assert_eq!(
            told(
                json!({ "a": { "b": 1, "c": [1, 2] }, "d": 1 }),
                json!({ "a": { "b": 2, "c": [1] }, "e": { "f": 1 } })
            ),
            [
                ("/a/b".into(), json!(1), json!(2)),
                ("/a/c/1".into(), json!(2), Value::Null),
                ("/d".into(), json!(1), Value::Null),
                ("/e/f".into(), Value::Null, json!(1)),
            ]
        );
        assert_eq!(told(json!({ "a": 1 }), json!({ "a": {} })), [("/a".into(), json!(1), json!({}))]);
        assert_eq!(told(json!([]), json!([1])), [("/0".into(), Value::Null, json!(1))]);
        assert_eq!(differences(None, Some(&json!("x")), 9)[0].to, json!("x"));
    }

    #[test]
    fn the_first_of_many_are_told() {
        let many = |n: i64| Value::Object((0..50_000).map(|key| (format!("k{key}"), json!(n))).collect());
        let found = differences(Some(&many(1)), Some(&many(2)), 3);
        assert_eq!(found.iter().map(|one| one.pointer.as_str()).collect::<Vec<_>>(), ["/k0", "/k1", "/k2"]);
        // By looking each key up in all of the others, this took minutes.
        let other = Value::Object((0..50_000).map(|key| (format!("other{key}"), json!(1))).collect());
        assert_eq!(differences(Some(&many(1)), Some(&other), usize::MAX).len(), 100_000);
    }

    /// As it was found before: each member looked for among all others.
    fn as_before(at: String, from: &Value, to: &Value, found: &mut Vec<Difference>) {
        let members = |value: &Value| -> Option<Vec<(String, Value)>> {
            match value {
                Value::Object(map) => Some(map.iter().map(|(key, value)| (key.clone(), value.clone())).collect()),
                Value::Array(items) => {
                    Some(items.iter().enumerate().map(|(n, value)| (n.to_string(), value.clone())).collect())
                }
                _ => None,
            }
        };
        if from == to {
            return;
        }
        match (members(from), members(to)) {
            (Some(one), other) if !one.is_empty() && (other.is_some() || to.is_null()) => {
                let other = other.unwrap_or_default();
                for (key, value) in &one {
                    let to = other.iter().find(|(known, _)| known == key).map_or(&Value::Null, |(_, value)| value);
                    as_before(child(&at, key), value, to, found);
                }
                for (key, value) in other.iter().filter(|(key, _)| one.iter().all(|(known, _)| known != key)) {
                    as_before(child(&at, key), &Value::Null, value, found);
                }
            }
            (None, Some(other)) if from.is_null() && !other.is_empty() => {
                for (key, value) in &other {
                    as_before(child(&at, key), &Value::Null, value, found);
                }
            }
            (Some(one), Some(other)) if one.is_empty() && !other.is_empty() => {
                for (key, value) in &other {
                    as_before(child(&at, key), &Value::Null, value, found);
                }
            }
            _ => found.push(Difference { pointer: at, from: from.clone(), to: to.clone() }),
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![Just(Value::Null), Just(json!(1)), Just(json!("x")), Just(json!({})), Just(json!([]))];
        leaf.prop_recursive(4, 24, 4, |inner| {
            let keys = prop::sample::select(vec!["a", "b", "0", "1", "01", "a/b", ""]);
            prop_oneof![
                prop::collection::vec((keys, inner.clone()), 0..4)
                    .prop_map(|map| map.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
                prop::collection::vec(inner, 0..4).prop_map(Value::Array),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_was_found_before_is_found(from in values(), to in values(), most in 0..6_usize) {
            let mut before = Vec::new();
            as_before(String::new(), &from, &to, &mut before);
            prop_assert_eq!(&differences(Some(&from), Some(&to), usize::MAX), &before);
            before.truncate(most);
            prop_assert_eq!(differences(Some(&from), Some(&to), most), before);
        }
    }
}
