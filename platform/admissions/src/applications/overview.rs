//! How the seats of a school stand: of each round and each bucket of its places.

use std::collections::BTreeMap;
use std::sync::Arc;

use form::FormDocument;
use kernel::{Caller, Refusal, SchoolTx, StoreError};
use machine::State as _;
use serde::Serialize;
use tenants::School;
use tenants::bundle::rounds::RoundConfig;
use tenants::registry::bucket_name;
use utoipa::ToSchema;
use words::{Permission, Text};

use super::decisions;
use super::model::Standing;
use super::service::Applications;
use super::store::{self, StandingCount};
use crate::enquiries::{is_visible, visible_forms};
use crate::forms::Forms;

/// Buckets of all rounds that are told at once.
const MOST_LINES: usize = 500;

/// How the seats of a bucket stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct BucketSeats {
    /// Places; null for no limit.
    pub places: Option<i64>,
    /// Children who have one already, those who were enrolled among them.
    pub on_roll: i64,
    /// Booked seats.
    pub booked: i64,
    /// Seats of accepted offers, also of those that are on hold.
    pub accepted: i64,
    /// Offers that are out.
    pub offered: i64,
    /// Places that are left, less than none where the school offered beyond them; null for no limit.
    pub free: Option<i64>,
    /// Offers that may be out beyond the places.
    pub over_offer: i64,
    /// Applications that wait for a seat.
    pub waitlist: i64,
}

/// How many applications stand in which status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatusCounts {
    /// Rejected.
    #[serde(rename = "R")]
    pub r: i64,
    /// Offer out.
    #[serde(rename = "F")]
    pub f: i64,
    /// Confirmed.
    #[serde(rename = "C")]
    pub c: i64,
    /// Shortlisted.
    #[serde(rename = "S")]
    pub s: i64,
    /// Waiting.
    #[serde(rename = "W")]
    pub w: i64,
    /// On hold.
    #[serde(rename = "O")]
    pub o: i64,
    /// Accepted.
    #[serde(rename = "A")]
    pub a: i64,
    /// Booked.
    #[serde(rename = "B")]
    pub b: i64,
}

impl BucketSeats {
    /// With the seats of offers that are not told yet.
    pub(super) fn keep(&mut self, kept: i64) {
        self.offered += kept;
        self.free = self.free.map(|free| free - kept);
    }
}

impl StatusCounts {
    pub(super) fn add(&mut self, standing: Standing, n: i64) {
        let count = match standing.status() {
            "R" => &mut self.r,
            "F" => &mut self.f,
            "C" => &mut self.c,
            "S" => &mut self.s,
            "W" => &mut self.w,
            "O" => &mut self.o,
            "A" => &mut self.a,
            _ => &mut self.b,
        };
        *count += n;
    }
}

/// A bucket of places.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SeatsLine {
    /// As the round calls it: `kg1`, `g1/cambridge`.
    pub bucket: String,
    /// What it is called.
    pub name: Text,
    #[serde(flatten)]
    #[schema(inline)]
    pub seats: BucketSeats,
    /// How many of its applications stand where.
    pub counts: StatusCounts,
}

/// A round with its buckets.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RoundSeats {
    pub id: String,
    /// The academic year that it is for.
    pub year: String,
    /// Whether families may apply today.
    pub open: bool,
    /// Whether its buckets are not told here, as there are too many: they are when it is asked for by its id.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
    pub buckets: Vec<SeatsLine>,
}

/// What the counts of one bucket say.
fn counted(
    round: &RoundConfig,
    bucket: &str,
    rows: &[&StandingCount],
) -> Result<(BucketSeats, StatusCounts), StoreError> {
    let (mut seats, mut counts, mut enrolled) = (BucketSeats::default(), StatusCounts::default(), 0);
    for row in rows {
        let unknown = || StoreError::Inconsistent { table: "submissions", column: "state", id: row.bucket.clone() };
        let standing = Standing::parse(&row.state).ok_or_else(unknown)?;
        counts.add(standing, row.n);
        match (standing.status(), row.keeps) {
            ("F", _) => seats.offered += row.n,
            ("A", _) | ("O", 1) => seats.accepted += row.n,
            ("B", _) => seats.booked += row.n,
            ("C", _) => enrolled += row.n,
            _ if standing == Standing::WWaitlist => seats.waitlist += row.n,
            _ => {}
        }
    }
    seats.on_roll = i64::from(round.on_roll_of(bucket)) + enrolled;
    seats.places = round.places_of(bucket).map(i64::from);
    seats.over_offer = i64::from(round.over_offer_of(bucket));
    let taken = seats.on_roll + seats.booked + seats.accepted + seats.offered;
    seats.free = seats.places.map(|places| places - taken);
    Ok((seats, counts))
}

/// The seats of one bucket.
pub(super) async fn seats_of(tx: &mut SchoolTx, round: &RoundConfig, bucket: &str) -> Result<BucketSeats, StoreError> {
    let rows = store::count_in_bucket(tx, &round.id, bucket).await?;
    counted(round, bucket, &rows.iter().collect::<Vec<_>>()).map(|(seats, _)| seats)
}

impl Applications {
    /// The seats of a round, or of every one where none is named; of nothing for whom no application is to read. The numbers are of all
    /// applications, whoever looks, but for offers that are not told yet: those who may not know of them see what they saw before. Counted as a
    /// line that is read: A007.
    pub async fn seats(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        asked: Option<&str>,
    ) -> Result<Vec<RoundSeats>, Refusal> {
        caller.require(Permission::SeatRead)?;
        let application = school.config().application();
        let visible = visible_forms(school.config(), caller);
        let Some(form) = application.filter(|form| is_visible(&visible, form)) else {
            return Ok(Vec::new());
        };
        self.0.count_read(caller, 1).await?;
        let mut tx = self.0.db().read(&caller.school).await?;
        let rows = store::count_standings(&mut tx, asked.unwrap_or_default()).await?;
        let kept = decisions::kept_seats(&mut tx, caller).await?;
        drop(tx);
        let is_asked = |round: &&Arc<RoundConfig>| asked.is_none_or(|asked| round.id == asked);
        let mut rounds: Vec<Arc<RoundConfig>> = school.rounds().iter().filter(is_asked).cloned().collect();
        for row in &rows {
            if !rounds.iter().any(|round| round.id == row.round) {
                rounds.push(school.round(&row.round));
            }
        }
        let documents = Forms::documents(school).await;
        let document = documents.get(form).map(|form| &**form);
        let today = school.today(self.0.clock().now_ms());
        let (mut told, mut lines) = (Vec::with_capacity(rounds.len()), 0);
        for round in rounds {
            let rows = rows.iter().filter(|row| row.round == round.id);
            let kept = kept.iter().filter(|row| row.round == round.id).map(|row| (row.bucket.as_str(), row.n));
            let mut buckets = lines_of(&round, rows, &kept.collect(), document)?;
            // What one that nobody asked for has beyond so many is told when it is asked for.
            lines += buckets.len();
            let is_cut = asked.is_none() && lines > MOST_LINES && lines > buckets.len();
            if is_cut {
                lines -= buckets.len();
                buckets.clear();
            }
            let open = school.is_round_open(&round, ("", false), today);
            told.push(RoundSeats { id: round.id.clone(), year: round.year.clone(), open, is_cut, buckets });
        }
        Ok(told)
    }
}

/// A round's buckets, by grade as the form has them, and within a grade by name. `kept` are the seats of offers that are not told yet.
fn lines_of<'r>(
    round: &'r RoundConfig,
    rows: impl Iterator<Item = &'r StandingCount>,
    kept: &BTreeMap<&'r str, i64>,
    document: Option<&FormDocument>,
) -> Result<Vec<SeatsLine>, StoreError> {
    let named = round.places.keys().map(String::as_str).chain(kept.keys().copied());
    let mut buckets: BTreeMap<&str, Vec<&StandingCount>> = named.map(|bucket| (bucket, Vec::new())).collect();
    for row in rows {
        buckets.entry(&row.bucket).or_default().push(row);
    }
    let mut lines = Vec::with_capacity(buckets.len());
    for (bucket, rows) in buckets {
        let (mut seats, counts) = counted(round, bucket, &rows)?;
        seats.keep(kept.get(bucket).copied().unwrap_or_default());
        lines.push(SeatsLine { bucket: bucket.to_owned(), name: bucket_name(document, bucket), seats, counts });
    }
    let order = |line: &SeatsLine| {
        let grade = line.bucket.split('/').next().unwrap_or_default();
        document.map_or(usize::MAX, |document| document.order_of_code(grade))
    };
    lines.sort_by_cached_key(order);
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(state: &str, keeps: i64, n: i64) -> StandingCount {
        StandingCount { round: "2027".into(), bucket: "kg1".into(), state: state.into(), keeps, n }
    }

    #[test]
    fn seats_are_what_is_left_of_the_places() {
        let mut round = RoundConfig::of_year("2027-2028");
        round.places.insert("kg1".into(), 20);
        round.on_roll.insert("kg1".into(), 3);
        let rows = [
            row("W/review", 0, 9),
            row("W/waitlist", 0, 4),
            row("F/conditional", 0, 2),
            row("A/fee_due", 0, 1),
            row("O/payment", 1, 1),
            row("O/payment", 0, 5),
            row("B/consents_due", 0, 3),
            row("C", 0, 2),
            row("R/school", 0, 7),
        ];
        let (seats, counts) = counted(&round, "kg1", &rows.iter().collect::<Vec<_>>()).expect("known");
        let expected = BucketSeats {
            places: Some(20),
            on_roll: 5,
            booked: 3,
            accepted: 2,
            offered: 2,
            free: Some(8),
            over_offer: 0,
            waitlist: 4,
        };
        assert_eq!(seats, expected);
        assert_eq!((counts.w, counts.o, counts.a, counts.r, counts.s), (13, 6, 1, 7, 0));
        assert!(counted(&round, "kg1", &[&row("new", 0, 1)]).is_err(), "an enquiry has no seat");
        assert_eq!(counted(&RoundConfig::of_year("2027-2028"), "kg1", &[]).expect("none").0.free, None);
    }
}
