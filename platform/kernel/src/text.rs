//! Text from people: digits, control characters, and what is safe in a spreadsheet.

/// Arabic-Indic and Persian digits as Western ones; everything else as it is.
#[must_use]
pub fn western_digits(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\u{0660}'..='\u{0669}' => shifted(c, '\u{0660}'),
            '\u{06F0}'..='\u{06F9}' => shifted(c, '\u{06F0}'),
            other => other,
        })
        .collect()
}

fn shifted(c: char, zero: char) -> char {
    char::from_digit(c as u32 - zero as u32, 10).unwrap_or(c)
}

/// Without control characters (a line break becomes a space): safe in a header, a log line or a list cell.
#[must_use]
pub fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One spelling of values that are written in several: an address in small letters, a number without its dashes.
///
/// `kind` is that of `x-known` in form documents; equal results mean the same person's value.
#[must_use]
pub fn comparable(kind: &str, value: &str) -> String {
    let value = western_digits(value.trim());
    match kind {
        "email" => value.to_lowercase(),
        "phone" => value,
        _ => value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect(),
    }
}

/// Text of several lines without control characters: safe to store and to show as text.
#[must_use]
pub fn lines(text: &str) -> String {
    let unified = text.replace("\r\n", "\n");
    let kept = unified
        .chars()
        .map(|c| if c == '\r' { '\n' } else { c })
        .filter(|c| *c == '\n' || *c == '\t' || !c.is_control());
    kept.collect::<String>().trim().to_owned()
}

/// At most `limit` characters, cut at a character.
#[must_use]
pub fn cut(text: &str, limit: usize) -> String {
    text.chars().take(limit).collect()
}

/// A cell that no spreadsheet takes for a formula: a leading `= + - @`, tab or return gets a quote before it.
#[must_use]
pub fn formula_safe(text: &str) -> String {
    match text.chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '\0') => format!("'{text}"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_become_western() {
        assert_eq!(western_digits("٠١٢٣٤٥٦٧٨٩ ۰۹ a"), "0123456789 09 a");
    }

    #[test]
    fn a_name_cannot_break_a_line() {
        assert_eq!(one_line("Evil\r\nBcc: x\u{0007}"), "Evil Bcc: x");
    }

    #[test]
    fn spellings_of_one_value_are_equal() {
        assert_eq!(comparable("email", " Sara@Example.COM "), "sara@example.com");
        assert_eq!(comparable("national_id", "٧٨٤-1985 12"), comparable("national_id", "784198512"));
        assert_eq!(comparable("board_roll", "ab-12/x"), "AB12X");
    }

    #[test]
    fn lines_keep_their_ends_and_lose_what_nobody_sees() {
        assert_eq!(lines(" a\u{0}\u{1B}b\r\nc\rd\t "), "ab\nc\nd");
    }

    #[test]
    fn formulas_are_quoted() {
        assert_eq!(formula_safe("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
        assert_eq!(formula_safe("سارة"), "سارة");
    }
}
