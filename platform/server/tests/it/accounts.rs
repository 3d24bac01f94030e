//! One-time links and `auth/reset-password`, `auth/validate-schoolid`.

use identity::NewAccount;
use kernel::{Caller, UserId};
use serde_json::json;
use testkit::{Backend, PASSWORD, TestApp};
use words::Role;

const RESET: &str = "/api/v1/oa/auth/reset-password";

async fn invited(app: &TestApp) -> (Caller, UserId, String) {
    let caller = Caller::system(app.school("a").unwrap().scope());
    let new = NewAccount {
        email: "Sara@a.example".into(),
        name: "Sara Al-Balushi".into(),
        roles: vec![Role::SchoolAdmin],
        locale: "ar".into(),
    };
    let id = app.app.state.identity.add_user(&caller, new).await.unwrap();
    let token = app.app.state.identity.invite_link(&caller, &id).await.unwrap();
    (caller, id, token)
}

#[tokio::test]
async fn a_link_sets_the_first_password_once() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let (caller, id, token) = invited(&app).await;
        let second = app.app.state.identity.invite_link(&caller, &id).await.unwrap();
        let client = app.at("a");
        let reply = client.post(RESET, &json!({ "token": token, "password": PASSWORD })).await.unwrap();
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert!(app.sign_in("a", "sara@a.example").await.is_ok());
        let mut dead = Vec::new();
        for link in [token.as_str(), second.as_str(), "unknown", ""] {
            let reply = client.post(RESET, &json!({ "token": link, "password": PASSWORD })).await.unwrap();
            dead.push((reply.status, reply.text));
        }
        let elsewhere = app.app.state.identity.invite_link(&caller, &id).await.unwrap();
        let reply = app.at("b").post(RESET, &json!({ "token": elsewhere, "password": PASSWORD })).await.unwrap();
        dead.push((reply.status, reply.text));
        app.clock.advance(7 * 86_400_000);
        let reply = client.post(RESET, &json!({ "token": elsewhere, "password": PASSWORD })).await.unwrap();
        dead.push((reply.status, reply.text));
        assert!(dead[0].0 == 404 && dead[0].1.contains("L010"));
        assert!(dead.iter().all(|one| *one == dead[0]), "{dead:#?}");
    }
}

#[tokio::test]
async fn a_poor_password_is_refused_and_the_link_lives() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let (_, _, token) = invited(&app).await;
    for (password, code) in [
        ("short", "tooShort"),
        ("sara-albalushi", "tooCommon"),
        ("password123", "tooCommon"),
        (&"x7".repeat(70), "tooLong"),
    ] {
        let reply = app.at("a").post(RESET, &json!({ "token": token, "password": password })).await.unwrap();
        assert_eq!((reply.status, reply.message_id()), (422, "L013"), "{password}");
        assert_eq!(
            (&reply.json["errors"][0]["path"], &reply.json["errors"][0]["code"]),
            (&json!("/password"), &json!(code)),
            "{password}"
        );
    }
    let reply = app.at("a").post(RESET, &json!({ "token": token, "password": PASSWORD })).await.unwrap();
    assert_eq!(reply.status, 200);
}

#[tokio::test]
async fn two_takers_of_one_link_set_one_password() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let (_, _, token) = invited(&app).await;
        let client = app.at("a");
        let (one, two) = (
            json!({ "token": token, "password": PASSWORD }),
            json!({ "token": token, "password": "another-lemon-quay-92" }),
        );
        let (one, two) = tokio::join!(client.post(RESET, &one), client.post(RESET, &two));
        let mut statuses = [one.unwrap().status, two.unwrap().status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 404]);
    }
}

#[tokio::test]
async fn a_disabled_person_cannot_come_back_by_a_link() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let (caller, id, _) = invited(&app).await;
    app.app.state.identity.disable(&caller, "sara@a.example").await.unwrap();
    let token = app.app.state.identity.invite_link(&caller, &id).await.unwrap();
    let reply = app.at("a").post(RESET, &json!({ "token": token, "password": PASSWORD })).await.unwrap();
    assert_eq!(reply.status, 404);
}

#[tokio::test]
async fn an_address_has_one_account_in_a_school() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        invited(&app).await;
        for school in ["a", "b"] {
            let caller = Caller::system(app.school(school).unwrap().scope());
            let new = NewAccount {
                email: "sara@A.example".into(),
                name: String::new(),
                roles: vec![Role::Auditor],
                locale: "en".into(),
            };
            let made = app.app.state.identity.add_user(&caller, new).await;
            assert_eq!(made.is_ok(), school == "b", "{school}");
        }
        let caller = Caller::system(app.school("b").unwrap().scope());
        let listed = app.app.state.identity.list(&caller).await.unwrap();
        assert_eq!(listed.iter().map(|account| account.name.as_str()).collect::<Vec<_>>(), ["sara"]);
    }
}

#[tokio::test]
async fn only_this_hosts_school_id_is_valid() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let client = app.at("a");
    let good = client.get("/api/v1/oa/auth/validate-schoolid?school_id=a").await.unwrap();
    assert_eq!(
        good.json["school"],
        json!({ "code": "a", "name": { "en": "School A", "ar": "مدرسة a" }, "active": true })
    );
    let mut others = Vec::new();
    for id in ["b", "zzz", "A%20"] {
        let reply = client.get(&format!("/api/v1/oa/auth/validate-schoolid?school_id={id}")).await.unwrap();
        others.push((reply.status, reply.text));
    }
    assert_eq!(others[0].0, 404);
    assert!(others[0].1.contains("L007") && others.iter().all(|one| *one == others[0]), "{others:?}");
}
