//! What a file tells beside what was answered: how a family is reached, and what it gave and corrected later.

use std::io::{Cursor, Read as _};

use serde_json::{Value, json};
use words::Role;
use words::verdict::Decision;

use crate::desk::{Desk, Got, on_both};
use crate::export::{exported, only_line};
use crate::forms;
use crate::pictures::pdf;
use crate::rules::Script;

on_both!(
    a_list_says_how_a_family_is_reached_without_a_form,
    where_nobody_is_declared_the_confirmation_s_address_stands,
    what_an_audience_alone_reads_is_said_to_be_there,
    papers_that_came_later_stand_at_their_question,
    papers_of_a_group_that_came_later_have_a_line_of_their_own,
    papers_that_no_question_takes_have_a_column,
    a_country_has_its_name,
);

/// A form that says who answers for the child, with what is kept for the health team; live before the desk is used.
fn telling(desk: &Desk, kept: &[&str]) {
    let mut document = forms::document("1.0.0");
    document["schema"]["properties"]["kin"] = json!({ "type": "string", "title": "kin", "maxLength": 60 });
    document["steps"][0]["fields"].as_array_mut().unwrap().push("kin".into());
    document["subject"] = json!({
        "child.name": "child_name", "guardian.name": "kin", "guardian.phone": "guardian_phone", "guardian.email": "guardian_email",
    });
    for language in ["en", "ar"] {
        document["texts"][language]["kin"] = "Text of kin".into();
    }
    for field in kept {
        document["ui"][*field]["x-audience"] = "health".into();
    }
    let problems = form::FormDocument::build(&document, form::Kind::Declarative).err();
    assert!(problems.is_none(), "{problems:#?}");
    forms::write(&desk.bundle("one").join("forms/trial.json"), &document);
}

fn sara() -> Value {
    json!({ "child_name": "Sara", "kin": "Huda", "guardian_phone": "+96891234567", "guardian_email": "huda@example.org" })
}

/// Sent by an account: where it is the family's.
async fn sent(desk: &Desk, form: &str, values: Value) -> String {
    desk.submit_as(form, values, None, "the-key-of-the-family").staff(Role::Guardian).send().await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    format!("/v1/oa/public/applications/{id}")
}

async fn added(desk: &Desk, path: &str, field: &str, name: &str) -> Got {
    let add = desk.multipart(&format!("{path}/files"), &[("field", field)], name, &pdf(100));
    add.staff(Role::Guardian).send().await
}

async fn corrected(desk: &Desk, path: &str, values: Value) {
    let asked = json!({ "values": values, "locale": "en" });
    desk.patch(&format!("{path}/contact"), asked).staff(Role::Guardian).send().await.is(200);
}

fn cell<'l>(line: &'l [(String, String)], heading: &str) -> &'l str {
    let found = line.iter().find(|(each, _)| each == heading);
    &found.unwrap_or_else(|| panic!("{heading} in {line:?}")).1
}

async fn a_list_says_how_a_family_is_reached_without_a_form(desk: &Desk) {
    telling(desk, &[]);
    let path = sent(desk, "trial", sara()).await;
    let line = only_line(desk, "").await;
    let reached = ["Guardian", "Phone", "E-mail"].map(|heading| cell(&line, heading));
    assert_eq!(reached, ["Huda", "'+96891234567", "huda@example.org"]);
    assert!(!line.iter().any(|(heading, _)| heading == "Text of kin"), "answers are of one form");
    corrected(desk, &path, json!({ "guardian_phone": "+96892345678" })).await;
    for query in ["", "form=trial", "columns=phone", "lng=ar&columns=phone,person"] {
        let line = only_line(desk, query).await;
        let phone = cell(&line, if query.starts_with("lng=ar") { "الهاتف" } else { "Phone" });
        assert_eq!(phone, "'+96892345678", "as it is now: {query}");
    }
    // In a book it is text, and stays so.
    let got = exported(desk, "format=xlsx").await;
    assert!(sheet(&got, 1).contains("+96892345678</t>"));
}

async fn where_nobody_is_declared_the_confirmation_s_address_stands(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara", "guardian_email": "huda@example.org" }), None).await.is(201);
    let line = only_line(desk, "").await;
    let reached = ["Guardian", "Phone", "E-mail"].map(|heading| cell(&line, heading));
    assert_eq!(reached, ["", "", "huda@example.org"]);
}

async fn what_an_audience_alone_reads_is_said_to_be_there(desk: &Desk) {
    telling(desk, &["kin", "guardian_phone", "paper"]);
    let path = sent(desk, "trial", sara()).await;
    corrected(desk, &path, json!({ "guardian_phone": "+96892345678", "guardian_email": "new@example.org" })).await;
    added(desk, &path, "paper", "secret.pdf").await.is(201);
    for query in ["", "form=trial"] {
        let line = only_line(desk, query).await;
        let reached = ["Guardian", "Phone", "E-mail"].map(|heading| cell(&line, heading));
        assert_eq!(reached, ["Kept for: Health team", "Kept for: Health team", "new@example.org"], "{query}");
    }
    let line = only_line(desk, "form=trial").await;
    assert_eq!(cell(&line, "Text of paper"), "Kept for: Health team", "also of what came later");
    let id = path.rsplit('/').next().unwrap();
    let record = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(Role::SchoolAdmin).send().await.is(200);
    let told = record["enquiry"]["corrections"].as_array().unwrap().clone();
    assert_eq!((told.len(), &told[0]["field"]), (1, &json!("guardian_email")), "{told:?}");
}

async fn papers_that_came_later_stand_at_their_question(desk: &Desk) {
    telling(desk, &[]);
    let draft = desk.draft("trial", json!({ "child_name": "Sara" })).await;
    let scan = desk.upload(&draft, "scan", "a.pdf", &pdf(100)).await.is(201)["upload"]["upload_id"].clone();
    let mut values = sara();
    values["scan"] = scan;
    desk.submit_as("trial", values, Some(&draft), "the-key-of-the-family").staff(Role::Guardian).send().await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/public/applications/{id}");
    for (field, name) in [("scan", "b.pdf"), ("paper", "شهادة.pdf"), ("paper", "c.pdf")] {
        added(desk, &path, field, name).await.is(201);
    }
    let line = only_line(desk, "form=trial").await;
    assert_eq!(cell(&line, "Text of scan"), "a.pdf, b.pdf");
    let mut papers: Vec<&str> = cell(&line, "Text of paper").split(", ").collect();
    papers.sort_unstable();
    assert_eq!(papers, ["c.pdf", "شهادة.pdf"], "of one moment in any order");
    let line = only_line(desk, "form=trial&lng=ar&columns=answer.scan").await;
    assert_eq!(cell(&line, "Text of scan"), "a.pdf، b.pdf");
}

async fn papers_of_a_group_that_came_later_have_a_line_of_their_own(desk: &Desk) {
    let mut document = forms::document("1.0.0");
    let card = json!({ "type": "string", "format": "upload", "maxLength": 64, "title": "card", "x-upload": { "tier": "2mb", "kinds": ["pdf"] } });
    let name = json!({ "type": "string", "title": "name", "maxLength": 40 });
    document["schema"]["properties"]["sibs"] = json!({ "type": "array", "title": "sibs", "minItems": 0, "maxItems": 3,
        "items": { "type": "object", "properties": { "name": name, "card": card }, "required": ["name"] } });
    document["steps"][0]["fields"].as_array_mut().unwrap().push("sibs".into());
    for language in ["en", "ar"] {
        for (key, text) in [("sibs", "Brothers and sisters"), ("card", "Card"), ("name", "Name of them")] {
            document["texts"][language][key] = text.into();
        }
    }
    let problems = form::FormDocument::build(&document, form::Kind::Declarative).err();
    assert!(problems.is_none(), "{problems:#?}");
    forms::write(&desk.bundle("one").join("forms/trial.json"), &document);
    let path = sent(desk, "trial", json!({ "child_name": "Sara", "sibs": [{ "name": "Omar" }] })).await;
    added(desk, &path, "sibs.card", "card.pdf").await.is(201);
    let line = only_line(desk, "form=trial").await;
    assert_eq!(cell(&line, "Brothers and sisters"), "1) Name of them: Omar; Added later: Card: card.pdf");
    let sibs = sheet(&exported(desk, "format=xlsx&form=trial").await, 2);
    assert_eq!(sibs.matches("<row ").count(), 3, "{sibs}");
    assert!(sibs.contains("Added later") && sibs.contains("card.pdf"), "{sibs}");
}

async fn papers_that_no_question_takes_have_a_column(desk: &Desk) {
    let decided: Decision = serde_json::from_value(json!({
        "score": null, "tags": [], "route": null, "effects": [], "explain": [],
        "checklist": [{ "code": "message", "params": {}, "due_on": "2026-12-01" }],
    }))
    .unwrap();
    desk.rules.play(Script { decided, ..Script::default() });
    let path = sent(desk, "ruled", json!({ "child_name": "Sara" })).await;
    let line = only_line(desk, "form=ruled").await;
    assert!(!line.iter().any(|(heading, _)| heading == "Other documents"), "none came");
    added(desk, &path, "wanted:message", "letter.pdf").await.is(201);
    let line = only_line(desk, "form=ruled").await;
    assert_eq!(line.last().unwrap(), &("Other documents".to_owned(), "letter.pdf".to_owned()));
}

/// An answer that is a country's code is that country's name, also inside a repeated group and in a sheet of its own.
async fn a_country_has_its_name(desk: &Desk) {
    let mut document = forms::document("1.0.0");
    let country = |title: &str| json!({ "type": "string", "format": "country", "maxLength": 2, "title": title });
    let name = json!({ "type": "string", "title": "school", "maxLength": 40 });
    document["schema"]["properties"]["nation"] = country("nation");
    document["schema"]["properties"]["schools"] = json!({ "type": "array", "title": "schools", "minItems": 0, "maxItems": 3,
        "items": { "type": "object", "properties": { "name": name, "place": country("place") }, "required": ["name"] } });
    for field in ["nation", "schools"] {
        document["steps"][0]["fields"].as_array_mut().unwrap().push(field.into());
    }
    for language in ["en", "ar"] {
        for (key, text) in
            [("nation", "Nationality"), ("schools", "Schools"), ("school", "School"), ("place", "Country")]
        {
            document["texts"][language][key] = text.into();
        }
    }
    let problems = form::FormDocument::build(&document, form::Kind::Declarative).err();
    assert!(problems.is_none(), "{problems:#?}");
    forms::write(&desk.bundle("one").join("forms/trial.json"), &document);
    let schools = json!([{ "name": "OM", "place": "JO" }, { "name": "Old", "place": "GB" }]);
    desk.submit("trial", json!({ "child_name": "OM", "nation": "OM", "schools": schools }), None).await.is(201);
    for (lng, nation, schools) in [
        ("en", "Oman", "1) School: OM, Country: Jordan; 2) School: Old, Country: United Kingdom"),
        ("ar", "عُمان", "1) School: OM، Country: الأردن؛ 2) School: Old، Country: المملكة المتحدة"),
    ] {
        let line = only_line(desk, &format!("form=trial&lng={lng}")).await;
        assert_eq!([cell(&line, "Nationality"), cell(&line, "Schools")], [nation, schools], "{lng}");
        assert_eq!(cell(&line, "Text of child_name"), "OM", "what is no country stays as it was written");
    }
    let got = exported(desk, "format=xlsx&form=trial&lng=ar").await;
    assert!(sheet(&got, 1).contains(">عُمان<"));
    let own = sheet(&got, 2);
    assert!(own.contains(">الأردن<") && own.contains(">المملكة المتحدة<") && own.contains(">OM<"), "{own}");
}

/// A sheet of a book.
fn sheet(got: &Got, nth: usize) -> String {
    let mut book = zip::ZipArchive::new(Cursor::new(got.body.to_vec())).unwrap();
    let mut text = String::new();
    book.by_name(&format!("xl/worksheets/sheet{nth}.xml")).unwrap().read_to_string(&mut text).unwrap();
    text
}
