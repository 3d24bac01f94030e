//! What a document tells the staff's list.

use form::{FormDocument, GradeCode, Kind, Told};
use serde_json::{Value, json};
use words::verdict::{Computed, Kind as Shape};

use crate::documents::document;

/// The document as a plugin gives it: with texts that its codes need, and what it says of the list.
fn listing(listed: Value, change: impl Fn(&mut Value)) -> Result<std::sync::Arc<FormDocument>, Vec<String>> {
    let mut value = document();
    value["subject"] = json!({ "child.name": "name", "child.grade": "room", "contact.name": "mail_name" });
    value["schema"]["properties"]["mail_name"] = json!({ "type": "string", "title": "name", "maxLength": 40 });
    value["steps"][0]["fields"].as_array_mut().unwrap().push("mail_name".into());
    for language in ["en", "ar"] {
        value["texts"][language]["grade.1"] = format!("First in {language}").into();
    }
    value["listed"] = listed;
    change(&mut value);
    let built = FormDocument::build(&value, Kind::Plugin);
    built
        .map(|(form, _)| form)
        .map_err(|problems| problems.iter().map(|one| format!("{} {}", one.pointer, one.code)).collect())
}

#[test]
fn the_list_shows_what_rules_worked_out_before_what_was_answered() {
    let form = listing(json!({ "grade": ["asked", "by_age"], "school_year": ["year"] }), |_| {}).unwrap();
    let values = json!({ "name": "Sara", "stay": true, "room": "a", "mail_name": " Huda " });
    let found = |computed: &[Computed]| {
        let listed = form.listed(&values, computed);
        let label =
            |told: Option<Told>| told.map(|told| format!("{}|{}|{}", told.label.en, told.label.ar, told.is_choice));
        (label(listed.grade), label(listed.school_year), listed.guardian)
    };
    let huda = || Some("Huda".to_owned());
    assert_eq!(found(&[]), (Some("A|أ|true".into()), None, huda()), "an answer in the words of its choices");
    let by_age = Computed::new("by_age", "t", Shape::Code, "grade.1");
    let year = Computed::new("year", "t", Shape::Text, "2026-2027");
    let told = (Some("First in en|First in ar|true".into()), Some("2026-2027|2026-2027|true".into()), huda());
    assert_eq!(found(&[year, by_age.clone()]), told);
    let asked = Computed::new("asked", "t", Shape::Text, "Another");
    assert_eq!(found(&[by_age, asked]).0, Some("Another|Another|true".into()), "the first that is there");
    assert_eq!(found(&[Computed::money("asked", "t", 5, "OMR")]).0, Some("A|أ|true".into()), "an amount is no grade");
}

#[test]
fn places_are_counted_by_the_code_of_what_the_list_shows() {
    let form = listing(json!({ "grade": ["by_age"] }), |_| {}).unwrap();
    let values = json!({ "name": "Sara", "stay": true, "room": "a" });
    let found = |computed: &[Computed]| form.grade_code(&values, computed).unwrap();
    assert_eq!(found(&[]), GradeCode { code: "a".into(), is_choice: true });
    let by_age = Computed::new("by_age", "t", Shape::Code, "grade.1");
    assert_eq!(found(&[by_age]), GradeCode { code: "1".into(), is_choice: false });
    assert_eq!(form.grade_code(&json!({ "name": "Sara" }), &[]), None);
    let name = |code: &str| form.name_of_code(code).map(|name| name.en);
    assert_eq!((name("a"), name("1"), name("9")), (Some("A".into()), Some("First in en".into()), None));
    assert!(form.is_choice("a") && !form.is_choice("1") && form.works_out_grade());
    assert!(form.order_of_code("a") < form.order_of_code("1") && form.order_of_code("9") == usize::MAX);
    let order = form.order_of_names();
    assert_eq!([order["a"], order["first in en"]], [form.order_of_code("a"), form.order_of_code("1")]);
}

#[test]
fn whom_the_list_names_has_two_names_where_the_form_asks_for_both() {
    let both = |d: &mut Value| {
        d["person"] = json!(["name", "mail_name"]);
        d["subject"] = json!({ "child.name": "name", "child.name_ar": "name_ar", "contact.name": "mail_name" });
        d["schema"]["properties"]["name_ar"] = json!({ "type": "string", "title": "name", "maxLength": 40 });
        d["steps"][0]["fields"].as_array_mut().unwrap().push("name_ar".into());
    };
    let form = listing(json!({}), both).unwrap();
    let names = |values: Value| (form.person(&values), form.person_ar(&values));
    let told = |name: &str| Some(name.to_owned());
    assert_eq!(names(json!({ "name": "Sara", "name_ar": " سارة " })), (told("Sara"), told("سارة")));
    assert_eq!(names(json!({ "name": "Sara", "name_ar": " " })), (told("Sara"), None));
    assert_eq!(names(json!({ "name_ar": "سارة", "mail_name": "Huda" })), (told("Huda"), None), "another's is none");
    assert_eq!(names(json!({ "name_ar": "سارة" })), (None, None));
}

#[test]
fn whoever_the_list_names_is_not_named_twice() {
    let is_own = |d: &mut Value| d["person"] = json!(["name", "mail_name"]);
    let form = listing(json!({}), is_own).unwrap();
    let guardian = |values: Value| form.listed(&values, &[]).guardian;
    assert_eq!(guardian(json!({ "mail_name": "Huda" })), None);
    assert_eq!(guardian(json!({ "name": "Sara", "mail_name": "Huda" })), Some("Huda".into()));
    let typed = listing(json!({}), |d| d["subject"] = json!({ "child.grade": "name" })).unwrap();
    assert!(!typed.listed(&json!({ "name": "Sara" }), &[]).grade.unwrap().is_choice, "what was typed is no choice");
    let shaped = |d: &mut Value| {
        d["subject"] = json!({ "child.grade": "name" });
        d["schema"]["properties"]["name"]["pattern"] = "^[A-Z][a-z]+$".into();
    };
    let shaped = listing(json!({}), shaped).unwrap();
    let grade = shaped.listed(&json!({ "name": "Sara" }), &[]).grade.unwrap();
    assert!(!grade.is_choice, "nor is what was typed after a pattern");
}

#[test]
fn the_list_is_everybody_s() {
    let kept = |d: &mut Value| {
        d["ui"]["name"]["x-audience"] = "health".into();
        d["audiences"] = json!({ "health": { "computed": ["grade"] } });
    };
    assert_eq!(listing(json!({ "grade": ["grade"] }), kept).unwrap_err(), ["/listed/grade/0 badAudience"]);
    let twice = listing(json!({ "school_year": ["year", "year"] }), |_| {}).unwrap_err();
    assert_eq!(twice, ["/listed/school_year/1 duplicate"]);
    let coded = |d: &mut Value| {
        d["ui"]["age"]["x-audience"] = "health".into();
        d["audiences"] = json!({ "health": { "codes": ["grade.1"] } });
    };
    let form = listing(json!({ "grade": ["grade"] }), coded).unwrap();
    assert_eq!(form.listed(&json!({}), &[Computed::new("grade", "t", Shape::Code, "grade.1")]).grade, None);
}

#[test]
fn what_cannot_be_listed_is_refused() {
    let fault = |change: &dyn Fn(&mut Value)| {
        let mut value = document();
        change(&mut value);
        let problems = FormDocument::build(&value, Kind::Declarative).unwrap_err();
        problems.iter().map(|one| format!("{} {}", one.pointer, one.code)).collect::<Vec<_>>()
    };
    let subject = |key: &'static str, field: &'static str| fault(&|d| d["subject"][key] = json!(field));
    assert_eq!(subject("guardian.school_year", "name"), ["/subject/guardian.school_year unknownKey"]);
    assert_eq!(subject("child.school_year", "dob"), ["/subject/child.school_year badSubject"]);
    assert_eq!(fault(&|d| d["listed"]["grade"] = json!(["nothing"])), ["/listed/grade/0 unknownCode"]);
    assert_eq!(fault(&|d| d["listed"]["shoe"] = json!(["nothing"])), ["/listed/shoe unknownKey"]);
}
