use plugin_sdk::json;

use super::*;

fn job(from: &str, to: &str) -> Value {
    json!({ "employer": "A", "position": "B", "from": from, "to": to, "kind": "middle" })
}

fn codes(jobs: &Value, breaks: &Value, path: &str) -> Vec<String> {
    bench().codes(TODAY, &simple(&json!({ "jobs": jobs, "breaks": breaks })), Some(path))
}

#[test]
fn overlapping_jobs_count_once() {
    let values = simple(
        &json!({ "jobs": [job("2022-01-01", "2024-12-31"), job("2024-01-01", "2026-06-30"), job("2026-07-01", TODAY)] }),
    );
    let shown = bench().computed(TODAY, &values, "experience").unwrap();
    assert_eq!(
        (shown.params["years"].clone(), shown.params["months"].clone()),
        (json!(5), json!(2)),
        "January 2022 to 10 March 2027"
    );
}

#[test]
fn ninety_days_need_no_word_and_ninety_one_do() {
    let until = |from: &str| json!([job("2022-01-01", "2023-12-31"), job(from, TODAY)]);
    assert_eq!(codes(&until("2024-03-31"), &json!([]), "/breaks"), Vec::<String>::new());
    assert_eq!(codes(&until("2024-04-01"), &json!([]), "/breaks"), ["gapUnexplained"]);
}

#[test]
fn time_since_the_last_job_is_a_break_too() {
    assert_eq!(codes(&json!([job("2022-01-01", "2026-12-09")]), &json!([]), "/breaks"), Vec::<String>::new());
    assert_eq!(codes(&json!([job("2022-01-01", "2026-12-08")]), &json!([]), "/breaks"), ["gapUnexplained"]);
}

#[test]
fn a_break_that_is_explained_is_no_gap_and_half_explained_still_is() {
    let jobs = json!([job("2020-01-01", "2021-12-31"), job("2023-01-01", TODAY)]);
    let pause = |to: &str| json!([{ "from": "2022-01-01", "to": to, "what": "family" }]);
    assert_eq!(codes(&jobs, &pause("2022-12-31"), "/breaks"), Vec::<String>::new());
    assert_eq!(codes(&jobs, &pause("2022-10-02"), "/breaks"), Vec::<String>::new(), "ninety days are left");
    assert_eq!(codes(&jobs, &pause("2022-10-01"), "/breaks"), ["gapUnexplained"]);
    let values = simple(&json!({ "jobs": jobs }));
    let list = bench().computed(TODAY, &values, "gaps").unwrap().value;
    assert_eq!(list[0]["params"], json!({ "from": "2022-01-01", "to": "2022-12-31" }));
}

#[test]
fn without_jobs_there_is_no_gap() {
    assert_eq!(codes(&json!([]), &json!([]), "/breaks"), Vec::<String>::new());
}

#[test]
fn a_period_ends_after_it_begins() {
    assert_eq!(codes(&json!([job("2024-01-02", "2024-01-01")]), &json!([]), "/jobs/0/to"), ["endsBeforeStart"]);
    let pause = json!([{ "from": "2024-01-02", "to": "2024-01-01", "what": "other" }]);
    assert_eq!(codes(&json!([]), &pause, "/breaks/0/to"), ["endsBeforeStart"]);
}
