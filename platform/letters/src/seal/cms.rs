//! The few ASN.1 types of a CAdES signature, as `RFC 5652` and `RFC 5035` have them.

use der::asn1::{Any, ObjectIdentifier, OctetString, SetOfVec};
use der::{Decode, Encode, Sequence};
use sha2::{Digest as _, Sha256};
use spki::AlgorithmIdentifierOwned;
use x509_cert::Certificate;
use x509_cert::attr::Attribute;
use x509_cert::ext::pkix::name::GeneralName;
use x509_cert::name::Name;
use x509_cert::serial_number::SerialNumber;

const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
const SIGNING_CERTIFICATE_V2: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.47");
const TIME_STAMP_TOKEN: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.14");
const SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
const ECDSA_WITH_SHA256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.2");

#[derive(Sequence)]
struct ContentInfo {
    kind: ObjectIdentifier,
    #[asn1(context_specific = "0", tag_mode = "EXPLICIT")]
    content: SignedData,
}

/// The sets hold `Any`, which has an order; our own types would have to be given one.
#[derive(Sequence)]
struct SignedData {
    version: u8,
    digests: SetOfVec<AlgorithmIdentifierOwned>,
    content: Encapsulated,
    #[asn1(context_specific = "0", tag_mode = "IMPLICIT", constructed = "true")]
    certificates: SetOfVec<Any>,
    signers: SetOfVec<Any>,
}

/// What is signed stands elsewhere: only its kind is named.
#[derive(Sequence)]
struct Encapsulated {
    kind: ObjectIdentifier,
}

#[derive(Sequence)]
struct IssuerAndSerial {
    issuer: Name,
    serial: SerialNumber,
}

#[derive(Sequence)]
struct SignerInfo {
    version: u8,
    sid: IssuerAndSerial,
    digest: AlgorithmIdentifierOwned,
    #[asn1(context_specific = "0", tag_mode = "IMPLICIT", constructed = "true")]
    signed: SetOfVec<Attribute>,
    algorithm: AlgorithmIdentifierOwned,
    signature: OctetString,
    #[asn1(context_specific = "1", tag_mode = "IMPLICIT", constructed = "true", optional = "true")]
    unsigned: Option<SetOfVec<Attribute>>,
}

#[derive(Sequence)]
struct SigningCertificate {
    certificates: Vec<CertificateId>,
}

/// `ESSCertIDv2`. Its hash is SHA-256 where none is named, and DER leaves out what is so anyway.
#[derive(Sequence)]
struct CertificateId {
    hash: OctetString,
    issuer_serial: IssuerSerial,
}

#[derive(Sequence)]
struct IssuerSerial {
    issuer: Vec<GeneralName>,
    serial: SerialNumber,
}

/// What the key signs: which file, and with which certificate. No time is among them: PAdES takes that of the signature dictionary.
pub struct Attributes(SetOfVec<Attribute>);

impl Attributes {
    /// Over a file of that digest (all of it but the room of the signature).
    pub fn new(digest: &[u8; 32], certificate: &Certificate) -> der::Result<Self> {
        let tbs = certificate.tbs_certificate();
        let id = CertificateId {
            hash: OctetString::new(Sha256::digest(certificate.to_der()?).to_vec())?,
            issuer_serial: IssuerSerial {
                issuer: vec![GeneralName::DirectoryName(tbs.issuer().clone())],
                serial: tbs.serial_number().clone(),
            },
        };
        let all = vec![
            attribute(CONTENT_TYPE, &DATA)?,
            attribute(MESSAGE_DIGEST, &OctetString::new(digest.as_slice())?)?,
            attribute(SIGNING_CERTIFICATE_V2, &SigningCertificate { certificates: vec![id] })?,
        ];
        Ok(Self(SetOfVec::try_from(all)?))
    }

    /// The message that is signed: the attributes as a `SET`, whatever tag they have inside the signature.
    pub fn signed_bytes(&self) -> der::Result<Vec<u8>> {
        self.0.to_der()
    }

    /// The whole of it, with the signature over [`Attributes::signed_bytes`] and an RFC 3161 token over that signature.
    pub fn with_signature(
        self,
        certificate: &Certificate,
        signature: &[u8],
        token: Option<&[u8]>,
    ) -> der::Result<Vec<u8>> {
        let tbs = certificate.tbs_certificate();
        let unsigned = match token {
            Some(token) => Some(SetOfVec::try_from(vec![attribute(TIME_STAMP_TOKEN, &Any::from_der(token)?)?])?),
            None => None,
        };
        let signer = SignerInfo {
            version: 1,
            sid: IssuerAndSerial { issuer: tbs.issuer().clone(), serial: tbs.serial_number().clone() },
            digest: algorithm(SHA256),
            signed: self.0,
            algorithm: algorithm(ECDSA_WITH_SHA256),
            signature: OctetString::new(signature)?,
            unsigned,
        };
        let content = SignedData {
            version: 1,
            digests: SetOfVec::try_from(vec![algorithm(SHA256)])?,
            content: Encapsulated { kind: DATA },
            certificates: SetOfVec::try_from(vec![Any::from_der(&certificate.to_der()?)?])?,
            signers: SetOfVec::try_from(vec![Any::from_der(&signer.to_der()?)?])?,
        };
        ContentInfo { kind: SIGNED_DATA, content }.to_der()
    }
}

/// What a signature has that cannot be made again from the file and the certificate.
pub struct Said {
    /// ECDSA, as DER.
    pub signature: Vec<u8>,
    /// SHA-256 of the certificate that it names.
    pub certificate_sha256: Vec<u8>,
    /// RFC 3161.
    pub token: Option<Vec<u8>>,
}

/// Takes a signature apart. Only far enough for [`Said`]: who checks makes the whole of it again and compares, so that no byte of the
/// rest needs a rule of its own here.
pub fn read(bytes: &[u8]) -> der::Result<Said> {
    let info = ContentInfo::from_der(bytes)?;
    let signer = info.content.signers.get(0).ok_or_else(unread)?;
    let signer = SignerInfo::from_der(&signer.to_der()?)?;
    let named = signer.signed.iter().find(|each| each.oid == SIGNING_CERTIFICATE_V2).ok_or_else(unread)?;
    let named = SigningCertificate::from_der(&named.values.get(0).ok_or_else(unread)?.to_der()?)?;
    let token = match signer.unsigned.as_ref().and_then(|all| all.get(0)) {
        Some(attribute) => Some(attribute.values.get(0).ok_or_else(unread)?.to_der()?),
        None => None,
    };
    Ok(Said {
        signature: signer.signature.as_bytes().to_vec(),
        certificate_sha256: named.certificates.first().ok_or_else(unread)?.hash.as_bytes().to_vec(),
        token,
    })
}

fn algorithm(oid: ObjectIdentifier) -> AlgorithmIdentifierOwned {
    AlgorithmIdentifierOwned { oid, parameters: None }
}

fn attribute(oid: ObjectIdentifier, value: &impl Encode) -> der::Result<Attribute> {
    let value = Any::from_der(&value.to_der()?)?;
    Ok(Attribute { oid, values: SetOfVec::try_from(vec![value])? })
}

fn unread() -> der::Error {
    der::ErrorKind::Failed.into()
}
