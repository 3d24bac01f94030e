//! Places that a school publishes, and who waits for them.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, Client, TestApp};
use words::Role;

use crate::desk::{edit, publish};

const FORMS: &str = "/api/v1/oa/public/forms";

fn rounds(places: u32, more: &Value) -> Value {
    let mut round = json!({ "id": "2027", "year": "2027-2028", "places": { "kg1": places } });
    round.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!([edit("/rounds", json!([round]))])
}

/// Sends an application and lets it wait for a place; its id.
async fn waiting(app: &TestApp, admin: &Client, name: &str) -> String {
    let values = json!({
        "child_name": name, "child_dob": "2021-05-04", "grade": "kg1", "start": "next", "guardian_name": "Ahmed Al Harthy", "relation": "father",
        "guardian_phone": "+96891234567", "guardian_email": "ahmed@example.com", "reach": ["phone"], "consent": true,
    });
    let family = app.at("a");
    let ask = family.ask(Method::POST, &format!("{FORMS}/form/submissions"));
    let body = json!({ "values": values, "locale": "en" });
    let sent =
        ask.header("idempotency-key", &format!("a-key-of-{name}-of-some-length")).json(&body).send().await.unwrap();
    assert_eq!(sent.status, 201, "{}", sent.text);
    let listed = admin.get(&format!("/api/v1/oa/enquiries?form=form&q={name}")).await.unwrap();
    let id = listed.json["items"][0]["id"].as_str().unwrap().to_owned();
    let seen = admin.get(&format!("/api/v1/oa/enquiries/{id}/application")).await.unwrap();
    let asked = json!({ "version": seen.json["version"], "transition": { "to": "W/waitlist" } });
    let path = format!("/api/v1/oa/student/student_update?student_id={id}");
    let moved = admin.ask(Method::PATCH, &path).json(&asked).send().await.unwrap();
    assert_eq!(moved.status, 200, "{}", moved.text);
    id
}

#[tokio::test]
async fn places_that_are_published_are_told_or_offered_at_once() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let (scope, worker) = (app.school("a").unwrap().scope(), app.app.worker());
        publish(&admin, rounds(0, &json!({}))).await;
        let mut waits = Vec::new();
        for name in ["Salma", "Omar", "Layla"] {
            app.clock.advance(1_000);
            waits.push(waiting(&app, &admin, name).await);
        }
        worker.work(&scope).await;
        let next = async || -> Vec<Value> {
            let tasks = admin.get("/api/v1/oa/tasks?whose=all").await.unwrap();
            let tasks = tasks.json["items"].as_array().unwrap_or_else(|| panic!("{}", tasks.text)).clone();
            let is_next = |task: &&Value| task["text"]["en"].as_str().unwrap().ends_with("next on the waiting list.");
            tasks.iter().filter(is_next).map(|task| task["enquiry"]["id"].clone()).collect()
        };
        assert_eq!(next().await, Vec::<Value>::new());
        publish(&admin, rounds(1, &json!({}))).await;
        worker.work(&scope).await;
        assert_eq!(next().await, [json!(waits[0])], "without the sweep of the hour");
        // The same once more is told nobody again.
        publish(&admin, json!([edit("/hijri", json!("Y"))])).await;
        worker.work(&scope).await;
        assert_eq!(next().await, [json!(waits[0])]);
        publish(&admin, rounds(2, &json!({ "direct_offer": "Y", "waitlist_offers": "Y" }))).await;
        worker.work(&scope).await;
        let mut stand = Vec::new();
        for id in &waits {
            let seen = admin.get(&format!("/api/v1/oa/enquiries/{id}/application")).await.unwrap();
            stand.push(seen.json["status"].clone());
        }
        assert_eq!(stand, ["F", "F", "W"]);
    }
}
