//! What an edit stands on: the base, what is published over it, what is locked; and the rules that an edit has to keep.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::{MessageId, Refusal};
use serde_json::{Map, Value};
use tenants::Registry;
use tenants::bundle::overlay::{blob_of, is_gone};
use tenants::bundle::{BundleFiles, Entry, FileKind, Locks, Overlay, OverlayStore, SCHOOL_FILE, place, shape_problems};
use words::verdict::Issue;
use words::{Language, SchoolId};

use crate::draft::Stored;
use crate::model::{DraftEdit, Edit, Editor};
use crate::texts::Words;

/// Longest pointer in characters, as the contract says.
const MAX_POINTER: usize = 1000;
/// Parts of a JSON pointer of a bundle, as deep as a request's body may go.
const MAX_PARTS: usize = 32;
/// Most files that a school's changes touch, what is published and what is drafted together: every revision names all of them for good.
pub(crate) const MAX_FILES: usize = 1000;
/// Edits that are looked at for having no effect.
const MAX_PRUNED: usize = 50;

/// The ground. Reads files: off the async threads.
pub(crate) struct DraftBase {
    base: BundleFiles,
    values: HashMap<String, Result<Option<Value>, ()>>,
    store: OverlayStore,
    locks: Locks,
    words: Arc<dyn Words>,
    /// What is published.
    pub published: Overlay,
}

/// Who edits.
pub(crate) struct Hand {
    /// Their name.
    pub by: Editor,
    /// The moment.
    pub at: String,
    /// The draft's version that comes of it.
    pub version: i64,
    /// Whether only forms and texts are theirs.
    pub is_designer: bool,
}

impl DraftBase {
    pub fn of(registry: &Registry, id: &SchoolId, words: Arc<dyn Words>) -> std::io::Result<Self> {
        let (base, store) = (registry.base_files(id), registry.overlay_store(id));
        let locks = Locks::read(&base).unwrap_or_else(|_| Locks::everything());
        let published = store.read()?;
        Ok(Self { base, values: HashMap::new(), store, locks, words, published })
    }

    /// What the operators keep for themselves.
    pub fn locked(&self) -> Vec<String> {
        let own = tenants::bundle::locks::OPERATORS.iter().map(|place| (*place).to_owned());
        self.locks.locked.iter().cloned().chain(own).collect()
    }

    /// Whether a file is the operators' as a whole.
    pub fn is_locked(&self, file: &str) -> bool {
        self.locks.holds(file)
    }

    /// Whether an entry over what is published would break a lock.
    pub fn breaks_lock(&mut self, entry: &Entry) -> bool {
        if !self.locks.may_hold(&entry.file, &entry.pointer) {
            return false;
        }
        let mut own = self.published_of(&entry.file);
        let before = self.layered(&own, &entry.file).ok().flatten();
        own.set(&entry.file, &entry.pointer, entry.value.clone());
        let after = self.layered(&own, &entry.file).ok().flatten();
        self.locks.broken_by(&entry.file, before.as_ref(), after.as_ref()).is_some()
    }

    fn published_of(&self, file: &str) -> Overlay {
        Overlay::of(self.published.revision, self.published.of_file(file).cloned().collect())
    }

    /// A file as the operators have it.
    pub fn base(&mut self, file: &str) -> Result<Option<Value>, ()> {
        if let Some(known) = self.values.get(file) {
            return known.clone();
        }
        let read = self.base.value(file).map_err(drop);
        self.values.insert(file.to_owned(), read.clone());
        read
    }

    /// A file with an overlay over it.
    pub fn layered(&mut self, overlay: &Overlay, file: &str) -> Result<Option<Value>, ()> {
        let whole = overlay.of_file(file).any(|entry| entry.pointer.is_empty());
        let base = if whole { None } else { self.base(file)? };
        Ok(overlay.apply(file, base))
    }

    /// What is published with edits over it.
    pub fn overlay_with(&mut self, edits: &[DraftEdit]) -> Overlay {
        let mut of_files: HashMap<&str, Vec<&DraftEdit>> = HashMap::new();
        for edit in edits {
            of_files.entry(&edit.file).or_default().push(edit);
        }
        let untouched = self.published.entries.iter().filter(|entry| !of_files.contains_key(entry.file.as_str()));
        let (revision, mut entries) = (self.published.revision, untouched.cloned().collect::<Vec<_>>());
        for (file, edits) in of_files {
            entries.extend(self.file_with(file, &edits).entries);
        }
        Overlay::of(revision, entries)
    }

    /// What is published of a file with its edits over it: places that are given back come first.
    fn file_with(&mut self, file: &str, edits: &[&DraftEdit]) -> Overlay {
        let mut overlay = self.published_of(file);
        if edits.iter().any(|edit| edit.reset) {
            let base = self.base(file).ok().flatten();
            for edit in edits.iter().filter(|edit| edit.reset) {
                overlay.reset(file, &edit.pointer, base.as_ref());
            }
        }
        for edit in edits.iter().filter(|edit| !edit.reset) {
            overlay.set(file, &edit.pointer, edit.value.clone());
        }
        overlay
    }

    /// Puts edits into a draft: all of them, or none.
    pub fn edit(&mut self, stored: &mut Stored, edits: &[Edit], hand: &Hand) -> Result<(), Refusal> {
        let mut working = Working { overlay: self.overlay_with(&stored.edits), last: None };
        let known: Vec<String> = working.overlay.files().into_iter().map(str::to_owned).collect();
        let (mut locked, mut foreign, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
        let mut touched = Vec::new();
        for (n, edit) in edits.iter().enumerate() {
            let at = format!("/edits/{n}");
            match self.one(stored, &mut working, edit, hand) {
                Ok(place) => touched.push(place),
                Err(Fault::Locked(lock)) => locked.push(Issue::error(at, "locked").with("lock", lock)),
                Err(Fault::Foreign) => foreign.push(Issue::error(at, "notYours")),
                Err(Fault::Wrong(issues)) => {
                    wrong.extend(issues.into_iter().map(|issue| Issue { path: at.clone(), ..issue }))
                }
            }
        }
        // Once all of them are in: a form may come after its words.
        for (n, edit) in edits.iter().enumerate().filter(|(_, edit)| !edit.reset && !edit.value.is_null()) {
            if !is_gone(&edit.value) && self.lacks_form(&working.overlay, &edit.file) {
                let none = Issue::error(format!("/edits/{n}"), "unknownFile");
                wrong.push(none.with("message", "the school has no form of this name"));
            }
        }
        if touches_too_many(&working.overlay, known.len()) {
            let is_new = |edit: &Edit| known.binary_search(&edit.file).is_err() && working.overlay.touches(&edit.file);
            let n = edits.iter().position(is_new).unwrap_or_default();
            let many = Issue::error(format!("/edits/{n}"), "tooManyFiles").with("limit", MAX_FILES);
            wrong.push(many.with("message", "a school's changes touch no more files than that"));
        }
        for (id, issues) in [(MessageId::S003, locked), (MessageId::A002, foreign), (MessageId::S001, wrong)] {
            if !issues.is_empty() {
                return Err(Refusal::new(id).errors(issues));
            }
        }
        if touched.len() <= MAX_PRUNED {
            self.prune(stored, &touched);
        }
        Ok(())
    }

    fn one(
        &mut self,
        stored: &mut Stored,
        working: &mut Working,
        edit: &Edit,
        hand: &Hand,
    ) -> Result<(String, String), Fault> {
        let file = edit.file.as_str();
        let kind = FileKind::of(file).ok_or_else(|| fault("unknownFile", "bundles have no such file"))?;
        if kind == FileKind::Words {
            self.known_namespace(file)?;
        }
        if edit.pointer.chars().count() > MAX_POINTER {
            return Err(fault("badPointer", "is too long for a JSON pointer of a bundle"));
        }
        let parts = place::parts(&edit.pointer).ok_or_else(|| fault("badPointer", "is no JSON pointer"))?;
        // What is on the way is made: a place as deep as no reader of JSON follows would close the desk to everybody.
        if parts.len() > MAX_PARTS {
            return Err(fault("badPointer", "leads deeper than any file of a bundle goes"));
        }
        // Twice, as JSON may take more room than the file.
        if edit.value.to_string().len() as u64 > 2 * kind.max_bytes() {
            return Err(fault("tooLarge", "the value is larger than its file may be"));
        }
        if edit.reset && !edit.value.is_null() {
            return Err(fault("badEdit", "a place is given a value or given back, not both"));
        }
        let known = working.last.take().filter(|(known, _)| known == file);
        let before = match known {
            Some((_, value)) => value,
            None => self.layered(&working.overlay, file).map_err(|()| base_broken())?,
        };
        let (pointer, value) = whole_place(kind, edit, before.as_ref())?;
        if hand.is_designer && !is_designers(file, &pointer) {
            return Err(Fault::Foreign);
        }
        let base = if edit.reset { self.base(file).unwrap_or_default() } else { None };
        let around = working.overlay.around(file, &pointer);
        if edit.reset {
            working.overlay.reset(file, &pointer, base.as_ref());
        } else {
            working.overlay.set(file, &pointer, value.clone());
        }
        let place = Place { kind, file, pointer: &pointer, value: &value };
        match self.may_be(&working.overlay, &place, edit.reset, before.as_ref()) {
            Ok(after) => working.last = Some((file.to_owned(), after)),
            Err(fault) => {
                working.overlay.put_back(file, &pointer, around);
                return Err(fault);
            }
        }
        let new = DraftEdit {
            file: file.to_owned(),
            pointer: pointer.clone(),
            value,
            reset: edit.reset,
            version: hand.version,
            by: hand.by.clone(),
            at: hand.at.clone(),
        };
        stored.put(new, base.as_ref());
        Ok((file.to_owned(), pointer))
    }

    /// The file as an edit leaves it, if it may.
    fn may_be(
        &mut self,
        overlay: &Overlay,
        place: &Place<'_>,
        reset: bool,
        before: Option<&Value>,
    ) -> Result<Option<Value>, Fault> {
        let after = self.layered(overlay, place.file).map_err(|()| base_broken())?;
        if let Some(lock) = self.locks.broken_by(place.file, before, after.as_ref()) {
            return Err(Fault::Locked(lock));
        }
        if !reset {
            self.check_place(place, before, after.as_ref())?;
        } else if place.kind == FileKind::School && after.is_none() {
            return Err(fault("missingFile", "a school cannot be without it"));
        }
        Ok(after)
    }

    /// Whether a file holds words of a form that the school would not have.
    fn lacks_form(&mut self, overlay: &Overlay, file: &str) -> bool {
        let Some(form) = namespace(file).strip_prefix("form-").filter(|_| FileKind::of(file) == Some(FileKind::Words))
        else {
            return false;
        };
        let document = format!("forms/{form}.json");
        let school = self.layered(overlay, SCHOOL_FILE).ok().flatten().unwrap_or_default();
        school.get("forms").and_then(|forms| forms.get(form)).is_none_or(Value::is_null)
            && !self.layered(overlay, &document).is_ok_and(|document| document.is_some())
    }

    /// Whether a file can hold what it would.
    fn check_place(&self, place: &Place<'_>, before: Option<&Value>, after: Option<&Value>) -> Result<(), Fault> {
        let Place { kind, file, pointer, value } = *place;
        let Some(after) = after else {
            // A whole file was taken away.
            return if kind == FileKind::School {
                Err(fault("missingFile", "a school cannot be without it"))
            } else {
                Ok(())
            };
        };
        let known = before.map(|before| shape_problems(file, before)).unwrap_or_default();
        let new: Vec<Issue> = shape_problems(file, after)
            .into_iter()
            .filter(|problem| problem.is_error() && !known.contains(problem))
            .map(|problem| {
                let mut issue =
                    Issue::error("", problem.code).with("pointer", problem.pointer).with("message", problem.message);
                if let Some(hint) = problem.hint {
                    issue = issue.with("hint", hint);
                }
                issue
            })
            .take(20)
            .collect();
        if !new.is_empty() {
            return Err(Fault::Wrong(new));
        }
        if kind.is_blob() {
            let digest = blob_of(value).unwrap_or_default();
            let bytes = self.store.blob(digest).ok().flatten();
            let bytes = bytes.ok_or_else(|| fault("unknownBlob", "nothing was uploaded under this digest"))?;
            let fits = match kind {
                FileKind::Plugin => bytes.starts_with(b"\0asm"),
                _ => bytes.starts_with(b"\x89PNG"),
            };
            return if fits { Ok(()) } else { Err(fault("wrongType", "the upload is of another type")) };
        }
        if kind == FileKind::Words { self.known_words(file, pointer, value) } else { Ok(()) }
    }

    fn known_namespace(&self, file: &str) -> Result<(), Fault> {
        let ns = namespace(file);
        if ns.starts_with("form-") || self.words.namespaces().iter().any(|known| known == ns) {
            return Ok(());
        }
        Err(fault("unknownFile", "the web app has no texts of this name"))
    }

    /// An own word has to be for a text that there is.
    fn known_words(&self, file: &str, pointer: &str, value: &Value) -> Result<(), Fault> {
        let ns = namespace(file);
        if ns.starts_with("form-") {
            return Ok(());
        }
        let texts: Vec<Value> = Language::ALL
            .into_iter()
            .filter_map(|language| self.words.texts(language, ns))
            .map(Value::Object)
            .collect();
        let mut leaves = Vec::new();
        leaves_of(pointer, value, &mut leaves);
        match leaves.iter().find(|leaf| !texts.iter().any(|texts| texts.pointer(leaf).is_some_and(Value::is_string))) {
            Some(leaf) => Err(Fault::Wrong(vec![
                Issue::error("", "unknownText")
                    .with("pointer", leaf.as_str())
                    .with("message", "the web app has no such text"),
            ])),
            None => Ok(()),
        }
    }

    /// Takes out what changes nothing any more.
    fn prune(&mut self, stored: &mut Stored, touched: &[(String, String)]) {
        for (file, pointer) in touched {
            let Some(index) = stored.edits.iter().position(|edit| edit.file == *file && edit.pointer == *pointer)
            else {
                continue;
            };
            let of_file = stored.edits.iter().enumerate().filter(|(_, edit)| edit.file == *file);
            let (places, edits): (Vec<usize>, Vec<&DraftEdit>) = of_file.unzip();
            let all = self.file_with(file, &edits);
            let others: Vec<_> =
                places.iter().zip(&edits).filter(|(at, _)| **at != index).map(|(_, edit)| *edit).collect();
            let without = self.file_with(file, &others);
            if without.entries == all.entries || self.same(&stored.edits[index], &without, &all) {
                stored.edits.remove(index);
            }
        }
    }

    /// Whether a set edit leaves the published file as it is, entry or not.
    fn same(&mut self, edit: &DraftEdit, without: &Overlay, with: &Overlay) -> bool {
        let (before, after) = (self.layered(without, &edit.file), self.layered(with, &edit.file));
        !edit.reset && before.is_ok() && before == after
    }
}

/// The draft while edits are put into it, one after the other.
struct Working {
    overlay: Overlay,
    /// The file of the last edit, as that left it.
    last: Option<(String, Option<Value>)>,
}

/// What an edit puts where.
#[derive(Clone, Copy)]
struct Place<'e> {
    kind: FileKind,
    file: &'e str,
    pointer: &'e str,
    value: &'e Value,
}

enum Fault {
    Locked(String),
    Foreign,
    Wrong(Vec<Issue>),
}

fn fault(code: &str, message: &str) -> Fault {
    Fault::Wrong(vec![Issue { params: Map::new(), ..Issue::error("", code) }.with("message", message)])
}

fn base_broken() -> Fault {
    fault("baseBroken", "the operators' file cannot be read")
}

fn namespace(file: &str) -> &str {
    file.rsplit('/').next().and_then(|name| name.strip_suffix(".json")).unwrap_or_default()
}

fn leaves_of(at: &str, value: &Value, leaves: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                leaves_of(&words::problem::child(at, key), value, leaves);
            }
        }
        Value::Null => {}
        _ => leaves.push(at.to_owned()),
    }
}

/// The place and value that are kept: lists and whole files for what lies inside of them.
fn whole_place(kind: FileKind, edit: &Edit, before: Option<&Value>) -> Result<(String, Value), Fault> {
    let is_whole = edit.pointer.is_empty();
    if is_gone(&edit.value) && (!is_whole || kind == FileKind::School) {
        return Err(fault("badEdit", "only a whole file can be taken away, and not school.yaml"));
    }
    if is_whole && kind == FileKind::School {
        return Err(fault("badPointer", "school.yaml is edited place by place"));
    }
    if is_whole && edit.value.is_null() && !edit.reset {
        return Err(fault("badEdit", "a whole file is taken away by {\"$gone\": true}"));
    }
    if is_whole {
        return Ok((String::new(), edit.value.clone()));
    }
    let at = if kind.has_places() {
        match before.and_then(|before| place::list_on_the_way(before, &edit.pointer)) {
            Some(list) => list,
            None => return Ok((edit.pointer.clone(), edit.value.clone())),
        }
    } else if matches!(kind, FileKind::Form | FileKind::Text | FileKind::Letter) {
        String::new()
    } else {
        return Err(fault("badPointer", "this file is edited as a whole"));
    };
    if edit.reset {
        return Err(fault("badPointer", "only the whole of it can be given back"));
    }
    let mut whole = before.and_then(|before| before.pointer(&at)).cloned().unwrap_or_else(|| Value::Object(Map::new()));
    if !place::set(&mut whole, &edit.pointer[at.len()..], edit.value.clone(), true) {
        return Err(fault("badPointer", "the list has no such member"));
    }
    Ok((at, whole))
}

/// Whether an overlay touches more files than it may, and than were touched before: what is there already can be changed and made less.
pub(crate) fn touches_too_many(overlay: &Overlay, before: usize) -> bool {
    overlay.files().len() > MAX_FILES.max(before)
}

/// What form designers edit.
pub(crate) fn is_designers(file: &str, pointer: &str) -> bool {
    match FileKind::of(file) {
        Some(FileKind::Form | FileKind::Words | FileKind::Text | FileKind::Letter) => true,
        Some(FileKind::School) => ["/forms", "/formLayout"].iter().any(|place| place::is_within(pointer, place)),
        _ => false,
    }
}
