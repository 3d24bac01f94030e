//! International bank account numbers: our reading of what people type, in front of the registry's formats and mod 97.

use iban::{Iban as Parsed, ParseIbanError};

use crate::digits;

/// Lengths of the countries that our schools bank in, so that a wrong length gets its own message.
const LENGTHS: [(&str, usize); 6] = [("AE", 23), ("SA", 24), ("KW", 30), ("QA", 29), ("BH", 22), ("OM", 23)];

/// An account number that passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Iban {
    /// As stored: capital letters and digits, no spaces.
    pub number: String,
    /// ISO country, the first two letters.
    pub country: String,
    /// The bank's code inside the number, where the country has one. Its name is a matter of the school's tables.
    pub bank: Option<String>,
}

/// Why it is not an IBAN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// Not two letters, two digits and up to thirty letters and digits.
    Form,
    /// The country has no IBAN.
    Country,
    /// Another length than the country's.
    Length { country: String, expected: usize, found: usize },
    /// The check digits do not fit (mod 97).
    Checksum,
}

impl Fault {
    /// The message code for it.
    pub fn code(&self) -> &'static str {
        match self {
            Fault::Form => "ibanForm",
            Fault::Country => "ibanCountry",
            Fault::Length { .. } => "ibanLength",
            Fault::Checksum => "ibanChecksum",
        }
    }
}

/// The length of an IBAN of that country, for the countries of the Gulf.
pub fn length(country: &str) -> Option<usize> {
    LENGTHS.iter().find(|(code, _)| *code == country).map(|(_, length)| *length)
}

/// The text as an IBAN is stored: Western digits, capitals, no separators.
pub fn normalize(text: &str) -> String {
    text.chars()
        .map(digits::western_char)
        .filter(|c| !digits::is_separator(*c))
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

/// Reads and checks an account number.
pub fn parse(text: &str) -> Result<Iban, Fault> {
    let number = normalize(text);
    if !number.is_ascii() || number.len() < 5 {
        return Err(Fault::Form);
    }
    let country = number[..2].to_owned();
    if let Some(expected) = length(&country)
        && number.len() != expected
    {
        return Err(Fault::Length { country, expected, found: number.len() });
    }
    match number.parse::<Parsed>() {
        Ok(parsed) => Ok(Iban { bank: parsed.bank_identifier().map(str::to_owned), number, country }),
        Err(ParseIbanError::UnknownCountry(_)) if country == "PK" => pakistani(number),
        Err(ParseIbanError::UnknownCountry(_)) => Err(Fault::Country),
        Err(ParseIbanError::InvalidBban(_)) => Err(Fault::Form),
        Err(ParseIbanError::InvalidBaseIban { source }) => Err(match source {
            iban::ParseBaseIbanError::InvalidChecksum => Fault::Checksum,
            _ => Fault::Form,
        }),
    }
}

/// Pakistan's format, which the library's copy of the registry lacks: four letters of the bank, sixteen letters or digits. The check digits
/// passed before.
fn pakistani(number: String) -> Result<Iban, Fault> {
    let (country, expected) = ("PK".to_owned(), 24);
    if number.len() != expected {
        return Err(Fault::Length { country, expected, found: number.len() });
    }
    let bank = &number[4..8];
    if !bank.bytes().all(|b| b.is_ascii_uppercase()) {
        return Err(Fault::Form);
    }
    Ok(Iban { bank: Some(bank.to_owned()), number, country })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OMAN: &str = "OM280010000001234567890";
    const KUWAIT: &str = "KW74CBKU0000000000001234567890";

    #[test]
    fn the_worked_examples_pass() {
        let oman = parse(OMAN).unwrap();
        assert_eq!((oman.country.as_str(), oman.bank.as_deref()), ("OM", Some("001")));
        assert_eq!(parse(KUWAIT).unwrap().bank.as_deref(), Some("CBKU"));
    }

    #[test]
    fn pakistan_has_one() {
        assert_eq!(parse("PK36 SCBL 0000 0011 2345 6702").unwrap().bank.as_deref(), Some("SCBL"));
        assert_eq!(parse("PK37SCBL0000001123456702"), Err(Fault::Checksum));
        assert!(matches!(parse("PK36SCBL000000112345670"), Err(Fault::Length { .. } | Fault::Checksum)));
    }

    #[test]
    fn changing_any_one_digit_fails() {
        for good in [OMAN, KUWAIT] {
            for at in (0..good.len()).filter(|at| good.as_bytes()[*at].is_ascii_digit()) {
                for digit in b'0'..=b'9' {
                    let mut bytes = good.as_bytes().to_vec();
                    if bytes[at] == digit {
                        continue;
                    }
                    bytes[at] = digit;
                    let changed = String::from_utf8(bytes).unwrap();
                    assert!(parse(&changed).is_err(), "{changed}");
                }
            }
        }
    }

    #[test]
    fn typed_as_people_type_it() {
        assert_eq!(parse("om28 0010 0000 0123 4567 890").unwrap().number, OMAN);
        assert_eq!(parse("OM٢٨ ٠٠١٠ ٠٠٠٠ ٠١٢٣ ٤٥٦٧ ٨٩٠").unwrap().number, OMAN);
    }

    #[test]
    fn each_fault_has_its_name() {
        assert_eq!(
            parse("OM28001000000123456789"),
            Err(Fault::Length { country: "OM".into(), expected: 23, found: 22 })
        );
        assert_eq!(parse("OM290010000001234567890"), Err(Fault::Checksum));
        assert_eq!(parse("حساب"), Err(Fault::Form));
        assert_eq!(parse(""), Err(Fault::Form));
        assert!(matches!(parse("ZZ280010000001234567890"), Err(Fault::Country | Fault::Checksum)));
    }

    #[test]
    fn gulf_lengths() {
        let found: Vec<_> = ["AE", "SA", "KW", "QA", "BH", "OM"].map(|c| length(c).unwrap()).into();
        assert_eq!(found, [23, 24, 30, 29, 22, 23]);
    }
}
