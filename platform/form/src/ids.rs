//! Identity numbers as answers hold them: the rules are those that plugins check by (`rules::ids`), on Western digits without
//! separators, for answers are normalised before they are checked.

use rules::ids::{self, Fault};

/// The formats of numbers that are digits alone: what people type between them falls away.
pub const OF_DIGITS: &[&str] = &["emirates-id", "saudi-id", "kuwait-id", "oman-id", "qatar-id", "bahrain-id", AADHAAR];
/// Of which nobody is shown more than the end ([`masked`]).
const AADHAAR: &str = "aadhaar";

/// Digits and nothing else: what a plugin reads with dashes is refused here.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The shape of an Emirates ID: 784, a year of birth, eleven more. Its checksum only warns ([`emirates_checksum`]):
/// some genuine cards are said to fail it.
#[must_use]
pub fn emirates(text: &str) -> bool {
    is_plain(text) && matches!(ids::emirates_id(text), Ok(_) | Err(Fault::Checksum))
}

/// Luhn over an Emirates ID.
#[must_use]
pub fn emirates_checksum(text: &str) -> bool {
    is_plain(text) && ids::luhn(text)
}

/// Saudi national id (1…) or residence permit (2…).
#[must_use]
pub fn saudi(text: &str) -> bool {
    is_plain(text) && ids::saudi_id(text).is_ok()
}

/// Kuwait's civil id: century, birth date, serial and a weighted check digit.
#[must_use]
pub fn kuwait(text: &str) -> bool {
    is_plain(text) && ids::kuwait_civil(text).is_ok()
}

/// Oman's civil number: seven to nine digits.
#[must_use]
pub fn oman(text: &str) -> bool {
    is_plain(text) && ids::oman_civil(text).is_ok()
}

/// Qatar's id: century, year of birth, country and serial.
#[must_use]
pub fn qatar(text: &str) -> bool {
    is_plain(text) && ids::qatar_id(text).is_ok()
}

/// Bahrain's personal number: year and month of birth, and five more.
#[must_use]
pub fn bahrain(text: &str) -> bool {
    is_plain(text) && ids::bahrain_cpr(text).is_ok()
}

/// India's Aadhaar: twelve digits and Verhoeff's check.
#[must_use]
pub fn aadhaar(text: &str) -> bool {
    is_plain(text) && ids::aadhaar(text).is_ok()
}

/// Whether of answers of a format not all is shown.
pub fn is_masked(format: &serde_json::Value) -> bool {
    format == AADHAAR
}

/// What is shown of such an answer: the last four digits.
pub fn masked(text: &str) -> Option<String> {
    ids::mask_aadhaar(text)
}

/// A national id of a country without a rule of its own: 4 to 30 letters and digits, with dashes or slashes inside.
#[must_use]
pub fn national(text: &str) -> bool {
    let bytes = text.as_bytes();
    (4..=30).contains(&bytes.len())
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'/'))
        && bytes.first().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_examples_hold() {
        assert!(kuwait("312031500457") && kuwait("299123100772"));
        assert!((0..10).all(|last| !kuwait(&format!("28501010012{last}"))), "base 28501010012 fits no digit");
        assert!(emirates("784198512345673") && emirates_checksum("784198512345673"));
        assert!(emirates("784201876543212") && emirates_checksum("784201876543212"));
        assert!(saudi("1000000008") && saudi("2123456788"));
        assert!(oman("12345678") && qatar("28563412345") && bahrain("850112345"));
        let ends: Vec<_> = (0..10).filter(|end| aadhaar(&format!("23456789012{end}"))).collect();
        assert_eq!(ends.len(), 1, "one check digit fits");
    }

    #[test]
    fn of_an_aadhaar_the_end_is_shown() {
        assert_eq!(masked("234567890123").as_deref(), Some("XXXX XXXX 0123"));
        assert_eq!(masked("XXXX XXXX 0123"), None);
    }

    #[test]
    fn one_wrong_digit_is_found() {
        for (good, check) in [("312031500457", kuwait as fn(&str) -> bool), ("1000000008", saudi)] {
            for at in 0..good.len() {
                let mut bytes = good.as_bytes().to_vec();
                bytes[at] = if bytes[at] == b'9' { b'0' } else { bytes[at] + 1 };
                let text = String::from_utf8(bytes).unwrap();
                assert!(!check(&text), "{text}");
            }
        }
    }

    #[test]
    fn shapes() {
        for bad in ["", "78419851234567", "785198512345673", "784198512345٦٧٣", "784-1985-1234567-3"] {
            assert!(!emirates(bad), "{bad}");
        }
        for bad in ["12A45", "123456", "0000000", "1234-5678", "١٢٣٤٥٦٧٨"] {
            assert!(!oman(bad), "{bad}");
        }
        assert!(!qatar("18563412345") && !bahrain("851312345") && !aadhaar("123456789012"));
        assert!(!saudi("3000000008") && !kuwait("399133100772"));
        assert!(national("A-1234/B") && !national("-1234") && !national("123") && !national("12 345"));
    }
}
