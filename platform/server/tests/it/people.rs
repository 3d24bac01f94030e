//! `/v1/oa/people`: who is invited, changed, signed out, and that somebody stays who can do it.

use axum::http::Method;
use kernel::{UserId, statements};
use serde_json::{Value, json};
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

const PEOPLE: &str = "/api/v1/oa/people";

async fn change(client: &Client, id: &str, body: &Value) -> Reply {
    client.ask(Method::PATCH, &format!("{PEOPLE}/{id}")).json(body).send().await.unwrap()
}

async fn find(client: &Client, q: &str) -> Value {
    let reply = client.get(&format!("{PEOPLE}?q={q}")).await.unwrap();
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.json["total"], 1, "{}", reply.text);
    reply.json["items"][0].clone()
}

async fn works(client: &Client, path: &str) -> u16 {
    client.get(path).await.unwrap().status
}

#[tokio::test]
async fn people_are_listed_by_pages_and_narrowed() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        for n in 0..5 {
            let body = json!({ "name": format!("Noor 100%_{n}"), "email": format!("n{n}@a.example"), "roles": ["registrar"], "locale": "ar" });
            let reply = admin.post(PEOPLE, &body).await.unwrap();
            assert_eq!(reply.status, 201, "{}", reply.text);
            assert_eq!(reply.json["person"]["status"], "invited");
            assert!(reply.json["person"]["invited_at"].is_string());
        }
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = admin.get(&format!("{PEOPLE}?page_size=2&role=registrar{cursor}")).await.unwrap();
            assert_eq!((page.status, &page.json["total"]), (200, &json!(5)), "{}", page.text);
            seen.extend(
                page.json["items"].as_array().unwrap().iter().map(|one| one["email"].as_str().unwrap().to_owned()),
            );
            match page.json["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen, ["n0@a.example", "n1@a.example", "n2@a.example", "n3@a.example", "n4@a.example"]);
        assert_eq!(find(&admin, "n3%40a").await["name"], "Noor 100%_3");
        for (query, total) in [("q=100%25_4", 1), ("q=1005", 0), ("q=NOOR", 5), ("status=active", 1), ("kind=till", 0)]
        {
            let reply = admin.get(&format!("{PEOPLE}?{query}")).await.unwrap();
            assert_eq!(reply.json["total"], total, "{query}: {}", reply.text);
        }
        let officer = app.signed_in("a", Role::AdmissionsOfficer).await.unwrap();
        assert_eq!(works(&officer, PEOPLE).await, 403);
    }
}

#[tokio::test]
async fn people_are_found_however_their_names_are_written() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let names = ["أحمد الحارثي", "فاطمة مُصْطَفى", "José Müller", "ÖZLEM Çelik"];
        for (n, name) in names.iter().enumerate() {
            let body =
                json!({ "name": name, "email": format!("p{n}@a.example"), "roles": ["registrar"], "locale": "ar" });
            assert_eq!(admin.post(PEOPLE, &body).await.unwrap().status, 201);
        }
        let spellings = [
            (0, ["احمد", "إحمد الحارثى", "أَحْمَد", "حارثي"]),
            (1, ["فاطمه", "مصطفي", "فاطمة مصطفى", "مُصطفى"]),
            (2, ["jose", "MULLER", "josé müller", "muller jose"]),
            (3, ["özlem", "OZLEM", "celik", "çelik"]),
        ];
        for (n, written) in spellings {
            for q in written {
                let q = form_urlencoded(q);
                assert_eq!(find(&admin, &q).await["name"], names[n], "{q}");
            }
        }
        // A page of a search goes on where the last one ended, and a page has its bound.
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = admin.get(&format!("{PEOPLE}?page_size=1&role=registrar&q=EXAMPLE{cursor}")).await.unwrap();
            assert_eq!((page.status, &page.json["total"]), (200, &json!(4)), "{}", page.text);
            seen.push(page.json["items"][0]["email"].clone());
            match page.json["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        seen.sort_by_key(ToString::to_string);
        assert_eq!(json!(seen), json!(["p0@a.example", "p1@a.example", "p2@a.example", "p3@a.example"]));
        for nothing in ["%25", "_", "%D9%80"] {
            let reply = admin.get(&format!("{PEOPLE}?q={nothing}")).await.unwrap();
            assert_eq!(reply.json["total"], 5, "{nothing} narrows nothing: {}", reply.text);
        }
    }
}

/// A text within a query.
fn form_urlencoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test]
async fn a_change_acts_on_the_next_request_and_knows_its_version() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let auditor = app.signed_in("a", Role::Auditor).await.unwrap();
        let person = find(&admin, "auditor%40").await;
        let id = person["id"].as_str().unwrap();
        assert_eq!(works(&auditor, "/api/v1/oa/audit").await, 200);
        let stale = change(&admin, id, &json!({ "version": 99, "roles": ["registrar"] })).await;
        assert_eq!((stale.status, stale.message_id()), (409, "A003"));
        assert_eq!(works(&auditor, "/api/v1/oa/audit").await, 200, "a refused change does nothing");
        let reply = change(&admin, id, &json!({ "version": person["version"], "roles": ["registrar"] })).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert_eq!(works(&auditor, "/api/v1/oa/audit").await, 401, "the old roles are gone at once");
        let again = app.sign_in("a", "auditor@a.example").await.unwrap();
        assert_eq!(works(&again, "/api/v1/oa/audit").await, 403);
        let version = &reply.json["person"]["version"];
        let reply = change(&admin, id, &json!({ "version": version, "status": "disabled" })).await;
        assert_eq!((reply.status, reply.json["person"]["status"].as_str()), (200, Some("disabled")));
        assert_eq!(works(&again, "/api/v1/oa/profile").await, 401);
        let version = &reply.json["person"]["version"];
        let reply = change(&admin, id, &json!({ "version": version, "status": "active" })).await;
        assert_eq!(reply.json["person"]["status"], "active");
        let again = app.sign_in("a", "auditor@a.example").await.unwrap();
        let out = admin.post(&format!("{PEOPLE}/{id}/sign-out"), &json!({})).await.unwrap();
        assert_eq!(out.status, 200);
        assert_eq!(works(&again, "/api/v1/oa/profile").await, 401, "signed out by an administrator");
    }
}

statements! {
    store_address(id: &UserId, email: &str) -> [exec]
        "UPDATE users SET email = :email WHERE school_id = :school AND id = :id";
    forget_proofs() -> [exec]
        "UPDATE sessions SET confirmed_at = 0 WHERE school_id = :school";
}

#[tokio::test]
async fn who_was_stored_before_a_rule_of_addresses_is_switched_off() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        app.signed_in("a", Role::Auditor).await.unwrap();
        let person = find(&admin, "auditor%40").await;
        let (id, scope) = (UserId::from(person["id"].as_str().unwrap()), app.school("a").unwrap().scope());
        let old = id.clone();
        let stored = app
            .app
            .db
            .write(&scope, move |tx| Box::pin(async move { store_address(tx, &old, "sara..k@a.example").await }));
        assert_eq!(stored.await.unwrap(), 1);
        let mut version = person["version"].clone();
        for mut body in [json!({ "name": "Sara K." }), json!({ "status": "disabled" })] {
            body["version"] = version;
            let reply = change(&admin, id.as_str(), &body).await;
            assert_eq!(reply.status, 200, "{body}: {}", reply.text);
            version = reply.json["person"]["version"].clone();
        }
    }
}

#[tokio::test]
async fn an_administrator_who_can_sign_in_stays() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let own = find(&admin, "school_admin%40").await;
        let id = own["id"].as_str().unwrap();
        let reply = change(&admin, id, &json!({ "version": own["version"], "roles": ["registrar"] })).await;
        assert_eq!((reply.status, reply.message_id()), (422, "A004"));
        let reply = change(&admin, id, &json!({ "version": own["version"], "status": "disabled" })).await;
        assert_eq!((reply.status, reply.message_id()), (422, "L017"), "nobody disables themselves");
        let invited =
            json!({ "name": "Second", "email": "second@a.example", "roles": ["school_admin"], "locale": "en" });
        assert_eq!(admin.post(PEOPLE, &invited).await.unwrap().status, 201);
        let reply = change(&admin, id, &json!({ "version": own["version"], "roles": ["registrar"] })).await;
        assert_eq!(reply.message_id(), "A004", "who never set a password cannot sign in");
        let caller = kernel::Caller::system(app.school("a").unwrap().scope());
        let identity = &app.app.state.identity;
        identity.set_password(&caller, "second@a.example", testkit::PASSWORD.into(), Vec::new()).await.unwrap();
        let second = app.sign_in("a", "second@a.example").await.unwrap();
        let other = find(&admin, "second%40").await;
        // Each takes the other's right away at the same moment: one of them has to fail.
        let (mine, theirs) = (
            json!({ "version": other["version"], "roles": ["registrar"] }),
            json!({ "version": own["version"], "roles": ["registrar"] }),
        );
        let (one, two) =
            tokio::join!(change(&admin, other["id"].as_str().unwrap(), &mine), change(&second, id, &theirs));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert!(statuses == [200, 401] || statuses == [200, 422], "{statuses:?}: {} {}", one.text, two.text);
    }
}

#[tokio::test]
async fn nobody_becomes_more_than_a_school_can_give() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let platform = json!({ "name": "P", "email": "p@a.example", "roles": ["platform_admin"], "locale": "en" });
        let reply = admin.post(PEOPLE, &platform).await.unwrap();
        assert_eq!((reply.status, reply.message_id()), (422, "L017"));
        assert_eq!(reply.json["errors"][0]["path"], "/roles");
        let own = find(&admin, "school_admin%40").await;
        let body = json!({ "version": own["version"], "roles": ["school_admin", "platform_admin"] });
        assert_eq!(change(&admin, own["id"].as_str().unwrap(), &body).await.message_id(), "L017");
        app.person("a", Role::PlatformAdmin).await.unwrap();
        let above = find(&admin, "platform_admin%40").await;
        let body = json!({ "version": above["version"], "status": "disabled" });
        assert_eq!(change(&admin, above["id"].as_str().unwrap(), &body).await.message_id(), "A002");
        let twice = json!({ "name": "X", "email": "School_Admin@a.example", "roles": ["cashier"], "locale": "en" });
        let reply = admin.post(PEOPLE, &twice).await.unwrap();
        assert_eq!((reply.status, reply.message_id()), (409, "A005"));
        let elsewhere = app.signed_in("b", Role::SchoolAdmin).await.unwrap();
        let body = json!({ "version": own["version"], "name": "Mine" });
        assert_eq!(change(&elsewhere, own["id"].as_str().unwrap(), &body).await.status, 404);
    }
}

#[tokio::test]
async fn who_reads_what_few_read_is_said_with_a_fresh_proof_and_written_down() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let body = json!({ "name": "Nurse", "email": "nurse@a.example", "roles": ["registrar"], "locale": "en" });
        let nurse = admin.post(PEOPLE, &body).await.unwrap().json["person"].clone();
        assert_eq!(nurse["audiences"], json!([]));
        let id = nurse["id"].as_str().unwrap();
        let refused = change(&admin, id, &json!({ "version": 1, "audiences": ["nobody_knows"] })).await;
        assert_eq!(
            (refused.status, &refused.json["errors"][0]["path"]),
            (422, &json!("/audiences")),
            "{}",
            refused.text
        );
        let joined =
            change(&admin, id, &json!({ "version": nurse["version"], "audiences": ["health", "health"] })).await;
        assert_eq!((joined.status, &joined.json["person"]["audiences"]), (200, &json!(["health"])), "{}", joined.text);
        let of = async |query: &str| admin.get(&format!("{PEOPLE}?{query}")).await.unwrap().json["total"].clone();
        assert_eq!((of("audience=health").await, of("audience=health&q=nurse").await), (json!(1), json!(1)));
        assert_eq!((of("audience=finance").await, of("audience=finance&q=nurse").await), (json!(0), json!(0)));
        let log = admin.get("/api/v1/oa/audit?action=user.audiences").await.unwrap();
        assert_eq!(log.json["items"][0]["detail"], json!({ "before": [], "after": ["health"] }), "{}", log.text);
        // An administrator lets themselves in like anybody else: with a proof.
        let own = find(&admin, "school_admin").await;
        let scope = app.school("a").unwrap().scope();
        app.app.db.write(&scope, |tx| Box::pin(async move { forget_proofs(tx).await })).await.unwrap();
        let stale = json!({ "version": own["version"], "audiences": ["health"] });
        let refused = change(&admin, own["id"].as_str().unwrap(), &stale).await;
        assert_eq!((refused.status, &refused.json["messageId"]), (403, &json!("L018")), "{}", refused.text);
    }
}
