//! What became of an enquiry: who may send it where, and that its history stands as it was written.

use admissions::enquiries::{ENQUIRY, State};
use kernel::crypto::Secret;
use kernel::timeline::{Broken, Fault, verify};
use kernel::{Permission, Role};
use machine::State as _;
use serde_json::{Value, json};

use crate::database::{execute, scope};
use crate::desk::{Desk, on_both};

on_both!(each_role_is_shown_the_ways_that_it_may_take, a_history_is_proved_and_its_first_broken_entry_named);

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
                    let body = json!({ "version": version, "state": to });
                    desk.patch(&path, body).staff(role).send().await.refused(403, "A002");
                }
            }
            // One that is shown is taken; where from here, the next round says.
            if let Some(to) = enquiry["next_states"].as_array().unwrap().last() {
                let moved = desk.patch(&path, json!({ "version": version, "state": to })).staff(role).send().await;
                assert_eq!(&moved.is(200)["enquiry"]["state"], to, "{role:?} from {from:?}");
            }
        }
    }
    assert!(readers > State::ALL.len(), "more than one role reads");
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
    let look = async |secret: &Secret| verify(&desk.db, &scope, secret).await.unwrap();
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
