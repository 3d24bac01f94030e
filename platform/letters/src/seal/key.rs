//! The school's sealing key and its certificate.

use std::time::{Duration, SystemTime};

use data_encoding::{BASE64, HEXUPPER};
use der::asn1::{Any, ObjectIdentifier, SetOfVec};
use der::{Decode, Encode, Tag};
use jiff::Timestamp;
use p256::ecdsa::signature::{Signer as _, Verifier as _};
use p256::ecdsa::{DerSignature, Signature, SigningKey, VerifyingKey};
use sha2::{Digest as _, Sha256};
use spki::{SubjectPublicKeyInfoOwned, SubjectPublicKeyInfoRef};
use x509_cert::attr::AttributeTypeAndValue;
use x509_cert::builder::profile::BuilderProfile;
use x509_cert::builder::{Builder as _, CertificateBuilder};
use x509_cert::ext::pkix::{BasicConstraints, ExtendedKeyUsage, KeyUsage, KeyUsages, SubjectKeyIdentifier};
use x509_cert::ext::{Extension, ToExtension as _};
use x509_cert::name::Name;
use x509_cert::serial_number::SerialNumber;
use x509_cert::time::Validity;
use x509_cert::{Certificate, TbsCertificate};

use super::{Sealer, Unsealed};

const COMMON_NAME: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.3");
const ORGANISATION: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.4.10");
/// That of RFC 9336: signs documents.
const DOCUMENT_SIGNING: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.3.36");
/// Longest name of a certificate, in characters (`ub-common-name`).
const MAX_NAME: usize = 64;
/// Ten years.
const LASTS: Duration = Duration::from_hours(3_650 * 24);

/// What a school is called, as its certificate has it.
#[derive(Debug, Clone, Copy)]
pub struct SchoolNames<'n> {
    /// In English; shown by viewers.
    pub en: &'n str,
    /// In Arabic, or empty.
    pub ar: &'n str,
}

/// The key or its certificate is of no use.
#[derive(Debug, thiserror::Error)]
pub enum BadKey {
    /// One draw in four thousand million is no scalar of the curve: draw again.
    #[error("these 32 bytes are no key")]
    Secret,
    /// The certificate is of another key.
    #[error("the certificate is of another key")]
    Foreign,
    /// Not a certificate.
    #[error("certificate: {0}")]
    Certificate(#[from] der::Error),
    /// No certificate could be made of what was given.
    #[error("certificate: {0}")]
    Unmade(#[from] x509_cert::builder::Error),
    /// The public key could not be written down.
    #[error("public key: {0}")]
    Public(#[from] spki::Error),
}

/// A school's key with the certificate that anybody checks its seals by.
///
/// A new key is a new row: the old certificate stays published for ever, because sealed letters stay with families for ever.
pub struct SchoolKey {
    secret: SigningKey,
    certificate: Certificate,
    der: Vec<u8>,
}

impl SchoolKey {
    /// A new key of 32 random bytes, with a certificate of its own hand that is good for ten years from `now` on.
    pub fn new(random: &[u8; 32], school: SchoolNames<'_>, now: Timestamp) -> Result<Self, BadKey> {
        let secret = SigningKey::from_slice(random).map_err(|_| BadKey::Secret)?;
        let public = SubjectPublicKeyInfoOwned::from_key(secret.verifying_key())?;
        let from = SystemTime::from(now);
        let validity = Validity::new(from.try_into()?, (from + LASTS).try_into()?);
        let serial = SerialNumber::new(&serial(&public.to_der()?, now))?;
        let builder = CertificateBuilder::new(Profile { subject: subject(school)? }, serial, validity, public)?;
        let certificate = builder.build::<_, DerSignature>(&secret)?;
        let der = certificate.to_der()?;
        Ok(Self { secret, certificate, der })
    }

    /// One that was kept: its secret, and its certificate as DER.
    pub fn open(secret: &[u8; 32], certificate: &[u8]) -> Result<Self, BadKey> {
        let secret = SigningKey::from_slice(secret).map_err(|_| BadKey::Secret)?;
        let der = certificate.to_vec();
        let certificate = Certificate::from_der(certificate)?;
        if verifying_key(&certificate).as_ref() != Some(secret.verifying_key()) {
            return Err(BadKey::Foreign);
        }
        Ok(Self { secret, certificate, der })
    }

    /// What must be kept where nobody reads it.
    #[must_use]
    pub fn secret(&self) -> [u8; 32] {
        self.secret.to_bytes().into()
    }

    /// What must be kept and published, as DER.
    #[must_use]
    pub fn certificate_der(&self) -> &[u8] {
        &self.der
    }
}

impl std::fmt::Debug for SchoolKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SchoolKey").field("certificate", &fingerprint(&self.der)).finish_non_exhaustive()
    }
}

impl Sealer for SchoolKey {
    fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Unsealed> {
        let signature: DerSignature = self.secret.try_sign(message).map_err(|_| Unsealed::Key)?;
        Ok(signature.as_bytes().to_vec())
    }
}

/// Until when a certificate (DER) says that it is good.
pub fn not_after(certificate: &[u8]) -> Result<Timestamp, BadKey> {
    let certificate = Certificate::from_der(certificate)?;
    let end = certificate.tbs_certificate().validity().not_after.to_unix_duration();
    Ok(Timestamp::UNIX_EPOCH
        .saturating_add(jiff::SignedDuration::try_from(end).unwrap_or(jiff::SignedDuration::MAX))
        .unwrap_or(Timestamp::MAX))
}

/// A certificate (DER) as people pass it on.
#[must_use]
pub fn pem(certificate: &[u8]) -> String {
    let text = BASE64.encode(certificate);
    let mut out = String::from("-----BEGIN CERTIFICATE-----\n");
    let mut rest = text.as_str();
    while let Some((line, more)) = rest.split_at_checked(64) {
        out.push_str(line);
        out.push('\n');
        rest = more;
    }
    if !rest.is_empty() {
        out.push_str(rest);
        out.push('\n');
    }
    out.push_str("-----END CERTIFICATE-----\n");
    out
}

/// SHA-256 of a certificate (DER) as it is read aloud and compared: 16 groups of four.
#[must_use]
pub fn fingerprint(certificate: &[u8]) -> String {
    let mut out = String::new();
    for (n, pair) in Sha256::digest(certificate).chunks(2).enumerate() {
        if n > 0 {
            out.push(' ');
        }
        out.push_str(&HEXUPPER.encode(pair));
    }
    out
}

/// Whether the certificate's key made the signature (DER) over the message.
pub(super) fn verifies(certificate: &Certificate, message: &[u8], signature: &[u8]) -> bool {
    let Ok(signature) = DerSignature::from_bytes(signature) else { return false };
    verifying_key(certificate).is_some_and(|key| key.verify(message, &signature).is_ok())
}

/// The one of a signature's two spellings that we write; `None` for what is no signature. With `s`, `n - s` verifies as well: were both
/// taken, somebody could change a sealed file without breaking it.
pub(super) fn low(signature: &[u8]) -> Option<Vec<u8>> {
    let signature = Signature::from_der(signature).ok()?;
    Some(signature.normalize_s().to_der().as_bytes().to_vec())
}

/// Whose certificate it is, in English.
pub(super) fn common_name(certificate: &Certificate) -> String {
    let subject = certificate.tbs_certificate().subject();
    let name = subject.iter().find(|each| each.oid == COMMON_NAME);
    name.map(|each| String::from_utf8_lossy(each.value.value()).into_owned()).unwrap_or_default()
}

fn verifying_key(certificate: &Certificate) -> Option<VerifyingKey> {
    let info = certificate.tbs_certificate().subject_public_key_info();
    VerifyingKey::from_sec1_bytes(info.subject_public_key.raw_bytes()).ok()
}

/// Different for each key and moment, without chance: positive and 16 bytes long.
fn serial(public: &[u8], now: Timestamp) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update(b"qabul certificate");
    hash.update(now.as_millisecond().to_be_bytes());
    hash.update(public);
    let mut serial = [0; 16];
    serial.copy_from_slice(&hash.finalize()[..16]);
    serial[0] = serial[0] & 0x7f | 0x40;
    serial
}

/// Made of its parts and not of a text, so that no sign in a school's name means anything.
fn subject(school: SchoolNames<'_>) -> der::Result<Name> {
    let mut parts = Vec::new();
    for (oid, text) in [(COMMON_NAME, school.en), (ORGANISATION, school.ar)] {
        let text: String = text.chars().filter(|each| !each.is_control()).take(MAX_NAME).collect();
        let text = text.trim();
        if !text.is_empty() {
            let value = Any::new(Tag::Utf8String, text.as_bytes())?;
            parts.push(SetOfVec::try_from(vec![AttributeTypeAndValue { oid, value }])?);
        }
    }
    Name::from_der(&parts.to_der()?)
}

/// An end entity that signs documents, and nothing else.
struct Profile {
    subject: Name,
}

impl BuilderProfile for Profile {
    fn get_issuer(&self, subject: &Name) -> Name {
        subject.clone()
    }

    fn get_subject(&self) -> Name {
        self.subject.clone()
    }

    fn build_extensions(
        &self,
        public: SubjectPublicKeyInfoRef<'_>,
        _issuer: SubjectPublicKeyInfoRef<'_>,
        tbs: &TbsCertificate,
    ) -> x509_cert::builder::Result<Vec<Extension>> {
        let mut all: Vec<Extension> = Vec::new();
        let id = SubjectKeyIdentifier::try_from(public)?;
        all.push(BasicConstraints { ca: false, path_len_constraint: None }.to_extension(tbs.subject(), &all)?);
        // Other tools want non-repudiation of who signs documents.
        let usage = KeyUsage(KeyUsages::DigitalSignature | KeyUsages::NonRepudiation);
        all.push(usage.to_extension(tbs.subject(), &all)?);
        all.push(ExtendedKeyUsage(vec![DOCUMENT_SIGNING]).to_extension(tbs.subject(), &all)?);
        all.push(id.to_extension(tbs.subject(), &all)?);
        Ok(all)
    }
}
