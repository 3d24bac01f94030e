//! Identity numbers as answers hold them: the rules are those that plugins check by (`rules::ids`), on Western digits without
//! separators, for answers are normalised before they are checked.

use rules::ids::{self, Fault};

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
        assert!(!saudi("3000000008") && !kuwait("399133100772"));
        assert!(national("A-1234/B") && !national("-1234") && !national("123") && !national("12 345"));
    }
}
