//! What rules in the sandbox hear of the school's records: they are asked again with the answers, while a family waits for its own.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, Client, TestApp};
use words::Role;

use crate::desk::{SETTINGS, edit, publish};

const TABLES: [&str; 15] = [
    "eos_rules",
    "banks",
    "wage_file_rules",
    "payroll_prices",
    "country_teams",
    "tax_rates",
    "tax_numbers",
    "bill_rules",
    "approval_limits",
    "erp_modules",
    "erp_effort",
    "erp_licences",
    "erp_risks",
    "erp_calendars",
    "erp_routes",
];

fn house(path: &str) -> std::path::PathBuf {
    std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

/// A school that takes bills in; its administrator.
async fn running(backend: Backend) -> (TestApp, Client) {
    let app = TestApp::start(backend).await.unwrap();
    let tables = app.folder.path().join("schools/a/tables");
    std::fs::create_dir_all(&tables).unwrap();
    for name in TABLES {
        std::fs::copy(house(&format!("tenants/schools/mogra/tables/{name}.yaml")), tables.join(format!("{name}.yaml")))
            .unwrap();
    }
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let component = std::fs::read(house("plugins/dist/mogra.wasm")).unwrap();
    let ask = admin.ask(Method::POST, &format!("{SETTINGS}/blobs"));
    let kept = ask.file(&[("kind", "plugin")], "a", &component).send().await.unwrap();
    assert_eq!(kept.status, 201, "{}", kept.text);
    let digest = &kept.json["blob"]["sha256"];
    let grants =
        json!({ "tables": TABLES, "known": ["email", "phone", "bill_number", "earlier"], "effects": ["task"] });
    let edits = json!([
        { "file": "plugins/mogra.wasm", "pointer": "", "value": { "$blob": digest } },
        edit("/plugins/mogra", json!({ "digest": digest, "grants": grants })),
        edit("/forms/mograbills", json!({ "plugin": "mogra" })),
    ]);
    publish(&admin, edits).await;
    (app, admin)
}

#[tokio::test]
async fn a_bill_is_held_against_one_that_came_in_before() {
    for backend in Backend::all() {
        let (app, admin) = running(backend).await;
        let form = app.school("a").unwrap().form("mograbills").unwrap();
        let sample = form.sample(Some("simple"), jiff::civil::date(2026, 11, 21)).unwrap();
        let bill = |changes: Value| {
            let mut values = sample.clone();
            values.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
            values
        };
        let send = async |key: &str, values: Value| {
            let family = app.at("a");
            let ask = family.ask(Method::POST, "/api/v1/oa/public/forms/mograbills/submissions");
            let sent = ask.header("idempotency-key", key).json(&json!({ "values": values, "locale": "en" })).send();
            let sent = sent.await.unwrap();
            assert_eq!(sent.status, 201, "{}", sent.text);
            let reference = sent.json["reference"].as_str().unwrap().to_owned();
            let listed = admin.get(&format!("/api/v1/oa/enquiries?q={reference}")).await.unwrap();
            let row = listed.json["items"][0].clone();
            assert_eq!((&row["reference"], &row["flags"]), (&json!(reference), &json!([])), "{row}");
            (reference, row["tags"].clone(), format!("/api/v1/oa/enquiries/{}", row["id"].as_str().unwrap()))
        };
        let (first, tags, _) = send("the-first-of-all-bills", bill(json!({}))).await;
        assert_eq!(tags, json!(["tag.noOrder"]));
        let other = bill(json!({ "tax_number": "OM1100099999", "supplier_name": "Another Supplier" }));
        let (_, tags, _) = send("another-supplier-s-bill", other).await;
        assert_eq!(tags, json!(["tag.noOrder"]), "the number alone makes no twin");
        let (_, tags, path) = send("the-same-bill-once-more", bill(json!({}))).await;
        assert_eq!(tags, json!(["tag.duplicate", "tag.noOrder"]));
        let opened = admin.get(&path).await.unwrap().json["enquiry"]["verdict"]["explain"].clone();
        let why = opened.as_array().unwrap().iter().find(|line| line["code"] == "explain.duplicate").unwrap();
        assert_eq!(why["params"], json!({ "reference": first, "days": 0 }));
        let mut dearer = bill(json!({}));
        dearer["lines"][0]["quantity"] = 500.into();
        dearer["bill_total"] = json!(228.375);
        let (_, tags, _) = send("the-number-and-more-money", dearer).await;
        assert_eq!(tags, json!(["tag.noOrder", "tag.otherAmount"]));
        // Whoever sends twenty bills of that number hides none of those before them.
        for n in 0..20 {
            let junk = bill(json!({ "tax_number": "OM1100088888", "supplier_name": format!("Stranger {n}") }));
            send(&format!("a-bill-of-a-stranger-{n}"), junk).await;
        }
        let (_, tags, _) = send("the-same-bill-after-a-crowd", bill(json!({}))).await;
        assert_eq!(tags, json!(["tag.duplicate", "tag.noOrder"]));
    }
}
