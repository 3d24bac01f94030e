//! Whether a family was told of a move or a letter, as the history says it.

use serde_json::{Value, json};
use words::Role;

use crate::applications::{OFFICER, ROUND, applying, go, values};
use crate::desk::{Desk, on_both};
use crate::letters::{applied, family, lettered, release, template};

on_both!(the_history_says_where_a_mail_went, the_history_says_that_nobody_was_told);

/// What it says of that, the newest last.
async fn told(desk: &Desk, id: &str) -> Vec<(Value, Value)> {
    let seen = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200);
    let entries = seen["enquiry"]["timeline"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "told");
    entries.map(|entry| (entry["to"].clone(), entry["comment"].clone())).collect()
}

async fn the_history_says_where_a_mail_went(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let id = applied(desk, family("Sara Al-Said", None)).await;
    let before = told(desk, &id).await.len();
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!(told(desk, &id).await.len(), before, "its letter is not drawn yet");
    assert_eq!(release(desk).await, 1);
    let mailed = (json!("mailed"), json!("h…@example.org"));
    let now = told(desk, &id).await;
    assert_eq!((now.len(), now.last()), (before + 1, Some(&mailed)));
    go(desk, Role::Principal, &id, "S/assessed", json!({ "reason_text": "It was a mistake" })).await.is(200);
    assert_eq!(told(desk, &id).await[before..], [mailed.clone(), mailed], "that it is taken back is always told");
    go(desk, OFFICER, &id, "W/waitlist", json!({ "notify": false, "reason_text": "There is none" })).await.is(200);
    assert_eq!(told(desk, &id).await[before + 2..], [(json!("silent"), Value::Null)]);
    let page = format!("/v1/oa/public/applications/{id}");
    let own = desk.get(&page).staff(Role::Guardian).send().await;
    assert!(!String::from_utf8_lossy(&own.body).contains("…@"), "a family's own page has its own history");
}

async fn the_history_says_that_nobody_was_told(desk: &Desk) {
    applying(desk, ROUND);
    let mut answers = values("Sara", "g1");
    answers.as_object_mut().unwrap().remove("guardian_email");
    let id = applied(desk, answers).await;
    let before = told(desk, &id).await.len();
    go(desk, OFFICER, &id, "W/waitlist", json!({ "notify": true, "reason_text": "There is none" })).await.is(200);
    assert_eq!(told(desk, &id).await[before..], [(json!("no_address"), Value::Null)], "it was not told");
}
