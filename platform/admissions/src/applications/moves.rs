//! What a move writes, in the transaction that holds the submission: where it stands since, the seats that it takes and frees, its history.

use std::collections::BTreeMap;

use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::audit::{self, Entry};
use kernel::crypto::Secret;
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId};
use machine::State as _;
use serde_json::json;
use tenants::School;
use tenants::registry::bucket_name;
use words::clock::iso;
use words::verdict::Issue;
use words::{Clock, Rng, Role};

use super::appointments::Made;
use super::decisions;
use super::model::{Standing, withdrawn_from};
use super::places::note_settled;
use super::progress;
use super::proposals;
use super::reasons::FamilyReason;
use super::store::{self, ApplicationRow, MovedApplication};
pub(super) use super::waitlist::suggest_next;
use super::waitlist::suggest_next_quietly;
use crate::enquiries::{ENQUIRY, Submission};
use crate::letters;
use crate::stand::Stand;
use crate::tasks;
use crate::tasks::said::ACCEPTED;
use crate::unlocks;

/// What every move is written with.
#[derive(Clone, Copy)]
pub(crate) struct Hand<'a> {
    pub secret: &'a Secret,
    pub clock: &'a dyn Clock,
    pub rng: &'a dyn Rng,
    pub now: i64,
}

/// Who sends it; nobody's account and no name for the server, a name alone for a family.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct By<'a> {
    pub id: Option<&'a UserId>,
    pub name: &'a str,
    pub role: Option<Role>,
}

/// Where it goes, and what is said of that.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Going<'a> {
    pub to: Standing,
    /// Whose places it competes for since.
    pub bucket: &'a str,
    pub review_by: Option<&'a str>,
    pub hold_until: Option<i64>,
    pub reason: Option<&'a str>,
    pub comment: Option<&'a str>,
    /// When and where the child is seen.
    pub appointment: Option<&'a Made>,
}

impl<'a> Going<'a> {
    /// To a standing, with nothing said of it.
    pub fn silent(to: Standing, bucket: &'a str) -> Self {
        Self { to, bucket, review_by: None, hold_until: None, reason: None, comment: None, appointment: None }
    }
}

/// Seats that a move takes or frees, whose rows the transaction holds.
#[derive(Debug, Default)]
pub(super) struct HeldSeats {
    /// By how much each bucket's go up or down.
    changes: Vec<(String, i64)>,
    /// Of the bucket that it goes to: seats that others have.
    pub others: i64,
    /// Whether it takes its seat along into another bucket.
    pub is_moved: bool,
}

impl HeldSeats {
    /// The buckets of which a seat is free once the move is written.
    pub fn freed(&self) -> Vec<String> {
        self.changes.iter().filter(|(_, by)| *by < 0).map(|(bucket, _)| bucket.clone()).collect()
    }
}

/// Where it stood before it was put on hold, once it stands there.
fn held_from(row: &ApplicationRow, from: Standing, to: Standing) -> Option<Standing> {
    match (from.status(), to.status()) {
        ("O", "O") => row.came_from(),
        (_, "O") => Some(from),
        _ => None,
    }
}

/// Whether its seat stays lost: on hold for another reason it gets none.
fn seat_ended(row: &ApplicationRow, from: Standing, to: Standing) -> bool {
    row.seat_ended && (from.status(), to.status()) == ("O", "O")
}

/// By how much a move changes the seats of which buckets, in one order for all; and whether it takes its seat along into another.
pub(super) fn seat_changes<'r>(
    row: &'r ApplicationRow,
    (from, to): (Standing, Standing),
    bucket: &'r str,
) -> (BTreeMap<&'r str, i64>, bool) {
    let ended = seat_ended(row, from, to);
    let (had, has) = (row.keeps_seat(from), to.takes_seat(held_from(row, from, to).filter(|_| !ended)));
    let mut changes: BTreeMap<&str, i64> = BTreeMap::new();
    if had {
        *changes.entry(&row.bucket).or_default() -= 1;
    }
    if has {
        *changes.entry(bucket).or_default() += 1;
    }
    changes.retain(|_, by| *by != 0);
    (changes, had && has && row.bucket != bucket)
}

/// Holds the seats that a move changes, and says how many others have. Nobody passes before the transaction is over.
pub(super) async fn hold_seats(
    tx: &mut SchoolTx,
    row: &ApplicationRow,
    (from, to): (Standing, Standing),
    bucket: &str,
) -> Result<HeldSeats, StoreError> {
    // In one order for all: of two that change the same two, one waits and none for ever.
    let (changes, is_moved) = seat_changes(row, (from, to), bucket);
    let mut held = HeldSeats { is_moved, ..HeldSeats::default() };
    for (of, by) in changes {
        let taken = store::hold_seats(tx, &row.round, of).await?.taken;
        if of == bucket {
            held.others = taken;
        }
        held.changes.push((of.to_owned(), by));
    }
    Ok(held)
}

/// Writes a move that was looked at. A003 where somebody was quicker.
pub(super) async fn settle(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    row: &ApplicationRow,
    (from, going): (Standing, Going<'_>),
    seats: HeldSeats,
    by: By<'_>,
) -> Result<(), Refusal> {
    let (id, now) = (&row.submission_id, hand.now);
    if store::update_state(tx, id, row.version, going.to.as_str(), now).await? == 0 {
        return Err(Refusal::new(MessageId::A003));
    }
    let (appointment_at, appointment_place) = match going.appointment {
        Some(made) => (Some(made.at), made.place.as_deref()),
        None => row.keeps_appointment(going.to),
    };
    let moved = MovedApplication {
        id,
        bucket: going.bucket,
        held_from: held_from(row, from, going.to).map(|standing| standing.as_str()),
        review_by: going.review_by,
        hold_until: going.hold_until,
        reason: going.reason,
        stood: row.stood_until((from, going.to), now),
        seat_ended: seat_ended(row, from, going.to),
        appointment_at,
        appointment_place,
        now,
    };
    store::update_application(tx, &moved).await?;
    progress::reach(tx, id, (from, going.to)).await?;
    for (bucket, by) in &seats.changes {
        store::add_seats(tx, &row.round, bucket, *by).await?;
    }
    unlocks::close_if_over(tx, id, Stand::Application(going.to), now).await?;
    letters::follow(tx, hand, id, (from, going.to)).await?;
    if from.status() == "F" {
        tasks::close_said(tx, id, (&ACCEPTED, by.id), now).await?;
    }
    let entry = timeline::Entry {
        at: now,
        actor_id: by.id,
        actor_name: by.name,
        role: by.role,
        action: "status",
        from: Some(from.as_str()),
        to: Some(going.to.as_str()),
        reason: going.reason,
        comment: going.comment,
    };
    let mut timeline = Timeline::resume(tx, hand.secret, Object::new(ENQUIRY.kind, id)).await?;
    timeline.add(tx, entry).await?;
    if let Some(made) = going.appointment {
        let (before, at) = (row.appointment_at.map(iso), iso(made.at));
        let made_so = timeline::Entry {
            action: "appointment",
            from: before.as_deref(),
            to: Some(&at),
            reason: None,
            comment: made.place.as_deref(),
            ..entry
        };
        timeline.add(tx, made_so).await?;
    }
    Ok(proposals::end_by_move(tx, hand, id, by).await?)
}

/// Writes into the history that an application competes for other places since, in words of both languages; nothing where they are the same. With
/// that it is said whose place it is, whatever its answers say.
pub(super) async fn note_bucket(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    submission: &Submission,
    (from, to): (&str, &str),
    by: By<'_>,
) -> Result<(), StoreError> {
    if from == to {
        return Ok(());
    }
    let said = |bucket: &str| {
        let words = bucket_name(Some(submission.document()), bucket);
        if words.en == words.ar { words.en } else { json!(words).to_string() }
    };
    let (from, to) = (said(from), said(to));
    let entry = timeline::Entry {
        at: hand.now,
        actor_id: by.id,
        actor_name: by.name,
        role: by.role,
        action: "bucket",
        from: Some(&from),
        to: Some(&to),
        ..timeline::Entry::default()
    };
    Timeline::resume(tx, hand.secret, Object::new(ENQUIRY.kind, &submission.id)).await?.add(tx, entry).await?;
    note_settled(tx, &submission.id, by.id, hand.now).await
}

/// That it was done; what was said of it stays out of the audit.
pub(super) async fn write_down(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    caller: &Caller,
    id: &SubmissionId,
    (from, to): (Standing, Standing),
    reason: Option<&str>,
) -> Result<(), StoreError> {
    let detail = json!({ "from": from, "to": to, "reason": reason });
    let entry = Entry { action: "application.move", object_kind: "enquiry", object_id: id.as_str(), detail };
    audit::record(tx, hand.clock, hand.rng, caller, entry).await
}

/// The moment at which an offer of today ends: the school's midnight after so many days.
#[must_use]
pub(crate) fn offer_ends(school: &School, today: Date, days: u16) -> i64 {
    let next = today.saturating_add((i64::from(days) + 1).days());
    let midnight = next.to_zoned(school.time_zone().clone());
    // A day that is no moment is past what a calendar has.
    midnight.map_or(i64::MAX, |midnight| midnight.timestamp().as_millisecond())
}

/// Takes an application back for its family, whose right was looked at: an offer is declined, everything else withdrawn. The transaction holds
/// the submission. F003 for what is over.
pub(crate) async fn withdraw_by_family(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    school: &School,
    id: &SubmissionId,
    (name, why): (&str, &FamilyReason),
) -> Result<(), Refusal> {
    let row = store::find_application(tx, id).await?.ok_or_else(Refusal::not_found)?;
    let from = row.standing()?;
    let over = || Refusal::new(MessageId::F003).errors(vec![Issue::error("/state", "enum")]);
    let to = withdrawn_from(from).ok_or_else(over)?;
    let seats = hold_seats(tx, &row, (from, to), &row.bucket).await?;
    let going = Going { reason: Some(why.code()), comment: why.text.as_deref(), ..Going::silent(to, &row.bucket) };
    // What was decided of it, and not told, is over with it.
    let kept = decisions::end_by_family(tx, hand, &row, name).await?;
    settle(tx, hand, &row, (from, going), seats, By { name, ..By::default() }).await?;
    if let Some(bucket) = kept {
        suggest_next_quietly(tx, hand, school, (&row.round, &bucket)).await?;
    }
    if row.keeps_seat(from) || from == Standing::WWaitlist {
        suggest_next(tx, hand, school, (&row.round, &row.bucket)).await?;
    }
    Ok(())
}

/// Whether the rules call it so: by a tag that ends in the word.
pub(super) fn is_tagged(tags: &[String], word: &str) -> bool {
    tags.iter().any(|tag| tag.rsplit('.').next() == Some(word))
}

/// Whether the child has a brother or a sister here, or a parent who works here.
pub(super) fn is_of_our_own(tags: &[String]) -> bool {
    ["sibling", "staff_child"].iter().any(|word| is_tagged(tags, word))
}
