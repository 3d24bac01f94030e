//! Secrets stand in no row, no log line and no answer but the one that hands them out.

use std::io::Write;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Value, json};
use words::{Clock as _, Role};

use crate::database::Place;
use crate::entry::{PIN, admin_in, at_till, auth, family, letter, seller, till, token_of, totp, with_factor};
use crate::snapshot;
use crate::world::{Got, PASSWORD, World, offer_form};

/// Everything that is logged on this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Secrets by name, and every answer to a call that did not hand one out.
#[derive(Default)]
struct Found {
    secrets: Vec<(String, String)>,
    answers: Vec<String>,
}

impl Found {
    fn keep(&mut self, name: &str, secret: impl Into<String>) {
        let secret = secret.into();
        assert!(secret.len() >= 6, "{name} is too short to be looked for: `{secret}`");
        self.secrets.push((name.to_owned(), secret));
    }

    fn answer(&mut self, got: &Got) {
        let headers: Vec<String> =
            got.headers.values().map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).collect();
        self.answers.push(format!("{} {}", headers.join(" "), String::from_utf8_lossy(&got.body)));
    }
}

async fn play(place: Place) {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let world = World::with(place, |schools, _| offer_form(schools, "alpha")).await;
    let mut found = Found::default();
    found.keep("password", PASSWORD);

    // A family: password, link, code.
    let got = world.post("alpha", &auth("register_user"), family("mona@alpha.example")).await;
    found.answer(&got);
    let proof = token_of(&letter(&world, "alpha", "mona@alpha.example", "verify_email").await);
    found.keep("link that proves an address", &proof);
    found.answer(&world.post("alpha", &auth("verify-email"), json!({ "token": proof })).await);
    found.answer(&world.post("alpha", &auth("verify-email"), json!({ "token": proof })).await);
    let forget = json!({ "email": "mona@alpha.example", "captcha_token": "" });
    found.answer(&world.post("alpha", &auth("forget-password"), forget).await);
    let reset = token_of(&letter(&world, "alpha", "mona@alpha.example", "reset_password").await);
    found.keep("link that sets a password", &reset);
    let chosen = "copper-lagoon-58-thistle";
    found.keep("new password", chosen);
    found.answer(&world.post("alpha", &auth("reset-password"), json!({ "token": reset, "password": chosen })).await);
    let asked = json!({ "email": "mona@alpha.example", "purpose": "sign_in", "captcha_token": "" });
    let sent = world.post("alpha", &auth("auth-otp"), asked).await.is(200);
    found.keep("challenge", sent["challenge_id"].as_str().unwrap());
    let code = letter(&world, "alpha", "mona@alpha.example", "code").await.params["code"].as_str().unwrap().to_owned();
    found.keep("code", &code);
    let wrong =
        json!({ "challenge_id": sent["challenge_id"], "code": if code == "123457" { "123458" } else { "123457" } });
    found.answer(&world.post("alpha", &auth("verify-auth-otp"), wrong).await);
    let right = json!({ "challenge_id": sent["challenge_id"], "code": code });
    let session = world.post("alpha", &auth("verify-auth-otp"), right).await;
    keep_session(&mut found, &session);
    let known = session.json()["known_browser"].as_str().unwrap().to_owned();
    found.keep("what the browser is known by", &known);
    // Brought along it comes back in no answer either, be the password wrong or the letter asked for.
    let wrong =
        json!({ "email": "mona@alpha.example", "password": "wrong-lemon-harbour-7", "known_browsers": [known] });
    found.answer(&world.post("alpha", &auth("login"), wrong).await);
    let forget = json!({ "email": "mona@alpha.example", "captcha_token": "", "known_browsers": [known] });
    found.answer(&world.post("alpha", &auth("forget-password"), forget).await);

    // Without an account.
    let applicant = json!({
        "child": { "name": "Sara", "dob": "2020-05-04", "grade": "KG1" }, "locale": "en", "captcha_token": "",
        "guardian": { "name": "Maryam", "email": "applicant@alpha.example", "phone": "+96891234567" }
    });
    let opened = world.post("alpha", &auth("register"), applicant).await;
    keep_session(&mut found, &opened);
    let tracking = opened.json()["tracking_code"].as_str().unwrap().to_owned();
    found.keep("tracking code", tracking.replace('-', ""));
    found.keep("tracking code as it is shown", &tracking);

    // Staff: second factor, recovery codes; a till: PIN, device, enrolment.
    let admin = admin_in(&world, "alpha").await;
    found.keep("bearer", &admin);
    let secret = with_factor(&world, "alpha", &admin).await;
    found.keep("authenticator's secret", &secret);
    world.clock.advance(60_000);
    let renew = json!({ "code": totp(&secret, world.clock.now_ms()) });
    let codes =
        world.call("alpha", "POST", "/api/v1/oa/profile/second-factor/recovery-codes", &admin, renew).await.is(200);
    for code in codes["recovery_codes"].as_array().unwrap() {
        found.keep("recovery code", code.as_str().unwrap());
        found.keep("recovery code without its dash", code.as_str().unwrap().replace('-', ""));
    }
    let here = till(&world, "alpha", &admin, "T1").await;
    found.keep("till's device", &here.1);
    found.keep("PIN", PIN);
    seller(&world, "alpha", &admin, "1001", Role::Cashier).await;
    keep_session(&mut found, &world.post("alpha", &auth("login-pos"), at_till("1001", &here)).await);

    // What tells of all that.
    for path in ["people", "audit", "profile", "profile/sessions", "profile/export", "tills", "audit/export"] {
        found.answer(&world.get("alpha", &format!("/api/v1/oa/{path}"), &admin).await);
    }
    let rows = snapshot::of(&world, "alpha").await;
    let logged = String::from_utf8_lossy(&log.0.lock()).into_owned();
    let secret = data_encoding::HEXLOWER.encode(&std::fs::read(world.data().join("secret")).unwrap());
    found.keep("the server's secret", std::fs::read_to_string(world.data().join("secret")).unwrap().trim());
    found.keep("the server's secret once more", secret);
    world.close().await;

    assert!(logged.len() > 1000 && rows.len() > 5000, "{} bytes logged, {} of rows", logged.len(), rows.len());
    println!(
        "{} secrets looked for in {} KB of rows, {} KB of log, {} answers",
        found.secrets.len(),
        rows.len() / 1024,
        logged.len() / 1024,
        found.answers.len()
    );
    let mut told = Vec::new();
    for (name, secret) in &found.secrets {
        // Codes and PINs are six digits: among times and counts they stand by chance unless they stand alone.
        let alone = |text: &str| {
            let digits = secret.bytes().all(|byte| byte.is_ascii_digit());
            let edge = |c: Option<char>| !digits || !c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '.');
            text.match_indices(secret.as_str())
                .any(|(at, _)| edge(text[..at].chars().next_back()) && edge(text[at + secret.len()..].chars().next()))
        };
        for (place, text) in [("a row", &rows), ("the log", &logged)] {
            if alone(text) {
                told.push(format!("{place} holds the {name}"));
            }
        }
        if let Some(answer) = found.answers.iter().find(|answer| alone(answer)) {
            told.push(format!("an answer holds the {name}: {answer:.200}"));
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}

fn keep_session(found: &mut Found, got: &Got) {
    let body: Value = got.json();
    let token = body["token"].as_str().unwrap_or_else(|| panic!("no session: {body}"));
    found.keep("bearer", token);
    let cookie = got.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap();
    found.keep("refresh token", cookie.trim_start_matches("__Host-rt="));
}

#[tokio::test]
async fn secrets_are_written_nowhere_on_sqlite() {
    play(Place::Lite).await;
}

#[tokio::test]
async fn secrets_are_written_nowhere_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        play(place).await;
    }
}
