use plugin_sdk::json;

use super::*;

/// Points by part, and out of how many.
fn score(changes: &Value) -> (Vec<(String, i64)>, i32, i32) {
    let decision = bench().decide(TODAY, &simple(changes));
    let parts = ["explain.subject", "explain.phase", "explain.years", "explain.licence"];
    let of =
        |code: &str| decision.explain.iter().find(|line| line.code == code).unwrap().params["points"].as_i64().unwrap();
    let total = decision.score.unwrap();
    (parts.iter().map(|code| ((*code).to_owned(), of(code))).collect(), total.points, total.out_of)
}

fn points(changes: &Value) -> [i64; 4] {
    let (parts, total, out_of) = score(changes);
    assert_eq!(out_of, 100);
    assert_eq!(parts.iter().map(|(_, points)| points).sum::<i64>(), i64::from(total));
    [parts[0].1, parts[1].1, parts[2].1, parts[3].1]
}

#[test]
fn everything_that_the_post_asks_for() {
    assert_eq!(points(&json!({})), [40, 20, 25, 15]);
}

#[test]
fn near_subject_other_subject() {
    let with = |subject: &str| json!({ "qualifications": [{ "level": "bachelor", "subject": subject, "institution": "X", "country": "OM", "year": 2016, "attested": true }] });
    assert_eq!(points(&with("science"))[0], 20);
    assert_eq!(points(&with("arabic"))[0], 0);
}

#[test]
fn wished_for_age_group_counts_half() {
    let jobs = json!([{ "employer": "A", "position": "B", "from": "2020-01-01", "kind": "early_years" }]);
    assert_eq!(points(&json!({ "jobs": jobs }))[1], 10);
    assert_eq!(points(&json!({ "jobs": jobs, "phases": ["early_years"] }))[1], 0);
}

#[test]
fn years_at_schools_count_by_share() {
    let since =
        |from: &str, kind: &str| json!({ "jobs": [{ "employer": "A", "position": "B", "from": from, "kind": kind }] });
    assert_eq!(points(&since("2024-03-11", "middle"))[2], 25, "three years to the day");
    assert_eq!(points(&since("2024-03-12", "middle"))[2], 24);
    assert_eq!(points(&since("2025-09-11", "middle"))[2], 12);
    assert_eq!(points(&since("2015-01-01", "elsewhere"))[2], 0);
}

#[test]
fn a_licence_that_ends_before_the_first_day_counts_half() {
    assert_eq!(points(&json!({ "licence_expiry": "2027-05-10" }))[3], 15, "the first day is 10 May");
    assert_eq!(points(&json!({ "licence_expiry": "2027-05-09" }))[3], 7);
    assert_eq!(points(&json!({ "licence": "expected" }))[3], 7);
    assert_eq!(points(&json!({ "licence": "no" }))[3], 0);
    let tags = bench().decide(TODAY, &simple(&json!({ "licence": "no" }))).tags;
    assert!(tags.contains(&"tag.licence".to_owned()));
}

#[test]
fn the_desk_is_the_post_s_and_hr_is_told_and_the_head_whom_the_school_names() {
    let decision = bench().decide(TODAY, &simple(&json!({})));
    assert_eq!(decision.route.as_deref(), Some("route.sciences"));
    let told: Vec<&str> = decision.effects.iter().map(|effect| effect.code.as_str()).collect();
    assert_eq!(told, ["notify.hr"], "no head stands in the table");
    let row = "rows: [{ key: mathematics_teacher, from: 2026-01-01, value: { years: 3, licence: true, scale: teacher, desk: route.sciences, head: head@abq.example } }]";
    let host = host().with_table("hr_posts", row).unwrap();
    let decision = Bench::<hr::Hr>::new("abq", "hr", "OMR", host).decide(TODAY, &simple(&json!({})));
    let told: Vec<_> =
        decision.effects.iter().map(|effect| (effect.code.as_str(), effect.params.get("people"))).collect();
    assert_eq!(told, [("notify.hr", None), ("notify.department", Some(&json!(["head@abq.example"])))]);
}

#[test]
fn a_post_without_a_row_is_closed() {
    let host = host().with_table("hr_posts", "rows: []").unwrap();
    let bench = Bench::<hr::Hr>::new("abq", "hr", "OMR", host);
    assert_eq!(bench.codes(TODAY, &simple(&json!({})), Some("/post")), ["postClosed"]);
    let twice = simple(&json!({ "second_post": "mathematics_teacher" }));
    assert_eq!(super::bench().codes(TODAY, &twice, Some("/second_post")), ["samePost"]);
}

#[test]
fn the_salary_step_follows_years_and_degree_on_the_day_s_scale() {
    let step = |today: &str, changes: &Value| {
        let shown = bench().computed(today, &simple(changes), "salary").unwrap();
        (
            shown.params["step"].as_i64().unwrap(),
            shown.value["minor"].as_i64().unwrap(),
            shown.value["currency"].clone(),
        )
    };
    let since = |from: &str| json!({ "jobs": [{ "employer": "A", "position": "B", "from": from, "kind": "middle" }] });
    assert_eq!(step("2026-08-31", &since("2022-09-01")), (3, 700_000, json!("OMR")));
    assert_eq!(step("2026-09-01", &since("2022-09-01")), (3, 725_000, json!("OMR")));
    assert_eq!(step(TODAY, &since("1990-01-01")), (10, 1_090_000, json!("OMR")));
    let master = json!({
        "jobs": [],
        "qualifications": [{ "level": "master", "subject": "mathematics", "institution": "X", "country": "OM", "year": 2020, "attested": true }],
        "expected_salary": 1091,
    });
    assert_eq!(step(TODAY, &master).0, 2);
    assert!(bench().decide(TODAY, &simple(&master)).tags.contains(&"tag.above_scale".to_owned()));
}
