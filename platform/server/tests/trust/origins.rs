//! Letters lead to the school's own address, whatever host asked for them; names reach no header.

use axum::body::Body;
use axum::extract::Request;
use serde_json::json;

use crate::database::Place;
use crate::entry::{auth, family, messages};
use crate::world::{World, host};

const EVIL: &str = "evil.example";

/// Hosts and headers by which others were talked into writing somebody else's address into a letter.
fn hostile() -> Vec<Vec<(&'static str, String)>> {
    let own = || ("host", host("alpha"));
    let mut all: Vec<Vec<(&'static str, String)>> = [
        EVIL.to_owned(),
        format!("{}.{EVIL}", host("alpha")),
        format!("{EVIL}#{}", host("alpha")),
        format!("{EVIL}/{}", host("alpha")),
        format!("{}@{EVIL}", host("alpha")),
        format!("{EVIL}@{}", host("alpha")),
        format!("{}:80@{EVIL}", host("alpha")),
        format!("{} {EVIL}", host("alpha")),
        format!("{},{EVIL}", host("alpha")),
        format!("{}:{EVIL}", host("alpha")),
        format!("{}:99999", host("alpha")),
        format!("{}%00.{EVIL}", host("alpha")),
        format!("evil{}", host("alpha")),
        "alpha.schools.test.".to_owned() + EVIL,
        "[::1]".into(),
        "127.0.0.1".into(),
        "schools.test".into(),
        String::new(),
        "ALPHA.schools.test:1".into(),
    ]
    .into_iter()
    .map(|host| vec![("host", host)])
    .collect();
    all.push(vec![own(), ("host", EVIL.into())]);
    for name in [
        "x-forwarded-host",
        "x-forwarded-server",
        "x-host",
        "x-original-host",
        "x-rewrite-url",
        "x-original-url",
        "x-http-host-override",
        "x-forwarded-prefix",
        "origin",
        "referer",
    ] {
        all.push(vec![own(), (name, format!("https://{EVIL}"))]);
        all.push(vec![own(), (name, EVIL.into())]);
    }
    all.push(vec![own(), ("forwarded", format!("host={EVIL};proto=https"))]);
    all.push(vec![own(), ("x-forwarded-proto", "javascript".into())]);
    all
}

#[tokio::test]
async fn letters_lead_to_the_schools_own_address() {
    let world = World::open(Place::Lite).await;
    let attacks = hostile();
    assert!(attacks.len() >= 30, "{}", attacks.len());
    let mut wrong = Vec::new();
    let mut sent = 0;
    for (n, headers) in attacks.iter().enumerate() {
        let email = format!("person-{n:03}@alpha.example");
        world.person("alpha", &email, "Person", words::Role::Guardian).await;
        for (call, body) in [
            ("forget-password", json!({ "email": email, "captcha_token": "" })),
            ("register_user", family(&format!("new-{n:03}@alpha.example"))),
        ] {
            let before = messages(&world, "alpha").await.len();
            let mut request = Request::builder().method("POST").uri(auth(call)).header("school-id", "alpha");
            for (name, value) in headers {
                request = request.header(*name, value.as_str());
            }
            let request = request.header("content-type", "application/json").body(Body::from(body.to_string()));
            // What is no header at all does not even leave a browser.
            let Ok(request) = request else { continue };
            let got = world.send(request).await;
            if !matches!(got.status.as_u16(), 200 | 201 | 400 | 421) {
                wrong.push(format!("{call} with {headers:?}: {}", got.status));
            }
            if String::from_utf8_lossy(&got.body).contains("evil") {
                wrong.push(format!("{call} with {headers:?}: the answer repeats it"));
            }
            for message in &messages(&world, "alpha").await[before..] {
                sent += 1;
                let path = message.params["path"].as_str().unwrap_or_default();
                if !path.starts_with('/') || path.starts_with("//") || path.contains('\\') {
                    wrong.push(format!("{call} with {headers:?}: the letter leads to {path}"));
                }
                if serde_json::to_string(message).unwrap().contains("evil") {
                    wrong.push(format!("{call} with {headers:?}: {message:?}"));
                }
            }
        }
    }
    println!("{} hostile heads at two calls, {sent} letters", attacks.len());
    world.close().await;
    assert!(sent > 10, "only {sent} letters");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn line_ends_in_names_reach_no_header() {
    let world = World::open(Place::Lite).await;
    for (n, name) in
        ["Sara\r\nBcc: thief@evil.example", "Sara\nX: 1", "Sara\r", "\u{2028}Sara", "\u{b}Sara\u{85}x", "\u{1b}[2JSara"]
            .iter()
            .enumerate()
    {
        let email = format!("lines-{n}@alpha.example");
        let mut body = family(&email);
        body["name"] = (*name).into();
        let got = world.post("alpha", &auth("register_user"), body).await;
        assert!(matches!(got.status.as_u16(), 201 | 422), "{name:?}: {}", got.status);
        for message in messages(&world, "alpha").await.iter().filter(|message| message.to == email) {
            let name = message.params.get("name").and_then(|name| name.as_str()).unwrap_or_default();
            let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{85}');
            assert!(!name.contains(breaks), "{name:?} goes into a letter");
        }
        // Nor does an address that is more than one line.
        let mut body = family(&email);
        body["email"] = format!("x@alpha.example\r\nBcc: thief@evil.example{n}").into();
        assert_eq!(world.post("alpha", &auth("register_user"), body).await.status, 422);
    }
    assert!(messages(&world, "alpha").await.iter().all(|message| !message.to.contains("evil")));
    world.close().await;
}
