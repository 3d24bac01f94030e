//! Operators' edits of YAML in place: one value, one line, with every comment and the order of everything else as it was.
//!
//! Whatever is written is read again and held against what was meant; where the file is written in a way that this cannot
//! follow, nothing is changed and the operator is asked to do it by hand.

use std::io::Write as _;
use std::path::Path;

use serde_json::Value;
use serde_saphyr::granit_parser::{Event, Marker, Parser};
use words::problem::child;

use super::yaml;
use crate::diagnostic::Diagnostic;

/// Why an edit is not made.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The file has faults already, or would have after it.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Broken(Vec<Diagnostic>),
    /// It is written in a way that cannot be followed.
    #[error("{file} is written in a way that this command cannot follow: set {what} by hand")]
    ByHand {
        /// The file.
        file: String,
        /// What was to be set.
        what: String,
    },
    /// It cannot be written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// A scalar of a document, where it stands in bytes.
struct Scalar {
    pointer: String,
    is_key: bool,
    /// Column of its first character, from 0.
    column: usize,
    start: usize,
    end: usize,
}

/// Every scalar with its place.
fn scalars(text: &str) -> Vec<Scalar> {
    let lines: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let byte = |marker: &Marker| -> usize {
        let start = lines.get(marker.line().saturating_sub(1)).copied().unwrap_or(text.len());
        text[start..].char_indices().nth(marker.col()).map_or(text.len(), |(at, _)| start + at)
    };
    let mut found = Vec::new();
    // Pointer, key that waits for its value, number of the next item; a list has no keys.
    let mut open: Vec<(String, Option<String>, Option<usize>)> = Vec::new();
    let next = |open: &mut Vec<(String, Option<String>, Option<usize>)>, text: Option<&str>| match open.last_mut() {
        None => (String::new(), false),
        Some((pointer, _, Some(number))) => {
            *number += 1;
            (child(pointer, *number - 1), false)
        }
        Some((pointer, key, None)) => match key.take() {
            Some(key) => (child(pointer, key), false),
            None => {
                let name = text.unwrap_or_default();
                *key = Some(name.to_owned());
                (child(pointer, name), true)
            }
        },
    };
    for event in Parser::new_from_str(text) {
        let Ok((event, span)) = event else { break };
        match &event {
            Event::Scalar(value, ..) => {
                let (pointer, is_key) = next(&mut open, Some(value));
                let (start, end) = (byte(&span.start), byte(&span.end));
                let end = start + text[start..end.max(start)].trim_end().len();
                found.push(Scalar { pointer, is_key, column: span.start.col(), start, end });
            }
            Event::SequenceStart(..) => {
                let (pointer, _) = next(&mut open, None);
                open.push((pointer, None, Some(0)));
            }
            Event::MappingStart(..) => {
                let (pointer, _) = next(&mut open, None);
                open.push((pointer, None, None));
            }
            Event::SequenceEnd | Event::MappingEnd => {
                open.pop();
            }
            _ => {}
        }
    }
    found
}

/// The text with the scalar at `pointer` replaced; `None` when there is no scalar.
#[must_use]
pub fn replaced(text: &str, pointer: &str, value: &str) -> Option<String> {
    let all = scalars(text);
    let scalar = all.iter().find(|scalar| !scalar.is_key && scalar.pointer == pointer)?;
    // An empty value has no place of its own.
    (scalar.end > scalar.start).then(|| format!("{}{value}{}", &text[..scalar.start], &text[scalar.end..]))
}

/// The text with a line `key: value` after that of another key of the document, whose value stands in its line.
#[must_use]
pub fn added_after(text: &str, neighbour: &str, key: &str, value: &str) -> Option<String> {
    let all = scalars(text);
    let pointer = child("", neighbour);
    all.iter().find(|scalar| scalar.is_key && scalar.column == 0 && scalar.pointer == pointer)?;
    let of = all.iter().find(|scalar| !scalar.is_key && scalar.pointer == pointer)?;
    let end = text[of.end..].find('\n').map_or(text.len(), |at| of.end + at + 1);
    let gap = if text[..end].ends_with('\n') { "" } else { "\n" };
    Some(format!("{}{gap}{key}: {value}\n{}", &text[..end], &text[end..]))
}

/// The text with one more item at the end of the list at `pointer`, after which it stands on a line of its own.
#[must_use]
pub fn appended(text: &str, pointer: &str, item: &str) -> Option<String> {
    let all = scalars(text);
    let mut items = all.iter().filter(|scalar| !scalar.is_key && is_item(&scalar.pointer, pointer));
    let last = items.next_back()?;
    let line = text[..last.start].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line..last.start];
    // A list in one line, or one item a line.
    if before.trim_start().starts_with('-') && before.trim_start().trim_start_matches('-').trim().is_empty() {
        let end = text[last.end..].find('\n').map_or(text.len(), |at| last.end + at + 1);
        let gap = if text[..end].ends_with('\n') { "" } else { "\n" };
        return Some(format!("{}{gap}{before}{item}\n{}", &text[..end], &text[end..]));
    }
    Some(format!("{}, {item}{}", &text[..last.end], &text[last.end..]))
}

/// The text without the item at `pointer`, of a list that has others.
#[must_use]
pub fn removed(text: &str, pointer: &str) -> Option<String> {
    let all = scalars(text);
    let at = all.iter().position(|scalar| !scalar.is_key && scalar.pointer == pointer)?;
    let item = &all[at];
    let line = text[..item.start].rfind('\n').map_or(0, |at| at + 1);
    if text[line..item.start].trim() == "-" {
        let end = text[item.end..].find('\n').map_or(text.len(), |at| item.end + at + 1);
        return Some(format!("{}{}", &text[..line], &text[end..]));
    }
    let list = pointer.rsplit_once('/')?.0;
    let other = |scalar: &&Scalar| is_item(&scalar.pointer, list);
    if let Some(following) = all.get(at + 1).filter(other) {
        return Some(format!("{}{}", &text[..item.start], &text[following.start..]));
    }
    let before = all.get(at.checked_sub(1)?).filter(other)?;
    Some(format!("{}{}", &text[..before.end], &text[item.end..]))
}

fn is_item(pointer: &str, list: &str) -> bool {
    pointer.strip_prefix(list).and_then(|rest| rest.strip_prefix('/')).is_some_and(|rest| rest.parse::<usize>().is_ok())
}

/// Edits a file: `change` gives the new text, `meant` the new value out of the old one. It takes its place in one step, when
/// it says what was meant and `check` finds no fault with it.
pub fn edit_file(
    path: &Path,
    label: &str,
    what: &str,
    change: impl FnOnce(&str) -> Option<String>,
    meant: impl FnOnce(&mut Value),
    check: impl FnOnce(&[u8]) -> Result<(), Vec<Diagnostic>>,
) -> Result<(), EditError> {
    let bytes = std::fs::read(path)?;
    let (mut value, _) = yaml::read(label, &bytes).map_err(EditError::Broken)?;
    meant(&mut value);
    let by_hand = || EditError::ByHand { file: label.to_owned(), what: what.to_owned() };
    let text = std::str::from_utf8(&bytes).map_err(|_| by_hand())?;
    let text = change(text).ok_or_else(by_hand)?;
    match yaml::read(label, text.as_bytes()) {
        Ok((found, _)) if found == value => {}
        _ => return Err(by_hand()),
    }
    check(text.as_bytes()).map_err(EditError::Broken)?;
    put(path, text.as_bytes())?;
    Ok(())
}

/// Writes a file of a bundle beside its place, and renames it into it.
pub fn put(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let draft = folder.join(format!(".{name}.{}", std::process::id()));
    let written = (|| {
        let mut file = std::fs::File::create(&draft)?;
        file.write_all(bytes)?;
        if let Ok(meta) = std::fs::metadata(path) {
            file.set_permissions(meta.permissions())?;
        }
        file.sync_all()?;
        std::fs::rename(&draft, path)?;
        std::fs::File::open(folder)?.sync_all()
    })();
    if written.is_err() {
        // The fault above is the one to tell.
        let _ = std::fs::remove_file(&draft);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# head\nname: {en: A, ar: \"أ\"} # both\nhosts: [a.example.org, \"b.example.org\"]\n\
                        currency: OMR # money\nlinks:\n  list:\n    - one # first\n    - 'two'\nsuspended:   false   # why\n";

    #[test]
    fn one_value_changes_and_nothing_else() {
        let with = |pointer, value| replaced(TEXT, pointer, value).unwrap();
        assert_eq!(with("/suspended", "true"), TEXT.replace("suspended:   false", "suspended:   true"));
        assert_eq!(with("/hosts/1", "c.example.org"), TEXT.replace("\"b.example.org\"", "c.example.org"));
        assert_eq!(with("/hosts/0", "x"), TEXT.replace("a.example.org", "x"));
        assert_eq!(with("/name/ar", "ب"), TEXT.replace("\"أ\"", "ب"));
        assert_eq!(with("/links/list/1", "3"), TEXT.replace("'two'", "3"));
        assert_eq!((replaced(TEXT, "/none", "x"), replaced(TEXT, "/hosts", "x")), (None, None));
        assert_eq!(replaced("a:\nb: 1\n", "/a", "x"), None, "an empty value has no place");
    }

    #[test]
    fn a_line_goes_after_its_neighbour() {
        let added = added_after(TEXT, "currency", "paused", "true").unwrap();
        assert_eq!(added, TEXT.replace("# money\n", "# money\npaused: true\n"));
        assert_eq!(added_after("currency: OMR", "currency", "a", "1").unwrap(), "currency: OMR\na: 1\n");
        assert_eq!(added_after("{currency: OMR}", "currency", "a", "1"), None);
    }

    #[test]
    fn items_come_and_go() {
        assert_eq!(appended(TEXT, "/hosts", "c").unwrap(), TEXT.replace("\"b.example.org\"]", "\"b.example.org\", c]"));
        assert_eq!(appended(TEXT, "/links/list", "three").unwrap(), TEXT.replace("'two'\n", "'two'\n    - three\n"));
        assert_eq!(removed(TEXT, "/links/list/0").unwrap(), TEXT.replace("    - one # first\n", ""));
        assert_eq!(removed(TEXT, "/hosts/0").unwrap(), TEXT.replace("a.example.org, ", ""));
        assert_eq!(removed(TEXT, "/hosts/1").unwrap(), TEXT.replace(", \"b.example.org\"", ""));
        assert_eq!(appended("locked: []\n", "/locked", "x"), None);
    }

    #[test]
    fn what_does_not_come_out_as_meant_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("school.yaml");
        std::fs::write(&path, TEXT).unwrap();
        let set = |value: &'static str, meant: bool| {
            edit_file(
                &path,
                "s/school.yaml",
                "it",
                move |text| replaced(text, "/suspended", value),
                move |old| old["suspended"] = Value::Bool(meant),
                |_| Ok(()),
            )
        };
        assert!(matches!(set("true # x: [", false), Err(EditError::ByHand { .. })));
        assert!(matches!(set("[", true), Err(EditError::ByHand { .. })));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), TEXT);
        set("true", true).unwrap();
        assert!(std::fs::read_to_string(&path).unwrap().contains("suspended:   true   # why"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}
