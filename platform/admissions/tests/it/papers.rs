//! Papers: what a form's rules want beside what the form asks for, what the school does without, until when one is good, and files that
//! staff add, remove and bring back.

use admissions::enquiries::HISTORY;
use admissions::papers::Papers;
use kernel::crypto::Secret;
use kernel::timeline::verify;
use serde_json::{Value, json};
use words::Role;
use words::verdict::Decision;

use crate::applications::{ROUND, apply, applying};
use crate::database::{execute, number, scope};
use crate::desk::{Ask, DAY, Desk, Got, on_both};
use crate::pictures::{pdf, picture};
use crate::rules::Script;

on_both!(
    what_rules_want_and_no_question_takes_is_added_all_the_same,
    the_school_does_without_a_paper,
    a_paper_that_is_waived_holds_no_application_up,
    a_refused_page_is_wanted_again_beside_one_that_was_taken,
    what_is_accepted_may_have_a_last_day,
    whoever_looks_after_it_hears_once_that_a_paper_expires,
    staff_add_a_file_and_put_it_to_another_paper,
    what_is_removed_is_nowhere_and_comes_back,
    what_was_accepted_is_not_removed,
    what_nobody_brings_back_goes_for_good,
    a_note_is_an_item_too,
);

const OFFICER: Role = Role::AdmissionsOfficer;
const PROFILE: &str = "/v1/oa/student/student_profile";

/// What a guardian sent with a file for the question of a scan; the submission and the file.
async fn sent(desk: &Desk) -> (String, String) {
    desk.person("one", OFFICER).await;
    let draft = desk.draft("trial", json!({})).await;
    let file = desk.upload(&draft, "scan", "scan.pdf", &pdf(64)).await.is(201)["upload"]["upload_id"].clone();
    let file = file.as_str().unwrap().to_owned();
    let values = json!({ "child_name": "Sara", "guardian_email": "mother@example.org", "scan": file });
    let key = format!("key-of-{file}");
    let reference = desk.submit_as("trial", values, Some(&draft), &key).staff(Role::Guardian).send().await.reference();
    let listed = desk.list(&format!("q={reference}")).await;
    (listed["items"][0]["id"].as_str().unwrap().to_owned(), file)
}

async fn listed(desk: &Desk, id: &str) -> Value {
    desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(OFFICER).send().await.is(200)
}

/// How a paper stands in a list of them.
fn state<'p>(papers: &'p Value, field: &str) -> &'p str {
    let all = papers["items"].as_array().or_else(|| papers["application"]["papers"].as_array()).unwrap();
    all.iter().find(|paper| paper["field"] == field).map_or("", |paper| paper["state"].as_str().unwrap())
}

/// What the family sees.
async fn family(desk: &Desk, id: &str) -> Value {
    desk.get(&format!("/v1/oa/public/applications/{id}")).staff(Role::Guardian).send().await.is(200)
}

async fn waive(desk: &Desk, id: &str, body: Value) -> Got {
    desk.post(&format!("/v1/oa/enquiries/{id}/papers/waive"), body).staff(OFFICER).send().await
}

async fn review(desk: &Desk, id: &str, file: &str, body: Value) -> Got {
    desk.put(&format!("/v1/oa/enquiries/{id}/files/{file}/review"), body).staff(OFFICER).send().await
}

/// A file of somebody of the staff.
fn add<'d>(desk: &'d Desk, id: &str, field: &str, bytes: &[u8]) -> Ask<'d> {
    desk.multipart(&format!("/v1/oa/enquiries/{id}/files"), &[("field", field)], "office.pdf", bytes).staff(OFFICER)
}

async fn post(desk: &Desk, body: Value) -> Got {
    desk.post(PROFILE, body).staff(OFFICER).send().await
}

async fn remove(desk: &Desk, id: &str, file: &str, reason: &str) -> Got {
    let body = json!({ "admission_id": id, "item": "document", "doc_id": file, "reason": reason });
    desk.delete(PROFILE).json(body).staff(OFFICER).send().await
}

async fn restore(desk: &Desk, id: &str, file: &str) -> Got {
    let body = json!({ "admission_id": id, "doc_id": file });
    desk.post(&format!("{PROFILE}/restore"), body).staff(OFFICER).send().await
}

/// What the history tells of papers, and that nobody changed it.
async fn told(desk: &Desk, id: &str) -> Vec<(Value, Value)> {
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200);
    let entries = opened["enquiry"]["timeline"].as_array().unwrap();
    let of_papers = entries.iter().filter(|entry| entry["kind"] == "paper");
    let secret = Secret::new(vec![7; 32]).unwrap();
    let verified = verify(&desk.db, &scope("one"), &secret, &[HISTORY]).await.unwrap();
    assert_eq!(verified.broken, None);
    of_papers.map(|entry| (entry["to"].clone(), entry["comment"].clone())).collect()
}

async fn audited(desk: &Desk, action: &str) -> i64 {
    let sql = format!("SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = '{action}'");
    number(&desk.db, "one", &sql).await
}

fn wrong(got: &Got, path: &str, code: &str) {
    let refused = got.refused(422, "F003");
    assert_eq!((&refused["errors"][0]["path"], &refused["errors"][0]["code"]), (&json!(path), &json!(code)));
}

async fn the_school_does_without_a_paper(desk: &Desk) {
    let (id, _) = sent(desk).await;
    assert_eq!(state(&listed(desk, &id).await, "paper"), "missing");
    wrong(&waive(desk, &id, json!({ "field": "paper" })).await, "/reason", "required");
    wrong(&waive(desk, &id, json!({ "field": "paper", "reason": "x".repeat(301) })).await, "/reason", "maxLength");
    for unwanted in ["scan", "book", "wanted:none"] {
        wrong(&waive(desk, &id, json!({ "field": unwanted, "reason": "no" })).await, "/field", "enum");
    }
    let waived = waive(desk, &id, json!({ "field": "paper", "reason": "The school has it" })).await.is(200);
    assert_eq!(state(&waived, "paper"), "waived");
    let paper = waived["items"].as_array().unwrap().iter().find(|paper| paper["field"] == "paper").unwrap();
    let waiver = &paper["waiver"];
    assert_eq!((&waiver["reason"], &waiver["by"]), (&json!("The school has it"), &json!("Name of admissions_officer")));
    let seen = family(desk, &id).await;
    assert_eq!(state(&seen, "paper"), "waived");
    assert!(!seen.to_string().contains("The school has it"), "why is for colleagues");
    let ask = desk.post(&format!("/v1/oa/enquiries/{id}/papers/ask"), json!({})).staff(OFFICER).send().await;
    wrong(&ask, "/papers", "minItems");
    // It is wanted after all; twice says nothing more.
    for _ in 0..2 {
        let wanted = waive(desk, &id, json!({ "field": "paper", "is_waived": false })).await.is(200);
        assert_eq!(state(&wanted, "paper"), "missing");
    }
    let said = told(desk, &id).await;
    assert_eq!(said, [(json!("waived"), json!("The school has it")), (json!("wanted"), Value::Null)]);
    assert_eq!(audited(desk, "enquiry.waive").await, 2);
    desk.person("one", Role::Auditor).await;
    let body = json!({ "field": "paper", "reason": "no" });
    let path = format!("/v1/oa/enquiries/{id}/papers/waive");
    desk.post(&path, body.clone()).staff(Role::Auditor).send().await.refused(403, "A002");
    desk.post(&path, body).school("two").staff(OFFICER).send().await.refused(404, "A001");
}

async fn a_paper_that_is_waived_holds_no_application_up(desk: &Desk) {
    applying(desk, ROUND);
    desk.person("one", OFFICER).await;
    let id = apply(desk, "Sara", "kg1").await;
    let missing = async || {
        let listed = desk.post("/v1/oa/student/student_list", json!({})).staff(OFFICER).send().await.is(200);
        listed["students"][0]["missing_docs"].clone()
    };
    assert_eq!(missing().await, 1);
    let shortlist = async || {
        let view = desk.get(&format!("/v1/oa/enquiries/{id}/application")).staff(OFFICER).send().await.is(200);
        let body = json!({ "version": view["version"], "transition": { "to": "S/to_schedule" } });
        desk.patch(&format!("/v1/oa/student/student_update?student_id={id}"), body).staff(OFFICER).send().await
    };
    shortlist().await.refused(422, "A015");
    waive(desk, &id, json!({ "field": "paper", "reason": "It was seen at the counter" })).await.is(200);
    assert_eq!(missing().await, 0);
    shortlist().await.is(200);
}

async fn what_is_accepted_may_have_a_last_day(desk: &Desk) {
    let (id, file) = sent(desk).await;
    let accepted = |day: &str| json!({ "state": "accepted", "expires_on": day });
    for (day, code) in [("2026-11-20", "minDate"), ("21-11-2027", "format"), ("2090-01-01", "maxDate")] {
        wrong(&review(desk, &id, &file, accepted(day)).await, "/expires_on", code);
    }
    let refused = json!({ "state": "refused", "reason": "unreadable", "expires_on": "2027-01-01" });
    wrong(&review(desk, &id, &file, refused).await, "/expires_on", "enum");
    let list = review(desk, &id, &file, accepted("2026-11-22")).await.is(200);
    assert_eq!((state(&list, "scan"), &list["items"][0]["files"][0]["expires_on"]), ("accepted", &json!("2026-11-22")));
    desk.clock.advance(DAY);
    assert_eq!(state(&listed(desk, &id).await, "scan"), "accepted", "its last day is a good one");
    desk.clock.advance(DAY);
    assert_eq!(state(&listed(desk, &id).await, "scan"), "expired");
    assert_eq!(state(&family(desk, &id).await, "scan"), "expired");
    let asked = desk.post(&format!("/v1/oa/enquiries/{id}/papers/ask"), json!({})).staff(OFFICER).send().await.is(201);
    let text = asked["message"]["text"].as_str().unwrap().to_owned();
    assert!(text.contains("• Text of scan (it is not valid any more)"), "{text}");
    // Accepted again without one, it is good for ever.
    let list = review(desk, &id, &file, json!({ "state": "accepted" })).await.is(200);
    assert_eq!((state(&list, "scan"), &list["items"][0]["files"][0]["expires_on"]), ("accepted", &Value::Null));
    assert_eq!(desk.count("paper_expiries").await, 0);
}

async fn whoever_looks_after_it_hears_once_that_a_paper_expires(desk: &Desk) {
    let (id, file) = sent(desk).await;
    let papers = Papers::new(desk.enquiries.clone());
    let school = desk.school("one");
    let remind = async || papers.remind(&school).await.unwrap();
    // Thirty-one days ahead.
    review(desk, &id, &file, json!({ "state": "accepted", "expires_on": "2026-12-22" })).await.is(200);
    let change = json!({ "version": 1, "owner": "admissions_officer" });
    desk.patch(&format!("/v1/oa/enquiries/{id}"), change).staff(OFFICER).send().await.is(200);
    assert_eq!(remind().await, 0);
    desk.clock.advance(DAY);
    assert_eq!((remind().await, remind().await), (1, 0), "once");
    let tasks = desk.get(&format!("/v1/oa/enquiries/{id}/tasks")).staff(OFFICER).send().await.is(200);
    let task = &tasks["items"][0];
    assert_eq!(tasks["items"].as_array().unwrap().len(), 1);
    assert!(task.to_string().contains("Text of scan") && task.to_string().contains("22-Dec-2026"), "{task}");
    assert_eq!(task["assigned_to"]["id"], "admissions_officer");
    // Another day is another reminder.
    review(desk, &id, &file, json!({ "state": "accepted", "expires_on": "2026-12-20" })).await.is(200);
    assert_eq!((remind().await, remind().await), (1, 0));
    // Of a child that is enrolled they end too, and that is a task of theirs as any other.
    review(desk, &id, &file, json!({ "state": "accepted", "expires_on": "2026-12-18" })).await.is(200);
    let stand = async |state: &str| {
        let sql = format!("UPDATE submissions SET state = '{state}' WHERE school_id = $1 AND id = '{id}'");
        execute(&desk.db, "one", &sql).await.unwrap();
    };
    stand("C").await;
    assert_eq!((remind().await, remind().await), (1, 0));
    let mine = desk.get("/v1/oa/tasks?whose=mine").staff(OFFICER).send().await.is(200);
    assert!(mine["items"].to_string().contains("18-Dec-2026"), "{mine}");
    stand("new").await;
    // Of what is over nobody hears.
    review(desk, &id, &file, json!({ "state": "accepted", "expires_on": "2026-12-19" })).await.is(200);
    desk.post(&format!("/v1/oa/public/applications/{id}/withdraw"), json!({ "locale": "en" }))
        .staff(Role::Guardian)
        .send()
        .await
        .is(200);
    assert_eq!(remind().await, 0);
}

async fn staff_add_a_file_and_put_it_to_another_paper(desk: &Desk) {
    let (id, answered) = sent(desk).await;
    let file = add(desk, &id, "book", &pdf(80)).send().await.is(201)["file"].as_str().unwrap().to_owned();
    assert_eq!(state(&listed(desk, &id).await, "book"), "received");
    assert_eq!((audited(desk, "enquiry.file").await, audited(desk, "application.file").await), (1, 0));
    // The family sees that it is there, and is not told that it added it.
    let seen = family(desk, &id).await;
    assert_eq!(state(&seen, "book"), "received");
    let history = seen["application"]["history"].as_array().unwrap().clone();
    assert!(history.iter().all(|entry| entry["kind"] != "file"), "{history:?}");
    add(desk, &id, "child_name", &pdf(80)).send().await.refused(422, "D003");
    add(desk, &id, "paper", &picture(image::ImageFormat::Png, 2, 2)).send().await.refused(415, "D002");
    add(desk, &id, "book", &pdf(80)).staff(Role::Auditor).send().await.refused(403, "A002");
    add(desk, &id, "book", &pdf(80)).school("two").send().await.refused(404, "A001");
    // To another paper.
    let document = |file: &str, place: &str| json!({ "admission_id": id, "item": "document", "upload_id": file, "doc_name": place });
    post(desk, document(&file, "message")).await.refused(422, "D003");
    post(desk, document(&file, "face")).await.refused(415, "D002");
    post(desk, document("none", "paper")).await.refused(404, "A001");
    post(desk, document(&answered, "paper")).await.refused(422, "D003");
    let got = post(desk, document(&file, "paper")).await.is(200);
    assert_eq!((&got["item"], &got["doc_id"]), (&json!("document"), &json!(file)));
    assert_eq!((state(&got["papers"], "paper"), state(&got["papers"], "book")), ("received", ""));
    // In the place of what the family sent.
    let mut body = document(&file, "paper");
    body["doc_id"] = answered.clone().into();
    let got = post(desk, body.clone()).await.is(200);
    assert_eq!(state(&got["papers"], "scan"), "");
    let removed = &got["papers"]["removed"][0];
    assert_eq!((&removed["file"], &removed["replaced_by"]), (&json!(answered), &json!(file)));
    body["doc_id"] = file.clone().into();
    wrong(&post(desk, body).await, "/doc_id", "enum");
    let said = told(desk, &id).await;
    assert_eq!(said, [(json!("placed"), json!("office.pdf")), (json!("removed"), json!("scan.pdf"))]);
    assert_eq!(audited(desk, "enquiry.file_place").await, 2);
    // What is lacking, and what is not yet.
    for (body, path, code) in [
        (json!({ "admission_id": id, "item": "document", "doc_name": "paper" }), "/upload_id", "required"),
        (json!({ "admission_id": id, "item": "document", "upload_id": file }), "/doc_name", "required"),
        (json!({ "admission_id": id, "item": "note" }), "/data", "required"),
        (json!({ "admission_id": id, "item": "photo" }), "/upload_id", "required"),
    ] {
        wrong(&post(desk, body).await, path, code);
    }
}

async fn what_is_removed_is_nowhere_and_comes_back(desk: &Desk) {
    let (id, file) = sent(desk).await;
    let exported = async || {
        let export = desk.get("/v1/oa/enquiries/export?format=csv&form=trial").staff(Role::SchoolAdmin);
        String::from_utf8_lossy(&export.send().await.body).into_owned()
    };
    assert!(exported().await.contains("scan.pdf"));
    wrong(&remove(desk, &id, &file, " ").await, "/reason", "required");
    remove(desk, &id, "none", "It is another child's").await.refused(404, "A001");
    let got = remove(desk, &id, &file, "It is another child's").await.is(200);
    let removed = &got["papers"]["removed"][0];
    assert_eq!(
        (&removed["file"], &removed["field"], &removed["label"]["en"], &removed["name"], &removed["reason"]),
        (&json!(file), &json!("scan"), &json!("Text of scan"), &json!("scan.pdf"), &json!("It is another child's"))
    );
    assert_eq!(removed["removed_by"], "Name of admissions_officer");
    assert_eq!(removed["until"], "2026-12-21T08:00:00Z");
    // No list, no download, no export has it.
    assert_eq!(state(&listed(desk, &id).await, "scan"), "");
    let path = format!("/v1/oa/enquiries/{id}/files/{file}");
    desk.get(&path).staff(OFFICER).send().await.refused(404, "A001");
    desk.post(&format!("{path}/show"), json!({})).staff(OFFICER).send().await.refused(404, "A001");
    review(desk, &id, &file, json!({ "state": "accepted" })).await.refused(404, "A001");
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200);
    assert_eq!(opened["enquiry"]["files"], json!([]));
    let seen = family(desk, &id).await;
    assert_eq!((state(&seen, "scan"), &seen["application"]["files"]), ("missing", &json!([])));
    assert!(!exported().await.contains("scan.pdf"));
    // Only who may change documents sees that it was there.
    let place = desk.bundle("one").join("school.yaml");
    let yaml = std::fs::read_to_string(&place).unwrap();
    let open =
        yaml.replacen("  trial: {}\n", "  trial: { audience: [school_admin, admissions_officer, principal] }\n", 1);
    assert_ne!(open, yaml);
    std::fs::write(&place, open).unwrap();
    desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
    desk.person("one", Role::Principal).await;
    let seen = desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(Role::Principal).send().await.is(200);
    assert_eq!(seen["removed"], json!([]));
    remove(desk, &id, &file, "twice").await.refused(404, "A001");
    desk.clock.advance(30 * DAY - 1);
    let got = restore(desk, &id, &file).await.is(200);
    assert_eq!((state(&got["papers"], "scan"), &got["papers"]["removed"]), ("received", &json!([])));
    desk.get(&path).staff(OFFICER).send().await.is(200);
    restore(desk, &id, &file).await.refused(404, "A001");
    let said = told(desk, &id).await;
    assert_eq!(
        said,
        [(json!("removed"), json!("scan.pdf: It is another child's")), (json!("restored"), json!("scan.pdf"))]
    );
    assert_eq!((audited(desk, "enquiry.file_remove").await, audited(desk, "enquiry.file_restore").await), (1, 1));
}

async fn a_refused_page_is_wanted_again_beside_one_that_was_taken(desk: &Desk) {
    applying(desk, ROUND);
    desk.person("one", OFFICER).await;
    let id = apply(desk, "Sara", "kg1").await;
    let page = async |bytes: usize| {
        let added = add(desk, &id, "paper", &pdf(bytes)).send().await.is(201);
        added["file"].as_str().unwrap().to_owned()
    };
    let how = async || {
        let rows = desk.post("/v1/oa/student/student_list", json!({})).staff(OFFICER).send().await.is(200);
        (state(&listed(desk, &id).await, "paper").to_owned(), rows["students"][0]["missing_docs"].clone())
    };
    let (first, second) = (page(80).await, page(90).await);
    desk.clock.advance(1);
    review(desk, &id, &first, json!({ "state": "refused", "reason": "unreadable" })).await.is(200);
    review(desk, &id, &second, json!({ "state": "accepted" })).await.is(200);
    assert_eq!(how().await, ("refused".to_owned(), json!(1)), "the other page does not settle it");
    desk.clock.advance(1);
    let third = page(100).await;
    assert_eq!(how().await, ("received".to_owned(), json!(0)));
    review(desk, &id, &third, json!({ "state": "accepted" })).await.is(200);
    assert_eq!(how().await, ("accepted".to_owned(), json!(0)));
}

async fn what_was_accepted_is_not_removed(desk: &Desk) {
    let (id, file) = sent(desk).await;
    review(desk, &id, &file, json!({ "state": "accepted" })).await.is(200);
    remove(desk, &id, &file, "no").await.refused(423, "D007");
    let other = add(desk, &id, "scan", &pdf(80)).send().await.is(201)["file"].clone();
    let mut body = json!({ "admission_id": id, "item": "document", "upload_id": other, "doc_name": "scan" });
    body["doc_id"] = file.clone().into();
    post(desk, body).await.refused(423, "D007");
    review(desk, &id, &file, json!({ "state": "received" })).await.is(200);
    remove(desk, &id, &file, "no").await.is(200);
}

async fn what_nobody_brings_back_goes_for_good(desk: &Desk) {
    let (id, file) = sent(desk).await;
    let papers = Papers::new(desk.enquiries.clone());
    let forget = async || papers.forget_removed(&scope("one")).await.unwrap();
    let place = desk.folder.path().join("files/one").join(&file[file.len() - 2..]).join(&file);
    review(desk, &id, &file, json!({ "state": "refused", "reason": "unreadable" })).await.is(200);
    remove(desk, &id, &file, "It is another child's").await.is(200);
    desk.clock.advance(30 * DAY);
    assert_eq!((forget().await, place.exists()), (0, true), "thirty days are not over");
    restore(desk, &id, &file).await.refused(404, "A001");
    desk.clock.advance(1);
    assert_eq!((forget().await, forget().await, place.exists()), (1, 0, false));
    assert_eq!((desk.count("uploads").await, desk.count("removed_files").await), (0, 0));
    assert_eq!(desk.count("paper_reviews").await, 0);
    restore(desk, &id, &file).await.refused(404, "A001");
    assert_eq!(listed(desk, &id).await["removed"], json!([]));
    assert_eq!(audited(desk, "enquiry.file_gone").await, 1, "the log keeps that it was there");
    desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200);
}

async fn a_note_is_an_item_too(desk: &Desk) {
    let (id, _) = sent(desk).await;
    let note = json!({ "admission_id": id, "item": "note", "data": { "text": "Calls after four only" } });
    let got = post(desk, note.clone()).await.is(200);
    assert_eq!((&got["item"], &got["papers"]), (&json!("note"), &Value::Null));
    let notes = desk.get(&format!("/v1/oa/enquiries/{id}/notes")).staff(OFFICER).send().await.is(200);
    assert_eq!((&notes["items"][0]["id"], notes["items"].as_array().unwrap().len()), (&got["doc_id"], 1));
    let body = json!({ "admission_id": id, "item": "note", "doc_id": got["doc_id"] });
    desk.delete(PROFILE).json(body.clone()).staff(OFFICER).send().await.is(200);
    desk.delete(PROFILE).json(body).staff(OFFICER).send().await.refused(404, "A001");
    let guardian = json!({ "admission_id": id, "item": "guardian", "doc_id": "none" });
    wrong(&desk.delete(PROFILE).json(guardian).staff(OFFICER).send().await, "/item", "enum");
    desk.post(PROFILE, note).school("two").staff(OFFICER).send().await.refused(404, "A001");
}

async fn what_rules_want_and_no_question_takes_is_added_all_the_same(desk: &Desk) {
    let decided: Decision = serde_json::from_value(json!({
        "score": null, "tags": [], "route": null, "effects": [], "explain": [],
        "checklist": [
            { "code": "message", "params": { "n": 1 }, "due_on": "2026-12-01" },
            { "code": "message", "params": { "n": 2 }, "due_on": null },
            { "code": "points", "params": { "file": false }, "due_on": "2026-12-01" },
        ],
    }))
    .unwrap();
    desk.rules.play(Script { decided, ..Script::default() });
    let answers = json!({ "child_name": "Sara" });
    desk.submit_as("ruled", answers, None, "the-key-of-the-ruled").staff(Role::Guardian).send().await.is(201);
    let id = desk.list("form=ruled").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/public/applications/{id}");
    let add = async |field: &str| {
        let file = desk.multipart(&format!("{path}/files"), &[("field", field)], "a.pdf", &pdf(100));
        file.staff(Role::Guardian).send().await
    };
    let told = |papers: &Value| -> Vec<(Value, Value)> {
        let wanted = papers.as_array().unwrap().iter().filter(|one| one["wanted"] == true);
        wanted.map(|one| (one["field"].clone(), one["state"].clone())).collect()
    };
    for nowhere in ["wanted:points", "wanted:message:3", "wanted:scan", "wanted:"] {
        add(nowhere).await.refused(422, "D003");
    }
    let seen = add("wanted:message:2").await.is(201)["application"].clone();
    let expected = [
        (json!("paper"), json!("missing")),
        (json!("wanted:message"), json!("missing")),
        (json!("wanted:message:2"), json!("received")),
        (Value::Null, json!("missing")),
    ];
    assert_eq!(
        told(&seen["papers"]),
        [1, 3, 0, 2].map(|n: usize| expected[n].clone()),
        "a family has what is due first"
    );
    let place = seen["papers"].as_array().unwrap().iter().find(|one| one["field"] == "wanted:message").unwrap();
    assert_eq!(
        (&place["limit"], &place["kinds"], &place["title"]["en"]),
        (&json!(10 << 20), &json!(["pdf", "image"]), &json!("Text of message"))
    );
    // Staff have it where the rules asked for it, and ask again for the rest alone.
    let staff = format!("/v1/oa/enquiries/{id}");
    let papers = desk.get(&format!("{staff}/papers")).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(told(&papers["items"]), expected);
    let upload = desk.get(&staff).staff(Role::SchoolAdmin).send().await.is(200)["enquiry"]["files"][0]["file"]
        .as_str()
        .unwrap()
        .to_owned();
    let review = desk.put(&format!("{staff}/files/{upload}/review"), json!({ "state": "accepted" }));
    let reviewed = review.staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(told(&reviewed["items"])[2], (json!("wanted:message:2"), json!("accepted")));
    let asked = desk.post(&format!("{staff}/papers/ask"), json!({})).staff(Role::SchoolAdmin).send().await.is(201);
    let text = asked["message"]["text"].as_str().unwrap();
    assert!(text.contains("• Text of paper\n• Text of message\n") && !text.contains("Text of points"), "{text}");
}
