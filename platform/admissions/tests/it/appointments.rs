//! When and where a child is seen, what whoever saw it recommends, and what a list of applications is narrowed to besides.

use serde_json::{Value, json};
use words::Role;

use crate::applications::{OFFICER, ROUND, apply, applying, assessed, go, view, why};
use crate::desk::{Desk, on_both};
use crate::export::exported;

on_both!(
    an_appointment_has_a_day_an_hour_and_a_place,
    a_family_reads_when_and_where,
    an_appointment_stays_while_it_is_shortlisted,
    what_is_recommended_stands_in_the_list,
    a_list_is_narrowed_by_round_part_and_last_day,
);

const WHEN: &str = "2026-12-06T10:00:00+04:00";

async fn list(desk: &Desk, asked: Value) -> Value {
    desk.post("/v1/oa/student/student_list", asked).staff(OFFICER).send().await.is(200)
}

fn names(listed: &Value) -> Vec<&str> {
    listed["students"].as_array().unwrap().iter().map(|one| one["student_name"].as_str().unwrap()).collect()
}

async fn an_appointment_has_a_day_an_hour_and_a_place(desk: &Desk) {
    applying(desk, ROUND);
    let id = apply(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, "S/to_schedule", why()).await.is(200);
    let refused = async |appointment: Value| {
        let got = go(desk, OFFICER, &id, "S/scheduled", json!({ "appointment": appointment })).await;
        let refused = got.refused(422, "F003");
        let first = &refused["errors"][0];
        [&first["path"], &first["code"]].map(|one| one.as_str().unwrap().to_owned())
    };
    assert_eq!(refused(Value::Null).await, ["/transition/appointment", "required"]);
    assert_eq!(refused(json!({ "at": "soon" })).await, ["/transition/appointment/at", "format"]);
    assert_eq!(refused(json!({ "at": "2026-11-20T10:00:00Z" })).await, ["/transition/appointment", "minDate"]);
    assert_eq!(refused(json!({ "at": "2028-11-20T10:00:00Z" })).await, ["/transition/appointment", "maxDate"]);
    let long = json!({ "at": WHEN, "place": "x".repeat(201) });
    assert_eq!(refused(long).await, ["/transition/appointment/place", "maxLength"]);
    let elsewhere = json!({ "appointment": { "at": WHEN } });
    go(desk, OFFICER, &id, "W/waitlist", elsewhere).await.refused(422, "F003");
    let made = json!({ "appointment": { "at": WHEN, "place": " Main\nbuilding " } });
    let seen = go(desk, OFFICER, &id, "S/scheduled", made).await.is(200);
    let told = json!({ "at": "2026-12-06T06:00:00Z", "place": "Main building" });
    assert_eq!(seen["appointment"], told);
    assert_eq!(list(desk, json!({})).await["students"][0]["appointment"], told);
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200)["enquiry"].clone();
    let entry = opened["timeline"].as_array().unwrap().iter().find(|one| one["kind"] == "appointment").unwrap().clone();
    assert_eq!((&entry["to"], &entry["comment"]), (&told["at"], &told["place"]));
    // What is due first stands first: the appointment comes before the day of a hold.
    let other = apply(desk, "Omar", "g1").await;
    let held = json!({ "reason_text": "x", "review_by": "2026-12-20" });
    go(desk, OFFICER, &other, "O/other", held).await.is(200);
    apply(desk, "Zaid", "g1").await;
    assert_eq!(names(&list(desk, json!({ "sort": "due_at" })).await), ["Sara", "Omar", "Zaid"]);
}

async fn a_family_reads_when_and_where(desk: &Desk) {
    applying(desk, ROUND);
    let sent = desk.submit("apply", crate::applications::values("Sara", "kg1"), None).await.is(201);
    let id = desk.list("q=sara").await["items"][0]["id"].as_str().unwrap().to_owned();
    go(desk, OFFICER, &id, "S/to_schedule", why()).await.is(200);
    let made = json!({ "appointment": { "at": WHEN, "place": "Main building" }, "notify": true });
    let mail = json!({ "to": "S/scheduled", "appointment": made["appointment"] });
    let shown = desk.post(&format!("/v1/oa/enquiries/{id}/application/mail"), mail).staff(OFFICER).send().await.is(200);
    assert!(shown["html"].as_str().unwrap().contains("06-Dec-2026, 10:00"), "{shown}");
    assert_eq!(go(desk, OFFICER, &id, "S/scheduled", made).await.is(200)["family_told"], true);
    let mails = desk.messages().await;
    let mail = mails.iter().find(|one| one.template == "status_changed").unwrap();
    assert_eq!(
        (&mail.params["appointment"], &mail.params["place"]),
        (&json!("06-Dec-2026, 10:00"), &json!("Main building"))
    );
    let token = sent["my_application"].as_str().unwrap().strip_prefix("/my-application#token=").unwrap().to_owned();
    let opened = desk.post("/v1/oa/public/applications/open", json!({ "token": token, "proof": "2021-03-04" }));
    let opened = opened.send().await.is(200);
    let path = format!("/v1/oa/public/applications/{}", opened["application"].as_str().unwrap());
    let look = async || desk.get(&path).send().await.is(200)["application"]["appointment"].clone();
    assert_eq!(look().await, json!({ "at": "2026-12-06T06:00:00Z", "place": "Main building" }));
    go(desk, OFFICER, &id, "S/assessed", json!({})).await.is(200);
    assert_eq!(look().await, Value::Null, "it is over");
}

async fn an_appointment_stays_while_it_is_shortlisted(desk: &Desk) {
    applying(desk, ROUND);
    let id = apply(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, "S/to_schedule", why()).await.is(200);
    go(desk, OFFICER, &id, "S/scheduled", json!({ "appointment": { "at": WHEN } })).await.is(200);
    let held = json!({ "reason_text": "x", "review_by": "2026-11-25" });
    assert_eq!(go(desk, OFFICER, &id, "O/other", held).await.is(200)["appointment"], Value::Null);
    // It goes on with the day that was made, as long as that is ahead.
    let back = go(desk, OFFICER, &id, "S/scheduled", json!({ "appointment": null })).await.is(200);
    assert_eq!(back["appointment"]["at"], "2026-12-06T06:00:00Z");
    go(desk, OFFICER, &id, "W/waitlist", json!({})).await.is(200);
    go(desk, OFFICER, &id, "S/to_schedule", why()).await.is(200);
    go(desk, OFFICER, &id, "S/scheduled", json!({ "appointment": null })).await.refused(422, "F003");
    let ways = desk.get("/v1/oa/student/moves").staff(OFFICER).send().await.is(200)["ways"].clone();
    assert!(!ways.to_string().contains(r#""to":"S/scheduled""#), "each child has one of its own: {ways}");
}

async fn what_is_recommended_stands_in_the_list(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    for role in [OFFICER, Role::Reviewer] {
        desk.person("one", role).await;
    }
    let notes = format!("/v1/oa/enquiries/{id}/notes");
    let write = async |role: Role, body: Value| desk.post(&notes, body).staff(role).send().await;
    let recommended = async || list(desk, json!({})).await["students"][0]["recommendation"].clone();
    assert_eq!(recommended().await, Value::Null);
    write(OFFICER, json!({ "text": "Reads well", "mark": "perhaps" })).await.refused(400, "R001");
    let note = write(OFFICER, json!({ "text": "Reads well", "mark": "recommend" })).await.is(201)["note"].clone();
    assert_eq!((&note["mark"], recommended().await), (&json!("recommend"), json!("recommend")));
    desk.clock.advance(1_000);
    write(OFFICER, json!({ "text": "Calls after four" })).await.is(201);
    assert_eq!(recommended().await, "recommend", "a note that recommends nothing changes nothing");
    let one = format!("{notes}/{}", note["id"].as_str().unwrap());
    let other = json!({ "version": 1, "text": "Reads, but speaks little", "mark": "reservations" });
    assert_eq!(desk.patch(&one, other).staff(OFFICER).send().await.is(200)["note"]["mark"], "reservations");
    assert_eq!(recommended().await, "reservations");
    let unread = desk.post("/v1/oa/student/student_list", json!({})).staff(Role::Finance).send().await.is(200);
    assert_eq!(unread["students"][0]["recommendation"], Value::Null, "who reads no notes reads none of it");
}

async fn a_list_is_narrowed_by_round_part_and_last_day(desk: &Desk) {
    let rounds = "rounds:\n  - id: \"2027\"\n    year: 2027-2028\n    places: { kg1/muscat: 5, kg1/sohar: 5, g1: 5 }\n";
    applying(desk, rounds);
    let sara = assessed(desk, "Sara", "kg1").await;
    desk.clock.advance(1_000);
    let omar = assessed(desk, "Omar", "kg1").await;
    desk.clock.advance(1_000);
    apply(desk, "Zaid", "g1").await;
    go(desk, OFFICER, &sara, "F/unconditional", json!({ "bucket": "kg1/muscat" })).await.is(200);
    go(desk, OFFICER, &omar, "W/waitlist", json!({ "bucket": "kg1/sohar" })).await.is(200);
    assert_eq!(view(desk, OFFICER, &sara).await["offer_until"], "2026-11-28");
    for (asked, found) in [
        (json!({ "round": "2027" }), vec!["Zaid", "Omar", "Sara"]),
        (json!({ "round": "2028" }), vec![]),
        (json!({ "part": "muscat" }), vec!["Sara"]),
        (json!({ "part": "sohar" }), vec!["Omar"]),
        (json!({ "part": "kg1" }), vec![]),
        (json!({ "part": "_ohar" }), vec![]),
        (json!({ "offer_ends_by": "2026-11-27" }), vec![]),
        (json!({ "offer_ends_by": "2026-11-28" }), vec!["Sara"]),
        (json!({ "round": "2027", "part": "muscat", "offer_ends_by": "2026-12-01", "q": "sara" }), vec!["Sara"]),
    ] {
        let listed = list(desk, asked.clone()).await;
        assert_eq!((names(&listed), &listed["total"]), (found.clone(), &json!(found.len())), "{asked}");
        let of = |key: &str| asked.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut query = format!(
            "format=csv&lng=en&columns=person&form=apply&round={}&part={}&q={}",
            of("round"),
            of("part"),
            of("q")
        );
        if !of("offer_ends_by").is_empty() {
            query = format!("{query}&offer_ends_by={}", of("offer_ends_by"));
        }
        let file = String::from_utf8(exported(desk, &query).await.body.to_vec()).unwrap();
        assert_eq!(file.lines().count(), found.len() + 1, "the file has the same lines: {asked} {file}");
    }
    let unread = json!({ "offer_ends_by": "soon" });
    desk.post("/v1/oa/student/student_list", unread).staff(OFFICER).send().await.refused(400, "R001");
}
