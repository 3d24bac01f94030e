//! What is asked of an application's way beside the right to take it: pure questions over what is known then, each with a name.

use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::{MessageId, Refusal};
use tenants::bundle::config::Flag;
use tenants::bundle::rounds::{Approval, RoundConfig};
use words::Text;
use words::verdict::Issue;

use super::appointments;
use super::model::Standing;

/// Most days for which something is on hold: its seat is kept so long. An appointment is no further off.
const MOST_DAYS: i64 = 366;

/// What is known when somebody sends an application on.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    pub from: Standing,
    pub to: Standing,
    pub round: &'a RoundConfig,
    /// Whose places it competes for.
    pub bucket: &'a str,
    /// Seats of these that others have.
    pub taken: i64,
    /// Where it stood before it was put on hold.
    pub held_from: Option<Standing>,
    /// Whether it has lost the seat that it had there.
    pub seat_ended: bool,
    /// The day by which somebody looks at it again.
    pub review_by: Option<Date>,
    pub today: Date,
    /// Until when an offer that is out keeps its seat.
    pub hold_until: Option<i64>,
    /// Whether its family accepted it in writing before it ended.
    pub is_accepted: bool,
    pub now: i64,
    /// Documents that are missing.
    pub missing: &'a [Text],
    /// Whether whoever sends it says why.
    pub is_reasoned: bool,
    /// Whether they may approve offers.
    pub may_offer: bool,
    /// Whether it is only proposed, for another account to approve.
    pub is_proposed: bool,
    /// Whether the child has a brother or a sister here, or a parent who works here.
    pub is_of_our_own: bool,
    /// Whether the child is no student here yet, by another application.
    pub is_unique: bool,
    /// The day on which the child is seen.
    pub appointment: Option<Date>,
    /// Whether a condition of its offer is neither met nor waived.
    pub has_open_conditions: bool,
}

/// One question.
#[derive(Debug, Clone, Copy)]
pub struct Guard {
    pub name: &'static str,
    pub holds: fn(&Facts<'_>) -> Result<(), Refusal>,
    /// Whether what is typed, or who is quicker, decides it: a way is shown all the same.
    pub is_open: bool,
}

const CHECKLIST: Guard =
    Guard { name: "checklist_complete_or_waived", holds: checklist_complete_or_waived, is_open: true };
const DIRECT: Guard = Guard { name: "school_allows_direct_offer", holds: school_allows_direct_offer, is_open: false };
const FOUR_EYES: Guard = Guard { name: "four_eyes", holds: four_eyes, is_open: false };
const SEAT: Guard = Guard { name: "seat_free", holds: seat_free, is_open: true };
const SEAT_AGAIN: Guard = Guard { name: "seat_free", holds: seat_free_again, is_open: true };
const STANDS: Guard = Guard { name: "offer_stands", holds: offer_stands, is_open: false };
const REVIEW: Guard = Guard { name: "review_by_given", holds: review_by_given, is_open: true };
const APPOINTMENT: Guard = Guard { name: "appointment_given", holds: appointment_given, is_open: true };
const CONDITIONS: Guard = Guard { name: "conditions_met_or_waived", holds: conditions_met_or_waived, is_open: true };
const BACK: Guard = Guard { name: "returns_to_held_from", holds: returns_to_held_from, is_open: false };
const IDENTITY: Guard = Guard { name: "identity_unique", holds: identity_unique, is_open: true };
const NEVER_ACCEPTED: Guard = Guard { name: "was_never_accepted", holds: was_never_accepted, is_open: false };
const ACCEPTED: Guard = Guard { name: "was_accepted", holds: was_accepted, is_open: false };
const OUR_OWN: Guard = Guard { name: "principal_for_our_own", holds: principal_for_our_own, is_open: false };

/// What a way asks, in the order in which it is asked.
#[must_use]
pub fn guards(from: Standing, to: Standing) -> &'static [Guard] {
    match (from.status(), to.status()) {
        ("W", "S") => &[CHECKLIST],
        ("W", "F") => &[DIRECT, FOUR_EYES, SEAT],
        ("S", "F") => &[FOUR_EYES, SEAT],
        ("R", "F") => &[SEAT],
        ("F", "A") => &[STANDS],
        ("A", "B") => &[CONDITIONS],
        ("A", "A") if to == Standing::AFeeDue => &[CONDITIONS],
        ("B", "C") => &[IDENTITY, CHECKLIST],
        (_, "O") => &[REVIEW],
        ("O", "A") => &[BACK, SEAT_AGAIN],
        ("O", "S") if to == Standing::SScheduled => &[BACK, APPOINTMENT],
        ("S", "S") if to == Standing::SScheduled => &[APPOINTMENT],
        ("O", "W" | "S") => &[BACK],
        ("O", "R") if to == Standing::RSchool => &[NEVER_ACCEPTED, OUR_OWN],
        ("O", "R") if to == Standing::RDuplicate => &[NEVER_ACCEPTED],
        ("O", "R") => &[ACCEPTED],
        ("W" | "S", "R") if to == Standing::RSchool => &[OUR_OWN],
        _ => &[],
    }
}

/// Everything that a way asks; a refusal names the guard that says no.
pub fn require(facts: &Facts<'_>) -> Result<(), Refusal> {
    let ask = |guard: &Guard| (guard.holds)(facts).map_err(|refusal| refusal.with("guard", guard.name));
    guards(facts.from, facts.to).iter().try_for_each(ask)
}

/// Whether a way is shown: nothing that is known already stands in it.
#[must_use]
pub fn is_shown(facts: &Facts<'_>) -> bool {
    guards(facts.from, facts.to).iter().all(|guard| guard.is_open || (guard.holds)(facts).is_ok())
}

/// Whether it is theirs to decide, whatever else stands in the way.
#[must_use]
pub fn is_theirs(facts: &Facts<'_>) -> bool {
    let (whose, facts) = ([FOUR_EYES.name, OUR_OWN.name], Facts { is_proposed: false, ..*facts });
    let mut asked = guards(facts.from, facts.to).iter().filter(|guard| whose.contains(&guard.name));
    asked.all(|guard| (guard.holds)(&facts).is_ok())
}

/// Whether whoever wishes it only proposes it: an offer where the round has four eyes, whatever they may, and a refusal that is not theirs.
#[must_use]
pub fn needs_approval(facts: &Facts<'_>) -> bool {
    let needs = |guard: &Guard| match guard.name {
        name if name == FOUR_EYES.name => facts.round.approval == Approval::Principal,
        name if name == OUR_OWN.name => facts.is_of_our_own && !facts.may_offer,
        _ => false,
    };
    guards(facts.from, facts.to).iter().any(needs)
}

/// No way for now: A012, to which whoever answers adds `allowed`.
fn no_way() -> Refusal {
    Refusal::new(MessageId::A012)
}

fn when(holds: bool, refusal: impl FnOnce() -> Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal()) }
}

fn checklist_complete_or_waived(facts: &Facts<'_>) -> Result<(), Refusal> {
    let is_complete = facts.missing.is_empty() || facts.is_reasoned;
    when(is_complete, || Refusal::new(MessageId::A015).with("missing", facts.missing))
}

fn school_allows_direct_offer(facts: &Facts<'_>) -> Result<(), Refusal> {
    when(facts.round.direct_offer == Flag::Y, no_way)
}

fn four_eyes(facts: &Facts<'_>) -> Result<(), Refusal> {
    let is_theirs = facts.round.approval == Approval::Officer || facts.may_offer || facts.is_proposed;
    when(is_theirs, || Refusal::new(MessageId::A002))
}

/// Whether one more fits: places, and what may be offered beyond them, against who is on roll and who has a seat.
pub fn seat_free(facts: &Facts<'_>) -> Result<(), Refusal> {
    let Some(places) = facts.round.places_of(facts.bucket) else { return Ok(()) };
    let taken = i64::from(facts.round.on_roll_of(facts.bucket)) + facts.taken;
    let over_offer = i64::from(facts.round.over_offer_of(facts.bucket));
    let told = || {
        let refusal = Refusal::new(MessageId::A014).with("bucket", facts.bucket).with("places", places);
        refusal.with("taken", taken).with("over_offer", over_offer)
    };
    when(taken < i64::from(places) + over_offer, told)
}

/// What was on hold for longer than its seat was kept needs one again.
fn seat_free_again(facts: &Facts<'_>) -> Result<(), Refusal> {
    if facts.seat_ended { seat_free(facts) } else { Ok(()) }
}

fn offer_stands(facts: &Facts<'_>) -> Result<(), Refusal> {
    when(facts.is_accepted || facts.hold_until.is_some_and(|until| facts.now < until), no_way)
}

fn conditions_met_or_waived(facts: &Facts<'_>) -> Result<(), Refusal> {
    let books_first = facts.to.status() == "B" && facts.round.book_before_conditions == Flag::Y;
    when(books_first || !facts.has_open_conditions, no_way)
}

fn review_by_given(facts: &Facts<'_>) -> Result<(), Refusal> {
    within_a_year("/transition/review_by", facts.review_by, facts.today)
}

fn appointment_given(facts: &Facts<'_>) -> Result<(), Refusal> {
    within_a_year(appointments::AT, facts.appointment, facts.today)
}

fn within_a_year(at: &str, day: Option<Date>, today: Date) -> Result<(), Refusal> {
    let refused = |issue| Refusal::new(MessageId::F003).errors(vec![issue]);
    match day {
        None => Err(refused(Issue::error(at, "required"))),
        Some(day) if day < today => Err(refused(Issue::error(at, "minDate").with("limit", today.to_string()))),
        Some(day) => {
            let last = today.saturating_add(MOST_DAYS.days());
            when(day <= last, || refused(Issue::error(at, "maxDate").with("limit", last.to_string())))
        }
    }
}

fn returns_to_held_from(facts: &Facts<'_>) -> Result<(), Refusal> {
    when(facts.held_from == Some(facts.to), no_way)
}

/// Whether its family had said yes before it was put on hold: it ends as one that was accepted does, withdrawn.
fn is_accepted(facts: &Facts<'_>) -> bool {
    facts.held_from.is_some_and(|from| matches!(from.status(), "A" | "B"))
}

fn was_accepted(facts: &Facts<'_>) -> Result<(), Refusal> {
    when(is_accepted(facts), no_way)
}

fn was_never_accepted(facts: &Facts<'_>) -> Result<(), Refusal> {
    when(!is_accepted(facts), no_way)
}

fn identity_unique(facts: &Facts<'_>) -> Result<(), Refusal> {
    when(facts.is_unique, no_way)
}

fn principal_for_our_own(facts: &Facts<'_>) -> Result<(), Refusal> {
    when(!facts.is_of_our_own || facts.may_offer || facts.is_proposed, || Refusal::new(MessageId::A002))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use machine::State as _;

    use super::*;
    use crate::applications::model::{Right, step};

    fn facts(round: &RoundConfig, from: Standing, to: Standing) -> Facts<'_> {
        Facts {
            from,
            to,
            round,
            bucket: "kg1",
            taken: 0,
            held_from: None,
            seat_ended: false,
            review_by: None,
            today: date(2026, 11, 21),
            hold_until: None,
            is_accepted: false,
            now: 1_000,
            missing: &[],
            is_reasoned: false,
            may_offer: false,
            is_proposed: false,
            is_of_our_own: false,
            is_unique: true,
            appointment: None,
            has_open_conditions: false,
        }
    }

    fn code(facts: &Facts<'_>) -> &'static str {
        require(facts).err().map_or("", |refusal| refusal.id().as_str())
    }

    #[test]
    fn a_seat_is_free_within_places_and_quota() {
        let mut round = RoundConfig::of_year("2027-2028");
        let offer = |round: &RoundConfig, taken| {
            code(&Facts { taken, ..facts(round, Standing::SAssessed, Standing::FUnconditional) })
        };
        assert_eq!(offer(&round, 10_000), "", "without a limit");
        round.places.insert("kg1".into(), 3);
        round.on_roll.insert("kg1".into(), 1);
        assert_eq!([0, 1, 2, 3].map(|taken| offer(&round, taken)), ["", "", "A014", "A014"]);
        round.over_offer = 1;
        assert_eq!([1, 2, 3].map(|taken| offer(&round, taken)), ["", "", "A014"]);
        round.places.clear();
        round.on_roll.clear();
        round.closed_grades = Flag::Y;
        assert_eq!([0, 1].map(|taken| offer(&round, taken)), ["A014", "A014"], "closed means closed");
    }

    #[test]
    fn each_guard_says_no_by_its_own_word() {
        let round = RoundConfig::of_year("2027-2028");
        let missing = [Text { en: "Passport".into(), ar: "جواز السفر".into() }];
        let short = facts(&round, Standing::WReview, Standing::SToSchedule);
        assert_eq!(code(&Facts { missing: &missing, ..short }), "A015");
        assert_eq!(code(&Facts { missing: &missing, is_reasoned: true, ..short }), "", "waived");
        let direct = facts(&round, Standing::WReview, Standing::FUnconditional);
        assert_eq!(code(&direct), "A012");
        let allows = RoundConfig { direct_offer: Flag::Y, ..round.clone() };
        assert_eq!(code(&Facts { round: &allows, ..direct }), "");
        let principal = RoundConfig { approval: Approval::Principal, ..round.clone() };
        let offer = Facts { round: &principal, ..facts(&round, Standing::SAssessed, Standing::FConditional) };
        assert_eq!((code(&offer), code(&Facts { may_offer: true, ..offer })), ("A002", ""));
        let proposed = Facts { is_proposed: true, ..offer };
        assert_eq!((code(&proposed), is_theirs(&proposed)), ("", false), "who may not decide it may propose it");
        assert!(needs_approval(&offer) && needs_approval(&Facts { may_offer: true, ..offer }), "whatever they may");
        assert!(!needs_approval(&Facts { round: &round, ..offer }));
        let accepts = facts(&round, Standing::FUnconditional, Standing::AFeeDue);
        let until = |until| code(&Facts { hold_until: until, ..accepts });
        assert_eq!((until(None), until(Some(1_000)), until(Some(1_001))), ("A012", "A012", ""));
        let holds = facts(&round, Standing::WReview, Standing::OOther);
        let by = |day| code(&Facts { review_by: day, ..holds });
        assert_eq!((by(None), by(Some(date(2026, 11, 20))), by(Some(holds.today))), ("F003", "F003", ""));
        let meets = facts(&round, Standing::SToSchedule, Standing::SScheduled);
        let on = |day| code(&Facts { appointment: day, ..meets });
        assert_eq!([on(None), on(Some(date(2026, 11, 20))), on(Some(meets.today))], ["F003", "F003", ""]);
        assert_eq!(on(Some(date(2027, 11, 30))), "F003", "that is a year too late");
        let back = facts(&round, Standing::OOther, Standing::AFeeDue);
        assert_eq!(code(&Facts { held_from: Some(Standing::WReview), ..back }), "A012", "nothing is skipped");
        assert_eq!(code(&Facts { held_from: Some(Standing::AFeeDue), ..back }), "");
        for (from, codes) in [(Standing::AFeeDue, ["A012", "A012", ""]), (Standing::SAssessed, ["", "", "A012"])] {
            let ends = [Standing::RSchool, Standing::RDuplicate, Standing::RWithdrawn]
                .map(|to| code(&Facts { held_from: Some(from), ..facts(&round, Standing::OOther, to) }));
            assert_eq!(ends, codes, "a seat that was accepted is not taken by way of a hold: {from:?}");
        }
        let full = RoundConfig { places: [("kg1".to_owned(), 1)].into(), ..round.clone() };
        let again = Facts { round: &full, held_from: Some(Standing::AFeeDue), taken: 1, ..back };
        assert_eq!((code(&again), code(&Facts { seat_ended: true, ..again })), ("", "A014"), "its seat was another's");
        let books =
            Facts { has_open_conditions: true, ..facts(&round, Standing::AConditionsOpen, Standing::BConsentsDue) };
        let first = RoundConfig { book_before_conditions: Flag::Y, ..round.clone() };
        assert_eq!(
            (code(&books), code(&Facts { round: &first, ..books })),
            ("A012", ""),
            "unless the school books first"
        );
        let met = Facts { to: Standing::AFeeDue, round: &first, ..books };
        assert_eq!((code(&met), code(&Facts { has_open_conditions: false, ..met })), ("A012", ""));
        let enrols = facts(&round, Standing::BOriginalsDue, Standing::C);
        assert_eq!(
            (code(&enrols), code(&Facts { is_unique: false, ..enrols })),
            ("", "A012"),
            "one child, one student"
        );
        assert_eq!(
            (
                code(&Facts { missing: &missing, ..enrols }),
                code(&Facts { missing: &missing, is_reasoned: true, ..enrols })
            ),
            ("A015", ""),
            "nobody has seen the original of what is missing"
        );
        let closes = Facts { is_of_our_own: true, ..facts(&round, Standing::SAssessed, Standing::RSchool) };
        assert_eq!((code(&closes), code(&Facts { may_offer: true, ..closes })), ("A002", ""));
        assert!(needs_approval(&closes) && !needs_approval(&Facts { may_offer: true, ..closes }));
        assert!(!needs_approval(&Facts { is_of_our_own: false, ..closes }));
    }

    #[test]
    fn guards_have_names_and_stand_where_a_way_is() {
        let mut names = std::collections::BTreeSet::new();
        for from in Standing::ALL.iter().copied() {
            for to in Standing::ALL.iter().copied() {
                let is_way = step((from, to), |right| right != Right::Server, true).is_ok();
                names.extend(guards(from, to).iter().filter(|_| is_way).map(|guard| guard.name));
            }
        }
        let all = [
            "appointment_given",
            "checklist_complete_or_waived",
            "conditions_met_or_waived",
            "four_eyes",
            "identity_unique",
            "offer_stands",
            "principal_for_our_own",
            "returns_to_held_from",
            "review_by_given",
            "school_allows_direct_offer",
            "seat_free",
            "was_accepted",
            "was_never_accepted",
        ];
        assert_eq!(names.into_iter().collect::<Vec<_>>(), all);
    }
}
