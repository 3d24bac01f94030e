//! Publishing: at once, on a day, again; and what a crash or a broken base leaves.

use std::sync::Arc;

use axum::http::Method;
use futures_util::FutureExt as _;
use kernel::caller::SchoolScope;
use kernel::jobs::Outcome;
use kernel::outbox::OutboxRow;
use kernel::{MessageId, Refusal};
use serde_json::{Value, json};
use sqlx::types::Json;
use tenants::registry::RegistryConfig;
use tenants::{NoPlugins, Registry};
use testkit::{Backend, Client, TestApp};
use words::{Role, SchoolId};

use crate::desk::{SETTINGS, details, edit, publish, save};

async fn revisions(client: &Client) -> Vec<Value> {
    client.get(&format!("{SETTINGS}/revisions")).await.unwrap().json["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn what_is_published_is_live_and_comes_back() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let before = details(&app, "a").await["branding"]["colours"]["primary"].clone();
        let first = publish(&admin, json!([edit("/branding/colours/primary", json!("#113355"))])).await;
        assert_eq!((&first["seq"], &first["kind"], &first["changes"]), (&json!(2), &json!("published"), &json!(1)));
        assert_eq!(details(&app, "a").await["branding"]["colours"]["primary"], "#113355", "within the same request");
        assert_ne!(details(&app, "b").await["branding"]["colours"]["primary"], "#113355");
        assert_eq!(app.app.registry.poll(), 0, "the watcher has nothing to do");
        publish(&admin, json!([edit("/branding/colours/primary", json!("#224466")), edit("/hijri", json!("Y"))])).await;
        let compared = admin.get(&format!("{SETTINGS}/revisions/compare?from=2&to=3")).await.unwrap();
        assert_eq!(compared.json["changes"].as_array().unwrap().len(), 2, "{}", compared.text);
        let diff = compared.json["diff"].as_str().unwrap();
        assert!(diff.lines().any(|line| line.starts_with('-') && line.contains("#113355")), "{diff}");
        for side in ["base", "draft", "1"] {
            assert_eq!(admin.get(&format!("{SETTINGS}/revisions/compare?from={side}&to=3")).await.unwrap().status, 200);
        }
        assert_eq!(admin.get(&format!("{SETTINGS}/revisions/compare?from=99&to=3")).await.unwrap().status, 404);
        // Back to the first: the edits that lead there are in the draft, and nothing is live yet.
        let version = admin.get(SETTINGS).await.unwrap().json["draft"]["version"].clone();
        let back =
            admin.post(&format!("{SETTINGS}/revisions/1/restore"), &json!({ "version": version })).await.unwrap();
        assert_eq!(back.status, 200, "{}", back.text);
        assert!(
            back.json["draft"]["edits"].as_array().unwrap().iter().all(|edit| edit["reset"] == true),
            "{}",
            back.text
        );
        assert_eq!(details(&app, "a").await["hijri"], true);
        let body = json!({ "version": back.json["draft"]["version"], "note": "as it was" });
        let again = admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap();
        assert_eq!((again.status, &again.json["revision"]["kind"]), (200, &json!("restored")), "{}", again.text);
        assert_eq!(details(&app, "a").await["branding"]["colours"]["primary"], before);
        let history = revisions(&admin).await;
        let kinds: Vec<&str> = history.iter().map(|one| one["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["restored", "published", "published", "files"]);
        assert_eq!(
            (&history[0]["note"], &history[0]["by"]["name"]),
            (&json!("as it was"), &json!("school_admin of a"))
        );
        let page = admin.get(&format!("{SETTINGS}/revisions?page_size=3")).await.unwrap().json;
        let rest =
            admin.get(&format!("{SETTINGS}/revisions?cursor={}", page["next_cursor"].as_str().unwrap())).await.unwrap();
        assert_eq!(rest.json["items"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn what_is_live_is_published_whatever_becomes_of_what_follows() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    publish(&admin, json!([edit("/branding/colours/primary", json!("#113355"))])).await;
    let fails = |_| async { Err(Refusal::new(MessageId::R008)) }.boxed();
    let work = app.app.state.settings.work(Arc::new(fails));
    let job = OutboxRow { id: "job".into(), kind: "settings.publish".into(), payload: Json(json!({})), attempts: 1 };
    let scope = SchoolScope::vouch(SchoolId::parse("a").unwrap());
    assert_eq!(work.carry_out(&scope, &job).await, Outcome::Done);
}

#[tokio::test]
async fn a_state_with_errors_is_not_published() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let saved = save(&admin, 0, json!([edit("/forms/extra", json!({}))])).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
    let missing =
        saved.json["problems"].as_array().unwrap().iter().find(|found| found["code"] == "missingForm").unwrap();
    assert_eq!((&missing["file"], &missing["pointer"]), (&json!("school.yaml"), &json!("/forms/extra")));
    let refused = admin.post(&format!("{SETTINGS}/publish"), &json!({ "version": 1, "note": "" })).await.unwrap();
    assert_eq!((refused.status, refused.message_id()), (422, "S001"));
    assert!(refused.json["problems"].as_array().unwrap().iter().any(|found| found["code"] == "missingForm"));
    let empty = admin.post(&format!("{SETTINGS}/draft/discard"), &json!({ "version": 1 })).await.unwrap();
    let body = json!({ "version": empty.json["draft"]["version"], "note": "" });
    let nothing = admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap();
    assert_eq!(nothing.json["errors"][0]["code"], "nothingToPublish");
}

#[tokio::test]
async fn a_publication_waits_for_its_moment() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let (scope, worker) = (app.school("a").unwrap().scope(), app.app.worker());
        let at = |hours: i64| words::clock::iso(app.app.clock.now_ms() + hours * 3_600_000);
        let set = async |version: i64, hours: i64| {
            let body = json!({ "version": version, "note": "in time", "at": at(hours) });
            let set = admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap();
            assert_eq!(set.status, 200, "{}", set.text);
            set.json["schedule"].clone()
        };
        save(&admin, 0, json!([edit("/name/en", json!("Tomorrow"))])).await;
        let past = json!({ "version": 1, "note": "", "at": at(-1) });
        assert_eq!(admin.post(&format!("{SETTINGS}/publish"), &past).await.unwrap().message_id(), "S001");
        assert_eq!(set(1, 1).await["edits"], 1);
        // Meanwhile somebody works on, and publishes.
        publish(&admin, json!([edit("/name/ar", json!("اليوم"))])).await;
        let state = admin.get(SETTINGS).await.unwrap().json;
        assert_eq!((&state["draft"]["edits"], &state["schedules"][0]["state"]), (&json!([]), &json!("waiting")));
        // A second one, called off: its edit comes back.
        let version = state["draft"]["version"].as_i64().unwrap();
        let saved =
            save(&admin, version, json!([edit("/hijri", json!("Y"))])).await.json["draft"]["version"].as_i64().unwrap();
        let off = set(saved, 2).await;
        let path = format!("{SETTINGS}/schedules/{}", off["id"].as_str().unwrap());
        let back = admin.ask(Method::DELETE, &path).send().await.unwrap();
        assert_eq!(back.json["draft"]["edits"][0]["pointer"], "/hijri", "{}", back.text);
        assert_eq!(admin.ask(Method::DELETE, &path).send().await.unwrap().status, 404);
        worker.work(&scope).await;
        assert_ne!(details(&app, "a").await["schoolNameLogo"]["lic_school_name"]["en"], "Tomorrow", "too early");
        app.clock.advance(3 * 3_600_000);
        worker.work(&scope).await;
        let name = details(&app, "a").await["schoolNameLogo"]["lic_school_name"].clone();
        assert_eq!(name, json!({ "en": "Tomorrow", "ar": "اليوم" }), "over what is published by then");
        let admin = app.sign_in("a", "school_admin@a.example").await.unwrap();
        let state = admin.get(SETTINGS).await.unwrap().json;
        assert_eq!((&state["schedules"], state["draft"]["edits"].as_array().unwrap().len()), (&json!([]), 1));
        assert_eq!(revisions(&admin).await[0]["kind"], "scheduled");
    }
}

#[tokio::test]
async fn a_publication_waits_for_nobody_who_lost_the_right() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        save(&admin, 0, json!([edit("/name/en", json!("Tomorrow"))])).await;
        let at = words::clock::iso(app.app.clock.now_ms() + 60_000);
        let body = json!({ "version": 1, "note": "", "at": at });
        assert_eq!(admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap().status, 200);
        let scope = app.school("a").unwrap().scope();
        let caller = kernel::Caller::system(scope.clone());
        app.app.state.identity.disable(&caller, "school_admin@a.example").await.unwrap();
        app.clock.advance(120_000);
        app.app.worker().work(&scope).await;
        let other = identity::NewAccount {
            email: "other@a.example".into(),
            name: "Other".into(),
            roles: vec![Role::SchoolAdmin],
            locale: "en".into(),
        };
        app.app.state.identity.add_user(&caller, other).await.unwrap();
        let set = app.app.state.identity.set_password(&caller, "other@a.example", testkit::PASSWORD.into(), Vec::new());
        set.await.unwrap();
        let other = app.sign_in("a", "other@a.example").await.unwrap();
        let state = other.get(SETTINGS).await.unwrap().json;
        let failed = &state["schedules"][0];
        assert_eq!((&failed["state"], &failed["problems"][0]["code"]), (&json!("failed"), &json!("mayNotPublish")));
        assert_eq!(state["published"]["seq"], 1, "{state}");
        let path = format!("{SETTINGS}/schedules/{}", failed["id"].as_str().unwrap());
        let back = other.ask(Method::DELETE, &path).send().await.unwrap();
        assert_eq!(back.json["draft"]["edits"][0]["value"], "Tomorrow", "{}", back.text);
    }
}

#[tokio::test]
async fn a_publication_that_fails_on_its_day_says_so() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let schools = app.folder.path().join("schools/a");
    std::fs::copy(schools.join("assets/logo.png"), schools.join("assets/other.png")).unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    save(&admin, 0, json!([edit("/branding/logo", json!("assets/other.png"))])).await;
    let at = words::clock::iso(app.app.clock.now_ms() + 60_000);
    let body = json!({ "version": 1, "note": "", "at": at });
    assert_eq!(admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap().status, 200);
    std::fs::remove_file(schools.join("assets/other.png")).unwrap();
    app.clock.advance(120_000);
    app.app.worker().work(&app.school("a").unwrap().scope()).await;
    let state = admin.get(SETTINGS).await.unwrap().json;
    assert_eq!(
        (&state["schedules"][0]["state"], &state["schedules"][0]["problems"][0]["code"]),
        (&json!("failed"), &json!("missingLogo")),
        "{state}"
    );
    assert_eq!(state["published"]["seq"], 1);
}

#[tokio::test]
async fn a_crash_between_database_and_disk_is_mended() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    publish(&admin, json!([edit("/name/en", json!("Published"))])).await;
    let file = app.folder.path().join("overlays/a/overlay.json");
    std::fs::remove_file(&file).unwrap();
    app.app.registry.poll();
    let name = async || details(&app, "a").await["schoolNameLogo"]["lic_school_name"]["en"].clone();
    assert_eq!(name().await, "School A");
    app.app.worker().work(&app.school("a").unwrap().scope()).await;
    assert_eq!(name().await, "Published", "by the worker, from the job of the transaction");
    std::fs::remove_file(&file).unwrap();
    app.app.registry.poll();
    admin.get(SETTINGS).await.unwrap();
    assert_eq!(name().await, "Published", "by the next look");
    assert_eq!(revisions(&admin).await.len(), 2);
}

#[tokio::test]
async fn the_operators_change_is_a_revision_of_its_own() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    publish(&admin, json!([edit("/name/en", json!("Published"))])).await;
    let file = app.folder.path().join("schools/a/school.yaml");
    let yaml = std::fs::read_to_string(&file).unwrap().replace("digits: latn", "digits: arab");
    std::fs::write(&file, yaml).unwrap();
    let past = std::time::SystemTime::now() - std::time::Duration::from_secs(5);
    std::fs::File::open(&file).unwrap().set_modified(past).unwrap();
    app.app.registry.poll();
    let shown = details(&app, "a").await;
    assert_eq!(
        (&shown["digits"], &shown["schoolNameLogo"]["lic_school_name"]["en"]),
        (&json!("arab"), &json!("Published"))
    );
    let newest = revisions(&admin).await[0].clone();
    assert_eq!((&newest["kind"], &newest["by"], &newest["changes"]), (&json!("files"), &Value::Null, &json!(1)));
    assert_eq!(revisions(&admin).await.len(), 3, "once");
}

#[tokio::test]
async fn a_broken_base_answers_from_the_last_good_revision() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    publish(&admin, json!([edit("/name/en", json!("Published"))])).await;
    let file = app.folder.path().join("schools/a/school.yaml");
    let yaml = std::fs::read_to_string(&file).unwrap();
    let open = || {
        Registry::open(RegistryConfig {
            schools_dir: app.folder.path().join("schools"),
            overlays: app.folder.path().join("overlays"),
            policy: app.app.registry.policy().clone(),
            catalog: std::sync::Arc::new(NoPlugins),
        })
        .unwrap()
    };
    let id = SchoolId::parse("a").unwrap();
    std::fs::write(&file, "name: [").unwrap();
    let registry = open();
    assert_eq!(registry.school(&id).unwrap().config().name.en, "Published");
    let stale = registry.stale();
    assert_eq!((stale[0].folder.as_str(), stale[0].live), ("a", true));
    // A base that quarrels with the overlay is no reason to be away either.
    std::fs::write(&file, &yaml).unwrap();
    std::fs::remove_file(app.folder.path().join("overlays/a/good.json")).unwrap();
    std::fs::write(
        app.folder.path().join("overlays/a/overlay.json"),
        r#"{"revision":2,"entries":[{"file":"school.yaml","pointer":"/currency","value":"nothing"}]}"#,
    )
    .unwrap();
    let registry = open();
    assert_eq!(registry.school(&id).unwrap().config().name.en, "School A", "the base alone");
    assert_eq!(registry.stale()[0].diagnostics[0].code, "badFormat");
    std::fs::write(app.folder.path().join("overlays/a/overlay.json"), "{").unwrap();
    assert!(open().school(&id).is_some(), "an overlay that cannot be read takes nothing down");
}

#[tokio::test]
async fn a_family_goes_on_with_the_form_that_it_began() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let family = app.at("a");
        let drafts = "/api/v1/oa/public/forms/new/drafts";
        let begun = family.post(drafts, &json!({ "values": { "child_name": "Sara" }, "locale": "en" })).await.unwrap();
        assert_eq!(begun.status, 201, "{}", begun.text);
        let token = begun.json["token"].as_str().unwrap().to_owned();
        let form = json!([{ "file": "forms/new.json", "pointer": "/version", "value": "2.0.0" }]);
        let revision = publish(&admin, form).await;
        assert_eq!(revision["changes"], 1, "of the whole document one value");
        let offered = family.get("/api/v1/oa/public/forms/new?lng=en").await.unwrap();
        assert_eq!(offered.json["form"]["version"], "2.0.0");
        let draft = family.get(&format!("/api/v1/oa/public/forms/drafts/{token}")).await.unwrap().json;
        assert_eq!((&draft["form_version"], &draft["latest_version"]), (&json!("1.0.0"), &json!("2.0.0")));
        let body = json!({ "version": 1, "values": { "child_name": "Sara B." } });
        let saved = family
            .ask(Method::PUT, &format!("/api/v1/oa/public/forms/drafts/{token}"))
            .json(&body)
            .send()
            .await
            .unwrap();
        assert_eq!((saved.status, &saved.json["form_version"]), (200, &json!("1.0.0")), "{}", saved.text);
        let pinned = family.get("/api/v1/oa/public/forms/new?lng=en&version=1.0.0").await.unwrap();
        assert_eq!((pinned.status, &pinned.json["form"]["version"]), (200, &json!("1.0.0")));
    }
}
