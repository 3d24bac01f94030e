use mogra::hr::eos::{self, Outcome, Service};
use plugin_sdk::{Value, json};

use super::{Date, TODAY, bench, day, host, issues, one, table, value};
use rules::date;

const FORM: &str = "mograhr";

fn changed(sample: &str, changes: Value) -> Value {
    super::changed(FORM, sample, changes)
}

/// A service of so many days that ends on a day.
fn service(to: &str, days: i32, basic: i64, resigned: bool) -> Service {
    let to: Date = day(to);
    let from = date::add_days(to, 1 - days).unwrap();
    Service { from, to, unpaid: 0, resigned, basic, allowances: 0 }
}

fn due(country: &str, service: &Service) -> (i64, Outcome) {
    let rule = eos::rule(&host(), country, service.to).unwrap().unwrap();
    let found = eos::estimate(&rule, service).unwrap();
    (found.minor, found.outcome)
}

#[test]
fn oman_pays_by_the_version_of_the_last_day() {
    // 1 826 days. Until 25-Jul-2023: (1 095 × 15 + 731 × 30) × 450.000 / 10 950; from the next day: 1 826 × 30.
    assert_eq!(due("OM", &service("2023-07-25", 1826, 450_000, false)), (1_576_233, Outcome::Full));
    assert_eq!(due("OM", &service("2023-07-26", 1826, 450_000, false)), (2_251_233, Outcome::Full));
    // 731 days at a month a year: 901.2328…
    assert_eq!(due("OM", &service("2025-12-31", 731, 450_000, false)).0, 901_233);
    assert_eq!(due("OM", &service("2023-07-25", 364, 450_000, false)), (0, Outcome::TooShort));
}

#[test]
fn saudi_arabia_pays_a_share_after_a_resignation() {
    let after = |days| due("SA", &service("2026-01-31", days, 900_000, true));
    assert_eq!(after(729), (0, Outcome::Reduced { share: (0, 1) }));
    // 1 824 × 15 days of 30 000 halalas: 2 248 767.12, a third of it.
    assert_eq!(after(1824), (749_589, Outcome::Reduced { share: (1, 3) }));
    assert_eq!(after(1825), (1_500_000, Outcome::Reduced { share: (2, 3) }));
    assert_eq!(after(3650), (6_750_000, Outcome::Full));
    assert_eq!(due("SA", &service("2026-01-31", 1825, 900_000, false)).0, 2_250_000);
}

#[test]
fn the_emirates_stop_at_two_years_of_pay() {
    assert_eq!(due("AE", &service("2026-01-31", 2190, 1_100_000, true)), (4_950_000, Outcome::Full));
    assert_eq!(
        due("AE", &service("2026-01-31", 14_600, 1_000_000, false)),
        (24_000_000, Outcome::Capped { months: 24 })
    );
    assert_eq!(due("AE", &service("2026-01-31", 364, 1_000_000, false)), (0, Outcome::TooShort));
    assert_eq!(due("AE", &service("2026-01-31", 365, 1_000_000, false)).0, 700_000);
    // The older law gave a resignation between one and three years a third.
    assert_eq!(due("AE", &service("2022-02-01", 730, 1_000_000, true)), (466_667, Outcome::Reduced { share: (1, 3) }));
}

#[test]
fn kuwait_counts_a_month_as_twenty_six_days() {
    assert_eq!(due("KW", &service("2026-01-31", 365, 520_000, false)).0, 300_000);
}

#[test]
fn allowances_and_unpaid_days_count_as_the_law_says() {
    let plain = service("2026-01-31", 1825, 900_000, false);
    let more = Service { allowances: 300_000, ..plain };
    assert_eq!(due("SA", &more).0, 3_000_000, "total wage");
    assert_eq!(due("QA", &more), due("QA", &plain), "basic wage");
    assert_eq!(due("SA", &Service { unpaid: 365, ..plain }).0, 1_800_000);
}

#[test]
fn the_example_on_the_form_names_its_law() {
    let values = changed("estimate", json!({ "example_start": "2020-01-01", "example_end": "2025-12-29" }));
    let card = bench(FORM).computed(TODAY, &values, "eos").unwrap();
    // 2 190 days.
    assert_eq!(card.value, json!({ "minor": 4_950_000, "currency": "AED" }));
    assert_eq!((card.params["years"].clone(), card.params["days"].clone()), (json!(6), json!(0)));
    assert_eq!(card.params["rule"], "UAE Decree-Law 33 of 2021");
    let backwards = changed("estimate", json!({ "example_start": "2025-12-30", "example_end": "2025-12-29" }));
    assert_eq!(issues(FORM, &backwards), one("/example_end", "error.endBeforeStart"));
    let idle = changed(
        "estimate",
        json!({ "example_start": "2025-12-01", "example_end": "2025-12-10", "example_unpaid": 11 }),
    );
    assert_eq!(issues(FORM, &idle), one("/example_unpaid", "error.unpaidAbove"));
}

#[test]
fn groups_must_add_up_to_the_total() {
    assert!(issues(FORM, &bench(FORM).sample("simple", TODAY)).is_empty());
    let short = changed("simple", json!({ "total_staff": 87 }));
    let found = bench(FORM).check(TODAY, &short).errors;
    assert_eq!((found[0].path.as_str(), found[0].params["difference"].clone()), ("/total_staff", json!(1)));
    let twice = changed(
        "simple",
        json!({ "total_staff": 20, "headcount": [
            { "type": "office", "contract": "full", "count": 12 }, { "type": "office", "contract": "full", "count": 8 },
        ]}),
    );
    assert_eq!(issues(FORM, &twice), one("/headcount/1/type", "error.groupTwice"));
    assert_eq!(issues(FORM, &changed("simple", json!({ "nationals": 87 }))), one("/nationals", "error.nationalsAbove"));
    assert_eq!(issues(FORM, &changed("wages", json!({ "with_iban": 361 }))), one("/with_iban", "error.ibansAbove"));
}

#[test]
fn the_bank_is_named_from_the_account() {
    let values = bench(FORM).sample("wages", TODAY);
    assert_eq!(value(FORM, &values, "bank"), "Al Rajhi Bank");
    let oman = changed("simple", json!({ "sample_iban": "OM28 0010 0000 0123 4567 890" }));
    assert_eq!(value(FORM, &oman, "bank"), "bank.unknown");
    let abroad = changed("simple", json!({ "sample_iban": "AE070331234567890123456" }));
    assert_eq!(issues(FORM, &abroad), one("/sample_iban", "warn.ibanOtherCountry"));
    let wrong = changed("simple", json!({ "sample_iban": "AE080331234567890123456" }));
    assert!(bench(FORM).computed(TODAY, &wrong, "bank").is_none());
}

#[test]
fn readiness_loses_what_is_missing() {
    assert_eq!(value(FORM, &bench(FORM).sample("wages", TODAY), "readiness"), 100);
    let gaps = changed("wages", json!({ "employer_no": "700123456", "with_iban": 359, "licence_no": "" }));
    // 100 - 25 (nine digits instead of ten) - 25 (one account) - 15 (licence)
    assert_eq!(value(FORM, &gaps, "readiness"), 35);
    let missing = value(FORM, &gaps, "missing");
    let codes: Vec<&str> = missing.as_array().unwrap().iter().filter_map(|item| item["code"].as_str()).collect();
    assert_eq!(codes, ["missing.licence", "missing.employer", "missing.ibans"]);
    let arabic = changed("wages", json!({ "employer_no": "٧٠٠١٢٣٤٥٦٧" }));
    assert_eq!(value(FORM, &arabic, "readiness"), 100);
}

#[test]
fn prices_by_size_and_parts() {
    let values = bench(FORM).sample("wages", TODAY);
    assert_eq!(value(FORM, &values, "tier"), "tier.medium");
    // 24 900 + 360 × (120 + 180 + 60 + 90 + 70)
    assert_eq!(value(FORM, &values, "monthly")["minor"], 212_100);
    let people = |count: i64| {
        let values = changed(
            "simple",
            json!({ "total_staff": count, "headcount": [{ "type": "office", "contract": "full", "count": count }] }),
        );
        value(FORM, &values, "tier")
    };
    assert_eq!(
        [100, 101, 500, 501, 2001].map(people),
        ["tier.small", "tier.medium", "tier.medium", "tier.large", "tier.enterprise"]
    );
    assert_eq!(
        issues(FORM, &changed("simple", json!({ "modules": ["payroll"] }))),
        one("/modules", "error.payrollNeedsCore")
    );
}

#[test]
fn a_start_sooner_than_the_lead_time_is_told() {
    // Medium needs 60 days from 02-Mar-2026.
    assert!(issues(FORM, &changed("wages", json!({ "go_live": "2026-05-01" }))).is_empty());
    assert_eq!(issues(FORM, &changed("wages", json!({ "go_live": "2026-04-30" }))), one("/go_live", "warn.goLiveSoon"));
}

#[test]
fn requests_go_to_the_team_of_the_country() {
    let decision = bench(FORM).decide(TODAY, &bench(FORM).sample("wages", TODAY));
    assert_eq!(decision.route.as_deref(), Some("route.hr_ksa"));
    assert_eq!(decision.tags, ["tag.wageFileReady"]);
    assert_eq!(decision.score.map(|score| score.points), Some(100));
    let oman = bench(FORM).decide(TODAY, &bench(FORM).sample("simple", TODAY));
    assert_eq!((oman.route.as_deref(), oman.score), (Some("route.hr_gulf"), None));
}

#[test]
fn the_document_is_well_formed() {
    let tables = ["payroll_prices", "country_teams"].map(table);
    bench(FORM).assert_document(&[
        &tables[0],
        &tables[1],
        include_str!("../../src/contact.rs"),
        include_str!("../../src/show.rs"),
        include_str!("../../src/hr/review.rs"),
        include_str!("../../src/hr/verdict.rs"),
        include_str!("../../src/hr/wages.rs"),
    ]);
}
