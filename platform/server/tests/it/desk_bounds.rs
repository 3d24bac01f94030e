//! What the desk keeps has an end: what left the draft, one edit, the whole draft, what a school publishes and uploads in a day, and what
//! waits.

use axum::http::Method;
use image::{ExtendedColorType, ImageEncoder as _};
use kernel::allowance::Allowance;
use kernel::{rows, statements};
use serde_json::{Value, json};
use settings::{LEAST, PUBLICATIONS, PUBLISHED, TRIED, UPLOADED};
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

use crate::desk::{SETTINGS, edit, save};

/// What a day lasts.
const DAY: i64 = 86_400_000;
/// How many publications may wait.
const WAITING: i64 = 20;

rows! {
    struct SizeRow {
        size: i64,
    }
}

statements! {
    size_of_draft() -> [one SizeRow]
        "SELECT CAST(LENGTH(content) AS BIGINT) AS size FROM setting_drafts WHERE school_id = :school";
}

/// So much of the school's day is left, and no more.
async fn leave(app: &TestApp, of: Allowance, left: i64) {
    let (scope, now) = (app.school("a").unwrap().scope(), app.app.clock.now_ms());
    let used = app.app.db.write(&scope, move |tx| {
        Box::pin(async move {
            let began = of.began(now);
            let used = of.used(tx, "", began).await?;
            of.add(tx, "", of.most - left - used, began).await
        })
    });
    assert_eq!(used.await.map_err(|error: kernel::StoreError| error.to_string()), Ok(of.most - left));
}

async fn version(admin: &Client) -> i64 {
    admin.get(SETTINGS).await.unwrap().json["draft"]["version"].as_i64().unwrap()
}

/// Changes the school's name to that, and asks to publish it.
async fn publish_name(app: &TestApp, admin: &Client, name: &str, in_hours: Option<i64>) -> Reply {
    let before = version(admin).await;
    let saved = save(admin, before, json!([edit("/name/en", json!(name))])).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
    let mut body = json!({ "version": saved.json["draft"]["version"], "note": "" });
    if let Some(hours) = in_hours {
        body["at"] = json!(words::clock::iso(app.app.clock.now_ms() + hours * 3_600_000));
    }
    admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap()
}

/// Refused until the day is over.
fn is_used_up(reply: &Reply) {
    assert_eq!((reply.status, reply.message_id()), (429, "D004"), "{}", reply.text);
    assert!(reply.header("retry-after").parse::<i64>().is_ok_and(|seconds| seconds > 0));
}

#[tokio::test]
async fn what_left_the_draft_does_not_pile_up() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        for round in 0..4 {
            let text = json!({ "x": format!("{round}{}", "x".repeat(200_000)) });
            let own = json!([{ "file": "texts/own.json", "pointer": "", "value": text }]);
            let saved = save(&admin, version(&admin).await, own).await;
            assert_eq!(saved.status, 200, "{}", saved.text);
            let body = json!({ "version": saved.json["draft"]["version"] });
            assert_eq!(admin.post(&format!("{SETTINGS}/draft/discard"), &body).await.unwrap().status, 200);
        }
        let mut tx = app.app.db.read(&app.school("a").unwrap().scope()).await.unwrap();
        let size = size_of_draft(&mut tx).await.unwrap().size;
        assert!(size < 10_000, "{size} bytes are kept of an empty draft");
    }
}

#[tokio::test]
async fn an_edit_and_a_draft_have_a_largest_size() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let text = |name: usize, bytes: usize| json!({ "file": format!("texts/own{name}.json"), "pointer": "", "value": { "x": "x".repeat(bytes) } });
    let refused = save(&admin, 0, json!([text(0, 600_000)])).await;
    assert_eq!(
        (refused.status, &refused.json["errors"][0]["path"], &refused.json["errors"][0]["code"]),
        (422, &json!("/edits/0"), &json!("tooLarge")),
        "{}",
        refused.text
    );
    let far = save(&admin, 0, json!([edit(&format!("/{}", "x".repeat(1000)), json!("x"))])).await;
    assert_eq!((far.status, &far.json["errors"][0]["code"]), (422, &json!("badPointer")), "{}", far.text);
    let deep = save(&admin, 0, json!([{ "file": "forms/new.json", "pointer": "/a".repeat(33), "value": 1 }])).await;
    assert_eq!((deep.status, &deep.json["errors"][0]["code"]), (422, &json!("badPointer")), "{}", deep.text);
    assert_eq!(admin.get(SETTINGS).await.unwrap().status, 200, "the desk stays open");
    let mut taken = 0;
    let full = loop {
        let one = save(&admin, taken as i64, json!([text(taken, 500_000)])).await;
        if one.status != 200 {
            break one;
        }
        taken += 1;
        assert!(taken < 9, "a draft has an end");
    };
    assert_eq!(
        (full.status, &full.json["errors"][0]["path"], &full.json["errors"][0]["code"], taken),
        (422, &json!("/edits"), &json!("tooLarge"), 8),
        "{}",
        full.text
    );
}

#[tokio::test]
async fn a_school_publishes_so_much_in_a_day() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let mut admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        app.person("b", Role::SchoolAdmin).await.unwrap();
        for of in [PUBLICATIONS, PUBLISHED] {
            let none = if of.name == PUBLICATIONS.name { 0 } else { 10 };
            leave(&app, of, none).await;
            is_used_up(&publish_name(&app, &admin, "At once", None).await);
            is_used_up(&publish_name(&app, &admin, "Later", Some(1)).await);
            let state = admin.get(SETTINGS).await.unwrap().json;
            assert_eq!(
                (&state["published"]["seq"], &state["schedules"]),
                (&json!(1), &json!([])),
                "nothing came of it"
            );
            assert_eq!(state["draft"]["edits"][0]["value"], "Later", "and the draft is whole");
            // Another school has a day of its own.
            let other = app.sign_in("b", "school_admin@b.example").await.unwrap();
            let used = testkit::desk::publish(&other, json!([edit("/name/en", json!(of.name))])).await;
            assert!(used.is_ok(), "{used:?}");
            // The last of the day, and what is set for a moment counts as it is set.
            let one = if of.name == PUBLICATIONS.name { 1 } else { 10_000 };
            leave(&app, of, one).await;
            let set = publish_name(&app, &admin, "Later", Some(48)).await;
            assert_eq!(set.status, 200, "{}", set.text);
            let id = set.json["schedule"]["id"].as_str().unwrap().to_owned();
            if of.name == PUBLICATIONS.name {
                is_used_up(&publish_name(&app, &admin, "Once more", None).await);
            }
            let off = admin.ask(Method::DELETE, &format!("{SETTINGS}/schedules/{id}")).send().await.unwrap();
            assert_eq!(off.status, 200, "{}", off.text);
            app.clock.advance(DAY);
            admin = app.sign_in("a", "school_admin@a.example").await.unwrap();
        }
        let next = publish_name(&app, &admin, "Another day", None).await;
        assert_eq!(next.status, 200, "{}", next.text);
    }
}

#[tokio::test]
async fn a_school_uploads_so_much_in_a_day() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let mut picture = Vec::new();
        let pixels = vec![200; 40 * 20 * 3];
        image::codecs::png::PngEncoder::new(&mut picture)
            .write_image(&pixels, 40, 20, ExtendedColorType::Rgb8)
            .unwrap();
        let upload = async || {
            let ask = admin.ask(Method::POST, &format!("{SETTINGS}/blobs"));
            ask.file(&[("kind", "picture")], "a", &picture).send().await.unwrap()
        };
        assert_eq!(upload().await.status, 201);
        assert!(picture.len() < 1000, "a small one");
        leave(&app, UPLOADED, LEAST - 1).await;
        is_used_up(&upload().await);
        leave(&app, UPLOADED, 2 * LEAST + 10).await;
        assert_eq!(upload().await.status, 201, "what was refused took nothing");
        assert_eq!(upload().await.status, 201);
        is_used_up(&upload().await);
    }
}

#[tokio::test]
async fn a_school_tries_so_many_components_in_a_day() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let upload = async || {
            let ask = admin.ask(Method::POST, &format!("{SETTINGS}/blobs"));
            ask.file(&[("kind", "plugin")], "a", b"\0asm that is none").send().await.unwrap()
        };
        assert_eq!(upload().await.status, 422);
        leave(&app, TRIED, 1).await;
        assert_eq!(upload().await.status, 422);
        is_used_up(&upload().await);
    }
}

#[tokio::test]
async fn so_many_publications_wait_and_are_listed_with_their_edits() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        for hour in 1..=WAITING {
            let set = publish_name(&app, &admin, &format!("Name {hour}"), Some(hour)).await;
            assert_eq!(set.status, 200, "{}", set.text);
        }
        let many = publish_name(&app, &admin, "One more", Some(30)).await;
        let error = &many.json["errors"][0];
        assert_eq!(
            (many.status, many.message_id(), &error["path"], &error["code"]),
            (422, "S001", &json!("/at"), &json!("tooMany")),
            "{}",
            many.text
        );
        let state = admin.get(SETTINGS).await.unwrap().json;
        assert_eq!(state["draft"]["edits"][0]["value"], "One more", "the draft is whole");
        let listed: Vec<&Value> = state["schedules"].as_array().unwrap().iter().map(|one| &one["edits"]).collect();
        assert_eq!(listed, vec![&json!(1); 20]);
        let id = state["schedules"][0]["id"].as_str().unwrap();
        let off = admin.ask(Method::DELETE, &format!("{SETTINGS}/schedules/{id}")).send().await.unwrap();
        assert_eq!(off.status, 200, "{}", off.text);
        assert_eq!(publish_name(&app, &admin, "In its place", Some(30)).await.status, 200);
        assert_eq!(admin.get(SETTINGS).await.unwrap().json["schedules"].as_array().unwrap().len(), 20);
    }
}

/// So many files of texts, from that one on.
fn texts(from: usize, count: usize) -> Value {
    let one = |n: usize| json!({ "file": format!("texts/own{n}.json"), "pointer": "", "value": { "x": "x" } });
    (from..from + count).map(one).collect()
}

#[tokio::test]
async fn a_schools_changes_touch_so_many_files() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let add = async |from: usize, count: usize| save(&admin, version(&admin).await, texts(from, count)).await;
        let later = async |hours: i64| {
            let at = words::clock::iso(app.app.clock.now_ms() + hours * 3_600_000);
            let body = json!({ "version": version(&admin).await, "note": "", "at": at });
            admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap()
        };
        for from in [0, 500] {
            assert_eq!(add(from, 500).await.status, 200);
        }
        // The last of these is there already, and the one before it is new.
        let many = add(998, 3).await;
        let error = &many.json["errors"][0];
        assert_eq!(
            (many.status, many.message_id(), &error["path"], &error["code"], &error["params"]["limit"]),
            (422, "S001", &json!("/edits/2"), &json!("tooManyFiles"), &json!(1000)),
            "{}",
            many.text
        );
        assert_eq!(add(500, 1).await.status, 200, "what is there can be changed");
        let fewer = json!([{ "file": "texts/own0.json", "pointer": "", "reset": true }]);
        assert_eq!(save(&admin, version(&admin).await, fewer).await.status, 200);
        assert_eq!(add(1000, 1).await.status, 200, "and what was given back makes room");
        // Two that wait are one by one within it, and both together are not.
        assert_eq!(later(1).await.status, 200);
        assert_eq!(add(2000, 1).await.status, 200);
        assert_eq!(later(2).await.status, 200);
        app.clock.advance(3 * 3_600_000);
        app.app.worker().work(&app.school("a").unwrap().scope()).await;
        let admin = app.sign_in("a", "school_admin@a.example").await.unwrap();
        let state = admin.get(SETTINGS).await.unwrap().json;
        let failed = &state["schedules"][0];
        assert_eq!(
            (&failed["state"], &failed["problems"][0]["code"], &state["published"]["kind"]),
            (&json!("failed"), &json!("tooManyFiles"), &Value::Null),
            "{failed}"
        );
        assert_eq!(state["published"]["seq"], 2);
    }
}

#[tokio::test]
async fn a_draft_is_thrown_away_by_its_number() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let long = json!([{ "file": "texts/own.json", "pointer": "", "value": { "x": "x".repeat(200_000) } }]);
        assert_eq!(save(&admin, 0, long).await.status, 200);
        let discard = async |version: i64| {
            admin.post(&format!("{SETTINGS}/draft/discard"), &json!({ "version": version })).await.unwrap()
        };
        for other in [0, 2] {
            let refused = discard(other).await;
            assert_eq!(
                (refused.status, refused.message_id(), &refused.json["version"], &refused.json["theirs"]),
                (409, "S002", &json!(1), &json!([])),
                "nothing of the draft is read: {} bytes",
                refused.text.len()
            );
        }
        let gone = discard(1).await;
        assert_eq!((gone.status, &gone.json["draft"]["edits"]), (200, &json!([])), "{}", gone.text);
    }
}
