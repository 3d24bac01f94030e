//! Whether an account exists is told by no answer, and by no time that an answer takes.

use std::time::{Duration, Instant};

use kernel::db::Native;
use kernel::{Caller, StoreError};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use tokio::sync::oneshot;
use words::Role;

use crate::database::{Place, execute, number, scope};
use crate::entry::{admin_in, at_till, auth, family, letter, messages, seller, till};
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

/// What is written down of a wrong try is written for people of the school alone: an answer that waited for it would tell them
/// from others, by as much as a busy disk takes. A try is counted before it is looked at, for everybody alike: here nothing can
/// be written while the tries are made, and known names fare as unknown ones do.
async fn play_without_writes(place: Place) {
    let world = World::open(place).await;
    world.person("alpha", "person@alpha.example", "Person", Role::AdmissionsOfficer).await;
    let admin = admin_in(&world, "alpha").await;
    let till = till(&world, "alpha", &admin, "T1").await;
    seller(&world, "alpha", &admin, "1001", Role::Cashier).await;
    let login = |email: &str| ("login", json!({ "email": email, "password": "not-the-password-at-all" }));
    let pairs = [
        [login("person@alpha.example"), login("nobody@alpha.example")],
        [("login-pos", wrong_pin("1001", &till)), ("login-pos", wrong_pin("2002", &till))],
    ];
    let (held, is_held) = oneshot::channel();
    let (release, released) = oneshot::channel::<()>();
    let (db, alpha) = (world.app.db.clone(), scope("alpha"));
    let writing = tokio::spawn(async move {
        let hold = db.write(&alpha, move |tx| {
            Box::pin(async move {
                const SQL: &str = "UPDATE users SET version = version WHERE school_id = $1";
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
    for pair in &pairs {
        let mut fared = Vec::new();
        for (call, body) in pair {
            let path = auth(call);
            let asked = world.post("alpha", &path, body.clone());
            let got = tokio::time::timeout(Duration::from_secs(3), asked).await;
            fared.push(got.map(|got| (got.status.as_u16(), got.json().to_string())).ok());
        }
        if fared[0] != fared[1] {
            wrong.push(format!("{}: {fared:?}", pair[0].0));
        }
    }
    release.send(()).unwrap();
    writing.await.unwrap();
    // Every try was counted, or was none: the first of these is looked at in no case before the one before it was.
    for (call, body) in pairs.into_iter().flatten() {
        world.post("alpha", &auth(call), body.clone()).await;
        let got = world.post("alpha", &auth(call), body).await;
        if got.status != 429 {
            wrong.push(format!("{call}: the wrong try was not counted: {}", got.status));
        }
    }
    world.close().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A server that was started again, or another one over the same rows, knows of every try, whether the name is somebody's or
/// nobody's; and of tries at two servers at once one is looked at.
async fn play_on_two_servers(place: Place) {
    let world = World::open(place).await;
    let known = "person@alpha.example";
    world.person("alpha", known, "Person", Role::AdmissionsOfficer).await;
    let admin = admin_in(&world, "alpha").await;
    let till = till(&world, "alpha", &admin, "T1").await;
    seller(&world, "alpha", &admin, "1001", Role::Cashier).await;
    let (clock, secret) = (world.clock.clone(), world.secret());
    let other =
        identity::Identity::new(world.app.db.clone(), clock, std::sync::Arc::new(words::SystemRng), secret).unwrap();
    let here = &world.app.state.identity;
    let (caller, school) = (Caller::system(scope("alpha")), world.school("alpha"));
    let browsers = identity::KnownBrowsers::default();
    let sign_in = async |server: &identity::Identity, name: &str| {
        let tried = server.sign_in(&caller, &school, name, "not-the-password".into(), String::new(), &browsers).await;
        tried.expect_err("wrong").id().as_str()
    };
    let pin = async |server: &identity::Identity, staff_code: &str| {
        let entry = identity::tills::PosEntry {
            staff_code: staff_code.into(),
            pin: "600317".into(),
            till_code: till.0.clone(),
            device_id: till.1.clone(),
            device: String::new(),
        };
        server.sign_in_at_till(&caller, entry).await.expect_err("wrong").id().as_str()
    };
    for name in [known, "nobody@alpha.example"] {
        assert_eq!((sign_in(here, name).await, sign_in(&other, name).await), ("L001", "L002"), "{name}");
    }
    for code in ["1001", "2002"] {
        assert_eq!((pin(here, code).await, pin(&other, code).await), ("L001", "L002"), "{code}");
    }
    for round in 0..4 {
        world.clock.advance(11_000);
        for name in [known, "nobody@alpha.example"] {
            let (one, two) = tokio::join!(sign_in(here, name), sign_in(&other, name));
            let mut told = [one, two];
            told.sort_unstable();
            assert_eq!(told, ["L001", "L002"], "{name} in round {round}");
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    world.close().await;
}

/// Ten wrong PINs a day, thirty a month, are looked at for a staff code, whether it is somebody's or nobody's; then a manager gives a new PIN.
async fn play_pins(place: Place) {
    let world = World::open(place).await;
    let admin = admin_in(&world, "alpha").await;
    let till = till(&world, "alpha", &admin, "T1").await;
    seller(&world, "alpha", &admin, "1001", Role::Cashier).await;
    // The month's window begins here, and with it a day's.
    let day = 24 * 3_600_000;
    world.clock.advance(30 * day - words::Clock::now_ms(&*world.clock) % (30 * day));
    let admin = world.sign_in("alpha", "entry-admin@alpha.example").await.0;
    let mut shapes = Vec::new();
    for code in ["1001", "2002", "3003"] {
        let mut told = Vec::new();
        for _ in 0..12 {
            told.push(shape(&world.post("alpha", &auth("login-pos"), wrong_pin(code, &till)).await));
            tokio::time::sleep(Duration::from_millis(10)).await;
            world.clock.advance(11_000);
        }
        assert_eq!(told.iter().filter(|shape| shape.0 == 401).count(), 10, "{code}");
        assert!(told[10].0 == 423 && told[10].2.contains("P004"), "{:?}", told[10]);
        shapes.push(told);
    }
    assert_eq!(shapes[0], shapes[1]);
    seller(&world, "alpha", &admin, "3003", Role::Cashier).await;
    let given = world.post("alpha", &auth("login-pos"), at_till("3003", &till)).await;
    assert_eq!(given.status, 200, "who is given a code that was locked can use it");
    // At a code in daily use, where each right PIN takes back itself alone, and at one that is nobody's.
    seller(&world, "alpha", &admin, "4004", Role::Cashier).await;
    let end_seat = "UPDATE sessions SET ended_at = 1 WHERE school_id = $1 AND till_id IS NOT NULL";
    for n in 0..3 {
        for code in ["4004", "5005"] {
            for _ in 0..10 {
                let wrong = world.post("alpha", &auth("login-pos"), wrong_pin(code, &till)).await;
                assert_eq!(wrong.status, 401, "{code} on day {n}");
                world.clock.advance(11_000);
            }
        }
        if n < 2 {
            execute(&world.app.db, "alpha", end_seat).await.unwrap();
            let slips = "UPDATE attempts SET count = 9 WHERE school_id = $1 AND flow = 'pin.try'";
            execute(&world.app.db, "alpha", slips).await.unwrap();
            assert_eq!(world.post("alpha", &auth("login-pos"), at_till("4004", &till)).await.status, 200, "day {n}");
        }
        if n == 0 {
            let told = letter(&world, "alpha", "entry-admin@alpha.example", "wrong_pins").await;
            assert_eq!((&told.params["till"], &told.params["change"]), (&json!("Canteen (T1)"), &json!("tried")));
            assert_eq!(told.params["count"], json!("50"), "{told:?}");
        }
        world.clock.advance(day - 220_000);
        world.app.worker().sweep().await;
        let open =
            number(&world.app.db, "alpha", "SELECT COUNT(*) FROM tries WHERE school_id = $1 AND locked_at IS NULL");
        assert_eq!(open.await, 0, "what was tried is forgotten alike");
    }
    for code in ["4004", "5005"] {
        let ended = world.post("alpha", &auth("login-pos"), at_till(code, &till)).await;
        assert_eq!(ended.status, 423, "ten a day are no ten a day for good: {code}");
    }
    world.clock.advance(32 * day);
    world.app.worker().sweep().await;
    let right = world.post("alpha", &auth("login-pos"), at_till("1001", &till)).await;
    assert_eq!(right.status, 423, "weeks do not open it");
    let kept = "SELECT COUNT(*) FROM tries WHERE school_id = $1 AND locked_at IS NOT NULL";
    assert_eq!(number(&world.app.db, "alpha", kept).await, 2, "a code that is nobody's is forgotten");
    let bearer = world.sign_in("alpha", "entry-admin@alpha.example").await.0;
    drop(admin);
    let listed = world.get("alpha", "/api/v1/oa/people?q=1001", &bearer).await.is(200);
    let person = &listed["items"][0];
    assert_eq!((&person["staff_code"], &person["pin_locked"]), (&json!("1001"), &json!(true)), "{listed}");
    let path = format!("/api/v1/oa/people/{}", person["id"].as_str().unwrap());
    let change = json!({ "version": person["version"], "pin": "371904" });
    let changed = world.call("alpha", "PATCH", &path, &bearer, change).await.is(200);
    assert_eq!(changed["person"]["pin_locked"], json!(false), "{changed}");
    let mut entry = at_till("1001", &till);
    entry["pin"] = json!("371904");
    world.post("alpha", &auth("login-pos"), entry).await.is(200);
    world.close().await;
}

/// Two hundred wrong PINs a month at a till, over whatever codes, and it is none any more until it is enrolled anew.
async fn play_a_till(place: Place) {
    let world = World::open(place).await;
    let admin = admin_in(&world, "alpha").await;
    let device = till(&world, "alpha", &admin, "T1").await;
    seller(&world, "alpha", &admin, "1001", Role::Cashier).await;
    world.post("alpha", &auth("login-pos"), at_till("1001", &device)).await.is(200);
    assert_eq!(world.post("alpha", &auth("login-pos"), wrong_pin("2001", &device)).await.status, 401);
    let tried = "SELECT count FROM attempts WHERE school_id = $1 AND flow = 'pin.till'";
    assert_eq!(number(&world.app.db, "alpha", tried).await, 1, "a right one is counted nowhere");
    let named = json!({ "email": "pin:1001", "password": "not the password" });
    assert_eq!(world.post("alpha", &auth("login"), named).await.status, 401);
    let right = world.post("alpha", &auth("login-pos"), at_till("1001", &device)).await;
    assert_eq!(right.status, 200, "what strangers type at sign-in slows no till down");
    let many = "UPDATE attempts SET count = 199 WHERE school_id = $1 AND flow = 'pin.till'";
    execute(&world.app.db, "alpha", many).await.unwrap();
    assert_eq!(world.post("alpha", &auth("login-pos"), wrong_pin("2002", &device)).await.status, 401, "the last");
    for body in [wrong_pin("2003", &device), at_till("1001", &device)] {
        let refused = world.post("alpha", &auth("login-pos"), body).await.is(403);
        assert_eq!(refused["messageId"], json!("P001"));
    }
    let mut heard = Vec::new();
    for one in messages(&world, "alpha").await.into_iter().filter(|one| one.template == "wrong_pins") {
        heard.push(format!("{} {} {}", one.to, one.params["change"], one.params["count"]));
    }
    heard.sort();
    assert_eq!(heard, [r#"entry-admin@alpha.example "ended" "200""#]);
    let tills = world.get("alpha", "/api/v1/oa/tills", &admin).await.is(200);
    assert_eq!(tills["items"][0]["enrolled_at"], json!(null), "{tills}");
    let again = format!("/api/v1/oa/tills/{}/enrolment", tills["items"][0]["id"].as_str().unwrap());
    let made = world.call("alpha", "POST", &again, &admin, json!({})).await.is(200);
    let asked = json!({ "enrolment_code": made["enrolment_code"], "device_label": "Another" });
    let enrolled = world.post("alpha", &auth("enrol-till"), asked).await.is(200);
    let device = ("T1".to_owned(), enrolled["device_id"].as_str().unwrap().to_owned());
    assert_eq!(world.post("alpha", &auth("login-pos"), wrong_pin("2004", &device)).await.status, 401);
    world.close().await;
}

#[tokio::test]
async fn tries_count_at_every_server_and_after_a_restart_on_sqlite() {
    play_on_two_servers(Place::Lite).await;
}

#[tokio::test]
async fn tries_count_at_every_server_and_after_a_restart_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        play_on_two_servers(place).await;
    }
}

#[tokio::test]
async fn wrong_pins_end_and_a_manager_opens_again_on_sqlite() {
    play_pins(Place::Lite).await;
}

#[tokio::test]
async fn wrong_pins_end_and_a_manager_opens_again_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        play_pins(place).await;
    }
}

#[tokio::test]
async fn a_till_that_is_guessed_at_ends_on_sqlite() {
    play_a_till(Place::Lite).await;
}

#[tokio::test]
async fn a_till_that_is_guessed_at_ends_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        play_a_till(place).await;
    }
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
