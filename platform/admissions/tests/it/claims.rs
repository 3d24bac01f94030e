//! What a family says of itself and is ranked by: that a parent works at the school. It counts once somebody has confirmed it.

use admissions::applications::Applications;
use futures_util::future::join_all;
use serde_json::{Value, json};
use words::verdict::Decision;
use words::{Role, SchoolId};

use crate::applications::{OFFICER, go, view};
use crate::database::{execute, number};
use crate::desk::{Desk, on_both};
use crate::rules::Script;
use crate::waitlist::reconfigure;

on_both!(
    a_parent_who_works_here_counts_once_somebody_has_confirmed_it,
    what_is_not_so_is_corrected_and_claimed_anew,
    what_an_older_server_took_in_is_asked_about_as_well,
    whatever_is_not_over_is_asked_about_once_on_however_many_servers,
);

const STAFF: &str = "tag.staff_child";

/// The form that has rules is the one by which families apply.
fn ruled(desk: &Desk) {
    let yaml = desk.bundle("one").join("school.yaml");
    let text = std::fs::read_to_string(&yaml).unwrap();
    let rounds = "rounds:\n  - { id: r, year: 2027-2028, places: { any: 1 }, waitlist: [staff_child, date] }\n";
    let text = text.replace("ruled: { plugin: rules }", "ruled: { plugin: rules, kind: application }");
    std::fs::write(&yaml, text.replacen("forms:\n", &format!("{rounds}forms:\n"), 1)).unwrap();
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

fn judge(desk: &Desk, tags: &[&str]) {
    let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    desk.rules.play(Script { decided: Decision { tags, ..Decision::default() }, ..Script::default() });
}

async fn waiting(desk: &Desk, name: &str, tags: &[&str]) -> String {
    judge(desk, tags);
    desk.clock.advance(1_000);
    desk.submit("ruled", json!({ "child_name": name }), None).await.is(201);
    let id = desk.list("form=ruled").await["items"][0]["id"].as_str().unwrap().to_owned();
    go(desk, OFFICER, &id, "W/waitlist", json!({})).await.is(200);
    id
}

/// The open task that asks to confirm it.
async fn task(desk: &Desk, id: &str) -> Option<Value> {
    let tasks = desk.get(&format!("/v1/oa/enquiries/{id}/tasks")).staff(OFFICER).send().await.is(200);
    let asks = |task: &&Value| {
        task["done_at"].is_null() && task["text"]["en"].as_str().unwrap().starts_with("Confirm that a parent works")
    };
    tasks["items"].as_array().unwrap().iter().find(asks).cloned()
}

async fn set_done(desk: &Desk, id: &str, task: &Value, done: bool) {
    let path = format!("/v1/oa/enquiries/{id}/tasks/{}", task["id"].as_str().unwrap());
    desk.patch(&path, json!({ "version": task["version"], "done": done })).staff(OFFICER).send().await.is(200);
}

/// Names in their order, each with what the first rule says of it.
async fn list(desk: &Desk) -> Vec<(String, bool, bool)> {
    let told = desk.get("/v1/oa/waitlist?round=r&bucket=any").staff(OFFICER).send().await.is(200);
    let one = |item: &Value| {
        let because = &item["because"][0];
        (item["student_name"].as_str().unwrap().to_owned(), because["value"] == "Y", because["unconfirmed"] == true)
    };
    told["items"].as_array().unwrap().iter().map(one).collect()
}

fn named(all: [(&str, bool, bool); 2]) -> Vec<(String, bool, bool)> {
    all.map(|(name, counts, unconfirmed)| (name.to_owned(), counts, unconfirmed)).to_vec()
}

async fn a_parent_who_works_here_counts_once_somebody_has_confirmed_it(desk: &Desk) {
    ruled(desk);
    desk.person("one", OFFICER).await;
    let first = waiting(desk, "Sara", &[]).await;
    let staff = waiting(desk, "Omar", &[STAFF]).await;
    assert_eq!(task(desk, &first).await, None, "who claims nothing");
    let asked = task(desk, &staff).await.expect("a task");
    assert!(asked["text"]["ar"].as_str().unwrap().starts_with("أكّدوا أن أحد الوالدين يعمل في المدرسة"));
    assert_eq!(asked["assigned_to"]["id"], OFFICER.as_str(), "whoever looks after it");
    let unconfirmed = named([("Sara", false, false), ("Omar", false, true)]);
    assert_eq!(list(desk).await, unconfirmed, "its family's own word moves it nowhere");
    set_done(desk, &staff, &asked, true).await;
    assert_eq!(list(desk).await, named([("Omar", true, false), ("Sara", false, false)]));
    let seen = desk.get(&format!("/v1/oa/enquiries/{staff}")).staff(OFFICER).send().await.is(200);
    let last = seen["enquiry"]["timeline"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["kind"], &last["to"]),
        (&json!("task"), &json!("done")),
        "who confirmed it stands in its history"
    );
    let audited = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'task.update'";
    assert_eq!(number(&desk.db, "one", audited).await, 1);
    // Taken back it counts for nothing again; a school that takes families at their word says so.
    let done = json!({ "id": asked["id"], "version": asked["version"].as_i64().unwrap() + 1 });
    set_done(desk, &staff, &done, false).await;
    assert_eq!(list(desk).await, unconfirmed);
    reconfigure(desk, "waitlist: [staff_child, date]", "waitlist: [staff_child, date], waitlist_unconfirmed: Y");
    assert_eq!(list(desk).await, named([("Omar", true, true), ("Sara", false, false)]));
}

async fn what_is_not_so_is_corrected_and_claimed_anew(desk: &Desk) {
    ruled(desk);
    desk.person("one", OFFICER).await;
    let id = waiting(desk, "Omar", &[STAFF]).await;
    let confirmed = task(desk, &id).await.unwrap();
    set_done(desk, &id, &confirmed, true).await;
    let change = async |tags: &[&str], points: i64| {
        judge(desk, tags);
        let version = view(desk, Role::SchoolAdmin, &id).await["version"].clone();
        let body = json!({ "version": version, "changes": { "points": points }, "reason": "Our records say so" });
        desk.patch(&format!("/v1/oa/student/student_update?student_id={id}"), body).staff(OFFICER).send().await.is(200);
        (list(desk).await[0].1, task(desk, &id).await.is_some())
    };
    assert_eq!(change(&[STAFF], 1).await, (true, false), "another answer asks nothing anew");
    assert_eq!(change(&[], 2).await, (false, false));
    assert_eq!(change(&[STAFF], 3).await, (false, true), "what was confirmed of the first claim is not of the second");
    assert_eq!(change(&[], 4).await, (false, false), "nobody has to confirm what nobody claims");
    assert_eq!(change(&[STAFF], 5).await, (false, true));
}

async fn what_an_older_server_took_in_is_asked_about_as_well(desk: &Desk) {
    ruled(desk);
    desk.person("one", OFFICER).await;
    let id = waiting(desk, "Omar", &[STAFF]).await;
    execute(&desk.db, "one", "DELETE FROM tasks WHERE school_id = $1").await.unwrap();
    let applications = Applications::new(desk.enquiries.clone());
    for _ in 0..2 {
        applications.look_over_waitlists(&desk.school("one")).await.unwrap();
        assert!(task(desk, &id).await.is_some());
    }
    let asked = "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code = '@confirm_staff'";
    assert_eq!(number(&desk.db, "one", asked).await, 1, "once");
}

async fn whatever_is_not_over_is_asked_about_once_on_however_many_servers(desk: &Desk) {
    ruled(desk);
    desk.person("one", OFFICER).await;
    let (id, over) = (waiting(desk, "Omar", &[STAFF]).await, waiting(desk, "Sara", &[STAFF]).await);
    let sql = format!("UPDATE submissions SET state = 'R/school' WHERE school_id = $1 AND id = '{over}'");
    execute(&desk.db, "one", &sql).await.unwrap();
    execute(&desk.db, "one", "DELETE FROM tasks WHERE school_id = $1").await.unwrap();
    for state in ["W/review", "S/assessed", "O/documents", "F/unconditional", "A/fee_due", "B/consents_due"] {
        let sql = format!("UPDATE submissions SET state = '{state}' WHERE school_id = $1 AND id = '{id}'");
        execute(&desk.db, "one", &sql).await.unwrap();
        let (applications, school) = (Applications::new(desk.enquiries.clone()), desk.school("one"));
        let looks = join_all((0..4).map(|_| applications.look_over_waitlists(&school))).await;
        assert!(looks.iter().all(Result::is_ok), "{looks:?}");
        let asked = "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code = '@confirm_staff'";
        assert_eq!(number(&desk.db, "one", asked).await, 1, "{state}");
        assert!(task(desk, &over).await.is_none());
        execute(&desk.db, "one", "DELETE FROM tasks WHERE school_id = $1").await.unwrap();
    }
}
