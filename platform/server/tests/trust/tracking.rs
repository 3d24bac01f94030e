//! What a tracking code opens, and how often an authenticator is guessed at.

use identity::entry::NewApplicant;
use kernel::Caller;
use serde_json::{Value, json};
use testkit::{MULTIPART, multipart};
use words::Clock as _;

use crate::database::{execute, scope};
use crate::entry::{admin_in, auth, family, letter, register, token_of, totp, verify, with_factor};
use crate::ways::{MINUTE, answer_code, ask_code, is, on_both, outcome, sent_to};
use crate::world::PASSWORD;

#[tokio::test]
async fn a_tracking_code_opens_nobody_of_the_staff() {
    on_both(async |world| {
        let (name, phone, locale) = ("Maryam".into(), "+968 9123 4567".into(), "en".into());
        let new = NewApplicant { name, email: "works@alpha.example".into(), phone, locale };
        let system = Caller::system(scope("alpha"));
        let made = world.app.state.identity.open_applicant(&system, new.checked("").unwrap(), String::new());
        let code = made.await.unwrap().tracking_code;
        let track = async || world.post("alpha", &auth("track"), json!({ "tracking_code": code })).await;
        let bearer = track().await.is(200)["token"].as_str().unwrap().to_owned();
        // They put an address in, and come to work at the school.
        world.clock.advance(MINUTE + 1_000);
        let call = async |path: &str, body: Value| {
            world.call("alpha", "POST", &format!("/api/v1/oa/profile/{path}"), &bearer, body).await
        };
        call("step-up", json!({})).await.is(200);
        let proof = letter(world, "alpha", "works@alpha.example", "step_up").await;
        assert!(proof.is_strangers, "the address is what somebody typed");
        let proof = proof.params["code"].clone();
        call("email", json!({ "email": "works@alpha.example", "current": proof })).await.is(200);
        let confirmed = "UPDATE users SET email = 'works@alpha.example', email_verified_at = 1 WHERE school_id = $1 AND kind = 'applicant'";
        execute(&world.app.db, "alpha", confirmed).await.unwrap();
        let admin = admin_in(world, "alpha").await;
        let all = world.get("alpha", "/api/v1/oa/people?q=maryam", &admin).await.is(200);
        let them = &all["items"][0];
        let path = format!("/api/v1/oa/people/{}", them["id"].as_str().unwrap());
        let change = json!({ "version": them["version"], "roles": ["admissions_officer"] });
        world.call("alpha", "PATCH", &path, &admin, change).await.is(200);
        assert_eq!(outcome(&track().await), is(404, "L010"));
        // Nor where an archive brings such a row.
        let brought = "UPDATE users SET kind = 'applicant' WHERE school_id = $1 AND email = 'works@alpha.example'";
        execute(&world.app.db, "alpha", brought).await.unwrap();
        assert_eq!(outcome(&track().await), is(404, "L010"));
        // And a family's account that became one of the staff's does not come in by a code either.
        let asked = ask_code(world, "works@alpha.example").await.is(200);
        assert_eq!(outcome(&answer_code(world, &asked["challenge_id"], "123456").await), is(422, "L004"));
        assert!(sent_to(world, "works@alpha.example").await.iter().all(|template| template != "code"));
    })
    .await;
}

#[tokio::test]
async fn guesses_at_an_authenticator_are_counted_together() {
    on_both(async |world| {
        let admin = admin_in(world, "alpha").await;
        let secret = with_factor(world, "alpha", &admin).await;
        let renew = async |code: &str| {
            let path = "/api/v1/oa/profile/second-factor/recovery-codes";
            world.call("alpha", "POST", path, &admin, json!({ "code": code })).await
        };
        assert_eq!(outcome(&renew("000000").await), is(422, "L004"));
        let used_up = "UPDATE attempts SET count = 20 WHERE school_id = $1 AND flow = 'factor.try'";
        assert_eq!(execute(&world.app.db, "alpha", used_up).await.unwrap(), 1);
        assert_eq!(outcome(&renew("000000").await), is(429, "L002"));
        world.clock.advance(MINUTE);
        assert_eq!(outcome(&renew(&totp(&secret, world.clock.now_ms())).await), is(429, "L002"), "also the right one");
    })
    .await;
}

#[tokio::test]
async fn nobody_takes_their_own_second_factor_away_as_an_administrator() {
    on_both(async |world| {
        let admin = admin_in(world, "alpha").await;
        with_factor(world, "alpha", &admin).await;
        let me = world.get("alpha", "/api/v1/oa/profile", &admin).await.is(200)["profile"]["id"].clone();
        let path = format!("/api/v1/oa/people/{}/second-factor-reset", me.as_str().unwrap());
        let got = world.call("alpha", "POST", &path, &admin, json!({})).await;
        assert_eq!(outcome(&got), is(422, "L017"));
        assert_eq!(got.json()["errors"][0]["code"], "ownAccount");
        let profile = world.get("alpha", "/api/v1/oa/profile", &admin).await.is(200);
        assert_eq!(profile["profile"]["second_factor"]["active"], true, "{profile}");
    })
    .await;
}

#[tokio::test]
async fn whoever_came_in_without_a_second_factor_is_out_once_there_is_one() {
    on_both(async |world| {
        world.person("alpha", "mine@alpha.example", "Owner", words::Role::Guardian).await;
        let (thief, _) = world.sign_in("alpha", "mine@alpha.example").await;
        world.clock.advance(MINUTE);
        let (own, _) = world.sign_in("alpha", "mine@alpha.example").await;
        with_factor(world, "alpha", &own).await;
        assert_eq!(world.get("alpha", "/api/v1/oa/profile", &thief).await.status, 401);
        world.get("alpha", "/api/v1/oa/profile", &own).await.is(200);
    })
    .await;
}

/// Whoever has a session and the password changes the address to their own, twice, and takes the second change back.
#[tokio::test]
async fn a_second_factor_outlives_a_change_that_a_thief_takes_back() {
    on_both(async |world| {
        world.person("alpha", "mine@alpha.example", "Owner", words::Role::Guardian).await;
        let (bearer, _) = world.sign_in("alpha", "mine@alpha.example").await;
        let secret = with_factor(world, "alpha", &bearer).await;
        world.clock.advance(2 * MINUTE);
        let login = json!({ "email": "mine@alpha.example", "password": PASSWORD });
        let challenge = world.post("alpha", &auth("login"), login).await.is(200)["challenge"].clone();
        let code = totp(&secret, world.clock.now_ms());
        let inside = world.post("alpha", &auth("second-factor"), json!({ "challenge": challenge, "code": code })).await;
        let cookie = inside.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        let thief = inside.is(200)["token"].as_str().unwrap().to_owned();
        for email in ["thief@alpha.example", "second@alpha.example"] {
            let change = json!({ "email": email, "current": PASSWORD });
            world.call("alpha", "POST", "/api/v1/oa/profile/email", &thief, change).await.is(200);
            let proof = token_of(&letter(world, "alpha", email, "change_email").await);
            verify(world, "alpha", &proof, &cookie).await.is(200);
            world.clock.advance(MINUTE);
        }
        let back = token_of(&letter(world, "alpha", "thief@alpha.example", "email_changed").await);
        let back = verify(world, "alpha", &back, "a=b").await.is(200);
        let set = json!({ "token": back["set_password"], "password": "willow-harbour-22-copper" });
        world.post("alpha", &auth("reset-password"), set).await.is(200);
        let login = json!({ "email": "thief@alpha.example", "password": "willow-harbour-22-copper" });
        let half = world.post("alpha", &auth("login"), login).await.is(200);
        assert!(half["challenge"].is_string() && !half["token"].is_string(), "{half}");
    })
    .await;
}

#[tokio::test]
async fn a_portrait_past_the_days_count_is_not_looked_at() {
    on_both(async |world| {
        let admin = admin_in(world, "alpha").await;
        let put = async || {
            let request = world
                .ask("alpha", "PUT", "/api/v1/oa/profile/avatar")
                .header("authorization", format!("Bearer {admin}"))
                .header("content-type", MULTIPART);
            world.send(request.body(multipart(&[], "a.png", b"no picture").into()).unwrap()).await
        };
        assert_eq!(outcome(&put().await).1, "D002");
        let used_up = "UPDATE attempts SET count = 100 WHERE school_id = $1 AND flow = 'profile.change'";
        assert_eq!(execute(&world.app.db, "alpha", used_up).await.unwrap(), 1);
        assert_eq!(outcome(&put().await), is(429, "L002"));
    })
    .await;
}

#[tokio::test]
async fn an_invitation_that_lapsed_is_opened_by_no_stranger() {
    on_both(async |world| {
        let admin = admin_in(world, "alpha").await;
        let email = "officer@external.example";
        let new = json!({ "name": "Officer", "email": email, "roles": ["admissions_officer"], "locale": "en" });
        world.call("alpha", "POST", "/api/v1/oa/people", &admin, new).await.is(201);
        let before = sent_to(world, email).await;
        register(world, "alpha", family(email)).await;
        assert_eq!(sent_to(world, email).await, before, "no letter opens what was never taken up");
    })
    .await;
}
