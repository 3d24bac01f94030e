//! What would happen if many were sent on now: by the same ways and guards as a move asks, in the same order, with nothing written.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use kernel::{Caller, MessageId, Refusal, SubmissionId};
use serde_json::{Value, json};
use tenants::School;
use tenants::bundle::rounds::RoundConfig;
use words::Text;

use super::super::guards::Facts;
use super::super::known::Known;
use super::super::lettered::brings_letter;
use super::super::model::{Standing, passes_conditions};
use super::super::moves::seat_changes;
use super::super::proposals;
use super::super::service::{Applications, Wish, asks_papers};
use super::super::store::{self as applications, ApplicationRow};
use super::super::told::takes_back_offer;
use super::model::NewMoves;
use super::store;
use crate::enquiries::{EnquiryRow, Sight, visible_forms};
use crate::letters;
use crate::papers;
use crate::students;

/// Applications that are in memory with their answers.
const SOME: usize = 200;
/// Examples that are told of a refusal.
const EXAMPLES: usize = 5;

/// What would happen.
#[derive(Debug)]
pub struct Preview {
    pub total: usize,
    pub will_move: usize,
    /// Those of them that are only proposed.
    pub will_propose: usize,
    /// Families that would be written to.
    pub notified: usize,
    /// Offers that families have and that would be taken back.
    pub withdrawn: usize,
    /// Those of which conditions of the offer are open that the move goes past.
    pub conditioned: usize,
    /// Why the others stay, the most frequent first.
    pub refused: Vec<RefusedGroup>,
    /// Buckets for whose places more compete than there are.
    pub over_seats: Vec<OverSeats>,
}

/// Those that stay for one reason.
#[derive(Debug)]
pub struct RefusedGroup {
    pub message_id: &'static str,
    pub guard: Option<String>,
    pub count: usize,
    pub examples: Vec<Example>,
}

/// One of them.
#[derive(Debug)]
pub struct Example {
    pub id: SubmissionId,
    pub registration_id: String,
    /// The line of the list, as the caller sees it.
    pub enquiry: EnquiryRow,
}

/// A bucket with too few places.
#[derive(Debug)]
pub struct OverSeats {
    pub round: String,
    pub bucket: String,
    /// The form that calls it something.
    pub form_id: String,
    pub free: i64,
    pub asked: i64,
}

/// An application with what its way asks of it.
struct Looked<'l> {
    row: &'l ApplicationRow,
    is_decided: bool,
    /// Whether something is proposed that waits for an approval.
    has_proposal: bool,
    missing: usize,
    /// Whether the child is enrolled by no other application.
    is_unique: bool,
    /// Whether it would go past some of its offer's.
    has_open_conditions: bool,
}

/// What would become of one that is not refused.
enum Weighed {
    Moved,
    Proposed,
}

/// Seats as they would be while one after another is moved.
struct Seats {
    taken: BTreeMap<(String, String), i64>,
    asked: BTreeMap<(String, String), OverSeats>,
}

/// Some of the list, with all that is read of them.
#[derive(Default)]
struct Read {
    rows: HashMap<SubmissionId, ApplicationRow>,
    lines: HashMap<SubmissionId, EnquiryRow>,
    decided: HashSet<SubmissionId>,
    proposed: HashSet<SubmissionId>,
    enrolled: HashSet<SubmissionId>,
    missing: HashMap<SubmissionId, usize>,
    /// Those whose family would be written to.
    addressed: HashSet<SubmissionId>,
    /// Those whose family has an offer that is taken back.
    offered: HashSet<SubmissionId>,
    /// Those whose offer has conditions that are open and that the way goes past.
    conditioned: HashSet<SubmissionId>,
}

impl Applications {
    /// What would become of many. Refused as [`Applications::ask_moves`] is; each counts as a line that is read: A007.
    pub async fn preview_moves(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        asked: NewMoves,
    ) -> Result<Preview, Refusal> {
        let wish = self.begin_moves(caller, school, asked.transition)?;
        let ids = self.chosen(caller, school, asked.chosen).await?;
        self.0.count_read(caller, ids.len()).await?;
        let mut tx = self.0.db().read(&caller.school).await?;
        let sight = Sight::of(&mut tx, caller).await?;
        let taken = store::list_taken(&mut tx).await?;
        drop(tx);
        let taken = taken.into_iter().map(|row| ((row.round, row.bucket), row.taken)).collect();
        let mut seats = Seats { taken, asked: BTreeMap::new() };
        let (mut will_move, mut will_propose, mut notified, mut withdrawn, mut conditioned) = (0, 0, 0, 0, 0);
        let mut groups: BTreeMap<(&'static str, Option<String>), RefusedGroup> = BTreeMap::new();
        for some in ids.chunks(SOME) {
            let mut read = self.read_some(caller, school, (&sight, &wish), some).await?;
            for id in some {
                // Others have their turn between one and the next.
                tokio::task::yield_now().await;
                let row = read.rows.get(id).filter(|_| read.lines.contains_key(id));
                let weighed = match row {
                    Some(row) => {
                        let missing = read.missing.get(id).copied().unwrap_or_default();
                        let (is_decided, is_unique) = (read.decided.contains(id), !read.enrolled.contains(id));
                        let has_proposal = read.proposed.contains(id);
                        let has_open_conditions = read.conditioned.contains(id);
                        let looked = Looked { row, is_decided, has_proposal, missing, is_unique, has_open_conditions };
                        weigh((caller, school), &wish, &looked, (&mut seats, self.hand().now))
                    }
                    None => Err(Refusal::not_found()),
                };
                let refusal = match weighed {
                    Ok(Weighed::Moved) => {
                        will_move += 1;
                        notified += usize::from(read.addressed.contains(id));
                        withdrawn += usize::from(read.offered.contains(id));
                        conditioned += usize::from(read.conditioned.contains(id));
                        continue;
                    }
                    Ok(Weighed::Proposed) => {
                        (will_move, will_propose) = (will_move + 1, will_propose + 1);
                        continue;
                    }
                    Err(refusal) => refusal,
                };
                let guard = refusal.payload("guard").and_then(Value::as_str).map(str::to_owned);
                let key = (refusal.id().as_str(), guard.clone());
                let group = groups.entry(key).or_insert_with(|| RefusedGroup {
                    message_id: refusal.id().as_str(),
                    guard,
                    count: 0,
                    examples: Vec::new(),
                });
                group.count += 1;
                let registration_id = row.map(|row| row.registration_id.clone());
                if let Some(registration_id) = registration_id.filter(|_| group.examples.len() < EXAMPLES)
                    && let Some(enquiry) = read.lines.remove(id)
                {
                    group.examples.push(Example { id: id.clone(), registration_id, enquiry });
                }
            }
        }
        let mut refused: Vec<RefusedGroup> = groups.into_values().collect();
        refused.sort_by_key(|group| std::cmp::Reverse(group.count));
        let over_seats = seats.asked.into_values().filter(|bucket| bucket.asked > bucket.free).collect();
        Ok(Preview { total: ids.len(), will_move, will_propose, notified, withdrawn, conditioned, refused, over_seats })
    }

    async fn read_some(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (sight, wish): (&Sight, &Wish),
        ids: &[SubmissionId],
    ) -> Result<Read, Refusal> {
        let place = (&caller.school, school);
        let (list, visible) = (json!(ids).to_string(), visible_forms(school.config(), caller));
        let mut tx = self.0.db().read(&caller.school).await?;
        let rows = applications::applications_among(&mut tx, &list).await?;
        let decided = store::decided_among(&mut tx, &list).await?;
        let proposed = store::proposed_among(&mut tx, &list).await?;
        drop(tx);
        let rows: HashMap<_, _> = rows.into_iter().map(|row| (row.submission_id.clone(), row)).collect();
        let known: Vec<&SubmissionId> = ids.iter().filter(|id| rows.contains_key(*id)).collect();
        let lines = self.seen_lines(place, (&visible, sight), &known).await?;
        let mut some = Read { lines, ..Read::default() };
        some.decided = decided.into_iter().map(|row| row.submission_id).collect();
        some.proposed = proposed.into_iter().map(|row| row.submission_id).collect();
        let (mut wanting, mut passing) = (Vec::new(), Vec::new());
        for row in rows.values().filter(|row| some.lines.contains_key(&row.submission_id)) {
            let from = row.standing()?;
            if asks_papers((from, wish.to), wish.is_reasoned()) {
                wanting.push(&row.submission_id);
            }
            if takes_back_offer(from, wish.to) {
                some.offered.insert(row.submission_id.clone());
            }
            if passes_conditions(from, wish.to) {
                passing.push(&row.submission_id);
            }
        }
        if !passing.is_empty() {
            let mut tx = self.0.db().read(&caller.school).await?;
            some.conditioned = letters::open_among(&mut tx, &json!(passing).to_string()).await?;
        }
        if !wanting.is_empty() {
            some.missing = papers::missing_among(&self.0, place, sight, &wanting, papers::Paper::is_open).await?;
        }
        // Whose offer is taken back, or goes out as a letter, is told whatever whoever moves it wishes.
        let is_told = wish.is_told || brings_letter(school, wish.to);
        let seen: Vec<&SubmissionId> = some.lines.keys().filter(|id| is_told || some.offered.contains(*id)).collect();
        if !seen.is_empty() {
            let answers = self.0.seen_answers(place, sight, &seen).await?;
            let has_address =
                answers.into_iter().filter(|(document, row, _)| document.confirmation(&row.answers).is_some());
            some.addressed = has_address.map(|(_, row, _)| row.id).collect();
        }
        if wish.to == Standing::C {
            let mut tx = self.0.db().read(&caller.school).await?;
            for id in some.lines.keys() {
                if !students::seems_unique(&mut tx, self.0.people(), id).await? {
                    some.enrolled.insert(id.clone());
                }
            }
        }
        some.rows = rows;
        Ok(some)
    }
}

/// Whether one would be moved; if it would, its seats are taken from here on.
fn weigh(
    (caller, school): (&Caller, &School),
    wish: &Wish,
    looked: &Looked<'_>,
    (seats, now): (&mut Seats, i64),
) -> Result<Weighed, Refusal> {
    let (row, to, is_reasoned) = (looked.row, wish.to, wish.is_reasoned());
    let (from, round) = (row.standing()?, school.round(&row.round));
    let known = Known { caller, school, row, from, round: &round, now };
    known.way(to, is_reasoned, looked.is_decided)?;
    if known.is_proposed(to) && looked.has_proposal {
        return Err(proposals::pending());
    }
    let (changes, is_moved) = seat_changes(row, (from, to), &row.bucket);
    let missing = vec![Text { en: String::new(), ar: String::new() }; looked.missing.min(1)];
    let is_asked = changes.get(row.bucket.as_str()).is_some_and(|by| *by > 0);
    let taken = seats.taken_of(row);
    let facts = Facts {
        taken,
        review_by: wish.review_by,
        missing: &missing,
        is_reasoned,
        is_unique: looked.is_unique,
        has_open_conditions: from.status() == "A" && looked.has_open_conditions,
        ..known.facts(to)
    };
    let guarded = known.guarded(&facts, is_moved);
    let is_full = guarded.as_ref().is_err_and(|refusal| refusal.id() == MessageId::A014);
    if is_asked && (guarded.is_ok() || is_full) {
        seats.ask(row, &round, taken);
    }
    guarded?;
    // What is only proposed takes no seat.
    if facts.is_proposed {
        return Ok(Weighed::Proposed);
    }
    for (bucket, by) in changes {
        // What the school says no to later keeps its seat until that is told.
        if by > 0 || wish.publish_at.is_none() {
            *seats.taken.entry((row.round.clone(), bucket.to_owned())).or_default() += by;
        }
    }
    Ok(Weighed::Moved)
}

impl Seats {
    fn taken_of(&self, row: &ApplicationRow) -> i64 {
        self.taken.get(&(row.round.clone(), row.bucket.clone())).copied().unwrap_or_default()
    }

    /// One more competes for a place. How many were left is what it was when the first did.
    fn ask(&mut self, row: &ApplicationRow, round: &RoundConfig, taken: i64) {
        let Some(places) = round.places_of(&row.bucket) else { return };
        let most = i64::from(places) + i64::from(round.over_offer_of(&row.bucket));
        let free = (most - i64::from(round.on_roll_of(&row.bucket)) - taken).max(0);
        let first = || {
            let (round, bucket, form_id) = (row.round.clone(), row.bucket.clone(), row.form_id.clone());
            OverSeats { round, bucket, form_id, free, asked: 0 }
        };
        self.asked.entry((row.round.clone(), row.bucket.clone())).or_insert_with(first).asked += 1;
    }
}
