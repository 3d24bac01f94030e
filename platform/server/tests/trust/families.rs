//! Persons of families: each account has its own, and so many.

use serde_json::{Value, json};

use crate::entry::family_in;
use crate::world::World;

const HOME: &str = "/api/v1/oa/family/home";

/// Sends a form from a draft that an account keeps.
async fn send_as(world: &World, bearer: &str, child: &str, key: &str) {
    let values = json!({ "child_name": child });
    let draft = world.draft("alpha", "trial", values.clone()).await;
    world.call("alpha", "POST", "/api/v1/oa/family/drafts", bearer, json!({ "token": draft })).await.is(200);
    world.submit("alpha", "trial", values, Some(&draft), key).await.is(201);
}

async fn children(world: &World, bearer: &str) -> Vec<Value> {
    world.get("alpha", HOME, bearer).await.is(200)["children"].as_array().unwrap().clone()
}

/// A child that two families name alike is two children, and neither family's page changes with what the other sends.
pub async fn no_family_meets_the_persons_of_another(world: &World) -> Vec<String> {
    let mut wrong = Vec::new();
    let one = family_in(world, "alpha", "one@alpha.example").await;
    let two = family_in(world, "alpha", "two@alpha.example").await;
    send_as(world, &one, "Sara Saleh", "key-of-one-0123456").await;
    let before = children(world, &one).await;
    send_as(world, &two, "SARA  SALEH", "key-of-two-0123456").await;
    let (own, other) = (children(world, &one).await, children(world, &two).await);
    if own != before {
        wrong.push(format!("one's page changed: {before:?} {own:?}"));
    }
    if own[0]["person_id"] == other[0]["person_id"] {
        wrong.push(format!("one person is in two families: {}", own[0]["person_id"]));
    }
    if other[0]["name"] != "SARA SALEH" {
        wrong.push(format!("two's child goes by another family's spelling: {}", other[0]["name"]));
    }
    wrong
}

/// Nobody makes a family of a thousand persons, and nothing that is sent is lost for it.
pub async fn a_family_has_so_many_persons(world: &World) -> Vec<String> {
    let bearer = family_in(world, "alpha", "many@alpha.example").await;
    for n in 0..43 {
        send_as(world, &bearer, &format!("Child {n}"), &format!("key-of-child-{n:03}-0123")).await;
    }
    let mut wrong = Vec::new();
    let sent = children(world, &bearer).await.len();
    if sent != 43 {
        wrong.push(format!("of 43 children {sent} are shown"));
    }
    let export = world.get("alpha", "/api/v1/oa/profile/export", &bearer).await.is(200);
    let kept = export["admissions"]["people"].as_array().map_or(0, Vec::len);
    if kept != 40 {
        wrong.push(format!("a family has {kept} persons"));
    }
    wrong
}
