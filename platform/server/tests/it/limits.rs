//! Envelopes of what has no handler, sizes, and headers of every answer.

use axum::http::Method;
use serde_json::json;
use testkit::{Backend, Client, PASSWORD, TestApp};
use words::Role;

const LOGIN: &str = "/api/v1/oa/auth/login";

#[tokio::test]
async fn unknown_paths_and_methods_answer_in_the_envelope() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let a = app.at("a");
    for path in ["/api", "/api/", "/api/v1/oa/nothing", "/api/v1/oa/common/nothing", "/api/v1/oa//forms"] {
        let reply = a.get(path).await.unwrap();
        assert_eq!(
            (reply.status, reply.message_id(), reply.json["success"].as_bool()),
            (404, "A001", Some(false)),
            "{path}"
        );
    }
    for (method, path, allow) in [
        (Method::GET, LOGIN, "POST"),
        (Method::DELETE, "/api/v1/oa/public/forms", "GET,HEAD"),
        (Method::POST, "/sign-in", "GET, HEAD"),
        (Method::OPTIONS, LOGIN, "POST"),
    ] {
        let reply = a.ask(method.clone(), path).send().await.unwrap();
        assert_eq!((reply.status, reply.message_id(), reply.header("allow")), (405, "R005", allow), "{method} {path}");
    }
}

#[tokio::test]
async fn bodies_have_a_type_a_size_and_a_depth() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let a = app.at("a");
    let text = a.ask(Method::POST, LOGIN).text("text/plain", "{}").send().await.unwrap();
    assert_eq!((text.status, text.message_id()), (415, "R010"));
    let bare = a.ask(Method::POST, LOGIN).send().await.unwrap();
    assert_eq!((bare.status, bare.message_id()), (415, "R010"));
    let broken = a.ask(Method::POST, LOGIN).text("application/json", "{").send().await.unwrap();
    assert_eq!((broken.status, broken.message_id()), (400, "R001"));
    let list = a.ask(Method::POST, LOGIN).text("application/json", r#"["a@a.example", "x"]"#).send().await.unwrap();
    assert_eq!((list.status, list.message_id()), (400, "R001"), "fields have names");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep = a.ask(Method::POST, LOGIN).text("application/json", &deep).send().await.unwrap();
    assert_eq!((deep.status, deep.message_id()), (400, "R001"));

    let fitting = |bytes: usize| {
        let frame = json!({ "email": "", "password": "x" }).to_string().len();
        json!({ "email": "e".repeat(bytes - frame), "password": "x" }).to_string()
    };
    let limit = 256 * 1024;
    let at = a.ask(Method::POST, LOGIN).text("application/json", &fitting(limit)).send().await.unwrap();
    assert_eq!(at.status, 401, "at the limit it is looked at");
    let over = a.ask(Method::POST, LOGIN).text("application/json", &fitting(limit + 1)).send().await.unwrap();
    assert_eq!((over.status, over.message_id()), (413, "R006"));
    let chunked =
        a.ask(Method::POST, LOGIN).header("content-length", "5").text("application/json", &fitting(limit + 1));
    assert_eq!(chunked.send().await.unwrap().status, 413, "whatever it says of its length");
    let long = a.get(&format!("/api/v1/oa/public/forms?q={}", "x".repeat(9000))).await.unwrap();
    assert_eq!(long.status, 414);
    // As long as the document lets it be; who asks is looked at after that.
    let sought = async |letters| a.get(&format!("/api/v1/oa/enquiries?q={}", "x".repeat(letters))).await.unwrap();
    assert_eq!(sought(200).await.status, 401);
    assert_eq!((sought(201).await.status, sought(201).await.message_id()), (400, "R001"));
}

#[tokio::test]
async fn every_answer_is_hardened_and_has_an_id() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let a = app.at("a");
    let mut ids = std::collections::HashSet::new();
    for path in [
        "/api/v1/oa/public/forms",
        "/api/v1/oa/nothing",
        "/sign-in",
        "/favicon.svg",
        "/assets/app-1a2b3c.js",
        "/locales/en/common.json",
        "/healthz",
    ] {
        let reply = a.ask(Method::GET, path).header("accept", "text/html").send().await.unwrap();
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert_eq!(reply.header("cross-origin-resource-policy"), "same-origin", "{path}");
        assert!(reply.header("permissions-policy").contains("camera=()"), "{path}");
        assert!(reply.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
        assert!(reply.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert!(!reply.headers.contains_key("strict-transport-security"), "{path}: plain http has no HSTS");
        assert!(!reply.headers.contains_key("access-control-allow-origin"), "{path}");
        assert!(
            !reply.header("x-request-id").is_empty() && ids.insert(reply.header("x-request-id").to_owned()),
            "{path}"
        );
    }
}

#[tokio::test]
async fn secrets_are_not_compressed_and_the_rest_is() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let form = app
        .at("a")
        .ask(Method::GET, "/api/v1/oa/public/forms/new?lng=en")
        .header("accept-encoding", "gzip")
        .send()
        .await
        .unwrap();
    assert_eq!((form.status, form.header("content-encoding")), (200, "gzip"));
    let values = json!({ "values": { "note": "x".repeat(4000) }, "locale": "en" });
    let draft = app
        .at("a")
        .ask(Method::POST, "/api/v1/oa/public/forms/new/drafts")
        .header("accept-encoding", "gzip")
        .json(&values)
        .send()
        .await
        .unwrap();
    assert_eq!((draft.status, draft.header("content-encoding")), (201, ""), "{}", draft.text);
}

#[tokio::test]
async fn probes_answer_whatever_the_host() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let mut elsewhere = app.at("a");
    elsewhere.host = "what.ever".into();
    elsewhere.school = None;
    let health = elsewhere.get("/healthz").await.unwrap();
    assert_eq!((health.status, &health.json["status"]), (200, &json!("ok")));
    assert_eq!(elsewhere.get("/readyz").await.unwrap().status, 200);
    let local = elsewhere.get("/metrics").await.unwrap();
    assert_eq!(local.status, 200);
    elsewhere.peer = "192.0.2.1".parse().unwrap();
    assert_eq!(elsewhere.get("/metrics").await.unwrap().status, 404);

    std::fs::write(app.folder.path().join("schools/b/school.yaml"), "name: [").unwrap();
    let later = std::time::SystemTime::now() - std::time::Duration::from_secs(5);
    std::fs::File::options()
        .write(true)
        .open(app.folder.path().join("schools/b/school.yaml"))
        .unwrap()
        .set_modified(later)
        .unwrap();
    app.app.registry.poll();
    let stranger = elsewhere.get("/healthz").await.unwrap();
    assert_eq!(stranger.text, r#"{"status":"ok"}"#, "how many schools there are is nobody else's business");
    elsewhere.peer = "127.0.0.1".parse().unwrap();
    assert_eq!(elsewhere.get("/healthz").await.unwrap().json["status"], "stale");
    let ready = elsewhere.get("/readyz").await.unwrap();
    assert_eq!((ready.status, &ready.json), (200, &json!({ "status": "ready", "dark": [], "stale": ["b"] })));
    assert_eq!(app.at("b").get("/api/v1/oa/public/forms").await.unwrap().status, 200, "its last good state lives on");
}

#[tokio::test]
async fn a_school_that_is_broken_at_the_start_is_dark_alone() {
    for (broken, status, told) in [
        (&["b"][..], 200, json!({ "status": "ready", "dark": ["b"], "stale": [] })),
        (&["a", "b"][..], 503, json!({ "status": "every school is broken" })),
    ] {
        let app = TestApp::start_where(2 - broken.len(), |schools| {
            for id in broken {
                std::fs::write(schools.join(id).join("school.yaml"), "name: [").unwrap();
            }
        });
        let app = app.await.unwrap();
        let mut here = app.at("a");
        let ready = here.get("/readyz").await.unwrap();
        assert_eq!((ready.status, &ready.json), (status, &told));
        here.peer = "192.0.2.1".parse().unwrap();
        let stranger = here.get("/readyz").await.unwrap();
        assert_eq!(stranger.status, status);
        assert!(
            stranger.json.get("dark").is_none(),
            "which schools there are is nobody else's business: {}",
            stranger.text
        );
        let served = app.at("a").get("/api/v1/oa/public/forms").await.unwrap();
        assert_eq!(served.status == 200, broken.len() == 1, "{}", served.text);
    }
}

#[tokio::test]
async fn metrics_take_their_token_from_elsewhere_and_name_no_school() {
    let with_token = |settings| server::Settings { metrics_token: Some("a-token-of-sixteen".into()), ..settings };
    // What is counted before somebody measures is counted nowhere, and `qabul serve` measures before it answers.
    assert!(server::telemetry::metrics().is_some());
    let app = TestApp::start_with(Backend::Lite, with_token).await.unwrap();
    app.at("a").get("/api/v1/oa/public/forms/new").await.unwrap();
    let mut scraper = app.at("a").with_bearer("a-token-of-sixteen");
    scraper.peer = "192.0.2.1".parse().unwrap();
    let metrics = scraper.get("/metrics").await.unwrap();
    assert_eq!(metrics.status, 200);
    assert!(metrics.text.contains("/api/v1/oa/public/forms/{form}"), "{}", metrics.text);
    assert!(!metrics.text.contains("forms/new"), "templates, not paths");
    assert_eq!(scraper.with_bearer("another-token-here").get("/metrics").await.unwrap().status, 404);
}

/// Whoever comes through a proxy on this machine that nobody named would be this machine, which is not counted.
#[tokio::test]
async fn an_unnamed_proxy_here_makes_everybody_one() {
    let few = |settings| server::Settings { address_limits: Some("1%".into()), ..settings };
    let app = TestApp::start_with(Backend::Lite, few).await.unwrap();
    let captcha = "/api/v1/oa/auth/captcha";
    let through =
        async |from: &str| app.at("a").ask(Method::GET, captcha).header("x-forwarded-for", from).send().await.unwrap();
    for n in 0..3 {
        assert_eq!(through(&format!("198.51.100.{n}")).await.status, 200);
    }
    let fourth = through("198.51.100.9").await;
    assert_eq!((fourth.status, fourth.message_id()), (429, "L002"));
    for _ in 0..10 {
        assert_eq!(app.at("a").get(captcha).await.unwrap().status, 200, "this machine itself is not counted");
    }
}

/// Each proof of who is signed in is hashed, so they count by address as signing in does, and apart from it.
#[tokio::test]
async fn proofs_of_an_account_count_by_address() {
    let few = |settings| server::Settings { address_limits: Some("1%".into()), ..settings };
    let app = TestApp::start_with(Backend::Lite, few).await.unwrap();
    let mut admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let own = |path: &str| format!("/api/v1/oa/profile/{path}");
    let proof = json!({ "current": PASSWORD });
    let told = async |client: &Client, method: Method, path: &str, body: &serde_json::Value| {
        let reply = client.ask(method, path).json(body).send().await.unwrap();
        (reply.status, reply.message_id().to_owned())
    };
    admin.peer = "198.51.100.7".parse().unwrap();
    for _ in 0..2 {
        assert_eq!(told(&admin, Method::POST, &own("sessions/confirm"), &proof).await.0, 200);
    }
    let both = json!({ "current": PASSWORD, "code": "123456" });
    for (method, path, body) in [
        (Method::POST, "sessions/confirm", &proof),
        (Method::POST, "password", &json!({ "current": PASSWORD, "password": "harbour-lemon-falcon-72" })),
        (Method::POST, "email", &json!({ "current": PASSWORD, "email": "other@a.example" })),
        (Method::POST, "second-factor", &proof),
        (Method::POST, "second-factor/confirm", &json!({ "code": "123456" })),
        (Method::DELETE, "second-factor", &both),
        (Method::POST, "second-factor/recovery-codes", &json!({ "code": "123456" })),
    ] {
        assert_eq!(told(&admin, method, &own(path), body).await, (429, "L002".to_owned()), "{path}");
    }
    let login = json!({ "email": "school_admin@a.example", "password": PASSWORD });
    assert_eq!(told(&admin, Method::POST, "/api/v1/oa/auth/login", &login).await.0, 200, "signing in is counted apart");
    admin.peer = "198.51.100.8".parse().unwrap();
    assert_eq!(told(&admin, Method::POST, &own("sessions/confirm"), &proof).await.0, 200, "another address");
}
