//! Numbers of an answer as exact decimals: money is never worked out in binary fractions.

use plugin_sdk::Value;
use rules::answers::Answers;
use rules::money::Currency;

/// The number times `10^places`, when it has no more places than that and is not out of all proportion.
pub fn scaled(number: &Value, places: usize) -> Option<i64> {
    let text = number.as_number()?.to_string();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.as_str()),
    };
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part = part.trim_end_matches('0');
    if part.len() > places || whole.len() > 10 || !whole.bytes().chain(part.bytes()).all(|sign| sign.is_ascii_digit()) {
        return None;
    }
    let value: i64 = format!("{whole}{part:0<places$}").parse().ok()?;
    Some(if negative { -value } else { value })
}

/// A field of the answers as an exact decimal.
pub fn field(answers: Answers<'_>, name: &str, places: usize) -> Option<i64> {
    scaled(answers.0.get(name)?, places)
}

/// A field in minor units; extra places are cut off (the rules tell of them where they matter).
pub fn minor(answers: Answers<'_>, name: &str, currency: Currency) -> Option<i64> {
    let places = currency.decimals();
    field(answers, name, 3).map(|thousandths| thousandths / 10_i64.pow(3 - places.min(3)))
}

/// A fraction as a whole number, halves away from zero, in 128 bits.
pub fn divide(numerator: i128, denominator: i128) -> Option<i64> {
    if denominator <= 0 {
        return None;
    }
    let twice = numerator.checked_mul(2)?;
    let rounded = if numerator >= 0 { twice.checked_add(denominator)? } else { twice.checked_sub(denominator)? };
    i64::try_from(rounded / (2 * denominator)).ok()
}
