use super::{Fault, NationalId, exactly, luhn, part};
use crate::digits;

/// Emirates ID: 15 digits, 784, birth year, Luhn. A failed check is worth a warning, not a refusal.
pub fn emirates_id(text: &str) -> Result<NationalId, Fault> {
    let number = exactly(text, 15)?;
    let year = part(&number, 3, 7);
    if !number.starts_with("784") || !(1900..=2099).contains(&year) {
        return Err(Fault::Form);
    }
    if !luhn(&number) {
        return Err(Fault::Checksum);
    }
    Ok(NationalId { birth_year: Some(year.cast_signed()), ..NationalId::plain(number) })
}

/// Saudi national id (begins with 1) or Iqama (begins with 2): 10 digits, Luhn.
pub fn saudi_id(text: &str) -> Result<NationalId, Fault> {
    let number = exactly(text, 10)?;
    let citizen = match part(&number, 0, 1) {
        1 => true,
        2 => false,
        _ => return Err(Fault::Form),
    };
    if !luhn(&number) {
        return Err(Fault::Checksum);
    }
    Ok(NationalId { citizen: Some(citizen), ..NationalId::plain(number) })
}

/// Qatar id: 11 digits: century (2 = 1900s, 3 = 2000s), birth year, numeric country code, serial. No public checksum.
pub fn qatar_id(text: &str) -> Result<NationalId, Fault> {
    let number = exactly(text, 11)?;
    let century = match part(&number, 0, 1) {
        2 => 1900,
        3 => 2000,
        _ => return Err(Fault::Form),
    };
    let country = part(&number, 3, 6);
    if country == 0 || country > 899 {
        return Err(Fault::Form);
    }
    let year = century + part(&number, 1, 3).cast_signed();
    Ok(NationalId { birth_year: Some(year), citizen: Some(country == 634), ..NationalId::plain(number) })
}

/// Oman civil number: 7 to 9 digits without a public checksum.
pub fn oman_civil(text: &str) -> Result<NationalId, Fault> {
    let number = digits::only(text).ok_or(Fault::Form)?;
    if !(7..=9).contains(&number.len()) || number.bytes().all(|b| b == b'0') {
        return Err(Fault::Form);
    }
    Ok(NationalId::plain(number))
}

/// Bahrain personal number: 9 digits, birth year and month first. The check digit's rule is not published, so it is not used.
pub fn bahrain_cpr(text: &str) -> Result<NationalId, Fault> {
    let number = exactly(text, 9)?;
    if !(1..=12).contains(&part(&number, 2, 4)) {
        return Err(Fault::Date);
    }
    Ok(NationalId::plain(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emirates() {
        assert_eq!(emirates_id("784-1985-1234567-3").unwrap().birth_year, Some(1985));
        assert_eq!(emirates_id("٧٨٤٢٠١٨٧٦٥٤٣٢١٢").unwrap().number, "784201876543212");
        assert_eq!(emirates_id("784198512345674"), Err(Fault::Checksum));
        assert_eq!(emirates_id("785198512345673"), Err(Fault::Form));
        assert_eq!(emirates_id("78419851234567"), Err(Fault::Form));
    }

    #[test]
    fn saudi() {
        assert_eq!(saudi_id("1000000008").unwrap().citizen, Some(true));
        assert_eq!(saudi_id("2123456788").unwrap().citizen, Some(false));
        assert_eq!(saudi_id("2123456789"), Err(Fault::Checksum));
        assert_eq!(saudi_id("3123456788"), Err(Fault::Form));
    }

    #[test]
    fn qatar_oman_bahrain_by_form_only() {
        assert_eq!(qatar_id("28563412345").unwrap().birth_year, Some(1985));
        assert_eq!(qatar_id("28563412345").unwrap().citizen, Some(true));
        assert_eq!(qatar_id("18563412345"), Err(Fault::Form));
        assert_eq!(oman_civil("١٢٣٤٥٦٧٨").unwrap().number, "12345678");
        assert_eq!(oman_civil("123456"), Err(Fault::Form));
        assert_eq!(oman_civil("00000000"), Err(Fault::Form));
        assert!(bahrain_cpr("850112345").is_ok());
        assert_eq!(bahrain_cpr("851312345"), Err(Fault::Date));
    }
}
