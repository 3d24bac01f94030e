//! Whether an account exists is told by no answer, and by no time that an answer takes.

use std::time::{Duration, Instant};

use kernel::Role;
use serde_json::{Value, json};

use crate::database::Place;
use crate::entry::{auth, family};
use crate::world::{Got, World};

/// Pairs of one known and one unknown address, asked in turn.
const PAIRS: usize = 24;
/// How far the medians may lie apart. What is left out for strangers (a hash, a letter's transaction) is far more; what a
/// busy machine adds to either side is less.
const APART: f64 = 3.0;

/// Everything of an answer by which two could be told apart: values that are new each time count by their length.
fn shape(got: &Got) -> (u16, Vec<(String, usize)>, String) {
    let mut headers: Vec<(String, usize)> =
        got.headers.iter().map(|(name, value)| (name.to_string(), value.len())).collect();
    headers.retain(|(name, _)| name != "x-request-id");
    headers.sort();
    let mut body = got.json();
    if let Some(challenge) = body.get_mut("challenge_id") {
        *challenge = json!(format!("{} characters", challenge.as_str().unwrap_or_default().len()));
    }
    (got.status.as_u16(), headers, body.to_string())
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

/// A call and what is sent for an address.
type Call = (&'static str, fn(&str) -> Value);

const CALLS: [Call; 5] = [
    ("login", |email| json!({ "email": email, "password": "not-the-password-at-all" })),
    ("register_user", |email| family(email)),
    ("forget-password", |email| json!({ "email": email, "captcha_token": "" })),
    ("resend-verify-email", |email| json!({ "email": email, "captcha_token": "" })),
    ("auth-otp", |email| json!({ "email": email, "purpose": "sign_in", "captcha_token": "" })),
];

async fn play(place: Place) {
    let world = World::open(place).await;
    // As long as the strangers' addresses: a body that names one has the same length then.
    for n in 0..PAIRS {
        let role = if n % 2 == 0 { Role::Guardian } else { Role::AdmissionsOfficer };
        world.person("alpha", &format!("person-{n:03}@alpha.example"), "Person", role).await;
    }
    let mut wrong = Vec::new();
    for (call, body) in CALLS {
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for n in 0..PAIRS {
            // Each call counts what came before for an address: a new hour, so that only the account differs.
            world.clock.advance(61 * 60_000);
            let mut shapes = Vec::new();
            // Who is asked first takes turns.
            let mut turn = ["person", "nobody"];
            turn.rotate_left(n % 2);
            for who in turn {
                let body = body(&format!("{who}-{n:03}@alpha.example"));
                let began = Instant::now();
                let got = world.post("alpha", &auth(call), body).await;
                let took = began.elapsed();
                if who == "person" {
                    known.push(took)
                } else {
                    unknown.push(took)
                }
                shapes.push((who, shape(&got)));
                // What is noted after the answer is not part of the next one's time.
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            if shapes[0].1 != shapes[1].1 {
                wrong.push(format!("{call}: {shapes:?}"));
            }
        }
        let (known, unknown) = (median(&mut known), median(&mut unknown));
        let ratio = known / unknown;
        println!("{call}: known {:.2} ms, unknown {:.2} ms, {ratio:.2}", known * 1e3, unknown * 1e3);
        if !(1.0 / APART..APART).contains(&ratio) {
            wrong.push(format!("{call}: the time tells: {ratio:.2}"));
        }
        // Whoever registered is known from now on.
        if call == "register_user" {
            let sql = "DELETE FROM users WHERE school_id = $1 AND email LIKE 'nobody-%'";
            crate::database::execute(&world.app.db, "alpha", sql).await.unwrap();
        }
    }
    world.close().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn nobody_can_tell_whether_an_account_exists_on_sqlite() {
    play(Place::Lite).await;
}

#[tokio::test]
async fn nobody_can_tell_whether_an_account_exists_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        play(place).await;
    }
}
