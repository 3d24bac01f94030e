use crate::digits;

/// Whether the number's last digit is its Luhn check digit. Anything but digits and separators fails.
pub fn luhn(text: &str) -> bool {
    let Some(number) = digits::only(text) else {
        return false;
    };
    let sum: u32 = digits::values(&number)
        .rev()
        .enumerate()
        .map(|(at, digit)| match (at % 2, digit * 2) {
            (0, _) => digit,
            (_, doubled) if doubled > 9 => doubled - 9,
            (_, doubled) => doubled,
        })
        .sum();
    number.len() > 1 && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_examples_pass() {
        for number in ["784198512345673", "784201876543212", "1000000008", "2123456788"] {
            assert!(luhn(number), "{number}");
        }
    }

    #[test]
    fn changing_any_one_digit_fails() {
        let good = "784198512345673";
        for at in 0..good.len() {
            for digit in ('0'..='9').filter(|d| good.chars().nth(at) != Some(*d)) {
                let changed: String = good.chars().enumerate().map(|(i, c)| if i == at { digit } else { c }).collect();
                assert!(!luhn(&changed), "{changed}");
            }
        }
    }

    #[test]
    fn nothing_and_words_fail() {
        assert!(!luhn("") && !luhn("0") && !luhn("abc"));
    }
}
