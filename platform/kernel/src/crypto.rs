//! Keys, tokens and keyed hashes. One secret file feeds everything, by HKDF, a key per school and purpose; a school that
//! came from another server has brought its own ([`crate::keyring`]).

use std::sync::Arc;

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{Key, KeyInit as _, XChaCha20Poly1305, XNonce};
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use words::sabotage::{Guard, is_removed};
use words::{Rng, SchoolId, sha256_hex};

use crate::keyring::{self, Keyring};

/// The server's secret. Has no Debug that shows it.
#[derive(Clone)]
pub struct Secret {
    bytes: Vec<u8>,
    /// Keys that schools brought from other servers.
    pub(crate) kept: Option<Arc<Keyring>>,
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// From the secret file's bytes; at least 32.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Option<Self> {
        (bytes.len() >= 32).then_some(Self { bytes, kept: None })
    }

    /// A key for one school and one purpose. Another school's key is another key, so a foreign token fails on its
    /// signature and not only on a claim.
    #[must_use]
    pub fn school_key(&self, school: &SchoolId, purpose: &str) -> [u8; 32] {
        let kept = self.kept.as_ref().filter(|_| !keyring::NEVER.contains(&purpose));
        kept.and_then(|ring| ring.key(self, school, purpose)).unwrap_or_else(|| self.derived(school, purpose))
    }

    /// The key that this server makes by itself, whatever the school brought.
    pub(crate) fn derived(&self, school: &SchoolId, purpose: &str) -> [u8; 32] {
        let mut key = [0u8; 32];
        let mut info = format!("qabul/v1/{purpose}/{school}");
        if is_removed(Guard::SchoolKeys) {
            info = format!("qabul/v1/{purpose}");
        }
        // Expanding 32 bytes cannot fail: HKDF-SHA-256 gives up to 8,160.
        let _ = hkdf::Hkdf::<Sha256>::new(None, &self.bytes).expand(info.as_bytes(), &mut key);
        key
    }

    /// A key of the server's own, of no school: what it keeps for itself is sealed with it.
    #[must_use]
    pub fn server_key(&self, purpose: &str) -> [u8; 32] {
        let mut key = [0u8; 32];
        // Two slashes: no school has an empty id.
        let _ =
            hkdf::Hkdf::<Sha256>::new(None, &self.bytes).expand(format!("qabul/v1//{purpose}").as_bytes(), &mut key);
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

/// HMAC-SHA-256 in lower-case hex: for values that must be findable and not readable.
#[must_use]
pub fn keyed_hash(key: &[u8; 32], text: &str) -> String {
    HEXLOWER.encode(&keyed(key, text))
}

/// A token that whoever has the key makes again of the same text, and nobody else: 256 bits, URL-safe as those of [`new_token`].
#[must_use]
pub fn keyed_token(key: &[u8; 32], text: &str) -> String {
    BASE64URL_NOPAD.encode(&keyed(key, text))
}

fn keyed(key: &[u8; 32], text: &str) -> Vec<u8> {
    // HMAC takes a key of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return Vec::new() };
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

/// Seals a text for one school and one purpose: XChaCha20-Poly1305 under a key of the school's own, the purpose bound in.
/// For what has to be read again and must not stand in a dump: second factors, targets of codes, letters on their way.
#[must_use]
pub fn seal(secret: &Secret, rng: &dyn Rng, school: &SchoolId, purpose: &str, text: &str) -> String {
    sealed(&secret.school_key(school, "seal"), rng, purpose, text)
}

/// Opens what [`seal`] made for the same school and purpose; `None` for everything else.
#[must_use]
pub fn open(secret: &Secret, school: &SchoolId, purpose: &str, sealed: &str) -> Option<String> {
    unsealed(&secret.school_key(school, "seal"), purpose, sealed)
}

/// Seals a text of the platform's own, which is no school's.
#[must_use]
pub fn seal_own(secret: &Secret, rng: &dyn Rng, purpose: &str, text: &str) -> String {
    sealed(&secret.server_key("seal"), rng, purpose, text)
}

/// Opens what [`seal_own`] made for the same purpose.
#[must_use]
pub fn open_own(secret: &Secret, purpose: &str, sealed: &str) -> Option<String> {
    unsealed(&secret.server_key("seal"), purpose, sealed)
}

/// Seals a text under a key, the purpose bound in.
pub(crate) fn sealed(key: &[u8; 32], rng: &dyn Rng, purpose: &str, text: &str) -> String {
    let mut nonce = [0u8; 24];
    rng.fill(&mut nonce);
    let cipher = XChaCha20Poly1305::new(&Key::from(*key));
    let payload = Payload { msg: text.as_bytes(), aad: purpose.as_bytes() };
    // Encrypting fails for texts of 256 GB alone; an empty seal opens to nothing.
    let sealed = cipher.encrypt(&XNonce::from(nonce), payload).unwrap_or_default();
    format!("{}.{}", BASE64URL_NOPAD.encode(&nonce), BASE64URL_NOPAD.encode(&sealed))
}

/// Opens what [`sealed`] made.
pub(crate) fn unsealed(key: &[u8; 32], purpose: &str, sealed: &str) -> Option<String> {
    let (nonce, sealed) = sealed.split_once('.')?;
    let nonce: [u8; 24] = BASE64URL_NOPAD.decode(nonce.as_bytes()).ok()?.try_into().ok()?;
    let sealed = BASE64URL_NOPAD.decode(sealed.as_bytes()).ok()?;
    let cipher = XChaCha20Poly1305::new(&Key::from(*key));
    let text = cipher.decrypt(&XNonce::from(nonce), Payload { msg: &sealed, aad: purpose.as_bytes() }).ok()?;
    String::from_utf8(text).ok()
}

/// Whether two texts are the same, in a time that does not tell where they differ.
#[must_use]
pub fn same(one: &str, other: &str) -> bool {
    use subtle::ConstantTimeEq as _;
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// A new code of six digits, evenly drawn.
#[must_use]
pub fn new_code(rng: &dyn Rng) -> String {
    loop {
        let mut bytes = [0u8; 4];
        rng.fill(&mut bytes);
        let drawn = u32::from_be_bytes(bytes);
        // The last, incomplete million is thrown away, or low codes would come more often.
        if drawn < u32::MAX / 1_000_000 * 1_000_000 {
            return format!("{:06}", drawn % 1_000_000);
        }
    }
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

    #[test]
    fn a_seal_opens_for_its_school_and_purpose_alone() {
        let secret = Secret::new(vec![7; 32]).expect("long enough");
        let (a, b) = (SchoolId::parse("a").expect("id"), SchoolId::parse("b").expect("id"));
        let sealed = seal(&secret, &words::SystemRng, &a, "totp", "سر");
        assert!(!sealed.contains("سر"));
        assert_eq!(open(&secret, &a, "totp", &sealed).as_deref(), Some("سر"));
        assert_eq!(open(&secret, &b, "totp", &sealed), None, "another school");
        assert_eq!(open(&secret, &a, "mail", &sealed), None, "another purpose");
        let mut broken = sealed.clone();
        broken.pop();
        assert_eq!(open(&secret, &a, "totp", &broken), None, "cut");
        assert_ne!(sealed, seal(&secret, &words::SystemRng, &a, "totp", "سر"), "a nonce of its own");
    }

    #[test]
    fn codes_have_six_digits() {
        for _ in 0..100 {
            let code = new_code(&words::SystemRng);
            assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
        }
    }
}
