//! The refresh cookie: its name and attributes, how long it lives by kind of session, its rotation, its end.

use axum::body::Body;
use serde_json::{Value, json};
use words::Role;

use crate::database::Place;
use crate::entry::{admin_in, at_till, auth, family_in, seller, till};
use crate::world::{Got, PASSWORD, World, host};

const MINUTE: i64 = 60;
const DAY: i64 = 24 * 60 * MINUTE;

fn cookies(got: &Got) -> Vec<String> {
    got.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned()).collect()
}

/// The one refresh cookie of an answer: its value and its life.
fn refresh_cookie(got: &Got) -> (String, i64) {
    let all = cookies(got);
    let mine: Vec<&String> = all.iter().filter(|cookie| cookie.starts_with("__Host-rt=")).collect();
    assert_eq!(mine.len(), 1, "{all:?}");
    let parts: Vec<&str> = mine[0].split("; ").collect();
    for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Strict"] {
        assert!(parts.contains(&part), "{}", mine[0]);
    }
    assert!(!mine[0].contains("Domain"), "{}", mine[0]);
    let age = parts.iter().find_map(|part| part.strip_prefix("Max-Age=")).unwrap().parse().unwrap();
    (parts[0].to_owned(), age)
}

async fn refresh(world: &World, cookie: &str) -> Got {
    let request = world.ask("alpha", "POST", &auth("refresh")).header("cookie", cookie);
    world.send(request.header("origin", format!("http://{}", host("alpha"))).body(Body::empty()).unwrap()).await
}

/// Opens a session of each kind; gives the answers with the kinds and how long a browser keeps the cookie.
async fn each_kind(world: &World) -> Vec<(&'static str, Got, i64)> {
    let admin = admin_in(world, "alpha").await;
    let login = |email: &str| json!({ "email": email, "password": PASSWORD });
    let staff = world.post("alpha", &auth("login"), login("entry-admin@alpha.example")).await;
    family_in(world, "alpha", "kind@alpha.example").await;
    let family = world.post("alpha", &auth("login"), login("kind@alpha.example")).await;
    let applicant = json!({
        "child": { "name": "Sara", "dob": "2020-05-04", "grade": "KG1" }, "locale": "en", "captcha_token": "",
        "guardian": { "name": "Maryam", "email": "applicant@alpha.example", "phone": "+96891234567" }
    });
    let applicant = world.post("alpha", &auth("register"), applicant).await;
    let here = till(world, "alpha", &admin, "T1").await;
    seller(world, "alpha", &admin, "1001", Role::Cashier).await;
    let at_till = world.post("alpha", &auth("login-pos"), at_till("1001", &here)).await;
    vec![
        ("staff", staff, 60 * MINUTE),
        ("family", family, 7 * DAY),
        ("applicant", applicant, 7 * DAY),
        ("till", at_till, 15 * MINUTE),
    ]
}

#[tokio::test]
async fn each_kind_of_session_has_its_cookie() {
    let world = World::with(Place::Lite, |schools, _| crate::world::offer_form(schools, "alpha")).await;
    for (kind, got, life) in each_kind(&world).await {
        let body = got.json();
        assert_eq!(got.status.as_u16() / 100, 2, "{kind}: {body}");
        assert_eq!(body["session"]["kind"], kind, "{body}");
        assert_eq!(body["expires_in"], 600, "{kind}: the bearer is short-lived whatever the session is");
        let (cookie, age) = refresh_cookie(&got);
        assert_eq!(age, life, "{kind}");
        assert!(!body.to_string().contains(cookie.trim_start_matches("__Host-rt=")), "{kind}: the body tells it");
        assert_eq!(cookies(&got).len(), 1, "{kind}: {:?}", cookies(&got));

        // It rotates, it stays of its kind, and the old one is dead after the ten seconds of grace.
        let next = refresh(&world, &cookie).await;
        assert_eq!(next.status, 200, "{kind}");
        let (newer, age) = refresh_cookie(&next);
        assert_ne!(newer, cookie, "{kind}");
        assert_eq!((age, &next.json()["session"]["kind"]), (life, &json!(kind)));
        world.clock.advance(11_000);
        let reused = refresh(&world, &cookie).await;
        assert_eq!((reused.status.as_u16(), refresh_cookie(&reused).1), (401, 0), "{kind}: a copy is out");
        assert_eq!(refresh(&world, &newer).await.status, 401, "{kind}: nobody of its family is believed any more");
        let bearer = next.json()["token"].as_str().unwrap().to_owned();
        assert_eq!(world.get("alpha", "/api/v1/oa/profile", &bearer).await.status, 401, "{kind}");
    }
    world.close().await;
}

#[tokio::test]
async fn a_silent_session_ends_by_its_kind() {
    let world = World::with(Place::Lite, |schools, _| crate::world::offer_form(schools, "alpha")).await;
    for (kind, got, life) in each_kind(&world).await {
        let (cookie, _) = refresh_cookie(&got);
        let carried_on = refresh(&world, &cookie).await;
        let (cookie, _) = refresh_cookie(&carried_on);
        world.clock.advance(life * 1000);
        assert_eq!(refresh(&world, &cookie).await.status, 401, "{kind}: {life} s of silence");
    }
    world.close().await;
}

#[tokio::test]
async fn signing_out_takes_the_cookie_away_and_nothing_else_sets_one() {
    let world = World::open(Place::Lite).await;
    world.person("alpha", "admin@alpha.example", "Admin", Role::SchoolAdmin).await;
    let (bearer, cookie) = world.sign_in("alpha", "admin@alpha.example").await;
    for operation in crate::operations::all() {
        // What opens, carries on or ends a session has its own tests.
        if operation.path.contains("/auth/") {
            continue;
        }
        let body = if operation.method == "GET" { Value::Null } else { json!({}) };
        let got = world.call("alpha", &operation.method, &operation.anywhere(), &bearer, body).await;
        assert!(cookies(&got).is_empty(), "{}: {:?}", operation.id, cookies(&got));
    }
    for path in
        ["/", "/sign-in", "/favicon.svg", "/locales/en/common.json", "/calendar/admission.ics", "/branding/x.png"]
    {
        let got = world.get("alpha", path, &bearer).await;
        assert!(cookies(&got).is_empty(), "{path}: {:?}", cookies(&got));
    }
    let out = world.ask("alpha", "POST", &auth("sign-out")).header("cookie", &cookie);
    let out = world.send(out.body(Body::empty()).unwrap()).await;
    assert_eq!((out.status.as_u16(), refresh_cookie(&out)), (200, ("__Host-rt=".to_owned(), 0)));
    assert_eq!(refresh(&world, &cookie).await.status, 401);
    world.close().await;
}
