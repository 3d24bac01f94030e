//! Security headers, marked by the rules of the MDN HTTP Observatory (its scoring table, version 1.4): every page that a
//! browser opens gets full marks, and whatever else answers holds to the same rules.

use axum::http::{HeaderMap, Method};
use serde_json::json;
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

use crate::operations::all;

/// 100, and a bonus each for policy, framing, referrer and resource policy. What a cookie adds comes on top.
const FULL: i32 = 130;
/// The same with cookies that are as they should be.
const FULL_WITH_COOKIES: i32 = 135;

fn text(headers: &HeaderMap, name: &str) -> String {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap()).collect::<Vec<_>>().join(", ")
}

fn sources<'p>(policy: &'p str, directive: &str) -> Option<Vec<&'p str>> {
    let found = policy.split(';').map(str::trim).find(|one| one.split(' ').next() == Some(directive))?;
    Some(found.split_whitespace().skip(1).collect())
}

/// Marks, and why some are missing.
pub fn mark(headers: &HeaderMap, https: bool) -> (i32, Vec<String>) {
    let (mut marks, mut faults) = (100, Vec::new());
    let mut rule = |holds: bool, plus: i32, minus: i32, what: String| {
        marks += if holds { plus } else { -minus };
        if !holds {
            faults.push(what);
        }
    };
    let policy = text(headers, "content-security-policy");
    let unsafe_sources = ["'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "http:", "https:", "*"];
    let loose = policy.split([' ', ';', ',']).any(|source| unsafe_sources.contains(&source));
    // Whatever runs may come from nowhere else than the directives name, and never out of an address.
    let scripts = sources(&policy, "script-src").unwrap_or_default();
    let inline = scripts.iter().any(|source| source.starts_with("data:") || source.starts_with("blob:"));
    let none = sources(&policy, "default-src") == Some(vec!["'none'"]);
    rule(none && !loose && !inline, 10, 25, format!("policy: {policy}"));
    rule(sources(&policy, "frame-ancestors") == Some(vec!["'none'"]), 5, 20, format!("framing: {policy}"));
    rule(sources(&policy, "base-uri") == Some(vec!["'none'"]), 0, 10, format!("base: {policy}"));
    rule(sources(&policy, "form-action").is_some(), 0, 10, format!("form-action: {policy}"));
    let referrer = text(headers, "referrer-policy");
    rule(
        matches!(referrer.as_str(), "no-referrer" | "same-origin" | "strict-origin"),
        5,
        5,
        format!("referrer: {referrer}"),
    );
    rule(text(headers, "x-content-type-options") == "nosniff", 0, 5, "nosniff".into());
    rule(text(headers, "cross-origin-resource-policy") == "same-origin", 10, 0, "resource policy".into());
    rule(text(headers, "cross-origin-opener-policy") == "same-origin", 0, 5, "opener policy".into());
    rule(!headers.contains_key("access-control-allow-origin"), 0, 50, "shared with other origins".into());
    rule(!headers.contains_key("server") && !headers.contains_key("x-powered-by"), 0, 5, "tells what it is".into());
    let strict = text(headers, "strict-transport-security");
    let age = strict.split(';').find_map(|part| part.trim().strip_prefix("max-age=")?.parse::<u64>().ok()).unwrap_or(0);
    // Said where nobody can hold it against a certificate, it would lock people out of a test server.
    rule(if https { age >= 15_768_000 } else { strict.is_empty() }, 0, 20, format!("transport: `{strict}`"));
    let cookies: Vec<&str> = headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    if !cookies.is_empty() {
        let firm = |cookie: &&str| {
            let has = |part: &str| cookie.split("; ").any(|one| one == part);
            cookie.starts_with("__Host-")
                && ["Path=/", "Secure", "HttpOnly"].iter().all(|part| has(part))
                && (has("SameSite=Strict") || has("SameSite=Lax"))
                && !cookie.contains("Domain=")
        };
        rule(cookies.iter().all(firm), 5, 40, format!("cookies: {cookies:?}"));
    }
    (marks, faults)
}

/// Addresses of the web application, as its rooms spell them; those of the platform's own host are none of a school's.
fn pages() -> Vec<String> {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src"));
    let mut files = vec![root.join("api/formPaths.ts"), root.join("features/forms/room.tsx")];
    for feature in std::fs::read_dir(root.join("features")).unwrap() {
        let feature = feature.unwrap();
        let paths = feature.path().join("paths.ts");
        if paths.exists() && feature.file_name() != "console" && feature.file_name() != "registration" {
            files.push(paths);
        }
    }
    let mut all: Vec<String> = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        for quote in ["\"", "`"] {
            for (at, found) in text.match_indices(&format!("{quote}/")) {
                let rest = text[at + found.len()..].split(quote).next().unwrap();
                all.push(format!("/{}", rest.split('?').next().unwrap()));
            }
        }
    }
    let is_hole = |piece: &str| piece.starts_with(':') || piece.starts_with("${");
    let fill = |path: &String| {
        path.split('/').map(|piece| if is_hole(piece) { "x1" } else { piece }).collect::<Vec<_>>().join("/")
    };
    let mut all: Vec<String> = all.iter().map(fill).filter(|path| !path.contains(['$', '\n'])).collect();
    all.sort();
    all.dedup();
    all
}

/// Pages that links in mails lead to, with what such a link carries, and pages that are not there.
const LINKS: [&str; 7] = [
    "/reset-password?token=abc",
    "/verify-account?token=abc",
    "/offer-letter/abc",
    "/admission?admissionDetailsToken=abc",
    "/sign-in?redirectUrl=//evil.example",
    "/no/such/page",
    "/",
];

struct Exam {
    https: bool,
    count: usize,
    wrong: Vec<String>,
}

impl Exam {
    fn sit(&mut self, what: &str, reply: &Reply) {
        let (marks, faults) = mark(&reply.headers, self.https);
        let full = if reply.headers.contains_key("set-cookie") { FULL_WITH_COOKIES } else { FULL };
        self.count += 1;
        if marks != full || !faults.is_empty() {
            self.wrong.push(format!("{what} ({}): {marks} of {full}: {faults:?}", reply.status));
        }
    }
}

async fn whole_school(https: bool) -> Exam {
    let app = TestApp::start_with(Backend::Lite, |settings| server::Settings {
        public_origin: https.then(|| "https://{host}".into()),
        ..settings
    })
    .await
    .unwrap();
    let a = app.at("a");
    let mut exam = Exam { https, count: 0, wrong: Vec::new() };
    let pages = pages();
    assert!(pages.len() >= 20 && pages.contains(&"/sign-in".to_owned()), "{pages:?}");
    for path in pages.iter().map(String::as_str).chain(LINKS) {
        for accept in ["text/html", "text/html,application/xhtml+xml,*/*;q=0.8"] {
            let reply = a.ask(Method::GET, path).header("accept", accept).send().await.unwrap();
            assert_eq!(reply.status, 200, "{path}");
            assert!(reply.header("content-type").starts_with("text/html; charset=utf-8"), "{path}");
            let policy = reply.header("content-security-policy");
            let scripts = sources(policy, "script-src").unwrap_or_default();
            assert!(scripts.contains(&"'self'"), "{path}: {policy}");
            exam.sit(path, &reply);
        }
    }
    for path in [
        "/assets/app-1a2b3c.js",
        "/assets/gone.js",
        "/favicon.svg",
        "/locales/en/common.json",
        "/locales/ar/common.json",
        "/locales/xx/none.json",
        "/branding/logo.png",
        "/branding/../school.yaml",
        "/calendar/admission.ics?lng=en",
        "/calendar/admission.ics?lng=ar",
        "/healthz",
        "/readyz",
        "/api",
        "/api/v1/oa/nothing",
    ] {
        exam.sit(path, &a.get(path).await.unwrap());
    }
    let signed = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    for operation in all() {
        let method = Method::from_bytes(operation.method.as_bytes()).unwrap();
        for client in [&a, &signed] {
            let ask = client.ask(method.clone(), &operation.anywhere()).header("idempotency-key", "0123456789abcdef");
            let ask = if operation.method == "GET" { ask } else { ask.json(&json!({})) };
            let reply = ask.send().await.unwrap();
            assert!(reply.status < 500, "{}: {}", operation.id, reply.text);
            exam.sit(&operation.id, &reply);
            if !operation.common && !operation.path.contains("/public/") {
                assert_eq!(reply.header("cache-control"), "no-store", "{}", operation.id);
            }
        }
    }
    let odd = a.ask(Method::OPTIONS, "/api/v1/oa/auth/login").header("origin", "https://evil.example");
    exam.sit("a preflight", &odd.header("access-control-request-method", "POST").send().await.unwrap());
    exam.sit("a page by POST", &a.ask(Method::POST, "/sign-in").json(&json!({})).send().await.unwrap());
    let nowhere = Client { host: "nowhere.localhost:8080".into(), ..a.clone() };
    exam.sit("no school", &nowhere.ask(Method::GET, "/").header("accept", "text/html").send().await.unwrap());
    exam.sit("no school's API", &nowhere.get("/api/v1/oa/public/forms").await.unwrap());
    let bad = Client { host: "a..localhost".into(), ..a.clone() };
    exam.sit("a bad host", &bad.get("/").await.unwrap());
    let login = json!({ "email": app.person("a", Role::Auditor).await.unwrap(), "password": testkit::PASSWORD });
    let let_in = a.post("/api/v1/oa/auth/login", &login).await.unwrap();
    assert_eq!(let_in.status, 200, "{}", let_in.text);
    assert!(let_in.headers.contains_key("set-cookie"));
    exam.sit("signing in", &let_in);
    exam
}

#[tokio::test]
async fn every_answer_gets_full_marks() {
    for https in [true, false] {
        let exam = whole_school(https).await;
        println!(
            "{} answers over {}: {} below full marks",
            exam.count,
            if https { "https" } else { "http" },
            exam.wrong.len()
        );
        assert!(exam.wrong.is_empty(), "{}", exam.wrong.join("\n"));
    }
}

#[test]
fn the_marks_can_be_lost() {
    let mut headers = HeaderMap::new();
    assert_eq!(mark(&headers, true).0, 100 - 25 - 20 - 10 - 10 - 5 - 5 - 5 - 20);
    headers.insert("content-security-policy", "default-src 'none'; script-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'".parse().unwrap());
    assert!(mark(&headers, false).1.iter().any(|fault| fault.starts_with("policy")));
    headers.insert("set-cookie", "rt=x; Path=/; Secure; HttpOnly; SameSite=Strict".parse().unwrap());
    assert!(mark(&headers, false).1.iter().any(|fault| fault.starts_with("cookies")));
}
