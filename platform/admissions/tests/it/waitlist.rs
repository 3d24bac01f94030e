//! Waiting lists, what becomes of a seat that falls free, and the reasons that a school has.

use admissions::applications::Applications;
use futures_util::future::join_all;
use kernel::jobs::Outcome;
use kernel::outbox::OutboxRow;
use serde_json::{Value, json};
use sqlx::types::Json;
use words::clock::iso;
use words::{Clock as _, Role, SchoolId};

use crate::applications::{
    OFFICER, ROUND, apply, applying, assessed, go, is_proved, keeping, stands, taken, values, view, why,
};
use crate::database::{execute, number, scope};
use crate::decisions::tasks;
use crate::desk::{DAY, Desk, on_both};
use crate::proposals::approve;

on_both!(
    the_list_is_in_the_order_of_the_school_s_rules,
    the_list_is_for_whom_the_application_is,
    a_family_reads_as_much_as_its_school_tells,
    a_seat_that_falls_free_is_suggested_however_it_does,
    of_two_seats_two_are_told_and_none_twice,
    what_is_beyond_the_places_is_suggested_to_nobody,
    a_free_seat_is_offered_once_whoever_frees_it,
    a_job_offers_what_is_free,
    what_is_decided_already_is_offered_nothing,
    what_is_decided_already_passes_the_place_on,
    whoever_was_before_them_and_waits_no_more_passes_the_place_on,
    places_that_the_school_adds_are_told_once,
    places_that_are_published_are_told_by_the_grade_s_name,
    a_list_that_fails_keeps_no_other,
    nothing_is_offered_where_somebody_approves,
    a_school_has_reasons_of_its_own,
    closed_means_closed,
);

const OFFERS: &str = "    direct_offer: Y\n    waitlist_offers: Y\n";

/// A change of the school's own file.
pub fn reconfigure(desk: &Desk, from: &str, to: &str) {
    let place = desk.bundle("one").join("school.yaml");
    let yaml = std::fs::read_to_string(&place).unwrap();
    let changed = yaml.replacen(from, to, 1);
    assert_ne!(changed, yaml, "{from}");
    std::fs::write(&place, changed).unwrap();
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

fn applications(desk: &Desk) -> Applications {
    Applications::new(desk.enquiries.clone())
}

/// An application that waits for a seat, later than those before it.
async fn waiting(desk: &Desk, name: &str, grade: &str) -> String {
    desk.clock.advance(1_000);
    let id = apply(desk, name, grade).await;
    go(desk, OFFICER, &id, "W/waitlist", json!({})).await.is(200);
    id
}

async fn offered(desk: &Desk, name: &str, grade: &str) -> String {
    let id = assessed(desk, name, grade).await;
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    id
}

/// What its rules said of it.
async fn judged(desk: &Desk, id: &str, tags: &str, score: i64) {
    let sql =
        format!("UPDATE submissions SET tags = '{tags}', sort_score = {score} WHERE school_id = $1 AND id = '{id}'");
    execute(&desk.db, "one", &sql).await.unwrap();
}

async fn list(desk: &Desk, query: &str) -> Value {
    desk.get(&format!("/v1/oa/waitlist?{query}")).staff(OFFICER).send().await.is(200)
}

/// Tasks that wait, of one.
async fn told(desk: &Desk, id: &str) -> i64 {
    let sql = format!("SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND submission_id = '{id}' AND done_at IS NULL");
    number(&desk.db, "one", &sql).await
}

async fn all_done(desk: &Desk) {
    execute(&desk.db, "one", "UPDATE tasks SET done_at = 1 WHERE school_id = $1").await.unwrap();
}

async fn jobs(desk: &Desk) -> i64 {
    let sql = "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'application.offer_waiting'";
    number(&desk.db, "one", sql).await
}

async fn offer(desk: &Desk) -> usize {
    applications(desk).offer_waiting(&desk.school("one"), "2027", "kg1").await.unwrap()
}

async fn the_list_is_in_the_order_of_the_school_s_rules(desk: &Desk) {
    applying(desk, &format!("{ROUND}    waitlist: [sibling, score, date]\n"));
    let first = waiting(desk, "Sara", "kg1").await;
    let scholar = waiting(desk, "Omar", "kg1").await;
    let sibling = waiting(desk, "Zaid", "kg1").await;
    waiting(desk, "Layla", "g1").await;
    apply(desk, "Huda", "kg1").await;
    judged(desk, &scholar, "[]", 9_550).await;
    judged(desk, &sibling, r#"["tag.sibling"]"#, -1).await;
    let me = desk.person("one", OFFICER).await;
    let path = format!("/v1/oa/enquiries/{first}");
    desk.patch(&path, json!({ "version": 2, "owner": me })).staff(OFFICER).send().await.is(200);
    let told = list(desk, "round=2027&bucket=kg1").await;
    assert_eq!(
        (&told["rules"], &told["free"], &told["total"], &told["next_cursor"]),
        (&json!(["sibling", "score", "date"]), &json!(1), &json!(3), &Value::Null)
    );
    let ranks: Vec<_> = told["items"].as_array().unwrap().iter().map(|one| (&one["rank"], &one["id"])).collect();
    assert_eq!(ranks, [(&json!(1), &json!(sibling)), (&json!(2), &json!(scholar)), (&json!(3), &json!(first))]);
    let why = |at: usize| -> Vec<Value> {
        told["items"][at]["because"].as_array().unwrap().iter().map(|one| one["value"].clone()).collect()
    };
    let day = json!("2026-11-21");
    assert_eq!(why(0), [json!("Y"), Value::Null, day.clone()]);
    assert_eq!(why(1), [Value::Null, json!("95.5"), day.clone()]);
    assert_eq!(why(2), [Value::Null, Value::Null, day]);
    assert_eq!(told["items"][0]["because"][0]["unconfirmed"], false);
    let task = format!(
        "INSERT INTO tasks (school_id, id, submission_id, code, text, audience, version, created_at)
         VALUES ($1, 't1', '{sibling}', 'task.confirm_sibling', '', '', 1, 0)"
    );
    execute(&desk.db, "one", &task).await.unwrap();
    let open = list(desk, "round=2027&bucket=kg1").await;
    assert_eq!(open["items"][0]["because"][0]["unconfirmed"], true, "somebody has yet to look into the records");
    let last = &told["items"][2];
    assert_eq!(
        (&last["student_name"], &last["registration_id"], &last["owner"]["id"]),
        (&json!("Sara"), &json!("ONE27-00001"), &json!(me))
    );
    // Page by page each once, in the same order.
    let (mut seen, mut query) = (Vec::new(), "round=2027&bucket=kg1&page_size=1".to_owned());
    loop {
        let page = list(desk, &query).await;
        seen.extend(page["items"].as_array().unwrap().iter().map(|one| one["rank"].as_u64().unwrap()));
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        let other = format!("/v1/oa/waitlist?round=2027&bucket=g1&cursor={cursor}");
        desk.get(&other).staff(OFFICER).send().await.refused(400, "R001");
        query = format!("round=2027&bucket=kg1&page_size=1&cursor={cursor}");
    }
    assert_eq!(seen, [1, 2, 3]);
    // It is put in order when somebody asks: other rules, another order.
    reconfigure(desk, "waitlist: [sibling, score, date]", "waitlist: [date]");
    let told = list(desk, "round=2027&bucket=kg1").await;
    let order: Vec<_> = told["items"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(order, [first.as_str(), scholar.as_str(), sibling.as_str()]);
    desk.get(&format!("/v1/oa/waitlist?{query}")).staff(OFFICER).send().await.refused(400, "R001");
}

async fn the_list_is_for_whom_the_application_is(desk: &Desk) {
    applying(desk, ROUND);
    waiting(desk, "Sara", "kg1").await;
    let path = "/v1/oa/waitlist?round=2027&bucket=kg1";
    assert_eq!(desk.get(path).staff(Role::Registrar).send().await.is(200)["total"], 1);
    // The auditor reads, and the application's form is not for them.
    let none = desk.get(path).staff(Role::Auditor).send().await.is(200);
    assert_eq!((&none["items"], &none["total"], &none["free"]), (&json!([]), &json!(0), &Value::Null));
    desk.get(path).staff(Role::Cashier).send().await.refused(403, "A002");
    assert_eq!(list(desk, "round=2031&bucket=kg1").await["items"], json!([]));
    desk.get("/v1/oa/waitlist?round=2027").staff(OFFICER).send().await.refused(400, "R001");
}

async fn a_family_reads_as_much_as_its_school_tells(desk: &Desk) {
    applying(desk, &format!("{ROUND}    waitlist_shows: band\n"));
    for n in 0..5 {
        waiting(desk, &format!("Child {n}"), "kg1").await;
    }
    desk.clock.advance(1_000);
    let sent = desk.submit("apply", values("Sara", "kg1"), None).await.is(201);
    let id = desk.list("q=sara").await["items"][0]["id"].as_str().unwrap().to_owned();
    let token = sent["my_application"].as_str().unwrap().strip_prefix("/my-application#token=").unwrap().to_owned();
    let asked = json!({ "token": token, "proof": "2021-03-04" });
    let opened = desk.post("/v1/oa/public/applications/open", asked).send().await.is(200);
    let page = format!("/v1/oa/public/applications/{}", opened["application"].as_str().unwrap());
    let reads = async || desk.get(&page).send().await.is(200)["application"]["waitlist"].clone();
    assert_eq!(reads().await, Value::Null, "it does not wait for a seat yet");
    go(desk, OFFICER, &id, "W/waitlist", json!({})).await.is(200);
    assert_eq!(reads().await, json!({ "band": "first_10", "number": null, "of": null }), "the sixth");
    judged(desk, &id, r#"["tag.sibling"]"#, -1).await;
    assert_eq!(reads().await["band"], "first_5");
    reconfigure(desk, "waitlist_shows: band", "waitlist_shows: number");
    assert_eq!(reads().await, json!({ "band": null, "number": 1, "of": 6 }));
    reconfigure(desk, "waitlist_shows: number", "waitlist_shows: nothing");
    assert_eq!(reads().await, Value::Null);
}

async fn a_seat_that_falls_free_is_suggested_however_it_does(desk: &Desk) {
    applying(desk, ROUND);
    let first = offered(desk, "Sara", "kg1").await;
    let next = waiting(desk, "Omar", "kg1").await;
    assert_eq!(told(desk, &next).await, 0);
    // The school takes its offer back.
    go(desk, Role::Principal, &first, "S/assessed", why()).await.is(200);
    assert_eq!(told(desk, &next).await, 1);
    // The same seat once more is no second task.
    go(desk, OFFICER, &first, "F/conditional", json!({})).await.is(200);
    go(desk, Role::Principal, &first, "S/assessed", why()).await.is(200);
    assert_eq!(told(desk, &next).await, 1);
    all_done(desk).await;
    // It takes its seat along into another grade.
    go(desk, OFFICER, &first, "F/conditional", json!({})).await.is(200);
    let moved = json!({ "reason_text": "She is older", "bucket": "g1" });
    go(desk, OFFICER, &first, "A/conditions_open", moved).await.is(200);
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await, told(desk, &next).await), (0, 1, 1));
    all_done(desk).await;
    // On hold it keeps its seat, and its withdrawal then frees it.
    let other = waiting(desk, "Zaid", "g1").await;
    let hold = json!({ "reason_text": "Papers", "review_by": "2026-12-01" });
    go(desk, OFFICER, &first, "O/other", hold).await.is(200);
    assert_eq!(told(desk, &other).await, 0);
    go(desk, OFFICER, &first, "R/withdrawn", why()).await.is(200);
    assert_eq!((told(desk, &other).await, told(desk, &next).await), (1, 0));
    is_proved(desk).await;
}

async fn of_two_seats_two_are_told_and_none_twice(desk: &Desk) {
    applying(desk, &ROUND.replace("kg1: 1", "kg1: 2"));
    let (one, two) = (offered(desk, "Sara", "kg1").await, offered(desk, "Omar", "kg1").await);
    let mut next = Vec::new();
    for name in ["Zaid", "Layla", "Huda"] {
        next.push(waiting(desk, name, "kg1").await);
    }
    let told = async || [told(desk, &next[0]).await, told(desk, &next[1]).await, told(desk, &next[2]).await];
    go(desk, OFFICER, &one, "R/declined", why()).await.is(200);
    assert_eq!(told().await, [1, 0, 0]);
    go(desk, OFFICER, &two, "R/declined", why()).await.is(200);
    assert_eq!(told().await, [1, 1, 0]);
}

async fn what_is_beyond_the_places_is_suggested_to_nobody(desk: &Desk) {
    applying(desk, &ROUND.replace("kg1: 1", "kg1: 2"));
    let one = offered(desk, "Sara", "kg1").await;
    offered(desk, "Omar", "kg1").await;
    let next = waiting(desk, "Zaid", "kg1").await;
    // The school has one place less since.
    reconfigure(desk, "kg1: 2", "kg1: 1");
    go(desk, OFFICER, &one, "R/declined", why()).await.is(200);
    assert_eq!((taken(desk, "kg1").await, told(desk, &next).await), (1, 0));
}

async fn a_free_seat_is_offered_once_whoever_frees_it(desk: &Desk) {
    applying(desk, &format!("{}{OFFERS}", ROUND.replace("kg1: 1", "kg1: 2")));
    let (one, two) = (offered(desk, "Sara", "kg1").await, offered(desk, "Omar", "kg1").await);
    let mut next = Vec::new();
    for name in ["Zaid", "Layla", "Huda"] {
        next.push(waiting(desk, name, "kg1").await);
    }
    desk.messages().await;
    let freed = join_all([&one, &two].map(|id| go(desk, OFFICER, id, "R/declined", why()))).await;
    freed.iter().for_each(|got| drop(got.is(200)));
    assert_eq!(jobs(desk).await, 2, "one for each seat");
    let offered = join_all((0..4).map(|_| offer(desk))).await;
    assert_eq!(offered.iter().sum::<usize>(), 2);
    let stand = [stands(desk, &next[0]).await, stands(desk, &next[1]).await, stands(desk, &next[2]).await];
    assert_eq!(stand, ["F/unconditional", "F/unconditional", "W/waitlist"]);
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await, offer(desk).await), (2, 2, 0));
    let seen = view(desk, OFFICER, &next[0]).await;
    assert_eq!(
        (&seen["reason"], &seen["reason_words"]["en"], &seen["offer_until"]),
        (&json!("waitlist"), &json!("Next on the waiting list"), &json!("2026-11-28"))
    );
    let path = format!("/v1/oa/enquiries/{}", next[0]);
    let entries = desk.get(&path).staff(OFFICER).send().await.is(200)["enquiry"]["timeline"].clone();
    let mut last = entries.as_array().unwrap().iter().rev();
    assert_eq!(last.next().unwrap()["to"], "mailed");
    let last = last.next().unwrap();
    assert_eq!(
        (&last["to"], &last["reason_words"]["ar"], &last["role"], &last["actor"]["name"]),
        (&json!("F/unconditional"), &json!("التالي في قائمة الانتظار"), &Value::Null, &json!(""))
    );
    // Both families hear of it, and nobody has anything to do.
    let mails = desk.messages().await;
    let offers = mails.iter().filter(|mail| mail.template == "status_changed");
    assert_eq!((offers.count(), told(desk, &next[0]).await, told(desk, &next[2]).await), (2, 0, 0));
    is_proved(desk).await;
}

async fn a_job_offers_what_is_free(desk: &Desk) {
    applying(desk, &format!("{ROUND}{OFFERS}"));
    let one = offered(desk, "Sara", "kg1").await;
    let next = waiting(desk, "Omar", "kg1").await;
    // Nobody answers in time.
    desk.clock.advance(8 * DAY);
    assert_eq!(applications(desk).expire(&desk.school("one")).await.unwrap(), 1);
    assert_eq!((stands(desk, &one).await.as_str(), jobs(desk).await), ("R/expired", 1));
    let job = OutboxRow {
        id: "job".into(),
        kind: "application.offer_waiting".into(),
        payload: Json(json!({ "round": "2027", "bucket": "kg1" })),
        attempts: 1,
    };
    let work = applications(desk).work(desk.registry.clone());
    for _ in 0..2 {
        assert_eq!(work.carry_out(&scope("one"), &job).await, Outcome::Done);
    }
    assert_eq!((stands(desk, &next).await.as_str(), taken(desk, "kg1").await), ("F/unconditional", 1));
}

async fn what_is_decided_already_is_offered_nothing(desk: &Desk) {
    applying(desk, &format!("{ROUND}{OFFERS}"));
    let one = offered(desk, "Sara", "kg1").await;
    let decided = waiting(desk, "Omar", "kg1").await;
    let held = waiting(desk, "Zaid", "kg1").await;
    let next = waiting(desk, "Layla", "kg1").await;
    let later = json!({ "publish_at": iso(desk.clock.now_ms() + DAY), "reason_text": "It was agreed" });
    go(desk, OFFICER, &decided, "R/school", later).await.is(200);
    let hold = json!({ "reason_text": "Papers", "review_by": "2026-12-01" });
    go(desk, OFFICER, &held, "O/documents", hold).await.is(200);
    go(desk, OFFICER, &one, "R/declined", why()).await.is(200);
    assert_eq!(offer(desk).await, 1);
    let stand = [stands(desk, &decided).await, stands(desk, &held).await, stands(desk, &next).await];
    assert_eq!(stand, ["W/waitlist", "O/documents", "F/unconditional"]);
}

/// What stands in the tasks of one for who may know of decisions, and for everybody.
async fn told_to(desk: &Desk, id: &str) -> [i64; 2] {
    let kept = format!(
        "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND submission_id = '{id}' AND done_at IS NULL AND audience <> ''"
    );
    let kept = number(&desk.db, "one", &kept).await;
    [kept, told(desk, id).await - kept]
}

async fn what_is_decided_already_passes_the_place_on(desk: &Desk) {
    applying(desk, ROUND);
    let one = offered(desk, "Sara", "kg1").await;
    let decided = waiting(desk, "Omar", "kg1").await;
    let next = waiting(desk, "Zaid", "kg1").await;
    let after = waiting(desk, "Layla", "kg1").await;
    let later = json!({ "publish_at": iso(desk.clock.now_ms() + DAY), "reason_text": "It was agreed" });
    go(desk, OFFICER, &decided, "R/school", later).await.is(200);
    go(desk, OFFICER, &one, "R/declined", why()).await.is(200);
    // Nobody reads from it that something is decided: who may know of that has a task more.
    assert_eq!((told_to(desk, &decided).await, told_to(desk, &next).await), ([0, 1], [1, 0]));
    assert_eq!(told_to(desk, &after).await, [0, 0]);
    desk.clock.advance(2 * DAY);
    assert_eq!(applications(desk).release_due(&desk.school("one")).await.unwrap(), 1);
    assert_eq!((stands(desk, &decided).await.as_str(), told_to(desk, &next).await), ("R/school", [1, 1]));
    is_proved(desk).await;
}

async fn whoever_was_before_them_and_waits_no_more_passes_the_place_on(desk: &Desk) {
    applying(desk, ROUND);
    let one = offered(desk, "Sara", "kg1").await;
    let first = waiting(desk, "Omar", "kg1").await;
    let second = waiting(desk, "Zaid", "kg1").await;
    go(desk, OFFICER, &one, "R/declined", why()).await.is(200);
    assert_eq!((told(desk, &first).await, told(desk, &second).await), (1, 0));
    go(desk, OFFICER, &first, "R/school", why()).await.is(200);
    assert_eq!(told(desk, &second).await, 1);
}

async fn places_that_the_school_adds_are_told_once(desk: &Desk) {
    applying(desk, ROUND);
    offered(desk, "Sara", "kg1").await;
    let next = waiting(desk, "Omar", "kg1").await;
    let after = waiting(desk, "Zaid", "kg1").await;
    let look = async || applications(desk).look_over_waitlists(&desk.school("one")).await.unwrap();
    assert_eq!(look().await, 0, "there is none");
    reconfigure(desk, "kg1: 1", "kg1: 2");
    assert_eq!((look().await, look().await), (1, 0), "once");
    assert_eq!((told(desk, &next).await, told(desk, &after).await), (1, 0));
    // Who did what was to be done is not asked again.
    execute(&desk.db, "one", "UPDATE tasks SET done_at = 1 WHERE school_id = $1").await.unwrap();
    assert_eq!((look().await, told(desk, &next).await), (0, 0));
    let places = "    places: { kg1: 2, g1: 3 }\n";
    reconfigure(desk, places, &format!("{places}{OFFERS}"));
    assert_eq!((look().await, stands(desk, &next).await), (1, "F/unconditional".into()));
}

async fn places_that_are_published_are_told_by_the_grade_s_name(desk: &Desk) {
    applying(desk, ROUND);
    offered(desk, "Sara", "kg1").await;
    let next = waiting(desk, "Omar", "kg1").await;
    reconfigure(desk, "kg1: 1", "kg1: 2");
    // Nobody has read the form since.
    applications(desk).on_published(desk.registry.clone())(scope("one")).await.unwrap();
    let asked = async || tasks(desk, &next).await;
    assert!(asked().await[0].contains("A place is available in Text of grade.kg1"), "{:?}", asked().await);
    view(desk, OFFICER, &next).await;
    assert_eq!(applications(desk).look_over_waitlists(&desk.school("one")).await.unwrap(), 0);
    assert_eq!(asked().await.len(), 1, "once");
}

async fn a_list_that_fails_keeps_no_other(desk: &Desk) {
    applying(desk, &format!("{}{OFFERS}", ROUND.replace("g1: 3", "g1: 1")));
    let (broken, next) = (waiting(desk, "Sara", "g1").await, waiting(desk, "Omar", "kg1").await);
    let unreadable = "INSERT INTO form_versions (school_id, form_id, digest, version, document, created_at)
        VALUES ($1, 'apply', 'broken', '0', '{}', 0)";
    execute(&desk.db, "one", unreadable).await.unwrap();
    let sql = format!("UPDATE submissions SET form_digest = 'broken' WHERE school_id = $1 AND id = '{broken}'");
    execute(&desk.db, "one", &sql).await.unwrap();
    applications(desk).look_over_waitlists(&desk.school("one")).await.unwrap_err();
    assert_eq!(stands(desk, &next).await, "F/unconditional");
}

async fn nothing_is_offered_where_somebody_approves(desk: &Desk) {
    applying(desk, &format!("{ROUND}    approval: principal\n"));
    let one = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &one, "F/unconditional", json!({})).await.is(200);
    approve(desk, Role::Principal, &one).await.is(200);
    let next = waiting(desk, "Omar", "kg1").await;
    go(desk, OFFICER, &one, "R/declined", why()).await.is(200);
    assert_eq!((jobs(desk).await, offer(desk).await, told(desk, &next).await), (0, 0, 1));
    assert_eq!(stands(desk, &next).await, "W/waitlist");
    // A school that asks for both is told so, and stays as it was.
    let place = desk.bundle("one").join("school.yaml");
    let yaml = std::fs::read_to_string(&place).unwrap();
    let both = format!("    approval: principal\n{OFFERS}");
    std::fs::write(&place, yaml.replacen("    approval: principal\n", &both, 1)).unwrap();
    let found = desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap_err();
    assert!(found.iter().any(|one| one.code == "needsApproval"), "{found:?}");
    assert_eq!(offer(desk).await, 0);
}

async fn a_school_has_reasons_of_its_own(desk: &Desk) {
    let reasons = "reasons:\n  - { code: full, text: { en: The grade is full, ar: الصف مكتمل }, for: [R, O] }\n  \
                   - { code: paid, text: { en: The fee is paid, ar: دُفع الرسم }, for: [B] }\n  \
                   - { code: other, text: { en: Ask the office, ar: اسألوا المكتب } }\n";
    applying(desk, &format!("{ROUND}{reasons}"));
    let id = apply(desk, "Sara", "kg1").await;
    let seen = view(desk, OFFICER, &id).await;
    let full =
        json!({ "code": "full", "text": { "en": "The grade is full", "ar": "الصف مكتمل" }, "statuses": ["R", "O"] });
    let other = json!({ "code": "other", "text": { "en": "Ask the office", "ar": "اسألوا المكتب" }, "statuses": [] });
    assert_eq!(seen["reasons"], json!([full, other]), "nothing leads to B from here");
    let hold = |code: &str| json!({ "reason_code": code, "review_by": "2026-12-01" });
    let refused = go(desk, OFFICER, &id, "O/seat", hold("unheard_of")).await.refused(422, "F003");
    assert_eq!(
        (&refused["errors"][0]["path"], &refused["errors"][0]["code"]),
        (&json!("/transition/reason_code"), &json!("enum"))
    );
    // That of an offer without anybody's doing is the server's.
    go(desk, OFFICER, &id, "O/seat", hold("waitlist")).await.refused(422, "F003");
    assert_eq!(stands(desk, &id).await, "W/review");
    let held = go(desk, OFFICER, &id, "O/seat", hold("full")).await.is(200);
    assert_eq!((&held["reason"], &held["reason_words"]["ar"]), (&json!("full"), &json!("الصف مكتمل")));
    // What the product has is understood too, though it is not offered.
    let moved = go(desk, OFFICER, &id, "O/other", hold("no_place")).await.is(200);
    assert_eq!(moved["reason_words"]["en"], "No place available");
    let words = async || -> Vec<Value> {
        let path = format!("/v1/oa/enquiries/{id}");
        let entries = desk.get(&path).staff(OFFICER).send().await.is(200)["enquiry"]["timeline"].clone();
        let moves = entries.as_array().unwrap().iter().filter(|entry| entry["kind"] == "status");
        moves.map(|entry| entry["reason_words"]["en"].clone()).collect()
    };
    assert_eq!(words().await, [json!("The grade is full"), json!("No place available")]);
    // One that the school does not have any more has no words, and stays in the history by its name.
    reconfigure(desk, "code: full", "code: crowded");
    assert_eq!(words().await, [Value::Null, json!("No place available")]);
    // Without a list of its own, the product's.
    reconfigure(desk, reasons.replacen("code: full", "code: crowded", 1).as_str(), "");
    let offered = view(desk, OFFICER, &id).await["reasons"].clone();
    assert_eq!((&offered[0]["code"], &offered[0]["statuses"]), (&json!("no_place"), &json!(["W", "O", "R"])));
    let codes: Vec<&str> = offered.as_array().unwrap().iter().filter_map(|one| one["code"].as_str()).collect();
    assert!(codes.contains(&"other") && codes.contains(&"no_place"), "{codes:?}");
    assert!(!codes.contains(&"accepted_by_telephone"), "nothing leads to A from here: {codes:?}");
    // Whoever may send it nowhere is offered no reason.
    assert_eq!(view(desk, Role::Registrar, &id).await["reasons"], json!([]));
}

async fn closed_means_closed(desk: &Desk) {
    applying(
        desk,
        "rounds:\n  - { id: \"2027\", year: 2027-2028, places: { g1: 1 }, closed_grades: Y, over_offer: 1 }\n",
    );
    let id = assessed(desk, "Sara", "kg1").await;
    let refused = go(desk, OFFICER, &id, "F/unconditional", json!({})).await.refused(422, "A014");
    assert_eq!((&refused["places"], &refused["over_offer"]), (&json!(0), &json!(0)));
    for name in ["Omar", "Zaid"] {
        let other = assessed(desk, name, "g1").await;
        go(desk, OFFICER, &other, "F/unconditional", json!({})).await.is(200);
    }
    assert_eq!((taken(desk, "kg1").await, taken(desk, "g1").await), (0, 2));
}
