//! Text from people: digits, names, control characters, and what is safe in a spreadsheet.

use unicode_normalization::UnicodeNormalization as _;

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

/// Whether a sign belongs to how names are written: letters with their marks, the blank, point, comma, dash and apostrophes. Letters that
/// nobody sees, other blanks and other points are none.
#[must_use]
pub fn is_of_names(c: char) -> bool {
    let unseen = matches!(c, '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}');
    (c.is_alphabetic() && !unseen)
        || unicode_normalization::char::is_combining_mark(c)
        || matches!(c, ' ' | '.' | ',' | '-' | '\'' | '’' | '\u{200C}' | '\u{200D}' | '\u{640}' | '،')
}

/// Whether what somebody wrote as a name may greet whoever reads a mail, who need not be the same person: what a name is made of, and no
/// room for a telephone number, an amount or a sentence.
#[must_use]
pub fn may_greet(name: &str) -> bool {
    is_name(name) && name.chars().count() <= 60 && name.split_whitespace().count() <= 5 && name.chars().all(is_of_names)
}

/// Whether two names may be one person's: spellings of one name in either script, whatever stands between its first and its last word. It
/// finds candidates; a person decides. One word alone names nobody.
#[must_use]
pub fn may_be_same_name(one: &str, other: &str) -> bool {
    let ends = |name: &str| {
        let key = rules::names::key(name);
        key.split_once(' ').map(|(first, rest)| (first.to_owned(), rest.rsplit(' ').next().unwrap_or(rest).to_owned()))
    };
    ends(one).is_some_and(|one| ends(other) == Some(one))
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

/// Providers with several names for one mailbox: what they are called, and the one name of them all.
const SAME_PROVIDERS: [(&str, &str); 6] = [
    ("googlemail.com", "gmail.com"),
    ("protonmail.com", "proton.me"),
    ("protonmail.ch", "proton.me"),
    ("pm.me", "proton.me"),
    ("me.com", "icloud.com"),
    ("mac.com", "icloud.com"),
];
/// Providers that ignore signs in the name of a mailbox, and which.
const IGNORED_SIGNS: [(&str, &[char]); 2] = [("gmail.com", &['.']), ("proton.me", &['.', '-', '_'])];

/// Whose mailbox an address is, however it is written: by case, width of letters and final dot, with what the reader's own stands
/// behind a `+`, and as large providers are known to see it. For counting alone: letters go to the address as it was told.
#[must_use]
pub fn mailbox(address: &str) -> String {
    let address: String = address.trim().nfkc().flat_map(char::to_lowercase).collect();
    let Some((local, domain)) = address.rsplit_once('@') else { return address };
    let domain = domain.replace(['\u{3002}', '\u{FF61}'], ".");
    let domain = domain.trim_end_matches('.');
    let domain = SAME_PROVIDERS.iter().find(|(name, _)| *name == domain).map_or(domain, |(_, one)| *one);
    let local = local.trim_matches('"');
    // One that begins with its `+` has no other name.
    let local = local.split('+').next().filter(|name| !name.is_empty()).unwrap_or(local);
    let ignored = IGNORED_SIGNS.iter().find(|(name, _)| *name == domain).map_or(&[][..], |(_, signs)| *signs);
    let local: String = local.chars().filter(|c| !ignored.contains(c)).collect();
    format!("{local}@{domain}")
}

/// Country codes of two digits; 1 and 7 have one, all others three.
const COUNTRIES_OF_TWO: &str = "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 \
84 86 90 91 92 93 94 95 98";

/// Whose telephone a number is, however it is written: digits of any script, `+` or `00` before it, signs between, and the zero that
/// is dialled within a country. For counting alone.
#[must_use]
pub fn number(telephone: &str) -> String {
    let digits: String = western_digits(telephone).chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    let country = match digits.get(..2) {
        Some(two) if two.starts_with(['1', '7']) => 1,
        Some(two) if COUNTRIES_OF_TWO.split(' ').any(|known| known == two) => 2,
        _ => 3,
    };
    let (country, own) = digits.split_at_checked(country).unwrap_or((digits, ""));
    // North America dials a 1 within it, everybody else a 0.
    format!("+{country}{}", own.trim_start_matches(if country == "1" { '1' } else { '0' }))
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

/// A cell that no spreadsheet takes for a formula, whichever separator it reads files by: `= + - @`, also of full width as East Asian
/// keyboards write them, get a quote before them where a cell begins or may be taken to begin; a leading tab or return too.
#[must_use]
pub fn formula_safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 1);
    if text.starts_with(['\t', '\r', '\n', '\0']) {
        safe.push('\'');
    }
    let mut begins = true;
    for character in text.chars() {
        if begins && matches!(character, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') {
            safe.push('\'');
        }
        begins = matches!(character, ';' | '\t' | '\r' | '\n') || (begins && matches!(character, '"' | ' '));
        safe.push(character);
    }
    safe
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
    fn a_name_is_met_by_its_first_and_its_last_word() {
        for (one, other) in [
            ("Salim Al-Busaidi", "سالم البوسعيدي"),
            ("Salim bin Khalid Al Busaidi", "Salim Al Busaidi"),
            ("Asma Al-Lawati", "ASMA SALIM AL LAWATI"),
        ] {
            assert!(may_be_same_name(one, other), "{one} {other}");
        }
        for (one, other) in
            [("Asma", "Asma"), ("Asma Al-Lawati", "Asma"), ("Asma Al-Lawati", "Maryam Al-Lawati"), ("", "")]
        {
            assert!(!may_be_same_name(one, other), "{one} {other}");
        }
    }

    #[test]
    fn spellings_of_one_value_are_equal() {
        assert_eq!(comparable("email", " Sara@Example.COM "), "sara@example.com");
        assert_eq!(comparable("national_id", "٧٨٤-1985 12"), comparable("national_id", "784198512"));
        assert_eq!(comparable("board_roll", "ab-12/x"), "AB12X");
    }

    #[test]
    fn a_mailbox_is_one_however_it_is_written() {
        for text in [
            "Sara@Example.org ",
            "sara+1@example.org",
            "sara+a+b@EXAMPLE.org.",
            "ｓａｒａ@ｅxample。org",
            "\"sara\"@example.org",
        ] {
            assert_eq!(mailbox(text), "sara@example.org", "{text}");
        }
        for text in ["s.a.ra@gmail.com", "Sara+x@GoogleMail.com", "sara@gmail.com"] {
            assert_eq!(mailbox(text), "sara@gmail.com", "{text}");
        }
        assert_eq!(mailbox("s-a_r.a@pm.me"), mailbox("sara@protonmail.com"));
        assert_eq!(mailbox("sara@mac.com"), "sara@icloud.com");
        // Elsewhere a dot makes another mailbox.
        assert_ne!(mailbox("sa.ra@example.org"), mailbox("sara@example.org"));
        assert_ne!(mailbox("+1@example.org"), mailbox("+2@example.org"));
        assert_eq!(mailbox("none"), "none");
    }

    #[test]
    fn a_telephone_is_one_however_it_is_written() {
        for text in ["+96891234567", "0096891234567", "+968 (0) 9123-4567", "٠٠٩٦٨٩١٢٣٤٥٦٧", "96891234567"]
        {
            assert_eq!(number(text), "+96891234567", "{text}");
        }
        assert_eq!(number("+44 07911 123456"), number("+447911123456"));
        assert_eq!(number("+1 1 202 555 0123"), number("+12025550123"));
        assert_eq!(number("+7 912 345 67 89"), "+79123456789");
        assert_eq!((number(""), number("5")), ("+".to_owned(), "+5".to_owned()));
        assert_ne!(number("+971501234567"), number("+971551234567"));
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
        // Where lists are separated by semicolons, a cell begins after each; within quotes too.
        for (text, safe) in [
            ("Omar A;=cmd|'/C calc'!A0;", "Omar A;'=cmd|'/C calc'!A0;"),
            ("a\n=1+1", "a\n'=1+1"),
            ("a; \"=1", "a; \"'=1"),
            ("\t=1", "'\t'=1"),
            ("a = b; c-d (+968)", "a = b; c-d (+968)"),
        ] {
            assert_eq!(formula_safe(text), safe);
        }
    }
}
