//! The order of a waiting list by the school's own rules, what explains it, and what a family is told of it.

use jiff::civil::Date;
use kernel::SubmissionId;
use serde::Serialize;
use tenants::bundle::config::Flag;
use tenants::bundle::rounds::{RoundConfig, WaitlistRule, WaitlistShows};
use utoipa::ToSchema;

use super::super::claims::is_claimed;
use super::super::moves::is_tagged;
use super::store::WaitingRow;

/// How many of a bucket are put in order; who came later than that many waits behind them.
pub const MOST_RANKED: i64 = 2_000;

/// About where a child stands, as families read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum WaitlistBand {
    /// Among the first five.
    #[serde(rename = "first_5")]
    FirstFive,
    /// Among the first ten.
    #[serde(rename = "first_10")]
    FirstTen,
    /// Among the first twenty-five.
    #[serde(rename = "first_25")]
    FirstTwentyFive,
    /// Further back.
    #[serde(rename = "further_back")]
    FurtherBack,
}

impl WaitlistBand {
    /// That of a rank; the first is 1.
    #[must_use]
    pub const fn of(rank: usize) -> Self {
        match rank {
            0..=5 => Self::FirstFive,
            6..=10 => Self::FirstTen,
            11..=25 => Self::FirstTwentyFive,
            _ => Self::FurtherBack,
        }
    }
}

/// Where a child stands on a waiting list, as its school lets the family read it: about where, or the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct WaitlistPlace {
    /// About where; null where the school tells the number.
    band: Option<WaitlistBand>,
    /// The first is 1; null where the school tells it about.
    number: Option<usize>,
    /// How many wait.
    of: Option<usize>,
}

impl WaitlistPlace {
    /// What a family is told; nothing where its school says so. `rank` is none for one that is further back than anybody counts.
    pub fn told(shows: WaitlistShows, rank: Option<usize>, of: usize) -> Option<Self> {
        let band = |band| Self { band: Some(band), number: None, of: None };
        match (shows, rank) {
            (WaitlistShows::Nothing, _) => None,
            (WaitlistShows::Number, Some(rank)) => Some(Self { band: None, number: Some(rank), of: Some(of) }),
            (WaitlistShows::Band, Some(rank)) => Some(band(WaitlistBand::of(rank))),
            (WaitlistShows::Band | WaitlistShows::Number, None) => Some(band(WaitlistBand::FurtherBack)),
        }
    }
}

/// What a rule of the order says of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Because {
    pub rule: WaitlistRule,
    /// `Y` where the child has a brother or sister here, or a parent who works here; the score as a percentage; the day on which it came,
    /// `YYYY-MM-DD`. Null where the rule does nothing for it.
    pub value: Option<String>,
    /// Whether somebody has yet to confirm it in the records. Of a parent who works here that counts for nothing until then, unless the round says
    /// otherwise: the value is null.
    pub unconfirmed: bool,
}

/// Whether a parent who works here counts: once somebody has confirmed it, or at their word where the round says so.
fn is_of_staff(round: &RoundConfig, row: &WaitingRow) -> bool {
    is_claimed(&row.tags.0) && (row.staff_confirmed > 0 || round.waitlist_unconfirmed == Flag::Y)
}

/// What orders one among the others: the smaller, the further ahead; of those that are the same in all of the rules, the one that came first.
#[must_use]
pub fn key_of(round: &RoundConfig, row: &WaitingRow) -> Vec<i64> {
    let one = |rule: &WaitlistRule| match rule {
        WaitlistRule::Sibling => i64::from(!is_tagged(&row.tags.0, "sibling")),
        WaitlistRule::StaffChild => i64::from(!is_of_staff(round, row)),
        WaitlistRule::Date => row.submitted_at,
        WaitlistRule::Score => row.sort_score.saturating_neg(),
    };
    round.waitlist.iter().map(one).chain([row.submitted_at]).collect()
}

/// Those that wait, the next first.
#[must_use]
pub fn ranked(round: &RoundConfig, mut waiting: Vec<WaitingRow>) -> Vec<WaitingRow> {
    waiting.sort_by_cached_key(|row| (key_of(round, row), row.submission_id.clone()));
    waiting
}

/// The rank of one; the first is 1.
#[must_use]
pub fn rank_of(waiting: &[WaitingRow], id: &SubmissionId) -> Option<usize> {
    waiting.iter().position(|row| row.submission_id == *id).map(|at| at + 1)
}

/// Why it stands where it stands, rule by rule.
#[must_use]
pub fn because(round: &RoundConfig, row: &WaitingRow, came_on: Date) -> Vec<Because> {
    let yes = |is: bool| is.then(|| "Y".to_owned());
    let value = |rule: WaitlistRule| match rule {
        WaitlistRule::Sibling => yes(is_tagged(&row.tags.0, "sibling")),
        WaitlistRule::StaffChild => yes(is_of_staff(round, row)),
        WaitlistRule::Date => Some(came_on.to_string()),
        WaitlistRule::Score => percentage(row.sort_score),
    };
    let unconfirmed = |rule: WaitlistRule| match rule {
        WaitlistRule::Sibling => row.to_confirm > 0 && value(rule).is_some(),
        WaitlistRule::StaffChild => is_claimed(&row.tags.0) && row.staff_confirmed == 0,
        WaitlistRule::Date | WaitlistRule::Score => false,
    };
    round
        .waitlist
        .iter()
        .map(|rule| Because { rule: *rule, value: value(*rule), unconfirmed: unconfirmed(*rule) })
        .collect()
}

/// Points per 10,000 as a percentage; none without a score.
fn percentage(score: i64) -> Option<String> {
    if score < 0 {
        return None;
    }
    let figure = format!("{}.{:02}", score / 100, score % 100);
    Some(figure.trim_end_matches('0').trim_end_matches('.').to_owned())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;
    use sqlx::types::Json;
    use tenants::bundle::rounds::WaitlistRule::{Date, Score, Sibling, StaffChild};

    use super::*;

    fn waiting(name: &str, tags: &[&str], sort_score: i64, submitted_at: i64) -> WaitingRow {
        let tags = Json(tags.iter().map(|tag| (*tag).to_owned()).collect());
        let registration_id = format!("ABQ27-{submitted_at:05}");
        WaitingRow {
            submission_id: name.into(),
            registration_id,
            tags,
            sort_score,
            submitted_at,
            owner_id: None,
            to_confirm: 0,
            staff_confirmed: 1,
        }
    }

    fn by(rules: &[WaitlistRule]) -> RoundConfig {
        RoundConfig { waitlist: rules.to_vec(), ..RoundConfig::of_year("2027-2028") }
    }

    fn list() -> Vec<WaitingRow> {
        vec![
            waiting("first", &["tag.sibling_to_confirm"], -1, 1),
            waiting("staff", &["tag.staff_child"], 5_000, 2),
            waiting("sibling", &["tag.sibling"], 0, 4),
            waiting("older sibling", &["tag.sibling"], -1, 3),
            waiting("scholar", &[], 9_950, 5),
        ]
    }

    #[test]
    fn the_order_is_that_of_the_schools_own_rules() {
        for (rules, expected) in [
            (&[Sibling, StaffChild, Date][..], ["older sibling", "sibling", "staff", "first", "scholar"]),
            (&[StaffChild, Sibling][..], ["staff", "older sibling", "sibling", "first", "scholar"]),
            (&[Date, Sibling][..], ["first", "staff", "older sibling", "sibling", "scholar"]),
            // Without a score one stands behind who has none of the points.
            (&[Score][..], ["scholar", "staff", "sibling", "first", "older sibling"]),
            (&[Sibling, Score][..], ["sibling", "older sibling", "scholar", "staff", "first"]),
            (&[][..], ["first", "staff", "older sibling", "sibling", "scholar"]),
        ] {
            let order = ranked(&by(rules), list());
            let names: Vec<&str> = order.iter().map(|row| row.submission_id.as_str()).collect();
            assert_eq!(names, expected, "{rules:?}");
            assert_eq!(rank_of(&order, &expected[1].into()), Some(2));
        }
        assert_eq!(rank_of(&ranked(&by(&[Date]), list()), &"nobody".into()), None);
    }

    #[test]
    fn two_that_came_together_stand_in_one_order() {
        let twins = || [waiting("b", &[], -1, 1), waiting("a", &[], -1, 1)];
        let [one, two] = twins();
        for rows in [vec![one.clone(), two.clone()], vec![two, one]] {
            let order = ranked(&by(&[Sibling, Date]), rows);
            assert_eq!(order.iter().map(|row| row.submission_id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        }
    }

    #[test]
    fn each_rule_says_what_it_does_for_one() {
        let told = |row: &WaitingRow| -> Vec<Option<String>> {
            let all = because(&by(&[Score, Sibling, StaffChild, Date]), row, date(2026, 11, 21));
            all.into_iter().map(|one| one.value).collect()
        };
        let rows = list();
        let texts = |values: [Option<&str>; 4]| values.map(|value| value.map(str::to_owned)).to_vec();
        let day = Some("2026-11-21");
        assert_eq!(told(&rows[0]), texts([None, None, None, day]), "a sibling who is to be confirmed is none yet");
        assert_eq!(told(&rows[1]), texts([Some("50"), None, Some("Y"), day]));
        assert_eq!(told(&rows[2]), texts([Some("0"), Some("Y"), None, day]));
        assert_eq!(told(&rows[4]), texts([Some("99.5"), None, None, day]));
        assert!(because(&by(&[]), &rows[0], date(2026, 11, 21)).is_empty());
        let open = |row: &WaitingRow, to_confirm| {
            let row = WaitingRow { to_confirm, ..row.clone() };
            because(&by(&[Sibling, Date]), &row, date(2026, 11, 21))
                .iter()
                .map(|one| one.unconfirmed)
                .collect::<Vec<_>>()
        };
        assert_eq!([open(&rows[2], 0), open(&rows[2], 1)], [[false, false], [true, false]]);
        assert_eq!(open(&rows[0], 1), [false, false], "what counts for nothing is not to be confirmed");
        assert_eq!([8_550, 8_505, 10_000].map(|score| percentage(score).unwrap_or_default()), ["85.5", "85.05", "100"]);
    }

    #[test]
    fn a_parent_who_works_here_counts_once_that_is_confirmed() {
        let round = |unconfirmed| RoundConfig { waitlist_unconfirmed: unconfirmed, ..by(&[StaffChild, Date]) };
        let claimed =
            |confirmed| WaitingRow { staff_confirmed: confirmed, ..waiting("staff", &["tag.staff_child"], -1, 9) };
        let told = |unconfirmed, confirmed| {
            let (round, row) = (round(unconfirmed), claimed(confirmed));
            let because = because(&round, &row, date(2026, 11, 21)).remove(0);
            let order = ranked(&round, vec![waiting("first", &[], -1, 1), row]);
            (rank_of(&order, &"staff".into()), because.value.is_some(), because.unconfirmed)
        };
        assert_eq!([told(Flag::N, 0), told(Flag::N, 1)], [(Some(2), false, true), (Some(1), true, false)]);
        assert_eq!(told(Flag::Y, 0), (Some(1), true, true), "where the school takes their word");
        let nobody = because(&round(Flag::Y), &waiting("first", &[], -1, 1), date(2026, 11, 21)).remove(0);
        assert_eq!((nobody.value, nobody.unconfirmed), (None, false), "who claims nothing");
    }

    #[test]
    fn a_family_reads_about_where_it_stands_or_the_number_or_nothing() {
        let bands = [1, 5, 6, 10, 11, 25, 26, 700].map(|rank| json!(WaitlistBand::of(rank)));
        let expected =
            ["first_5", "first_5", "first_10", "first_10", "first_25", "first_25", "further_back", "further_back"];
        assert_eq!(bands, expected.map(|band| json!(band)));
        let told = |shows, rank| json!(WaitlistPlace::told(shows, rank, 31));
        assert_eq!(told(WaitlistShows::Band, Some(7)), json!({ "band": "first_10", "number": null, "of": null }));
        assert_eq!(told(WaitlistShows::Number, Some(7)), json!({ "band": null, "number": 7, "of": 31 }));
        assert_eq!(told(WaitlistShows::Nothing, Some(7)), json!(null));
        for shows in [WaitlistShows::Band, WaitlistShows::Number] {
            assert_eq!(told(shows, None)["band"], "further_back", "whom nobody counts");
        }
    }
}
