//! `/v1/oa/views`: what somebody keeps of a list under a name.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

const VIEWS: &str = "/api/v1/oa/views";

fn view(list: &str, name: &str, query: &Value) -> Value {
    json!({ "list": list, "name": name, "query": query })
}

async fn names(client: &Client) -> Vec<String> {
    let got = client.get(VIEWS).await.unwrap();
    got.json["items"].as_array().unwrap().iter().map(|view| view["name"].as_str().unwrap().to_owned()).collect()
}

async fn change(client: &Client, method: Method, view: &Value, body: &Value) -> Reply {
    let path = format!("{VIEWS}/{}", view["id"].as_str().unwrap());
    client.ask(method, &path).json(body).send().await.unwrap()
}

fn fault(reply: &Reply) -> (u16, &str, Value) {
    (reply.status, reply.message_id(), reply.json["errors"][0]["code"].clone())
}

#[tokio::test]
async fn a_view_is_its_owners_alone_and_on_every_device() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let officer = app.signed_in("a", Role::AdmissionsOfficer).await.unwrap();
        let asked = view(
            "inbox",
            "  Grade 1\nthis week ",
            &json!({ "kind": "applications", "state": "new", "q": "سارة", "tag": "" }),
        );
        let added = admin.post(VIEWS, &asked).await.unwrap();
        assert_eq!(added.status, 201, "{}", added.text);
        let mine = added.json["view"].clone();
        assert_eq!(
            (&mine["list"], &mine["name"], &mine["query"], &mine["version"]),
            (
                &json!("inbox"),
                &json!("Grade 1 this week"),
                &json!({ "kind": "applications", "state": "new", "q": "سارة" }),
                &json!(1)
            )
        );
        let elsewhere = app.sign_in("a", "school_admin@a.example").await.unwrap();
        assert_eq!(names(&elsewhere).await, ["Grade 1 this week"]);
        assert!(names(&officer).await.is_empty());
        for (method, body) in
            [(Method::PATCH, json!({ "version": 1, "name": "Theirs" })), (Method::DELETE, json!(null))]
        {
            let reply = change(&officer, method, &mine, &body).await;
            assert_eq!((reply.status, reply.message_id()), (404, "A001"));
        }
        // It stands in what its owner takes away, and in nobody else's.
        let export = admin.get("/api/v1/oa/profile/export").await.unwrap();
        assert_eq!(export.json["views"][0]["name"], "Grade 1 this week", "{}", export.text);
        assert_eq!(officer.get("/api/v1/oa/profile/export").await.unwrap().json["views"], json!([]));
    }
}

#[tokio::test]
async fn a_view_is_renamed_saved_again_and_taken_away() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let add = async |name: &str, list: &str| admin.post(VIEWS, &view(list, name, &json!({}))).await.unwrap();
        let first = add("Straße", "inbox").await.json["view"].clone();
        assert_eq!(fault(&add("STRASSE", "inbox").await).0, 201, "letters that only look alike are others");
        let taken = add("straße", "inbox").await;
        assert_eq!((taken.status, taken.message_id(), &taken.json["field"]), (409, "A005", &json!("name")));
        assert_eq!(add("straße", "people").await.status, 201, "another list has names of its own");
        let renamed = change(&admin, Method::PATCH, &first, &json!({ "version": 1, "name": "STRASSE" })).await;
        assert_eq!((renamed.status, renamed.message_id()), (409, "A005"));
        let renamed = change(&admin, Method::PATCH, &first, &json!({ "version": 1, "name": "Alpha" })).await;
        assert_eq!((renamed.status, &renamed.json["view"]["version"]), (200, &json!(2)), "{}", renamed.text);
        let stale = change(&admin, Method::PATCH, &first, &json!({ "version": 1, "query": { "state": "new" } })).await;
        assert_eq!((stale.status, stale.message_id()), (409, "A003"));
        let saved = change(&admin, Method::PATCH, &first, &json!({ "version": 2, "query": { "state": "new" } })).await;
        assert_eq!(
            (&saved.json["view"]["name"], &saved.json["view"]["query"]),
            (&json!("Alpha"), &json!({ "state": "new" }))
        );
        assert_eq!(names(&admin).await, ["Alpha", "STRASSE", "straße"], "by name");
        assert_eq!(change(&admin, Method::DELETE, &first, &json!(null)).await.status, 200);
        assert_eq!(change(&admin, Method::DELETE, &first, &json!(null)).await.status, 404);
        // The web takes a deletion back so.
        assert_eq!(add("Alpha", "inbox").await.status, 201);
    }
}

#[tokio::test]
async fn a_view_is_of_a_list_that_one_may_see_and_says_what_the_list_knows() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let officer = app.signed_in("a", Role::AdmissionsOfficer).await.unwrap();
        let family = app.signed_in("a", Role::Guardian).await.unwrap();
        for (client, list, status) in [
            (&officer, "inbox", 201),
            (&officer, "people", 403),
            (&officer, "tills", 403),
            (&officer, "audit", 403),
            (&family, "inbox", 403),
        ] {
            let reply = client.post(VIEWS, &view(list, "One", &json!({}))).await.unwrap();
            assert_eq!(reply.status, status, "{list}: {}", reply.text);
        }
        assert!(names(&family).await.is_empty());
        for (name, query, code) in [
            (" \u{202E}", json!({}), "required"),
            (&*"ع".repeat(61), json!({}), "maxLength"),
            ("see evil.example", json!({}), "pattern"),
            ("Two", json!({ "open": "x" }), "enum"),
            ("Two", json!({ "q": "x".repeat(2_000) }), "maxLength"),
        ] {
            let reply = officer.post(VIEWS, &view("inbox", name, &query)).await.unwrap();
            assert_eq!(fault(&reply), (422, "F003", json!(code)), "{name}");
        }
        assert_eq!(officer.post(VIEWS, &view("letters", "Two", &json!({}))).await.unwrap().status, 400);
        assert_eq!(names(&officer).await, ["One"]);
    }
}

#[tokio::test]
async fn an_account_has_fifty_views_and_five_hundred_changes_a_day() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        for n in 0..48 {
            let list = ["inbox", "people", "tills", "audit"][n % 4];
            assert_eq!(admin.post(VIEWS, &view(list, &format!("View {n}"), &json!({}))).await.unwrap().status, 201);
        }
        // Those that come at once are counted one by one.
        let many = (0..5).map(|n| {
            let (admin, body) = (&admin, view("inbox", &format!("At once {n}"), &json!({})));
            async move { admin.post(VIEWS, &body).await.unwrap() }
        });
        let got = futures_util::future::join_all(many).await;
        assert_eq!(got.iter().filter(|reply| reply.status == 201).count(), 2);
        assert!(
            got.iter()
                .filter(|reply| reply.status != 201)
                .all(|reply| fault(reply) == (422, "F003", json!("maxItems")))
        );
        let one = admin.get(VIEWS).await.unwrap().json["items"][0].clone();
        // What is refused is not counted.
        for n in 0..450 {
            let reply = change(&admin, Method::PATCH, &one, &json!({ "version": 1 + n, "query": {} })).await;
            assert_eq!(reply.status, 200, "{n}: {}", reply.text);
        }
        let spent = change(&admin, Method::PATCH, &one, &json!({ "version": 451, "query": {} })).await;
        assert_eq!((spent.status, spent.message_id()), (429, "L002"));
        app.clock.advance(24 * 60 * 60 * 1_000);
        let admin = app.sign_in("a", "school_admin@a.example").await.unwrap();
        assert_eq!(change(&admin, Method::PATCH, &one, &json!({ "version": 451, "query": {} })).await.status, 200);
    }
}
