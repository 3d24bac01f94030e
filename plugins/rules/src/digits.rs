//! Digits as people type them, turned into the ones we store.

/// The Western digit for an Arabic-Indic (٠–٩), Persian (۰–۹) or full-width (０–９) digit; other characters unchanged.
pub fn western_char(c: char) -> char {
    let base = match c {
        '\u{0660}'..='\u{0669}' => 0x0660,
        '\u{06F0}'..='\u{06F9}' => 0x06F0,
        '\u{FF10}'..='\u{FF19}' => 0xFF10,
        _ => return c,
    };
    char::from_digit(u32::from(c) - base, 10).unwrap_or(c)
}

/// The text with every digit written in Western form.
pub fn western(text: &str) -> String {
    text.chars().map(western_char).collect()
}

/// Marks that people put between the groups of a number, and direction marks that copying from Arabic text leaves.
pub fn is_separator(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '-' | '\u{2010}'..='\u{2015}' | '/' | '.' | '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        )
}

/// A number's digits, Western and without separators; `None` when anything else stands in the text.
pub fn only(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().map(western_char) {
        match c {
            '0'..='9' => out.push(c),
            c if is_separator(c) => {}
            _ => return None,
        }
    }
    (!out.is_empty()).then_some(out)
}

/// The values of the digits in a text that holds only Western digits.
pub(crate) fn values(number: &str) -> impl DoubleEndedIterator<Item = u32> + '_ {
    number.bytes().map(|b| u32::from(b.wrapping_sub(b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arabic_indic_persian_and_full_width_digits_become_western() {
        assert_eq!(western("٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ ０９ abc"), "0123456789 0123456789 09 abc");
    }

    #[test]
    fn separators_and_direction_marks_are_dropped() {
        assert_eq!(only("\u{200F}٧٨٤-1985 1234567/3").as_deref(), Some("784198512345673"));
    }

    #[test]
    fn letters_make_it_no_number() {
        assert_eq!(only("12a4"), None);
        assert_eq!(only("  - "), None);
    }
}
