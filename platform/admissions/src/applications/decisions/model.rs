//! What may wait, for how long, and who knows of it: pure rules.

use kernel::{Caller, MessageId, Refusal, StoreError};
use machine::State as _;
use words::Permission;
use words::clock::iso;
use words::verdict::Issue;

use super::super::guards::{self, Facts};
use super::super::model::{Right, Standing, step};
use super::super::moves::Going;
use super::store::DecisionRow;
use crate::typed::refused;

/// How far ahead the moment lies at least.
const SOONEST_MS: i64 = 60_000;
/// And at most.
const FARTHEST_MS: i64 = 180 * 86_400_000;
/// Where a moment stands in a request.
const AT: &str = "/transition/publish_at";

/// What somebody decides, to be told later.
#[derive(Debug, Clone, Copy)]
pub struct Decided<'a> {
    pub from: Standing,
    pub going: Going<'a>,
    pub publish_at: i64,
    /// Whether the family is written to then.
    pub is_told: bool,
}

/// A decision that waits, as one of those who may know sees it.
#[derive(Debug)]
pub struct Pending {
    pub row: DecisionRow,
    /// Where it leads.
    pub to: Standing,
    /// Whether they may withdraw it.
    pub may_withdraw: bool,
    /// Whether they may tell it now, where it came back with a backup.
    pub may_release: bool,
}

impl DecisionRow {
    /// Where it leads; a row that leads nowhere cannot be read.
    pub fn to(&self) -> Result<Standing, StoreError> {
        let unknown =
            || StoreError::Inconsistent { table: "decisions", column: "to_state", id: self.submission_id.to_string() };
        Standing::parse(&self.to_state).ok_or_else(unknown)
    }
}

/// The moment that a transition names. F003 for a text that is none, and for a way that is told at once.
pub fn moment(text: Option<String>, to: Standing) -> Result<Option<i64>, Refusal> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    if to.status() != "F" && to != Standing::RSchool {
        return Err(refused(Issue::error(AT, "enum")));
    }
    let at = text.parse::<jiff::Timestamp>().map_err(|_| refused(Issue::error(AT, "format")))?;
    Ok(Some(at.as_millisecond()))
}

/// F003 for a moment that has as good as come, or is too far off.
pub fn require_ahead(at: i64, now: i64) -> Result<(), Refusal> {
    let beyond = |code: &str, limit: i64| {
        let refusal = refused(Issue::error(AT, code).with("limit", iso(limit)));
        Err(refusal.with("guard", "release_ahead"))
    };
    if at < now + SOONEST_MS {
        return beyond("minDate", now + SOONEST_MS);
    }
    if at > now + FARTHEST_MS {
        return beyond("maxDate", now + FARTHEST_MS);
    }
    Ok(())
}

/// The right of those who are asked to do something about one that nobody else knows of.
pub const KNOWING: Permission = Permission::ApplicationEdit;

/// Who may know of decisions that wait: those who take them, and those who read in the log that they were taken.
#[must_use]
pub fn may_know(caller: &Caller) -> bool {
    let knowing = [Permission::ApplicationEdit, Permission::ApplicationOffer, Permission::AuditRead];
    knowing.into_iter().any(|right| caller.may(right))
}

/// Whether a caller may decide so, and so withdraw it: as the way asks, whatever else stands in it by now.
pub fn may_decide(facts: &Facts<'_>, holds: impl Fn(Right) -> bool) -> bool {
    step((facts.from, facts.to), holds, true).is_ok() && guards::is_theirs(facts)
}

/// It is decided already: nothing else becomes of it until it is told, or withdrawn.
#[must_use]
pub fn pending() -> Refusal {
    let refusal = Refusal::new(MessageId::A012).with("guard", "decision_pending");
    refusal.with("allowed", [""; 0])
}

/// A refusal as the caller may read it: what a bucket has taken counts seats that not everybody may know of.
#[must_use]
pub fn discreet(caller: &Caller, refusal: Refusal) -> Refusal {
    if refusal.id() == MessageId::A014 && !may_know(caller) { Refusal::new(MessageId::A014) } else { refusal }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000_000;

    fn code(refused: Result<(), Refusal>) -> &'static str {
        refused.err().map_or("", |refusal| refusal.id().as_str())
    }

    #[test]
    fn offers_and_a_no_of_the_schools_may_wait_and_nothing_else() {
        for to in Standing::ALL.iter().copied() {
            let waits = matches!(to, Standing::FUnconditional | Standing::FConditional | Standing::RSchool);
            assert_eq!(moment(Some("2027-01-05T05:00:00Z".into()), to).is_ok(), waits, "{to:?}");
            assert!(moment(None, to).is_ok_and(|at| at.is_none()));
        }
        for text in ["tomorrow", "2027-01-05", "2027-01-05T05:00:00", "1800000000000"] {
            assert!(moment(Some(text.into()), Standing::RSchool).is_err(), "{text}");
        }
        let told = moment(Some("2027-01-15T08:00:00Z".into()), Standing::RSchool);
        assert_eq!(told.expect("a moment"), Some(1_800_000_000_000));
    }

    #[test]
    fn a_moment_is_a_minute_ahead_at_least_and_half_a_year_at_most() {
        assert_eq!(code(require_ahead(NOW + SOONEST_MS - 1, NOW)), "F003");
        assert_eq!(code(require_ahead(NOW + SOONEST_MS, NOW)), "");
        assert_eq!(code(require_ahead(NOW + FARTHEST_MS, NOW)), "");
        assert_eq!(code(require_ahead(NOW + FARTHEST_MS + 1, NOW)), "F003");
        assert_eq!(code(require_ahead(i64::MAX, NOW)), "F003");
    }
}
