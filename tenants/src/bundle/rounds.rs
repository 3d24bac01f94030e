//! Admission rounds: the places that a school has in an academic year, and how it gives them away.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::money::Currency;
use words::problem::{Problem, child};
use words::text::is_hidden;
use words::{Money, Text};

use super::config::{Flag, SchoolConfig, SchoolDates};
use super::family::FormKind;

/// Characters of a reason's words: it stands in a list.
const LONGEST_REASON: usize = 80;

/// Most parts that divide a grade.
const PARTS: usize = 3;

/// Whether a text can name a bucket of places: a grade's code, and up to three parts that divide it further.
#[must_use]
pub fn is_bucket(text: &str) -> bool {
    let is_part = |part: &str| {
        (1..=40).contains(&part.len()) && part.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
    };
    text.split('/').count() <= 1 + PARTS && text.split('/').all(is_part)
}

/// A round. It is open on the days that `schoolDates` has for its year, and on none where it has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundConfig {
    /// Stays: applications name it.
    #[schemars(regex(pattern = r"^[a-z0-9_-]{1,40}$"), extend("x-hint" = "a short name in quotes, such as \"2027\""))]
    pub id: String,
    /// The academic year that it is for.
    #[schemars(regex(pattern = r"^20[0-9]{2}-20[0-9]{2}$"), extend("x-hint" = "write it as 2027-2028"))]
    pub year: String,
    /// The form by which one applies; the school's application where it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_-]{0,39}$"), extend("x-hint" = "the form of `forms` whose kind is application"))]
    pub form: Option<String>,
    /// Places of each grade, or of a part of one: `kg1`, `g1/cambridge`, `g1/cambridge/muscat`. A grade that is not named has no limit; one of which
    /// only parts are named has none besides theirs.
    #[serde(default)]
    #[schemars(extend("maxProperties" = 400, "propertyNames" = {"pattern": "^[a-z0-9_-]{1,40}(/[a-z0-9_-]{1,40}){0,3}$"}))]
    pub places: BTreeMap<String, u32>,
    /// "Y": a grade that is not named has no places at all, and nobody is offered one beyond them.
    #[serde(default)]
    pub closed_grades: Flag,
    /// Offers that may be out beyond the places of each grade that is named.
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
    #[schemars(length(max = 4), extend("uniqueItems" = true))]
    pub waitlist: Vec<WaitlistRule>,
    /// What a family reads of where its child stands on the waiting list.
    #[serde(default)]
    pub waitlist_shows: WaitlistShows,
    /// "Y": a place that becomes available is offered to the next on the waiting list at once. Asks for `direct_offer`, and for no `approval`.
    #[serde(default)]
    pub waitlist_offers: Flag,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitlistRule {
    /// The rules call it one with a sibling at the school (a tag that ends in `sibling`).
    Sibling,
    /// The rules call it a child of the staff's (a tag that ends in `staff_child`).
    StaffChild,
    /// It came earlier.
    Date,
    /// The rules give it more points.
    Score,
}

/// What a family reads of where its child stands on the waiting list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitlistShows {
    /// About where: among the first five, ten or twenty-five, or further back.
    #[default]
    Band,
    /// The number, and of how many.
    Number,
    /// That it waits, and no more.
    Nothing,
}

/// A reason that the school has for where an application stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonConfig {
    /// Stays: histories name it.
    #[schemars(regex(pattern = r"^[a-z0-9_]{1,40}$"), extend("x-hint" = "small letters, digits and _, such as no_place"))]
    pub code: String,
    /// As staff read it.
    pub text: Text,
    /// The statuses to which it can lead; all when empty.
    #[serde(default, rename = "for", skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8), extend("uniqueItems" = true))]
    pub statuses: Vec<StatusCode>,
}

/// One of the eight statuses of an application.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum StatusCode {
    /// Waiting.
    W,
    /// Shortlisted.
    S,
    /// On hold.
    O,
    /// Offer out.
    F,
    /// Accepted.
    A,
    /// Booked.
    B,
    /// Enrolled.
    C,
    /// Rejected.
    R,
}

impl StatusCode {
    /// Its letter.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::W => "W",
            Self::S => "S",
            Self::O => "O",
            Self::F => "F",
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::R => "R",
        }
    }
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
            form: None,
            places: BTreeMap::new(),
            closed_grades: Flag::N,
            over_offer: 0,
            on_roll: BTreeMap::new(),
            offer_days: default_offer_days(),
            approval: Approval::default(),
            direct_offer: Flag::N,
            application_fee: None,
            waitlist: default_waitlist(),
            waitlist_shows: WaitlistShows::default(),
            waitlist_offers: Flag::N,
        }
    }

    /// The places that a child of a grade competes for: the part of the grade that the parts of its route name, in their order, where the school
    /// counts it by itself, the most of them first and of as many the last; else the grade.
    #[must_use]
    pub fn bucket_of(&self, grade: &str, route: &[String]) -> String {
        let most = route.len().min(PARTS);
        let runs = (1..=most).rev().flat_map(|n| route.windows(n).rev());
        let mut parts = runs.map(|run| format!("{grade}/{}", run.join("/")));
        parts.find(|part| self.places.contains_key(part)).unwrap_or_else(|| grade.to_owned())
    }

    /// How many places there are; none for no limit. A grade of which only parts are named has none besides theirs.
    #[must_use]
    pub fn places_of(&self, bucket: &str) -> Option<u32> {
        self.places.get(bucket).copied().or_else(|| self.is_closed(bucket).then_some(0))
    }

    /// Whether a grade has no places at all, nor has a part of it.
    #[must_use]
    pub fn has_no_places(&self, grade: &str) -> bool {
        let is_part = |named: &str| named.strip_prefix(grade).is_some_and(|rest| rest.starts_with('/'));
        self.places_of(grade) == Some(0) && !self.places.iter().any(|(named, places)| is_part(named) && *places > 0)
    }

    /// Offers that may be out beyond these: none where there are no places because nobody names it.
    #[must_use]
    pub fn over_offer_of(&self, bucket: &str) -> u32 {
        if self.places.contains_key(bucket) || !self.is_closed(bucket) { self.over_offer } else { 0 }
    }

    /// Whether what is not named has no places: in a round that closes such grades, and in a grade whose parts are named.
    fn is_closed(&self, bucket: &str) -> bool {
        let is_part = |named: &String| named.strip_prefix(bucket).is_some_and(|rest| rest.starts_with('/'));
        self.closed_grades == Flag::Y || self.places.keys().any(is_part)
    }

    /// Whether the next on the waiting list is offered a place that becomes available, without anybody's doing.
    #[must_use]
    pub fn offers_waitlist(&self) -> bool {
        self.waitlist_offers == Flag::Y && self.direct_offer == Flag::Y && self.approval == Approval::Officer
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

/// What the shape of `rounds`, `reasons` and `code` cannot say.
pub(super) fn check(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    reasons(&config.reasons, problems);
    for (index, round) in config.rounds.iter().enumerate() {
        let at = format!("/rounds/{index}");
        if config.rounds[..index].iter().any(|other| other.id == round.id) {
            problems.push(Problem::new(format!("{at}/id"), "duplicate", format!("`{}` stands here already", round.id)));
        }
        let mut years = round.year.split('-').filter_map(|year| year.parse::<u16>().ok());
        if years.next().zip(years.next()).is_none_or(|(first, second)| second != first + 1) {
            problems.push(Problem::new(format!("{at}/year"), "badRange", "an academic year is two years that follow"));
        }
        form(config, round, &at, problems);
        offers(round, &at, problems);
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

/// The form of a round is the one by which families apply.
fn form(config: &SchoolConfig, round: &RoundConfig, at: &str, problems: &mut Vec<Problem>) {
    let Some(form) = &round.form else { return };
    let (at, application) = (format!("{at}/form"), config.application());
    if !config.forms.contains_key(form) {
        problems.push(Problem::new(at, "unknownForm", format!("there is no form `{form}` under `forms`")));
    } else if config.kind_of(form) != FormKind::Application {
        let problem = Problem::new(at, "notApplication", format!("`{form}` is not the form by which families apply"));
        problems.push(match application {
            Some(application) => problem.hint(format!("write {application}, or leave it out")),
            None => problem.hint("write `kind: application` at the form by which they apply"),
        });
    }
}

/// What is offered without anybody's doing is offered by nobody who has to approve it, and to those who were not shortlisted.
fn offers(round: &RoundConfig, at: &str, problems: &mut Vec<Problem>) {
    if round.waitlist_offers == Flag::N {
        return;
    }
    let at = format!("{at}/waitlist_offers");
    if round.approval == Approval::Principal {
        let problem = Problem::new(&at, "needsApproval", "the principal approves the offers of this round");
        problems.push(problem.hint("write N, or `approval: officer`"));
    }
    if round.direct_offer == Flag::N {
        let problem = Problem::new(&at, "needsShortlist", "an offer of this round asks for a shortlist");
        problems.push(problem.hint("write N, or `direct_offer: Y`"));
    }
}

fn reasons(reasons: &[ReasonConfig], problems: &mut Vec<Problem>) {
    for (index, reason) in reasons.iter().enumerate() {
        let at = format!("/reasons/{index}");
        if reasons[..index].iter().any(|other| other.code == reason.code) {
            let message = format!("`{}` stands here already", reason.code);
            problems.push(Problem::new(format!("{at}/code"), "duplicate", message));
        }
        for (language, text) in [("en", &reason.text.en), ("ar", &reason.text.ar)] {
            let at = format!("{at}/text/{language}");
            if text.trim().is_empty() || text.chars().any(|c| c.is_control() || is_hidden(c)) {
                problems.push(Problem::new(at, "badName", "words in one line, without characters that nobody sees"));
            } else if text.chars().count() > LONGEST_REASON {
                problems.push(Problem::new(at, "tooLong", format!("longer than {LONGEST_REASON} characters")));
            }
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
        assert_eq!((round.places_of("kg1"), round.places_of("g2"), round.on_roll_of("kg1")), (Some(44), None, 3));
        assert_eq!(round.places_of("g1"), Some(0), "there are none besides those of its parts");
        let route = |text: &str| text.split('.').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(round.bucket_of("g1", &route("abq.cambridge")), "g1/cambridge");
        assert_eq!(round.bucket_of("g1", &route("abq.cambridge.girls")), "g1/cambridge");
        assert_eq!((round.bucket_of("g1", &route("girls")), round.bucket_of("kg1", &[])), ("g1".into(), "kg1".into()));
        let mut deep = round.clone();
        deep.places.insert("g1/cambridge/muscat".into(), 5);
        assert_eq!(deep.bucket_of("g1", &route("abq.cambridge.muscat")), "g1/cambridge/muscat");
        assert_eq!(deep.bucket_of("g1", &route("abq.cambridge.sohar")), "g1/cambridge");
        assert_eq!((round.waitlist_shows, round.waitlist_offers), (WaitlistShows::Band, Flag::N));
        let closed = RoundConfig { closed_grades: Flag::Y, over_offer: 2, ..round.clone() };
        assert_eq!((closed.places_of("g1"), closed.over_offer_of("g1"), closed.over_offer_of("kg1")), (Some(0), 0, 2));
        let over = RoundConfig { over_offer: 2, ..round };
        assert_eq!((over.over_offer_of("g2"), over.over_offer_of("g1")), (2, 0), "without a limit, and with no places");
    }

    #[test]
    fn a_waiting_list_is_offered_what_nobody_has_to_approve() {
        let round = |more: &str| {
            let read = school(&format!("  - {{ id: \"2027\", year: 2027-2028, waitlist_offers: Y{more} }}\n"));
            read.map(|mut config| config.rounds.remove(0).offers_waitlist())
        };
        assert_eq!(round(", direct_offer: Y"), Ok(true));
        assert_eq!(round(""), Err(vec!["needsShortlist".to_owned()]));
        assert_eq!(round(", direct_offer: Y, approval: principal"), Err(vec!["needsApproval".to_owned()]));
        assert!(!RoundConfig::of_year("2027-2028").offers_waitlist());
    }

    #[test]
    fn a_round_is_of_the_form_by_which_one_applies() {
        let codes = |form: &str| {
            let rounds = format!("  - {{ id: a, year: 2027-2028, form: {form} }}\n");
            school(&format!("{rounds}forms:\n  form: {{}}\n  ask: {{ kind: enquiry }}\n")).err().unwrap_or_default()
        };
        assert!(codes("form").is_empty(), "{:?}", codes("form"));
        assert_eq!((codes("ask"), codes("other")), (vec!["notApplication".to_owned()], vec!["unknownForm".to_owned()]));
    }

    #[test]
    fn reasons_have_words_in_both_languages() {
        let read = |reasons: &str| school(&format!("  []\nreasons:\n{reasons}"));
        let config = read("  - { code: full, text: { en: Full, ar: ممتلئ }, for: [R, O] }\n").expect("a reason");
        assert_eq!(config.reasons[0].statuses, [StatusCode::R, StatusCode::O]);
        let codes = |reasons: &str| read(reasons).err().unwrap_or_default();
        let full = "  - { code: full, text: { en: Full, ar: ممتلئ } }\n";
        assert_eq!(codes(&format!("{full}{full}")), ["duplicate"]);
        assert_eq!(codes("  - { code: full, text: { en: \" \", ar: ممتلئ } }\n"), ["badName"]);
        assert_eq!(codes(&format!("  - {{ code: a, text: {{ en: {}, ar: ممتلئ }} }}\n", "x".repeat(81))), ["tooLong"]);
        for unfit in ["{ code: \"No Place\", text: { en: A, ar: أ } }", "{ code: a, text: { en: A } }"] {
            assert_eq!(codes(&format!("  - {unfit}\n")).len(), 1, "{unfit}");
        }
        assert_eq!(codes("  - { code: a, text: { en: A, ar: أ }, for: [X] }\n").len(), 1, "no status");
    }

    #[test]
    fn targets_are_days_of_a_status_that_something_follows() {
        let read = |targets: &str| school(&format!("  []\ntargets: {targets}\n"));
        let config = read("{ W: 5, S: 14 }").expect("targets");
        assert_eq!(
            (config.targets.get("W"), config.targets.get("S"), config.targets.get("O")),
            (Some(&5), Some(&14), None)
        );
        for unfit in ["{ W: 0 }", "{ W: 366 }", "{ R: 5 }", "{ W: soon }"] {
            assert!(read(unfit).is_err(), "{unfit}");
        }
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
