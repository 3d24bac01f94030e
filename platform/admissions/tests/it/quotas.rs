//! What strangers may take up: places in a draft, a day's bytes and drafts, the last of the disk.

use futures_util::future::join_all;
use kernel::Role;
use serde_json::json;

use crate::database::{Place, execute, number};
use crate::desk::{DAY, Desk, Got, on_both};
use crate::pictures::pdf;

on_both!(
    forty_files_are_forty_however_many_come_at_once,
    a_days_bytes_end_for_an_address_and_for_a_school,
    a_days_drafts_end_for_an_address_and_for_a_school,
    an_accounts_files_are_counted_by_account,
);

async fn set(desk: &Desk, name: &str, used: i64) {
    let sql = format!("UPDATE allowances SET used = {used} WHERE school_id = $1 AND name = '{name}'");
    execute(&desk.db, "one", &sql).await.unwrap();
}

async fn send(desk: &Desk, draft: &str, address: &str) -> Got {
    desk.upload_to("trial", draft, "scan", "a.pdf", &pdf(1000)).from(address).send().await
}

async fn forty_files_are_forty_however_many_come_at_once(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let content = pdf(200);
    let all = join_all((0..60).map(|_| desk.upload(&draft, "scan", "a.pdf", &content))).await;
    let taken = all.iter().filter(|got| got.status == 201).count();
    all.iter().filter(|got| got.status != 201).for_each(|got| assert_eq!(got.refused(422, "D003")["limit"], 40));
    assert_eq!((taken, desk.count("uploads").await), (40, 40));
    let files: Vec<_> = std::fs::read_dir(desk.folder.path().join("files/one")).unwrap().collect();
    let kept: usize = files.into_iter().map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap().count()).sum();
    assert_eq!(kept, 40, "what was refused left nothing on the disk");
}

async fn a_days_bytes_end_for_an_address_and_for_a_school(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    send(desk, &draft, "203.0.113.9").await.is(201);
    let used = "SELECT CAST(SUM(used) AS BIGINT) FROM allowances WHERE school_id = $1 AND name LIKE 'files.%'";
    assert_eq!(number(&desk.db, "one", used).await, 2 * 1000);
    set(desk, "files.address", (1 << 30) - 999).await;
    let refused = send(desk, &draft, "203.0.113.9").await;
    refused.refused(429, "D004");
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=86_400).contains(&wait), "{wait}");
    assert_eq!(desk.count("uploads").await, 1);
    send(desk, &draft, "203.0.113.10").await.is(201);
    // The loopback address is this machine's; it counts for the school alone.
    send(desk, &draft, "127.0.0.1").await.is(201);
    set(desk, "files.strangers", 4 << 30).await;
    for address in ["203.0.113.11", "127.0.0.1"] {
        send(desk, &draft, address).await.refused(429, "D004");
    }
    let theirs =
        desk.upload_to("trial", &draft, "scan", "a.pdf", &pdf(1000)).staff(Role::AdmissionsOfficer).send().await;
    theirs.is(201);
    desk.clock.advance(DAY);
    send(desk, &draft, "203.0.113.9").await.is(201);
    desk.clock.advance(3 * DAY);
    desk.forms.purge(&crate::database::scope("one")).await.unwrap();
    assert_eq!(desk.count("allowances").await, 0, "days that are over are forgotten");
}

async fn a_days_drafts_end_for_an_address_and_for_a_school(desk: &Desk) {
    let begin = async |address: &str| {
        desk.post("/v1/oa/public/forms/trial/drafts", json!({ "values": {}, "locale": "en" }))
            .from(address)
            .send()
            .await
    };
    begin("2001:db8:1:2::1").await.is(201);
    set(desk, "drafts.address", 2_000).await;
    begin("2001:db8:1:2:ffff::1").await.refused(429, "D004");
    begin("2001:db8:1:3::1").await.is(201);
    set(desk, "drafts.strangers", 20_000).await;
    begin("203.0.113.9").await.refused(429, "D004");
    assert_eq!(desk.count("drafts").await, 2);
}

async fn an_accounts_files_are_counted_by_account(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let holder = desk.person("one", Role::Reviewer).await;
    let keep = format!(
        "INSERT INTO family_drafts (school_id, draft_id, user_id, token)
         SELECT school_id, id, '{holder}', 'sealed' FROM drafts WHERE school_id = $1"
    );
    execute(&desk.db, "one", &keep).await.unwrap();
    // The upload itself comes without a bearer; the draft says whose it is.
    send(desk, &draft, "203.0.113.9").await.is(201);
    let by = "SELECT COUNT(*) FROM allowances WHERE school_id = $1 AND name = 'files.account' AND holder = 'reviewer' AND used = 1000";
    assert_eq!(number(&desk.db, "one", by).await, 1);
    set(desk, "files.account", 1 << 30).await;
    send(desk, &draft, "203.0.113.9").await.refused(429, "D004");
}

#[tokio::test]
async fn strangers_leave_the_last_of_the_disk_to_others() {
    let desk = Desk::open_with(Place::Lite, |files| files.with_reserve(u64::MAX)).await;
    let draft = desk.draft("trial", json!({})).await;
    desk.upload(&draft, "scan", "a.pdf", &pdf(100)).await.refused(507, "R009");
    let staff = desk.upload_to("trial", &draft, "scan", "a.pdf", &pdf(100)).staff(Role::AdmissionsOfficer).send().await;
    staff.is(201);
}
