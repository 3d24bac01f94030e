//! Lists by cursor: a page knows where the next one starts, whatever is added meanwhile.

use data_encoding::BASE64URL_NOPAD;
use serde::{Serialize, de::DeserializeOwned};
use words::sabotage::{Guard, is_removed};

use crate::Refusal;

/// The largest page.
pub const MAX_PAGE: u32 = 500;

/// An asked page size within its bounds; 50 when nothing is asked.
#[must_use]
pub fn page_size(asked: Option<u32>) -> u32 {
    let most = if is_removed(Guard::PageSize) { u32::MAX } else { MAX_PAGE };
    asked.unwrap_or(50).clamp(1, most)
}

/// Writes a position as an opaque cursor.
pub fn cursor<T: Serialize>(position: &T) -> String {
    BASE64URL_NOPAD.encode(&serde_json::to_vec(position).unwrap_or_default())
}

/// Reads a cursor back; one of another list or of no list is a malformed request.
pub fn position<T: DeserializeOwned>(cursor: &str) -> Result<T, Refusal> {
    BASE64URL_NOPAD
        .decode(cursor.as_bytes())
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .ok_or_else(|| Refusal::malformed("cursor is none that this list gave"))
}
