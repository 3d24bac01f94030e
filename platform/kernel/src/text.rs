//! Text from people: digits, names, control characters, and what is safe in a spreadsheet.

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

/// What nobody sees and nobody types: overrides and isolates of the direction, byte order marks. Marks that Arabic is written
/// with (U+200C to U+200F) are none of them.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
}

/// Without control characters (a line break becomes a space) and what is hidden: safe in a header, a log line or a list cell.
#[must_use]
pub fn one_line(text: &str) -> String {
    let seen = text.chars().filter(|c| !is_hidden(*c));
    let spaced: String = seen.map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Most characters of a name.
pub const LONGEST_NAME: usize = 120;

/// Whether a text can be the name of a person or a school, and nothing that a mail program makes a link of: names stand in
/// letters to people who never gave them. What people typed is brought to [`one_line`] first.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let refused = |c: char| {
        c.is_control()
            || is_hidden(c)
            || matches!(c, '\u{AD}' | '\u{200B}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2064}')
            || "/\\@:<>{}[]|：／＠＜＞".contains(c)
    };
    !text.trim().is_empty()
        && text.chars().count() <= LONGEST_NAME
        && !text.chars().any(refused)
        && !text.split_whitespace().any(is_domain)
}

/// Whether a word can be read as a domain: a dot with something before it and two letters after it. `J.R.R.`, `No.5` and the
/// titles of Arabic, one letter and a dot before the name (`د.أحمد`), are none.
fn is_domain(word: &str) -> bool {
    let parts: Vec<&str> = word.split(['.', '。', '．', '｡']).collect();
    let title = |part: &str| {
        let mut letters = part.chars();
        matches!((letters.next(), letters.next()), (Some('\u{620}'..='\u{64A}'), None))
    };
    let ending =
        |part: &str| part.chars().filter(|c| c.is_alphanumeric()).take(2).filter(|c| c.is_alphabetic()).count() == 2;
    parts.windows(2).any(|pair| pair[0].contains(char::is_alphanumeric) && !title(pair[0]) && ending(pair[1]))
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
        .filter(|c| *c == '\n' || *c == '\t' || !(c.is_control() || is_hidden(*c)));
    kept.collect::<String>().trim().to_owned()
}

/// At most `limit` characters, cut at a character.
#[must_use]
pub fn cut(text: &str, limit: usize) -> String {
    text.chars().take(limit).collect()
}

/// A cell that no spreadsheet takes for a formula: a leading `= + - @`, also of full width as East Asian keyboards write them, tab
/// or return gets a quote before it.
#[must_use]
pub fn formula_safe(text: &str) -> String {
    match text.chars().next() {
        Some('=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' | '\t' | '\r' | '\n' | '\0') => format!("'{text}"),
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
        assert_eq!(one_line("\u{FEFF}a\u{202E}b\u{2067}\u{2028}c\u{200F}"), "ab c\u{200F}");
    }

    #[test]
    fn a_name_is_nothing_to_be_clicked_on() {
        for good in [
            "Sara Al-Balushi",
            "سارة البلوشي",
            "د.أحمد بن سالم",
            "أ.د. منى الحارثي",
            "Dr. O'Neill, Jr.",
            "J.R.R. Tolkien",
            "School No.5",
            "St. Mary's School (Girls)",
            "می\u{200C}نا",
            "Zoë",
        ] {
            assert!(is_name(good), "{good}");
        }
        for bad in [
            "",
            " ",
            "win at https://evil.example",
            "Claim gift at evil-prize.com",
            "evil.example",
            "EVIL.Example,",
            "x.com",
            "(evil.example)",
            "evil。com",
            "مثال.إختبار",
            "sub.evil.xn--p1ai",
            "a@b",
            "<b>Sara</b>",
            "{{ secret }}",
            "Sara\u{202E}",
            "Sa\u{200B}ra",
            "Sara\r\nBcc: x",
            "Sara\u{2028}x",
            "Sara\u{85}",
        ] {
            assert!(!is_name(bad), "{bad}");
        }
        assert!(is_name(&"x".repeat(120)) && !is_name(&"x".repeat(121)));
    }

    #[test]
    fn spellings_of_one_value_are_equal() {
        assert_eq!(comparable("email", " Sara@Example.COM "), "sara@example.com");
        assert_eq!(comparable("national_id", "٧٨٤-1985 12"), comparable("national_id", "784198512"));
        assert_eq!(comparable("board_roll", "ab-12/x"), "AB12X");
    }

    #[test]
    fn lines_keep_their_ends_and_lose_what_nobody_sees() {
        assert_eq!(lines(" a\u{0}\u{202E}\u{1B}b\r\nc\rd\t "), "ab\nc\nd");
    }

    #[test]
    fn formulas_are_quoted() {
        assert_eq!(formula_safe("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
        for wide in ["＝1+1", "＋1", "－1", "＠SUM(A1)"] {
            assert_eq!(formula_safe(wide), format!("'{wide}"), "full width");
        }
        assert_eq!(formula_safe("سارة"), "سارة");
    }
}
