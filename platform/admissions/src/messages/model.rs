//! What a message may say, and how many there may be.

use kernel::Refusal;
use words::text::lines;

use crate::typed;

/// Characters of one message.
pub const MOST_TEXT: usize = 4_000;
/// Messages of one submission, of both sides.
pub const MOST_MESSAGES: i64 = 500;
/// Of these the last are the school's: a family that wrote all the others is still answered.
pub const KEPT_FOR_SCHOOL: i64 = 100;
/// Characters of what a mail is called.
pub const MOST_SUBJECT: usize = 120;
/// What a family writes about one submission in a day.
pub const MOST_OF_FAMILY: i64 = 20;
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A message's text without what nobody sees. F003 when nothing is left or it is too long.
pub fn text_of(typed: &str) -> Result<String, Refusal> {
    typed::text_of(&lines(typed), MOST_TEXT)
}

/// Why a submission takes no more.
pub fn full() -> Refusal {
    typed::full(MOST_MESSAGES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_says_something_and_not_too_much() {
        let text = |typed: &str| text_of(typed).ok();
        assert_eq!(text("  Which day?\r\n\r\nThank you \u{202E} ").as_deref(), Some("Which day?\n\nThank you"));
        assert_eq!(text(" \u{FEFF}\n "), None);
        assert_eq!(text(&"ع".repeat(MOST_TEXT + 1)), None);
    }
}
