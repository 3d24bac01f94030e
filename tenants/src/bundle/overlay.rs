//! What a school says over its bundle: values at places of files, kept apart from the operators' base.
//!
//! All of it is pure: applying an overlay to a file's value, and the overlay that leads from a base to a wanted state. Entries
//! never overlap: one at `/a` takes the place of those below it, and one below an entry at `/a` changes the value of that entry.
//! They stand by file and place, so that a place is found without looking at all of them: a school may have a hundred thousand.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};
use words::problem::child;

use super::place::{self, FileKind};

/// A value at a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Path of the file in the bundle.
    pub file: String,
    /// JSON pointer into what it holds; empty for all of it.
    pub pointer: String,
    /// The value; null takes a key away.
    pub value: Value,
}

/// What a school published over its base.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overlay {
    /// The revision that it belongs to; 0 when there is none.
    pub revision: i64,
    /// Without overlaps, by file and place.
    #[serde(deserialize_with = "in_order")]
    pub entries: Vec<Entry>,
}

/// The value of a file that is not there although the base has it.
#[must_use]
pub fn gone() -> Value {
    json!({ "$gone": true })
}

/// Whether a whole file's value says that it is not there.
#[must_use]
pub fn is_gone(value: &Value) -> bool {
    value.as_object().is_some_and(|map| map.len() == 1 && map.get("$gone") == Some(&Value::Bool(true)))
}

/// The digest that a whole file's value names.
#[must_use]
pub fn blob_of(value: &Value) -> Option<&str> {
    let map = value.as_object().filter(|map| map.len() == 1)?;
    let digest = map.get("$blob")?.as_str()?;
    let hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    (digest.len() == 64 && digest.bytes().all(hex)).then_some(digest)
}

/// The value of a file that is kept as bytes.
#[must_use]
pub fn blob(sha256: &str) -> Value {
    json!({ "$blob": sha256 })
}

impl Overlay {
    /// Of entries in any order.
    #[must_use]
    pub fn of(revision: i64, entries: Vec<Entry>) -> Self {
        let mut overlay = Self { revision, entries };
        overlay.sort();
        overlay
    }

    /// The entries of a file.
    pub fn of_file(&self, file: &str) -> std::slice::Iter<'_, Entry> {
        self.entries[self.range(file)].iter()
    }

    /// Whether it says anything of a file.
    #[must_use]
    pub fn touches(&self, file: &str) -> bool {
        !self.range(file).is_empty()
    }

    /// The entry at a place, or the one above it that holds the place.
    #[must_use]
    pub fn holder(&self, file: &str, pointer: &str) -> Option<&Entry> {
        let range = self.range(file);
        self.above(&range, pointer).or_else(|| self.at(&range, pointer)).map(|index| &self.entries[index])
    }

    /// The entries that lie at a place, below it or above it.
    #[must_use]
    pub fn around(&self, file: &str, pointer: &str) -> Vec<Entry> {
        let range = self.range(file);
        let above = self.above(&range, pointer).map(|index| index..index + 1).unwrap_or_default();
        let at = self.at(&range, pointer).map(|index| index..index + 1).unwrap_or_default();
        let below = self.below(&range, pointer);
        [above, at, below].into_iter().flat_map(|range| self.entries[range].iter().cloned()).collect()
    }

    /// Puts entries that were around a place back, in place of those that are there now.
    pub fn put_back(&mut self, file: &str, pointer: &str, entries: Vec<Entry>) {
        self.take(file, pointer);
        for entry in entries {
            self.insert(entry);
        }
    }

    fn range(&self, file: &str) -> Range<usize> {
        let start = self.entries.partition_point(|entry| entry.file.as_str() < file);
        let len = self.entries[start..].partition_point(|entry| entry.file == file);
        start..start + len
    }

    /// The entry at that place of a file's entries.
    fn at(&self, of_file: &Range<usize>, pointer: &str) -> Option<usize> {
        let found = self.entries[of_file.clone()].binary_search_by(|entry| entry.pointer.as_str().cmp(pointer));
        found.ok().map(|index| of_file.start + index)
    }

    /// The one that lies above the place.
    fn above(&self, of_file: &Range<usize>, pointer: &str) -> Option<usize> {
        pointer.match_indices('/').find_map(|(end, _)| self.at(of_file, &pointer[..end]))
    }

    /// Those that lie below the place: their pointers begin with it and a slash, so they stand in one row.
    fn below(&self, of_file: &Range<usize>, pointer: &str) -> Range<usize> {
        let entries = &self.entries[of_file.clone()];
        let first = format!("{pointer}/");
        let start = entries.partition_point(|entry| entry.pointer < first);
        let len = entries[start..].partition_point(|entry| entry.pointer.starts_with(&first));
        of_file.start + start..of_file.start + start + len
    }

    /// Takes away whatever lies at a place, below it or above it.
    fn take(&mut self, file: &str, pointer: &str) {
        self.take_within(file, pointer);
        let range = self.range(file);
        if let Some(index) = self.above(&range, pointer) {
            self.entries.remove(index);
        }
    }

    /// Takes away whatever lies at a place or below it.
    fn take_within(&mut self, file: &str, pointer: &str) {
        let range = self.range(file);
        let below = self.below(&range, pointer);
        self.entries.drain(below);
        if let Some(index) = self.at(&self.range(file), pointer) {
            self.entries.remove(index);
        }
    }

    fn insert(&mut self, entry: Entry) {
        let index = self.entries.partition_point(|known| (&known.file, &known.pointer) < (&entry.file, &entry.pointer));
        self.entries.insert(index, entry);
    }

    /// Paths of all files that it says something of.
    #[must_use]
    pub fn files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = self.entries.iter().map(|entry| entry.file.as_str()).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// Whether it leaves a file that it says something of: what is set below comes after the whole, and makes the file anew.
    #[must_use]
    pub fn has(&self, file: &str) -> bool {
        self.of_file(file).next_back().is_some_and(|last| !last.pointer.is_empty() || !is_gone(&last.value))
    }

    /// Puts a value at a place.
    pub fn set(&mut self, file: &str, pointer: &str, value: Value) {
        let nulls = null_is_absent(file);
        if let Some(index) = self.above(&self.range(file), pointer).filter(|at| !is_gone(&self.entries[*at].value)) {
            let entry = &mut self.entries[index];
            let below = pointer[entry.pointer.len()..].to_owned();
            place::set(&mut entry.value, &below, value, nulls);
            return;
        }
        self.take(file, pointer);
        self.insert(Entry { file: file.to_owned(), pointer: pointer.to_owned(), value });
    }

    /// Gives a place back to the base, whose value of the file is needed where an entry above holds more than the place.
    pub fn reset(&mut self, file: &str, pointer: &str, base: Option<&Value>) {
        self.take_within(file, pointer);
        let nulls = null_is_absent(file);
        let Some(index) = self.above(&self.range(file), pointer) else { return };
        let entry = &mut self.entries[index];
        let below = pointer[entry.pointer.len()..].to_owned();
        let original = base.and_then(|base| base.pointer(pointer)).cloned().unwrap_or_default();
        place::set(&mut entry.value, &below, original, true);
        let same = base.and_then(|base| base.pointer(&entry.pointer));
        if same.is_some_and(|same| equal(same, &entry.value, nulls)) {
            self.entries.remove(index);
        }
    }

    /// A file's value with this laid over it; `None` when the file is not there.
    #[must_use]
    pub fn apply(&self, file: &str, base: Option<Value>) -> Option<Value> {
        let mut value = base;
        for entry in self.of_file(file) {
            if entry.pointer.is_empty() {
                value = (!is_gone(&entry.value)).then(|| entry.value.clone());
                continue;
            }
            let mut document = value.take().unwrap_or_else(|| Value::Object(Map::new()));
            // A list of the base that became shorter has no such member any more: the place is gone, and so is its entry.
            place::set(&mut document, &entry.pointer, entry.value.clone(), null_is_absent(file));
            value = Some(document);
        }
        value
    }

    /// The overlay that makes `target` out of `base`, both by file; as finely as it can be said.
    #[must_use]
    pub fn between(base: &BTreeMap<String, Value>, target: &BTreeMap<String, Value>) -> Self {
        let mut overlay = Self::default();
        let mut files: Vec<&String> = base.keys().chain(target.keys()).collect();
        files.sort_unstable();
        files.dedup();
        for file in files {
            match (base.get(file), target.get(file)) {
                (Some(_), None) => overlay.push(file, String::new(), gone()),
                (Some(from), Some(to)) if FileKind::of(file).is_some_and(FileKind::has_places) => {
                    overlay.descend(file, String::new(), from, to, null_is_absent(file));
                }
                (from, Some(to)) if from != Some(to) => overlay.push(file, String::new(), to.clone()),
                _ => {}
            }
        }
        overlay.sort();
        overlay
    }

    fn descend(&mut self, file: &str, at: String, from: &Value, to: &Value, nulls: bool) {
        if equal(from, to, nulls) {
            return;
        }
        let (Value::Object(from), Value::Object(to)) = (from, to) else {
            return self.push(file, at, to.clone());
        };
        // Outside of where null takes a key away, a missing key can be said only with the map around it.
        if !nulls && from.keys().any(|key| !to.contains_key(key)) {
            return self.push(file, at, Value::Object(to.clone()));
        }
        for key in from.keys().filter(|key| to.get(*key).is_none_or(Value::is_null)) {
            if !from[key].is_null() || (!nulls && to.contains_key(key)) {
                self.push(file, child(&at, key), Value::Null);
            }
        }
        for (key, value) in to.iter().filter(|(_, value)| !value.is_null()) {
            match from.get(key).filter(|known| !known.is_null()) {
                Some(known) => self.descend(file, child(&at, key), known, value, nulls),
                None => self.push(file, child(&at, key), value.clone()),
            }
        }
        if !nulls {
            for key in to.iter().filter(|(key, value)| value.is_null() && !from.contains_key(*key)).map(|(key, _)| key)
            {
                self.push(file, child(&at, key), Value::Null);
            }
        }
    }

    fn push(&mut self, file: &str, pointer: String, value: Value) {
        self.entries.push(Entry { file: file.to_owned(), pointer, value });
    }

    fn sort(&mut self) {
        self.entries.sort_by(|a, b| (&a.file, &a.pointer).cmp(&(&b.file, &b.pointer)));
    }
}

/// Whoever wrote them: nothing is found in what is out of order.
fn in_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Entry>, D::Error> {
    Ok(Overlay::of(0, Vec::deserialize(deserializer)?).entries)
}

fn null_is_absent(file: &str) -> bool {
    FileKind::of(file).is_some_and(FileKind::null_is_absent)
}

/// Whether two values are the same; a key that is null may be as good as none.
#[must_use]
pub fn equal(one: &Value, other: &Value, null_is_absent: bool) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) if null_is_absent => {
            let covers = |a: &Map<String, Value>, b: &Map<String, Value>| {
                a.iter().all(|(key, value)| match b.get(key) {
                    Some(found) => equal(value, found, true),
                    None => value.is_null(),
                })
            };
            covers(one, other) && covers(other, one)
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FILE: &str = "school.yaml";

    fn overlay(entries: &[(&str, Value)]) -> Overlay {
        let mut overlay = Overlay::default();
        for (pointer, value) in entries {
            overlay.set(FILE, pointer, value.clone());
        }
        overlay
    }

    #[test]
    fn an_entry_takes_the_place_of_those_below_and_one_below_changes_it() {
        let mut over = overlay(&[("/a/b", json!(1)), ("/a/c", json!(2)), ("/ab", json!(3)), ("/a", json!({ "d": 4 }))]);
        over.set(FILE, "/a/e/f", json!(5));
        over.set(FILE, "/a/d", Value::Null);
        assert_eq!(over, overlay(&[("/a", json!({ "e": { "f": 5 } })), ("/ab", json!(3))]));
    }

    #[test]
    fn a_place_goes_back_to_the_base() {
        let base = json!({ "a": { "b": 1, "c": 2 }, "x": 1 });
        let mut over = overlay(&[("/a/b", json!(9)), ("/a/c", json!(8)), ("/x", json!(7))]);
        over.reset(FILE, "/a", Some(&base));
        assert_eq!(over, overlay(&[("/x", json!(7))]));
        let mut over = overlay(&[("/a", json!({ "b": 9, "c": 8 }))]);
        over.reset(FILE, "/a/b", Some(&base));
        assert_eq!(over, overlay(&[("/a", json!({ "b": 1, "c": 8 }))]));
        over.reset(FILE, "/a/c", Some(&base));
        assert!(over.entries.is_empty(), "what is as the base has it is the base's");
    }

    #[test]
    fn whole_files_come_and_go() {
        let mut over = Overlay::default();
        over.set("forms/new.json", "", gone());
        assert_eq!(over.apply("forms/new.json", Some(json!({}))), None);
        over.set("forms/new.json", "", json!({ "version": "2" }));
        assert_eq!(over.apply("forms/new.json", None), Some(json!({ "version": "2" })));
        assert_eq!(over.apply("forms/other.json", Some(json!(1))), Some(json!(1)));
        assert!(blob_of(&blob(&"a".repeat(64))).is_some() && blob_of(&json!({ "$blob": "../x" })).is_none());
    }

    #[test]
    fn a_base_that_changed_under_an_entry_does_not_break_it() {
        let over = overlay(&[("/a/b", json!(1)), ("/l/5", json!(2))]);
        assert_eq!(
            over.apply(FILE, Some(json!({ "a": "text", "l": [1] }))),
            Some(json!({ "a": { "b": 1 }, "l": [1] }))
        );
    }

    #[test]
    fn the_finest_overlay_is_found() {
        let base = BTreeMap::from([
            (FILE.to_owned(), json!({ "a": { "b": 1, "c": 2 }, "l": [1], "n": null })),
            ("forms/new.json".to_owned(), json!({ "version": "1", "steps": [] })),
            ("assets/old.png".to_owned(), blob(&"a".repeat(64))),
        ]);
        let target = BTreeMap::from([
            (FILE.to_owned(), json!({ "a": { "b": 1 }, "l": [1, 2], "new": { "x": 1 } })),
            ("forms/new.json".to_owned(), json!({ "version": "2", "steps": [] })),
        ]);
        let over = Overlay::between(&base, &target);
        let places: Vec<(&str, &str)> = over.entries.iter().map(|e| (e.file.as_str(), e.pointer.as_str())).collect();
        assert_eq!(
            places,
            [("assets/old.png", ""), ("forms/new.json", ""), (FILE, "/a/c"), (FILE, "/l"), (FILE, "/new")]
        );
        for (file, value) in &base {
            let made = over.apply(file, Some(value.clone()));
            let wanted = target.get(file);
            assert!(match (&made, wanted) {
                (Some(made), Some(wanted)) => equal(made, wanted, true),
                (None, None) => true,
                _ => false,
            });
        }
    }

    /// As places were found before: each of them looked at.
    mod before {
        use super::*;
        use crate::bundle::place::is_within;

        pub fn set(over: &mut Overlay, file: &str, pointer: &str, value: Value) {
            let nulls = null_is_absent(file);
            let above = |entry: &&mut Entry| {
                entry.file == file
                    && entry.pointer != pointer
                    && is_within(pointer, &entry.pointer)
                    && !is_gone(&entry.value)
            };
            if let Some(entry) = over.entries.iter_mut().find(above) {
                let below = pointer[entry.pointer.len()..].to_owned();
                place::set(&mut entry.value, &below, value, nulls);
                return;
            }
            over.entries.retain(|entry| entry.file != file || !place::overlap(&entry.pointer, pointer));
            over.entries.push(Entry { file: file.to_owned(), pointer: pointer.to_owned(), value });
            over.sort();
        }

        pub fn reset(over: &mut Overlay, file: &str, pointer: &str, base: Option<&Value>) {
            over.entries.retain(|entry| entry.file != file || !is_within(&entry.pointer, pointer));
            let above = |entry: &Entry| entry.file == file && is_within(pointer, &entry.pointer);
            let Some(index) = over.entries.iter().position(above) else { return };
            let entry = &mut over.entries[index];
            let below = pointer[entry.pointer.len()..].to_owned();
            let original = base.and_then(|base| base.pointer(pointer)).cloned().unwrap_or_default();
            place::set(&mut entry.value, &below, original, true);
            let same = base.and_then(|base| base.pointer(&entry.pointer));
            if same.is_some_and(|same| equal(same, &entry.value, null_is_absent(file))) {
                over.entries.remove(index);
            }
        }
    }

    fn place_of() -> impl Strategy<Value = String> {
        let part = prop::sample::select(vec!["a", "a-b", "a0", "b", ""]);
        prop::collection::vec(part, 0..4).prop_map(|parts| parts.iter().map(|part| format!("/{part}")).collect())
    }

    proptest! {
        #[test]
        fn places_are_found_as_before(
            steps in prop::collection::vec((prop::sample::select(vec!["school.yaml", "tables/a.yaml", "forms/new.json"]), place_of(), 0..6), 0..24)
        ) {
            let base = json!({ "a": { "a": 1, "b": 2 }, "b": { "a0": 3 } });
            let (mut over, mut known) = (Overlay::default(), Overlay::default());
            for (file, pointer, what) in steps {
                let value = match what {
                    0 => Value::Null,
                    1 if pointer.is_empty() => gone(),
                    1 | 2 => json!({ "a": 1 }),
                    _ => json!(what),
                };
                let kept = (over.clone(), over.around(file, &pointer));
                if what == 5 {
                    over.reset(file, &pointer, Some(&base));
                    before::reset(&mut known, file, &pointer, Some(&base));
                } else {
                    over.set(file, &pointer, value.clone());
                    before::set(&mut known, file, &pointer, value);
                }
                prop_assert_eq!(&over, &known);
                let holds = known.entries.iter().find(|entry| entry.file == file && place::is_within(&pointer, &entry.pointer));
                prop_assert_eq!(over.holder(file, &pointer), holds);
                let mut back = over.clone();
                back.put_back(file, &pointer, kept.1);
                prop_assert_eq!(back, kept.0);
            }
        }
    }
}
