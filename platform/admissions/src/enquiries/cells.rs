//! What stands in a cell of a file: a text, a number, an amount, a day, a moment. A CSV has all of them in words, a workbook each as what
//! it is ([`super::workbook`]).

use form::OutlineField;
use jiff::civil::{Date, DateTime};
use serde_json::{Number, Value};
use words::Language;
use words::language::display_date;
use words::money::{Currency, Money};

/// Most of one cell, in UTF-16 as spreadsheets count: they take 32,767, and call a file with more damaged.
pub(super) const MAX_CELL: usize = 32_000;

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    Text(String),
    Number(Number),
    Amount(Money),
    Day(Date),
    /// By the school's clock.
    Moment(DateTime),
}

impl Cell {
    pub const fn empty() -> Self {
        Self::Text(String::new())
    }

    pub fn number(number: impl Into<Number>) -> Self {
        Self::Number(number.into())
    }

    /// As people read it. An amount is its figure alone: its column names the currency.
    pub fn in_words(self, language: Language) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
            Self::Amount(money) => money.figure(),
            Self::Day(day) => display_date(day, language),
            Self::Moment(at) => format!("{} {}", display_date(at.date(), language), at.strftime("%H:%M")),
        }
    }

    /// Whether it is text that somebody wrote.
    pub const fn is_text(&self) -> bool {
        matches!(self, Self::Text(_))
    }
}

/// What stands in a column, beside texts that take an answer's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Text,
    Number,
    Amount(Currency),
    Day,
    Moment,
}

impl Shape {
    /// Of the answers to a question.
    pub fn of(field: &OutlineField) -> Self {
        let currency = field.rules.get("x-money").and_then(Value::as_str).and_then(Currency::parse);
        match field.r#type.as_str() {
            _ if !field.options.is_empty() => Self::Text,
            "money" | "number" => currency.map_or(Self::Number, Self::Amount),
            // How many there are.
            "group" => Self::Number,
            "date" => Self::Day,
            _ => Self::Text,
        }
    }
}

/// The heading of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub text: String,
    pub shape: Shape,
}

/// As much of a text as a cell takes.
pub(crate) fn fitting(text: &str) -> &str {
    within(text, MAX_CELL)
}

/// As much of a text as so many units of UTF-16 hold.
pub(super) fn within(text: &str, most: usize) -> &str {
    let mut units = 0;
    let end = text.char_indices().find(|(_, character)| {
        units += character.len_utf16();
        units > most
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_cell_takes_so_much_however_it_is_counted() {
        assert_eq!(fitting("سارة"), "سارة");
        assert_eq!(fitting(&"x".repeat(MAX_CELL)).len(), MAX_CELL);
        assert_eq!(fitting(&"x".repeat(MAX_CELL + 1)).len(), MAX_CELL);
        let emoji = "x👩".repeat(MAX_CELL);
        assert_eq!(fitting(&emoji).encode_utf16().count(), MAX_CELL - 1, "no half of a pair");
    }

    #[test]
    fn a_cell_is_read_in_words() {
        let amount = Money::new(-1_487_125, Currency::parse("OMR").expect("a currency"));
        let at = date(2026, 11, 21).at(9, 5, 0, 0);
        let cases = [
            (Cell::empty(), "", ""),
            (Cell::number(7), "7", "7"),
            (Cell::Amount(amount), "-1487.125", "-1487.125"),
            (Cell::Day(date(2018, 3, 5)), "05-Mar-2018", "05 مارس 2018"),
            (Cell::Moment(at), "21-Nov-2026 09:05", "21 نوفمبر 2026 09:05"),
        ];
        for (cell, en, ar) in cases {
            assert_eq!([cell.clone().in_words(Language::En), cell.in_words(Language::Ar)], [en, ar]);
        }
    }
}
