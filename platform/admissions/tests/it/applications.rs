//! Applications: what becomes one, where it goes and who sends it, and the seats that it takes.

use admissions::applications::Applications;
use admissions::enquiries::HISTORY;
use futures_util::future::join_all;
use kernel::crypto::Secret;
use kernel::jobs::Outcome;
use kernel::outbox::{self, Lane};
use kernel::timeline::verify;
use serde_json::{Value, json};
use words::{Clock as _, Role, SchoolId};

use crate::database::{execute, number, scope};
use crate::desk::{DAY, Desk, Got, on_both};
use crate::forms;
use crate::proposals::approve;

on_both!(
    what_comes_by_the_application_form_is_an_application,
    an_enquiry_s_states_move_no_application,
    one_goes_all_the_way_to_a_seat,
    every_guard_says_no,
    a_hold_returns_to_where_it_came_from,
    one_seat_and_three_officers_at_once,
    nobody_is_sent_where_no_places_are_counted,
    an_offer_ends_at_midnight_and_its_seat_is_free_once,
    one_that_cannot_end_keeps_no_other,
    whoever_offers_after_midnight_waits_for_no_sweep,
    a_closed_round_takes_nobody_in,
    the_list_is_narrowed_and_counted,
    who_enrols_and_who_counts_fees_read_applications_alone,
    a_family_reads_where_it_stands_and_takes_it_back,
    a_family_that_is_to_be_told_gets_a_mail,
    nobody_passes_a_full_grade_by_another_name,
);

pub const OFFICER: Role = Role::AdmissionsOfficer;
pub const HOUR: i64 = 60 * 60 * 1000;
/// One place in the kindergarten, three in the first grade.
pub const ROUND: &str = "rounds:\n  - id: \"2027\"\n    year: 2027-2028\n    places: { kg1: 1, g1: 3 }\n";

/// An application form with a grade to choose, and the rounds of the school.
pub fn applying(desk: &Desk, rounds: &str) {
    forms::applying(&desk.bundle("one"), rounds);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

pub fn values(name: &str, grade: &str) -> Value {
    json!({ "child_name": name, "grade": grade, "year": "2027-2028", "dob": "2021-03-04", "guardian_email": "huda@example.org" })
}

/// A new application; the submission's id.
pub async fn apply(desk: &Desk, name: &str, grade: &str) -> String {
    let reference = desk.submit("apply", values(name, grade), None).await.reference();
    desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned()
}

pub async fn view(desk: &Desk, role: Role, id: &str) -> Value {
    desk.get(&format!("/v1/oa/enquiries/{id}/application")).staff(role).send().await.is(200)
}

pub async fn stands(desk: &Desk, id: &str) -> String {
    let seen = view(desk, Role::SchoolAdmin, id).await;
    [&seen["status"], &seen["sub_status"]].map(|part| part.as_str().unwrap()).join("/").trim_end_matches('/').to_owned()
}

/// Sends it there over the version that it has now.
pub async fn go(desk: &Desk, role: Role, id: &str, to: &str, more: Value) -> Got {
    let version = view(desk, Role::SchoolAdmin, id).await["version"].clone();
    let mut transition = json!({ "to": to });
    if to == "S/scheduled" {
        transition["appointment"] = json!({ "at": "2027-01-10T06:30:00Z", "place": "Main building" });
    }
    transition.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let body = json!({ "version": version, "transition": transition });
    desk.patch(&format!("/v1/oa/student/student_update?student_id={id}"), body).staff(role).send().await
}

pub fn why() -> Value {
    json!({ "reason_text": "It is on its way" })
}

/// An application that was seen, and may be offered a seat.
pub async fn assessed(desk: &Desk, name: &str, grade: &str) -> String {
    let id = apply(desk, name, grade).await;
    go(desk, OFFICER, &id, "S/to_schedule", why()).await.is(200);
    go(desk, OFFICER, &id, "S/scheduled", json!({})).await.is(200);
    go(desk, OFFICER, &id, "S/assessed", json!({})).await.is(200);
    id
}

pub async fn taken(desk: &Desk, bucket: &str) -> i64 {
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(taken), 0) AS BIGINT) FROM seats WHERE school_id = $1 AND bucket = '{bucket}'"
    );
    number(&desk.db, "one", &sql).await
}

/// The same, counted.
pub async fn keeping(desk: &Desk, bucket: &str) -> i64 {
    let sql = format!(
        "SELECT COUNT(*) FROM applications a JOIN submissions s ON s.school_id = a.school_id AND s.id = a.submission_id
         WHERE a.school_id = $1 AND a.bucket = '{bucket}' AND (s.state LIKE 'F/%' OR s.state LIKE 'A/%' OR s.state LIKE 'B/%' OR s.state = 'C'
             OR (s.state LIKE 'O/%' AND a.held_from LIKE 'A/%' AND NOT a.seat_ended))"
    );
    number(&desk.db, "one", &sql).await
}

pub async fn is_proved(desk: &Desk) {
    let secret = Secret::new(vec![7; 32]).unwrap();
    let verified = verify(&desk.db, &scope("one"), &secret, &[HISTORY]).await.unwrap();
    assert_eq!(verified.broken, None);
}

pub async fn expired(desk: &Desk) -> usize {
    Applications::new(desk.enquiries.clone()).expire(&desk.school("one")).await.unwrap()
}

/// What the worker tells of offers that ended, as far as it is due, each twice; how many.
pub async fn tell_of_ends(desk: &Desk) -> usize {
    let (one, now) = (scope("one"), desk.clock.now_ms());
    let lease = desk.db.write(&one, move |tx| {
        Box::pin(async move { outbox::lease_jobs(tx, Lane::Rest, now, now + 1_000 * DAY, 100).await })
    });
    let jobs: Result<_, kernel::StoreError> = lease.await;
    let jobs: Vec<_> = jobs.unwrap().into_iter().filter(|job| job.kind == "application.offer_ended").collect();
    let work = Applications::new(desk.enquiries.clone()).work(desk.registry.clone());
    for job in &jobs {
        for _ in 0..2 {
            assert_eq!(work.carry_out(&one, job).await, Outcome::Done);
        }
    }
    jobs.len()
}

/// The school has sent as many replies as it may in this hour.
pub async fn may_send_no_more(desk: &Desk) {
    let now = desk.clock.now_ms();
    let began = now - now.rem_euclid(HOUR);
    let full = format!(
        "INSERT INTO allowances (school_id, name, holder, began, used)
         VALUES ($1, 'replies.school.hour', '', {began}, 100000), ($1, 'replies.kept.hour', '', {began}, 100000)"
    );
    execute(&desk.db, "one", &full).await.unwrap();
}

/// What the sweep of holds does.
pub async fn review(desk: &Desk) -> usize {
    Applications::new(desk.enquiries.clone()).review_due(&desk.school("one")).await.unwrap()
}

pub const SEATS_ENDED: &str = "SELECT COUNT(*) FROM applications WHERE school_id = $1 AND seat_ended";

async fn what_comes_by_the_application_form_is_an_application(desk: &Desk) {
    applying(desk, ROUND);
    let first = apply(desk, "Sara", "kg1").await;
    let second = apply(desk, "Omar", "g1").await;
    let seen = view(desk, OFFICER, &first).await;
    assert_eq!(
        (&seen["registration_id"], &seen["status"], &seen["sub_status"], &seen["round"], &seen["bucket"]),
        (&json!("ONE27-00001"), &json!("W"), &json!("review"), &json!("2027"), &json!("kg1"))
    );
    assert_eq!((&seen["bucket_name"]["en"], &seen["year"]), (&json!("Text of grade.kg1"), &json!("2027-2028")));
    assert_eq!((&seen["seats"]["places"], &seen["seats"]["free"]), (&json!(1), &json!(1)));
    assert_eq!(view(desk, OFFICER, &second).await["registration_id"], "ONE27-00002");
    let opened = desk.get(&format!("/v1/oa/enquiries/{first}")).staff(OFFICER).send().await.is(200)["enquiry"].clone();
    assert_eq!((&opened["state"], &opened["next_states"]), (&json!("W/review"), &json!([])));
    assert_eq!(
        (&opened["timeline"][0]["kind"], &opened["timeline"][0]["to"]),
        (&json!("submitted"), &json!("W/review"))
    );
    assert_eq!(desk.list("q=one27-00001").await["items"][0]["id"], *first, "staff find it by its number");
    assert_eq!(desk.list("state=W/review").await["total"], 2);
    // A status is all that refines it.
    assert_eq!(
        (desk.list("state=W").await["total"].clone(), desk.list("state=F,W").await["total"].clone()),
        (json!(2), json!(2))
    );
    assert_eq!(desk.list("state=F").await["total"], 0);
    // One draft is one application, and a key that comes twice costs no number.
    let draft = desk.draft("apply", values("Zaid", "g1")).await;
    for key in ["the-key-of-the-first", "the-key-of-the-first", "the-key-of-the-other"] {
        desk.submit_as("apply", values("Zaid", "g1"), Some(&draft), key).send().await.is(201);
    }
    let last = "SELECT last_value FROM counters WHERE school_id = $1 AND name = 'registration-27'";
    assert_eq!((number(&desk.db, "one", last).await, desk.count("applications").await), (3, 3));
    // Any other form stays what it was.
    desk.submit("trial", json!({ "child_name": "Layla" }), None).await.is(201);
    let other = desk.list("q=layla").await["items"][0].clone();
    assert_eq!(other["state"], "new");
    let path = format!("/v1/oa/enquiries/{}/application", other["id"].as_str().unwrap());
    desk.get(&path).staff(OFFICER).send().await.refused(404, "A001");
    assert_eq!(
        desk.list("").await["counts"],
        json!({ "new": 1, "contacted": 0, "toured": 0, "applying": 0, "lost": 0 })
    );
    assert_eq!(desk.list("").await["total"], 4);
    is_proved(desk).await;
}

async fn an_enquiry_s_states_move_no_application(desk: &Desk) {
    applying(desk, ROUND);
    let me = desk.person("one", OFFICER).await;
    let id = apply(desk, "Sara", "kg1").await;
    let path = format!("/v1/oa/enquiries/{id}");
    let moved = desk.patch(&path, json!({ "version": 1, "state": "contacted" })).staff(OFFICER).send().await;
    moved.refused(422, "A012");
    let change = json!({ "version": 1, "owner": me, "comment": "I look after it" });
    let changed = desk.patch(&path, change).staff(OFFICER).send().await.is(200)["enquiry"].clone();
    assert_eq!((&changed["state"], &changed["owner"]["id"]), (&json!("W/review"), &json!(me)));
    // An enquiry's own way is as it was.
    desk.submit("trial", json!({ "child_name": "Layla" }), None).await.is(201);
    let other = desk.list("q=layla").await["items"][0]["id"].as_str().unwrap().to_owned();
    let change = json!({ "version": 1, "state": "contacted" });
    desk.patch(&format!("/v1/oa/enquiries/{other}"), change).staff(OFFICER).send().await.is(200);
    go_nowhere(desk, &other).await;
    is_proved(desk).await;
}

/// No application's way leads on from an enquiry.
async fn go_nowhere(desk: &Desk, id: &str) {
    let body = json!({ "version": 2, "transition": { "to": "S/to_schedule" } });
    let path = format!("/v1/oa/student/student_update?student_id={id}");
    desk.patch(&path, body).staff(OFFICER).send().await.refused(404, "A001");
}

async fn one_goes_all_the_way_to_a_seat(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    assert_eq!(taken(desk, "kg1").await, 0);
    let offered = go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    assert_eq!(
        (&offered["status"], &offered["offer_until"], &offered["hold_until"]),
        (&json!("F"), &json!("2026-11-28"), &json!("2026-11-28T20:00:00Z")),
        "to the school's midnight"
    );
    assert_eq!((&offered["seats"]["offered"], &offered["seats"]["free"]), (&json!(1), &json!(0)));
    let reasons = offered["reasons"].as_array().unwrap();
    let by_telephone = reasons.iter().find(|one| one["code"] == "accepted_by_telephone").unwrap();
    assert_eq!((&by_telephone["text"]["en"], &by_telephone["statuses"]), (&json!("Accepted by phone"), &json!(["A"])));
    let said = json!({ "reason_code": "family_asked", "reason_text": "She called" });
    let accepted = go(desk, OFFICER, &id, "A/fee_due", said).await.is(200);
    assert_eq!((&accepted["hold_until"], &accepted["reason"]), (&Value::Null, &json!("family_asked")));
    go(desk, Role::Finance, &id, "B/consents_due", why()).await.is(200);
    assert_eq!(stands(desk, &id).await, "B/originals_due", "no consent is needed: it goes on by itself");
    // What is missing nobody has seen: whoever enrols all the same says why.
    let short = go(desk, Role::Registrar, &id, "C", json!({})).await.refused(422, "A015");
    assert_eq!(short["guard"], "checklist_complete_or_waived");
    let enrolled = go(desk, Role::Registrar, &id, "C", why()).await.is(200);
    assert_eq!(
        (&enrolled["status"], &enrolled["sub_status"], &enrolled["allowed"]),
        (&json!("C"), &json!(""), &json!([]))
    );
    assert_eq!(
        (&enrolled["seats"]["on_roll"], &enrolled["seats"]["free"]),
        (&json!(1), &json!(0)),
        "who is enrolled sits"
    );
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (1, 1));
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200)["enquiry"].clone();
    let told: Vec<_> =
        opened["timeline"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "status").collect();
    let went: Vec<&str> = told.iter().map(|entry| entry["to"].as_str().unwrap()).collect();
    let way = [
        "S/to_schedule",
        "S/scheduled",
        "S/assessed",
        "F/unconditional",
        "A/fee_due",
        "B/consents_due",
        "B/originals_due",
        "C",
    ];
    assert_eq!(went, way);
    let by = |at: usize| (told[at]["role"].as_str().unwrap(), told[at]["reason"].clone(), told[at]["comment"].clone());
    assert_eq!(by(4), ("admissions_officer", json!("family_asked"), json!("She called")));
    assert_eq!((by(5).0, by(7).0), ("finance", "registrar"));
    let audited = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'application.move'";
    assert_eq!(number(&desk.db, "one", audited).await, 7);
    is_proved(desk).await;
}

async fn every_guard_says_no(desk: &Desk) {
    applying(desk, &format!("{ROUND}    approval: principal\n"));
    let id = apply(desk, "Sara", "kg1").await;
    let missing = go(desk, OFFICER, &id, "S/to_schedule", json!({})).await.refused(422, "A015");
    assert_eq!(
        (&missing["missing"][0]["en"], &missing["guard"]),
        (&json!("Text of paper"), &json!("checklist_complete_or_waived"))
    );
    let direct = go(desk, Role::Principal, &id, "F/unconditional", json!({})).await.refused(422, "A012");
    assert_eq!(direct["guard"], "school_allows_direct_offer");
    let shown = |seen: &Value| -> Vec<String> {
        seen["allowed"].as_array().unwrap().iter().map(|one| one["to"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(direct["allowed"], json!(shown(&view(desk, Role::Principal, &id).await)));
    // From where it stands there is no such way at all.
    let nowhere = go(desk, OFFICER, &id, "B/consents_due", why()).await.refused(422, "A012");
    assert_eq!(nowhere["allowed"], json!(shown(&view(desk, OFFICER, &id).await)));
    assert!(!shown(&view(desk, OFFICER, &id).await).is_empty());
    go(desk, Role::Finance, &id, "W/waitlist", json!({})).await.refused(403, "A002");
    go(desk, Role::Cashier, &id, "W/waitlist", json!({})).await.refused(403, "A002");
    // Why, when, and over which version.
    let silent = go(desk, OFFICER, &id, "R/school", json!({ "reason_text": "  " })).await.refused(422, "F003");
    assert_eq!(silent["errors"][0]["path"], "/transition/reason_text");
    let hold = go(desk, OFFICER, &id, "O/documents", why()).await.refused(422, "F003");
    assert_eq!(
        (&hold["errors"][0]["path"], &hold["errors"][0]["code"]),
        (&json!("/transition/review_by"), &json!("required"))
    );
    for (field, bad) in
        [("review_by", "tomorrow"), ("review_by", "2026-11-20"), ("bucket", "KG 1"), ("reason_code", "No Place!")]
    {
        let got =
            go(desk, OFFICER, &id, "O/documents", json!({ "reason_text": "x", field: bad })).await.refused(422, "F003");
        assert_eq!(got["errors"][0]["path"], format!("/transition/{field}"));
    }
    let path = format!("/v1/oa/student/student_update?student_id={id}");
    let stale = json!({ "version": 9, "transition": { "to": "W/waitlist" } });
    desk.patch(&path, stale).staff(OFFICER).send().await.refused(409, "A003");
    let unknown = json!({ "version": 1, "transition": { "to": "F/embargoed" } });
    desk.patch(&path, unknown).staff(OFFICER).send().await.refused(400, "R001");
    assert_eq!(stands(desk, &id).await, "W/review", "nothing of that moved it");
    // The principal approves offers here.
    let ready = assessed(desk, "Omar", "kg1").await;
    let offers = |seen: &Value| shown(seen).iter().any(|to| to.starts_with("F/"));
    assert!(offers(&view(desk, OFFICER, &ready).await) && !offers(&view(desk, Role::Registrar, &ready).await));
    go(desk, Role::Registrar, &ready, "F/conditional", json!({})).await.refused(403, "A002");
    go(desk, OFFICER, &ready, "F/conditional", json!({})).await.is(200);
    approve(desk, OFFICER, &ready).await.refused(403, "A002");
    approve(desk, Role::Principal, &ready).await.is(200);
    let full = assessed(desk, "Zaid", "kg1").await;
    let none = go(desk, Role::Principal, &full, "F/conditional", json!({})).await.refused(422, "A014");
    assert_eq!((&none["places"], &none["taken"], &none["over_offer"]), (&json!(1), &json!(1), &json!(0)));
    // There is a place elsewhere.
    go(desk, Role::Principal, &full, "F/conditional", json!({ "bucket": "g1" })).await.is(200);
    let other = approve(desk, Role::SchoolAdmin, &full).await.is(200);
    assert_eq!((&other["bucket"], taken(desk, "g1").await), (&json!("g1"), 1));
    // An offer whose hour has come is accepted by nobody.
    desk.clock.advance(8 * DAY);
    go(desk, OFFICER, &full, "A/conditions_open", why()).await.refused(422, "A012");
    // A brother or a sister of a child here is refused by the principal alone.
    let tagged = format!("UPDATE submissions SET tags = '[\"tag.sibling\"]' WHERE school_id = $1 AND id = '{id}'");
    execute(&desk.db, "one", &tagged).await.unwrap();
    go(desk, OFFICER, &id, "R/school", why()).await.is(200);
    assert_eq!(stands(desk, &id).await, "W/review", "an officer proposes it");
    go(desk, Role::Principal, &id, "R/school", why()).await.is(200);
    go(desk, OFFICER, &id, "W/review", why()).await.refused(403, "A002");
    go(desk, Role::SchoolAdmin, &id, "W/review", why()).await.is(200);
    is_proved(desk).await;
}

async fn a_hold_returns_to_where_it_came_from(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    let hold = json!({ "reason_code": "documents_missing", "review_by": "2026-12-01" });
    let held = go(desk, OFFICER, &id, "O/documents", hold.clone()).await.is(200);
    assert_eq!((&held["held_from"], &held["review_by"]), (&json!("S/assessed"), &json!("2026-12-01")));
    assert_eq!(taken(desk, "kg1").await, 0, "it had no seat");
    go(desk, OFFICER, &id, "A/fee_due", json!({})).await.refused(422, "A012");
    go(desk, OFFICER, &id, "W/review", json!({})).await.refused(422, "A012");
    // Another reason to wait is no other place to return to.
    let other = go(desk, OFFICER, &id, "O/payment", hold.clone()).await.is(200);
    assert_eq!(other["held_from"], "S/assessed");
    let back: Vec<_> = other["allowed"].as_array().unwrap().iter().map(|one| one["to"].clone()).collect();
    assert!(back.contains(&json!("S/assessed")) && !back.contains(&json!("S/scheduled")), "{back:?}");
    let back = go(desk, OFFICER, &id, "S/assessed", json!({})).await.is(200);
    assert_eq!((&back["held_from"], &back["review_by"]), (&Value::Null, &Value::Null));
    // What is accepted keeps its seat meanwhile.
    go(desk, OFFICER, &id, "F/conditional", json!({})).await.is(200);
    go(desk, OFFICER, &id, "A/conditions_open", why()).await.is(200);
    let held = go(desk, OFFICER, &id, "O/other", hold).await.is(200);
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (1, 1));
    // A hold is no way around what an acceptance is: it ends withdrawn, and nothing else of it is offered.
    let ends = held["allowed"].as_array().unwrap().iter().filter(|one| one["to"].as_str().unwrap().starts_with('R'));
    assert_eq!(ends.map(|one| &one["to"]).collect::<Vec<_>>(), ["R/withdrawn"]);
    for to in ["R/school", "R/duplicate"] {
        let refused = go(desk, OFFICER, &id, to, why()).await.refused(422, "A012");
        assert_eq!(refused["guard"], "was_never_accepted");
    }
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (1, 1));
    go(desk, OFFICER, &id, "R/withdrawn", why()).await.is(200);
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (0, 0));
    is_proved(desk).await;
}

/// Of the specification's own examples (3.11).
async fn one_seat_and_three_officers_at_once(desk: &Desk) {
    applying(desk, ROUND);
    desk.person("one", OFFICER).await;
    let mut all = Vec::new();
    for name in ["Sara", "Omar", "Zaid"] {
        all.push(assessed(desk, name, "kg1").await);
    }
    let got = join_all(all.iter().map(|id| go(desk, OFFICER, id, "F/unconditional", json!({})))).await;
    assert_eq!(got.iter().filter(|got| got.status == 200).count(), 1);
    for got in got.iter().filter(|got| got.status != 200) {
        got.refused(422, "A014");
    }
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (1, 1));
    let offers =
        "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'status' AND to_value = 'F/unconditional'";
    assert_eq!(number(&desk.db, "one", offers).await, 1);
    is_proved(desk).await;
}

async fn nobody_is_sent_where_no_places_are_counted(desk: &Desk) {
    applying(desk, &ROUND.replace("g1: 3", "g1/girls: 1"));
    let id = assessed(desk, "Sara", "kg1").await;
    for bucket in ["zzz", "g7/x", "kg1/main", "g1/boys", "any"] {
        for more in [json!({ "bucket": bucket }), json!({ "bucket": bucket, "publish_at": "2026-11-23T08:00:00Z" })] {
            let problem = go(desk, OFFICER, &id, "F/unconditional", more).await.refused(422, "F003");
            let told = (&problem["errors"][0]["path"], &problem["errors"][0]["code"]);
            assert_eq!(told, (&json!("/transition/bucket"), &json!("enum")), "{bucket}");
        }
    }
    assert_eq!(desk.count("seats").await, 0);
    // What the round counts, what the form knows, and where it is already.
    for bucket in ["g1/girls", "g1"] {
        let hold = json!({ "bucket": bucket, "review_by": "2026-12-01", "reason_text": "x" });
        assert_eq!(go(desk, OFFICER, &id, "O/other", hold).await.is(200)["bucket"], bucket);
        go(desk, OFFICER, &id, "S/assessed", json!({})).await.is(200);
    }
    execute(&desk.db, "one", "UPDATE applications SET bucket = 'former' WHERE school_id = $1").await.unwrap();
    go(desk, OFFICER, &id, "F/unconditional", json!({ "bucket": "former" })).await.is(200);
    is_proved(desk).await;
}

async fn one_that_cannot_end_keeps_no_other(desk: &Desk) {
    applying(desk, ROUND);
    let (broken, ends) = (assessed(desk, "Sara", "g1").await, assessed(desk, "Omar", "kg1").await);
    let next = assessed(desk, "Zaid", "kg1").await;
    for id in [&broken, &ends] {
        go(desk, OFFICER, id, "F/unconditional", json!({})).await.is(200);
    }
    // The first in their order stands nowhere that anybody knows.
    for (set, id) in [
        ("submissions SET state = 'F/nowhere'", "id"),
        ("applications SET hold_until = hold_until - 1", "submission_id"),
    ] {
        let sql = format!("UPDATE {set} WHERE school_id = $1 AND {id} = '{broken}'");
        assert_eq!(execute(&desk.db, "one", &sql).await.unwrap(), 1);
    }
    desk.clock.advance(8 * DAY);
    let applications = Applications::new(desk.enquiries.clone());
    assert!(applications.expire(&desk.school("one")).await.is_err(), "it is told");
    assert_eq!((stands(desk, &ends).await.as_str(), taken(desk, "kg1").await), ("R/expired", 0));
    // Nor does it keep an officer from a place.
    go(desk, OFFICER, &next, "F/unconditional", json!({})).await.is(200);
    desk.clock.advance(8 * DAY);
    let last = assessed(desk, "Layla", "kg1").await;
    go(desk, OFFICER, &last, "F/unconditional", json!({})).await.is(200);
    assert_eq!((stands(desk, &next).await.as_str(), taken(desk, "kg1").await), ("R/expired", 1));
}

async fn an_offer_ends_at_midnight_and_its_seat_is_free_once(desk: &Desk) {
    applying(desk, ROUND);
    let me = desk.person("one", OFFICER).await;
    let id = assessed(desk, "Sara", "kg1").await;
    let next = apply(desk, "Omar", "kg1").await;
    let owner = json!({ "version": 1, "owner": me });
    desk.patch(&format!("/v1/oa/enquiries/{next}"), owner).staff(OFFICER).send().await.is(200);
    go(desk, OFFICER, &next, "W/waitlist", json!({})).await.is(200);
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    desk.clock.advance(7 * DAY + 11 * HOUR);
    assert_eq!(expired(desk).await, 0, "an hour before midnight");
    desk.clock.advance(HOUR);
    let (one, two) = tokio::join!(expired(desk), expired(desk));
    assert_eq!(one + two, 1);
    assert_eq!((stands(desk, &id).await.as_str(), expired(desk).await), ("R/expired", 0));
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (0, 0));
    let tasks =
        desk.get(&format!("/v1/oa/enquiries/{next}/tasks")).staff(OFFICER).send().await.is(200)["items"].clone();
    let [en, ar] = ["en", "ar"].map(|language| tasks[0]["text"][language].as_str().unwrap());
    assert!(en.starts_with("A place is available in Text of grade.kg1") && !en.contains("قائمة"), "{en}");
    assert!(ar.contains("قائمة الانتظار") && !ar.contains("available"), "{ar}");
    assert_eq!((&tasks[0]["assigned_to"]["id"], tasks.as_array().unwrap().len()), (&json!(me), 1));
    desk.clock.advance(6 * HOUR);
    assert_eq!(tell_of_ends(desk).await, 1);
    let entries =
        desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200)["enquiry"]["timeline"].clone();
    let mut last = entries.as_array().unwrap().iter().rev();
    let told = last.next().unwrap();
    assert_eq!((&told["kind"], &told["to"]), (&json!("told"), &json!("mailed")), "and that its family was told");
    let last = last.next().unwrap();
    assert_eq!((&last["to"], &last["role"], &last["actor"]["name"]), (&json!("R/expired"), &Value::Null, &json!("")));
    // It is offered again while there is a seat, by the principal.
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.refused(403, "A002");
    go(desk, Role::Principal, &id, "F/unconditional", json!({})).await.is(200);
    assert_eq!(taken(desk, "kg1").await, 1);
    is_proved(desk).await;
}

async fn whoever_offers_after_midnight_waits_for_no_sweep(desk: &Desk) {
    applying(desk, ROUND);
    let (first, second) = (assessed(desk, "Sara", "kg1").await, assessed(desk, "Omar", "kg1").await);
    go(desk, OFFICER, &first, "F/unconditional", json!({})).await.is(200);
    go(desk, OFFICER, &second, "F/unconditional", json!({})).await.refused(422, "A014");
    desk.clock.advance(8 * DAY);
    go(desk, OFFICER, &second, "F/unconditional", json!({})).await.is(200);
    assert_eq!((stands(desk, &first).await.as_str(), taken(desk, "kg1").await), ("R/expired", 1));
}

async fn a_closed_round_takes_nobody_in(desk: &Desk) {
    applying(desk, ROUND);
    // The dates begin today, and are of this one school year: those of another are to be announced.
    let mut other = values("Sara", "kg1");
    other["year"] = "2031-2032".into();
    let refused = desk.submit("apply", other.clone(), None).await.refused(422, "L009");
    let none = json!([{ "path": "/year", "code": "roundNone", "severity": "error",
        "params": { "place": "Text of grade.kg1 · 2031-2032" } }]);
    assert_eq!(refused["errors"], none);
    // It is said where the year is asked for, and nowhere before; not to who takes one in all the same.
    let check = async |answers: &Value, who: Option<Role>| {
        let ask = desk.post("/v1/oa/public/forms/apply/check", json!({ "values": answers, "locale": "en" }));
        let got = if let Some(role) = who { ask.staff(role).send().await } else { ask.send().await };
        got.is(200)["errors"].clone()
    };
    assert_eq!(check(&other, None).await, none);
    assert_eq!(check(&other, Some(OFFICER)).await, json!([]));
    let mut ungraded = other.clone();
    ungraded.as_object_mut().unwrap().remove("grade");
    assert_eq!(check(&ungraded, None).await, json!([]));
    assert_eq!(check(&values("Sara", "kg1"), None).await, json!([]));
    desk.submit_as("apply", other, None, "the-key-of-an-officer").staff(OFFICER).send().await.is(201);
    desk.clock.advance(-DAY);
    let refused = desk.submit("apply", values("Sara", "kg1"), None).await.refused(422, "L009");
    let before = &refused["errors"][0];
    assert_eq!((&before["code"], &before["params"]["opens"]), (&json!("roundBefore"), &json!("2026-11-21")));
    assert_eq!(check(&values("Sara", "kg1"), None).await, refused["errors"]);
    desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    desk.clock.advance(DAY);
    desk.submit("apply", values("Sara", "kg1"), None).await.is(201);
    assert_eq!(desk.count("applications").await, 2, "who was refused costs nothing");
    let counted = "SELECT COUNT(*) FROM counters WHERE school_id = $1 AND name IN ('registration-27', 'registration-31') AND last_value = 1";
    assert_eq!(number(&desk.db, "one", counted).await, 2);
}

async fn the_list_is_narrowed_and_counted(desk: &Desk) {
    applying(desk, ROUND);
    let sara = apply(desk, "Sara", "kg1").await;
    desk.clock.advance(1_000);
    let omar = apply(desk, "Omar", "g1").await;
    desk.clock.advance(1_000);
    apply(desk, "Zaid", "kg1").await;
    desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    go(desk, OFFICER, &omar, "S/to_schedule", why()).await.is(200);
    let list = async |asked: Value| desk.post("/v1/oa/student/student_list", asked).staff(OFFICER).send().await.is(200);
    let names = |listed: &Value| -> Vec<String> {
        let name = |one: &Value| one["student_name"].as_str().unwrap().to_owned();
        listed["students"].as_array().unwrap().iter().map(name).collect()
    };
    let all = list(json!({})).await;
    assert_eq!(names(&all), ["Zaid", "Omar", "Sara"]);
    assert_eq!(all["total"], 3);
    let counts = json!({ "R": 0, "F": 0, "C": 0, "S": 1, "W": 2, "O": 0, "A": 0, "B": 0 });
    assert_eq!(all["counts"], counts);
    let last = &all["students"][2];
    assert_eq!(
        (
            &last["id"],
            &last["registration_id"],
            &last["sims_admission_status"],
            &last["sub_status"],
            &last["missing_docs"]
        ),
        (&json!(sara), &json!("ONE27-00001"), &json!("W"), &json!("review"), &json!(1))
    );
    assert_eq!(
        (&last["grade"]["en"], &last["academic_year"]["en"]),
        (&json!("Text of grade.kg1"), &json!("2027-2028"))
    );
    assert_eq!(last["student_name_ar"], Value::Null);
    let both = "UPDATE submissions SET person_ar = 'سارة' WHERE school_id = $1 AND person = 'Sara'";
    execute(&desk.db, "one", both).await.unwrap();
    assert_eq!(list(json!({})).await["students"][2]["student_name_ar"], "سارة");
    for (asked, found) in [
        (json!({ "status": ["S"] }), vec!["Omar"]),
        (json!({ "status": ["W"], "sub_status": ["waitlist"] }), vec![]),
        (json!({ "status": ["W"], "sub_status": ["assessed"] }), vec![]),
        (json!({ "grade": ["kg1"] }), vec!["Zaid", "Sara"]),
        (json!({ "grade": ["text of grade.g1"] }), vec!["Omar"]),
        (json!({ "academic_year": "2027" }), vec!["Zaid", "Omar", "Sara"]),
        (json!({ "academic_year": "2028-2029" }), vec![]),
        (json!({ "q": "sar" }), vec!["Sara"]),
        (json!({ "q": "one27-00002" }), vec!["Omar"]),
        (json!({ "assigned_to": "none", "sort": "student_name" }), vec!["Omar", "Sara", "Zaid"]),
        (json!({ "assigned_to": "me" }), vec![]),
        (json!({ "sort": "submitted_at" }), vec!["Sara", "Omar", "Zaid"]),
    ] {
        let listed = list(asked.clone()).await;
        assert_eq!(names(&listed), found, "{asked}");
        assert_eq!(listed["total"], found.len(), "{asked}");
        if asked.get("status").is_some() {
            assert_eq!(listed["counts"], counts, "whatever status is asked for");
        }
    }
    for sort in ["-submitted_at", "submitted_at", "student_name"] {
        let (mut seen, mut cursor) = (Vec::new(), Value::Null);
        loop {
            let page = list(json!({ "sort": sort, "page_size": 2, "cursor": cursor })).await;
            seen.extend(names(&page));
            cursor = page["next_cursor"].clone();
            if cursor.is_null() {
                break;
            }
            let other = json!({ "sort": if sort == "student_name" { "submitted_at" } else { "student_name" }, "cursor": cursor });
            desk.post("/v1/oa/student/student_list", other).staff(OFFICER).send().await.refused(400, "R001");
        }
        seen.sort();
        assert_eq!(seen, ["Omar", "Sara", "Zaid"], "{sort}: each once");
    }
}

async fn who_enrols_and_who_counts_fees_read_applications_alone(desk: &Desk) {
    applying(desk, ROUND);
    let id = apply(desk, "Sara", "kg1").await;
    // Even of a form that is for them: it is no application.
    let place = desk.bundle("one").join("school.yaml");
    let yaml = std::fs::read_to_string(&place).unwrap();
    let open = yaml.replacen("  trial: {}\n", "  trial: { audience: [school_admin, registrar, finance] }\n", 1);
    assert_ne!(open, yaml);
    std::fs::write(&place, open).unwrap();
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    desk.submit("trial", json!({ "child_name": "Layla" }), None).await.is(201);
    let other = desk.list("q=layla").await["items"][0]["id"].as_str().unwrap().to_owned();
    for role in [Role::Registrar, Role::Finance] {
        let seen = desk.get("/v1/oa/enquiries").staff(role).send().await.is(200);
        assert_eq!((&seen["total"], &seen["items"][0]["id"]), (&json!(1), &json!(id)), "{role:?}");
        desk.get(&format!("/v1/oa/enquiries/{other}")).staff(role).send().await.refused(404, "A001");
        desk.get(&format!("/v1/oa/enquiries/{id}")).staff(role).send().await.is(200);
        assert_eq!(desk.post("/v1/oa/student/student_list", json!({})).staff(role).send().await.is(200)["total"], 1);
        let kinds = desk.get("/v1/oa/enquiries/choices").staff(role).send().await.is(200);
        assert_eq!((&kinds["enquiries"], &kinds["applications"]), (&json!(false), &json!(true)), "{role:?}");
        desk.patch(&format!("/v1/oa/enquiries/{id}"), json!({ "version": 1, "comment": "x" }))
            .staff(role)
            .send()
            .await
            .refused(403, "A002");
    }
    desk.post("/v1/oa/student/student_list", json!({})).staff(Role::Cashier).send().await.refused(403, "A002");
}

async fn a_family_reads_where_it_stands_and_takes_it_back(desk: &Desk) {
    applying(desk, ROUND);
    let sent = desk.submit("apply", values("Sara", "kg1"), None).await.is(201);
    let id = desk.list("q=sara").await["items"][0]["id"].as_str().unwrap().to_owned();
    let token = sent["my_application"].as_str().unwrap().strip_prefix("/my-application#token=").unwrap().to_owned();
    let asked = json!({ "token": token, "proof": "2021-03-04" });
    let opened = desk.post("/v1/oa/public/applications/open", asked).send().await.is(200);
    let path = format!("/v1/oa/public/applications/{}", opened["application"].as_str().unwrap());
    let look = async || desk.get(&path).send().await.is(200)["application"].clone();
    let seen = look().await;
    assert_eq!(
        (&seen["state"], &seen["status"]["en"], &seen["registration_id"], &seen["may_withdraw"]),
        (&json!("W/review"), &json!("We are reviewing the application"), &json!("ONE27-00001"), &json!(true))
    );
    assert_eq!((&seen["year"], seen["grade"].is_null()), (&json!("2027-2028"), false));
    for to in ["S/to_schedule", "S/scheduled", "S/assessed", "F/unconditional"] {
        go(desk, OFFICER, &id, to, why()).await.is(200);
    }
    let seen = look().await;
    assert_eq!((&seen["status"]["en"], &seen["offer_until"]), (&json!("A place is offered"), &json!("2026-11-28")));
    let told: Vec<_> = seen["history"].as_array().unwrap().iter().map(|one| one["words"]["en"].clone()).collect();
    let words = ["We are reviewing the application", "Shortlisted", "Shortlisted", "Shortlisted", "A place is offered"];
    assert_eq!(told, words.map(|one| json!(one)));
    assert!(!seen.to_string().contains("It is on its way"), "words for colleagues stay there");
    // An offer that is out is declined.
    let gone =
        desk.post(&format!("{path}/withdraw"), json!({ "locale": "ar" })).send().await.is(200)["application"].clone();
    assert_eq!(
        (&gone["state"], &gone["withdrawn"], &gone["may_withdraw"], &gone["may_return"]),
        (&json!("R/declined"), &json!(true), &json!(false), &json!(false))
    );
    assert_eq!((&gone["status"]["ar"], &gone["history"][5]["kind"]), (&json!("اعتذرتم عن العرض"), &json!("withdrawn")));
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (0, 0));
    // It is confirmed, with no way back to follow.
    let mails: Vec<_> = desk.messages().await.into_iter().filter(|one| one.template == "withdrawn").collect();
    assert_eq!(mails.iter().map(|one| one.params.contains_key("path")).collect::<Vec<_>>(), [false]);
    desk.post(&format!("{path}/withdraw"), json!({ "locale": "en" })).send().await.refused(422, "F003");
    desk.post(&format!("{path}/return"), json!({ "locale": "en" })).send().await.refused(422, "F003");
    is_proved(desk).await;
}

async fn a_family_that_is_to_be_told_gets_a_mail(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    let mails =
        async || desk.messages().await.into_iter().filter(|one| one.template == "status_changed").collect::<Vec<_>>();
    assert!(mails().await.is_empty(), "nobody asked for one");
    go(desk, OFFICER, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    let mail = mails().await.pop().unwrap();
    assert_eq!((mail.to.as_str(), mail.locale.as_str()), ("huda@example.org", "en"));
    let told = |name: &str| mail.params.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    assert_eq!((told("change").as_str(), told("day").as_str()), ("F", "28-Nov-2026"));
    assert!(told("path").starts_with("/my-application#token="), "{}", told("path"));
}

async fn nobody_passes_a_full_grade_by_another_name(desk: &Desk) {
    applying(desk, &ROUND.replace("g1: 3", "g1/cambridge: 3"));
    let first = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &first, "F/unconditional", json!({})).await.is(200);
    let id = assessed(desk, "Omar", "kg1").await;
    let offer = async |bucket: &str| go(desk, OFFICER, &id, "F/unconditional", json!({ "bucket": bucket })).await;
    offer("kg1").await.refused(422, "A014");
    offer("any").await.refused(422, "F003");
    offer("g1").await.refused(422, "A014");
    // What is legal is told by the history.
    offer("g1/cambridge").await.is(200);
    let record = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200);
    let entries = record["enquiry"]["timeline"].as_array().unwrap().clone();
    let told = entries.iter().find(|one| one["kind"] == "bucket").unwrap();
    assert_eq!((&told["from"], &told["to"]), (&json!("Text of grade.kg1"), &json!("Text of grade.g1 · cambridge")));
    is_proved(desk).await;
}
