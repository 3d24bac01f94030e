//! What is chosen, and how a consent of a child stands.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::GivenRow;

/// Consents that one letter asks for.
pub(super) const MOST_ASKED: usize = 8;
/// Days for which it can be answered, where nobody says how many.
pub(super) const DAYS: u16 = 14;
/// Characters of why one is withdrawn.
pub(super) const MOST_REASON: usize = 300;

/// What a family says to a consent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ConsentChoice)]
pub enum Choice {
    /// They agree.
    Accepted,
    /// They do not.
    Refused,
}

impl Choice {
    /// As it is kept.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Refused => "refused",
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        [Self::Accepted, Self::Refused].into_iter().find(|choice| choice.as_str() == text)
    }
}

/// What is chosen of which consent, by its code.
pub type Choices = BTreeMap<String, Choice>;

/// What counts of an answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Given<'a> {
    pub choice: &'a str,
    pub version: &'a str,
    pub is_withdrawn: bool,
}

impl<'a> From<&'a GivenRow> for Given<'a> {
    fn from(row: &'a GivenRow) -> Self {
        Self { choice: &row.choice, version: &row.version, is_withdrawn: row.withdrawn_at.is_some() }
    }
}

/// How a consent of a child stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ConsentStand)]
pub enum Stand {
    /// The newest answer is yes, to the words of now.
    Accepted,
    /// It is no.
    Refused,
    /// It was yes, and was withdrawn.
    Withdrawn,
    /// A letter with it is out, and no answer stands.
    Asked,
    /// Nobody asked.
    Never,
    /// It was yes, to words that are others now.
    Older,
}

impl Stand {
    /// Of one whose newest answer is this, and that a letter waits for or not; `version` is its template's now, none where there is none any more. Whoever
    /// refused or withdrew and is asked again is asked.
    pub(super) fn of(newest: Option<Given<'_>>, is_asked: bool, version: Option<&str>) -> Self {
        match newest {
            Some(given) if given.is_withdrawn && !is_asked => Self::Withdrawn,
            Some(given) if given.choice == Choice::Refused.as_str() && !given.is_withdrawn && !is_asked => {
                Self::Refused
            }
            Some(given) if given.is_withdrawn || given.choice == Choice::Refused.as_str() => Self::Asked,
            Some(given) if version.is_some_and(|version| version != given.version) => Self::Older,
            Some(_) => Self::Accepted,
            None if is_asked => Self::Asked,
            None => Self::Never,
        }
    }

    /// As a file says it, in English and Arabic.
    pub(super) const fn in_words(self) -> [&'static str; 2] {
        match self {
            Self::Accepted => ["Accepted", "موافقة"],
            Self::Refused => ["Refused", "رفض"],
            Self::Withdrawn => ["Withdrawn", "سُحبت"],
            Self::Asked => ["Asked", "طُلبت"],
            Self::Never => ["Not asked", "لم تُطلب"],
            Self::Older => ["Accepted, older text", "موافقة على نص أقدم"],
        }
    }

    /// Whether the school has the family's yes: also to words that were others then.
    pub(super) const fn is_given(self) -> bool {
        matches!(self, Self::Accepted | Self::Older)
    }
}
