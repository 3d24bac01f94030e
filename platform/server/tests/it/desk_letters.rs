//! Templates of letters on the desk: drafted, looked at on the real paper and as a page, published, and never live before.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, TestApp};
use words::Role;

use crate::desk::{SETTINGS, publish, save};

fn offer(en: &str) -> Value {
    let block = |text: &str| {
        json!([
            { "kind": "paragraph", "text": text },
            { "kind": "table", "columns": [{ "head": "x" }, { "head": "{{currency}}", "number": true }], "each": "fees", "rows": [["{{fee}}", "{{amount}}"]] },
            { "kind": "signatures" },
        ])
    };
    json!({
        "kind": "offer", "title": { "en": "Offer", "ar": "عرض" }, "subject": { "en": "A place for {{child_first_name}}", "ar": "مقعد" },
        "facts": ["reference", "expires_on"], "body": { "en": block(en), "ar": block("السيد {{guardian_name}}") },
        "signers": [{ "role": "guardian2", "order": 2 }, { "role": "guardian1", "order": 1 }], "languages": "both",
    })
}

fn edit(value: &Value) -> Value {
    json!([{ "file": "letters/offer.json", "pointer": "", "value": value }])
}

const PREVIEW: &str = "/api/v1/oa/settings/letters/offer/preview";

#[tokio::test]
async fn a_drafted_letter_is_seen_on_the_real_paper_and_as_a_page() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let listed = admin.get(&format!("{SETTINGS}/letters")).await.unwrap();
    assert_eq!((listed.status, &listed.json["items"]), (200, &json!([])), "{}", listed.text);
    let kinds = listed.json["kinds"].as_array().unwrap();
    let fields = kinds.iter().find(|kind| kind["kind"] == "offer").unwrap()["fields"].as_array().unwrap();
    let named = |name: &str| fields.iter().find(|field| field["name"] == name).unwrap();
    assert_eq!(named("child_name")["sample"]["ar"], "فاطمة خالد الصباح");
    assert_eq!((&named("grade")["code"], &named("fees")["entries"][1]["name"]), (&json!("grade_4"), &json!("amount")));

    let asked = |language: &str| json!({ "language": language });
    assert_eq!(admin.post(PREVIEW, &asked("en")).await.unwrap().status, 404, "there is none yet");
    let saved = save(&admin, 0, edit(&offer("Dear {{guardian_name}}"))).await;
    assert_eq!((saved.status, &saved.json["problems"]), (200, &json!([])), "{}", saved.text);
    for language in ["en", "ar", "both"] {
        let paper = admin.post(PREVIEW, &asked(language)).await.unwrap();
        assert_eq!((paper.status, paper.header("content-type")), (200, "application/pdf"), "{}", paper.text);
        assert!(paper.text.starts_with("%PDF-1.7"), "{language}");
    }
    assert_eq!(admin.post(PREVIEW, &asked("fr")).await.unwrap().status, 400);

    let page = admin.post("/api/v1/oa/settings/letters/offer/page", &asked("en")).await.unwrap().json["page"].clone();
    assert_eq!(
        (&page["subject"]["en"], &page["body"][0]["c"][1]["f"]),
        (&json!("A place for Fatima"), &json!("Khalid Al-Sabah"))
    );
    let signers: Vec<_> = page["signers"].as_array().unwrap().iter().map(|signer| signer["role"].clone()).collect();
    assert_eq!(signers, ["guardian1", "guardian2"], "in their order");

    let shown = admin.post("/api/v1/oa/settings/letters/offer/show", &asked("both")).await.unwrap();
    let address = shown.json["address"].as_str().unwrap();
    let framed = app.at("a").get(address).await.unwrap();
    assert_eq!((framed.status, framed.header("content-type")), (200, "application/pdf"), "without a session");
    assert!(framed.header("content-security-policy").contains("frame-ancestors 'self'"));
    assert_eq!(app.at("b").get(address).await.unwrap().status, 404, "at its own school alone");
    app.clock.advance(5 * 60 * 1000);
    assert_eq!(app.at("a").get(address).await.unwrap().status, 404, "it is over");
}

#[tokio::test]
async fn what_cannot_be_a_letter_is_told_and_never_goes_live() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let refused = save(&admin, 0, edit(&json!({ "kind": "poem" }))).await;
    assert_eq!((refused.status, refused.message_id()), (422, "S001"), "{}", refused.text);

    // A language is missing: kept as a draft, and no letter.
    let mut half = offer("Dear {{guardian_name}}");
    half["body"]["ar"] = json!([]);
    let saved = save(&admin, 0, edit(&half)).await;
    assert_eq!(saved.json["problems"][0]["code"], "missingLanguage", "{}", saved.text);
    let preview = admin.post(PREVIEW, &json!({ "language": "en" })).await.unwrap();
    assert_eq!((preview.message_id(), &preview.json["errors"][0]["code"]), ("S001", &json!("unfinished")));
    let body = json!({ "version": 1, "note": "" });
    assert_eq!(admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap().message_id(), "S001");

    // No font has the sign.
    let saved = save(&admin, 1, edit(&offer("Dear 🎓"))).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
    let preview = admin.post(PREVIEW, &json!({ "language": "en" })).await.unwrap();
    assert_eq!((preview.status, preview.message_id()), (422, "L020"), "{}", preview.text);
    assert_eq!(preview.json["errors"][0]["params"]["characters"], "🎓");

    publish(&admin, edit(&offer("Dear {{guardian_name}}"))).await;
    let listed = admin.get(&format!("{SETTINGS}/letters")).await.unwrap();
    assert_eq!(listed.json["items"][0]["version"].as_str().unwrap().len(), 12, "{}", listed.text);
    let officer = app.signed_in("a", Role::AdmissionsOfficer).await.unwrap();
    let request = officer.ask(Method::GET, &format!("{SETTINGS}/letters")).send().await.unwrap();
    assert_eq!(request.status, 403);
}
