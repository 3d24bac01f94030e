//! What a form keeps for some of the staff. Gives what is wrong.

use serde_json::json;
use words::Role;

use crate::forms;
use crate::world::World;

/// A nurse's answer is no officer's, at the record, in the list, and in what leaves.
pub async fn what_is_for_an_audience_is_read_by_no_other(world: &World) -> Vec<String> {
    let mut document = forms::document("1.0.0");
    document["ui"]["message"]["x-audience"] = "health".into();
    forms::write(&world.folder.path().join("schools/alpha/forms/short.json"), &document);
    let values = json!({ "child_name": "Sara", "message": "zanzibar" });
    world.submit("alpha", "short", values, None, "key-of-the-nurse-0123").await.is(201);
    world.person("alpha", "officer.kept@alpha.example", "Officer", Role::SchoolAdmin).await;
    let bearer = world.sign_in("alpha", "officer.kept@alpha.example").await.0;
    let listed = world.get("alpha", "/api/v1/oa/enquiries?form=short", &bearer).await.is(200);
    let id = listed["items"][0]["id"].as_str().unwrap_or_default().to_owned();
    let mut wrong = Vec::new();
    for path in [format!("/{id}"), "/export?format=csv&form=short".into(), "?q=zanzibar".into()] {
        let got = world.get("alpha", &format!("/api/v1/oa/enquiries{path}"), &bearer).await;
        if got.status.as_u16() != 200 || String::from_utf8_lossy(&got.body).contains("zanzibar") {
            wrong.push(format!("an officer is told at {path} what the health team alone reads"));
        }
    }
    wrong
}
