//! Sending: one request, one submission, whatever is retried or wrong.

use serde_json::{Map, Value, json};
use words::Role;
use words::verdict::{Checked, Decision, Issue, Severity};

use crate::database::{execute, scope};
use crate::desk::{Desk, on_both};
use crate::rules::Script;

on_both!(
    the_same_request_gets_the_first_answer_again,
    keys_are_asked_for_and_belong_to_one_body,
    two_keys_on_one_draft_give_one_reference,
    a_sent_draft_takes_no_other_answers,
    a_draft_that_was_sent_elsewhere_says_so_to_who_may_know,
    who_sends_an_account_s_answers_again_hears_nothing_of_it,
    wrong_answers_are_named_where_they_stand,
    closed_and_unknown_forms_take_nothing,
    failing_rules_lose_nothing,
    the_rules_word_is_kept,
    rules_refuse_and_warn,
    a_known_address_marks_a_duplicate,
    what_a_family_sees_does_not_depend_on_others,
    references_count_up_without_gaps,
    officers_take_turns_by_name,
);

async fn the_same_request_gets_the_first_answer_again(desk: &Desk) {
    let values = json!({ "child_name": "Sara" });
    let first = desk.submit_as("trial", values.clone(), None, "0123456789abcdef").send().await;
    assert_eq!(first.reference(), "ONE-E26-00001");
    assert_eq!(first.header("idempotent-replayed"), "");
    let again = desk.submit_as("trial", values.clone(), None, "0123456789abcdef").send().await;
    assert_eq!((again.status, &again.body), (first.status, &first.body));
    assert_eq!(again.header("idempotent-replayed"), "true");
    // Another school has keys of its own.
    let other = desk.submit_as("trial", values, None, "0123456789abcdef").school("two").send().await;
    assert_eq!(other.reference(), "TWO-E26-00001");
    assert_eq!((desk.count("submissions").await, desk.count("idempotency_keys").await), (1, 1));
}

async fn keys_are_asked_for_and_belong_to_one_body(desk: &Desk) {
    let path = "/v1/oa/public/forms/trial/submissions";
    let body = json!({ "values": { "child_name": "Sara" }, "locale": "en" });
    desk.post(path, body.clone()).send().await.refused(400, "R002");
    for key in ["", "short", "fifteen letters", "sixteen letters and a space", &"x".repeat(256)] {
        desk.post(path, body.clone()).header("idempotency-key", key).send().await.refused(400, "R002");
    }
    assert_eq!(desk.count("submissions").await, 0);
    desk.submit_as("trial", json!({ "child_name": "Sara" }), None, "0123456789abcdef").send().await.is(201);
    let changed = desk.submit_as("trial", json!({ "child_name": "Sarah" }), None, "0123456789abcdef").send().await;
    changed.refused(422, "R003");
    let elsewhere = desk.submit_as("short", json!({ "child_name": "Sara" }), None, "0123456789abcdef").send().await;
    elsewhere.refused(422, "R003");
    assert_eq!(desk.count("submissions").await, 1);
}

async fn two_keys_on_one_draft_give_one_reference(desk: &Desk) {
    let token = desk.draft("trial", json!({ "child_name": "Sara" })).await;
    let first = desk.submit("trial", json!({ "child_name": "Sara" }), Some(&token)).await.reference();
    // As it was typed again: what is stored is the same.
    let second = desk.submit("trial", json!({ "child_name": " Sara ", "message": "" }), Some(&token)).await;
    assert_eq!((second.reference(), second.header("idempotent-replayed")), (first, "true"));
    assert_eq!((desk.count("submissions").await, desk.count("drafts").await), (1, 0));
    desk.get(&format!("/v1/oa/public/forms/drafts/{token}")).send().await.refused(410, "F009");
}

async fn a_sent_draft_takes_no_other_answers(desk: &Desk) {
    let token = desk.draft("trial", json!({ "child_name": "Sara" })).await;
    let first = desk.submit_as("trial", json!({ "child_name": "Sara" }), Some(&token), "0123456789abcdef").send().await;
    let reference = first.reference();
    for (form, values) in [
        ("trial", json!({ "child_name": "Omar" })),
        ("trial", json!({})),
        ("trial", json!({ "child_name": "Sara", "message": "more" })),
    ] {
        desk.submit(form, values, Some(&token)).await.refused(410, "F009");
    }
    // A draft of one form is none of another, before and after.
    desk.submit("short", json!({ "child_name": "Sara" }), Some(&token)).await.refused(404, "F005");
    // The first request itself, and the same answers under another key, are told what was told.
    let again = desk.submit_as("trial", json!({ "child_name": "Sara" }), Some(&token), "0123456789abcdef").send().await;
    assert_eq!(again.reference(), reference);
    assert_eq!(desk.submit("trial", json!({ "child_name": "Sara" }), Some(&token)).await.reference(), reference);
    // Of many at once with different answers one is taken, and nobody else hears that theirs was.
    let token = desk.draft("trial", json!({ "child_name": "Child 0" })).await;
    let sent = (0..8).map(|n| desk.submit("trial", json!({ "child_name": format!("Child {n}") }), Some(&token)));
    let got = futures_util::future::join_all(sent).await;
    let taken = got.iter().filter(|got| got.status == 201).count();
    assert_eq!((taken, got.iter().filter(|got| got.json()["messageId"] == "F009").count()), (1, 7));
    assert_eq!(desk.count("submissions").await, 2);
}

async fn a_draft_that_was_sent_elsewhere_says_so_to_who_may_know(desk: &Desk) {
    let at = |token: &str| format!("/v1/oa/public/forms/drafts/{token}");
    let (values, later) =
        (json!({ "child_name": "Sara" }), json!({ "version": 1, "values": { "child_name": "Omar" } }));
    // A stranger's, by whoever holds its token: when it was sent, and nothing of what.
    let token = desk.draft("trial", values.clone()).await;
    let reference = desk.submit("trial", values.clone(), Some(&token)).await.reference();
    desk.clock.advance(60_000);
    let told =
        json!({ "success": false, "messageId": "F009", "form": "trial", "submitted_at": "2026-11-21T08:00:00Z" });
    assert_eq!(desk.get(&at(&token)).send().await.refused(410, "F009"), told);
    assert_eq!(desk.put(&at(&token), later.clone()).send().await.refused(410, "F009"), told);
    assert!(!told.to_string().contains(&reference));
    let unknown = desk.get(&at("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")).send().await.refused(404, "F005");
    assert_eq!(desk.get(&at(&token)).school("two").send().await.refused(404, "F005"), unknown);

    // An account's, by that account alone: to anybody else it is as one that never was.
    let begin = desk.post("/v1/oa/public/forms/trial/drafts", json!({ "values": values, "locale": "en" }));
    let made = begin.staff(Role::Guardian).send().await.is(201);
    let own = made["token"].as_str().unwrap();
    let send = |values| desk.submit_as("trial", values, Some(own), "a-key-of-some-length");
    send(values.clone()).staff(Role::Guardian).send().await.is(201);
    desk.get(&at(own)).staff(Role::Guardian).send().await.refused(410, "F009");
    desk.put(&at(own), later.clone()).staff(Role::Guardian).send().await.refused(410, "F009");
    let others = [
        desk.get(&at(own)).staff(Role::Student),
        desk.get(&at(own)),
        desk.put(&at(own), later).staff(Role::Student),
        desk.submit_as("trial", json!({ "child_name": "Omar" }), Some(own), "another-key-of-length")
            .staff(Role::Student),
    ];
    for asked in others {
        assert_eq!(asked.send().await.refused(404, "F005"), unknown);
    }
}

async fn who_sends_an_account_s_answers_again_hears_nothing_of_it(desk: &Desk) {
    let values = json!({ "child_name": "Sara" });
    let begin = desk.post("/v1/oa/public/forms/trial/drafts", json!({ "values": values, "locale": "en" }));
    let made = begin.staff(Role::Guardian).send().await.is(201);
    let token = made["token"].as_str().unwrap();
    let send = |key| desk.submit_as("trial", values.clone(), Some(token), key);
    let reference = send("a-key-of-some-length").staff(Role::Guardian).send().await.reference();
    // The same answers under a key of their own, by who knows the draft's token: signed in as another, or not at all.
    send("another-key-of-length").staff(Role::Student).send().await.refused(404, "F005");
    send("one-more-key-of-length").send().await.refused(404, "F005");
    let again = send("the-last-key-of-length").staff(Role::Guardian).send().await;
    assert_eq!((again.reference(), again.header("idempotent-replayed")), (reference, "true"));
    assert_eq!(desk.count("submissions").await, 1);
}

async fn wrong_answers_are_named_where_they_stand(desk: &Desk) {
    let values = json!({ "guardian_email": "no address", "points": "٧٧٧", "strange": 1, "message": "x".repeat(8001) });
    let refused = desk.submit("trial", values, None).await.refused(422, "F003");
    let errors = refused["errors"].as_array().unwrap();
    let found: Vec<(&str, &str)> =
        errors.iter().map(|e| (e["path"].as_str().unwrap(), e["code"].as_str().unwrap())).collect();
    for expected in [
        ("/child_name", "required"),
        ("/guardian_email", "format"),
        ("/points", "maximum"),
        ("/strange", "unknownField"),
        ("/message", "maxLength"),
    ] {
        assert!(found.contains(&expected), "{expected:?} in {found:?}");
    }
    let points = errors.iter().find(|e| e["path"] == "/points").unwrap();
    assert_eq!((&points["params"]["limit"], &points["severity"]), (&json!(100), &json!("error")));
    // A refusal is not the key's answer: the family mends the form and sends it again.
    desk.submit_as("trial", json!({}), None, "0123456789abcdef").send().await.refused(422, "F003");
    desk.submit_as("trial", json!({ "child_name": "Sara" }), None, "0123456789abcdef").send().await.is(201);
}

async fn closed_and_unknown_forms_take_nothing(desk: &Desk) {
    desk.submit("closed", json!({ "child_name": "Sara" }), None).await.refused(422, "F002");
    let unknown = desk.submit("none", json!({ "child_name": "Sara" }), None).await.refused(404, "F001");
    assert!(unknown["forms"].as_array().unwrap().len() >= 4);
    // It is still shown, checked and kept as a draft: it opens again some day.
    desk.get("/v1/oa/public/forms/closed?lng=ar").send().await.is(200);
    desk.draft("closed", json!({})).await;
    let listed = desk.get("/v1/oa/public/forms").send().await.is(200);
    let closed = listed["forms"].as_array().unwrap().iter().find(|form| form["id"] == "closed").unwrap().clone();
    assert_eq!((&closed["open"], &closed["closes_on"]), (&json!(false), &json!("2026-11-01")));
    assert_eq!(desk.count("submissions").await, 0);
}

async fn failing_rules_lose_nothing(desk: &Desk) {
    let scripts = [
        (Script { check_fault: Some("timeout"), ..Script::default() }, "timeout"),
        (Script { decide_fault: Some("trap"), ..Script::default() }, "trap"),
        (Script { check_fault: Some("busy"), decide_fault: Some("never asked"), ..Script::default() }, "busy"),
    ];
    for (n, (script, code)) in scripts.into_iter().enumerate() {
        desk.rules.play(script);
        let reference = desk.submit("ruled", json!({ "child_name": format!("Child {n}") }), None).await.reference();
        let row = desk.list(&format!("q={reference}")).await["items"][0].clone();
        assert_eq!((&row["flags"], &row["score"]), (&json!(["plugin_failed"]), &Value::Null), "{row}");
        let path = format!("/v1/oa/enquiries/{}", row["id"].as_str().unwrap());
        let opened = desk.get(&path).staff(Role::AdmissionsOfficer).send().await.is(200);
        assert_eq!(opened["enquiry"]["plugin_failure"]["code"], code);
        assert_eq!(opened["enquiry"]["values"]["child_name"], format!("Child {n}"));
    }
    assert_eq!(desk.list("flag=plugin_failed").await["total"], 3);
    desk.rules.play(Script { check_fault: Some("timeout"), ..Script::default() });
    let checked =
        desk.post("/v1/oa/public/forms/ruled/check", json!({ "values": {}, "locale": "en" })).send().await.is(200);
    assert_eq!((&checked["plugin_failed"], &checked["errors"][0]["code"]), (&json!(true), &json!("required")));
    // Schema rules hold whatever becomes of the form's own.
    desk.submit("ruled", json!({}), None).await.refused(422, "F003");
}

async fn the_rules_word_is_kept(desk: &Desk) {
    let decided: Decision = serde_json::from_value(json!({
        "score": { "points": 30, "out_of": 40 }, "tags": ["sibling", "early"], "route": "desk-a",
        "checklist": [{ "code": "paper", "params": { "n": 2 }, "due_on": "2026-12-24" }],
        "effects": [{ "kind": "tag", "code": "from-effect", "params": {} }], "explain": [{ "code": "why", "params": {} }],
    }))
    .unwrap();
    desk.rules.play(Script { decided, ..Script::default() });
    let answer = desk.submit("ruled", json!({ "child_name": "Sara" }), None).await.is(201);
    assert_eq!(answer["checklist"], json!([{ "code": "paper", "params": { "n": 2 } }]));
    let row = desk.list("tag=from-effect").await["items"][0].clone();
    assert_eq!(row["tags"], json!(["early", "from-effect", "sibling"]));
    assert_eq!((&row["score"], &row["route"]), (&json!({ "points": 30, "out_of": 40 }), &json!("desk-a")));
    let path = format!("/v1/oa/enquiries/{}?lng=ar", row["id"].as_str().unwrap());
    let opened = desk.get(&path).staff(Role::AdmissionsOfficer).send().await.is(200);
    assert_eq!(opened["enquiry"]["verdict"]["explain"][0]["code"], "why");
    assert_eq!(opened["enquiry"]["verdict"]["checklist"][0]["due_on"], "2026-12-24");
    assert_eq!(opened["enquiry"]["plugin"]["version"], "1.0.0");
}

async fn rules_refuse_and_warn(desk: &Desk) {
    let issue =
        |path: &str, severity| Issue { path: path.into(), code: "tooYoung".into(), params: Map::new(), severity };
    let checked =
        |issues: Vec<Issue>| Script { checked: Checked { errors: issues, computed: vec![] }, ..Script::default() };
    desk.rules.play(checked(vec![issue("/child_name", Severity::Error), issue("", Severity::Warning)]));
    let refused = desk.submit("ruled", json!({ "child_name": "Sara" }), None).await.refused(422, "F003");
    assert_eq!(refused["errors"].as_array().unwrap().len(), 2);
    desk.rules.play(checked(vec![issue("/child_name", Severity::Warning)]));
    desk.submit("ruled", json!({ "child_name": "Sara" }), None).await.is(201);
    assert_eq!(desk.count("submissions").await, 1);
    let call = desk.rules.asked.lock().last().unwrap().clone();
    assert_eq!((call.today.to_string(), call.role, call.form.as_str()), ("2026-11-21".into(), "family", "ruled"));
}

async fn a_known_address_marks_a_duplicate(desk: &Desk) {
    let from =
        |email: &str, phone: &str| json!({ "child_name": "Sara", "guardian_email": email, "guardian_phone": phone });
    let first = desk.submit("trial", from("Sara@Example.org", "+96891234567"), None).await.reference();
    desk.submit("trial", from("other@example.org", "+96899999999"), None).await.is(201);
    desk.clock.advance(1);
    let third = desk.submit("ruled", from("sara@example.ORG", "+96890000000"), None).await.reference();
    desk.clock.advance(1);
    let fourth = desk.submit("trial", from("new@example.org", "٠٠٩٦٨ ٩١٢٣-٤٥٦٧"), None).await.reference();
    let flagged = desk.list("flag=duplicate&sort=submitted_at").await;
    let references: Vec<&str> =
        flagged["items"].as_array().unwrap().iter().map(|i| i["reference"].as_str().unwrap()).collect();
    assert_eq!(references, [third.as_str(), fourth.as_str()]);
    let id = flagged["items"][0]["id"].as_str().unwrap();
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(opened["enquiry"]["duplicates"].as_array().unwrap().len(), 1);
    assert_eq!(opened["enquiry"]["duplicates"][0]["reference"], first);
    let asked: Vec<_> = desk.rules.asked.lock().iter().map(|call| call.known.answers.clone()).collect();
    assert!(asked.iter().flatten().any(|found| *found == ("email".into(), "sara@example.org".into(), true)));
    // Another school does not know them, and no value is readable in the table.
    desk.submit_as("trial", from("sara@example.org", "+96891234567"), None, "0123456789abcdef")
        .school("two")
        .send()
        .await
        .is(201);
    let two = desk.get("/v1/oa/enquiries?flag=duplicate").school("two").staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(two["total"], 0);
    let readable =
        "SELECT COUNT(*) FROM known_values WHERE school_id = $1 AND (hash LIKE '%example%' OR LENGTH(hash) <> 64)";
    assert_eq!(crate::database::number(&desk.db, "one", readable).await, 0);
}

async fn what_a_family_sees_does_not_depend_on_others(desk: &Desk) {
    let paper = |code: &str| json!([{ "code": code, "params": {}, "due_on": null }]);
    let decision = |list: &str, tag: &str, effect: &str| -> Decision {
        let effects = json!([
            { "kind": "checklist", "code": effect, "params": {} }, { "kind": "task", "code": format!("task.{effect}"), "params": {} },
        ]);
        let decision = json!({ "score": null, "tags": [tag], "route": null, "checklist": paper(list), "effects": effects, "explain": [] });
        serde_json::from_value(decision).unwrap()
    };
    desk.rules.play(Script {
        decided: decision("paper", "stranger", "photo"),
        decided_on_known: Some(decision("known.paper", "known", "known.photo")),
        ..Script::default()
    });
    let values = json!({ "child_name": "Sara", "guardian_email": "sara@example.org" });
    let check = || async {
        let body = json!({ "values": values, "locale": "en" });
        desk.post("/v1/oa/public/forms/ruled/check", body).send().await.is(200)
    };
    let before = check().await;
    let first = desk.submit("ruled", values.clone(), None).await.is(201);
    let (after, second) = (check().await, desk.submit("ruled", values.clone(), None).await.is(201));
    assert_eq!((&before, &first["checklist"]), (&after, &second["checklist"]));
    assert_eq!(first["checklist"], json!([{ "code": "paper", "params": {} }, { "code": "photo", "params": {} }]));
    let calls = desk.rules.asked.lock().clone();
    for call in calls.iter().filter(|call| call.known.answers.is_empty()) {
        let asked = vec![("email".to_owned(), "sara@example.org".to_owned())];
        assert!(call.known.find(asked).await.unwrap().iter().all(|(_, _, known)| !known), "nor when it is asked");
    }
    // The staff are told.
    let row = desk.list("tag=known").await["items"][0].clone();
    assert_eq!(row["reference"], second["reference"]);
    let path = format!("/v1/oa/enquiries/{}", row["id"].as_str().unwrap());
    let opened = desk.get(&path).staff(Role::SchoolAdmin).send().await.is(200);
    let verdict = &opened["enquiry"]["verdict"];
    assert_eq!(verdict["tasks"], json!([{ "code": "task.known.photo", "params": {} }]));
    assert_eq!(verdict["checklist"].as_array().unwrap().len(), 2);

    // Rules that fail on who is known: the staff are told that, the family gets the same list.
    let failing =
        Script { decided: decision("paper", "stranger", "photo"), fault_on_known: Some("trap"), ..Script::default() };
    desk.rules.play(failing);
    let third = desk.submit("ruled", values.clone(), None).await.is(201);
    assert_eq!(third["checklist"], first["checklist"]);
    assert_eq!(desk.list("flag=plugin_failed").await["items"][0]["reference"], third["reference"]);

    // And the rules are asked as often, whoever is found.
    let decided = || desk.rules.asked.lock().len();
    let before = decided();
    desk.submit("ruled", values.clone(), None).await.is(201);
    let of_known = decided() - before;
    let nobody = json!({ "child_name": "Sara", "guardian_email": "nobody@example.org" });
    desk.submit("ruled", nobody, None).await.is(201);
    assert_eq!(decided() - before, 2 * of_known);
}

async fn references_count_up_without_gaps(desk: &Desk) {
    let sent = (0..24).map(|n| desk.submit("trial", json!({ "child_name": format!("Child {n}") }), None));
    let mut references: Vec<String> =
        futures_util::future::join_all(sent).await.iter().map(|got| got.reference()).collect();
    references.sort();
    let expected: Vec<String> = (1..=24).map(|n| format!("ONE-E26-{n:05}")).collect();
    assert_eq!(references, expected);
}

async fn officers_take_turns_by_name(desk: &Desk) {
    let of_turn = async |turn: i64| {
        let mut tx = desk.db.read(&scope("one")).await.unwrap();
        identity::Identity::person_in_turn(&mut tx, Role::AdmissionsOfficer, turn)
            .await
            .unwrap()
            .map(|person| person.id.to_string())
    };
    desk.person("one", Role::Guardian).await;
    assert_eq!(of_turn(1).await, None, "nobody to take it");
    for (id, name, roles, status) in [
        ("u1", "Zahra", r#"["admissions_officer"]"#, "active"),
        ("u2", "Amal", r#"["reviewer", "admissions_officer"]"#, "active"),
        ("u3", "Basma", r#"["admissions_officer"]"#, "disabled"),
        ("u4", "Amal", r#"["admissions_officer", "auditor"]"#, "active"),
    ] {
        let sql = format!(
            "INSERT INTO users (school_id, id, email, name, roles, locale, password_hash, status, stamp, created_at)
             VALUES ($1, '{id}', '{id}@one.example', '{name}', '{roles}', 'en', NULL, '{status}', 1, 0)"
        );
        execute(&desk.db, "one", &sql).await.unwrap();
    }
    let mut all = Vec::new();
    for turn in 0..7 {
        all.push(of_turn(turn).await.unwrap());
    }
    assert_eq!(all, ["u2", "u4", "u1", "u2", "u4", "u1", "u2"]);
    desk.person("two", Role::AdmissionsOfficer).await;
    assert_eq!(of_turn(3).await.as_deref(), Some("u2"), "another school has turns of its own");
}
