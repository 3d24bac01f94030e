//! How much of the list is read page by page.

use serde_json::json;
use words::Role;

use crate::database::{execute, number};
use crate::desk::{Desk, Got, NOW, on_both};
use crate::pictures::pdf;

on_both!(
    pages_and_single_submissions_count_for_an_hour,
    a_file_counts_as_a_line,
    the_database_is_told_in_steps_and_administrators_of_much,
    a_burst_is_counted_and_told_as_it_is_read,
);

const HOUR: i64 = 60 * 60 * 1000;

async fn fill(desk: &Desk, submissions: usize) {
    for n in 0..submissions {
        desk.submit("trial", json!({ "child_name": format!("Child {n}") }), None).await.is(201);
    }
}

/// What another server told, or this one before it was started anew.
async fn have_read(desk: &Desk, who: &str, lines: i64) {
    let began = NOW - NOW % HOUR;
    let sql = format!(
        "INSERT INTO allowances (school_id, name, holder, began, used) VALUES ($1, 'read.lines', '{who}', {began}, {lines})"
    );
    execute(&desk.db, "one", &sql).await.unwrap();
}

async fn page(desk: &Desk, role: Role, query: &str) -> Got {
    desk.get(&format!("/v1/oa/enquiries?{query}")).staff(role).send().await
}

async fn pages_and_single_submissions_count_for_an_hour(desk: &Desk) {
    fill(desk, 9).await;
    have_read(desk, "school_admin", 59_985).await;
    let admin = async |query: &str| page(desk, Role::SchoolAdmin, query).await;
    let first = admin("").await.is(200)["items"][0].clone();
    let one = format!("/v1/oa/enquiries/{}", first["id"].as_str().unwrap());
    let open = async || desk.get(&one).staff(Role::SchoolAdmin).send().await;
    open().await.is(200);
    let refused = admin("").await;
    let told = refused.refused(429, "A007");
    assert_eq!((&told["left"], &told["limit"]), (&json!(5), &json!(60_000)));
    assert!((1..=3601).contains(&refused.header("retry-after").parse::<i64>().unwrap()));
    admin("page_size=6").await.refused(429, "A007");
    admin("page_size=5").await.is(200);
    open().await.refused(429, "A007");
    let change = json!({ "version": 1, "state": "contacted" });
    desk.patch(&one, change.clone()).send().await.refused(429, "A007");
    assert_eq!(page(desk, Role::AdmissionsOfficer, "").await.is(200)["items"][0]["state"], "new", "another account");
    let audited = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'enquiry.read_refuse' AND actor_id = 'school_admin'";
    assert_eq!(number(&desk.db, "one", audited).await, 1, "it is written down, once");
    desk.clock.advance(HOUR);
    admin("").await.is(200);
    desk.patch(&one, change).send().await.is(200);
}

async fn a_file_counts_as_a_line(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let sent = desk.upload(&draft, "scan", "a.pdf", &pdf(200)).await.is(201);
    let file = sent["upload"]["upload_id"].as_str().unwrap().to_owned();
    desk.submit("trial", json!({ "child_name": "Sara", "scan": file }), Some(&draft)).await.is(201);
    have_read(desk, "school_admin", 59_998).await;
    let first = page(desk, Role::SchoolAdmin, "").await.is(200)["items"][0].clone();
    let path = format!("/v1/oa/enquiries/{}/files/{file}", first["id"].as_str().unwrap());
    let get = async || desk.get(&path).staff(Role::SchoolAdmin).send().await;
    assert_eq!(get().await.status, 200);
    get().await.refused(429, "A007");
}

async fn the_database_is_told_in_steps_and_administrators_of_much(desk: &Desk) {
    fill(desk, 100).await;
    desk.person("one", Role::SchoolAdmin).await;
    // Who said once that the address is theirs.
    execute(&desk.db, "one", "UPDATE users SET email_verified_at = 1 WHERE school_id = $1").await.unwrap();
    have_read(desk, "admissions_officer", 4_400).await;
    let stored = "SELECT used FROM allowances WHERE school_id = $1 AND name = 'read.lines'";
    let letters =
        "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND dedup LIKE '%:read:admissions_officer:%:school_admin'";
    for (pages, expected, mailed) in [(4, 4_400, 0), (1, 4_900, 0), (5, 5_400, 1), (5, 5_900, 1)] {
        for _ in 0..pages {
            page(desk, Role::AdmissionsOfficer, "page_size=100").await.is(200);
        }
        // It is told beside the read.
        for _ in 0..1_000 {
            if number(&desk.db, "one", stored).await == expected {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        assert_eq!((number(&desk.db, "one", stored).await, number(&desk.db, "one", letters).await), (expected, mailed));
    }
}

/// So many reads at once, that nobody reads after them: what was kept while the database was told is told as well.
async fn a_burst_is_counted_and_told_as_it_is_read(desk: &Desk) {
    fill(desk, 100).await;
    desk.person("one", Role::SchoolAdmin).await;
    execute(&desk.db, "one", "UPDATE users SET email_verified_at = 1 WHERE school_id = $1").await.unwrap();
    let burst = (0..60).map(|_| page(desk, Role::AdmissionsOfficer, "page_size=100"));
    for got in futures_util::future::join_all(burst).await {
        got.is(200);
    }
    let stored = "SELECT COALESCE(MAX(used), 0) FROM allowances WHERE school_id = $1 AND name = 'read.lines'";
    let mut known = 0;
    for _ in 0..600 {
        known = number(&desk.db, "one", stored).await;
        if known > 6_000 - 500 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert!(known > 6_000 - 500, "6000 lines were read, and the database knows of {known}");
    let letters =
        "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND dedup LIKE '%:read:admissions_officer:%:school_admin'";
    assert_eq!(number(&desk.db, "one", letters).await, 1);
}
