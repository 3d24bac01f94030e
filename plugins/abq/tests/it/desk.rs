use plugin_sdk::json;

use super::*;

fn route(stream: &str, gender: &str, dob: &str) -> String {
    bench().decide(TODAY, &simple(&json!({ "stream": stream, "gender": gender, "dob": dob }))).route.unwrap()
}

#[test]
fn the_desk_follows_stream_grade_and_section() {
    assert_eq!(route("bilingual", "girl", "2023-06-01"), "route.early_years");
    assert_eq!(route("bilingual", "girl", "2018-06-01"), "route.bilingual", "Grade 4 is mixed");
    assert_eq!(route("bilingual", "girl", "2017-06-01"), "route.bilingual_girls", "Grade 5 is not");
    assert_eq!(route("bilingual", "boy", "2017-06-01"), "route.bilingual_boys");
    assert_eq!(route("cambridge", "boy", "2014-06-01"), "route.cambridge", "Grade 8");
    assert_eq!(route("cambridge", "girl", "2013-06-01"), "route.cambridge_girls");
}

#[test]
fn the_band_of_places_follows_the_count() {
    let band = |free: u32| {
        let rows = format!(
            "rows:\n  - {{key: band, from: 2020-01-01, value: {{few: 5}}}}\n  - {{key: 'bilingual:g1', from: 2020-01-01, value: {{places: 50, free: {free}}}}}\n"
        );
        let host = host().with_table("abq_capacity", &rows).unwrap();
        let bench = Bench::<abq::Abq>::new("abq", "abq", "OMR", host);
        let values = simple(&json!({}));
        let waits = bench.decide(TODAY, &values).tags.contains(&"tag.waiting_list".to_owned());
        (bench.computed(TODAY, &values, "capacity").unwrap().value.as_str().unwrap().to_owned(), waits)
    };
    assert_eq!(band(0), ("capacity.full".into(), true));
    assert_eq!(band(5), ("capacity.few".into(), false));
    assert_eq!(band(6), ("capacity.open".into(), false));
}

#[test]
fn tags_say_what_staff_should_see() {
    let decision = bench().decide(TODAY, &bench().sample("rich", TODAY));
    for tag in ["tag.health", "tag.learning_support", "tag.bus", "tag.moe_transfer", "tag.sibling"] {
        assert!(decision.tags.contains(&tag.to_owned()), "{tag}");
    }
    assert!(decision.effects.iter().any(|effect| effect.code == "task.call_nurse"));
    assert!(!decision.explain.is_empty());
}
