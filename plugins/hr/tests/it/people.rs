use plugin_sdk::json;

use super::*;

fn referees(first: &str, second: &str, relation: &str) -> Value {
    let one = |email: &str| json!({ "name": "A B", "position": "P", "organisation": "O", "relation": relation, "email": email });
    json!({ "referees": [one(first), one(second)] })
}

fn codes(changes: &Value) -> Vec<String> {
    bench().codes(TODAY, &simple(changes), None)
}

#[test]
fn referees_are_reached_at_work() {
    assert_eq!(codes(&referees("a@school.example", "b@school.example", "head")), Vec::<String>::new());
    assert_eq!(codes(&referees("a@gmail.com", "b@school.example", "head")), ["refereePersonal"]);
    assert_eq!(codes(&referees("a@school.example", "A@School.example", "head")), ["refereeTwice"]);
    assert_eq!(codes(&referees("asma@example.com", "b@school.example", "head")), ["refereeSelf"]);
    assert_eq!(codes(&referees("a@school.example", "b@school.example", "colleague")), ["refereeManager"]);
    assert!(
        bench().can_be_sent(TODAY, &simple(&referees("a@school.example", "b@school.example", "tutor"))),
        "only a warning"
    );
}

#[test]
fn relatives_are_matched_without_saying_who() {
    let host = || host().with_known("phone", "+96891112233", 100);
    let bench = Bench::<hr::Hr>::new("abq", "hr", "OMR", host());
    let named = json!({ "has_relative": true, "relatives": [{ "name": "A", "role": "staff", "relation": "Cousin", "phone": "+96891112233" }] });
    let decision = bench.decide(TODAY, &simple(&named));
    let line = decision.explain.iter().find(|line| line.code == "explain.relative").unwrap();
    assert_eq!((line.params["known"].clone(), line.params["named"].clone()), (json!(1), json!(1)));
    assert!(decision.tags.contains(&"tag.relative".to_owned()));
    assert!(decision.effects.iter().any(|effect| effect.code == "task.relative"));
    let silent = bench.decide(TODAY, &simple(&json!({ "emergency_phone": "+96891112233" })));
    assert!(silent.tags.contains(&"tag.relative_to_check".to_owned()));
    assert!(
        !super::bench()
            .decide(TODAY, &simple(&json!({ "emergency_phone": "+96891112233" })))
            .tags
            .contains(&"tag.relative_to_check".to_owned())
    );
}

#[test]
fn relatives_are_looked_for_among_the_staff_too() {
    let decide = |kind: &str, value: &str, changes: Value| {
        let bench = Bench::<hr::Hr>::new("abq", "hr", "OMR", host().with_known(kind, value, 100));
        bench.decide(TODAY, &simple(&changes))
    };
    let relative =
        json!({ "name": "Salim Al-Busaidi", "role": "staff", "relation": "Cousin", "phone": "+96891112233" });
    let named = json!({ "has_relative": true, "relatives": [relative] });
    let found = |kind: &str, value: &str| {
        let decision = decide(kind, value, named.clone());
        let line = decision.explain.iter().find(|line| line.code == "explain.relative").unwrap();
        (line.params["staff"].clone(), line.params["known"].clone())
    };
    assert_eq!(found("staff_phone", "+96891112233"), (json!(1), json!(0)), "a colleague who never sent a form");
    assert_eq!(found("staff_name", "Salim Al-Busaidi"), (json!(1), json!(0)), "nor told their phone");
    assert_eq!(found("phone", "+96891112233"), (json!(0), json!(1)), "who sent a form is nobody of the staff by that");
    assert_eq!(found("staff_phone", "+96890000000"), (json!(0), json!(0)));
    // Nobody is named, and the emergency contact works here.
    let silent = json!({ "has_relative": false, "emergency_phone": "+96891112233" });
    let tags = |kind: &str, value: &str| decide(kind, value, silent.clone()).tags;
    let to_check = "tag.relative_to_check".to_owned();
    assert!(tags("staff_phone", "+96891112233").contains(&to_check));
    assert!(!tags("staff_phone", "+96890000000").contains(&to_check));
}

#[test]
fn a_yes_in_safeguarding_goes_to_a_person_first() {
    for field in ["barred", "convicted", "investigated"] {
        let decision =
            bench().decide(TODAY, &simple(&json!({ (field): true, "conviction_note": "x", "concern_note": "x" })));
        assert!(decision.tags.contains(&"tag.safeguarding".to_owned()), "{field}");
        assert_eq!(decision.effects[0].code, "task.safeguarding");
    }
    assert!(!bench().decide(TODAY, &simple(&json!({}))).tags.contains(&"tag.safeguarding".to_owned()));
}

#[test]
fn first_readers_see_what_the_form_keeps_for_the_panel_no_more_than_it_says() {
    let decision = bench().decide(TODAY, &bench().sample("rich", TODAY));
    let line = decision.explain.iter().find(|line| line.code == "explain.blind").unwrap();
    let form: serde_json::Value = serde_json::from_str(include_str!("../../form.json")).unwrap();
    let kept: Vec<&serde_json::Value> =
        form["steps"].as_array().unwrap().iter().filter(|step| step["x-audience"] == "hr_panel").collect();
    let is_kept = |label: &serde_json::Value| {
        let field = label.as_str().unwrap().trim_end_matches(".label");
        kept.iter().any(|step| step["fields"].as_array().unwrap().iter().any(|own| own == field))
    };
    let fields = line.params["fields"].as_array().unwrap();
    assert!(fields.len() == 5 && fields.iter().all(is_kept), "{fields:?}");
    assert!(decision.tags.contains(&"tag.blind_review".to_owned()));
}
