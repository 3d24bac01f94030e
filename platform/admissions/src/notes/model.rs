//! What a note may say, and who may change it.

use kernel::{Caller, Refusal, UserId};
use words::text::lines;
use words::{Permission, Role};

use crate::typed;

/// Notes of one submission.
pub const MOST_NOTES: i64 = 20;
/// Characters of one note.
pub const MOST_TEXT: usize = 2_000;

/// A note's text without what nobody sees. F003 when nothing is left or it is too long.
pub fn text_of(typed: &str) -> Result<String, Refusal> {
    typed::text_of(&lines(typed), MOST_TEXT)
}

/// Why a submission takes no more.
pub fn full() -> Refusal {
    typed::full(MOST_NOTES)
}

/// Whether the caller may change what that person wrote.
pub fn may_change(caller: &Caller, author: &UserId) -> bool {
    caller.may(Permission::EnquiryReview) && caller.user_id() == Some(author)
}

/// Whether the caller may take away what that person wrote.
pub fn may_remove(caller: &Caller, author: &UserId) -> bool {
    may_change(caller, author) || (caller.may(Permission::EnquiryEdit) && caller.roles().contains(&Role::SchoolAdmin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_says_something_and_not_too_much() {
        let text = |typed: &str| text_of(typed).ok();
        assert_eq!(text("  calls\r\nafter four \u{202E} ").as_deref(), Some("calls\nafter four"));
        assert_eq!(text(" \u{FEFF}\n "), None);
        assert_eq!(text(&"ع".repeat(MOST_TEXT)).map(|text| text.chars().count()), Some(MOST_TEXT));
        assert_eq!(text(&"ع".repeat(MOST_TEXT + 1)), None);
    }
}
