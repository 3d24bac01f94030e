//! `/v1/oa/profile`: what a person sees, changes and ends of their own.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use identity::profile::{Keepers, Records, TakeOut};
use kernel::caller::Actor;
use kernel::{Caller, MessageId, Refusal};
use serde_json::{Value, json};
use tenants::School;
use testkit::{Backend, Client, PASSWORD, Reply, TestApp};
use totp_rs::{Builder, Secret};
use words::Role;
use words::rights::Reach;

const PROFILE: &str = "/api/v1/oa/profile";

async fn patch(client: &Client, body: &Value) -> Reply {
    client.ask(Method::PATCH, PROFILE).json(body).send().await.unwrap()
}

fn code(app: &TestApp, secret: &str) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let now = words::Clock::now_ms(&*app.clock) / 1000;
    Builder::new().with_secret(secret).build().unwrap().generate(u64::try_from(now).unwrap()).to_string()
}

#[tokio::test]
async fn a_profile_is_changed_by_version_and_told_where_it_is_wrong() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let client = app.signed_in("a", Role::Registrar).await.unwrap();
        let profile = client.get(PROFILE).await.unwrap().json["profile"].clone();
        assert_eq!((&profile["email"], &profile["has_password"]), (&json!("registrar@a.example"), &json!(true)));
        // Whatever a profile is called stands in letters: the rule of names holds here as at registering.
        let bad = json!({ "version": 1, "phone": "12", "country": "XX", "name": "Sara\r\nBcc: x" });
        let reply = patch(&client, &bad).await;
        assert_eq!((reply.status, reply.message_id()), (422, "L017"));
        let paths: Vec<&str> =
            reply.json["errors"].as_array().unwrap().iter().map(|e| e["path"].as_str().unwrap()).collect();
        assert_eq!(paths, ["/name", "/phone", "/country"]);
        let good = json!({ "version": profile["version"], "phone": "+٩٦٨ ٩١٢٣ ٤٥٦٧", "country": "OM", "name": "Sara\r\nNoor" });
        let reply = patch(&client, &good).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert_eq!(reply.json["profile"]["phone"], "+96891234567");
        assert_eq!(reply.json["profile"]["name"], "Sara Noor");
        assert_eq!(patch(&client, &good).await.message_id(), "A003");
    }
}

#[tokio::test]
async fn a_new_password_asks_for_the_old_one_and_ends_other_sessions() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let client = app.signed_in("a", Role::Registrar).await.unwrap();
        let other = app.sign_in("a", "registrar@a.example").await.unwrap();
        let path = format!("{PROFILE}/password");
        let new = "another-lemon-quay-92";
        let wrong = client.post(&path, &json!({ "current": "wrong", "password": new })).await.unwrap();
        assert_eq!((wrong.status, wrong.message_id()), (422, "L016"));
        let soon = client.post(&path, &json!({ "current": PASSWORD, "password": new })).await.unwrap();
        assert_eq!((soon.status, soon.message_id()), (429, "L002"), "guesses slow down as at sign-in");
        app.clock.advance(1_000);
        let poor = client.post(&path, &json!({ "current": PASSWORD, "password": "registrar" })).await.unwrap();
        assert_eq!((poor.status, poor.message_id()), (422, "L013"));
        let done = client.post(&path, &json!({ "current": PASSWORD, "password": new })).await.unwrap();
        assert_eq!(done.status, 200, "{}", done.text);
        assert_eq!(client.get(PROFILE).await.unwrap().status, 200, "the session that changed it lives on");
        assert_eq!(other.get(PROFILE).await.unwrap().status, 401);
        assert!(app.sign_in("a", "registrar@a.example").await.is_err(), "the old password is dead");
    }
}

#[tokio::test]
async fn sessions_are_seen_and_ended_by_their_owner_alone() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let client = app.signed_in("a", Role::Registrar).await.unwrap();
        let (second, third) = (
            app.sign_in("a", "registrar@a.example").await.unwrap(),
            app.sign_in("a", "registrar@a.example").await.unwrap(),
        );
        let stranger = app.signed_in("a", Role::Auditor).await.unwrap();
        let path = format!("{PROFILE}/sessions");
        let own = |reply: &Reply| {
            let sessions = reply.json["sessions"].as_array().unwrap().clone();
            sessions.into_iter().find(|one| one["current"] == true).unwrap()["id"].as_str().unwrap().to_owned()
        };
        let listed = client.get(&path).await.unwrap();
        assert_eq!(listed.json["sessions"].as_array().unwrap().len(), 3, "{}", listed.text);
        let id = own(&second.get(&path).await.unwrap());
        let end = |client: Client, id: String| {
            let path = path.clone();
            async move { client.ask(Method::DELETE, &format!("{path}/{id}")).send().await.unwrap() }
        };
        let foreign = end(stranger.clone(), id.clone()).await;
        let random = end(stranger.clone(), "0199aaaa-0000-7000-8000-000000000000".into()).await;
        assert_eq!((foreign.status, &foreign.text), (404, &random.text), "somebody else's session does not exist");
        assert_eq!(second.get(PROFILE).await.unwrap().status, 200);
        assert_eq!(end(client.clone(), id).await.status, 200);
        assert_eq!(second.get(PROFILE).await.unwrap().status, 401);
        assert_eq!(client.post(&format!("{path}/end-others"), &json!({})).await.unwrap().status, 200);
        assert_eq!(third.get(PROFILE).await.unwrap().status, 401);
        assert_eq!(client.get(PROFILE).await.unwrap().status, 200);
    }
}

#[tokio::test]
async fn a_second_factor_is_set_up_and_taken_away_by_who_holds_it() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let client = app.signed_in("a", Role::Registrar).await.unwrap();
        let path = format!("{PROFILE}/second-factor");
        let refused = client.post(&path, &json!({ "current": "wrong" })).await.unwrap();
        assert_eq!(refused.message_id(), "L016");
        app.clock.advance(1_000);
        let begun = client.post(&path, &json!({ "current": PASSWORD })).await.unwrap();
        let secret = begun.json["totp"]["secret"].as_str().unwrap().to_owned();
        assert!(begun.json["totp"]["qr"].as_str().unwrap().starts_with("<svg"));
        let wrong = client.post(&format!("{path}/confirm"), &json!({ "code": "000000" })).await.unwrap();
        assert_eq!((wrong.status, wrong.message_id(), &wrong.json["tries_left"]), (422, "L004", &json!(4)));
        let now = code(&app, &secret);
        let confirmed = client.post(&format!("{path}/confirm"), &json!({ "code": now })).await.unwrap();
        let codes = confirmed.json["recovery_codes"].as_array().unwrap().clone();
        assert_eq!((confirmed.status, codes.len()), (200, 10), "{}", confirmed.text);
        let profile = client.get(PROFILE).await.unwrap();
        assert_eq!(profile.json["profile"]["second_factor"]["active"], true);
        let renew = format!("{path}/recovery-codes");
        let replayed = client.post(&renew, &json!({ "code": now })).await.unwrap();
        assert_eq!(replayed.message_id(), "L004", "a time step counts once");
        let renewed = client.post(&renew, &json!({ "code": codes[0] })).await.unwrap();
        assert_eq!(renewed.status, 200, "{}", renewed.text);
        let dead = client.post(&renew, &json!({ "code": codes[1] })).await.unwrap();
        assert_eq!(dead.message_id(), "L004", "the old codes are dead");
        app.clock.advance(30_000);
        let body = json!({ "current": PASSWORD, "code": code(&app, &secret) });
        let removed = client.ask(Method::DELETE, &path).json(&body).send().await.unwrap();
        assert_eq!(removed.status, 200, "{}", removed.text);
        for _ in 0..5 {
            let _ = client.post(&renew, &json!({ "code": "000000" })).await.unwrap();
        }
        let out = client.post(&renew, &json!({ "code": "000000" })).await.unwrap();
        assert_eq!((out.status, out.message_id()), (429, "L002"), "guesses end");
    }
}

#[tokio::test]
async fn an_accounts_keys_change_twenty_times_a_day() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let client = app.signed_in("a", Role::Registrar).await.unwrap();
        let path = format!("{PROFILE}/second-factor");
        let begun = client.post(&path, &json!({ "current": PASSWORD })).await.unwrap();
        let now = code(&app, begun.json["totp"]["secret"].as_str().unwrap());
        let mut told = client.post(&format!("{path}/confirm"), &json!({ "code": now })).await.unwrap();
        // Each list of recovery codes opens the next one.
        for n in 1..20 {
            let next = json!({ "code": told.json["recovery_codes"][0] });
            told = client.post(&format!("{path}/recovery-codes"), &next).await.unwrap();
            assert_eq!(told.status, 200, "{n}: {}", told.text);
        }
        let next = json!({ "code": told.json["recovery_codes"][0] });
        let over = client.post(&format!("{path}/recovery-codes"), &next).await.unwrap();
        assert_eq!((over.status, over.message_id()), (429, "L002"), "{}", over.text);
        let other = json!({ "current": PASSWORD, "password": "copper-lagoon-58-thistle" });
        let over = client.post(&format!("{PROFILE}/password"), &other).await.unwrap();
        assert_eq!((over.status, over.message_id()), (429, "L002"), "{}", over.text);
    }
}

#[tokio::test]
async fn a_picture_is_drawn_anew_and_found_by_its_address_alone() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let client = app.signed_in("a", Role::Registrar).await.unwrap();
        let form = |text: &str| {
            format!(
                "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n{text}\r\n--x--\r\n"
            )
        };
        let put = |body: String| {
            client.ask(Method::PUT, "/api/v1/oa/profile/avatar").text("multipart/form-data; boundary=x", &body)
        };
        let svg = put(form("<svg xmlns='http://www.w3.org/2000/svg'/>")).send().await.unwrap();
        assert_eq!((svg.status, svg.message_id()), (415, "D002"));
        let large = put(form(&"x".repeat(3 << 20))).send().await.unwrap();
        assert_eq!((large.status, large.message_id()), (413, "D001"));

        let scope = app.school("a").unwrap().scope();
        let actor = app.app.state.identity.authenticate(&scope, client.bearer.as_deref().unwrap()).await.unwrap();
        let caller = kernel::Caller { actor, ..kernel::Caller::system(scope) };
        let mut png = Vec::new();
        let picture = image::DynamicImage::new_rgb8(300, 500);
        picture.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).unwrap();
        let url = app.app.state.avatars.put(&caller, png.clone()).await.unwrap();
        assert_eq!(client.get(PROFILE).await.unwrap().json["profile"]["avatar"], url);
        let shown = app.at("a").get(&url).await.unwrap();
        assert_eq!((shown.status, shown.header("content-type")), (200, "image/jpeg"));
        assert_eq!(app.at("b").get(&url).await.unwrap().status, 404, "another school has it not");
        let newer = app.app.state.avatars.put(&caller, png).await.unwrap();
        assert_eq!(app.at("a").get(&url).await.unwrap().status, 404, "the old one is gone");
        let gone = client.ask(Method::DELETE, "/api/v1/oa/profile/avatar").send().await.unwrap();
        assert_eq!((gone.status, app.at("a").get(&newer).await.unwrap().status), (200, 404));
    }
}

fn picture() -> Vec<u8> {
    let mut png = Vec::new();
    let drawn = image::DynamicImage::new_rgb8(8, 8);
    drawn.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).unwrap();
    png
}

#[tokio::test]
async fn what_an_account_changes_of_its_own_fills_no_log() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let client = app.signed_in("a", Role::Registrar).await.unwrap();
        let take_away = async || client.ask(Method::DELETE, "/api/v1/oa/profile/avatar").send().await.unwrap().status;
        let rename = async |n: i64| {
            let version = client.get(PROFILE).await.unwrap().json["profile"]["version"].clone();
            let change =
                json!({ "version": version, "name": format!("Name {}", if n % 2 == 0 { "One" } else { "Two" }) });
            client.ask(Method::PATCH, PROFILE).json(&change).send().await.unwrap()
        };
        for _ in 0..120 {
            assert_eq!(take_away().await, 200, "there is none, so nothing changes");
        }
        let png = picture();
        let put = || client.ask(Method::PUT, "/api/v1/oa/profile/avatar").file(&[], "a.png", &png).send();
        assert_eq!(put().await.unwrap().status, 200);
        for n in 0..99 {
            let changed = rename(n).await;
            assert_eq!(changed.status, 200, "{n}: {}", changed.text);
        }
        for over in [rename(99).await, put().await.unwrap()] {
            assert_eq!((over.status, over.message_id()), (429, "L002"), "{}", over.text);
        }
        assert_eq!(take_away().await, 200, "a thief's picture goes all the same");
        assert_eq!(take_away().await, 200);
        let auditor = app.signed_in("a", Role::Auditor).await.unwrap();
        let log = auditor.get("/api/v1/oa/audit?action=profile.&page_size=500").await.unwrap();
        assert_eq!(log.json["items"].as_array().map(Vec::len), Some(101), "{}", log.text);
        app.clock.advance(86_400_000);
        let client = app.sign_in("a", "registrar@a.example").await.unwrap();
        let version = client.get(PROFILE).await.unwrap().json["profile"]["version"].clone();
        let next_day = json!({ "version": version, "name": "Name Three" });
        assert_eq!(client.ask(Method::PATCH, PROFILE).json(&next_day).send().await.unwrap().status, 200);
    }
}

#[tokio::test]
async fn whoever_hangs_up_leaves_no_picture_behind() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let client = app.signed_in("a", Role::Registrar).await.unwrap();
        let png = picture();
        let put = || client.ask(Method::PUT, "/api/v1/oa/profile/avatar").file(&[], "a.png", &png).send();
        assert_eq!(put().await.unwrap().status, 200);
        // Wherever it is: while the picture is drawn, kept, written down, or the one before it goes.
        for wait in 0..60 {
            let _ = tokio::time::timeout(Duration::from_millis(wait), put()).await;
        }
        let folder = app.app.config.data.join("avatars/a");
        let kept = || {
            let folders = std::fs::read_dir(&folder).into_iter().flatten();
            folders.map(|one| std::fs::read_dir(one.unwrap().path()).unwrap().count()).sum::<usize>()
        };
        for _ in 0..500 {
            if kept() == 1 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(kept(), 1, "of all that were sent the account has one");
    }
}

#[tokio::test]
async fn an_address_change_and_an_erasure_leave_by_mail_and_the_export_holds_what_there_is() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        app.person("a", Role::SchoolAdmin).await.unwrap();
        let client = app.signed_in("a", Role::Registrar).await.unwrap();
        let path = format!("{PROFILE}/email");
        let free = client.post(&path, &json!({ "email": "new@a.example", "current": PASSWORD })).await.unwrap();
        let taken =
            client.post(&path, &json!({ "email": "school_admin@a.example", "current": PASSWORD })).await.unwrap();
        assert_eq!((free.status, free.message_id()), (200, "L011"));
        assert_eq!(free.text, taken.text, "whether somebody has the address does not show");
        assert_eq!(client.get(PROFILE).await.unwrap().json["profile"]["email"], "registrar@a.example");
        let long = json!({ "reason": "x".repeat(1001) });
        let long = client.post(&format!("{PROFILE}/erasure"), &long).await.unwrap();
        assert_eq!((long.status, &long.json["errors"][0]["path"]), (422, &json!("/reason")), "{}", long.text);
        let asked = client.post(&format!("{PROFILE}/erasure"), &json!({ "reason": "We moved." })).await.unwrap();
        assert_eq!(asked.status, 200, "{}", asked.text);
        let again = client.post(&format!("{PROFILE}/erasure"), &json!({ "reason": "We moved." })).await.unwrap();
        assert_eq!(again.status, 200, "{}", again.text);
        let export = client.get(&format!("{PROFILE}/export")).await.unwrap();
        assert!(export.header("content-disposition").starts_with("attachment"));
        assert_eq!(export.json["profile"]["email"], "registrar@a.example");
        let deeds: Vec<&str> =
            export.json["activity"].as_array().unwrap().iter().map(|d| d["action"].as_str().unwrap()).collect();
        assert!(deeds.contains(&"session.open"), "{deeds:?}");
        assert_eq!(deeds.iter().filter(|deed| **deed == "profile.erasure").count(), 1, "once a day: {deeds:?}");
        assert!(!export.text.contains("argon2"), "no hash leaves");
    }
}

#[tokio::test]
async fn a_request_to_delete_data_waits_at_the_account_until_it_is_answered() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let parent = app.signed_in("a", Role::Guardian).await.unwrap();
        let waiting = async || admin.get("/api/v1/oa/people?erasure_asked=true").await.unwrap().json;
        let told = async || parent.get(PROFILE).await.unwrap().json["profile"]["erasure_asked_at"].clone();
        assert_eq!((waiting().await["total"].clone(), told().await), (json!(0), Value::Null));
        for _ in 0..2 {
            let asked = parent.post(&format!("{PROFILE}/erasure"), &json!({ "reason": "" })).await.unwrap();
            assert_eq!(asked.status, 200, "{}", asked.text);
        }
        let listed = waiting().await;
        let one = listed["items"][0].clone();
        assert_eq!((&listed["total"], &one["email"]), (&json!(1), &json!("guardian@a.example")));
        assert_eq!(one["erasure_asked_at"], told().await);
        let path = format!("/api/v1/oa/people/{}", one["id"].as_str().unwrap());
        let answered = json!({ "version": one["version"], "erasure_answered": true });
        let answered = admin.ask(Method::PATCH, &path).json(&answered).send().await.unwrap();
        assert_eq!((answered.status, &answered.json["person"]["erasure_asked_at"]), (200, &Value::Null));
        assert_eq!((waiting().await["total"].clone(), told().await), (json!(0), Value::Null));
        let log = admin.get("/api/v1/oa/audit?action=profile.erasure_answered").await.unwrap();
        assert_eq!(log.json["items"].as_array().map(Vec::len), Some(1), "{}", log.text);
        // Whoever asks again on the same day waits again.
        let again = parent.post(&format!("{PROFILE}/erasure"), &json!({ "reason": "" })).await.unwrap();
        assert_eq!((again.status, waiting().await["total"].clone()), (200, json!(1)));
    }
}

/// Somebody who keeps something of people, and hands it out when told to.
struct Slow(Arc<tokio::sync::Semaphore>);

#[async_trait::async_trait]
impl Records for Slow {
    fn name(&self) -> &'static str {
        "slow"
    }

    async fn write(&self, _: &Caller, _: &Arc<School>, out: &mut TakeOut) -> Result<(), Refusal> {
        let _one = self.0.acquire().await.map_err(Refusal::internal)?;
        out.member("kept", &true).await
    }
}

#[tokio::test]
async fn a_person_takes_their_own_away_one_at_a_time() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let client = app.signed_in("a", Role::Registrar).await.unwrap();
    let profile = client.get(PROFILE).await.unwrap().json["profile"].clone();
    let actor = Actor::User {
        id: profile["id"].as_str().unwrap().into(),
        name: "Registrar".into(),
        roles: vec![Role::Registrar],
        session: "session".into(),
        reach: Reach::Roles,
    };
    let school = app.school("a").unwrap();
    let caller = Caller { school: school.scope(), actor, request_id: String::new(), address: None };
    let open = Arc::new(tokio::sync::Semaphore::new(0));
    let keepers = Keepers::new(vec![Arc::new(Slow(open.clone()))], app.folder.path().to_path_buf());
    let identity = &app.app.state.identity;
    let mut all: FuturesUnordered<_> = (0..12).map(|_| identity.export_profile(&caller, &school, &keepers)).collect();
    // One has its turn, eight wait, and nobody else is let in.
    for _ in 0..3 {
        let refused = all.next().await.unwrap().map(|(_, bytes)| bytes);
        assert_eq!(refused.map_err(|refusal| refusal.id()), Err(MessageId::R012));
    }
    open.add_permits(1);
    let mut taken = 0;
    while let Some(file) = all.next().await {
        assert!(file.unwrap().1 > 0);
        taken += 1;
    }
    assert_eq!(taken, 9);
}
