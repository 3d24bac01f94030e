//! Forms on the desk: totals, signatures, a plugin's form laid out by the school, and tables that come and go.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

use crate::desk::{SETTINGS, edit, publish, save};
use crate::desk_rules::{compare, running};

const FORMS: &str = "/api/v1/oa/public/forms";

/// A form with a total and a place to sign.
pub fn trip() -> Value {
    let texts = json!({ "t": "Trip", "s": "Step", "name": "Name", "mail": "Mail", "days": "Days", "rate": "A day", "meal": "Meal", "full": "Full", "sign": "Sign", "total": "Total" });
    json!({
        "version": "1.0.0", "title": "t",
        "steps": [{ "id": "one", "title": "s", "fields": ["name", "mail", "days", "rate", "meal", "sign"] }],
        "computed": [{ "key": "total", "label": "total", "kind": "money", "sum": [
            { "field": "days", "times": "rate" }, { "field": "meal", "prices": { "full": 2500 } }] }],
        "schema": { "type": "object", "required": ["name", "sign"], "properties": {
            "name": { "type": "string", "title": "name", "maxLength": 40 },
            "mail": { "type": "string", "title": "mail", "format": "email" },
            "days": { "type": "integer", "title": "days", "minimum": 0 },
            "rate": { "type": "integer", "title": "rate", "x-money": "OMR" },
            "meal": { "type": "string", "title": "meal", "oneOf": [{ "const": "full", "title": "full" }] },
            "sign": { "type": "string", "title": "sign", "format": "upload", "x-upload": { "tier": "2mb", "kinds": ["image"] } },
        } },
        "ui": { "sign": { "ui:widget": "signature" } },
        "person": ["name"], "receipt": { "email": "mail" },
        "texts": { "en": texts, "ar": texts },
        "samples": [{ "name": "simple", "values": { "name": "Sara", "days": 2, "rate": 10000, "sign": "01890a5d-ac96-774b-bcce-b302099a8057" } }],
    })
}

pub fn offer(document: Value) -> Value {
    json!([{ "file": "forms/trip.json", "pointer": "", "value": document }, edit("/forms/trip", json!({}))])
}

pub async fn send(client: &Client, form: &str, body: Value) -> Reply {
    let ask = client.ask(Method::POST, &format!("{FORMS}/{form}/submissions"));
    ask.header("idempotency-key", "a-key-of-some-length").json(&body).send().await.unwrap()
}

/// A picture of a signature, as the web makes it; gives its id.
pub async fn signed(client: &Client, draft: &str) -> Reply {
    let png = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tenants/schools/abq/assets/logo.png")).unwrap();
    let ask = client.ask(Method::POST, "/api/v1/oa/public/uploads");
    ask.file(&[("form", "trip"), ("field", "sign"), ("draft", draft)], "s.png", &png).send().await.unwrap()
}

#[tokio::test]
async fn a_total_is_told_compared_and_kept_and_a_signature_has_to_be_there() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        publish(&admin, offer(trip())).await;
        let family = app.at("a");
        let total = |minor: i64| {
            json!([{ "key": "total", "label_code": "total", "kind": "money", "value": { "minor": minor, "currency": "OMR" },
                "reason_code": null, "params": {} }])
        };
        let check = async |values: Value| {
            let asked = json!({ "values": values, "locale": "en" });
            family.post(&format!("{FORMS}/trip/check"), &asked).await.unwrap().json
        };
        assert_eq!(check(json!({ "days": 3, "rate": 1000, "meal": "full" })).await["computed"], total(5500));
        let empty = check(json!({})).await;
        assert_eq!(empty["computed"], json!([]));
        let codes: Vec<_> = empty["errors"].as_array().unwrap().iter().map(|e| (&e["path"], &e["code"])).collect();
        assert_eq!(codes, [(&json!("/name"), &json!("required")), (&json!("/sign"), &json!("required"))]);
        let compared = compare(&admin, "trip").await;
        let sample = &compared.json["samples"][0];
        assert_eq!(
            (&sample["draft"]["computed"], &sample["differs"]),
            (&total(20_000), &json!(false)),
            "{}",
            compared.text
        );
        assert_eq!(sample["draft"]["verdict"]["computed"], total(20_000));

        let begun =
            family.post(&format!("{FORMS}/trip/drafts"), &json!({ "values": {}, "locale": "en" })).await.unwrap();
        let draft = begun.json["token"].as_str().unwrap();
        let values = |sign: &str| json!({ "name": "Sara", "days": 2, "rate": 1000, "sign": sign });
        let invented = values("01890a5d-ac96-774b-bcce-b302099a8057");
        let refused = send(&family, "trip", json!({ "values": invented, "locale": "en", "draft": draft })).await;
        assert_eq!(
            (refused.status, refused.message_id(), refused.json["errors"][0]["path"].as_str()),
            (422, "F003", Some("/sign")),
            "{}",
            refused.text
        );
        let kept = signed(&family, draft).await;
        assert_eq!(kept.status, 201, "{}", kept.text);
        let id = kept.json["upload"]["upload_id"].as_str().unwrap();
        let sent = send(&family, "trip", json!({ "values": values(id), "locale": "en", "draft": draft })).await;
        assert_eq!(sent.status, 201, "{}", sent.text);
        let inbox = admin.get("/api/v1/oa/enquiries").await.unwrap();
        let enquiry = inbox.json["items"][0]["id"].as_str().unwrap_or_else(|| panic!("{}", inbox.text));
        let detail = admin.get(&format!("/api/v1/oa/enquiries/{enquiry}")).await.unwrap();
        assert!(detail.text.contains("\"minor\":2000"), "{}", detail.text);
    }
}

#[tokio::test]
async fn a_total_that_cannot_be_is_a_problem_of_the_draft_at_its_place() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::FormDesigner).await.unwrap();
    let mut document = trip();
    document["computed"][0]["sum"][1]["prices"] = json!({ "half": 1 });
    let saved = save(&admin, 0, offer(document)).await;
    let problem = &saved.json["problems"][0];
    assert_eq!(
        (saved.status, &problem["code"], &problem["pointer"], &problem["file"]),
        (200, &json!("unknownChoice"), &json!("/computed/0/sum/1/prices/half"), &json!("forms/trip.json")),
        "{}",
        saved.text
    );
}

#[tokio::test]
async fn a_plugins_form_is_laid_out_and_a_family_goes_on_with_the_old_one() {
    for backend in Backend::all() {
        let (app, admin) = running(backend).await;
        let family = app.at("a");
        let started = json!({ "values": { "child_name_en": "Sara" }, "locale": "en" });
        let begun = family.post(&format!("{FORMS}/abq/drafts"), &started).await.unwrap();
        let token = begun.json["token"].as_str().unwrap().to_owned();
        let plain = begun.json["form_version"].as_str().unwrap().to_owned();
        let layout = json!({
            "steps": [
                { "id": "bus", "title": { "en": "The bus", "ar": "الحافلة" }, "fields": ["bus", "bus_zone", "nothing"] },
                { "id": "documents", "fields": [] },
                { "id": "child", "fields": ["dob", "child_name_en"] },
            ],
            "hide": ["guardian_employer"], "require": ["refund_iban"], "widths": { "dob": "full" },
        });
        let version = admin.get(SETTINGS).await.unwrap().json["draft"]["version"].as_i64().unwrap();
        let saved = save(&admin, version, json!([edit("/forms/abq/arrange", layout)])).await;
        let told: Vec<_> = saved.json["problems"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| (&p["code"], &p["pointer"], &p["severity"]))
            .collect();
        assert!(
            told.contains(&(
                &json!("unknownFieldName"),
                &json!("/forms/abq/arrange/steps/0/fields/2"),
                &json!("warning")
            )),
            "{}",
            saved.text
        );
        publish(&admin, json!([])).await;

        let shown = family.get(&format!("{FORMS}/abq?lng=ar")).await.unwrap().json["form"].clone();
        let steps = shown["steps"].as_array().unwrap();
        assert_eq!(
            (steps.len(), &steps[0]["title"], &steps[0]["fields"]),
            (3, &json!("الحافلة"), &json!(["bus", "bus_zone"]))
        );
        assert!(shown["schema"]["properties"].get("guardian_employer").is_none());
        let arranged = shown["version"].as_str().unwrap();
        assert!(arranged.starts_with(&format!("{plain}-")), "{arranged}");
        let checked = family
            .post(&format!("{FORMS}/abq/check"), &json!({ "values": {}, "locale": "en", "step": "child" }))
            .await
            .unwrap();
        assert_eq!((checked.status, &checked.json["plugin_failed"]), (200, &json!(false)), "{}", checked.text);
        assert!(checked.text.contains("/refund_iban"), "what is asked for besides: {}", checked.text);

        let draft = family.get(&format!("{FORMS}/drafts/{token}")).await.unwrap().json;
        assert_eq!((&draft["form_version"], &draft["latest_version"]), (&json!(plain), &json!(arranged)));
        let pinned = family.get(&format!("{FORMS}/abq?lng=en&version={plain}")).await.unwrap();
        assert_eq!(pinned.json["form"]["steps"].as_array().unwrap().len(), 9, "{}", pinned.text);
        let compared = compare(&admin, "abq").await;
        assert_eq!(compared.status, 200, "{}", compared.text);

        let version = admin.get(SETTINGS).await.unwrap().json["draft"]["version"].as_i64().unwrap();
        let saved = save(&admin, version, json!([edit("/forms/abq/arrange/hide", json!(["dob"]))])).await;
        let problem = saved.json["problems"].as_array().unwrap().iter().find(|p| p["code"] == "cannotHide").cloned();
        let problem = problem.unwrap_or_else(|| panic!("{}", saved.text));
        assert_eq!(
            (&problem["pointer"], &problem["file"], &problem["severity"]),
            (&json!("/forms/abq/arrange/hide/0"), &json!("school.yaml"), &json!("error"))
        );
    }
}

#[tokio::test]
async fn tables_come_and_go() {
    for backend in Backend::all() {
        let (app, admin) = running(backend).await;
        let version = async || admin.get(SETTINGS).await.unwrap().json["draft"]["version"].as_i64().unwrap();
        let table =
            |name: &str, value: Value| json!({ "file": format!("tables/{name}.yaml"), "pointer": "", "value": value });
        let rows = json!({ "rows": [{ "key": "kg1", "from": "2026-09-01", "value": { "minor": 5 } }] });
        for bad in [json!({ "rows": [{ "key": "kg1" }] }), json!([]), json!({ "rows": [], "more": 1 })] {
            let refused = save(&admin, version().await, json!([table("trips", bad)])).await;
            assert_eq!((refused.status, refused.message_id()), (422, "S001"), "{}", refused.text);
        }
        let twice = json!({ "rows": [{ "key": "a", "from": "2026-09-01", "value": 1 }, { "key": "a", "from": "2026-09-01", "value": 2 }] });
        let odd = save(&admin, version().await, json!([table("trips", twice)])).await;
        let problem = odd.json["problems"].as_array().unwrap().iter().find(|p| p["code"] == "duplicate");
        assert_eq!(problem.map(|p| &p["file"]), Some(&json!("tables/trips.yaml")), "{}", odd.text);
        publish(&admin, json!([table("trips", rows)])).await;
        assert!(app.school("a").unwrap().tables().has("trips"));
        let listed = admin.get(&format!("{SETTINGS}/files")).await.unwrap().json;
        let of = |name: &str| listed["items"].as_array().unwrap().iter().find(|file| file["file"] == name).cloned();
        assert_eq!(of("tables/trips.yaml").unwrap()["in_base"], false);
        // One of the operators' that a plugin reads cannot go, one that nothing reads can.
        let gone = json!({ "$gone": true });
        let removed = save(&admin, version().await, json!([table("abq_fees", gone.clone())])).await;
        let problems = removed.json["problems"].as_array().unwrap();
        let missing =
            problems.iter().find(|p| p["code"] == "missingTable").unwrap_or_else(|| panic!("{}", removed.text));
        assert!(
            missing["pointer"].as_str().unwrap().starts_with("/plugins/abq/grants/tables/")
                && missing["severity"] == "error"
        );
        let body = json!({ "version": removed.json["draft"]["version"], "note": "" });
        assert_eq!(admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap().message_id(), "S001");
        let back = json!({ "file": "tables/abq_fees.yaml", "pointer": "", "reset": true });
        assert_eq!(save(&admin, version().await, json!([back])).await.status, 200);
        publish(&admin, json!([table("trips", gone)])).await;
        assert!(!app.school("a").unwrap().tables().has("trips") && app.school("a").unwrap().tables().has("abq_fees"));
    }
}
