//! The platform's own host: asking for a school, and its way to being served. Also the platform's own database.

use axum::http::Method;
use console::PlatformCaller;
use console::ids::SubscriptionId;
use kernel::PlatformTx;
use kernel::db::statement::{all_lite, all_pg, check};
use serde_json::{Value, json};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, Executor as _, Row as _};
use testkit::{Backend, Client, Reply, TestApp, pg};

pub const INFO: &str = "/api/v1/oa/public/info";
pub const SUBSCRIBE: &str = "/api/v1/oa/public/subscribe";
const CONFIRM: &str = "/api/v1/oa/public/subscribe/confirm";

pub async fn start(backend: Backend) -> TestApp {
    let off = |settings| server::Settings { platform_captcha: Some("off".into()), ..settings };
    TestApp::start_with(backend, off).await.unwrap()
}

/// A browser at the platform's own host.
pub fn at_platform(app: &TestApp) -> Client {
    Client { host: "localhost:8080".into(), school: None, ..app.at("a") }
}

pub fn request(subdomain: &str) -> Value {
    json!({
        "school_name": "Al Noor School", "school_name_ar": "مدرسة النور", "subdomain": subdomain, "country": "OM",
        "plan_code": "school", "students_estimate": 400, "terms_version": "1", "locale": "ar",
        "contact": { "name": "Huda Al Balushi", "email": "huda@alnoor.example", "phone": "+96891234567" },
    })
}

pub async fn subscribe(client: &Client, key: &str, body: &Value) -> Reply {
    client.ask(Method::POST, SUBSCRIBE).header("idempotency-key", key).json(body).send().await.unwrap()
}

/// The letters in the mail folder, decoded as far as a test needs.
pub fn letters(app: &TestApp) -> Vec<String> {
    let folder = app.folder.path().join("mail");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut all: Vec<String> = entries
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .map(|text| text.replace("=\r\n", "").replace("=3D", "="))
        .collect();
    all.sort();
    all
}

/// The token in the link of a letter: plain, or inside of base64.
fn token_after(text: &str, mark: &str) -> Option<String> {
    let plain = |text: &str| {
        let rest = text.split(mark).nth(1)?;
        Some(rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect::<String>())
    };
    plain(text).or_else(|| {
        let parts = text.split("\r\n\r\n");
        parts
            .filter_map(|part| {
                let bare: String = part.chars().filter(|c| !c.is_whitespace()).collect();
                let end = bare.find("--").unwrap_or(bare.len());
                let bytes = data_encoding::BASE64.decode(&bare.as_bytes()[..end]).ok()?;
                plain(&String::from_utf8(bytes).ok()?)
            })
            .next()
    })
}

/// A request whose address is confirmed; gives its id.
pub async fn confirmed(app: &TestApp, subdomain: &str) -> String {
    let client = at_platform(app);
    let reply = subscribe(&client, &format!("key-for-{subdomain}-0001"), &request(subdomain)).await;
    assert_eq!(reply.status, 201, "{}", reply.text);
    app.app.worker().sweep().await;
    let token = letters(app).iter().find_map(|text| token_after(text, "confirm#token=")).expect("a link");
    let confirmed = client.post(CONFIRM, &json!({ "token": token })).await.unwrap();
    assert_eq!(confirmed.status, 200, "{}", confirmed.text);
    assert_eq!(confirmed.json["subscription"]["state"], "pending_review");
    let again = client.post(CONFIRM, &json!({ "token": token })).await.unwrap();
    assert_eq!(again.status, 200, "a letter is opened twice");
    reply.json["subscription_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_school_is_asked_for_confirmed_approved_and_served() {
    for backend in Backend::all() {
        let app = start(backend).await;
        let client = at_platform(&app);
        let info = client.get(INFO).await.unwrap();
        assert_eq!((info.status, info.json["base_domain"].as_str()), (200, Some("localhost")));
        assert!(info.json["countries"].as_array().unwrap().contains(&json!("OM")));
        assert_eq!(info.json["plans"].as_array().unwrap().len(), 3);

        let school = Client { host: "alnoor.localhost:8080".into(), school: Some("alnoor".into()), ..app.at("a") };
        assert_eq!(school.get("/api/v1/oa/common/school-details").await.unwrap().status, 421, "nobody lives there yet");
        let id = SubscriptionId::from(confirmed(&app, "alnoor").await);

        let (console, caller) = (&app.app.state.console, PlatformCaller::system());
        let asked = console.subscription(&caller, &id).await.unwrap();
        let stale = console.approve(&caller, id.clone(), asked.version + 1).await.unwrap_err();
        assert_eq!(stale.id(), kernel::MessageId::T012);
        let made = console.approve(&caller, id.clone(), asked.version).await.unwrap();
        assert_eq!((made.state.as_str(), made.problem), ("active", None));
        let details = school.get("/api/v1/oa/common/school-details").await.unwrap();
        assert_eq!(details.status, 200, "served without a restart: {}", details.text);
        assert_eq!(details.json["currency"], "OMR");
        let again = console.approve(&caller, id, made.version).await.unwrap_err();
        assert_eq!(again.id(), kernel::MessageId::T012, "once");

        // The first administrator sets a password by the link in the letter, and is one.
        app.app.worker().sweep().await;
        let token = letters(&app).iter().find_map(|text| token_after(text, "/reset-password?token="));
        let token = token.or_else(|| letters(&app).iter().find_map(|text| token_after(text, "/reset-password#token=")));
        let body = json!({ "token": token.expect("an invitation"), "password": testkit::PASSWORD });
        let set = school.post("/api/v1/oa/auth/reset-password", &body).await.unwrap();
        assert_eq!(set.status, 200, "{}", set.text);
        let taken = subscribe(&client, "another-key-00001", &request("alnoor")).await;
        assert_eq!((taken.status, taken.message_id()), (409, "T010"), "the name is a school's now");
    }
}

#[tokio::test]
async fn one_key_is_one_request_and_a_name_is_held_by_one() {
    for backend in Backend::all() {
        let app = start(backend).await;
        let client = at_platform(&app);
        let first = subscribe(&client, "the-very-same-key-1", &request("alnoor")).await;
        assert_eq!((first.status, first.json["state"].as_str()), (201, Some("pending_email")), "{}", first.text);
        let twin = subscribe(&client, "the-very-same-key-1", &request("alnoor")).await;
        assert_eq!((twin.status, &twin.json), (201, &first.json));
        let other = subscribe(&client, "the-very-same-key-1", &request("alnour")).await;
        assert_eq!((other.status, other.message_id()), (422, "R003"));
        let held = subscribe(&client, "another-key-of-mine", &request("alnoor")).await;
        assert_eq!((held.status, held.message_id()), (409, "T010"));
        let none = client.post(SUBSCRIBE, &request("alnour")).await.unwrap();
        assert_eq!((none.status, none.message_id()), (400, "R002"));
        app.app.worker().sweep().await;
        assert_eq!(letters(&app).len(), 1, "one letter");

        let look = async |name: &str| {
            let reply = client.get(&format!("/api/v1/oa/public/subdomain?name={name}")).await.unwrap();
            reply.json["subdomain"].clone()
        };
        assert_eq!(look("alnoor").await["reason"], "taken");
        assert_eq!(look("a").await["reason"], "malformed");
        assert_eq!(look("console").await["reason"], "reserved");
        // A school that was deleted may come back while it is kept.
        let deleted = app.folder.path().join("deleted");
        std::fs::create_dir_all(&deleted).unwrap();
        std::fs::write(deleted.join("gone-2026-11-20.qabul"), "sealed").unwrap();
        assert_eq!(look("gone").await["reason"], "taken");
        let kept = subscribe(&client, "a-key-for-one-gone", &request("gone")).await;
        assert_eq!((kept.status, kept.message_id()), (409, "T010"));
        let free = look("Al-Rawda").await;
        assert_eq!((&free["free"], &free["name"], &free["reason"]), (&json!(true), &json!("al-rawda"), &Value::Null));
        assert_eq!(look("alnoor").await["suggestions"][0], "alnoor-school");

        // Nobody confirmed it for an hour: the name is free. Who confirms first has it.
        app.clock.advance(3_600_000);
        assert_eq!(look("alnoor").await["free"], true);
        let again = subscribe(&client, "an-hour-later-key-1", &request("alnoor")).await;
        assert_eq!(again.status, 201, "{}", again.text);
        app.app.worker().sweep().await;
        let all = letters(&app);
        let mut links: Vec<String> = all.iter().filter_map(|text| token_after(text, "confirm#token=")).collect();
        assert_eq!(links.len(), 2);
        let token = links.pop().unwrap();
        assert_eq!(client.post(CONFIRM, &json!({ "token": token })).await.unwrap().status, 200);
        let late = client.post(CONFIRM, &json!({ "token": links[0] })).await.unwrap();
        assert_eq!((late.status, late.message_id()), (409, "T010"), "{}", late.text);
    }
}

#[tokio::test]
async fn requests_are_counted_by_network_and_in_all() {
    for backend in Backend::all() {
        let app = start(backend).await;
        let mut n = 0;
        let mut ask = async |from: &str, email: Option<&str>| {
            n += 1;
            let caller = PlatformCaller { address: Some(from.parse().unwrap()), ..PlatformCaller::system() };
            let mut asked = request(&format!("name-{n}"));
            asked["contact"]["email"] = email.map_or_else(|| format!("head@school-{n}.example"), str::to_owned).into();
            let asked = serde_json::from_value(asked).unwrap();
            let done = app.app.state.console.subscribe(&caller, format!("key-of-network-{n}"), asked).await;
            done.map_or_else(|refusal| refusal.id().as_str(), |_| "")
        };
        for email in ["huda+1@alnoor.example", "Huda+2@AlNoor.example"] {
            assert_eq!(ask("127.0.0.1", Some(email)).await, "");
        }
        assert_eq!(ask("127.0.0.1", Some("huda@alnoor.example")).await, "L002", "however it is written");
        for at in 0..10 {
            assert_eq!(ask(&format!("2001:db8:1:2::{at}"), None).await, "");
        }
        assert_eq!(ask("2001:db8:1:2::ffff", None).await, "L002", "one household");
        for at in 0..20 {
            assert_eq!(ask(&format!("2001:db8:1:{}::1", at + 3), None).await, "");
        }
        assert_eq!(ask("2001:db8:1:99::1", None).await, "L002", "one customer");
        for at in 0..30 {
            assert_eq!(ask("203.0.113.7", None).await, "", "{at}");
        }
        assert_eq!(ask("203.0.113.7", None).await, "L002", "one address");
        for at in 62..300 {
            assert_eq!(ask("127.0.0.1", None).await, "", "{at}");
        }
        assert_eq!(ask("198.51.100.7", None).await, "R012", "in all");
        app.clock.advance(3_600_000);
        assert_eq!(ask("203.0.113.7", None).await, "", "an hour later");
    }
}

#[tokio::test]
async fn letters_to_one_address_are_counted_and_hold_no_strangers_words() {
    for backend in Backend::all() {
        let app = start(backend).await;
        let client = at_platform(&app);
        let mut told = Vec::new();
        for n in 0..8 {
            let mut asked = request(&format!("name-{n}"));
            asked["school_name"] = json!("Act now");
            asked["locale"] = json!("en");
            let reply = subscribe(&client, &format!("key-of-number-{n}-00"), &asked).await;
            told.push((reply.status, reply.message_id().to_owned()));
        }
        assert_eq!(told.iter().filter(|told| told.0 == 201).count(), 2, "{told:?}");
        assert!(told[2..].iter().all(|told| *told == (429, "L002".to_owned())), "{told:?}");
        app.app.worker().sweep().await;
        let sent = letters(&app);
        assert_eq!(sent.len(), 2);
        assert!(sent.iter().all(|letter| letter.contains("Subject: Confirm your request for a school")), "{sent:?}");
        assert!(sent.iter().all(|letter| !letter.contains("Huda")), "not greeted in a stranger's words");
        let look = client.get("/api/v1/oa/public/subdomain?name=name-7").await.unwrap();
        assert_eq!(look.json["subdomain"]["free"], true, "what was refused holds nothing");
        let mut bare = request("another");
        bare["school_name"] = json!("Claim at evil-prize.com");
        let reply = subscribe(&client, "key-of-a-bare-domain", &bare).await;
        assert_eq!((reply.status, reply.message_id()), (422, "T011"));
    }
}

#[tokio::test]
async fn faults_stand_at_their_fields_and_links_die() {
    let app = start(Backend::Lite).await;
    let client = at_platform(&app);
    let mut bad = request("www");
    bad["contact"]["email"] = json!("nobody");
    let reply = subscribe(&client, "a-key-for-faults-1", &bad).await;
    assert_eq!((reply.status, reply.message_id()), (422, "T011"));
    let faults: Vec<(&str, &str)> = reply.json["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| (fault["path"].as_str().unwrap(), fault["code"].as_str().unwrap()))
        .collect();
    assert_eq!(faults, [("/subdomain", "reserved"), ("/contact/email", "format")]);

    let dead = client.post(CONFIRM, &json!({ "token": "x" })).await.unwrap();
    assert_eq!((dead.status, dead.message_id()), (404, "L010"));
    subscribe(&client, "a-key-that-is-late", &request("alnoor")).await;
    app.app.worker().sweep().await;
    let token = letters(&app).iter().find_map(|text| token_after(text, "confirm#token=")).unwrap();
    app.clock.advance(48 * 3_600_000);
    let late = client.post(CONFIRM, &json!({ "token": token })).await.unwrap();
    assert_eq!((late.status, late.message_id()), (404, "L010"), "48 hours");
}

#[tokio::test]
async fn a_person_has_to_ask_and_each_proof_counts_once() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let client = at_platform(&app);
    assert_eq!(client.get(INFO).await.unwrap().json["captcha_provider"], "altcha");
    let bare = subscribe(&client, "a-key-without-proof", &request("alnoor")).await;
    assert_eq!((bare.status, bare.message_id()), (422, "L012"));
    let riddle = client.get("/api/v1/oa/public/captcha").await.unwrap().json["captcha"].clone();
    let proof = identity::captcha::solve(&riddle["challenge"]).expect("solved");
    let mut body = request("alnoor");
    body["captcha_token"] = json!(proof);
    let taken = subscribe(&client, "a-key-with-a-proof", &body).await;
    assert_eq!(taken.status, 201, "{}", taken.text);
    let replayed = subscribe(&client, "a-key-with-a-proof", &body).await;
    assert_eq!((replayed.status, &replayed.json), (201, &taken.json), "the same request asks for no new proof");
    body["subdomain"] = json!("alnour");
    let used = subscribe(&client, "another-key-with-it", &body).await;
    assert_eq!((used.status, used.message_id()), (422, "L012"));
}

/// The process stopped after a step: what is left is made by the next look, and nothing twice.
#[tokio::test]
async fn a_making_that_was_broken_off_goes_on() {
    for backend in Backend::all() {
        for step in 0..3 {
            let app = start(backend).await;
            let id = SubscriptionId::from(confirmed(&app, "alnoor").await);
            let folder = app.folder.path().join("schools");
            let (console, caller) = (&app.app.state.console, PlatformCaller::system());
            let asked = console.subscription(&caller, &id).await.unwrap();
            // Something in the way: the bundles' folder cannot be written.
            let hidden = app.folder.path().join("hidden");
            std::fs::rename(&folder, &hidden).unwrap();
            std::fs::write(&folder, "a file").unwrap();
            let stuck = console.approve(&caller, id.clone(), asked.version).await.unwrap();
            assert_eq!(stuck.state.as_str(), "provisioning");
            assert!(stuck.problem.is_some());
            std::fs::remove_file(&folder).unwrap();
            std::fs::rename(&hidden, &folder).unwrap();
            if step >= 1 {
                // It had come as far as the bundle.
                testkit_school(&folder, "alnoor");
            }
            if step >= 2 {
                // And as far as the administrator.
                let school = words::SchoolId::parse("alnoor").unwrap();
                app.app.registry.reload(&school).unwrap();
                let live = app.app.registry.school(&school).unwrap();
                let system = kernel::Caller::system(live.scope());
                let first = identity::people::Invitation {
                    name: "Huda".into(),
                    email: Some("huda@alnoor.example".into()),
                    roles: vec![words::Role::SchoolAdmin],
                    locale: "ar".into(),
                    staff_code: None,
                    pin: None,
                };
                app.app.state.identity.invite(&system, first).await.unwrap();
            }
            app.app.worker().sweep().await;
            let made = console.subscription(&caller, &id).await.unwrap();
            assert_eq!((made.state.as_str(), made.problem), ("active", None), "step {step}");
            let live = app.app.registry.school(&words::SchoolId::parse("alnoor").unwrap()).expect("live");
            let people = app.app.state.identity.list(&kernel::Caller::system(live.scope())).await.unwrap();
            assert_eq!(people.len(), 1, "step {step}");
        }
    }
}

fn testkit_school(folder: &std::path::Path, id: &str) {
    let school = tenants::template::NewSchool::under("localhost", words::SchoolId::parse(id).unwrap())
        .named("Al Noor School", "مدرسة النور")
        .in_place("Asia/Muscat", "OMR");
    tenants::template::create(folder, &school, jiff::civil::date(2026, 11, 21)).unwrap();
}

#[tokio::test]
async fn the_platforms_host_serves_its_own_and_nothing_else() {
    let app = start(Backend::Lite).await;
    let client = at_platform(&app);
    for page in ["/registration-form", "/registration-form/confirm", "/console", "/console/schools/a"] {
        let reply = client.ask(Method::GET, page).header("accept", "text/html").send().await.unwrap();
        assert_eq!(reply.status, 200, "{page}");
        assert!(reply.text.contains("/assets/app-"), "{page}: the application");
        assert!(reply.header("content-security-policy").contains("frame-ancestors"), "{page}");
    }
    let root = client.ask(Method::GET, "/sign-in").header("accept", "text/html").send().await.unwrap();
    assert!(!root.text.contains("/assets/app-"), "a school's page is none of the platform's");
    assert_eq!(client.get("/locales/ar/common.json").await.unwrap().status, 200);
    assert_eq!(client.get("/healthz").await.unwrap().status, 200);
    for path in ["/api/v1/oa/common/school-details", "/api/v1/oa/public/forms", "/api/v1/oa/enquiries", "/api/x"] {
        let reply = client.get(path).await.unwrap();
        assert_eq!((reply.status, reply.message_id()), (421, "L007"), "{path}");
    }
    for (method, path, allow) in [
        (Method::DELETE, INFO, "GET,HEAD"),
        (Method::GET, SUBSCRIBE, "POST"),
        (Method::PUT, "/api/v1/oa/operator/subscriptions", "GET,HEAD"),
    ] {
        let reply = client.ask(method.clone(), path).send().await.unwrap();
        assert_eq!((reply.status, reply.message_id(), reply.header("allow")), (405, "R005", allow), "{method} {path}");
    }
    let school = app.at("a");
    let page = school.ask(Method::GET, "/registration-form").header("accept", "text/html").send().await.unwrap();
    assert_eq!(page.status, 200, "a school's host shows its own application, which knows no such page");
}

#[tokio::test]
async fn every_statement_of_the_platform_fits_both_databases() {
    let mut lite = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    migrations::PLATFORM_SQLITE.run_direct(None, &mut lite, false).await.unwrap();
    let faults = check::<sqlx::Sqlite>(&mut lite, all_lite(true)).await;
    assert!(faults.is_empty(), "{faults:#?}");
    let names = |migrator: &sqlx::migrate::Migrator| {
        migrator.iter().map(|one| (one.version, one.description.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(names(&migrations::PLATFORM_SQLITE), names(&migrations::PLATFORM_POSTGRES));

    let Some(database) = pg::empty().await.unwrap() else { return };
    let mut postgres = PgConnection::connect(&database.url()).await.unwrap();
    postgres.execute("CREATE SCHEMA platform; SET search_path = platform").await.unwrap();
    migrations::PLATFORM_POSTGRES.run_direct(None, &mut postgres, false).await.unwrap();
    let faults = check::<sqlx::Postgres>(&mut postgres, all_pg(true)).await;
    assert!(faults.is_empty(), "{faults:#?}");
    let columns = "SELECT m.name || '.' || c.name || ' ' || lower(c.type) AS c FROM sqlite_master m JOIN pragma_table_info(m.name) c
        WHERE m.type = 'table' AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\' AND m.name NOT LIKE 'sqlite%' ORDER BY 1";
    let ours: Vec<String> =
        sqlx::query(columns).fetch_all(&mut lite).await.unwrap().iter().map(|r| r.get("c")).collect();
    let columns = "SELECT table_name || '.' || column_name || ' ' || data_type AS c FROM information_schema.columns
        WHERE table_schema = 'platform' AND table_name NOT LIKE '\\_sqlx%'";
    let mut theirs: Vec<String> =
        sqlx::query(columns).fetch_all(&mut postgres).await.unwrap().iter().map(|r| r.get("c")).collect();
    theirs.sort();
    assert_eq!(ours, theirs);
    assert!(ours.len() > 50);
}

/// PostgreSQL: a school's connection sees nothing of the platform, and the platform's nothing of a school.
#[tokio::test]
async fn schools_and_platform_are_walled_off_from_each_other() {
    let Some(database) = pg::empty().await.unwrap() else { return };
    let url = database.url();
    let open = |url: String| kernel::db::DbConfig::Pg { url, connections: 2 };
    let (schools, _woken) = kernel::Db::open(open(url.clone()), &migrations::POSTGRES).await.unwrap();
    let platform = kernel::PlatformDb::open(open(url.clone()), &migrations::PLATFORM_POSTGRES).await.unwrap();
    let mut tx: PlatformTx = platform.read().await.unwrap();
    drop(schools.read(&kernel::caller::SchoolScope::vouch(words::SchoolId::parse("a").unwrap())).await.unwrap());
    let kernel::db::Native::Pg(own) = tx.connection() else { panic!("PostgreSQL") };
    let role: String = sqlx::query_scalar("SELECT current_user::text").fetch_one(&mut *own).await.unwrap();
    assert_eq!(role, "qabul_platform");
    let denied = sqlx::query("SELECT * FROM public.users").fetch_all(&mut *own).await.unwrap_err().to_string();
    assert!(denied.contains("permission denied"), "{denied}");
    drop(tx);

    let mut owner = PgConnection::connect(&url).await.unwrap();
    let tables: Vec<String> = sqlx::query(
        "SELECT relname::text AS t FROM pg_class WHERE relkind = 'r' AND relnamespace = 'platform'::regnamespace",
    )
    .fetch_all(&mut owner)
    .await
    .unwrap()
    .iter()
    .map(|row| row.get("t"))
    .collect();
    assert!(tables.len() >= 8, "{tables:?}");
    owner.execute("SET ROLE qabul_app").await.unwrap();
    for table in tables {
        let sql = format!("SELECT * FROM platform.{table}");
        let denied = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&mut owner).await.unwrap_err().to_string();
        assert!(denied.contains("permission denied for schema platform"), "{table}: {denied}");
    }
    owner.execute("RESET ROLE; SET ROLE qabul_platform").await.unwrap();
    let kept = owner.execute("DELETE FROM platform.platform_audit").await.unwrap_err().to_string();
    assert!(kept.contains("permission denied"), "what was written down stays: {kept}");
    platform.close().await;
    schools.close().await;
}
