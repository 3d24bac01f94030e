//! Browsers that an account knows: whatever strangers do at its name, its owner comes in there. Each check gives what is wrong.

use serde_json::{Value, json};
use words::{Clock as _, Role};

use crate::database::execute;
use crate::doors::{Wrong, outcome};
use crate::entry::{auth, family_in, letter, messages, token_of};
use crate::world::{Got, PASSWORD, World, host};

const HOUR: i64 = 60 * 60 * 1000;
const OWNER: &str = "owner@alpha.example";
const OTHERS: &str = "copper-lagoon-58-thistle";

/// A try with what the browser brings along.
async fn try_in(world: &World, school: &str, email: &str, password: &str, brings: &[&str]) -> Got {
    let login = json!({ "email": email, "password": password, "known_browsers": brings });
    world.post(school, &auth("login"), login).await
}

/// Signs in in a browser of its own; what it is known by from then on, and the bearer.
async fn known_in(world: &World, school: &str, email: &str) -> (String, String) {
    let inside = try_in(world, school, email, PASSWORD, &[]).await.is(200);
    let part = |name: &str| inside[name].as_str().unwrap_or_else(|| panic!("no {name}: {inside}")).to_owned();
    (part("known_browser"), part("token"))
}

/// A stranger tries at the owner's name: for the next second nobody of their line is looked at.
async fn stranger_tries(world: &World) {
    world.clock.advance(11_000);
    assert_eq!(outcome(&try_in(world, "alpha", OWNER, "not-the-password-at-all", &[]).await), "401 L001");
}

fn next_hour(world: &World) {
    world.clock.advance(HOUR - world.clock.now_ms() % HOUR);
}

async fn ask_code(world: &World, email: &str, brings: &[&str]) -> Got {
    let asked = json!({ "email": email, "purpose": "sign_in", "captcha_token": "", "known_browsers": brings });
    world.post("alpha", &auth("auth-otp"), asked).await
}

async fn forget(world: &World, email: &str, brings: &[&str]) -> Got {
    let asked = json!({ "email": email, "captcha_token": "", "known_browsers": brings });
    world.post("alpha", &auth("forget-password"), asked).await
}

/// Messages to the owner that leave, by template.
async fn sent(world: &World, template: &str) -> usize {
    let all = messages(world, "alpha").await.into_iter();
    all.filter(|one| one.to == OWNER && one.template == template && one.expires_at > 0).count()
}

/// Strangers' tries at a name keep nobody out who was in from that browser before; its own wrong ones are slowed as theirs are, and
/// too many of them end what it is known by.
pub async fn strangers_tries_keep_no_known_browser_out(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let poor = "not-the-password-at-all";
    world.person("alpha", OWNER, "Owner", Role::AdmissionsOfficer).await;
    let (token, _) = known_in(world, "alpha", OWNER).await;
    for _ in 0..5 {
        stranger_tries(world).await;
        wrong.expect("the owner in a new browser", &try_in(world, "alpha", OWNER, PASSWORD, &[]).await, "429 L002");
        wrong.expect("the owner", &try_in(world, "alpha", OWNER, PASSWORD, &[&token]).await, "200 ");
    }
    stranger_tries(world).await;
    for expected in ["401 L001", "429 L002"] {
        wrong.expect("a wrong try there", &try_in(world, "alpha", OWNER, poor, &[&token]).await, expected);
    }
    wrong.expect("the owner after it", &try_in(world, "alpha", OWNER, PASSWORD, &[&token]).await, "429 L002");
    for _ in 1..20 {
        world.clock.advance(11_000);
        wrong.expect("one more", &try_in(world, "alpha", OWNER, poor, &[&token]).await, "401 L001");
    }
    stranger_tries(world).await;
    let used_up = try_in(world, "alpha", OWNER, PASSWORD, &[&token]).await;
    wrong.expect("what was tried too often with", &used_up, "429 L002");
    world.clock.advance(11_000);
    wrong.expect("in everybody's line", &try_in(world, "alpha", OWNER, PASSWORD, &[&token]).await, "200 ");

    // Nor do they who is in already, and is asked for the password once more.
    let (_, bearer) = known_in(world, "alpha", OWNER).await;
    stranger_tries(world).await;
    let confirm = async |current: &str| {
        let body = json!({ "current": current });
        world.call("alpha", "POST", "/api/v1/oa/profile/sessions/confirm", &bearer, body).await
    };
    wrong.expect("the password once more", &confirm(PASSWORD).await, "200 ");
    for expected in ["422 L016", "429 L002"] {
        wrong.expect("a wrong one once more", &confirm(poor).await, expected);
    }
    wrong.0
}

/// What a browser is known by is one account's of one school, for ninety days, until its keys change; anything else is as none, and no
/// reason to refuse.
pub async fn a_known_browser_is_one_accounts_own(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    world.person("alpha", OWNER, "Owner", Role::AdmissionsOfficer).await;
    world.person("alpha", "other@alpha.example", "Other", Role::AdmissionsOfficer).await;
    world.person("beta", OWNER, "Owner elsewhere", Role::AdmissionsOfficer).await;
    let (own, bearer) = known_in(world, "alpha", OWNER).await;
    let (other, _) = known_in(world, "alpha", "other@alpha.example").await;
    let (elsewhere, _) = known_in(world, "beta", OWNER).await;
    let long = "x".repeat(10_000);
    let sixth = ["a", "b", "c", "d", "e", own.as_str()];
    let none: [(&str, &[&str]); 6] = [
        ("another account's", &[&other]),
        ("another school's", &[&elsewhere]),
        ("nothing at all", &[""]),
        ("a bearer", &[&bearer]),
        ("something long", &[&long]),
        ("one of too many", &sixth),
    ];
    for (what, brings) in none {
        stranger_tries(world).await;
        wrong.expect(what, &try_in(world, "alpha", OWNER, PASSWORD, brings).await, "429 L002");
    }
    let fits = try_in(world, "alpha", OWNER, PASSWORD, &[&other, &elsewhere, &own]).await;
    wrong.expect("one among others", &fits, "200 ");
    if !wrong.0.is_empty() {
        return wrong.0;
    }
    world.clock.advance(11_000);
    wrong.expect("with another's alone", &try_in(world, "alpha", OWNER, PASSWORD, &[&other]).await, "200 ");

    // Whoever ends all other sessions, or sets another password, ends what other browsers are known by.
    let (_, bearer) = known_in(world, "alpha", OWNER).await;
    world.call("alpha", "POST", "/api/v1/oa/profile/sessions/end-others", &bearer, Value::Null).await.is(200);
    stranger_tries(world).await;
    let ended = try_in(world, "alpha", OWNER, PASSWORD, &[&own]).await;
    wrong.expect("after all others were ended", &ended, "429 L002");
    world.clock.advance(11_000);
    let (own, _) = known_in(world, "alpha", OWNER).await;
    forget(world, OWNER, &[]).await.is(200);
    let link = token_of(&letter(world, "alpha", OWNER, "reset_password").await);
    world.post("alpha", &auth("reset-password"), json!({ "token": link, "password": OTHERS })).await.is(200);
    stranger_tries(world).await;
    wrong.expect("after a new password", &try_in(world, "alpha", OWNER, OTHERS, &[&own]).await, "429 L002");
    world.clock.advance(11_000);
    let again = try_in(world, "alpha", OWNER, OTHERS, &[]).await.is(200);
    let own = again["known_browser"].as_str().unwrap().to_owned();
    world.clock.advance(89 * 24 * HOUR);
    stranger_tries(world).await;
    wrong.expect("after 89 days", &try_in(world, "alpha", OWNER, OTHERS, &[&own]).await, "200 ");
    world.clock.advance(24 * HOUR);
    stranger_tries(world).await;
    wrong.expect("after 90 days", &try_in(world, "alpha", OWNER, OTHERS, &[&own]).await, "429 L002");
    wrong.0
}

/// Codes and links that strangers ask for are none of the owner's, who asks in a browser that the account knows.
pub async fn strangers_leave_codes_and_links_to_the_owner(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let other = "other@alpha.example";
    family_in(world, "alpha", OWNER).await;
    family_in(world, "alpha", other).await;
    let (own, _) = known_in(world, "alpha", OWNER).await;
    let (others, _) = known_in(world, "alpha", other).await;
    next_hour(world);
    for _ in 0..3 {
        world.clock.advance(61_000);
        wrong.expect("a stranger's", &ask_code(world, OWNER, &[]).await, "200 ");
    }
    // Nor does the pause after a stranger's.
    world.clock.advance(1_000);
    let asked = ask_code(world, OWNER, &[&own]).await;
    wrong.expect("the owner's", &asked, "200 ");
    if asked.status == 200 {
        let code = letter(world, "alpha", OWNER, "code").await;
        // What strangers at all schools cause takes nothing from it ([`kernel::message::Message::is_strangers`]).
        if code.is_strangers {
            wrong.0.push("the owner's code is counted with strangers'".into());
        }
        let answer = json!({ "challenge_id": asked.json()["challenge_id"], "code": code.params["code"] });
        let inside = world.post("alpha", &auth("verify-auth-otp"), answer).await;
        wrong.expect("the owner's code", &inside, "200 ");
        if !inside.json()["known_browser"].is_string() {
            wrong.0.push("a code makes no browser known".into());
        }
    }
    world.clock.advance(61_000);
    for (what, brings) in [("a stranger's fourth", &[][..]), ("with another's", &[others.as_str()])] {
        wrong.expect(what, &ask_code(world, OWNER, brings).await, "429 L002");
    }
    let next = ask_code(world, OWNER, &[&own]).await;
    wrong.expect("the owner's second", &next, "200 ");
    world.clock.advance(61_000);
    let again = json!({ "challenge_id": next.json()["challenge_id"], "known_browsers": [own] });
    wrong.expect("the owner's third", &world.post("alpha", &auth("resend-auth-otp"), again).await, "200 ");
    world.clock.advance(61_000);
    wrong.expect("the owner's fourth", &ask_code(world, OWNER, &[&own]).await, "429 L002");

    // A name that is nobody's fares as the owner's, whatever is brought along.
    for n in 0..5 {
        world.clock.advance(61_000);
        let expected = if n < 3 { "200 " } else { "429 L002" };
        wrong.expect("nobody's", &ask_code(world, "nobody@alpha.example", &[&own, &others]).await, expected);
    }
    next_hour(world);
    for _ in 0..5 {
        wrong.expect("a stranger's link", &forget(world, OWNER, &[&others]).await, "200 L011");
    }
    let before = sent(world, "reset_password").await;
    wrong.expect("the owner's link", &forget(world, OWNER, &[&own]).await, "200 L011");
    let links = (before, sent(world, "reset_password").await);
    if links != (3, 4) {
        wrong.0.push(format!("links before and after the owner asked: {links:?}"));
    }
    wrong.0
}

/// The last fifth of what a school sends is not for strangers.
pub async fn the_last_fifth_is_not_for_strangers(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    family_in(world, "alpha", OWNER).await;
    let (own, _) = known_in(world, "alpha", OWNER).await;
    next_hour(world);
    let new = async |n: usize| ask_code(world, &format!("new-{n}@alpha.example"), &[&own]).await;
    wrong.expect("a stranger's first code", &new(0).await, "200 ");
    wrong.expect("a stranger's first link", &forget(world, "new-0@alpha.example", &[]).await, "200 L011");
    let set = async |used: &str, whose: &str| {
        let sql = format!(
            "UPDATE allowances SET used = CASE name WHEN 'codes.{whose}.hour' THEN {used} END
             WHERE school_id = $1 AND name IN ('codes.{whose}.hour', 'links.{whose}.hour')"
        );
        assert!(execute(&world.app.db, "alpha", &sql).await.unwrap() >= 2, "{whose}");
    };
    set("4799 ELSE 3199", "school").await;
    wrong.expect("a stranger's last code", &new(1).await, "200 ");
    wrong.expect("a stranger's last link", &forget(world, "new-1@alpha.example", &[]).await, "200 L011");
    wrong.expect("a stranger's code past four fifths", &new(2).await, "429 R012");
    wrong.expect("a stranger's link past four fifths", &forget(world, OWNER, &[]).await, "429 R012");
    wrong.expect("the owner's code", &ask_code(world, OWNER, &[&own]).await, "200 ");
    wrong.expect("the owner's link", &forget(world, OWNER, &[&own]).await, "200 L011");
    // Who is signed in is no stranger.
    let (_, bearer) = known_in(world, "alpha", OWNER).await;
    let change = json!({ "email": "next@alpha.example", "current": PASSWORD });
    let changed = world.call("alpha", "POST", "/api/v1/oa/profile/email", &bearer, change).await;
    wrong.expect("of who is signed in", &changed, "200 L011");
    set("1199 ELSE 799", "kept").await;
    world.clock.advance(61_000);
    wrong.expect("the owner's last code", &ask_code(world, OWNER, &[&own]).await, "200 ");
    wrong.expect("the owner's last link", &forget(world, OWNER, &[&own]).await, "200 L011");
    world.clock.advance(61_000);
    wrong.expect("a code past the school's bound", &ask_code(world, OWNER, &[&own]).await, "429 R012");
    wrong.expect("a link past the school's bound", &forget(world, OWNER, &[&own]).await, "429 R012");
    wrong.0
}

/// Every way in but a till's and a tracking code's makes a browser known, also when a session is carried on.
pub async fn every_sign_in_of_a_person_makes_a_browser_known(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    world.person("alpha", OWNER, "Owner", Role::AdmissionsOfficer).await;
    let (bearer, cookie) = world.sign_in("alpha", OWNER).await;
    let request = world.ask("alpha", "POST", &auth("refresh")).header("cookie", cookie);
    let request =
        request.header("origin", format!("http://{}", host("alpha"))).body(axum::body::Body::empty()).unwrap();
    let carried = world.send(request).await.is(200);
    stranger_tries(world).await;
    let token = carried["known_browser"].as_str().unwrap_or_default();
    wrong.expect("a session that is carried on", &try_in(world, "alpha", OWNER, PASSWORD, &[token]).await, "200 ");
    let secret = crate::entry::with_factor(world, "alpha", &bearer).await;
    world.clock.advance(60_000);
    let half = try_in(world, "alpha", OWNER, PASSWORD, &[]).await.is(200);
    if half["known_browser"].is_string() {
        wrong.0.push("half a sign-in made a browser known".into());
    }
    let code = crate::entry::totp(&secret, world.clock.now_ms());
    let body = json!({ "challenge": half["challenge"], "code": code });
    let whole = world.post("alpha", &auth("second-factor"), body).await.is(200);
    stranger_tries(world).await;
    let token = whole["known_browser"].as_str().unwrap_or_default();
    wrong.expect("a second factor", &try_in(world, "alpha", OWNER, PASSWORD, &[token]).await, "200 ");
    let admin = crate::entry::admin_in(world, "alpha").await;
    let here = crate::entry::till(world, "alpha", &admin, "T1").await;
    crate::entry::seller(world, "alpha", &admin, "1001", Role::Cashier).await;
    let sold = world.post("alpha", &auth("login-pos"), crate::entry::at_till("1001", &here)).await.is(200);
    if !sold["known_browser"].is_null() {
        wrong.0.push("a till is a known browser".into());
    }
    wrong.0
}
