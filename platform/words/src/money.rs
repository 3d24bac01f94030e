//! Money as the whole house has it: the implementation of `rules`, which components share, and how each language reads it.

pub use rules::money::{Currency, Money, Rounding, ratio};

use crate::Language;

/// An amount as people read it: `OMR 1,487.125`, and in Arabic the figure before its currency.
#[must_use]
pub fn display_money(money: Money, language: Language) -> String {
    match language {
        Language::En => money.in_english(),
        Language::Ar => money.in_arabic(),
    }
}
