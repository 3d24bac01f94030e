//! Amounts as whole minor units (fils, baisa, halalas, paise). No floating point anywhere.

use crate::digits;

/// What happens to the part of an amount below one minor unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Halves go away from zero: the usual rule of a bill.
    HalfUp,
    /// Halves go to the even neighbour.
    HalfEven,
    /// Towards zero.
    Down,
    /// Away from zero.
    Up,
}

/// Decimal places of a currency (ISO 4217).
pub fn decimals(currency: &str) -> u32 {
    match currency {
        "OMR" | "KWD" | "BHD" | "JOD" | "IQD" | "LYD" | "TND" => 3,
        "JPY" | "KRW" | "VND" | "CLP" | "UGX" | "XAF" | "XOF" => 0,
        _ => 2,
    }
}

/// Minor units in one major unit: 1000 for OMR, 100 for INR.
pub fn unit(currency: &str) -> i64 {
    10i64.pow(decimals(currency))
}

/// `amount × numerator ÷ denominator`, rounded as said; `None` on overflow or a zero denominator.
pub fn ratio(amount: i64, numerator: i64, denominator: i64, rounding: Rounding) -> Option<i64> {
    if denominator == 0 {
        return None;
    }
    let product = i128::from(amount) * i128::from(numerator);
    let divisor = i128::from(denominator);
    let (whole, rest) = (product / divisor, product % divisor);
    let away = if (product < 0) == (divisor < 0) { 1 } else { -1 };
    let twice = rest.unsigned_abs() * 2;
    let up = match rounding {
        _ if rest == 0 => false,
        Rounding::Down => false,
        Rounding::Up => true,
        Rounding::HalfUp => twice >= divisor.unsigned_abs(),
        Rounding::HalfEven => twice > divisor.unsigned_abs() || (twice == divisor.unsigned_abs() && whole % 2 != 0),
    };
    i64::try_from(if up { whole + away } else { whole }).ok()
}

/// A share of an amount in hundredths of a percent (`500` = 5 %).
pub fn share(amount: i64, basis_points: i64, rounding: Rounding) -> Option<i64> {
    ratio(amount, basis_points, 10_000, rounding)
}

/// Splits an amount into parts that differ by at most one minor unit and add up exactly; the first ones carry the rest.
pub fn split(amount: i64, parts: u32) -> Vec<i64> {
    let count = i64::from(parts);
    if count == 0 {
        return Vec::new();
    }
    let (each, rest) = (amount / count, amount % count);
    (0..count).map(|at| each + if at < rest.abs() { rest.signum() } else { 0 }).collect()
}

/// The amount in words of digits: `1,487.125`. Without the currency's name, which the reader's language decides.
pub fn format(amount: i64, currency: &str) -> String {
    let places = decimals(currency) as usize;
    let unit = unit(currency).unsigned_abs();
    let (whole, part) = (amount.unsigned_abs() / unit, amount.unsigned_abs() % unit);
    let plain = whole.to_string();
    let mut out = String::from(if amount < 0 { "-" } else { "" });
    for (at, digit) in plain.chars().enumerate() {
        if at > 0 && (plain.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if places > 0 {
        out.push_str(&format!(".{part:0places$}"));
    }
    out
}

/// Reads an amount as typed (`1,487.125`, `١٬٤٨٧٫١٢٥`) into minor units; more places than the currency has is an error.
pub fn parse(text: &str, currency: &str) -> Option<i64> {
    let places = decimals(currency) as usize;
    let text: String =
        text.trim().chars().map(digits::western_char).filter(|c| !matches!(c, ',' | '٬' | ' ' | '\u{00A0}')).collect();
    let text = text.replace('٫', ".");
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.as_str()),
    };
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if whole.is_empty() || part.len() > places || !whole.bytes().chain(part.bytes()).all(|b| b.is_ascii_digit()) {
        return None;
    }
    let amount: i64 = format!("{whole}{part:0<places$}").parse().ok()?;
    Some(if negative { -amount } else { amount })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_cheques_of_the_worked_example() {
        let cheques = split(1_487_125, 4);
        assert_eq!(cheques, [371_782, 371_781, 371_781, 371_781]);
        assert_eq!(cheques.iter().sum::<i64>(), 1_487_125);
    }

    #[test]
    fn every_split_is_exact_and_even() {
        for amount in [-7, -1, 0, 1, 2, 999, 1_000, 1_487_125, i64::MAX] {
            for parts in 1..=13 {
                let all = split(amount, parts);
                assert_eq!(all.iter().map(|part| i128::from(*part)).sum::<i128>(), i128::from(amount));
                let (least, most) = (all.iter().min().unwrap(), all.iter().max().unwrap());
                assert!(most - least <= 1, "{amount} in {parts}");
            }
        }
        assert!(split(5, 0).is_empty());
    }

    #[test]
    fn rounding_at_the_half() {
        let at = |amount, rounding| ratio(amount, 1, 2, rounding).unwrap();
        assert_eq!(
            [at(5, Rounding::HalfUp), at(5, Rounding::HalfEven), at(5, Rounding::Down), at(5, Rounding::Up)],
            [3, 2, 2, 3]
        );
        assert_eq!(
            [at(-5, Rounding::HalfUp), at(-5, Rounding::HalfEven), at(-5, Rounding::Down), at(-5, Rounding::Up)],
            [-3, -2, -2, -3]
        );
        assert_eq!(at(7, Rounding::HalfEven), 4);
        assert_eq!(ratio(1, 1, 0, Rounding::Down), None);
        assert_eq!(ratio(i64::MAX, 3, 1, Rounding::Down), None);
        assert_eq!(share(1_234_567, 500, Rounding::HalfUp), Some(61_728));
    }

    #[test]
    fn shown_and_read_back() {
        for (amount, currency, text) in [
            (1_487_125, "OMR", "1,487.125"),
            (-50, "INR", "-0.50"),
            (100, "JPY", "100"),
            (123_456_789, "KWD", "123,456.789"),
        ] {
            assert_eq!(format(amount, currency), text);
            assert_eq!(parse(text, currency), Some(amount));
        }
        assert_eq!(parse("١٬٤٨٧٫١٢٥", "OMR"), Some(1_487_125));
        assert_eq!(parse("1.5", "OMR"), Some(1_500));
        assert_eq!(parse("1.1255", "OMR"), None);
        assert_eq!(parse("abc", "OMR"), None);
        assert_eq!(parse(".", "OMR"), None);
    }
}
