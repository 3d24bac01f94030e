//! A school with a long history of many files: what looks through all of it holds one revision's files at a time, and keeps nobody waiting.

use std::cell::Cell;
use std::time::{Duration, Instant};

use kernel::{StoreError, statements};
use testkit::{Backend, TestApp};

use crate::desk::SETTINGS;
use crate::desk_rules::running;

/// Files of one revision: two thirds of a megabyte.
const FILES: usize = 7_000;
/// Revisions of so many.
const REVISIONS: i64 = 60;

statements! {
    insert_old(seq: i64, manifest: &str) -> [exec]
        "INSERT INTO setting_revisions (school_id, seq, at, kind, actor_id, actor_name, note, entries, manifest, changes)
         VALUES (:school, :seq, 0, 'published', NULL, 'long ago', '', '[]', :manifest, 1)";
}

/// Revisions before the first.
async fn bring_history(app: &TestApp) {
    let line = |n: usize| format!("\"texts/own{n:05}.json\":\"{}\"", words::sha256_hex(n.to_string().as_bytes()));
    let manifest = format!("{{{}}}", (0..FILES).map(line).collect::<Vec<_>>().join(","));
    assert!(manifest.len() > 600_000);
    let scope = app.school("a").unwrap().scope();
    for seq in -REVISIONS..0 {
        let manifest = manifest.clone();
        let written = app.app.db.write(&scope, move |tx| {
            Box::pin(async move { insert_old(tx, seq, &manifest).await.map(drop).map_err(|error: StoreError| error) })
        });
        written.await.unwrap();
    }
}

/// The most memory that this process had since it was last told to forget.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// Does something while others take turns on the same thread: how long the longest of those waited, how long it took, and how much memory it
/// took.
async fn beside<T>(work: impl Future<Output = T>) -> (T, Duration, Duration, u64) {
    // Where nothing can be forgotten, the peak of before hides some of what comes now.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let (before, began, longest) = (peak(), Instant::now(), Cell::new(Duration::ZERO));
    let others = async {
        let mut last = Instant::now();
        loop {
            tokio::task::yield_now().await;
            longest.set(longest.get().max(last.elapsed()));
            last = Instant::now();
        }
    };
    let done = tokio::select! {
        done = work => done,
        () = others => unreachable!("they go on for good"),
    };
    (done, longest.get(), began.elapsed(), peak().saturating_sub(before))
}

/// Less than a few revisions' files take, and far less than all of them.
fn is_modest((longest, whole, bytes): (Duration, Duration, u64), what: &str) {
    assert!(bytes < 16 << 20, "{what} took {} MiB", bytes >> 20);
    assert!(longest * 4 < whole, "{what} kept others waiting for {longest:?} of {whole:?}");
}

#[tokio::test]
async fn a_long_history_is_read_one_revision_at_a_time() {
    for backend in Backend::all() {
        let (app, admin) = running(backend).await;
        admin.get(SETTINGS).await.unwrap();
        bring_history(&app).await;
        let (listed, longest, whole, bytes) = beside(admin.get(&format!("{SETTINGS}/plugins"))).await;
        let listed = listed.unwrap();
        assert_eq!((listed.status, &listed.json["items"][0]["name"]), (200, &"abq".into()), "{}", listed.text);
        is_modest((longest, whole, bytes), "the list of components");
        let scope = app.school("a").unwrap().scope();
        let (swept, longest, whole, bytes) = beside(app.app.state.settings.purge(&scope)).await;
        assert_eq!(swept.map_err(|refusal| refusal.id()), Ok(0));
        is_modest((longest, whole, bytes), "the sweep");
    }
}
