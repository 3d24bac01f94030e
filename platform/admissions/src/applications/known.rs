//! What is known of an application before anybody says where it is to go, and what of that stands in the way.

use kernel::{Caller, MessageId, Refusal, StoreError};
use machine::{Denied, Move};
use tenants::School;
use tenants::bundle::rounds::RoundConfig;
use words::Permission;
use words::verdict::Issue;

use super::decisions::{self, DecisionRow, Pending};
use super::guards::{self, Facts};
use super::model::{APPLICATION, Right, Standing, step};
use super::moves::is_of_our_own;
use super::store::ApplicationRow;

/// What is known of an application before anybody says where it is to go.
pub(super) struct Known<'a> {
    pub caller: &'a Caller,
    pub school: &'a School,
    pub row: &'a ApplicationRow,
    pub from: Standing,
    pub round: &'a RoundConfig,
    pub now: i64,
}

impl Known<'_> {
    /// A decision that waits, and whether the caller may withdraw it.
    pub fn pending(&self, row: DecisionRow) -> Result<Pending, StoreError> {
        let to = row.to()?;
        let (may_withdraw, may_release) = (self.may_withdraw(&row)?, self.may_decide(to));
        Ok(Pending { row, to, may_withdraw, may_release })
    }

    /// Whether the caller could decide so today.
    pub fn may_decide(&self, to: Standing) -> bool {
        decisions::may_decide(&self.facts(to), |right| self.holds(right))
    }

    /// Whether the caller may withdraw a decision: one that they could take today, or took themselves before their round asked for an approval.
    pub fn may_withdraw(&self, row: &DecisionRow) -> Result<bool, StoreError> {
        let is_own = row.actor_id.is_some() && row.actor_id.as_ref() == self.caller.user_id();
        Ok(self.may_decide(row.to()?) || (is_own && self.holds(Right::Decide)))
    }

    pub fn holds(&self, right: Right) -> bool {
        right.is_held(|permission| self.caller.may(permission))
    }

    pub fn facts(&self, to: Standing) -> Facts<'_> {
        let facts = Facts {
            from: self.from,
            to,
            round: self.round,
            bucket: &self.row.bucket,
            taken: 0,
            held_from: self.row.came_from(),
            seat_ended: self.row.seat_ended,
            review_by: None,
            today: self.school.today(self.now),
            hold_until: self.row.hold_until,
            is_accepted: self.row.accepted_at.is_some(),
            now: self.now,
            missing: &[],
            is_reasoned: false,
            may_offer: self.caller.may(Permission::ApplicationOffer),
            is_proposed: false,
            is_of_our_own: is_of_our_own(&self.row.tags.0),
            is_unique: true,
            appointment: self.row.appointment_at.map(|at| self.school.today(at)),
            has_open_conditions: false,
        };
        Facts { is_proposed: guards::needs_approval(&facts), ..facts }
    }

    /// Whether whoever wishes it gone there only proposes it.
    pub fn is_proposed(&self, to: Standing) -> bool {
        self.facts(to).is_proposed
    }

    /// Where the caller may send it.
    pub fn allowed(&self) -> Vec<Standing> {
        let all = APPLICATION.allowed(self.from, |right| self.holds(right));
        all.into_iter().filter(|to| guards::is_shown(&self.facts(*to))).collect()
    }

    /// The way there that the caller takes, whatever it asks besides; none for what is decided already and not told yet.
    pub fn way(&self, to: Standing, is_reasoned: bool, is_decided: bool) -> Result<Move<Standing, Right>, Refusal> {
        if is_decided && decisions::may_know(self.caller) {
            return Err(decisions::pending());
        }
        let way =
            step((self.from, to), |right| self.holds(right), is_reasoned).map_err(|denied| self.refused(denied))?;
        if is_decided { Err(self.told(Refusal::new(MessageId::A012))) } else { Ok(way) }
    }

    /// What a way asks besides, of what is known; a seat also where it is taken along into another bucket.
    pub fn guarded(&self, facts: &Facts<'_>, is_moved: bool) -> Result<(), Refusal> {
        let told = |refusal| decisions::discreet(self.caller, self.told(refusal));
        guards::require(facts).map_err(told)?;
        if is_moved { guards::seat_free(facts).map_err(told) } else { Ok(()) }
    }

    fn refused(&self, denied: Denied) -> Refusal {
        match denied {
            Denied::NoRight => Refusal::new(MessageId::A002),
            Denied::NoWay | Denied::NeedlessReason => self.told(Refusal::new(MessageId::A012)),
            Denied::NoReason => {
                Refusal::new(MessageId::F003).errors(vec![Issue::error("/transition/reason_text", "required")])
            }
        }
    }

    /// A012 says where it may go instead.
    fn told(&self, refusal: Refusal) -> Refusal {
        if refusal.id() == MessageId::A012 { refusal.with("allowed", self.allowed()) } else { refusal }
    }
}
