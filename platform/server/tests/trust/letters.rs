//! How many letters and text messages a stranger can cause: to one mailbox, from one network, of one school. Each check gives what is
//! wrong, and nothing as long as its guard stands.

use std::net::{IpAddr, Ipv6Addr};

use identity::entry::NewApplicant;
use kernel::message::{Channel, Message};
use kernel::{Actor, Caller};
use serde_json::{Value, json};
use words::Clock as _;

use crate::database::{execute, number, scope};
use crate::entry::{auth, family, messages};
use crate::world::{Got, World};

const HOUR: i64 = 60 * 60 * 1000;

fn outcome(got: &Got) -> String {
    format!("{} {}", got.status.as_u16(), got.json()["messageId"].as_str().unwrap_or_default())
}

/// Goes to where the next hour's counts begin.
fn next_hour(world: &World) {
    world.clock.advance(HOUR - world.clock.now_ms() % HOUR);
}

/// Messages that will be sent, by template.
async fn sent(world: &World, is_theirs: impl Fn(&Message) -> bool) -> Vec<String> {
    let all = messages(world, "alpha").await;
    all.into_iter().filter(|one| one.expires_at > 0 && is_theirs(one)).map(|one| one.template).collect()
}

async fn confirmations(world: &World) -> i64 {
    number(&world.app.db, "alpha", "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'confirmation'").await
}

async fn from(world: &World, address: IpAddr, path: &str, body: Value) -> Got {
    let request = world.ask("alpha", "POST", path).header("content-type", "application/json");
    world.send_from(request.body(body.to_string().into()).unwrap(), address).await
}

async fn apply(world: &World, email: &str) -> String {
    let caller = Caller { school: scope("alpha"), actor: Actor::Anonymous, request_id: String::new(), address: None };
    let new =
        NewApplicant { name: "Sara".into(), email: email.into(), phone: "+96891234567".into(), locale: "en".into() };
    let new = new.checked("/guardian").unwrap();
    world.app.state.identity.open_applicant(&caller, new, String::new()).await.unwrap().opened.token
}

async fn ask_code(world: &World, key: &str, target: &str) -> Got {
    let body = json!({ key: target, "purpose": "sign_in", "locale": "en", "captcha_token": "" });
    world.post("alpha", &auth("auth-otp"), body).await
}

/// A mailbox gets so many letters of each kind in an hour and in a day, by whichever way they are asked for and however it is written.
pub async fn one_mailbox_gets_so_many(world: &World) -> Vec<String> {
    let spelled = |n: usize| match n % 4 {
        0 => format!("Vic.Tim+{n}@gmail.com"),
        1 => format!("victim+{n}.a@googlemail.com"),
        2 => format!("v.i.c.t.i.m+{n}@GMAIL.com"),
        _ => format!("victim+{n}@gmail.com"),
    };
    let mut wrong = Vec::new();
    let theirs = |one: &Message| one.to.ends_with("mail.com");
    for hour in 0..4_usize {
        next_hour(world);
        let before = sent(world, theirs).await;
        for n in 0..8 {
            let email = spelled(hour * 8 + n);
            if n < 3 {
                world.post("alpha", &auth("register_user"), family(&email)).await.is(201);
            }
            let known = spelled(hour * 8 + n % 3);
            world.post("alpha", &auth("resend-verify-email"), json!({ "email": known })).await.is(200);
            let body = json!({ "email": known, "captcha_token": "" });
            world.post("alpha", &auth("forget-password"), body).await.is(200);
            // The pause between two codes is the mailbox's too.
            world.clock.advance(61_000);
            ask_code(world, "email", &email).await;
            let bearer = apply(world, &email).await;
            world.call("alpha", "POST", "/api/v1/oa/profile/step-up", &bearer, Value::Null).await;
        }
        let all = sent(world, theirs).await;
        let mut new = all[before.len()..].to_vec();
        new.sort();
        let count = |name: &str| new.iter().filter(|template| *template == name).count();
        let found = [
            ("proofs", count("verify_email") + count("already_registered"), [6, 6, 4, 0][hour]),
            ("links for passwords", count("reset_password"), [3, 3, 2, 0][hour]),
            ("codes", count("code"), [3, 3, 3, 3][hour]),
            ("tracking codes", count("tracking"), [6, 6, 0, 0][hour]),
            ("codes before a change", count("step_up"), [5, 5, 2, 0][hour]),
        ];
        for (what, found, expected) in found {
            if found != expected {
                wrong.push(format!("hour {hour}: {found} {what} to one mailbox and not {expected}"));
            }
        }
    }
    wrong
}

/// What an hour refuses is not counted in its day, however many ask at the same moment: strangers would fill an owner's day at one go.
pub async fn a_burst_fills_no_day(world: &World) -> Vec<String> {
    next_hour(world);
    let body = json!({ "email": "victim@mail.example", "captcha_token": "" });
    let path = auth("forget-password");
    let all = (0..24).map(|_| world.post("alpha", &path, body.clone()));
    for got in futures_util::future::join_all(all).await {
        got.is(200);
    }
    let day = "SELECT used FROM allowances WHERE school_id = $1 AND name = 'recovery.target.day'";
    match number(&world.app.db, "alpha", day).await {
        3 => Vec::new(),
        used => vec![format!("{used} of eight links of the day are used up by a burst of which three left")],
    }
}

/// A telephone gets so many codes, however its number is written.
pub async fn one_telephone_gets_so_many(world: &World) -> Vec<String> {
    crate::world::configure(
        &world.folder.path().join("schools"),
        "alpha",
        "sms",
        "{ url: \"https://sms.example/send\", from: \"Alpha\" }",
    );
    world.app.registry.poll();
    next_hour(world);
    for n in 0..6 {
        let written = ["+968 9123 4567", "00968 (0) 91234567", "+٩٦٨٩١٢٣٤٥٦٧"][n % 3];
        world.clock.advance(61_000);
        ask_code(world, "phone", written).await;
    }
    match sent(world, |one| one.channel == Channel::Sms).await.len() {
        3 => Vec::new(),
        sent => vec![format!("{sent} text messages to one telephone")],
    }
}

/// One network causes so many, at all its addresses, and no more than its share of the school's.
pub async fn one_network_asks_for_so_many(world: &World) -> Vec<String> {
    let mut wrong = Vec::new();
    let forget = async |n: usize, address: IpAddr| {
        // Slowly enough for the counts in memory.
        world.clock.advance(3_100);
        let body = json!({ "email": format!("parent-{n}@elsewhere.example"), "captcha_token": "" });
        outcome(&from(world, address, &auth("forget-password"), body).await)
    };
    let at = |household: u16, host: u16| IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 7, household, 0, 0, 0, host));
    let mut expect = |what: &str, found: String, expected: &str| {
        if found != expected {
            wrong.push(format!("{what}: {found} and not {expected}"));
        }
    };
    next_hour(world);
    for n in 0..200 {
        expect("within the household's bound", forget(n, at(1, n as u16)).await, "200 L011");
    }
    expect("a household's 201st", forget(200, at(1, 999)).await, "429 L002");
    expect("its neighbour", forget(201, at(2, 1)).await, "200 L011");
    let full = "UPDATE allowances SET used = 1000 WHERE school_id = $1 AND name = 'links.site.hour'";
    assert_eq!(execute(&world.app.db, "alpha", full).await.unwrap(), 1);
    expect("the customer's 1001st", forget(202, at(3, 1)).await, "429 L002");
    // A carrier's one address, and a town behind it.
    let carrier = IpAddr::from([203, 0, 113, 7]);
    expect("a carrier", forget(203, carrier).await, "200 L011");
    execute(&world.app.db, "alpha", full).await.unwrap();
    expect("a carrier's 1001st", forget(204, carrier).await, "429 L002");
    let body = json!({ "email": "parent-x@elsewhere.example", "purpose": "sign_in", "captcha_token": "" });
    expect("a carrier's codes", outcome(&from(world, carrier, &auth("auth-otp"), body).await), "200 ");
    world.clock.advance(HOUR);
    expect("an hour later", forget(205, carrier).await, "200 L011");
    wrong
}

/// A school sends so many. Past it codes and links are asked for again later; what families wrote is taken in.
pub async fn a_school_sends_so_many(world: &World) -> Vec<String> {
    let mut wrong = Vec::new();
    next_hour(world);
    let values = |n: usize| json!({ "child_name": "Sara", "guardian_email": format!("parent-{n}@elsewhere.example") });
    let forget = async |n: usize| {
        let body = json!({ "email": format!("parent-{n}@elsewhere.example"), "captcha_token": "" });
        world.post("alpha", &auth("forget-password"), body).await
    };
    forget(0).await.is(200);
    ask_code(world, "email", "parent-0@elsewhere.example").await.is(200);
    world.submit("alpha", "trial", values(0), None, "confirmations-of-a-school-0").await.is(201);
    let was = confirmations(world).await;
    let full = "UPDATE allowances SET used = CASE name WHEN 'links.school.hour' THEN 4000 ELSE 6000 END
        WHERE school_id = $1 AND name IN ('links.school.hour', 'codes.school.hour', 'confirmations.school.hour')";
    assert!(execute(&world.app.db, "alpha", full).await.unwrap() >= 3);
    let new = world.post("alpha", &auth("register_user"), family("parent-1@elsewhere.example")).await;
    for (what, got) in [
        ("a link", forget(1).await),
        ("a code", ask_code(world, "email", "parent-1@elsewhere.example").await),
        ("an account", new),
    ] {
        if outcome(&got) != "429 R012" || !got.headers.contains_key("retry-after") {
            wrong.push(format!("{what} past the school's bound: {}", outcome(&got)));
        }
    }
    let sql = "SELECT COUNT(*) FROM users WHERE school_id = $1 AND email = 'parent-1@elsewhere.example'";
    if number(&world.app.db, "alpha", sql).await > 0 {
        wrong.push("an account that nobody was told of".into());
    }
    // Nothing of what was typed is lost.
    world.submit("alpha", "trial", values(2), None, "confirmations-of-a-school-1").await.is(201);
    apply(world, "parent-3@elsewhere.example").await;
    if confirmations(world).await != was {
        wrong.push("a confirmation past the school's bound".into());
    }
    if !sent(world, |one| one.template == "tracking").await.is_empty() {
        wrong.push("a tracking code past the school's bound".into());
    }
    world.clock.advance(HOUR);
    forget(4).await.is(200);
    wrong
}

/// Once much was sent, a link that is asked for again needs a proof that a person asks.
pub async fn much_sent_asks_for_a_proof(world: &World) -> Vec<String> {
    let schools = world.folder.path().join("schools");
    crate::world::configure(&schools, "alpha", "captcha", "{ provider: altcha }");
    world.app.registry.poll();
    next_hour(world);
    let again = async |n: usize| {
        let body = json!({ "email": format!("parent-{n}@elsewhere.example") });
        outcome(&world.post("alpha", &auth("resend-verify-email"), body).await)
    };
    let mut wrong = Vec::new();
    let mut expect = |found: String, expected: &str| {
        if found != expected {
            wrong.push(format!("a link that is asked for again: {found} and not {expected}"));
        }
    };
    expect(again(0).await, "200 L011");
    let half = "UPDATE allowances SET used = 1999 WHERE school_id = $1 AND name = 'links.school.hour'";
    assert!(execute(&world.app.db, "alpha", half).await.unwrap() >= 1);
    expect(again(1).await, "200 L011");
    expect(again(2).await, "422 L012");
    world.clock.advance(HOUR);
    expect(again(3).await, "200 L011");
    wrong
}

async fn look_at(world: &World, channel: &str, text: String) -> String {
    let admin = crate::entry::admin_in(world, "alpha").await;
    let body = json!({ "name": "code", "channel": channel, "locale": "en", "text": text });
    let got = world.call("alpha", "POST", "/api/v1/oa/settings/messages/preview", &admin, body).await;
    format!("{} {}", outcome(&got), got.json()["errors"][0]["code"].as_str().unwrap_or_default())
}

/// A school's own text computes nothing.
pub async fn a_text_computes_nothing(world: &World) -> Vec<String> {
    let computes = "Subject: t\n\n{{ code }}{{ \"x\" * 30 }}{% set a = code ~ code %}{{ a }}";
    match look_at(world, "mail", computes.into()).await.as_str() {
        "422 S001 notInTexts" => Vec::new(),
        other => vec![format!("a text that computes: {other}")],
    }
}

/// A text message has four parts at most.
pub async fn a_text_message_has_so_many_parts(world: &World) -> Vec<String> {
    match look_at(world, "sms", format!("{{{{ code }}}}{}", "x".repeat(10_000))).await.as_str() {
        "422 S001 smsTooLong" => Vec::new(),
        other => vec![format!("a text message of 10,000 letters: {other}")],
    }
}
