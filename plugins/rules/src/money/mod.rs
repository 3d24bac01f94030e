//! Money: whole minor units (fils, baisa, halalas, paise) of a currency, and nothing else. No floating point anywhere.
//!
//! The one implementation: components, the form engine and the server use it (the server as `words::money`), and the web's copy is
//! held to it by `golden/money.json`, which the tests of both read.

mod currency;
mod reckon;
mod text;

use serde::{Deserialize, Serialize};

pub use currency::Currency;
pub use reckon::{Rounding, apportion, ratio, share, split};

/// An amount in a currency. As JSON `{"minor": 1487125, "currency": "OMR"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Money {
    minor: i64,
    currency: Currency,
}

impl Money {
    /// So many minor units.
    #[must_use]
    pub const fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// Its minor units.
    #[must_use]
    pub const fn minor(self) -> i64 {
        self.minor
    }

    /// Its currency.
    #[must_use]
    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// Both together; `None` when they are of two currencies, or when it is too much.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.same(other).and_then(|more| self.minor.checked_add(more)).map(|minor| self.with(minor))
    }

    /// What is left of it; `None` when they are of two currencies, or when it is too much.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.same(other).and_then(|less| self.minor.checked_sub(less)).map(|minor| self.with(minor))
    }

    /// `numerator ÷ denominator` of it, rounded as said; `None` when it is too much or the denominator is zero.
    #[must_use]
    pub fn checked_ratio(self, numerator: i64, denominator: i64, rounding: Rounding) -> Option<Self> {
        ratio(self.minor, numerator, denominator, rounding).map(|minor| self.with(minor))
    }

    /// Parts that differ by at most one minor unit and add up exactly; the first ones carry the rest.
    #[must_use]
    pub fn split(self, parts: u32) -> Vec<Self> {
        split(self.minor, parts).into_iter().map(|minor| self.with(minor)).collect()
    }

    /// Parts in proportion to weights, which add up exactly: the largest remainders get the rest. `None` when all weights are zero.
    #[must_use]
    pub fn split_by(self, weights: &[u64]) -> Option<Vec<Self>> {
        Some(apportion(self.minor, weights)?.into_iter().map(|minor| self.with(minor)).collect())
    }

    const fn with(self, minor: i64) -> Self {
        Self { minor, ..self }
    }

    fn same(self, other: Self) -> Option<i64> {
        (self.currency == other.currency).then_some(other.minor)
    }
}

#[cfg(test)]
mod tests;
