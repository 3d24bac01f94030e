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
use tenants::bundle::rounds::WaitlistRule;
use tenants::registry::bucket_name;
use words::verdict::Issue;
use words::{Clock, Rng, Role};

use super::model::{Standing, withdrawn_from};
use super::store::{self, ApplicationRow, MovedApplication, WaitingRow};
use crate::enquiries::ENQUIRY;
use crate::tasks::{self, Suggestion};

/// The reason with which a family takes its application back.
const BY_FAMILY: &str = "family_asked";

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
}

impl<'a> Going<'a> {
    /// To a standing, with nothing said of it.
    pub fn silent(to: Standing, bucket: &'a str) -> Self {
        Self { to, bucket, review_by: None, hold_until: None, reason: None, comment: None }
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

/// Where it stood before it was put on hold, once it stands there.
fn held_from(row: &ApplicationRow, from: Standing, to: Standing) -> Option<Standing> {
    match (from.status(), to.status()) {
        ("O", "O") => row.came_from(),
        (_, "O") => Some(from),
        _ => None,
    }
}

/// Holds the seats that a move changes, and says how many others have. Nobody passes before the transaction is over.
pub(super) async fn hold_seats(
    tx: &mut SchoolTx,
    row: &ApplicationRow,
    (from, to): (Standing, Standing),
    bucket: &str,
) -> Result<HeldSeats, StoreError> {
    let (had, has) = (from.takes_seat(row.came_from()), to.takes_seat(held_from(row, from, to)));
    // In one order for all: of two that change the same two, one waits and none for ever.
    let mut changes: BTreeMap<&str, i64> = BTreeMap::new();
    if had {
        *changes.entry(&row.bucket).or_default() -= 1;
    }
    if has {
        *changes.entry(bucket).or_default() += 1;
    }
    let mut held = HeldSeats { is_moved: had && has && row.bucket != bucket, ..HeldSeats::default() };
    for (of, by) in changes.into_iter().filter(|(_, by)| *by != 0) {
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
    let moved = MovedApplication {
        id,
        bucket: going.bucket,
        held_from: held_from(row, from, going.to).map(|standing| standing.as_str()),
        review_by: going.review_by,
        hold_until: going.hold_until,
        reason: going.reason,
        now,
    };
    store::update_application(tx, &moved).await?;
    for (bucket, by) in &seats.changes {
        store::add_seats(tx, &row.round, bucket, *by).await?;
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
    Ok(timeline.add(tx, entry).await?)
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
pub(super) fn offer_ends(school: &School, today: Date, days: u16) -> i64 {
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
    name: &str,
) -> Result<(), Refusal> {
    let row = store::find_application(tx, id).await?.ok_or_else(Refusal::not_found)?;
    let from = row.standing()?;
    let over = || Refusal::new(MessageId::F003).errors(vec![Issue::error("/state", "enum")]);
    let to = withdrawn_from(from).ok_or_else(over)?;
    let seats = hold_seats(tx, &row, (from, to), &row.bucket).await?;
    let going = Going { reason: Some(BY_FAMILY), ..Going::silent(to, &row.bucket) };
    settle(tx, hand, &row, (from, going), seats, By { name, ..By::default() }).await?;
    if from.takes_seat(row.came_from()) {
        suggest_next(tx, hand, school, (&row.round, &row.bucket)).await?;
    }
    Ok(())
}

/// Ends an offer whose hour has come, once: one that was answered meanwhile stays. Whether it was ended.
pub(super) async fn expire_one(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    school: &School,
    id: &SubmissionId,
) -> Result<bool, Refusal> {
    crate::forms::Forms::hold_submission(tx, id).await?;
    let Some(row) = store::find_application(tx, id).await? else { return Ok(false) };
    let from = row.standing()?;
    let is_due = from.status() == "F" && row.hold_until.is_some_and(|until| until <= hand.now);
    if !is_due {
        return Ok(false);
    }
    let to = Standing::RExpired;
    let seats = hold_seats(tx, &row, (from, to), &row.bucket).await?;
    settle(tx, hand, &row, (from, Going::silent(to, &row.bucket)), seats, By::default()).await?;
    write_down(tx, hand, &Caller::system(school.scope()), id, (from, to), None).await?;
    suggest_next(tx, hand, school, (&row.round, &row.bucket)).await?;
    Ok(true)
}

/// A seat is free: whoever looks after the next on the waiting list is told by a task. Nothing is offered by itself.
pub(super) async fn suggest_next(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    school: &School,
    (round, bucket): (&str, &str),
) -> Result<(), StoreError> {
    let config = school.round(round);
    if config.places_of(bucket).is_none() {
        return Ok(());
    }
    let waiting = store::waiting_in(tx, round, bucket).await?;
    let Some(next) = next_of(&config.waitlist, &waiting) else { return Ok(()) };
    let form = school.config().application().and_then(|form| school.form_if_ready(form));
    let name = bucket_name(form.as_ref().map(|form| &*form.document), bucket);
    let text = format!(
        "A place is available in {}: this application is next on the waiting list. · أصبح في {} مقعد متاح، وطلب الالتحاق هذا هو التالي في قائمة الانتظار.",
        name.en, name.ar
    );
    let today = school.today(hand.now).to_string();
    let suggestion =
        Suggestion { submission: &next.submission_id, text: &text, owner: next.owner_id.as_ref(), due_on: &today };
    tasks::suggest(tx, (hand.clock, hand.rng), suggestion, hand.now).await
}

/// Whether the rules call it so: by a tag that ends in the word.
pub(super) fn is_tagged(tags: &[String], word: &str) -> bool {
    tags.iter().any(|tag| tag.rsplit('.').next() == Some(word))
}

/// Whether the child has a brother or a sister here, or a parent who works here.
pub(super) fn is_of_our_own(tags: &[String]) -> bool {
    ["sibling", "staff_child"].iter().any(|word| is_tagged(tags, word))
}

/// The next on a waiting list by the school's own rules; of those that are the same in all of them the one that came first.
fn next_of<'w>(rules: &[WaitlistRule], waiting: &'w [WaitingRow]) -> Option<&'w WaitingRow> {
    let rank = |row: &WaitingRow| -> Vec<i64> {
        let one = |rule: &WaitlistRule| match rule {
            WaitlistRule::Sibling => i64::from(!is_tagged(&row.tags.0, "sibling")),
            WaitlistRule::StaffChild => i64::from(!is_tagged(&row.tags.0, "staff_child")),
            WaitlistRule::Date => row.submitted_at,
        };
        rules.iter().map(one).chain([row.submitted_at]).collect()
    };
    waiting.iter().min_by_key(|row| rank(row))
}

#[cfg(test)]
mod tests {
    use sqlx::types::Json;

    use super::*;

    fn waiting(name: &str, tags: &[&str], submitted_at: i64) -> WaitingRow {
        let tags = Json(tags.iter().map(|tag| (*tag).to_owned()).collect());
        WaitingRow { submission_id: name.into(), tags, submitted_at, owner_id: None }
    }

    #[test]
    fn the_waiting_list_is_ordered_by_the_schools_own_rules() {
        let rows = [
            waiting("first", &["tag.sibling_to_confirm"], 1),
            waiting("staff", &["tag.staff_child"], 2),
            waiting("sibling", &["tag.sibling"], 4),
            waiting("older sibling", &["tag.sibling"], 3),
        ];
        let next = |rules: &[WaitlistRule]| next_of(rules, &rows).map(|row| row.submission_id.to_string());
        use WaitlistRule::{Date, Sibling, StaffChild};
        assert_eq!(next(&[Sibling, StaffChild, Date]).as_deref(), Some("older sibling"));
        assert_eq!(next(&[StaffChild, Sibling]).as_deref(), Some("staff"));
        assert_eq!(next(&[Date, Sibling]).as_deref(), Some("first"));
        assert_eq!(next(&[]).as_deref(), Some("first"));
        assert!(next_of(&[Date], &[]).is_none());
    }
}
