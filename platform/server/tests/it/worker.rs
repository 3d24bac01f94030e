//! The outbox: at least once, later when it fails, and not for ever.

use kernel::{StoreError, outbox};
use serde_json::json;
use testkit::{Backend, TestApp};

async fn enqueue(app: &TestApp, kind: &'static str, dedup: &'static str) {
    let (clock, rng) = (app.app.clock.clone(), app.app.rng.clone());
    let scope = app.school("a").unwrap().scope();
    app.app
        .db
        .write(&scope, move |tx| {
            Box::pin(
                async move { outbox::enqueue(tx, &*clock, &*rng, kind, dedup, json!({ "submission": "gone" })).await },
            )
        })
        .await
        .map_err(|error: StoreError| error)
        .unwrap();
}

#[tokio::test]
async fn a_job_that_nobody_knows_waits_and_is_given_up_after_two_days() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let scope = app.school("a").unwrap().scope();
        enqueue(&app, "unheard-of", "one").await;
        enqueue(&app, "unheard-of", "one").await;
        let worker = app.app.worker();
        let started = app.app.clock.now_ms();
        let mut tries = 0;
        while let Some(due) = worker.work(&scope).await {
            tries += 1;
            assert!(due > app.app.clock.now_ms(), "it is not tried again at once");
            app.clock.advance(due - app.app.clock.now_ms());
            assert!(tries < 100, "it is given up at last");
        }
        let days = (app.app.clock.now_ms() - started) as f64 / 86_400_000.0;
        assert!((1.8..2.5).contains(&days), "{days} days, {tries} tries");
    }
}

#[tokio::test]
async fn a_receipt_without_its_submission_is_done() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let scope = app.school("a").unwrap().scope();
        enqueue(&app, "receipt", "two").await;
        assert_eq!(app.app.worker().work(&scope).await, None);
        assert!(!app.folder.path().join("mail").exists());
    }
}

#[tokio::test]
async fn a_sweep_looks_after_every_school_that_has_data() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        enqueue(&app, "receipt", "three").await;
        app.app.worker().sweep().await;
        let mut tx = app.app.db.read(&app.school("a").unwrap().scope()).await.unwrap();
        assert_eq!(outbox::next_due(&mut tx).await.unwrap().due_at, None);
    }
}
