//! Taking a decision that is told later, telling it when its moment has come, and what ends it before.

use std::sync::Arc;

use kernel::audit::{self, Entry};
use kernel::caller::Actor;
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId, outbox};
use machine::State as _;
use serde_json::json;
use tenants::School;
use words::clock::iso;
use words::{Permission, Role, ids};

use super::super::known::Known;
use super::super::model::{Right, Standing};
use super::super::moves::{
    By, Going, Hand, HeldSeats, hold_seats, note_bucket, offer_ends, settle, suggest_next, write_down,
};
use super::super::proposals;
use super::super::service::{Applications, Shown};
use super::super::store::{self as applications, ApplicationRow};
use super::super::waitlist::suggest_next_quietly;
use super::jobs::ReleaseDecision;
use super::model::{self, Decided};
use super::store::{self, DecisionRow, KeptRow, NewDecision};
use crate::enquiries::Submission;
use crate::forms::Forms;
use crate::tasks::said::{DECISION_UNTOLD, LAPSED, Said};
use crate::tasks::{self, Asking};

/// What a decision's history is called: it is told to nobody, and proves who decided what and when.
const KIND: &str = "decision";

/// Whether something is decided of an application, and waits.
pub async fn is_pending(tx: &mut SchoolTx, id: &SubmissionId) -> Result<bool, StoreError> {
    Ok(store::find_decision(tx, id).await?.is_some())
}

/// Whether what waits is what that account decided then.
pub async fn is_that(tx: &mut SchoolTx, id: &SubmissionId, by: Option<&UserId>, at: i64) -> Result<bool, StoreError> {
    let found = store::find_decision(tx, id).await?;
    Ok(found.is_some_and(|row| row.decided_at == at && row.actor_id.as_ref() == by))
}

/// What is decided of it, for who may know; none for everybody else.
pub async fn seen_by(tx: &mut SchoolTx, caller: &Caller, id: &SubmissionId) -> Result<Option<DecisionRow>, StoreError> {
    if model::may_know(caller) { store::find_decision(tx, id).await } else { Ok(None) }
}

/// Seats that offers keep which are not told yet, for who may know; none for everybody else.
pub async fn kept_seats(tx: &mut SchoolTx, caller: &Caller) -> Result<Vec<KeptRow>, StoreError> {
    if model::may_know(caller) { store::kept_seats(tx).await } else { Ok(Vec::new()) }
}

/// The same of one bucket.
pub async fn kept_in(tx: &mut SchoolTx, caller: &Caller, (round, bucket): (&str, &str)) -> Result<i64, StoreError> {
    let kept = kept_seats(tx, caller).await?;
    Ok(kept.iter().filter(|row| row.round == round && row.bucket == bucket).map(|row| row.n).sum())
}

/// Writes down what was decided, in the transaction that looked at it and holds the seats: the application stays where it stands. F003 for a
/// moment that is too near or too far. When it was.
pub async fn decide(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    caller: &Caller,
    row: &ApplicationRow,
    (decided, by): (Decided<'_>, By<'_>),
) -> Result<i64, Refusal> {
    let Decided { from, going, publish_at, is_told } = decided;
    model::require_ahead(publish_at, hand.now)?;
    let id = &row.submission_id;
    let new = NewDecision {
        id,
        from_state: from.as_str(),
        to_state: going.to.as_str(),
        bucket: going.bucket,
        publish_at,
        reason: going.reason,
        comment: going.comment,
        is_told,
        actor_id: by.id,
        actor_name: by.name,
        role: by.role.map(Role::as_str),
        now: hand.now,
    };
    store::insert_decision(tx, &new).await?;
    // What somebody proposed is over with it.
    proposals::end_by_move(tx, hand, id, by).await?;
    if is_offer(going.to) {
        applications::add_seats(tx, &row.round, going.bucket, 1).await?;
    }
    let job = ReleaseDecision { submission: id.clone() };
    // One that was withdrawn has a job of its own, which finds nothing.
    let dedup = ids::new_id(hand.clock, hand.rng);
    outbox::enqueue_at(tx, hand.clock, hand.rng, &dedup, &job, publish_at).await?;
    let entry = timeline::Entry {
        from: Some(from.as_str()),
        to: Some(going.to.as_str()),
        reason: going.reason,
        comment: going.comment,
        ..entry_of(hand, "decided", by)
    };
    note(tx, hand, id, entry).await?;
    let detail = json!({ "from": from, "to": going.to, "reason": going.reason, "at": iso(publish_at) });
    let entry = Entry { action: "application.decide", object_kind: "enquiry", object_id: id.as_str(), detail };
    audit::record(tx, hand.clock, hand.rng, caller, entry).await?;
    Ok(hand.now)
}

/// Ends what waits as the family takes its application back, in the transaction that holds the submission. Whose places have a seat again.
pub async fn end_by_family(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    row: &ApplicationRow,
    name: &str,
) -> Result<Option<String>, StoreError> {
    let Some(decision) = store::find_decision(tx, &row.submission_id).await? else { return Ok(None) };
    let by = By { name, ..By::default() };
    let is_free = end(tx, hand, row, &decision, ("withdrawn_by_family", by)).await?;
    Ok(is_free.then_some(decision.bucket))
}

/// Ends one before it is told. Whether a seat is free since.
async fn end(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    row: &ApplicationRow,
    decision: &DecisionRow,
    (action, by): (&str, By<'_>),
) -> Result<bool, StoreError> {
    store::delete_decision(tx, &row.submission_id).await?;
    let kept = is_offer(decision.to()?);
    if kept {
        applications::hold_seats(tx, &row.round, &decision.bucket).await?;
        applications::add_seats(tx, &row.round, &decision.bucket, -1).await?;
    }
    note(tx, hand, &row.submission_id, entry_of(hand, action, by)).await?;
    Ok(kept)
}

/// Whether a way there takes a seat; nothing that waits had one that it keeps.
fn is_offer(to: Standing) -> bool {
    to.takes_seat(None)
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

/// Who withdraws it, with the role that lets them.
fn by_of(caller: &Caller) -> By<'_> {
    let Actor::User { id, name, .. } = &caller.actor else { return By::default() };
    let role = Right::Decide.permissions().iter().find_map(|permission| caller.role_for(*permission));
    By { id: Some(id), name, role }
}

/// A task for whoever looks after it; where a right is named, one that nobody else reads.
async fn ask(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    school: &School,
    row: &ApplicationRow,
    (said, right): (&'static Said, Option<Permission>),
) -> Result<(), StoreError> {
    let today = school.today(hand.now).to_string();
    let asking = Asking::new(&row.submission_id, said, (row.owner_id.as_ref(), &today));
    tasks::ask(tx, (hand.clock, hand.rng), Asking { right, ..asking }, hand.now).await
}

impl Applications {
    /// Withdraws what waits, and says how the application stands. A001 where nothing does, A002 for whoever neither took it nor could take it
    /// today.
    pub async fn withdraw_decision(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Shown, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        // Whoever decides nothing is told the same whether something waits or not.
        if !Right::Decide.is_held(|permission| caller.may(permission)) {
            return Err(Refusal::new(MessageId::A002));
        }
        self.0.count_read(caller, 1).await?;
        let (applications, caller_then, school_then, id_then) =
            (self.clone(), caller.clone(), school.clone(), id.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move { applications.withdraw_in(tx, &caller_then, &school_then, &id_then).await })
        });
        write.await?;
        self.shown(caller, school, id).await
    }

    /// The same within a transaction.
    pub(in super::super) async fn withdraw_in(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<(), Refusal> {
        let hand = self.hand();
        let (row, decision) = self.theirs_in(tx, caller, school, id, |known, row| known.may_withdraw(row)).await?;
        let (from, to) = (row.standing()?, decision.to()?);
        let is_free = end(tx, hand, &row, &decision, ("withdrawn", by_of(caller))).await?;
        let detail = json!({ "from": from, "to": to, "at": iso(decision.publish_at) });
        let entry =
            Entry { action: "application.decision_withdraw", object_kind: "enquiry", object_id: id.as_str(), detail };
        audit::record(tx, hand.clock, hand.rng, caller, entry).await?;
        if is_free {
            suggest_next_quietly(tx, hand, school, (&row.round, &decision.bucket)).await?;
        }
        Ok(())
    }

    /// An application with what waits, held. A001 where nothing does, A002 for whoever it is not for.
    async fn theirs_in(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        is_theirs: impl Fn(&Known<'_>, &DecisionRow) -> Result<bool, StoreError> + Send,
    ) -> Result<(ApplicationRow, DecisionRow), Refusal> {
        self.0.require_seen(tx, caller, school, id).await?;
        Forms::hold_submission(tx, id).await?;
        let row = applications::find_application(tx, id).await?.ok_or_else(Refusal::not_found)?;
        let decision = store::find_decision(tx, id).await?.ok_or_else(Refusal::not_found)?;
        let round = school.round(&row.round);
        let known = Known { caller, school, row: &row, from: row.standing()?, round: &round, now: self.hand().now };
        if !is_theirs(&known, &decision)? {
            return Err(Refusal::new(MessageId::A002));
        }
        Ok((row, decision))
    }

    /// Tells one now that came back with a backup, and says how the application stands. A001 where nothing waits, A002 for whoever could not have
    /// decided so, A012 for one whose moment tells it.
    pub async fn release_decision(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Shown, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        if !Right::Decide.is_held(|permission| caller.may(permission)) {
            return Err(Refusal::new(MessageId::A002));
        }
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let (applications, caller_then, school_then) = (self.clone(), caller.clone(), school.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let hand = applications.hand();
                let (row, decision) = applications
                    .theirs_in(tx, &caller_then, &school_then, &submission.id, |known, row| {
                        Ok(known.may_decide(row.to()?))
                    })
                    .await?;
                if !decision.is_held {
                    return Err(model::pending());
                }
                let detail = json!({ "from": row.state, "to": decision.to_state });
                let object_id = submission.id.as_str();
                let entry = Entry { action: "application.decision_release", object_kind: "enquiry", object_id, detail };
                audit::record(tx, hand.clock, hand.rng, &caller_then, entry).await?;
                applications.tell_in(tx, &school_then, &submission, (row, decision)).await
            })
        });
        write.await?;
        self.shown(caller, school, id).await
    }

    /// Tells a decision whose moment has come: the application goes where it was sent, and its family hears of it in the same transaction.
    /// Whether it was this call that did, however many try at once.
    pub async fn release(&self, school: &Arc<School>, id: &SubmissionId) -> Result<bool, Refusal> {
        let scope = school.scope();
        let submission = match self.0.submission(&Caller::system(scope.clone()), school, id).await {
            Ok(submission) => submission,
            Err(refusal) if refusal.id() == MessageId::A001 => return Ok(false),
            Err(refusal) => return Err(refusal),
        };
        let (applications, school) = (self.clone(), school.clone());
        let write = self
            .0
            .db()
            .write(&scope, move |tx| Box::pin(async move { applications.release_in(tx, &school, &submission).await }));
        write.await
    }

    async fn release_in(
        &self,
        tx: &mut SchoolTx,
        school: &Arc<School>,
        submission: &Submission,
    ) -> Result<bool, Refusal> {
        let (now, id) = (self.hand().now, &submission.id);
        Forms::hold_submission(tx, id).await?;
        let decision = store::find_decision(tx, id).await?.filter(|row| !row.is_held && row.publish_at <= now);
        let row = applications::find_application(tx, id).await?;
        let (Some(decision), Some(row)) = (decision, row) else { return Ok(false) };
        self.tell_in(tx, school, submission, (row, decision)).await?;
        Ok(true)
    }

    /// Tells it, in the transaction that holds the submission; where the application stands elsewhere by now, it comes to nothing.
    async fn tell_in(
        &self,
        tx: &mut SchoolTx,
        school: &Arc<School>,
        submission: &Submission,
        (row, decision): (ApplicationRow, DecisionRow),
    ) -> Result<(), Refusal> {
        let (hand, id, server) = (self.hand(), &submission.id, Caller::system(school.scope()));
        let (from, to, round) = (row.standing()?, decision.to()?, school.round(&row.round));
        if row.state != decision.from_state {
            if end(tx, hand, &row, &decision, ("lapsed", By::default())).await? {
                suggest_next_quietly(tx, hand, school, (&row.round, &decision.bucket)).await?;
            }
            return Ok(ask(tx, hand, school, &row, (&LAPSED, Some(model::KNOWING))).await?);
        }
        store::delete_decision(tx, id).await?;
        let today = school.today(hand.now);
        // An offer has had its seat since it was decided.
        let seats = if is_offer(to) {
            HeldSeats::default()
        } else {
            hold_seats(tx, &row, (from, to), &decision.bucket).await?
        };
        let going = Going {
            to,
            bucket: &decision.bucket,
            review_by: None,
            hold_until: is_offer(to).then(|| offer_ends(school, today, round.offer_days)),
            reason: decision.reason.as_deref(),
            comment: decision.comment.as_deref(),
            appointment: None,
        };
        let role = decision.role.as_deref().and_then(Role::parse);
        let by = By { id: decision.actor_id.as_ref(), name: &decision.actor_name, role };
        settle(tx, hand, &row, (from, going), seats, by).await?;
        note_bucket(tx, hand, submission, (&row.bucket, &decision.bucket), by).await?;
        write_down(tx, hand, &server, id, (from, to), going.reason).await?;
        note(tx, hand, id, entry_of(hand, "released", By::default())).await?;
        let is_lettered = self.issue_letter(tx, school, submission, &row, &going).await?;
        let is_told = decision.is_told && !is_lettered;
        if is_told && self.tell(tx, &server, school, submission, (from, &going)).await?.is_lost() {
            ask(tx, hand, school, &row, (&DECISION_UNTOLD, None)).await?;
        }
        // Whoever is next is told of a seat that falls free, and where somebody who was before them waits no more.
        if to.status() == "R" && (row.keeps_seat(from) || from == Standing::WWaitlist) {
            suggest_next(tx, hand, school, (&row.round, &row.bucket)).await?;
        }
        Ok(())
    }
}
