use plugin_sdk::{Decision, json};

use super::*;

fn with(siblings: &Value) -> Value {
    simple(&json!({ "siblings": siblings }))
}

fn rank_of(bench: &Bench<abq::Abq>, values: &Value) -> (String, i64) {
    let rank = bench.computed(TODAY, values, "sibling_rank").unwrap();
    (rank.value.as_str().unwrap().to_owned(), rank.params["rank"].as_i64().unwrap())
}

#[test]
fn a_number_that_somebody_applied_with_confirms_no_sibling_and_shows_nothing() {
    let known = Bench::<abq::Abq>::new("abq", "abq", "OMR", host().with_known("national_id", "23456789", 100));
    let sibling = |name: &str| {
        with(&json!([{ "name": name, "dob": "2018-01-01", "status": "enrolled", "civil_number": "٢٣٤٥٦٧٨٩" }]))
    };
    let (own, other) = (sibling("Said Salim Al Busaidi"), sibling("Zed Unrelatedname"));
    for values in [&own, &other] {
        assert_eq!(known.check(TODAY, values), bench().check(TODAY, values), "the family sees no difference");
        let (decision, stranger) = (known.decide(TODAY, values), bench().decide(TODAY, values));
        assert_eq!((&decision.tags, &decision.checklist), (&stranger.tags, &stranger.checklist));
        assert!(decision.effects.iter().any(|effect| effect.code == "task.confirm_sibling"));
        let named = |decision: &Decision| {
            decision.explain.iter().find(|own| own.code == "explain.sibling").map(|own| own.params["known"].clone())
        };
        assert_eq!((named(&decision), named(&stranger)), (Some(json!(1)), Some(json!(0))), "the staff are told");
    }
    assert_eq!(rank_of(&known, &own), ("sibling.likely".into(), 2));
    assert_eq!(
        rank_of(&known, &other),
        ("sibling.unlikely".into(), 1),
        "no discount for a number that was sent before"
    );
    let fees = known.computed(TODAY, &other, "fees").unwrap().value;
    assert!(!fees.to_string().contains("fee.discount.sibling"));
}

#[test]
fn a_name_in_arabic_letters_is_the_same_family() {
    let values = with(&json!([{ "name": "سعيد سالم البوسعيدي", "dob": "2018-01-01", "status": "enrolled" }]));
    assert_eq!(rank_of(&bench(), &values), ("sibling.likely".into(), 2));
}

#[test]
fn another_family_name_does_not_count_until_confirmed() {
    let values = with(&json!([{ "name": "Said Salim Al Harthy", "dob": "2018-01-01", "status": "enrolled" }]));
    assert_eq!(rank_of(&bench(), &values), ("sibling.unlikely".into(), 1));
    let fees = bench().computed(TODAY, &values, "fees").unwrap().value;
    assert!(!fees.to_string().contains("fee.discount.sibling"));
}

#[test]
fn those_at_the_school_come_first_then_the_eldest() {
    let older = json!({ "name": "Aisha Al Busaidi", "dob": "2019-01-01", "status": "applying" });
    let younger = json!({ "name": "Said Al Busaidi", "dob": "2023-01-01", "status": "applying" });
    let enrolled = json!({ "name": "Khalfan", "dob": "2016-01-01", "status": "enrolled" });
    assert_eq!(rank_of(&bench(), &with(&json!([enrolled, older, younger]))).1, 3);
    assert_eq!(rank_of(&bench(), &with(&json!([enrolled, younger]))).1, 2);
}

#[test]
fn the_applicant_or_one_child_twice_is_refused() {
    let birth = simple(&json!({}))["dob"].clone();
    let own = json!([{ "name": "Maryam Salim Albusaidi", "dob": birth, "status": "applying" }]);
    assert_eq!(bench().codes(TODAY, &with(&own), Some("/siblings/0/name")), ["siblingIsChild"]);
    let one = json!({ "name": "Said Al Busaidi", "dob": "2018-01-01", "status": "enrolled" });
    assert_eq!(bench().codes(TODAY, &with(&json!([one, one])), Some("/siblings/1/name")), ["siblingTwice"]);
}

#[test]
fn the_signature_is_a_parent_of_the_form_in_any_spelling() {
    let signed = |name: &str| bench().codes(TODAY, &simple(&json!({ "signed_name": name })), Some("/signed_name"));
    assert_eq!(signed("سالم خلفان البوسعيدي"), Vec::<String>::new());
    assert_eq!(signed("Somebody Else"), ["signedByOther"]);
}
