//! What a form's rules want of a family beside what the form asks for.

use serde_json::{Value, json};
use words::Role;
use words::verdict::Decision;

use crate::desk::{Desk, on_both};
use crate::pictures::pdf;
use crate::rules::Script;

on_both!(what_rules_want_and_no_question_takes_is_added_all_the_same);

async fn what_rules_want_and_no_question_takes_is_added_all_the_same(desk: &Desk) {
    let decided: Decision = serde_json::from_value(json!({
        "score": null, "tags": [], "route": null, "effects": [], "explain": [],
        "checklist": [
            { "code": "message", "params": { "n": 1 }, "due_on": "2026-12-01" },
            { "code": "message", "params": { "n": 2 }, "due_on": null },
            { "code": "points", "params": { "file": false }, "due_on": "2026-12-01" },
        ],
    }))
    .unwrap();
    desk.rules.play(Script { decided, ..Script::default() });
    let answers = json!({ "child_name": "Sara" });
    desk.submit_as("ruled", answers, None, "the-key-of-the-ruled").staff(Role::Guardian).send().await.is(201);
    let id = desk.list("form=ruled").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/public/applications/{id}");
    let add = async |field: &str| {
        let file = desk.multipart(&format!("{path}/files"), &[("field", field)], "a.pdf", &pdf(100));
        file.staff(Role::Guardian).send().await
    };
    let told = |papers: &Value| -> Vec<(Value, Value)> {
        let wanted = papers.as_array().unwrap().iter().filter(|one| one["wanted"] == true);
        wanted.map(|one| (one["field"].clone(), one["state"].clone())).collect()
    };
    for nowhere in ["wanted:points", "wanted:message:3", "wanted:scan", "wanted:"] {
        add(nowhere).await.refused(422, "D003");
    }
    let seen = add("wanted:message:2").await.is(201)["application"].clone();
    let expected = [
        (json!("paper"), json!("missing")),
        (json!("wanted:message"), json!("missing")),
        (json!("wanted:message:2"), json!("received")),
        (Value::Null, json!("missing")),
    ];
    assert_eq!(
        told(&seen["papers"]),
        [1, 3, 0, 2].map(|n: usize| expected[n].clone()),
        "a family has what is due first"
    );
    let place = seen["papers"].as_array().unwrap().iter().find(|one| one["field"] == "wanted:message").unwrap();
    assert_eq!(
        (&place["limit"], &place["kinds"], &place["title"]["en"]),
        (&json!(10 << 20), &json!(["pdf", "image"]), &json!("Text of message"))
    );
    // Staff have it where the rules asked for it, and ask again for the rest alone.
    let staff = format!("/v1/oa/enquiries/{id}");
    let papers = desk.get(&format!("{staff}/papers")).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(told(&papers["items"]), expected);
    let upload = desk.get(&staff).staff(Role::SchoolAdmin).send().await.is(200)["enquiry"]["files"][0]["file"]
        .as_str()
        .unwrap()
        .to_owned();
    let review = desk.put(&format!("{staff}/files/{upload}/review"), json!({ "state": "accepted" }));
    let reviewed = review.staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(told(&reviewed["items"])[2], (json!("wanted:message:2"), json!("accepted")));
    let asked = desk.post(&format!("{staff}/papers/ask"), json!({})).staff(Role::SchoolAdmin).send().await.is(201);
    let text = asked["message"]["text"].as_str().unwrap();
    assert!(text.contains("• Text of paper\n• Text of message\n") && !text.contains("Text of points"), "{text}");
}
