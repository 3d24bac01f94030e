//! What one server, or one school, may not have of the others' although all of it lies in one place; and how a server begins.

use std::time::Duration;

use axum::http::Method;
use kernel::crypto::Secret;
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tenants::depot::Arrival;
use tenants::template::{NewSchool, create};
use testkit::desk::{SETTINGS, save};
use testkit::{Backend, Client, TestApp};
use words::{Role, SchoolId, SystemRng};

use crate::on_postgres;
use crate::pair::{self, Pair, eventually};

const FORMS: &str = "/api/v1/oa/public/forms";
const HOST: &str = "apply.school.example";

fn id(text: &str) -> SchoolId {
    SchoolId::parse(text).unwrap()
}

/// A restarted PostgreSQL leaves a pool of dead connections behind.
#[tokio::test]
async fn dead_connections_cost_no_request() {
    if !on_postgres() {
        return;
    }
    let app = TestApp::start(Backend::Pg).await.unwrap();
    let client = app.at("a");
    // The whole pool is open.
    let scope = app.school("a").unwrap().scope();
    let held = futures_util::future::join_all((0..4).map(|_| app.app.db.read(&scope))).await;
    drop(held);
    tokio::time::sleep(Duration::from_millis(200)).await;
    let kernel::db::DbConfig::Pg { url, .. } = &app.app.config.database else { panic!("PostgreSQL") };
    let mut admin = PgConnection::connect(url).await.unwrap();
    let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let ended: i64 = sqlx::query_scalar(AssertSqlSafe(end)).fetch_one(&mut admin).await.unwrap();
    assert!(ended >= 4, "{ended}");
    tokio::time::sleep(Duration::from_millis(200)).await;
    let body = json!({ "values": {}, "locale": "en" });
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(client.post(&format!("{FORMS}/form/drafts"), &body).await.unwrap().status);
        answers.push(client.get("/readyz").await.unwrap().status);
    }
    assert_eq!(answers, [201, 200].repeat(3));
}

#[tokio::test]
async fn an_imported_school_has_its_keys_at_every_server() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let (depot, school) = (pair.depot(), id("a"));
    let elsewhere = Secret::new(vec![9; 32]).unwrap().school_keys(&school);
    let at = |server: &TestApp| server.app.secret.school_keys(&school);
    assert_ne!(at(&pair.one), elsewhere);
    // As `school import` does it, at one server.
    pair.one.app.secret.keep_keys(&SystemRng, &school, &elsewhere).unwrap();
    depot.push(&school, false).await.unwrap();
    let (head, tag) = pair.head().await;
    assert!(head.keys.as_ref().is_some_and(|wrapped| !wrapped.contains("seal")), "wrapped");
    eventually("the keys", async || at(&pair.two) == elsewhere).await;
    let third = pair.one.start_beside(|config| pair.share(config)).await.unwrap();
    assert_eq!(at(&third), elsewhere, "one that begins with empty folders has them, too");
    // Lost at one machine: told, and brought again at its next start.
    let file = pair.two.folder.path().join("secret.keys/a");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(pair.other_depot().keyless().await.unwrap(), std::slice::from_ref(&school));
    assert!(depot.keyless().await.unwrap().is_empty());
    pair.other_depot().follow_one(&school).await.unwrap();
    assert_eq!(at(&pair.two), elsewhere);
    // Keys that this server cannot open: that school is not live here, and the others are.
    let fresh = id("fresh");
    let new = NewSchool::under("localhost", fresh.clone()).named("Fresh", "جديدة").in_place("Asia/Muscat", "OMR");
    create(&pair.one.folder.path().join("schools"), &new, jiff::civil::date(2026, 11, 21)).unwrap();
    std::fs::write(pair.one.folder.path().join("secret.keys/fresh"), "wrapped.elsewhere").unwrap();
    depot.push(&fresh, false).await.unwrap();
    pair.other_depot().follow().await.unwrap();
    assert!(pair.two.app.registry.school(&fresh).is_none());
    assert!(!pair.two.folder.path().join("schools/fresh").exists(), "nothing of it comes here");
    assert_eq!(pair.two.at("a").get(FORMS).await.unwrap().status, 200);
    // The end of the school is the end of its keys everywhere.
    depot.bury(&school).await.unwrap();
    eventually("the end of the keys", async || !file.exists()).await;
    drop(tag);
}

#[tokio::test]
async fn a_server_is_ready_once_every_school_was_tried() {
    if !on_postgres() {
        return;
    }
    let mut pair = Pair::start().await;
    pair.store.stop().await;
    // One that has a school serves it, and does not say that it has what the others have.
    let with_school = |config: &mut server::Config| {
        pair.share(config);
        testkit::make_school(&config.schools, "a").unwrap();
    };
    let behind = pair.one.start_beside_with(1, with_school).await.unwrap();
    let reply = behind.at("a").get("/readyz").await.unwrap();
    assert_eq!((reply.status, behind.at("a").get(FORMS).await.unwrap().status), (503, 200), "{}", reply.text);
    drop(behind);
    let third = pair.one.start_beside_with(0, |config| pair.share(config)).await.unwrap();
    let depot = third.app.depot.clone().unwrap();
    let ready = async || third.at("a").get("/readyz").await.unwrap();
    let reply = ready().await;
    assert_eq!((reply.status, depot.arrival()), (503, Arrival::Unknown), "no school is here, and the store is away");
    assert!(reply.text.contains("away since the start"), "{}", reply.text);
    assert_eq!(pair.two.at("a").get("/readyz").await.unwrap().status, 200, "one that has come in serves on");
    pair.store.start_again().await.unwrap();
    // A head whose files the store lost keeps nobody waiting.
    let lost = json!({ "base": { "school.yaml": "0".repeat(64) }, "revision": 0, "overlay": [] });
    pair.depot().objects().swap("heads/lost.json", lost.to_string().into(), None).await.unwrap();
    let mut seen = Vec::new();
    let looking = depot.look(&third.app.registry);
    tokio::pin!(looking);
    loop {
        tokio::select! {
            looked = &mut looking => break looked.unwrap(),
            // Others have to come to their turn: nothing here waits.
            reply = async { tokio::task::yield_now().await; ready().await } => seen.push((reply.status, depot.arrival())),
        }
    }
    assert!(seen.contains(&(503, Arrival::OnTheWay)), "{seen:?}");
    assert_eq!((ready().await.status, third.app.registry.len()), (200, 2));
}

#[tokio::test]
async fn another_secret_is_refused_while_the_store_is_away_too() {
    if !on_postgres() {
        return;
    }
    let mut pair = Pair::start().await;
    // The command line: before anything is written.
    let mut config = (*pair.one.app.config).clone();
    let elsewhere = tempfile::tempdir().unwrap();
    config.secret_file = elsewhere.path().join("secret");
    let told = |fault: anyhow::Error| assert!(format!("{fault:#}").contains("another secret"), "{fault:#}");
    told(server::shared::agreed_secret(&config).await.err().unwrap());
    assert!(!config.secret_file.exists(), "none is made where the others have one");
    std::fs::write(&config.secret_file, "09".repeat(32)).unwrap();
    told(server::shared::agreed_secret(&config).await.err().unwrap());
    server::shared::agreed_secret(&pair.one.app.config).await.unwrap();
    // A store that is another cluster's: known at the first look, and nothing is followed.
    let secret = Secret::new(vec![9; 32]).unwrap();
    let depot = server::shared::depot(&config, Some(secret)).unwrap().unwrap();
    depot.look(&pair.one.app.registry).await.unwrap();
    assert_eq!(depot.arrival(), Arrival::Stranger);
    pair.store.stop().await;
    let stranger = |config: &mut server::Config| {
        pair.share(config);
        std::fs::write(&config.secret_file, "09".repeat(32)).unwrap();
    };
    told(pair.one.start_beside(stranger).await.err().unwrap());
    pair.store.start_again().await.unwrap();
}

#[tokio::test]
async fn a_host_belongs_to_the_school_that_had_it_at_every_server() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let name_it = |server: &TestApp, school: &str| {
        let file = server.folder.path().join("schools").join(school).join("school.yaml");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("hosts: []"));
        std::fs::write(&file, text.replace("hosts: []", &format!("hosts: [{HOST}]"))).unwrap();
    };
    let answers = async |server: &TestApp, school: &str| {
        let client = Client { host: HOST.into(), ..server.at(school) };
        client.get(FORMS).await.unwrap().status
    };
    name_it(&pair.one, "b");
    pair.depot().push(&id("b"), false).await.unwrap();
    pair.one.app.registry.reload(&id("b")).unwrap();
    eventually("the host", async || answers(&pair.two, "b").await == 200).await;
    let objects = pair.depot().objects().clone();
    let told = async || {
        objects.get("hosts.json").await.unwrap().is_some_and(|(bytes, _)| bytes == json!({ HOST: "b" }).to_string())
    };
    eventually("who holds it", told).await;
    // A bundle that was copied: its name comes first in the alphabet.
    name_it(&pair.two, "a");
    pair.other_depot().push(&id("a"), false).await.unwrap();
    pair.two.app.registry.reload(&id("a")).unwrap();
    let third = pair.one.start_beside(|config| pair.share(config)).await.unwrap();
    for server in [&*pair.two, &third] {
        assert_eq!((answers(server, "b").await, answers(server, "a").await), (200, 403));
        assert_eq!(server.at("a").get(FORMS).await.unwrap().status, 200, "it loses the host and not itself");
        let stale = server.app.registry.stale();
        assert_eq!((stale.len(), stale[0].folder.as_str(), stale[0].diagnostics[0].code), (1, "a", "hostTaken"));
    }
}

/// Digests of plugins are public: `get_form` tells them.
#[tokio::test]
async fn a_digest_opens_no_other_schools_contents() {
    if !on_postgres() {
        return;
    }
    let pair = Pair::start().await;
    let admin = pair.one.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let ask = admin.ask(Method::POST, &format!("{SETTINGS}/blobs"));
    let kept = ask.file(&[("kind", "logo")], "logo.png", &pair::picture()).send().await.unwrap();
    assert_eq!(kept.status, 201, "{}", kept.text);
    let digest = kept.json["blob"]["sha256"].as_str().unwrap().to_owned();
    let edits = json!([{ "file": "assets/logo-new.png", "pointer": "", "value": { "$blob": digest } }]);
    let other = pair.two.signed_in("b", Role::SchoolAdmin).await.unwrap();
    let stolen = save(&other, 0, edits.clone()).await.unwrap();
    assert_eq!(stolen.status, 422, "{}", stolen.text);
    assert!(!pair.two.app.registry.overlay_store(&id("b")).has_blob(&digest), "its bytes did not come here");
    // The school whose it is may name it at the other server.
    let own = pair.two.sign_in("a", "school_admin@a.example").await.unwrap();
    assert_eq!(save(&own, 0, edits).await.unwrap().status, 200);
}
