//! An audience that nobody is in: what is kept for it waits, and who lets people in is told.

use serde_json::{Value, json};
use words::Role;

use crate::audiences::{join, sent};
use crate::database::execute;
use crate::desk::{Desk, on_both};

on_both!(what_nobody_reads_is_counted_for_who_lets_people_in, only_who_manages_people_is_told_of_members,);

const AUDIENCES: &str = "/v1/oa/audiences";

async fn told_of(desk: &Desk, audience: &str) -> Value {
    let got = desk.get(AUDIENCES).staff(Role::SchoolAdmin).send().await.is(200);
    let all = got["items"].as_array().unwrap();
    all.iter().find(|one| one["id"] == audience).unwrap().clone()
}

async fn what_nobody_reads_is_counted_for_who_lets_people_in(desk: &Desk) {
    let empty = |audience: &str, enquiries: i64, tasks: i64| {
        let unread = json!({ "enquiries": enquiries, "tasks": tasks });
        json!({ "id": audience, "members": 0, "unread": unread })
    };
    assert_eq!(told_of(desk, "health").await, empty("health", 0, 0));
    sent(desk, &[]).await;
    desk.submit("ruled", json!({ "child_name": "Omar" }), None).await.is(201);
    assert_eq!(told_of(desk, "health").await, empty("health", 2, 2));
    assert_eq!(told_of(desk, "finance").await, empty("finance", 0, 0), "another's");
    // Who reads what they look after alone reads none that waits for somebody.
    join(desk, Role::Reviewer).await;
    assert_eq!(told_of(desk, "health").await, empty("health", 2, 2));
    join(desk, Role::AdmissionsOfficer).await;
    assert_eq!(told_of(desk, "health").await, json!({ "id": "health", "members": 1, "unread": null }));
    let left = "UPDATE users SET status = 'disabled' WHERE school_id = $1 AND id = 'admissions_officer'";
    assert_eq!(execute(&desk.db, "one", left).await.unwrap(), 1);
    assert_eq!(told_of(desk, "health").await, empty("health", 2, 2));
    // What is over waits for nobody.
    let one = desk.list("").await["items"][0].clone();
    let over = json!({ "version": one["version"], "state": "lost", "reason": "another_school" });
    desk.patch(&format!("/v1/oa/enquiries/{}", one["id"].as_str().unwrap()), over).send().await.is(200);
    assert_eq!(told_of(desk, "health").await, empty("health", 1, 1));
}

async fn only_who_manages_people_is_told_of_members(desk: &Desk) {
    desk.get(AUDIENCES).send().await.refused(401, "L014");
    for role in [Role::AdmissionsOfficer, Role::FormDesigner, Role::Auditor] {
        desk.get(AUDIENCES).staff(role).send().await.refused(403, "A002");
    }
}
