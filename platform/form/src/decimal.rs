//! Numbers as people write them: whole ones and decimals, added and multiplied without drift.

use serde_json::{Number, Value};

/// Largest whole number that every client can hold.
const SAFE: i128 = (1 << 53) - 1;
/// More places than this no answer has.
const MAX_SCALE: u32 = 18;

/// `mantissa` over ten to the power of `scale`; without zeros at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    mantissa: i128,
    scale: u32,
}

impl Decimal {
    /// Nothing.
    pub const ZERO: Self = Self { mantissa: 0, scale: 0 };

    /// The number as it is written; `None` for what is too large or too fine.
    pub fn of(number: &Number) -> Option<Self> {
        Self::parse(&number.to_string())
    }

    fn parse(text: &str) -> Option<Self> {
        let (digits, exponent) = match text.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let mantissa: i128 = format!("{whole}{part}").parse().ok()?;
        let scale = i32::try_from(part.len()).ok()?.checked_sub(exponent)?;
        match u32::try_from(scale) {
            Ok(scale) => Self::new(mantissa, scale),
            Err(_) => Self::new(mantissa.checked_mul(10_i128.checked_pow(scale.unsigned_abs())?)?, 0),
        }
    }

    fn new(mut mantissa: i128, mut scale: u32) -> Option<Self> {
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        (scale <= MAX_SCALE).then_some(Self { mantissa, scale })
    }

    /// The sum; `None` when it cannot be held exactly.
    pub fn plus(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        let raised = |one: Self| one.mantissa.checked_mul(10_i128.checked_pow(scale - one.scale)?);
        Self::new(raised(self)?.checked_add(raised(other)?)?, scale)
    }

    /// The product; `None` when it cannot be held exactly.
    pub fn times(self, other: Self) -> Option<Self> {
        Self::new(self.mantissa.checked_mul(other.mantissa)?, self.scale + other.scale)
    }

    /// As a whole number that is safe everywhere.
    pub fn whole(self) -> Option<i64> {
        if self.scale > 0 || self.mantissa.abs() > SAFE {
            return None;
        }
        i64::try_from(self.mantissa).ok()
    }

    /// As JSON; `None` when a client would read another number than this one.
    pub fn json(self) -> Option<Value> {
        if self.scale == 0 {
            return self.whole().map(Value::from);
        }
        if self.mantissa.abs() / 10_i128.pow(self.scale) > SAFE {
            return None;
        }
        let text = format!("{}e-{}", self.mantissa, self.scale);
        let number = Number::from_f64(text.parse().ok()?)?;
        (Self::of(&number) == Some(self)).then_some(Value::Number(number))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn numbers_are_what_they_say() {
        assert_eq!(of("0.1").plus(of("0.2")).unwrap().json(), Some(Value::from(0.3)));
        assert_eq!(of("1.10").plus(of("-0.1")).unwrap().json(), Some(Value::from(1)));
        assert_eq!(of("12.0"), of("12"));
        assert_eq!(of("1e3"), of("1000"));
        assert_eq!(of("15e-1").times(of("4")).unwrap().json(), Some(Value::from(6)));
        assert_eq!(
            (Decimal::parse("x"), Decimal::parse(""), Decimal::parse("1e400"), Decimal::parse("1e-300")),
            (None, None, None, None)
        );
    }

    #[test]
    fn what_no_client_can_hold_is_none() {
        assert_eq!(of("9007199254740991").json(), Some(Value::from(9_007_199_254_740_991_i64)));
        assert_eq!(of("9007199254740992").json(), None);
        assert_eq!(of("9007199254740991").plus(of("1")).unwrap().whole(), None);
        assert_eq!(of("0.12345678901234567891"[..20].as_ref()).json(), None, "more digits than a double has");
        assert_eq!(of("1.5").whole(), None);
    }

    proptest! {
        #[test]
        fn hundredths_add_and_multiply_as_integers_do(a in -1_000_000_000_i64..1_000_000_000, b in -1_000_000_000_i64..1_000_000_000) {
            let hundredths = |n: i64| of(&format!("{n}e-2"));
            prop_assert_eq!(hundredths(a).plus(hundredths(b)).unwrap(), hundredths(a + b));
            prop_assert_eq!(hundredths(a).times(of(&b.to_string())).unwrap(), Decimal::parse(&format!("{}e-2", i128::from(a) * i128::from(b))).unwrap());
            prop_assert_eq!(hundredths(a).json().and_then(|v| v.as_f64()), Some(a as f64 / 100.0));
        }
    }
}
