//! Digests: how documents, components and pictures are named.

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

/// SHA-256 in lower-case hex.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}
