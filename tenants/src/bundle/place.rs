//! Places in a bundle: which files can be edited, and JSON pointers into what they hold.

use std::path::{Component, Path};

use serde_json::{Map, Value};

use crate::message::Kind as MessageKind;

/// What a file of a bundle holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// `school.yaml`.
    School,
    /// `locales/<language>/<namespace>.json`: the school's own words.
    Words,
    /// `tables/<name>.yaml`.
    Table,
    /// `forms/<id>.json`.
    Form,
    /// `texts/<name>.json`: terms, privacy, consents.
    Text,
    /// `letters/<code>.json`: a template of letters.
    Letter,
    /// `mail/…` and `sms/…`: one text.
    Message,
    /// `assets/…`: a picture.
    Picture,
    /// `plugins/<name>.wasm`.
    Plugin,
}

impl FileKind {
    /// What the file of that path holds; `None` for a file that bundles do not have.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        if path.len() > 300 || Path::new(path).components().any(|part| !matches!(part, Component::Normal(_))) {
            return None;
        }
        if path == super::SCHOOL_FILE {
            return Some(Self::School);
        }
        let (folder, name) = path.split_once('/')?;
        let stem = |extension: &str| name.strip_suffix(extension).is_some_and(super::is_namespace);
        match folder {
            "forms" if stem(".json") => Some(Self::Form),
            "tables" if stem(".yaml") => Some(Self::Table),
            "texts" if stem(".json") => Some(Self::Text),
            "letters" => super::letters::code_of(path).map(|_| Self::Letter),
            "plugins" if stem(".wasm") => Some(Self::Plugin),
            "locales" => {
                let ns = name.strip_prefix("en/").or_else(|| name.strip_prefix("ar/"))?.strip_suffix(".json")?;
                super::is_namespace(ns).then_some(Self::Words)
            }
            "mail" | "sms" => MessageKind::names_file(folder, name).then_some(Self::Message),
            "assets" => {
                let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b'/');
                let shown = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
                (name.bytes().all(plain) && shown).then_some(Self::Picture)
            }
            _ => None,
        }
    }

    /// Whether it is edited as bytes: uploaded first, then named by digest.
    #[must_use]
    pub fn is_blob(self) -> bool {
        matches!(self, Self::Picture | Self::Plugin)
    }

    /// Whether edits inside of it are kept place by place; everything else is kept as a whole.
    #[must_use]
    pub fn has_places(self) -> bool {
        matches!(self, Self::School | Self::Words | Self::Table)
    }

    /// Whether null means that the key is not there.
    #[must_use]
    pub fn null_is_absent(self) -> bool {
        matches!(self, Self::School | Self::Words)
    }
}

/// The parts of a JSON pointer, unescaped; `None` for what is none.
#[must_use]
pub fn parts(pointer: &str) -> Option<Vec<String>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    let rest = pointer.strip_prefix('/')?;
    rest.split('/')
        .map(|part| {
            let sound = part.split('~').skip(1).all(|after| after.starts_with(['0', '1']));
            sound.then(|| part.replace("~1", "/").replace("~0", "~"))
        })
        .collect()
}

/// Whether a place is the other one, or lies in it.
#[must_use]
pub fn is_within(place: &str, other: &str) -> bool {
    place.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether one of the places lies in the other.
#[must_use]
pub fn overlap(one: &str, other: &str) -> bool {
    is_within(one, other) || is_within(other, one)
}

/// Sets a value at a place: maps on the way are made, a value in the way that is none is replaced. Null takes a key away
/// where it is asked to. `false` when a list has no such member.
pub fn set(document: &mut Value, pointer: &str, value: Value, null_is_absent: bool) -> bool {
    let Some(parts) = parts(pointer) else { return false };
    let Some((last, way)) = parts.split_last() else {
        *document = value;
        return true;
    };
    let mut at = document;
    for part in way {
        // Taking away what is not there makes no maps on the way.
        if value.is_null() && null_is_absent && step(at, part).is_none() {
            return true;
        }
        let Some(next) = enter(at, part) else { return false };
        at = next;
    }
    match at {
        Value::Array(items) => match last.parse::<usize>() {
            Ok(index) if index < items.len() => items[index] = value,
            Ok(index) if index == items.len() => items.push(value),
            _ => return false,
        },
        _ if value.is_null() && null_is_absent => {
            if let Some(map) = at.as_object_mut() {
                map.shift_remove(last);
            }
        }
        at => map_of(at).insert(last.clone(), value).map_or((), drop),
    }
    true
}

fn step<'v>(at: &'v Value, part: &str) -> Option<&'v Value> {
    match at {
        Value::Object(map) => map.get(part),
        Value::Array(items) => items.get(part.parse::<usize>().ok()?),
        _ => None,
    }
}

fn enter<'v>(at: &'v mut Value, part: &str) -> Option<&'v mut Value> {
    match at {
        Value::Array(items) => items.get_mut(part.parse::<usize>().ok()?),
        at => Some(map_of(at).entry(part.to_owned()).or_insert_with(|| Value::Object(Map::new()))),
    }
}

#[expect(clippy::unwrap_used, reason = "it was made a map in the line before")]
fn map_of(value: &mut Value) -> &mut Map<String, Value> {
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    value.as_object_mut().unwrap()
}

/// The first list on the way to a place, when there is one: lists are edited as a whole.
#[must_use]
pub fn list_on_the_way(document: &Value, pointer: &str) -> Option<String> {
    let mut at = document;
    let mut here = String::new();
    for part in pointer.split('/').skip(1) {
        if at.is_array() {
            return Some(here);
        }
        at = at.get(part.replace("~1", "/").replace("~0", "~"))?;
        here = format!("{here}/{part}");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_files_of_bundles_are_known() {
        for (path, kind) in [
            ("school.yaml", FileKind::School),
            ("locales/ar/common.json", FileKind::Words),
            ("tables/fees.yaml", FileKind::Table),
            ("forms/new.json", FileKind::Form),
            ("texts/terms.json", FileKind::Text),
            ("mail/code.ar.txt", FileKind::Message),
            ("sms/code.en.txt", FileKind::Message),
            ("assets/brand/logo.png", FileKind::Picture),
            ("plugins/abq.wasm", FileKind::Plugin),
        ] {
            assert_eq!(FileKind::of(path), Some(kind), "{path}");
        }
        for path in [
            "",
            "locks.yaml",
            "/school.yaml",
            "../a/school.yaml",
            "forms/../school.yaml",
            "forms/New.json",
            "forms/new.yaml",
            "locales/fr/common.json",
            "mail/nothing.en.txt",
            "sms/code.en.html",
            "mail/code.en.html",
            "mail/code.fr.txt",
            "assets/.hidden",
            "assets//a.png",
            "plugins/abq.so",
            "readme.md",
            "assets/a b.png",
        ] {
            assert_eq!(FileKind::of(path), None, "{path}");
        }
    }

    #[test]
    fn pointers_are_read_to_the_letter() {
        assert_eq!(parts(""), Some(vec![]));
        assert_eq!(parts("/a~1b/~0c/"), Some(vec!["a/b".into(), "~c".into(), String::new()]));
        assert_eq!((parts("a"), parts("/a~2"), parts("/~")), (None, None, None));
        assert!(is_within("/a/b", "/a") && is_within("/a", "/a") && is_within("/a", "") && !is_within("/ab", "/a"));
    }

    #[test]
    fn values_are_set_where_they_belong() {
        let mut value = json!({ "a": { "b": 1 }, "l": [1, 2] });
        assert!(set(&mut value, "/a/c/d", json!(3), true) && set(&mut value, "/l/2", json!(9), true));
        assert!(set(&mut value, "/a/b", Value::Null, true) && set(&mut value, "/no/such", Value::Null, true));
        assert!(!set(&mut value, "/l/7", json!(0), true) && !set(&mut value, "/l/x", json!(0), true));
        assert_eq!(value, json!({ "a": { "c": { "d": 3 } }, "l": [1, 2, 9] }));
        assert_eq!(list_on_the_way(&value, "/l/0/x").as_deref(), Some("/l"));
        assert_eq!((list_on_the_way(&value, "/l"), list_on_the_way(&value, "/a/c/d")), (None, None));
    }
}
