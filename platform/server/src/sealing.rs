//! Seals behind the hook of letters: the school's key and its signature in a PDF.

use admissions::letters::{Made, SealingKey, Seals, Unsealed};
use data_encoding::BASE64;
use letters::seal::{SchoolKey, SchoolNames, not_after, pem, seal};
use words::Text;
use words::clock::{iso, timestamp};

/// Makes seals. They take a fraction of a millisecond.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sealing;

fn failed(error: impl std::fmt::Display) -> Unsealed {
    Unsealed(error.to_string())
}

impl Seals for Sealing {
    fn new_key(&self, random: &[u8; 32], school: &Text, now: i64) -> Result<Made, Unsealed> {
        let names = SchoolNames { en: &school.en, ar: &school.ar };
        let key = SchoolKey::new(random, names, timestamp(now)).map_err(failed)?;
        let certificate = key.certificate_der().to_vec();
        let not_after = not_after(&certificate).map_err(failed)?.as_millisecond();
        Ok(Made { certificate, not_after })
    }

    fn seal(&self, pdf: &[u8], key: &SealingKey, now: i64, reason: &str) -> Result<Vec<u8>, Unsealed> {
        let sealer = SchoolKey::open(&key.secret, &key.certificate).map_err(failed)?;
        seal(pdf, &sealer, timestamp(now), reason).map_err(failed)
    }

    fn pem(&self, certificate: &[u8]) -> String {
        pem(certificate)
    }
}

/// What a PDF is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Sealed by one of the certificates, and not one byte of it another since.
    Whole {
        /// Whose certificate it is.
        name: String,
        /// RFC 3339, UTC, as the file says.
        at: String,
    },
    /// Anything else; why.
    Not(String),
}

/// Whether one of these certificates (DER) sealed exactly this file.
#[must_use]
pub fn check(pdf: &[u8], certificates: &[Vec<u8>]) -> Verdict {
    match letters::seal::check(pdf, certificates) {
        Ok(checked) => Verdict::Whole { name: checked.name, at: iso(checked.at.as_millisecond()) },
        Err(broken) => Verdict::Not(broken.to_string()),
    }
}

/// The certificates (DER) in a text of PEM; `None` where it is none.
#[must_use]
pub fn certificates(pem: &str) -> Option<Vec<Vec<u8>>> {
    let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----");
    let one = |part: &str| {
        let (text, _) = part.split_once(end)?;
        let plain: String = text.split_ascii_whitespace().collect();
        BASE64.decode(plain.as_bytes()).ok()
    };
    pem.split(begin).skip(1).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_is_known_by_its_pem_and_by_no_other() {
        let school = Text { en: "Example School".into(), ar: "مدرسة المثال".into() };
        let made = |n: u8| Sealing.new_key(&[n; 32], &school, 1_795_248_000_000).expect("a key");
        let (one, other) = (made(1), made(2));
        let both = [&one, &other].map(|made| Sealing.pem(&made.certificate)).concat();
        assert_eq!(certificates(&both), Some(vec![one.certificate.clone(), other.certificate.clone()]));
        assert_eq!(certificates("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----"), None);
        assert_eq!(certificates("nothing"), Some(Vec::new()));
        assert!(one.not_after > 2_110_000_000_000, "ten years");
        assert_eq!(check(b"%PDF-1.7", &[one.certificate]), Verdict::Not("the file has no seal".into()));
    }
}
