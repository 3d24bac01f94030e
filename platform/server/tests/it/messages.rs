//! Messages on their way: by a real mail server with TLS and a password, by an SMS gateway, into a folder; once, in time, with
//! links that no request can bend, and forgotten when they are gone.

use std::sync::Arc;

use kernel::message::{self, Channel, Message};
use kernel::{StoreError, rows, statements};
use parking_lot::Mutex;
use serde_json::{Value, json};
use sqlx::types::Json;
use testkit::{Backend, TestApp};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::post;

const CANARY: &str = "canary-token-9d2f7a";

rows! {
    struct JobRow {
        state: String,
        payload: Json<Value>,
        last_error: Option<String>,
    }
}

statements! {
    all_jobs() -> [all JobRow]
        "SELECT state, payload, last_error FROM outbox WHERE school_id = :school ORDER BY id";
}

fn reset(to: &str) -> Message {
    let params = json!({ "path": format!("/reset-password?token={CANARY}"), "name": "Noor\r\nBcc: evil@example.org" });
    Message {
        channel: Channel::Mail,
        to: to.into(),
        template: "reset_password".into(),
        locale: "ar".into(),
        params: params.as_object().unwrap().clone(),
        expires_at: 1_795_248_000_000 + 3_600_000,
        is_strangers: false,
    }
}

fn code(locale: &str) -> Message {
    let params = json!({ "code": "481516" }).as_object().unwrap().clone();
    let (template, to) = ("code".to_owned(), "+96891234567".to_owned());
    Message {
        channel: Channel::Sms,
        to,
        template,
        locale: locale.into(),
        params,
        expires_at: 1_795_248_000_000 + 300_000,
        is_strangers: false,
    }
}

async fn ask(app: &TestApp, message: Message) {
    let (clock, rng, secret) = (app.app.clock.clone(), app.app.rng.clone(), app.app.secret.clone());
    let scope = app.school("a").unwrap().scope();
    let dedup = format!("test:{}:{}", message.to, message.template);
    let done = app.app.db.write(&scope, move |tx| {
        Box::pin(async move { message::send(tx, &*clock, &*rng, &secret, &dedup, &message).await })
    });
    done.await.map_err(|error: StoreError| error).unwrap();
}

async fn jobs(app: &TestApp) -> Vec<JobRow> {
    let mut tx = app.app.db.read(&app.school("a").unwrap().scope()).await.unwrap();
    all_jobs(&mut tx).await.unwrap()
}

async fn work(app: &TestApp) -> Option<i64> {
    app.app.worker().work(&app.school("a").unwrap().scope()).await
}

/// A mail's text with its transfer encoding undone: base64 parts put behind it.
fn readable(mail: &str) -> String {
    let mut text = mail.to_owned();
    for part in mail.split("Content-Transfer-Encoding: base64").skip(1) {
        let body: String = part.split("\r\n--").next().unwrap_or_default().split("\r\n\r\n").skip(1).collect();
        let body: String = body.chars().filter(|c| !c.is_whitespace()).collect();
        if let Ok(bytes) = data_encoding::BASE64.decode(body.as_bytes()) {
            text.push_str(&String::from_utf8_lossy(&bytes));
        }
    }
    // Quoted-printable: soft ends and escapes of what we look for.
    text.replace("=\r\n", "").replace("=3D", "=")
}

#[tokio::test]
async fn a_mail_goes_by_tls_and_password_and_is_forgotten() {
    for backend in Backend::all() {
        let (address, post) = post::start().await;
        let url = format!("smtp://user:correct@{address}?tls=required");
        let app = TestApp::start_with(backend, |mut settings| {
            settings.smtp = Some(url.clone());
            settings.smtp_ca = Some(post::ca());
            settings.public_origin = Some("https://{host}".into());
            settings
        });
        let app = app.await.unwrap();
        ask(&app, reset("noor@example.org")).await;
        let waiting = jobs(&app).await;
        assert!(!waiting[0].payload.0.to_string().contains(CANARY), "sealed while it waits");
        assert_eq!(work(&app).await, None);
        let mails = post.mails.lock().clone();
        assert_eq!(mails.len(), 1);
        let mail = readable(&mails[0]);
        assert!(mail.contains(&format!("https://a.localhost/reset-password?token={CANARY}")), "{mail}");
        assert!(mail.contains("multipart/alternative") && mail.contains("dir=\"rtl\""), "{mail}");
        assert!(mails[0].contains("admissions@a.example.org"), "the school's own sender: {}", mails[0]);
        assert!(!mails[0].lines().any(|line| line.to_lowercase().starts_with("bcc:")), "{mail}");
        assert!(!post.in_the_clear.lock().contains("AUTH"), "no password before TLS");
        let done = jobs(&app).await;
        assert_eq!((done[0].state.as_str(), &done[0].payload.0), ("done", &json!({})));
    }
}

#[tokio::test]
async fn what_the_mail_server_refuses_is_told_apart_and_in_words() {
    let (address, post) = post::start().await;
    let app = |url: String, ca: bool| {
        TestApp::start_with(Backend::Lite, move |mut settings| {
            settings.smtp = Some(url);
            settings.smtp_ca = ca.then(post::ca);
            settings
        })
    };
    for (url, ca, word) in [
        (format!("smtp://user:wrong-canary@{address}?tls=required"), true, "password"),
        (format!("smtp://user:correct@{address}?tls=required"), false, "TLS"),
        (format!("smtp://{address}"), true, ""),
        ("smtp://user:correct@127.0.0.1:1?tls=required".to_owned(), true, "could not be reached"),
    ] {
        let app = app(url.clone(), ca).await.unwrap();
        let fault = app.app.mailer.fault().await;
        if !word.is_empty() {
            let fault = fault.unwrap_or_else(|| panic!("{url} works"));
            assert!(fault.contains(word) && !fault.contains("canary"), "{url}: {fault}");
        }
        ask(&app, reset("noor@example.org")).await;
        assert!(work(&app).await.is_some(), "{url}: it is tried again");
        let job = jobs(&app).await.remove(0);
        assert_eq!(job.state, "ready");
        let error = job.last_error.unwrap();
        assert!(!error.contains(CANARY) && !error.contains("canary"), "{error}");
    }
    let app = app(format!("smtp://user:correct@{address}?tls=required"), true).await.unwrap();
    assert_eq!(app.app.mailer.fault().await, None);
    ask(&app, reset("nobody@example.org")).await;
    assert_eq!(work(&app).await, None, "there is no such mailbox: for good");
    let job = jobs(&app).await.remove(0);
    assert_eq!((job.state.as_str(), &job.payload.0), ("dead", &json!({})));
    assert!(post.mails.lock().is_empty());
}

#[tokio::test]
async fn what_is_late_is_dropped() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        ask(&app, reset("noor@example.org")).await;
        app.clock.advance(3_600_000);
        assert_eq!(work(&app).await, None);
        assert!(!app.folder.path().join("mail").exists());
        assert_eq!(jobs(&app).await[0].payload.0, json!({}));
    }
}

/// A gateway that answers in turn; it is silent where the answer is empty, and may hang up. Keeps what it was asked.
async fn gateway(answers: &'static [&'static str]) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/send", listener.local_addr().unwrap());
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = asked.clone();
    tokio::spawn(async move {
        for answer in answers {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut got = Vec::new();
            let mut piece = [0u8; 2048];
            while !got.ends_with(b"}") {
                let n = stream.read(&mut piece).await.unwrap();
                if n == 0 {
                    break;
                }
                got.extend_from_slice(&piece[..n]);
            }
            kept.lock().push(String::from_utf8_lossy(&got).into_owned());
            match *answer {
                "" => std::future::pending::<()>().await,
                "hangs up" => continue,
                _ => {}
            }
            let head = format!(
                "HTTP/1.1 {answer}\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            );
            let _ = stream.write_all(head.as_bytes()).await;
        }
    });
    (url, asked)
}

async fn with_gateway(url: &str) -> TestApp {
    with_gateway_to(url, "token_env: null").await
}

async fn with_gateway_to(url: &str, more: &str) -> TestApp {
    let in_test = |settings| server::Settings { mode: Some("test".into()), ..settings };
    let app = TestApp::start_with(Backend::Lite, in_test).await.unwrap();
    let file = app.folder.path().join("schools/a/school.yaml");
    let yaml = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{yaml}sms: {{ url: \"{url}\", from: Azzan, {more} }}\n")).unwrap();
    let registry = tokio::spawn(app.app.registry.clone().watch());
    for _ in 0..100 {
        if app.school("a").unwrap().config().sms.is_some() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    registry.abort();
    assert!(app.school("a").unwrap().config().sms.is_some(), "the gateway is live");
    app
}

#[tokio::test]
async fn a_text_message_goes_to_the_gateway_with_one_key_over_retries() {
    let (url, asked) = gateway(&["503 Later", "429 Slowly", "200 OK"]).await;
    let app = with_gateway(&url).await;
    ask(&app, code("en")).await;
    for _ in 0..2 {
        let due = work(&app).await.expect("tried again");
        app.clock.advance(due - app.app.clock.now_ms());
    }
    assert_eq!(work(&app).await, None);
    let asked = asked.lock().clone();
    assert_eq!(asked.len(), 3);
    let key =
        |text: &str| text.lines().find_map(|line| line.strip_prefix("idempotency-key: ").map(str::to_owned)).unwrap();
    assert!(asked.iter().all(|text| key(text) == key(&asked[0])), "{asked:#?}");
    let body: Value = serde_json::from_str(asked[2].split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!((body["to"].as_str(), body["from"].as_str()), (Some("+96891234567"), Some("Azzan")));
    assert!(body["text"].as_str().unwrap().contains("481516"));
}

#[tokio::test]
async fn a_gateway_that_refuses_or_leads_elsewhere_is_not_followed() {
    let (url, asked) = gateway(&["400 No", "302 Over there"]).await;
    let app = with_gateway(&url).await;
    ask(&app, code("en")).await;
    assert_eq!(work(&app).await, None);
    let job = jobs(&app).await.remove(0);
    assert_eq!((job.state.as_str(), &job.payload.0), ("dead", &json!({})));
    assert!(!job.last_error.unwrap().contains("481516"));
    ask(&app, Message { to: "+96891234568".into(), ..code("ar") }).await;
    assert!(work(&app).await.is_some(), "a redirect is no answer");
    assert_eq!(asked.lock().len(), 2, "and nobody went there");
}

#[tokio::test]
async fn no_text_goes_to_a_country_that_the_school_does_not_name() {
    let (url, asked) = gateway(&["200 OK", "200 OK"]).await;
    let app = with_gateway_to(&url, "calling_codes: [\"+968\", \"+979\"]").await;
    for to in ["+96891234567", "+99891234567", "+97991234567"] {
        ask(&app, Message { to: to.into(), ..code("en") }).await;
    }
    assert_eq!(work(&app).await, None);
    let bodies: Vec<_> = asked.lock().iter().map(|text| text.contains("+96891234567")).collect();
    assert_eq!(bodies, [true], "neither elsewhere nor to a premium number");
}

#[tokio::test]
async fn what_a_gateway_took_without_an_answer_is_not_sent_again() {
    // One that is silent, and one that hangs up. The second answer is for whoever would come again.
    for answers in [&["", "200 OK"], &["hangs up", "200 OK"]] {
        let (url, asked) = gateway(answers).await;
        let app = with_gateway(&url).await;
        ask(&app, code("en")).await;
        assert_eq!(work(&app).await, None, "no second time");
        let job = jobs(&app).await.remove(0);
        assert_eq!((job.state.as_str(), asked.lock().len()), ("dead", 1), "{answers:?}: {:?}", job.last_error);
    }
}

#[tokio::test]
async fn without_a_gateway_text_messages_lie_in_the_mail_folder() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    ask(&app, code("ar")).await;
    assert_eq!(work(&app).await, None);
    let files: Vec<_> = std::fs::read_dir(app.folder.path().join("mail")).unwrap().map(|e| e.unwrap().path()).collect();
    assert!(files.len() == 1 && files[0].extension().is_some_and(|x| x == "txt"), "{files:?}");
    assert!(std::fs::read_to_string(&files[0]).unwrap().contains("@a.localhost #481516"));
}

/// What a forger writes beside or in place of the school's host.
fn hostile() -> Vec<(&'static str, String)> {
    let evil = "evil.example";
    let mut all = Vec::new();
    for name in [
        "x-forwarded-host",
        "x-host",
        "x-original-host",
        "x-forwarded-server",
        "x-http-host-override",
        "x-real-host",
        "x-original-url",
        "x-rewrite-url",
        "x-forwarded-proto",
        "origin",
        "referer",
        "x-forwarded-prefix",
        "via",
        "x-forwarded-port",
        "x-wap-profile",
        "x-arbitrary",
        "true-client-ip",
        "x-proxyuser-ip",
        "base-url",
        "http-host",
    ] {
        all.push((name, evil.to_owned()));
    }
    for forwarded in ["host=evil.example", "for=1.2.3.4;host=evil.example;proto=https", "host=\"evil.example\""] {
        all.push(("forwarded", forwarded.to_owned()));
    }
    for host in [
        "evil.example",
        "a.localhost.evil.example",
        "evil.example:80",
        "a.localhost:8080@evil.example",
        "a.localhost,evil.example",
        "a.localhost:evil",
        "evil.example#a.localhost",
        "A.LOCALHOST.:8080",
        "a.localhost:1",
        "evila.localhost",
    ] {
        all.push(("host", host.to_owned()));
    }
    all
}

#[tokio::test]
async fn links_carry_the_schools_own_origin_whatever_a_request_says() {
    let app = TestApp::start_with(Backend::Lite, |mut settings| {
        settings.public_origin = Some("https://{host}".into());
        settings
    });
    let app = app.await.unwrap();
    let admin = app.person("a", words::Role::SchoolAdmin).await.unwrap();
    let hostile = hostile();
    assert!(hostile.len() >= 30, "{}", hostile.len());
    let mut sent = 0;
    for (name, value) in hostile {
        // Two letters an hour go to one address.
        app.clock.advance(2 * 3_600_000);
        let client = app.at("a");
        let asked = client
            .ask(axum::http::Method::POST, "/api/v1/oa/auth/forget-password")
            .header(name, &value)
            .json(&json!({ "email": admin, "captcha_token": "" }))
            .send()
            .await
            .unwrap();
        assert!(matches!(asked.status, 200 | 400 | 403 | 421), "{name}: {value}: {}", asked.status);
        work(&app).await;
        let Ok(folder) = std::fs::read_dir(app.folder.path().join("mail")) else { continue };
        for file in folder.map(|entry| entry.unwrap().path()) {
            let mail = readable(&std::fs::read_to_string(&file).unwrap());
            assert!(!mail.contains("evil"), "{name}: {value}: {mail}");
            assert!(mail.contains("https://a.localhost/"), "{mail}");
            std::fs::remove_file(file).unwrap();
            sent += 1;
        }
    }
    assert!(sent >= 20, "letters went out: {sent}");
}
