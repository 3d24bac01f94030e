use std::collections::BTreeMap;

use mogra::erp::calendar::{Calendar, Plan, weigh};
use mogra::erp::licences::{Licences, Sizing, size};
use mogra::erp::risks::readiness;
use mogra::erp::scope::{Module, Why, closure};
use plugin_sdk::{Value, json};
use rules::date;

use super::{TODAY, bench, day, issues, one, table, value};

const FORM: &str = "mograerp";

fn changed(sample: &str, changes: Value) -> Value {
    super::changed(FORM, sample, changes)
}

fn module(code: &str, needs: &[&str]) -> Module {
    let needs = needs.iter().map(|need| (*need).to_owned()).collect();
    Module { code: code.into(), needs, days: (1, 2), yearly: 0, cloud_only: false }
}

fn parts(rows: &Value) -> Vec<(&str, &str)> {
    rows["rows"].as_array().unwrap().iter().map(|row| (row[0].as_str().unwrap(), row[1].as_str().unwrap())).collect()
}

#[test]
fn closure_follows_needs_and_ends_in_circles() {
    let catalogue = [module("a", &["b"]), module("b", &["c"]), module("c", &["a"]), module("d", &[])];
    let chosen = BTreeMap::from([("a", Why::Must), ("unknown", Why::Could)]);
    let plan = closure(&catalogue, &chosen);
    let found: Vec<(&str, Why)> = plan.iter().map(|(module, why)| (module.code.as_str(), *why)).collect();
    assert_eq!(found, [("a", Why::Must), ("b", Why::Needed), ("c", Why::Needed)]);
}

#[test]
fn the_simple_sample_by_hand() {
    let values = bench(FORM).sample("simple", TODAY);
    // 8 + 6 and 14 + 10 days; 650 a day; 4 200 for the parts and 40 licences at 48 a year.
    assert_eq!((value(FORM, &values, "effort_low"), value(FORM, &values, "effort_high")), (json!(14), json!(24)));
    assert_eq!(value(FORM, &values, "price_low")["minor"], 1_522_000);
    assert_eq!(value(FORM, &values, "price_high")["minor"], 2_172_000);
    assert_eq!(value(FORM, &values, "readiness"), 100);
    assert_eq!(value(FORM, &values, "plan"), "plan.comfortable");
}

#[test]
fn the_group_sample_by_hand() {
    let values = bench(FORM).sample("group", TODAY);
    let scope = value(FORM, &values, "scope");
    assert_eq!(
        parts(&scope),
        [
            ("module.admissions", "scope.must"),
            ("module.students", "scope.needed"),
            ("module.fees", "scope.must"),
            ("module.ledger", "scope.needed"),
            ("module.hr", "scope.needed"),
            ("module.payroll", "scope.should"),
            ("module.purchasing", "scope.needed"),
            ("module.inventory", "scope.needed"),
            ("module.pos", "scope.should"),
            ("module.mobile_app", "scope.could"),
        ]
    );
    // Parts (74, 126) doubled; six more branches; 23 and 41 for connections; data 4 + 8 and 7 + 16.
    assert_eq!((value(FORM, &values, "effort_low"), value(FORM, &values, "effort_high")), (json!(207), json!(358)));
    // 207 × 650 + 17 800 + 390 × 48 + 6 200 × 2.50 + 12 × 180
    assert_eq!(value(FORM, &values, "price_low")["minor"], 18_873_000);
    // 100 - 12 (data) - 8 (connections) - 8 (branches) - 5 (old system)
    assert_eq!(value(FORM, &values, "readiness"), 67);
    let risks = value(FORM, &values, "risks");
    let top: Vec<&str> = risks.as_array().unwrap().iter().filter_map(|item| item["code"].as_str()).collect();
    assert_eq!(top, ["risk.dataOwner", "risk.branches", "risk.links"]);
}

#[test]
fn what_excludes_what() {
    let cash = json!([{ "module": "fees", "priority": "must" }, { "module": "cash_book", "priority": "must" }]);
    assert_eq!(
        issues(FORM, &changed("simple", json!({ "modules": cash }))),
        one("/modules/1/module", "clash.cashBook")
    );
    let learning = json!([{ "module": "learning", "priority": "must" }]);
    let both = changed("simple", json!({ "modules": learning, "integrations": ["learning"] }));
    assert_eq!(issues(FORM, &both), one("/modules/0/module", "clash.learning"));
    assert_eq!(
        issues(FORM, &changed("group", json!({ "hosting": "own" }))),
        one("/modules/4/module", "error.moduleNotHosted")
    );
    let twice = json!([{ "module": "fees", "priority": "must" }, { "module": "fees", "priority": "could" }]);
    assert_eq!(
        issues(FORM, &changed("simple", json!({ "modules": twice }))),
        one("/modules/1/module", "error.moduleTwice")
    );
}

#[test]
fn answers_that_contradict_each_other() {
    assert_eq!(issues(FORM, &changed("simple", json!({ "tills": 2 }))), one("/tills", "warn.tillsWithoutPos"));
    assert_eq!(issues(FORM, &changed("group", json!({ "tills": 0 }))), one("/tills", "warn.posWithoutTills"));
    let kept = json!([{ "area": "fees", "product": "Old", "keep": true }]);
    assert_eq!(
        issues(FORM, &changed("group", json!({ "systems": kept }))),
        one("/systems/0/keep", "warn.keptAndChosen")
    );
}

#[test]
fn licences_come_in_packs() {
    let sizing = Sizing {
        staff_percent: 60,
        staff_pack: 10,
        student_pack: 100,
        student_parts: vec!["app".into()],
        till_parts: vec!["pos".into()],
    };
    let plan = [(module("app", &[]), Why::Must)];
    // 60 % of 50 is 30; of 51 it is 30.6, so 31 and a fourth pack.
    assert_eq!(size(&plan, 50, 100, 9, &sizing), Licences { staff: 30, students: 100, tills: 0 });
    assert_eq!(size(&plan, 51, 101, 9, &sizing), Licences { staff: 40, students: 200, tills: 0 });
    let tills = [(module("pos", &[]), Why::Must)];
    assert_eq!(size(&tills, 1, 5000, 9, &sizing), Licences { staff: 10, students: 0, tills: 9 });
}

#[test]
fn working_days_leave_out_weekends_and_quiet_weeks() {
    let oman = Calendar { weekend: vec![5, 6], quiet: vec![("07-10".into(), "08-20".into())] };
    // Thursday 05-Mar-2026 to Thursday 12-Mar-2026: Sunday to Thursday.
    assert_eq!(oman.working_days(day("2026-03-05"), day("2026-03-12")), 5);
    assert_eq!(oman.working_days(day("2026-03-12"), day("2026-03-05")), 0);
    // Thursday 09-Jul-2026 is the last before the quiet weeks; the next is Sunday 23-Aug (20-Aug is a Thursday).
    assert_eq!(oman.working_days(day("2026-07-08"), day("2026-08-22")), 1);
    assert_eq!(oman.day_after(day("2026-07-08"), 2).map(date::iso).as_deref(), Some("2026-08-23"));
    assert_eq!(oman.day_after(day("2026-07-08"), 100_000), None);
}

#[test]
fn a_plan_is_tight_below_the_comfortable_share() {
    let words = [(9, Plan::TooSoon), (10, Plan::Tight), (12, Plan::Tight), (13, Plan::Comfortable)];
    for (available, word) in words {
        assert_eq!(weigh(available, 10, 130), word, "{available}");
    }
}

#[test]
fn a_date_too_soon_names_the_earliest() {
    // 24 working days after Monday 02-Mar-2026 without Fridays and Saturdays: Sunday 05-Apr-2026 is the 24th.
    let soon = changed("simple", json!({ "go_live": "2026-04-02" }));
    let found = bench(FORM).check(TODAY, &soon).errors;
    assert_eq!(found[0].code, "warn.dateTooSoon");
    assert_eq!(
        (found[0].params["available"].clone(), found[0].params["earliest"].clone()),
        (json!(23), json!("2026-04-05"))
    );
    let tight = changed("simple", json!({ "go_live": "2026-04-05" }));
    assert!(issues(FORM, &tight).is_empty());
    assert_eq!(value(FORM, &tight, "plan"), "plan.tight");
    // Tight time costs 18 points.
    assert_eq!(value(FORM, &tight, "readiness"), 82);
}

#[test]
fn a_budget_below_the_lowest_price_is_told() {
    assert!(issues(FORM, &changed("simple", json!({ "budget": 1_522_000 }))).is_empty());
    assert_eq!(issues(FORM, &changed("simple", json!({ "budget": 1_521_999 }))), one("/budget", "warn.overBudget"));
}

#[test]
fn risks_stand_by_weight_and_never_go_below_zero() {
    let weights = BTreeMap::from([("b".to_owned(), 60), ("a".to_owned(), 60), ("c".to_owned(), 70)]);
    let (points, found) = readiness(&[("a", true), ("b", true), ("c", true), ("unknown", true)], &weights);
    assert_eq!((points, found), (0, vec!["c", "a", "b"]));
    assert_eq!(readiness(&[("a", false)], &weights), (100, vec![]));
}

#[test]
fn teams_by_region_and_size() {
    let route = |sample: &str, changes: Value| bench(FORM).decide(TODAY, &changed(sample, changes)).route.unwrap();
    assert_eq!(route("simple", json!({})), "route.gulf_schools");
    assert_eq!(route("group", json!({})), "route.gulf_projects");
    assert_eq!(route("simple", json!({ "students": 3000 })), "route.gulf_schools");
    assert_eq!(route("simple", json!({ "students": 3001 })), "route.gulf_projects");
    assert_eq!(route("college", json!({})), "route.asia_schools");
    assert_eq!(route("college", json!({ "country": "EG" })), "route.levant_team");
    let decision = bench(FORM).decide(TODAY, &bench(FORM).sample("group", TODAY));
    assert_eq!((decision.tags, decision.score.map(|score| score.points)), (vec!["tag.large".to_owned()], Some(67)));
    assert!(
        decision.explain.iter().any(|line| line.code == "explain.price" && line.params["low"]["minor"] == 18_873_000)
    );
}

#[test]
fn the_document_is_well_formed() {
    let tables = ["erp_modules", "erp_risks", "erp_routes"].map(table);
    bench(FORM).assert_document(&[
        &tables[0],
        &tables[1],
        &tables[2],
        include_str!("../../src/contact.rs"),
        include_str!("../../src/erp/calendar.rs"),
        include_str!("../../src/erp/review.rs"),
        include_str!("../../src/erp/scope.rs"),
        include_str!("../../src/erp/show.rs"),
        include_str!("../../src/erp/verdict.rs"),
    ]);
}
