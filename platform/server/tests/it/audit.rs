//! `/v1/oa/audit`: who reads what was done, and how it is narrowed.

use serde_json::json;
use testkit::{Backend, TestApp};
use words::Role;

const AUDIT: &str = "/api/v1/oa/audit";

#[tokio::test]
async fn the_log_is_paged_narrowed_and_names_people() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        for n in 0..4 {
            app.clock.advance(60_000);
            let body = json!({ "name": format!("=Noor {n}"), "email": format!("n{n}@a.example"), "roles": ["cashier"], "locale": "en" });
            assert_eq!(admin.post("/api/v1/oa/people", &body).await.unwrap().status, 201);
        }
        let first = admin.get(&format!("{AUDIT}?action=user.add&page_size=2")).await.unwrap();
        assert_eq!(first.status, 200, "{}", first.text);
        let items = first.json["items"].as_array().unwrap().clone();
        assert_eq!((items.len(), &items[0]["object"]["name"]), (2, &json!("=Noor 3")), "the latest first");
        assert_eq!(items[0]["actor"]["name"], "school_admin of a");
        assert_eq!(items[0]["address"], "127.0.0.1");
        assert!(items[0]["detail"].get("address").is_none());
        let actions = first.json["actions"].as_array().unwrap();
        assert!(actions.contains(&json!("user.add")) && actions.contains(&json!("session.open")), "{actions:?}");
        let cursor = first.json["next_cursor"].as_str().unwrap();
        let second = admin.get(&format!("{AUDIT}?action=user.add&page_size=2&cursor={cursor}")).await.unwrap();
        assert_eq!(second.json["items"][0]["object"]["name"], "=Noor 1");
        assert!(second.json.get("actions").is_none());
        let actor = items[0]["actor"]["id"].as_str().unwrap();
        for (query, found) in [
            (format!("actor={actor}&action=user."), true),
            ("actor=anonymous".to_owned(), false),
            ("from=2026-11-22".to_owned(), false),
            ("from=2026-11-21&to=2026-11-21".to_owned(), true),
            ("to=2026-11-20".to_owned(), false),
            ("object_kind=till".to_owned(), false),
            ("action=user%25".to_owned(), false),
        ] {
            let reply = admin.get(&format!("{AUDIT}?{query}")).await.unwrap();
            assert_eq!(!reply.json["items"].as_array().unwrap().is_empty(), found, "{query}: {}", reply.text);
        }
        assert_eq!(admin.get(&format!("{AUDIT}?from=yesterday")).await.unwrap().status, 400);
        let file = admin.get(&format!("{AUDIT}/export?action=user.add&lng=ar")).await.unwrap();
        assert!(file.header("content-type").starts_with("text/csv"));
        assert!(file.text.starts_with("\u{FEFF}الوقت") && file.text.contains(",'=Noor 0,"), "{}", file.text);
        let officer = app.signed_in("a", Role::AdmissionsOfficer).await.unwrap();
        assert_eq!(officer.get(AUDIT).await.unwrap().status, 403);
        let elsewhere = app.signed_in("b", Role::Auditor).await.unwrap();
        let theirs = elsewhere.get(AUDIT).await.unwrap();
        assert!(!theirs.text.contains("Noor"), "another school's log is its own");
    }
}
