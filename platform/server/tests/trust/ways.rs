//! Ways in of families and applicants, as they go when nobody does anything wrong, and what is told when somebody does.

use std::net::IpAddr;

use axum::body::Body;
use identity::entry::NewApplicant;
use kernel::Caller;
use serde_json::{Value, json};
use words::{Clock as _, Role};

use crate::database::{Place, execute, number, scope};
use crate::doors::now_with;
use crate::entry::{
    admin_in, auth, family, family_in, letter, messages, register, texts, token_of, totp, verify, with_factor,
};
use crate::world::{Got, PASSWORD, World, configure};

const OTHER: &str = "copper-lagoon-58-thistle";
pub const MINUTE: i64 = 60_000;

pub async fn on_both(play: impl AsyncFn(&World)) {
    let world = World::open(Place::Lite).await;
    play(&world).await;
    world.close().await;
    if let Some(place) = Place::postgres().await {
        let world = World::open(place).await;
        play(&world).await;
        world.close().await;
    }
}

pub fn outcome(got: &Got) -> (u16, String) {
    (got.status.as_u16(), got.json()["messageId"].as_str().unwrap_or_default().to_owned())
}

pub fn is(status: u16, id: &str) -> (u16, String) {
    (status, id.to_owned())
}

fn cookie(got: &Got, name: &str) -> Option<String> {
    let all = got.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    let found = all.filter_map(|value| value.split(';').next()).find(|value| value.starts_with(name));
    found.map(str::to_owned)
}

async fn post_with(world: &World, school: &str, call: &str, headers: &[(&str, &str)], body: Value) -> Got {
    let mut request = world.ask(school, "POST", &auth(call)).header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    world.send(request.body(Body::from(body.to_string())).unwrap()).await
}

async fn login(world: &World, email: &str, password: &str) -> Got {
    // Wrong passwords before this one must not slow it down.
    world.clock.advance(15_000);
    world.post("alpha", &auth("login"), json!({ "email": email, "password": password })).await
}

/// Letters to somebody that will be sent, by template.
pub async fn sent_to(world: &World, to: &str) -> Vec<String> {
    let all = messages(world, "alpha").await;
    let sent = all.into_iter().filter(|message| message.to == to && message.expires_at > 0);
    sent.map(|message| message.template).collect()
}

pub async fn ask_code(world: &World, email: &str) -> Got {
    let body = json!({ "email": email, "purpose": "sign_in", "locale": "ar", "captcha_token": "" });
    world.post("alpha", &auth("auth-otp"), body).await
}

pub async fn answer_code(world: &World, challenge: &Value, code: &str) -> Got {
    world.post("alpha", &auth("verify-auth-otp"), json!({ "challenge_id": challenge, "code": code })).await
}

async fn code_to(world: &World, email: &str) -> String {
    letter(world, "alpha", email, "code").await.params["code"].as_str().unwrap().to_owned()
}

/// Asks for a code and gives challenge and code.
async fn fresh_code(world: &World, email: &str) -> (Value, String) {
    let sent = ask_code(world, email).await.is(200);
    (sent["challenge_id"].clone(), code_to(world, email).await)
}

fn wrong_code(right: &str) -> &'static str {
    if right == "111111" { "222222" } else { "111111" }
}

#[tokio::test]
async fn a_family_begins_by_mail() {
    on_both(async |world| {
        let mut new = family("Begin@alpha.example");
        new["phone"] = json!("٠٠٩٦٨ ٩١٢٣-٤٥٦٧");
        let made = world.post("alpha", &auth("register_user"), new).await;
        assert_eq!(outcome(&made), is(201, "L011"));
        let begun = cookie(&made, "__Host-begun=").unwrap();
        let phones = texts(world, "alpha", "SELECT phone FROM users WHERE school_id = $1").await;
        assert_eq!(phones, ["+96891234567"]);
        let email = "begin@alpha.example";
        for password in [PASSWORD, OTHER] {
            let waits = login(world, email, password).await;
            assert_eq!(outcome(&waits), is(401, "L001"), "no password counts yet, and nobody is told that one waits");
        }

        let token = json!({ "token": token_of(&letter(world, "alpha", email, "verify_email").await) });
        let abroad = post_with(world, "beta", "verify-email", &[("cookie", &begun)], token.clone()).await;
        assert_eq!(outcome(&abroad), is(404, "L010"), "another school's link");
        let agent = "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36";
        let headers = [("cookie", begun.as_str()), ("user-agent", agent)];
        let proven = post_with(world, "alpha", "verify-email", &headers, token.clone()).await;
        let body = proven.is(200);
        assert_eq!((&body["purpose"], &body["session"]["kind"]), (&json!("verify_email"), &json!("family")));
        assert_eq!((&body["user"]["kind"], &body["user"]["authority"]), (&json!("family"), &json!(["guardian"])));
        assert!(cookie(&proven, "__Host-rt=").is_some());
        let sql = "SELECT kind || ' ' || method || ' ' || device || ' ' || address FROM sessions WHERE school_id = $1";
        assert_eq!(texts(world, "alpha", sql).await, ["family link Chrome on Android 127.0.0.1"]);
        let again = post_with(world, "alpha", "verify-email", &headers, token).await;
        assert_eq!(outcome(&again), is(404, "L010"));
        let inside = login(world, email, PASSWORD).await;
        assert_eq!(inside.is(200)["session"]["kind"], "family");
    })
    .await;
}

#[tokio::test]
async fn what_is_wrong_is_told_and_makes_nothing() {
    on_both(async |world| {
        let bad = json!({
            "email": "x", "phone": "91234567", "password": PASSWORD, "name": "see https://evil.example", "locale": "fr",
            "terms_version": "0", "captcha_token": ""
        });
        let got = world.post("alpha", &auth("register_user"), bad).await;
        assert_eq!(outcome(&got), is(422, "L017"));
        let body = got.json();
        let paths: Vec<&str> =
            body["errors"].as_array().unwrap().iter().map(|issue| issue["path"].as_str().unwrap()).collect();
        assert_eq!(paths, ["/email", "/phone", "/name", "/locale", "/terms_version"]);
        for (password, code) in [("short", "tooShort"), ("maryam-maryam", "tooCommon"), ("password1234", "tooCommon")] {
            let mut new = family("poor@alpha.example");
            new["password"] = json!(password);
            let got = world.post("alpha", &auth("register_user"), new).await;
            assert_eq!(
                (outcome(&got), &got.json()["errors"][0]["code"]),
                (is(422, "L013"), &json!(code)),
                "{password}"
            );
        }
        configure(&world.folder.path().join("schools"), "alpha", "conditionalScreens", "{ login: Y }");
        world.app.registry.poll();
        let closed = world.post("alpha", &auth("register_user"), family("closed@alpha.example")).await;
        assert_eq!(outcome(&closed), is(403, "L015"));
        assert_eq!(outcome(&ask_code(world, "closed@alpha.example").await), is(403, "L015"));
        assert!(texts(world, "alpha", "SELECT id FROM users WHERE school_id = $1").await.is_empty());
        assert!(messages(world, "alpha").await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn who_registers_an_address_again_takes_nothing_over() {
    on_both(async |world| {
        let email = "twice@alpha.example";
        let begun = register(world, "alpha", family(email)).await;
        let proof = token_of(&letter(world, "alpha", email, "verify_email").await);
        world.clock.advance(1_000);
        let mut thief = family(email);
        thief["password"] = json!(OTHER);
        let got = world.post("alpha", &auth("register_user"), thief).await;
        assert_eq!(outcome(&got), is(201, "L011"));
        assert_eq!(sent_to(world, email).await, ["verify_email", "already_registered"]);
        verify(world, "alpha", &proof, &begun).await.is(200);
        assert_eq!(outcome(&login(world, email, OTHER).await), is(401, "L001"));
        login(world, email, PASSWORD).await.is(200);
        let kept = "SELECT mark_hash FROM registrations WHERE school_id = $1";
        assert!(texts(world, "alpha", kept).await.is_empty(), "what others told is forgotten");
        // The other way round too: whoever proves the address by a code does not keep a password that somebody else set.
        let email = "squatted@alpha.example";
        world.post("alpha", &auth("register_user"), family(email)).await.is(201);
        let (challenge, code) = fresh_code(world, email).await;
        answer_code(world, &challenge, &code).await.is(200);
        assert_eq!(outcome(&login(world, email, PASSWORD).await), is(401, "L001"));
        assert!(texts(world, "alpha", kept).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_link_in_another_browser_proves_the_address_and_asks_for_a_password() {
    on_both(async |world| {
        let email = "other-browser@alpha.example";
        register(world, "alpha", family(email)).await;
        let message = letter(world, "alpha", email, "verify_email").await;
        assert!(message.params.get("name").is_none(), "nobody is greeted in a stranger's words: {:?}", message.params);
        let proven = verify(world, "alpha", &token_of(&message), "a=b").await.is(200);
        assert!(proven["token"].is_null(), "{proven}");
        assert_eq!(outcome(&login(world, email, PASSWORD).await), is(401, "L001"), "what was typed elsewhere");
        let set = |name: &str| json!({ "token": proven["set_password"], "password": OTHER, "name": name });
        let refused = world.post("alpha", &auth("reset-password"), set("www.example.com")).await;
        assert_eq!(outcome(&refused), is(422, "L017"), "a name that is none uses the link up for nothing");
        world.post("alpha", &auth("reset-password"), set("Huda Saleh")).await.is(200);
        let session = login(world, email, OTHER).await.is(200);
        assert_eq!(session["user"]["userName"], "Huda Saleh", "what was typed elsewhere went, so it is asked again");
    })
    .await;
}

#[tokio::test]
async fn a_forgotten_password_is_set_anew_and_ends_sessions() {
    on_both(async |world| {
        let (email, forget) = ("forgot@alpha.example", "forget-password");
        world.person("alpha", email, "Forgot", Role::Guardian).await;
        world.person("alpha", "off@alpha.example", "Off", Role::Guardian).await;
        let system = Caller::system(scope("alpha"));
        world.app.state.identity.disable(&system, "off@alpha.example").await.unwrap();
        let (bearer, _) = world.sign_in("alpha", email).await;
        let unproved = "UPDATE users SET email_verified_at = NULL WHERE school_id = $1";
        execute(&world.app.db, "alpha", unproved).await.unwrap();
        for email in [email, "off@alpha.example", "nobody@alpha.example", "no address"] {
            let got = world.post("alpha", &auth(forget), json!({ "email": email, "captcha_token": "" })).await;
            assert_eq!(outcome(&got), is(200, "L011"), "{email}");
        }
        assert_eq!(sent_to(world, email).await, ["reset_password"]);
        for nobody in ["off@alpha.example", "nobody@alpha.example"] {
            assert!(sent_to(world, nobody).await.is_empty(), "{nobody} gets a letter");
        }
        let old = token_of(&letter(world, "alpha", email, "reset_password").await);
        for _ in 0..3 {
            world.clock.advance(1_000);
            world.post("alpha", &auth(forget), json!({ "email": email, "captcha_token": "" })).await.is(200);
        }
        assert_eq!(sent_to(world, email).await.len(), 3, "three letters an hour");
        let all = messages(world, "alpha").await;
        let newest =
            all.iter().rev().find(|one| one.template == "reset_password" && one.to == email && one.expires_at > 0);
        let token = token_of(newest.unwrap());
        let set = async |token: &str| {
            world.post("alpha", &auth("reset-password"), json!({ "token": token, "password": OTHER })).await
        };
        // Who types an address ends nobody's link: the older ones live until one is used.
        set(&token).await.is(200);
        assert_eq!(outcome(&set(&token).await), is(404, "L010"), "a used one");
        assert_eq!(outcome(&set(&old).await), is(404, "L010"), "and the older ones with it");
        assert_eq!(world.get("alpha", "/api/v1/oa/enquiries", &bearer).await.status, 401, "its sessions are over");
        assert!(sent_to(world, email).await.contains(&"password_changed".to_owned()));
        login(world, email, OTHER).await.is(200);
        let verified =
            texts(world, "alpha", "SELECT email FROM users WHERE school_id = $1 AND email_verified_at IS NOT NULL");
        assert_eq!(verified.await, [email], "the link went there");
        world.clock.advance(2 * 60 * MINUTE);
        world.post("alpha", &auth(forget), json!({ "email": email, "captcha_token": "" })).await.is(200);
        let late = token_of(&letter(world, "alpha", email, "reset_password").await);
        world.clock.advance(60 * MINUTE);
        assert_eq!(outcome(&set(&late).await), is(404, "L010"), "an hour later");
    })
    .await;
}

#[tokio::test]
async fn a_code_lets_in_once_and_makes_a_family_of_nobody() {
    on_both(async |world| {
        let email = "code@alpha.example";
        let sent = ask_code(world, email).await.is(200);
        assert_eq!((&sent["expires_in"], &sent["resend_in"]), (&json!(300), &json!(60)));
        let message = letter(world, "alpha", email, "code").await;
        assert_eq!(message.locale, "ar", "as it was asked for");
        let code = message.params["code"].as_str().unwrap().to_owned();
        let dump =
            texts(world, "alpha", "SELECT target || target_hash || code_hash FROM challenges WHERE school_id = $1")
                .await;
        assert!(!dump[0].contains(&code) && !dump[0].contains(email), "{dump:?}");

        let challenge = sent["challenge_id"].clone();
        let abroad = json!({ "challenge_id": challenge, "code": code });
        assert_eq!(outcome(&world.post("beta", &auth("verify-auth-otp"), abroad).await), is(422, "L005"));
        let wrong = answer_code(world, &challenge, wrong_code(&code)).await;
        assert_eq!((outcome(&wrong), &wrong.json()["tries_left"]), (is(422, "L004"), &json!(4)));
        let arabic: String = code.chars().map(|c| char::from_u32(0x660 + c.to_digit(10).unwrap()).unwrap()).collect();
        let named = json!({ "challenge_id": challenge, "code": arabic, "name": "Maryam" });
        let inside = world.post("alpha", &auth("verify-auth-otp"), named).await.is(200);
        assert_eq!((&inside["user"]["userName"], &inside["user"]["email"]), (&json!("Maryam"), &json!(email)));
        assert_eq!(
            (&inside["session"]["kind"], &inside["user"]["authority"]),
            (&json!("family"), &json!(["guardian"]))
        );
        assert_eq!(outcome(&answer_code(world, &challenge, &code).await), is(422, "L005"), "once");

        world.clock.advance(MINUTE);
        let (challenge, code) = fresh_code(world, email).await;
        let again = answer_code(world, &challenge, &code).await.is(200);
        assert_eq!(again["user"]["id"], inside["user"]["id"], "the same account");
        world.clock.advance(MINUTE);
        let (challenge, code) = fresh_code(world, email).await;
        world.clock.advance(5 * MINUTE);
        assert_eq!(outcome(&answer_code(world, &challenge, &code).await), is(422, "L005"), "five minutes later");
    })
    .await;
}

#[tokio::test]
async fn of_codes_that_are_asked_for_at_once_one_goes() {
    on_both(async |world| {
        let asked = (0..20).map(|_| ask_code(world, "at-once@alpha.example"));
        let answers = futures_util::future::join_all(asked).await;
        assert_eq!(answers.iter().filter(|got| got.status == 200).count(), 1);
        for late in answers.iter().filter(|got| got.status != 200) {
            assert_eq!(late.is(429)["messageId"], "L002");
        }
        let letters = texts(world, "alpha", "SELECT id FROM outbox WHERE school_id = $1").await;
        assert_eq!(letters.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn codes_come_at_a_pace() {
    on_both(async |world| {
        // The hour's window begins here.
        world.clock.advance(60 * MINUTE - world.clock.now_ms() % (60 * MINUTE));
        let email = "pace@alpha.example";
        let resend = async |challenge: &Value| {
            world.post("alpha", &auth("resend-auth-otp"), json!({ "challenge_id": challenge })).await
        };
        let (first, code) = fresh_code(world, email).await;
        world.clock.advance(20_000);
        for early in [resend(&first).await, ask_code(world, email).await] {
            assert_eq!((outcome(&early), early.headers["retry-after"].to_str().unwrap()), (is(429, "L002"), "40"));
        }
        world.clock.advance(40_000);
        let second = resend(&first).await.is(200)["challenge_id"].clone();
        assert_eq!(outcome(&answer_code(world, &first, &code).await), is(422, "L005"), "the old one is dead");
        assert_eq!(outcome(&resend(&first).await), is(422, "L005"));
        assert_eq!(outcome(&resend(&json!("made up")).await), is(422, "L005"));
        world.clock.advance(MINUTE);
        let third = resend(&second).await.is(200)["challenge_id"].clone();
        world.clock.advance(MINUTE);
        let over = resend(&third).await;
        assert_eq!((outcome(&over), over.headers["retry-after"].to_str().unwrap()), (is(429, "L002"), "3420"));
        ask_code(world, "pace-2@alpha.example").await.is(200);

        let code = code_to(world, email).await;
        for left in (0..5).rev() {
            let wrong = answer_code(world, &third, wrong_code(&code)).await;
            assert_eq!((outcome(&wrong), &wrong.json()["tries_left"]), (is(422, "L004"), &json!(left)));
        }
        assert_eq!(outcome(&answer_code(world, &third, &code).await), is(422, "L005"), "its tries are used up");
        // One proof that a person asks is good for an hour, and not for another with each code.
        world.clock.advance(57 * MINUTE + 30_000);
        assert_eq!(outcome(&resend(&third).await), is(422, "L005"), "an hour after the first was asked for");
    })
    .await;
}

#[tokio::test]
async fn staff_get_no_code() {
    on_both(async |world| {
        let email = "officer@alpha.example";
        world.person("alpha", email, "Officer", Role::AdmissionsOfficer).await;
        let sent = ask_code(world, email).await.is(200);
        assert_eq!(sent_to(world, email).await, ["code_staff"]);
        for code in ["000000", "", "123456"] {
            assert_eq!(outcome(&answer_code(world, &sent["challenge_id"], code).await), is(422, "L004"), "{code}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_applicant_comes_back_by_the_tracking_code_and_sees_nothing_else() {
    on_both(async |world| {
        let new = NewApplicant {
            name: "Maryam".into(),
            email: "Applies@alpha.example".into(),
            phone: "+968 9123 4567".into(),
            locale: "en".into(),
        };
        let new = new.checked("/guardian").unwrap();
        let caller = Caller::system(scope("alpha"));
        let made = world.app.state.identity.open_applicant(&caller, new, String::new()).await.unwrap();
        assert_eq!(made.opened.email, "applies@alpha.example");
        let message = letter(world, "alpha", "applies@alpha.example", "tracking").await;
        assert_eq!(message.params["tracking_code"], json!(made.tracking_code));
        let plain = made.tracking_code.replace('-', "");
        let stored = texts(world, "alpha", "SELECT tracking_hash FROM users WHERE school_id = $1").await;
        assert!(!stored[0].contains(&plain));

        let track =
            async |school: &str, code: &str| world.post(school, &auth("track"), json!({ "tracking_code": code })).await;
        let back = track("alpha", &format!(" {} ", plain.to_lowercase())).await.is(200);
        assert_eq!((&back["session"]["kind"], &back["user"]["kind"]), (&json!("applicant"), &json!("applicant")));
        let mut dead = Vec::new();
        for (school, code) in [("beta", plain.as_str()), ("alpha", "000000000000"), ("alpha", ""), ("alpha", "x")] {
            let got = track(school, code).await;
            dead.push((outcome(&got), got.body));
        }
        assert!(dead.iter().all(|one| one.0 == is(404, "L010") && one.1 == dead[0].1), "{dead:?}");
        let bearer = back["token"].as_str().unwrap();
        for path in ["/api/v1/oa/enquiries", "/api/v1/oa/enquiries/assignees", "/api/v1/oa/enquiries/export?format=csv"]
        {
            assert_eq!(outcome(&world.get("alpha", path, bearer).await), is(403, "A002"), "{path}");
        }
        let system = Caller::system(scope("alpha"));
        let people = world.app.state.identity.list(&system).await.unwrap();
        let sign_in = login(world, &people[0].email, PASSWORD).await;
        assert_eq!(outcome(&sign_in), is(401, "L001"), "an applicant has no password");

        // Where guardians have to have a second factor, the code is a first proof and no more.
        now_with(world, "second_factor", "{ roles: [guardian] }");
        let half = track("alpha", &plain).await.is(200);
        assert!(half["mfa_setup_required"] == true && half["token"].is_null(), "{half}");
        now_with(world, "second_factor", "{ roles: [] }");
        // A password takes its place.
        let profile = "/api/v1/oa/profile";
        world.clock.advance(MINUTE + 1_000);
        let bearer = track("alpha", &plain).await.is(200)["token"].as_str().unwrap().to_owned();
        world.call("alpha", "POST", &format!("{profile}/step-up"), &bearer, json!({})).await.is(200);
        let code = letter(world, "alpha", "applies@alpha.example", "step_up").await.params["code"].clone();
        let chosen = json!({ "current": code, "password": OTHER });
        world.call("alpha", "POST", &format!("{profile}/password"), &bearer, chosen).await.is(200);
        assert_eq!(outcome(&track("alpha", &plain).await), is(404, "L010"), "beside a password");
    })
    .await;
}

#[tokio::test]
async fn a_school_that_asks_for_a_second_factor_gets_it_set_up_at_sign_in() {
    on_both(async |world| {
        configure(&world.folder.path().join("schools"), "alpha", "second_factor", "{ roles: [school_admin] }");
        world.app.registry.poll();
        let email = "admin@alpha.example";
        world.person("alpha", email, "Admin", Role::SchoolAdmin).await;
        let half = login(world, email, PASSWORD).await.is(200);
        assert!(half["mfa_setup_required"] == true && half["token"].is_null(), "{half}");
        let secret = half["totp"]["secret"].as_str().unwrap();
        let factor = async |challenge: &Value, code: &str| {
            world.post("alpha", &auth("second-factor"), json!({ "challenge": challenge, "code": code })).await
        };
        let wrong = factor(&half["challenge"], "000000").await;
        assert_eq!((outcome(&wrong), &wrong.json()["tries_left"]), (is(422, "L004"), &json!(4)));
        let whole = factor(&half["challenge"], &totp(secret, world.clock.now_ms())).await.is(200);
        let recovery = whole["recovery_codes"][0].as_str().unwrap().to_owned();
        let dead = factor(&half["challenge"], &recovery).await;
        assert_eq!(outcome(&dead), is(422, "L005"), "a challenge that was used");

        // A recovery code counts once, in any challenge.
        let half = login(world, email, PASSWORD).await.is(200);
        assert_eq!((&half["mfa_required"], &half["methods"]), (&json!(true), &json!(["totp", "recovery"])));
        let inside = factor(&half["challenge"], &recovery.to_lowercase()).await.is(200);
        assert!(inside["recovery_codes"].is_null());
        let half = login(world, email, PASSWORD).await.is(200);
        assert_eq!(outcome(&factor(&half["challenge"], &recovery).await), is(422, "L004"));
        // A password that changed meanwhile ends what was begun with the old one.
        let system = Caller::system(scope("alpha"));
        world.app.state.identity.set_password(&system, email, OTHER.into(), vec![]).await.unwrap();
        world.clock.advance(MINUTE);
        let late = factor(&half["challenge"], &totp(secret, world.clock.now_ms())).await;
        assert_eq!(outcome(&late), is(422, "L005"));
        let half = login(world, email, OTHER).await.is(200);
        world.clock.advance(11 * MINUTE);
        let late = factor(&half["challenge"], &totp(secret, world.clock.now_ms())).await;
        assert_eq!(outcome(&late), is(422, "L005"), "ten minutes are over");
        let methods =
            texts(world, "alpha", "SELECT method FROM sessions WHERE school_id = $1 ORDER BY created_at, id").await;
        assert_eq!(methods, ["password+totp", "password+recovery"]);
    })
    .await;
}

/// Whoever has the password alone and guesses keeps the owner out for a day, and an administrator opens again at once.
#[tokio::test]
async fn guesses_at_a_second_factor_end_and_a_reset_opens_again() {
    on_both(async |world| {
        let email = "owner@alpha.example";
        let id = world.person("alpha", email, "Owner", Role::Registrar).await;
        let (bearer, _) = world.sign_in("alpha", email).await;
        let secret = with_factor(world, "alpha", &bearer).await;
        configure(&world.folder.path().join("schools"), "alpha", "second_factor", "{ roles: [registrar] }");
        world.app.registry.poll();
        world.clock.advance(MINUTE);
        let factor = async |challenge: &Value, code: &str| {
            world.post("alpha", &auth("second-factor"), json!({ "challenge": challenge, "code": code })).await
        };
        let mut tries = 0;
        while tries <= 20 {
            let half = login(world, email, PASSWORD).await.is(200);
            for _ in 0..5 {
                tries += 1;
                let guess = factor(&half["challenge"], "000000").await;
                assert_eq!(outcome(&guess), if tries > 20 { is(429, "L002") } else { is(422, "L004") }, "try {tries}");
                if tries > 20 {
                    break;
                }
            }
        }
        let half = login(world, email, PASSWORD).await.is(200);
        assert_eq!(outcome(&factor(&half["challenge"], &totp(&secret, world.clock.now_ms())).await), is(429, "L002"));
        let system = Caller::system(scope("alpha"));
        world.app.state.identity.reset_second_factor(&system, id.into()).await.unwrap();
        let anew = login(world, email, PASSWORD).await.is(200);
        assert_eq!(anew["mfa_setup_required"], true);
        let code = totp(anew["totp"]["secret"].as_str().unwrap(), world.clock.now_ms());
        factor(&anew["challenge"], &code).await.is(200);
    })
    .await;
}

#[tokio::test]
async fn a_school_has_so_many_tills() {
    on_both(async |world| {
        let admin = admin_in(world, "alpha").await;
        let till = |code: &str| json!({ "code": code, "name": "Canteen", "store_types": ["canteen"] });
        world.call("alpha", "POST", "/api/v1/oa/tills", &admin, till("C-1")).await.is(201);
        let copies = "INSERT INTO tills (school_id, id, code, name, store_types, version, enrolment_hash, enrolment_expires_at, device_label, created_at)
             WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
             SELECT school_id, id || '-' || n, 'C-' || n, name, store_types, 1, 'none-' || n, 0, '', 0
             FROM tills, n WHERE school_id = $1 AND code = 'C-1'";
        execute(&world.app.db, "alpha", copies).await.unwrap();
        let full = world.call("alpha", "POST", "/api/v1/oa/tills", &admin, till("C-more")).await;
        assert_eq!((outcome(&full), &full.json()["errors"][0]["code"]), (is(422, "L017"), &json!("maxItems")));
        let listed = world.get("alpha", "/api/v1/oa/tills", &admin).await.is(200);
        assert_eq!(listed["items"].as_array().unwrap().len(), 1000, "all that there can be are listed");
    })
    .await;
}

/// One account that shows again and again who it is holds the place of one before the gate of all schools.
#[tokio::test]
async fn proofs_of_one_account_keep_nobody_from_signing_in() {
    on_both(async |world| {
        let bearer = family_in(world, "alpha", "keen@alpha.example").await;
        world.person("beta", "admin@beta.example", "Admin", Role::SchoolAdmin).await;
        let proof = json!({ "current": PASSWORD });
        let login = auth("login");
        let confirm = || world.call("alpha", "POST", "/api/v1/oa/profile/sessions/confirm", &bearer, proof.clone());
        let many = futures_util::future::join_all((0..90).map(|_| confirm()));
        let other = world.post("beta", &login, json!({ "email": "admin@beta.example", "password": PASSWORD }));
        let (all, other) = futures_util::future::join(many, other).await;
        other.is(200);
        let refused = all.iter().filter(|got| outcome(got) == is(429, "R012")).count();
        let done = all.iter().filter(|got| got.status == 200).count();
        assert!(done + refused == 90 && refused > 30, "few at a time: {done} done, {refused} refused");
    })
    .await;
}

/// A crowd of strangers at one school, from many addresses, stands in that school's line.
#[tokio::test]
async fn a_crowd_at_one_school_keeps_nobody_of_another_from_signing_in() {
    on_both(async |world| {
        world.person("beta", "admin@beta.example", "Admin", Role::SchoolAdmin).await;
        let attempt = async |n: u8| {
            let body = json!({ "email": format!("nobody{n}@alpha.example"), "password": PASSWORD });
            let request = world.ask("alpha", "POST", &auth("login")).header("content-type", "application/json");
            let request = request.body(Body::from(body.to_string())).unwrap();
            world.send_from(request, IpAddr::from([203, 0, 113, n / 3])).await.status.as_u16()
        };
        let many = futures_util::future::join_all((0..120).map(attempt));
        let login = auth("login");
        let other = world.post("beta", &login, json!({ "email": "admin@beta.example", "password": PASSWORD }));
        let (all, other) = futures_util::future::join(many, other).await;
        other.is(200);
        assert!(all.iter().all(|status| [401, 429].contains(status)), "{all:?}");
    })
    .await;
}

/// PINs that are set at a school, by however many, hold the place of one before it too.
#[tokio::test]
async fn pins_of_one_school_keep_nobody_from_signing_in() {
    on_both(async |world| {
        let head = world.person("alpha", "head@alpha.example", "Head", Role::SchoolAdmin).await;
        world.person("beta", "admin@beta.example", "Admin", Role::SchoolAdmin).await;
        let (bearer, _) = world.sign_in("alpha", "head@alpha.example").await;
        // Hashed before the version is looked at, which is none that there is.
        let change = json!({ "version": 9, "pin": "482915" });
        let path = format!("/api/v1/oa/people/{head}");
        let set = || world.call("alpha", "PATCH", &path, &bearer, change.clone());
        let many = futures_util::future::join_all((0..90).map(|_| set()));
        let login = auth("login");
        let other = world.post("beta", &login, json!({ "email": "admin@beta.example", "password": PASSWORD }));
        let (all, other) = futures_util::future::join(many, other).await;
        other.is(200);
        let refused = all.iter().filter(|got| outcome(got) == is(429, "R012")).count();
        let done = all.iter().filter(|got| got.status == 409).count();
        assert!(done + refused == 90 && refused > 30, "few at a time: {done} done, {refused} refused");
    })
    .await;
}

/// Whoever used up what an account may have written down in a day does not keep its owner from taking it back.
#[tokio::test]
async fn a_day_that_is_used_up_leaves_an_owner_their_keys() {
    on_both(async |world| {
        let bearer = family_in(world, "alpha", "owner@alpha.example").await;
        let profile = "/api/v1/oa/profile";
        let used = "SELECT used FROM allowances WHERE school_id = $1 AND name = 'history.bytes'";
        let proof = json!({ "current": PASSWORD });
        world.call("alpha", "POST", &format!("{profile}/sessions/confirm"), &bearer, proof.clone()).await.is(200);
        assert!(number(&world.app.db, "alpha", used).await > 0, "a proof is written down, and counted");
        let spend = "UPDATE allowances SET used = 16777216 WHERE school_id = $1 AND name = 'history.bytes'";
        assert_eq!(execute(&world.app.db, "alpha", spend).await.unwrap(), 1);
        let spent = world.call("alpha", "POST", &format!("{profile}/sessions/confirm"), &bearer, proof).await;
        assert_eq!(outcome(&spent), is(429, "D004"));
        let change = async |from: &str, to: &str| {
            let anew = json!({ "current": from, "password": to });
            outcome(&world.call("alpha", "POST", &format!("{profile}/password"), &bearer, anew).await).0
        };
        assert_eq!(change(PASSWORD, OTHER).await, 200, "out of the reserve");
        // Which has an end too.
        let spend = "UPDATE allowances SET used = 1048576 WHERE school_id = $1 AND name = 'history.reserve'";
        assert_eq!(execute(&world.app.db, "alpha", spend).await.unwrap(), 1);
        assert_eq!(change(OTHER, PASSWORD).await, 429);
    })
    .await;
}

/// A mailbox that hears no more of it makes no accounts for nothing: who asks is counted all the same.
#[tokio::test]
async fn accounts_of_one_full_mailbox_count_for_who_asks() {
    on_both(async |world| {
        let network = std::net::IpAddr::from([198, 51, 100, 7]);
        for n in 0..12 {
            let request = world.ask("alpha", "POST", &auth("register_user")).header("content-type", "application/json");
            let body = axum::body::Body::from(family(&format!("victim+{n}@mail.example")).to_string());
            world.send_from(request.body(body).unwrap(), network).await.is(201);
        }
        let counted = "SELECT used FROM allowances WHERE school_id = $1 AND name = 'links.site.day'";
        assert_eq!(number(&world.app.db, "alpha", counted).await, 12);
    })
    .await;
}

#[tokio::test]
async fn a_new_address_counts_once_it_is_proven_and_the_old_one_is_told() {
    on_both(async |world| {
        let id = world.person("alpha", "old@alpha.example", "Moves", Role::Guardian).await;
        let (mine, my_cookie) = world.sign_in("alpha", "old@alpha.example").await;
        let (other, _) = world.sign_in("alpha", "old@alpha.example").await;
        let now = world.clock.now_ms();
        let make = |token: &str, email: &str| {
            format!(
                "INSERT INTO links (school_id, token_hash, object_id, purpose, address, created_at, expires_at)
                 SELECT CAST($1 AS TEXT), '{}', '{id}', 'change_email', '{email}', {now}, {}",
                kernel::crypto::token_hash(token),
                now + MINUTE
            )
        };
        world.person("alpha", "taken@alpha.example", "Else", Role::Guardian).await;
        for (token, email) in [("taken", "taken@alpha.example"), ("free", "new@alpha.example")] {
            execute(&world.app.db, "alpha", &make(token, email)).await.unwrap();
        }
        let verify = async |token: &str| {
            post_with(world, "alpha", "verify-email", &[("cookie", &my_cookie)], json!({ "token": token })).await
        };
        assert_eq!(outcome(&verify("taken").await), is(404, "L010"), "somebody else's by now");
        let changed = verify("free").await.is(200);
        assert_eq!((&changed["purpose"], &changed["token"]), (&json!("change_email"), &Value::Null));
        let alive = async |bearer: &str| world.get("alpha", "/api/v1/oa/enquiries", bearer).await.status != 401;
        assert!(alive(&mine).await, "the browser in which it was proven");
        assert!(!alive(&other).await, "all others");
        assert_eq!(sent_to(world, "old@alpha.example").await, ["email_changed"]);
        login(world, "new@alpha.example", PASSWORD).await.is(200);
        assert_eq!(outcome(&login(world, "old@alpha.example", PASSWORD).await), is(401, "L001"));
        // Whoever changed it goes on: another password, another address. The first address takes it all back.
        let restore = token_of(&letter(world, "alpha", "old@alpha.example", "email_changed").await);
        let (thief, their_cookie) = sign_in_at(world, "new@alpha.example").await;
        let change = json!({ "current": PASSWORD, "password": OTHER });
        world.call("alpha", "POST", "/api/v1/oa/profile/password", &thief, change).await.is(200);
        world.clock.advance(1_000);
        execute(&world.app.db, "alpha", &make("further", "further@alpha.example")).await.unwrap();
        assert_eq!(outcome(&verify("further").await), is(403, "L019"), "where nobody is signed in any more");
        let further = json!({ "token": "further" });
        post_with(world, "alpha", "verify-email", &[("cookie", &their_cookie)], further).await.is(200);
        let theirs = token_of(&letter(world, "alpha", "new@alpha.example", "email_changed").await);
        // Nobody makes the way back dead: the address is nobody else's meanwhile.
        register(world, "alpha", family("old@alpha.example")).await;
        let asked = json!({ "email": "old@alpha.example", "purpose": "sign_in", "locale": "en", "captcha_token": "" });
        world.post("alpha", &auth("auth-otp"), asked).await.is(200);
        let admin = admin_in(world, "alpha").await;
        let invited = json!({ "name": "Else", "email": "old@alpha.example", "roles": [Role::Cashier], "locale": "en" });
        let invited = world.call("alpha", "POST", "/api/v1/oa/people", &admin, invited).await;
        assert_eq!(outcome(&invited), is(409, "A005"));
        assert_eq!(sent_to(world, "old@alpha.example").await, ["email_changed"]);
        let back = verify(&restore).await.is(200);
        assert_eq!((&back["purpose"], &back["token"]), (&json!("restore_email"), &Value::Null));
        for bearer in [&mine, &thief] {
            assert!(!alive(bearer).await, "every session is over");
        }
        assert_eq!(outcome(&verify(&theirs).await), is(404, "L010"), "what was changed since is taken back by nobody");
        for (email, password) in [("further@alpha.example", OTHER), ("old@alpha.example", OTHER)] {
            assert_eq!(outcome(&login(world, email, password).await), is(401, "L001"), "{email}");
        }
        let set = json!({ "token": back["set_password"], "password": PASSWORD });
        world.post("alpha", &auth("reset-password"), set).await.is(200);
        login(world, "old@alpha.example", PASSWORD).await.is(200);
    })
    .await;
}

async fn sign_in_at(world: &World, email: &str) -> (String, String) {
    world.clock.advance(15_000);
    world.sign_in("alpha", email).await
}

#[tokio::test]
async fn nobody_ends_links_of_others() {
    on_both(async |world| {
        let officer = world.person("alpha", "officer@alpha.example", "Officer", Role::AdmissionsOfficer).await;
        let unset = "UPDATE users SET status = 'invited', password_hash = NULL WHERE school_id = $1";
        execute(&world.app.db, "alpha", unset).await.unwrap();
        let invitation = world.link("alpha", &officer).await;
        world.person("alpha", "parent@alpha.example", "Parent", Role::Guardian).await;
        let forget = json!({ "email": "parent@alpha.example", "captcha_token": "" });
        world.post("alpha", &auth("forget-password"), forget).await.is(200);
        let reset = token_of(&letter(world, "alpha", "parent@alpha.example", "reset_password").await);
        world.person("alpha", "thief@alpha.example", "Thief", Role::Guardian).await;
        let (thief, _) = world.sign_in("alpha", "thief@alpha.example").await;
        for email in ["officer@alpha.example", "parent@alpha.example"] {
            for _ in 0..6 {
                world.post("alpha", &auth("register_user"), family(email)).await.is(201);
            }
            let change = json!({ "email": email, "current": PASSWORD });
            let got = world.call("alpha", "POST", "/api/v1/oa/profile/email", &thief, change).await;
            assert_eq!(outcome(&got), is(200, "L011"));
        }
        let set = async |token: &str| {
            world.post("alpha", &auth("reset-password"), json!({ "token": token, "password": OTHER })).await
        };
        // Each letter that came says the truth, too; who was invited has the invitation.
        for (email, letters) in [("officer@alpha.example", 0), ("parent@alpha.example", 3)] {
            let sent = sent_to(world, email).await;
            assert_eq!(sent.iter().filter(|one| *one == "already_registered").count(), letters, "{email}");
        }
        set(&invitation).await.is(200);
        set(&reset).await.is(200);
    })
    .await;
}

#[tokio::test]
async fn a_change_of_address_is_counted_by_account_and_by_target() {
    on_both(async |world| {
        world.clock.advance(60 * MINUTE - world.clock.now_ms() % (60 * MINUTE));
        world.person("alpha", "holder@alpha.example", "Holder", Role::Guardian).await;
        let ask = async |bearer: &str, email: &str| {
            let body = json!({ "email": email, "current": PASSWORD });
            world.call("alpha", "POST", "/api/v1/oa/profile/email", bearer, body).await
        };
        let mut over = 0;
        for n in 0..3 {
            let email = format!("bomber-{n}@alpha.example");
            world.person("alpha", &email, "Win at 9", Role::Guardian).await;
            let (bearer, _) = world.sign_in("alpha", &email).await;
            for target in
                ["bombed@alpha.example", "holder@alpha.example", "bombed@alpha.example", "holder@alpha.example"]
            {
                let got = ask(&bearer, target).await;
                match got.status.as_u16() {
                    200 => assert_eq!(outcome(&got), is(200, "L011")),
                    _ => {
                        assert_eq!(outcome(&got), is(429, "L002"));
                        over += 1;
                    }
                }
            }
        }
        assert_eq!(over, 3, "three an hour by account");
        for target in ["bombed@alpha.example", "holder@alpha.example"] {
            assert_eq!(sent_to(world, target).await.len(), 3, "three an hour to {target}");
        }
        let letter = letter(world, "alpha", "holder@alpha.example", "already_registered").await;
        assert_eq!(letter.params["name"], "Holder", "greeted by their own name");
    })
    .await;
}

#[tokio::test]
async fn what_is_over_is_forgotten_and_what_was_done_is_written_down() {
    on_both(async |world| {
        let email = "purge@alpha.example";
        let (challenge, code) = fresh_code(world, email).await;
        answer_code(world, &challenge, wrong_code(&code)).await;
        let inside = answer_code(world, &challenge, &code).await.is(200);
        let bearer = inside["token"].as_str().unwrap();
        world.post("alpha", &auth("sign-out"), json!({ "token": bearer })).await.is(200);
        let sql = "SELECT action FROM audit_log WHERE school_id = $1 AND CAST(detail AS TEXT) LIKE '%127.0.0.1%' ORDER BY action";
        let written = texts(world, "alpha", sql).await;
        assert_eq!(written, ["code.send", "session.end", "session.open", "session.refuse", "user.add"]);
        world.clock.advance(70 * 24 * 60 * MINUTE);
        world.app.state.identity.purge(&scope("alpha")).await.unwrap();
        for table in ["challenges", "attempts", "sessions", "refresh_tokens", "links"] {
            let left = texts(world, "alpha", &format!("SELECT school_id FROM {table} WHERE school_id = $1")).await;
            assert!(left.is_empty(), "{table}: {}", left.len());
        }
    })
    .await;
}
