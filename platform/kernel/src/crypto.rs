//! Keys, tokens and keyed hashes. One secret file feeds everything, by HKDF, a key per school and purpose.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::sabotage::{Guard, is_removed};
use crate::{Rng, SchoolId};

/// The server's secret. Has no Debug that shows it.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// From the secret file's bytes; at least 32.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Option<Self> {
        (bytes.len() >= 32).then_some(Self(bytes))
    }

    /// A key for one school and one purpose. Another school's key is another key, so a foreign token fails on its
    /// signature and not only on a claim.
    #[must_use]
    pub fn school_key(&self, school: &SchoolId, purpose: &str) -> [u8; 32] {
        let mut key = [0u8; 32];
        let mut info = format!("qabul/v1/{purpose}/{school}");
        if is_removed(Guard::SchoolKeys) {
            info = format!("qabul/v1/{purpose}");
        }
        // Expanding 32 bytes cannot fail: HKDF-SHA-256 gives up to 8,160.
        let _ = hkdf::Hkdf::<Sha256>::new(None, &self.0).expand(info.as_bytes(), &mut key);
        key
    }
}

/// A new one-purpose token: 256 random bits, URL-safe.
#[must_use]
pub fn new_token(rng: &dyn Rng) -> String {
    let mut bytes = [0u8; 32];
    rng.fill(&mut bytes);
    BASE64URL_NOPAD.encode(&bytes)
}

/// How tokens are stored: SHA-256 in hex. (They are random, so no salt is needed.)
#[must_use]
pub fn token_hash(token: &str) -> String {
    sha256_hex(token.as_bytes())
}

/// SHA-256 in lower-case hex.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

/// HMAC-SHA-256 in lower-case hex: for values that must be findable and not readable.
#[must_use]
pub fn keyed_hash(key: &[u8; 32], text: &str) -> String {
    // HMAC takes a key of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return String::new() };
    mac.update(text.as_bytes());
    HEXLOWER.encode(&mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_by_school_and_purpose() {
        let secret = Secret::new(vec![7; 32]).expect("long enough");
        let (a, b) = (SchoolId::parse("a").expect("id"), SchoolId::parse("b").expect("id"));
        assert_ne!(secret.school_key(&a, "jwt"), secret.school_key(&b, "jwt"));
        assert_ne!(secret.school_key(&a, "jwt"), secret.school_key(&a, "known"));
        assert_eq!(secret.school_key(&a, "jwt"), secret.school_key(&a, "jwt"));
    }
}
