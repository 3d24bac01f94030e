//! A loaded plugin: compiled, described, its form documents read.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use words::verdict::EffectKind;

use crate::bindings::FormPluginPre;
use crate::state::CallState;

/// SHA-256 of a component; what a bundle pins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of a component's bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Its 64 hexadecimal digits.
    #[must_use]
    pub fn hex(self) -> String {
        data_encoding::HEXLOWER.encode(&self.0)
    }
}

impl std::str::FromStr for Digest {
    type Err = NotADigest;

    /// Reads 64 hexadecimal digits, with or without `sha256:` before them.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let hex = text.strip_prefix("sha256:").unwrap_or(text);
        let bytes = data_encoding::HEXLOWER.decode(hex.as_bytes()).map_err(|_| NotADigest)?;
        Ok(Self(bytes.try_into().map_err(|_| NotADigest)?))
    }
}

/// The text is no SHA-256 digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a digest is 64 small hexadecimal digits")]
pub struct NotADigest;

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "sha256:{}", self.hex())
    }
}

/// Who a plugin says it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Descriptor {
    /// Stable name.
    pub id: String,
    /// Version of its rules.
    pub version: String,
    /// The contract it was built for.
    pub contract: String,
    /// The forms it has a document for.
    pub forms: Vec<String>,
    /// What it asks of the host.
    pub asks: Asks,
}

/// What a plugin asks of the host; the school grants.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asks {
    /// Rule tables it reads.
    pub tables: Vec<String>,
    /// Kinds of "is this person known" questions it puts.
    pub known: Vec<String>,
    /// Effects it may request.
    pub effects: Vec<EffectKind>,
}

/// A plugin ready to be called.
pub struct Plugin {
    pub(crate) digest: Digest,
    pub(crate) descriptor: Descriptor,
    pub(crate) asks: Arc<Asks>,
    pub(crate) documents: BTreeMap<String, Arc<str>>,
    pub(crate) imports: Vec<String>,
    pub(crate) bytes: usize,
    pub(crate) pre: FormPluginPre<CallState>,
}

impl Plugin {
    /// SHA-256 of its component.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Who it says it is.
    #[must_use]
    pub fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    /// The document of one of its forms, JSON text.
    #[must_use]
    pub fn document(&self, form: &str) -> Option<Arc<str>> {
        self.documents.get(form).cloned()
    }

    /// Size of all its documents.
    pub(crate) fn document_bytes(&self) -> usize {
        self.documents.values().map(|document| document.len()).sum()
    }

    /// The interfaces it imports, all of them allowed.
    #[must_use]
    pub fn imports(&self) -> &[String] {
        &self.imports
    }

    /// Size of its component.
    #[must_use]
    pub fn component_bytes(&self) -> usize {
        self.bytes
    }
}

impl std::fmt::Debug for Plugin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plugin")
            .field("id", &self.descriptor.id)
            .field("version", &self.descriptor.version)
            .field("digest", &self.digest.to_string())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_read_as_it_is_written() {
        let digest = Digest::of(b"component");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert_eq!(digest.hex().parse(), Ok(digest));
        for bad in ["", "sha256:", "00", &"0".repeat(63), &"G".repeat(64)] {
            assert_eq!(bad.parse::<Digest>(), Err(NotADigest), "{bad}");
        }
    }
}
