//! Answers of an application that staff change themselves: judged as when they were sent, with what stood there, who changed it and why.

use futures_util::future::join_all;
use serde_json::{Value, json};
use words::{Role, SchoolId};

use crate::applications::{OFFICER, ROUND, apply, applying, go, is_proved, stands, values, view, why};
use crate::audiences::join;
use crate::database::number;
use crate::desk::{Desk, Got, on_both};
use crate::forms;
use crate::pictures::picture;

on_both!(
    staff_change_answers_and_what_stood_there_is_kept,
    what_is_wrong_is_told_at_its_field,
    what_a_family_declares_signs_and_agrees_to_is_its_own_word,
    of_two_who_change_at_once_one_counts,
    what_is_closed_is_changed_no_more,
    who_does_not_work_on_applications_changes_nothing,
    what_an_audience_alone_reads_is_changed_by_it_alone,
    what_shows_by_an_answer_is_asked_for_with_it,
    what_the_family_corrected_stood_there,
    a_guardian_and_siblings_are_answers_and_a_photo_is_a_document,
);

async fn change(desk: &Desk, role: Role, id: &str, changes: Value) -> Got {
    let version = view(desk, Role::SchoolAdmin, id).await["version"].clone();
    change_over(desk, role, id, json!({ "version": version, "changes": changes, "reason": "The passport says so" }))
        .await
}

async fn change_over(desk: &Desk, role: Role, id: &str, body: Value) -> Got {
    desk.patch(&format!("/v1/oa/student/student_update?student_id={id}"), body).staff(role).send().await
}

async fn changeable(desk: &Desk, role: Role, id: &str, fields: &str) -> Got {
    desk.get(&format!("/v1/oa/enquiries/{id}/answers?fields={fields}")).staff(role).send().await
}

async fn record(desk: &Desk, role: Role, id: &str) -> Value {
    desk.get(&format!("/v1/oa/enquiries/{id}")).staff(role).send().await.is(200)["enquiry"].clone()
}

fn faults(refused: &Value) -> Vec<(&str, &str)> {
    let all = refused["errors"].as_array().unwrap().iter();
    all.map(|one| (one["path"].as_str().unwrap(), one["code"].as_str().unwrap())).collect()
}

/// Changes the application's form before anybody sends it.
fn reform(desk: &Desk, edit: impl FnOnce(&mut Value)) {
    applying(desk, ROUND);
    let place = desk.bundle("one").join("forms/apply.json");
    let mut document: Value = serde_json::from_str(&std::fs::read_to_string(&place).unwrap()).unwrap();
    edit(&mut document);
    let problems = form::FormDocument::build(&document, form::Kind::Declarative).err();
    assert!(problems.is_none(), "{problems:#?}");
    forms::write(&place, &document);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

fn add(document: &mut Value, name: &str, schema: Value) {
    document["schema"]["properties"][name] = schema;
    document["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
    for language in ["en", "ar"] {
        document["texts"][language][name] = format!("Text of {name}").into();
    }
}

fn text(title: &str) -> Value {
    json!({ "type": "string", "title": title, "maxLength": 200 })
}

async fn staff_change_answers_and_what_stood_there_is_kept(desk: &Desk) {
    applying(desk, ROUND);
    desk.person("one", OFFICER).await;
    let id = apply(desk, "Sara", "kg1").await;
    let told = changeable(desk, OFFICER, &id, "").await.is(200);
    assert_eq!((&told["version"], &told["document"], &told["fields"]), (&json!(1), &Value::Null, &json!([])));
    let choices: Vec<&str> =
        told["choices"].as_array().unwrap().iter().map(|one| one["field"].as_str().unwrap()).collect();
    assert!(choices.contains(&"dob") && !choices.contains(&"paper"), "no file is an answer: {choices:?}");
    let told = changeable(desk, OFFICER, &id, "grade,child_name").await.is(200);
    assert_eq!(told["fields"], json!(["child_name", "grade"]), "in the form's order");
    assert_eq!(told["values"], json!({ "child_name": "Sara", "grade": "kg1" }));
    assert_eq!(told["document"]["schema"]["properties"].as_object().unwrap().len(), 2);
    let changed =
        change(desk, OFFICER, &id, json!({ "child_name": "Zahra", "grade": "g1", "points": 7 })).await.is(200);
    assert_eq!((&changed["bucket"], &changed["status"]), (&json!("g1"), &json!("W")), "it competes where it says now");
    let seen = record(desk, OFFICER, &id).await;
    assert_eq!((&seen["values"]["child_name"], &seen["person"]), (&json!("Zahra"), &json!("Zahra")));
    let kept: Vec<(&str, &Value, &Value, &Value)> = seen["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["field"].as_str().unwrap(), &one["before"], &one["changed_by"], &one["reason"]))
        .collect();
    let (by, said) = (json!("Name of admissions_officer"), json!("The passport says so"));
    assert_eq!(
        kept,
        [
            ("points", &Value::Null, &by, &said),
            ("grade", &json!("kg1"), &by, &said),
            ("child_name", &json!("Sara"), &by, &said),
        ]
    );
    let last = seen["timeline"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["kind"], &last["to"], &last["comment"], &last["role"]),
        (&json!("answers"), &json!("child_name, grade, points"), &said, &json!("admissions_officer"))
    );
    assert_eq!(
        (desk.list("q=zahra").await["total"].clone(), desk.list("q=sara").await["total"].clone()),
        (json!(1), json!(0))
    );
    // To take it back is another change.
    change(desk, OFFICER, &id, json!({ "child_name": "Sara", "points": null })).await.is(200);
    let seen = record(desk, OFFICER, &id).await;
    assert_eq!((&seen["values"]["child_name"], seen["values"].get("points")), (&json!("Sara"), None));
    let audited = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'application.change_answers'";
    assert_eq!((number(&desk.db, "one", audited).await, desk.count("answer_changes").await), (2, 5));
    is_proved(desk).await;
}

async fn what_is_wrong_is_told_at_its_field(desk: &Desk) {
    applying(desk, ROUND);
    desk.person("one", OFFICER).await;
    let id = apply(desk, "Sara", "kg1").await;
    let over = async |body: Value| change_over(desk, OFFICER, &id, body).await;
    let said = "It says so";
    for (changes, path, code) in [
        (json!({ "dob": "yesterday" }), "/changes/dob", ""),
        (json!({ "child_name": null }), "/changes/child_name", "required"),
        (json!({ "grade": "g9" }), "/changes/grade", ""),
        (json!({ "nothing": "x" }), "/changes/nothing", "readOnly"),
        (json!({ "paper": "x" }), "/changes/paper", "readOnly"),
        (json!({}), "/changes", "minProperties"),
        (json!({ "child_name": "Sara" }), "/changes", "minProperties"),
    ] {
        let refused = over(json!({ "version": 1, "changes": changes, "reason": said })).await.refused(422, "F003");
        let (is, told) = faults(&refused)[0];
        assert_eq!(is, path, "{changes}");
        assert!(told == code || code.is_empty(), "{changes}: {told}");
    }
    for (reason, code) in [("", "required"), (" \n ", "required"), (&*"x".repeat(301), "maxLength")] {
        let body = json!({ "version": 1, "changes": { "child_name": "Zahra" }, "reason": reason });
        assert_eq!(faults(&over(body).await.refused(422, "F003")), [("/reason", code)]);
    }
    over(json!({ "version": 2, "changes": { "child_name": "Zahra" }, "reason": said })).await.refused(409, "A003");
    let both = json!({ "version": 1, "changes": { "child_name": "Zahra" }, "transition": { "to": "W/waitlist" }, "reason": said });
    over(both).await.refused(400, "R001");
    over(json!({ "version": 1 })).await.refused(400, "R001");
    let refused = changeable(desk, OFFICER, &id, "child_name,paper").await.refused(422, "F003");
    assert_eq!(faults(&refused), [("/fields/1", "enum")]);
    // An enquiry is none.
    desk.submit("trial", json!({ "child_name": "Layla" }), None).await.is(201);
    let other = desk.list("q=layla").await["items"][0]["id"].as_str().unwrap().to_owned();
    let body = json!({ "version": 1, "changes": { "child_name": "Zahra" }, "reason": said });
    change_over(desk, OFFICER, &other, body).await.refused(404, "A001");
    changeable(desk, OFFICER, &other, "").await.refused(404, "A001");
    assert_eq!((desk.count("answer_changes").await, view(desk, OFFICER, &id).await["version"].clone()), (0, json!(1)));
}

async fn of_two_who_change_at_once_one_counts(desk: &Desk) {
    applying(desk, ROUND);
    desk.person("one", OFFICER).await;
    let id = apply(desk, "Sara", "kg1").await;
    let body = |name: &str| json!({ "version": 1, "changes": { "child_name": name }, "reason": "It says so" });
    let got = join_all(["Zahra", "Layla"].map(|name| change_over(desk, OFFICER, &id, body(name)))).await;
    let mut answers: Vec<u16> = got.iter().map(|got| got.status.as_u16()).collect();
    answers.sort_unstable();
    assert_eq!((answers, desk.count("answer_changes").await), (vec![200, 409], 1));
    is_proved(desk).await;
}

async fn what_is_closed_is_changed_no_more(desk: &Desk) {
    applying(desk, ROUND);
    for role in [OFFICER, Role::SchoolAdmin] {
        desk.person("one", role).await;
    }
    let id = apply(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, "R/school", why()).await.is(200);
    change(desk, OFFICER, &id, json!({ "child_name": "Zahra" })).await.refused(422, "A012");
    go(desk, Role::SchoolAdmin, &id, "W/review", why()).await.is(200);
    // Where somebody has looked at it already, it stays where it competes.
    go(desk, OFFICER, &id, "S/to_schedule", why()).await.is(200);
    let changed = change(desk, OFFICER, &id, json!({ "grade": "g1" })).await.is(200);
    assert_eq!((&changed["bucket"], stands(desk, &id).await.as_str()), (&json!("kg1"), "S/to_schedule"));
}

async fn who_does_not_work_on_applications_changes_nothing(desk: &Desk) {
    applying(desk, ROUND);
    let id = apply(desk, "Sara", "kg1").await;
    for role in [Role::Principal, Role::Registrar, Role::Finance] {
        change(desk, role, &id, json!({ "child_name": "Zahra" })).await.refused(403, "A002");
        changeable(desk, role, &id, "").await.refused(403, "A002");
    }
    assert_eq!(desk.count("answer_changes").await, 0);
}

async fn what_an_audience_alone_reads_is_changed_by_it_alone(desk: &Desk) {
    reform(desk, |document| {
        add(document, "condition", text("condition"));
        document["ui"]["condition"] = json!({ "ui:widget": "textarea", "x-audience": "health" });
    });
    desk.person("one", OFFICER).await;
    let mut sent = values("Sara", "kg1");
    sent["condition"] = "Peanuts".into();
    let reference = desk.submit("apply", sent, None).await.reference();
    let id = desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned();
    let refused = change(desk, OFFICER, &id, json!({ "condition": "Walnuts" })).await.refused(422, "F003");
    assert_eq!(faults(&refused), [("/changes/condition", "readOnly")], "as one that there is not");
    join(desk, Role::SchoolAdmin).await;
    change(desk, Role::SchoolAdmin, &id, json!({ "condition": "Walnuts", "points": 7 })).await.is(200);
    let (theirs, others) = (record(desk, Role::SchoolAdmin, &id).await, record(desk, OFFICER, &id).await);
    assert_eq!(
        (&theirs["changes"][0]["field"], &theirs["changes"][0]["before"]),
        (&json!("condition"), &json!("Peanuts"))
    );
    assert_eq!(theirs["changes"][0]["reason"], "The passport says so");
    assert_eq!(others["changes"].as_array().unwrap().len(), 1, "{}", others["changes"]);
    assert_eq!((&others["changes"][0]["field"], &others["changes"][0]["reason"]), (&json!("points"), &Value::Null));
    let last = others["timeline"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["to"], &last["comment"]), (&json!("points"), &Value::Null), "everybody reads a history");
}

async fn what_shows_by_an_answer_is_asked_for_with_it(desk: &Desk) {
    reform(desk, |document| {
        add(document, "bus", json!({ "type": "boolean", "title": "bus" }));
        document["steps"][0]["fields"].as_array_mut().unwrap().extend([json!("stop"), json!("sick")]);
        for language in ["en", "ar"] {
            for name in ["stop", "sick"] {
                document["texts"][language][name] = "Text".into();
            }
        }
        document["ui"]["sick"] = json!({ "ui:widget": "textarea", "x-audience": "health" });
        document["schema"]["allOf"] = json!([{
            "if": { "properties": { "bus": { "const": true } }, "required": ["bus"] },
            "then": { "properties": { "stop": text("stop"), "sick": text("sick") }, "required": ["stop"] },
        }]);
    });
    desk.person("one", OFFICER).await;
    let id = apply(desk, "Sara", "kg1").await;
    let told = changeable(desk, OFFICER, &id, "bus").await.is(200);
    assert_eq!(told["fields"], json!(["bus", "stop"]), "and nothing that they do not read");
    let refused = change(desk, OFFICER, &id, json!({ "bus": true })).await.refused(422, "F003");
    assert_eq!(faults(&refused), [("/changes/stop", "required")]);
    let refused = change(desk, OFFICER, &id, json!({ "stop": "Harbour" })).await.refused(422, "F003");
    assert_eq!(faults(&refused), [("/changes/stop", "readOnly")], "it does not show");
    change(desk, OFFICER, &id, json!({ "bus": true, "stop": "Harbour" })).await.is(200);
    // Of what shows beside a change, what nobody sends stays.
    change(desk, OFFICER, &id, json!({ "bus": true, "points": 3 })).await.is(200);
    assert_eq!(record(desk, OFFICER, &id).await["values"]["stop"], "Harbour");
    join(desk, Role::SchoolAdmin).await;
    change(desk, Role::SchoolAdmin, &id, json!({ "sick": "Sleeps" })).await.is(200);
    change(desk, OFFICER, &id, json!({ "bus": false })).await.refused(403, "A002");
    change(desk, Role::SchoolAdmin, &id, json!({ "bus": false })).await.is(200);
    let seen = record(desk, Role::SchoolAdmin, &id).await;
    assert_eq!((seen["values"].get("stop"), seen["values"].get("sick")), (None, None));
    let gone: Vec<&str> =
        seen["changes"].as_array().unwrap()[..3].iter().map(|one| one["field"].as_str().unwrap()).collect();
    for field in ["bus", "stop", "sick"] {
        assert!(gone.contains(&field), "{field} in {gone:?}");
    }
}

async fn what_the_family_corrected_stood_there(desk: &Desk) {
    applying(desk, ROUND);
    desk.person("one", OFFICER).await;
    desk.submit_as("apply", values("Sara", "kg1"), None, "the-key-of-the-family")
        .staff(Role::Guardian)
        .send()
        .await
        .is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let asked = json!({ "values": { "guardian_email": "new@example.org" }, "locale": "en" });
    let path = format!("/v1/oa/public/applications/{id}/contact");
    desk.patch(&path, asked).staff(Role::Guardian).send().await.is(200);
    assert_eq!(
        changeable(desk, OFFICER, &id, "guardian_email").await.is(200)["values"]["guardian_email"],
        "new@example.org"
    );
    change(desk, OFFICER, &id, json!({ "guardian_email": "third@example.org" })).await.is(200);
    let seen = record(desk, OFFICER, &id).await;
    assert_eq!((&seen["values"]["guardian_email"], &seen["corrections"]), (&json!("third@example.org"), &json!([])));
    assert_eq!(seen["changes"][0]["before"], "new@example.org");
    let told: Vec<String> =
        desk.messages().await.into_iter().filter(|one| one.template == "contact_changed").map(|one| one.to).collect();
    assert!(told.contains(&"new@example.org".to_owned()), "whoever was written to hears of it: {told:?}");
}

async fn a_guardian_and_siblings_are_answers_and_a_photo_is_a_document(desk: &Desk) {
    reform(desk, |document| {
        add(document, "guardian_name", text("guardian_name"));
        add(document, "siblings_here", text("siblings_here"));
        let upload = json!({ "type": "string", "title": "photo", "format": "upload", "maxLength": 64, "x-upload": { "tier": "2mb", "kinds": ["image"] } });
        add(document, "photo", upload);
        document["subject"]["guardian.name"] = "guardian_name".into();
    });
    desk.person("one", OFFICER).await;
    let id = apply(desk, "Sara", "kg1").await;
    let item = async |item: &str, more: Value| {
        let mut body = json!({ "admission_id": id, "item": item });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        desk.post("/v1/oa/student/student_profile", body).staff(OFFICER).send().await
    };
    let data = |version: i64, changes: Value| json!({ "data": { "version": version, "changes": changes, "reason": "She told us" } });
    let refused = item("guardian", data(1, json!({ "child_name": "Zahra" }))).await.refused(422, "F003");
    assert_eq!(faults(&refused), [("/data/changes/child_name", "enum")], "it tells of somebody else");
    let refused = item("guardian", json!({})).await.refused(422, "F003");
    assert_eq!(faults(&refused), [("/data/changes", "required")]);
    let added = item("guardian", data(1, json!({ "guardian_name": "Huda" }))).await.is(200);
    assert_eq!((&added["doc_id"], &added["papers"]), (&json!("guardian_name"), &Value::Null));
    let version = view(desk, OFFICER, &id).await["version"].as_i64().unwrap();
    item("sibling", data(version, json!({ "siblings_here": "Omar" }))).await.is(200);
    let seen = record(desk, OFFICER, &id).await;
    assert_eq!((&seen["values"]["guardian_name"], &seen["values"]["siblings_here"]), (&json!("Huda"), &json!("Omar")));
    let file = picture(image::ImageFormat::Png, 200, 200);
    let given = desk.multipart(&format!("/v1/oa/enquiries/{id}/files"), &[("field", "photo")], "sara.png", &file);
    let upload = given.staff(OFFICER).send().await.is(201)["file"].clone();
    let placed = item("photo", json!({ "upload_id": upload })).await.is(200);
    assert_eq!(placed["doc_id"], upload);
    let removed = json!({ "admission_id": id, "item": "photo", "doc_id": upload, "reason": "Another child" });
    let gone = desk.delete("/v1/oa/student/student_profile").json(removed).staff(OFFICER).send().await;
    gone.is(200);
    // What the form does not ask is no item.
    let other = desk.submit("trial", json!({ "child_name": "Layla" }), None).await.reference();
    let other = desk.list(&format!("q={other}")).await["items"][0]["id"].clone();
    for item in ["guardian", "sibling"] {
        let body = json!({ "admission_id": other, "item": item, "data": { "version": 1, "changes": { "child_name": "x" }, "reason": "x" } });
        desk.post("/v1/oa/student/student_profile", body).staff(OFFICER).send().await.refused(422, "D003");
    }
}

async fn what_a_family_declares_signs_and_agrees_to_is_its_own_word(desk: &Desk) {
    reform(desk, |document| {
        add(document, "agree", json!({ "type": "boolean", "title": "agree", "const": true }));
        add(document, "signed_name", text("signed_name"));
        add(document, "photo_consent", json!({ "type": "boolean", "title": "photo_consent" }));
    });
    desk.person("one", OFFICER).await;
    let mut answers = values("Sara", "kg1");
    answers["agree"] = true.into();
    answers["signed_name"] = "Huda".into();
    answers["photo_consent"] = true.into();
    let reference = desk.submit("apply", answers, None).await.reference();
    let listed = desk.list(&format!("q={reference}")).await;
    let id = listed["items"][0]["id"].as_str().unwrap().to_owned();
    let offered = async || {
        let told = changeable(desk, OFFICER, &id, "").await.is(200);
        let all = told["choices"].as_array().unwrap().iter().map(|one| one["field"].as_str().unwrap().to_owned());
        all.filter(|field| ["agree", "signed_name", "photo_consent"].contains(&field.as_str())).collect::<Vec<_>>()
    };
    assert_eq!(offered().await, ["photo_consent"], "it may be withdrawn");
    for changes in [json!({ "agree": null }), json!({ "signed_name": "Salim" }), json!({ "photo_consent": null })] {
        let refused = change(desk, OFFICER, &id, changes).await.refused(422, "F003");
        assert_eq!(faults(&refused)[0].1, "readOnly");
    }
    change(desk, OFFICER, &id, json!({ "photo_consent": false })).await.is(200);
    assert_eq!(offered().await, Vec::<String>::new());
    let refused = change(desk, OFFICER, &id, json!({ "photo_consent": true })).await.refused(422, "F003");
    assert_eq!(faults(&refused), [("/changes/photo_consent", "readOnly")], "nobody agrees for a family");
}
