//! What of a form is the family's and not the child's.

use form::{FormDocument, Kind};
use serde_json::{Value, json};
use words::Language;

use crate::documents::document;

#[test]
fn what_cannot_be_the_familys_is_refused_at_its_place() {
    let refused = |family: Value, change: &dyn Fn(&mut Value)| {
        let mut document = document();
        document["family"] = family;
        change(&mut document);
        let found = FormDocument::build(&document, Kind::Declarative).err().unwrap_or_default();
        found.into_iter().map(|problem| (problem.pointer, problem.code)).collect::<Vec<_>>()
    };
    let at = |place: &str, code: &'static str| (place.to_owned(), code);
    assert_eq!(refused(json!(["nobody"]), &|_| {}), [at("/family/0", "unknownFieldName")]);
    assert_eq!(refused(json!(["mail", "mail"]), &|_| {}), [at("/family/1", "duplicateField")]);
    assert_eq!(refused(json!(["note"]), &|_| {}), [at("/family/0", "badFamily")]);
    let childs = refused(json!(["mail", "name"]), &|d| d["subject"] = json!({ "child.name": "name" }));
    assert_eq!(childs, [at("/family/1", "badFamily")]);
    let declared = refused(json!(["agreed"]), &|d| {
        d["schema"]["properties"]["agreed"] = json!({ "type": "boolean", "title": "stay", "const": true });
        d["steps"][0]["fields"].as_array_mut().unwrap().push("agreed".into());
    });
    assert_eq!(declared, [at("/family/0", "badFamily")]);
}

#[test]
fn a_form_says_what_of_it_is_the_familys() {
    let family = |change: &dyn Fn(&mut Value)| {
        let mut document = document();
        change(&mut document);
        let (form, _) = FormDocument::build(&document, Kind::Declarative).unwrap_or_else(|found| panic!("{found:#?}"));
        let told = serde_json::to_value(&*form.localise(Language::Ar)).unwrap();
        let named: Vec<String> = serde_json::from_value(told["family"].clone()).unwrap_or_default();
        assert_eq!(named, form.family(), "families are shown the same");
        form.family()
    };
    assert!(family(&|_| {}).is_empty());
    let subject = json!({ "child.name": "name", "guardian.email": "mail", "guardian.phone": "phone" });
    assert_eq!(family(&|d| d["subject"] = subject.clone()), ["mail", "phone"]);
    let stated = family(&|d| {
        d["subject"] = subject.clone();
        d["family"] = json!(["jobs", "mail", "file"]);
    });
    assert_eq!(stated, ["mail", "jobs", "file"], "in the order of the form");
}

#[test]
fn a_layout_that_hides_a_field_takes_it_from_the_familys() {
    let mut document = document();
    document["family"] = json!(["mail", "iban"]);
    let layout = serde_json::from_value(json!({ "hide": ["iban"] })).unwrap();
    let problems = form::arrange(&mut document, &layout);
    assert!(problems.iter().all(|problem| !problem.is_error()), "{problems:?}");
    assert_eq!(document["family"], json!(["mail"]));
}
