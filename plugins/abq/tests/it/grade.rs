use plugin_sdk::json;

use super::*;

/// The grade by age that is shown for a birth date, year and stream, seen from a day.
fn by_age(today: &str, birth: &str, stream: &str) -> Option<String> {
    let values = json!({ "dob": birth, "entry": "next_year", "stream": stream });
    Some(bench().computed(today, &values, "grade_by_age")?.value.as_str()?.to_owned())
}

#[test]
fn the_cut_off_is_that_of_the_year_applied_for() {
    // Seen from March 2026 the next year is 2026-2027, the first one under the new cut-off of 31 December.
    for birth in ["2022-09-01", "2022-12-31"] {
        assert_eq!(by_age("2026-03-01", birth, "cambridge").as_deref(), Some("grade.fs2"), "{birth} is 4");
        assert_eq!(
            by_age("2025-03-01", "2021-09-01", "cambridge").as_deref(),
            Some("grade.fs1"),
            "3 under the old rule"
        );
    }
    assert_eq!(by_age("2026-03-01", "2023-01-01", "cambridge").as_deref(), Some("grade.fs1"), "is 3 by both");
    let shown = bench()
        .computed(
            "2025-03-01",
            &json!({ "dob": "2021-08-31", "entry": "next_year", "stream": "bilingual" }),
            "grade_by_age",
        )
        .unwrap();
    assert_eq!(
        (shown.value, shown.params["age"].clone(), shown.params["cut_off"].clone()),
        (json!("grade.kg1"), json!(4), json!("2025-08-31"))
    );
}

#[test]
fn each_stream_has_its_own_names() {
    assert_eq!(by_age(TODAY, "2013-06-01", "cambridge").as_deref(), Some("grade.igcse1"));
    assert_eq!(by_age(TODAY, "2013-06-01", "bilingual").as_deref(), Some("grade.g9"));
}

#[test]
fn too_young_and_too_old() {
    let codes = |dob: &str| bench().codes(TODAY, &simple(&json!({ "dob": dob })), Some("/dob"));
    assert_eq!(codes("2025-01-01"), ["tooYoung"]);
    assert_eq!(codes("2024-12-31"), Vec::<String>::new());
    assert_eq!(codes("2009-12-31"), ["tooOld"]);
    assert_eq!(codes("2010-01-01"), Vec::<String>::new());
}

#[test]
fn a_grade_that_the_stream_does_not_offer() {
    let values = simple(&json!({ "dob": "2024-06-01" }));
    assert_eq!(bench().codes(TODAY, &values, Some("/stream")), ["gradeNotOffered"]);
    assert!(bench().can_be_sent(TODAY, &changed(values, &json!({ "stream": "cambridge" }))));
}

#[test]
fn another_grade_has_to_be_asked_for_and_be_near() {
    let wanted = |grade: &str, changes: Value| {
        bench().codes(TODAY, &changed(simple(&json!({ "grade_wanted": grade })), &changes), None)
    };
    assert_eq!(wanted("g1", json!({})), Vec::<String>::new());
    assert_eq!(wanted("g2", json!({})), ["gradeByAge"]);
    let asked = json!({ "override_request": true, "override_reason": "Finished Grade 1 abroad" });
    assert_eq!(wanted("g2", asked.clone()), ["overrideAsked"]);
    assert_eq!(wanted("g3", asked.clone()), ["gradeTooFar"]);
    let values = changed(simple(&json!({ "grade_wanted": "g2" })), &asked);
    assert!(bench().can_be_sent(TODAY, &values), "a request is a warning only");
    assert_eq!(bench().computed(TODAY, &values, "grade_asked").unwrap().value, "grade.g2");
    let decision = bench().decide(TODAY, &values);
    assert!(decision.tags.contains(&"tag.override".to_owned()));
    assert!(decision.effects.iter().any(|effect| effect.code == "task.review_grade"));
}

#[test]
fn the_school_year_follows_the_answer_and_the_calendar() {
    let shown = |today: &str, entry: &str| {
        let year = bench().computed(today, &json!({ "entry": entry }), "academic_year").unwrap();
        (year.value.as_str().unwrap().to_owned(), year.params["starts"].as_str().unwrap().to_owned())
    };
    assert_eq!(shown("2026-08-31", "next_year"), ("2026-2027".into(), "2026-08-30".into()));
    assert_eq!(shown("2026-09-01", "next_year"), ("2027-2028".into(), "2027-08-29".into()));
    assert_eq!(shown("2026-09-01", "this_year"), ("2026-2027".into(), "2026-08-30".into()));
    assert_eq!(shown("2026-09-01", "year_after"), ("2028-2029".into(), "2028-09-01".into()));
}
