//! What families read of the places that are left before they apply: words for each grade, and never a number.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use arc_swap::ArcSwapOption;
use form::FormDocument;
use jiff::civil::Date;
use serde::Serialize;
use tokio::sync::Mutex;
use utoipa::ToSchema;
use words::Text;

use super::application;
use super::rounds::bucket_name;
use super::school::School;
use crate::bundle::rounds::RoundConfig;

/// For how long it is told as it was counted: the page is everybody's, and costs no count each time.
const HOLDS_MS: i64 = 60_000;
/// For how long it is told at most while it cannot be counted anew, or somebody does.
const STALE_MS: i64 = 600_000;
/// For how long nobody tries again where it could not be counted.
const FAILED_MS: i64 = 5_000;
/// Grades that are told of.
const MOST: usize = 400;
/// Few are left: so many, or a tenth of the places.
const FEW: i64 = 3;
const FEW_OF: i64 = 10;

/// About how many places a grade has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlaceBand {
    /// There are.
    Available,
    /// There are few.
    Few,
    /// There is none: whoever applies waits for one.
    Waitlist,
    /// The grade has no places in that year.
    None,
}

/// What is left in a grade, or in a part of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GradePlaces {
    /// As the school's round calls it: `kg1`, `g1/cambridge`.
    pub bucket: String,
    /// The grade, as the form's question and `schoolDates` call it.
    pub grade: String,
    /// The stream whose grade it is; null where the school names none.
    pub stream: Option<Text>,
    /// What that is called.
    pub name: Text,
    /// About how many are left.
    pub band: PlaceBand,
}

/// What is left in a school year for which families can apply today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct YearPlaces {
    /// `2027-2028`.
    pub year: String,
    /// In the order of the form.
    pub grades: Vec<GradePlaces>,
}

/// What is told, and whose turn it is to count it.
#[derive(Default)]
pub(super) struct Places {
    told: ArcSwapOption<Told>,
    /// When it could not be counted last.
    failed_at: AtomicI64,
    turn: Arc<Mutex<()>>,
}

/// What was told, and when it was counted.
struct Told {
    at_ms: i64,
    years: Arc<Vec<YearPlaces>>,
}

impl Places {
    fn told_within(&self, now_ms: i64, holds_ms: i64) -> Option<Arc<Vec<YearPlaces>>> {
        let told = self.told.load();
        let told = told.as_ref().filter(|told| (told.at_ms..told.at_ms + holds_ms).contains(&now_ms));
        told.map(|told| told.years.clone())
    }
}

impl School {
    /// What families are told of the places that are left, where it was counted within the last minute.
    #[must_use]
    pub fn places_if_told(&self, now_ms: i64) -> Option<Arc<Vec<YearPlaces>>> {
        self.places.told_within(now_ms, HOLDS_MS)
    }

    /// What they were told some minutes before at most: for whoever comes while somebody counts it anew, or nobody can.
    #[must_use]
    pub fn places_told_before(&self, now_ms: i64) -> Option<Arc<Vec<YearPlaces>>> {
        self.places.told_within(now_ms, STALE_MS)
    }

    /// The turn to count it: one does for all who come at once.
    #[must_use]
    pub fn places_turn(&self) -> Arc<Mutex<()>> {
        self.places.turn.clone()
    }

    /// That it could not be counted: for some seconds nobody tries again.
    pub fn note_places_failed(&self, now_ms: i64) {
        self.places.failed_at.store(now_ms, Ordering::Relaxed);
    }

    /// Whether it could not be counted just before.
    #[must_use]
    pub fn have_places_failed(&self, now_ms: i64) -> bool {
        let failed_at = self.places.failed_at.load(Ordering::Relaxed);
        (failed_at..failed_at + FAILED_MS).contains(&now_ms)
    }

    /// Tells it anew for a minute. `taken` are the seats of a round's bucket that are taken as far as anybody outside may know; nothing is told of
    /// a round that says nothing of places, and of a grade for which nobody can apply today.
    pub fn tell_places(
        &self,
        document: &FormDocument,
        now_ms: i64,
        taken: impl Fn(&str, &str) -> i64,
    ) -> Arc<Vec<YearPlaces>> {
        let years = Arc::new(years(self, document, self.today(now_ms), taken));
        self.places.told.store(Some(Arc::new(Told { at_ms: now_ms, years: years.clone() })));
        years
    }
}

fn years(school: &School, document: &FormDocument, today: Date, taken: impl Fn(&str, &str) -> i64) -> Vec<YearPlaces> {
    let (mut years, mut left): (Vec<YearPlaces>, _) = (Vec::new(), MOST);
    // Choices that its rules replace are no grades whose places are counted.
    let choices = if document.works_out_grade() { Vec::new() } else { application::dated_grades(school, document) };
    let rounds = school.rounds();
    for (index, round) in rounds.iter().enumerate().filter(|(_, round)| !round.places.is_empty()) {
        // Of several rounds of one year a child applies for the first that names its grade.
        let is_earlier =
            |grade: &str| rounds[..index].iter().any(|other| other.year == round.year && other.names(grade));
        let is_open = |grade: &str| school.is_round_open(round, (grade, document.is_choice(grade)), today);
        let unnamed = choices.iter().map(|choice| &choice.code).filter(|code| {
            !round.names(code)
                && round.has_no_places(code)
                && !rounds.iter().any(|other| other.year == round.year && other.names(code))
        });
        let mut buckets: Vec<&String> = round.places.keys().chain(unnamed).collect();
        let grade_of = |bucket: &str| bucket.split('/').next().unwrap_or_default().to_owned();
        buckets.retain(|bucket| {
            let grade = grade_of(bucket);
            !is_earlier(&grade) && is_open(&grade)
        });
        buckets.sort_by_cached_key(|bucket| (document.order_of_code(&grade_of(bucket)), (*bucket).clone()));
        let grades = buckets.into_iter().take(left).filter_map(|bucket| {
            let band = band(round, bucket, taken(&round.id, bucket))?;
            let (code, name) = (grade_of(bucket), bucket_name(Some(document), bucket));
            let (stream, grade) = school.config.stream_of(&code).unzip();
            let grade = grade.map_or(code, str::to_owned);
            Some(GradePlaces { bucket: bucket.clone(), grade, stream: stream.cloned(), name, band })
        });
        let grades: Vec<GradePlaces> = grades.collect();
        left -= grades.len();
        match years.iter_mut().find(|told| told.year == round.year) {
            _ if grades.is_empty() => {}
            Some(told) => told.grades.extend(grades),
            None => years.push(YearPlaces { year: round.year.clone(), grades }),
        }
    }
    years
}

/// About how many are left; none without a limit.
fn band(round: &RoundConfig, bucket: &str, taken: i64) -> Option<PlaceBand> {
    let places = i64::from(round.places_of(bucket)?);
    // What may be offered beyond them is the school's own to know.
    let left = places - i64::from(round.on_roll_of(bucket)) - taken;
    Some(match left {
        _ if places == 0 => PlaceBand::None,
        ..=0 => PlaceBand::Waitlist,
        few if few <= FEW.max(places / FEW_OF) => PlaceBand::Few,
        _ => PlaceBand::Available,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::config::Flag;

    #[test]
    fn a_band_says_about_how_many_are_left() {
        use PlaceBand::{Available, Few, None, Waitlist};
        let mut round = RoundConfig::of_year("2027-2028");
        assert_eq!(band(&round, "kg1", 500), Option::None, "without a limit nothing is said");
        round.places.extend([("kg1".to_owned(), 20), ("g1".to_owned(), 75), ("g2".to_owned(), 0)]);
        round.on_roll.insert("kg1".into(), 10);
        round.over_offer = 5;
        let told = |bucket: &str, all: &[i64]| all.iter().filter_map(|n| band(&round, bucket, *n)).collect::<Vec<_>>();
        assert_eq!(told("kg1", &[0, 6, 7, 9, 10, 11]), [Available, Available, Few, Few, Waitlist, Waitlist]);
        assert_eq!(told("g1", &[67, 68, 74, 75]), [Available, Few, Few, Waitlist], "a tenth of many");
        assert_eq!(told("g2", &[0]), [None]);
        let closed = RoundConfig { closed_grades: Flag::Y, ..round.clone() };
        assert_eq!((band(&round, "g3", 0), band(&closed, "g3", 0)), (Option::None, Some(None)));
    }
}
