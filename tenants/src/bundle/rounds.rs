//! Admission rounds: the places that a school has in an academic year, and how it gives them away.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::Money;
use words::money::Currency;
use words::problem::{Problem, child};

use super::config::{Flag, SchoolConfig, SchoolDates};

/// Whether a text can name a bucket of places: a grade's code, and up to three parts that divide it further.
#[must_use]
pub fn is_bucket(text: &str) -> bool {
    let is_part = |part: &str| {
        (1..=40).contains(&part.len()) && part.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
    };
    text.split('/').count() <= 4 && text.split('/').all(is_part)
}

/// A round. It is open on the days that `schoolDates` has for its year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundConfig {
    /// Stays: applications name it.
    #[schemars(regex(pattern = r"^[a-z0-9_-]{1,40}$"), extend("x-hint" = "a short name in quotes, such as \"2027\""))]
    pub id: String,
    /// The academic year that it is for.
    #[schemars(regex(pattern = r"^20[0-9]{2}-20[0-9]{2}$"), extend("x-hint" = "write it as 2027-2028"))]
    pub year: String,
    /// Places of each grade, or of a part of one: `kg1`, `g1/cambridge`. A grade that is not named has no limit.
    #[serde(default)]
    #[schemars(extend("maxProperties" = 400, "propertyNames" = {"pattern": "^[a-z0-9_-]{1,40}(/[a-z0-9_-]{1,40}){0,3}$"}))]
    pub places: BTreeMap<String, u32>,
    /// "Y": a grade that is not named has no places at all.
    #[serde(default)]
    pub closed_grades: Flag,
    /// Offers that may be out beyond the places of each.
    #[serde(default)]
    #[schemars(range(max = 1000))]
    pub over_offer: u32,
    /// Children who have a place in that year already.
    #[serde(default)]
    #[schemars(extend("maxProperties" = 400, "propertyNames" = {"pattern": "^[a-z0-9_-]{1,40}(/[a-z0-9_-]{1,40}){0,3}$"}))]
    pub on_roll: BTreeMap<String, u32>,
    /// Days that an offer keeps its seat, to the end of the last one.
    #[serde(default = "default_offer_days")]
    #[schemars(range(min = 1, max = 120))]
    pub offer_days: u16,
    /// Who makes an offer.
    #[serde(default)]
    pub approval: Approval,
    /// "Y": an offer may be made before the shortlist.
    #[serde(default)]
    pub direct_offer: Flag,
    /// What it costs to apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application_fee: Option<ApplicationFee>,
    /// What orders the waiting list, the strongest first.
    #[serde(default = "default_waitlist")]
    #[schemars(length(max = 3), extend("uniqueItems" = true))]
    pub waitlist: Vec<WaitlistRule>,
}

fn default_offer_days() -> u16 {
    7
}

fn default_waitlist() -> Vec<WaitlistRule> {
    vec![WaitlistRule::Sibling, WaitlistRule::StaffChild, WaitlistRule::Date]
}

/// Who makes an offer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Approval {
    /// Whoever works on applications.
    #[default]
    Officer,
    /// The principal, or an administrator.
    Principal,
}

/// What moves an application up the waiting list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitlistRule {
    /// The rules call it one with a sibling at the school (a tag that ends in `sibling`).
    Sibling,
    /// The rules call it a child of the staff's (a tag that ends in `staff_child`).
    StaffChild,
    /// It came earlier.
    Date,
}

/// What it costs to apply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplicationFee {
    /// In the school's currency.
    #[schemars(regex(pattern = r"^[0-9]{1,9}(\.[0-9]{1,3})?$"), extend("x-hint" = "an amount in quotes, such as \"25.000\""))]
    pub amount: String,
}

impl RoundConfig {
    /// A round of which the school says nothing: of a year, without a limit of places.
    #[must_use]
    pub fn of_year(year: &str) -> Self {
        Self {
            id: year.get(..4).unwrap_or(year).to_owned(),
            year: year.to_owned(),
            places: BTreeMap::new(),
            closed_grades: Flag::N,
            over_offer: 0,
            on_roll: BTreeMap::new(),
            offer_days: default_offer_days(),
            approval: Approval::default(),
            direct_offer: Flag::N,
            application_fee: None,
            waitlist: default_waitlist(),
        }
    }

    /// The places that a child of a grade competes for: the grade's part of that desk where the school counts it by itself, else the grade.
    #[must_use]
    pub fn bucket_of(&self, grade: &str, route: &str) -> String {
        let part = format!("{grade}/{route}");
        if !route.is_empty() && self.places.contains_key(&part) { part } else { grade.to_owned() }
    }

    /// How many places there are; none for no limit.
    #[must_use]
    pub fn places_of(&self, bucket: &str) -> Option<u32> {
        let closed = (self.closed_grades == Flag::Y).then_some(0);
        self.places.get(bucket).copied().or(closed)
    }

    /// Children who have a place already.
    #[must_use]
    pub fn on_roll_of(&self, bucket: &str) -> u32 {
        self.on_roll.get(bucket).copied().unwrap_or(0)
    }
}

/// The rows of `schoolDates` by which a grade of a year is open. A grade that no row can name, as it is no choice of the form's, is open
/// while any of the year's is.
pub(crate) fn dates_of<'d>(dates: &'d [SchoolDates], year: &str, grade: &str, is_choice: bool) -> Vec<&'d SchoolDates> {
    let of_year = dates.iter().filter(|row| row.year == year);
    let names = |row: &&SchoolDates| row.grades.is_empty() || row.grades.iter().any(|named| named == grade);
    of_year.filter(|row| !is_choice || grade.is_empty() || names(row)).collect()
}

/// What the shape of `rounds` and `code` cannot say.
pub(super) fn check(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    for (index, round) in config.rounds.iter().enumerate() {
        let at = format!("/rounds/{index}");
        if config.rounds[..index].iter().any(|other| other.id == round.id) {
            problems.push(Problem::new(format!("{at}/id"), "duplicate", format!("`{}` stands here already", round.id)));
        }
        let mut years = round.year.split('-').filter_map(|year| year.parse::<u16>().ok());
        if years.next().zip(years.next()).is_none_or(|(first, second)| second != first + 1) {
            problems.push(Problem::new(format!("{at}/year"), "badRange", "an academic year is two years that follow"));
        }
        for bucket in round.on_roll.keys().filter(|bucket| round.places_of(bucket).is_none()) {
            let message = format!("`{bucket}` has no places in this round");
            let problem = Problem::key(child(&format!("{at}/on_roll"), bucket), "unknownPlaces", message);
            problems.push(problem.hint("name it in `places` too").warning());
        }
        // Both count the same children: whoever is in the part would be in no place of the whole.
        for bucket in round.places.keys() {
            let whole = format!("{bucket}/");
            if round.places.keys().any(|other| other.starts_with(&whole)) {
                let message = format!("`{bucket}` is counted as a whole and by its parts");
                let problem = Problem::key(child(&format!("{at}/places"), bucket), "countedTwice", message);
                problems.push(problem.hint("the whole is for whoever is in none of the parts").warning());
            }
        }
        let currency = Currency::parse(&config.currency);
        if let Some((fee, currency)) = round.application_fee.as_ref().zip(currency)
            && !fits(&fee.amount, currency)
        {
            let message = format!("`{}` is no amount in {}", fee.amount, config.currency);
            problems.push(Problem::new(format!("{at}/application_fee/amount"), "badAmount", message));
        }
    }
}

/// Whether an amount has no more decimals than its currency.
fn fits(amount: &str, currency: Currency) -> bool {
    let decimals = amount.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let figure = Money::new(0, currency).figure();
    decimals <= figure.split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn school(rounds: &str) -> Result<SchoolConfig, Vec<String>> {
        let yaml = format!(
            "name: {{ en: A, ar: أ }}\ntime_zone: Asia/Muscat\ncurrency: OMR\nmail_from: a@b.example\n\
             branding: {{ logo: assets/logo.png, colours: {{ primary: \"#123456\", accent: \"#654321\" }} }}\n\
             rounds:\n{rounds}"
        );
        let read = super::super::parse_config("a/school.yaml", yaml.as_bytes());
        read.map(|checked| checked.config).map_err(|all| all.iter().map(|one| one.code.to_string()).collect())
    }

    #[test]
    fn a_round_says_what_it_means_by_little() {
        let round = school(
            "  - { id: \"2027\", year: 2027-2028, places: { kg1: 44, g1/cambridge: 22 }, on_roll: { kg1: 3 } }\n",
        )
        .expect("a round")
        .rounds
        .remove(0);
        assert_eq!((round.offer_days, round.approval, round.direct_offer), (7, Approval::Officer, Flag::N));
        assert_eq!((round.places_of("kg1"), round.places_of("g1"), round.on_roll_of("kg1")), (Some(44), None, 3));
        assert_eq!(round.bucket_of("g1", "cambridge"), "g1/cambridge");
        assert_eq!((round.bucket_of("g1", "girls"), round.bucket_of("kg1", "")), ("g1".into(), "kg1".into()));
        let closed = RoundConfig { closed_grades: Flag::Y, ..round };
        assert_eq!(closed.places_of("g1"), Some(0));
    }

    #[test]
    fn a_round_that_means_nothing_is_told() {
        let codes = |rounds: &str| school(rounds).err().unwrap_or_default();
        assert_eq!(codes("  - { id: a, year: 2027-2029 }\n"), ["badRange"]);
        assert_eq!(codes("  - { id: a, year: 2027-2028 }\n  - { id: a, year: 2028-2029 }\n"), ["duplicate"]);
        assert_eq!(
            codes("  - { id: a, year: 2027-2028, application_fee: { amount: \"25.0001\" } }\n").len(),
            1,
            "no shape of an amount"
        );
        assert!(codes("  - { id: a, year: 2027-2028, places: { \"KG 1\": 5 } }\n").len() == 1);
        assert_eq!(codes("  - { id: a, year: 2027-2028, approval: nobody }\n").len(), 1);
    }

    #[test]
    fn a_bucket_is_a_grade_and_its_parts() {
        assert!(is_bucket("kg1") && is_bucket("g1/cambridge/main/a"));
        for none in ["", "KG1", "g1/", "a/b/c/d/e", "g 1", &"x".repeat(41)] {
            assert!(!is_bucket(none), "{none}");
        }
    }

    #[test]
    fn a_grade_that_no_row_names_is_open_while_any_is() {
        let row = |from: &str, grades: &[&str]| SchoolDates {
            sims_admission_start_from: from.into(),
            sims_admission_end: "2027-06-30".into(),
            year: "2027-2028".into(),
            grades: grades.iter().map(|grade| (*grade).to_owned()).collect(),
        };
        let dates = [row("2026-10-01", &["kg1"]), row("2026-11-01", &[])];
        assert_eq!(dates_of(&dates, "2027-2028", "kg1", true).len(), 2);
        assert_eq!(dates_of(&dates, "2027-2028", "g5", true), [&dates[1]]);
        assert_eq!(dates_of(&dates, "2027-2028", "fs2", false).len(), 2);
        assert!(dates_of(&dates, "2028-2029", "kg1", true).is_empty());
    }
}
