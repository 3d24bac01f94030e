//! The platform's operations, each of them: at a school's host they are none, and at their own they open for operators alone.
//!
//! They come from the API's own document, so a new one is in here the moment it exists.

use axum::body::Body;
use axum::extract::Request;
use console::PlatformCaller;
use serde_json::json;
use words::Role;

use crate::database::Place;
use crate::operations::{Operation, all, of_platform};
use crate::world::{Got, World, host};

const PLATFORM: &str = "schools.test";

async fn ask(world: &World, operation: &Operation, host: &str, headers: &[(&str, &str)]) -> Got {
    let mut request = Request::builder().method(operation.method.as_str()).uri(operation.anywhere());
    request = request.header("host", host).header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    world.send(request.body(Body::from("{}")).unwrap()).await
}

/// As a page of the console would send it.
const OWN_PAGE: [(&str, &str); 2] = [("origin", "http://schools.test"), ("x-console", "1")];

#[tokio::test]
async fn none_of_them_is_answered_at_a_schools_host() {
    let world = World::open(Place::Lite).await;
    world.person("alpha", "admin@alpha.example", "Admin", Role::SchoolAdmin).await;
    let (bearer, cookie) = world.sign_in("alpha", "admin@alpha.example").await;
    let bearer = format!("Bearer {bearer}");
    assert!(of_platform().len() >= 14, "{}", of_platform().len());
    let named: Vec<&str> = of_platform().iter().map(|operation| operation.permission.as_str()).collect();
    assert!(named.iter().all(|name| ["platform.public", "platform.operator"].contains(name)), "{named:?}");
    for operation in of_platform() {
        let school = host("alpha");
        for headers in [
            vec![],
            vec![("school-id", "alpha")],
            vec![("school-id", "alpha"), ("authorization", bearer.as_str()), ("cookie", cookie.as_str())],
            [OWN_PAGE.to_vec(), vec![("school-id", "alpha")]].concat(),
        ] {
            let got = ask(&world, operation, &school, &headers).await;
            let seen = (got.status.as_u16(), got.json()["messageId"].as_str().unwrap_or_default().to_owned());
            assert_eq!(seen, (421, "L007".to_owned()), "{} {headers:?}", operation.id);
        }
    }
    world.close().await;
}

#[tokio::test]
async fn what_is_for_operators_opens_for_nobody_else() {
    let world = World::open(Place::Lite).await;
    world.person("alpha", "admin@alpha.example", "Admin", Role::SchoolAdmin).await;
    world.person("alpha", "platform@alpha.example", "Platform", Role::PlatformAdmin).await;
    let mut bearers = Vec::new();
    for email in ["admin@alpha.example", "platform@alpha.example"] {
        let (bearer, cookie) = world.sign_in("alpha", email).await;
        bearers.push((format!("Bearer {bearer}"), cookie.clone(), cookie.replace("__Host-rt", "__Host-op")));
    }
    let guarded: Vec<_> = of_platform().iter().filter(|o| o.permission == "platform.operator").collect();
    assert!(guarded.len() >= 7, "{}", guarded.len());
    for operation in guarded {
        let mut ways = vec![vec![], vec![("cookie", "__Host-op=x")], vec![("cookie", "__Host-op=a; __Host-op=b")]];
        for (bearer, cookie, disguised) in &bearers {
            ways.push(vec![("authorization", bearer.as_str())]);
            ways.push(vec![("authorization", bearer.as_str()), ("cookie", cookie.as_str())]);
            ways.push(vec![("cookie", disguised.as_str())]);
            ways.push(vec![("authorization", bearer.as_str()), ("school-id", "alpha")]);
        }
        let mut answers = std::collections::BTreeSet::new();
        for way in ways {
            let got = ask(&world, operation, PLATFORM, &[OWN_PAGE.to_vec(), way.clone()].concat()).await;
            assert_eq!(got.status, 401, "{} {way:?}", operation.id);
            answers.insert(got.body);
        }
        assert_eq!(answers.len(), 1, "{}: one answer for all", operation.id);
    }
    world.close().await;
}

#[tokio::test]
async fn the_consoles_writes_want_its_own_page_before_anything_else() {
    let world = World::open(Place::Lite).await;
    let writes = of_platform().iter().filter(|o| o.path.starts_with("/api/v1/oa/operator/") && o.method != "GET");
    let mut count = 0;
    for operation in writes {
        count += 1;
        for headers in
            [vec![], vec![OWN_PAGE[0]], vec![OWN_PAGE[1]], vec![("origin", "http://alpha.schools.test"), OWN_PAGE[1]]]
        {
            let got = ask(&world, operation, PLATFORM, &headers).await;
            assert_eq!(got.status, 403, "{} {headers:?}", operation.id);
        }
    }
    assert!(count >= 5, "{count}");
    world.close().await;
}

#[tokio::test]
async fn no_operation_of_a_school_is_answered_at_the_platforms_host() {
    let world = World::open(Place::Lite).await;
    world.person("alpha", "admin@alpha.example", "Admin", Role::SchoolAdmin).await;
    let bearer = format!("Bearer {}", world.sign_in("alpha", "admin@alpha.example").await.0);
    for operation in all() {
        for headers in [vec![], vec![("school-id", "alpha"), ("authorization", bearer.as_str())]] {
            let got = ask(&world, operation, PLATFORM, &headers).await;
            assert_eq!(got.status, 421, "{} {headers:?}", operation.id);
        }
    }
    world.close().await;
}

/// An operator's session opens nothing of a school.
#[tokio::test]
async fn an_operators_cookie_opens_no_school() {
    let world = World::open(Place::Lite).await;
    let caller = PlatformCaller::system();
    let token = world.app.state.console.add_operator(&caller, "sara@platform.example", "Sara").await.unwrap();
    let at = |body: serde_json::Value| {
        let request = Request::builder().method("POST").uri("/api/v1/oa/operator/set-up").header("host", PLATFORM);
        let request = OWN_PAGE.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap()
    };
    let offered = world.send(at(json!({ "token": token }))).await.is(200);
    let secret = totp_rs::Secret::try_from_base32(offered["enrolment"]["secret"].as_str().unwrap()).unwrap();
    let seconds = u64::try_from(words::Clock::now_ms(&*world.clock) / 1000).unwrap();
    let code = totp_rs::Builder::new().with_secret(secret).build().unwrap().generate(seconds).to_string();
    let set = world.send(at(json!({ "token": token, "password": crate::world::PASSWORD, "code": code }))).await;
    set.is(200);
    let cookie = set.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let me = of_platform().iter().find(|operation| operation.id == "operator_me").unwrap();
    assert_eq!(ask(&world, me, PLATFORM, &[("cookie", cookie.as_str())]).await.status, 200);
    for operation in all().iter().filter(|operation| !operation.public) {
        let got = ask(&world, operation, &host("alpha"), &[("school-id", "alpha"), ("cookie", cookie.as_str())]).await;
        assert_eq!(got.status, 401, "{}", operation.id);
    }
    world.close().await;
}
