//! The draft as it is stored, and its rules.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::bundle::overlay::is_gone;
use tenants::bundle::{FileKind, place};

use crate::model::{Draft, DraftEdit, Edit, Editor};

/// Changes of places that left the draft and are remembered, so that who edits an older version is told of them.
const MAX_SETTLED: usize = 300;

/// The draft as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stored {
    /// What is not published.
    #[serde(default)]
    pub edits: Vec<DraftEdit>,
    /// What left the draft: published, or thrown away.
    #[serde(default)]
    pub settled: Vec<DraftEdit>,
    /// The revision that these edits lead back to, as long as nothing else was changed.
    #[serde(default)]
    pub restores: Option<i64>,
}

impl Stored {
    /// As answers tell it.
    pub fn told(&self, version: i64) -> Draft {
        Draft { version, edits: self.edits.clone() }
    }

    /// Puts an edit in: it takes the place of those below it, and changes the value of one above.
    pub fn put(&mut self, new: DraftEdit, base: Option<&Value>) {
        self.restores = None;
        let nulls = FileKind::of(&new.file).is_some_and(FileKind::null_is_absent);
        self.edits.retain(|edit| edit.file != new.file || !place::is_within(&edit.pointer, &new.pointer));
        let above = |edit: &&mut DraftEdit| {
            edit.file == new.file
                && !edit.reset
                && place::is_within(&new.pointer, &edit.pointer)
                && !is_gone(&edit.value)
        };
        if let Some(edit) = self.edits.iter_mut().find(above) {
            let original = || base.and_then(|base| base.pointer(&new.pointer)).cloned().unwrap_or_default();
            let value = if new.reset { original() } else { new.value };
            let below = new.pointer[edit.pointer.len()..].to_owned();
            place::set(&mut edit.value, &below, value, nulls);
            (edit.version, edit.by, edit.at) = (new.version, new.by, new.at);
            return;
        }
        // What takes a file away, or a place back, above a value that is set now.
        self.edits.retain(|edit| {
            edit.file != new.file || !is_gone(&edit.value) || !place::is_within(&new.pointer, &edit.pointer)
        });
        self.edits.push(new);
        self.edits.sort_by(|a, b| (&a.file, &a.pointer).cmp(&(&b.file, &b.pointer)));
    }

    /// Changes of these places by others since a version.
    pub fn theirs(&self, places: &[Edit], since: i64, me: &Editor) -> Vec<DraftEdit> {
        let meant = |known: &&DraftEdit| {
            known.version > since
                && known.by.id != me.id
                && places.iter().any(|edit| edit.file == known.file && place::overlap(&edit.pointer, &known.pointer))
        };
        self.edits.iter().chain(&self.settled).filter(meant).cloned().collect()
    }

    /// Everything that changed since a version.
    pub fn since(&self, version: i64) -> Vec<DraftEdit> {
        self.edits.iter().chain(&self.settled).filter(|known| known.version > version).cloned().collect()
    }

    /// Lets edits go that are published or thrown away; they are remembered as changed by who did it.
    pub fn settle(&mut self, gone: impl Fn(&DraftEdit) -> bool, version: i64, by: &Editor, at: &str) {
        let (left, stay): (Vec<_>, Vec<_>) = std::mem::take(&mut self.edits).into_iter().partition(gone);
        self.edits = stay;
        self.restores = None;
        self.settled.extend(left.into_iter().map(|edit| DraftEdit {
            version,
            by: by.clone(),
            at: at.to_owned(),
            ..edit
        }));
        let extra = self.settled.len().saturating_sub(MAX_SETTLED);
        self.settled.drain(..extra);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn edit(pointer: &str, value: Value, version: i64, by: &str) -> DraftEdit {
        DraftEdit {
            file: "school.yaml".into(),
            pointer: pointer.into(),
            value,
            reset: false,
            version,
            by: Editor { id: by.into(), name: by.into() },
            at: String::new(),
        }
    }

    fn places(stored: &Stored) -> Vec<(&str, &Value)> {
        stored.edits.iter().map(|edit| (edit.pointer.as_str(), &edit.value)).collect()
    }

    #[test]
    fn edits_do_not_overlap() {
        let mut stored = Stored::default();
        stored.put(edit("/a/b", json!(1), 1, "x"), None);
        stored.put(edit("/a", json!({ "c": 2 }), 2, "x"), None);
        stored.put(edit("/a/d", json!(3), 3, "y"), None);
        assert_eq!(places(&stored), [("/a", &json!({ "c": 2, "d": 3 }))]);
        assert_eq!((stored.edits[0].version, stored.edits[0].by.id.as_str()), (3, "y"));
        stored.put(DraftEdit { reset: true, ..edit("/a/d", Value::Null, 4, "x") }, Some(&json!({ "a": { "d": 9 } })));
        assert_eq!(places(&stored), [("/a", &json!({ "c": 2, "d": 9 }))]);
    }

    #[test]
    fn who_was_quicker_is_told_by_place() {
        let mut stored = Stored::default();
        stored.put(edit("/a", json!(1), 5, "x"), None);
        stored.put(edit("/b", json!(1), 6, "y"), None);
        let me = Editor { id: "y".into(), name: "y".into() };
        let asked = |pointer: &str| {
            vec![Edit { file: "school.yaml".into(), pointer: pointer.into(), value: json!(2), reset: false }]
        };
        assert_eq!(stored.theirs(&asked("/a/deeper"), 4, &me).len(), 1);
        assert!(stored.theirs(&asked("/a"), 5, &me).is_empty(), "seen already");
        assert!(stored.theirs(&asked("/b"), 4, &me).is_empty(), "my own");
        assert!(stored.theirs(&asked("/c"), 0, &me).is_empty(), "another place");
        stored.settle(|_| true, 7, &Editor { id: "x".into(), name: "x".into() }, "");
        assert!(stored.edits.is_empty());
        assert_eq!(stored.theirs(&asked("/b"), 6, &me).len(), 1, "published by somebody else meanwhile");
    }
}
