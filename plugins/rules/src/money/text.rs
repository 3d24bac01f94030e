//! Amounts as people type and read them.

use super::{Currency, Money};
use crate::digits;

/// Most minor units that are read: what every client can hold.
const MOST: i64 = (1 << 53) - 1;
/// Left-to-right and right-to-left marks, and a blank at which no line breaks.
const LRM: char = '\u{200E}';
const RLM: char = '\u{200F}';
const BLANK: char = '\u{A0}';

impl Money {
    /// Reads an amount as typed (`1,487.125`, `١٬٤٨٧٫١٢٥`, `1 487,5`); `None` for what is no amount, and for one with more decimals
    /// than the currency has: nothing is rounded, and only zeros may stand there.
    ///
    /// A lone comma is a thousands sign where it can be one (`1,487`), and a decimal sign otherwise (`12,50`, `0,500`). Thousands
    /// signs must stand where they belong: groups of three, or of two before the last as in India.
    #[must_use]
    pub fn parse(text: &str, currency: Currency) -> Option<Self> {
        let plain: String = text.chars().filter(|c| !is_direction(*c)).map(plain_char).collect();
        let plain = plain.trim();
        let (negative, plain) = match plain.strip_prefix('-') {
            Some(rest) => (true, rest.trim_start()),
            None => (false, plain),
        };
        let (whole, part) = match plain.split_once('.').or_else(|| decimal_comma(plain)) {
            Some((whole, part)) => (whole, part),
            None => (plain, ""),
        };
        if (whole.is_empty() && part.is_empty()) || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let places = currency.decimals() as usize;
        let part = part.trim_end_matches('0');
        if part.len() > places {
            return None;
        }
        let minor: i64 = format!("0{}{part:0<places$}", ungrouped(whole)?).parse().ok()?;
        (minor <= MOST).then_some(Self::new(if negative { -minor } else { minor }, currency))
    }

    /// The figure alone, as it stands in an input: `1487.125`.
    #[must_use]
    pub fn figure(self) -> String {
        self.written(false)
    }

    /// As English reads it: `OMR 1,487.125`, `-OMR 1,487.125`.
    #[must_use]
    pub fn in_english(self) -> String {
        let sign = if self.minor() < 0 { "-" } else { "" };
        format!("{sign}{}{BLANK}{}", self.currency(), self.written(true))
    }

    /// As Arabic reads it, with Western digits: the figure comes first, its sign stands before it, and marks of direction keep both
    /// and the code in their places.
    #[must_use]
    pub fn in_arabic(self) -> String {
        let (figure, currency) = (self.written(true), self.currency());
        if self.minor() < 0 {
            format!("{RLM}{LRM}-{figure}{RLM}{BLANK}{currency}")
        } else {
            format!("{RLM}{figure}{BLANK}{currency}")
        }
    }

    /// Without sign where it is grouped: that one stands elsewhere in each language.
    fn written(self, is_grouped: bool) -> String {
        let (places, unit) = (self.currency().decimals() as usize, self.currency().unit().unsigned_abs());
        let (whole, part) = (self.minor().unsigned_abs() / unit, self.minor().unsigned_abs() % unit);
        let plain = whole.to_string();
        let mut out = String::from(if self.minor() < 0 && !is_grouped { "-" } else { "" });
        for (at, digit) in plain.chars().enumerate() {
            if is_grouped && at > 0 && (plain.len() - at).is_multiple_of(3) {
                out.push(',');
            }
            out.push(digit);
        }
        if places > 0 {
            out.push_str(&format!(".{part:0places$}"));
        }
        out
    }
}

/// One sign for each meaning: a blank is a thousands sign.
fn plain_char(c: char) -> char {
    match digits::western_char(c) {
        '٫' => '.',
        '،' => ',',
        '٬' | '\'' | '’' => ' ',
        '−' => '-',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

fn is_direction(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Both sides of a lone comma that is no thousands sign.
fn decimal_comma(plain: &str) -> Option<(&str, &str)> {
    plain.split_once(',').filter(|(_, part)| !part.contains(',') && grouped(plain, ',').is_none())
}

/// The digits of a whole number without its thousands signs; `None` where one stands in the wrong place.
fn ungrouped(whole: &str) -> Option<String> {
    if whole.bytes().all(|b| b.is_ascii_digit()) {
        return Some(whole.to_owned());
    }
    grouped(whole, ',').or_else(|| grouped(whole, ' '))
}

/// The digits of a number that is grouped by this sign.
fn grouped(whole: &str, sign: char) -> Option<String> {
    let groups: Vec<&str> = whole.split(sign).collect();
    let [first, between @ .., last] = groups.as_slice() else { return None };
    let is_right = (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && between.iter().all(|group| (2..=3).contains(&group.len()))
        && last.len() == 3;
    let digits = groups.concat();
    (is_right && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}
