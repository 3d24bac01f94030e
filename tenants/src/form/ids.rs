//! Identity numbers with a public checksum. Western digits only: answers are normalised before they are checked.

use super::relative::iso;

/// Luhn's sum over digits is a multiple of ten.
#[must_use]
pub fn luhn(text: &str) -> bool {
    let mut sum = 0;
    for (index, byte) in text.bytes().rev().enumerate() {
        if !byte.is_ascii_digit() {
            return false;
        }
        let digit = u32::from(byte - b'0');
        sum += match (index % 2, digit * 2) {
            (0, _) => digit,
            (_, doubled) if doubled > 9 => doubled - 9,
            (_, doubled) => doubled,
        };
    }
    !text.is_empty() && sum % 10 == 0
}

fn digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|b| b.is_ascii_digit())
}

/// The shape of an Emirates ID: 784, a year of birth, eleven more. Its checksum only warns ([`emirates_checksum`]):
/// some genuine cards are said to fail it.
#[must_use]
pub fn emirates(text: &str) -> bool {
    digits(text, 15)
        && text.starts_with("784")
        && text[3..7].parse::<u16>().is_ok_and(|year| (1900..=2199).contains(&year))
}

/// Luhn over an Emirates ID.
#[must_use]
pub fn emirates_checksum(text: &str) -> bool {
    luhn(text)
}

/// Saudi national id (1…) or residence permit (2…).
#[must_use]
pub fn saudi(text: &str) -> bool {
    digits(text, 10) && matches!(text.as_bytes()[0], b'1' | b'2') && luhn(text)
}

/// Kuwait's civil id: century, birth date, serial and a weighted check digit.
#[must_use]
pub fn kuwait(text: &str) -> bool {
    const WEIGHTS: [u32; 11] = [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    if !digits(text, 12) {
        return false;
    }
    let century = match text.as_bytes()[0] {
        b'2' => "19",
        b'3' => "20",
        _ => return false,
    };
    if iso(&format!("{century}{}-{}-{}", &text[1..3], &text[3..5], &text[5..7])).is_none() {
        return false;
    }
    let value = |index: usize| u32::from(text.as_bytes()[index] - b'0');
    let sum: u32 = WEIGHTS.iter().enumerate().map(|(index, weight)| weight * value(index)).sum();
    // 10 and 11 can match no digit, so such numbers were never issued.
    11 - sum % 11 == value(11)
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
