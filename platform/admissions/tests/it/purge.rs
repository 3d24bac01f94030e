//! Children's data has an end date.

use serde_json::json;

use crate::database::{execute, scope};
use crate::desk::{DAY, Desk, on_both};
use crate::pictures::pdf;

on_both!(
    what_expired_goes_with_its_files_and_what_was_sent_stays,
    files_that_nothing_holds_go,
    files_without_a_row_go_after_a_day,
    old_answers_to_keys_and_finished_jobs_go,
    a_strangers_files_go_after_a_week_an_applicants_after_a_month_and_an_accounts_stay,
);

fn files(desk: &Desk) -> usize {
    fn count(folder: &std::path::Path) -> usize {
        let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
        let path = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().path();
        entries.map(path).map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
    }
    count(&desk.folder.path().join("files"))
}

async fn what_expired_goes_with_its_files_and_what_was_sent_stays(desk: &Desk) {
    let old = desk.draft("short", json!({ "child_name": "Gone" })).await;
    desk.upload_to("short", &old, "scan", "a.pdf", &pdf(100)).send().await.is(201);
    let young = desk.draft("trial", json!({ "child_name": "Stays" })).await;
    desk.upload(&young, "scan", "a.pdf", &pdf(100)).await.is(201);
    let sent = desk.draft("short", json!({})).await;
    let file =
        desk.upload_to("short", &sent, "scan", "a.pdf", &pdf(100)).send().await.is(201)["upload"]["upload_id"].clone();
    // A file that the family took out of its answers again is not part of what was sent.
    desk.upload_to("short", &sent, "scan", "dropped.pdf", &pdf(100)).send().await.is(201);
    desk.submit("short", json!({ "child_name": "Sent", "scan": file }), Some(&sent)).await.is(201);
    assert_eq!((desk.count("drafts").await, desk.count("uploads").await, files(desk)), (2, 4, 4));
    desk.clock.advance(2 * DAY - 1);
    let purged = desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!((purged.drafts, purged.files), (0, 1), "the dropped file only");
    desk.clock.advance(1);
    let purged = desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!((purged.drafts, purged.files), (1, 1));
    assert_eq!((desk.count("drafts").await, desk.count("uploads").await, files(desk)), (1, 2, 2));
    assert_eq!(desk.count("submissions").await, 1);
    let again = desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!((again.drafts, again.files), (0, 0));
    desk.clock.advance(88 * DAY);
    desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!(
        (desk.count("drafts").await, desk.count("submissions").await, files(desk)),
        (0, 1, 1),
        "90 days at most"
    );
}

async fn files_that_nothing_holds_go(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    for n in 0..3 {
        desk.upload(&draft, "scan", &format!("{n}.pdf"), &pdf(100)).await.is(201);
    }
    execute(&desk.db, "one", "DELETE FROM drafts WHERE school_id = $1").await.unwrap();
    desk.clock.advance(1);
    // One of the bytes is gone already: a purge that was broken off is taken up again.
    let row = std::fs::read_dir(desk.folder.path().join("files/one")).unwrap().next().unwrap().unwrap().path();
    std::fs::remove_dir_all(row).unwrap();
    let purged = desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!((purged.files, files(desk), desk.count("uploads").await), (3, 0, 0));
}

async fn files_without_a_row_go_after_a_day(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let kept = desk.upload(&draft, "scan", "a.pdf", &pdf(100)).await.is(201);
    // As a crash between the bytes and the row leaves it, and one in the middle of the bytes.
    let id = words::ids::new_id(&*desk.clock, &words::SystemRng);
    let mut lost = desk.files.begin(&id).await.unwrap();
    lost.write(b"%PDF-1.7").await.unwrap();
    desk.files.keep(desk.school("one").id(), &id, lost).await.unwrap();
    let torn = words::ids::new_id(&*desk.clock, &words::SystemRng);
    std::mem::forget(desk.files.begin(&torn).await.unwrap());
    assert_eq!(files(desk), 3);
    desk.clock.advance(DAY - 1);
    desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!(files(desk), 3, "they may still be on their way");
    desk.clock.advance(2);
    desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!(files(desk), 1);
    let id = kept["upload"]["upload_id"].as_str().unwrap();
    assert!(desk.folder.path().join("files/one").join(&id[id.len() - 2..]).join(id).exists());
}

async fn old_answers_to_keys_and_finished_jobs_go(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara", "guardian_email": "a@example.org" }), None).await.is(201);
    execute(&desk.db, "one", "UPDATE outbox SET state = 'done', done_at = created_at WHERE school_id = $1")
        .await
        .unwrap();
    desk.clock.advance(30 * DAY);
    desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!((desk.count("idempotency_keys").await, desk.count("outbox").await), (1, 1));
    desk.clock.advance(1);
    desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!((desk.count("idempotency_keys").await, desk.count("outbox").await), (0, 0));
    assert_eq!(desk.count("submissions").await, 1);
}

async fn a_strangers_files_go_after_a_week_an_applicants_after_a_month_and_an_accounts_stay(desk: &Desk) {
    let (stranger, kept) = (desk.draft("trial", json!({})).await, desk.draft("trial", json!({})).await);
    let file = desk.upload(&stranger, "scan", "a.pdf", &pdf(100)).await.is(201)["upload"]["upload_id"].clone();
    desk.upload(&kept, "scan", "a.pdf", &pdf(100)).await.is(201);
    let holder = desk.person("one", words::Role::Reviewer).await;
    let hold = format!(
        "INSERT INTO family_drafts (school_id, draft_id, user_id, token, stamp)
         SELECT d.school_id, d.id, u.id, 'sealed', u.stamp FROM drafts d JOIN users u ON u.school_id = d.school_id AND u.id = '{holder}' WHERE d.school_id = $1 AND d.token_hash = '{}'",
        kernel::crypto::token_hash(&kept)
    );
    execute(&desk.db, "one", &hold).await.unwrap();
    desk.clock.advance(7 * DAY);
    assert_eq!(desk.forms.purge(&scope("one")).await.unwrap().files, 0, "a week");
    desk.clock.advance(1);
    assert_eq!(desk.forms.purge(&scope("one")).await.unwrap().files, 1);
    assert_eq!((desk.count("uploads").await, desk.count("drafts").await, files(desk)), (1, 2, 1), "the answers stay");
    // The family is told at the field, and gives it again.
    let values = json!({ "child_name": "Sara", "scan": file });
    let refused = desk.submit("trial", values, Some(&stranger)).await.refused(422, "F003");
    assert_eq!(
        (&refused["errors"][0]["path"], &refused["errors"][0]["params"]["format"]),
        (&json!("/scan"), &json!("upload"))
    );
    desk.upload(&stranger, "scan", "a.pdf", &pdf(100)).await.is(201);
    // An account that was made without a proof of anything.
    execute(&desk.db, "one", "UPDATE users SET kind = 'applicant' WHERE school_id = $1").await.unwrap();
    desk.clock.advance(7 * DAY);
    assert_eq!(desk.forms.purge(&scope("one")).await.unwrap().files, 0);
    desk.clock.advance(16 * DAY);
    let gone = desk.forms.purge(&scope("one")).await.unwrap().files;
    assert_eq!(
        (gone, desk.count("uploads").await),
        (2, 0),
        "the stranger's second file, and an applicant's after a month"
    );
}
