//! What a form begins with of another.

use std::sync::Arc;

use jiff::civil::date;
use serde_json::json;

use super::*;

const TODAY: Date = date(2026, 11, 21);

/// A form of texts, with what is told of whom, and what is the family's.
fn document(fields: &Value, subject: &Value, family: &Value) -> Arc<FormDocument> {
    let names: Vec<&String> = fields.as_object().expect("fields").keys().collect();
    let mut document = json!({
        "version": "1.0.0", "title": "t", "steps": [{ "id": "one", "title": "t", "fields": names }],
        "schema": { "type": "object", "properties": fields }, "subject": subject,
        "texts": { "en": { "t": "T" }, "ar": { "t": "ت" } },
        "samples": [{ "name": "simple", "values": {} }]
    });
    if family.as_array().is_some_and(|family| !family.is_empty()) {
        document["family"] = family.clone();
    }
    FormDocument::from_source(&document.to_string()).expect("document")
}

fn text() -> Value {
    json!({ "type": "string", "title": "t", "maxLength": 60 })
}

fn choice(codes: &[&str]) -> Value {
    let one = |code: &&str| json!({ "const": code, "title": "t" });
    json!({ "type": "string", "title": "t", "oneOf": codes.iter().map(one).collect::<Vec<_>>() })
}

fn enquiry() -> Arc<FormDocument> {
    let upload =
        json!({ "type": "string", "title": "t", "format": "upload", "x-upload": { "tier": "5mb", "kinds": ["pdf"] } });
    let fields = json!({
        "child": text(), "born": { "type": "string", "title": "t", "format": "date" }, "class": choice(&["kg1", "g9"]),
        "parent": text(), "mail": { "type": "string", "title": "t", "format": "email" }, "city": text(), "report": upload,
        "agree": { "type": "boolean", "title": "t", "const": true },
    });
    let subject = json!({
        "child.name": "child", "child.dob": "born", "child.grade": "class", "guardian.name": "parent", "guardian.email": "mail",
    });
    document(&fields, &subject, &json!([]))
}

fn application(family: &Value) -> Arc<FormDocument> {
    let upload = json!({ "type": "array", "title": "t", "maxItems": 2, "items": {
        "type": "string", "format": "upload", "x-upload": { "tier": "5mb", "kinds": ["pdf"] } } });
    let row = json!({ "type": "object", "properties": { "name": text() } });
    let fields = json!({
        "child_name": text(), "dob": { "type": "string", "title": "t", "format": "date" }, "grade": choice(&["kg1", "kg2"]),
        "guardian_name": text(), "guardian_mail": { "type": "string", "title": "t", "format": "email" }, "city": text(),
        "siblings": { "type": "array", "title": "t", "minItems": 0, "maxItems": 3, "items": row }, "ids": upload,
        "report": { "type": "string", "title": "t", "format": "upload", "x-upload": { "tier": "5mb", "kinds": ["pdf"] } },
        "agree": { "type": "boolean", "title": "t", "const": true },
    });
    let subject = json!({
        "child.name": "child_name", "child.dob": "dob", "child.grade": "grade", "guardian.name": "guardian_name",
        "guardian.email": "guardian_mail",
    });
    document(&fields, &subject, family)
}

fn sent() -> Value {
    json!({
        "child_name": "Sara", "dob": "2021-03-04", "grade": "kg1", "guardian_name": "Huda", "guardian_mail": "huda@example.org",
        "city": "Muscat", "siblings": [{ "name": "Omar" }], "ids": ["one", "two"], "report": "three", "agree": true,
    })
}

#[test]
fn another_child_s_form_begins_with_what_is_the_family_s() {
    let form = application(&json!(["guardian_name", "guardian_mail", "city", "siblings", "ids"]));
    let found = Prefilled::of(&form, &sent(), &form, Extent::Family, TODAY);
    let values = json!({
        "guardian_name": "Huda", "guardian_mail": "huda@example.org", "city": "Muscat",
        "siblings": [{ "name": "Omar" }, { "name": "Sara" }],
    });
    assert_eq!(
        Value::Object(found.values),
        values,
        "nothing of the child but a brother's or sister's, nothing declared"
    );
    let files: Vec<_> = found.files.iter().map(|(field, id)| (field.as_str(), id.as_str())).collect();
    assert_eq!(files, [("ids", "one"), ("ids", "two")]);
}

#[test]
fn the_first_child_is_a_sibling_of_the_second() {
    let item = json!({ "type": "object", "required": ["name", "dob", "status"], "properties": {
        "name": text(), "dob": { "type": "string", "title": "t", "format": "date", "x-max-date": "@today" },
        "status": choice(&["enrolled", "applying"]), "class": text() } });
    let fields = |status: &Value| {
        let mut item = item.clone();
        item["properties"]["status"] = status.clone();
        json!({ "child": text(), "born": { "type": "string", "title": "t", "format": "date" },
            "siblings": { "type": "array", "title": "t", "minItems": 0, "maxItems": 2, "items": item } })
    };
    let subject = json!({ "child.name": "child", "child.dob": "born" });
    let form = |status: &Value| document(&fields(status), &subject, &json!(["siblings"]));
    let begins = |form: &FormDocument, siblings: Value| {
        let sent = json!({ "child": "Sara", "born": "2021-03-04", "siblings": siblings });
        Value::Object(Prefilled::of(form, &sent, form, Extent::Family, TODAY).values)["siblings"].clone()
    };
    let usual = form(&choice(&["enrolled", "applying"]));
    let sara = json!({ "name": "Sara", "dob": "2021-03-04", "status": "applying" });
    let omar = json!({ "name": "Omar", "dob": "2018-01-02", "status": "enrolled" });
    assert_eq!(begins(&usual, json!([])), json!([sara]));
    assert_eq!(begins(&usual, json!([omar])), json!([omar, sara]));
    assert_eq!(begins(&usual, json!([omar, sara])), json!([omar, sara]), "nobody twice");
    assert_eq!(begins(&usual, json!([omar, omar])), json!([omar, omar]), "there is room for two");
    let other = form(&choice(&["here", "elsewhere"]));
    assert_eq!(
        begins(&other, json!([])),
        json!([{ "name": "Sara", "dob": "2021-03-04" }]),
        "what it does not take is left"
    );
}

#[test]
fn where_a_form_says_nothing_the_guardians_are_the_family_s() {
    let form = application(&json!([]));
    let found = Prefilled::of(&form, &sent(), &form, Extent::Family, TODAY);
    assert_eq!(Value::Object(found.values), json!({ "guardian_name": "Huda", "guardian_mail": "huda@example.org" }));
    assert!(found.files.is_empty());
}

#[test]
fn an_application_begins_with_all_that_an_enquiry_tells() {
    let asked = json!({
        "child": "Sara", "born": "2021-03-04", "class": "kg1", "parent": "Huda", "mail": "huda@example.org", "city": "Muscat",
        "report": "three", "agree": true,
    });
    let found = Prefilled::of(&enquiry(), &asked, &application(&json!([])), Extent::All, TODAY);
    let values = json!({
        "child_name": "Sara", "dob": "2021-03-04", "grade": "kg1", "guardian_name": "Huda", "guardian_mail": "huda@example.org",
        "city": "Muscat",
    });
    assert_eq!(Value::Object(found.values), values);
    assert_eq!(found.files, [("report".to_owned(), UploadId::from("three"))]);
}

#[test]
fn a_letter_leads_to_who_is_written_to_and_what_is_applied_for() {
    let asked = json!({
        "child": "Sara", "born": "2021-03-04", "class": "kg1", "parent": "Huda", "mail": "huda@example.org", "city": "Muscat",
        "report": "three",
    });
    let found = Prefilled::of(&enquiry(), &asked, &application(&json!([])), Extent::Mailed, TODAY);
    let values = json!({ "grade": "kg1", "guardian_name": "Huda", "guardian_mail": "huda@example.org" });
    assert_eq!(Value::Object(found.values), values);
    assert!(found.files.is_empty());
}

#[test]
fn what_the_form_would_not_take_is_left_to_who_goes_on() {
    let asked = json!({ "child": "Sara", "class": "g9", "mail": "huda@example.org" });
    let found = Prefilled::of(&enquiry(), &asked, &application(&json!([])), Extent::All, TODAY);
    assert_eq!(Value::Object(found.values), json!({ "child_name": "Sara", "guardian_mail": "huda@example.org" }));
}

#[test]
fn one_name_may_be_somebody_else_s_in_another_form() {
    let fields = json!({ "name": text(), "mail": { "type": "string", "title": "t", "format": "email" } });
    let childs = document(&fields, &json!({ "child.name": "name" }), &json!([]));
    let fathers = document(&fields, &json!({ "guardian.name": "name" }), &json!(["name", "mail"]));
    let told = json!({ "name": "Sara", "mail": "huda@example.org" });
    for extent in [Extent::Family, Extent::All] {
        let found = Prefilled::of(&childs, &told, &fathers, extent, TODAY);
        assert_eq!(Value::Object(found.values), json!({ "mail": "huda@example.org" }), "{extent:?}");
    }
}

#[test]
fn who_wrote_for_themselves_may_answer_for_a_child_now() {
    let fields = json!({ "name": text() });
    let own = document(&fields, &json!({ "contact.name": "name" }), &json!([]));
    let found = Prefilled::of(&own, &json!({ "name": "Huda" }), &application(&json!([])), Extent::Family, TODAY);
    assert_eq!(Value::Object(found.values), json!({ "guardian_name": "Huda" }));
}
