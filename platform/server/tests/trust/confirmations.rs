//! The confirmation's way: one mail for each submission, whatever the mail server does.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use kernel::outbox::Lane;
use serde_json::json;
use testkit::Post;
use words::SchoolId;

use crate::database::{Place, number, scope};
use crate::ways::ask_code;
use crate::world::World;

const MINUTE: i64 = 60_000;

/// A mail server that plays its answers to `RCPT` in turn.
async fn post(answers: &'static [&'static str]) -> (String, Arc<Post>) {
    Post::start(move |_, turn| Some(answers.get(turn).copied().unwrap_or("250 ok"))).await.unwrap()
}

async fn sent(world: &World, key: &str) {
    let values = json!({ "child_name": "سارة", "guardian_email": "sara@example.org" });
    world.submit("alpha", "trial", values, None, key).await.is(201);
}

async fn state(world: &World, state: &str) -> i64 {
    number(&world.app.db, "alpha", &format!("SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND state = '{state}'"))
        .await
}

async fn one_mail_each(place: Place) {
    let world = World::open(place).await;
    let worker = world.app.worker();
    sent(&world, "0123456789abcdef").await;
    // The family's browser sends it again; a second worker runs beside the first.
    sent(&world, "0123456789abcdef").await;
    let alpha = scope("alpha");
    let (a, b) = tokio::join!(worker.work(&alpha), async { world.app.worker().work(&alpha).await });
    let _ = (a, b, worker.work(&alpha).await);
    sent(&world, "fedcba9876543210").await;
    worker.work(&alpha).await;
    let mails: Vec<_> = std::fs::read_dir(world.data().join("mail"))
        .unwrap()
        .map(|e| std::fs::read_to_string(e.unwrap().path()).unwrap())
        .collect();
    assert_eq!(mails.len(), 2);
    assert!(
        mails.iter().all(|mail| mail.contains("To: sara@example.org") && mail.contains("office@alpha.example")),
        "{mails:?}"
    );
    assert_eq!((state(&world, "done").await, state(&world, "ready").await), (2, 0));
    world.close().await;
}

#[tokio::test]
async fn each_submission_gets_one_mail_on_sqlite() {
    one_mail_each(Place::Lite).await;
}

#[tokio::test]
async fn each_submission_gets_one_mail_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        one_mail_each(place).await;
    }
}

#[tokio::test]
async fn a_mail_server_that_says_later_is_asked_later() {
    let (url, post) = post(&["451 busy", "421 going down"]).await;
    let world = World::with(Place::Lite, |_, settings| settings.smtp = Some(url)).await;
    let (worker, alpha) = (world.app.worker(), scope("alpha"));
    sent(&world, "0123456789abcdef").await;
    for taken in [0, 0, 1] {
        let due = worker.work(&alpha).await;
        assert_eq!((post.taken.lock().len(), due.is_some()), (taken, taken == 0));
        // Not before its time.
        worker.work(&alpha).await;
        assert_eq!(post.taken.lock().len(), taken);
        world.clock.advance(2 * MINUTE);
    }
    assert_eq!(post.tries.load(Ordering::SeqCst), 3);
    worker.work(&alpha).await;
    let mails = post.taken.lock().clone();
    assert_eq!(mails.len(), 1);
    assert!(mails[0].text.contains("Message-ID: <"), "{}", mails[0].text);
    assert_eq!(state(&world, "done").await, 1);
}

#[tokio::test]
async fn a_mail_that_never_can_be_sent_is_buried_and_kept() {
    let (url, post) = post(&["550 no such mailbox"]).await;
    let world = World::with(Place::Lite, |_, settings| settings.smtp = Some(url)).await;
    let (worker, alpha) = (world.app.worker(), scope("alpha"));
    sent(&world, "0123456789abcdef").await;
    assert_eq!(worker.work(&alpha).await, None);
    world.clock.advance(60 * MINUTE);
    worker.work(&alpha).await;
    assert_eq!((post.tries.load(Ordering::SeqCst), state(&world, "dead").await), (1, 1));
    let told = "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'no_confirmation'";
    assert_eq!(number(&world.app.db, "alpha", told).await, 1, "staff see why the family has no mail");
    assert_eq!(number(&world.app.db, "alpha", "SELECT COUNT(*) FROM submissions WHERE school_id = $1").await, 1);
}

#[tokio::test]
async fn a_worker_that_died_gives_its_jobs_back() {
    let world = World::open(Place::Lite).await;
    let (worker, alpha) = (world.app.worker(), scope("alpha"));
    sent(&world, "0123456789abcdef").await;
    let now = words::Clock::now_ms(&*world.clock);
    let leased = world
        .app
        .db
        .write(&alpha, move |tx| Box::pin(kernel::outbox::lease_jobs(tx, Lane::Mail, now, now + 5 * MINUTE, 10)))
        .await
        .unwrap();
    assert_eq!(leased.len(), 1);
    let due = worker.work(&alpha).await;
    assert_eq!((due, world.data().join("mail").exists()), (Some(now + 5 * MINUTE), false));
    world.clock.advance(5 * MINUTE);
    assert_eq!(worker.work(&alpha).await, None);
    assert_eq!(std::fs::read_dir(world.data().join("mail")).unwrap().count(), 1);
}

#[tokio::test]
async fn the_sweep_clears_away_what_has_expired() {
    let world = World::open(Place::Lite).await;
    world.draft("alpha", "short", json!({ "child_name": "Gone" })).await;
    sent(&world, "0123456789abcdef").await;
    world.clock.advance(2 * 24 * 60 * MINUTE);
    world.app.worker().sweep().await;
    assert_eq!(number(&world.app.db, "alpha", "SELECT COUNT(*) FROM drafts WHERE school_id = $1").await, 0);
    assert_eq!(number(&world.app.db, "alpha", "SELECT COUNT(*) FROM submissions WHERE school_id = $1").await, 1);
    assert_eq!(
        std::fs::read_dir(world.data().join("mail")).unwrap().count(),
        1,
        "and finds the jobs that nobody woke it for"
    );
}

/// Mails that one turn of a school begins.
const MAILS_AT_ONCE: usize = 6;

/// Four hundred families sent their forms, and the mail server answers for none of them. In order, not in time: how long it takes is the
/// machine's, and stands in the output.
async fn a_code_behind_four_hundred_confirmations(place: Place) {
    let (url, post) = Post::start(|to, _| (!to.starts_with("<family-")).then_some("250 ok")).await.unwrap();
    let world = World::with(place, |_, settings| settings.smtp = Some(url)).await;
    for n in 0..400 {
        let values = json!({ "child_name": "سارة", "guardian_email": format!("family-{n}@example.org") });
        world.submit("alpha", "trial", values, None, &format!("0123456789abcd{n:03}")).await.is(201);
    }
    assert_eq!(state(&world, "ready").await, 400, "a confirmation each");
    let (wake, woken) = tokio::sync::mpsc::unbounded_channel();
    let (_stop, stopped) = tokio::sync::watch::channel(false);
    let working = tokio::spawn(world.app.worker().run(woken, stopped));
    let alpha = || wake.send(SchoolId::parse("alpha").unwrap()).unwrap();
    let begun = Instant::now();
    let wait = async |what: &str, until: &dyn Fn() -> bool| {
        while !until() {
            assert!(begun.elapsed() < Duration::from_secs(90), "{what}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    alpha();
    wait("no confirmation is begun", &|| post.tries.load(Ordering::SeqCst) > 0).await;
    // In the midst of them somebody asks for a code.
    ask_code(&world, "sara@example.org").await.is(200);
    let asked = Instant::now();
    alpha();
    wait("the code waits behind the confirmations", &|| !post.taken.lock().is_empty()).await;
    println!("the code left {} ms after it was asked for", asked.elapsed().as_millis());
    let taken: Vec<String> = post.taken.lock().iter().map(|letter| letter.to.clone()).collect();
    assert_eq!(taken, ["<sara@example.org>"], "while the others still hang");
    let begun_mails = post.tries.load(Ordering::SeqCst);
    assert!(begun_mails <= 1 + MAILS_AT_ONCE, "{begun_mails} mails were begun");
    working.abort();
    world.close().await;
}

#[tokio::test]
async fn a_code_leaves_beside_four_hundred_confirmations_and_a_dead_mail_server_on_sqlite() {
    a_code_behind_four_hundred_confirmations(Place::Lite).await;
}

#[tokio::test]
async fn a_code_leaves_beside_four_hundred_confirmations_and_a_dead_mail_server_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        a_code_behind_four_hundred_confirmations(place).await;
    }
}
