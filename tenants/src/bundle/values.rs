//! Files of a bundle as the values that they hold, and back: what edits are made of.

use form::MAX_DOCUMENT_BYTES;
use serde_json::Value;
use words::problem::{Problem, child};

use super::files::BundleFiles;
use super::overlay::{blob, blob_of, is_gone};
use super::place::FileKind;
use super::store::Manifest;
use super::{MAX_PLUGIN_BYTES, Positions, SHAPE, consents, legal, letters, locales, logo, parse_json, tables, yaml};
use crate::diagnostic::Diagnostic;
use crate::message::MAX_TEMPLATE_BYTES;

impl FileKind {
    /// Largest file of that kind.
    #[must_use]
    pub fn max_bytes(self) -> u64 {
        match self {
            Self::School | Self::Table | Self::Words | Self::Text | Self::Letter => yaml::MAX_BYTES as u64,
            Self::Form => MAX_DOCUMENT_BYTES as u64,
            Self::Message => MAX_TEMPLATE_BYTES,
            Self::Picture => logo::MAX_BYTES,
            Self::Plugin => MAX_PLUGIN_BYTES,
        }
    }
}

impl BundleFiles {
    /// What a file holds; `None` when it is not there.
    pub fn value(&self, path: &str) -> Result<Option<Value>, Vec<Diagnostic>> {
        let Some(kind) = FileKind::of(path) else {
            return Err(vec![Diagnostic::file(self.label(path), "unknownFile", "bundles have no such file")]);
        };
        match self.read(path, kind.max_bytes()).map_err(|problem| vec![problem])? {
            Some(bytes) => parse(kind, &self.label(path), &bytes).map(Some),
            None => Ok(None),
        }
    }

    /// Every file with the digest of its bytes; files that cannot be read are left out.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        let read = |path: String| {
            let bytes = self.read(&path, FileKind::of(&path)?.max_bytes()).ok()??;
            Some((path, words::sha256_hex(&bytes)))
        };
        self.walk().into_iter().filter_map(read).collect()
    }

    /// Where the parts of a file stand: `read` are the places in what was read, which is nobody's text where an overlay touches the file.
    pub(crate) fn places(&self, path: &str, read: Positions) -> Positions {
        let Some(overlay) = self.touching(path) else { return read };
        let published = overlay.of_file(path).map(|entry| entry.pointer.clone()).collect();
        let max = FileKind::of(path).map_or(0, FileKind::max_bytes);
        let own = self.read_base(path, max).ok().flatten().unwrap_or_default();
        Positions::beneath(&self.label(path), &own, published)
    }

    /// A file that the overlay touches.
    pub(super) fn read_layered(&self, path: &str, max: u64) -> Result<Option<Vec<u8>>, Diagnostic> {
        let (Some(overlay), Some(kind)) = (self.touching(path), FileKind::of(path)) else {
            return self.read_base(path, max);
        };
        let whole = overlay.of_file(path).any(|entry| entry.pointer.is_empty());
        // The base is read even where none of it is left: so the watcher sees it come and go.
        let below = self.read_base(path, max);
        let base = match (whole, below) {
            (true, _) => None,
            (false, below) => match below? {
                Some(bytes) => match parse(kind, &self.label(path), &bytes) {
                    Ok(value) => Some(value),
                    // Told by whoever reads it, with its lines.
                    Err(_) => return Ok(Some(bytes)),
                },
                None => None,
            },
        };
        let Some(value) = overlay.apply(path, base).filter(|value| !is_gone(value)) else { return Ok(None) };
        let failed = |cause: String| Diagnostic::file(self.label(path), "unreadable", cause);
        if kind.is_blob() {
            let digest = blob_of(&value).ok_or_else(|| failed("the overlay names no bytes".into()))?;
            let store = self.store().ok_or_else(|| failed("nothing is kept".into()))?;
            let bytes = store.blob(digest).map_err(|error| failed(error.to_string()))?;
            return bytes.ok_or_else(|| failed(format!("the bytes {digest} are not kept"))).map(Some);
        }
        match (kind, value) {
            (FileKind::Message, Value::String(text)) => Ok(Some(text.into_bytes())),
            (FileKind::Message, _) => Err(failed("the overlay's value is no text".into())),
            (_, value) => Ok(Some(written(&value).into_bytes())),
        }
    }
}

/// A value as JSON that is YAML, too: what may not stand in YAML as it is, stands escaped.
fn written(value: &Value) -> String {
    let may_not =
        |c: char| matches!(c, '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
    let text = value.to_string();
    if !text.contains(may_not) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match may_not(c) {
            // All of them stand in strings, and have four hexadecimal digits.
            true => escaped.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => escaped.push(c),
        }
    }
    escaped
}

/// What the bytes of a file hold.
fn parse(kind: FileKind, label: &str, bytes: &[u8]) -> Result<Value, Vec<Diagnostic>> {
    match kind {
        FileKind::School | FileKind::Table => yaml::read(label, bytes).map(|(value, _)| value),
        FileKind::Words | FileKind::Form | FileKind::Text | FileKind::Letter => {
            parse_json(label, bytes).map(|(value, _)| value)
        }
        FileKind::Message => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Value::String(text.to_owned())),
            Err(_) => Err(vec![Diagnostic::file(label, "notUtf8", "the file is not UTF-8")]),
        },
        FileKind::Picture | FileKind::Plugin => Ok(blob(&words::sha256_hex(bytes))),
    }
}

/// What makes a value one that a file of this kind can never hold. What is wrong in itself, and may be mended by the next edit,
/// is told by the check of the whole bundle.
#[must_use]
pub fn shape_problems(path: &str, value: &Value) -> Vec<Problem> {
    let Some(kind) = FileKind::of(path) else { return Vec::new() };
    let one = |code, message: &str| vec![Problem::new("", code, message)];
    let mut unseen = Vec::new();
    if matches!(kind, FileKind::School | FileKind::Table | FileKind::Words) {
        unseen_characters(value, "", &mut unseen);
    }
    if !unseen.is_empty() {
        return unseen;
    }
    match kind {
        FileKind::School => SHAPE.problems(value),
        FileKind::Table => tables::shape().problems(value),
        FileKind::Words => locales::shape_problems(value),
        FileKind::Form => {
            let is = |key: &str, fits: fn(&Value) -> bool| value.get(key).is_some_and(fits);
            let whole = is("version", Value::is_string)
                && is("steps", Value::is_array)
                && is("schema", Value::is_object)
                && is("texts", Value::is_object);
            if !whole {
                return one("wrongType", "a form document is a map with version, title, steps, schema and texts");
            }
            if value.to_string().len() > MAX_DOCUMENT_BYTES {
                return one("tooLarge", "the form document is too large");
            }
            Vec::new()
        }
        FileKind::Text if legal::is_legal(path) => legal::shape_problems(value),
        FileKind::Text if path == consents::CONSENTS => consents::shape_problems(value),
        FileKind::Letter => letters::shape_problems(value),
        FileKind::Text if value.is_object() => Vec::new(),
        FileKind::Text => one("wrongType", "has to be a map"),
        FileKind::Message => match value.as_str() {
            Some(text) if text.len() as u64 <= MAX_TEMPLATE_BYTES => Vec::new(),
            Some(_) => one("tooLarge", "the text is too long"),
            None => one("wrongType", "has to be text"),
        },
        FileKind::Picture | FileKind::Plugin if blob_of(value).is_some() => Vec::new(),
        FileKind::Picture | FileKind::Plugin => {
            one("wrongType", "has to name bytes that were uploaded: {\"$blob\": …}")
        }
    }
}

/// Characters that nobody sees, pasted out of another program: nobody would find them again.
fn unseen_characters(value: &Value, at: &str, problems: &mut Vec<Problem>) {
    let is_unseen =
        |c: char| (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || matches!(c, '\u{fffe}' | '\u{ffff}');
    match value {
        Value::String(text) => {
            if let Some(c) = text.chars().find(|c| is_unseen(*c)) {
                let message = format!("holds a character that nobody sees (U+{:04X})", u32::from(c));
                problems.push(Problem::new(at, "unseenCharacter", message).hint("type the text again"));
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| unseen_characters(item, &child(at, index), problems));
        }
        Value::Object(map) => {
            for (key, value) in map {
                let below = child(at, key);
                if key.contains(is_unseen) {
                    problems.push(Problem::key(
                        &*below,
                        "unseenCharacter",
                        "its name holds a character that nobody sees",
                    ));
                }
                unseen_characters(value, &below, problems);
            }
        }
        _ => {}
    }
}
