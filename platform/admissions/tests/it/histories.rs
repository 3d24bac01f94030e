//! What became of an enquiry: who may send it where, and that its history stands as it was written.

use std::sync::Arc;

use admissions::enquiries::{ENQUIRY, HISTORY, State};
use kernel::SchoolTx;
use kernel::allowance::{DAY, HISTORY as HISTORY_BYTES};
use kernel::crypto::Secret;
use kernel::timeline::{Broken, Fault, SHOWN, Stands, Subject, verify};
use machine::State as _;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use tokio::sync::{Notify, Semaphore};
use words::{Permission, Role};

use crate::database::{execute, number, scope};
use crate::desk::{Desk, on_both};

on_both!(
    each_role_is_shown_the_ways_that_it_may_take,
    who_closes_an_enquiry_says_why,
    a_role_or_a_reason_that_was_rewritten_is_found,
    a_history_is_proved_and_its_first_broken_entry_named,
    a_state_that_no_entry_tells_and_a_history_that_is_gone_are_found,
    what_moves_while_it_is_looked_at_is_not_accused,
    a_long_history_is_told_page_by_page,
    an_account_has_so_much_written_down_in_a_day,
);

async fn each_role_is_shown_the_ways_that_it_may_take(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/enquiries/{id}");
    let mut readers = 0;
    for role in Role::ALL.iter().copied() {
        for from in State::ALL.iter().copied() {
            let stand = format!("UPDATE submissions SET state = '{}' WHERE school_id = $1", from.as_str());
            execute(&desk.db, "one", &stand).await.unwrap();
            let seen = desk.get(&path).staff(role).send().await;
            if !Permission::EnquiryRead.roles().contains(&role) {
                seen.refused(403, "A002");
                continue;
            }
            // A role that the form is not for reads none of it.
            if seen.status == 404 {
                continue;
            }
            readers += 1;
            let enquiry = seen.is(200)["enquiry"].clone();
            let version = enquiry["version"].clone();
            for to in State::ALL.iter().copied().filter(|to| *to != from) {
                let shown = enquiry["next_states"].as_array().unwrap().contains(&json!(to));
                assert_eq!(shown, ENQUIRY.allowed(from, |right| right.roles().contains(&role)).contains(&to));
                if !shown {
                    // Without the right nobody is asked why.
                    let body = json!({ "version": version, "state": to });
                    desk.patch(&path, body).staff(role).send().await.refused(403, "A002");
                }
            }
            // One that is shown is taken; where from here, the next round says.
            if let Some(to) = enquiry["next_states"].as_array().unwrap().last() {
                let reason = (*to == json!(State::Lost)).then_some("withdrawn");
                let change = json!({ "version": version, "state": to, "reason": reason });
                let moved = desk.patch(&path, change).staff(role).send().await;
                assert_eq!(&moved.is(200)["enquiry"]["state"], to, "{role:?} from {from:?}");
            }
        }
    }
    assert!(readers > State::ALL.len(), "more than one role reads");
}

async fn who_closes_an_enquiry_says_why(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/enquiries/{id}");
    let refused = async |change: Value| {
        let problem = desk.patch(&path, change).send().await.refused(422, "F003");
        (problem["errors"][0]["path"].clone(), problem["errors"][0]["code"].clone())
    };
    let (at, missing, other) = (json!("/reason"), json!("required"), json!("enum"));
    assert_eq!(refused(json!({ "version": 1, "state": "lost" })).await, (at.clone(), missing.clone()));
    let said = json!({ "version": 1, "state": "lost", "comment": "no place" });
    assert_eq!(refused(said).await, (at.clone(), missing), "a comment is no reason");
    let asked_by_nobody = json!({ "version": 1, "state": "toured", "reason": "no_place" });
    assert_eq!(refused(asked_by_nobody).await, (at.clone(), other.clone()));
    assert_eq!(refused(json!({ "version": 1, "reason": "no_place" })).await, (at, other));
    let unknown = json!({ "version": 1, "state": "lost", "reason": "full moon" });
    desk.patch(&path, unknown).send().await.refused(400, "R001");

    let close = json!({ "version": 1, "state": "lost", "reason": "no_place", "comment": "next year" });
    let closed = desk.patch(&path, close).staff(Role::AdmissionsOfficer).send().await.is(200)["enquiry"].clone();
    let back = json!({ "version": 2, "state": "new" });
    let opened = desk.patch(&path, back).send().await.is(200)["enquiry"].clone();
    let entries = |enquiry: &Value| -> Vec<(String, Value, Value)> {
        let entry = |e: &Value| (e["kind"].as_str().unwrap().to_owned(), e["role"].clone(), e["reason"].clone());
        enquiry["timeline"].as_array().unwrap().iter().map(entry).collect()
    };
    let (none, officer, admin) = (Value::Null, json!("admissions_officer"), json!("school_admin"));
    let expected = [
        ("submitted".to_owned(), none.clone(), none.clone()),
        ("state".to_owned(), officer.clone(), json!("no_place")),
        ("comment".to_owned(), officer, none.clone()),
    ];
    assert_eq!(entries(&closed), expected);
    assert_eq!(entries(&opened)[3], ("state".to_owned(), admin, none), "taken back");
    let audited = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'enquiry.change' AND CAST(detail AS TEXT) LIKE '%no_place%'";
    assert_eq!(number(&desk.db, "one", audited).await, 1);
    let verified = verify(&desk.db, &scope("one"), &Secret::new(vec![7; 32]).unwrap(), &[HISTORY]).await.unwrap();
    assert_eq!((verified.entries, verified.broken), (4, None));
}

/// By whoever writes where the rows lie, past the server and what the database refuses.
async fn rewrite(desk: &Desk, change: &str) {
    use sqlx::Connection as _;
    let change = AssertSqlSafe(format!("UPDATE timeline SET {change} WHERE seq = 2"));
    if let Some(url) = desk.place.url() {
        let mut owner = sqlx::PgConnection::connect(&url).await.unwrap();
        sqlx::query("SET app.school_id = 'one'").execute(&mut owner).await.unwrap();
        assert_eq!(sqlx::query(change).execute(&mut owner).await.unwrap().rows_affected(), 1);
        return;
    }
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(desk.folder.path().join("db/one.sqlite"));
    let mut owner = sqlx::SqliteConnection::connect_with(&file).await.unwrap();
    sqlx::query("DROP TRIGGER IF EXISTS timeline_keeps").execute(&mut owner).await.unwrap();
    assert_eq!(sqlx::query(change).execute(&mut owner).await.unwrap().rows_affected(), 1);
    owner.close().await.unwrap();
}

async fn a_role_or_a_reason_that_was_rewritten_is_found(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let close = json!({ "version": 1, "state": "lost", "reason": "no_place" });
    desk.patch(&format!("/v1/oa/enquiries/{id}"), close).staff(Role::AdmissionsOfficer).send().await.is(200);
    let (own, scope) = (Secret::new(vec![7; 32]).unwrap(), scope("one"));
    let look = async || verify(&desk.db, &scope, &own, &[HISTORY]).await.unwrap().broken;
    let found = Some(Broken { object_kind: "enquiry".into(), object_id: id, seq: 2, fault: Fault::Content });
    let role = "role = 'admissions_officer'";
    let reason = "reason = 'no_place'";
    for (change, back) in [
        ("role = 'school_admin'", role),
        ("role = NULL", role),
        ("reason = 'withdrawn'", reason),
        ("reason = NULL", reason),
        ("version = 1", "version = 2"),
    ] {
        rewrite(desk, change).await;
        assert_eq!(look().await, found, "{change}");
        rewrite(desk, back).await;
        assert_eq!(look().await, None, "{back}");
    }
}

async fn a_history_is_proved_and_its_first_broken_entry_named(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    desk.submit("trial", json!({ "child_name": "Zaid" }), None).await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/enquiries/{id}");
    let change = json!({ "version": 1, "state": "contacted", "comment": "called" });
    let changed = desk.patch(&path, change).send().await.is(200)["enquiry"]["timeline"].clone();
    let seen: Vec<(&Value, &Value)> =
        changed.as_array().unwrap().iter().map(|entry| (&entry["seq"], &entry["kind"])).collect();
    assert_eq!(seen, [(&json!(1), &json!("submitted")), (&json!(2), &json!("state")), (&json!(3), &json!("comment"))]);
    let (own, scope) = (Secret::new(vec![7; 32]).unwrap(), scope("one"));
    let look = async |secret: &Secret| verify(&desk.db, &scope, secret, &[HISTORY]).await.unwrap();
    let whole = look(&own).await;
    assert_eq!((whole.entries, whole.broken), (4, None));
    let others = look(&Secret::new(vec![8; 32]).unwrap()).await.broken.unwrap();
    assert_eq!((others.seq, others.fault), (1, Fault::Content), "whoever has not the secret writes none");
    // Past the server, in the order of things from the last.
    for (id, seq, prev, fault) in [("z", 2, "", Fault::Gap), ("y", 1, "", Fault::Content), ("x", 1, "ab", Fault::Link)]
    {
        let sql = format!(
            "INSERT INTO timeline (school_id, object_kind, object_id, seq, at, actor_name, action, prev_hash, hash)
             SELECT CAST($1 AS TEXT), 'enquiry', '{id}', {seq}, 0, '', 'state', '{prev}', ''"
        );
        execute(&desk.db, "one", &sql).await.unwrap();
        let broken = Broken { object_kind: "enquiry".into(), object_id: id.into(), seq, fault };
        let found = look(&own).await;
        assert_eq!((found.entries, found.broken), (4, Some(broken)));
    }
}

async fn a_state_that_no_entry_tells_and_a_history_that_is_gone_are_found(desk: &Desk) {
    for child in ["Sara", "Zaid"] {
        desk.submit("trial", json!({ "child_name": child }), None).await.is(201);
    }
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/enquiries/{id}");
    desk.patch(&path, json!({ "version": 1, "state": "contacted" })).send().await.is(200);
    let (own, scope) = (Secret::new(vec![7; 32]).unwrap(), scope("one"));
    let look = async || verify(&desk.db, &scope, &own, &[HISTORY]).await.unwrap().broken;
    let stand = async |state: &str| {
        let sql = format!("UPDATE submissions SET state = '{state}' WHERE school_id = $1 AND id = '{id}'");
        execute(&desk.db, "one", &sql).await.unwrap();
    };
    assert_eq!(look().await, None);
    stand("lost").await;
    let broken = |fault, seq| Some(Broken { object_kind: "enquiry".into(), object_id: id.clone(), seq, fault });
    assert_eq!(look().await, broken(Fault::State, 2));
    stand("contacted").await;
    assert_eq!(look().await, None);
    // The same row under an id that no history is of: as if all of its history were gone.
    for table in ["submission_persons", "paper_marks"] {
        let unnamed = format!("DELETE FROM {table} WHERE school_id = $1 AND submission_id = '{id}'");
        execute(&desk.db, "one", &unnamed).await.unwrap();
    }
    let moved = format!("UPDATE submissions SET id = 'none-{id}' WHERE school_id = $1 AND id = '{id}'");
    execute(&desk.db, "one", &moved).await.unwrap();
    let found = look().await.unwrap();
    assert_eq!((found.object_id, found.fault), (format!("none-{id}"), Fault::Missing));
}

async fn a_long_history_is_told_page_by_page(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/enquiries/{id}");
    let comments = 2 * SHOWN + 20;
    for version in 1..=comments {
        let body = json!({ "version": version, "comment": format!("comment {version}") });
        let changed = desk.patch(&path, body).send().await.is(200)["enquiry"]["timeline"].clone();
        assert!(changed.as_array().unwrap().len() <= SHOWN as usize);
    }
    let opened = desk.get(&path).staff(Role::SchoolAdmin).send().await.is(200)["enquiry"].clone();
    let mut seen: Vec<i64> = Vec::new();
    let mut page = opened["timeline"].clone();
    let mut cursor = opened["timeline_cursor"].clone();
    loop {
        let numbers: Vec<i64> = page.as_array().unwrap().iter().map(|entry| entry["seq"].as_i64().unwrap()).collect();
        assert!(numbers.len() <= SHOWN as usize && numbers.is_sorted());
        seen.splice(0..0, numbers);
        let Some(before) = cursor.as_str() else { break };
        let next = desk.get(&format!("{path}/timeline?cursor={before}")).staff(Role::SchoolAdmin).send().await.is(200);
        (page, cursor) = (next["items"].clone(), next["next_cursor"].clone());
    }
    assert_eq!(seen, (1..=comments + 1).collect::<Vec<_>>(), "each once");
    desk.get(&format!("{path}/timeline?cursor=x")).staff(Role::SchoolAdmin).send().await.refused(400, "R001");
    desk.get("/v1/oa/enquiries/none/timeline").staff(Role::SchoolAdmin).send().await.refused(404, "A001");
    desk.get(&format!("{path}/timeline")).staff(Role::Cashier).send().await.refused(403, "A002");
}

async fn an_account_has_so_much_written_down_in_a_day(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/enquiries/{id}");
    let nearly = format!(
        "INSERT INTO allowances (school_id, name, holder, began, used)
         SELECT CAST($1 AS TEXT), name, holder, began, {} FROM allowances WHERE school_id = $1 AND name = 'history.bytes'
         ON CONFLICT (school_id, name, holder, began) DO UPDATE SET used = excluded.used",
        HISTORY_BYTES.most - 1_000
    );
    desk.patch(&path, json!({ "version": 1, "comment": "one" })).send().await.is(200);
    assert_eq!(execute(&desk.db, "one", &nearly).await.unwrap(), 1, "one account's");
    let long = json!({ "version": 2, "comment": "x".repeat(900) });
    let spent = desk.patch(&path, long.clone()).send().await;
    spent.refused(429, "D004");
    let opened = desk.get(&path).staff(Role::SchoolAdmin).send().await.is(200)["enquiry"].clone();
    assert_eq!((&opened["version"], opened["timeline"].as_array().unwrap().len()), (&json!(2), 2), "all or nothing");
    desk.clock.advance(DAY);
    desk.patch(&path, long).send().await.is(200);
}

tokio::task_local! {
    /// Says that states were read, and waits until one of them is another.
    static MOVED: (Arc<Notify>, Arc<Semaphore>);
}

fn page_then_a_move<'t>(tx: &'t mut SchoolTx, after: &'t str) -> Stands<'t> {
    Box::pin(async move {
        let things = (HISTORY.page)(tx, after).await?;
        if !things.is_empty() {
            let (read, moved) = MOVED.with(Clone::clone);
            read.notify_one();
            let _once = moved.acquire().await.unwrap();
        }
        Ok(things)
    })
}

async fn what_moves_while_it_is_looked_at_is_not_accused(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    let enquiry = desk.list("").await["items"][0].clone();
    let path = format!("/v1/oa/enquiries/{}", enquiry["id"].as_str().unwrap());
    let (read, moved) = (Arc::new(Notify::new()), Arc::new(Semaphore::new(0)));
    let subjects = [Subject { page: page_then_a_move, ..HISTORY }];
    let (own, school) = (Secret::new(vec![7; 32]).unwrap(), scope("one"));
    let looked = verify(&desk.db, &school, &own, &subjects);
    let looked = MOVED.scope((read.clone(), moved.clone()), looked);
    let moves = async {
        read.notified().await;
        let body = json!({ "version": enquiry["version"], "state": "contacted" });
        desk.patch(&path, body).staff(Role::SchoolAdmin).send().await.is(200);
        moved.add_permits(1);
    };
    let (verified, ()) = tokio::join!(looked, moves);
    assert_eq!(verified.unwrap().broken, None);
}
