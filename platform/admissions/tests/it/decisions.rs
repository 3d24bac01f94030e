//! Decisions that are taken now and told later: nothing betrays one before its moment, and each is told once.

use std::sync::Arc;

use admissions::applications::Applications;
use admissions::enquiries::Enquiries;
use admissions::forms::{Forms, FormsParts};
use futures_util::future::join_all;
use identity::Identity;
use kernel::StoreError;
use kernel::bulk::Bulk;
use kernel::crypto::Secret;
use kernel::jobs::Outcome;
use kernel::message::Message;
use kernel::outbox::{self, Lane, OutboxRow};
use serde_json::{Value, json};
use tenants::School;
use words::clock::iso;
use words::{Clock as _, Role, SystemRng};

use crate::applications::{
    HOUR, OFFICER, ROUND, apply, applying, assessed, go, is_proved, keeping, may_send_no_more, stands, taken, values,
    view, why,
};
use crate::database::{execute, number, scope};
use crate::desk::{DAY, Desk, Got, on_both};
use crate::proposals::approve;

on_both!(
    nothing_tells_of_a_decision_before_its_moment,
    who_works_on_applications_knows_of_it,
    what_is_decided_is_found_in_the_list,
    a_decision_is_told_at_its_minute_and_once,
    a_server_that_begins_after_the_moment_tells_it,
    a_job_and_a_sweep_at_once_tell_it_once,
    a_decision_that_waits_is_the_only_one,
    a_moment_has_bounds,
    a_seat_is_offered_once_while_nobody_hears_of_it,
    a_withdrawn_decision_frees_its_seat,
    who_could_not_decide_so_withdraws_nothing,
    a_decision_that_came_back_waits_for_somebody,
    a_family_that_withdraws_meanwhile_hears_of_nothing,
    what_was_accepted_is_refused_by_no_hold,
    a_decision_about_what_has_changed_comes_to_nothing,
    a_family_that_cannot_be_written_to_is_somebody_s_task,
    a_school_that_may_send_no_more_releases_all_the_same,
);

const MINUTE: i64 = 60_000;
const OFFER: &str = "F/unconditional";

/// In so many milliseconds from now.
fn at(desk: &Desk, ahead: i64) -> String {
    iso(desk.clock.now_ms() + ahead)
}

/// Decides it now, to be told after so long.
async fn decide(desk: &Desk, role: Role, id: &str, to: &str, ahead: i64) -> Got {
    let more = json!({ "publish_at": at(desk, ahead), "reason_text": "It was agreed", "notify": true });
    go(desk, role, id, to, more).await
}

async fn withdraw(desk: &Desk, role: Role, id: &str) -> Got {
    desk.delete(&format!("/v1/oa/enquiries/{id}/application/decision")).staff(role).send().await
}

pub async fn tasks(desk: &Desk, id: &str) -> Vec<String> {
    let listed = desk.get(&format!("/v1/oa/enquiries/{id}/tasks")).staff(OFFICER).send().await.is(200);
    listed["items"].as_array().unwrap().iter().map(|one| one["text"]["en"].as_str().unwrap().to_owned()).collect()
}

pub async fn mails(desk: &Desk) -> Vec<Message> {
    desk.messages().await.into_iter().filter(|one| one.template == "status_changed").collect()
}

/// What `list_seats` says of the bucket: offered and free.
async fn told_seats(desk: &Desk, role: Role, bucket: &str) -> [Value; 2] {
    let told = desk.get("/v1/oa/seats").staff(role).send().await.is(200);
    let buckets = told["rounds"][0]["buckets"].as_array().unwrap();
    let one = buckets.iter().find(|one| one["bucket"] == bucket).unwrap();
    [one["offered"].clone(), one["free"].clone()]
}

/// A server that knows nothing but what the database says.
fn server(desk: &Desk) -> Applications {
    let (db, clock, rng) = (desk.db.clone(), desk.clock.clone(), Arc::new(SystemRng));
    let secret = Secret::new(vec![7; 32]).unwrap();
    let identity = Identity::new(db.clone(), clock.clone(), rng.clone(), secret.clone()).unwrap();
    let forms = Forms::new(FormsParts {
        db: db.clone(),
        clock: clock.clone(),
        rng: rng.clone(),
        secret,
        identity,
        files: desk.files.clone(),
        logic: desk.rules.clone(),
        scanner: None,
        origin_of: Arc::new(|school: &School| format!("https://{}", school.canonical_host())),
        hijri: |_, _| None,
    });
    let bulk = Bulk::new(db.clone(), clock.clone(), rng.clone(), desk.made.clone());
    Applications::new(Enquiries::new(db, clock, rng, desk.files.clone(), forms, bulk))
}

/// Jobs of decisions that are due, leased by a worker.
async fn due(desk: &Desk) -> Vec<OutboxRow> {
    due_of(desk, "application.release").await
}

/// The same of another kind.
pub async fn due_of(desk: &Desk, kind: &str) -> Vec<OutboxRow> {
    let (one, now) = (scope("one"), desk.clock.now_ms());
    let leased = desk.db.write(&one, move |tx| {
        Box::pin(async move { outbox::lease_jobs(tx, Lane::Rest, now, now + MINUTE, 100).await })
    });
    let jobs: Result<_, StoreError> = leased.await;
    jobs.unwrap().into_iter().filter(|job| job.kind == kind).collect()
}

/// Carries such a job out.
pub async fn carry_out(desk: &Desk, job: &OutboxRow) -> Outcome {
    server(desk).work(desk.registry.clone()).carry_out(&scope("one"), job).await
}

pub async fn sweep(desk: &Desk) -> usize {
    server(desk).release_due(&desk.school("one")).await.unwrap()
}

/// A family's own page of its application, for an hour.
pub async fn page_of(desk: &Desk, token: &str) -> String {
    let asked = json!({ "token": token, "proof": "2021-03-04" });
    let opened = desk.post("/v1/oa/public/applications/open", asked).send().await.is(200);
    format!("/v1/oa/public/applications/{}", opened["application"].as_str().unwrap())
}

/// An application that a family sends; the submission's id, and its link's token.
async fn sent(desk: &Desk, name: &str) -> (String, String) {
    let got = desk.submit("apply", values(name, "kg1"), None).await.is(201);
    let id = desk.list(&format!("q={name}")).await["items"][0]["id"].as_str().unwrap().to_owned();
    (id, got["my_application"].as_str().unwrap().strip_prefix("/my-application#token=").unwrap().to_owned())
}

/// The same, seen and ready for an offer.
pub async fn seen(desk: &Desk, name: &str) -> (String, String) {
    let (id, token) = sent(desk, name).await;
    for to in ["S/to_schedule", "S/scheduled", "S/assessed"] {
        go(desk, OFFICER, &id, to, why()).await.is(200);
    }
    (id, token)
}

/// Every byte that anybody gets who may not know, and of what nobody is shown a decision in.
async fn everything(desk: &Desk, id: &str, page: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut keep = |what: String, got: Got| {
        let text = String::from_utf8(got.body.to_vec()).unwrap();
        all.push((format!("{what} {}", got.status), text));
    };
    let list = "/v1/oa/student/student_list";
    for role in [Role::Registrar, Role::Finance, OFFICER, Role::Principal, Role::SchoolAdmin] {
        for path in [String::new(), "?q=sara".to_owned(), format!("/{id}?lng=en"), format!("/{id}/timeline")] {
            let path = format!("/v1/oa/enquiries{path}");
            keep(format!("{role:?} {path}"), desk.get(&path).staff(role).send().await);
        }
        // Those who know find it in the list.
        let knows = ![Role::Registrar, Role::Finance].contains(&role);
        for asked in [json!({}), json!({ "status": ["S"] }), json!({ "q": "sara" }), json!({ "decided_later": true })] {
            if knows {
                continue;
            }
            keep(format!("{role:?} {list} {asked}"), desk.post(list, asked.clone()).staff(role).send().await);
        }
        keep(format!("{role:?} tasks"), desk.get("/v1/oa/tasks?whose=all").staff(role).send().await);
    }
    for role in [Role::Registrar, Role::Finance] {
        let application = format!("/v1/oa/enquiries/{id}/application");
        for path in [application.as_str(), "/v1/oa/seats", "/v1/oa/waitlist?round=2027&bucket=kg1"] {
            keep(format!("{role:?} {path}"), desk.get(path).staff(role).send().await);
        }
        let file = format!("/v1/oa/student/student_data?student_id={id}");
        keep(format!("{role:?} {file}"), desk.post(&file, json!({})).staff(role).send().await);
        // Nor does a refusal.
        keep(format!("{role:?} withdraws"), withdraw(desk, role, id).await);
        for to in ["F/unconditional", "A/fee_due", "B/consents_due", "C", "R/school"] {
            keep(format!("{role:?} sends to {to}"), go(desk, role, id, to, why()).await);
        }
    }
    let export = "/v1/oa/enquiries/export?format=csv";
    keep("export".into(), desk.get(export).staff(OFFICER).send().await);
    keep("family".into(), desk.get(page).send().await);
    all
}

async fn what_is_decided_is_found_in_the_list(desk: &Desk) {
    applying(desk, ROUND);
    let (id, other) = (assessed(desk, "Sara", "kg1").await, assessed(desk, "Omar", "kg1").await);
    let list = "/v1/oa/student/student_list";
    let found = async |role: Role, asked: Value| -> Vec<(Value, Value)> {
        let listed = desk.post(list, asked).staff(role).send().await.is(200);
        assert_eq!(listed["total"], json!(listed["students"].as_array().unwrap().len()));
        listed["students"].as_array().unwrap().iter().map(|one| (one["id"].clone(), one["decided"].clone())).collect()
    };
    let later = json!({ "decided_later": true });
    assert_eq!(found(OFFICER, later.clone()).await, Vec::new());
    decide(desk, OFFICER, &id, OFFER, DAY).await.is(200);
    let mark = json!({ "to": OFFER, "publish_at": at(desk, DAY) });
    for role in [OFFICER, Role::Principal, Role::SchoolAdmin] {
        assert_eq!(found(role, later.clone()).await, vec![(json!(id), mark.clone())], "{role:?}");
        assert_eq!(found(role, json!({ "decided_later": true, "q": "omar" })).await, Vec::new(), "{role:?}");
        let mut all = found(role, json!({})).await;
        all.sort_by_key(|(_, decided)| decided.is_null());
        assert_eq!(all, vec![(json!(id), mark.clone()), (json!(other), Value::Null)], "{role:?}");
    }
    for role in [Role::Registrar, Role::Finance] {
        desk.post(list, later.clone()).staff(role).send().await.refused(403, "A002");
        assert!(found(role, json!({})).await.iter().all(|(_, decided)| decided.is_null()), "{role:?}");
    }
    withdraw(desk, OFFICER, &id).await.is(200);
    assert_eq!(found(OFFICER, later).await, Vec::new());
}

async fn nothing_tells_of_a_decision_before_its_moment(desk: &Desk) {
    applying(desk, ROUND);
    let (id, token) = seen(desk, "Sara").await;
    let page = page_of(desk, &token).await;
    // What is read for the first time may be written down.
    everything(desk, &id, &page).await;
    for to in [OFFER, "R/school"] {
        let before = everything(desk, &id, &page).await;
        let sql = format!(
            "SELECT version * 100000 + updated_at % 100000 FROM submissions WHERE school_id = $1 AND id = '{id}'"
        );
        let row = number(&desk.db, "one", &sql).await;
        decide(desk, OFFICER, &id, to, DAY).await.is(200);
        let after = everything(desk, &id, &page).await;
        assert_eq!(before.len(), after.len());
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before, after, "{to}");
        }
        assert_eq!(number(&desk.db, "one", &sql).await, row);
        assert!(mails(desk).await.is_empty(), "no mail is written before");
        withdraw(desk, OFFICER, &id).await.is(200);
        assert_eq!(everything(desk, &id, &page).await, before, "nor is one that was withdrawn");
    }
    is_proved(desk).await;
}

async fn who_works_on_applications_knows_of_it(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    let moment = at(desk, 2 * DAY);
    let more = json!({ "publish_at": moment, "reason_code": "appeal", "reason_text": "They asked", "notify": true });
    let decided = go(desk, OFFICER, &id, OFFER, more).await.is(200);
    assert_eq!((&decided["status"], &decided["allowed"]), (&json!("S"), &json!([])));
    let expected = json!({
        "to": OFFER, "publish_at": moment, "by": "Name of admissions_officer", "decided_at": at(desk, 0),
        "reason_code": "appeal", "reason_words": { "en": "The family asked to reconsider", "ar": "طلبت الأسرة إعادة النظر" },
        "reason_text": "They asked", "bucket": "kg1",
        "bucket_name": { "en": "Text of grade.kg1", "ar": "Text of grade.kg1" }, "notify": true, "is_held": false, "may_withdraw": true, "may_release": true,
    });
    assert_eq!(decided["decision"], expected);
    for role in [OFFICER, Role::Principal, Role::SchoolAdmin] {
        let seen = view(desk, role, &id).await;
        assert_eq!((&seen["decision"], &seen["allowed"]), (&expected, &json!([])), "{role:?}");
        assert_eq!((&seen["seats"]["offered"], &seen["seats"]["free"]), (&json!(1), &json!(0)), "{role:?}");
        assert_eq!(told_seats(desk, role, "kg1").await, [json!(1), json!(0)], "{role:?}");
    }
    for role in [Role::Registrar, Role::Finance] {
        let seen = view(desk, role, &id).await;
        assert_eq!((&seen["decision"], &seen["seats"]["free"]), (&Value::Null, &json!(1)), "{role:?}");
        assert_eq!(told_seats(desk, role, "kg1").await, [json!(0), json!(1)], "{role:?}");
    }
    let log = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'application.decide' AND actor_id = 'admissions_officer'";
    assert_eq!(number(&desk.db, "one", log).await, 1);
    is_proved(desk).await;
}

async fn a_decision_is_told_at_its_minute_and_once(desk: &Desk) {
    applying(desk, ROUND);
    let (id, token) = seen(desk, "Sara").await;
    decide(desk, OFFICER, &id, OFFER, 2 * DAY).await.is(200);
    let version = view(desk, OFFICER, &id).await["version"].as_i64().unwrap();
    // What is edited meanwhile is no move.
    let edit = json!({ "version": version, "comment": "A comment" });
    desk.patch(&format!("/v1/oa/enquiries/{id}"), edit).staff(OFFICER).send().await.is(200);
    desk.clock.advance(2 * DAY - 1);
    assert_eq!((due(desk).await.len(), sweep(desk).await), (0, 0), "a moment before");
    assert_eq!((stands(desk, &id).await.as_str(), mails(desk).await.len()), ("S/assessed", 0));
    desk.clock.advance(1);
    let job = due(desk).await.pop().unwrap();
    assert_eq!(carry_out(desk, &job).await, Outcome::Done);
    let told = view(desk, Role::Registrar, &id).await;
    assert_eq!(
        (&told["status"], &told["sub_status"], &told["decision"], &told["since"]),
        (&json!("F"), &json!("unconditional"), &Value::Null, &json!(at(desk, 0)))
    );
    assert_eq!(told["offer_until"], "2026-11-30", "seven days from the day on which it is told");
    let own = desk.get(&page_of(desk, &token).await).send().await.is(200)["application"].clone();
    assert_eq!((&own["status"]["en"], &own["offer_until"]), (&json!("A place is offered"), &json!("2026-11-30")));
    // Once more, by whatever way.
    assert_eq!(carry_out(desk, &job).await, Outcome::Done);
    assert_eq!(sweep(desk).await, 0);
    let sent = mails(desk).await;
    let day = sent.first().and_then(|mail| mail.params.get("day")).cloned();
    assert_eq!((sent.len(), day), (1, Some(json!("30-Nov-2026"))));
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200)["enquiry"].clone();
    let entries = opened["timeline"].as_array().unwrap();
    let moves: Vec<&Value> = entries.iter().filter(|entry| entry["to"] == OFFER).collect();
    assert_eq!(moves.len(), 1);
    assert_eq!(
        (&moves[0]["actor"]["name"], &moves[0]["role"], &moves[0]["comment"], &moves[0]["at"]),
        (
            &json!("Name of admissions_officer"),
            &json!("admissions_officer"),
            &json!("It was agreed"),
            &json!(at(desk, 0))
        ),
        "by whoever decided it, at its moment"
    );
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (1, 1), "its seat is counted once");
    assert_eq!(desk.count("decisions").await, 0);
    is_proved(desk).await;
}

async fn a_server_that_begins_after_the_moment_tells_it(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    decide(desk, OFFICER, &id, "R/school", HOUR).await.is(200);
    // No server ran then, and the job went with the one that had it.
    execute(&desk.db, "one", "DELETE FROM outbox WHERE school_id = $1 AND kind = 'application.release'").await.unwrap();
    desk.clock.advance(3 * DAY);
    assert_eq!((sweep(desk).await, sweep(desk).await), (1, 0));
    let told = view(desk, OFFICER, &id).await;
    assert_eq!((&told["status"], &told["sub_status"]), (&json!("R"), &json!("school")));
    assert_eq!(mails(desk).await.len(), 1);
    is_proved(desk).await;
}

async fn a_job_and_a_sweep_at_once_tell_it_once(desk: &Desk) {
    applying(desk, ROUND);
    let mut all = Vec::new();
    for name in ["Sara", "Omar", "Zaid"] {
        let id = assessed(desk, name, "g1").await;
        decide(desk, OFFICER, &id, OFFER, HOUR).await.is(200);
        all.push(id);
    }
    desk.clock.advance(HOUR);
    let jobs = due(desk).await;
    assert_eq!(jobs.len(), 3);
    let (outcomes, one, two) =
        tokio::join!(join_all(jobs.iter().map(|job| carry_out(desk, job))), sweep(desk), sweep(desk));
    assert!(outcomes.iter().all(|outcome| *outcome == Outcome::Done), "{outcomes:?}");
    assert!(one + two <= 3);
    for id in &all {
        assert_eq!(stands(desk, id).await, OFFER);
    }
    let moves =
        "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'status' AND to_value = 'F/unconditional'";
    assert_eq!((number(&desk.db, "one", moves).await, mails(desk).await.len()), (3, 3));
    assert_eq!((taken(desk, "g1").await, keeping(desk, "g1").await), (3, 3));
    is_proved(desk).await;
}

async fn a_decision_that_waits_is_the_only_one(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    decide(desk, OFFICER, &id, "R/school", DAY).await.is(200);
    for (role, to, more) in [
        (OFFICER, "W/waitlist", why()),
        (OFFICER, OFFER, json!({})),
        (OFFICER, "R/duplicate", why()),
        (Role::SchoolAdmin, "R/school", json!({ "publish_at": at(desk, HOUR), "reason_text": "Again" })),
    ] {
        let refused = go(desk, role, &id, to, more).await.refused(422, "A012");
        assert_eq!((&refused["guard"], &refused["allowed"]), (&json!("decision_pending"), &json!([])), "{to}");
    }
    assert_eq!((stands(desk, &id).await.as_str(), desk.count("decisions").await), ("S/assessed", 1));
    // Of two who decide at once one does.
    withdraw(desk, OFFICER, &id).await.is(200);
    let both = join_all([OFFER, "R/school"].map(|to| decide(desk, OFFICER, &id, to, DAY))).await;
    assert_eq!(both.iter().filter(|got| got.status == 200).count(), 1);
    assert_eq!(desk.count("decisions").await, 1);
    is_proved(desk).await;
}

async fn a_moment_has_bounds(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    for (to, moment, code) in [
        (OFFER, at(desk, MINUTE - 1_000), "minDate"),
        (OFFER, at(desk, -DAY), "minDate"),
        ("R/school", at(desk, 180 * DAY + 1_000), "maxDate"),
        ("R/school", "tomorrow".to_owned(), "format"),
        ("R/school", "2026-12-01".to_owned(), "format"),
        ("W/waitlist", at(desk, DAY), "enum"),
        ("R/duplicate", at(desk, DAY), "enum"),
    ] {
        let more = json!({ "publish_at": moment, "reason_text": "It was agreed" });
        let refused = go(desk, OFFICER, &id, to, more).await.refused(422, "F003");
        let error = &refused["errors"][0];
        assert_eq!((&error["path"], &error["code"]), (&json!("/transition/publish_at"), &json!(code)), "{to} {moment}");
    }
    assert_eq!((desk.count("decisions").await, taken(desk, "kg1").await), (0, 0));
    decide(desk, OFFICER, &id, OFFER, MINUTE).await.is(200);
    withdraw(desk, OFFICER, &id).await.is(200);
    decide(desk, OFFICER, &id, OFFER, 180 * DAY).await.is(200);
    // What a way asks is asked when it is decided.
    let other = assessed(desk, "Omar", "kg1").await;
    decide(desk, OFFICER, &other, OFFER, DAY).await.refused(422, "A014");
    let silent = json!({ "publish_at": at(desk, DAY) });
    go(desk, OFFICER, &other, "R/school", silent).await.refused(422, "F003");
    decide(desk, Role::Finance, &other, "R/school", DAY).await.refused(403, "A002");
}

async fn a_seat_is_offered_once_while_nobody_hears_of_it(desk: &Desk) {
    applying(desk, ROUND);
    desk.person("one", OFFICER).await;
    let mut all = Vec::new();
    for name in ["Sara", "Omar", "Zaid"] {
        all.push(assessed(desk, name, "kg1").await);
    }
    let mixed = join_all(all.iter().enumerate().map(|(n, id)| async move {
        match n {
            0 => go(desk, OFFICER, id, OFFER, json!({})).await,
            _ => decide(desk, OFFICER, id, OFFER, DAY).await,
        }
    }));
    let got = mixed.await;
    assert_eq!(got.iter().filter(|got| got.status == 200).count(), 1);
    for got in got.iter().filter(|got| got.status != 200) {
        got.refused(422, "A014");
    }
    assert_eq!(taken(desk, "kg1").await, 1);
    // One that waits is in the way of one that is told at once.
    for id in &all {
        if view(desk, OFFICER, id).await["decision"].is_null() && stands(desk, id).await == OFFER {
            go(desk, Role::Principal, id, "S/assessed", why()).await.is(200);
        }
        if !view(desk, OFFICER, id).await["decision"].is_null() {
            withdraw(desk, OFFICER, id).await.is(200);
        }
    }
    assert_eq!(taken(desk, "kg1").await, 0);
    decide(desk, OFFICER, &all[0], OFFER, DAY).await.is(200);
    let full = go(desk, OFFICER, &all[1], OFFER, json!({})).await.refused(422, "A014");
    assert_eq!((&full["places"], &full["taken"]), (&json!(1), &json!(1)));
    // Elsewhere is a seat, and it is kept there.
    let more = json!({ "publish_at": at(desk, DAY), "bucket": "g1" });
    let other = go(desk, OFFICER, &all[1], OFFER, more).await.is(200);
    assert_eq!((&other["bucket"], &other["decision"]["bucket"]), (&json!("kg1"), &json!("g1")));
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await), (1, 1));
    desk.clock.advance(DAY);
    assert_eq!(sweep(desk).await, 2);
    assert_eq!(view(desk, Role::Finance, &all[1]).await["bucket"], "g1");
    for bucket in ["kg1", "g1"] {
        assert_eq!((taken(desk, bucket).await, keeping(desk, bucket).await), (1, 1), "{bucket}");
    }
    is_proved(desk).await;
}

async fn a_withdrawn_decision_frees_its_seat(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    let next = apply(desk, "Omar", "kg1").await;
    go(desk, OFFICER, &next, "W/waitlist", json!({})).await.is(200);
    withdraw(desk, OFFICER, &id).await.refused(404, "A001");
    decide(desk, OFFICER, &id, OFFER, DAY).await.is(200);
    assert_eq!(taken(desk, "kg1").await, 1);
    let after = withdraw(desk, OFFICER, &id).await.is(200);
    assert_eq!((&after["decision"], &after["status"], &after["seats"]["free"]), (&Value::Null, &json!("S"), &json!(1)));
    assert!(!after["allowed"].as_array().unwrap().is_empty(), "it goes on");
    assert_eq!(taken(desk, "kg1").await, 0);
    let asked = tasks(desk, &next).await;
    assert!(asked.len() == 1 && asked[0].contains("A place is available"), "{asked:?}");
    withdraw(desk, OFFICER, &id).await.refused(404, "A001");
    let log = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'application.decision_withdraw'";
    assert_eq!(number(&desk.db, "one", log).await, 1);
    // Another moment: the job of the one before finds it too early.
    decide(desk, OFFICER, &id, OFFER, 2 * DAY).await.is(200);
    desk.clock.advance(DAY);
    for job in due(desk).await {
        assert_eq!(carry_out(desk, &job).await, Outcome::Done);
    }
    assert_eq!((sweep(desk).await, stands(desk, &id).await.as_str()), (0, "S/assessed"));
    desk.clock.advance(DAY);
    assert_eq!((sweep(desk).await, stands(desk, &id).await.as_str()), (1, OFFER));
    is_proved(desk).await;
}

async fn who_could_not_decide_so_withdraws_nothing(desk: &Desk) {
    applying(desk, &format!("{ROUND}    approval: principal\n"));
    let id = assessed(desk, "Sara", "kg1").await;
    decide(desk, OFFICER, &id, OFFER, DAY).await.is(200);
    approve(desk, Role::Principal, &id).await.is(200);
    assert_eq!(view(desk, OFFICER, &id).await["decision"]["may_withdraw"], false);
    withdraw(desk, OFFICER, &id).await.refused(403, "A002");
    withdraw(desk, Role::Finance, &id).await.refused(403, "A002");
    withdraw(desk, Role::Cashier, &id).await.refused(403, "A002");
    desk.delete(&format!("/v1/oa/enquiries/{id}/application/decision")).send().await.refused(401, "L014");
    assert_eq!((desk.count("decisions").await, taken(desk, "kg1").await), (1, 1));
    withdraw(desk, Role::Principal, &id).await.is(200);
    // Who decided before the round asked for an approval takes it back, and tells it to nobody.
    let place = desk.bundle("one").join("school.yaml");
    let two = std::fs::read_to_string(&place).unwrap();
    let school = words::SchoolId::parse("one").unwrap();
    std::fs::write(&place, two.replacen("    approval: principal\n", "", 1)).unwrap();
    desk.registry.reload(&school).unwrap();
    let own = assessed(desk, "Zaid", "g1").await;
    decide(desk, OFFICER, &own, OFFER, DAY).await.is(200);
    std::fs::write(&place, two).unwrap();
    desk.registry.reload(&school).unwrap();
    let decision = view(desk, OFFICER, &own).await["decision"].clone();
    assert_eq!((&decision["may_withdraw"], &decision["may_release"]), (&json!(true), &json!(false)));
    execute(&desk.db, "one", "UPDATE decisions SET is_held = TRUE WHERE school_id = $1").await.unwrap();
    let release = format!("/v1/oa/enquiries/{own}/application/decision/release");
    desk.post(&release, json!({})).staff(OFFICER).send().await.refused(403, "A002");
    withdraw(desk, OFFICER, &own).await.is(200);
    assert_eq!((desk.count("decisions").await, taken(desk, "g1").await), (0, 0));
    // An enquiry has none, nor has what is not there.
    desk.submit("trial", json!({ "child_name": "Layla" }), None).await.is(201);
    let enquiry = desk.list("q=layla").await["items"][0]["id"].as_str().unwrap().to_owned();
    withdraw(desk, OFFICER, &enquiry).await.refused(404, "A001");
    withdraw(desk, OFFICER, "nobody").await.refused(404, "A001");
}

async fn a_decision_that_came_back_waits_for_somebody(desk: &Desk) {
    applying(desk, ROUND);
    let release = async |role: Role, id: &str| -> Got {
        desk.post(&format!("/v1/oa/enquiries/{id}/application/decision/release"), json!({})).staff(role).send().await
    };
    let [one, two] = [assessed(desk, "Sara", "kg1").await, assessed(desk, "Omar", "g1").await];
    release(OFFICER, &one).await.refused(404, "A001");
    for id in [&one, &two] {
        decide(desk, OFFICER, id, OFFER, HOUR).await.is(200);
    }
    let waits = release(OFFICER, &one).await.refused(422, "A012");
    assert_eq!(waits["guard"], "decision_pending", "its moment tells it");
    // As a restore leaves them.
    execute(&desk.db, "one", "UPDATE decisions SET is_held = TRUE WHERE school_id = $1").await.unwrap();
    desk.clock.advance(2 * DAY);
    for job in due(desk).await {
        assert_eq!(carry_out(desk, &job).await, Outcome::Done);
    }
    assert_eq!((sweep(desk).await, desk.count("decisions").await, mails(desk).await.len()), (0, 2, 0));
    assert_eq!(view(desk, OFFICER, &one).await["decision"]["is_held"], true);
    assert_eq!(view(desk, Role::Registrar, &one).await["decision"], Value::Null);
    for role in [Role::Registrar, Role::Finance, Role::Auditor, Role::Cashier] {
        release(role, &one).await.refused(403, "A002");
    }
    let told = release(OFFICER, &one).await.is(200);
    assert_eq!((&told["status"], &told["decision"], mails(desk).await.len()), (&json!("F"), &Value::Null, 1));
    release(OFFICER, &one).await.refused(404, "A001");
    withdraw(desk, OFFICER, &two).await.is(200);
    assert_eq!((stands(desk, &two).await.as_str(), mails(desk).await.len()), ("S/assessed", 0));
    for bucket in ["kg1", "g1"] {
        assert_eq!(taken(desk, bucket).await, keeping(desk, bucket).await, "{bucket}");
    }
    let log = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'application.decision_release'";
    assert_eq!(number(&desk.db, "one", log).await, 1);
    is_proved(desk).await;
}

async fn a_family_that_withdraws_meanwhile_hears_of_nothing(desk: &Desk) {
    applying(desk, ROUND);
    let (id, token) = seen(desk, "Sara").await;
    let page = page_of(desk, &token).await;
    let next = apply(desk, "Omar", "kg1").await;
    go(desk, OFFICER, &next, "W/waitlist", json!({})).await.is(200);
    decide(desk, OFFICER, &id, OFFER, DAY).await.is(200);
    let gone =
        desk.post(&format!("{page}/withdraw"), json!({ "locale": "en" })).send().await.is(200)["application"].clone();
    assert_eq!((&gone["state"], &gone["offer_until"]), (&json!("R/withdrawn"), &Value::Null), "no offer was declined");
    assert!(!gone.to_string().contains("A place is offered"));
    assert_eq!((desk.count("decisions").await, taken(desk, "kg1").await, keeping(desk, "kg1").await), (0, 0, 0));
    assert_eq!(tasks(desk, &next).await.len(), 1, "the next is suggested");
    desk.clock.advance(DAY);
    for job in due(desk).await {
        assert_eq!(carry_out(desk, &job).await, Outcome::Done);
    }
    assert_eq!((sweep(desk).await, stands(desk, &id).await.as_str()), (0, "R/withdrawn"));
    assert!(mails(desk).await.is_empty());
    is_proved(desk).await;
}

async fn what_was_accepted_is_refused_by_no_hold(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, OFFER, json!({})).await.is(200);
    go(desk, OFFICER, &id, "A/fee_due", why()).await.is(200);
    let hold = json!({ "reason_code": "fees", "review_by": "2026-12-01" });
    go(desk, OFFICER, &id, "O/payment", hold).await.is(200);
    let next = apply(desk, "Omar", "kg1").await;
    go(desk, OFFICER, &next, "W/waitlist", json!({})).await.is(200);
    let refused = decide(desk, OFFICER, &id, "R/school", HOUR).await;
    assert_eq!(refused.refused(422, "A012")["guard"], "was_never_accepted");
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (1, 1));
    assert!(tasks(desk, &next).await.is_empty());
    go(desk, OFFICER, &id, "R/withdrawn", why()).await.is(200);
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (0, 0));
    assert_eq!(tasks(desk, &next).await.len(), 1);
    is_proved(desk).await;
}

async fn a_decision_about_what_has_changed_comes_to_nothing(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    decide(desk, OFFICER, &id, OFFER, HOUR).await.is(200);
    // Nothing of ours does that while a decision waits.
    let elsewhere = format!("UPDATE submissions SET state = 'W/waitlist' WHERE school_id = $1 AND id = '{id}'");
    execute(&desk.db, "one", &elsewhere).await.unwrap();
    desk.clock.advance(HOUR);
    assert_eq!((sweep(desk).await, sweep(desk).await), (1, 0));
    assert_eq!((stands(desk, &id).await.as_str(), desk.count("decisions").await), ("W/waitlist", 0));
    assert_eq!((taken(desk, "kg1").await, mails(desk).await.len()), (0, 0));
    let asked = tasks(desk, &id).await;
    assert!(asked.iter().any(|text| text.contains("A decision was not released")), "{asked:?}");
}

async fn a_family_that_cannot_be_written_to_is_somebody_s_task(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    // As many as may be reach this address within the hour.
    for _ in 0..5 {
        for to in ["W/waitlist", "S/to_schedule"] {
            go(desk, OFFICER, &id, to, json!({ "notify": true, "reason_text": "As agreed" })).await.is(200);
        }
    }
    assert_eq!(mails(desk).await.len(), 10);
    decide(desk, OFFICER, &id, "R/school", MINUTE).await.is(200);
    desk.clock.advance(MINUTE);
    assert_eq!((sweep(desk).await, stands(desk, &id).await.as_str()), (1, "R/school"));
    let asked = tasks(desk, &id).await;
    assert!(asked.iter().any(|text| text.contains("released without an e-mail")), "{asked:?}");
}

async fn a_school_that_may_send_no_more_releases_all_the_same(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    decide(desk, OFFICER, &id, "R/school", MINUTE).await.is(200);
    desk.clock.advance(MINUTE);
    may_send_no_more(desk).await;
    assert_eq!((sweep(desk).await, stands(desk, &id).await.as_str()), (1, "R/school"));
    assert_eq!((mails(desk).await.len(), desk.count("decisions").await), (0, 0));
    let asked = tasks(desk, &id).await;
    assert!(asked.iter().any(|text| text.contains("released without an e-mail")), "{asked:?}");
}
