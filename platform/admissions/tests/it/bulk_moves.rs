//! Many applications that are sent on at once: a preview, one result each, over the death of a server, and back again.

use std::sync::Arc;

use admissions::applications::Applications;
use identity::people::PersonChange;
use kernel::StoreError;
use kernel::bulk::{Bulk, CHUNK};
use kernel::caller::{Actor, Caller};
use kernel::jobs::{Outcome, Work};
use kernel::outbox::{self, Lane, OutboxRow};
use serde_json::{Value, json};
use words::rights::Reach;
use words::{Clock as _, Role, SystemRng};

use crate::applications::{OFFICER, ROUND, apply, applying, assessed, go, is_proved, keeping, stands, taken, why};
use crate::database::{execute, number, scope};
use crate::desk::{DAY, Desk, Got, on_both};

on_both!(
    a_mix_is_previewed_and_gives_one_result_each,
    a_filter_means_all_that_match_when_it_is_asked,
    what_is_asked_for_is_looked_at_before,
    places_go_to_those_that_came_first_and_to_no_more,
    a_server_that_dies_in_a_chunk_moves_nothing_twice,
    what_is_cancelled_keeps_what_was_moved,
    moves_are_undone_but_for_what_went_on,
    an_undo_needs_a_way_back,
    who_loses_the_right_in_the_middle_moves_nothing_more,
    who_is_switched_off_in_a_chunk_moves_nothing_more,
    moves_are_whose_they_are,
    who_looks_after_others_ends_and_undoes_their_moves,
    families_are_written_to_within_the_account_s_bound,
    what_is_decided_and_not_told_stays,
    many_are_decided_for_one_hour,
    an_undo_withdraws_what_is_not_told_yet,
    nobody_else_learns_what_many_are_decided_for,
);

const MOVES: &str = "/v1/oa/student/moves";

/// So many more like one, which came after it, each of another family.
pub async fn like(desk: &Desk, id: &str, n: usize) {
    let digits = r#"json_each('["0","1","2","3","4","5","6","7","8","9"]')"#;
    let name = "a.value || b.value || c.value";
    let nth = format!("CAST({name} AS BIGINT)");
    let answers = format!("CAST(REPLACE(CAST(s.answers AS TEXT), 'huda@', 'huda' || {name} || '@') AS jsontext)");
    let rows = format!(
        "INSERT INTO submissions (school_id, id, reference, form_id, form_digest, draft_id, version, answers, locale, person, search_text,
             state, owner_id, score_points, score_out_of, sort_score, tags, route, plugin_failure, verdict, is_duplicate, submitted_at,
             updated_at)
         SELECT s.school_id, 'many-' || {name}, 'MANY-' || {name}, s.form_id, s.form_digest, NULL, s.version, {answers}, 'en',
             'Child ' || {name}, '', s.state, NULL, NULL, NULL, -1, '[]', NULL, NULL, NULL, FALSE, s.submitted_at + {nth} + 1, s.updated_at
         FROM submissions s, {digits} a, {digits} b, {digits} c WHERE s.school_id = $1 AND s.id = '{id}' AND {nth} < {n}"
    );
    execute(&desk.db, "one", &rows).await.unwrap();
    let rows = format!(
        "INSERT INTO applications (school_id, submission_id, registration_id, round, bucket, held_from, review_by, hold_until, reason,
             status_since)
         SELECT a.school_id, s.id, 'ONE-' || s.id, a.round, a.bucket, NULL, NULL, NULL, NULL, a.status_since
         FROM applications a, submissions s
         WHERE a.school_id = $1 AND a.submission_id = '{id}' AND s.school_id = a.school_id AND s.id LIKE 'many-%'"
    );
    execute(&desk.db, "one", &rows).await.unwrap();
}

pub fn server(desk: &Desk) -> Work {
    let bulk = Bulk::new(desk.db.clone(), desk.clock.clone(), Arc::new(SystemRng), desk.made.clone());
    let moves = Applications::new(desk.enquiries.clone()).carries_moves(desk.registry.clone());
    bulk.work(vec![moves, desk.letters.carries_letters(desk.registry.clone())])
}

pub async fn leased(desk: &Desk) -> Option<OutboxRow> {
    let (now, one) = (desk.clock.now_ms(), scope("one"));
    let lease = desk.db.write(&one, move |tx| {
        Box::pin(async move { outbox::lease_jobs(tx, Lane::Bulk, now, now + 120_000, 1).await })
    });
    let leased: Result<_, StoreError> = lease.await;
    leased.unwrap().pop()
}

/// Takes the next step and carries it out.
async fn step(desk: &Desk) -> Option<Outcome> {
    let (job, now, one) = (leased(desk).await?, desk.clock.now_ms(), scope("one"));
    let outcome = server(desk).carry_out(&one, &job).await;
    let (id, tries, done) = (job.id.clone(), job.attempts, outcome == Outcome::Done);
    let settle = desk.db.write(&one, move |tx| {
        Box::pin(async move {
            if done {
                outbox::finish_job(tx, &id, tries, now).await
            } else {
                outbox::retry_job(tx, &id, tries, now + 30_000, "later").await
            }
        })
    });
    settle.await.map_err(|error: StoreError| error).unwrap();
    Some(outcome)
}

pub async fn run(desk: &Desk) {
    while let Some(outcome) = step(desk).await {
        assert_eq!(outcome, Outcome::Done);
    }
}

pub async fn preview(desk: &Desk, role: Role, wanted: Value) -> Got {
    desk.post(&format!("{MOVES}/preview"), wanted).staff(role).send().await
}

pub async fn ask(desk: &Desk, role: Role, wanted: Value) -> Got {
    desk.post(MOVES, wanted).staff(role).send().await
}

async fn asked(desk: &Desk, wanted: Value) -> String {
    ask(desk, OFFICER, wanted).await.is(201)["moves"]["id"].as_str().unwrap().to_owned()
}

async fn told(desk: &Desk, role: Role, id: &str) -> Value {
    let listed = desk.get(MOVES).staff(role).send().await.is(200);
    listed["items"].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap().clone()
}

/// State, and how many were moved, refused and undone.
pub async fn counts(desk: &Desk, id: &str) -> (String, [i64; 3]) {
    let one = told(desk, OFFICER, id).await;
    let n = ["moved", "refused", "undone"].map(|name| one[name].as_i64().unwrap());
    (one["state"].as_str().unwrap().to_owned(), n)
}

/// Every result, page by page.
pub async fn results(desk: &Desk, id: &str, outcome: &str) -> Vec<Value> {
    let (mut all, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let asked = [("outcome", Some(outcome)), ("cursor", cursor.as_deref())];
        let asked =
            asked.iter().filter_map(|(name, value)| value.filter(|value| !value.is_empty()).map(|value| (name, value)));
        let query: Vec<String> = asked.map(|(name, value)| format!("{name}={value}")).collect();
        let path = format!("{MOVES}/{id}/results?{}", query.join("&"));
        let page = desk.get(&path).staff(OFFICER).send().await.is(200);
        all.extend(page["items"].as_array().unwrap().iter().cloned());
        cursor = page["next_cursor"].as_str().map(str::to_owned);
        if cursor.is_none() {
            return all;
        }
    }
}

pub async fn undo(desk: &Desk, role: Role, id: &str, said: Value) -> Got {
    desk.post(&format!("{MOVES}/{id}/undo"), said).staff(role).send().await
}

async fn entries(desk: &Desk) -> i64 {
    number(&desk.db, "one", "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'status'").await
}

async fn a_mix_is_previewed_and_gives_one_result_each(desk: &Desk) {
    applying(desk, ROUND);
    let waits = apply(desk, "=Sara", "kg1").await;
    let offered = assessed(desk, "Omar", "g1").await;
    go(desk, OFFICER, &offered, "F/unconditional", json!({})).await.is(200);
    let listed = apply(desk, "Zaid", "kg1").await;
    go(desk, OFFICER, &listed, "W/waitlist", json!({})).await.is(200);
    // Whose offer is taken back is told, whether anybody wishes it or not.
    let back = json!({ "to": "S/assessed", "ids": [offered, waits], "reason_text": "A mistake" });
    let revoked = preview(desk, Role::Principal, back).await.is(200);
    assert_eq!((&revoked["withdrawn"], &revoked["notified"]), (&json!(1), &json!(1)));
    let both = "UPDATE submissions SET person_ar = 'عمر' WHERE school_id = $1 AND person = 'Omar'";
    execute(&desk.db, "one", both).await.unwrap();
    let before = entries(desk).await;
    let ids = json!([waits, offered, "nobody", listed, waits]);
    let wanted = json!({ "to": "W/waitlist", "ids": ids, "notify": true });
    let seen = preview(desk, OFFICER, wanted.clone()).await.is(200);
    assert_eq!((&seen["total"], &seen["will_move"], &seen["notified"]), (&json!(4), &json!(1), &json!(1)));
    assert_eq!(seen["withdrawn"], 0);
    let refused = seen["refused"].as_array().unwrap();
    let group = |at: usize| (refused[at]["message_id"].as_str().unwrap(), refused[at]["count"].as_i64().unwrap());
    assert_eq!((refused.len(), group(0), group(1)), (2, ("A012", 2), ("A001", 1)));
    let examples: Vec<&str> =
        refused[0]["examples"].as_array().unwrap().iter().map(|one| one["student_name"].as_str().unwrap()).collect();
    assert_eq!(
        (examples, &refused[1]["examples"], &seen["over_seats"]),
        (vec!["Omar", "Zaid"], &json!([]), &json!([]))
    );
    let arabic = |one: &Value| one["student_name_ar"].clone();
    let examples: Vec<Value> = refused[0]["examples"].as_array().unwrap().iter().map(arabic).collect();
    assert_eq!(examples, [json!("عمر"), Value::Null]);
    assert_eq!((entries(desk).await, stands(desk, &waits).await.as_str()), (before, "W/review"), "nothing is written");
    let id = asked(desk, wanted).await;
    let one = told(desk, OFFICER, &id).await;
    assert_eq!(
        (&one["state"], &one["to"], &one["total"], &one["done"]),
        (&json!("waiting"), &json!("W/waitlist"), &json!(4), &json!(0))
    );
    run(desk).await;
    assert_eq!(counts(desk, &id).await, ("done".into(), [1, 3, 0]));
    let all = results(desk, &id, "").await;
    let brief = |one: &Value| {
        ["id", "outcome", "message_id", "from"].map(|name| one[name].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(
        all.iter().map(brief).collect::<Vec<_>>(),
        [
            [waits.as_str(), "moved", "", "W/review"],
            [offered.as_str(), "refused", "A012", "F/unconditional"],
            ["nobody", "refused", "A001", ""],
            [listed.as_str(), "refused", "A012", "W/waitlist"],
        ]
    );
    assert_eq!((&all[0]["registration_id"], &all[0]["student_name"]), (&json!("ONE27-00001"), &json!("=Sara")));
    assert_eq!((&all[0]["student_name_ar"], &all[1]["student_name_ar"]), (&Value::Null, &json!("عمر")));
    assert_eq!(results(desk, &id, "refused").await.len(), 3);
    assert_eq!((entries(desk).await, stands(desk, &waits).await.as_str()), (before + 1, "W/waitlist"));
    let mails: Vec<_> = desk.messages().await.into_iter().filter(|one| one.template == "status_changed").collect();
    assert_eq!(mails.len(), 1, "whoever was not moved is not written to");
    // The file says the same, and nothing in it is a formula.
    desk.get(&format!("{MOVES}/{id}/file")).stale().staff(OFFICER).send().await.refused(403, "L018");
    let file = desk.get(&format!("{MOVES}/{id}/file")).staff(OFFICER).send().await;
    assert_eq!(file.status.as_u16(), 200, "{}", file.json());
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"one-moves.csv\"");
    let text = String::from_utf8(file.body.to_vec()).unwrap();
    let lines: Vec<&str> = text.trim_start_matches('\u{FEFF}').lines().collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[1], "ONE27-00001,'=Sara,Waiting for review,On the waiting list,Moved,");
    assert!(lines[3].starts_with(",,,On the waiting list,Not moved,\"There is no such application"), "{}", lines[3]);
    for (action, n) in [("application.moves", 1), ("application.moves_fetch", 1), ("application.move", 6)] {
        let audited = format!("SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = '{action}'");
        assert_eq!(number(&desk.db, "one", &audited).await, n, "{action}");
    }
    is_proved(desk).await;
}

async fn a_filter_means_all_that_match_when_it_is_asked(desk: &Desk) {
    applying(desk, ROUND);
    let mut there = Vec::new();
    for (name, grade) in [("Sara", "kg1"), ("Omar", "g1"), ("Zaid", "kg1")] {
        there.push(apply(desk, name, grade).await);
        desk.clock.advance(1_000);
    }
    let wanted = json!({
        "to": "W/waitlist", "filter": { "grade": ["kg1"], "status": ["W"], "sort": "student_name", "page_size": 1 }, "lng": "ar",
    });
    assert_eq!(preview(desk, OFFICER, wanted.clone()).await.is(200)["will_move"], 2);
    let id = asked(desk, wanted).await;
    let late = apply(desk, "Late", "kg1").await;
    run(desk).await;
    let moved: Vec<Value> = results(desk, &id, "moved").await.iter().map(|one| one["id"].clone()).collect();
    assert_eq!(moved, [json!(there[0]), json!(there[2])], "those that came first, first");
    assert_eq!((stands(desk, &there[1]).await, stands(desk, &late).await), ("W/review".into(), "W/review".into()));
    let file = desk.get(&format!("{MOVES}/{id}/file")).staff(OFFICER).send().await;
    let text = String::from_utf8(file.body.to_vec()).unwrap();
    assert!(text.contains("رقم التسجيل") && text.contains("في قائمة الانتظار") && !text.contains("Moved"), "{text}");
}

async fn what_is_asked_for_is_looked_at_before(desk: &Desk) {
    applying(desk, ROUND);
    let id = apply(desk, "Sara", "kg1").await;
    let many: Vec<String> = (0..501).map(|n| format!("id-{n}")).collect();
    for (wanted, at, code) in [
        (json!({ "to": "W/waitlist", "ids": [] }), "/ids", "required"),
        (json!({ "to": "W/waitlist", "ids": many }), "/ids", "maxItems"),
        (json!({ "to": "W/waitlist", "filter": { "q": "nobody" } }), "/filter", "required"),
        (json!({ "to": "R/school", "ids": [id] }), "/reason_text", "required"),
        (json!({ "to": "R/school", "ids": [id], "reason_code": "unheard_of" }), "/reason_code", "enum"),
        (json!({ "to": "O/other", "ids": [id], "reason_text": "x" }), "/review_by", "required"),
        (
            json!({ "to": "O/other", "ids": [id], "reason_text": "x", "review_by": "2026-11-20" }),
            "/review_by",
            "minDate",
        ),
        (json!({ "to": "W/waitlist", "ids": [id], "reason_text": "x".repeat(1_001) }), "/reason_text", "maxLength"),
    ] {
        for got in [preview(desk, OFFICER, wanted.clone()).await, ask(desk, OFFICER, wanted.clone()).await] {
            let refused = got.refused(422, "F003");
            let issue = &refused["errors"][0];
            assert_eq!((&issue["path"], &issue["code"]), (&json!(at), &json!(code)), "{wanted}");
        }
    }
    for wanted in [json!({ "to": "W/waitlist" }), json!({ "to": "W/waitlist", "ids": [id], "filter": {} })] {
        preview(desk, OFFICER, wanted.clone()).await.refused(400, "R001");
        ask(desk, OFFICER, wanted).await.refused(400, "R001");
    }
    // Each way asks its own right, and one that nobody but the server takes is nobody's.
    for (role, to) in [(Role::Finance, "W/waitlist"), (Role::Auditor, "W/waitlist"), (Role::SchoolAdmin, "R/expired")] {
        let wanted = json!({ "to": to, "ids": [id], "reason_text": "x" });
        preview(desk, role, wanted.clone()).await.refused(403, "A002");
        ask(desk, role, wanted).await.refused(403, "A002");
    }
    preview(desk, Role::Cashier, json!({ "to": "W/waitlist", "ids": [id] })).await.refused(403, "A002");
    let ways = desk.get(MOVES).staff(Role::Finance).send().await.is(200)["ways"].clone();
    let from = ["A/conditions_open", "A/fee_due"];
    assert_eq!(ways, json!([{ "to": "B/consents_due", "needs_reason": true, "from": from }]));
    // A list that is longer than one may be.
    execute(&desk.db, "one", "DELETE FROM applications WHERE school_id = $1").await.unwrap();
    let id = apply(desk, "Omar", "kg1").await;
    let digits = r#"json_each('["0","1","2","3","4","5","6","7","8","9"]')"#;
    like(desk, &id, 1_000).await;
    let rows = format!(
        "INSERT INTO submissions (school_id, id, reference, form_id, form_digest, draft_id, version, answers, locale, person, search_text,
             state, sort_score, tags, is_duplicate, submitted_at, updated_at)
         SELECT s.school_id, 'more-' || a.value || s.id, 'MORE-' || a.value || s.id, s.form_id, s.form_digest, NULL, 1, s.answers, 'en', '', '',
             s.state, -1, '[]', FALSE, s.submitted_at, s.updated_at
         FROM submissions s, {digits} a WHERE s.school_id = $1 AND s.id LIKE 'many-%' AND a.value < '4'"
    );
    execute(&desk.db, "one", &rows).await.unwrap();
    let rows = format!(
        "INSERT INTO applications (school_id, submission_id, registration_id, round, bucket, status_since)
         SELECT a.school_id, s.id, 'ONE-' || s.id, a.round, a.bucket, a.status_since FROM applications a, submissions s
         WHERE a.school_id = $1 AND a.submission_id = '{id}' AND s.school_id = a.school_id AND s.id LIKE 'more-%'"
    );
    execute(&desk.db, "one", &rows).await.unwrap();
    let all = json!({ "to": "W/waitlist", "filter": {} });
    let refused = preview(desk, OFFICER, all.clone()).await.refused(422, "A009");
    assert_eq!(refused["limit"], 5_000);
    ask(desk, OFFICER, all).await.refused(422, "A009");
    assert_eq!(desk.count("bulk_jobs").await, 0);
}

async fn places_go_to_those_that_came_first_and_to_no_more(desk: &Desk) {
    applying(desk, &ROUND.replace("kg1: 1", "kg1: 25"));
    let first = assessed(desk, "Sara", "kg1").await;
    like(desk, &first, 999).await;
    let wanted = json!({ "to": "F/unconditional", "filter": { "status": ["S"] } });
    let seen = preview(desk, OFFICER, wanted.clone()).await.is(200);
    assert_eq!((&seen["total"], &seen["will_move"]), (&json!(1_000), &json!(25)));
    let refused = &seen["refused"][0];
    assert_eq!(
        (&refused["message_id"], &refused["guard"], &refused["count"]),
        (&json!("A014"), &json!("seat_free"), &json!(975))
    );
    let over = &seen["over_seats"][0];
    assert_eq!((&over["bucket"], &over["free"], &over["asked"]), (&json!("kg1"), &json!(25), &json!(1_000)));
    assert_eq!(over["name"]["en"], "Text of grade.kg1");
    assert_eq!(taken(desk, "kg1").await, 0);
    let id = asked(desk, wanted).await;
    run(desk).await;
    assert_eq!(counts(desk, &id).await, ("done".into(), [25, 975, 0]));
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (25, 25));
    let moved: Vec<String> =
        results(desk, &id, "moved").await.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
    let expected: Vec<String> = std::iter::once(first).chain((0..24).map(|n| format!("many-{n:03}"))).collect();
    assert_eq!(moved, expected);
    assert_eq!(results(desk, &id, "").await.len(), 1_000);
}

/// It dies between the applications of a chunk, and between a chunk and its end.
async fn a_server_that_dies_in_a_chunk_moves_nothing_twice(desk: &Desk) {
    applying(desk, ROUND);
    let first = apply(desk, "Sara", "kg1").await;
    like(desk, &first, 59).await;
    let wanted = json!({ "to": "W/waitlist", "filter": {}, "notify": true });
    let id = asked(desk, wanted).await;
    let (work, job) = (server(desk), leased(desk).await.unwrap());
    let carried = tokio::spawn(async move { work.carry_out(&scope("one"), &job).await });
    while desk.count("bulk_moves").await == 0 {
        tokio::task::yield_now().await;
    }
    carried.abort();
    let _ = carried.await;
    // Its lease ends, and another one looks; it dies before it can say that it is done.
    desk.clock.advance(121_000);
    let job = leased(desk).await.unwrap();
    assert_eq!(server(desk).carry_out(&scope("one"), &job).await, Outcome::Done);
    desk.clock.advance(121_000);
    run(desk).await;
    assert_eq!(counts(desk, &id).await, ("done".into(), [60, 0, 0]));
    let twice = "SELECT COUNT(*) FROM (SELECT object_id FROM timeline WHERE school_id = $1 AND action = 'status'
                 GROUP BY object_id HAVING COUNT(*) > 1) more";
    assert_eq!((number(&desk.db, "one", twice).await, entries(desk).await), (0, 60), "each once");
    let mails: Vec<String> =
        desk.messages().await.into_iter().filter(|one| one.template == "status_changed").map(|one| one.to).collect();
    let families: std::collections::BTreeSet<&String> = mails.iter().collect();
    assert_eq!((mails.len(), families.len()), (60, 60), "and each family once");
}

async fn what_is_cancelled_keeps_what_was_moved(desk: &Desk) {
    applying(desk, ROUND);
    let first = apply(desk, "Sara", "kg1").await;
    like(desk, &first, CHUNK + 9).await;
    let id = asked(desk, json!({ "to": "W/waitlist", "filter": {} })).await;
    ask(desk, OFFICER, json!({ "to": "W/waitlist", "filter": {} })).await.refused(409, "A008");
    assert_eq!(step(desk).await, Some(Outcome::Done));
    let chunk = i64::try_from(CHUNK).unwrap();
    assert_eq!(counts(desk, &id).await, ("running".into(), [chunk, 0, 0]));
    let cancel = desk.post(&format!("{MOVES}/{id}/cancel"), json!({})).staff(OFFICER).send().await.is(200);
    assert_eq!((&cancel["moves"]["state"], &cancel["moves"]["can_undo"]), (&json!("cancelled"), &json!(true)));
    run(desk).await;
    assert_eq!(counts(desk, &id).await, ("cancelled".into(), [chunk, 0, 0]));
    let left = "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND state = 'W/review'";
    assert_eq!(number(&desk.db, "one", left).await, 10);
    // What was moved can be sent back all the same.
    undo(desk, OFFICER, &id, json!({})).await.is(201);
    run(desk).await;
    assert_eq!(counts(desk, &id).await, ("cancelled".into(), [0, 0, chunk]));
    assert_eq!(number(&desk.db, "one", left).await, chunk + 10);
}

async fn moves_are_undone_but_for_what_went_on(desk: &Desk) {
    applying(desk, ROUND);
    let mut all = Vec::new();
    for name in ["Sara", "Omar", "Zaid"] {
        all.push(apply(desk, name, "kg1").await);
    }
    let id = asked(desk, json!({ "to": "W/waitlist", "ids": all })).await;
    undo(desk, OFFICER, &id, json!({})).await.refused(422, "A012");
    run(desk).await;
    assert_eq!(told(desk, OFFICER, &id).await["can_undo"], true);
    // Somebody goes on with one, and somebody only writes something about another.
    go(desk, OFFICER, &all[1], "S/to_schedule", why()).await.is(200);
    go(desk, OFFICER, &all[1], "W/waitlist", json!({})).await.is(200);
    let back = undo(desk, OFFICER, &id, json!({ "reason_text": "By mistake" })).await.is(201)["moves"].clone();
    assert_eq!((&back["undo_of"], &back["to"], &back["total"]), (&json!(id), &Value::Null, &json!(3)));
    run(desk).await;
    let back = back["id"].as_str().unwrap();
    assert_eq!(counts(desk, back).await, ("done".into(), [2, 1, 0]));
    assert_eq!(counts(desk, &id).await, ("done".into(), [1, 0, 2]));
    let stayed = results(desk, back, "refused").await;
    assert_eq!((&stayed[0]["id"], &stayed[0]["message_id"]), (&json!(all[1]), &json!("A003")));
    assert_eq!((&stayed[0]["from"], &stayed[0]["to"]), (&json!("W/waitlist"), &json!("W/review")));
    let mut stand = Vec::new();
    for id in &all {
        stand.push(stands(desk, id).await);
    }
    assert_eq!(stand, ["W/review", "W/waitlist", "W/review"]);
    undo(desk, OFFICER, back, json!({})).await.refused(422, "A012");
    is_proved(desk).await;
}

async fn an_undo_needs_a_way_back(desk: &Desk) {
    applying(desk, ROUND);
    let id = apply(desk, "Sara", "kg1").await;
    let there = json!({ "to": "S/to_schedule", "ids": [id], "reason_text": "Documents come later" });
    let moves = asked(desk, there).await;
    run(desk).await;
    assert_eq!(stands(desk, &id).await, "S/to_schedule");
    assert_eq!(told(desk, OFFICER, &moves).await["can_undo"], false);
    undo(desk, OFFICER, &moves, json!({})).await.refused(422, "A012");
    // One that the school refused is opened again by an administrator alone, who says why.
    let closed = json!({ "to": "R/school", "ids": [id], "reason_code": "no_place" });
    let moves = asked(desk, closed).await;
    run(desk).await;
    assert_eq!(told(desk, OFFICER, &moves).await["can_undo"], false, "not from there, and not by them");
    assert_eq!(stands(desk, &id).await, "R/school");
    let other = apply(desk, "Omar", "kg1").await;
    let closed = json!({ "to": "R/school", "ids": [other], "reason_code": "no_place" });
    let moves = ask(desk, Role::SchoolAdmin, closed).await.is(201)["moves"]["id"].as_str().unwrap().to_owned();
    run(desk).await;
    assert_eq!(told(desk, Role::SchoolAdmin, &moves).await["can_undo"], true);
    undo(desk, Role::SchoolAdmin, &moves, json!({ "reason_code": "unheard_of" })).await.refused(422, "F003");
    let back = undo(desk, Role::SchoolAdmin, &moves, json!({})).await.is(201)["moves"]["id"].clone();
    run(desk).await;
    assert_eq!(told(desk, Role::SchoolAdmin, back.as_str().unwrap()).await["refused"], 1, "why is not said");
    undo(desk, Role::SchoolAdmin, &moves, json!({ "reason_code": "appeal" })).await.is(201);
    run(desk).await;
    assert_eq!(stands(desk, &other).await, "W/review");
}

async fn who_loses_the_right_in_the_middle_moves_nothing_more(desk: &Desk) {
    applying(desk, ROUND);
    let first = apply(desk, "Sara", "kg1").await;
    like(desk, &first, CHUNK + 9).await;
    let id = asked(desk, json!({ "to": "W/waitlist", "filter": {} })).await;
    step(desk).await;
    let roles = "UPDATE users SET roles = '[\"auditor\"]' WHERE school_id = $1 AND id = 'admissions_officer'";
    execute(&desk.db, "one", roles).await.unwrap();
    run(desk).await;
    let one = told(desk, OFFICER, &id).await;
    assert_eq!((&one["state"], &one["fault"], &one["moved"]), (&json!("failed"), &json!("A002"), &json!(CHUNK)));
    let left = "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND state = 'W/review'";
    assert_eq!(number(&desk.db, "one", left).await, 10);
}

async fn who_is_switched_off_in_a_chunk_moves_nothing_more(desk: &Desk) {
    applying(desk, ROUND);
    let first = apply(desk, "Sara", "kg1").await;
    like(desk, &first, CHUNK - 1).await;
    desk.person("one", Role::SchoolAdmin).await;
    let id = asked(
        desk,
        json!({ "to": "O/other", "filter": {}, "reason_text": "x", "review_by": "2026-12-01", "notify": true }),
    )
    .await;
    let moved = "SELECT COUNT(*) FROM bulk_moves WHERE school_id = $1";
    let switch_off = async || {
        while number(&desk.db, "one", moved).await == 0 {
            tokio::task::yield_now().await;
        }
        let admin = Caller {
            actor: Actor::User {
                id: "school_admin".into(),
                name: "Admin".into(),
                roles: vec![Role::SchoolAdmin],
                session: crate::desk::session_of("school_admin").into(),
                reach: Reach::Roles,
            },
            ..Caller::system(scope("one"))
        };
        let person = desk.identity.person(&admin, "admissions_officer".into()).await.unwrap();
        let change = json!({ "version": person.version, "status": "disabled" });
        let change: PersonChange = serde_json::from_value(change).unwrap();
        desk.identity.update_person(&admin, "admissions_officer".into(), change, &[]).await.unwrap();
        number(&desk.db, "one", moved).await
    };
    let (outcome, seen) = tokio::join!(step(desk), switch_off());
    assert_eq!(outcome, Some(Outcome::Done));
    run(desk).await;
    let all = i64::try_from(CHUNK).unwrap();
    assert!(0 < seen && seen < all, "{seen}");
    assert_eq!(number(&desk.db, "one", moved).await, seen, "no result is later than the switch");
    let stays = "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND state = 'O/other'";
    assert_eq!(number(&desk.db, "one", stays).await, seen);
    let mailed = desk.messages().await.into_iter().filter(|mail| mail.template == "status_changed").count();
    assert!(i64::try_from(mailed).unwrap() <= seen, "{mailed}");
    let listed = desk.get(&format!("{MOVES}?of=all")).staff(Role::SchoolAdmin).send().await.is(200);
    let one = &listed["items"][0];
    assert_eq!(
        (&one["id"], &one["state"], &one["by"], &one["own"]),
        (&json!(id), &json!("cancelled"), &json!("Name of admissions_officer"), &json!(false))
    );
}

async fn who_looks_after_others_ends_and_undoes_their_moves(desk: &Desk) {
    applying(desk, ROUND);
    let first = apply(desk, "Sara", "kg1").await;
    like(desk, &first, CHUNK + 9).await;
    let (admin, chunk) = (Role::SchoolAdmin, i64::try_from(CHUNK).unwrap());
    let id = asked(desk, json!({ "to": "W/waitlist", "filter": {} })).await;
    step(desk).await;
    let seen = desk.get(&format!("{MOVES}/{id}/results")).staff(admin).send().await.is(200);
    assert_eq!(seen["items"][0]["outcome"], "moved");
    let ended = desk.post(&format!("{MOVES}/{id}/cancel"), json!({})).staff(admin).send().await.is(200);
    assert_eq!((&ended["moves"]["state"], &ended["moves"]["moved"]), (&json!("cancelled"), &json!(chunk)));
    let written = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'application.moves_cancel' AND actor_id = 'school_admin'";
    assert_eq!(number(&desk.db, "one", written).await, 1);
    undo(desk, admin, &id, json!({ "reason_text": "By mistake" })).await.is(201);
    run(desk).await;
    assert_eq!(counts(desk, &id).await, ("cancelled".into(), [0, 0, chunk]));
    // What was decided for an hour is withdrawn as its own.
    let one = assessed(desk, "Omar", "g1").await;
    let later = words::clock::iso(desk.clock.now_ms() + DAY);
    let decided = asked(desk, json!({ "to": "F/unconditional", "ids": [one], "publish_at": later })).await;
    run(desk).await;
    assert_eq!(desk.count("decisions").await, 1);
    undo(desk, admin, &decided, json!({})).await.is(201);
    run(desk).await;
    assert_eq!(desk.count("decisions").await, 0);
}

async fn moves_are_whose_they_are(desk: &Desk) {
    applying(desk, ROUND);
    let id = apply(desk, "Sara", "kg1").await;
    let moves = asked(desk, json!({ "to": "W/waitlist", "ids": [id] })).await;
    run(desk).await;
    let (admin, other) = (Role::SchoolAdmin, Role::Principal);
    for role in [admin, other] {
        assert_eq!(desk.get(MOVES).staff(role).send().await.is(200)["items"], json!([]));
        desk.delete(&format!("{MOVES}/{moves}")).staff(role).send().await.refused(404, "A001");
    }
    desk.get(&format!("{MOVES}?of=all")).staff(other).send().await.refused(403, "A002");
    desk.get(&format!("{MOVES}/{moves}/results")).staff(other).send().await.refused(404, "A001");
    desk.get(&format!("{MOVES}/{moves}/file")).staff(admin).send().await.refused(404, "A001");
    desk.post(&format!("{MOVES}/{moves}/cancel"), json!({})).staff(other).send().await.refused(404, "A001");
    undo(desk, other, &moves, json!({})).await.refused(404, "A001");
    // A file of the list is no moves.
    let export = desk.post("/v1/oa/enquiries/exports", json!({ "format": "csv" })).staff(admin).send().await.is(201);
    let export = export["export"]["id"].as_str().unwrap();
    desk.get(&format!("{MOVES}/{export}/results")).staff(admin).send().await.refused(404, "A001");
    assert_eq!(desk.count("bulk_moves").await, 1);
    desk.delete(&format!("{MOVES}/{moves}")).staff(OFFICER).send().await.is(200);
    assert_eq!(desk.count("bulk_moves").await, 0, "its results go with it");
    assert_eq!(stands(desk, &id).await, "W/waitlist");
}

async fn families_are_written_to_within_the_account_s_bound(desk: &Desk) {
    applying(desk, ROUND);
    let first = apply(desk, "Sara", "kg1").await;
    like(desk, &first, 203).await;
    let id = asked(desk, json!({ "to": "W/waitlist", "filter": {}, "notify": true })).await;
    run(desk).await;
    assert_eq!(counts(desk, &id).await, ("done".into(), [200, 4, 0]));
    let stayed = results(desk, &id, "refused").await;
    assert!(stayed.iter().all(|one| one["message_id"] == "L002"), "{stayed:?}");
    let left = "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND state = 'W/review'";
    assert_eq!(number(&desk.db, "one", left).await, 4, "none is moved of which its family would not hear");
}

async fn what_is_decided_and_not_told_stays(desk: &Desk) {
    applying(desk, ROUND);
    let decided = assessed(desk, "Sara", "kg1").await;
    let open = assessed(desk, "Omar", "g1").await;
    let at = words::clock::iso(desk.clock.now_ms() + 86_400_000);
    go(desk, OFFICER, &decided, "F/unconditional", json!({ "publish_at": at })).await.is(200);
    let wanted = json!({ "to": "W/waitlist", "ids": [decided, open] });
    let seen = preview(desk, OFFICER, wanted.clone()).await.is(200);
    let refused = &seen["refused"][0];
    assert_eq!((&seen["will_move"], &refused["guard"]), (&json!(1), &json!("decision_pending")));
    let id = asked(desk, wanted).await;
    run(desk).await;
    assert_eq!(counts(desk, &id).await, ("done".into(), [1, 1, 0]));
    assert_eq!(results(desk, &id, "refused").await[0]["guard"], "decision_pending");
    assert_eq!(stands(desk, &decided).await, "S/assessed");
    // A seat that is kept for it counts before anything is told.
    let third = apply(desk, "Zaid", "kg1").await;
    for to in ["S/to_schedule", "S/scheduled", "S/assessed"] {
        go(desk, OFFICER, &third, to, why()).await.is(200);
    }
    let seen = preview(desk, OFFICER, json!({ "to": "F/unconditional", "ids": [third] })).await.is(200);
    assert_eq!((&seen["will_move"], &seen["over_seats"][0]["free"]), (&json!(0), &json!(0)));
}

/// What families were written to.
async fn mailed(desk: &Desk) -> usize {
    desk.messages().await.into_iter().filter(|one| one.template == "status_changed").count()
}

fn hour(desk: &Desk) -> String {
    words::clock::iso(desk.clock.now_ms() + 3_600_000)
}

async fn many_are_decided_for_one_hour(desk: &Desk) {
    applying(desk, ROUND);
    let mut all = Vec::new();
    for (name, grade) in [("Sara", "kg1"), ("Omar", "kg1"), ("Zaid", "g1")] {
        all.push(assessed(desk, name, grade).await);
    }
    let wanted = |at: String| json!({ "to": "F/unconditional", "ids": all, "notify": true, "publish_at": at });
    for (at, code) in [
        (words::clock::iso(desk.clock.now_ms()), "minDate"),
        (words::clock::iso(desk.clock.now_ms() + 181 * DAY), "maxDate"),
        ("tomorrow".to_owned(), "format"),
    ] {
        for got in [preview(desk, OFFICER, wanted(at.clone())).await, ask(desk, OFFICER, wanted(at)).await] {
            let issue = &got.refused(422, "F003")["errors"][0];
            assert_eq!((&issue["path"], &issue["code"]), (&json!("/publish_at"), &json!(code)));
        }
    }
    let told_at_once = json!({ "to": "W/waitlist", "ids": all, "publish_at": hour(desk) });
    assert_eq!(ask(desk, OFFICER, told_at_once).await.refused(422, "F003")["errors"][0]["code"], "enum");
    let seen = preview(desk, OFFICER, wanted(hour(desk))).await.is(200);
    assert_eq!((&seen["will_move"], &seen["will_propose"], &seen["notified"]), (&json!(2), &json!(0), &json!(2)));
    assert_eq!(seen["refused"][0]["message_id"], "A014");
    let at = hour(desk);
    let id = asked(desk, wanted(at.clone())).await;
    run(desk).await;
    let one = told(desk, OFFICER, &id).await;
    assert_eq!(
        ["publish_at", "moved", "decided", "refused", "can_undo"].map(|name| one[name].clone()),
        [json!(at), json!(0), json!(2), json!(1), json!(true)]
    );
    let outcomes: Vec<Value> = results(desk, &id, "").await.iter().map(|one| one["outcome"].clone()).collect();
    assert_eq!(outcomes, [json!("decided"), json!("refused"), json!("decided")]);
    assert_eq!((stands(desk, &all[0]).await.as_str(), mailed(desk).await), ("S/assessed", 0), "nobody hears of it yet");
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await), (1, 1), "their seats are kept");
    let file = desk.get(&format!("{MOVES}/{id}/file")).staff(OFFICER).send().await;
    assert!(String::from_utf8(file.body.to_vec()).unwrap().contains("\"Decided, to be released later\""));
    desk.clock.advance(3_600_000);
    assert_eq!(crate::decisions::sweep(desk).await, 2);
    assert_eq!((stands(desk, &all[0]).await.as_str(), mailed(desk).await), ("F/unconditional", 2));
    // What was told is not taken back by that.
    assert_eq!(told(desk, OFFICER, &id).await["can_undo"], false);
    // One whose turn comes too late is not decided.
    let late = assessed(desk, "Layla", "g1").await;
    let id = asked(desk, json!({ "to": "F/unconditional", "ids": [late], "publish_at": hour(desk) })).await;
    desk.clock.advance(3_600_000);
    run(desk).await;
    let refused = results(desk, &id, "refused").await;
    assert_eq!((&refused[0]["message_id"], &refused[0]["guard"]), (&json!("F003"), &json!("release_ahead")));
    for bucket in ["kg1", "g1"] {
        assert_eq!(taken(desk, bucket).await, keeping(desk, bucket).await, "{bucket}");
    }
    is_proved(desk).await;
}

async fn an_undo_withdraws_what_is_not_told_yet(desk: &Desk) {
    applying(desk, ROUND);
    let mut all = Vec::new();
    for name in ["Sara", "Omar", "Zaid"] {
        all.push(assessed(desk, name, "g1").await);
    }
    let at = hour(desk);
    let id = asked(desk, json!({ "to": "F/unconditional", "ids": all, "notify": true, "publish_at": at })).await;
    run(desk).await;
    // Somebody decides one of them anew.
    let decision = format!("/v1/oa/enquiries/{}/application/decision", all[1]);
    desk.delete(&decision).staff(OFFICER).send().await.is(200);
    desk.clock.advance(1_000);
    go(desk, OFFICER, &all[1], "F/conditional", json!({ "publish_at": at })).await.is(200);
    let back = undo(desk, OFFICER, &id, json!({})).await.is(201)["moves"]["id"].as_str().unwrap().to_owned();
    run(desk).await;
    let one = told(desk, OFFICER, &back).await;
    assert_eq!(["moved", "withdrawn", "refused"].map(|name| one[name].clone()), [json!(0), json!(2), json!(1)]);
    let stayed = results(desk, &back, "refused").await;
    assert_eq!((&stayed[0]["id"], &stayed[0]["message_id"]), (&json!(all[1]), &json!("A003")));
    assert_eq!((desk.count("decisions").await, taken(desk, "g1").await), (1, 1));
    desk.clock.advance(3_600_000);
    assert_eq!((crate::decisions::sweep(desk).await, mailed(desk).await), (1, 0));
    assert_eq!(
        (stands(desk, &all[0]).await, stands(desk, &all[1]).await),
        ("S/assessed".into(), "F/conditional".into())
    );
    assert_eq!(told(desk, OFFICER, &id).await["can_undo"], false);
    is_proved(desk).await;
}

async fn nobody_else_learns_what_many_are_decided_for(desk: &Desk) {
    applying(desk, ROUND);
    let one = assessed(desk, "Sara", "kg1").await;
    let before = async || -> Vec<Value> {
        let mut all = Vec::new();
        for role in [Role::Registrar, Role::Finance] {
            for path in [MOVES, "/v1/oa/seats", "/v1/oa/enquiries", "/v1/oa/tasks?whose=all"] {
                all.push(desk.get(path).staff(role).send().await.is(200));
            }
            let record = format!("/v1/oa/enquiries/{one}/application");
            all.push(desk.get(&record).staff(role).send().await.is(200));
        }
        all
    };
    let quiet = before().await;
    let id =
        asked(desk, json!({ "to": "R/school", "ids": [one], "reason_code": "no_place", "publish_at": hour(desk) }))
            .await;
    run(desk).await;
    assert_eq!((desk.count("decisions").await, before().await == quiet), (1, true));
    desk.get(&format!("{MOVES}/{id}/results")).staff(Role::Finance).send().await.refused(404, "A001");
    // Whoever asked and may not know any more learns nothing of it either.
    let lost = "UPDATE bulk_jobs SET account = 'finance' WHERE school_id = $1";
    execute(&desk.db, "one", lost).await.unwrap();
    assert_eq!(desk.get(MOVES).staff(Role::Finance).send().await.is(200)["items"], json!([]));
    for end in ["results", "file"] {
        desk.get(&format!("{MOVES}/{id}/{end}")).staff(Role::Finance).send().await.refused(403, "A002");
    }
    undo(desk, Role::Finance, &id, json!({})).await.refused(422, "A012");
}
