//! `auth/login`.

use serde_json::json;
use testkit::{Backend, PASSWORD, TestApp};
use words::Role;

const LOGIN: &str = "/api/v1/oa/auth/login";

#[tokio::test]
async fn a_person_signs_in_and_works() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let email = app.person("a", Role::AdmissionsOfficer).await.unwrap();
        let client = app.at("a");
        let reply = client.post(LOGIN, &json!({ "email": email.to_uppercase(), "password": PASSWORD })).await.unwrap();
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert_eq!(reply.json["user"]["authority"], json!(["admissions_officer"]));
        assert_eq!(reply.json["user"]["email"], json!(email));
        assert_eq!((reply.json["expires_in"].as_i64(), reply.message_id()), (Some(600), ""));
        let cookie = reply.header("set-cookie");
        for part in ["__Host-rt=", "; Path=/", "; Secure", "; HttpOnly", "; SameSite=Strict"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert!(!cookie.contains("Domain"));
        assert_eq!(reply.header("cache-control"), "no-store");
        let bearer = reply.json["token"].as_str().unwrap();
        assert_eq!(client.with_bearer(bearer).get("/api/v1/oa/enquiries").await.unwrap().status, 200);
    }
}

#[tokio::test]
async fn unknown_wrong_invited_and_disabled_look_the_same() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    app.person("a", Role::SchoolAdmin).await.unwrap();
    let disabled = app.person("a", Role::Auditor).await.unwrap();
    let caller = kernel::Caller::system(app.school("a").unwrap().scope());
    app.app.state.identity.disable(&caller, &disabled).await.unwrap();
    let invited = identity::NewAccount {
        email: "new@a.example".into(),
        name: String::new(),
        roles: vec![Role::Reviewer],
        locale: "ar".into(),
    };
    app.app.state.identity.add_user(&caller, invited).await.unwrap();

    let mut seen = Vec::new();
    for (email, password) in [
        ("nobody@a.example", PASSWORD),
        ("school_admin@a.example", "wrong-password-1"),
        ("auditor@a.example", PASSWORD),
        ("new@a.example", ""),
        ("not an address", PASSWORD),
    ] {
        let reply = app.at("a").post(LOGIN, &json!({ "email": email, "password": password })).await.unwrap();
        seen.push((reply.status, reply.text, reply.headers.contains_key("set-cookie")));
    }
    assert_eq!(seen[0].0, 401);
    assert!(seen[0].1.contains("L001"));
    assert!(seen.iter().all(|one| *one == seen[0]), "{seen:#?}");
}

#[tokio::test]
async fn a_person_of_another_school_is_nobody_here() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let email = app.person("b", Role::SchoolAdmin).await.unwrap();
    let reply = app.at("a").post(LOGIN, &json!({ "email": email, "password": PASSWORD })).await.unwrap();
    assert_eq!((reply.status, reply.message_id()), (401, "L001"));
}

#[tokio::test]
async fn wrong_passwords_slow_down_and_never_lock() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let email = app.person("a", Role::SchoolAdmin).await.unwrap();
        let client = app.at("a");
        for name in [email.as_str(), "nobody@a.example"] {
            for wait in [1, 3, 5, 10, 10] {
                let wrong = client.post(LOGIN, &json!({ "email": name, "password": "wrong" })).await.unwrap();
                assert_eq!((wrong.status, wrong.message_id()), (401, "L001"), "{name} {wait}");
                let early = client.post(LOGIN, &json!({ "email": name, "password": PASSWORD })).await.unwrap();
                assert_eq!(
                    (early.status, early.message_id(), early.header("retry-after")),
                    (429, "L002", wait.to_string().as_str()),
                    "{name}"
                );
                app.clock.advance(wait * 1000);
            }
        }
        let right = client.post(LOGIN, &json!({ "userName": email, "password": PASSWORD })).await.unwrap();
        assert_eq!(right.status, 200, "{}", right.text);
    }
}

#[tokio::test]
async fn guesses_at_once_are_judged_one_by_one() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let email = app.person("a", Role::SchoolAdmin).await.unwrap();
    let client = app.at("a");
    let guess = |n: usize| {
        let (client, email) = (client.clone(), email.clone());
        tokio::spawn(async move {
            client.post(LOGIN, &json!({ "email": email, "password": format!("guess {n}") })).await.unwrap().status
        })
    };
    let guesses: Vec<_> = (0..40).map(guess).collect();
    let mut judged = 0;
    for guess in guesses {
        match guess.await.unwrap() {
            401 => judged += 1,
            other => assert_eq!(other, 429),
        }
    }
    assert_eq!(judged, 1);
}

#[tokio::test]
async fn a_malformed_request_is_told_so() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let client = app.at("a");
    for (body, status) in [
        (json!({ "password": "x" }), 400),
        (json!({ "email": "a@b.c" }), 400),
        (json!({ "email": "a@b.c", "password": "x", "role": "school_admin" }), 400),
        (json!({ "email": 1, "password": "x" }), 400),
        (json!([]), 400),
    ] {
        let reply = client.post(LOGIN, &body).await.unwrap();
        assert_eq!((reply.status, reply.message_id()), (status, "R001"), "{body}");
        assert!(!reply.text.contains("school_admin"), "what was sent is not echoed: {}", reply.text);
    }
}
