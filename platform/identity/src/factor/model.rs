//! Codes of an authenticator and codes on paper.

use data_encoding::BASE32_NOPAD;
use kernel::Refusal;
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde::Serialize;
use totp_rs::{Algorithm, Builder, Totp};
use utoipa::ToSchema;
use words::{Rng, text};

/// Seconds of one time step.
const STEP: u64 = 30;
/// Digits of a code.
const DIGITS: usize = 6;
/// Bytes of a secret: as many as SHA-1 gives.
pub const SECRET_BYTES: usize = 20;
/// Recovery codes that a person gets.
pub const RECOVERY_CODES: usize = 10;
/// Characters of a recovery code: 50 bits.
const RECOVERY_LENGTH: usize = 10;
/// Letters and digits that are not taken for one another; 32, so that each stands for five bits.
const READABLE: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// What an authenticator is set up with. Shown once.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Proposal {
    /// The secret in base 32, for typing.
    #[schema(extensions(("x-secret" = json!(true))))]
    pub secret: String,
    /// `otpauth://totp/…`.
    #[schema(extensions(("x-secret" = json!(true))))]
    pub uri: String,
    /// The address as a QR code: an SVG text.
    #[schema(extensions(("x-secret" = json!(true))))]
    pub qr: String,
}

/// Where a person's second factor stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether it is asked for at sign-in.
    pub active: bool,
    /// Recovery codes that were not used yet.
    pub recovery_codes_left: i64,
}

/// What a code turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verified {
    /// The authenticator's.
    Totp,
    /// A recovery code, which is used up now.
    Recovery,
    /// None that counts.
    Wrong,
}

/// What somebody typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Typed {
    /// Six digits.
    Totp(String),
    /// A recovery code without its dash.
    Recovery(String),
    /// Neither.
    Neither,
}

impl Typed {
    /// Reads what was typed: spaces, dashes, small letters and Arabic digits are fine.
    pub fn parse(code: &str) -> Self {
        if code.len() > 64 {
            return Self::Neither;
        }
        let plain: String = text::western_digits(code)
            .chars()
            .filter(|c| !c.is_whitespace() && *c != '-')
            .map(|c| c.to_ascii_uppercase())
            .collect();
        if plain.len() == DIGITS && plain.bytes().all(|byte| byte.is_ascii_digit()) {
            Self::Totp(plain)
        } else if plain.len() == RECOVERY_LENGTH && plain.bytes().all(|byte| READABLE.contains(&byte)) {
            Self::Recovery(plain)
        } else {
            Self::Neither
        }
    }
}

fn totp(secret: &[u8], issuer: &str, email: &str) -> Result<Totp, Refusal> {
    // A colon parts issuer and account in the label.
    let plain = |text: &str| text::cut(&text::one_line(&text.replace(':', " ")), 100);
    let name = match plain(email) {
        empty if empty.is_empty() => "-".to_owned(),
        email => email,
    };
    let issuer = Some(plain(issuer)).filter(|issuer| !issuer.is_empty());
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_step_duration(STEP)
        .with_skew(1)
        .with_secret(secret)
        .with_issuer(issuer)
        .with_account_name(name)
        .build()
        .map_err(Refusal::internal)
}

/// Puts a secret into the form in which authenticators take it.
pub fn proposal(secret: &[u8], issuer: &str, email: &str) -> Result<Proposal, Refusal> {
    let uri = said_once(&totp(secret, issuer, email)?.to_url().map_err(Refusal::internal)?);
    // Read from a screen, which has no stains: the lowest level has the largest squares.
    let qr = QrCode::with_error_correction_level(uri.as_bytes(), EcLevel::L).map_err(Refusal::internal)?;
    let qr = qr.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    // The prologue of an XML file has no place inside a page.
    let qr = qr.find("<svg").map_or_else(String::new, |at| qr[at..].to_owned());
    Ok(Proposal { secret: BASE32_NOPAD.encode(secret), uri, qr })
}

/// The address with the issuer as its parameter alone, which is what authenticators show: before the account it would stand a second
/// time, and an Arabic letter takes six characters each time.
fn said_once(uri: &str) -> String {
    let issuer = uri.split('&').find_map(|part| part.strip_prefix("issuer=")).unwrap_or_default();
    uri.replacen(&format!("/totp/{issuer}:"), "/totp/", 1)
}

/// The time step whose code it is: the one of now, the one before or the one after.
pub fn matching_step(secret: &[u8], code: &str, now_ms: i64) -> Result<Option<i64>, Refusal> {
    let seconds = u64::try_from(now_ms / 1000).unwrap_or_default();
    // Compared by the library in a time that does not tell where they differ.
    let step = totp(secret, "", "")?.check(code, seconds);
    Ok(step.and_then(|step| i64::try_from(step).ok()))
}

/// A text of so many characters that people can read out and type, evenly drawn.
pub(crate) fn readable(rng: &dyn Rng, length: usize) -> String {
    let mut bytes = vec![0u8; length];
    rng.fill(&mut bytes);
    bytes.iter().map(|byte| char::from(READABLE[usize::from(byte % 32)])).collect()
}

/// New recovery codes, without dashes.
pub fn new_recovery_codes(rng: &dyn Rng) -> Vec<String> {
    (0..RECOVERY_CODES).map(|_| readable(rng, RECOVERY_LENGTH)).collect()
}

/// A recovery code as it is shown: two halves.
pub fn format_recovery_code(code: &str) -> String {
    let half = code.len() / 2;
    format!("{}-{}", &code[..half], &code[half..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B, SHA-1; the last six of its eight digits.
    const RFC: [(u64, &str); 6] = [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_111_111_111, "050471"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
        (20_000_000_000, "353130"),
    ];
    const SECRET: &[u8] = b"12345678901234567890";

    #[test]
    fn the_vectors_of_rfc_6238_hold() {
        for (seconds, code) in RFC {
            let now = i64::try_from(seconds).expect("fits") * 1000;
            let step = i64::try_from(seconds / 30).expect("fits");
            assert_eq!(matching_step(SECRET, code, now).expect("secret"), Some(step), "{seconds}");
        }
    }

    #[test]
    fn one_step_before_and_after_counts_and_no_more() {
        let code = RFC[3].1;
        let begin = 1_234_567_890 / 30 * 30 * 1000;
        let step = Some(1_234_567_890 / 30);
        for (now, expected) in [
            (begin - 30_001, None),
            (begin - 30_000, step),
            (begin, step),
            (begin + 59_999, step),
            (begin + 60_000, None),
        ] {
            assert_eq!(matching_step(SECRET, code, now).expect("secret"), expected, "{now}");
        }
    }

    #[test]
    fn codes_are_read_as_people_type_them() {
        assert_eq!(Typed::parse(" 123 456 "), Typed::Totp("123456".into()));
        assert_eq!(Typed::parse("١٢٣٤٥٦"), Typed::Totp("123456".into()));
        assert_eq!(Typed::parse("abcde-23456"), Typed::Recovery("ABCDE23456".into()));
        for bad in ["", "12345", "1234567", "+12345", "ABCDE-1O456", "ＡＢＣＤＥ", &"1".repeat(1000)] {
            assert_eq!(Typed::parse(bad), Typed::Neither, "{bad}");
        }
    }

    #[test]
    fn an_authenticator_gets_the_school_and_the_person() {
        let proposal = proposal(SECRET, "مدرسة: عزان", "sara@a.example").expect("proposal");
        assert_eq!(proposal.secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert!(
            proposal
                .uri
                .starts_with("otpauth://totp/sara%40a.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=%D9%85"),
            "{}",
            proposal.uri
        );
        assert!(proposal.qr.starts_with("<svg") && proposal.qr.ends_with("</svg>"));
        assert_eq!(said_once("otpauth://totp/a%40b.example?secret=X"), "otpauth://totp/a%40b.example?secret=X");
    }

    /// With the margin, a square is 3.7 of the 240 px that the picture is drawn at.
    #[test]
    fn a_phone_can_read_the_picture_of_a_long_arabic_name() {
        let name = "مدرسة عبد القيس الخاصة للتعليم";
        let proposal = proposal(SECRET, name, "registration@abdulqais.example").expect("proposal");
        let code = QrCode::with_error_correction_level(proposal.uri.as_bytes(), EcLevel::L).expect("code");
        assert!(code.width() <= 57, "{} squares", code.width());
        // Each square is so many whole units of the picture, and four are left free on each side.
        let unit = 200usize.div_ceil(code.width() + 8);
        let side = format!("width=\"{}\"", (code.width() + 8) * unit);
        assert!(proposal.qr.contains(&side), "{side} in {}", &proposal.qr[..200]);
    }

    #[test]
    fn recovery_codes_differ_and_are_readable() {
        let codes = new_recovery_codes(&words::SystemRng);
        let different: std::collections::HashSet<_> = codes.iter().collect();
        assert_eq!(different.len(), RECOVERY_CODES);
        assert!(codes.iter().all(|code| Typed::parse(&format_recovery_code(code)) == Typed::Recovery(code.clone())));
    }
}
