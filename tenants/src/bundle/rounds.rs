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
    /// "Y": a place may be booked before the conditions of its offer are met.
    #[serde(default)]
    pub book_before_conditions: Flag,
    /// What it costs to apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application_fee: Option<ApplicationFee>,
    /// What orders the waiting list, the strongest first.
    #[serde(default = "default_waitlist")]
    #[schemars(length(max = 4), extend("uniqueItems" = true))]
    pub waitlist: Vec<WaitlistRule>,
    /// "Y": a parent who works at the school counts on the waiting list at the family's word, before anybody has confirmed it.
    #[serde(default)]
    pub waitlist_unconfirmed: Flag,
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
            book_before_conditions: Flag::N,
            application_fee: None,
            waitlist: default_waitlist(),
            waitlist_unconfirmed: Flag::N,
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
        self.places_of(grade) == Some(0) && self.parts_of(grade).all(|(_, places)| *places == 0)
    }

    /// Whether it says how many places a grade has, or a part of it.
    #[must_use]
    pub fn names(&self, grade: &str) -> bool {
        self.places.contains_key(grade) || self.parts_of(grade).next().is_some()
    }

    /// The places of the parts of what is divided.
    fn parts_of(&self, bucket: &str) -> impl Iterator<Item = (&String, &u32)> {
        let whole = format!("{bucket}/");
        self.places.range(whole.clone()..).take_while(move |(named, _)| named.starts_with(&whole))
    }

    /// Offers that may be out beyond these: none where there are no places because nobody names it.
    #[must_use]
    pub fn over_offer_of(&self, bucket: &str) -> u32 {
        if self.places.contains_key(bucket) || !self.is_closed(bucket) { self.over_offer } else { 0 }
    }

    /// Whether what is not named has no places: in a round that closes such grades, and in a grade whose parts are named.
    fn is_closed(&self, bucket: &str) -> bool {
        self.closed_grades == Flag::Y || self.parts_of(bucket).next().is_some()
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

/// The rows of `schoolDates` by which a grade of a year is open: those that name it, else those that name none. A grade that no row can name, as
/// it is no choice of the form's, is open while any of the year's is.
pub(crate) fn dates_of<'d>(dates: &'d [SchoolDates], year: &str, grade: &str, is_choice: bool) -> Vec<&'d SchoolDates> {
    let of_year = || dates.iter().filter(|row| row.year == year);
    if !is_choice || grade.is_empty() {
        return of_year().collect();
    }
    let named: Vec<_> = of_year().filter(|row| row.grades.iter().any(|named| named == grade)).collect();
    if named.is_empty() { of_year().filter(|row| row.grades.is_empty()).collect() } else { named }
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
pub(super) fn fits(amount: &str, currency: Currency) -> bool {
    let decimals = amount.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let figure = Money::new(0, currency).figure();
    decimals <= figure.split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

#[cfg(test)]
#[path = "rounds_tests.rs"]
mod tests;
