//! Tax numbers by the country's own form, and India's check sign.

use rules::digits;
use serde::Deserialize;

/// What a country's numbers look like.
#[derive(Debug, Clone, Deserialize)]
pub struct Form {
    /// Letters in front.
    #[serde(default)]
    pub prefix: String,
    /// How many digits.
    pub digits: Option<usize>,
    /// First digits.
    #[serde(default)]
    pub starts: String,
    /// Last digits.
    #[serde(default)]
    pub ends: String,
    /// A check besides, `gstin`.
    pub check: Option<String>,
    /// Whether bills carry a tax QR code.
    #[serde(default)]
    pub qr: bool,
    /// For the message.
    pub example: String,
}

/// What is wrong with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It does not look like one.
    Form,
    /// Its check sign does not fit.
    Check,
}

const SIGNS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The number as it is stored: capitals and Western digits without separators.
pub fn normalize(text: &str) -> String {
    text.chars()
        .map(digits::western_char)
        .filter(|sign| !digits::is_separator(*sign))
        .map(|sign| sign.to_ascii_uppercase())
        .collect()
}

/// Checks a normalized number.
pub fn check(number: &str, form: &Form) -> Result<(), Fault> {
    if form.check.as_deref() == Some("gstin") {
        return gstin(number.as_bytes());
    }
    let rest = number.strip_prefix(&form.prefix).ok_or(Fault::Form)?;
    let formed = form.digits.is_none_or(|digits| rest.len() == digits)
        && rest.bytes().all(|sign| sign.is_ascii_digit())
        && rest.starts_with(&form.starts)
        && rest.ends_with(&form.ends);
    if formed { Ok(()) } else { Err(Fault::Form) }
}

/// Two digits of the state, the ten signs of the tax account, an entity, `Z`, and a check sign (mod 36, weights 1 and 2).
fn gstin(number: &[u8]) -> Result<(), Fault> {
    let kinds = b"99AAAAA9999AXZX";
    let formed = number.len() == kinds.len()
        && number.iter().zip(kinds).all(|(sign, kind)| match kind {
            b'9' => sign.is_ascii_digit(),
            b'A' => sign.is_ascii_uppercase(),
            b'X' => sign.is_ascii_digit() || sign.is_ascii_uppercase(),
            fixed => sign == fixed,
        });
    if !formed {
        return Err(Fault::Form);
    }
    let mut sum = 0;
    for (at, sign) in number.iter().take(14).enumerate() {
        let value = SIGNS.iter().position(|known| known == sign).ok_or(Fault::Form)? * (1 + at % 2);
        sum += value / 36 + value % 36;
    }
    if SIGNS[(36 - sum % 36) % 36] == number[14] { Ok(()) } else { Err(Fault::Check) }
}
