//! The web build, its texts, the school's pictures.

use axum::http::Method;
use serde_json::{Value, json};
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
async fn a_page_of_a_link_is_kept_by_no_machine_and_loads_from_nobody_else() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let a = Client { school: None, ..app.at("a") };
    for page in
        ["offer-letter", "conditional-offer-letter", "acceptance", "consent", "financial_document", "student-encrypted"]
    {
        let token = "x".repeat(43);
        let got = open(&a, &format!("/{page}/{token}")).await;
        let told = ["x-robots-tag", "cache-control", "referrer-policy"].map(|name| got.header(name));
        assert_eq!((got.status, told), (200, ["noindex, nofollow", "no-store", "no-referrer"]), "{page}");
        assert!(!got.header("content-security-policy").contains("http"), "{page}");
        assert!(!got.text.contains(&token), "{page}");
    }
    assert_eq!(open(&a, "/admission").await.header("x-robots-tag"), "", "what everybody may read is found");
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

/// What a page brings along for its application.
fn known(page: &Reply) -> Value {
    let data = page.text.split("<script type=\"application/json\" id=\"known\">").nth(1).unwrap_or_default();
    serde_json::from_str(data.split("</script>").next().unwrap_or_default()).unwrap_or_default()
}

#[tokio::test]
async fn a_page_brings_along_what_its_application_would_ask_for() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let a = Client { school: None, ..app.at("a") };
    let page = open(&a, "/enquiry/new/?lng=ar").await;
    let brought = known(&page);
    let details = a.get("/api/v1/oa/common/school-details").await.unwrap();
    assert_eq!(brought["school"], details.json);
    let form = app.at("a").get("/api/v1/oa/public/forms/new?lng=ar").await.unwrap();
    assert_eq!(brought["forms"], json!({ "new": form.json }), "the form that is filled in there, and no other");
    assert!(page.text.contains("href=\"/assets/form-1.js\"") && page.text.contains("href=\"/assets/arabic.woff2\""));
    let address = brought["texts"]["ar/common"].as_str().unwrap().to_owned();
    assert!(page.text.contains(&format!("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{address}\">")));
    assert_eq!(brought["texts"].as_object().unwrap().len(), 1, "in one language");
    let texts = a.get(&address).await.unwrap();
    assert_eq!(
        (texts.json["hello"].as_str(), texts.header("cache-control")),
        (Some("مرحبا"), "public, max-age=31536000, immutable")
    );
    let other = a.get("/locales/ar/common.json?v=00").await.unwrap();
    assert_eq!(other.header("cache-control"), "no-cache", "what was said once may have changed");
    let packed = a.ask(Method::GET, &address).header("accept-encoding", "br").send().await.unwrap();
    assert_eq!((packed.header("content-encoding"), packed.header("vary")), ("br", "accept-encoding"));
    let packed =
        a.ask(Method::GET, "/").header("accept", "text/html").header("accept-encoding", "br").send().await.unwrap();
    assert_eq!((packed.header("content-encoding"), packed.header("cache-control")), ("br", "no-store"));

    let places = app.at("a").get("/api/v1/oa/common/places").await.unwrap();
    assert!(places.json["years"].is_array(), "{}", places.text);
    for page in ["/admission", "/admission/?lng=ar", "/student_admission/register"] {
        assert_eq!(known(&open(&a, page).await)["places"], places.json, "{page}: they move nothing of it later");
    }

    let elsewhere = known(&open(&a, "/pre_admission").await);
    assert_eq!(elsewhere["places"], Value::Null);
    assert_eq!((&elsewhere["school"], &elsewhere["forms"]), (&details.json, &json!({})));
    let b = Client { school: None, ..app.at("b") };
    let page = open(&b, "/enquiry/new").await;
    assert_eq!(known(&page)["school"]["school_id"], "b", "each host brings its own");
    assert!(!page.text.contains("\"school_id\":\"a\"") && !page.text.contains("/assets/arabic.woff2"));
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
