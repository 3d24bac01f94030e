//! Bounds of tries: guards that have no door of their own. Each check gives what is wrong.

use axum::body::Body;
use console::PlatformCaller;
use console::operator::SetUp;
use serde_json::json;
use words::{Clock as _, Role};

use crate::doors::{Wrong, outcome};
use crate::entry::{admin_in, at_till, auth, seller, till, totp};
use crate::world::{PASSWORD, World, host};

const DAY: i64 = 24 * 3_600_000;

fn to_the_next_day(world: &World) {
    world.clock.advance(DAY - world.clock.now_ms() % DAY);
}

/// After a wrong password the next one is looked at later.
pub async fn wrong_passwords_slow_down(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    for email in ["entry-admin@alpha.example", "nobody@alpha.example"] {
        if email.starts_with("entry") {
            admin_in(world, "alpha").await;
        }
        for expected in ["401 L001", "429 L002", "429 L002"] {
            let login = json!({ "email": email, "password": "wrong-lemon-harbour-7" });
            let got = world.post("alpha", &auth("login"), login).await;
            if outcome(&got) != expected {
                wrong.0.push(format!("{email}: {} and not {expected}", outcome(&got)));
            }
        }
    }
    wrong.0
}

/// After ten wrong PINs in a day the right one opens nothing.
pub async fn wrong_pins_lock_a_staff_code(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    let till = till(world, "alpha", &admin, "T1").await;
    seller(world, "alpha", &admin, "1001", Role::Cashier).await;
    to_the_next_day(world);
    for n in 0..11 {
        let mut entry = at_till("1001", &till);
        entry["pin"] = json!("600317");
        let got = world.post("alpha", &auth("login-pos"), entry).await;
        if (got.status == 423) != (n == 10) {
            wrong.0.push(format!("wrong PIN {}: {}", n + 1, outcome(&got)));
        }
        // What is noted of a wrong try is not waited for; the next one is.
        tokio::task::yield_now().await;
        world.clock.advance(11_000);
    }
    let right = world.post("alpha", &auth("login-pos"), at_till("1001", &till)).await;
    wrong.expect("the right one", &right, "423 P004");
    wrong.0
}

/// After twenty wrong second factors in a day, each behind the right password, the right one opens nothing.
pub async fn second_factors_of_an_operator_end(world: &World) -> Vec<String> {
    const EMAIL: &str = "sara@platform.example";
    let mut wrong = Wrong::none();
    let (console, caller) = (&world.app.state.console, PlatformCaller::system());
    let token = console.add_operator(&caller, EMAIL, "Sara").await.unwrap();
    let Ok(SetUp::Offered(offered)) = console.set_up(&caller, &token, None, None).await else {
        return vec!["nothing is offered".into()];
    };
    let code = totp(&offered.secret, world.clock.now_ms());
    console.set_up(&caller, &token, Some(PASSWORD.into()), Some(&code)).await.unwrap();
    to_the_next_day(world);
    let sign_in = async |code: &str| console.operator_sign_in(&caller, EMAIL, PASSWORD.into(), code).await;
    let Ok(open) = sign_in(&totp(&offered.secret, world.clock.now_ms())).await else {
        return vec!["the right code does not open it".into()];
    };
    for _ in 0..21 {
        if sign_in("000000").await.is_ok() {
            wrong.0.push("a wrong code opened the console".into());
        }
        world.clock.advance(11_000);
    }
    if sign_in(&totp(&offered.secret, world.clock.now_ms())).await.is_ok() {
        wrong.0.push("the right code still opens it after twenty-one wrong ones".into());
    }
    if console.authenticate(&open.token).await.is_ok() {
        wrong.0.push("who was in before it was locked still is".into());
    }
    wrong.0
}

/// A refresh token that is brought again at once leads to the one that took its place, and to no other.
pub async fn a_refresh_token_has_one_successor(world: &World) -> Vec<String> {
    world.person("alpha", "tabs@alpha.example", "Tabs", Role::SchoolAdmin).await;
    let cookie = world.sign_in("alpha", "tabs@alpha.example").await.1;
    let mut next = std::collections::BTreeSet::new();
    for _ in 0..3 {
        let ask = world.ask("alpha", "POST", "/api/v1/oa/auth/refresh").header("cookie", &cookie);
        let ask = ask.header("origin", format!("http://{}", host("alpha")));
        let got = world.send(ask.body(Body::empty()).unwrap()).await;
        got.is(200);
        next.insert(got.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned());
    }
    if next.len() == 1 { Vec::new() } else { vec![format!("one token has {} successors", next.len())] }
}
