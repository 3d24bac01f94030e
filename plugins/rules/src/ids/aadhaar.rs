use super::{Fault, NationalId, exactly};
use crate::digits;

/// Multiplication in the dihedral group D5.
const MULTIPLY: [[u8; 10]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
    [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
    [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
    [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
    [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
    [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
    [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
    [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
];

/// The permutation of each position from the right, repeating every eight.
const PERMUTE: [[u8; 10]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
    [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
    [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
    [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
    [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
    [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
    [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
];

/// Whether the number's last digit is its Verhoeff check digit.
pub fn verhoeff(text: &str) -> bool {
    let Some(number) = digits::only(text) else {
        return false;
    };
    let check = digits::values(&number).rev().enumerate().fold(0u8, |check, (at, digit)| {
        MULTIPLY[usize::from(check)][usize::from(PERMUTE[at % 8][digit as usize % 10])]
    });
    number.len() > 1 && check == 0
}

/// Aadhaar: 12 digits, not beginning with 0 or 1, Verhoeff. Never ask for it as required; store only its mask.
pub fn aadhaar(text: &str) -> Result<NationalId, Fault> {
    let number = exactly(text, 12)?;
    if number.starts_with(['0', '1']) {
        return Err(Fault::Form);
    }
    if !verhoeff(&number) {
        return Err(Fault::Checksum);
    }
    Ok(NationalId::plain(number))
}

/// What may be kept and shown of an Aadhaar number: its last four digits.
pub fn mask_aadhaar(text: &str) -> Option<String> {
    let number = exactly(text, 12).ok()?;
    Some(format!("XXXX XXXX {}", &number[8..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verhoeff_takes_the_textbook_number() {
        assert!(verhoeff("2363"));
        assert!(!verhoeff("2364"));
    }

    #[test]
    fn every_wrong_digit_and_every_swap_of_neighbours_fails() {
        let good = (0..10).map(|d| format!("23456789012{d}")).find(|n| verhoeff(n)).unwrap();
        assert!(aadhaar(&good).is_ok());
        let digits: Vec<char> = good.chars().collect();
        for at in 0..12 {
            for digit in ('0'..='9').filter(|d| *d != digits[at]) {
                let mut changed = digits.clone();
                changed[at] = digit;
                assert!(!verhoeff(&changed.iter().collect::<String>()));
            }
            if at < 11 && digits[at] != digits[at + 1] {
                let mut swapped = digits.clone();
                swapped.swap(at, at + 1);
                assert!(!verhoeff(&swapped.iter().collect::<String>()));
            }
        }
    }

    #[test]
    fn the_mask_keeps_four_digits() {
        assert_eq!(mask_aadhaar("2345 6789 0123").as_deref(), Some("XXXX XXXX 0123"));
        assert_eq!(aadhaar("123456789012"), Err(Fault::Form));
    }
}
