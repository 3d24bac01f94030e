use super::{Fault, NationalId, exactly, part};
use crate::{date, digits};

const WEIGHTS: [u32; 11] = [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/// Kuwait civil id: century (2 = 1900s, 3 = 2000s), birth date YYMMDD, four digits, check digit.
///
/// The check digit is 11 minus the weighted sum mod 11. A result of 10 or 11 fits no digit, so such a number does not exist.
pub fn kuwait_civil(text: &str) -> Result<NationalId, Fault> {
    let number = exactly(text, 12)?;
    let century = match part(&number, 0, 1) {
        2 => 1900,
        3 => 2000,
        _ => return Err(Fault::Form),
    };
    let year = century + part(&number, 1, 3).cast_signed();
    let birth = date::new(year, part(&number, 3, 5), part(&number, 5, 7)).ok_or(Fault::Date)?;
    let sum: u32 = digits::values(&number[..11]).zip(WEIGHTS).map(|(digit, weight)| digit * weight).sum();
    if 11 - sum % 11 != part(&number, 11, 12) {
        return Err(Fault::Checksum);
    }
    Ok(NationalId { birth: Some(birth), birth_year: Some(year), ..NationalId::plain(number) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_examples_pass() {
        let child = kuwait_civil("312031500457").unwrap();
        assert_eq!(child.birth, date::parse("2012-03-15"));
        assert_eq!(kuwait_civil("٢٩٩١٢٣١٠٠٧٧٢").unwrap().number, "299123100772");
        assert_eq!(kuwait_civil("299123100771"), Err(Fault::Checksum));
    }

    #[test]
    fn a_result_of_ten_fits_no_digit() {
        for check in 0..=9 {
            assert_eq!(kuwait_civil(&format!("28501010012{check}")), Err(Fault::Checksum));
        }
    }

    #[test]
    fn the_birth_date_inside_must_exist() {
        assert_eq!(kuwait_civil("312023000457"), Err(Fault::Date));
        assert_eq!(kuwait_civil("112031500457"), Err(Fault::Form));
    }
}
