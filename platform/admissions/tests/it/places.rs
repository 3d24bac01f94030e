//! Whose place an application has, when its answers are changed to another grade: it stays, somebody is asked, and moves it or keeps it.

use serde_json::{Value, json};
use words::Role;

use crate::applications::{ROUND, apply, applying, assessed, expired, go, is_proved, keeping, taken, view, why};
use crate::clocks::{accept, offered};
use crate::decisions::{mails, tasks};
use crate::desk::{Desk, Got, on_both};

on_both!(
    a_place_stays_and_somebody_is_asked,
    a_place_moves_with_its_seat,
    a_place_moves_nowhere_without_a_seat,
    what_two_agreed_to_is_offered_elsewhere_by_nobody_alone,
    an_offer_that_is_over_is_offered_nowhere_else,
    what_was_accepted_in_writing_is_offered_with_its_days,
    a_place_that_is_kept_is_asked_of_no_more,
    where_somebody_sends_it_nothing_is_asked,
    what_waits_moves_no_place,
);

const OFFICER: Role = Role::AdmissionsOfficer;
const OFFER: &str = "F/unconditional";
const DAY: i64 = 24 * 60 * 60 * 1000;

/// The office changes the grade, as the family told it.
pub async fn change_grade(desk: &Desk, id: &str, grade: &str) {
    let version = view(desk, OFFICER, id).await["version"].clone();
    let body = json!({ "version": version, "changes": { "grade": grade }, "reason": "They told us" });
    desk.patch(&format!("/v1/oa/student/student_update?student_id={id}"), body).staff(OFFICER).send().await.is(200);
}

pub async fn settle(desk: &Desk, role: Role, id: &str, choice: &str) -> Got {
    let version = view(desk, Role::SchoolAdmin, id).await["version"].clone();
    let body = json!({ "version": version, "choice": choice });
    desk.put(&format!("/v1/oa/enquiries/{id}/application/place"), body).staff(role).send().await
}

async fn history(desk: &Desk, id: &str) -> Vec<Value> {
    let got = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200);
    got["enquiry"]["timeline"].as_array().unwrap().clone()
}

/// A child that was accepted in the kindergarten, whose answers say the first grade since.
async fn accepted(desk: &Desk) -> String {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, OFFER, json!({})).await.is(200);
    go(desk, OFFICER, &id, "A/fee_due", why()).await.is(200);
    change_grade(desk, &id, "g1").await;
    id
}

async fn a_place_stays_and_somebody_is_asked(desk: &Desk) {
    let id = accepted(desk).await;
    let seen = view(desk, OFFICER, &id).await;
    assert_eq!((&seen["bucket"], &seen["status"]), (&json!("kg1"), &json!("A")), "the place is where it was");
    let says = &seen["answers_place"];
    assert_eq!((&says["bucket"], &says["name"]["en"]), (&json!("g1"), &json!("Text of grade.g1")));
    assert_eq!((&says["was"]["en"], &says["may_settle"]), (&json!("Text of grade.kg1"), &json!(true)));
    assert_eq!((&says["seats"]["places"], &says["seats"]["free"]), (&json!(3), &json!(3)));
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await), (1, 0));
    let asked = tasks(desk, &id).await;
    assert_eq!(asked.len(), 1);
    assert!(asked[0].contains("The answers now say Text of grade.g1; the place is in Text of grade.kg1."), "{asked:?}");
    // Who works on no applications reads it and decides nothing.
    assert_eq!(view(desk, Role::Registrar, &id).await["answers_place"]["may_settle"], false);
    for role in [Role::Registrar, Role::Finance, Role::Auditor] {
        settle(desk, role, &id, "keep").await.refused(403, "A002");
    }
    // What is said again is asked once; what is said back is asked of nobody.
    change_grade(desk, &id, "kg1").await;
    assert_eq!(view(desk, OFFICER, &id).await["answers_place"], Value::Null);
    let listed = desk.get(&format!("/v1/oa/enquiries/{id}/tasks")).staff(OFFICER).send().await.is(200);
    assert!(listed["items"].as_array().unwrap().iter().all(|task| !task["done_at"].is_null()));
    // One that waits for review follows its answers.
    let waits = apply(desk, "Omar", "kg1").await;
    change_grade(desk, &waits, "g1").await;
    let followed = view(desk, OFFICER, &waits).await;
    assert_eq!((&followed["bucket"], &followed["answers_place"]), (&json!("g1"), &Value::Null));
    assert!(tasks(desk, &waits).await.is_empty());
    // What one has in common with another is told by the other's number.
    let record = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200)["enquiry"].clone();
    assert_eq!(record["duplicates"][0]["registration_id"], followed["registration_id"]);
    is_proved(desk).await;
}

async fn a_place_moves_with_its_seat(desk: &Desk) {
    let id = accepted(desk).await;
    let stale = json!({ "version": 1, "choice": "move" });
    desk.put(&format!("/v1/oa/enquiries/{id}/application/place"), stale)
        .staff(OFFICER)
        .send()
        .await
        .refused(409, "A003");
    let moved = settle(desk, OFFICER, &id, "move").await.is(200);
    assert_eq!(
        (&moved["bucket"], &moved["status"], &moved["answers_place"]),
        (&json!("g1"), &json!("A"), &Value::Null)
    );
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await), (0, 1));
    assert_eq!((keeping(desk, "kg1").await, keeping(desk, "g1").await), (0, 1));
    let last = history(desk, &id).await.pop().unwrap();
    assert_eq!((&last["kind"], &last["to"]), (&json!("bucket"), &json!("Text of grade.g1")));
    settle(desk, OFFICER, &id, "move").await.refused(404, "A001");
    settle(desk, OFFICER, &id, "keep").await.is(200);
    desk.submit("trial", json!({ "child_name": "Layla" }), None).await.is(201);
    let enquiry = desk.list("q=layla").await["items"][0]["id"].as_str().unwrap().to_owned();
    let body = json!({ "version": 1, "choice": "keep" });
    desk.put(&format!("/v1/oa/enquiries/{enquiry}/application/place"), body)
        .staff(OFFICER)
        .send()
        .await
        .refused(404, "A001");
    is_proved(desk).await;
}

async fn a_place_moves_nowhere_without_a_seat(desk: &Desk) {
    applying(desk, &ROUND.replace("g1: 3", "g1: 1"));
    let (id, other) = (assessed(desk, "Sara", "kg1").await, assessed(desk, "Omar", "g1").await);
    for one in [&id, &other] {
        go(desk, OFFICER, one, OFFER, json!({})).await.is(200);
    }
    change_grade(desk, &id, "g1").await;
    let full = settle(desk, OFFICER, &id, "move").await.refused(422, "A014");
    assert_eq!((&full["guard"], &full["bucket"], &full["taken"]), (&json!("seat_free"), &json!("g1"), &json!(1)));
    let seen = view(desk, OFFICER, &id).await;
    assert_eq!((&seen["bucket"], &seen["answers_place"]["bucket"]), (&json!("kg1"), &json!("g1")));
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await), (1, 1));
    // Once a seat falls free it goes, and the one that it had is free for who is next.
    let next = apply(desk, "Zaid", "kg1").await;
    go(desk, OFFICER, &next, "W/waitlist", json!({})).await.is(200);
    go(desk, OFFICER, &other, "R/declined", why()).await.is(200);
    settle(desk, OFFICER, &id, "move").await.is(200);
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await), (0, 1));
    assert!(tasks(desk, &next).await[0].contains("A place is available in Text of grade.kg1"));
    // Who has the offer is told of the new one.
    let told = mails(desk).await;
    assert_eq!(told.last().map(|mail| mail.params["grade"].clone()), Some(json!("Text of grade.g1")));
    is_proved(desk).await;
}

async fn what_two_agreed_to_is_offered_elsewhere_by_nobody_alone(desk: &Desk) {
    applying(desk, &format!("{ROUND}    approval: principal\n"));
    let id = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, OFFER, json!({})).await.is(200);
    crate::proposals::approve(desk, Role::Principal, &id).await.is(200);
    change_grade(desk, &id, "g1").await;
    for role in [OFFICER, Role::SchoolAdmin] {
        assert_eq!(settle(desk, role, &id, "move").await.refused(422, "A012")["guard"], "four_eyes");
    }
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await), (1, 0));
    settle(desk, OFFICER, &id, "keep").await.is(200);
}

async fn an_offer_that_is_over_is_offered_nowhere_else(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, OFFER, json!({})).await.is(200);
    change_grade(desk, &id, "g1").await;
    desk.clock.advance(30 * DAY);
    // The server has not ended it yet.
    assert_eq!(settle(desk, OFFICER, &id, "move").await.refused(422, "A012")["guard"], "offer_stands");
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await), (1, 0));
}

async fn what_was_accepted_in_writing_is_offered_with_its_days(desk: &Desk) {
    applying(desk, ROUND);
    let (id, page) = offered(desk, "Sara").await;
    accept(desk, &page).await.is(200);
    change_grade(desk, &id, "g1").await;
    desk.clock.advance(30 * DAY);
    let moved = settle(desk, OFFICER, &id, "move").await.is(200);
    assert_eq!((&moved["bucket"], &moved["acceptance"]), (&json!("g1"), &Value::Null));
    // It is open as long as a new one, and is not ended at once.
    assert_eq!(expired(desk).await, 0);
    assert_eq!(view(desk, OFFICER, &id).await["status"], "F");
    desk.clock.advance(30 * DAY);
    assert_eq!(expired(desk).await, 1);
}

async fn a_place_that_is_kept_is_asked_of_no_more(desk: &Desk) {
    let id = accepted(desk).await;
    let kept = settle(desk, OFFICER, &id, "keep").await.is(200);
    assert_eq!((&kept["bucket"], &kept["answers_place"]), (&json!("kg1"), &Value::Null));
    let last = history(desk, &id).await.pop().unwrap();
    assert_eq!((&last["kind"], &last["from"], &last["to"]), (&json!("place_kept"), &Value::Null, &Value::Null));
    assert_eq!(last["from_words"]["ar"], "Text of grade.kg1");
    assert_eq!(last["to_words"]["en"], "Text of grade.g1");
    // A task that is done is the same as a place that is kept.
    change_grade(desk, &id, "kg1").await;
    change_grade(desk, &id, "g1").await;
    let path = format!("/v1/oa/enquiries/{id}/tasks");
    let listed = desk.get(&path).staff(OFFICER).send().await.is(200)["items"].clone();
    let open = listed.as_array().unwrap().iter().find(|task| task["done_at"].is_null()).unwrap();
    let done = json!({ "version": open["version"], "done": true });
    desk.patch(&format!("{path}/{}", open["id"].as_str().unwrap()), done).staff(OFFICER).send().await.is(200);
    assert_eq!(view(desk, OFFICER, &id).await["answers_place"], Value::Null);
    // It is read in one language each, here and in the history, by the application's own number.
    let (en, ar) = (open["text"]["en"].as_str().unwrap(), open["text"]["ar"].as_str().unwrap());
    assert!(en.starts_with("The answers now say") && ar.starts_with("تشير الإجابات الآن إلى"), "{en} {ar}");
    assert_eq!((&open["enquiry"]["reference"], &open["by_rules"]), (&kept["registration_id"], &json!(false)));
    let last = history(desk, &id).await.pop().unwrap();
    assert_eq!((&last["kind"], &last["comment"], &last["reason_words"]), (&json!("task"), &Value::Null, &open["text"]));
    is_proved(desk).await;
}

async fn where_somebody_sends_it_nothing_is_asked(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    change_grade(desk, &id, "g1").await;
    assert_eq!(view(desk, OFFICER, &id).await["answers_place"]["bucket"], "g1");
    go(desk, OFFICER, &id, OFFER, json!({ "bucket": "g1" })).await.is(200);
    let seen = view(desk, OFFICER, &id).await;
    assert_eq!((&seen["bucket"], &seen["answers_place"]), (&json!("g1"), &Value::Null));
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await), (0, 1));
}

async fn what_waits_moves_no_place(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    let at = words::clock::iso(words::Clock::now_ms(&*desk.clock) + 60 * 60 * 1000);
    go(desk, OFFICER, &id, OFFER, json!({ "publish_at": at })).await.is(200);
    change_grade(desk, &id, "g1").await;
    let waits = settle(desk, OFFICER, &id, "move").await.refused(422, "A012");
    assert_eq!(waits["guard"], "decision_pending");
    settle(desk, OFFICER, &id, "keep").await.is(200);
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await), (1, 0));
}
