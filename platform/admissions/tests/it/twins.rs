//! The same request many times at once.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::json;

use crate::desk::{Desk, on_both};
use crate::rules::Script;

on_both!(twenty_twins_are_one_submission, many_keys_on_one_draft_are_one_submission, a_twin_of_a_running_request_waits);

async fn twenty_twins_are_one_submission(desk: &Desk) {
    desk.rules.play(Script { takes: Duration::from_millis(20), ..Script::default() });
    let twin = || desk.submit_as("ruled", json!({ "child_name": "Sara" }), None, "0123456789abcdef").send();
    let all = futures_util::future::join_all((0..20).map(|_| twin())).await;
    let mut bodies = HashSet::new();
    for got in &all {
        match got.status.as_u16() {
            201 => drop(bodies.insert(got.body.clone())),
            _ => {
                got.refused(409, "R004");
                assert_eq!(got.header("retry-after"), "1");
            }
        }
    }
    assert_eq!(bodies.len(), 1, "one answer, byte for byte");
    assert_eq!((desk.count("submissions").await, desk.count("idempotency_keys").await), (1, 1));
    let again = twin().await;
    assert!(bodies.contains(&again.body) && again.header("idempotent-replayed") == "true");
}

async fn many_keys_on_one_draft_are_one_submission(desk: &Desk) {
    let token = desk.draft("trial", json!({ "child_name": "Sara" })).await;
    let all = (0..12).map(|_| desk.submit("trial", json!({ "child_name": "Sara" }), Some(&token)));
    let all = futures_util::future::join_all(all).await;
    let references: HashSet<String> = all.iter().map(|got| got.reference()).collect();
    assert_eq!(references.len(), 1, "{references:?}");
    assert_eq!(desk.count("submissions").await, 1);
}

async fn a_twin_of_a_running_request_waits(desk: &Desk) {
    desk.rules.play(Script { takes: Duration::from_millis(300), ..Script::default() });
    let first = desk.submit_as("ruled", json!({ "child_name": "Sara" }), None, "0123456789abcdef").send();
    let second = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        desk.submit_as("ruled", json!({ "child_name": "Sara" }), None, "0123456789abcdef").send().await
    };
    let (first, second) = tokio::join!(first, second);
    first.is(201);
    second.refused(409, "R004");
}
