//! What lies between an officer and a family: papers, messages, tasks.

use futures_util::future::join_all;
use kernel::SubmissionId;
use kernel::caller::{Actor, Caller};
use serde_json::{Value, json};
use words::Role;
use words::verdict::{Decision, Effect, EffectKind};

use crate::database::{execute, number, scope};
use crate::desk::{DAY, Desk, on_both};
use crate::pictures::pdf;
use crate::rules::Script;

on_both!(
    a_paper_is_missing_received_refused_and_accepted,
    why_a_paper_is_refused_is_said,
    one_press_asks_for_what_is_missing,
    an_officer_writes_and_the_family_answers,
    a_family_writes_so_much_in_a_day,
    what_one_does_not_see_has_neither_papers_nor_messages_nor_tasks,
    what_rules_ask_for_is_a_task_of_whoever_looks_after_it,
    whose_turn_it_is_goes_by_what_a_form_is_for,
    a_task_is_given_done_and_opened_again,
    ones_own_tasks_come_by_their_day,
    what_rules_ask_for_is_due_and_is_told,
    who_did_a_task_is_who_did_it,
    who_has_tasks_that_are_due_hears_once_a_day,
    of_tasks_that_nobody_took_hears_who_may_take_them,
);

const OFFICER: Role = Role::AdmissionsOfficer;

async fn enquiry(desk: &Desk) -> String {
    desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned()
}

/// A submission with an address and one file.
async fn with_file(desk: &Desk) -> (String, String) {
    let draft = desk.draft("trial", json!({})).await;
    let file = desk.upload(&draft, "scan", "scan.pdf", &pdf(64)).await.is(201)["upload"]["upload_id"].clone();
    let file = file.as_str().unwrap().to_owned();
    let values = json!({ "child_name": "Sara", "guardian_email": "mother@example.org", "guardian_phone": "+96891234567", "scan": file });
    desk.submit("trial", values, Some(&draft)).await.is(201);
    (enquiry(desk).await, file)
}

async fn papers(desk: &Desk, id: &str) -> Vec<(String, String)> {
    let got = desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(OFFICER).send().await.is(200);
    let of = |one: &Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    got["items"].as_array().unwrap().iter().map(|one| (of(one, "field"), of(one, "state"))).collect()
}

fn said(field: &str, state: &str) -> (String, String) {
    (field.to_owned(), state.to_owned())
}

async fn a_paper_is_missing_received_refused_and_accepted(desk: &Desk) {
    desk.person("one", OFFICER).await;
    let (id, file) = with_file(desk).await;
    assert_eq!(papers(desk, &id).await, [said("scan", "received"), said("paper", "missing")]);
    let review = format!("/v1/oa/enquiries/{id}/files/{file}/review");
    let refused = json!({ "state": "refused", "reason": "unreadable", "comment": "too dark" });
    let got = desk.put(&review, refused).staff(OFFICER).send().await.is(200);
    let one = &got["items"][0];
    assert_eq!(
        (&one["state"], &one["files"][0]["reason"], &one["files"][0]["comment"], &one["files"][0]["reviewer"]),
        (&json!("refused"), &json!("unreadable"), &json!("too dark"), &json!("Name of admissions_officer"))
    );
    desk.put(&review, json!({ "state": "accepted" })).staff(OFFICER).send().await.is(200);
    assert_eq!(papers(desk, &id).await[0], said("scan", "accepted"));
    desk.put(&review, json!({ "state": "received" })).staff(OFFICER).send().await.is(200);
    assert_eq!(papers(desk, &id).await[0], said("scan", "received"));
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200);
    let steps: Vec<_> =
        opened["enquiry"]["timeline"].as_array().unwrap().iter().filter(|e| e["kind"] == "paper").collect();
    let told: Vec<_> = steps.iter().map(|e| (e["to"].clone(), e["reason"].clone())).collect();
    assert_eq!(
        told,
        [(json!("refused"), json!("unreadable")), (json!("accepted"), Value::Null), (json!("received"), Value::Null)]
    );
    assert!(steps.iter().all(|e| e["from"] == "scan" && e["comment"] == "scan.pdf"), "{steps:?}");
    assert_eq!(
        opened["enquiry"]["contacts"],
        json!([{ "role": "contact", "name": "Sara", "email": "mother@example.org", "phone": null }]),
        "a document that says nothing of anybody tells where its confirmation goes"
    );
}

async fn why_a_paper_is_refused_is_said(desk: &Desk) {
    desk.person("one", OFFICER).await;
    let (id, file) = with_file(desk).await;
    let review = format!("/v1/oa/enquiries/{id}/files/{file}/review");
    for (body, path, code) in [
        (json!({ "state": "refused" }), "/reason", "required"),
        (json!({ "state": "refused", "reason": "other" }), "/comment", "required"),
        (json!({ "state": "accepted", "reason": "expired" }), "/reason", "enum"),
        (json!({ "state": "missing" }), "/state", "enum"),
        (json!({ "state": "refused", "reason": "other", "comment": "x".repeat(501) }), "/comment", "maxLength"),
    ] {
        let got = desk.put(&review, body.clone()).staff(OFFICER).send().await.refused(422, "F003");
        assert_eq!((&got["errors"][0]["path"], &got["errors"][0]["code"]), (&json!(path), &json!(code)), "{body}");
    }
    let elsewhere = format!("/v1/oa/enquiries/{id}/files/none/review");
    desk.put(&elsewhere, json!({ "state": "accepted" })).staff(OFFICER).send().await.refused(404, "A001");
    desk.person("one", Role::Auditor).await;
    desk.put(&review, json!({ "state": "accepted" })).staff(Role::Auditor).send().await.refused(403, "A002");
}

async fn mails(desk: &Desk) -> i64 {
    number(&desk.db, "one", "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'message'").await
}

async fn one_press_asks_for_what_is_missing(desk: &Desk) {
    desk.person("one", OFFICER).await;
    let (id, file) = with_file(desk).await;
    let refused = json!({ "state": "refused", "reason": "other", "comment": "the other side" });
    desk.put(&format!("/v1/oa/enquiries/{id}/files/{file}/review"), refused).staff(OFFICER).send().await.is(200);
    let ask = format!("/v1/oa/enquiries/{id}/papers/ask");
    let got = desk.post(&ask, json!({})).staff(OFFICER).send().await.is(201);
    let text = got["message"]["text"].as_str().unwrap();
    assert!(text.contains("• Text of scan (we need another: the other side)\n• Text of paper"), "{text}");
    assert_eq!((&got["message"]["mailed"], mails(desk).await), (&json!(true), 1));
    let read = async |path: &str| desk.get(&format!("/v1/oa/enquiries/{id}{path}")).staff(OFFICER).send().await.is(200);
    let timeline = read("").await["enquiry"]["timeline"].clone();
    let entry = timeline.as_array().unwrap().iter().find(|entry| entry["kind"] == "message").unwrap().clone();
    let replies = read("/messages").await["replies"].clone();
    assert_eq!(entry["to"], replies[0]["subject"], "a history says what the letter is about");
    assert!(entry["to"].is_string());

    desk.submit("short", json!({ "child_name": "Nothing wanted" }), None).await.is(201);
    let listed = desk.list("form=short").await;
    let other = listed["items"][0]["id"].as_str().unwrap();
    let replies = desk.get(&format!("/v1/oa/enquiries/{other}/messages")).staff(OFFICER).send().await.is(200);
    assert_eq!((&replies["to"], &replies["language"]), (&Value::Null, &json!("en")), "no address was asked for");
    let names: Vec<_> = replies["replies"].as_array().unwrap().iter().map(|reply| reply["name"].clone()).collect();
    assert_eq!(names, ["ask_papers", "ask_call", "invite_visit"], "the form wants a paper");
}

async fn an_officer_writes_and_the_family_answers(desk: &Desk) {
    desk.person("one", OFFICER).await;
    let (id, _) = with_file(desk).await;
    let messages = format!("/v1/oa/enquiries/{id}/messages");
    let code = |got: Value| got["errors"][0]["code"].clone();
    let empty = desk.post(&messages, json!({ "text": " \u{202E}\n" })).staff(OFFICER).send().await.refused(422, "F003");
    assert_eq!(code(empty), "required");
    let long = desk.post(&messages, json!({ "text": "x".repeat(4_001) })).staff(OFFICER).send().await;
    assert_eq!(code(long.refused(422, "F003")), "maxLength");
    let sent = json!({ "subject": "A visit", "text": " Which day?\n\nSunday or Monday? " });
    let got = desk.post(&messages, sent).staff(OFFICER).send().await.is(201);
    assert_eq!(
        (&got["message"]["text"], &got["message"]["from"], &got["message"]["author"], &got["message"]["mailed"]),
        (
            &json!("Which day?\n\nSunday or Monday?"),
            &json!("school"),
            &json!("Name of admissions_officer"),
            &json!(true)
        )
    );
    assert_eq!(mails(desk).await, 1);

    desk.clock.advance(60_000);
    answer(desk, &id, "Monday").await.unwrap();
    let listed = desk.list("flag=unread").await;
    assert_eq!((&listed["items"][0]["unread"], &listed["items"][0]["flags"]), (&json!(1), &json!(["unread"])));
    let read = desk.get(&messages).staff(OFFICER).send().await.is(200);
    let both: Vec<_> =
        read["items"].as_array().unwrap().iter().map(|m| (m["from"].clone(), m["read_at"].is_null())).collect();
    assert_eq!(both, [(json!("school"), false), (json!("family"), true)], "the school wrote before that");
    let waiting = async || desk.list("flag=unread").await["total"].clone();
    assert_eq!(waiting().await, 1, "reading answers nothing");
    desk.post(&format!("{messages}/read"), json!({})).staff(OFFICER).send().await.is(200);
    assert_eq!(waiting().await, 0, "no answer is needed");
    desk.delete(&format!("{messages}/read")).staff(OFFICER).send().await.is(200);
    assert_eq!(waiting().await, 1, "one is needed after all");
    desk.clock.advance(60_000);
    desk.post(&messages, json!({ "text": "Monday it is." })).staff(OFFICER).send().await.is(201);
    assert_eq!(waiting().await, 0, "it is answered");
    desk.delete(&format!("{messages}/read")).staff(OFFICER).send().await.is(200);
    assert_eq!(waiting().await, 0, "what was answered waits for nothing");
    let said = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND CAST(detail AS TEXT) LIKE '%Monday%'";
    assert_eq!(number(&desk.db, "one", said).await, 0, "what was written stays out of the audit");
}

async fn answer(desk: &Desk, id: &str, text: &str) -> Result<(), kernel::Refusal> {
    let messages = admissions::messages::Messages::new(desk.enquiries.clone());
    let (id, text) = (SubmissionId::from(id.to_owned()), text.to_owned());
    let caller = Caller { actor: Actor::Anonymous, ..Caller::system(scope("one")) };
    let school = scope("one");
    let write = desk.db.write(&school, move |tx| {
        Box::pin(async move { messages.from_family(tx, &caller, &id, (&text, false)).await.map(drop) })
    });
    write.await
}

async fn a_family_writes_so_much_in_a_day(desk: &Desk) {
    desk.person("one", OFFICER).await;
    let (id, _) = with_file(desk).await;
    let many = join_all((0..25).map(|n| {
        let id = &id;
        async move { answer(desk, id, &format!("question {n}")).await }
    }));
    assert_eq!(many.await.iter().filter(|got| got.is_ok()).count(), 20);
    assert_eq!(desk.list("flag=unread").await["items"][0]["unread"], 20);
    desk.clock.advance(DAY + 1);
    answer(desk, &id, "the day after").await.unwrap();
}

async fn what_one_does_not_see_has_neither_papers_nor_messages_nor_tasks(desk: &Desk) {
    desk.person("one", OFFICER).await;
    desk.submit("hidden", json!({ "child_name": "Huda" }), None).await.is(201);
    let id = desk.list("form=hidden").await["items"][0]["id"].as_str().unwrap().to_owned();
    let text = json!({ "text": "x" });
    for place in ["papers", "messages", "tasks"] {
        desk.get(&format!("/v1/oa/enquiries/{id}/{place}")).staff(OFFICER).send().await.refused(404, "A001");
        desk.get(&format!("/v1/oa/enquiries/{id}/{place}")).send().await.refused(401, "L014");
    }
    for place in ["messages", "tasks"] {
        desk.post(&format!("/v1/oa/enquiries/{id}/{place}"), text.clone())
            .staff(OFFICER)
            .send()
            .await
            .refused(404, "A001");
    }
    for place in ["papers/ask", "messages/read"] {
        desk.post(&format!("/v1/oa/enquiries/{id}/{place}"), json!({}))
            .staff(OFFICER)
            .send()
            .await
            .refused(404, "A001");
    }
    desk.delete(&format!("/v1/oa/enquiries/{id}/messages/read")).staff(OFFICER).send().await.refused(404, "A001");
    desk.person("one", Role::SchoolAdmin).await;
    let task = json!({ "text": "of the hidden one" });
    desk.post(&format!("/v1/oa/enquiries/{id}/tasks"), task).staff(Role::SchoolAdmin).send().await.is(201);
    let all = desk.get("/v1/oa/tasks?whose=all").staff(OFFICER).send().await.is(200);
    assert_eq!((&all["items"], &all["counts"]["unassigned"]), (&json!([]), &json!(0)));
    let all = desk.get("/v1/oa/tasks?whose=all").staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(all["items"][0]["text"]["en"], "of the hidden one");
}

async fn what_rules_ask_for_is_a_task_of_whoever_looks_after_it(desk: &Desk) {
    desk.person("one", OFFICER).await;
    let task = Effect { kind: EffectKind::Task, code: "message".into(), params: serde_json::Map::new() };
    desk.rules.play(Script { decided: Decision { effects: vec![task], ..Decision::default() }, ..Script::default() });
    desk.submit("ruled", json!({ "child_name": "Sara" }), None).await.is(201);
    let id = desk.list("form=ruled").await["items"][0]["id"].as_str().unwrap().to_owned();
    let got = desk.get(&format!("/v1/oa/enquiries/{id}/tasks")).staff(OFFICER).send().await.is(200);
    let one = &got["items"][0];
    assert_eq!(
        (&one["text"], &one["by_rules"], &one["author"], &one["done_at"]),
        (&json!({ "en": "Text of message", "ar": "Text of message" }), &json!(true), &Value::Null, &Value::Null)
    );
    let path = format!("/v1/oa/enquiries/{id}/tasks/{}", one["id"].as_str().unwrap());
    let words = desk.patch(&path, json!({ "version": 1, "text": "otherwise" })).staff(OFFICER).send().await;
    assert_eq!(words.refused(422, "F003")["errors"][0]["path"], "/text");
    desk.patch(&path, json!({ "version": 1, "done": true })).staff(OFFICER).send().await.is(200);
}

async fn whose_turn_it_is_goes_by_what_a_form_is_for(desk: &Desk) {
    desk.person("one", OFFICER).await;
    let task = Effect::new(EffectKind::Task, "message");
    desk.rules.play(Script { decided: Decision { effects: vec![task], ..Decision::default() }, ..Script::default() });
    let yaml = desk.bundle("one").join("school.yaml");
    let text = std::fs::read_to_string(&yaml).unwrap();
    for (kind, is_taken) in [("other", false), ("job", false), ("enquiry", true), ("application", true)] {
        let told = text.replace("ruled: { plugin: rules }", &format!("ruled: {{ plugin: rules, kind: {kind} }}"));
        std::fs::write(&yaml, told).unwrap();
        desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
        desk.clock.advance(1000);
        desk.submit("ruled", json!({ "child_name": kind }), None).await.is(201);
        let row = desk.list("form=ruled").await["items"][0].clone();
        let me = if is_taken { json!(OFFICER.as_str()) } else { Value::Null };
        assert_eq!((&row["person"], &row["owner"]["id"]), (&json!(kind), &me));
        let tasks = format!("/v1/oa/enquiries/{}/tasks", row["id"].as_str().unwrap());
        let got = desk.get(&tasks).staff(OFFICER).send().await.is(200);
        assert_eq!(got["items"][0]["assigned_to"]["id"], me, "{kind}");
    }
    let counts = desk.get("/v1/oa/tasks").staff(OFFICER).send().await.is(200)["counts"].clone();
    assert_eq!(counts, json!({ "mine": 2, "overdue": 0, "unassigned": 2 }));
}

async fn a_task_is_given_done_and_opened_again(desk: &Desk) {
    let me = desk.person("one", OFFICER).await;
    let (id, _) = with_file(desk).await;
    let tasks = format!("/v1/oa/enquiries/{id}/tasks");
    for (body, path) in [
        (json!({ "text": " " }), "/text"),
        (json!({ "text": "x".repeat(301) }), "/text"),
        (json!({ "text": "x", "due_on": "2026-02-30" }), "/due_on"),
        (json!({ "text": "x", "assigned_to": "nobody" }), "/assigned_to"),
    ] {
        let got = desk.post(&tasks, body).staff(OFFICER).send().await.refused(422, "F003");
        assert_eq!(got["errors"][0]["path"], path);
    }
    let asked = json!({ "text": "Call the mother", "due_on": "2026-11-22" });
    let task = desk.post(&tasks, asked).staff(OFFICER).send().await.is(201)["task"].clone();
    let one = format!("{tasks}/{}", task["id"].as_str().unwrap());
    let given = desk.patch(&one, json!({ "version": 1, "assigned_to": me })).staff(OFFICER).send().await.is(200);
    assert_eq!(given["task"]["assigned_to"]["name"], "Name of admissions_officer");
    assert_eq!(
        (&given["task"]["due_on"], &given["task"]["text"]["en"]),
        (&json!("2026-11-22"), &json!("Call the mother"))
    );
    desk.patch(&one, json!({ "version": 1, "done": true })).staff(OFFICER).send().await.refused(409, "A003");
    let done = desk.patch(&one, json!({ "version": 2, "done": true })).staff(OFFICER).send().await.is(200);
    assert_eq!(done["task"]["done_by"], "Name of admissions_officer");
    let open = desk
        .patch(&one, json!({ "version": 3, "done": false, "assigned_to": null }))
        .staff(OFFICER)
        .send()
        .await
        .is(200);
    assert_eq!((&open["task"]["done_at"], &open["task"]["assigned_to"]), (&Value::Null, &Value::Null));
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200);
    let entries = opened["enquiry"]["timeline"].as_array().unwrap();
    let told: Vec<_> =
        entries.iter().filter(|e| e["kind"] == "task").map(|e| (e["to"].clone(), e["comment"].clone())).collect();
    assert_eq!(told, ["added", "done", "open"].map(|to| (json!(to), json!("Call the mother"))));
    let many = (0..55).map(|_| desk.post(&tasks, json!({ "text": "more" })).staff(OFFICER).send());
    let got = join_all(many).await;
    assert_eq!(got.iter().filter(|got| got.status == 201).count(), 49, "fifty open ones");
}

async fn ones_own_tasks_come_by_their_day(desk: &Desk) {
    let me = desk.person("one", OFFICER).await;
    let (id, _) = with_file(desk).await;
    let tasks = format!("/v1/oa/enquiries/{id}/tasks");
    for (text, due_on) in [("none", ""), ("late", "2026-12-01"), ("over", "2026-11-20"), ("today", "2026-11-21")] {
        let asked = json!({ "text": text, "due_on": due_on, "assigned_to": me });
        desk.post(&tasks, asked).staff(OFFICER).send().await.is(201);
    }
    desk.post(&tasks, json!({ "text": "nobody's" })).staff(OFFICER).send().await.is(201);
    let (mut cursor, mut texts) = (String::new(), Vec::new());
    loop {
        let page = desk.get(&format!("/v1/oa/tasks?page_size=2{cursor}")).staff(OFFICER).send().await.is(200);
        assert_eq!(page["counts"], json!({ "mine": 4, "overdue": 1, "unassigned": 1 }));
        texts.extend(page["items"].as_array().unwrap().iter().map(|task| task["text"]["en"].clone()));
        let Some(next) = page["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(texts, ["over", "today", "late", "none"]);
    let free = desk.get("/v1/oa/tasks?whose=unassigned").staff(OFFICER).send().await.is(200);
    assert_eq!(free["items"][0]["text"]["en"], "nobody's");
}

async fn what_rules_ask_for_is_due_and_is_told(desk: &Desk) {
    let me = desk.person("one", OFFICER).await;
    execute(&desk.db, "one", "UPDATE users SET email_verified_at = 1 WHERE school_id = $1").await.unwrap();
    let task = Effect { kind: EffectKind::Task, code: "message".into(), params: serde_json::Map::new() };
    desk.rules.play(Script { decided: Decision { effects: vec![task], ..Decision::default() }, ..Script::default() });
    desk.submit("ruled", json!({ "child_name": "Sara" }), None).await.is(201);
    let id = desk.list("form=ruled").await["items"][0]["id"].as_str().unwrap().to_owned();
    let tasks = format!("/v1/oa/enquiries/{id}/tasks");
    let one = desk.get(&tasks).staff(OFFICER).send().await.is(200)["items"][0].clone();
    assert_eq!(one["due_on"], "2026-11-28");
    let path = format!("{tasks}/{}", one["id"].as_str().unwrap());
    desk.patch(&path, json!({ "version": 1, "assigned_to": me })).staff(OFFICER).send().await.is(200);
    desk.clock.advance(7 * DAY);
    let room = admissions::tasks::Tasks::new(desk.enquiries.clone());
    room.tell_due(&desk.registry, &scope("one")).await.unwrap();
    assert_eq!(desk.messages().await.pop().map(|mail| mail.params["count"].clone()), Some(json!("1")));
    // Of what is over nothing is due, on no list and in no mail.
    let version = desk.list("form=ruled").await["items"][0]["version"].clone();
    let close = json!({ "version": version, "state": "lost", "reason": "another_school" });
    desk.patch(&format!("/v1/oa/enquiries/{id}"), close).staff(OFFICER).send().await.is(200);
    desk.clock.advance(DAY);
    room.tell_due(&desk.registry, &scope("one")).await.unwrap();
    assert!(desk.messages().await.is_empty());
    let mine = desk.get("/v1/oa/tasks?whose=all").staff(OFFICER).send().await.is(200);
    assert_eq!((&mine["items"], &mine["counts"]["mine"]), (&json!([]), &json!(0)));
    let version = desk.list("form=ruled").await["items"][0]["version"].clone();
    let again = json!({ "version": version, "state": "contacted" });
    desk.patch(&format!("/v1/oa/enquiries/{id}"), again).staff(OFFICER).send().await.is(200);
    assert_eq!(desk.get("/v1/oa/tasks").staff(OFFICER).send().await.is(200)["counts"]["mine"], 1);
    // Who is switched off hears no more.
    execute(&desk.db, "one", "UPDATE users SET status = 'disabled' WHERE school_id = $1").await.unwrap();
    desk.clock.advance(DAY);
    room.tell_due(&desk.registry, &scope("one")).await.unwrap();
    assert!(desk.messages().await.is_empty());
}

async fn who_did_a_task_is_who_did_it(desk: &Desk) {
    desk.person("one", OFFICER).await;
    desk.person("one", Role::SchoolAdmin).await;
    let (id, _) = with_file(desk).await;
    let tasks = format!("/v1/oa/enquiries/{id}/tasks");
    let task = desk.post(&tasks, json!({ "text": "Call" })).staff(OFFICER).send().await.is(201)["task"].clone();
    let one = format!("{tasks}/{}", task["id"].as_str().unwrap());
    desk.patch(&one, json!({ "version": 1, "done": true })).staff(OFFICER).send().await.is(200);
    let said = json!({ "version": 2, "text": "Call the mother" });
    let later = desk.patch(&one, said).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(later["task"]["done_by"], "Name of admissions_officer");
}

async fn who_has_tasks_that_are_due_hears_once_a_day(desk: &Desk) {
    let me = desk.person("one", OFFICER).await;
    let (id, _) = with_file(desk).await;
    for due_on in ["2026-11-20", "2026-11-21", "2026-11-22"] {
        let asked = json!({ "text": "x", "due_on": due_on, "assigned_to": me });
        desk.post(&format!("/v1/oa/enquiries/{id}/tasks"), asked).staff(OFFICER).send().await.is(201);
    }
    // Who never said that the address is theirs is not written to.
    execute(&desk.db, "one", "UPDATE users SET email_verified_at = 1 WHERE school_id = $1").await.unwrap();
    let tasks = admissions::tasks::Tasks::new(desk.enquiries.clone());
    let before = mails(desk).await;
    for _ in 0..2 {
        tasks.tell_due(&desk.registry, &scope("one")).await.unwrap();
    }
    assert_eq!(mails(desk).await - before, 1);
    desk.clock.advance(DAY - 10 * 60 * 60 * 1000);
    tasks.tell_due(&desk.registry, &scope("one")).await.unwrap();
    assert_eq!(mails(desk).await - before, 1, "at two in the night nobody is told");
    desk.clock.advance(10 * 60 * 60 * 1000);
    tasks.tell_due(&desk.registry, &scope("one")).await.unwrap();
    assert_eq!(mails(desk).await - before, 2);
}

async fn of_tasks_that_nobody_took_hears_who_may_take_them(desk: &Desk) {
    for role in [OFFICER, Role::SchoolAdmin, Role::Principal] {
        desk.person("one", role).await;
    }
    execute(&desk.db, "one", "UPDATE users SET email_verified_at = 1 WHERE school_id = $1").await.unwrap();
    desk.submit("hidden", json!({ "child_name": "Huda" }), None).await.is(201);
    let hidden = enquiry(desk).await;
    desk.clock.advance(1000);
    let (open, _) = with_file(desk).await;
    let mut task = Value::Null;
    for (of, due_on) in [(&hidden, "2026-11-21"), (&open, "2026-12-20"), (&open, "2026-11-20")] {
        let asked = desk.post(&format!("/v1/oa/enquiries/{of}/tasks"), json!({ "text": "x", "due_on": due_on }));
        task = asked.staff(Role::SchoolAdmin).send().await.is(201)["task"].clone();
    }
    let room = admissions::tasks::Tasks::new(desk.enquiries.clone());
    let told = async || {
        room.tell_due(&desk.registry, &scope("one")).await.unwrap();
        let mails = desk.messages().await.into_iter().filter(|mail| mail.template == "tasks_due");
        let mut told: Vec<_> = mails.map(|mail| (mail.to, Value::Object(mail.params))).collect();
        told.sort_by(|one, other| one.0.cmp(&other.0));
        let of = |params: &Value, name: &str| params[name].as_str().unwrap_or_default().to_owned();
        let line = |(to, params): (String, Value)| (to, ["count", "unassigned", "path"].map(|name| of(&params, name)));
        told.into_iter().map(line).collect::<Vec<_>>()
    };
    let mail = |to: Role, said: [&str; 3]| (format!("{}@example.org", to.as_str()), said.map(str::to_owned));
    let there = "/tasks?whose=unassigned";
    // Each of what they see; who changes nothing has nothing to take.
    assert_eq!(told().await, [mail(OFFICER, ["0", "1", there]), mail(Role::SchoolAdmin, ["0", "2", there])]);
    assert!(told().await.is_empty(), "once a day");
    let one = format!("/v1/oa/enquiries/{open}/tasks/{}", task["id"].as_str().unwrap());
    let given = json!({ "version": 1, "assigned_to": OFFICER.as_str() });
    desk.patch(&one, given).staff(OFFICER).send().await.is(200);
    desk.clock.advance(DAY);
    assert_eq!(told().await, [mail(OFFICER, ["1", "", "/tasks"]), mail(Role::SchoolAdmin, ["0", "1", there])]);
}
