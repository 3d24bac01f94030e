//! Reviewers: who reads of what comes in what they look after, and nothing else.

use serde_json::{Value, json};
use words::Role;

use crate::applications::{OFFICER, ROUND, apply, applying, go};
use crate::desk::{Desk, on_both};

on_both!(
    who_looks_after_one_reads_it_and_no_other,
    whom_it_is_taken_from_reads_it_no_more,
    a_reviewer_notes_and_does_what_they_are_asked_and_no_more,
    a_reviewer_looks_after_what_they_may_read,
    what_the_server_asks_waits_for_whoever_can_do_it,
);

const REVIEWER: Role = Role::Reviewer;

/// Gives one to somebody to look after, or to nobody.
async fn give(desk: &Desk, id: &str, owner: Option<&str>) {
    let path = format!("/v1/oa/enquiries/{id}");
    let version = desk.get(&path).staff(Role::SchoolAdmin).send().await.is(200)["enquiry"]["version"].clone();
    desk.patch(&path, json!({ "version": version, "owner": owner })).send().await.is(200);
}

/// Two applications of one address, of which a reviewer looks after the first.
async fn two(desk: &Desk) -> (String, String) {
    applying(desk, ROUND);
    let reviewer = desk.person("one", REVIEWER).await;
    let (sara, omar) = (apply(desk, "Sara", "kg1").await, apply(desk, "Omar", "g1").await);
    give(desk, &sara, Some(&reviewer)).await;
    (sara, omar)
}

async fn students(desk: &Desk, asked: Value) -> Value {
    desk.post("/v1/oa/student/student_list", asked).staff(REVIEWER).send().await.is(200)
}

fn names(list: &Value, field: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|one| one[field].as_str().unwrap().to_owned()).collect()
}

async fn who_looks_after_one_reads_it_and_no_other(desk: &Desk) {
    let (sara, omar) = two(desk).await;
    let listed = students(desk, json!({})).await;
    assert_eq!((names(&listed["students"], "student_name"), &listed["total"]), (vec!["Sara".to_owned()], &json!(1)));
    assert_eq!(listed["counts"]["W"], 1);
    for asked in [json!({ "q": "omar" }), json!({ "grade": ["g1"] }), json!({ "assigned_to": "none" })] {
        let listed = students(desk, asked.clone()).await;
        assert_eq!((&listed["total"], &listed["counts"]["W"]), (&json!(0), &json!(0)), "{asked}");
    }
    for sort in ["submitted_at", "student_name"] {
        let listed = students(desk, json!({ "sort": sort, "q": "sara" })).await;
        assert_eq!(names(&listed["students"], "student_name"), ["Sara"], "{sort}");
    }
    let inbox = desk.get("/v1/oa/enquiries?q=omar").staff(REVIEWER).send().await.is(200);
    assert_eq!((&inbox["total"], names(&inbox["items"], "person").len()), (&json!(0), 0));
    let inbox = desk.get("/v1/oa/enquiries").staff(REVIEWER).send().await.is(200);
    assert_eq!(names(&inbox["items"], "person"), ["Sara"]);
    // It is read with all that belongs to it, without whom its address is known of besides, and without the seats.
    let opened = desk.get(&format!("/v1/oa/enquiries/{sara}")).staff(REVIEWER).send().await.is(200);
    assert_eq!((&opened["enquiry"]["duplicates"], &opened["enquiry"]["person"]), (&json!([]), &json!("Sara")));
    let stands = desk.get(&format!("/v1/oa/enquiries/{sara}/application")).staff(REVIEWER).send().await.is(200);
    assert_eq!((&stands["seats"], &stands["allowed"], &stands["status"]), (&Value::Null, &json!([]), &json!("W")));
    let data = format!("/v1/oa/student/student_data?student_id={sara}");
    let file = desk.post(&data, json!({})).staff(REVIEWER).send().await.is(200);
    assert_eq!(file["student"]["student_name"], "Sara");
    for part in ["timeline", "notes", "papers", "messages", "tasks", "unlocks"] {
        desk.get(&format!("/v1/oa/enquiries/{sara}/{part}")).staff(REVIEWER).send().await.is(200);
    }
    // The other is what nobody has.
    let random = words::ids::new_id(&*desk.clock, &words::SystemRng);
    for part in ["", "/timeline", "/notes", "/papers", "/messages", "/tasks", "/unlocks", "/application"] {
        let ask = async |id: &str| desk.get(&format!("/v1/oa/enquiries/{id}{part}")).staff(REVIEWER).send().await;
        assert_eq!(ask(&omar).await.refused(404, "A001"), ask(&random).await.refused(404, "A001"), "{part}");
    }
    for number in ["ONE27-00002", "ONE27-00009"] {
        let asked = json!({ "enroll_number": number });
        desk.post("/v1/oa/student/registration_data", asked).staff(REVIEWER).send().await.refused(404, "A001");
    }
    for path in ["/v1/oa/seats", "/v1/oa/waitlist?round=2027&bucket=g1", "/v1/oa/student/overview"] {
        desk.get(path).staff(REVIEWER).send().await.refused(403, "A002");
    }
    desk.get("/v1/oa/enquiries/export?format=csv").staff(REVIEWER).send().await.refused(403, "A002");
}

async fn whom_it_is_taken_from_reads_it_no_more(desk: &Desk) {
    let (sara, omar) = two(desk).await;
    let path = format!("/v1/oa/enquiries/{sara}");
    let reviewer = desk.person("one", REVIEWER).await;
    let task = json!({ "text": "Read the reports", "assigned_to": reviewer });
    desk.post(&format!("{path}/tasks"), task.clone()).staff(OFFICER).send().await.is(201);
    // Of what they do not look after they are asked nothing.
    let refused = desk.post(&format!("/v1/oa/enquiries/{omar}/tasks"), task).staff(OFFICER).send().await;
    assert_eq!(refused.refused(422, "F003")["errors"][0]["path"], "/assigned_to");
    let mine = desk.get("/v1/oa/tasks").staff(REVIEWER).send().await.is(200);
    assert_eq!((mine["items"].as_array().unwrap().len(), &mine["counts"]["mine"]), (1, &json!(1)));
    let officer = desk.person("one", OFFICER).await;
    give(desk, &sara, Some(&officer)).await;
    desk.get(&path).staff(REVIEWER).send().await.refused(404, "A001");
    assert_eq!(students(desk, json!({})).await["total"], 0);
    let left = desk.get("/v1/oa/tasks?whose=all").staff(REVIEWER).send().await.is(200);
    assert_eq!((&left["items"], &left["counts"]["mine"]), (&json!([]), &json!(0)));
    // What they were asked to do waits for somebody else.
    let waits = desk.get("/v1/oa/tasks?whose=unassigned").staff(OFFICER).send().await.is(200);
    assert_eq!(
        (&waits["items"][0]["text"]["en"], &waits["items"][0]["assigned_to"]),
        (&json!("Read the reports"), &Value::Null)
    );
}

async fn a_reviewer_notes_and_does_what_they_are_asked_and_no_more(desk: &Desk) {
    let (sara, omar) = two(desk).await;
    let path = format!("/v1/oa/enquiries/{sara}");
    let note =
        desk.post(&format!("{path}/notes"), json!({ "text": "Reads well" })).staff(REVIEWER).send().await.is(201);
    let note = format!("{path}/notes/{}", note["note"]["id"].as_str().unwrap());
    desk.patch(&note, json!({ "version": 1, "text": "Reads very well" })).staff(REVIEWER).send().await.is(200);
    let elsewhere = format!("/v1/oa/enquiries/{omar}/notes");
    desk.post(&elsewhere, json!({ "text": "Reads well" })).staff(REVIEWER).send().await.refused(404, "A001");
    let reviewer = desk.person("one", REVIEWER).await;
    let task = json!({ "text": "Read the reports", "assigned_to": reviewer });
    let task = desk.post(&format!("{path}/tasks"), task).staff(OFFICER).send().await.is(201);
    let task = format!("{path}/tasks/{}", task["task"]["id"].as_str().unwrap());
    let given = json!({ "version": 1, "assigned_to": null });
    desk.patch(&task, given).staff(REVIEWER).send().await.refused(403, "A002");
    let done = desk.patch(&task, json!({ "version": 1, "done": true })).staff(REVIEWER).send().await.is(200);
    assert_eq!(done["task"]["done_by"], "Name of reviewer");
    let others = desk.post(&format!("{path}/tasks"), json!({ "text": "Call" })).staff(OFFICER).send().await.is(201);
    let others = format!("{path}/tasks/{}", others["task"]["id"].as_str().unwrap());
    desk.patch(&others, json!({ "version": 1, "done": true })).staff(REVIEWER).send().await.refused(403, "A002");
    desk.patch(&path, json!({ "version": 2, "owner": null })).staff(REVIEWER).send().await.refused(403, "A002");
    go(desk, REVIEWER, &sara, "W/waitlist", json!({})).await.refused(403, "A002");
    let moves = json!({ "to": "W/waitlist", "ids": [sara, omar] });
    desk.post("/v1/oa/student/moves", moves.clone()).staff(REVIEWER).send().await.refused(403, "A002");
    desk.post("/v1/oa/student/moves/preview", moves).staff(REVIEWER).send().await.refused(403, "A002");
    desk.post(&format!("{path}/messages"), json!({ "text": "Hello" }))
        .staff(REVIEWER)
        .send()
        .await
        .refused(403, "A002");
}

async fn a_reviewer_looks_after_what_they_may_read(desk: &Desk) {
    let (sara, _) = two(desk).await;
    let reviewer = desk.person("one", REVIEWER).await;
    desk.person("one", OFFICER).await;
    let assignees = desk.get("/v1/oa/enquiries/assignees").staff(OFFICER).send().await.is(200)["items"].clone();
    let found = |id: &str| assignees.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap()["forms"].clone();
    assert_eq!((found("reviewer"), found("admissions_officer")), (json!(["apply"]), Value::Null));
    let told = desk.get("/v1/oa/enquiries/assignees").staff(REVIEWER).send().await.is(200);
    assert_eq!(names(&told["items"], "id"), ["reviewer"]);
    // An enquiry's form is not for reviewers.
    let reference = desk.submit("trial", json!({ "child_name": "Huda" }), None).await.reference();
    let huda = desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned();
    let refused =
        desk.patch(&format!("/v1/oa/enquiries/{huda}"), json!({ "version": 1, "owner": reviewer })).send().await;
    assert_eq!(refused.refused(422, "F003")["errors"][0]["path"], "/owner");
    desk.get(&format!("/v1/oa/enquiries/{sara}")).staff(REVIEWER).send().await.is(200);
}

async fn what_the_server_asks_waits_for_whoever_can_do_it(desk: &Desk) {
    let (sara, _) = two(desk).await;
    let hold = json!({ "reason_code": "documents_missing", "review_by": "2026-11-23" });
    go(desk, OFFICER, &sara, "O/other", hold).await.is(200);
    desk.clock.advance(3 * crate::desk::DAY);
    assert_eq!(crate::applications::review(desk).await, 1);
    let tasks = desk.get(&format!("/v1/oa/enquiries/{sara}/tasks")).staff(OFFICER).send().await.is(200);
    assert_eq!(tasks["items"].as_array().unwrap().len(), 1);
    assert_eq!(tasks["items"][0]["assigned_to"], Value::Null, "a reviewer takes nothing off hold");
}
