//! Whose an account is: guards of what its owner alone may have of it. Each check gives what is wrong.

use serde_json::{Value, json};
use words::Role;

use crate::database::{execute, scope};
use crate::doors::{Wrong, now_with, outcome};
use crate::entry::{admin_in, auth, family, letter, messages, register, texts, token_of, verify, with_factor};
use crate::world::{Got, PASSWORD, World};

const STRANGERS: &str = "copper-lagoon-58-thistle";
const OWNERS: &str = "marble-otter-31-lantern";

/// Somebody registers an address that is not theirs.
async fn squat(world: &World, email: &str) {
    let mut strangers = family(email);
    strangers["password"] = json!(STRANGERS);
    strangers["phone"] = json!("+96899999999");
    strangers["name"] = json!("Call Me Back");
    strangers["locale"] = json!("ar");
    register(world, "alpha", strangers).await;
}

async fn set_password(world: &World, token: &Value) {
    world.post("alpha", &auth("reset-password"), json!({ "token": token, "password": OWNERS })).await.is(200);
}

/// By whichever way the owner of an address comes first, nothing stays of what somebody told before: neither name, number,
/// language nor password.
pub async fn nothing_of_a_stranger_survives_a_proof(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    for way in ["code", "forgotten", "invited", "link"] {
        let email = format!("of-{way}@alpha.example");
        squat(world, &email).await;
        match way {
            "code" => {
                let asked = json!({ "email": email, "purpose": "sign_in", "locale": "en", "captcha_token": "" });
                let sent = world.post("alpha", &auth("auth-otp"), asked).await.is(200);
                let code = letter(world, "alpha", &email, "code").await.params["code"].clone();
                let answer = json!({ "challenge_id": sent["challenge_id"], "code": code });
                world.post("alpha", &auth("verify-auth-otp"), answer).await.is(200);
            }
            "forgotten" => {
                let asked = json!({ "email": email, "captcha_token": "" });
                world.post("alpha", &auth("forget-password"), asked).await.is(200);
                let token = token_of(&letter(world, "alpha", &email, "reset_password").await);
                set_password(world, &json!(token)).await;
            }
            "invited" => {
                let people = format!("/api/v1/oa/people?q={email}");
                let id = world.get("alpha", &people, &admin).await.is(200)["items"][0]["id"].clone();
                let again = format!("/api/v1/oa/people/{}/invitation", id.as_str().unwrap());
                world.call("alpha", "POST", &again, &admin, json!({})).await.is(200);
                let token = token_of(&letter(world, "alpha", &email, "invitation").await);
                set_password(world, &json!(token)).await;
            }
            _ => {
                let proof = token_of(&letter(world, "alpha", &email, "verify_email").await);
                let proven = verify(world, "alpha", &proof, "__Host-begun=of-another-browser").await.is(200);
                set_password(world, &proven["set_password"]).await;
            }
        }
        let sql = format!(
            "SELECT name || ' ' || phone || ' ' || locale || ' ' || terms_version FROM users
             WHERE school_id = $1 AND email = '{email}' AND email_verified_at IS NOT NULL"
        );
        let kept = texts(world, "alpha", &sql).await;
        if kept != [format!("of-{way}  en ")] {
            wrong.0.push(format!("{way}: a stranger's words stay: {kept:?}"));
        }
        let login = |password: &str| json!({ "email": email, "password": password });
        wrong.shut(
            &format!("{way}: the stranger's password"),
            &world.post("alpha", &auth("login"), login(STRANGERS)).await,
        );
        world.clock.advance(60_000);
        if way != "code" {
            let own = world.post("alpha", &auth("login"), login(OWNERS)).await;
            if own.status != 200 {
                wrong.0.push(format!("{way}: the owner's password: {}", outcome(&own)));
            }
        }
        let greeted = messages(world, "alpha").await.into_iter().filter(|one| one.to == email);
        for one in greeted.filter(|one| one.params.get("name") == Some(&json!("Call Me Back"))) {
            wrong.0.push(format!("{way}: greeted in a stranger's words: {}", one.template));
        }
    }
    wrong.0
}

/// A thief sets up an authenticator of their own, then takes the address. Whoever puts it back has the account for themselves.
pub async fn an_address_put_back_opens_to_its_owner_alone(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let (old, new) = ("put-back@alpha.example", "thief@alpha.example");
    world.person("alpha", old, "Put Back", Role::Guardian).await;
    let (thief, cookie) = world.sign_in("alpha", old).await;
    with_factor(world, "alpha", &thief).await;
    world.clock.advance(60_000);
    let change = json!({ "email": new, "current": PASSWORD });
    world.call("alpha", "POST", "/api/v1/oa/profile/email", &thief, change).await.is(200);
    let proof = token_of(&letter(world, "alpha", new, "change_email").await);
    verify(world, "alpha", &proof, &cookie).await.is(200);
    world.clock.advance(60_000);
    let back = token_of(&letter(world, "alpha", old, "email_changed").await);
    let back = verify(world, "alpha", &back, "a=b").await.is(200);
    set_password(world, &back["set_password"]).await;
    world.clock.advance(60_000);
    let inside = world.post("alpha", &auth("login"), json!({ "email": old, "password": OWNERS })).await;
    if !inside.json()["token"].is_string() {
        wrong.0.push(format!("the thief's authenticator keeps the owner out: {}", inside.json()));
    }
    let codes = texts(world, "alpha", "SELECT code_hash FROM recovery_codes WHERE school_id = $1").await;
    if !codes.is_empty() {
        wrong.0.push(format!("{} recovery codes of the thief's still open it", codes.len()));
    }
    let profile = world.get("alpha", "/api/v1/oa/profile", &thief).await;
    if profile.status != 401 {
        wrong.0.push(format!("the thief's session: {}", outcome(&profile)));
    }
    let told = messages(world, "alpha").await.into_iter().filter(|one| one.to == old && one.expires_at > 0);
    if told.filter(|one| one.template == "second_factor_changed" && one.params["change"] == "restored").count() != 1 {
        wrong.0.push("the owner was not told that the authenticator is gone".into());
    }
    wrong.0
}

/// Signs somebody in by a code to their number.
async fn in_by_phone(world: &World, phone: &str) -> Value {
    let_in_by_phone(world, phone).await.json()
}

/// What a browser keeps of that.
fn cookie_of(got: &Got) -> String {
    got.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned()
}

async fn let_in_by_phone(world: &World, phone: &str) -> Got {
    world.clock.advance(61_000);
    let asked = json!({ "phone": phone, "purpose": "sign_in", "locale": "en", "captcha_token": "" });
    let sent = world.post("alpha", &auth("auth-otp"), asked).await.is(200);
    let code = letter(world, "alpha", phone, "code").await.params["code"].clone();
    let answer = json!({ "challenge_id": sent["challenge_id"], "code": code });
    world.post("alpha", &auth("verify-auth-otp"), answer).await
}

/// Messages to a number that leave, by template.
async fn texted(world: &World, phone: &str, template: &str) -> usize {
    let all = messages(world, "alpha").await.into_iter();
    all.filter(|one| one.to == phone && one.template == template && one.expires_at > 0).count()
}

/// The number that somebody signs in by is a key: a session alone does not change it, a new one counts once it was proved, and the old
/// one takes it back.
pub async fn a_number_to_sign_in_by_changes_once_it_is_proved(world: &World) -> Vec<String> {
    let (old, new, others) = ("+96891110001", "+96891110002", "+96891110003");
    let mut wrong = Wrong::none();
    now_with(world, "sms", "{ url: \"https://sms.example/send\", from: Qabul }");
    let owner = in_by_phone(world, old).await;
    let (id, bearer) = (owner["user"]["id"].clone(), owner["token"].as_str().unwrap().to_owned());
    in_by_phone(world, others).await;
    let profile = "/api/v1/oa/profile";
    let before = world.get("alpha", profile, &bearer).await.is(200)["profile"].clone();
    if before["phone_verified"] != true {
        wrong.0.push(format!("the profile does not say that they sign in by it: {before}"));
    }
    for number in [new, ""] {
        let change = json!({ "version": before["version"], "phone": number });
        let changed = world.call("alpha", "PATCH", profile, &bearer, change).await;
        wrong.expect("by the session alone", &changed, "422 L017");
    }
    let ask = async |phone: &str, current: &str| {
        let body = json!({ "phone": phone, "current": current });
        world.call("alpha", "POST", &format!("{profile}/phone"), &bearer, body).await
    };
    let confirm = async |code: &str| {
        world.call("alpha", "POST", &format!("{profile}/phone/confirm"), &bearer, json!({ "code": code })).await
    };
    let again = async || world.call("alpha", "POST", &format!("{profile}/phone/resend"), &bearer, json!({})).await;
    let step_up = async || {
        world.clock.advance(61_000);
        world.call("alpha", "POST", &format!("{profile}/step-up"), &bearer, json!({})).await.is(200);
        letter(world, "alpha", old, "step_up").await.params["code"].as_str().unwrap().to_owned()
    };
    wrong.expect("without a code", &ask(new, "").await, "422 L005");
    wrong.expect("nothing is waited for", &confirm("123456").await, "422 L005");
    wrong.expect("another code for nothing", &again().await, "422 L005");
    if !wrong.0.is_empty() {
        return wrong.0;
    }
    let code = step_up().await;
    wrong.expect("somebody else's", &ask(others, &code).await, "200 ");
    if texted(world, others, "change_phone").await != 0 {
        wrong.0.push("a code for taking it went to somebody else's number".into());
    }
    let code = step_up().await;
    wrong.expect("with a code", &ask(new, &code).await, "200 ");
    let first = letter(world, "alpha", new, "change_phone").await.params["code"].as_str().unwrap().to_owned();
    // Another code goes to the number that was asked for and nowhere else, without asking who it is once more; but at its pace.
    wrong.expect("another code at once", &again().await, "429 L002");
    world.clock.advance(61_000);
    wrong.expect("another code", &again().await, "200 ");
    if texted(world, new, "change_phone").await != 2 {
        wrong.0.push("no other code went to the new number".into());
    }
    let code = letter(world, "alpha", new, "change_phone").await.params["code"].as_str().unwrap().to_owned();
    if first != code {
        wrong.expect("the code before it", &confirm(&first).await, "422 L004");
    }
    let other = in_by_phone(world, old).await;
    if other["user"]["id"] != id {
        wrong.0.push("the old number opens nothing before the new one is proved".into());
    }
    let other = other["token"].as_str().unwrap_or_default().to_owned();
    wrong.expect("a wrong code", &confirm(if code == "111111" { "222222" } else { "111111" }).await, "422 L004");
    wrong.expect("the code", &confirm(&code).await, "200 ");
    wrong.expect("the code again", &confirm(&code).await, "422 L005");
    wrong.expect("another code for what is done", &again().await, "422 L005");
    let status = async |bearer: &str| world.get("alpha", profile, bearer).await.status.as_u16();
    let statuses = (status(&bearer).await, status(&other).await);
    if statuses != (200, 401) {
        wrong.0.push(format!("sessions after the change: {statuses:?}"));
    }
    if in_by_phone(world, new).await["user"]["id"] != id {
        wrong.0.push("the new number does not open the account".into());
    }
    // The old number makes no account of its own as long as it can be put back.
    let codes = texted(world, old, "code").await;
    if in_by_phone(world, old).await["user"].is_object() || texted(world, old, "code").await != codes {
        wrong.0.push("the old number is somebody else's by now".into());
    }
    let back = token_of(&letter(world, "alpha", old, "phone_changed").await);
    let back = verify(world, "alpha", &back, "a=b").await.is(200);
    if back["purpose"] != "restore_phone" || !back["set_password"].is_null() {
        wrong.0.push(format!("taken back: {back}"));
    }
    if status(&bearer).await != 401 {
        wrong.0.push("who changed it is still signed in".into());
    }
    world.clock.advance(3_600_000);
    let ids =
        (in_by_phone(world, old).await["user"]["id"].clone(), in_by_phone(world, new).await["user"]["id"].clone());
    if ids.0 != id || ids.1 == id {
        wrong.0.push(format!("after it was taken back: {ids:?} and not {id}"));
    }
    wrong.0
}

/// Strangers who ask for codes to a number until none is left end no code that is on its way there.
pub async fn a_code_to_a_new_number_lives_while_no_other_may_go(world: &World) -> Vec<String> {
    let (old, new) = ("+96891110011", "+96891110012");
    let mut wrong = Wrong::none();
    now_with(world, "sms", "{ url: \"https://sms.example/send\", from: Qabul }");
    let owner = in_by_phone(world, old).await;
    let bearer = owner["token"].as_str().unwrap().to_owned();
    let call = async |path: &str, body: Value| {
        world.call("alpha", "POST", &format!("/api/v1/oa/profile/{path}"), &bearer, body).await
    };
    world.clock.advance(61_000);
    call("step-up", json!({})).await.is(200);
    let proof = letter(world, "alpha", old, "step_up").await.params["code"].clone();
    call("phone", json!({ "phone": new, "current": proof })).await.is(200);
    let code = letter(world, "alpha", new, "change_phone").await.params["code"].clone();
    for _ in 0..2 {
        world.clock.advance(61_000);
        let asked = json!({ "phone": new, "purpose": "sign_in", "locale": "en", "captcha_token": "" });
        world.post("alpha", &auth("auth-otp"), asked).await.is(200);
    }
    wrong.expect("a fourth code in an hour", &call("phone/resend", json!({})).await, "429 L002");
    wrong.expect("the one that went there", &call("phone/confirm", json!({ "code": code })).await, "200 ");
    wrong.0
}

/// Who signs in by a number alone hears there of an address that was put beside it, and takes it away again.
pub async fn an_address_beside_a_number_is_taken_away_by_the_number(world: &World) -> Vec<String> {
    let (number, thief) = ("+96891110009", "thief@elsewhere.example");
    let mut wrong = Wrong::none();
    now_with(world, "sms", "{ url: \"https://sms.example/send\", from: Qabul }");
    world.person("alpha", "beside-a-number@alpha.example", "Somebody", Role::Guardian).await;
    let owner = let_in_by_phone(world, number).await;
    let cookie = cookie_of(&owner);
    let owner = owner.json();
    let bearer = owner["token"].as_str().unwrap().to_owned();
    let profile = "/api/v1/oa/profile";
    world.clock.advance(61_000);
    world.call("alpha", "POST", &format!("{profile}/step-up"), &bearer, json!({})).await.is(200);
    let code = letter(world, "alpha", number, "step_up").await.params["code"].clone();
    let change = json!({ "email": thief, "current": code });
    world.call("alpha", "POST", &format!("{profile}/email"), &bearer, change).await.is(200);
    let link = token_of(&letter(world, "alpha", thief, "change_email").await);
    // Whoever has the new mailbox and did not ask goes on in nobody's account, with one of their own or none.
    let (_, strangers) = world.sign_in("alpha", "beside-a-number@alpha.example").await;
    for stranger in ["a=b", &strangers] {
        wrong.expect("a link of another's", &verify(world, "alpha", &link, stranger).await, "403 L019");
    }
    verify(world, "alpha", &link, &cookie).await.is(200);
    if texted(world, number, "email_changed").await != 1 {
        wrong.0.push("nothing is told to the number".into());
        return wrong.0;
    }
    world.clock.advance(3_600_000);
    let back = token_of(&letter(world, "alpha", number, "email_changed").await);
    // Whoever did it goes on to another address: the number takes both away.
    let further = format!(
        "INSERT INTO links (school_id, token_hash, object_id, purpose, address, created_at, expires_at)
         SELECT CAST($1 AS TEXT), '{}', id, 'change_email', 'further@elsewhere.example', {now}, {now} + 60000 FROM users
         WHERE school_id = $1 AND email = '{thief}'",
        kernel::crypto::token_hash("further"),
        now = words::Clock::now_ms(&*world.clock)
    );
    assert_eq!(execute(&world.app.db, "alpha", &further).await.unwrap(), 1);
    verify(world, "alpha", "further", &cookie).await.is(200);
    world.clock.advance(1_000);
    let back = verify(world, "alpha", &back, "a=b").await.is(200);
    if back["purpose"] != "restore_phone" {
        wrong.0.push(format!("taken back: {back}"));
    }
    let again = in_by_phone(world, number).await;
    let bearer = again["token"].as_str().unwrap_or_default().to_owned();
    let after = world.get("alpha", profile, &bearer).await.is(200)["profile"].clone();
    let address = after["email"].as_str().unwrap_or_default();
    if again["user"]["id"] != owner["user"]["id"] || address.contains('@') {
        wrong.0.push(format!("an address stayed: {after}"));
    }
    wrong.0
}

/// Who signs in by a number alone hears there of a new password and of every change of the second factor, as others do by mail; so many
/// times, and past them the change is made all the same.
pub async fn news_of_changed_keys_goes_to_a_number(world: &World) -> Vec<String> {
    let number = "+96891110011";
    let mut wrong = Wrong::none();
    now_with(world, "sms", "{ url: \"https://sms.example/send\", from: Qabul }");
    let bearer = in_by_phone(world, number).await["token"].as_str().unwrap().to_owned();
    let profile = "/api/v1/oa/profile";
    let heard = async || {
        (texted(world, number, "password_changed").await, texted(world, number, "second_factor_changed").await)
    };
    world.clock.advance(61_000);
    world.call("alpha", "POST", &format!("{profile}/step-up"), &bearer, json!({})).await.is(200);
    let code = letter(world, "alpha", number, "step_up").await.params["code"].clone();
    let change = json!({ "current": code, "password": PASSWORD });
    world.call("alpha", "POST", &format!("{profile}/password"), &bearer, change).await.is(200);
    if heard().await != (1, 0) {
        wrong.0.push(format!("of a new password: {:?}", heard().await));
    }
    let secret = with_factor(world, "alpha", &bearer).await;
    let path = format!("{profile}/second-factor");
    let renew = async || {
        world.clock.advance(61_000);
        let code = crate::entry::totp(&secret, words::Clock::now_ms(&*world.clock));
        world.call("alpha", "POST", &format!("{path}/recovery-codes"), &bearer, json!({ "code": code })).await.is(200)
    };
    renew().await;
    if heard().await != (1, 2) {
        wrong.0.push(format!("of an authenticator and new recovery codes: {:?}", heard().await));
    }
    let told = letter(world, "alpha", number, "second_factor_changed").await;
    if (told.channel, &told.params["change"]) != (kernel::message::Channel::Sms, &json!("recovery_codes")) {
        wrong.0.push(format!("the news: {told:?}"));
    }
    for _ in 0..4 {
        renew().await;
    }
    if heard().await != (1, 4) {
        wrong.0.push(format!("five in an hour, and not {:?}", heard().await));
    }
    // As in the next hour.
    let over = "DELETE FROM allowances WHERE school_id = $1 AND name LIKE 'news.%'";
    execute(&world.app.db, "alpha", over).await.unwrap();
    world.clock.advance(61_000);
    let code = crate::entry::totp(&secret, words::Clock::now_ms(&*world.clock));
    world.call("alpha", "DELETE", &path, &bearer, json!({ "current": PASSWORD, "code": code })).await.is(200);
    if heard().await != (1, 5) {
        wrong.0.push(format!("of a removed authenticator: {:?}", heard().await));
    }
    wrong.0
}

/// Who signed in longer than a quarter of an hour ago shows once more who they are before a list leaves; administrators are told of a
/// big one, once.
pub async fn a_list_leaves_by_who_has_shown_who_they_are(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    let now = words::Clock::now_ms(&*world.clock);
    let rows: Vec<String> = (0..1_200)
        .map(|n| {
            format!(
                "(CAST($1 AS TEXT), 'many-{n:04}', {}, 'system', NULL, 'test.many', 'user', 'x', '{{}}', '')",
                now - 1 - n / 7
            )
        })
        .collect();
    let many = "INSERT INTO audit_log (school_id, id, at, actor_kind, actor_id, action, object_kind, object_id, detail, request_id) VALUES";
    execute(&world.app.db, "alpha", &format!("{many} {}", rows.join(", "))).await.unwrap();
    let files = ["/api/v1/oa/audit/export?action=test.many", "/api/v1/oa/enquiries/export?format=csv"];
    let ask = async |file: &str| world.get("alpha", file, &admin).await;
    for file in files {
        wrong.expect(file, &ask(file).await, "200 ");
    }
    world.clock.advance(9 * 60_000);
    let quarter = "UPDATE sessions SET confirmed_at = confirmed_at - 360001 WHERE school_id = $1";
    execute(&world.app.db, "alpha", quarter).await.unwrap();
    for file in files {
        wrong.expect(&format!("{file} a quarter of an hour later"), &ask(file).await, "403 L018");
    }
    if !wrong.0.is_empty() {
        return wrong.0;
    }
    let confirm = async |current: &str| {
        let body = json!({ "current": current });
        world.call("alpha", "POST", "/api/v1/oa/profile/sessions/confirm", &admin, body).await
    };
    wrong.expect("a wrong password", &confirm("wrong-lemon-harbour-7").await, "422 L016");
    wrong.expect("after a wrong password", &ask(files[0]).await, "403 L018");
    world.clock.advance(15_000);
    wrong.expect("the password", &confirm(PASSWORD).await, "200 ");
    for file in files {
        wrong.expect(&format!("{file} after the password"), &ask(file).await, "200 ");
    }
    let file = ask(files[0]).await;
    let text = std::str::from_utf8(&file.body).unwrap();
    if text.lines().count() != 1_201 || !text.starts_with('\u{FEFF}') {
        wrong.0.push(format!("{} lines of 1,201 came", text.lines().count()));
    }
    let told =
        messages(world, "alpha").await.into_iter().filter(|one| one.template == "export_taken").collect::<Vec<_>>();
    let [told] = &told[..] else {
        wrong.0.push(format!("administrators were told {} times", told.len()));
        return wrong.0;
    };
    if (&told.params["person"], &told.params["lines"]) != (&json!("Entry Admin"), &json!("1200")) {
        wrong.0.push(format!("what they were told: {:?}", told.params));
    }
    wrong.0
}

/// A stolen bearer makes no administrator and unmakes none: who gives power or takes it shows once more who they are, and everybody who
/// manages people hears of it. What moves no power goes on as it was.
pub async fn a_bearer_alone_moves_no_power(world: &World) -> Vec<String> {
    const PEOPLE: &str = "/api/v1/oa/people";
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    let staff = [
        ("second", Role::SchoolAdmin),
        ("officer", Role::AdmissionsOfficer),
        ("designer", Role::FormDesigner),
        ("clerk", Role::Cashier),
    ];
    for (name, role) in staff {
        world.person("alpha", &format!("{name}@alpha.example"), name, role).await;
    }
    let invite = async |name: &str, role: Role| {
        let email = format!("{name}@alpha.example");
        let body = json!({ "name": name, "email": email, "roles": [role], "locale": "en" });
        world.call("alpha", "POST", PEOPLE, &admin, body).await
    };
    let find = async |name: &str| {
        let found = world.get("alpha", &format!("{PEOPLE}?q={name}%40alpha"), &admin).await.is(200);
        (format!("{PEOPLE}/{}", found["items"][0]["id"].as_str().unwrap()), found["items"][0]["version"].clone())
    };
    let change = async |name: &str, mut body: Value| {
        let (path, version) = find(name).await;
        body["version"] = version;
        world.call("alpha", "PATCH", &path, &admin, body).await
    };
    let act = async |name: &str, act: &str| {
        let (path, _) = find(name).await;
        world.call("alpha", "POST", &format!("{path}/{act}"), &admin, json!({})).await
    };
    let (off, on) = (json!({ "status": "disabled" }), json!({ "status": "active" }));
    // While who they are is fresh.
    wrong.expect("an invitation to power", &invite("asked", Role::SchoolAdmin).await, "201 ");
    wrong.expect("a designer is kept out", &change("designer", off.clone()).await, "200 ");
    let heard = async || {
        let all = messages(world, "alpha").await.into_iter().filter(|one| one.template == "power_changed");
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let line = |one: kernel::message::Message| {
            format!("{} {} {}", one.to, word(&one.params["change"]), word(&one.params["whom"]))
        };
        let mut lines: Vec<String> = all.map(line).collect();
        lines.sort();
        lines
    };
    let before = heard().await;
    let stale = "UPDATE sessions SET confirmed_at = confirmed_at - 900000 WHERE school_id = $1";
    execute(&world.app.db, "alpha", stale).await.unwrap();
    let powers =
        [Role::SchoolAdmin, Role::AdmissionsOfficer, Role::Principal, Role::Registrar, Role::Finance, Role::Reviewer];
    for role in powers.into_iter().chain([Role::FormDesigner, Role::Auditor]) {
        let name = format!("thief-{}", role.as_str().replace('_', "-"));
        wrong.expect(&name, &invite(&name, role).await, "403 L018");
    }
    wrong.expect("invited again", &act("asked", "invitation").await, "403 L018");
    wrong.expect("an administrator is kept out", &change("second", off.clone()).await, "403 L018");
    wrong.expect("let in again", &change("designer", on.clone()).await, "403 L018");
    for (name, roles) in [
        ("clerk", json!(["cashier", "school_admin"])),
        ("clerk", json!(["cashier", "principal"])),
        ("officer", json!(["cashier"])),
        ("officer", json!(["admissions_officer", "auditor"])),
        ("second", json!(["cashier"])),
    ] {
        wrong.expect(&format!("{name} {roles}"), &change(name, json!({ "roles": roles })).await, "403 L018");
    }
    for name in ["second", "clerk"] {
        wrong.expect(&format!("{name}'s factor"), &act(name, "second-factor-reset").await, "403 L018");
    }
    wrong.expect("an administrator is signed out", &act("second", "sign-out").await, "403 L018");
    // What ends their sessions signs them out too, though it moves no power.
    for body in [json!({ "roles": ["school_admin", "cashier"] }), json!({ "staff_code": "k8", "pin": "482913" })] {
        let what = format!("an administrator is signed out by {body}");
        wrong.expect(&what, &change("second", body).await, "403 L018");
    }
    if !wrong.0.is_empty() || heard().await != before {
        wrong.0.push(format!("told of what was refused: {:?} and not {before:?}", heard().await));
        return wrong.0;
    }
    wrong.expect("a colleague without power", &invite("plain", Role::Cashier).await, "201 ");
    wrong.expect("a name", &change("second", json!({ "name": "Second" })).await, "200 ");
    wrong.expect("a small role", &change("clerk", json!({ "roles": ["cashier", "uniform_approver"] })).await, "200 ");
    wrong.expect("a PIN", &change("clerk", json!({ "staff_code": "k7", "pin": "482913" })).await, "200 ");
    wrong.expect("one without power is kept out", &change("clerk", off.clone()).await, "200 ");
    wrong.expect("and let in", &change("clerk", on.clone()).await, "200 ");
    wrong.expect("one without power is signed out", &act("clerk", "sign-out").await, "200 ");
    if heard().await != before {
        wrong.0.push(format!("told of what moves no power: {:?} and not {before:?}", heard().await));
    }
    let body = json!({ "current": PASSWORD });
    let proof = world.call("alpha", "POST", "/api/v1/oa/profile/sessions/confirm", &admin, body).await;
    wrong.expect("the password", &proof, "200 ");
    let admin_too = json!({ "roles": ["cashier", "school_admin"] });
    wrong.expect("an invitation", &invite("colleague", Role::Auditor).await, "201 ");
    wrong.expect("the same again", &act("colleague", "invitation").await, "200 ");
    wrong.expect("a role is taken", &change("officer", json!({ "roles": ["cashier"] })).await, "200 ");
    wrong.expect("a role is given", &change("clerk", admin_too).await, "200 ");
    for round in 1..=2 {
        wrong.expect(&format!("kept out, {round}"), &change("second", off.clone()).await, "200 ");
        wrong.expect(&format!("let in, {round}"), &change("second", on.clone()).await, "200 ");
    }
    wrong.expect("a factor", &act("clerk", "second-factor-reset").await, "200 ");
    let mut due = Vec::new();
    for (to, all) in [
        (
            "entry-admin",
            &["invited asked", "disabled designer", "invited colleague", "taken officer", "given clerk"][..],
        ),
        ("second", &["invited asked", "disabled designer", "invited colleague", "taken officer", "given clerk"]),
        ("entry-admin", &["disabled Second", "enabled Second"]),
        ("second", &["disabled Second"]),
        ("clerk", &["disabled Second", "enabled Second"]),
    ] {
        due.extend(all.iter().map(|what| format!("{to}@alpha.example {what}")));
    }
    due.sort();
    if heard().await != due {
        wrong.0.push(format!("told: {:#?} and not {due:#?}", heard().await));
    }
    let one = letter(world, "alpha", "second@alpha.example", "power_changed").await;
    if (&one.params["person"], one.locale.as_str()) != (&json!("Entry Admin"), "en") {
        wrong.0.push(format!("what they were told: {one:?}"));
    }
    wrong.0
}

/// A stolen bearer publishes nothing, neither at once nor for a later moment, nor what was live before: who publishes has lately shown who they
/// are. Of the ways in, of the letters and of the bank account everybody who manages people hears, in our words.
pub async fn a_bearer_alone_publishes_nothing(world: &World) -> Vec<String> {
    const SETTINGS: &str = "/api/v1/oa/settings";
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    world.person("alpha", "second@alpha.example", "second", Role::SchoolAdmin).await;
    let version = async || world.get("alpha", SETTINGS, &admin).await.is(200)["draft"]["version"].clone();
    let change = async |file: &str, pointer: &str, value: Value| {
        let edits = json!([{ "file": file, "pointer": pointer, "value": value }]);
        let body = json!({ "version": version().await, "edits": edits });
        world.call("alpha", "PATCH", &format!("{SETTINGS}/draft"), &admin, body).await
    };
    let publish = async |in_hours: Option<i64>| {
        let mut body = json!({ "version": version().await, "note": "" });
        if let Some(hours) = in_hours {
            body["at"] = json!(words::clock::iso(words::Clock::now_ms(&*world.clock) + hours * 3_600_000));
        }
        world.call("alpha", "POST", &format!("{SETTINGS}/publish"), &admin, body).await
    };
    let heard = async || {
        let all = messages(world, "alpha").await.into_iter().filter(|one| one.template == "settings_changed");
        let mut lines: Vec<String> = all.map(|one| format!("{} {}", one.to, one.params["change"])).collect();
        lines.sort();
        lines
    };
    let letter_of = |text: &str| json!(format!("Subject: {text}\n\n{{{{ url }}}}\n"));
    let reset = "mail/reset_password.en.txt";
    change("school.yaml", "/name/en", json!("Alpha anew")).await.is(200);
    wrong.expect("while who they are is fresh", &publish(None).await, "200 ");
    let stale = "UPDATE sessions SET confirmed_at = confirmed_at - 900000 WHERE school_id = $1";
    execute(&world.app.db, "alpha", stale).await.unwrap();
    change(reset, "", letter_of("Press here")).await.is(200);
    change("school.yaml", "/second_factor/roles", json!(["auditor"])).await.is(200);
    wrong.expect("letters and the second factor", &publish(None).await, "403 L018");
    wrong.expect("the same for a later moment", &publish(Some(1)).await, "403 L018");
    let back = json!({ "version": version().await });
    world.call("alpha", "POST", &format!("{SETTINGS}/revisions/1/restore"), &admin, back).await.is(200);
    wrong.expect("what was live before", &publish(None).await, "403 L018");
    let state = world.get("alpha", SETTINGS, &admin).await.is(200);
    if state["published"]["seq"] != 2 || state["schedules"] != json!([]) || !heard().await.is_empty() {
        wrong.0.push(format!("something came of it: {state}, {:?}", heard().await));
        return wrong.0;
    }
    let body = json!({ "current": PASSWORD });
    let proof = world.call("alpha", "POST", "/api/v1/oa/profile/sessions/confirm", &admin, body).await;
    wrong.expect("the password", &proof, "200 ");
    wrong.expect("a name guards nothing", &publish(None).await, "200 ");
    for round in 1..=2 {
        change(reset, "", letter_of(&format!("Press here, {round}"))).await.is(200);
        wrong.expect(&format!("letters, {round}"), &publish(None).await, "200 ");
    }
    // Each other account is told of, also on one day.
    for iban in ["OM160000001234567890123", "DE89370400440532013000"] {
        let account = json!({ "name": "Alpha", "bank": "The Bank", "iban": iban });
        change("school.yaml", "/bank_account", account).await.is(200);
        wrong.expect("the account to which families pay", &publish(None).await, "200 ");
    }
    change("school.yaml", "/second_factor/roles", json!(["auditor"])).await.is(200);
    wrong.expect("the second factor, for a later moment", &publish(Some(1)).await, "200 ");
    let to = ["entry-admin@alpha.example", "second@alpha.example"];
    let due: Vec<String> = to
        .iter()
        .flat_map(|to| ["bank_account", "bank_account", "entry", "letters"].map(|of| format!("{to} \"{of}\"")))
        .collect();
    if heard().await != due {
        wrong.0.push(format!("told: {:#?} and not {due:#?}", heard().await));
    }
    let own = change("mail/settings_changed.en.txt", "", letter_of("All is well")).await;
    wrong.expect("own words for what tells of it", &own, "422 S001");
    execute(&world.app.db, "alpha", stale).await.unwrap();
    let waiting = world.get("alpha", SETTINGS, &admin).await.is(200)["schedules"][0]["id"].as_str().unwrap().to_owned();
    let off = format!("{SETTINGS}/schedules/{waiting}");
    wrong.expect("calling it off", &world.call("alpha", "DELETE", &off, &admin, json!({})).await, "403 L018");
    // What it guards is told of when it goes live too: what was live when it was set may have been another state.
    world.clock.advance(24 * 3_600_000);
    world.app.state.settings.run_schedule(&scope("alpha"), &waiting.as_str().into()).await.unwrap();
    let mut due = [due, to.map(|to| format!("{to} \"entry\"")).to_vec()].concat();
    due.sort();
    if heard().await != due {
        wrong.0.push(format!("told on the day: {:#?} and not {due:#?}", heard().await));
    }
    wrong.0
}

/// A colleague's word alone may name any stranger's address: news of the school goes where somebody once said that they are there.
pub async fn news_of_power_goes_to_who_said_yes(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    let stranger = json!({
        "name": "Claim your prize", "email": "stranger@elsewhere.example", "roles": ["school_admin", "cashier"], "locale": "en",
        "staff_code": "k9", "pin": "482913",
    });
    let made = world.call("alpha", "POST", "/api/v1/oa/people", &admin, stranger).await;
    wrong.expect("somebody with an address and a PIN", &made, "201 ");
    let other = json!({ "name": "Other", "email": "other@alpha.example", "roles": ["auditor"], "locale": "en" });
    let other = world.call("alpha", "POST", "/api/v1/oa/people", &admin, other).await;
    wrong.expect("an invitation to power", &other, "201 ");
    let told = async |template: &str| {
        let all = messages(world, "alpha").await.into_iter().filter(|one| one.template == template);
        let mut to: Vec<String> = all.map(|one| one.to).collect();
        to.sort();
        to
    };
    let power = told("power_changed").await;
    if power.iter().any(|to| !to.contains("entry-admin")) || power.len() != 2 {
        wrong.0.push(format!("told of power: {power:?}"));
    }
    let invited = told("invitation").await;
    if invited != ["other@alpha.example", "stranger@elsewhere.example"] {
        wrong.0.push(format!("invited: {invited:?}"));
    }
    wrong.0
}

/// A stolen bearer signs out or switches off few people, told of it or not, and its owner no more often than they come back.
pub async fn a_bearer_alone_signs_few_people_out(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let admin = admin_in(world, "alpha").await;
    world.person("alpha", "second@alpha.example", "second", Role::SchoolAdmin).await;
    world.person("alpha", "parent@alpha.example", "parent", Role::Guardian).await;
    let found = world.get("alpha", "/api/v1/oa/people?q=parent%40alpha", &admin).await.is(200);
    let path = format!("/api/v1/oa/people/{}", found["items"][0]["id"].as_str().unwrap());
    let stale = "UPDATE sessions SET confirmed_at = confirmed_at - 900000 WHERE school_id = $1";
    execute(&world.app.db, "alpha", stale).await.unwrap();
    let sign_out = async || world.call("alpha", "POST", &format!("{path}/sign-out"), &admin, json!({})).await;
    let change = async |mut body: Value| {
        body["version"] =
            world.get("alpha", "/api/v1/oa/people?q=parent%40alpha", &admin).await.is(200)["items"][0]["version"]
                .clone();
        world.call("alpha", "PATCH", &path, &admin, body).await
    };
    let heard = async || {
        let all = messages(world, "alpha").await.into_iter().filter(|one| one.template == "sessions_ended");
        let mut to: Vec<String> = all.map(|one| format!("{} {}", one.to, one.params["count"])).collect();
        to.sort();
        to
    };
    for n in 0..9 {
        wrong.expect(&format!("{n}, kept out"), &change(json!({ "status": "disabled" })).await, "200 ");
        wrong.expect(&format!("{n}, let in"), &change(json!({ "status": "active" })).await, "200 ");
    }
    wrong.expect("signed out", &sign_out().await, "200 ");
    let before = heard().await;
    wrong.expect("the last", &sign_out().await, "200 ");
    wrong.expect("one more", &sign_out().await, "403 L018");
    wrong.expect("one more is kept out", &change(json!({ "status": "disabled" })).await, "403 L018");
    wrong.expect("a name", &change(json!({ "name": "Another" })).await, "200 ");
    let due = [r#"entry-admin@alpha.example "20""#, r#"second@alpha.example "20""#];
    if !before.is_empty() || heard().await != due {
        wrong.0.push(format!("told: {before:?}, then {:?}", heard().await));
    }
    let end_others =
        async || world.call("alpha", "POST", "/api/v1/oa/profile/sessions/end-others", &admin, json!({})).await;
    for n in 0..10 {
        wrong.expect(&format!("own others, {n}"), &end_others().await, "200 ");
    }
    wrong.expect("own others once more", &end_others().await, "403 L018");
    let owner = world.sign_in("alpha", "entry-admin@alpha.example").await.0;
    let seen = world.get("alpha", "/api/v1/oa/profile/sessions", &admin).await.is(200);
    let of_owner = seen["sessions"].as_array().into_iter().flatten().find(|one| one["current"] == json!(false));
    let one = format!("/api/v1/oa/profile/sessions/{}", of_owner.and_then(|one| one["id"].as_str()).unwrap());
    let ended = world.call("alpha", "DELETE", &one, &admin, json!({})).await;
    wrong.expect("the owner's", &ended, "403 L018");
    let ends = world.call("alpha", "POST", "/api/v1/oa/profile/sessions/end-others", &owner, json!({})).await;
    wrong.expect("by the owner, who has just signed in", &ends, "200 ");
    if world.get("alpha", "/api/v1/oa/profile", &admin).await.status != 401 {
        wrong.0.push("the stolen bearer still opens the account".into());
    }
    let admin = owner;
    let again = world.call("alpha", "POST", &format!("{path}/sign-out"), &admin, json!({})).await;
    wrong.expect("by who has just shown who they are", &again, "200 ");
    wrong.0
}

/// Codes go to numbers of the countries that the school names, whoever asks for them.
pub async fn codes_go_to_the_countries_of_the_school(world: &World) -> Vec<String> {
    let (near, far) = ("+96891110021", "+998901110022");
    let mut wrong = Wrong::none();
    now_with(world, "sms", "{ url: \"https://sms.example/send\", from: Qabul, calling_codes: [\"+968\"] }");
    let owner = in_by_phone(world, near).await;
    let bearer = owner["token"].as_str().unwrap().to_owned();
    let asked = json!({ "phone": far, "purpose": "sign_in", "locale": "en", "captcha_token": "" });
    let elsewhere = world.post("alpha", &auth("auth-otp"), asked).await;
    wrong.expect("a code to another country", &elsewhere, "422 L017");
    let change = json!({ "phone": far, "current": "000000" });
    let changed = world.call("alpha", "POST", "/api/v1/oa/profile/phone", &bearer, change).await;
    wrong.expect("a new number in another country", &changed, "422 L017");
    // Who has a number in a country that was taken out since is told so, and not that a code is on its way.
    let profile = async |path: &str, body: Value| {
        world.call("alpha", "POST", &format!("/api/v1/oa/profile/{path}"), &bearer, body).await
    };
    world.clock.advance(61_000);
    profile("step-up", json!({})).await.is(200);
    let proof = letter(world, "alpha", near, "step_up").await.params["code"].clone();
    profile("phone", json!({ "phone": "+96891110023", "current": proof })).await.is(200);
    let asked = json!({ "phone": "+96891110024", "purpose": "sign_in", "locale": "en", "captcha_token": "" });
    let sent = world.post("alpha", &auth("auth-otp"), asked).await.is(200);
    now_with(world, "sms", "{ url: \"https://sms.example/send\", from: Qabul, calling_codes: [\"+971\"] }");
    world.clock.advance(61_000);
    let again = json!({ "challenge_id": sent["challenge_id"] });
    wrong.expect("another code", &world.post("alpha", &auth("resend-auth-otp"), again).await, "422 L017");
    wrong.expect("another to a new number", &profile("phone/resend", json!({})).await, "422 L017");
    wrong.expect("a code before a change", &profile("step-up", json!({})).await, "422 L017");
    wrong.0
}
