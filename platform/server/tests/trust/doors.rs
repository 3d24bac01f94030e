//! Guards of the ways in: each has a check that gives what is wrong, and nothing as long as the guard stands.

use serde_json::{Value, json};
use words::{Clock as _, Role};

use crate::database::number;
use crate::entry::{
    admin_in, at_till, auth, family, family_by_code, family_in, letter, messages, register, seller, texts, till,
    token_of, totp, verify, with_factor,
};
use crate::world::{Got, PASSWORD, World, configure};

/// Whether an answer lets somebody in.
pub fn lets_in(got: &Got) -> bool {
    got.json()["token"].is_string() || got.headers.contains_key("set-cookie")
}

/// Status and message of an answer.
pub fn outcome(got: &Got) -> String {
    let body = got.json();
    format!("{} {}", got.status.as_u16(), body["messageId"].as_str().unwrap_or_default())
}

/// What is wrong.
pub struct Wrong(pub Vec<String>);

impl Wrong {
    pub fn none() -> Self {
        Self(Vec::new())
    }

    pub fn expect(&mut self, what: &str, got: &Got, expected: &str) {
        if outcome(got) != expected {
            self.0.push(format!("{what}: {} and not {expected}: {}", outcome(got), got.json()));
        }
    }

    pub fn shut(&mut self, what: &str, got: &Got) {
        if lets_in(got) {
            self.0.push(format!("{what}: was let in: {}", outcome(got)));
        }
    }
}

/// Takes over a key of alpha's configuration while the server runs.
pub fn now_with(world: &World, key: &str, value: &str) {
    configure(&world.folder.path().join("schools"), "alpha", key, value);
    world.app.registry.poll();
}

/// Whoever has a second factor, or has to have one, does not come in by a password alone.
pub async fn a_second_factor_is_needed(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    let secret = with_factor(world, "alpha", &admin).await;
    world.clock.advance(60_000);
    let login = json!({ "email": "entry-admin@alpha.example", "password": PASSWORD });
    let half = world.post("alpha", &auth("login"), login).await;
    wrong.shut("a password alone", &half);
    let challenge = half.json()["challenge"].clone();
    for code in ["000000", "", "AAAAA-AAAAA"] {
        let guess = json!({ "challenge": challenge, "code": code });
        wrong.shut(&format!("the code `{code}`"), &world.post("alpha", &auth("second-factor"), guess).await);
    }
    let code = json!({ "challenge": challenge, "code": totp(&secret, world.clock.now_ms()) });
    let whole = world.post("alpha", &auth("second-factor"), code).await;
    if wrong.0.is_empty() && !lets_in(&whole) {
        wrong.0.push(format!("the right code: {}", outcome(&whole)));
    }
    // A role that has to have one sets it up before anything else.
    now_with(world, "second_factor", "{ roles: [auditor] }");
    world.person("alpha", "must@alpha.example", "Must", Role::Auditor).await;
    let must = json!({ "email": "must@alpha.example", "password": PASSWORD });
    let half = world.post("alpha", &auth("login"), must).await;
    wrong.shut("a role that has to have a second factor", &half);
    if half.json()["mfa_setup_required"] != true && wrong.0.is_empty() {
        wrong.0.push(format!("it is not offered either: {}", outcome(&half)));
    }
    now_with(world, "second_factor", "{ roles: [guardian] }");
    let begun = register(world, "alpha", family("new@alpha.example")).await;
    let link = token_of(&letter(world, "alpha", "new@alpha.example", "verify_email").await);
    let proved = verify(world, "alpha", &link, &begun).await;
    if proved.json()["token"].is_string() || proved.json()["session"].is_object() {
        wrong.0.push(format!("a proved address opens it without a second factor: {}", proved.json()));
    }
    wrong.0
}

/// Somebody who looked over a shoulder has no use of the code.
pub async fn a_code_of_an_authenticator_counts_once(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    let secret = with_factor(world, "alpha", &admin).await;
    world.clock.advance(60_000);
    let code = totp(&secret, world.clock.now_ms());
    for turn in 0..2 {
        let login = json!({ "email": "entry-admin@alpha.example", "password": PASSWORD });
        let challenge = world.post("alpha", &auth("login"), login).await.is(200)["challenge"].clone();
        let got = world.post("alpha", &auth("second-factor"), json!({ "challenge": challenge, "code": code })).await;
        match turn {
            0 if !lets_in(&got) => wrong.0.push(format!("the first time: {}", outcome(&got))),
            1 => wrong.expect("the same code again", &got, "422 L004"),
            _ => {}
        }
    }
    wrong.0
}

/// Guesses at once are no more than guesses one after the other.
pub async fn of_a_thousand_guesses_five_are_looked_at(world: &World) -> Vec<String> {
    let asked = json!({ "email": "guessed@alpha.example", "purpose": "sign_in", "captcha_token": "" });
    let sent = world.post("alpha", &auth("auth-otp"), asked).await.is(200);
    let challenge = sent["challenge_id"].clone();
    let right =
        letter(world, "alpha", "guessed@alpha.example", "code").await.params["code"].as_str().unwrap().to_owned();
    let guesses: Vec<_> = (0..1000)
        .map(|n| {
            let code = format!("{n:06}");
            let code = if code == right { "999999".to_owned() } else { code };
            let body = json!({ "challenge_id": challenge, "code": code }).to_string();
            let request =
                world.ask("alpha", "POST", &auth("verify-auth-otp")).header("content-type", "application/json");
            let (front, request) = (world.front.clone(), request.body(axum::body::Body::from(body)).unwrap());
            tokio::spawn(async move {
                let answer = front.handle(request, std::net::IpAddr::from([127, 0, 0, 1])).await;
                let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
                serde_json::from_slice::<Value>(&body).unwrap()["messageId"].as_str().unwrap().to_owned()
            })
        })
        .collect();
    let (mut looked_at, mut wrong) = (0, Vec::new());
    for guess in guesses {
        match guess.await.unwrap().as_str() {
            "L004" => looked_at += 1,
            "L005" | "L002" => {}
            other => wrong.push(format!("a guess got {other}")),
        }
    }
    if looked_at > 5 {
        wrong.push(format!("{looked_at} of 1,000 guesses were looked at"));
    }
    let late = world.post("alpha", &auth("verify-auth-otp"), json!({ "challenge_id": challenge, "code": right })).await;
    if lets_in(&late) {
        wrong.push("the right code still opens after a thousand wrong ones".into());
    }
    wrong
}

/// A link that was used is dead, and as dead as one that never was.
pub async fn a_link_works_once(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    world.post("alpha", &auth("register_user"), family("once@alpha.example")).await.is(201);
    let proof = token_of(&letter(world, "alpha", "once@alpha.example", "verify_email").await);
    world.post("alpha", &auth("verify-email"), json!({ "token": proof })).await.is(200);
    let forget = json!({ "email": "once@alpha.example", "captcha_token": "" });
    world.post("alpha", &auth("forget-password"), forget).await.is(200);
    let reset = token_of(&letter(world, "alpha", "once@alpha.example", "reset_password").await);
    let new = json!({ "token": reset, "password": "copper-lagoon-58-thistle" });
    // The page asks first, as often as it is opened: that uses nothing up.
    for _ in 0..2 {
        world.post("alpha", &auth("check-reset-link"), json!({ "token": reset })).await.is(200);
    }
    world.post("alpha", &auth("reset-password"), new.clone()).await.is(200);
    let never = kernel::crypto::new_token(&words::SystemRng);
    let other = json!({ "token": never });
    let other_new = json!({ "token": never, "password": "copper-lagoon-58-thistle" });
    for (call, used, unknown) in [
        ("verify-email", json!({ "token": proof }), other.clone()),
        ("check-reset-link", json!({ "token": reset }), other),
        ("reset-password", new, other_new),
    ] {
        let again = world.post("alpha", &auth(call), used).await;
        wrong.expect(&format!("{call} with a used link"), &again, "404 L010");
        let unknown = world.post("alpha", &auth(call), unknown).await;
        if wrong.0.is_empty() && (unknown.status, &unknown.body) != (again.status, &again.body) {
            wrong.0.push(format!("{call} tells a used link from one that never was"));
        }
    }
    // Looking at a link's page, as mail scanners do, uses nothing up.
    world.post("alpha", &auth("register_user"), family("looked@alpha.example")).await.is(201);
    let proof = token_of(&letter(world, "alpha", "looked@alpha.example", "verify_email").await);
    for path in [format!("/verify-account?token={proof}"), auth("verify-email") + "?token=" + &proof] {
        world.get("alpha", &path, "").await;
    }
    let first = world.post("alpha", &auth("verify-email"), json!({ "token": proof })).await;
    if first.status != 200 {
        wrong.0.push(format!("a link that was only looked at: {}", outcome(&first)));
    }
    wrong.0
}

/// An address is somebody's once they showed that they read its mail.
pub async fn an_unproven_address_opens_nothing(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    world.post("alpha", &auth("register_user"), family("waits@alpha.example")).await.is(201);
    let login = json!({ "email": "waits@alpha.example", "password": PASSWORD });
    wrong.shut("an address that nobody proved", &world.post("alpha", &auth("login"), login.clone()).await);
    // Whoever does not know the password is not told that there is an account that waits.
    world.clock.advance(60_000);
    let guess = json!({ "email": "waits@alpha.example", "password": "another-guess-entirely-7" });
    wrong.expect("a wrong password", &world.post("alpha", &auth("login"), guess).await, "401 L001");
    world.clock.advance(60_000);
    let proof = token_of(&letter(world, "alpha", "waits@alpha.example", "verify_email").await);
    let elsewhere = world.post("alpha", &auth("verify-email"), json!({ "token": proof })).await;
    wrong.shut("the link in another browser than the one that began", &elsewhere);
    // Whoever has the mail sets a password there, and then it is theirs.
    let set = json!({ "token": elsewhere.json()["set_password"], "password": PASSWORD });
    world.post("alpha", &auth("reset-password"), set).await;
    let after = world.post("alpha", &auth("login"), login).await;
    if !lets_in(&after) {
        wrong.0.push(format!("once it is proven: {}", outcome(&after)));
    }
    wrong.0
}

/// What somebody told of an address that is not theirs is worth nothing once its owner proves it.
pub async fn no_strangers_password_survives_a_proof(world: &World) -> Vec<String> {
    const STRANGERS: &str = "copper-lagoon-58-thistle";
    let mut wrong = Wrong::none();
    let email = "squatted@alpha.example";
    let mut strangers = family(email);
    strangers["password"] = json!(STRANGERS);
    strangers["phone"] = json!("+96899999999");
    register(world, "alpha", strangers).await;
    let proof = token_of(&letter(world, "alpha", email, "verify_email").await);
    world.clock.advance(1_000);
    // The owner registers too, and uses the first letter in their own browser.
    let browser = register(world, "alpha", family(email)).await;
    let proven = verify(world, "alpha", &proof, &browser).await;
    if !lets_in(&proven) {
        wrong.0.push(format!("the owner's own browser: {}", outcome(&proven)));
    }
    let login = |password: &str| json!({ "email": email, "password": password });
    wrong.shut("the stranger's password", &world.post("alpha", &auth("login"), login(STRANGERS)).await);
    world.clock.advance(60_000);
    let own = world.post("alpha", &auth("login"), login(PASSWORD)).await;
    if !lets_in(&own) {
        wrong.0.push(format!("the owner's password: {}", outcome(&own)));
    }
    let phones = texts(world, "alpha", "SELECT phone FROM users WHERE school_id = $1 AND email LIKE 'squatted%'").await;
    if phones != ["+96891234567"] {
        wrong.0.push(format!("the stranger's number stands in the account: {phones:?}"));
    }
    // One who never registered has no password at all until they set one.
    let email = "squatted-2@alpha.example";
    let mut strangers = family(email);
    strangers["password"] = json!(STRANGERS);
    register(world, "alpha", strangers).await;
    let proof = token_of(&letter(world, "alpha", email, "verify_email").await);
    verify(world, "alpha", &proof, "__Host-begun=of-another-browser").await;
    let login = json!({ "email": email, "password": STRANGERS });
    wrong.shut("a stranger's password without the owner's own", &world.post("alpha", &auth("login"), login).await);
    wrong.0
}

/// A borrowed session of an account without a password changes none of its keys: a code to the address that it has is asked for.
pub async fn keys_change_with_a_code_where_there_is_no_password(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let email = "by-code@alpha.example";
    let bearer = family_by_code(world, "alpha", email).await;
    let profile = "/api/v1/oa/profile";
    let change = async |call: &str, body: serde_json::Value| {
        world.call("alpha", "POST", &format!("{profile}/{call}"), &bearer, body).await
    };
    let tries = |current: &str| {
        [
            ("password", json!({ "current": current, "password": "copper-lagoon-58-thistle" })),
            ("email", json!({ "current": current, "email": "thief@alpha.example" })),
            ("second-factor", json!({ "current": current })),
        ]
    };
    for (call, body) in tries("") {
        wrong.expect(&format!("{call} without a code"), &change(call, body).await, "422 L005");
    }
    world.call("alpha", "POST", &format!("{profile}/step-up"), &bearer, json!({})).await.is(200);
    for (call, body) in tries("000000") {
        wrong.expect(&format!("{call} with a wrong code"), &change(call, body).await, "422 L004");
    }
    if !wrong.0.is_empty() {
        return wrong.0;
    }
    if messages(world, "alpha").await.iter().any(|message| message.to == "thief@alpha.example") {
        wrong.0.push("a link went to the thief".into());
    }
    // The right one is good for one change, at the address that the account has.
    let code = letter(world, "alpha", email, "step_up").await.params["code"].as_str().unwrap().to_owned();
    let [(call, body), (other, again), _] = tries(&code);
    let changed = change(call, body).await;
    if changed.status != 200 {
        wrong.0.push(format!("{call} with the code: {}", outcome(&changed)));
    }
    if change(other, again).await.status.is_success() {
        wrong.0.push("one code changed two keys".into());
    }
    wrong.0
}

/// A riddle that was solved is good for one request, of this school.
pub async fn a_solved_riddle_counts_once(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    for school in ["alpha", "beta"] {
        configure(&world.folder.path().join("schools"), school, "captcha", "{ provider: altcha }");
    }
    world.app.registry.poll();
    let solved = async |school: &str| {
        let riddle = world.get(school, &auth("captcha"), "").await.is(200)["captcha"]["challenge"].clone();
        identity::captcha::solve(&riddle).unwrap()
    };
    let ask = async |proof: Value| {
        let body = json!({ "email": "nobody@alpha.example", "captcha_token": proof });
        world.post("alpha", &auth("forget-password"), body).await
    };
    wrong.expect("no proof", &ask(json!("")).await, "422 L012");
    wrong.expect("a made-up one", &ask(json!("e30=")).await, "422 L012");
    wrong.expect("another school's", &ask(json!(solved("beta").await)).await, "422 L012");
    let proof = solved("alpha").await;
    wrong.expect("the first time", &ask(json!(proof)).await, "200 L011");
    wrong.expect("the second time", &ask(json!(proof)).await, "422 L012");
    let old = solved("alpha").await;
    world.clock.advance(60 * 60_000);
    wrong.expect("an hour later", &ask(json!(old)).await, "422 L012");
    wrong.0
}

/// A till lets in who sells, at its own device.
pub async fn a_till_lets_in_who_sells(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    let here = till(world, "alpha", &admin, "T1").await;
    seller(world, "alpha", &admin, "1001", Role::Cashier).await;
    seller(world, "alpha", &admin, "1002", Role::Cashier).await;
    // Somebody's roles may change after they got their code.
    let sql = "UPDATE users SET roles = '[\"reviewer\"]' WHERE school_id = $1 AND staff_code = '1002'";
    crate::database::execute(&world.app.db, "alpha", sql).await.unwrap();
    let no_seller = world.post("alpha", &auth("login-pos"), at_till("1002", &here)).await;
    wrong.shut("a reviewer at a till", &no_seller);
    let sells = world.post("alpha", &auth("login-pos"), at_till("1001", &here)).await;
    if !lets_in(&sells) {
        wrong.0.push(format!("a cashier at a till: {}", outcome(&sells)));
    }
    wrong.0
}

/// Staff code and PIN are worth nothing at a device that is no till.
pub async fn a_till_is_its_own_device(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    let here = till(world, "alpha", &admin, "T1").await;
    let there = till(world, "alpha", &admin, "T2").await;
    let beta = admin_in(world, "beta").await;
    let abroad = till(world, "beta", &beta, "T1").await;
    seller(world, "alpha", &admin, "1001", Role::Cashier).await;
    let never = kernel::crypto::new_token(&words::SystemRng);
    for (what, device) in
        [("none", ""), ("a made-up one", &never), ("another till's", &there.1), ("another school's", &abroad.1)]
    {
        let got = world.post("alpha", &auth("login-pos"), at_till("1001", &("T1".into(), device.to_owned()))).await;
        wrong.shut(&format!("a device with {what} id"), &got);
        if !wrong.0.is_empty() {
            return wrong.0;
        }
    }
    // A right PIN at another school's till is nobody's.
    let other = world.post("beta", &auth("login-pos"), at_till("1001", &abroad)).await;
    wrong.shut("another school's till", &other);
    let own = world.post("alpha", &auth("login-pos"), at_till("1001", &here)).await;
    if !lets_in(&own) {
        wrong.0.push(format!("the till's own device: {}", outcome(&own)));
    }
    wrong.0
}

/// A PIN opens the till, whatever else its person may do elsewhere.
pub async fn a_till_session_opens_the_till_alone(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    let here = till(world, "alpha", &admin, "T1").await;
    seller(world, "alpha", &admin, "1009", Role::PosSupervisor).await;
    let seated = world.post("alpha", &auth("login-pos"), at_till("1009", &here)).await.is(200);
    let by_pin = seated["token"].as_str().unwrap().to_owned();
    world.person("alpha", "supervisor@alpha.example", "Supervisor", Role::PosSupervisor).await;
    let (by_password, _) = world.sign_in("alpha", "supervisor@alpha.example").await;
    let new = |code: &str| json!({ "code": code, "name": "Uniforms", "store_types": ["uniform"] });
    let person =
        json!({ "name": "Thief", "roles": ["cashier"], "locale": "en", "staff_code": "6666", "pin": "482913" });
    let calls = [
        ("GET", "tills", Value::Null),
        ("POST", "tills", new("T8")),
        ("GET", "people", Value::Null),
        ("POST", "people", person),
        ("GET", "audit", Value::Null),
        ("GET", "profile/sessions", Value::Null),
        ("POST", "profile/sessions/end-others", Value::Null),
        ("GET", "profile/export", Value::Null),
        ("PATCH", "profile", json!({ "version": 1, "name": "Thief" })),
    ];
    for (method, path, body) in calls {
        let got = world.call("alpha", method, &format!("/api/v1/oa/{path}"), &by_pin, body).await;
        wrong.expect(&format!("{method} {path} in a till's session"), &got, "403 A002");
    }
    for path in ["pos/me", "profile"] {
        let got = world.get("alpha", &format!("/api/v1/oa/{path}"), &by_pin).await;
        wrong.expect(&format!("{path} in a till's session"), &got, "200 ");
    }
    for (method, body, expected) in [("GET", Value::Null, 200), ("POST", new("T9"), 201)] {
        let got = world.call("alpha", method, "/api/v1/oa/tills", &by_password, body).await;
        if got.status != expected {
            wrong.0.push(format!("{method} tills in the supervisor's own session: {}", outcome(&got)));
        }
    }
    wrong.0
}

/// Whoever tries codes from one address is stopped, and others are not.
pub async fn one_address_tries_so_often(world: &World) -> Vec<String> {
    /// How many codes may be typed in at once.
    const BURST: usize = 60;
    let mut wrong = Wrong::none();
    let guess = async |n: usize, address: [u8; 4]| {
        let request = world.ask("alpha", "POST", &auth("track")).header("content-type", "application/json");
        let body = json!({ "tracking_code": format!("0000-0000-{n:04}"), "captcha_token": "" }).to_string();
        world.send_from(request.body(body.into()).unwrap(), address.into()).await
    };
    let mut looked_at = 0;
    for n in 0..BURST + 20 {
        let got = guess(n, [198, 51, 100, 7]).await;
        match outcome(&got).as_str() {
            "404 L010" => looked_at += 1,
            "429 L002" if got.headers.contains_key("retry-after") => {}
            other => wrong.0.push(format!("a guess got {other}")),
        }
    }
    if looked_at != BURST {
        wrong.0.push(format!("{looked_at} guesses of one address were looked at"));
    }
    wrong.expect("another address", &guess(0, [198, 51, 100, 8]).await, "404 L010");
    world.clock.advance(60 * 60_000);
    wrong.expect("an hour later", &guess(0, [198, 51, 100, 7]).await, "404 L010");
    wrong.0
}

/// A family sees its own drafts and applications, and no other family's.
pub async fn a_family_sees_its_own(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let mut homes = Vec::new();
    for name in ["one", "two"] {
        let bearer = family_in(world, "alpha", &format!("{name}@alpha.example")).await;
        for (child, is_sent) in [("draft", false), ("sent", true)] {
            let values = json!({ "child_name": format!("Child-{name}-{child}") });
            let draft = world.draft("alpha", "trial", values.clone()).await;
            world.call("alpha", "POST", "/api/v1/oa/family/drafts", &bearer, json!({ "token": draft })).await.is(200);
            if is_sent {
                world.submit("alpha", "trial", values, Some(&draft), &format!("key-of-{name}-0123456")).await.is(201);
            }
        }
        homes.push((name, bearer));
    }
    for (name, bearer) in &homes {
        let home = world.get("alpha", "/api/v1/oa/family/home", bearer).await.is(200).to_string();
        let other = if *name == "one" { "two" } else { "one" };
        if home.contains(&format!("Child-{other}")) {
            wrong.0.push(format!("{name} sees what is {other}'s"));
        }
        for child in ["draft", "sent"] {
            if !home.contains(&format!("Child-{name}-{child}")) {
                wrong.0.push(format!("{name} does not see its own {child}: {home}"));
            }
        }
    }
    wrong.0
}

/// An account keeps fifty drafts, and no more.
pub async fn an_account_keeps_fifty_drafts(world: &World) -> Vec<String> {
    let bearer = family_in(world, "alpha", "one@alpha.example").await;
    let mut taken = 0;
    for _ in 0..52 {
        let draft = world.draft("alpha", "trial", json!({})).await;
        let got = world.call("alpha", "POST", "/api/v1/oa/family/drafts", &bearer, json!({ "token": draft })).await;
        taken += usize::from(got.status == 200);
    }
    if taken == 50 { Vec::new() } else { vec![format!("an account keeps {taken} drafts")] }
}

/// Nobody ends somebody else's sessions by naming them.
pub async fn a_person_ends_their_own_sessions(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let (one, two) =
        (family_in(world, "alpha", "one@alpha.example").await, family_in(world, "alpha", "two@alpha.example").await);
    let list = world.get("alpha", "/api/v1/oa/profile/sessions", &two).await.is(200);
    let sessions = list["sessions"].as_array().unwrap();
    let id = sessions.iter().find(|session| session["current"] == true).unwrap()["id"].as_str().unwrap().to_owned();
    let got = world.call("alpha", "DELETE", &format!("/api/v1/oa/profile/sessions/{id}"), &one, Value::Null).await;
    if got.status != 404 {
        wrong.0.push(format!("ending somebody else's session: {}", outcome(&got)));
    }
    let alive = world.get("alpha", "/api/v1/oa/profile", &two).await;
    if alive.status != 200 {
        wrong.0.push("somebody else's session was ended".into());
    }
    let own = world.call("alpha", "DELETE", &format!("/api/v1/oa/profile/sessions/{id}"), &two, Value::Null).await;
    if own.status != 200 || world.get("alpha", "/api/v1/oa/profile", &two).await.status != 401 {
        wrong.0.push(format!("one's own session does not end: {}", outcome(&own)));
    }
    wrong.0
}

/// A borrowed session does not change an account's keys.
pub async fn keys_change_with_the_password_only(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let bearer = family_in(world, "alpha", "keys@alpha.example").await;
    let profile = "/api/v1/oa/profile";
    for current in ["", "violet-anchor-93-meadoW"] {
        for (call, body) in [
            ("password", json!({ "current": current, "password": "copper-lagoon-58-thistle" })),
            ("email", json!({ "current": current, "email": "thief@alpha.example" })),
            ("second-factor", json!({ "current": current })),
        ] {
            let got = world.call("alpha", "POST", &format!("{profile}/{call}"), &bearer, body).await;
            if got.status.is_success() {
                wrong.0.push(format!("{call} with the password `{current}`: {}", outcome(&got)));
            }
            world.clock.advance(60_000);
        }
    }
    if messages(world, "alpha").await.iter().any(|message| message.to == "thief@alpha.example") {
        wrong.0.push("a link went to the thief".into());
    }
    wrong.0
}

/// Whoever types somebody else's address into a form sends them three mails an hour and no more.
pub async fn a_stranger_gets_so_many_confirmations(world: &World) -> Vec<String> {
    let values = json!({ "child_name": "Sara", "guardian_email": "victim@elsewhere.example" });
    for n in 0..8 {
        let key = format!("confirmations-of-a-stranger-{n}");
        world.submit("alpha", "trial", values.clone(), None, &key).await.is(201);
    }
    let sql = "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'confirmation'";
    match number(&world.app.db, "alpha", sql).await {
        3 => Vec::new(),
        told => vec![format!("{told} confirmations to one stranger")],
    }
}
