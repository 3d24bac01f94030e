//! The public lists of what a school's letters say: offers, conditional offers and acceptances, each of its own kind alone.

use serde_json::{Value, json};
use testkit::{Backend, TestApp};
use words::Role;

use crate::desk::publish;

fn letter(kind: &str, more: Value) -> Value {
    let body = |text: &str| json!([{ "kind": "paragraph", "text": text }, { "kind": "signatures" }]);
    let mut letter = json!({
        "kind": kind, "title": { "en": "Letter", "ar": "خطاب" }, "subject": { "en": "About {{child_name}}", "ar": "بخصوص {{child_name}}" },
        "body": { "en": body("Dear {{guardian_name}}"), "ar": body("السيد {{guardian_name}}") },
        "signers": [{ "role": "guardian2", "order": 2 }, { "role": "guardian1", "order": 1 }], "languages": "both",
    });
    letter.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    letter
}

fn edits() -> Value {
    let conditions = json!({ "conditions": [
        { "code": "report", "text": { "en": "The report", "ar": "الشهادة" }, "days": 30, "paper": "birth_certificate" },
        { "code": "test", "text": { "en": "The test", "ar": "الاختبار" }, "days": 14 },
    ], "languages": "ar" });
    let plans = json!({ "plans": [{ "code": "once", "title": { "en": "Once", "ar": "مرة" },
        "instalments": [{ "percent": 100, "due": "on_acceptance" }] }] });
    let file =
        |code: &str, value: Value| json!({ "file": format!("letters/{code}.json"), "pointer": "", "value": value });
    json!([
        file("offer", letter("offer", json!({}))),
        file("with_conditions", letter("conditional_offer", conditions)),
        file("accepting", letter("acceptance", plans)),
        file(
            "confirmation",
            letter(
                "plain",
                json!({ "signers": [], "body": {
            "en": [{ "kind": "paragraph", "text": "x" }], "ar": [{ "kind": "paragraph", "text": "س" }] } })
            )
        ),
    ])
}

#[tokio::test]
async fn templates_of_letters_are_listed_by_their_kind() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let (admin, visitor) = (app.signed_in("a", Role::SchoolAdmin).await.unwrap(), app.at("a"));
        let asked = |list: &str, lng: &str| format!("/api/v1/oa/public/{list}?lng={lng}");
        let lists = ["offer_criteria", "conditional_offer_criteria", "acceptance_criteria"];
        for list in lists {
            let none = visitor.get(&asked(list, "en")).await.unwrap();
            assert_eq!((none.status, &none.json["criteria"]), (200, &json!([])), "{}", none.text);
        }
        publish(&admin, edits()).await;
        let codes = ["offer", "with_conditions", "accepting"];
        let kinds = ["offer", "conditional_offer", "acceptance"];
        for ((list, code), kind) in lists.into_iter().zip(codes).zip(kinds) {
            let live = visitor.get(&asked(list, "ar")).await.unwrap();
            let all = live.json["criteria"].as_array().unwrap();
            assert_eq!(all.len(), 1, "{list} {}", live.text);
            let told = &all[0];
            assert_eq!((&told["sims_criteria_code"], &told["kind"]), (&json!(code), &json!(kind)));
            assert_eq!(told["signers"], json!(["guardian1", "guardian2"]), "in their order");
            assert_eq!(told["blocks"][0]["text"], "السيد {{guardian_name}}", "of no family");
            assert_eq!((told["version"].as_str().unwrap().len(), &told["fields"]), (12, &json!([])));
            let has_conditions = kind == "conditional_offer";
            let conditions = json!([
                { "code": "report", "text": { "en": "The report", "ar": "الشهادة" }, "days": 30, "evidence": true },
                { "code": "test", "text": { "en": "The test", "ar": "الاختبار" }, "days": 14, "evidence": false },
            ]);
            assert_eq!(told["conditions"], if has_conditions { conditions } else { json!([]) });
            assert_eq!(told["uploads"], if has_conditions { json!(["report"]) } else { json!([]) });
            assert_eq!(told["locale"], if has_conditions { json!(["ar"]) } else { json!(["en", "ar"]) });
            let tag = live.headers["etag"].to_str().unwrap();
            let again = visitor.ask(axum::http::Method::GET, &asked(list, "ar")).header("if-none-match", tag);
            assert_eq!(again.send().await.unwrap().status, 304);
            let english = visitor.get(&asked(list, "en")).await.unwrap();
            let english = &english.json["criteria"][0];
            assert_eq!(english["blocks"][0]["text"], "Dear {{guardian_name}}");
            assert_eq!(english["version"], told["version"], "in either language");
            assert_eq!(app.at("b").get(&asked(list, "ar")).await.unwrap().json["criteria"], json!([]), "another's");
        }
        assert_eq!(visitor.get(&asked("offer_criteria", "fr")).await.unwrap().status, 400);
    }
}
