//! The draft as it is stored, and its rules.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::bundle::overlay::{blob_of, is_gone};
use tenants::bundle::{FileKind, place};
use utoipa::ToSchema;

use crate::model::{Change, Diagnostic, Draft, DraftEdit, Edit, Editor};
use crate::publish::{Published, Schedule};

/// Changes of places that left the draft and are remembered, so that who edits an older version is told of them.
const MAX_SETTLED: usize = 300;

/// Where the settings stand.
#[derive(Debug, Clone)]
pub struct Overview {
    /// What is not published yet.
    pub draft: Draft,
    /// The revision that is live.
    pub published: Option<Published>,
    /// What the operators keep for themselves: pointers of `school.yaml`, files, folders that end in `/`.
    pub locked: Vec<String>,
    /// Publications that wait for their day, or failed on it.
    pub schedules: Vec<Schedule>,
    /// What is wrong with the bundle as the draft has it.
    pub problems: Vec<Diagnostic>,
}

/// The draft, tried.
#[derive(Debug, Clone)]
pub struct TriedDraft {
    /// It.
    pub draft: Draft,
    /// What is wrong with the bundle as the draft has it.
    pub problems: Vec<Diagnostic>,
}

/// What publishing the draft would do.
#[derive(Debug, Clone)]
pub struct DraftChanges {
    /// What is wrong.
    pub problems: Vec<Diagnostic>,
    /// What changes, value by value.
    pub changes: Vec<Change>,
    /// The same as a unified diff of YAML.
    pub diff: String,
}

/// A file that can be edited.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingFile {
    /// Path in the bundle.
    pub file: String,
    /// The operators' bundle has it.
    pub in_base: bool,
    /// The school's published changes touch it.
    pub changed: bool,
    /// The draft touches it.
    pub drafted: bool,
}

/// A file in its three states; null where it has none.
#[derive(Debug, Clone)]
pub struct FileStates {
    /// Path in the bundle.
    pub file: String,
    /// As the operators have it.
    pub base: Value,
    /// As it is live.
    pub published: Value,
    /// As the draft has it.
    pub draft: Value,
}

/// The draft as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stored {
    /// What is not published.
    #[serde(default)]
    pub edits: Vec<DraftEdit>,
    /// What left the draft: published, or thrown away.
    #[serde(default)]
    pub settled: Vec<Settled>,
    /// The revision that these edits lead back to, as long as nothing else was changed.
    #[serde(default)]
    pub restores: Option<i64>,
}

/// A place that left the draft. Its value is not kept: every look at the desk reads the whole draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Settled {
    /// Path of the file in the bundle.
    pub file: String,
    /// JSON pointer into the file.
    pub pointer: String,
    /// The bytes that it named: whoever brings it back within the day finds them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
    /// The draft's version that it left.
    pub version: i64,
    /// Who let it go.
    pub by: Editor,
    /// When.
    pub at: String,
}

impl Settled {
    fn to_edit(&self) -> DraftEdit {
        let Self { file, pointer, version, by, at, .. } = self.clone();
        DraftEdit { file, pointer, value: Value::Null, reset: false, version, by, at }
    }
}

impl Stored {
    /// As answers tell it.
    pub fn to_draft(&self, version: i64) -> Draft {
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
        let meant = |(file, pointer): (&str, &str), version: i64, by: &Editor| {
            version > since
                && by.id != me.id
                && places.iter().any(|edit| edit.file == file && place::overlap(&edit.pointer, pointer))
        };
        self.edits_where(meant)
    }

    /// Everything that changed since a version.
    pub fn since(&self, version: i64) -> Vec<DraftEdit> {
        self.edits_where(|_, known, _| known > version)
    }

    /// What is in the draft and what left it, of the places meant.
    fn edits_where(&self, is_meant: impl Fn((&str, &str), i64, &Editor) -> bool) -> Vec<DraftEdit> {
        let edits = self.edits.iter().filter(|edit| is_meant((&edit.file, &edit.pointer), edit.version, &edit.by));
        let settled = self.settled.iter().filter(|one| is_meant((&one.file, &one.pointer), one.version, &one.by));
        edits.cloned().chain(settled.map(Settled::to_edit)).collect()
    }

    /// Lets edits go that are published or thrown away; they are remembered as changed by who did it.
    pub fn settle(&mut self, gone: impl Fn(&DraftEdit) -> bool, version: i64, by: &Editor, at: &str) {
        let (left, stay): (Vec<_>, Vec<_>) = std::mem::take(&mut self.edits).into_iter().partition(gone);
        self.edits = stay;
        self.restores = None;
        self.settled.extend(left.into_iter().map(|edit| Settled {
            blob: blob_of(&edit.value).map(str::to_owned),
            file: edit.file,
            pointer: edit.pointer,
            version,
            by: by.clone(),
            at: at.to_owned(),
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

    #[test]
    fn what_left_the_draft_takes_no_room_for_its_values() {
        let (mut stored, me) = (Stored::default(), Editor { id: "x".into(), name: "x".into() });
        for version in 1..400 {
            stored.put(edit("/a", json!("x".repeat(10_000)), version, "x"), None);
            stored.settle(|_| true, version, &me, "");
        }
        assert_eq!(stored.settled.len(), MAX_SETTLED);
        assert!(serde_json::to_string(&stored).unwrap().len() < 40_000);
        let told = stored.since(398);
        assert_eq!(
            told.iter().map(|edit| (edit.pointer.as_str(), &edit.value)).collect::<Vec<_>>(),
            [("/a", &Value::Null)]
        );
    }

    #[test]
    fn the_bytes_that_it_named_are_remembered() {
        let (mut stored, digest) = (Stored::default(), "0".repeat(64));
        stored.put(edit("", json!({ "$blob": digest }), 1, "x"), None);
        stored.settle(|_| true, 2, &Editor { id: "x".into(), name: "x".into() }, "");
        assert_eq!(stored.settled[0].blob, Some(digest));
        // As it was kept before: with its value.
        let before = json!({ "settled": [edit("/a", json!("x".repeat(1000)), 1, "x")] });
        let read: Stored = serde_json::from_value(before).unwrap();
        assert_eq!((read.settled.len(), read.settled[0].pointer.as_str()), (1, "/a"));
    }
}
