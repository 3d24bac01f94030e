//! How a value reads in a language: dates, amounts, numbers, and what keeps its own direction.

use jiff::civil::Date;
use words::language::display_date;
use words::text::one_line;
use words::{Currency, Language, Money};

use crate::tree::Run;
use crate::value::Value;

/// Which digits Arabic shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Digits {
    /// 0123456789.
    #[default]
    Latn,
    /// ٠١٢٣٤٥٦٧٨٩.
    Arab,
}

/// A day in the calendar of the Hijra, in the language and its own digits; `None` where the calendar does not reach.
pub type Hijri = fn(Date, Language) -> Option<String>;

/// How a school writes in one language.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The language.
    pub language: Language,
    /// The digits of its Arabic; English has always its own.
    pub digits: Digits,
    /// The second calendar, where the school counts by both.
    pub hijri: Option<Hijri>,
}

/// A blank at which no line breaks.
pub(crate) const BLANK: char = '\u{A0}';
const LRM: char = '\u{200E}';
const RLM: char = '\u{200F}';
const ALM: char = '\u{61C}';
const MINUS: char = '\u{2212}';

/// Signs of currencies in Arabic; all others are told by their code.
const SIGNS: [(&str, &str); 12] = [
    ("AED", "د.إ"),
    ("BHD", "د.ب"),
    ("EGP", "ج.م"),
    ("IQD", "د.ع"),
    ("JOD", "د.أ"),
    ("KWD", "د.ك"),
    ("LBP", "ل.ل"),
    ("LYD", "د.ل"),
    ("OMR", "ر.ع."),
    ("QAR", "ر.ق"),
    ("SAR", "ر.س"),
    ("YER", "ر.ي"),
];

/// How a currency is told beside a figure: its code in English, its sign in Arabic where it has one.
#[must_use]
pub fn currency_sign(currency: Currency, language: Language) -> String {
    let sign = SIGNS.iter().find(|(code, _)| language == Language::Ar && *code == currency.code());
    sign.map_or_else(|| currency.code().to_owned(), |(_, sign)| (*sign).to_owned())
}

impl Style {
    /// A language with its usual digits and one calendar.
    #[must_use]
    pub const fn new(language: Language) -> Self {
        Self { language, digits: Digits::Latn, hijri: None }
    }

    /// The same school's in this language.
    #[must_use]
    pub const fn of(self, language: Language) -> Self {
        Self { language, ..self }
    }

    fn is_arab(self) -> bool {
        self.language == Language::Ar && self.digits == Digits::Arab
    }

    /// A text's figures in the school's digits; one with Latin letters is a name or a code, and stays as it is.
    fn figures(self, text: &str) -> String {
        if !self.is_arab() || text.chars().any(is_latin) {
            return text.to_owned();
        }
        text.chars().map(arab_digit).collect()
    }

    /// A value as it stands in a line. `is_figure`: the currency stands over the column.
    pub(crate) fn filled(self, value: &Value, is_figure: bool) -> Run {
        let (text, whole) = match value {
            Value::Date(day) => (self.date(*day, true), true),
            Value::Money(money) => (self.money(*money, is_figure), true),
            Value::Number(number) => (self.number(*number), true),
            Value::Phone(phone) => (grouped(&one_line(phone)).replace([' ', '-'], &BLANK.to_string()), true),
            Value::Words { .. } => (self.figures(&one_line(value.written(self.language).unwrap_or_default())), false),
            Value::Text(text) => (one_line(text), false),
            // A list fills no line; how many entries it has is what can be said of it.
            Value::List(entries) => (self.number(i64::try_from(entries.len()).unwrap_or(i64::MAX)), true),
        };
        Run::Filled { isolated: self.is_apart(&text), whole, text }
    }

    /// A day, with its other calendar in brackets where the school counts by both.
    pub(crate) fn date(self, day: Date, with_hijri: bool) -> String {
        // English stands between dashes, at which lines may break: drawers keep together what is whole.
        let day_text = self.figures(&display_date(day, self.language).replace(' ', &BLANK.to_string()));
        match self.hijri_of(day).filter(|_| with_hijri) {
            Some(hijri) => format!("{day_text}{BLANK}({hijri})"),
            None => day_text,
        }
    }

    pub(crate) fn hijri_of(self, day: Date) -> Option<String> {
        let text = one_line(&self.hijri?(day, self.language)?);
        let digits = if self.is_arab() { self.figures(&text) } else { words::text::western_digits(&text) };
        Some(digits.replace(' ', &BLANK.to_string()))
    }

    fn number(self, number: i64) -> String {
        let plain = number.unsigned_abs().to_string();
        let sign = if number < 0 { self.minus() } else { String::new() };
        format!("{sign}{}", self.figures(&plain))
    }

    /// What stands before the n-th point of a numbered list.
    pub(crate) fn mark(self, n: usize) -> String {
        format!("{}.", self.figures(&n.to_string()))
    }

    /// The sign of what is less than nothing, with the marks that keep it before its figure.
    fn minus(self) -> String {
        match self.language {
            Language::En => MINUS.to_string(),
            Language::Ar if self.is_arab() => format!("{ALM}-"),
            Language::Ar => format!("{RLM}{LRM}-"),
        }
    }

    /// An amount: `KWD 1,250.500`, `١٬٢٥٠٫٥٠٠ د.ك`; the figure alone where the currency stands over it.
    pub(crate) fn money(self, money: Money, is_figure: bool) -> String {
        let figure = self.amount(money);
        let minus = if money.minor() < 0 { self.minus() } else { String::new() };
        if is_figure {
            return format!("{minus}{figure}");
        }
        let sign = currency_sign(money.currency(), self.language);
        match self.language {
            Language::En => format!("{minus}{sign}{BLANK}{figure}"),
            Language::Ar => {
                // A code among Arabic would turn to the figure's other side.
                let first =
                    if sign.chars().any(is_latin) && minus.is_empty() { RLM.to_string() } else { minus.clone() };
                let between = if minus.is_empty() || self.is_arab() { String::new() } else { RLM.to_string() };
                format!("{first}{figure}{between}{BLANK}{sign}")
            }
        }
    }

    /// The figure of an amount without its sign, by the decimals of its currency, in groups of three.
    fn amount(self, money: Money) -> String {
        let unit = money.currency().unit().unsigned_abs();
        let places = money.currency().decimals() as usize;
        let (whole, part) = (money.minor().unsigned_abs() / unit, money.minor().unsigned_abs() % unit);
        let (group, point) = if self.is_arab() { ('٬', '٫') } else { (',', '.') };
        let plain = whole.to_string();
        let mut out = String::new();
        for (at, digit) in plain.chars().enumerate() {
            if at > 0 && (plain.len() - at).is_multiple_of(3) {
                out.push(group);
            }
            out.push(digit);
        }
        if places > 0 {
            out.push(point);
            out.push_str(&format!("{part:0places$}"));
        }
        if self.is_arab() { out.chars().map(arab_digit).collect() } else { out }
    }

    /// Whether a filling would disturb the direction around it. Not always: the marks of an isolate stand in the file's text, and keep
    /// a search from finding what is between them.
    pub(crate) fn is_apart(self, text: &str) -> bool {
        match self.language {
            Language::En => text.chars().any(is_arabic),
            Language::Ar => text.chars().any(is_latin) || text.starts_with(['+', '-', MINUS, '(']),
        }
    }
}

/// A letter of a script that runs from right to left; its digits and signs of numbers are none.
fn is_arabic(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
        && !matches!(c, '\u{660}'..='\u{66C}' | '\u{61C}')
}

/// A letter of a script that runs from left to right.
fn is_latin(c: char) -> bool {
    c.is_alphabetic() && !is_arabic(c)
}

/// A number as people read it out, in short groups, as the pages write it (`SchoolContact.tsx`); one that is written otherwise as it is.
fn grouped(phone: &str) -> String {
    let digits = phone.strip_prefix('+').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let parts = digits.and_then(|digits| digits.split_at_checked(code_length(digits)));
    let Some((code, rest)) = parts.filter(|(_, rest)| !rest.is_empty()) else { return phone.to_owned() };
    let size = if rest.len().is_multiple_of(4) { 4 } else { 3 };
    let groups = (rest.len() / size).max(1);
    let mut out = format!("+{code}");
    for at in 0..groups {
        // What is over stands with the last.
        let end = if at + 1 == groups { rest.len() } else { (at + 1) * size };
        out.push(' ');
        out.push_str(&rest[at * size..end]);
    }
    out
}

/// How many digits the code of a number's country has.
fn code_length(digits: &str) -> usize {
    match digits.as_bytes() {
        [b'1' | b'7', ..] => 1,
        [b'2', b'0' | b'7', ..]
        | [b'3', b'0'..=b'4' | b'6' | b'9', ..]
        | [b'4', b'0' | b'1' | b'3'..=b'9', ..]
        | [b'5', b'1'..=b'8', ..]
        | [b'6', b'0'..=b'6', ..]
        | [b'8', b'1' | b'2' | b'4' | b'6', ..]
        | [b'9', b'0'..=b'5' | b'8', ..] => 2,
        _ => 3,
    }
}

fn arab_digit(c: char) -> char {
    let shifted = c.to_digit(10).filter(|_| c.is_ascii_digit()).and_then(|digit| char::from_u32(0x660 + digit));
    shifted.unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn phones_stand_in_short_groups() {
        for (phone, read) in [
            ("+96824500100", "+968 2450 0100"),
            ("+971501234567", "+971 501 234 567"),
            ("+201001234567", "+20 100 123 4567"),
            ("+15551234567", "+1 555 123 4567"),
            ("+442079460018", "+44 207 946 0018"),
            ("+965 2222 0100", "+965 2222 0100"),
            ("24500100", "24500100"),
            ("+968", "+968"),
            ("+96", "+96"),
            ("", ""),
        ] {
            assert_eq!(grouped(phone), read);
        }
    }
}
