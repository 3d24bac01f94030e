//! The web build, its texts, the school's pictures.

use axum::http::Method;
use serde_json::json;
use testkit::{Backend, Client, Reply, TestApp};

async fn open(client: &Client, path: &str) -> Reply {
    client.ask(Method::GET, path).header("accept", "text/html,*/*;q=0.8").send().await.unwrap()
}

#[tokio::test]
async fn every_page_is_the_web_app_with_a_nonce_of_its_own() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let a = Client { school: None, ..app.at("a") };
    let mut nonces = std::collections::HashSet::new();
    for path in ["/", "/sign-in", "/enquiryform/abq", "/pre_admission/0190", "/index"] {
        let page = open(&a, path).await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"), "{path}");
        assert!(page.text.contains("/assets/app-1a2b3c.js") && !page.text.contains("__CSP_NONCE__"));
        assert_eq!(page.header("cache-control"), "no-store");
        let policy = page.header("content-security-policy");
        let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).unwrap();
        assert!(page.text.contains(nonce) && nonces.insert(nonce.to_owned()), "{path}");
        for part in [
            "default-src 'none'",
            "script-src 'self';",
            "base-uri 'none'",
            "object-src 'none'",
            "frame-ancestors 'none'",
            "form-action 'self'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"));
    }
}

#[tokio::test]
async fn a_page_begins_in_the_language_it_will_have() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let a = Client { school: None, ..app.at("a") };
    let page = open(&a, "/").await;
    assert!(page.text.contains("<html lang=\"en\" dir=\"ltr\">"), "the school's first language: {}", page.text);
    let page = open(&a, "/enquiry/new?lng=ar").await;
    assert!(page.text.contains("<html lang=\"ar\" dir=\"rtl\">"), "{}", page.text);
}

#[tokio::test]
async fn files_are_files_and_missing_ones_are_missing() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let a = Client { school: None, ..app.at("a") };
    let script = open(&a, "/assets/app-1a2b3c.js").await;
    assert_eq!((script.status, script.header("content-type")), (200, "text/javascript; charset=utf-8"));
    assert_eq!(script.header("cache-control"), "public, max-age=31536000, immutable");
    let known = a
        .ask(Method::GET, "/assets/app-1a2b3c.js")
        .header("if-none-match", script.header("etag"))
        .send()
        .await
        .unwrap();
    assert_eq!((known.status, known.text.as_str()), (304, ""));
    for (accepted, encoding) in [("br, gzip", "br"), ("gzip", "gzip"), ("identity", "")] {
        let packed =
            a.ask(Method::GET, "/assets/app-1a2b3c.js").header("accept-encoding", accepted).send().await.unwrap();
        assert_eq!(
            (packed.status, packed.header("content-encoding"), packed.header("vary")),
            (200, encoding, "accept-encoding"),
            "{accepted}"
        );
    }
    assert_eq!(open(&a, "/favicon.svg").await.header("cache-control"), "no-cache");
    for path in [
        "/assets/gone-1.js",
        "/assets/gone",
        "/index.html",
        "/.env",
        "/assets/../index.html",
        "/db/a.sqlite",
        "/secret.txt",
    ] {
        let reply = open(&a, path).await;
        assert_eq!((reply.status, reply.message_id()), (404, "A001"), "{path}: {}", reply.text);
    }
    let data = a.ask(Method::GET, "/sign-in").header("accept", "application/json").send().await.unwrap();
    assert_eq!(data.status, 404, "a program that asks for data gets no page");
}

#[tokio::test]
async fn a_school_says_texts_its_own_way() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let folder = app.folder.path().join("schools/a/locales/ar");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("common.json"), json!({ "nested": { "bye": "وداعا" } }).to_string()).unwrap();
    let a = Client { school: None, ..app.at("a") };
    let own = a.get("/locales/ar/common.json").await.unwrap();
    assert_eq!(own.json, json!({ "hello": "مرحبا", "nested": { "bye": "وداعا" } }));
    let known =
        a.ask(Method::GET, "/locales/ar/common.json").header("if-none-match", own.header("etag")).send().await.unwrap();
    assert_eq!(known.status, 304);
    let b = Client { school: None, ..app.at("b") };
    assert_eq!(
        b.get("/locales/ar/common.json").await.unwrap().json["nested"]["bye"],
        "مع السلامة",
        "another school's words are its own"
    );
    for path in [
        "/locales/fr/common.json",
        "/locales/en/none.json",
        "/locales/en/../../secret.json",
        "/locales/en/common",
        "/locales/en",
        "/locales/en/a/b.json",
    ] {
        assert_eq!(a.get(path).await.unwrap().status, 404, "{path}");
    }
    assert_eq!(a.get("/locales/en/..%2f..%2fsecret.json").await.unwrap().status, 400, "a hidden separator is no path");
}

#[tokio::test]
async fn the_logo_is_the_schools_own() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let a = Client { school: None, ..app.at("a") };
    let details = a.get("/api/v1/oa/common/school-details").await.unwrap();
    let path = details.json["schoolNameLogo"]["lic_school_logo"].as_str().unwrap().to_owned();
    let logo = a.get(&path).await.unwrap();
    assert_eq!((logo.status, logo.header("content-type")), (200, "image/png"));
    assert!(logo.header("cache-control").contains("immutable"));
    for path in ["/branding/logo.png", "/branding/../school.yaml", "/branding/"] {
        assert_eq!(a.get(path).await.unwrap().status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_visitor_of_no_school_is_told_in_both_languages() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let lost = Client { host: "nowhere.localhost".into(), ..app.at("a") };
    let page = open(&lost, "/").await;
    assert_eq!(page.status, 421);
    assert!(page.text.contains("No school") && page.text.contains("dir=\"rtl\""));
    let platform = Client { host: "localhost".into(), ..lost };
    assert_eq!(open(&platform, "/").await.status, 200);
}
