//! What an application's days bring: holds that somebody looks at again, offers that are reminded of and end, and what a family says and is
//! told of that.

use admissions::applications::Applications;
use kernel::message::Message;
use serde_json::{Value, json};
use words::{Clock as _, Role};

use crate::applications::{
    HOUR, OFFICER, ROUND, apply, applying, assessed, expired, go, is_proved, keeping, may_send_no_more, review, stands,
    taken, tell_of_ends, view, why,
};
use crate::database::{execute, number};
use crate::decisions::{mails, page_of, seen, tasks};
use crate::desk::{DAY, Desk, Got, on_both};
use crate::{bulk_moves, proposals};

on_both!(
    what_is_on_hold_is_looked_at_again_on_its_day,
    an_accepted_one_keeps_its_seat_until_its_day_is_over,
    whoever_wants_the_seat_waits_for_no_sweep,
    many_offers_wait_for_no_sweep_either,
    an_approval_waits_for_no_sweep_either,
    a_hold_stops_the_clock,
    a_family_is_reminded_of_its_offer_twice,
    an_offer_of_today_is_no_reminder,
    what_the_school_may_not_send_waits,
    a_family_that_cannot_be_reminded_is_called,
    what_came_back_with_a_backup_waits_for_somebody,
    a_suspended_school_s_clocks_stand,
    a_family_that_cannot_be_told_is_a_task,
    whose_offer_is_taken_back_is_told,
    an_offer_with_conditions_says_so,
    nothing_is_on_hold_for_ever,
    an_offer_that_ended_is_told_to_both,
    of_an_offer_that_was_made_again_nobody_is_told_that_it_ended,
    what_could_not_be_told_of_an_end_is_told_on_another_morning,
    an_offer_says_what_it_is_of,
    a_family_says_why,
    a_family_accepts_its_offer_in_writing,
    an_offer_that_is_accepted_in_writing_waits_for_the_school,
    who_may_not_know_of_a_decision_reads_no_task_of_it,
    the_list_begins_with_what_is_due_first,
    the_list_begins_with_what_has_stood_longest,
);

async fn remind(desk: &Desk) -> usize {
    Applications::new(desk.enquiries.clone()).remind_of_offers(&desk.school("one")).await.unwrap()
}

async fn sent(desk: &Desk, template: &str) -> Vec<Message> {
    desk.messages().await.into_iter().filter(|one| one.template == template).collect()
}

fn told<'m>(mail: &'m Message, name: &str) -> &'m str {
    mail.params.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn hold(until: &str) -> Value {
    json!({ "reason_code": "documents_missing", "review_by": until })
}

async fn due(desk: &Desk) -> Vec<String> {
    let listed =
        desk.post("/v1/oa/student/student_list", json!({ "review_due": true })).staff(OFFICER).send().await.is(200);
    listed["students"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

async fn what_is_on_hold_is_looked_at_again_on_its_day(desk: &Desk) {
    applying(desk, ROUND);
    let (id, other) = (apply(desk, "Sara", "kg1").await, apply(desk, "Omar", "g1").await);
    let me = desk.person("one", OFFICER).await;
    let owner = json!({ "version": 1, "owner": me });
    desk.patch(&format!("/v1/oa/enquiries/{id}"), owner).staff(OFFICER).send().await.is(200);
    go(desk, OFFICER, &id, "O/documents", hold("2026-11-23")).await.is(200);
    go(desk, OFFICER, &other, "O/other", hold("2026-11-24")).await.is(200);
    desk.clock.advance(DAY + 11 * HOUR);
    assert_eq!((review(desk).await, due(desk).await), (0, vec![]), "an hour before midnight");
    desk.clock.advance(HOUR);
    let (one, two) = tokio::join!(review(desk), review(desk));
    assert_eq!((one + two, due(desk).await), (1, vec![id.clone()]), "once, on two servers");
    let listed = desk.get(&format!("/v1/oa/enquiries/{id}/tasks")).staff(OFFICER).send().await.is(200)["items"].clone();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["assigned_to"]["id"]), (1, &json!(me)));
    assert_eq!(listed[0]["due_on"], "2026-11-23");
    assert!(listed[0]["text"]["en"].as_str().unwrap().starts_with("Look at this application again"), "{listed}");
    // Whoever did it is not asked once more, however long it stays.
    let path = format!("/v1/oa/enquiries/{id}/tasks/{}", listed[0]["id"].as_str().unwrap());
    let done = json!({ "version": listed[0]["version"], "done": true });
    desk.patch(&path, done).staff(OFFICER).send().await.is(200);
    desk.clock.advance(3 * DAY);
    assert_eq!(review(desk).await, 1, "the other's");
    assert_eq!(due(desk).await.len(), 2);
    assert_eq!(
        desk.get(&format!("/v1/oa/enquiries/{other}/tasks")).staff(OFFICER).send().await.is(200)["items"][0]["assigned_to"],
        Value::Null
    );
    go(desk, OFFICER, &id, "W/review", json!({})).await.is(200);
    assert_eq!(due(desk).await, [other], "what goes on waits for nobody");
    // Another hold has a day of its own.
    go(desk, OFFICER, &id, "O/documents", hold("2026-11-30")).await.is(200);
    desk.clock.advance(5 * DAY);
    assert_eq!((review(desk).await, review(desk).await), (1, 0));
    is_proved(desk).await;
}

/// An application that is accepted and has the seat.
async fn accepted(desk: &Desk, name: &str) -> String {
    let id = assessed(desk, name, "kg1").await;
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    go(desk, OFFICER, &id, "A/fee_due", why()).await.is(200);
    id
}

async fn an_accepted_one_keeps_its_seat_until_its_day_is_over(desk: &Desk) {
    applying(desk, ROUND);
    let id = accepted(desk, "Sara").await;
    let next = apply(desk, "Omar", "kg1").await;
    go(desk, OFFICER, &next, "W/waitlist", json!({})).await.is(200);
    let held = go(desk, OFFICER, &id, "O/payment", hold("2026-11-23")).await.is(200);
    assert_eq!((&held["seat_ended"], &held["seats"]["accepted"]), (&json!(false), &json!(1)));
    // The whole of its day.
    desk.clock.advance(2 * DAY + 11 * HOUR);
    assert_eq!((review(desk).await, taken(desk, "kg1").await), (1, 1));
    assert!(tasks(desk, &id).await[0].contains("its place stays reserved"));
    desk.clock.advance(HOUR);
    let (one, two) = tokio::join!(review(desk), review(desk));
    assert_eq!((one + two, taken(desk, "kg1").await, keeping(desk, "kg1").await), (1, 0, 0), "once, on two servers");
    let seen = view(desk, OFFICER, &id).await;
    assert_eq!(
        (&seen["status"], &seen["held_from"], &seen["seat_ended"], &seen["seats"]["free"]),
        (&json!("O"), &json!("A/fee_due"), &json!(true), &json!(1)),
        "it stays on hold"
    );
    assert!(tasks(desk, &id).await.iter().any(|text| text.contains("the place is not reserved any more")));
    assert!(tasks(desk, &next).await[0].contains("A place is available"));
    let entries =
        desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200)["enquiry"]["timeline"].clone();
    assert_eq!(entries.as_array().unwrap().last().unwrap()["kind"], "seat_ended");
    // Another reason to wait brings no seat back, nor does it lose one twice.
    go(desk, OFFICER, &id, "O/other", hold("2026-11-25")).await.is(200);
    assert_eq!((view(desk, OFFICER, &id).await["seat_ended"].clone(), taken(desk, "kg1").await), (json!(true), 0));
    desk.clock.advance(3 * DAY);
    assert_eq!((review(desk).await, taken(desk, "kg1").await), (1, 0));
    // To go on it needs a seat like anybody.
    let other = assessed(desk, "Zaid", "kg1").await;
    go(desk, OFFICER, &other, "F/unconditional", json!({})).await.is(200);
    let full = go(desk, OFFICER, &id, "A/fee_due", json!({})).await.refused(422, "A014");
    assert_eq!((&full["guard"], &full["places"]), (&json!("seat_free"), &json!(1)));
    go(desk, OFFICER, &other, "R/declined", why()).await.is(200);
    let back = go(desk, OFFICER, &id, "A/fee_due", json!({})).await.is(200);
    assert_eq!((&back["seat_ended"], taken(desk, "kg1").await, keeping(desk, "kg1").await), (&json!(false), 1, 1));
    is_proved(desk).await;
}

async fn whoever_wants_the_seat_waits_for_no_sweep(desk: &Desk) {
    applying(desk, ROUND);
    let id = accepted(desk, "Sara").await;
    let other = assessed(desk, "Omar", "kg1").await;
    go(desk, OFFICER, &id, "O/payment", hold("2026-11-23")).await.is(200);
    go(desk, OFFICER, &other, "F/unconditional", json!({})).await.refused(422, "A014");
    desk.clock.advance(3 * DAY);
    go(desk, OFFICER, &other, "F/unconditional", json!({})).await.is(200);
    assert_eq!((view(desk, OFFICER, &id).await["seat_ended"].clone(), taken(desk, "kg1").await), (json!(true), 1));
}

async fn many_offers_wait_for_no_sweep_either(desk: &Desk) {
    applying(desk, ROUND);
    let id = accepted(desk, "Sara").await;
    let other = assessed(desk, "Omar", "kg1").await;
    go(desk, OFFICER, &id, "O/payment", hold("2026-11-23")).await.is(200);
    desk.clock.advance(3 * DAY);
    bulk_moves::ask(desk, OFFICER, json!({ "to": "F/unconditional", "ids": [other] })).await.is(201);
    bulk_moves::run(desk).await;
    assert_eq!((stands(desk, &other).await, taken(desk, "kg1").await), ("F/unconditional".into(), 1));
}

async fn an_approval_waits_for_no_sweep_either(desk: &Desk) {
    proposals::four_eyes(desk);
    let id = assessed(desk, "Sara", "kg1").await;
    let other = assessed(desk, "Omar", "kg1").await;
    for one in [&id, &other] {
        go(desk, OFFICER, one, "F/unconditional", json!({})).await.is(200);
    }
    proposals::approve(desk, Role::Principal, &id).await.is(200);
    go(desk, OFFICER, &id, "A/fee_due", why()).await.is(200);
    go(desk, OFFICER, &id, "O/payment", hold("2026-11-23")).await.is(200);
    proposals::approve(desk, Role::Principal, &other).await.refused(422, "A014");
    desk.clock.advance(3 * DAY);
    proposals::approve(desk, Role::Principal, &other).await.is(200);
    assert_eq!((stands(desk, &other).await, taken(desk, "kg1").await), ("F/unconditional".into(), 1));
}

async fn a_hold_stops_the_clock(desk: &Desk) {
    applying(desk, &format!("{ROUND}targets: {{ W: 5 }}\n"));
    let id = apply(desk, "Sara", "kg1").await;
    let waits = async |status: &str| {
        let told = desk.get("/v1/oa/student/overview").staff(OFFICER).send().await.is(200);
        let one = told["waiting"].as_array().unwrap().iter().find(|one| one["status"] == status).unwrap().clone();
        (one["oldest_days"].clone(), one["over_target"].clone())
    };
    desk.clock.advance(3 * DAY);
    go(desk, OFFICER, &id, "O/documents", hold("2027-02-01")).await.is(200);
    desk.clock.advance(20 * DAY);
    assert_eq!(waits("O").await, (json!(20), Value::Null));
    go(desk, OFFICER, &id, "O/payment", hold("2027-02-01")).await.is(200);
    desk.clock.advance(DAY);
    go(desk, OFFICER, &id, "W/review", json!({})).await.is(200);
    assert_eq!(waits("W").await, (json!(3), json!(0)), "the clock resumes");
    desk.clock.advance(2 * DAY);
    assert_eq!(waits("W").await, (json!(5), json!(0)));
    // A second hold takes nothing away, and what goes on begins anew.
    go(desk, OFFICER, &id, "O/documents", hold("2027-02-01")).await.is(200);
    desk.clock.advance(9 * DAY);
    go(desk, OFFICER, &id, "W/review", json!({})).await.is(200);
    desk.clock.advance(DAY);
    assert_eq!(waits("W").await, (json!(6), json!(1)));
    go(desk, OFFICER, &id, "S/to_schedule", why()).await.is(200);
    assert_eq!(waits("S").await.0, json!(0));
}

async fn a_family_is_reminded_of_its_offer_twice(desk: &Desk) {
    applying(desk, ROUND);
    let (first, _) = seen(desk, "Sara").await;
    let answered = assessed(desk, "Omar", "g1").await;
    for id in [&first, &answered] {
        go(desk, OFFICER, id, "F/unconditional", json!({})).await.is(200);
    }
    // Until the 28th: at the school's six of the 26th, and no sooner.
    desk.clock.advance(4 * DAY + 17 * HOUR);
    assert_eq!(remind(desk).await, 0, "five in the morning");
    desk.clock.advance(HOUR);
    let (one, two) = tokio::join!(remind(desk), remind(desk));
    assert_eq!((one + two, remind(desk).await), (2, 0), "once each, on two servers");
    let ahead = sent(desk, "offer_reminder").await;
    let mail = ahead.iter().find(|mail| told(mail, "child") == "Sara").unwrap();
    assert_eq!(ahead.len(), 2);
    assert_eq!(
        (told(mail, "day"), told(mail, "grade"), told(mail, "year"), told(mail, "change")),
        ("28-Nov-2026", "Text of grade.kg1", "2027-2028", "")
    );
    assert!(told(mail, "path").starts_with("/my-application#token="), "{}", told(mail, "path"));
    let said = tenants::message::render(&desk.school("one"), "https://one.example", mail).unwrap();
    assert!(said.text.contains("open until the end of 28-Nov-2026") && said.text.contains("Sara"), "{}", said.text);
    go(desk, OFFICER, &answered, "A/fee_due", why()).await.is(200);
    desk.clock.advance(DAY);
    assert_eq!(remind(desk).await, 0, "the day between");
    desk.clock.advance(DAY);
    let (one, two) = tokio::join!(remind(desk), remind(desk));
    assert_eq!((one + two, remind(desk).await), (1, 0), "who answered hears nothing");
    let last = sent(desk, "offer_reminder").await.pop().unwrap();
    let said = tenants::message::render(&desk.school("one"), "https://one.example", &last).unwrap();
    assert!(said.subject.starts_with("The offer ends today"), "{}", said.subject);
    desk.clock.advance(DAY);
    assert_eq!((remind(desk).await, expired(desk).await), (0, 1), "what is over is no reminder");
    is_proved(desk).await;
}

async fn an_offer_of_today_is_no_reminder(desk: &Desk) {
    applying(desk, &format!("{ROUND}    offer_days: 1\n"));
    let id = assessed(desk, "Sara", "kg1").await;
    // What is decided and not told yet is nothing that a family is reminded of.
    let at = words::clock::iso(desk.clock.now_ms() + 3 * DAY);
    go(desk, OFFICER, &id, "F/unconditional", json!({ "publish_at": at })).await.is(200);
    desk.clock.advance(DAY);
    assert_eq!(remind(desk).await, 0);
    desk.clock.advance(2 * DAY);
    assert_eq!(Applications::new(desk.enquiries.clone()).release_due(&desk.school("one")).await.unwrap(), 1);
    assert_eq!(remind(desk).await, 0, "it was told a moment ago");
    desk.clock.advance(DAY);
    assert_eq!(remind(desk).await, 1, "its last day");
    assert_eq!(told(&sent(desk, "offer_reminder").await[0], "change"), "last");
}

async fn what_the_school_may_not_send_waits(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    desk.clock.advance(5 * DAY);
    may_send_no_more(desk).await;
    assert_eq!((remind(desk).await, sent(desk, "offer_reminder").await.len()), (0, 0));
    desk.clock.advance(HOUR);
    assert_eq!((remind(desk).await, sent(desk, "offer_reminder").await.len()), (1, 1));
}

async fn a_family_that_cannot_be_reminded_is_called(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    desk.clock.advance(5 * DAY);
    // Its address had as many as may be.
    for n in 0..10 {
        let text = json!({ "text": format!("Message {n}") });
        desk.post(&format!("/v1/oa/enquiries/{id}/messages"), text).staff(OFFICER).send().await.is(201);
    }
    assert_eq!((remind(desk).await, sent(desk, "offer_reminder").await.len()), (0, 0));
    let open = tasks(desk, &id).await;
    assert!(open.iter().any(|text| text.contains("got no reminder by e-mail")), "{open:?}");
    assert_eq!((remind(desk).await, tasks(desk, &id).await), (0, open), "once");
}

async fn what_came_back_with_a_backup_waits_for_somebody(desk: &Desk) {
    applying(desk, ROUND);
    let held = accepted(desk, "Omar").await;
    go(desk, OFFICER, &held, "O/payment", hold("2026-11-23")).await.is(200);
    let id = assessed(desk, "Sara", "g1").await;
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    let back = "INSERT INTO counters (school_id, name, last_value) VALUES ($1, 'clocks-held', 1)";
    execute(&desk.db, "one", back).await.unwrap();
    desk.clock.advance(6 * DAY);
    assert_eq!((remind(desk).await, review(desk).await), (0, 0));
    desk.clock.advance(4 * DAY);
    assert_eq!((expired(desk).await, stands(desk, &id).await.as_str()), (0, "F/unconditional"));
    let overview =
        async || desk.get("/v1/oa/student/overview").staff(OFFICER).send().await.is(200)["clocks_held"].clone();
    assert_eq!(overview().await, true);
    let resume = "/v1/oa/student/clocks/resume";
    desk.post(resume, json!({})).staff(OFFICER).send().await.refused(403, "A002");
    desk.post(resume, json!({})).staff(Role::Principal).send().await.is(200);
    assert_eq!((overview().await, review(desk).await, expired(desk).await), (json!(false), 2, 1));
}

async fn a_suspended_school_s_clocks_stand(desk: &Desk) {
    let two = ROUND.replace("kg1: 1", "kg1: 2");
    applying(desk, &format!("{two}    waitlist_offers: Y\n    direct_offer: Y\n"));
    let next = apply(desk, "Layla", "kg1").await;
    go(desk, OFFICER, &next, "W/waitlist", json!({})).await.is(200);
    let offer = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &offer, "F/unconditional", json!({})).await.is(200);
    let decided = assessed(desk, "Noor", "g1").await;
    let told = words::clock::iso(desk.clock.now_ms() + HOUR);
    go(desk, OFFICER, &decided, "F/unconditional", json!({ "publish_at": told })).await.is(200);
    let held = accepted(desk, "Omar").await;
    go(desk, OFFICER, &held, "O/payment", hold("2026-11-23")).await.is(200);
    desk.messages().await;
    desk.clock.advance(30 * DAY);
    let suspended = |yes: bool| {
        let place = desk.bundle("one").join("school.yaml");
        let yaml = std::fs::read_to_string(&place).unwrap();
        let plain = yaml.replace("suspended: true\n", "");
        std::fs::write(&place, if yes { format!("suspended: true\n{plain}") } else { plain }).unwrap();
        desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
    };
    let stand = async || {
        let mut all = Vec::new();
        for id in [&offer, &decided, &held, &next] {
            let state = format!("SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND object_id = '{id}'");
            all.push(crate::database::number(&desk.db, "one", &state).await);
        }
        (all, desk.count("tasks").await, desk.count("outbox").await)
    };
    let work = Applications::new(desk.enquiries.clone()).work(desk.registry.clone());
    let release = crate::decisions::due_of(desk, "application.release").await;
    assert_eq!(release.len(), 1);
    suspended(true);
    let before = stand().await;
    for _ in 0..2 {
        work.look_over(&crate::database::scope("one")).await;
        let outcome = work.carry_out(&crate::database::scope("one"), &release[0]).await;
        assert!(matches!(outcome, kernel::jobs::Outcome::Later(_)), "{outcome:?}");
    }
    assert_eq!(stand().await, before, "nothing is moved, and nobody is asked or written to");
    suspended(false);
    work.look_over(&crate::database::scope("one")).await;
    let (moved, ..) = stand().await;
    assert!(moved[0] > before.0[0] && moved[1] > before.0[1] && moved[2] > before.0[2], "{moved:?} {before:?}");
}

async fn a_family_that_cannot_be_told_is_a_task(desk: &Desk) {
    applying(desk, ROUND);
    let id = apply(desk, "Sara", "kg1").await;
    let reasoned = json!({ "reason_text": "It is on its way", "notify": true });
    assert_eq!(go(desk, OFFICER, &id, "S/to_schedule", reasoned).await.is(200)["family_told"], true);
    for n in 0..9 {
        let text = json!({ "text": format!("Message {n}") });
        desk.post(&format!("/v1/oa/enquiries/{id}/messages"), text).staff(OFFICER).send().await.is(201);
    }
    let full = go(desk, OFFICER, &id, "S/scheduled", json!({ "notify": true })).await.is(200);
    assert_eq!(full["family_told"], false);
    assert!(tasks(desk, &id).await.iter().any(|text| text.contains("got no e-mail about the new status")));
    let quiet = go(desk, OFFICER, &id, "S/assessed", json!({})).await.is(200);
    assert_eq!(quiet["family_told"], Value::Null);
}

async fn whose_offer_is_taken_back_is_told(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    mails(desk).await;
    let back = go(desk, Role::Principal, &id, "S/assessed", why()).await.is(200);
    assert_eq!(back["family_told"], true);
    let mail = mails(desk).await.pop().unwrap();
    let said = tenants::message::render(&desk.school("one"), "https://one.example", &mail).unwrap();
    assert!(said.subject.starts_with("The offer is withdrawn"), "{}", said.subject);
    assert!(said.text.contains("has withdrawn its offer of a place for Sara"), "{}", said.text);
}

async fn an_offer_with_conditions_says_so(desk: &Desk) {
    applying(desk, ROUND);
    let (id, token) = seen(desk, "Sara").await;
    go(desk, OFFICER, &id, "F/conditional", json!({ "notify": true })).await.is(200);
    let mail = mails(desk).await.pop().unwrap();
    let said = tenants::message::render(&desk.school("one"), "https://one.example", &mail).unwrap();
    assert!(said.subject.starts_with("A place is offered with conditions"), "{}", said.subject);
    assert!(said.text.contains("The offer has conditions"), "{}", said.text);
    let page = desk.get(&page_of(desk, &token).await).send().await.is(200);
    assert_eq!(page["application"]["offer"]["is_conditional"], true);
}

async fn nothing_is_on_hold_for_ever(desk: &Desk) {
    applying(desk, ROUND);
    let id = apply(desk, "Sara", "kg1").await;
    let refused = go(desk, OFFICER, &id, "O/other", hold("2028-01-01")).await.refused(422, "F003");
    assert_eq!(
        (&refused["errors"][0]["path"], &refused["errors"][0]["code"]),
        (&json!("/transition/review_by"), &json!("maxDate"))
    );
    go(desk, OFFICER, &id, "O/other", hold("2027-11-01")).await.is(200);
}

async fn an_offer_that_ended_is_told_to_both(desk: &Desk) {
    applying(desk, ROUND);
    let (id, _) = seen(desk, "Sara").await;
    go(desk, OFFICER, &id, "F/conditional", json!({})).await.is(200);
    desk.person("one", OFFICER).await;
    for sql in [
        "UPDATE users SET email_verified_at = 1 WHERE school_id = $1 AND id = 'admissions_officer'",
        "UPDATE submissions SET owner_id = 'admissions_officer' WHERE school_id = $1",
    ] {
        assert_eq!(execute(&desk.db, "one", sql).await.unwrap(), 1);
    }
    let ends = "SELECT CAST(MAX(hold_until) AS BIGINT) FROM applications WHERE school_id = $1";
    let midnight = number(&desk.db, "one", ends).await;
    desk.clock.advance(midnight - desk.clock.now_ms() + HOUR);
    let (one, two) = tokio::join!(expired(desk), expired(desk));
    assert_eq!((one + two, stands(desk, &id).await.as_str()), (1, "R/expired"));
    // Nobody is woken.
    assert_eq!((tell_of_ends(desk).await, told_of_end(desk).await), (0, 0));
    desk.clock.advance(5 * HOUR);
    assert_eq!(tell_of_ends(desk).await, 1);
    let all = desk.messages().await;
    let of = |template: &str| all.iter().filter(|mail| mail.template == template).collect::<Vec<_>>();
    let [mail] = of("offer_expired")[..] else { panic!("one mail: {all:?}") };
    assert_eq!((mail.to.as_str(), told(mail, "day"), told(mail, "child")), ("huda@example.org", "28-Nov-2026", "Sara"));
    let said = tenants::message::render(&desk.school("one"), "https://one.example", mail).unwrap();
    assert!(said.text.contains("please speak to the school"), "{}", said.text);
    let [notice] = of("rules_notice")[..] else { panic!("one notice: {all:?}") };
    assert!(told(notice, "text").contains("The offer ended without an answer"), "{notice:?}");
}

/// Families that were told of an offer's end.
async fn told_of_end(desk: &Desk) -> usize {
    desk.messages().await.iter().filter(|one| one.template == "offer_expired").count()
}

async fn of_an_offer_that_was_made_again_nobody_is_told_that_it_ended(desk: &Desk) {
    applying(desk, ROUND);
    let (id, _) = seen(desk, "Sara").await;
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    desk.clock.advance(8 * DAY);
    assert_eq!(expired(desk).await, 1);
    go(desk, Role::Principal, &id, "F/unconditional", why()).await.is(200);
    desk.messages().await;
    desk.clock.advance(DAY);
    assert_eq!((tell_of_ends(desk).await, told_of_end(desk).await), (1, 0));
}

async fn what_could_not_be_told_of_an_end_is_told_on_another_morning(desk: &Desk) {
    applying(desk, ROUND);
    let (id, _) = seen(desk, "Sara").await;
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    desk.clock.advance(8 * DAY);
    assert_eq!(expired(desk).await, 1);
    desk.clock.advance(6 * HOUR);
    may_send_no_more(desk).await;
    assert_eq!((tell_of_ends(desk).await, told_of_end(desk).await), (1, 0), "the school may send no more");
    desk.clock.advance(DAY);
    execute(&desk.db, "one", "INSERT INTO counters (school_id, name, last_value) VALUES ($1, 'clocks-held', 1)")
        .await
        .unwrap();
    assert_eq!((tell_of_ends(desk).await, told_of_end(desk).await), (1, 0), "its clocks are held");
    desk.clock.advance(DAY);
    execute(&desk.db, "one", "UPDATE counters SET last_value = 0 WHERE school_id = $1 AND name = 'clocks-held'")
        .await
        .unwrap();
    assert_eq!((tell_of_ends(desk).await, told_of_end(desk).await), (1, 1));
    desk.clock.advance(DAY);
    assert_eq!((tell_of_ends(desk).await, told_of_end(desk).await), (0, 0), "once");
}

async fn an_offer_says_what_it_is_of(desk: &Desk) {
    let contact = "contact: { phone: \"+96824000000\", email: office@one.example }\n";
    applying(desk, &format!("{}{contact}", ROUND.replace("g1: 3", "g1/girls: 3")));
    let (id, token) = seen(desk, "Sara").await;
    let page = page_of(desk, &token).await;
    let look = async || desk.get(&page).send().await.is(200)["application"].clone();
    assert_eq!(look().await["offer"], Value::Null);
    let before = view(desk, OFFICER, &id).await;
    assert_eq!(before["offer_days"], 7, "how long it would be open");
    // As it would arrive, without the link that is the family's; nothing is sent by that.
    let path = format!("/v1/oa/enquiries/{id}/application/mail");
    let look_at = async |body: Value| desk.post(&path, body).staff(OFFICER).send().await;
    let at = words::clock::iso(desk.clock.now_ms() + 3 * DAY);
    let trial = look_at(json!({ "to": "F/unconditional", "bucket": "g1/girls", "publish_at": at })).await.is(200);
    let html = trial["html"].as_str().unwrap();
    assert!(
        html.contains("Text of grade.g1 · girls") && html.contains("01-Dec-2026") && !html.contains(&token),
        "{html}"
    );
    assert_eq!((&trial["locale"], mails(desk).await.len()), (&json!("en"), 0));
    look_at(json!({ "to": "C" })).await.refused(422, "A012");
    desk.post(&path, json!({ "to": "F/unconditional" })).staff(Role::Cashier).send().await.refused(403, "A002");
    go(desk, OFFICER, &id, "F/unconditional", json!({ "bucket": "g1/girls", "notify": true })).await.is(200);
    let offer = look().await["offer"].clone();
    assert_eq!((&offer["until"], &offer["year"]), (&json!("2026-11-28"), &json!("2027-2028")));
    assert_eq!(offer["grade"]["en"], "Text of grade.g1 · girls");
    let mail = mails(desk).await.pop().unwrap();
    let said = tenants::message::render(&desk.school("one"), "https://one.example", &mail).unwrap();
    for part in [
        "offers Sara a place in Text of grade.g1 · girls for the school year 2027-2028",
        "28-Nov-2026",
        "Phone: +96824000000",
        "E-mail: office@one.example",
    ] {
        assert!(said.text.contains(part), "{part}: {}", said.text);
    }
    // In Arabic a number begins with its sign.
    let arabic = Message { locale: "ar".into(), ..mail };
    let said = tenants::message::render(&desk.school("one"), "https://one.example", &arabic).unwrap();
    assert!(said.text.contains("أن نعرض عليكم مقعدًا باسم Sara"), "{}", said.text);
}

async fn a_family_says_why(desk: &Desk) {
    applying(desk, ROUND);
    let (id, token) = seen(desk, "Sara").await;
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    let page = page_of(desk, &token).await;
    let decline = async |more: Value| {
        let mut body = json!({ "locale": "en" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        desk.post(&format!("{page}/withdraw"), body).send().await
    };
    decline(json!({ "reason_code": "no_place" })).await.refused(400, "R001");
    let long = decline(json!({ "reason_code": "other", "reason_text": "x".repeat(501) })).await.refused(422, "F003");
    assert_eq!((&long["errors"][0]["path"], &long["errors"][0]["code"]), (&json!("/reason_text"), &json!("maxLength")));
    assert_eq!(stands(desk, &id).await, "F/unconditional");
    let said = json!({ "reason_code": "another_school", "reason_text": " It is nearer. " });
    let gone = decline(said).await.is(200)["application"].clone();
    assert!(!gone["history"].to_string().contains("It is nearer"), "words are the school's");
    let record = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200)["enquiry"].clone();
    let last = record["timeline"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["to"], &last["reason"], &last["reason_words"]["en"], &last["comment"]),
        (&json!("R/declined"), &json!("another_school"), &json!("They chose another school"), &json!("It is nearer."))
    );
    assert_eq!(view(desk, OFFICER, &id).await["reason"], "another_school");
    // Of an enquiry nobody asks why.
    crate::my_application::telling(desk);
    let sent = desk.submit("trial", crate::my_application::sara(), None).await.is(201);
    let path = crate::my_application::granted(desk, &crate::my_application::token_of(&sent)).await;
    let body = json!({ "locale": "en", "reason_code": "fees" });
    let problem = desk.post(&format!("{path}/withdraw"), body).send().await.refused(422, "F003");
    assert_eq!(problem["errors"][0]["path"], "/reason_code");
    is_proved(desk).await;
}

async fn who_may_not_know_of_a_decision_reads_no_task_of_it(desk: &Desk) {
    applying(desk, ROUND);
    let (id, token) = seen(desk, "Sara").await;
    let next = apply(desk, "Omar", "kg1").await;
    go(desk, OFFICER, &next, "W/waitlist", json!({})).await.is(200);
    let read = async |role: Role, id: &str| {
        let listed = desk.get(&format!("/v1/oa/enquiries/{id}/tasks")).staff(role).send().await.is(200);
        listed["items"].as_array().unwrap().len()
    };
    let later = |hours: i64| json!({ "publish_at": words::clock::iso(desk.clock.now_ms() + hours * HOUR) });
    // One that is withdrawn: a seat falls free of which nobody else knew.
    go(desk, OFFICER, &id, "F/unconditional", later(3)).await.is(200);
    desk.delete(&format!("/v1/oa/enquiries/{id}/application/decision")).staff(OFFICER).send().await.is(200);
    assert_eq!((read(OFFICER, &next).await, read(Role::Registrar, &next).await), (1, 0));
    // One that the family ends.
    go(desk, OFFICER, &id, "F/unconditional", later(3)).await.is(200);
    let page = page_of(desk, &token).await;
    desk.post(&format!("{page}/withdraw"), json!({ "locale": "en" })).send().await.is(200);
    assert_eq!((read(OFFICER, &next).await, read(Role::Registrar, &next).await), (1, 0));
    // One that comes to nothing.
    let lost = assessed(desk, "Layla", "g1").await;
    go(desk, OFFICER, &lost, "F/unconditional", later(1)).await.is(200);
    let elsewhere = format!("UPDATE submissions SET state = 'W/waitlist' WHERE school_id = $1 AND id = '{lost}'");
    execute(&desk.db, "one", &elsewhere).await.unwrap();
    desk.clock.advance(HOUR);
    Applications::new(desk.enquiries.clone()).release_due(&desk.school("one")).await.unwrap();
    assert!(read(OFFICER, &lost).await > 0 && read(Role::Registrar, &lost).await == 0);
    // A seat that everybody saw taken is everybody's to know of.
    let other = assessed(desk, "Zaid", "kg1").await;
    go(desk, OFFICER, &other, "F/unconditional", json!({})).await.is(200);
    let done = "UPDATE tasks SET done_at = 1 WHERE school_id = $1";
    execute(&desk.db, "one", done).await.unwrap();
    go(desk, OFFICER, &other, "R/declined", why()).await.is(200);
    let open = async |role: Role| {
        let listed = desk.get(&format!("/v1/oa/enquiries/{next}/tasks")).staff(role).send().await.is(200);
        listed["items"].as_array().unwrap().iter().filter(|task| task["done_at"].is_null()).count()
    };
    assert_eq!((open(OFFICER).await, open(Role::Registrar).await), (1, 1));
}

/// The names in an order of the list, two on a page.
async fn ordered(desk: &Desk, asked: Value) -> Vec<String> {
    let (mut names, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let mut asked = asked.clone();
        asked["page_size"] = 2.into();
        asked["cursor"] = cursor;
        let page = desk.post("/v1/oa/student/student_list", asked).staff(OFFICER).send().await.is(200);
        let students = page["students"].as_array().unwrap().clone();
        names.extend(students.iter().map(|one| one["student_name"].as_str().unwrap().to_owned()));
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            return names;
        }
    }
}

async fn the_list_begins_with_what_is_due_first(desk: &Desk) {
    applying(desk, ROUND);
    apply(desk, "Nothing", "g1").await;
    for (name, until) in
        [("Short", "2027-02-28"), ("March", "2027-03-01"), ("Eve", "2026-12-31"), ("New", "2027-01-01")]
    {
        let id = apply(desk, name, "g1").await;
        go(desk, OFFICER, &id, "O/other", hold(until)).await.is(200);
    }
    // Until the 28th.
    let id = assessed(desk, "Offered", "g1").await;
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    for (name, until) in [("Sooner", "2026-11-27"), ("Later", "2026-11-29")] {
        let id = apply(desk, name, "g1").await;
        go(desk, OFFICER, &id, "O/other", hold(until)).await.is(200);
    }
    let all = ["Sooner", "Offered", "Later", "Eve", "New", "Short", "March", "Nothing"];
    assert_eq!(ordered(desk, json!({ "sort": "due_at" })).await, all);
    assert_eq!(ordered(desk, json!({ "sort": "due_at", "status": ["F", "W"] })).await, ["Offered", "Nothing"]);
    assert_eq!(ordered(desk, json!({ "sort": "due_at", "q": "later" })).await, ["Later"]);
    let first = json!({ "sort": "due_at", "page_size": 1 });
    let page = desk.post("/v1/oa/student/student_list", first).staff(OFFICER).send().await.is(200);
    let other = json!({ "sort": "status_since", "cursor": page["next_cursor"] });
    desk.post("/v1/oa/student/student_list", other).staff(OFFICER).send().await.refused(400, "R001");
}

async fn the_list_begins_with_what_has_stood_longest(desk: &Desk) {
    applying(desk, ROUND);
    let moved = apply(desk, "Moved", "g1").await;
    desk.clock.advance(HOUR);
    apply(desk, "Waits", "g1").await;
    desk.clock.advance(DAY);
    let held = apply(desk, "Held", "g1").await;
    desk.clock.advance(DAY);
    go(desk, OFFICER, &moved, "S/to_schedule", why()).await.is(200);
    desk.clock.advance(DAY);
    let all = ["Waits", "Held", "Moved"];
    assert_eq!(ordered(desk, json!({ "sort": "status_since" })).await, all);
    assert_eq!(ordered(desk, json!({ "sort": "status_since", "q": "moved" })).await, ["Moved"]);
    // Time on hold is none of it: two days then and one since are more than the one of what was moved.
    go(desk, OFFICER, &held, "O/other", hold("2026-12-20")).await.is(200);
    assert_eq!(ordered(desk, json!({ "sort": "status_since" })).await, ["Waits", "Moved", "Held"]);
    desk.clock.advance(5 * DAY);
    go(desk, OFFICER, &held, "W/review", json!({})).await.is(200);
    let asked = json!({ "sort": "status_since" });
    let listed = desk.post("/v1/oa/student/student_list", asked).staff(OFFICER).send().await.is(200);
    let days = |at: usize| listed["students"][at]["status_since"].as_str().unwrap()[..10].to_owned();
    assert_eq!([days(0), days(1), days(2)], ["2026-11-21", "2026-11-23", "2026-11-27"], "{listed}");
}

/// An application with an offer, and its family's own page.
pub async fn offered(desk: &Desk, name: &str) -> (String, String) {
    let (id, token) = seen(desk, name).await;
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    (id, page_of(desk, &token).await)
}

pub async fn accept(desk: &Desk, page: &str) -> Got {
    let asked = json!({ "text": "We accept the place for Sara.", "accepts_offer": true, "locale": "en" });
    desk.post(&format!("{page}/messages"), asked).send().await
}

async fn a_family_accepts_its_offer_in_writing(desk: &Desk) {
    applying(desk, ROUND);
    let (id, page) = offered(desk, "Sara").await;
    let is_offered =
        |seen: &Value| seen["reasons"].as_array().unwrap().iter().any(|one| one["code"] == "accepted_in_writing");
    let before = view(desk, OFFICER, &id).await;
    assert_eq!((&before["acceptance"], is_offered(&before)), (&Value::Null, false), "nobody accepted anything");
    let seen = accept(desk, &page).await.is(200)["application"].clone();
    assert_eq!(seen["state"], "F/unconditional", "nothing moves by it");
    assert!(seen["accepted_at"].as_str().is_some_and(|at| at.starts_with("2026-11-")), "{}", seen["accepted_at"]);
    let proof = view(desk, OFFICER, &id).await;
    assert_eq!((&proof["acceptance"]["text"], is_offered(&proof)), (&json!("We accept the place for Sara."), true));
    let asked = async || {
        let listed = desk.get(&format!("/v1/oa/enquiries/{id}/tasks")).staff(OFFICER).send().await.is(200);
        let all = listed["items"].as_array().unwrap().clone();
        all.into_iter()
            .find(|one| one["text"]["en"].as_str().unwrap().starts_with("The family accepts the offer"))
            .expect("a task")
    };
    assert_eq!(asked().await["done_at"], Value::Null);
    let written = desk.get(&format!("/v1/oa/enquiries/{id}/messages")).staff(OFFICER).send().await.is(200);
    assert_eq!(written["items"][0]["accepts_offer"], true);
    // Nobody is reminded of what is answered.
    for _ in 0..8 {
        desk.clock.advance(DAY);
        remind(desk).await;
    }
    assert_eq!(sent(desk, "offer_reminder").await.len(), 0);
    go(desk, OFFICER, &id, "A/fee_due", json!({ "reason_code": "accepted_in_writing" })).await.is(200);
    assert!(asked().await["done_at"].is_string(), "done with the move");
    assert_eq!(view(desk, OFFICER, &id).await["acceptance"], Value::Null);
    let page = format!("{page}/messages");
    let asked = json!({ "text": "Once more", "accepts_offer": true, "locale": "en" });
    assert_ne!(desk.post(&page, asked).send().await.status.as_u16(), 200, "no offer is out");
    is_proved(desk).await;
}

async fn an_offer_that_is_accepted_in_writing_waits_for_the_school(desk: &Desk) {
    applying(desk, ROUND);
    let (late, token) = seen(desk, "Omar").await;
    let (id, own) = seen(desk, "Sara").await;
    // Too late is too late.
    go(desk, OFFICER, &late, "F/unconditional", json!({})).await.is(200);
    desk.clock.advance(30 * DAY);
    accept(desk, &page_of(desk, &token).await).await.refused(422, "F003");
    assert_eq!((expired(desk).await, stands(desk, &late).await), (1, "R/expired".to_owned()));
    go(desk, OFFICER, &id, "F/unconditional", json!({})).await.is(200);
    accept(desk, &page_of(desk, &own).await).await.is(200);
    desk.clock.advance(30 * DAY);
    assert_eq!((expired(desk).await, stands(desk, &id).await), (0, "F/unconditional".to_owned()));
    assert_eq!(taken(desk, "kg1").await, 1, "its place is kept");
    go(desk, OFFICER, &id, "A/fee_due", json!({ "reason_code": "accepted_in_writing" })).await.is(200);
}
