//! Waiting lists as staff and families read them, and what becomes of a seat that falls free.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, outbox, page};
use machine::State as _;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tenants::School;
use tenants::bundle::config::Flag;
use tenants::bundle::rounds::{RoundConfig, WaitlistRule, WaitlistShows};
use tenants::registry::bucket_name;
use words::{Permission, ids};

use super::super::claims;
use super::super::decisions;
use super::super::guards::{self, Facts};
use super::super::known::Known;
use super::super::model::Standing;
use super::super::moves::{By, Going, Hand, hold_seats, offer_ends, settle, write_down};
use super::super::overview::seats_of;
use super::super::reasons::WAITLIST;
use super::super::service::Applications;
use super::super::store::find_application;
use super::jobs::OfferWaiting;
use super::model::{Because, MOST_RANKED, WaitlistPlace, because, key_of, rank_of, ranked};
use super::store::{self, BucketRow, UnaskedRow, WaitingRow};
use crate::enquiries::{EnquiryRow, Sight, Submission, is_visible, visible_forms};
use crate::forms::Forms;
use crate::tasks::said::{NEXT, WAITLIST_UNTOLD};
use crate::tasks::{self, Asking};

/// How many are told or offered at once; a school that has more seats free at one moment looks at its list itself.
const MOST_AT_ONCE: usize = 100;

/// One that waits, for one of the staff.
#[derive(Debug)]
pub struct Waiting {
    /// The first is 1.
    pub rank: usize,
    pub row: WaitingRow,
    /// The submission, as the caller sees it.
    pub enquiry: EnquiryRow,
    /// Why it stands there.
    pub because: Vec<Because>,
}

/// A page of a waiting list.
#[derive(Debug, Default)]
pub struct Listed {
    pub waiting: Vec<Waiting>,
    /// What orders it, the strongest first.
    pub rules: Vec<WaitlistRule>,
    /// How many wait.
    pub total: usize,
    /// Places that are left; none for no limit.
    pub free: Option<i64>,
    /// Where the next page starts.
    pub next_cursor: Option<String>,
}

/// Where a page ends.
#[derive(Debug, Serialize, Deserialize)]
struct Position {
    round: String,
    bucket: String,
    rules: Vec<WaitlistRule>,
    /// Whether what nobody confirmed counts.
    unconfirmed: Flag,
    key: Vec<i64>,
    id: SubmissionId,
}

/// Seats of a bucket that may still be offered, beyond its places too where the round says so; none for no limit.
async fn room_in(tx: &mut SchoolTx, round: &RoundConfig, bucket: &str) -> Result<Option<i64>, StoreError> {
    let Some(places) = round.places_of(bucket) else { return Ok(None) };
    let taken = store::seats_taken(tx, &round.id, bucket).await?.map_or(0, |row| row.taken);
    let all = i64::from(places) + i64::from(round.over_offer_of(bucket));
    Ok(Some(all - i64::from(round.on_roll_of(bucket)) - taken))
}

/// Who waits for a seat of a bucket, the next first.
async fn waiting_for(tx: &mut SchoolTx, round: &RoundConfig, bucket: &str) -> Result<Vec<WaitingRow>, StoreError> {
    Ok(ranked(round, store::waiting_in(tx, &round.id, bucket, MOST_RANKED).await?))
}

/// A seat fell free, in the transaction that freed it. Where the round says so the next on the waiting list is offered it once that is on disk;
/// else whoever looks after them is told by a task: of as many as there are seats for, and of none twice.
pub async fn suggest_next(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    school: &School,
    place: (&str, &str),
) -> Result<(), StoreError> {
    suggest_within(tx, hand, school, (place, None)).await
}

/// The same of a seat whose taking nobody was told of: those alone hear of it who may know of decisions.
pub async fn suggest_next_quietly(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    school: &School,
    place: (&str, &str),
) -> Result<(), StoreError> {
    suggest_within(tx, hand, school, (place, Some(decisions::KNOWING))).await
}

/// What whoever looks after the next one is told: whose places they are.
fn place_of(school: &School, bucket: &str) -> Value {
    let form = school.config().application().and_then(|form| school.form_if_ready(form));
    json!({ "place": bucket_name(form.as_ref().map(|form| &*form.document), bucket) })
}

async fn suggest_within(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    school: &School,
    ((round, bucket), right): ((&str, &str), Option<Permission>),
) -> Result<(), StoreError> {
    let config = school.round(round);
    let room = room_in(tx, &config, bucket).await?.unwrap_or(0);
    let Some(room) = usize::try_from(room).ok().filter(|room| *room > 0) else { return Ok(()) };
    if config.offers_waitlist() {
        let job = OfferWaiting { round: round.to_owned(), bucket: bucket.to_owned() };
        let dedup = ids::new_id(hand.clock, hand.rng);
        return outbox::enqueue(tx, hand.clock, hand.rng, &dedup, &job).await;
    }
    let waiting = waiting_for(tx, &config, bucket).await?;
    if waiting.is_empty() {
        return Ok(());
    }
    let place = place_of(school, bucket);
    let room = room.min(MOST_AT_ONCE);
    for next in waiting.iter().take(room) {
        suggest(tx, hand, school, (&next.submission_id, next.owner_id.as_ref()), (&place, right)).await?;
    }
    // Of whom something is decided that is not told yet takes no seat: who may know of that is told of those who are next after them.
    let decided = store::decided_in(tx, round, bucket).await?;
    let decided: HashSet<SubmissionId> = decided.into_iter().map(|row| row.submission_id).collect();
    let is_decided = |row: &&WaitingRow| decided.contains(&row.submission_id);
    let passed = waiting.iter().take(room).filter(is_decided).count();
    for next in waiting.iter().skip(room).filter(|row| !is_decided(row)).take(passed) {
        let about = (&next.submission_id, next.owner_id.as_ref());
        suggest(tx, hand, school, about, (&place, Some(decisions::KNOWING))).await?;
    }
    Ok(())
}

async fn suggest(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    school: &School,
    (submission, owner): (&SubmissionId, Option<&kernel::UserId>),
    (place, right): (&Value, Option<Permission>),
) -> Result<(), StoreError> {
    let today = school.today(hand.now).to_string();
    let asking = Asking { params: place, right, ..Asking::new(submission, &NEXT, (owner, &today)) };
    tasks::ask(tx, (hand.clock, hand.rng), asking, hand.now).await
}

/// Where an application stands on its waiting list, as its family reads it; none where it does not wait, or its school tells nothing of that.
/// Whoever calls this has proved that it is theirs.
pub(crate) async fn waitlist_place(
    tx: &mut SchoolTx,
    school: &School,
    id: &SubmissionId,
) -> Result<Option<WaitlistPlace>, StoreError> {
    let Some(row) = find_application(tx, id).await? else { return Ok(None) };
    let round = school.round(&row.round);
    if row.standing()? != Standing::WWaitlist || round.waitlist_shows == WaitlistShows::Nothing {
        return Ok(None);
    }
    let waiting = waiting_for(tx, &round, &row.bucket).await?;
    Ok(WaitlistPlace::told(round.waitlist_shows, rank_of(&waiting, id), waiting.len()))
}

impl Applications {
    /// The waiting list of a bucket, the next first, as its round's rules order it now; nothing for whom no application is to read. Each counts
    /// as a line that is read: A007.
    pub async fn waitlist(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (round, bucket): (&str, &str),
        size: u32,
        cursor: Option<&str>,
    ) -> Result<Listed, Refusal> {
        caller.require(Permission::SeatRead)?;
        let after = cursor.map(page::position::<Position>).transpose()?;
        let round = school.round(round);
        let by = (&round.waitlist, round.waitlist_unconfirmed);
        let is_same = |at: &Position| at.round == round.id && at.bucket == bucket && (&at.rules, at.unconfirmed) == by;
        if after.as_ref().is_some_and(|at| !is_same(at)) {
            return Err(Refusal::malformed("cursor is of another list"));
        }
        let visible = visible_forms(school.config(), caller);
        if !school.config().application().is_some_and(|form| is_visible(&visible, form)) {
            return Ok(Listed::default());
        }
        let mut tx = self.0.db().read(&caller.school).await?;
        let waiting = waiting_for(&mut tx, &round, bucket).await?;
        let mut seats = seats_of(&mut tx, &round, bucket).await?;
        seats.keep(decisions::kept_in(&mut tx, caller, (&round.id, bucket)).await?);
        let sight = Sight::of(&mut tx, caller).await?;
        drop(tx);
        let (total, size) = (waiting.len(), size as usize);
        let is_after = |row: &WaitingRow| {
            let key = || (key_of(&round, row), row.submission_id.clone());
            after.as_ref().is_none_or(|at| key() > (at.key.clone(), at.id.clone()))
        };
        let numbered = waiting.into_iter().enumerate().map(|(at, row)| (at + 1, row));
        let mut rows: Vec<(usize, WaitingRow)> = numbered.filter(|(_, row)| is_after(row)).take(size + 1).collect();
        let is_more = rows.len() > size;
        rows.truncate(size);
        let next_cursor = rows.last().filter(|_| is_more).map(|(_, last)| {
            let (key, id) = (key_of(&round, last), last.submission_id.clone());
            let (rules, unconfirmed) = (round.waitlist.clone(), round.waitlist_unconfirmed);
            page::cursor(&Position { round: round.id.clone(), bucket: bucket.to_owned(), rules, unconfirmed, key, id })
        });
        self.0.count_read(caller, rows.len()).await?;
        let ids: Vec<&SubmissionId> = rows.iter().map(|(_, row)| &row.submission_id).collect();
        let seen = self.0.seen_among((&caller.school, school), &sight, &ids).await?;
        let mut seen: HashMap<SubmissionId, EnquiryRow> = seen.into_iter().map(|row| (row.id.clone(), row)).collect();
        let mut listed = Vec::with_capacity(rows.len());
        for (rank, row) in rows {
            // One that went meanwhile, and one of a form that is not theirs, is none.
            let Some(enquiry) = seen.remove(&row.submission_id).filter(|one| is_visible(&visible, &one.form_id)) else {
                continue;
            };
            let because = because(&round, &row, school.today(row.submitted_at));
            listed.push(Waiting { rank, row, enquiry, because });
        }
        Ok(Listed { waiting: listed, rules: round.waitlist.clone(), total, free: seats.free, next_cursor })
    }

    /// Looks over what is waited for: of places that the school added, or that nobody took, whoever looks after the next is told once, or they are
    /// offered where the round says so. How many buckets that were. What nobody was asked to confirm is asked. One that fails keeps no other: the
    /// first refusal is told after the last.
    pub async fn look_over_waitlists(&self, school: &Arc<School>) -> Result<usize, Refusal> {
        let scope = school.scope();
        if self.are_clocks_held(&scope).await? {
            return Ok(0);
        }
        // What was published just now is not read yet, and a grade is told by its name.
        Forms::documents(school).await;
        let (mut seen, mut first) = (0, self.ask_to_confirm(school).await.err());
        let mut tx = self.0.db().read(&scope).await?;
        let waited = store::waited_for(&mut tx).await?;
        drop(tx);
        for BucketRow { round, bucket } in waited {
            match self.look_over(school, round, bucket).await {
                Ok(is_told) => seen += usize::from(is_told),
                Err(refusal) => first = first.or(Some(refusal)),
            }
        }
        first.map_or(Ok(seen), Err)
    }

    /// Whether anybody was told of the places of a bucket, or offered one.
    async fn look_over(&self, school: &Arc<School>, round: String, bucket: String) -> Result<bool, Refusal> {
        let (scope, config) = (school.scope(), school.round(&round));
        let mut tx = self.0.db().read(&scope).await?;
        let room = room_in(&mut tx, &config, &bucket).await?.unwrap_or(0);
        let Some(room) = usize::try_from(room).ok().filter(|room| *room > 0) else { return Ok(false) };
        if config.offers_waitlist() {
            drop(tx);
            return Ok(self.offer_waiting(school, &round, &bucket).await? > 0);
        }
        let waiting = waiting_for(&mut tx, &config, &bucket).await?;
        let place = place_of(school, &bucket);
        let next: Vec<&SubmissionId> =
            waiting.iter().take(room.min(MOST_AT_ONCE)).map(|row| &row.submission_id).collect();
        // Whoever was told and did nothing, or wants to do it later, is not told again.
        let told = tasks::told_among(&mut tx, &next, (&NEXT, &place)).await?;
        drop(tx);
        if told == next.len() {
            return Ok(false);
        }
        let (applications, school) = (self.clone(), school.clone());
        let write = self.0.db().write(&scope, move |tx| {
            Box::pin(async move {
                Ok::<_, Refusal>(suggest_next(tx, applications.hand(), &school, (&round, &bucket)).await?)
            })
        });
        write.await.map(|()| true)
    }

    /// Asks of those that are under way what was not asked when they were sent, as an older server took them in: each in a transaction of its own,
    /// and once on however many servers it is looked at.
    async fn ask_to_confirm(&self, school: &Arc<School>) -> Result<(), Refusal> {
        let (scope, mut first) = (school.scope(), None);
        let live = Standing::ALL.iter().filter(|standing| !standing.is_over());
        let live = json!(live.collect::<Vec<_>>()).to_string();
        let mut tx = self.0.db().read(&scope).await?;
        let unasked = store::staff_unasked(&mut tx, &live).await?;
        drop(tx);
        for UnaskedRow { submission_id: id } in unasked {
            let (applications, school, live) = (self.clone(), school.clone(), live.clone());
            let write = self.0.db().write(&scope, move |tx| {
                Box::pin(async move {
                    let Hand { clock, rng, now, .. } = applications.hand();
                    Forms::hold_submission(tx, &id).await?;
                    // It may have been asked, or taken back, meanwhile.
                    if store::is_staff_unasked(tx, &id, &live).await?.is_some() {
                        claims::ask(tx, (clock, rng), &school, &id, now).await?;
                    }
                    Ok::<_, Refusal>(())
                })
            });
            first = first.or(write.await.err());
        }
        first.map_or(Ok(()), Err)
    }

    /// Offers the seats of a bucket that are free to those who are next on its waiting list, each in a transaction of its own, as far as the round
    /// lets the server do that: however often and on however many servers it is tried, a seat is offered once. How many were offered one.
    pub async fn offer_waiting(&self, school: &Arc<School>, round: &str, bucket: &str) -> Result<usize, Refusal> {
        let (scope, config) = (school.scope(), school.round(round));
        let (mut offered, mut passed) = (0, HashSet::new());
        while config.offers_waitlist() && offered + passed.len() < MOST_AT_ONCE {
            let mut tx = self.0.db().read(&scope).await?;
            let room = room_in(&mut tx, &config, bucket).await?.unwrap_or(0);
            let waiting = if room > 0 { waiting_for(&mut tx, &config, bucket).await? } else { Vec::new() };
            drop(tx);
            let Some(next) = waiting.into_iter().find(|row| !passed.contains(&row.submission_id)) else { break };
            match self.offer_next(school, (round, bucket), &next.submission_id).await {
                Ok(true) => offered += 1,
                Ok(false) => {
                    passed.insert(next.submission_id);
                }
                // Somebody was quicker: there is no seat any more.
                Err(refusal) if refusal.id() == MessageId::A014 => break,
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(offered)
    }

    /// Offers a seat to one that waits for it. False where it does not any more, or something else is decided of it already.
    async fn offer_next(
        &self,
        school: &Arc<School>,
        (round, bucket): (&str, &str),
        id: &SubmissionId,
    ) -> Result<bool, Refusal> {
        let scope = school.scope();
        let server = Caller::system(scope.clone());
        let submission = match self.0.submission(&server, school, id).await {
            Ok(submission) => submission,
            Err(refusal) if refusal.id() == MessageId::A001 => return Ok(false),
            Err(refusal) => return Err(refusal),
        };
        let (applications, school_then) = (self.clone(), school.clone());
        let (round, bucket) = (round.to_owned(), bucket.to_owned());
        let write = self.0.db().write(&scope, move |tx| {
            Box::pin(
                async move { applications.offer_in(tx, &server, &school_then, (&round, &bucket), &submission).await },
            )
        });
        write.await
    }

    async fn offer_in(
        &self,
        tx: &mut SchoolTx,
        server: &Caller,
        school: &School,
        (round, bucket): (&str, &str),
        submission: &Submission,
    ) -> Result<bool, Refusal> {
        let (hand, id, to) = (self.hand(), &submission.id, Standing::FUnconditional);
        Forms::hold_submission(tx, id).await?;
        let Some(row) = find_application(tx, id).await? else { return Ok(false) };
        let (from, config) = (row.standing()?, school.round(round));
        let waits = from == Standing::WWaitlist && row.round == round && row.bucket == bucket;
        if !waits || !config.offers_waitlist() || decisions::is_pending(tx, id).await? {
            return Ok(false);
        }
        let seats = hold_seats(tx, &row, (from, to), bucket).await?;
        let known = Known { caller: server, school, row: &row, from, round: &config, now: hand.now };
        let facts = Facts { taken: seats.others, ..known.facts(to) };
        guards::require(&facts)?;
        let hold_until = Some(offer_ends(school, facts.today, config.offer_days));
        let going = Going { hold_until, reason: Some(WAITLIST), ..Going::silent(to, bucket) };
        settle(tx, hand, &row, (from, going), seats, By::default()).await?;
        write_down(tx, hand, server, id, (from, to), going.reason).await?;
        if self.tell(tx, server, school, submission, (from, &going)).await?.is_lost() {
            self.ask(tx, school, &row, &WAITLIST_UNTOLD).await?;
        }
        Ok(true)
    }
}
