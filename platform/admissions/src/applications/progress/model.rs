//! The steps of an application, and the days for which it has stood somewhere.

use std::collections::BTreeMap;

use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;

use super::super::model::Standing;

/// How far an application came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ApplicationStep)]
pub enum Step {
    /// It was sent.
    Applied,
    /// It was shortlisted.
    Shortlisted,
    /// A place was offered.
    Offered,
    /// The offer was accepted.
    Accepted,
    /// The place was booked.
    Booked,
    /// The child was enrolled.
    Enrolled,
}

impl Step {
    /// In their order, each with the number that it is kept as.
    pub const ALL: [(Self, i64); 6] = [
        (Self::Applied, 0),
        (Self::Shortlisted, 1),
        (Self::Offered, 2),
        (Self::Accepted, 3),
        (Self::Booked, 4),
        (Self::Enrolled, 5),
    ];

    /// How far whatever stands there came at least.
    #[must_use]
    pub fn of(standing: Standing) -> Self {
        match standing {
            // There was an offer, or nobody could have declined it.
            Standing::RDeclined | Standing::RExpired => Self::Offered,
            other => match other.status() {
                "S" => Self::Shortlisted,
                "F" => Self::Offered,
                "A" => Self::Accepted,
                "B" => Self::Booked,
                "C" => Self::Enrolled,
                _ => Self::Applied,
            },
        }
    }

    /// As it is kept.
    #[must_use]
    pub fn number(self) -> i64 {
        Self::ALL.iter().find(|(step, _)| *step == self).map_or(0, |(_, number)| *number)
    }
}

/// How many reached a step, or one beyond it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct FunnelStep {
    pub step: Step,
    pub reached: i64,
}

/// Of so many that came so far each, how many reached each step.
#[must_use]
pub fn funnel(furthest: &[(i64, i64)]) -> Vec<FunnelStep> {
    let reached = |number: i64| -> i64 { furthest.iter().filter(|(step, _)| *step >= number).map(|(_, n)| n).sum() };
    Step::ALL.iter().map(|(step, number)| FunnelStep { step: *step, reached: reached(*number) }).collect()
}

/// Statuses in which an application waits for somebody, in the order of its way.
pub const WAITING: [&str; 6] = ["W", "S", "O", "F", "A", "B"];

/// How long the applications of a status have stood there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WaitingStatus {
    /// One of the six that something follows: `W`.
    pub status: &'static str,
    /// How many stand there.
    pub n: i64,
    /// Days of the school's for which the one in the middle has stood there; null where none does.
    pub median_days: Option<i64>,
    /// Days of the one that has stood there longest.
    pub oldest_days: Option<i64>,
    /// Days in which the school wants it done (`targets` of its settings); null where it does not say.
    pub target_days: Option<u16>,
    /// How many have stood there for more days than that; null where it does not say.
    pub over_target: Option<i64>,
}

/// The first moment of a status' last good day: what stands there since before it is over its target. Everything is in time where the school
/// does not say.
#[must_use]
pub fn good_since(school: &School, today: Date, status: &str, targets: &BTreeMap<String, u16>) -> i64 {
    let Some(days) = targets.get(status) else { return i64::MIN };
    let first = today.saturating_sub(i64::from(*days).days()).to_zoned(school.time_zone().clone());
    first.map_or(i64::MIN, |midnight| midnight.timestamp().as_millisecond())
}

/// Days of the school's since a moment.
#[must_use]
pub fn days_since(school: &School, today: Date, moment: i64) -> i64 {
    let passed = today.since(school.today(moment)).map_or(0, |span| i64::from(span.get_days()));
    passed.max(0)
}

#[cfg(test)]
mod tests {
    use machine::State as _;

    use super::*;

    #[test]
    fn whoever_came_further_passed_the_steps_before() {
        let reached: Vec<i64> = funnel(&[(0, 7), (1, 2), (3, 1), (5, 1)]).iter().map(|one| one.reached).collect();
        assert_eq!(reached, [11, 4, 2, 2, 1, 1]);
        assert!(funnel(&[]).iter().all(|one| one.reached == 0));
    }

    #[test]
    fn a_standing_says_how_far_one_came_at_least() {
        let of = |standing: Standing| Step::of(standing);
        assert_eq!((of(Standing::WWaitlist), of(Standing::OSeat)), (Step::Applied, Step::Applied));
        assert_eq!((of(Standing::RExpired), of(Standing::RDeclined)), (Step::Offered, Step::Offered));
        assert_eq!((of(Standing::RWithdrawn), of(Standing::RSchool)), (Step::Applied, Step::Applied));
        assert_eq!((of(Standing::SAssessed).number(), of(Standing::C).number()), (1, 5));
    }

    #[test]
    fn what_waits_is_what_is_not_over() {
        let open = |status: &str| Standing::ALL.iter().any(|one| one.status() == status);
        assert!(WAITING.iter().all(|status| open(status)));
        let over = super::super::super::model::APPLICATION.over;
        assert!(Standing::ALL.iter().all(|one| WAITING.contains(&one.status()) != over.contains(one)));
    }
}
