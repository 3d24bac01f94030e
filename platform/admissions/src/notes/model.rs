//! What a note may say, and who may change it.

use kernel::{Caller, Refusal, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::text::lines;
use words::{Permission, Role};

use crate::typed;

/// Notes of one submission.
pub const MOST_NOTES: i64 = 20;
/// Characters of one note.
pub const MOST_TEXT: usize = 2_000;

/// What whoever saw a child recommends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoteMark {
    /// To take it.
    Recommend,
    /// The same, with something that speaks against it.
    Reservations,
    /// Not to take it.
    Against,
}

impl NoteMark {
    /// As it is kept.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Recommend => "recommend",
            Self::Reservations => "reservations",
            Self::Against => "against",
        }
    }

    /// The one of that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Recommend, Self::Reservations, Self::Against].into_iter().find(|mark| mark.as_str() == name)
    }
}

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
    fn a_mark_is_read_back() {
        for mark in [NoteMark::Recommend, NoteMark::Reservations, NoteMark::Against] {
            assert_eq!(NoteMark::parse(mark.as_str()), Some(mark));
        }
        assert_eq!(NoteMark::parse("perhaps"), None);
    }

    #[test]
    fn a_note_says_something_and_not_too_much() {
        let text = |typed: &str| text_of(typed).ok();
        assert_eq!(text("  calls\r\nafter four \u{202E} ").as_deref(), Some("calls\nafter four"));
        assert_eq!(text(" \u{FEFF}\n "), None);
        assert_eq!(text(&"ع".repeat(MOST_TEXT)).map(|text| text.chars().count()), Some(MOST_TEXT));
        assert_eq!(text(&"ع".repeat(MOST_TEXT + 1)), None);
    }
}
