//! Two servers over one PostgreSQL and one object store, which is a real S3 server in this process.
//!
//! How long following takes is printed and never asserted: a busy machine is no fault.
#![allow(clippy::disallowed_methods, clippy::expect_used, clippy::print_stdout, clippy::unwrap_used, reason = "tests")]

mod pair;
mod trust;

use axum::http::Method;
use kernel::StoreError;
use kernel::message::{self, Channel, Message};
use kernel::outbox::{self, Lane};
use objects::is_away;
use serde_json::{Map, Value, json};
use tenants::depot::{PushError, Pushed};
use tenants::template::{NewSchool, create};
use testkit::{Backend, Client};
use words::{Role, SchoolId};

use pair::{Pair, colour, colour_at, eventually};
use testkit::desk::{SETTINGS, publish, save};

fn on_postgres() -> bool {
    let there = Backend::all().contains(&Backend::Pg);
    if !there {
        println!("no QABUL_TEST_POSTGRES: servers that share schools are tried on PostgreSQL only");
    }
    there
}

#[tokio::test]
async fn what_one_server_publishes_the_other_shows() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let admin = pair.one.signed_in("a", Role::SchoolAdmin).await.unwrap();
    publish(&admin, json!([colour("#113355")])).await.unwrap();
    assert_eq!(colour_at(&pair.one).await, "#113355", "within the same request");
    eventually("a publish", async || colour_at(&pair.two).await == "#113355").await;
    // The other way round, over what the first one did; the history is one.
    let other = pair.two.sign_in("a", "school_admin@a.example").await.unwrap();
    publish(&other, json!([colour("#224466")])).await.unwrap();
    eventually("a publish back", async || colour_at(&pair.one).await == "#224466").await;
    let histories = [admin.clone(), other.clone()].map(async |client: Client| {
        let listed = client.get(&format!("{SETTINGS}/revisions")).await.unwrap();
        let items = listed.json["items"].as_array().unwrap().clone();
        items.iter().map(|one| format!("{} {}", one["seq"], one["kind"])).collect::<Vec<_>>()
    });
    let [first, second] = histories;
    let (first, second) = (first.await, second.await);
    assert_eq!(first, second);
    assert_eq!(first, ["3 \"published\"", "2 \"published\"", "1 \"files\""]);
    // Each can show what the other published, and lead back to it.
    for client in [&admin, &other] {
        let compared = client.get(&format!("{SETTINGS}/revisions/compare?from=1&to=3")).await.unwrap();
        assert_eq!(compared.json["changes"][0]["to"], "#224466", "{}", compared.text);
    }
    let (head, _) = pair.head().await;
    assert_eq!((head.revision, head.overlay.len()), (3, 1));
}

#[tokio::test]
async fn an_upload_at_one_server_is_read_at_the_other() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let (family, elsewhere) = (pair.one.at("a"), pair.two.at("a"));
    let values = json!({ "child_name": "Sara" });
    let forms = "/api/v1/oa/public/forms/trial";
    let begun = family.post(&format!("{forms}/drafts"), &json!({ "values": values, "locale": "en" })).await.unwrap();
    assert_eq!(begun.status, 201, "{}", begun.text);
    let draft = begun.json["token"].as_str().unwrap().to_owned();
    let bytes: Vec<u8> = b"%PDF-1.7\n".iter().copied().chain((0..9_000_000_u32).map(|n| (n % 251) as u8)).collect();
    let upload = async |client: &Client| {
        let ask = client.ask(Method::POST, "/api/v1/oa/public/uploads");
        let parts = [("form", "trial"), ("field", "book"), ("draft", &*draft)];
        ask.file(&parts, "book.pdf", &bytes).send().await.unwrap()
    };
    let kept = upload(&family).await;
    assert_eq!(kept.status, 201, "{}", kept.text);
    let here = |server: &testkit::TestApp, folder: &str| {
        std::fs::read_dir(server.folder.path().join("files").join(folder)).map_or(0, Iterator::count)
    };
    assert_eq!((here(&pair.one, "a"), here(&pair.one, ".arriving")), (0, 0), "nothing stays on the server's own disk");
    // It is sent at the other server, and opened there.
    let sent = json!({ "values": { "child_name": "Sara", "book": kept.json["upload"]["upload_id"] }, "locale": "en", "draft": draft });
    let ask = elsewhere
        .ask(Method::POST, &format!("{forms}/submissions"))
        .header("idempotency-key", "a-key-of-a-test-of-two");
    let sent = ask.json(&sent).send().await.unwrap();
    assert_eq!(sent.status, 201, "{}", sent.text);
    let officer = pair.two.signed_in("a", Role::AdmissionsOfficer).await.unwrap();
    let list = officer.get("/api/v1/oa/enquiries?form=trial").await.unwrap().json;
    let id = list["items"][0]["id"].as_str().unwrap().to_owned();
    let opened = officer.get(&format!("/api/v1/oa/enquiries/{id}")).await.unwrap().json;
    let file = opened["enquiry"]["files"][0]["file"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned();
    let got = pair.two.download(&officer, &format!("/api/v1/oa/enquiries/{id}/files/{file}")).await;
    assert!(got == bytes, "{} bytes came back, and not the {} that went", got.len(), bytes.len());
    // What no row names is swept by the clock of the store, at whichever server looks; what a row names stays.
    pair.depot().objects().put("files/a/zz/not-an-id-zz", "lost".into()).await.unwrap();
    pair.two.app.state.forms.purge(&pair.two.school("a").unwrap().scope()).await.unwrap();
    let left = pair.depot().objects().list("files/a").await.unwrap();
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(left[0].bytes, bytes.len() as u64);
}

#[tokio::test]
async fn a_long_list_that_one_server_is_asked_for_the_other_makes() {
    if !on_postgres() {
        return;
    }
    const EXPORTS: &str = "/api/v1/oa/enquiries/exports";
    let pair = Pair::start().await;
    let admin = pair.one.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let sent = json!({ "values": { "child_name": "Sara" }, "locale": "en" });
    let family = pair.one.at("a");
    let ask = family.ask(Method::POST, "/api/v1/oa/public/forms/trial/submissions");
    let sent = ask.header("idempotency-key", "a-key-of-a-long-list-of-two").json(&sent).send().await.unwrap();
    assert_eq!(sent.status, 201, "{}", sent.text);
    let asked = admin.post(EXPORTS, &json!({ "format": "csv", "form": "trial" })).await.unwrap();
    assert_eq!(asked.status, 201, "{}", asked.text);
    let id = asked.json["export"]["id"].as_str().unwrap().to_owned();
    pair.two.app.worker().work(&pair.two.school("a").unwrap().scope()).await;
    let ready = async || {
        let listed = admin.get(EXPORTS).await.unwrap().json;
        listed["items"][0]["state"] == "done"
    };
    eventually("the file", ready).await;
    let other = pair.two.sign_in("a", "school_admin@a.example").await.unwrap();
    let file = pair.two.download(&other, &format!("{EXPORTS}/{id}/file")).await;
    let text = String::from_utf8(file).unwrap();
    assert!(text.lines().count() == 2 && text.contains("Sara"), "{text}");
    // Neither server keeps anything of it on its own disk; in the store is the file alone, until it is removed.
    let here = |server: &testkit::TestApp, folder: &str| {
        std::fs::read_dir(server.folder.path().join("bulk").join(folder)).map_or(0, Iterator::count)
    };
    for server in [&pair.one, &pair.two] {
        assert_eq!((here(server, "a"), here(server, ".arriving")), (0, 0));
    }
    let kept = async || pair.depot().objects().list("bulk/a").await.unwrap().len();
    eventually("the parts go", async || kept().await == 1).await;
    let removed = admin.ask(Method::DELETE, &format!("{EXPORTS}/{id}")).send().await.unwrap();
    assert_eq!(removed.status, 200, "{}", removed.text);
    pair.two.app.worker().work(&pair.two.school("a").unwrap().scope()).await;
    eventually("the file goes", async || kept().await == 0).await;
}

#[tokio::test]
async fn of_two_who_publish_at_once_one_wins_and_the_other_is_told() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let admin = pair.one.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let other = pair.two.sign_in("a", "school_admin@a.example").await.unwrap();
    let saved = save(&admin, 0, json!([colour("#335577")])).await.unwrap();
    let body = json!({ "version": saved.json["draft"]["version"], "note": "both" });
    let path = format!("{SETTINGS}/publish");
    let (left, right) = tokio::join!(admin.post(&path, &body), other.post(&path, &body));
    let mut replies = [left.unwrap(), right.unwrap()];
    replies.sort_by_key(|reply| reply.status);
    assert_eq!((replies[0].status, replies[1].status), (200, 409), "{} {}", replies[0].text, replies[1].text);
    assert!(["A003", "S002"].contains(&replies[1].message_id()), "{}", replies[1].text);
    for server in [&pair.one, &pair.two] {
        eventually("the winner's publish", async || colour_at(server).await == "#335577").await;
    }
    let listed = other.get(&format!("{SETTINGS}/revisions")).await.unwrap().json;
    assert_eq!(listed["items"].as_array().unwrap().len(), 2, "{listed}");
}

#[tokio::test]
async fn a_picture_that_one_server_was_given_the_other_publishes() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let admin = pair.one.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let other = pair.two.sign_in("a", "school_admin@a.example").await.unwrap();
    let ask = admin.ask(Method::POST, &format!("{SETTINGS}/blobs"));
    let kept = ask.file(&[("kind", "logo")], "logo.png", &pair::picture()).send().await.unwrap();
    assert_eq!(kept.status, 201, "{}", kept.text);
    let blob = json!({ "$blob": kept.json["blob"]["sha256"] });
    let edits = json!([
        { "file": "assets/logo-new.png", "pointer": "", "value": blob },
        { "file": "school.yaml", "pointer": "/branding/logo", "value": "assets/logo-new.png" },
    ]);
    publish(&other, edits).await.unwrap();
    let logo = async |server: &testkit::TestApp| {
        let details = server.at("a").get("/api/v1/oa/common/school-details").await.unwrap().json;
        details["schoolNameLogo"]["lic_school_logo"].clone()
    };
    let shown = logo(&pair.two).await;
    assert!(shown.is_string());
    eventually("a picture", async || logo(&pair.one).await == shown).await;
    assert_eq!(pair.one.at("a").get(shown.as_str().unwrap()).await.unwrap().status, 200);
}

#[tokio::test]
async fn while_the_store_is_away_both_serve_on_and_nothing_is_lost() {
    if !on_postgres() {
        return;
    }
    let mut pair = Pair::start().await;
    let admin = pair.one.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let other = pair.two.sign_in("a", "school_admin@a.example").await.unwrap();
    publish(&admin, json!([colour("#113355")])).await.unwrap();
    eventually("the first publish", async || colour_at(&pair.two).await == "#113355").await;
    pair.store.stop().await;
    for client in [&admin, &other] {
        assert_eq!(client.anonymous().get("/api/v1/oa/common/school-details").await.unwrap().status, 200);
        let seen = client.get(SETTINGS).await.unwrap();
        assert_eq!(seen.status, 200, "{}", seen.text);
    }
    let version = admin.get(SETTINGS).await.unwrap().json["draft"]["version"].as_i64().unwrap();
    let saved = save(&admin, version, json!([colour("#446688")])).await.unwrap();
    assert_eq!(saved.status, 200, "a draft is kept by the database: {}", saved.text);
    let body = json!({ "version": saved.json["draft"]["version"], "note": "while it is away" });
    let refused = admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap();
    assert_eq!((refused.status, refused.message_id()), (503, "R008"), "{}", refused.text);
    assert!(refused.text.contains("nothing was published"), "{}", refused.text);
    assert!(is_away(&pair.depot().follow().await.unwrap_err()));
    let seen = other.get(SETTINGS).await.unwrap();
    assert_eq!(seen.json["draft"]["edits"][0]["value"], "#446688", "{}", seen.text);
    assert_eq!(seen.json["published"]["seq"], 2);
    assert_eq!((colour_at(&pair.one).await, colour_at(&pair.two).await), ("#113355".into(), "#113355".into()));
    pair.store.start_again().await.unwrap();
    let published = admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap();
    assert_eq!(published.status, 200, "the same request again: {}", published.text);
    eventually("the publish after the store was back", async || colour_at(&pair.two).await == "#446688").await;
}

#[tokio::test]
async fn a_revision_that_the_store_did_not_get_is_brought_there_later() {
    if !on_postgres() {
        return;
    }
    let mut pair = Pair::start().await;
    let admin = pair.one.signed_in("a", Role::SchoolAdmin).await.unwrap();
    publish(&admin, json!([colour("#113355")])).await.unwrap();
    // As after a machine that stopped between the database and the store: the head is an earlier one.
    let (head, tag) = pair.head().await;
    let earlier = serde_json::to_vec(&tenants::depot::Head { revision: 1, overlay: Vec::new(), ..head }).unwrap();
    pair.depot().objects().swap("heads/a.json", earlier.into(), Some(&tag)).await.unwrap();
    let scope = pair.two.school("a").unwrap().scope();
    pair.store.stop().await;
    let away = pair.two.app.state.settings.apply_published(&scope).await;
    assert!(away.is_err(), "the job is tried again");
    pair.store.start_again().await.unwrap();
    eventually("the job", async || pair.two.app.state.settings.apply_published(&scope).await.is_ok()).await;
    assert_eq!(pair.head().await.0.revision, 2);
    eventually("what was mended", async || colour_at(&pair.two).await == "#113355").await;
}

#[tokio::test]
async fn operators_make_change_suspend_and_delete_for_all_servers() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let (depot, id) = (pair.depot(), SchoolId::parse("a").unwrap());
    // Not `school-details`: a suspended school still tells who it is.
    let status = async |school: &str| pair.two.at(school).get("/api/v1/oa/public/forms").await.unwrap().status;
    let file = pair.one.folder.path().join("schools/a/school.yaml");
    let before = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{before}\nsuspended: true\n")).unwrap();
    assert_eq!(depot.unpushed().await.unwrap(), std::slice::from_ref(&id));
    assert_eq!(depot.push(&id, false).await.unwrap(), Pushed::New);
    assert_eq!(depot.push(&id, false).await.unwrap(), Pushed::Same);
    eventually("a suspension", async || status("a").await != 200).await;
    // Somebody edits at the other server at the same time, over what is older: told, and nothing is lost.
    std::fs::write(&file, &before).unwrap();
    let theirs = pair.two.folder.path().join("schools/a/school.yaml");
    let changed = std::fs::read_to_string(&theirs).unwrap().replace("suspended: true", "suspended: false");
    std::fs::write(&theirs, &changed).unwrap();
    assert_eq!(depot.push(&id, false).await.unwrap(), Pushed::New);
    let late = pair.other_depot().push(&id, false).await;
    // Whether its follower was quicker decides which way it is told.
    if let Ok(pushed) = &late {
        assert_eq!(*pushed, Pushed::Same);
    } else {
        assert!(matches!(late, Err(PushError::Behind)), "{late:?}");
    }
    eventually("the end of the suspension", async || status("a").await == 200).await;
    let aside = pair.two.folder.path().join("schools/.replaced-a/school.yaml");
    eventually("the other base", async || aside.exists()).await;
    assert_eq!(std::fs::read_to_string(aside).unwrap(), changed, "their edit is kept aside");
    // A new school, and its end.
    let fresh = SchoolId::parse("fresh").unwrap();
    let new = NewSchool::under("localhost", fresh.clone()).named("Fresh", "جديدة").in_place("Asia/Muscat", "OMR");
    create(&pair.one.folder.path().join("schools"), &new, jiff::civil::date(2026, 11, 21)).unwrap();
    depot.push(&fresh, false).await.unwrap();
    eventually("a new school", async || status("fresh").await == 200).await;
    assert!(depot.bury(&fresh).await.unwrap().is_some());
    eventually("a deletion", async || pair.two.app.registry.school(&fresh).is_none()).await;
    assert!(!pair.two.folder.path().join("schools/fresh").exists());
    // Another operator's look finds that a lost head is no deletion.
    depot.objects().remove("heads/b.json").await.unwrap();
    pair.other_depot().follow().await.unwrap();
    assert_eq!(status("b").await, 200);
}

#[tokio::test]
async fn a_server_with_another_secret_is_refused() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let other = kernel::crypto::Secret::new(vec![9; 32]).unwrap();
    let objects = pair.depot().objects().clone();
    assert!(!server::shared::is_ours(&objects, &other).await.unwrap());
    let stranger = pair.one.start_beside(|config| {
        pair.share(config);
        std::fs::write(&config.secret_file, "09".repeat(32)).unwrap();
    });
    let fault = format!("{:#}", stranger.await.err().expect("a fault"));
    assert!(fault.contains("another secret"), "{fault}");
    let told: Value = serde_json::from_slice(&objects.get("servers.json").await.unwrap().unwrap().0).unwrap();
    assert_eq!(told["secret"].as_str().map(str::len), Some(32), "a part of a hash, no key");
}

#[tokio::test]
async fn an_export_and_a_deletion_reach_the_files_in_the_store() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let (depot, id) = (pair.depot(), SchoolId::parse("a").unwrap());
    for key in ["files/a/zz/one-zz", "avatars/a/yy/two-yy", "files/b/zz/three-zz"] {
        depot.objects().put(key, "bytes".into()).await.unwrap();
    }
    depot.bury(&id).await.unwrap();
    let (config, to) = (pair.one.app.config.clone(), pair.one.folder.path().join("a.qabul"));
    let moved = tokio::task::spawn_blocking(move || {
        let (place, rng) = (server::maintenance::place(&config), words::SystemRng);
        let secret = server::secret::open(&config.secret_file, &rng).unwrap();
        let making = moving::Making { place: &place, secret: &secret, rng: &rng, now_ms: 1_795_248_000_000 };
        let exported = moving::export(&making, &id, &to, &moving::deleted::key(&secret)).unwrap();
        let deleted = moving::deleted::delete(&making, &id, 90, std::time::Duration::ZERO).unwrap();
        (exported, deleted.1)
    });
    let (exported, deleted) = moved.await.unwrap();
    for manifest in [&exported, &deleted] {
        let told = serde_json::to_string(manifest).unwrap();
        assert!(told.contains("a/files/files/zz/one-zz") && told.contains("a/files/avatars/yy/two-yy"), "{told}");
        assert!(!told.contains("three-zz"));
    }
    assert!(depot.objects().list("files/a").await.unwrap().is_empty());
    assert!(depot.objects().list("avatars/a").await.unwrap().is_empty());
    assert_eq!(depot.objects().list("files/b").await.unwrap().len(), 1, "its neighbour's stay");
}

/// A letter.
fn to(to: String, now_ms: i64) -> Message {
    Message {
        channel: Channel::Mail,
        to,
        template: "password_changed".into(),
        locale: "en".into(),
        params: Map::new(),
        expires_at: now_ms + 600_000,
        is_strangers: false,
    }
}

/// Asks at a server for a letter of the school `a`.
async fn tell(server: &testkit::TestApp, target: String) {
    let (clock, rng, secret) = (server.app.clock.clone(), server.app.rng.clone(), server.app.secret.clone());
    let message = to(target, server.app.clock.now_ms());
    let scope = server.school("a").unwrap().scope();
    let dedup = message.to.clone();
    let sent = server.app.db.write(&scope, move |tx| {
        Box::pin(async move { message::send(tx, &*clock, &*rng, &secret, &dedup, &message).await })
    });
    sent.await.map_err(|error: StoreError| error).unwrap();
}

/// The mails that a server sent.
fn mails(server: &testkit::TestApp) -> Vec<String> {
    let folder = std::fs::read_dir(server.folder.path().join("mail"));
    folder.into_iter().flatten().map(|file| file.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

#[tokio::test]
async fn jobs_that_two_servers_see_are_done_once() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let scope = pair.one.school("a").unwrap().scope();
    for n in 0..3 {
        tell(&pair.one, format!("early-{n}@example.org")).await;
    }
    // One server has taken them and has not committed yet when the other one looks.
    let now = pair.one.app.clock.now_ms();
    let (taken, has_taken) = tokio::sync::oneshot::channel();
    let first = pair.one.app.db.write(&scope, move |tx| {
        Box::pin(async move {
            let jobs = outbox::lease_jobs(tx, Lane::Mail, now, now + 60_000, 10).await?;
            let _ = taken.send(());
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            Ok::<_, StoreError>(jobs)
        })
    });
    let second = async {
        has_taken.await.unwrap();
        let lease = pair
            .two
            .app
            .db
            .write(&scope, move |tx| Box::pin(outbox::lease_jobs(tx, Lane::Mail, now, now + 60_000, 10)));
        lease.await
    };
    let (first, second) = tokio::join!(first, second);
    assert_eq!((first.unwrap().len(), second.unwrap().len()), (3, 0), "each is one worker's");
    // And a burst that both work off.
    for n in 0..60 {
        tell(if n % 2 == 0 { &pair.one } else { &pair.two }, format!("burst-{n}@example.org")).await;
    }
    let (one, two) = (pair.one.app.worker(), pair.two.app.worker());
    tokio::join!(one.work(&scope), two.work(&scope));
    let (ones, twos) = (mails(&pair.one), mails(&pair.two));
    assert_eq!(ones.len() + twos.len(), 60, "{} and {}", ones.len(), twos.len());
    assert!(!ones.iter().any(|mail| twos.contains(mail)), "sent twice");
}

#[tokio::test]
async fn what_a_dead_server_left_the_other_one_sends() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let (_wake, woken) = tokio::sync::mpsc::unbounded_channel();
    let (_stop, stopped) = tokio::sync::watch::channel(false);
    let working = tokio::spawn(pair.two.app.worker().run(woken, stopped));
    // Its first sweep is over once this one is gone.
    tell(&pair.one, "first@example.org".into()).await;
    eventually("a mail", async || mails(&pair.two).len() == 1).await;
    // Nobody wakes it for these: one was never begun, the other is leased in its own transaction to a server that died.
    let scope = pair.one.school("a").unwrap().scope();
    let now = pair.one.app.clock.now_ms();
    let (clock, rng, secret) = (pair.one.app.clock.clone(), pair.one.app.rng.clone(), pair.one.app.secret.clone());
    let begun = to("begun@example.org".into(), now);
    let lease = pair.one.app.db.write(&scope, move |tx| {
        Box::pin(async move {
            message::send(tx, &*clock, &*rng, &secret, &begun.to, &begun).await?;
            outbox::lease_jobs(tx, Lane::Mail, now, now + 120_000, 1).await
        })
    });
    assert_eq!(lease.await.unwrap().len(), 1);
    tell(&pair.one, "waiting@example.org".into()).await;
    eventually("a waiting mail", async || mails(&pair.two).len() >= 2).await;
    assert_eq!(mails(&pair.two).len(), 2, "what is leased is left alone");
    pair.two.clock.advance(120_000);
    eventually("a leased mail", async || mails(&pair.two).len() == 3).await;
    eventually("an empty outbox", async || pair.two.app.db.waiting(i64::MAX).await.unwrap().is_empty()).await;
    working.abort();
}
