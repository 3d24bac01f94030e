//! Security headers, marked by the rules of the MDN HTTP Observatory (its scoring table, version 1.4): every page that a
//! browser opens gets full marks, and whatever else answers holds to the same rules.

use axum::http::{HeaderMap, Method};
use serde_json::json;
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

use crate::answers::{FULL, FULL_WITH_COOKIES, mark, sources};
use crate::operations::all;

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
