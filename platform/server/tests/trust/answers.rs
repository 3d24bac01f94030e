//! What every answer carries, and what a sign-in takes of the server. Checks give what is wrong.

use std::net::IpAddr;

use axum::body::Body;
use axum::http::HeaderMap;
use serde_json::json;
use tokio::task::JoinSet;
use words::Role;

use crate::world::{PASSWORD, World};

const LOGIN: &str = "/api/v1/oa/auth/login";

/// 100, and a bonus each for policy, framing, referrer and resource policy. What a cookie adds comes on top.
pub const FULL: i32 = 130;
/// The same with cookies that are as they should be.
pub const FULL_WITH_COOKIES: i32 = 135;

fn text(headers: &HeaderMap, name: &str) -> String {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap()).collect::<Vec<_>>().join(", ")
}

pub fn sources<'p>(policy: &'p str, directive: &str) -> Option<Vec<&'p str>> {
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

/// Pages, files, texts, data and refusals say what a browser may do with them.
pub async fn every_kind_of_answer_is_hardened(world: &World) -> Vec<String> {
    let mut wrong = Vec::new();
    for path in [
        "/",
        "/no/such/page",
        "/assets/gone.js",
        "/locales/en/common.json",
        "/calendar/admission.ics?lng=en",
        "/healthz",
        "/api/v1/oa/common/school-details",
        "/api/v1/oa/profile",
        "/api/v1/oa/nothing",
    ] {
        let request = world.ask("alpha", "GET", path).header("accept", "text/html,*/*;q=0.8");
        let got = world.send(request.body(Body::empty()).unwrap()).await;
        let (marks, faults) = mark(&got.headers, false);
        if marks != FULL || !faults.is_empty() {
            wrong.push(format!("{path} ({}): {marks} of {FULL}: {faults:?}", got.status));
        }
    }
    wrong
}

/// A session's cookie goes over https, to no script, and along with no request of another site.
pub async fn the_cookie_of_a_session_is_firm(world: &World) -> Vec<String> {
    world.person("alpha", "firm@alpha.example", "Firm", Role::Auditor).await;
    let got = world.post("alpha", LOGIN, json!({ "email": "firm@alpha.example", "password": PASSWORD })).await;
    let cookie = got.headers.get("set-cookie").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let parts: Vec<&str> = cookie.split("; ").collect();
    let needed = ["Path=/", "Secure", "HttpOnly", "SameSite=Strict"].into_iter().filter(|part| !parts.contains(part));
    let mut wrong: Vec<String> = needed.map(|part| format!("{part} is missing: {cookie}")).collect();
    if !cookie.starts_with("__Host-rt=") || cookie.contains("Domain") {
        wrong.push(format!("it is not this host's alone: {cookie}"));
    }
    wrong
}

/// Whether a name is somebody's is told by no time that a sign-in takes: both cost one hash, which is what takes the time.
pub async fn nobody_costs_as_much_as_somebody(world: &World) -> Vec<String> {
    let told = server::telemetry::metrics().expect("no other recorder");
    let hashed = || {
        let line = |line: &str| line.strip_prefix("qabul_passwords_hashed_total ")?.parse::<u64>().ok();
        told.render().lines().find_map(line).unwrap_or_default()
    };
    world.person("alpha", "person@alpha.example", "Person", Role::Auditor).await;
    let mut wrong = Vec::new();
    for who in ["person", "nobody"] {
        let before = hashed();
        let asked = json!({ "email": format!("{who}@alpha.example"), "password": "not-the-password-at-all" });
        world.post("alpha", LOGIN, asked).await.is(401);
        let cost = hashed() - before;
        if cost != 1 {
            wrong.push(format!("{who} costs {cost} hashes"));
        }
    }
    wrong
}

/// The line of an address at a sign-in ends: who comes past it is told at once to come again.
pub async fn a_line_at_sign_in_ends(world: &World) -> Vec<String> {
    // One has its turn, and 48 wait; each with a name of their own.
    const CROWD: usize = 80;
    let mut crowd = JoinSet::new();
    for n in 0..CROWD {
        let body = json!({ "email": format!("crowd-{n}@alpha.example"), "password": PASSWORD });
        let request = world.ask("alpha", "POST", LOGIN).header("content-type", "application/json");
        let request = request.body(Body::from(body.to_string())).unwrap();
        let front = world.front.clone();
        crowd.spawn(async move { front.handle(request, IpAddr::from([127, 0, 0, 1])).await.status().as_u16() });
    }
    let told = crowd.join_all().await;
    let count = |status: u16| told.iter().filter(|told| **told == status).count();
    let (judged, refused) = (count(401), count(429));
    let is_held = refused >= 10 && judged >= 10 && judged + refused == CROWD;
    (!is_held)
        .then(|| format!("of {CROWD} at once {judged} were judged and {refused} told to wait"))
        .into_iter()
        .collect()
}
