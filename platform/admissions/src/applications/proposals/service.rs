//! Proposing, approving, sending back and taking back, and what ends a proposal otherwise.

use std::sync::Arc;

use kernel::audit::{self, Entry};
use kernel::caller::Actor;
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId, outbox};
use machine::State as _;
use serde_json::{Value, json};
use tenants::School;
use words::Permission;

use super::super::decisions;
use super::super::model::{Right, Standing};
use super::super::moves::{By, Hand};
use super::super::service::{Applications, Applied, Shown, Wish};
use super::super::store::{self as applications, ApplicationRow};
use super::jobs::ProposalOverdue;
use super::model::{Past, Proposed, Which, why};
use super::store::{self, NewProposal, ProposalRow};
use crate::enquiries::Submission;
use crate::forms::Forms;
use crate::ids::ProposalId;
use crate::tasks::said::{OFFER_PROPOSED, REFUSAL_PROPOSED, RETURNED, Said};
use crate::tasks::{self, Asking};

/// What a proposal's history is called.
const KIND: &str = "proposal";
/// Whose task an approval is.
pub(super) const APPROVES: Permission = Permission::ApplicationOffer;
/// Who works on what was sent back.
pub(super) const PROPOSES: Permission = Permission::ApplicationEdit;

/// What waits for an approval.
pub async fn find_open(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Option<ProposalRow>, StoreError> {
    Ok(store::find_proposal(tx, id).await?.filter(ProposalRow::is_open))
}

/// What is proposed, or was and came back, for who may know; none for everybody else.
pub async fn seen_by(tx: &mut SchoolTx, caller: &Caller, id: &SubmissionId) -> Result<Option<ProposalRow>, StoreError> {
    if decisions::may_know(caller) { store::find_proposal(tx, id).await } else { Ok(None) }
}

/// What became of its proposals, for who may know; nothing for everybody else.
pub async fn past_of(tx: &mut SchoolTx, caller: &Caller, id: &SubmissionId) -> Result<Vec<Past>, StoreError> {
    if !decisions::may_know(caller) {
        return Ok(Vec::new());
    }
    let (entries, _) = timeline::page(tx, Object::new(KIND, id), None).await?;
    let past = entries.into_iter().map(|row| Past {
        action: row.action,
        at: row.at,
        by: row.actor_name,
        to: row.to_value,
        text: row.comment,
    });
    Ok(past.collect())
}

/// Writes down what is proposed, in the transaction that looked at it: the application stays where it stands. F003 for a moment that is too near
/// or too far. When it was.
pub async fn propose(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    (caller, school): (&Caller, &School),
    row: &ApplicationRow,
    (proposed, by): (Proposed<'_>, By<'_>),
) -> Result<i64, Refusal> {
    let Proposed { from, going, publish_at, is_told } = proposed;
    let (id, user) = (&row.submission_id, by.id.ok_or_else(|| Refusal::new(MessageId::A002))?);
    if let Some(at) = publish_at {
        decisions::require_ahead(at, hand.now)?;
    }
    // What was sent back is proposed anew.
    store::delete_proposal(tx, id).await?;
    tasks::close_for(tx, id, PROPOSES, hand.now).await?;
    let proposal = ProposalId::new(hand.clock, hand.rng);
    let new = NewProposal {
        id: &proposal,
        submission: id,
        from_state: from.as_str(),
        to_state: going.to.as_str(),
        bucket: going.bucket,
        publish_at,
        reason: going.reason,
        comment: going.comment,
        is_told,
        proposed_by: user,
        proposer_name: by.name,
        now: hand.now,
    };
    store::insert_proposal(tx, &new).await?;
    if let Some(at) = publish_at {
        let job = ProposalOverdue { submission: id.clone(), proposal: proposal.clone() };
        outbox::enqueue_at(tx, hand.clock, hand.rng, proposal.as_str(), &job, at).await?;
    }
    let entry = timeline::Entry {
        from: Some(from.as_str()),
        to: Some(going.to.as_str()),
        reason: going.reason,
        comment: going.comment,
        ..entry_of(hand, "proposed", by)
    };
    note(tx, hand, id, entry).await?;
    let said = if going.to.status() == "F" { &OFFER_PROPOSED } else { &REFUSAL_PROPOSED };
    ask(tx, hand, school, row, (said, None, APPROVES)).await?;
    let detail = json!({ "from": from, "to": going.to, "reason": going.reason });
    write_down(tx, hand, caller, (id, "application.propose", detail)).await?;
    Ok(hand.now)
}

/// Ends what is proposed as the application goes somewhere, in the transaction that sends it.
pub async fn end_by_move(tx: &mut SchoolTx, hand: Hand<'_>, id: &SubmissionId, by: By<'_>) -> Result<(), StoreError> {
    let Some(proposal) = store::find_proposal(tx, id).await? else { return Ok(()) };
    store::delete_proposal(tx, id).await?;
    tasks::close_for(tx, id, PROPOSES, hand.now).await?;
    if proposal.is_open() {
        tasks::close_for(tx, id, APPROVES, hand.now).await?;
        note(tx, hand, id, entry_of(hand, "ended", by)).await?;
    }
    Ok(())
}

fn entry_of<'a>(hand: Hand<'_>, action: &'a str, by: By<'a>) -> timeline::Entry<'a> {
    timeline::Entry { at: hand.now, actor_id: by.id, actor_name: by.name, role: by.role, action, ..Default::default() }
}

async fn note(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    id: &SubmissionId,
    entry: timeline::Entry<'_>,
) -> Result<(), StoreError> {
    Timeline::resume(tx, hand.secret, Object::new(KIND, id)).await?.add(tx, entry).await
}

/// A task that nobody else reads than who holds a right.
pub(super) async fn ask(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    school: &School,
    row: &ApplicationRow,
    (said, owner, right): (&'static Said, Option<&UserId>, Permission),
) -> Result<(), StoreError> {
    let today = school.today(hand.now).to_string();
    let asking = Asking::new(&row.submission_id, said, (owner, &today));
    tasks::ask(tx, (hand.clock, hand.rng), Asking { right: Some(right), ..asking }, hand.now).await
}

async fn write_down(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    caller: &Caller,
    (id, action, detail): (&SubmissionId, &str, Value),
) -> Result<(), StoreError> {
    let entry = Entry { action, object_kind: "enquiry", object_id: id.as_str(), detail };
    audit::record(tx, hand.clock, hand.rng, caller, entry).await
}

/// Who does something with a proposal, with the role that lets them.
fn by_of(caller: &Caller, right: Right) -> By<'_> {
    let Actor::User { id, name, .. } = &caller.actor else { return By::default() };
    let role = right.permissions().iter().find_map(|permission| caller.role_for(*permission));
    By { id: Some(id), name, role }
}

impl Applications {
    /// Approves what another account proposed: the application goes there now, with all that the way asks, or is decided to be told later. A001
    /// where nothing waits, A003 where it is another proposal, A017 for whoever made it; else as for a move.
    pub async fn approve_proposal(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        proposal: &ProposalId,
    ) -> Result<Shown, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        caller.require(APPROVES)?;
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let approved = self.try_to_approve(caller, school, &submission, proposal).await;
        match approved {
            // As for a move: what is over keeps no seat.
            Err(refusal) if refusal.id() == MessageId::A014 => {
                if !self.free_overdue_seats(school).await {
                    return Err(refusal);
                }
                self.try_to_approve(caller, school, &submission, proposal).await?;
            }
            approved => approved?,
        }
        self.shown(caller, school, id).await
    }

    async fn try_to_approve(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        submission: &Submission,
        proposal: &ProposalId,
    ) -> Result<(), Refusal> {
        let (applications, caller_then, school) = (self.clone(), caller.clone(), school.clone());
        let (submission, proposal) = (submission.clone(), proposal.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let which = Which::Named(&proposal);
                applications.approve_in(tx, &caller_then, &school, &submission, which).await.map(drop)
            })
        });
        write.await
    }

    /// The same within a transaction: where it leads, and what became of it.
    pub(in super::super) async fn approve_in(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        submission: &Submission,
        which: Which<'_>,
    ) -> Result<(Standing, Applied), Refusal> {
        let (hand, id) = (self.hand(), &submission.id);
        caller.require(APPROVES)?;
        let (row, proposal) = self.open_in(tx, caller, school, id).await?;
        if !which.is(&proposal) {
            return Err(Refusal::new(MessageId::A003));
        }
        if proposal.is_of(caller.user_id()) {
            return Err(Refusal::new(MessageId::A017));
        }
        let (from, to) = (row.standing()?, proposal.to()?);
        store::delete_proposal(tx, id).await?;
        tasks::close_for(tx, id, APPROVES, hand.now).await?;
        note(tx, hand, id, entry_of(hand, "approved", by_of(caller, Right::Offer))).await?;
        let detail = json!({ "from": from, "to": to, "proposed_by": proposal.proposed_by });
        write_down(tx, hand, caller, (id, "application.proposal_approve", detail)).await?;
        let wish = Wish {
            version: row.version,
            to,
            reason: proposal.reason,
            text: proposal.comment,
            review_by: None,
            bucket: Some(proposal.bucket),
            is_told: proposal.is_told,
            publish_at: proposal.publish_at,
            overrides: false,
            is_approval: true,
            appointment: None,
        };
        let applied = self.apply(tx, caller, school, submission, &wish).await;
        Ok((to, applied.map_err(|refusal| refusal.relative_to("/transition"))?))
    }

    /// Sends back what another proposed, with a reason, or takes back what is one's own. A001 where nothing waits, A002 for whoever may do neither,
    /// A003 where it is another proposal, F003 at `/reason_text`.
    pub async fn return_proposal(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (proposal, text): (ProposalId, Option<String>),
    ) -> Result<Shown, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        // Whoever proposes nothing is told the same whether something waits or not.
        if !Right::Decide.is_held(|permission| caller.may(permission)) {
            return Err(Refusal::new(MessageId::A002));
        }
        self.0.count_read(caller, 1).await?;
        let (applications, caller_then, school_then, id_then) =
            (self.clone(), caller.clone(), school.clone(), id.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let asked = (&proposal, text.as_deref());
                applications.return_in(tx, &caller_then, &school_then, &id_then, asked).await
            })
        });
        write.await?;
        self.shown(caller, school, id).await
    }

    async fn return_in(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (proposal, text): (&ProposalId, Option<&str>),
    ) -> Result<(), Refusal> {
        let hand = self.hand();
        let (row, open) = self.open_in(tx, caller, school, id).await?;
        if open.id != *proposal {
            return Err(Refusal::new(MessageId::A003));
        }
        if open.is_of(caller.user_id()) {
            why(text, true)?;
            return self.take_back(tx, caller, &open).await;
        }
        caller.require(APPROVES)?;
        let (said, by) = (why(text, false)?, by_of(caller, Right::Offer));
        store::return_proposal(tx, id, by.name, &said, hand.now).await?;
        tasks::close_for(tx, id, APPROVES, hand.now).await?;
        tasks::close_for(tx, id, PROPOSES, hand.now).await?;
        let entry = timeline::Entry {
            from: Some(open.from_state.as_str()),
            to: Some(open.to_state.as_str()),
            comment: Some(&said),
            ..entry_of(hand, "returned", by)
        };
        note(tx, hand, id, entry).await?;
        ask(tx, hand, school, &row, (&RETURNED, Some(&open.proposed_by), PROPOSES)).await?;
        let detail = json!({ "to": open.to_state, "proposed_by": open.proposed_by });
        Ok(write_down(tx, hand, caller, (id, "application.proposal_return", detail)).await?)
    }

    /// Takes back what the caller proposed, within the transaction that holds the submission.
    async fn take_back(&self, tx: &mut SchoolTx, caller: &Caller, open: &ProposalRow) -> Result<(), Refusal> {
        let (hand, id) = (self.hand(), &open.submission_id);
        store::delete_proposal(tx, id).await?;
        tasks::close_for(tx, id, APPROVES, hand.now).await?;
        tasks::close_for(tx, id, PROPOSES, hand.now).await?;
        note(tx, hand, id, entry_of(hand, "withdrawn", by_of(caller, Right::Decide))).await?;
        let detail = json!({ "to": open.to_state });
        Ok(write_down(tx, hand, caller, (id, "application.proposal_withdraw", detail)).await?)
    }

    /// Takes back what an account proposed at that moment, within a transaction. A003 where that is over.
    pub(in super::super) async fn take_back_in(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        (id, at, by): (&SubmissionId, i64, &UserId),
    ) -> Result<(), Refusal> {
        let over = || Refusal::new(MessageId::A003);
        self.0.require_seen(tx, caller, school, id).await?;
        Forms::hold_submission(tx, id).await?;
        let open = find_open(tx, id).await?.filter(|row| row.proposed_at == at && row.is_of(Some(by)));
        self.take_back(tx, caller, &open.ok_or_else(over)?).await
    }

    /// An application with what waits for an approval, held. A001 where nothing does.
    async fn open_in(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<(ApplicationRow, ProposalRow), Refusal> {
        self.0.require_seen(tx, caller, school, id).await?;
        Forms::hold_submission(tx, id).await?;
        let row = applications::find_application(tx, id).await?.ok_or_else(Refusal::not_found)?;
        Ok((row, find_open(tx, id).await?.ok_or_else(Refusal::not_found)?))
    }
}
