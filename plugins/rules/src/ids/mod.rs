//! National identity numbers of the countries that our families and staff come from.
//!
//! A number that passes is well formed, never proven to be someone's. Where no public check-digit rule exists
//! (Qatar, Oman, Bahrain) only the form and the parts inside are looked at.

mod aadhaar;
mod gulf;
mod kuwait;
mod luhn;

use time::Date;

pub use aadhaar::{aadhaar, mask_aadhaar, verhoeff};
pub use gulf::{bahrain_cpr, emirates_id, oman_civil, qatar_id, saudi_id};
pub use kuwait::kuwait_civil;
pub use luhn::luhn;

/// What a well-formed number says by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NationalId {
    /// Western digits without separators.
    pub number: String,
    /// The birth date inside the number (Kuwait).
    pub birth: Option<Date>,
    /// The birth year inside the number (Emirates, Qatar; Kuwait too).
    pub birth_year: Option<i32>,
    /// Whether the number is a citizen's (Saudi Arabia: 1 citizen, 2 resident).
    pub citizen: Option<bool>,
}

impl NationalId {
    fn plain(number: String) -> NationalId {
        NationalId { number, birth: None, birth_year: None, citizen: None }
    }
}

/// Why a number is refused. A failed checksum is often only worth a warning: old cards exist that break the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Wrong length, letters, or a wrong beginning.
    Form,
    /// The date inside does not exist.
    Date,
    /// The check digit does not fit.
    Checksum,
}

impl Fault {
    /// The message code for it.
    pub fn code(self) -> &'static str {
        match self {
            Fault::Form => "idForm",
            Fault::Date => "idDate",
            Fault::Checksum => "idChecksum",
        }
    }
}

/// A country's rule: the number when it is well formed.
pub type Rule = fn(&str) -> Result<NationalId, Fault>;

/// The rule of a country (ISO 3166 alpha-2), when we know one.
pub fn for_country(country: &str) -> Option<Rule> {
    Some(match country {
        "AE" => emirates_id,
        "SA" => saudi_id,
        "KW" => kuwait_civil,
        "QA" => qatar_id,
        "OM" => oman_civil,
        "BH" => bahrain_cpr,
        "IN" => aadhaar,
        _ => return None,
    })
}

/// The number's digits when there are exactly `length` of them.
fn exactly(text: &str, length: usize) -> Result<String, Fault> {
    crate::digits::only(text).filter(|digits| digits.len() == length).ok_or(Fault::Form)
}

/// A part of a number that holds only digits.
fn part(number: &str, from: usize, to: usize) -> u32 {
    crate::digits::values(&number[from..to]).fold(0, |sum, digit| sum * 10 + digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_of_the_gulf_has_a_rule() {
        for country in ["AE", "SA", "KW", "QA", "OM", "BH", "IN"] {
            assert!(for_country(country).is_some(), "{country}");
        }
        assert!(for_country("GB").is_none());
    }
}
