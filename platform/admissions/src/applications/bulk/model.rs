//! What is asked of many applications at once and what becomes of each: pure rules.

use jiff::civil::Date;
use kernel::bulk::BulkJob;
use kernel::{BulkJobId, Caller, MessageId, Refusal, SubmissionId};
use machine::{Move, Reason, State as _};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::verdict::Issue;
use words::{Language, Permission};

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
    Matching(Wanted),
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
    pub language: Language,
    /// The job that is undone.
    pub undo_of: Option<BulkJobId>,
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
    pub undo_of: Option<BulkJobId>,
    pub moved: i64,
    pub refused: i64,
    pub undone: i64,
    /// Whether some of them can be sent back by the caller.
    pub can_undo: bool,
}

impl Outcome {
    /// As it is stored and told.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Moved => "moved",
            Self::Refused => "refused",
            Self::Undone => "undone",
        }
    }

    /// The outcome of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Moved, Self::Refused, Self::Undone].into_iter().find(|one| one.as_str() == name)
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
        let (reason, text, is_told) = (self.reason.clone(), self.text.clone(), self.is_told);
        Ok(Wish { version, to, reason, text, review_by, bucket: None, is_told, publish_at: None })
    }

    /// A002 unless who asked may still do it, and still sees all that may be in it.
    pub fn require(&self, caller: &Caller, visible: &str, sight: &Sight) -> Result<(), Refusal> {
        caller.require(Permission::EnquiryRead)?;
        require_way(caller, self.to)?;
        let then: Option<Vec<String>> = serde_json::from_str(&self.visible).ok();
        let sees = visible == "*" || then.is_some_and(|then| then.iter().all(|form| is_visible(visible, form)));
        if sees && sight.covers(&self.audiences) { Ok(()) } else { Err(Refusal::new(MessageId::A002)) }
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

/// Where a caller may send some, each with whether all of their ways there ask why.
pub fn ways_of(caller: &Caller) -> Vec<(Standing, bool)> {
    let told = |to: &Standing| {
        let own = ways(Some(*to)).filter(|way| way.needs.is_held(|permission| caller.may(permission)));
        let asks: Vec<bool> = own.map(|way| matches!(way.reason, Reason::Required)).collect();
        (!asks.is_empty()).then(|| (*to, asks.into_iter().all(|asks| asks)))
    };
    Standing::ALL.iter().filter_map(told).collect()
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

/// Whether a refusal says what trouble the server has, and nothing of the application: it is tried again.
pub fn is_trouble(refusal: &Refusal) -> bool {
    refusal.id().status().is_server_error()
}

impl Moves {
    /// With what became of its applications, as a caller may go on with it.
    pub fn of(job: BulkJob, ways: &[WayCount], caller: &Caller) -> Result<Self, Refusal> {
        let wants = Wants::of(&job)?;
        let own = || ways.iter().filter(|way| way.job_id == job.id);
        let n = |outcome: Outcome| own().filter(|way| way.outcome == outcome.as_str()).map(|way| way.n).sum();
        let leads_back = |way: &WayCount| {
            let (Some(from), Some(to)) = (Standing::parse(&way.to_state), Standing::parse(&way.from_state)) else {
                return false;
            };
            step((from, to), |right| right.is_held(|permission| caller.may(permission)), true).is_ok()
        };
        let can_undo = !job.state.is_open()
            && wants.undo_of.is_none()
            && own().any(|way| way.outcome == Outcome::Moved.as_str() && leads_back(way));
        let (moved, refused, undone) = (n(Outcome::Moved), n(Outcome::Refused), n(Outcome::Undone));
        Ok(Self { job, to: wants.to, undo_of: wants.undo_of, moved, refused, undone, can_undo })
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn wish(to: Standing) -> Wish {
        let (reason, text) = (None, None);
        Wish { version: 1, to, reason, text, review_by: None, bucket: None, is_told: false, publish_at: None }
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
        for outcome in [Outcome::Moved, Outcome::Refused, Outcome::Undone] {
            assert_eq!(Outcome::parse(outcome.as_str()), Some(outcome));
        }
        assert_eq!(Outcome::parse("lost"), None);
    }

    #[test]
    fn an_application_s_own_no_is_no_trouble_of_the_server() {
        for id in [MessageId::A001, MessageId::A012, MessageId::A014, MessageId::L002, MessageId::R012] {
            assert!(!is_trouble(&Refusal::new(id)), "{}", id.as_str());
        }
        for id in [MessageId::R007, MessageId::R008, MessageId::R009, MessageId::R999] {
            assert!(is_trouble(&Refusal::new(id)), "{}", id.as_str());
        }
    }
}
