//! Which school a request is for, through HTTP.

use axum::http::Method;
use testkit::{Backend, Client, TestApp};

const FORMS: &str = "/api/v1/oa/public/forms";
const DETAILS: &str = "/api/v1/oa/common/school-details";

#[tokio::test]
async fn the_host_decides_and_headers_only_confirm() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let a = Client { school: None, ..app.at("a") };
    for (headers, status, id, message) in [
        (vec![("school-id", "a")], 200, "", ""),
        (vec![("client-id", "a")], 200, "", ""),
        (vec![("school-id", "a"), ("client-id", "A")], 200, "", ""),
        (vec![], 400, "R001", "Missing client-id"),
        (vec![("school-id", "b")], 403, "L006", ""),
        (vec![("school-id", "nowhere")], 403, "L006", ""),
        (vec![("school-id", "a"), ("client-id", "b")], 400, "R001", "Invalid client-id"),
        (vec![("school-id", "a"), ("school-id", "a")], 400, "R001", "Invalid client-id"),
        (vec![("school-id", "../a")], 400, "R001", "Invalid client-id"),
        (vec![("school-id", "")], 400, "R001", "Invalid client-id"),
    ] {
        let mut ask = a.ask(Method::GET, FORMS);
        for (name, value) in &headers {
            ask = ask.header(name, value);
        }
        let reply = ask.send().await.unwrap();
        assert_eq!(
            (reply.status, reply.message_id(), reply.json["message"].as_str().unwrap_or_default()),
            (status, id, message),
            "{headers:?}"
        );
    }
}

#[tokio::test]
async fn a_named_school_that_exists_looks_like_one_that_does_not() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let answer = async |school: &str| {
        let client = Client { school: Some(school.into()), ..app.at("a") };
        let reply = client.get(FORMS).await.unwrap();
        let mut headers = reply.headers.clone();
        headers.remove("x-request-id");
        (reply.status, reply.text, headers)
    };
    assert_eq!(answer("b").await, answer("nowhere").await);
}

#[tokio::test]
async fn unknown_and_broken_hosts_are_refused() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let a = app.at("a");
    for (host, status, id) in [
        ("nowhere.localhost:8080", 421, "L007"),
        ("evil-a.localhost", 421, "L007"),
        ("a.localhost.evil.example", 421, "L007"),
        ("127.0.0.1:8080", 421, "L007"),
        ("localhost", 421, "L007"),
        ("A.LOCALHOST.:8080", 200, ""),
        ("user@a.localhost", 400, "R001"),
        ("", 400, "R001"),
        ("a..localhost", 400, "R001"),
    ] {
        let reply = a.ask(Method::GET, FORMS).header("host", host).send().await.unwrap();
        assert_eq!((reply.status, reply.message_id()), (status, id), "{host}");
        if status == 400 {
            assert_eq!(reply.header("connection"), "close");
        } else if status == 421 {
            assert!(!reply.text.contains("localhost"), "the host is not echoed");
        }
    }
    let twice =
        a.ask(Method::GET, FORMS).header("host", "a.localhost").header("host", "b.localhost").send().await.unwrap();
    assert_eq!(twice.status, 400);
}

/// Many proxies pass on what a stranger wrote, so what they say the host was counts from nobody.
#[tokio::test]
async fn the_host_is_the_host_whatever_a_proxy_says() {
    let app = TestApp::start_with(Backend::Lite, |settings| server::Settings {
        trusted_proxies: Some(vec!["10.1.0.0/16".into()]),
        public_origin: Some("https://{host}".into()),
        ..settings
    })
    .await
    .unwrap();
    let a = app.at("a");
    let proxied = Client { peer: "10.1.2.3".parse().unwrap(), ..app.at("a") };
    for client in [&a, &proxied] {
        for (name, value) in
            [("x-forwarded-host", "b.localhost"), ("forwarded", "host=b.localhost"), ("x-forwarded-host", "a b")]
        {
            let got = client.ask(Method::GET, FORMS).header(name, value).send().await.unwrap();
            assert_eq!(got.status, 200, "{name}: {value}: {}", got.text);
            assert!(got.header("strict-transport-security").contains("max-age="));
        }
    }
    let inner = Client { host: "inner:8080".into(), ..proxied };
    let lost = inner.ask(Method::GET, FORMS).header("x-forwarded-host", "a.localhost").send().await.unwrap();
    assert_eq!((lost.status, lost.message_id()), (421, "L007"), "a proxy passes Host on");
}

#[tokio::test]
async fn a_suspended_school_says_so_and_still_shows_its_page() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let file = app.folder.path().join("schools/a/school.yaml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{text}\nsuspended: true\n")).unwrap();
    let later = std::time::SystemTime::now() - std::time::Duration::from_secs(5);
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(later).unwrap();
    app.app.registry.poll();
    let a = app.at("a");
    let api = a.get(FORMS).await.unwrap();
    assert_eq!((api.status, api.message_id()), (403, "L008"), "{:?}", app.app.registry.stale());
    let check = a.get("/api/v1/oa/common/access-check").await.unwrap();
    assert_eq!((check.status, check.message_id()), (403, "L008"));
    assert_eq!(a.get(DETAILS).await.unwrap().status, 200);
    assert_eq!(a.get("/locales/en/common.json").await.unwrap().status, 200);
    let page = a.ask(Method::GET, "/access-denied").header("accept", "text/html").send().await.unwrap();
    assert_eq!(page.status, 200);
    assert_eq!(app.at("b").get(FORMS).await.unwrap().status, 200);
}

#[tokio::test]
async fn common_calls_need_no_header_and_the_list_of_schools_is_for_tests() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let bare = Client { school: None, ..app.at("a") };
    let details = bare.get(DETAILS).await.unwrap();
    assert_eq!((details.status, details.json["school_id"].as_str()), (200, Some("a")));
    let known = bare.ask(Method::GET, DETAILS).header("if-none-match", details.header("etag")).send().await.unwrap();
    assert_eq!((known.status, known.text.as_str()), (304, ""));
    assert_eq!(bare.get("/api/v1/oa/common/access-check").await.unwrap().json["success"], true);
    let schools = bare.get("/api/v1/oa/common/schools").await.unwrap();
    assert_eq!((schools.status, schools.message_id()), (404, "A001"));
    assert_eq!(
        bare.get("/api/v1/oa/public/forms?x=/api/v1/oa/common/").await.unwrap().status,
        400,
        "common elsewhere exempts nothing"
    );

    let test =
        TestApp::start_with(Backend::Lite, |settings| server::Settings { mode: Some("test".into()), ..settings })
            .await
            .unwrap();
    let loopback = Client { host: "127.0.0.1:8080".into(), school: Some("b".into()), ..test.at("a") };
    let schools = loopback.get("/api/v1/oa/common/schools").await.unwrap();
    assert_eq!(schools.json["schools"].as_array().map(Vec::len), Some(2), "{}", schools.text);
    assert_eq!(schools.header("x-app-mode"), "test");
    assert_eq!(loopback.get(DETAILS).await.unwrap().json["school_id"], "b", "on loopback the header chooses");
    let none = Client { school: None, ..loopback.clone() };
    assert_eq!(none.get(FORMS).await.unwrap().json["message"], "Missing client-id");
    assert_eq!(none.get(DETAILS).await.unwrap().json["message"], "Missing client-id");
}
