//! Whether a file is still the one that was sealed. Stricter than other tools: not a byte of the file is free, that of the signature's
//! own wrapping and of the zeros behind it with it.

use data_encoding::HEXLOWER;
use der::Decode as _;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use sha2::{Digest as _, Sha256};
use x509_cert::Certificate;

use super::{cms, key, syntax};

/// A file that is whole, and whose seal is of one of the certificates that were given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Who sealed it: its place among the certificates.
    pub by: usize,
    /// The English name in that certificate.
    pub name: String,
    /// When, as the file says.
    pub at: Timestamp,
    /// Whether there is a time stamp of somebody else's. It is not verified here.
    pub has_time_stamp: bool,
}

/// Why a file does not count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// It has no seal: it is no PDF of ours, or one that was not sealed.
    #[error("the file has no seal")]
    Unsealed,
    /// Something in it is not as it was.
    #[error("the file was changed after it was sealed")]
    Changed,
    /// Its seal is of another certificate.
    #[error("the file was sealed with another certificate, {sha256}")]
    Foreign {
        /// SHA-256 of that certificate, as the file tells it.
        sha256: String,
    },
    /// One of the given certificates cannot be read.
    #[error("certificate {0} cannot be read")]
    Certificate(usize),
}

/// Whether one of these certificates (DER) sealed exactly this file.
pub fn check(pdf: &[u8], certificates: &[impl AsRef<[u8]>]) -> Result<Checked, Broken> {
    let sealed = Sealed::read(pdf)?;
    let said = cms::read(&sealed.cms).ok().filter(|said| said.certificate_sha256.len() == 32).ok_or(Broken::Changed)?;
    let is_it = |der: &&[u8]| Sha256::digest(der).as_slice() == said.certificate_sha256;
    let named = certificates.iter().map(AsRef::as_ref).enumerate().find(|(_, der)| is_it(der));
    let (by, der) = named.ok_or_else(|| Broken::Foreign { sha256: HEXLOWER.encode(&said.certificate_sha256) })?;
    let certificate = Certificate::from_der(der).map_err(|_| Broken::Certificate(by))?;
    if !sealed.is_of(&certificate, &said).unwrap_or(false) {
        return Err(Broken::Changed);
    }
    let at = sealed.moment().ok_or(Broken::Changed)?;
    Ok(Checked { by, name: key::common_name(&certificate), at, has_time_stamp: said.token.is_some() })
}

/// A file's last signature.
struct Sealed<'p> {
    /// What stands before its range.
    head: &'p [u8],
    cms: Vec<u8>,
    /// Of all the rest of the file.
    digest: [u8; 32],
}

impl<'p> Sealed<'p> {
    /// Takes only what a seal of ours writes.
    fn read(pdf: &'p [u8]) -> Result<Self, Broken> {
        let mark = b"/ByteRange[";
        let start = syntax::last(pdf, mark).ok_or(Broken::Unsealed)?;
        let mut rest = &pdf[start + mark.len()..];
        let mut range = [0; 4];
        for each in &mut range {
            (*each, rest) = syntax::number(rest).map_err(|_| Broken::Changed)?;
        }
        let [zero, before, behind, len] = range;
        let is_whole = zero == 0
            && before < behind
            && pdf.get(before) == Some(&b'<')
            && pdf.get(behind.wrapping_sub(1)) == Some(&b'>')
            && behind.checked_add(len) == Some(pdf.len());
        if !is_whole {
            return Err(Broken::Changed);
        }
        let digits = pdf.get(before + 1..behind - 1).ok_or(Broken::Changed)?;
        let cms = contents(digits).ok_or(Broken::Changed)?;
        let mut hash = Sha256::new();
        hash.update(&pdf[..before]);
        hash.update(&pdf[behind..]);
        Ok(Self { head: &pdf[..start], cms, digest: hash.finalize().into() })
    }

    /// Makes the signature again from the file and what it has of its own, and compares all of it.
    fn is_of(&self, certificate: &Certificate, said: &cms::Said) -> der::Result<bool> {
        let attributes = cms::Attributes::new(&self.digest, certificate)?;
        let message = attributes.signed_bytes()?;
        let again = attributes.with_signature(certificate, &said.signature, said.token.as_deref())?;
        let is_the_same = again == self.cms && key::low(&said.signature).as_ref() == Some(&said.signature);
        Ok(is_the_same && key::verifies(certificate, &message, &said.signature))
    }

    /// When it was sealed, as the signature dictionary says.
    fn moment(&self) -> Option<Timestamp> {
        let mark = b"/M(D:";
        let start = syntax::last(self.head, mark)? + mark.len();
        let text = std::str::from_utf8(self.head.get(start..start + 14)?).ok()?;
        let at = DateTime::strptime("%Y%m%d%H%M%S", text).ok()?;
        Some(at.to_zoned(TimeZone::UTC).ok()?.timestamp())
    }
}

/// The bytes of a signature: lower-case hex, and only zeros behind them.
fn contents(digits: &[u8]) -> Option<Vec<u8>> {
    let mut cms = HEXLOWER.decode(digits).ok()?;
    let [0x30, 0x82, high, low, ..] = cms[..] else { return None };
    let len = 4 + usize::from(u16::from_be_bytes([high, low]));
    if cms.get(len..)?.iter().any(|each| *each != 0) {
        return None;
    }
    cms.truncate(len);
    Some(cms)
}
