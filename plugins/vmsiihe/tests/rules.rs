//! The college's rules against figures worked out by hand, over the tables that ship with its bundle.

#![expect(clippy::unwrap_used, reason = "unwrap is how a test fails")]

use plugin_sdk::testing::{context, samples};
use plugin_sdk::{Checked, Decision, FormPlugin, NativeHost, Value, json};
use plugin_testing::Bench;
use rules::date;
use vmsiihe::eligibility::{Profile, Standing, weigh};
use vmsiihe::marks::{Subject, normalise};
use vmsiihe::tables::{AgeLimits, Board, Centre, Programme, Relaxation, Scale};
use vmsiihe::{DOCUMENT, Vmsiihe, entrance};

const TODAY: &str = "2026-03-02";

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tenants/schools/vmsiihe/tables");

fn host() -> NativeHost {
    NativeHost::new().with_tables_in(TABLES).unwrap().granting_only(Vmsiihe::describe().asks)
}

fn bench() -> Bench<Vmsiihe> {
    Bench::new("vmsiihe", "vmsiihe", "INR", host())
}

fn sample(name: &str) -> Value {
    samples(DOCUMENT, TODAY).into_iter().find(|(own, _)| own == name).unwrap().1
}

fn changed(name: &str, changes: Value) -> Value {
    let mut values = sample(name);
    for (field, value) in changes.as_object().unwrap() {
        values[field] = value.clone();
    }
    values
}

fn check(values: &Value) -> Checked {
    bench().check(TODAY, values)
}

fn decide(values: &Value) -> Decision {
    bench().decide(TODAY, values)
}

fn value<'a>(checked: &'a Checked, key: &str) -> &'a Value {
    &checked.computed.iter().find(|computed| computed.key == key).unwrap_or_else(|| panic!("{key}")).value
}

fn issues(values: &Value) -> Vec<(String, String)> {
    check(values).errors.into_iter().map(|issue| (issue.path, issue.code)).collect()
}

fn one(path: &str, code: &str) -> Vec<(String, String)> {
    vec![(path.to_owned(), code.to_owned())]
}

fn subjects(list: &[(&str, i64)]) -> Vec<Subject> {
    let subject = |(code, percent): &(&str, i64)| Subject {
        code: (*code).to_owned(),
        percent: *percent,
        marks: (*percent, 10_000),
    };
    list.iter().map(subject).collect()
}

#[test]
fn best_of_five_holds_english_even_when_it_is_the_lowest() {
    let list = subjects(&[
        ("mathematics", 9000),
        ("physics", 8000),
        ("english", 5000),
        ("chemistry", 7000),
        ("biology", 6000),
        ("history", 5500),
    ]);
    // 50 + 90 + 80 + 70 + 60 = 350
    assert_eq!(normalise(&list, Board::Best { count: 5 }).unwrap().percent, 7000);
    // without English: 90 + 80 + 70 + 60 + 55 = 355
    assert_eq!(normalise(&list, Board::BestAny { count: 5 }).unwrap().percent, 7100);
    assert_eq!(normalise(&[], Board::Aggregate), None);
}

#[test]
fn halves_of_a_hundredth_round_up() {
    let list = subjects(&[("physics", 5000), ("history", 5001)]);
    assert_eq!(normalise(&list, Board::BestAny { count: 2 }).unwrap().percent, 5001);
}

#[test]
fn scales() {
    let ten = Scale { low: 0.0, high: 10.0, factor: Some(9.5), points: vec![] };
    assert_eq!((ten.percent(7.4), ten.percent(10.0), ten.percent(10.01)), (Some(7030), Some(9500), None));
    let nine =
        Scale { low: 1.0, high: 9.0, factor: None, points: vec![(1.0, 25.0), (6.0, 73.0), (7.0, 82.0), (9.0, 97.0)] };
    assert_eq!(
        (nine.percent(1.0), nine.percent(6.5), nine.percent(9.0), nine.percent(0.5)),
        (Some(2500), Some(7750), Some(9700), None)
    );
}

#[test]
fn an_aggregate_weighs_subjects_by_their_full_marks() {
    let values = changed(
        "simple",
        json!({ "board": "state_ts", "subjects": [
            { "subject": "english", "score": 78 }, { "subject": "hindi", "score": 88 },
            { "subject": "accountancy", "score": 121, "out_of": 150 }, { "subject": "commerce", "score": 65, "out_of": 75 },
        ]}),
    );
    // 352 of 425
    assert_eq!(value(&check(&values), "academics"), 82.82);
}

#[test]
fn the_minimum_is_met_to_the_hundredth_and_relaxed_by_category() {
    let programme = Programme {
        level: "ug".into(),
        needs: "class12".into(),
        minimum_percent: 50,
        english: true,
        months: 36,
        intakes: vec![],
    };
    let ages = AgeLimits { lowest: 17, highest: 25 };
    let profile = |percent, points| Profile {
        age: 20,
        class12: Some(percent),
        degree: None,
        english: true,
        english_minimum: 40.0,
        awaiting: false,
        relaxation: Relaxation { points, years: 0 },
    };
    let standing = |profile: Profile| weigh(&profile, &programme, ages).standing;
    assert_eq!(standing(profile(5000, 0)), Standing::Eligible);
    assert_eq!(standing(profile(4999, 0)), Standing::NotEligible);
    assert_eq!(standing(profile(4500, 5)), Standing::Eligible);
    assert_eq!(standing(profile(4499, 5)), Standing::NotEligible);
    assert!(weigh(&profile(4500, 5), &programme, ages).relaxed && !weigh(&profile(5000, 5), &programme, ages).relaxed);
    assert_eq!(standing(Profile { awaiting: true, ..profile(5000, 0) }), Standing::Provisional);
    assert_eq!(standing(Profile { english: false, ..profile(9000, 0) }), Standing::NotEligible);
    for (age, years, expected) in
        [(16, 0, false), (17, 0, true), (25, 0, true), (26, 0, false), (28, 3, true), (29, 3, false)]
    {
        let person = Profile { age, relaxation: Relaxation { points: 0, years }, ..profile(6000, 0) };
        assert_eq!(standing(person) == Standing::Eligible, expected, "{age} +{years}");
    }
}

#[test]
fn the_larger_relief_counts_once() {
    let values = changed("simple", json!({ "category": "sc", "disability": true, "dob": "1992-07-16" }));
    // 34 on 15-Jul-2027; 25 + 10 (disability) = 35, not 25 + 5 + 10
    assert!(check(&values).errors.is_empty());
    let older = changed("simple", json!({ "category": "sc", "disability": true, "dob": "1991-07-15" }));
    assert_eq!(issues(&older), one("/dob", "warn.ageHigh"));
}

#[test]
fn age_counts_on_the_first_day_of_the_intake() {
    // 15-Jul-2027 is the 17th birthday; a day later is too late.
    assert!(issues(&changed("simple", json!({ "dob": "2010-07-15" }))).is_empty());
    assert_eq!(issues(&changed("simple", json!({ "dob": "2010-07-16" }))), one("/dob", "warn.ageLow"));
}

#[test]
fn the_simple_sample_by_hand() {
    let checked = check(&sample("simple"));
    // English 82 and 88, 80, 78, 71: 399 / 5; half of it counts.
    assert_eq!(value(&checked, "academics"), 79.8);
    assert_eq!(value(&checked, "score"), 39.9);
    assert_eq!(value(&checked, "eligibility"), "eligible.yes");
    // The fee list of 01-Jun-2027 holds for an intake on 15-Jul-2027.
    assert_eq!(value(&checked, "first_year"), &json!({ "minor": 20_450_000, "currency": "INR" }));
    assert_eq!(value(&checked, "programme_total"), &json!({ "minor": 50_750_000, "currency": "INR" }));
    let decision = decide(&sample("simple"));
    assert_eq!(decision.score.map(|score| (score.points, score.out_of)), Some((40, 100)));
    assert_eq!(decision.route.as_deref(), Some("route.ug_desk"));
    let wanted: Vec<&str> = decision.checklist.iter().map(|item| item.code.as_str()).collect();
    assert_eq!(wanted, ["doc.class10", "doc.class12", "doc.photo", "doc.identity"]);
    assert_eq!(decision.checklist[0].due_on.as_deref(), Some("2027-05-16"));
}

#[test]
fn an_intake_of_the_older_fee_list_pays_the_older_fee() {
    let checked = check(&changed("simple", json!({ "intake_year": "2026" })));
    // 15 000 + 145 000 + 22 000 + 4 500 + 10 000 rupees
    assert_eq!(value(&checked, "first_year")["minor"], 19_650_000);
}

#[test]
fn the_overseas_branch_by_hand() {
    let values = sample("overseas");
    let checked = check(&values);
    // 82 + 97 + 90 + 73 + 73 = 415
    assert_eq!(value(&checked, "academics"), 83.0);
    assert_eq!(value(&checked, "first_year")["minor"], 43_010_000);
    let plan = value(&checked, "foreign_plan")["rows"].as_array().unwrap().clone();
    assert_eq!(plan.first().unwrap(), &json!(["foreign.equivalence", "2027-03-17"]));
    // Arrival on 08-Jul-2027 and 14 days.
    assert_eq!(plan.last().unwrap(), &json!(["foreign.frro", "2027-07-22"]));
    let decision = decide(&values);
    assert_eq!(decision.route.as_deref(), Some("route.international_desk"));
    assert!(decision.checklist.iter().any(|item| item.code == "doc.eligibility"));
    // A step is something to do, and no paper.
    assert!(decision.checklist.iter().all(|item| item.takes_file() != item.code.starts_with("foreign.")));
    let oci = changed("overseas", json!({ "applicant_type": "oci" }));
    let plan = value(&check(&oci), "foreign_plan")["rows"].to_string();
    assert!(!plan.contains("foreign.visa") && !plan.contains("foreign.frro"));
    // OCI: 162 000 instead of 243 000 tuition, no international services.
    assert_eq!(value(&check(&oci), "first_year")["minor"], 43_010_000 - 8_100_000 - 1_800_000);
}

#[test]
fn a_passport_must_outlast_the_start_by_eighteen_months() {
    assert!(issues(&changed("overseas", json!({ "passport_expiry": "2029-01-15" }))).is_empty());
    assert_eq!(
        issues(&changed("overseas", json!({ "passport_expiry": "2029-01-14" }))),
        one("/passport_expiry", "warn.passportShort")
    );
    assert_eq!(
        issues(&changed("overseas", json!({ "nationality": "IN" }))),
        one("/nationality", "error.nationalityIndian")
    );
}

#[test]
fn a_degree_is_what_counts_after_a_degree() {
    let checked = check(&sample("postgraduate"));
    assert_eq!(value(&checked, "academics"), 70.3);
    assert_eq!(value(&checked, "score"), 28.12);
    let decision = decide(&sample("postgraduate"));
    assert_eq!(decision.route.as_deref(), Some("route.pg_desk"));
    let tie = decision.explain.iter().find(|line| line.code == "explain.tieBreak").unwrap();
    // Two jobs that overlap by three months: 30 months, not 33.
    assert_eq!(tie.params["months"], 30);
    assert!(decision.tags.contains(&"tag.experienced".to_owned()));
}

#[test]
fn faults_of_the_record() {
    let subjects = |list: Value| issues(&changed("simple", json!({ "subjects": list })));
    let ok = [json!({ "subject": "english", "score": 60 }), json!({ "subject": "history", "score": 60 })];
    assert_eq!(
        subjects(json!([ok[0], ok[1], { "subject": "physics", "score": 101 }])),
        one("/subjects/2/score", "error.scoreAboveFull")
    );
    assert_eq!(subjects(json!([ok[0], ok[1], ok[1]])), one("/subjects/2/subject", "error.subjectTwice"));
    let scale =
        changed("overseas", json!({ "mark_scale": "gp9", "subjects": [{ "subject": "english", "score": 9.5 }] }));
    assert!(issues(&scale).contains(&("/subjects/0/score".to_owned(), "error.scoreOffScale".to_owned())));
    assert_eq!(
        issues(&changed("overseas", json!({ "english_score": 9.5 }))),
        one("/english_score", "error.englishOffScale")
    );
    assert_eq!(
        issues(&changed("simple", json!({ "passing_year": "2027" }))),
        one("/passing_year", "error.passingYearLate")
    );
    let later = changed("simple", json!({ "passing_year": "2028", "exam_status": "awaiting" }));
    assert_eq!(issues(&later), one("/passing_year", "error.passingAfterIntake"));
}

#[test]
fn intakes_that_cannot_be_chosen() {
    assert_eq!(issues(&changed("simple", json!({ "intake": "january" }))), one("/intake", "error.intakeNotOffered"));
    assert!(
        issues(&changed("simple", json!({ "intake_year": "2025", "passing_year": "2025" })))
            .contains(&("/intake_year".to_owned(), "error.intakePast".to_owned()))
    );
    assert_eq!(issues(&changed("simple", json!({ "intake_year": "2029" }))), one("/intake_year", "error.intakeTooFar"));
    assert!(issues(&changed("simple", json!({ "intake_year": "2028" }))).is_empty());
}

#[test]
fn test_days_keep_notice_and_end_before_the_intake() {
    let centre = Centre { weekday: 6, notice_days: 5, last_before: 21 };
    let day = |text| date::parse(text).unwrap();
    let test = |wished, start| entrance::test_day(centre, day(wished), day("2026-11-21"), day(start)).map(date::iso);
    assert_eq!(test("2026-11-22", "2027-07-15").as_deref(), Some("2026-11-28"));
    assert_eq!(test("2026-11-28", "2027-07-15").as_deref(), Some("2026-11-28"));
    assert_eq!(test("2026-11-29", "2027-07-15").as_deref(), Some("2026-12-05"));
    assert_eq!(test("2026-11-22", "2026-12-19").as_deref(), Some("2026-11-28"));
    assert_eq!(test("2026-11-22", "2026-12-18"), None);
}

#[test]
fn what_is_open_instead_is_named_and_advised() {
    // 42 % is short of 50 for the BSc, enough for the two diplomas.
    let subjects: Vec<Value> =
        ["english", "history", "geography"].iter().map(|code| json!({ "subject": code, "score": 42 })).collect();
    let values = changed("simple", json!({ "subjects": subjects }));
    let checked = check(&values);
    assert_eq!(value(&checked, "eligibility"), "eligible.no");
    let open: Vec<&str> =
        value(&checked, "alternatives").as_array().unwrap().iter().filter_map(|item| item["code"].as_str()).collect();
    assert_eq!(open, ["programme.dip_food_production", "programme.dip_bakery"]);
    assert_eq!(decide(&values).effects[0].code, "effect.adviseProgramme");
}

#[test]
fn a_known_phone_tags_the_duplicate() {
    let host = host().with_known("phone", "+919876543210", 100);
    let decision = Vmsiihe::decide(&context("vmsiihe", "vmsiihe", TODAY, "INR"), &sample("simple"), &host).unwrap();
    assert!(decision.tags.contains(&"tag.duplicate".to_owned()));
    assert!(decision.explain.iter().any(|line| line.code == "explain.duplicatePhone"));
    assert!(!decide(&sample("simple")).tags.contains(&"tag.duplicate".to_owned()));
}

#[test]
fn half_filled_and_hostile_answers_are_no_fault() {
    bench().assert_half_filled(TODAY);
    for values in [
        json!({}),
        json!(null),
        json!([]),
        json!({ "subjects": "x", "jobs": [null, 3], "dob": 7, "intake_year": "abcd", "intake": "july" }),
    ] {
        assert!(check(&values).errors.is_empty(), "{values}");
    }
    let huge = changed("simple", json!({ "subjects": [{ "subject": "english", "score": 1e300, "out_of": 1e-300 }] }));
    check(&huge);
}

#[test]
fn the_document_is_well_formed() {
    let tables =
        ["documents", "foreign_plan"].map(|name| std::fs::read_to_string(format!("{TABLES}/{name}.yaml")).unwrap());
    let mut sources: Vec<&str> = tables.iter().map(String::as_str).collect();
    sources.extend([
        include_str!("../src/eligibility.rs"),
        include_str!("../src/fees.rs"),
        include_str!("../src/intake.rs"),
        include_str!("../src/marks.rs"),
        include_str!("../src/review.rs"),
        include_str!("../src/show.rs"),
        include_str!("../src/verdict.rs"),
    ]);
    bench().assert_document(&sources);
}

#[test]
fn samples_are_clean_on_every_day() {
    bench().assert_samples();
}
