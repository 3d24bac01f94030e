//! The outbox: at least once, later when it fails, and not for ever.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use kernel::bulk::Ask;
use kernel::db::Native;
use kernel::jobs::Job;
use kernel::message::{self, Channel, Message};
use kernel::outbox::{self, Lane};
use kernel::{BulkJobId, StoreError, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use testkit::{Backend, Post, TestApp};
use words::{Clock as _, Role, SchoolId};

/// Mails that one turn of a school begins.
const MAILS_AT_ONCE: usize = 6;

/// A job that no room has.
#[derive(Serialize, Deserialize)]
struct Unknown {}

impl Job for Unknown {
    const KIND: &'static str = "unheard-of";
    const LANE: Lane = Lane::Rest;
}

/// The confirmation of a submission that is gone.
#[derive(Serialize, Deserialize)]
struct Confirmation {
    submission: String,
}

impl Job for Confirmation {
    const KIND: &'static str = "confirmation";
    const LANE: Lane = Lane::Mail;
}

impl Confirmation {
    fn gone() -> Self {
        Self { submission: "gone".into() }
    }
}

async fn enqueue<J: Job + Sync>(app: &TestApp, job: J, dedup: &'static str) {
    let (clock, rng) = (app.app.clock.clone(), app.app.rng.clone());
    let scope = app.school("a").unwrap().scope();
    app.app
        .db
        .write(&scope, move |tx| Box::pin(async move { outbox::enqueue(tx, &*clock, &*rng, dedup, &job).await }))
        .await
        .map_err(|error: StoreError| error)
        .unwrap();
}

#[tokio::test]
async fn a_job_that_nobody_knows_waits_and_is_given_up_after_two_days() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let scope = app.school("a").unwrap().scope();
        enqueue(&app, Unknown {}, "one").await;
        enqueue(&app, Unknown {}, "one").await;
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
async fn a_confirmation_without_its_submission_is_done() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let scope = app.school("a").unwrap().scope();
        enqueue(&app, Confirmation::gone(), "two").await;
        assert_eq!(app.app.worker().work(&scope).await, None);
        assert!(!app.folder.path().join("mail").exists());
    }
}

#[tokio::test]
async fn a_sweep_looks_after_every_school_that_has_data() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        enqueue(&app, Confirmation::gone(), "three").await;
        app.app.worker().sweep().await;
        let mut tx = app.app.db.read(&app.school("a").unwrap().scope()).await.unwrap();
        assert_eq!(outbox::next_due(&mut tx).await.unwrap().due_at, None);
    }
}

#[tokio::test]
async fn a_sweep_takes_pictures_that_nobody_has_and_leaves_the_others() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let person = app.signed_in("a", words::Role::Registrar).await.unwrap();
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
    let arriving = folder.join(".arriving/broken-off");
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

async fn tell(app: &TestApp, school: &str, template: &str, to: String, params: serde_json::Value) {
    let (clock, rng, secret) = (app.app.clock.clone(), app.app.rng.clone(), app.app.secret.clone());
    let message = Message {
        channel: Channel::Mail,
        to,
        template: template.into(),
        locale: "en".into(),
        params: params.as_object().unwrap().clone(),
        expires_at: app.app.clock.now_ms() + 300_000,
        is_strangers: template != "password_changed",
    };
    let dedup = format!("{template}:{}", message.to);
    let scope = app.school(school).unwrap().scope();
    let sent = app.app.db.write(&scope, move |tx| {
        Box::pin(async move { message::send(tx, &*clock, &*rng, &secret, &dedup, &message).await })
    });
    sent.await.map_err(|error: StoreError| error).unwrap();
}

/// Each school counts what it sends for itself.
#[tokio::test]
async fn somebody_is_written_to_so_often_by_all_schools_together() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let sent = || std::fs::read_dir(app.folder.path().join("mail")).map_or(0, Iterator::count);
        let from = async |school: &str, template: &str, count: usize| {
            for n in 0..count {
                let to = format!("some.body+{school}{n}@gmail.com");
                tell(&app, school, template, to, json!({ "code": "123456", "path": "/reset-password?token=x" })).await;
            }
            let scope = app.school(school).unwrap().scope();
            while app.app.worker().work(&scope).await.is_some_and(|due| due <= app.clock.now_ms()) {}
        };
        from("a", "code", 40).await;
        assert_eq!(sent(), 40);
        from("b", "reset_password", 40).await;
        assert!((60..70).contains(&sent()), "{}", sent());
        let before = sent();
        from("b", "password_changed", 3).await;
        assert_eq!(sent(), before + 3, "news of an account's own keys");
        // What is let go is no failure that is tried again.
        let scope = app.school("b").unwrap().scope();
        assert_eq!(app.app.worker().work(&scope).await, None);
        let mut tx = app.app.db.read(&scope).await.unwrap();
        let buried = "SELECT COUNT(*) FROM outbox WHERE school_id = 'b' AND state = 'dead'";
        let buried: i64 = match tx.connection() {
            Native::Lite(connection) => sqlx::query_scalar(buried).fetch_one(connection).await.unwrap(),
            Native::Pg(connection) => sqlx::query_scalar(buried).fetch_one(connection).await.unwrap(),
            Native::Direct(_) => unreachable!("a reader"),
        };
        assert_eq!(buried, 0);
        app.clock.advance(60 * 60 * 1_000);
        from("a", "verify_email", 1).await;
        assert_eq!(sent(), before + 4, "in the next hour");
    }
}

/// Fifty chunks of a list, for that account.
async fn long_job(app: &TestApp, account: UserId) -> BulkJobId {
    let ask = Ask {
        kind: "enquiry_export",
        account,
        wants: json!({ "form": "", "kind": "csv", "language": "en", "visible": "*" }),
        items: (0..25_000).map(|n| format!("gone-{n}")).collect(),
        file_name: "a.csv".into(),
        media_type: "text/csv".into(),
    };
    let (bulk, scope) = (app.app.bulk.clone(), app.school("a").unwrap().scope());
    let asked = app.app.db.write(&scope, move |tx| Box::pin(async move { bulk.ask(tx, ask).await }));
    asked.await.unwrap().id
}

async fn long_job_state(app: &TestApp, account: &UserId, id: &BulkJobId) -> &'static str {
    let scope = app.school("a").unwrap().scope();
    let mut tx = app.app.db.read(&scope).await.unwrap();
    app.app.bulk.find(&mut tx, "enquiry_export", account, id).await.unwrap().state.as_str()
}

#[tokio::test]
async fn a_code_waits_for_no_other_mail_and_a_school_for_no_other() {
    for backend in Backend::all() {
        let (url, post) = Post::start(|to, _| (!to.starts_with("<held")).then_some("250 ok")).await.unwrap();
        let app = TestApp::start_with(backend, |settings| server::Settings { smtp: Some(url), ..settings }).await;
        let app = app.unwrap();
        for n in 0..400 {
            tell(&app, "a", "password_changed", format!("held-{n}@example.org"), json!({})).await;
        }
        // The same school has a long list made, of what is not there any more: that is as much work for the lane.
        let officer = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let me = officer.get("/api/v1/oa/profile").await.unwrap();
        let account = UserId::from(me.json["profile"]["id"].as_str().unwrap_or_else(|| panic!("{}", me.text)));
        let job = long_job(&app, account.clone()).await;
        tell(&app, "a", "code", "family@example.org".into(), json!({ "code": "123456" })).await;
        tell(&app, "b", "password_changed", "other@example.org".into(), json!({})).await;
        let (wake, woken) = tokio::sync::mpsc::unbounded_channel();
        let (stop, stopped) = tokio::sync::watch::channel(false);
        let working = tokio::spawn(app.app.worker().run(woken, stopped));
        for school in ["a", "b"] {
            wake.send(SchoolId::parse(school).unwrap()).unwrap();
        }
        let begun = Instant::now();
        while post.taken.lock().len() < 2 {
            assert!(begun.elapsed() < Duration::from_secs(90), "they wait behind the mail of others");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let mut taken: Vec<String> = post.taken.lock().iter().map(|letter| letter.to.clone()).collect();
        taken.sort();
        assert_eq!(taken, ["<family@example.org>", "<other@example.org>"], "while the others still hang");
        // Of the four hundred no more than one turn of their lane was begun.
        let begun_mails = post.tries.load(Ordering::SeqCst);
        assert!(begun_mails <= 2 + MAILS_AT_ONCE, "{begun_mails} mails were begun");
        // Nor does the long job wait for the mail.
        while long_job_state(&app, &account, &job).await != "done" {
            assert!(begun.elapsed() < Duration::from_secs(90), "it waits behind the mail");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(post.taken.lock().len(), 2);
        working.abort();
        drop(stop);
    }
}

/// In order, not in time: how fast four hundred mails leave is the machine's, how many of them leave first is ours.
#[tokio::test]
async fn a_code_leaves_before_the_mail_that_was_there_first() {
    for backend in Backend::all() {
        let (url, post) = Post::start(|_, _| Some("250 ok")).await.unwrap();
        let app = TestApp::start_with(backend, |settings| server::Settings { smtp: Some(url), ..settings }).await;
        let app = app.unwrap();
        for n in 0..400 {
            tell(&app, "a", "password_changed", format!("many-{n}@example.org"), json!({})).await;
        }
        let (wake, woken) = tokio::sync::mpsc::unbounded_channel();
        let (_stop, stopped) = tokio::sync::watch::channel(false);
        let working = tokio::spawn(app.app.worker().run(woken, stopped));
        wake.send(SchoolId::parse("a").unwrap()).unwrap();
        let begun = Instant::now();
        let wait = async |until: &dyn Fn() -> bool| {
            while !until() {
                assert!(begun.elapsed() < Duration::from_secs(90), "nothing leaves");
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        // In the midst of them somebody asks for a code.
        wait(&|| !post.taken.lock().is_empty()).await;
        tell(&app, "a", "code", "family@example.org".into(), json!({ "code": "123456" })).await;
        let before = post.taken.lock().len();
        wake.send(SchoolId::parse("a").unwrap()).unwrap();
        let at = || post.taken.lock().iter().position(|letter| letter.to == "<family@example.org>");
        wait(&|| at().is_some()).await;
        let others = at().unwrap().saturating_sub(before);
        assert!(others <= 10 * MAILS_AT_ONCE, "{others} of four hundred left before the code, {before} had left");
        working.abort();
    }
}

/// A mail that failed waits for half a minute, also over a restart, and for nobody's write.
#[tokio::test]
async fn what_falls_due_after_a_restart_is_done_without_being_woken() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        tell(&app, "a", "password_changed", "family@example.org".into(), json!({})).await;
        let later = app.app.clock.now_ms() + 200;
        let scope = app.school("a").unwrap().scope();
        let put_off = app.app.db.write(&scope, move |tx| {
            Box::pin(async move {
                let jobs = outbox::lease_jobs(tx, Lane::Mail, later, later, 1).await?;
                outbox::retry_job(tx, &jobs[0].id, jobs[0].attempts, later, "the mail server is away").await
            })
        });
        assert_eq!(put_off.await.map_err(|error: StoreError| error).unwrap(), 1);
        let (_wake, woken) = tokio::sync::mpsc::unbounded_channel();
        let (_stop, stopped) = tokio::sync::watch::channel(false);
        let working = tokio::spawn(app.app.worker().run(woken, stopped));
        tokio::time::sleep(Duration::from_millis(300)).await;
        let sent = || std::fs::read_dir(app.folder.path().join("mail")).map_or(0, Iterator::count);
        assert_eq!(sent(), 0, "before it is due");
        app.clock.advance(1_000);
        let begun = Instant::now();
        while sent() == 0 {
            assert!(begun.elapsed() < Duration::from_secs(9), "nobody looks");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        working.abort();
    }
}

#[tokio::test]
async fn a_job_is_one_workers_and_only_it_says_what_became_of_it() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let scope = app.school("a").unwrap().scope();
        tell(&app, "a", "password_changed", "family@example.org".into(), json!({})).await;
        let now = app.app.clock.now_ms();
        let lease = async |lane: Lane, now: i64| {
            let write =
                app.app.db.write(&scope, move |tx| Box::pin(outbox::lease_jobs(tx, lane, now, now + 120_000, 10)));
            write.await.unwrap()
        };
        assert!(lease(Lane::Prompt, now).await.is_empty() && lease(Lane::Rest, now).await.is_empty());
        let first = lease(Lane::Mail, now).await;
        assert_eq!((first.len(), lease(Lane::Mail, now + 119_999).await.len()), (1, 0));
        let second = lease(Lane::Mail, now + 120_000).await;
        assert_eq!((second[0].id.as_str(), second[0].attempts), (first[0].id.as_str(), 1 + outbox::LOST));
        // The first worker was only slow: it has no say any more.
        let (id, tries) = (first[0].id.clone(), first[0].attempts);
        let late = app
            .app
            .db
            .write(&scope, move |tx| Box::pin(async move { outbox::bury_job(tx, &id, tries, 0, "late").await }));
        assert_eq!(late.await.map_err(|error: StoreError| error).unwrap(), 0);
        let (id, tries) = (second[0].id.clone(), second[0].attempts);
        let done =
            app.app.db.write(&scope, move |tx| Box::pin(async move { outbox::finish_job(tx, &id, tries, 0).await }));
        assert_eq!(done.await.map_err(|error: StoreError| error).unwrap(), 1);
    }
}

#[tokio::test]
async fn a_job_in_which_servers_die_is_given_up_and_takes_no_other_with_it() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let scope = app.school("a").unwrap().scope();
        for dedup in ["one", "two", "three"] {
            enqueue(&app, Unknown {}, dedup).await;
        }
        let lease = async || {
            let now = app.app.clock.now_ms();
            let leased =
                app.app.db.write(&scope, move |tx| Box::pin(outbox::lease_jobs(tx, Lane::Rest, now, now + 120_000, 8)));
            app.clock.advance(120_000);
            leased.await.unwrap()
        };
        assert_eq!(lease().await.len(), 3, "all of them, and the server dies");
        // Each is begun alone now. It dies in the first, and ends the two others.
        let first = lease().await;
        assert_eq!(first.len(), 1);
        for _ in 0..2 {
            let other = lease().await;
            assert!(other.len() == 1 && other[0].id != first[0].id);
            let (id, tries) = (other[0].id.clone(), other[0].attempts);
            let done = app
                .app
                .db
                .write(&scope, move |tx| Box::pin(async move { outbox::finish_job(tx, &id, tries, 0).await }));
            assert_eq!(done.await.map_err(|error: StoreError| error).unwrap(), 1);
        }
        for _ in 0..3 {
            assert_eq!(lease().await.len(), 1);
        }
        assert_eq!(app.app.worker().work(&scope).await, None, "it was begun five times: it is buried unseen");
    }
}
