//! The school's seal: a PAdES signature (baseline B-B) over a PDF that [`crate::Press`] drew, and its check.
//!
//! The seal is an incremental update: the bytes that were drawn stay, four objects come behind them. It is certified, so that any later
//! change of the file breaks it, and nothing of it is drawn: what people see of it is text in the page.
//! P-256 with SHA-256, signed without chance (RFC 6979): the same file, key and time make the same bytes.
//!
//! For us the SHA-256 of the sealed file decides, which the server keeps; the seal is for those who have the file and not us.

mod check;
mod cms;
mod file;
mod key;
mod syntax;
mod update;

use jiff::Timestamp;
use x509_cert::Certificate;

pub use check::{Broken, Checked, check};
pub use key::{BadKey, SchoolKey, SchoolNames, fingerprint, not_after, pem};

/// What makes signatures. The private key may lie elsewhere; the school's own is [`SchoolKey`].
pub trait Sealer {
    /// Of the key that signs.
    fn certificate(&self) -> &Certificate;

    /// ECDSA over P-256 with SHA-256 of the message, as DER.
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Unsealed>;

    /// An RFC 3161 token over the signature, where a time-stamp service is set.
    fn time_stamp(&self, _signature: &[u8]) -> Result<Option<Vec<u8>>, Unsealed> {
        Ok(None)
    }

    /// Bytes kept in the file for the signature: about 1,100 are needed without a token, 4,000 to 8,000 with one.
    fn room(&self) -> usize {
        2_048
    }
}

/// The file cannot be sealed.
#[derive(Debug, thiserror::Error)]
pub enum Unsealed {
    /// The press did not draw it, or it is sealed already.
    #[error("not a PDF that can be sealed: {0}")]
    File(&'static str),
    /// The signature is longer than what [`Sealer::room`] kept for it.
    #[error("the signature has {needed} bytes, and the file has room for {room}")]
    Room {
        /// What it takes.
        needed: usize,
        /// What is there.
        room: usize,
    },
    /// The key gave no signature, or none that is ECDSA over P-256.
    #[error("the key signs nothing")]
    Key,
    /// The time-stamp service gave no token.
    #[error("no time stamp: {0}")]
    TimeStamp(String),
    /// A certificate or a token is no proper ASN.1.
    #[error("certificate or token: {0}")]
    Asn1(#[from] der::Error),
}

/// The PDF with a seal of that moment; `reason` is what viewers show beside it, such as `Offer ABQ-2026-OL-00417`.
pub fn seal(pdf: &[u8], by: &dyn Sealer, at: Timestamp, reason: &str) -> Result<Vec<u8>, Unsealed> {
    let name = key::common_name(by.certificate());
    let prepared = update::prepare(pdf, &update::Note { at, name: &name, reason }, by.room())?;
    let attributes = cms::Attributes::new(&prepared.digest(), by.certificate())?;
    let signature = key::low(&by.sign(&attributes.signed_bytes()?)?).ok_or(Unsealed::Key)?;
    let token = by.time_stamp(&signature)?;
    let cms = attributes.with_signature(by.certificate(), &signature, token.as_deref())?;
    prepared.fill(&cms)
}
