//! How many parts a text message goes out in: each costs what a message costs.

use words::sabotage::{Guard, is_removed};

use super::Fault;

/// Most parts of a text: 612 letters of English, 268 of Arabic.
pub(super) const MOST: usize = 4;
/// What a part holds: alone, and with others.
const PLAIN: [usize; 2] = [160, 153];
const WIDE: [usize; 2] = [70, 67];
/// Letters of the alphabet of GSM 03.38 beside those of ASCII; all others make the whole text wide.
const ALPHABET: &str = "£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà";
/// Letters of ASCII that it lacks.
const LACKED: &str = "`";
/// Letters that take the place of two.
const DOUBLE: &str = "^{}\\[~]|€";

/// How many units a letter takes in the plain alphabet.
fn plain(c: char) -> Option<usize> {
    if DOUBLE.contains(c) {
        return Some(2);
    }
    let known = c == '\n' || c == '\r' || (' '..='\x7e').contains(&c) && !LACKED.contains(c) || ALPHABET.contains(c);
    known.then_some(1)
}

/// How many letters go into the first `most` parts, and into how many parts the whole text goes.
fn divided(text: &str, most: usize) -> (usize, usize) {
    let units: Option<Vec<usize>> = text.chars().map(plain).collect();
    let (holds, units) = match units {
        Some(units) => (PLAIN, units),
        None => (WIDE, text.chars().map(char::len_utf16).collect()),
    };
    if units.iter().sum::<usize>() <= holds[0] {
        return (units.len(), 1);
    }
    let (mut parts, mut filled, mut fits) = (1, 0, 0);
    for of_letter in units {
        // No letter is cut in two.
        if filled + of_letter > holds[1] {
            (parts, filled) = (parts + 1, 0);
        }
        filled += of_letter;
        fits += usize::from(parts <= most);
    }
    (fits, parts)
}

/// The text, if it has no more parts than a text message may.
pub(super) fn bounded(text: String) -> Result<String, Fault> {
    let text_end = text.trim_end();
    let (_, parts) = divided(text_end, MOST);
    if parts <= MOST || is_removed(Guard::TextLength) {
        return Ok(text);
    }
    let letters = if text.chars().all(|c| plain(c).is_some()) { PLAIN } else { WIDE };
    let message = format!("the text goes out as {parts} messages and may as {MOST}: {} letters", letters[1] * MOST);
    Err(Fault::at(1, "smsTooLong", message))
}

/// As much of the text as goes into the parts that it may have.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(divided(text, MOST).0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> usize {
        divided(text, MOST).1
    }

    #[test]
    fn parts_are_those_that_a_network_counts() {
        for (text, expected) in [
            ("", 1),
            (&"x".repeat(160), 1),
            (&"x".repeat(161), 2),
            (&"x".repeat(306), 2),
            (&"x".repeat(307), 3),
            (&"€".repeat(80), 1),
            (&"€".repeat(81), 2),
            // 153 is odd: the last place of a part stays empty before a letter of two.
            (&"€".repeat(153), 3),
            (&"س".repeat(70), 1),
            (&"س".repeat(71), 2),
            (&"س".repeat(134), 2),
            (&"س".repeat(135), 3),
            (&"😀".repeat(35), 1),
            // 67 is odd too.
            (&"😀".repeat(67), 3),
            (&format!("{}س", "x".repeat(70)), 2),
            ("a`", 1),
            (&"`".repeat(71), 2),
            (&"é@£ñ\n".repeat(32), 1),
        ] {
            assert_eq!(parts(text), expected, "{text:.20} × {}", text.chars().count());
        }
    }

    #[test]
    fn four_parts_and_no_more() {
        assert!(bounded("x".repeat(612)).is_ok() && bounded("س".repeat(268)).is_ok());
        for long in ["x".repeat(613), "س".repeat(269), "x".repeat(10_000)] {
            let fault = bounded(long.clone()).expect_err("too long");
            assert!(matches!(fault, Fault::Template { code: "smsTooLong", .. }), "{fault}");
            let short = cut(&long);
            assert!(long.starts_with(&short) && bounded(short).is_ok());
        }
        assert_eq!((cut("short"), cut(&"س".repeat(300)).chars().count()), ("short".into(), 268));
    }
}
