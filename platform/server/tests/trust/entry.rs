//! Ways in, as a browser takes them, and the letters that go with them.

use kernel::message::{Message, MessageJob};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use words::{Role, SchoolId};

use crate::database::scope;
use crate::world::{Got, PASSWORD, World};
use kernel::db::Native;

/// Texts out of a school, by any SQL; `$1` is the school.
pub async fn texts(world: &World, school: &str, sql: &str) -> Vec<String> {
    let mut tx = world.app.db.read(&scope(school)).await.unwrap();
    let sql = AssertSqlSafe(sql.to_owned());
    match tx.connection() {
        Native::Lite(c) => sqlx::query_scalar(sql).bind(school).fetch_all(c).await.unwrap(),
        Native::Pg(c) => sqlx::query_scalar(sql).bind(school).fetch_all(c).await.unwrap(),
        Native::Direct(_) => unreachable!("a reader"),
    }
}

/// Every message that waits in a school's outbox, the oldest first.
pub async fn messages(world: &World, school: &str) -> Vec<Message> {
    let sql =
        "SELECT CAST(payload AS TEXT) FROM outbox WHERE school_id = $1 AND kind = 'message' ORDER BY created_at, id";
    let (secret, id) = (world.secret(), SchoolId::parse(school).unwrap());
    let payloads = texts(world, school, sql).await;
    payloads
        .iter()
        .map(|text| serde_json::from_str::<MessageJob>(text).unwrap())
        .filter_map(|job| job.open(&secret, &id))
        .collect()
}

/// The newest message to somebody by a template.
pub async fn letter(world: &World, school: &str, to: &str, template: &str) -> Message {
    let all = messages(world, school).await;
    let found = all.iter().rev().find(|message| message.to == to && message.template == template);
    found.cloned().unwrap_or_else(|| {
        let there: Vec<_> = all.iter().map(|message| (&message.to, &message.template)).collect();
        panic!("no {template} to {to}: {there:?}")
    })
}

/// The token in a message's link.
pub fn token_of(message: &Message) -> String {
    let path = message.params["path"].as_str().unwrap();
    path.split("token=").nth(1).unwrap().to_owned()
}

/// What a family tells to sign up.
pub fn family(email: &str) -> Value {
    json!({
        "email": email, "phone": "+96891234567", "password": PASSWORD, "name": "Maryam", "locale": "en",
        "terms_version": "1", "captcha_token": ""
    })
}

/// Where the calls of signing in stand.
pub fn auth(call: &str) -> String {
    format!("/api/v1/oa/auth/{call}")
}

/// A family with an account and a proven address; its bearer.
pub async fn family_in(world: &World, school: &str, email: &str) -> String {
    let begun = register(world, school, family(email)).await;
    let token = token_of(&letter(world, school, email, "verify_email").await);
    verify(world, school, &token, &begun).await.is(200);
    world.sign_in(school, email).await.0
}

/// Registers in a browser; gives the cookie that marks it.
pub async fn register(world: &World, school: &str, new: Value) -> String {
    let made = world.post(school, &auth("register_user"), new).await;
    made.is(201);
    let all = made.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok()?.split(';').next());
    all.into_iter().find(|pair| pair.starts_with("__Host-begun=")).unwrap().to_owned()
}

/// Uses a link in a letter, in the browser of that cookie.
pub async fn verify(world: &World, school: &str, token: &str, cookie: &str) -> Got {
    let request = world.ask(school, "POST", &auth("verify-email")).header("content-type", "application/json");
    let body = json!({ "token": token }).to_string();
    world.send(request.header("cookie", cookie).body(axum::body::Body::from(body)).unwrap()).await
}

/// A family that signs in by a code and has no password; its bearer.
pub async fn family_by_code(world: &World, school: &str, email: &str) -> String {
    let asked = json!({ "email": email, "purpose": "sign_in", "locale": "en", "captcha_token": "" });
    let sent = world.post(school, &auth("auth-otp"), asked).await.is(200);
    let code = letter(world, school, email, "code").await.params["code"].clone();
    let answer = json!({ "challenge_id": sent["challenge_id"], "code": code });
    let inside = world.post(school, &auth("verify-auth-otp"), answer).await.is(200);
    inside["token"].as_str().unwrap().to_owned()
}

/// Somebody with a right to everything about people and tills; their bearer.
pub async fn admin_in(world: &World, school: &str) -> String {
    let email = format!("entry-admin@{school}.example");
    world.person(school, &email, "Entry Admin", Role::SchoolAdmin).await;
    world.sign_in(school, &email).await.0
}

/// A till with its device: code of the till and what the device holds.
pub async fn till(world: &World, school: &str, admin: &str, code: &str) -> (String, String) {
    let new = json!({ "code": code, "name": "Canteen", "store_types": ["canteen"] });
    let made = world.call(school, "POST", "/api/v1/oa/tills", admin, new).await;
    assert_eq!(made.status.as_u16() / 100, 2, "{:?}", made.json());
    let enrolment = made.json()["enrolment_code"].as_str().unwrap().to_owned();
    let asked = json!({ "enrolment_code": enrolment, "device_label": "A tablet" });
    let enrolled = world.post(school, &auth("enrol-till"), asked).await.is(200);
    (code.to_owned(), enrolled["device_id"].as_str().unwrap().to_owned())
}

/// Somebody who sells, with a staff code and the PIN 482913.
pub async fn seller(world: &World, school: &str, admin: &str, staff_code: &str, role: Role) {
    let new = json!({
        "name": format!("Seller {staff_code}"), "roles": [role], "locale": "en", "staff_code": staff_code, "pin": PIN
    });
    let made = world.call(school, "POST", "/api/v1/oa/people", admin, new).await;
    assert_eq!(made.status.as_u16(), 201, "{:?}", made.json());
}

/// Everybody's PIN.
pub const PIN: &str = "482913";

/// What a till sends to let somebody in.
pub fn at_till(staff_code: &str, (code, device): &(String, String)) -> Value {
    json!({ "staff_code": staff_code, "pin": PIN, "till_code": code, "device_id": device })
}

/// An authenticator's code at a moment.
pub fn totp(secret: &str, now_ms: i64) -> String {
    let bytes = data_encoding::BASE32_NOPAD.decode(secret.as_bytes()).unwrap();
    let totp = totp_rs::Builder::new()
        .with_algorithm(totp_rs::Algorithm::SHA1)
        .with_step_duration(30)
        .with_secret(bytes)
        .with_account_name("x")
        .build()
        .unwrap();
    totp.generate(u64::try_from(now_ms / 1000).unwrap()).to_string()
}

/// Sets a person's second factor up through their profile; its secret.
pub async fn with_factor(world: &World, school: &str, bearer: &str) -> String {
    let path = "/api/v1/oa/profile/second-factor";
    let begun = world.call(school, "POST", path, bearer, json!({ "current": PASSWORD })).await.is(200);
    let secret = begun["totp"]["secret"].as_str().unwrap().to_owned();
    let code = totp(&secret, words::Clock::now_ms(&*world.clock));
    world.call(school, "POST", &format!("{path}/confirm"), bearer, json!({ "code": code })).await.is(200);
    secret
}
