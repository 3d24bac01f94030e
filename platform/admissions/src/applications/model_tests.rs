//! The table of ways against the law as it is written, and not against itself.

use words::Role;

use super::*;

/// Who sends what where: statuses and standings, to which, by which right; `why` asks for a reason.
const LAW: &str = "
    W/review > W/waitlist: edit
    W/waitlist > W/review: edit
    W > S/to_schedule: edit
    S > W/waitlist: edit
    S/to_schedule > S/scheduled: edit
    S/scheduled > S/to_schedule S/assessed: edit
    W S > F/unconditional F/conditional: edit offer
    F > S/assessed: offer why
    F/unconditional > A/fee_due: edit why
    F/conditional > A/conditions_open: edit why
    F > R/declined: edit why
    A/conditions_open > A/fee_due: edit
    A > B/consents_due: fees why
    B/consents_due > B/originals_due: enrol
    B/originals_due > C: enrol
    A B O > R/withdrawn: edit why
    W S A O > O/documents O/payment O/seat O/other: edit why
    O > W/review W/waitlist S/to_schedule S/scheduled S/assessed A/conditions_open A/fee_due: edit
    W S O > R/school: edit offer why
    W S O > R/duplicate: edit why
    R/school R/duplicate > W/review: reopen why
    R/expired > F/unconditional F/conditional: offer
";

/// Who holds which right.
const HOLDERS: [(&str, &[Role]); 5] = [
    ("edit", &[Role::SchoolAdmin, Role::AdmissionsOfficer]),
    ("offer", &[Role::SchoolAdmin, Role::Principal]),
    ("fees", &[Role::SchoolAdmin, Role::Finance]),
    ("enrol", &[Role::SchoolAdmin, Role::Registrar]),
    ("reopen", &[Role::SchoolAdmin]),
];

/// What a line says of a pair: its rights, and whether it asks why.
fn said(from: Standing, to: Standing) -> Option<(Vec<&'static str>, bool)> {
    let names = |list: &str, standing: Standing| {
        list.split_whitespace().any(|one| one == standing.as_str() || one == standing.status())
    };
    let mut found = LAW.lines().filter_map(|line| {
        let (ways, rights) = line.trim().split_once(": ")?;
        let (froms, tos) = ways.split_once(" > ")?;
        let is_meant = from != to && names(froms, from) && tos.split_whitespace().any(|one| one == to.as_str());
        let rights = rights.split_whitespace();
        is_meant.then(|| (rights.clone().filter(|right| *right != "why").collect(), rights.clone().any(|r| r == "why")))
    });
    let first = found.next();
    assert!(found.next().is_none(), "two lines speak of {from:?} and {to:?}");
    first
}

fn holds(role: Role) -> impl Fn(Right) -> bool {
    move |right| right.is_held(|permission| permission.roles().contains(&role))
}

#[test]
fn every_pair_for_every_role_is_as_the_law_says() {
    assert_eq!(APPLICATION.faults(), Vec::<String>::new());
    let mut tried = 0;
    for from in Standing::ALL.iter().copied() {
        for to in Standing::ALL.iter().copied() {
            let said = said(from, to);
            for role in Role::ALL.iter().copied() {
                tried += 1;
                let holder = |right: &&str| HOLDERS.iter().any(|(name, roles)| name == right && roles.contains(&role));
                let may = said.as_ref().is_some_and(|(rights, _)| rights.iter().any(&holder));
                let asks = said.as_ref().is_some_and(|(_, why)| *why);
                let taken = |is_reasoned| step((from, to), holds(role), is_reasoned).map(|way| way.to);
                let what = format!("{} from {} to {}", role.as_str(), from.as_str(), to.as_str());
                assert_eq!(taken(true).ok(), may.then_some(to), "{what}");
                assert_eq!(taken(false).ok(), (may && !asks).then_some(to), "{what}, without a reason");
                let shown = APPLICATION.allowed(from, holds(role)).contains(&to);
                assert_eq!(shown, may, "{what} is shown");
            }
        }
    }
    assert_eq!(tried, 21 * 21 * 14);
}

#[test]
fn an_offer_ends_by_the_server_alone() {
    for from in [Standing::FUnconditional, Standing::FConditional] {
        let by_server = |right: Right| right == Right::Server;
        assert_eq!(step((from, Standing::RExpired), by_server, false).map(|way| way.to), Ok(Standing::RExpired));
        assert_eq!(APPLICATION.allowed(from, by_server), [Standing::RExpired]);
    }
}

#[test]
fn conditions_are_passed_by_what_waits_for_them_no_longer() {
    let waits = [
        "O/documents",
        "O/payment",
        "O/seat",
        "O/other",
        "F/unconditional",
        "F/conditional",
        "A/conditions_open",
        "A/fee_due",
    ];
    let past = ["A/fee_due", "B/consents_due", "B/originals_due", "C"];
    let mut ways = Vec::new();
    for from in Standing::ALL.iter().copied() {
        for to in Standing::ALL.iter().copied() {
            let is_past = waits.contains(&from.as_str()) && past.contains(&to.as_str());
            assert_eq!(passes_conditions(from, to), is_past, "from {} to {}", from.as_str(), to.as_str());
            if is_past && said(from, to).is_some() {
                ways.push(format!("{} > {}", from.as_str(), to.as_str()));
            }
        }
    }
    let of_the_table = [
        "O/documents > A/fee_due",
        "O/payment > A/fee_due",
        "O/seat > A/fee_due",
        "O/other > A/fee_due",
        "F/unconditional > A/fee_due",
        "A/conditions_open > A/fee_due",
        "A/conditions_open > B/consents_due",
        "A/fee_due > B/consents_due",
    ];
    assert_eq!(ways, of_the_table);
}

#[test]
fn a_family_takes_back_what_is_not_over() {
    for from in Standing::ALL.iter().copied() {
        let to = withdrawn_from(from);
        assert_eq!(to.is_none(), from.is_over(), "{}", from.as_str());
        let declines = from.status() == "F";
        assert_eq!(to.is_some_and(|to| to == Standing::RDeclined), declines);
    }
}

#[test]
fn names_are_told_as_they_are_stored() {
    for standing in Standing::ALL.iter().copied() {
        assert_eq!(json!(standing), standing.as_str());
        assert_eq!(serde_json::from_value::<Standing>(json!(standing)).ok(), Some(standing));
        let whole = [standing.status(), standing.sub_status()].into_iter().filter(|part| !part.is_empty());
        assert_eq!(whole.collect::<Vec<_>>().join("/"), standing.as_str());
    }
    assert!(serde_json::from_value::<Standing>(json!("new")).is_err(), "an enquiry's");
}

#[test]
fn a_seat_is_kept_from_the_offer_on_and_where_it_was_on_hold() {
    let takes: Vec<&str> =
        Standing::ALL.iter().filter(|standing| standing.takes_seat(None)).map(|standing| standing.status()).collect();
    assert_eq!(takes, ["F", "F", "A", "A", "B", "B", "C"]);
    assert!(Standing::OPayment.takes_seat(Some(Standing::AFeeDue)));
    assert!(!Standing::OPayment.takes_seat(Some(Standing::SAssessed)));
}

#[test]
fn the_docs_draw_this_table() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/states.md");
    let diagram = APPLICATION.diagram(Right::as_str);
    assert!(std::fs::read_to_string(docs).expect("the docs").contains(&diagram), "it is drawn otherwise:\n{diagram}");
}
