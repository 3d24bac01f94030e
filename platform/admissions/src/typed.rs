//! Words that somebody typed beside a submission: without what nobody sees, and not too much of them.

use jiff::civil::Date;
use kernel::{MessageId, Refusal};
use words::verdict::Issue;

/// Words of several lines or of one, trimmed and counted. F003 at `/text` when nothing is left or it is too long.
pub(crate) fn text_of(cleaned: &str, most: usize) -> Result<String, Refusal> {
    let text = cleaned.trim().to_owned();
    match text.chars().count() {
        0 => Err(refused(Issue::error("/text", "required"))),
        length if length > most => Err(refused(Issue::error("/text", "maxLength").with("limit", most))),
        _ => Ok(text),
    }
}

/// Why there is no place for more.
pub(crate) fn full(most: i64) -> Refusal {
    refused(Issue::error("/text", "maxItems").with("limit", most))
}

/// What is wrong, at its field.
pub(crate) fn refused(issue: Issue) -> Refusal {
    Refusal::new(MessageId::F003).errors(vec![issue])
}

/// A day that a list is narrowed by, `YYYY-MM-DD`.
pub(crate) fn read_day(text: &str) -> Result<Date, Refusal> {
    text.parse().map_err(|_| Refusal::malformed("a day is written YYYY-MM-DD"))
}
