//! Every operation that takes an `Idempotency-Key` keeps one promise: the same request has one effect and one answer, and says of that
//! answer when it was given before.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, Client, Reply, TestApp};

use crate::desk::publish;
use crate::desk_forms::{offer, trip};
use crate::platform::{at_platform, request, start};

const KEY: &str = "a-key-of-some-length";

/// The form of [`trip`] without its place to sign.
fn note() -> Value {
    let mut document = trip();
    document["schema"]["required"] = json!(["name"]);
    document
}

async fn ask(client: &Client, path: &str, key: &str, body: &Value) -> Reply {
    client.ask(Method::POST, path).header("idempotency-key", key).json(body).send().await.unwrap()
}

/// What it sends, as whom, and the same with another body.
fn of(app: &TestApp, operation: &str) -> (Client, String, [Value; 2]) {
    match operation {
        "submit_form" => {
            let body = |name: &str| json!({ "values": { "name": name }, "locale": "en" });
            (app.at("a"), "/api/v1/oa/public/forms/trip/submissions".into(), [body("Sara"), body("Omar")])
        }
        "subscribe" => (at_platform(app), "/api/v1/oa/public/subscribe".into(), [request("alnoor"), request("alnour")]),
        other => panic!("{other} takes a key, and nothing is known of it here"),
    }
}

/// The operations that take a key, out of the document.
fn keyed(document: &Value) -> Vec<String> {
    let paths = document["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|item| item.as_object().unwrap().values());
    let takes_key = |operation: &&Value| {
        operation["parameters"].as_array().into_iter().flatten().any(|one| one["name"] == "Idempotency-Key")
    };
    let mut found = Vec::new();
    for operation in operations.filter(takes_key) {
        let said = &operation["responses"]["201"]["headers"]["Idempotent-Replayed"]["schema"]["enum"];
        assert_eq!(said, &json!(["true"]), "{}", operation["operationId"]);
        found.push(operation["operationId"].as_str().unwrap().to_owned());
    }
    found
}

#[tokio::test]
async fn one_request_has_one_effect_and_one_answer() {
    let document: Value = serde_json::from_str(include_str!("../../../../openapi.json")).unwrap();
    let operations = keyed(&document);
    assert_eq!(operations.len(), 2, "{operations:?}");
    for backend in Backend::all() {
        let app = start(backend).await;
        let admin = app.signed_in("a", words::Role::SchoolAdmin).await.unwrap();
        publish(&admin, offer(note())).await;
        for operation in &operations {
            let (client, path, [body, other]) = of(&app, operation);
            for poor in ["", "short", &"x".repeat(256)] {
                let refused = ask(&client, &path, poor, &body).await;
                assert_eq!((refused.status, refused.message_id()), (400, "R002"), "{operation} {poor:?}");
            }
            let first = ask(&client, &path, KEY, &body).await;
            assert_eq!((first.status, first.header("idempotent-replayed")), (201, ""), "{operation}: {}", first.text);
            for _ in 0..2 {
                let again = ask(&client, &path, KEY, &body).await;
                assert_eq!((again.status, &again.text), (201, &first.text), "{operation}: the same bytes");
                assert_eq!(again.header("idempotent-replayed"), "true", "{operation}");
            }
            let changed = ask(&client, &path, KEY, &other).await;
            assert_eq!((changed.status, changed.message_id()), (422, "R003"), "{operation}");
            assert_eq!(changed.header("idempotent-replayed"), "", "{operation}: a refusal is no answer");
            // Twins: one is done, the other waits its turn or gets its answer.
            let key = "another-key-of-some-length";
            let twins = tokio::join!(ask(&client, &path, key, &other), ask(&client, &path, key, &other));
            for twin in [twins.0, twins.1] {
                assert!(twin.status == 201 || twin.message_id() == "R004", "{operation}: {}", twin.text);
            }
        }
    }
}
