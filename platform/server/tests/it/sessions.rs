//! Refreshing, signing out, and everything that ends a session.

use axum::http::Method;
use serde_json::json;
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

const REFRESH: &str = "/api/v1/oa/auth/refresh";
const SIGN_OUT: &str = "/api/v1/oa/auth/sign-out";
const INBOX: &str = "/api/v1/oa/enquiries";

async fn refresh(client: &Client) -> Reply {
    client.ask(Method::POST, REFRESH).header("origin", &format!("http://{}", client.host)).send().await.unwrap()
}

async fn works(client: &Client) -> bool {
    let reply = client.get(INBOX).await.unwrap();
    assert!(matches!(reply.status, 200 | 401), "{}", reply.text);
    reply.status == 200
}

#[tokio::test]
async fn a_session_is_carried_on_and_its_old_bearer_runs_out() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let mut client = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        app.clock.advance(9 * 60_000);
        let reply = refresh(&client).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert_ne!(reply.cookie(), client.cookie);
        app.clock.advance(60_000);
        assert!(!works(&client).await, "ten minutes are over");
        client.bearer = reply.json["token"].as_str().map(str::to_owned);
        assert!(works(&client).await);
    }
}

#[tokio::test]
async fn a_refresh_token_that_comes_again_later_ends_the_session() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let client = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let first = refresh(&client).await;
        assert_eq!(first.status, 200);
        app.clock.advance(9_000);
        assert_eq!(refresh(&client).await.status, 200, "two tabs may be as far apart as ten seconds");
        app.clock.advance(2_000);
        let reused = refresh(&client).await;
        assert_eq!((reused.status, reused.message_id()), (401, "L014"));
        assert!(reused.header("set-cookie").contains("Max-Age=0"));
        let thief = Client {
            cookie: first.cookie(),
            bearer: first.json["token"].as_str().map(str::to_owned),
            ..client.clone()
        };
        assert!(!works(&thief).await, "nobody is believed any more");
        assert_eq!(refresh(&thief).await.status, 401);
    }
}

#[tokio::test]
async fn a_refresh_token_has_one_successor_and_a_session_goes_on_so_often() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let client = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let (first, second, third) = tokio::join!(refresh(&client), refresh(&client), refresh(&client));
        assert_eq!((first.status, second.status, third.status), (200, 200, 200));
        assert_eq!((first.cookie(), first.cookie()), (second.cookie(), third.cookie()), "the same to all three");
        let next = Client { cookie: first.cookie(), ..client.clone() };
        let newest = refresh(&next).await;
        assert_ne!(newest.cookie(), first.cookie());
        let late = refresh(&client).await;
        assert_eq!(late.cookie(), newest.cookie(), "a slow tab gets what is good now");
        // Sixty within two minutes, however they are asked for.
        let mut over = 0;
        for _ in 0..70 {
            let reply = refresh(&client).await;
            match reply.status {
                200 => assert_eq!(reply.cookie(), newest.cookie()),
                status => {
                    assert_eq!((status, reply.message_id()), (429, "L002"));
                    assert!(reply.header("retry-after").parse::<i64>().unwrap() <= 120);
                    over += 1;
                }
            }
        }
        assert_eq!(over, 15, "five went before");
        app.clock.advance(121_000);
        let on = Client { cookie: newest.cookie(), ..client.clone() };
        assert_eq!(refresh(&on).await.status, 200);
    }
}

#[tokio::test]
async fn another_site_cannot_carry_a_session_on() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let client = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    for origin in [
        None,
        Some("http://b.localhost:8080"),
        Some("null"),
        Some("http://a.localhost"),
        Some("http://a.localhost:8080.evil.example"),
    ] {
        let mut ask = client.ask(Method::POST, REFRESH);
        if let Some(origin) = origin {
            ask = ask.header("origin", origin);
        }
        let reply = ask.send().await.unwrap();
        assert_eq!((reply.status, reply.message_id()), (403, "R001"), "{origin:?}");
    }
    let fetched = client
        .ask(Method::POST, REFRESH)
        .header("origin", "http://a.localhost:8080")
        .header("sec-fetch-site", "same-site");
    assert_eq!(fetched.send().await.unwrap().status, 403);
    let without_school = Client { school: None, ..client.clone() };
    assert_eq!(refresh(&without_school).await.status, 400, "the school header cannot be sent by a plain form");
    assert_eq!(refresh(&client).await.status, 200, "none of it used the token up");
}

#[tokio::test]
async fn the_cookie_of_another_school_is_unknown() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let client = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let elsewhere = Client { cookie: client.cookie.clone(), bearer: client.bearer.clone(), ..app.at("b") };
    assert_eq!(refresh(&elsewhere).await.status, 401);
    assert!(!works(&elsewhere).await);
}

#[tokio::test]
async fn signing_out_ends_the_session_whichever_way_it_is_named() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let email = app.person("a", Role::SchoolAdmin).await.unwrap();
        for way in ["body", "header", "cookie", "stale bearer"] {
            let client = app.sign_in("a", &email).await.unwrap();
            let other = app.sign_in("a", &email).await.unwrap();
            let bearer = client.bearer.clone().unwrap();
            let bare = Client { bearer: None, cookie: None, ..client.clone() };
            let reply = match way {
                "body" => bare.post(SIGN_OUT, &json!({ "token": bearer })).await,
                "header" => bare.with_bearer(&bearer).ask(Method::POST, SIGN_OUT).send().await,
                "cookie" => client.anonymous().ask(Method::POST, SIGN_OUT).send().await,
                _ => {
                    app.clock.advance(11 * 60_000);
                    bare.post(SIGN_OUT, &json!({ "token": bearer })).await
                }
            };
            let reply = reply.unwrap();
            assert_eq!(reply.status, 200, "{way}: {}", reply.text);
            assert!(reply.header("set-cookie").contains("Max-Age=0"), "{way}");
            assert!(!works(&client).await, "{way}: the bearer is dead");
            assert_eq!(refresh(&client).await.status, 401, "{way}: the cookie is dead");
            assert_eq!(refresh(&other).await.status, 200, "{way}: another browser's session lives");
        }
        let nobody = app.at("a").post(SIGN_OUT, &json!({})).await.unwrap();
        assert_eq!(nobody.status, 200);
    }
}

#[tokio::test]
async fn idle_and_old_sessions_end() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let email = app.person("a", Role::SchoolAdmin).await.unwrap();
    let idle = app.sign_in("a", &email).await.unwrap();
    app.clock.advance(60 * 60_000);
    assert_eq!(refresh(&idle).await.status, 401, "an hour of silence");
    let mut busy = app.sign_in("a", &email).await.unwrap();
    for _ in 0..13 {
        app.clock.advance(55 * 60_000);
        let reply = refresh(&busy).await;
        assert_eq!(reply.status, 200);
        busy.cookie = reply.cookie();
    }
    app.clock.advance(5 * 60_000);
    assert_eq!(refresh(&busy).await.status, 401, "twelve hours, however busy");
}

#[tokio::test]
async fn disabling_and_a_new_password_act_on_the_next_request() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let identity = &app.app.state.identity;
        let caller = kernel::Caller::system(app.school("a").unwrap().scope());
        let disabled = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        assert!(works(&disabled).await);
        identity.disable(&caller, "school_admin@a.example").await.unwrap();
        assert!(!works(&disabled).await);
        assert_eq!(refresh(&disabled).await.status, 401);
        let changed = app.signed_in("a", Role::Auditor).await.unwrap();
        identity.set_password(&caller, "auditor@a.example", "another-lemon-quay-92".into(), Vec::new()).await.unwrap();
        assert!(!works(&changed).await);
        assert_eq!(refresh(&changed).await.status, 401);
    }
}

#[tokio::test]
async fn a_bearer_is_asked_for_only_where_it_is_needed() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let stale = app.at("a").with_bearer("stale");
    let reply = stale.get("/api/v1/oa/public/forms").await.unwrap();
    assert_eq!(reply.status, 200, "a family with an old bearer is not turned away");
    let (none, bad) = (app.at("a").get(INBOX).await.unwrap(), stale.get(INBOX).await.unwrap());
    assert_eq!((none.status, none.message_id()), (401, "L014"));
    assert_eq!((bad.status, &bad.text), (none.status, &none.text));
}

#[tokio::test]
async fn roles_decide_what_a_session_may_do() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    for (role, read, export) in
        [(Role::AdmissionsOfficer, 200, 200), (Role::Auditor, 200, 403), (Role::Cashier, 403, 403)]
    {
        let client = app.signed_in("a", role).await.unwrap();
        assert_eq!(client.get(INBOX).await.unwrap().status, read, "{role:?}");
        let reply = client.get("/api/v1/oa/enquiries/export?format=csv").await.unwrap();
        assert_eq!(reply.status, export, "{role:?} {}", reply.text);
    }
}
