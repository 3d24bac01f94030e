//! The finder's rules against figures worked out by hand, over the tables that ship with its bundle.

#![expect(clippy::unwrap_used, reason = "unwrap is how a test fails")]

use plugin_sdk::{Checked, Decision, NativeHost, Value, json};
use plugin_testing::Bench;
use rushmore::Rushmore;
use rushmore::agents::{self, Fault};
use rushmore::counsellor::{clock, common};
use rushmore::credits::{Course, accept};
use rushmore::grades::percent;
use rushmore::scholarship::{net, reached};
use rushmore::tables::{Band, CreditLimits, Hours};

const TODAY: &str = "2026-03-02";
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tenants/schools/rushmore/tables");

fn host() -> NativeHost {
    NativeHost::new().with_tables_in(TABLES).unwrap()
}

fn bench() -> Bench<Rushmore> {
    Bench::new("rushmore", "rushmore", "AED", host())
}

fn changed(name: &str, changes: Value) -> Value {
    let mut values = bench().sample(name, TODAY);
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

fn value(values: &Value, key: &str) -> Value {
    bench().computed(TODAY, values, key).unwrap_or_else(|| panic!("{key}")).value
}

fn issues(values: &Value) -> Vec<(String, String)> {
    check(values).errors.into_iter().map(|issue| (issue.path, issue.code)).collect()
}

fn one(path: &str, code: &str) -> Vec<(String, String)> {
    vec![(path.to_owned(), code.to_owned())]
}

fn codes(rows: &Value) -> Vec<(&str, i64)> {
    rows["rows"].as_array().unwrap().iter().map(|row| (row[0].as_str().unwrap(), row[1].as_i64().unwrap())).collect()
}

#[test]
fn the_ranking_of_the_simple_sample_by_hand() {
    let ranking = value(&bench().sample("simple", TODAY), "ranking");
    // Data: 30 + 10 + (15 + 10 + 5) + 15 + 7. BBA and computing: 23 for one of two interests; the cheaper BBA first.
    assert_eq!(codes(&ranking), [("programme.bsc_data", 92), ("programme.bba", 85), ("programme.bsc_computing", 85)]);
    assert_eq!(
        ranking["rows"][0],
        json!(["programme.bsc_data", 92, 40, 30, 15, 7, { "minor": 5_280_000, "currency": "AED" }])
    );
}

#[test]
fn the_ranking_of_the_transfer_sample_by_hand() {
    let ranking = value(&bench().sample("transfer", TODAY), "ranking");
    // Computing: 20 + 10, 30, 15, 15. Engineering: 25 + 10, 30, 7 (59 600 is 2.8 % above 58 000), 15. Data: 13, 30, 15, 15.
    assert_eq!(
        codes(&ranking),
        [("programme.bsc_computing", 90), ("programme.beng_mechanical", 87), ("programme.bsc_data", 73)]
    );
}

#[test]
fn tuition_counts_half_up_to_fifteen_percent_above_the_budget() {
    let budget = |minor: i64| {
        let values = changed("simple", json!({ "budget": minor, "interests": ["design"] }));
        value(&values, "ranking")["rows"][0][4].clone()
    };
    // 4 960 000: at most 115 % of 4 313 044, but more than of 4 313 043.
    assert_eq!((budget(4_960_000), budget(4_959_999)), (json!(15), json!(7)));
    assert_eq!((budget(4_313_044), budget(4_313_043)), (json!(7), json!(0)));
}

#[test]
fn a_result_counts_half_up_to_five_points_below_the_minimum() {
    let record = |grade: f64| {
        let values = changed("simple", json!({ "grade_scale": "percent", "grade": grade, "interests": ["health"] }));
        value(&values, "ranking")["rows"][0][5].clone()
    };
    // Nursing asks for 70.
    assert_eq!([70.0, 69.99, 65.0, 64.99].map(record), [json!(15), json!(7), json!(7), json!(0)]);
}

#[test]
fn nothing_that_fits_is_said_so() {
    let values = changed("simple", json!({ "level": "foundation", "interests": ["design"] }));
    assert_eq!(value(&values, "ranking"), "match.none");
    assert_eq!(decide(&values).score, None);
}

#[test]
fn scales_are_straight_between_their_points() {
    let gpa = [(0.0, 0.0), (2.0, 60.0), (3.0, 80.0), (4.0, 100.0)];
    assert_eq!([3.4, 4.0, 2.5, 0.0].map(|grade| percent(&gpa, grade)), [Some(8800), Some(10_000), Some(7000), Some(0)]);
    assert_eq!([4.01, -0.1].map(|grade| percent(&gpa, grade)), [None, None]);
    let off = changed("transfer", json!({ "grade": 4.2 }));
    assert_eq!(issues(&off), one("/grade", "error.gradeOffScale"));
}

#[test]
fn credits_of_the_transfer_sample_by_hand() {
    let values = bench().sample("transfer", TODAY);
    // 4 US; 7.5 ECTS = 3.75, cut to 3.5; mark 58 is below 60; 20 UK = 5.
    let rows = value(&values, "credits")["rows"].clone();
    let counted: Vec<f64> = rows.as_array().unwrap().iter().map(|row| row[1].as_f64().unwrap()).collect();
    assert_eq!(counted, [4.0, 3.5, 0.0, 5.0]);
    assert_eq!(rows[2][2], "credit.markLow");
    let total = bench().computed(TODAY, &values, "credit_total").unwrap();
    assert_eq!((total.value, total.params["limit"].clone()), (json!(12.5), json!(64.0)));
}

#[test]
fn credits_stop_at_the_area_the_programme_and_the_years() {
    let limits = CreditLimits { lowest_mark: 60.0, oldest_years: 8, area_credits: 18, programme_percent: 50 };
    let course = |area: &str, credits: i64, mark: f64, year: i32| Course {
        name: area.into(),
        area: area.into(),
        credits: credits * 100,
        factor: Some(100),
        mark,
        year,
    };
    let courses = [
        course("science", 12, 60.0, 2018),
        course("science", 12, 59.99, 2025),
        course("science", 12, 80.0, 2017),
        course("science", 12, 80.0, 2025),
        course("design", 12, 80.0, 2025),
        Course { factor: None, ..course("design", 3, 80.0, 2025) },
    ];
    let notes: Vec<(i64, &str)> =
        accept(&courses, &limits, 50, 2026).into_iter().map(|found| (found.credits, found.note)).collect();
    // The programme takes 25: 12, then 6 that the area still takes, then 7.
    assert_eq!(
        notes,
        [
            (1200, "credit.full"),
            (0, "credit.markLow"),
            (0, "credit.tooOld"),
            (600, "credit.areaLimit"),
            (700, "credit.totalLimit"),
            (0, "credit.unknownSystem"),
        ]
    );
}

#[test]
fn scholarship_bands_need_the_result_and_the_achievements() {
    let band =
        |code: &str, minimum, achievements, off_percent| Band { code: code.into(), minimum, achievements, off_percent };
    let bands = [band("gold", 92, 1, 50), band("silver", 85, 1, 30), band("bronze", 80, 0, 15)];
    let code = |result, achievements| reached(&bands, result, achievements).map(|band| band.code.as_str());
    assert_eq!(
        [code(9200, 1), code(9199, 1), code(9900, 0), code(7999, 3)],
        [Some("gold"), Some("silver"), Some("bronze"), None]
    );
    assert_eq!(net(1_280_000, &bands[1]), 896_000);
    assert_eq!(net(101, &bands[2]), 86, "15.15 off, rounded to 15");
    let values = bench().sample("transfer", TODAY);
    assert_eq!(value(&values, "scholarship"), "band.silver");
    assert_eq!(value(&values, "net_fee")["minor"], 3_584_000);
}

#[test]
fn agent_codes_hold_their_check_sign() {
    // The worked example of ISO 7064 MOD 37,36 in the field: A12425GABC1234002 has M.
    assert_eq!(agents::check_sign(b"A12425GABC1234002"), Some(b'M'));
    assert_eq!(agents::read("rm om ٠٤٢١٧ d").as_deref(), Ok("RM-OM-04217-D"));
    assert_eq!(agents::read("RM-OM-4217-D"), Err(Fault::Form));
    assert_eq!(agents::read(""), Err(Fault::Form));
    let good = *b"RMOM04217D";
    for at in 2..10 {
        for sign in b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
            let mut other = good;
            other[at] = *sign;
            assert!(other == good || agents::read(std::str::from_utf8(&other).unwrap()).is_err(), "{other:?}");
        }
    }
}

#[test]
fn agents_without_a_contract_are_told_and_flagged() {
    let at = "/agent_code";
    assert_eq!(issues(&changed("transfer", json!({ "agent_code": "RM-OM-04217-E" }))), one(at, "error.agentCodeCheck"));
    assert_eq!(issues(&changed("transfer", json!({ "agent_code": "12345" }))), one(at, "error.agentCodeForm"));
    assert_eq!(issues(&changed("transfer", json!({ "country": "IN" }))), one(at, "warn.agentOtherCountry"));
    // This contract ends on 30-Jun-2026.
    let ended = changed("transfer", json!({ "agent_code": "RM-JO-00356-S", "country": "JO", "start_year": "2027" }));
    assert!(bench().codes("2026-06-30", &ended, Some(at)).is_empty());
    assert_eq!(bench().codes("2026-07-01", &ended, Some(at)), ["warn.agentUnknown"]);
    let decision = bench().decide("2026-07-01", &ended);
    assert!(decision.tags.contains(&"tag.agentUnverified".to_owned()));
    assert!(decision.effects.iter().any(|effect| effect.code == "effect.checkAgent"));
    let good = decide(&bench().sample("transfer", TODAY));
    assert!(good.explain.iter().any(|line| line.code == "explain.agent" && line.params["percent"] == 12));
    assert_eq!(good.route.as_deref(), Some("route.agents"));
}

#[test]
fn common_hours_over_time_zones() {
    let hours = |from, to| Hours { from, to };
    // Evening in Dubai (+4) is 13:00 to 17:00 UTC; London in winter works 09:00 to 17:00 UTC.
    assert_eq!(common(hours(17, 21), 240, hours(9, 17), 0), Some((17 * 60, 21 * 60)));
    // Evening in New York (-5) is 22:00 to 02:00 UTC; India (+5:30) from 9 works from 03:30 UTC: nothing.
    assert_eq!(common(hours(17, 21), -300, hours(9, 18), 330), None);
    // Morning in New York is 13:00 to 17:00 UTC; Karachi (+5) until 21 works until 16:00 UTC.
    assert_eq!(common(hours(8, 12), -300, hours(12, 21), 300), Some((8 * 60, 11 * 60)));
    // Over midnight UTC: 23:00 to 04:00 UTC the day before, and 02:00 to 06:00.
    assert_eq!(common(hours(9, 14), 600, hours(6, 10), 240), Some((12 * 60, 14 * 60)));
    assert_eq!((clock(-30), clock(61), clock(1440)), ("23:30".into(), "01:01".into(), "00:00".into()));
}

#[test]
fn counsellors_by_language_campus_hours_and_load() {
    // Farah 40 + 20 + 25 (10 to 12) + 9 (23 of 35 free) = 94; Reem 40 + 20 + 25 + 9 (25 of 40) = 94: by code.
    let decision = decide(&bench().sample("transfer", TODAY));
    let line = decision.explain.iter().find(|line| line.code == "explain.counsellor").unwrap();
    assert_eq!((line.params["code"].clone(), line.params["points"].clone()), (json!("c-farah"), json!(94)));
    // Arabic and Dubai in the morning: Reem (25 of 40 free) before Badr (6 of 40).
    let dubai = changed("transfer", json!({ "contact_language": "ar", "campuses": ["dubai"] }));
    assert_eq!(value(&dubai, "counsellor"), "Reem Al-Balushi");
    let urdu = changed("simple", json!({ "contact_language": "ur", "campuses": ["online"], "best_time": "afternoon" }));
    assert_eq!(value(&urdu, "counsellor"), "Farah Naqvi");
}

#[test]
fn a_counsellor_with_an_account_is_given_the_family_by_what_they_look_after() {
    let table = std::fs::read_to_string(format!("{TABLES}/counsellors.yaml")).unwrap();
    let table = ["farah", "reem"].iter().fold(table, |table, name| {
        table.replace(&format!("code: c-{name},"), &format!("code: c-{name}, account: {name}@rushmore.example,"))
    });
    let given = |farah: i64, reem: i64| {
        let host = host().with_table("counsellors", &table).unwrap();
        let host = host.with_load("farah@rushmore.example", farah).with_load("reem@rushmore.example", reem);
        let bench = Bench::<Rushmore>::new("rushmore", "rushmore", "AED", host);
        let decision = bench.decide(TODAY, &bench.sample("transfer", TODAY));
        let line = decision.explain.iter().find(|line| line.code == "explain.counsellor").unwrap();
        let call = decision.effects.iter().find(|effect| effect.code == "effect.call").unwrap();
        (call.params["owner"].clone(), line.params["points"].clone(), line.params["free"].clone())
    };
    // 85 each before the load: Farah's is 15 × 33/35 and then 15 × 5/35, Reem's 15 × 35/40.
    assert_eq!(given(2, 5), (json!("farah@rushmore.example"), json!(99), json!(33)));
    assert_eq!(given(30, 5), (json!("reem@rushmore.example"), json!(98), json!(35)));
    // Where a counsellor has no account, nobody is named.
    let call =
        decide(&bench().sample("transfer", TODAY)).effects.into_iter().find(|effect| effect.code == "effect.call");
    assert!(!call.unwrap().params.contains_key("owner"));
}

#[test]
fn summer_time_moves_the_call() {
    let values = changed("simple", json!({ "time_zone": "America/New_York", "best_time": "morning" }));
    let window = |today: &str| {
        let card = bench().computed(today, &values, "counsellor").unwrap();
        assert_eq!(card.value, "Amal Khoury");
        (card.params["from"].clone(), card.params["to"].clone())
    };
    // Amman (+3) works until 15:00 UTC: 10:00 in New York in winter, 11:00 from 08-Mar-2026.
    assert_eq!(window("2026-03-07"), (json!("08:00"), json!("10:00")));
    assert_eq!(window("2026-03-08"), (json!("08:00"), json!("11:00")));
}

#[test]
fn consent_follows_the_country_and_the_age() {
    let student = |country: &str, dob: &str| changed("simple", json!({ "country": country, "dob": dob }));
    assert_eq!(value(&student("OM", "2000-01-01"), "consent_text"), "consent.om");
    assert_eq!(value(&student("BR", "2000-01-01"), "consent_text"), "consent.other");
    // 18 on 02-Mar-2026, or a day short of it.
    assert!(issues(&student("OM", "2008-03-02")).is_empty());
    assert_eq!(issues(&student("OM", "2008-03-03")), one("/guardian_email", "error.guardianNeeded"));
    // In France 15 decides.
    assert!(issues(&student("FR", "2011-03-02")).is_empty());
    let mut minor = student("OM", "2010-01-01");
    minor["guardian_email"] = minor["email"].clone();
    assert_eq!(issues(&minor), one("/guardian_email", "error.guardianSame"));
    minor["guardian_email"] = json!("parent@example.com");
    assert!(issues(&minor).is_empty());
    let decision = decide(&minor);
    assert!(decision.tags.contains(&"tag.minor".to_owned()));
    assert!(decision.checklist.iter().any(|item| item.code == "doc.parentConsent"));
}

#[test]
fn terms_that_have_begun_or_are_too_far() {
    assert_eq!(issues(&changed("simple", json!({ "start_year": "2025" }))), one("/start_year", "error.startPast"));
    assert_eq!(issues(&changed("simple", json!({ "start_year": "2030" }))), one("/start_year", "error.startTooFar"));
    assert_eq!(
        bench().codes("2026-09-06", &changed("simple", json!({ "start_year": "2026" })), None),
        ["error.startPast"]
    );
    assert!(bench().codes("2026-09-05", &changed("simple", json!({ "start_year": "2026" })), None).is_empty());
}

#[test]
fn a_campus_that_teaches_it_gets_the_family() {
    // Data is not taught in Al Ain: the second choice is.
    let values = changed("simple", json!({ "campuses": ["al_ain", "sharjah"] }));
    assert_eq!(decide(&values).route.as_deref(), Some("route.sharjah"));
}

#[test]
fn a_known_email_tags_the_duplicate() {
    let known = Bench::<Rushmore>::new(
        "rushmore",
        "rushmore",
        "AED",
        host().with_known("email", "layla.haddad@example.com", 100),
    );
    assert!(known.decide(TODAY, &known.sample("simple", TODAY)).tags.contains(&"tag.duplicate".to_owned()));
    assert!(!decide(&bench().sample("simple", TODAY)).tags.contains(&"tag.duplicate".to_owned()));
}

#[test]
fn half_filled_answers_are_no_fault() {
    bench().assert_half_filled(TODAY);
}

#[test]
fn the_document_is_well_formed() {
    let tables = ["programmes", "scholarships", "consents"]
        .map(|name| std::fs::read_to_string(format!("{TABLES}/{name}.yaml")).unwrap());
    // Programmes are named by their code alone.
    let programmes = tables[0].replace("code: ", "code: programme.").replace(", level", "\n");
    let mut sources: Vec<&str> = vec![&programmes, &tables[1], &tables[2]];
    sources.extend([
        include_str!("../src/credits.rs"),
        include_str!("../src/rank.rs"),
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
