//! Previews: the real pages with the draft's configuration, for whoever's session opened one, to look at only.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

use crate::desk::{SETTINGS, details, edit, publish, save};
use crate::desk_forms::{offer, send, signed, trip};

async fn token(client: &Client) -> String {
    let opened = client.post(&format!("{SETTINGS}/preview"), &json!({})).await.unwrap();
    assert_eq!((opened.status, &opened.json["expires_in"]), (200, &json!(3600)), "{}", opened.text);
    opened.json["token"].as_str().unwrap().to_owned()
}

async fn preview(client: &Client, path: &str, token: &str) -> Reply {
    client.ask(Method::GET, path).header("x-preview", token).send().await.unwrap()
}

async fn page(client: &Client, path: &str) -> Reply {
    client.ask(Method::GET, path).header("accept", "text/html").send().await.unwrap()
}

const DETAILS: &str = "/api/v1/oa/common/school-details";

#[tokio::test]
async fn a_preview_shows_the_draft_and_the_live_page_does_not() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    save(
        &admin,
        0,
        json!([
            edit("/name/en", json!("Drafted")),
            edit("/forms/form", Value::Null),
            { "file": "locales/en/common.json", "pointer": "/hello", "value": "Drafted hello" },
        ]),
    )
    .await;
    let (token, visitor) = (token(&admin).await, app.at("a"));
    let name = |reply: &Reply| reply.json["schoolNameLogo"]["lic_school_name"]["en"].clone();
    let drafted = preview(&visitor, DETAILS, &token).await;
    assert_eq!((name(&drafted), drafted.header("cache-control")), (json!("Drafted"), "no-store"));
    assert_eq!(details(&app, "a").await["schoolNameLogo"]["lic_school_name"]["en"], "School A");
    assert_eq!(preview(&visitor, "/locales/en/common.json", &token).await.json["hello"], "Drafted hello");
    assert_eq!(visitor.get("/locales/en/common.json").await.unwrap().json["hello"], "Hello");
    assert_eq!(preview(&visitor, "/api/v1/oa/public/forms/form?lng=en", &token).await.status, 404);
    assert_eq!(visitor.get("/api/v1/oa/public/forms/form?lng=en").await.unwrap().status, 200);
    // The next change is seen with the same token.
    save(&admin, 1, json!([edit("/name/en", json!("Drafted again"))])).await;
    assert_eq!(name(&preview(&visitor, DETAILS, &token).await), "Drafted again");
    // As the administrator: signed in as ever.
    assert_eq!(preview(&admin, "/api/v1/oa/profile", &token).await.status, 200);
    assert_eq!(preview(&visitor, "/api/v1/oa/profile", &token).await.status, 401);
}

#[tokio::test]
async fn only_a_previews_page_is_framed_and_by_us_alone() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let token = token(&admin).await;
    let visitor = Client { school: None, ..app.at("a") };
    let framed = page(&visitor, &format!("/sign-in?preview={token}&lng=ar&as=visitor")).await;
    assert_eq!((framed.status, framed.header("x-frame-options")), (200, "SAMEORIGIN"));
    assert!(framed.header("content-security-policy").contains("frame-ancestors 'self'"));
    let plain = page(&visitor, "/settings/branding").await;
    let policy = plain.header("content-security-policy");
    assert!(policy.contains("frame-ancestors 'none'") && policy.contains("frame-src 'self'"), "{policy}");
    assert_eq!(plain.header("x-frame-options"), "");
    for dead in ["x", "", &token[1..]] {
        let ended = page(&visitor, &format!("/sign-in?preview={dead}")).await;
        assert_eq!(ended.status, 404, "{dead}");
        assert!(!ended.text.contains("<script") && ended.text.contains("This preview has ended."));
    }
    let other = Client { school: None, ..app.at("b") };
    assert_eq!(page(&other, &format!("/sign-in?preview={token}")).await.status, 404, "another school's");
}

#[tokio::test]
async fn a_preview_sends_nothing_and_ends_with_its_session() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let (token, visitor) = (token(&admin).await, app.at("a"));
    let send = async |method: Method, path: &str, body: Value| {
        admin.ask(method, path).header("x-preview", &token).json(&body).send().await.unwrap()
    };
    let answers = json!({ "values": { "child_name": "Sara" }, "locale": "en" });
    for (method, path, body) in [
        (Method::POST, "/api/v1/oa/public/forms/new/submissions", answers.clone()),
        (Method::POST, "/api/v1/oa/public/forms/new/drafts", answers.clone()),
        (Method::PATCH, "/api/v1/oa/settings/draft", json!({ "version": 0, "edits": [] })),
        (Method::POST, "/api/v1/oa/auth/login", json!({ "email": "x@a.example", "password": "x" })),
        (Method::POST, "/api/v1/oa/auth/sign-out", json!({})),
        (Method::POST, "/", json!({})),
    ] {
        let refused = send(method, path, body).await;
        assert_eq!((refused.status, refused.message_id()), (409, "S004"), "{path}: {}", refused.text);
    }
    let checked = send(Method::POST, "/api/v1/oa/public/forms/new/check", answers).await;
    assert_eq!(checked.status, 200, "{}", checked.text);
    assert_eq!(preview(&visitor, DETAILS, &token).await.status, 200);
    let out = admin.post("/api/v1/oa/auth/sign-out", &json!({})).await.unwrap();
    assert_eq!(out.status, 200);
    let over = preview(&visitor, DETAILS, &token).await;
    assert_eq!((over.status, over.message_id()), (404, "L010"));
    // And by itself after an hour.
    let again = app.sign_in("a", "school_admin@a.example").await.unwrap();
    let token = self::token(&again).await;
    app.clock.advance(59 * 60 * 1000);
    let carried = again.post("/api/v1/oa/auth/refresh", &json!({})).await.unwrap();
    drop(carried);
    app.clock.advance(2 * 60 * 1000);
    assert_eq!(preview(&visitor, DETAILS, &token).await.message_id(), "L010");
}

/// Who reads what was sent is a right, and rights are those of what is live: a draft that nobody published gives none.
#[tokio::test]
async fn a_preview_opens_nothing_that_the_live_school_hides() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        publish(&admin, offer(trip())).await;
        let audience = |roles: Value| json!([edit("/forms/trip/audience", roles)]);
        publish(&admin, audience(json!(["school_admin"]))).await;
        let family = app.at("a");
        let body = json!({ "values": {}, "locale": "en" });
        let begun = family.post("/api/v1/oa/public/forms/trip/drafts", &body).await.unwrap();
        let draft = begun.json["token"].as_str().unwrap();
        let file = signed(&family, draft).await.json["upload"]["upload_id"].as_str().unwrap().to_owned();
        let values = json!({ "name": "Sara", "sign": file });
        let sent = send(&family, "trip", json!({ "values": values, "locale": "en", "draft": draft })).await;
        assert_eq!(sent.status, 201, "{}", sent.text);
        let inbox = "/api/v1/oa/enquiries";
        let list = admin.get(inbox).await.unwrap().json;
        let record = format!("{inbox}/{}", list["items"][0]["id"].as_str().unwrap());
        let (export, file) = (format!("{inbox}/export?format=csv&form=trip"), format!("{record}/files/{file}"));
        for path in [&record, &export, &file] {
            assert_eq!(admin.get(path).await.unwrap().status, 200, "{path}");
        }
        let version = admin.get(SETTINGS).await.unwrap().json["draft"]["version"].as_i64().unwrap();
        let drafted = save(&admin, version, audience(json!(["school_admin", "admissions_officer"]))).await;
        assert_eq!(drafted.status, 200, "{}", drafted.text);
        let (token, officer) = (token(&admin).await, app.signed_in("a", Role::AdmissionsOfficer).await.unwrap());
        let listed = preview(&officer, inbox, &token).await;
        assert_eq!((listed.status, &listed.json["total"], &listed.json["items"]), (200, &json!(0), &json!([])));
        assert_eq!(listed.header("cache-control"), "no-store");
        for path in [&record, &file] {
            assert_eq!(preview(&officer, path, &token).await.status, 404, "{path}");
        }
        let exported = preview(&officer, &export, &token).await;
        assert!(!exported.text.contains("Sara"), "{}", exported.text);
        // And what is live opens what the draft would hide.
        let hides = save(&admin, version + 1, json!([edit("/forms/trip", Value::Null)])).await;
        assert_eq!(hides.status, 200, "{}", hides.text);
        assert_eq!(preview(&admin, &record, &token).await.status, 200);
    }
}

#[tokio::test]
async fn a_logo_is_drawn_anew_previewed_and_published() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let mut picture = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(40, 20).write_to(&mut picture, image::ImageFormat::Jpeg).unwrap();
    let upload = async |kind: &str, file: &[u8]| {
        admin.ask(Method::POST, &format!("{SETTINGS}/blobs")).file(&[("kind", kind)], "a", file).send().await.unwrap()
    };
    assert_eq!(upload("logo", b"<svg xmlns='http://www.w3.org/2000/svg'/>").await.message_id(), "D002");
    assert_eq!(upload("plugin", b"nothing").await.message_id(), "D002");
    assert_eq!(upload("logo", &vec![0; 1_100_000]).await.message_id(), "D001");
    let kept = upload("logo", picture.get_ref()).await;
    assert_eq!(
        (kept.status, &kept.json["blob"]["media_type"], &kept.json["blob"]["width"]),
        (201, &json!("image/png"), &json!(40)),
        "{}",
        kept.text
    );
    let value = json!({ "$blob": kept.json["blob"]["sha256"] });
    let wrong = save(&admin, 0, json!([{ "file": "plugins/x.wasm", "pointer": "", "value": value }])).await;
    assert_eq!(wrong.json["errors"][0]["code"], "wrongType", "a picture is no plugin");
    let set = json!([{ "file": "assets/new.png", "pointer": "", "value": value }, edit("/branding/logo", json!("assets/new.png"))]);
    assert_eq!(save(&admin, 0, set.clone()).await.status, 200);
    let (token, visitor) = (token(&admin).await, app.at("a"));
    let url = |reply: &Reply| reply.json["schoolNameLogo"]["lic_school_logo"].as_str().unwrap().to_owned();
    let drafted = url(&preview(&visitor, DETAILS, &token).await);
    assert_ne!(drafted, url(&visitor.get(DETAILS).await.unwrap()));
    let drawn = visitor.get(&drafted).await.unwrap();
    assert_eq!((drawn.status, drawn.header("content-type")), (200, "image/png"), "a picture carries no header");
    assert_eq!(app.at("b").get(&drafted).await.unwrap().status, 404);
    publish(&admin, set).await;
    assert_eq!(url(&visitor.get(DETAILS).await.unwrap()), drafted);
}
