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

#[tokio::test]
async fn a_sweep_takes_pictures_that_nobody_has_and_leaves_the_others() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let person = app.signed_in("a", kernel::Role::Registrar).await.unwrap();
    let mut png = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(8, 8).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let scope = app.school("a").unwrap().scope();
    let actor = app.app.state.identity.authenticate(&scope, person.bearer.as_deref().unwrap()).await.unwrap();
    let caller = kernel::Caller { actor, ..kernel::Caller::system(scope) };
    let url = app.app.state.avatars.put(&caller, png.into_inner()).await.unwrap();
    let key = url.rsplit('/').next().unwrap();
    let folder = app.app.config.data.join("avatars");
    let own = folder.join("a").join(&key[key.len() - 2..]).join(key);
    let lost = own.with_file_name("lost");
    let young = own.with_file_name("young");
    let arriving = folder.join("arriving/broken-off");
    for file in [&lost, &young, &arriving] {
        std::fs::write(file, "picture").unwrap();
    }
    let past = std::time::SystemTime::now() - std::time::Duration::from_secs(25 * 60 * 60);
    for file in [&own, &lost, &arriving] {
        std::fs::File::options().write(true).open(file).unwrap().set_modified(past).unwrap();
    }
    app.app.worker().sweep().await;
    let left = [&own, &lost, &young, &arriving].map(|file| file.exists());
    assert_eq!(left, [true, false, true, false], "named, lost, young, broken off");
}
