//! What staff may send, and what they say of it.

use std::sync::Arc;

use blocks::Languages;
use blocks::catalogue::LetterKind;
use jiff::civil::Date;
use kernel::Refusal;
use tenants::School;
use tenants::bundle::letters::{LetterTemplate, SignerRole};
use words::text::lines;
use words::verdict::Issue;
use words::{Currency, Money};

use crate::typed::refused;

/// Letters of one application, of all kinds, past which nobody adds one by hand.
pub(in crate::letters) const MOST_LETTERS: usize = 40;
/// Letters that are printed as one file.
pub(in crate::letters) const MOST_PRINTED: usize = 100;
/// Days on which one letter was posted.
pub(super) const MOST_POSTS: usize = 20;
/// Days for which a letter can be opened, where nobody says how many.
const DAYS: u16 = 90;
/// Characters of what is said of a letter.
const MOST_TEXT: usize = 300;

/// A letter that somebody wants to send.
#[derive(Debug, Clone)]
pub struct ByHand {
    /// Of its template.
    pub code: String,
    /// What it is written in; none for what its template is.
    pub languages: Option<Languages>,
    /// For how many days it can be opened.
    pub days: Option<u16>,
    /// What financial documents are to cover, as it was typed.
    pub amount: Option<String>,
}

/// That a letter was posted on paper.
#[derive(Debug, Clone)]
pub struct NewPost {
    pub day: Date,
    pub note: String,
}

/// Whether a letter asks its family for something, which a closed application needs no more.
pub(in crate::letters) const fn asks(kind: LetterKind) -> bool {
    matches!(kind, LetterKind::Consent | LetterKind::FinancialRequest)
}

/// Whether a letter of a template can be sent by hand: a plain one that nobody of the family signs, a consent, or a request for
/// financial documents.
pub(super) fn is_by_hand(template: &LetterTemplate) -> bool {
    let is_read = template.signers.iter().all(|signer| signer.role == SignerRole::School);
    match template.kind {
        LetterKind::Plain => is_read,
        LetterKind::Consent | LetterKind::FinancialRequest => true,
        LetterKind::Offer | LetterKind::ConditionalOffer | LetterKind::Acceptance => false,
    }
}

impl ByHand {
    /// Its template. F003 at `/code` for what is none, or goes out otherwise; at `/days` for too few or too many.
    pub(in crate::letters) fn template(&self, school: &School) -> Result<Arc<LetterTemplate>, Refusal> {
        let found = school.letters().get(&self.code).filter(|template| is_by_hand(template));
        if !(1..=365).contains(&self.days()) {
            return Err(refused(Issue::error("/days", "range")));
        }
        found.cloned().ok_or_else(|| refused(Issue::error("/code", "enum")))
    }

    /// What financial documents are to cover. F003 at `/amount` for what is no amount of the school's currency, and for a letter that asks for none.
    pub(super) fn amount(&self, school: &School, kind: LetterKind) -> Result<Option<Money>, Refusal> {
        let Some(typed) = self.amount.as_deref().filter(|typed| !typed.trim().is_empty()) else { return Ok(None) };
        let read = || Money::parse(typed, Currency::parse(&school.config().currency)?);
        let found = read().filter(|money| money.minor() > 0 && kind == LetterKind::FinancialRequest);
        found.map(Some).ok_or_else(|| refused(Issue::error("/amount", "money")))
    }

    pub(in crate::letters) fn days(&self) -> u16 {
        self.days.unwrap_or(DAYS)
    }
}

impl NewPost {
    /// What was typed. F003 at `/posted_on` for a day that is none, is still to come, or is before the letter; at `/note` for too much.
    pub(in crate::letters) fn checked(&self, issued_on: &str, today: Date) -> Result<String, Refusal> {
        let issued: Option<Date> = issued_on.parse().ok();
        if self.day > today || issued.is_some_and(|issued| self.day < issued) {
            return Err(refused(Issue::error("/posted_on", "range")));
        }
        let note = lines(&self.note);
        if note.chars().count() > MOST_TEXT {
            return Err(refused(Issue::error("/note", "maxLength").with("limit", MOST_TEXT)));
        }
        Ok(note)
    }
}

/// Why something is done. F003 at `/reason` where nothing is said, or too much.
pub(in crate::letters) fn reason_of(typed: &str) -> Result<String, Refusal> {
    let reason = lines(typed);
    match reason.chars().count() {
        0 => Err(refused(Issue::error("/reason", "required"))),
        length if length > MOST_TEXT => Err(refused(Issue::error("/reason", "maxLength").with("limit", MOST_TEXT))),
        _ => Ok(reason),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_letter_is_posted_between_its_day_and_today() {
        let today = date(2026, 11, 28);
        let posted = |day| NewPost { day, note: "  By courier\r\n".to_owned() }.checked("2026-11-20", today).ok();
        assert_eq!(posted(date(2026, 11, 20)).as_deref(), Some("By courier"));
        assert_eq!(posted(today).as_deref(), Some("By courier"));
        assert_eq!(posted(date(2026, 11, 19)), None);
        assert_eq!(posted(date(2026, 11, 29)), None);
        let long = NewPost { day: today, note: "x".repeat(MOST_TEXT + 1) };
        assert!(long.checked("2026-11-20", today).is_err());
    }

    #[test]
    fn a_reason_says_something_and_not_too_much() {
        assert_eq!(reason_of(" Wrong year \n").ok().as_deref(), Some("Wrong year"));
        assert!(reason_of(" \u{202E} ").is_err() && reason_of(&"س".repeat(MOST_TEXT + 1)).is_err());
    }
}
