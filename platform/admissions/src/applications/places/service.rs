//! Following answers, and what somebody decides where they are not followed.

use std::sync::Arc;

use form::FormDocument;
use kernel::audit::{self, Entry};
use kernel::caller::Actor;
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId};
use serde_json::json;
use tenants::School;
use tenants::bundle::rounds::Approval;
use words::{Clock, Permission, Rng};

use super::super::claims;
use super::super::decisions;
use super::super::enter::Entering;
use super::super::guards::{self, Facts};
use super::super::known::Known;
use super::super::model::Standing;
use super::super::moves::{By, Going, note_bucket, offer_ends, suggest_next};
use super::super::overview::seats_of;
use super::super::proposals;
use super::super::service::{Applications, Shown};
use super::super::store::{self, ApplicationRow};
use super::model::{Choice, Differing, Differs, may_differ};
use crate::enquiries::{ENQUIRY, Submission};
use crate::forms::Forms;
use crate::letters;
use crate::tasks::said::{ACCEPTED, PLACE_DIFFERS, UNTOLD};
use crate::tasks::{self, Asking};

/// Lets an application compete where its answers say since they were changed, in the transaction that changes them: one that waits for review,
/// where nobody has sent it elsewhere, nothing is decided of it and families are let in there. Every other stays where the office has it, and
/// whoever looks after it is asked whether its place is moved; what was asked of it before is over.
pub(crate) async fn follow_answers(
    tx: &mut SchoolTx,
    (clock, rng): (&dyn Clock, &dyn Rng),
    (school, document): (&School, &FormDocument),
    (id, was, is, is_let_in): (&SubmissionId, &Entering, &Entering, bool),
    now: i64,
) -> Result<(), StoreError> {
    claims::follow(tx, (clock, rng), (school, id), (was.is_of_staff(), is.is_of_staff()), now).await?;
    let (from, to) = (was.place(), is.place());
    if from == to {
        return Ok(());
    }
    let is_followed = is_let_in && store::follow_answers(tx, id, from.0, from.1, to.0, to.1).await? > 0;
    // Answers of which nobody can tell a grade point nowhere.
    if !is_followed && !is.is_graded() {
        return Ok(());
    }
    tasks::close_said(tx, id, (&PLACE_DIFFERS, None), now).await?;
    let Some(row) = store::find_application(tx, id).await?.filter(|_| !is_followed) else { return Ok(()) };
    if !may_differ(row.standing()?) || (&*row.round, &*row.bucket) == to {
        return Ok(());
    }
    let differs = Differs::between(school, document, to, (&row.round, &row.bucket));
    let (params, today) = (differs.params(), school.today(now).to_string());
    let asking = Asking::new(id, &PLACE_DIFFERS, (row.owner_id.as_ref(), &today));
    tasks::ask(tx, (clock, rng), Asking { params: &params, ..asking }, now).await
}

/// Where the answers point of an application whose place is elsewhere, until somebody has moved it or kept it.
async fn differs(tx: &mut SchoolTx, row: &ApplicationRow) -> Result<Option<Differs>, StoreError> {
    if !may_differ(row.standing()?) {
        return Ok(None);
    }
    let asked = tasks::said_of(tx, &row.submission_id, &PLACE_DIFFERS).await?;
    Ok(asked.and_then(Differs::of).filter(|to| (&to.round, &to.bucket) != (&row.round, &row.bucket)))
}

/// The same as a caller sees it.
pub async fn differing(
    tx: &mut SchoolTx,
    caller: &Caller,
    school: &School,
    row: &ApplicationRow,
) -> Result<Option<Differing>, StoreError> {
    let Some(to) = differs(tx, row).await? else { return Ok(None) };
    let mut seats = None;
    if caller.may(Permission::SeatRead) {
        let mut told = seats_of(tx, &school.round(&to.round), &to.bucket).await?;
        told.keep(decisions::kept_in(tx, caller, (&to.round, &to.bucket)).await?);
        seats = Some(told);
    }
    Ok(Some(Differing { to, seats, may_settle: caller.may(Permission::ApplicationEdit) }))
}

/// Somebody has said whose place it is: nothing is asked of that any more.
pub async fn note_settled(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    by: Option<&UserId>,
    now: i64,
) -> Result<(), StoreError> {
    tasks::close_said(tx, id, (&PLACE_DIFFERS, by), now).await
}

impl Applications {
    /// Moves the place of an application to where its answers point, or keeps it where it is, and says how it stands then. A001 where nothing is
    /// to be moved, A003 where somebody was quicker, A012 where something waits to be told or
    /// approved, A014 without a seat there. To keep what differs in nothing changes nothing.
    pub async fn settle_place(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        wish: (i64, Choice),
    ) -> Result<Shown, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        caller.require(Permission::ApplicationEdit)?;
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let settled = self.try_to_settle(caller, school, &submission, wish).await;
        match settled {
            // As for a move: what is over keeps no seat.
            Err(refusal) if refusal.id() == MessageId::A014 => {
                if !self.free_overdue_seats(school).await {
                    return Err(refusal);
                }
                self.try_to_settle(caller, school, &submission, wish).await?;
            }
            settled => settled?,
        }
        self.shown(caller, school, id).await
    }

    async fn try_to_settle(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        submission: &Submission,
        wish: (i64, Choice),
    ) -> Result<(), Refusal> {
        let (applications, caller_then, school) = (self.clone(), caller.clone(), school.clone());
        let submission = submission.clone();
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move { applications.settle_in(tx, &caller_then, &school, &submission, wish).await })
        });
        write.await
    }

    async fn settle_in(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        submission: &Submission,
        (version, choice): (i64, Choice),
    ) -> Result<(), Refusal> {
        let (hand, id) = (self.hand(), &submission.id);
        let Actor::User { id: user, name, .. } = &caller.actor else { return Err(Refusal::new(MessageId::A002)) };
        let by = By { id: Some(user), name, role: caller.role_for(Permission::ApplicationEdit) };
        self.0.require_seen(tx, caller, school, id).await?;
        Forms::hold_submission(tx, id).await?;
        let row = store::find_application(tx, id).await?.ok_or_else(Refusal::not_found)?;
        if row.version != version {
            return Err(Refusal::new(MessageId::A003));
        }
        let to = match (differs(tx, &row).await?, choice) {
            (Some(to), _) => to,
            (None, Choice::Keep) => return Ok(()),
            (None, Choice::Move) => return Err(Refusal::not_found()),
        };
        if store::update_state(tx, id, version, &row.state, hand.now).await? == 0 {
            return Err(Refusal::new(MessageId::A003));
        }
        match choice {
            Choice::Keep => {
                note_settled(tx, id, by.id, hand.now).await?;
                let (is, was) = (json!(to.is).to_string(), json!(to.was).to_string());
                let entry = timeline::Entry {
                    at: hand.now,
                    actor_id: by.id,
                    actor_name: by.name,
                    role: by.role,
                    action: "place_kept",
                    from: Some(&was),
                    to: Some(&is),
                    ..timeline::Entry::default()
                };
                Timeline::resume(tx, hand.secret, Object::new(ENQUIRY.kind, id)).await?.add(tx, entry).await?;
            }
            Choice::Move => self.move_place(tx, caller, school, submission, (&row, &to, by)).await?,
        }
        let detail = json!({ "from": { "round": row.round, "bucket": row.bucket }, "to": { "round": to.round, "bucket": to.bucket },
            "moved": choice == Choice::Move });
        let entry = Entry { action: "application.place", object_kind: "enquiry", object_id: id.as_str(), detail };
        Ok(audit::record(tx, hand.clock, hand.rng, caller, entry).await?)
    }

    /// Takes the application, and the seat that is kept for it, to other places, in the transaction that holds it.
    async fn move_place(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        submission: &Submission,
        (row, to, by): (&ApplicationRow, &Differs, By<'_>),
    ) -> Result<(), Refusal> {
        let (hand, id, from) = (self.hand(), &submission.id, row.standing()?);
        if decisions::is_pending(tx, id).await? {
            return Err(decisions::pending());
        }
        if proposals::find_open(tx, id).await?.is_some() {
            return Err(proposals::pending());
        }
        let (own, other) = (school.round(&row.round), school.round(&to.round));
        // Another offer than the one that two agreed to asks for two: the first is taken back, and the other proposed.
        let asks_two = own.approval == Approval::Principal || other.approval == Approval::Principal;
        if from.status() == "F" && asks_two {
            return Err(Refusal::new(MessageId::A012).with("guard", "four_eyes"));
        }
        // What is over is none any more, also before the server has ended it.
        if from.status() == "F" && row.has_ended(hand.now) {
            return Err(Refusal::new(MessageId::A012).with("guard", "offer_stands"));
        }
        let (here, there) = ((&*row.round, &*row.bucket), (&*to.round, &*to.bucket));
        if row.keeps_seat(from) {
            // In one order for all: of two that change the same two, one waits and none for ever.
            let mut taken = 0;
            for (round, bucket) in if here < there { [here, there] } else { [there, here] } {
                let held = store::hold_seats(tx, round, bucket).await?.taken;
                if (round, bucket) == there {
                    taken = held;
                }
            }
            let known = Known { caller, school, row, from, round: &own, now: hand.now };
            let facts = Facts { round: &other, bucket: &to.bucket, taken, ..known.facts(from) };
            let told = |refusal: Refusal| decisions::discreet(caller, refusal.with("guard", "seat_free"));
            guards::seat_free(&facts).map_err(told)?;
            store::add_seats(tx, here.0, here.1, -1).await?;
            store::add_seats(tx, there.0, there.1, 1).await?;
        }
        store::update_place(tx, id, &to.round, &to.bucket).await?;
        note_bucket(tx, hand, submission, (&row.bucket, &to.bucket), by).await?;
        // Also where the school year alone is another.
        note_settled(tx, id, by.id, hand.now).await?;
        // A family is told at once what it is offered since.
        if from.status() == "F" {
            self.offer_elsewhere(tx, caller, school, submission, (from, &to.bucket)).await?;
        }
        if row.keeps_seat(from) || from == Standing::WWaitlist {
            suggest_next(tx, hand, school, here).await?;
        }
        Ok(())
    }

    /// Another offer is another answer: the letter of the first ends, and what was said to it, and its family is told of the second.
    async fn offer_elsewhere(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        submission: &Submission,
        (from, bucket): (Standing, &str),
    ) -> Result<(), Refusal> {
        let (hand, id) = (self.hand(), &submission.id);
        letters::follow(tx, hand, id, (from, Standing::SAssessed)).await?;
        let row = store::find_application(tx, id).await?.ok_or_else(Refusal::not_found)?;
        // One that stood by what its family wrote, past its last day, is answered like a new one.
        let over = row.hold_until.filter(|until| *until <= hand.now);
        let days = school.round(&row.round).offer_days;
        let until = over.map(|_| offer_ends(school, school.today(hand.now), days)).or(row.hold_until);
        store::offer_again(tx, id, until, hand.now).await?;
        tasks::close_said(tx, id, (&ACCEPTED, None), hand.now).await?;
        let row = store::find_application(tx, id).await?.ok_or_else(Refusal::not_found)?;
        let going = Going { hold_until: row.hold_until, ..Going::silent(from, bucket) };
        if self.issue_letter(tx, school, submission, &row, &going).await? {
            return Ok(());
        }
        if self.tell(tx, caller, school, submission, (from, &going)).await?.is_lost() {
            self.ask(tx, school, &row, &UNTOLD).await?;
        }
        Ok(())
    }
}
