//! Guesses at codes that were sent: whom they are counted by, and that they keep nobody out. Each check gives what is wrong.

use serde_json::{Value, json};

use crate::database::{execute, number};
use crate::doors::{Wrong, lets_in, outcome};
use crate::entry::{auth, family_by_code, letter};
use crate::world::World;

/// Somebody asks for codes to an address that is not theirs, all day, and guesses at them. So many guesses are looked at and no more, and
/// whoever gets the next code comes in.
pub async fn wrong_codes_of_strangers_keep_nobody_out(world: &World) -> Vec<String> {
    const HOUR: i64 = 3_600_000;
    let mut wrong = Wrong::none();
    let email = "guessed-at@alpha.example";
    family_by_code(world, "alpha", email).await;
    let ask = async || {
        let asked = json!({ "email": email, "purpose": "sign_in", "captcha_token": "" });
        let sent = world.post("alpha", &auth("auth-otp"), asked).await.is(200);
        let code = letter(world, "alpha", email, "code").await.params["code"].as_str().unwrap().to_owned();
        (sent["challenge_id"].clone(), code)
    };
    let answer = async |challenge: &Value, code: &str| {
        world.post("alpha", &auth("verify-auth-otp"), json!({ "challenge_id": challenge, "code": code })).await
    };
    let not = |code: &str| if code == "111111" { "222222" } else { "111111" };
    let now = || words::Clock::now_ms(&*world.clock);
    // The day's window begins here.
    world.clock.advance(24 * HOUR - now() % (24 * HOUR));
    let mut looked_at = Vec::new();
    for _ in 0..8 {
        let mut of_hour = 0;
        for _ in 0..3 {
            let (challenge, code) = ask().await;
            for _ in 0..6 {
                of_hour += usize::from(outcome(&answer(&challenge, not(&code)).await) == "422 L004");
            }
            world.clock.advance(61_000);
        }
        looked_at.push(of_hour);
        world.clock.advance(HOUR - now() % HOUR);
    }
    if looked_at != [12, 6, 6, 6, 6, 6, 6, 6] {
        wrong.0.push(format!("guesses that were looked at, by the hour: {looked_at:?}"));
    }
    let (challenge, code) = ask().await;
    let slip = answer(&challenge, not(&code)).await;
    wrong.expect("a slip of the owner's", &slip, "422 L004");
    if slip.json()["tries_left"] != 1 {
        wrong.0.push(format!("tries left: {}", slip.json()["tries_left"]));
    }
    let inside = answer(&challenge, &code).await;
    if !lets_in(&inside) {
        wrong.0.push(format!("the owner is kept out: {}", outcome(&inside)));
    }
    wrong.0
}

/// Whoever guesses at codes of many people is counted by their network and by the school, and nobody is kept out by them.
pub async fn who_guesses_at_many_targets_has_one_try_each(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let (crowd, elsewhere) = ("203.0.113.7", "198.51.100.9");
    let day = 24 * 3_600_000;
    world.clock.advance(day - words::Clock::now_ms(&*world.clock) % day);
    let post = async |from: &str, path: &str, body: Value| {
        let request = world.ask("alpha", "POST", &auth(path)).header("content-type", "application/json");
        world.send_from(request.body(body.to_string().into()).unwrap(), from.parse().unwrap()).await
    };
    let ask = async |from: &str, n: usize| {
        let email = format!("guessed-{n}@alpha.example");
        let sent = post(from, "auth-otp", json!({ "email": email, "purpose": "sign_in", "captcha_token": "" })).await;
        let code = letter(world, "alpha", &email, "code").await.params["code"].as_str().unwrap().to_owned();
        (sent.is(200)["challenge_id"].clone(), code)
    };
    let answer = async |from: &str, challenge: &Value, code: &str| {
        post(from, "verify-auth-otp", json!({ "challenge_id": challenge, "code": code })).await
    };
    let not = |code: &str| if code == "111111" { "222222" } else { "111111" };
    // Five guesses at each of forty people; the address's own limit is by the minute.
    for n in 0..40 {
        let (challenge, code) = ask(crowd, n).await;
        for _ in 0..5 {
            wrong.expect("a guess", &answer(crowd, &challenge, not(&code)).await, "422 L004");
        }
        world.clock.advance(60_000);
    }
    let counted = async |flow: &str| {
        let sql = format!("SELECT count FROM attempts WHERE school_id = $1 AND flow = '{flow}'");
        number(&world.app.db, "alpha", &sql).await
    };
    // Past its own count a network uses nothing of the school's up, and what nobody looks at is no guess.
    let (challenge, code) = ask(crowd, 45).await;
    for n in 0..5 {
        let expected = if n == 0 { "422 L004" } else { "422 L005" };
        wrong.expect("past the network's", &answer(crowd, &challenge, not(&code)).await, expected);
    }
    if (counted("code.wrong_from").await, counted("code.wrong_all").await) != (201, 200) {
        wrong.0.push(format!(
            "{} of the network, {} of the school",
            counted("code.wrong_from").await,
            counted("code.wrong_all").await
        ));
    }
    for (from, n, left) in [(crowd, 40, 0), (elsewhere, 41, 4)] {
        let (challenge, code) = ask(from, n).await;
        let slip = answer(from, &challenge, not(&code)).await;
        wrong.expect("one more", &slip, "422 L004");
        if slip.json()["tries_left"] != left {
            wrong.0.push(format!("{from}: tries left: {}", slip.json()["tries_left"]));
        }
    }
    let (challenge, code) = ask(crowd, 42).await;
    if !lets_in(&answer(crowd, &challenge, &code).await) {
        wrong.0.push("an owner beside them is kept out".into());
    }
    let all = "UPDATE attempts SET count = 1000 WHERE school_id = $1 AND flow = 'code.wrong_all'";
    execute(&world.app.db, "alpha", all).await.unwrap();
    let (challenge, code) = ask(elsewhere, 43).await;
    let slip = answer(elsewhere, &challenge, not(&code)).await;
    if slip.json()["tries_left"] != 0 {
        wrong.0.push(format!("past the school's: tries left: {}", slip.json()["tries_left"]));
    }
    let (challenge, code) = ask(elsewhere, 44).await;
    if !lets_in(&answer(elsewhere, &challenge, &code).await) {
        wrong.0.push("an owner past the school's is kept out".into());
    }
    wrong.0
}
