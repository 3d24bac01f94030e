//! What is asked of many applications at once and what becomes of each: pure rules.

use jiff::civil::Date;
use kernel::bulk::BulkJob;
use kernel::{BulkJobId, Caller, MessageId, Refusal, SubmissionId};
use machine::{Move, Reason, State as _};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::verdict::Issue;
use words::{Language, Permission};

use super::super::decisions::may_know;
use super::super::list::Wanted;
use super::super::model::{APPLICATION, Right, Standing, step};
use super::super::service::{Transition, Wish};
use super::store::WayCount;
use crate::enquiries::{Sight, is_visible};
use crate::typed::refused;

/// Its kind among bulk jobs.
pub const KIND: &str = "application_moves";
/// Most applications of one.
pub const MOST: usize = 5_000;
/// Most that are named one by one.
pub const MOST_CHOSEN: usize = 500;
/// Where the day stands on which somebody looks again.
const REVIEW_BY: &str = "/transition/review_by";

/// Which applications.
#[derive(Debug, Clone)]
pub enum Chosen {
    /// These, in this order.
    These(Vec<SubmissionId>),
    /// All that match, in the order in which they came.
    Matching(Box<Wanted>),
}

/// What somebody wants of many.
#[derive(Debug, Clone)]
pub struct NewMoves {
    /// Of each, whatever its version.
    pub transition: Transition,
    pub chosen: Chosen,
    /// Of the file of results.
    pub language: Language,
}

/// What a job is carried out with.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Wants {
    /// Where they go; none for back to where each came from.
    pub to: Option<Standing>,
    pub reason: Option<String>,
    pub text: Option<String>,
    /// `YYYY-MM-DD`.
    pub review_by: Option<String>,
    pub is_told: bool,
    /// When it is told; none for at once.
    #[serde(default)]
    pub publish_at: Option<i64>,
    pub language: Language,
    /// The job that is undone.
    pub undo_of: Option<BulkJobId>,
    /// Whether what was proposed is approved.
    #[serde(default)]
    pub approves: bool,
    /// Whether its results tell what not everybody may know: of decisions, and of what is proposed.
    #[serde(default)]
    pub is_discreet: bool,
    /// The forms that who asked saw then.
    pub visible: String,
    /// The audiences that they were in.
    pub audiences: Vec<String>,
}

/// What became of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MoveOutcome)]
pub enum Outcome {
    /// It stands where it was sent.
    Moved,
    /// It is decided and told later.
    Decided,
    /// It is proposed, for another account to approve.
    Proposed,
    /// Its decision, or what was proposed of it, was withdrawn.
    Withdrawn,
    /// It stands where it stood.
    Refused,
    /// It was moved, and sent back since.
    Undone,
}

/// A job with what became of its applications so far.
#[derive(Debug)]
pub struct Moves {
    pub job: BulkJob,
    pub to: Option<Standing>,
    pub publish_at: Option<i64>,
    pub approves: bool,
    pub undo_of: Option<BulkJobId>,
    pub counts: Counts,
    /// Whether some of them can be sent back by the caller.
    pub can_undo: bool,
    /// What whoever asked for it is called.
    pub by: String,
    /// Whether that is the caller.
    pub is_own: bool,
}

/// Whether somebody sees, ends and undoes what others began, as far as their own ways lead: who manages people, and who reads what everybody did.
pub fn oversees(caller: &Caller) -> bool {
    caller.may(Permission::UserManage) || caller.may(Permission::AuditRead)
}

/// How many went which way.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    pub moved: i64,
    pub decided: i64,
    pub proposed: i64,
    pub withdrawn: i64,
    pub refused: i64,
    pub undone: i64,
}

impl Counts {
    /// All that have a result.
    #[must_use]
    pub fn all(self) -> i64 {
        self.moved + self.decided + self.proposed + self.withdrawn + self.refused + self.undone
    }
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Moved, Self::Decided, Self::Proposed, Self::Withdrawn, Self::Refused, Self::Undone];

    /// As it is stored and told.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Moved => "moved",
            Self::Decided => "decided",
            Self::Proposed => "proposed",
            Self::Withdrawn => "withdrawn",
            Self::Refused => "refused",
            Self::Undone => "undone",
        }
    }

    /// The outcome of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }
}

impl Wants {
    /// Of a job.
    pub fn of(job: &BulkJob) -> Result<Self, Refusal> {
        serde_json::from_value(job.wants.clone()).map_err(Refusal::internal)
    }

    /// What is asked of one that goes there, over that version.
    pub fn wish(&self, to: Standing, version: i64) -> Result<Wish, Refusal> {
        let review_by = self.review_by.as_deref().map(str::parse::<Date>).transpose().map_err(Refusal::internal)?;
        let (reason, text, is_told, publish_at) =
            (self.reason.clone(), self.text.clone(), self.is_told, self.publish_at);
        let (bucket, overrides, is_approval, appointment) = (None, false, false, None);
        Ok(Wish {
            version,
            to,
            reason,
            text,
            review_by,
            bucket,
            is_told,
            publish_at,
            overrides,
            is_approval,
            appointment,
        })
    }

    /// A002 unless who asked may still do it, and still sees all that may be in it.
    pub fn require(&self, caller: &Caller, visible: &str, sight: &Sight) -> Result<(), Refusal> {
        caller.require(Permission::EnquiryRead)?;
        if self.approves {
            caller.require(Permission::ApplicationOffer)?;
        } else {
            require_way(caller, self.to)?;
        }
        self.require_seen(caller, visible, sight)
    }

    /// A002 unless somebody sees all that may be in it.
    pub fn require_seen(&self, caller: &Caller, visible: &str, sight: &Sight) -> Result<(), Refusal> {
        if !self.is_told_to(caller) {
            return Err(Refusal::new(MessageId::A002));
        }
        let then: Option<Vec<String>> = serde_json::from_str(&self.visible).ok();
        let sees = visible == "*" || then.is_some_and(|then| then.iter().all(|form| is_visible(visible, form)));
        if sees && sight.covers(&self.audiences) { Ok(()) } else { Err(Refusal::new(MessageId::A002)) }
    }

    /// Whether a caller may know what it tells.
    #[must_use]
    pub fn is_told_to(&self, caller: &Caller) -> bool {
        !self.is_discreet || may_know(caller)
    }

    /// Whether seats may be taken by it.
    #[must_use]
    pub fn takes_seats(&self) -> bool {
        self.to.is_none_or(|to| to.takes_seat(None))
    }
}

/// The ways that lead there, or all.
fn ways(to: Option<Standing>) -> impl Iterator<Item = &'static Move<Standing, Right>> {
    APPLICATION.moves.iter().filter(move |way| to.is_none_or(|to| way.to == to))
}

/// A002 unless some way there is the caller's to take.
pub fn require_way(caller: &Caller, to: Option<Standing>) -> Result<(), Refusal> {
    let is_held = ways(to).any(|way| way.needs.is_held(|permission| caller.may(permission)));
    if is_held { Ok(()) } else { Err(Refusal::new(MessageId::A002)) }
}

/// Where a caller may send some.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MoveWay {
    pub to: Standing,
    /// Whether a reason has to be said, wherever they stand.
    needs_reason: bool,
    /// Where they stand of which a way leads there.
    from: Vec<Standing>,
}

/// Where a caller may send some. Each child has an appointment of its own.
pub fn ways_of(caller: &Caller) -> Vec<MoveWay> {
    let told = |to: &Standing| {
        let own = || ways(Some(*to)).filter(|way| way.needs.is_held(|permission| caller.may(permission)));
        let needs_reason = own().all(|way| matches!(way.reason, Reason::Required));
        let from: Vec<Standing> = own().flat_map(|way| way.from.iter().copied()).collect();
        (!from.is_empty()).then_some(MoveWay { to: *to, needs_reason, from })
    };
    Standing::ALL.iter().filter(|to| **to != Standing::SScheduled).filter_map(told).collect()
}

/// F003 where it can be seen before any application is looked at that something is not said: why, or when somebody looks again.
pub fn require_said(wish: &Wish, today: Date) -> Result<(), Refusal> {
    let mut there = ways(Some(wish.to)).filter(|way| way.needs != Right::Server);
    if !wish.is_reasoned() && there.all(|way| matches!(way.reason, Reason::Required)) {
        return Err(refused(Issue::error("/transition/reason_text", "required")));
    }
    match wish.review_by {
        _ if wish.to.status() != "O" => Ok(()),
        None => Err(refused(Issue::error(REVIEW_BY, "required"))),
        Some(day) if day < today => Err(refused(Issue::error(REVIEW_BY, "minDate").with("limit", today.to_string()))),
        Some(_) => Ok(()),
    }
}

impl Moves {
    /// With what became of its applications, as a caller may go on with it; `by` is what whoever asked for it is called.
    pub fn of(job: BulkJob, ways: &[WayCount], by: String, caller: &Caller) -> Result<Self, Refusal> {
        let wants = Wants::of(&job)?;
        let own = || ways.iter().filter(|way| way.job_id == job.id);
        let n = |outcome: Outcome| own().filter(|way| way.outcome == outcome.as_str()).map(|way| way.n).sum();
        let decides = Right::Decide.is_held(|permission| caller.may(permission));
        let leads_back = |way: &WayCount| {
            // What waits is withdrawn, whatever way there is.
            if way.outcome != Outcome::Moved.as_str() {
                return decides;
            }
            let (Some(from), Some(to)) = (Standing::parse(&way.to_state), Standing::parse(&way.from_state)) else {
                return false;
            };
            step((from, to), |right| right.is_held(|permission| caller.may(permission)), true).is_ok()
        };
        let can_undo =
            !job.state.is_open() && wants.undo_of.is_none() && own().any(|way| way.open > 0 && leads_back(way));
        let counts = Counts {
            moved: n(Outcome::Moved),
            decided: n(Outcome::Decided),
            proposed: n(Outcome::Proposed),
            withdrawn: n(Outcome::Withdrawn),
            refused: n(Outcome::Refused),
            undone: n(Outcome::Undone),
        };
        let Wants { to, publish_at, approves, undo_of, .. } = wants;
        let is_own = caller.user_id() == Some(&job.account);
        Ok(Self { job, to, publish_at, approves, undo_of, counts, can_undo, by, is_own })
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn wish(to: Standing) -> Wish {
        Wish {
            version: 1,
            to,
            reason: None,
            text: None,
            review_by: None,
            bucket: None,
            is_told: false,
            publish_at: None,
            overrides: false,
            is_approval: false,
            appointment: None,
        }
    }

    fn code(wish: &Wish) -> &'static str {
        require_said(wish, date(2026, 11, 21)).err().map_or("", |refusal| refusal.id().as_str())
    }

    #[test]
    fn why_and_when_are_asked_before_anything_is_looked_at() {
        assert_eq!(code(&wish(Standing::WWaitlist)), "");
        assert_eq!(code(&wish(Standing::WReview)), "", "some ways back ask for no reason");
        assert_eq!(code(&wish(Standing::RSchool)), "F003");
        let said = Wish { reason: Some("no_place".into()), ..wish(Standing::RSchool) };
        assert_eq!(code(&said), "");
        let held = |day| Wish { review_by: day, ..Wish { text: Some("x".into()), ..wish(Standing::OOther) } };
        assert_eq!(code(&held(None)), "F003");
        assert_eq!(code(&held(Some(date(2026, 11, 20)))), "F003");
        assert_eq!(code(&held(Some(date(2026, 11, 21)))), "");
    }

    #[test]
    fn an_outcome_is_read_back_and_an_unknown_one_is_none() {
        for outcome in Outcome::ALL {
            assert_eq!(Outcome::parse(outcome.as_str()), Some(outcome));
        }
        assert_eq!(Outcome::parse("lost"), None);
    }
}
