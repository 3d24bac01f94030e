//! Agent codes: `RM-OM-04217-D`, two letters of a country, five digits and a check sign (ISO 7064 MOD 37,36).

use rules::digits;

const SIGNS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// What is wrong with a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It does not look like one.
    Form,
    /// Its check sign does not fit.
    Check,
}

/// The code as it stands in the contracts; small letters, missing dashes and Arabic digits are read too.
pub fn read(text: &str) -> Result<String, Fault> {
    let plain: String = text
        .chars()
        .map(digits::western_char)
        .filter(|sign| !digits::is_separator(*sign))
        .map(|sign| sign.to_ascii_uppercase())
        .collect();
    let bytes = plain.as_bytes();
    let formed = bytes.len() == 10
        && plain.starts_with("RM")
        && bytes[2..4].iter().all(u8::is_ascii_uppercase)
        && bytes[4..9].iter().all(u8::is_ascii_digit)
        && SIGNS.contains(&bytes[9]);
    if !formed {
        return Err(Fault::Form);
    }
    if check_sign(&bytes[..9]) != Some(bytes[9]) {
        return Err(Fault::Check);
    }
    Ok(format!("RM-{}-{}-{}", &plain[2..4], &plain[4..9], &plain[9..]))
}

/// The check sign by ISO 7064 MOD 37,36; `None` for signs that it does not know.
pub fn check_sign(signs: &[u8]) -> Option<u8> {
    let mut product = 36;
    for sign in signs {
        let value = SIGNS.iter().position(|known| known == sign)?;
        let sum = match (product + value) % 36 {
            0 => 36,
            rest => rest,
        };
        product = sum * 2 % 37;
    }
    Some(SIGNS[(37 - product) % 36])
}
