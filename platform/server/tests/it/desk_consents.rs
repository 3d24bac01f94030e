//! Consents on the desk, and the public list of what a school asks.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, TestApp};
use words::Role;

use crate::desk::{SETTINGS, edit, publish, save};

const CRITERIA: &str = "/api/v1/oa/public/criteria";

fn consents(value: Value) -> Value {
    json!({ "file": "texts/consents.json", "pointer": "", "value": value })
}

fn photo() -> Value {
    json!({
        "code": "photo", "kind": "photo", "required": true, "title": { "en": "Photographs", "ar": "الصور" },
        "text": {
            "en": [{ "kind": "paragraph", "text": "{{school}} may take pictures." }],
            "ar": [{ "kind": "list", "items": ["تصوّر {{ school }}", "نص"] }],
        },
    })
}

#[tokio::test]
async fn consents_are_previewed_published_and_cached() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let (admin, visitor) = (app.signed_in("a", Role::FormDesigner).await.unwrap(), app.at("a"));
        let asked = format!("{CRITERIA}?kind=consent&lng=en");
        let before = visitor.get(&asked).await.unwrap();
        assert_eq!((before.status, &before.json["criteria"]), (200, &json!([])), "{}", before.text);
        let saved = save(&admin, 0, json!([consents(json!([photo()]))])).await;
        assert_eq!((saved.status, &saved.json["problems"]), (200, &json!([])), "{}", saved.text);
        let opened = admin.post(&format!("{SETTINGS}/preview"), &json!({})).await.unwrap();
        let token = opened.json["token"].as_str().unwrap();
        let shown = visitor.ask(Method::GET, &asked).header("x-preview", token).send().await.unwrap();
        let told = &shown.json["criteria"][0];
        assert_eq!(shown.headers["cache-control"], "no-store");
        assert_eq!(told["blocks"][0]["text"], "School A may take pictures.", "{}", shown.text);
        assert_eq!(visitor.get(&asked).await.unwrap().json["criteria"], json!([]), "nothing of it is live");

        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        publish(&admin, json!([edit("/links/lic_website_url", json!("https://www.a.example"))])).await;
        let live = visitor.get(&format!("{CRITERIA}?kind=consent&lng=ar")).await.unwrap();
        let told = &live.json["criteria"][0];
        let version = told["version"].as_str().unwrap();
        assert_eq!(version.len(), 12);
        assert_eq!(
            told,
            &json!({
                "sims_criteria_code": "photo", "kind": "consent", "purpose": "photo", "required": true,
                "title": { "en": "Photographs", "ar": "الصور" }, "version": version, "locale": ["en", "ar"],
                "blocks": [{ "kind": "list", "items": ["تصوّر مدرسة a", "نص"] }],
                "fields": [], "signers": ["guardian"], "uploads": [],
            })
        );
        let tag = live.headers["etag"].to_str().unwrap();
        let again = visitor.ask(Method::GET, &format!("{CRITERIA}?kind=consent&lng=ar")).header("if-none-match", tag);
        assert_eq!(again.send().await.unwrap().status, 304);
        assert_eq!(visitor.get(&asked).await.unwrap().json["criteria"][0]["version"], version, "in either language");
        assert_eq!(app.at("b").get(&asked).await.unwrap().json["criteria"], json!([]), "another school's");

        let forms = visitor.get(&format!("{CRITERIA}?kind=form&lng=en")).await.unwrap();
        let forms = forms.json["criteria"].as_array().unwrap().clone();
        let all = visitor.get(CRITERIA).await.unwrap();
        assert_eq!(all.json["criteria"].as_array().unwrap().len(), forms.len() + 1);
        let form = &forms[0];
        assert_eq!(
            (&form["kind"], &form["purpose"], &form["locale"]),
            (&json!("form"), &Value::Null, &json!(["en", "ar"]))
        );
        let field = &form["fields"][0];
        assert!(
            field["name"].is_string() && field["type"].is_string() && !field["label"].as_str().unwrap().is_empty(),
            "{form}"
        );
        for bad in ["?kind=letter", "?lng=fr", "?form=x"] {
            assert_eq!(visitor.get(&format!("{CRITERIA}{bad}")).await.unwrap().status, 400, "{bad}");
        }
    }
}

#[tokio::test]
async fn bad_consents_are_refused_and_half_of_one_is_not_published() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let with = |pointer: &str, value: Value| {
        let mut consent = photo();
        *consent.pointer_mut(pointer).unwrap() = value;
        json!([consent])
    };
    for (bad, code, pointer) in [
        (json!({}), "wrongType", ""),
        (with("/code", json!("No Word")), "badFormat", "/0/code"),
        (with("/kind", json!("pet")), "notAllowed", "/0/kind"),
        (with("/text/ar/0/kind", json!("html")), "notAllowed", "/0/text/ar/0/kind"),
        (json!([photo(), photo()]), "duplicate", "/1/code"),
    ] {
        let refused = save(&admin, 0, json!([consents(bad.clone())])).await;
        let error = &refused.json["errors"][0];
        assert_eq!(
            (refused.status, error["code"].as_str(), error["params"]["pointer"].as_str().unwrap_or_default()),
            (422, Some(code), pointer),
            "{bad}: {}",
            refused.text
        );
    }
    let saved = save(&admin, 0, json!([consents(with("/text/ar", json!([])))])).await;
    let problem = &saved.json["problems"][0];
    assert_eq!(
        (saved.status, &problem["code"], &problem["pointer"], &problem["file"]),
        (200, &json!("missingLanguage"), &json!("/0/text/ar"), &json!("texts/consents.json")),
        "{}",
        saved.text
    );
    let refused = admin.post(&format!("{SETTINGS}/publish"), &json!({ "version": 1, "note": "" })).await.unwrap();
    assert_eq!((refused.status, refused.message_id()), (422, "S001"), "{}", refused.text);
}
