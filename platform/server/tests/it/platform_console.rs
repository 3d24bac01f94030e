//! Operators: setting up, signing in, deciding, looking.

use axum::http::Method;
use console::PlatformCaller;
use kernel::MessageId;
use serde_json::{Value, json};
use sqlx::Connection as _;
use sqlx::sqlite::SqliteConnection;
use testkit::{Backend, Client, PASSWORD, Reply, TestApp};
use totp_rs::{Builder, Secret};

use crate::platform::{at_platform, confirmed, letters, start};

const SET_UP: &str = "/api/v1/oa/operator/set-up";
const SIGN_IN: &str = "/api/v1/oa/operator/sign-in";
const ME: &str = "/api/v1/oa/operator/me";
const EMAIL: &str = "sara@platform.example";

/// As a page of the console sends it.
pub async fn write(client: &Client, path: &str, body: &Value) -> Reply {
    let ask = client.ask(Method::POST, path).header("origin", "http://localhost:8080").header("x-console", "1");
    ask.json(body).send().await.unwrap()
}

fn code(app: &TestApp, secret: &str) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let now = words::Clock::now_ms(&*app.clock) / 1000;
    Builder::new().with_secret(secret).build().unwrap().generate(u64::try_from(now).unwrap()).to_string()
}

/// An operator who has set up: a browser in which they are signed in, their secret, their recovery codes.
async fn operator(app: &TestApp) -> (Client, String, Vec<String>) {
    let caller = PlatformCaller::system();
    let token = app.app.state.console.add_operator(&caller, EMAIL, "Sara").await.unwrap();
    let mut client = at_platform(app);
    let offered = write(&client, SET_UP, &json!({ "token": token })).await;
    assert_eq!(offered.status, 200, "{}", offered.text);
    let secret = offered.json["enrolment"]["secret"].as_str().unwrap().to_owned();
    assert!(offered.json["enrolment"]["qr_svg"].as_str().unwrap().starts_with("<svg"));
    let again = write(&client, SET_UP, &json!({ "token": token })).await;
    assert_eq!(again.json["enrolment"]["secret"], secret.as_str(), "the same, however often the page is opened");
    let poor =
        write(&client, SET_UP, &json!({ "token": token, "password": "short", "code": code(app, &secret) })).await;
    assert_eq!((poor.status, poor.message_id()), (422, "L013"));
    let wrong = write(&client, SET_UP, &json!({ "token": token, "password": PASSWORD, "code": "000000" })).await;
    assert_eq!((wrong.status, wrong.message_id(), wrong.json["tries_left"].as_i64()), (422, "L004", Some(4)));
    let done =
        write(&client, SET_UP, &json!({ "token": token, "password": PASSWORD, "code": code(app, &secret) })).await;
    assert_eq!(done.status, 200, "{}", done.text);
    let codes: Vec<String> = serde_json::from_value(done.json["recovery_codes"].clone()).unwrap();
    assert_eq!((codes.len(), done.json["operator"]["name"].as_str()), (10, Some("Sara")));
    let dead = write(&client, SET_UP, &json!({ "token": token })).await;
    assert_eq!((dead.status, dead.message_id()), (404, "L010"), "once");
    client.cookie = done.cookie();
    for part in ["__Host-op=", "Secure", "HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=28800"] {
        assert!(done.header("set-cookie").contains(part), "{part}: {}", done.header("set-cookie"));
    }
    (client, secret, codes)
}

fn body(code: &str) -> Value {
    json!({ "email": EMAIL, "password": PASSWORD, "code": code })
}

#[tokio::test]
async fn an_operator_sets_up_signs_in_and_out() {
    for backend in Backend::all() {
        let app = start(backend).await;
        let (client, secret, codes) = operator(&app).await;
        assert_eq!(client.get(ME).await.unwrap().json["operator"]["email"], EMAIL);

        let stranger = at_platform(&app);
        let used = write(&stranger, SIGN_IN, &body(&code(&app, &secret))).await;
        assert_eq!((used.status, used.message_id()), (401, "L001"), "the step counted at set-up");
        app.clock.advance(60_000);
        let opened = write(&stranger, SIGN_IN, &body(&code(&app, &secret))).await;
        assert_eq!(opened.status, 200, "{}", opened.text);
        let recovered = write(&stranger, SIGN_IN, &body(&codes[0].to_lowercase())).await;
        assert_eq!(recovered.status, 200, "{}", recovered.text);
        let spent = write(&stranger, SIGN_IN, &body(&codes[0])).await;
        assert_eq!(spent.status, 401, "a code on paper counts once");

        let out = write(&client, "/api/v1/oa/operator/sign-out", &json!({})).await;
        assert_eq!(out.status, 200, "{}", out.text);
        assert!(out.header("set-cookie").contains("Max-Age=0"));
        assert_eq!(client.get(ME).await.unwrap().message_id(), "L014", "dead with the answer");

        let other = Client { cookie: opened.cookie(), ..at_platform(&app) };
        assert_eq!(other.get(ME).await.unwrap().status, 200);
        let console = &app.app.state.console;
        let cookie = other.cookie.as_deref().and_then(|cookie| cookie.split_once('=')).unwrap().1;
        // A request that is let in, and whose body is still on its way.
        let (actor, _) = console.authenticate(cookie).await.unwrap();
        let waiting = PlatformCaller { actor, request_id: String::new(), address: None };
        console.remove_operator(&PlatformCaller::system(), EMAIL).await.unwrap();
        assert_eq!(other.get(ME).await.unwrap().status, 401, "who was removed is out with the next request");
        let late = console.operator_sign_out(&waiting).await;
        assert_eq!(
            late.map_err(|refusal| refusal.id()),
            Err(MessageId::L014),
            "and writes nothing with one that waited"
        );
    }
}

#[tokio::test]
async fn faults_are_one_and_tries_slow_down() {
    let app = start(Backend::Lite).await;
    let (_, secret, _) = operator(&app).await;
    app.clock.advance(60_000);
    let client = at_platform(&app);
    let right = code(&app, &secret);
    let wrong = [
        json!({ "email": EMAIL, "password": "wrong-lemon-harbour", "code": right }),
        json!({ "email": "nobody@platform.example", "password": PASSWORD, "code": right }),
        body("000000"),
        body(""),
    ];
    let mut answers = std::collections::BTreeSet::new();
    for asked in wrong {
        let reply = write(&client, SIGN_IN, &asked).await;
        answers.insert((reply.status, reply.text.clone()));
        app.clock.advance(30_000);
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
    let asked = body("000000");
    assert_eq!(write(&client, SIGN_IN, &asked).await.message_id(), "L001");
    let soon = write(&client, SIGN_IN, &asked).await;
    assert_eq!((soon.status, soon.message_id()), (429, "L002"));
    assert!(!soon.header("retry-after").is_empty());
}

#[tokio::test]
async fn second_factors_of_an_operator_end_and_the_others_are_told() {
    for backend in Backend::all() {
        let app = start(backend).await;
        let (_, secret, codes) = operator(&app).await;
        let caller = PlatformCaller::system();
        let token = app.app.state.console.add_operator(&caller, "other@platform.example", "Omar").await.unwrap();
        let client = at_platform(&app);
        let other = write(&client, SET_UP, &json!({ "token": token })).await;
        let of_other = other.json["enrolment"]["secret"].as_str().unwrap().to_owned();
        let done = json!({ "token": token, "password": PASSWORD, "code": code(&app, &of_other) });
        assert_eq!(write(&client, SET_UP, &done).await.status, 200);
        // The day's window begins here.
        let day = 24 * 3_600_000;
        app.clock.advance(day - words::Clock::now_ms(&*app.clock) % day);
        let mut answers = std::collections::BTreeSet::new();
        for _ in 0..22 {
            let reply = write(&client, SIGN_IN, &body("000000")).await;
            answers.insert((reply.status, reply.text.clone()));
            app.clock.advance(11_000);
        }
        // Now nothing opens the account, and nothing says so.
        for right in [code(&app, &secret), codes[0].clone()] {
            let reply = write(&client, SIGN_IN, &body(&right)).await;
            answers.insert((reply.status, reply.text.clone()));
            app.clock.advance(60_000);
        }
        assert_eq!(answers.len(), 1, "{answers:?}");
        app.app.worker().sweep().await;
        let told: Vec<String> =
            letters(&app).into_iter().filter(|letter| letter.contains("An operator's account was locked")).collect();
        assert_eq!(told.len(), 1, "once");
        assert!(told[0].contains("other@platform.example") && told[0].contains(EMAIL), "{}", told[0]);
        let listed = app.app.state.console.operators(&caller).await.unwrap();
        assert!(listed.iter().any(|one| one.operator.email == EMAIL && one.status == "locked"), "{listed:?}");
        // A new link of the command line begins anew, on the same day.
        let token = app.app.state.console.add_operator(&caller, EMAIL, "Sara").await.unwrap();
        let offered = write(&client, SET_UP, &json!({ "token": token })).await;
        let secret = offered.json["enrolment"]["secret"].as_str().unwrap().to_owned();
        let done = json!({ "token": token, "password": PASSWORD, "code": code(&app, &secret) });
        assert_eq!(write(&client, SET_UP, &done).await.status, 200);
        app.clock.advance(60_000);
        assert_eq!(write(&client, SIGN_IN, &body(&code(&app, &secret))).await.status, 200);
    }
}

#[tokio::test]
async fn tries_at_operators_and_at_nobody_outlive_a_restart() {
    for backend in Backend::all() {
        let app = start(backend).await;
        operator(&app).await;
        app.clock.advance(60_000);
        let asked = |email: &str| json!({ "email": email, "password": "wrong-lemon-harbour", "code": "000000" });
        for email in [EMAIL, "nobody@platform.example"] {
            assert_eq!(write(&at_platform(&app), SIGN_IN, &asked(email)).await.status, 401);
        }
        let app = app.restart().await.unwrap();
        let mut told = Vec::new();
        for email in [EMAIL, "nobody@platform.example"] {
            let soon = write(&at_platform(&app), SIGN_IN, &asked(email)).await;
            told.push((soon.status, soon.header("retry-after").to_owned(), soon.text));
        }
        assert_eq!(told[0].0, 429);
        assert_eq!(told[0], told[1]);
    }
}

#[tokio::test]
async fn any_cookie_that_a_session_had_ends_it() {
    for backend in Backend::all() {
        let app = start(backend).await;
        let (owner, ..) = operator(&app).await;
        let mut thief = owner.clone();
        for _ in 0..3 {
            app.clock.advance(16 * 60_000);
            let renewed = thief.get(ME).await.unwrap();
            thief.cookie = renewed.cookie();
            assert!(thief.cookie.is_some());
        }
        assert_eq!(owner.get(ME).await.unwrap().status, 401, "changed three times since");
        assert_eq!(thief.get(ME).await.unwrap().status, 401, "the session is over for both");
    }
}

#[tokio::test]
async fn a_session_ends_and_its_cookie_changes() {
    for backend in Backend::all() {
        let app = start(backend).await;
        let (client, ..) = operator(&app).await;
        app.clock.advance(14 * 60_000);
        assert!(client.get(ME).await.unwrap().cookie().is_none());
        app.clock.advance(2 * 60_000);
        let renewed = client.get(ME).await.unwrap();
        let fresh = Client { cookie: renewed.cookie(), ..client.clone() };
        assert!(fresh.cookie.is_some() && fresh.cookie != client.cookie, "after a quarter of an hour");
        assert_eq!(client.get(ME).await.unwrap().status, 200, "requests that were under way");
        app.clock.advance(61_000);
        assert_eq!(fresh.get(ME).await.unwrap().status, 200);
        assert_eq!(client.get(ME).await.unwrap().status, 401, "an old cookie is somebody else's");
        assert_eq!(fresh.get(ME).await.unwrap().status, 401, "and ends the session for both");
    }
    let app = start(Backend::Lite).await;
    let (client, ..) = operator(&app).await;
    app.clock.advance(30 * 60_000);
    assert_eq!(client.get(ME).await.unwrap().status, 401, "half an hour idle");
}

#[tokio::test]
async fn writes_come_from_the_consoles_own_pages() {
    let app = start(Backend::Lite).await;
    let (client, ..) = operator(&app).await;
    let path = "/api/v1/oa/operator/sign-out";
    for headers in [
        vec![("origin", "http://localhost:8080")],
        vec![("x-console", "1")],
        vec![("origin", "http://a.localhost:8080"), ("x-console", "1")],
        vec![("origin", "https://evil.example"), ("x-console", "1")],
        vec![("origin", "http://localhost:8080"), ("x-console", "1"), ("sec-fetch-site", "cross-site")],
    ] {
        let mut ask = client.ask(Method::POST, path);
        for (name, value) in &headers {
            ask = ask.header(name, value);
        }
        assert_eq!(ask.send().await.unwrap().status, 403, "{headers:?}");
    }
    assert_eq!(client.get(ME).await.unwrap().status, 200, "none of them did anything");
}

#[tokio::test]
async fn requests_are_listed_approved_and_rejected() {
    for backend in Backend::all() {
        let app = start(backend).await;
        let (client, ..) = operator(&app).await;
        let id = confirmed(&app, "alnoor").await;
        let list = client.get("/api/v1/oa/operator/subscriptions?state=pending_review").await.unwrap();
        assert_eq!(list.status, 200, "{}", list.text);
        let item = list.json["items"][0].clone();
        assert_eq!((&item["id"], &item["contact"]["email"]), (&json!(id), &json!("huda@alnoor.example")));
        assert_eq!(
            list.json["counts"],
            json!({ "pending_email": 0, "pending_review": 1, "provisioning": 0, "active": 0, "rejected": 0 })
        );
        let path = |what: &str| format!("/api/v1/oa/operator/subscriptions/{id}/{what}");
        let bare = write(&client, &path("reject"), &json!({ "version": item["version"], "reason": " " })).await;
        assert_eq!((bare.status, bare.message_id()), (422, "T011"));
        let before = letters(&app).len();
        let no =
            write(&client, &path("reject"), &json!({ "version": item["version"], "reason": "No licence yet." })).await;
        assert_eq!(no.status, 200, "{}", no.text);
        assert_eq!(no.json["subscription"]["decided"]["by"], "Sara");
        let late = write(&client, &path("approve"), &json!({ "version": no.json["subscription"]["version"] })).await;
        assert_eq!((late.status, late.message_id()), (409, "T012"));
        app.app.worker().sweep().await;
        assert_eq!(letters(&app).len(), before + 1, "who asked is told");

        let other = confirmed_again(&app, "alnour").await;
        let list = client.get("/api/v1/oa/operator/subscriptions").await.unwrap();
        let item = list.json["items"].as_array().unwrap().iter().find(|item| item["id"] == other.as_str()).unwrap();
        let approve = format!("/api/v1/oa/operator/subscriptions/{other}/approve");
        let yes = write(&client, &approve, &json!({ "version": item["version"] })).await;
        assert_eq!((yes.status, yes.json["subscription"]["state"].as_str()), (200, Some("active")), "{}", yes.text);
        let page = client.get("/api/v1/oa/operator/subscriptions?page_size=1").await.unwrap();
        let next = page.json["next_cursor"].as_str().unwrap();
        let rest = client.get(&format!("/api/v1/oa/operator/subscriptions?page_size=1&cursor={next}")).await.unwrap();
        assert_ne!(page.json["items"][0]["id"], rest.json["items"][0]["id"]);
        app.clock.advance(91 * 24 * 3_600_000);
        app.app.worker().sweep().await;
        let caller = PlatformCaller::system();
        assert!(
            app.app.state.console.subscription(&caller, &id.as_str().into()).await.is_err(),
            "what was rejected goes after 90 days"
        );
        assert!(app.app.state.console.subscription(&caller, &other.as_str().into()).await.is_ok());
    }
}

/// The letters of the first request are in the folder already.
async fn confirmed_again(app: &TestApp, subdomain: &str) -> String {
    let folder = app.folder.path().join("mail");
    std::fs::remove_dir_all(folder).unwrap();
    confirmed(app, subdomain).await
}

#[tokio::test]
async fn the_schools_are_looked_over() {
    for backend in Backend::all() {
        let app = start(backend).await;
        let (client, ..) = operator(&app).await;
        app.signed_in("a", words::Role::SchoolAdmin).await.unwrap();
        let all = client.get("/api/v1/oa/operator/schools").await.unwrap();
        assert_eq!(all.status, 200, "{}", all.text);
        assert_eq!(all.json["totals"]["schools"], 2);
        let a = &all.json["items"][0];
        assert_eq!((&a["id"], &a["state"], &a["host"]), (&json!("a"), &json!("active"), &json!("a.localhost")));
        assert_eq!(a["origin"], app.app.config.origin_of("a.localhost"), "with its port");
        assert_eq!(a["bytes"]["database"].is_u64(), backend == Backend::Lite);
        assert_eq!(a["outbox"]["failed"], 0);

        // A bundle that breaks: what was live stays so, and is told as stale.
        let file = app.folder.path().join("schools/b/school.yaml");
        let yaml = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, format!("{yaml}\nunheard_of: 1\n")).unwrap();
        let b = words::SchoolId::parse("b").unwrap();
        assert!(app.app.registry.reload(&b).is_err());
        let stale = client.get("/api/v1/oa/operator/schools?state=stale").await.unwrap();
        assert_eq!((stale.json["items"].as_array().unwrap().len(), &stale.json["totals"]["stale"]), (1, &json!(1)));
        let one = client.get("/api/v1/oa/operator/schools/b").await.unwrap();
        assert_eq!(one.status, 200, "{}", one.text);
        assert!(one.json["school"]["diagnostics"][0]["file"].as_str().unwrap().contains("school.yaml"));
        assert!(one.json["school"]["problems"].as_u64().unwrap() > 0);
        let none = client.get("/api/v1/oa/operator/schools/nobody").await.unwrap();
        assert_eq!((none.status, none.message_id()), (404, "A001"));
        for odd in ["%00", "a%07", ".", "..", "%2e%2e", "a/", "%ff", "a%2Fb", "%zz"] {
            let reply = client.get(&format!("/api/v1/oa/operator/schools/{odd}")).await.unwrap();
            assert_eq!(reply.status, 404, "{odd}: {}", reply.text);
        }
        let found = client.get("/api/v1/oa/operator/schools?q=SCHOOL%20A").await.unwrap();
        assert_eq!(found.json["items"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_school_is_suspended_and_resumed() {
    for backend in Backend::all() {
        let app = start(backend).await;
        let (client, ..) = operator(&app).await;
        let school = app.at("a");
        let access = "/api/v1/oa/common/access-check";
        assert_eq!(school.get(access).await.unwrap().status, 200);
        let path = |id: &str, what: &str| format!("/api/v1/oa/operator/schools/{id}/{what}");
        let file = app.folder.path().join("schools/a/school.yaml");
        let before = std::fs::read_to_string(&file).unwrap();

        let stranger = at_platform(&app);
        let refused = write(&stranger, &path("a", "suspend"), &json!({})).await;
        assert_eq!((refused.status, refused.message_id()), (401, "L014"));
        assert_eq!(write(&client, &path("nobody", "suspend"), &json!({})).await.status, 404);
        for again in [false, true] {
            let off = write(&client, &path("a", "suspend"), &json!({})).await;
            let state = off.json["school"]["state"].as_str();
            assert_eq!((off.status, state), (200, Some("suspended")), "{again}: {}", off.text);
            let shut = school.get(access).await.unwrap();
            assert_eq!((shut.status, shut.message_id()), (403, "L008"), "at once");
        }
        let on = write(&client, &path("a", "resume"), &json!({})).await;
        assert_eq!((on.status, on.json["school"]["state"].as_str()), (200, Some("active")), "{}", on.text);
        assert_eq!(school.get(access).await.unwrap().status, 200);
        let after = std::fs::read_to_string(&file).unwrap();
        assert_eq!(after.replacen("suspended: false\n", "", 1), before, "one line came, and nothing else changed");

        // Neither a broken form nor a key that nobody knows keeps it from being switched: an earlier state answers, and is switched.
        let form = app.folder.path().join("schools/a/forms/form.json");
        let good = std::fs::read(&form).unwrap();
        let break_form = || std::fs::write(&form, "{}").unwrap();
        let break_file = || std::fs::write(&file, format!("{after}unheard_of: 1\n")).unwrap();
        let damages: [(&str, &dyn Fn()); 2] = [("form", &break_form), ("file", &break_file)];
        for (what, damage) in damages {
            damage();
            let off = write(&client, &path("a", "suspend"), &json!({})).await;
            let state = off.json["school"]["state"].as_str();
            assert_eq!((off.status, state), (200, Some("suspended")), "{what}: {}", off.text);
            assert_eq!(school.get(access).await.unwrap().status, 403, "{what}");
            // Nor does another look at the files, which are as broken as before.
            let a = words::SchoolId::parse("a").unwrap();
            assert!(app.app.registry.reload(&a).is_err(), "{what}");
            assert_eq!(school.get(access).await.unwrap().status, 403, "{what}");
            let on = write(&client, &path("a", "resume"), &json!({})).await;
            assert_eq!((on.status, on.json["school"]["state"].as_str()), (200, Some("stale")), "{what}: {}", on.text);
            assert_eq!(school.get(access).await.unwrap().status, 200, "{what}");
            std::fs::write(&form, &good).unwrap();
        }

        // What cannot be read cannot be edited, and what was live stays so.
        std::fs::write(&file, format!("{after}hosts: [\n")).unwrap();
        let broken = write(&client, &path("a", "suspend"), &json!({})).await;
        assert_eq!((broken.status, broken.message_id()), (409, "T013"), "{}", broken.text);
        assert!(broken.json["problem"].as_str().unwrap().contains("school.yaml"), "{}", broken.text);
        assert_eq!(school.get(access).await.unwrap().status, 200);
        if backend == Backend::Lite {
            let url = format!("sqlite://{}?mode=ro", app.app.config.data.join("platform.db").display());
            let mut rows = SqliteConnection::connect(&url).await.unwrap();
            let written =
                "SELECT action FROM platform_audit WHERE object_kind = 'school' AND object_id = 'a' ORDER BY id";
            let mut told: Vec<String> = sqlx::query_scalar(written).fetch_all(&mut rows).await.unwrap();
            // Of one millisecond any may be the first.
            told.sort();
            let mut expected = vec!["school.resume"; 3];
            expected.extend(["school.suspend"; 5]);
            expected.push("school.suspend_failed");
            assert_eq!(told, expected);
        }
    }
}
