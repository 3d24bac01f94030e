//! How a condition stands, and what may be said of it.

use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::Refusal;
use serde::Serialize;
use utoipa::ToSchema;
use words::Permission;
use words::Text;
use words::text::lines;
use words::verdict::Issue;

use super::store::ConditionRow;
use crate::forms::SubmittedFile;
use crate::typed::refused;

/// Characters of a reason.
const MOST_TEXT: usize = 300;
/// Most days for which a condition is open again.
const MOST_DAYS: i64 = 366;

/// States of a condition.
pub(super) mod state {
    /// Nobody said anything of it.
    pub const OPEN: &str = "open";
    /// The same, and its family sent something.
    pub const SUBMITTED: &str = "submitted";
}

/// What is said of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Met,
    Failed,
    Waived,
    /// It is open again, or longer.
    Open,
}

impl Decision {
    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Failed => "failed",
            Self::Waived => "waived",
            Self::Open => state::OPEN,
        }
    }

    /// What the history calls it.
    pub(super) const fn told(self) -> &'static str {
        match self {
            Self::Met => "condition_met",
            Self::Failed => "condition_failed",
            Self::Waived => "condition_waived",
            Self::Open => "condition_open",
        }
    }

    /// Who says it: whoever makes offers forgives what one depends on. One that fails ends the offer, and that way asks for its own right.
    pub(super) const fn right(self) -> Permission {
        match self {
            Self::Met | Self::Open => Permission::ApplicationEdit,
            Self::Waived => Permission::ApplicationOffer,
            Self::Failed => Permission::EnquiryRead,
        }
    }

    /// Whether it is said why.
    const fn needs_reason(self) -> bool {
        matches!(self, Self::Failed | Self::Waived)
    }

    /// Whether it can be said of a condition that stands so.
    pub(super) fn follows(self, state: &str) -> bool {
        self == Self::Open || state == state::OPEN
    }
}

/// What somebody says of a condition, as they typed it.
#[derive(Debug, Clone)]
pub struct Deciding {
    pub decision: Decision,
    pub reason: String,
    /// The new day of one that is open again.
    pub due_on: Option<Date>,
}

impl Deciding {
    /// The reason and the new day. F003 at `/reason` where one is needed, or too much is said; at `/due_on` where a day is needed, is over, or
    /// more than a year off.
    pub(super) fn checked(&self, today: Date) -> Result<(Option<String>, Option<Date>), Refusal> {
        let reason = Some(lines(&self.reason)).filter(|reason| !reason.is_empty());
        if reason.is_none() && self.decision.needs_reason() {
            return Err(refused(Issue::error("/reason", "required")));
        }
        if reason.as_ref().is_some_and(|reason| reason.chars().count() > MOST_TEXT) {
            return Err(refused(Issue::error("/reason", "maxLength").with("limit", MOST_TEXT)));
        }
        let day = match (self.decision, self.due_on) {
            (Decision::Open, None) => return Err(refused(Issue::error("/due_on", "required"))),
            (Decision::Open, Some(day)) if day < today || day > today.saturating_add(MOST_DAYS.days()) => {
                return Err(refused(Issue::error("/due_on", "range")));
            }
            (Decision::Open, day) => day,
            _ => None,
        };
        Ok((reason, day))
    }
}

/// A condition with what was sent for it.
#[derive(Debug, Clone)]
pub struct Followed {
    pub row: ConditionRow,
    /// The oldest first.
    pub files: Vec<SubmittedFile>,
    /// Whether its reader reads what is sent for it: who does not may forgive it, and say nothing else of it.
    pub may_judge: bool,
}

impl Followed {
    pub(super) fn of(row: ConditionRow, files: &[SubmittedFile]) -> Self {
        // What came after the school had said something of it was not looked at.
        let until = row.decided_at.unwrap_or(i64::MAX);
        let is_its = |file: &&SubmittedFile| {
            row.field.as_ref() == Some(&file.field) && (row.since..=until).contains(&file.created_at)
        };
        let files = files.iter().filter(is_its).cloned().collect();
        Self { row, files, may_judge: true }
    }

    /// How it stands: `open`, `submitted`, `met`, `failed`, `waived`.
    #[must_use]
    pub fn state(&self) -> &str {
        if self.row.state == state::OPEN && !self.files.is_empty() { state::SUBMITTED } else { &self.row.state }
    }

    /// Whether its family may send something for it, in an offer that stands.
    #[must_use]
    pub fn takes_files(&self, now: i64) -> bool {
        self.row.state == state::OPEN && self.row.field.is_some() && now < self.row.ends_at
    }
}

/// A condition of its offer, as a family reads it on its own page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConditionTold {
    pub text: Text,
    /// `YYYY-MM-DD`: its last day.
    pub due_on: String,
    /// `open`, `submitted`, `met`, `failed`, `waived`.
    pub state: String,
    /// The paper that its document is, as `papers` has it; null where nothing is sent for it.
    pub field: Option<String>,
}

impl ConditionTold {
    /// Whether the school said something of it, and of what a question's files answer.
    pub(crate) fn is_judged_by(&self, field: &str) -> bool {
        self.field.as_deref() == Some(field) && !matches!(self.state.as_str(), state::OPEN | state::SUBMITTED)
    }
}

impl From<Followed> for ConditionTold {
    fn from(one: Followed) -> Self {
        let state = one.state().to_owned();
        let ConditionRow { text, due_on, field, .. } = one.row;
        Self { text: text.0, due_on, state, field }
    }
}

/// How far a family is to be reminded on a day: 1 from a week before, 2 from the day before, 3 once the day is over.
pub(super) fn level(due_on: Date, today: Date) -> i64 {
    match today.until(due_on).map_or(i32::MAX, |span| span.get_days()) {
        ..0 => 3,
        0..=1 => 2,
        2..=7 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn said(decision: Decision, reason: &str, due_on: Option<Date>) -> Option<(Option<String>, Option<Date>)> {
        Deciding { decision, reason: reason.to_owned(), due_on }.checked(date(2026, 11, 28)).ok()
    }

    #[test]
    fn what_is_said_of_a_condition_has_what_it_needs() {
        let day = Some(date(2026, 12, 12));
        assert_eq!(said(Decision::Met, " ", day), Some((None, None)), "a day is of what is open again alone");
        assert_eq!(said(Decision::Failed, "", None), None);
        assert_eq!(said(Decision::Waived, " Seen ", None), Some((Some("Seen".to_owned()), None)));
        assert_eq!(said(Decision::Open, "", None), None);
        assert_eq!(said(Decision::Open, "", Some(date(2026, 11, 27))), None);
        assert_eq!(said(Decision::Open, "", Some(date(2027, 12, 30))), None);
        assert_eq!(said(Decision::Open, "", day), Some((None, day)));
        assert_eq!(said(Decision::Met, &"x".repeat(MOST_TEXT + 1), None), None);
    }

    #[test]
    fn families_are_reminded_a_week_and_a_day_before() {
        let due = date(2026, 12, 12);
        let on = |day| level(due, date(2026, 12, day));
        assert_eq!([4, 5, 10, 11, 12, 13].map(on), [0, 1, 1, 2, 2, 3]);
        assert_eq!([level(due, date(2026, 8, 1)), level(due, date(2027, 2, 1))], [0, 3]);
    }
}
