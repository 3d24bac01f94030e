//! What is for some of the staff and not for others. Gives what is wrong.

use serde_json::json;
use words::Role;

use crate::forms;
use crate::world::{Got, World, offer_form};

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

/// Of two applications a reviewer reads the one that they look after: in lists, by search, by its id. Once somebody else does, neither is there.
pub async fn a_reviewer_reads_what_they_look_after_alone(world: &World) -> Vec<String> {
    offer_form(&world.folder.path().join("schools"), "alpha");
    world.app.registry.poll_at_once();
    for (name, key) in [("Quetzal", "key-of-the-first-0123"), ("Narwhal", "key-of-the-other-0123")] {
        let values = json!({ "child_name": name, "guardian_phone": "+96891234567" });
        world.submit("alpha", "form", values, None, key).await.is(201);
    }
    let reviewer = world.person("alpha", "reviewer.kept@alpha.example", "Reviewer", Role::Reviewer).await;
    world.person("alpha", "admin.kept@alpha.example", "Admin", Role::SchoolAdmin).await;
    let admin = world.sign_in("alpha", "admin.kept@alpha.example").await.0;
    let bearer = world.sign_in("alpha", "reviewer.kept@alpha.example").await.0;
    let id = async |name: &str| {
        let listed = world.get("alpha", &format!("/api/v1/oa/enquiries?q={name}"), &admin).await.is(200);
        listed["items"][0]["id"].as_str().unwrap().to_owned()
    };
    let (own, other) = (id("Quetzal").await, id("Narwhal").await);
    let give = async |version: i64, owner: Option<&str>| {
        let body = json!({ "version": version, "owner": owner });
        world.call("alpha", "PATCH", &format!("/api/v1/oa/enquiries/{own}"), &admin, body).await.is(200);
    };
    give(1, Some(&reviewer)).await;
    let mut wrong = Vec::new();
    let read = async |path: String| world.get("alpha", &format!("/api/v1/oa/enquiries{path}"), &bearer).await;
    let told = |got: &Got, name: &str| String::from_utf8_lossy(&got.body).contains(name);
    for path in [String::new(), format!("/{own}"), "?q=quetzal".into()] {
        let got = read(path.clone()).await;
        if got.status.as_u16() != 200 || !told(&got, "Quetzal") || told(&got, "Narwhal") {
            wrong.push(format!("a reviewer does not read at {path} just what they look after"));
        }
    }
    let students = world.call("alpha", "POST", "/api/v1/oa/student/student_list", &bearer, json!({})).await;
    if (&students.json()["total"], &students.json()["counts"]["W"]) != (&json!(1), &json!(1)) {
        wrong.push(format!("a reviewer counts what others look after: {}", students.json()["counts"]));
    }
    for path in [format!("/{other}"), format!("/{other}/application"), format!("/{other}/notes")] {
        if read(path.clone()).await.status.as_u16() != 404 {
            wrong.push(format!("a reviewer reads {path}, which others look after"));
        }
    }
    give(2, None).await;
    if read(format!("/{own}")).await.status.as_u16() != 404 || told(&read(String::new()).await, "Quetzal") {
        wrong.push("a reviewer reads what was taken from them".into());
    }
    wrong
}
