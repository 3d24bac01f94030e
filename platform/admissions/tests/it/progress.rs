//! How applications come along: how many reached which step, and how long they stand where they stand.

use serde_json::{Value, json};
use words::clock::iso;
use words::{Clock as _, Role};

use crate::applications::{HOUR, OFFICER, ROUND, apply, applying, assessed, go, why};
use crate::desk::{DAY, Desk, on_both};

on_both!(
    a_step_that_was_reached_stays_reached,
    days_are_counted_by_the_school_s_calendar_against_its_targets,
    the_numbers_are_of_what_is_asked_for,
    what_is_told_later_is_counted_later,
    the_numbers_are_for_whom_the_application_is,
);

async fn overview(desk: &Desk, query: &str) -> Value {
    desk.get(&format!("/v1/oa/student/overview?{query}")).staff(OFFICER).send().await.is(200)
}

/// How many reached each of the six steps.
fn reached(overview: &Value) -> Vec<i64> {
    overview["funnel"].as_array().unwrap().iter().map(|one| one["reached"].as_i64().unwrap()).collect()
}

/// Those that wait in a status.
fn waiting<'o>(overview: &'o Value, status: &str) -> &'o Value {
    overview["waiting"].as_array().unwrap().iter().find(|one| one["status"] == status).unwrap()
}

async fn a_step_that_was_reached_stays_reached(desk: &Desk) {
    applying(desk, ROUND);
    assert_eq!(reached(&overview(desk, "").await), [0; 6]);
    let sara = assessed(desk, "Sara", "kg1").await;
    let omar = assessed(desk, "Omar", "g1").await;
    apply(desk, "Layla", "g1").await;
    let zaid = apply(desk, "Zaid", "g1").await;
    go(desk, OFFICER, &zaid, "W/waitlist", json!({})).await.is(200);
    assert_eq!(reached(&overview(desk, "").await), [4, 2, 0, 0, 0, 0]);
    // An offer that is declined was one, and so is one that is taken back.
    go(desk, OFFICER, &omar, "F/unconditional", json!({})).await.is(200);
    go(desk, OFFICER, &omar, "R/declined", why()).await.is(200);
    go(desk, OFFICER, &sara, "F/unconditional", json!({})).await.is(200);
    go(desk, Role::SchoolAdmin, &sara, "S/assessed", why()).await.is(200);
    assert_eq!(reached(&overview(desk, "").await), [4, 2, 2, 0, 0, 0]);
    go(desk, OFFICER, &sara, "F/unconditional", json!({})).await.is(200);
    for (to, more) in [("A/fee_due", why()), ("B/consents_due", why()), ("R/withdrawn", why())] {
        go(desk, Role::SchoolAdmin, &sara, to, more).await.is(200);
    }
    let told = overview(desk, "").await;
    assert_eq!(reached(&told), [4, 2, 2, 1, 1, 0], "whatever became of it since");
    let steps: Vec<_> = told["funnel"].as_array().unwrap().iter().map(|one| one["step"].clone()).collect();
    assert_eq!(steps, ["applied", "shortlisted", "offered", "accepted", "booked", "enrolled"].map(|one| json!(one)));
    assert_eq!(desk.count("application_steps").await, 2, "what was only sent has none");
}

async fn days_are_counted_by_the_school_s_calendar_against_its_targets(desk: &Desk) {
    applying(desk, &format!("{ROUND}targets: {{ W: 5 }}\n"));
    apply(desk, "Sara", "kg1").await;
    desk.clock.advance(3 * DAY);
    apply(desk, "Omar", "g1").await;
    desk.clock.advance(4 * DAY);
    let layla = apply(desk, "Layla", "g1").await;
    let told = overview(desk, "").await;
    let all: Vec<_> = told["waiting"].as_array().unwrap().iter().map(|one| one["status"].clone()).collect();
    assert_eq!(all, ["W", "S", "O", "F", "A", "B"].map(|one| json!(one)), "those that something follows");
    assert_eq!(
        waiting(&told, "W"),
        &json!({ "status": "W", "n": 3, "median_days": 4, "oldest_days": 7, "target_days": 5, "over_target": 1 })
    );
    let nobody = json!({ "status": "F", "n": 0, "median_days": null, "oldest_days": null, "target_days": null, "over_target": null });
    assert_eq!(waiting(&told, "F"), &nobody);
    // Where it stands is counted from the move, and of two the one that waits longer is the middle.
    go(desk, OFFICER, &layla, "S/to_schedule", why()).await.is(200);
    desk.clock.advance(DAY);
    let told = overview(desk, "").await;
    assert_eq!(
        waiting(&told, "W"),
        &json!({ "status": "W", "n": 2, "median_days": 8, "oldest_days": 8, "target_days": 5, "over_target": 1 }),
        "five days are in time"
    );
    assert_eq!((&waiting(&told, "S")["median_days"], &waiting(&told, "S")["over_target"]), (&json!(1), &Value::Null));
    // The sixth begins at the school's midnight, twelve hours from its noon.
    desk.clock.advance(12 * HOUR - 1);
    assert_eq!(waiting(&overview(desk, "").await, "W")["over_target"], 1);
    desk.clock.advance(1);
    assert_eq!(waiting(&overview(desk, "").await, "W")["over_target"], 2);
}

async fn the_numbers_are_of_what_is_asked_for(desk: &Desk) {
    applying(desk, ROUND);
    // Nobody looks after what came while there was nobody.
    let sara = apply(desk, "Sara", "kg1").await;
    assessed(desk, "Omar", "g1").await;
    let me = desk.person("one", OFFICER).await;
    let change = json!({ "version": 1, "owner": me });
    desk.patch(&format!("/v1/oa/enquiries/{sara}"), change).staff(OFFICER).send().await.is(200);
    let of = async |query: &str| {
        let told = overview(desk, query).await;
        (reached(&told)[..2].to_vec(), waiting(&told, "W")["n"].clone())
    };
    assert_eq!(of("grade=kg1").await, (vec![1, 0], json!(1)));
    assert_eq!(of("grade=kg1,g1").await, (vec![2, 1], json!(1)));
    assert_eq!(of("owner=me").await, (vec![1, 0], json!(1)));
    assert_eq!(of("owner=none").await, (vec![1, 1], json!(0)));
    assert_eq!(of("academic_year=2027").await, (vec![2, 1], json!(1)), "a round is a year's");
    assert_eq!(of("round=2027&grade=g1").await, (vec![1, 1], json!(0)));
    assert_eq!(of("round=2026").await, (vec![0, 0], json!(0)));
    desk.get("/v1/oa/student/overview?campus=north").staff(OFFICER).send().await.refused(400, "R001");
}

async fn what_is_told_later_is_counted_later(desk: &Desk) {
    applying(desk, ROUND);
    let sara = assessed(desk, "Sara", "kg1").await;
    let before = overview(desk, "").await;
    let later = json!({ "publish_at": iso(desk.clock.now_ms() + HOUR) });
    go(desk, OFFICER, &sara, "F/unconditional", later).await.is(200);
    assert_eq!(overview(desk, "").await, before, "nothing of it shows");
}

async fn the_numbers_are_for_whom_the_application_is(desk: &Desk) {
    applying(desk, ROUND);
    assessed(desk, "Sara", "kg1").await;
    desk.get("/v1/oa/student/overview").staff(Role::Cashier).send().await.refused(403, "A002");
    desk.get("/v1/oa/student/overview").send().await.refused(401, "L014");
    let told = desk.get("/v1/oa/student/overview").staff(Role::Auditor).send().await.is(200);
    assert_eq!((reached(&told), &waiting(&told, "S")["n"]), (vec![0; 6], &json!(0)));
    let told = desk.get("/v1/oa/student/overview").staff(Role::Registrar).send().await.is(200);
    assert_eq!(reached(&told)[1], 1);
}
