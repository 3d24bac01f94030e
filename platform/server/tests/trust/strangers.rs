//! Whether an account exists is told by no answer, and by no time that an answer takes.

use std::time::{Duration, Instant};

use kernel::db::Native;
use kernel::{Role, StoreError};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use tokio::sync::oneshot;

use crate::database::{Place, scope};
use crate::entry::{admin_in, at_till, auth, family, seller, till};
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

/// A till: its code and what its device holds.
type Till = (String, String);
/// A call and what is sent for somebody, `person` or `nobody`, of that number.
type Call = (&'static str, fn(&str, usize, &Till) -> Value);

const CALLS: [Call; 6] = [
    ("login", |who, n, _| json!({ "email": email(who, n), "password": "not-the-password-at-all" })),
    ("register_user", |who, n, _| family(&email(who, n))),
    ("forget-password", |who, n, _| json!({ "email": email(who, n), "captcha_token": "" })),
    ("resend-verify-email", |who, n, _| json!({ "email": email(who, n), "captcha_token": "" })),
    ("auth-otp", |who, n, _| json!({ "email": email(who, n), "purpose": "sign_in", "captcha_token": "" })),
    ("login-pos", |who, n, till| wrong_pin(&staff_code(who, n), till)),
];

fn email(who: &str, n: usize) -> String {
    format!("{who}-{n:03}@alpha.example")
}

fn staff_code(who: &str, n: usize) -> String {
    format!("{}{n:03}", &who[..1])
}

fn wrong_pin(staff_code: &str, till: &Till) -> Value {
    let mut body = at_till(staff_code, till);
    body["pin"] = json!("600317");
    body
}

async fn play(place: Place) {
    let world = World::open(place).await;
    // As long as the strangers' addresses: a body that names one has the same length then.
    for n in 0..PAIRS {
        let role = if n % 2 == 0 { Role::Guardian } else { Role::AdmissionsOfficer };
        world.person("alpha", &email("person", n), "Person", role).await;
    }
    let admin = admin_in(&world, "alpha").await;
    let till = till(&world, "alpha", &admin, "T1").await;
    for n in 0..PAIRS {
        seller(&world, "alpha", &admin, &staff_code("person", n), Role::Cashier).await;
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
                let body = body(who, n, &till);
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

/// A wrong try is written down for people of the school alone: an answer that waited for it would tell them from others, by
/// as much as a busy disk takes. Here nothing can be written while the tries are made.
async fn play_without_writes(place: Place) {
    let world = World::open(place).await;
    world.person("alpha", "person@alpha.example", "Person", Role::AdmissionsOfficer).await;
    let admin = admin_in(&world, "alpha").await;
    let till = till(&world, "alpha", &admin, "T1").await;
    seller(&world, "alpha", &admin, "1001", Role::Cashier).await;
    let tries = [
        ("login", json!({ "email": "person@alpha.example", "password": "not-the-password-at-all" })),
        ("login-pos", wrong_pin("1001", &till)),
    ];
    let (held, is_held) = oneshot::channel();
    let (release, released) = oneshot::channel::<()>();
    let (db, alpha) = (world.app.db.clone(), scope("alpha"));
    let writing = tokio::spawn(async move {
        let hold = db.write(&alpha, move |tx| {
            Box::pin(async move {
                const SQL: &str = "UPDATE users SET retry_at = retry_at WHERE school_id = $1";
                match tx.connection() {
                    Native::Direct(direct) => drop(direct.execute(SQL, &[&"alpha"])?),
                    Native::Pg(c) => {
                        sqlx::query(AssertSqlSafe(SQL)).bind("alpha").execute(c).await?;
                    }
                    Native::Lite(_) => unreachable!("a writer"),
                }
                held.send(()).unwrap();
                released.await.ok();
                Ok::<_, StoreError>(())
            })
        });
        hold.await.unwrap();
    });
    is_held.await.unwrap();
    let mut wrong = Vec::new();
    for (call, body) in &tries {
        match tokio::time::timeout(Duration::from_secs(3), world.post("alpha", &auth(call), body.clone())).await {
            Ok(got) if got.status == 401 => {}
            Ok(got) => wrong.push(format!("{call}: {} {}", got.status, got.json())),
            Err(_) => wrong.push(format!("{call}: the answer waits for the note of a wrong try")),
        }
    }
    release.send(()).unwrap();
    writing.await.unwrap();
    // It is written down all the same: the next try of the account waits for that, and is told to wait.
    for (call, body) in tries {
        let got = world.post("alpha", &auth(call), body).await;
        if got.status != 429 && wrong.is_empty() {
            wrong.push(format!("{call}: the wrong try was not counted: {}", got.status));
        }
    }
    world.close().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn no_answer_waits_for_the_note_of_a_wrong_try_on_sqlite() {
    play_without_writes(Place::Lite).await;
}

#[tokio::test]
async fn no_answer_waits_for_the_note_of_a_wrong_try_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        play_without_writes(place).await;
    }
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
