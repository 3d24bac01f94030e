//! What a sheet's data is made of, and how it gets to the template.
//!
//! The data is the JSON that the tests' `data/` shows: language, letterhead, facts, the filled text, signers, and where it is checked.
//! Here come in what is ours: words that the data does not bring, the code of `verify.address`, signatures as drawings of their points,
//! and slots at the end where the text has no place for them.

use serde_json::{Map, Value, json};

use crate::marks::{self, Stroke, Unmarked};

/// Largest data of a sheet, in bytes of JSON. A text is at most 64 KB; signatures and rows take the rest.
pub const MAX_DATA: usize = 2 << 20;
/// Deepest nesting of a sheet's data.
const MAX_DEPTH: usize = 24;
/// Most rows of a table.
const MAX_ROWS: usize = 200;
/// What the templates say themselves, in both languages.
const WORDS: &str = include_str!("../templates/words.json");

/// What is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    /// A letter; with `evidence`, the certificate of signatures follows it.
    Letter,
    /// A receipt.
    Receipt,
}

impl Sheet {
    /// Its template.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Letter => "/letter.typ",
            Self::Receipt => "/receipt.typ",
        }
    }
}

/// The data is none of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misshapen {
    /// Not an object, or a list is none.
    #[error("{0} is not what a sheet has there")]
    Kind(String),
    /// Larger than [`MAX_DATA`].
    #[error("the data has {0} bytes")]
    TooLarge(usize),
    /// Nested deeper than any text is.
    #[error("the data is nested too deeply")]
    TooDeep,
    /// A table has more rows than fit a letter.
    #[error("a table has {0} rows")]
    TooManyRows(usize),
    /// A code or a signature.
    #[error("{pointer}: {source}")]
    Mark {
        /// Where it stands.
        pointer: String,
        /// What is wrong with it.
        source: Unmarked,
    },
}

/// Whether the data is of a size that is drawn.
pub(crate) fn measure(data: &Value) -> Result<(), Misshapen> {
    deep(data, MAX_DEPTH)?;
    let bytes = data.to_string().len();
    if bytes > MAX_DATA { Err(Misshapen::TooLarge(bytes)) } else { Ok(()) }
}

/// The data as the template takes it.
pub(crate) fn ready(data: &Value) -> Result<Value, Misshapen> {
    let Value::Object(mut data) = data.clone() else { return Err(Misshapen::Kind("/".to_owned())) };
    add_words(&mut data);
    if let Some(Value::Object(verify)) = data.get_mut("verify") {
        add_code(verify)?;
    }
    draw_strokes(data.get_mut("signers"), "/signers")?;
    draw_strokes(data.get_mut("evidence").and_then(|evidence| evidence.get_mut("signers")), "/evidence/signers")?;
    let is_placed = data.get("body").is_some_and(places_signatures);
    data.insert("slots".to_owned(), Value::Bool(!is_placed));
    Ok(Value::Object(data))
}

fn deep(value: &Value, room: usize) -> Result<(), Misshapen> {
    let room = room.checked_sub(1).ok_or(Misshapen::TooDeep)?;
    match value {
        Value::Array(list) => list.iter().try_for_each(|each| deep(each, room)),
        Value::Object(map) => {
            let rows = map.get("rows").and_then(Value::as_array).map_or(0, Vec::len);
            if rows > MAX_ROWS {
                return Err(Misshapen::TooManyRows(rows));
            }
            map.values().try_for_each(|each| deep(each, room))
        }
        _ => Ok(()),
    }
}

/// Words of the data's own go before ours.
fn add_words(data: &mut Map<String, Value>) {
    let ours: Value = serde_json::from_str(WORDS).unwrap_or_default();
    let words = data.entry("words").or_insert_with(|| json!({}));
    for language in ["en", "ar"] {
        let mut all = ours.get(language).cloned().unwrap_or_else(|| json!({}));
        if let (Some(all), Some(Value::Object(own))) = (all.as_object_mut(), words.get(language)) {
            all.extend(own.clone());
        }
        if let Some(words) = words.as_object_mut() {
            words.insert(language.to_owned(), all);
        }
    }
}

/// Whatever drawing is there goes: the code says the address that stands beside it.
fn add_code(verify: &mut Map<String, Value>) -> Result<(), Misshapen> {
    let pointer = "/verify/address";
    let address = verify.get("address").and_then(Value::as_str).ok_or_else(|| Misshapen::Kind(pointer.to_owned()))?;
    let code = marks::qr(address).map_err(|source| Misshapen::Mark { pointer: pointer.to_owned(), source })?;
    verify.insert("qr".to_owned(), Value::String(code));
    Ok(())
}

fn draw_strokes(signers: Option<&mut Value>, pointer: &str) -> Result<(), Misshapen> {
    let signers = match signers {
        Some(Value::Array(signers)) => signers,
        None | Some(Value::Null) => return Ok(()),
        Some(_) => return Err(Misshapen::Kind(pointer.to_owned())),
    };
    for (n, signer) in signers.iter_mut().enumerate() {
        let Some(place) = signer.get_mut("strokes").filter(|strokes| !strokes.is_null()) else { continue };
        let pointer = format!("{pointer}/{n}/strokes");
        let Ok(strokes) = serde_json::from_value::<Vec<Stroke>>(place.take()) else {
            return Err(Misshapen::Kind(pointer));
        };
        *place = Value::String(marks::strokes(&strokes).map_err(|source| Misshapen::Mark { pointer, source })?);
    }
    Ok(())
}

/// Whether a text says where people sign.
fn places_signatures(body: &Value) -> bool {
    match body {
        Value::Array(list) => list.iter().any(places_signatures),
        Value::Object(map) => {
            map.get("k").and_then(Value::as_str) == Some("signatures")
                || ["both", "en", "ar"].iter().filter_map(|key| map.get(*key)).any(places_signatures)
        }
        _ => false,
    }
}
