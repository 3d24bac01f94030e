//! Both languages on one paper.

use blocks::{Body, Languages, Texts, Value, body};
use serde_json::{Value as Json, json};

use crate::world::{AR, offer, paragraph, texts, values};

fn both(texts: &Texts) -> Json {
    serde_json::to_value(body(texts, &values(), Languages::Both, AR).unwrap()).unwrap()
}

#[test]
fn languages_that_go_together_stand_side_by_side_and_share_their_table() {
    let rows = both(&offer());
    let kinds: Vec<&str> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["both"]["k"].as_str().or_else(|| row["en"]["k"].as_str()).unwrap())
        .collect();
    assert_eq!(kinds, ["para", "para", "table", "heading", "list", "signatures"]);
    assert_eq!(rows[0]["ar"]["c"], json!([{ "f": "خالد الصباح" }, " المحترم،"]));
    assert_eq!(
        rows[2]["both"],
        json!({ "k": "table",
            "cols": [{ "head": ["Fee"], "lang": "en", "align": "start", "wide": true },
                { "head": [{ "f": "KWD" }, " · ", { "f": "د.ك", "i": true }], "lang": "en", "align": "number", "wide": false },
                { "head": ["الرسم"], "lang": "ar", "align": "start", "wide": true }],
            "rows": [
                [[{ "f": "Tuition, first part" }], [{ "f": "1,250.500", "w": true }], [{ "f": "الرسوم الدراسية" }]],
                [[{ "f": "Registration fee" }], [{ "f": "100.000", "w": true }], [{ "f": "رسم التسجيل" }]],
                [[{ "f": "Sibling discount (5%)" }], [{ "f": "−62.525", "w": true }], [{ "f": "خصم الإخوة (٥%)" }]]],
            "total": [[["Total"], [{ "f": "1,287.975", "w": true }], ["الإجمالي"]]] })
    );
    assert_eq!(rows[5], json!({ "both": { "k": "signatures" } }));
}

#[test]
fn languages_that_do_not_stand_one_after_the_other() {
    let mut shorter = offer();
    shorter.ar.remove(0);
    let mut turned = offer();
    turned.ar.swap(0, 2);
    let mut own_condition = offer();
    own_condition.ar[4] = serde_json::from_value(json!({ "kind": "list", "ordered": true, "items": ["x"] })).unwrap();
    let mut other_columns = offer();
    if let blocks::Block::Table { columns, .. } = &mut other_columns.ar[2] {
        columns[1].number = false;
    }
    for texts in [shorter, turned, own_condition, other_columns] {
        let Body::After { en, ar } = body(&texts, &values(), Languages::Both, AR).unwrap() else {
            panic!("they do not go together")
        };
        assert!(en.len() >= 5 && ar.len() >= 5);
    }
}

#[test]
fn words_among_figures_are_not_lost_to_the_other_language() {
    let table = |word: &str| json!([{ "kind": "table", "columns": [{ "head": "" }, { "head": "", "number": true }], "rows": [["a", word]] }]);
    let of = |en: &str, ar: &str| {
        body(&texts(&json!({ "en": table(en), "ar": table(ar) })), &values(), Languages::Both, AR).unwrap()
    };
    assert!(matches!(of("12", "١٢"), Body::Beside(_)));
    assert!(matches!(of("12 months", "١٢ شهرًا"), Body::After { .. }));
}

#[test]
fn a_condition_is_judged_once_for_both() {
    // Words in one language alone are a value in both.
    let when = json!({ "field": "stream", "is": "filled" });
    let side = |text: &str| json!([{ "kind": "note", "text": text, "when": when }]);
    let texts = texts(&json!({ "en": side("a"), "ar": side("ب") }));
    let count = |values| match body(&texts, &values, Languages::Both, AR).unwrap() {
        Body::Beside(pairs) => pairs.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(count(values().with("stream", Value::words("", "علمي"))), 1);
    assert_eq!(count(values()), 0);
}

#[test]
fn one_language_is_a_list_of_blocks() {
    let texts = texts(&json!({ "en": [paragraph("x")], "ar": [paragraph("س")] }));
    let of = |languages| serde_json::to_value(body(&texts, &values(), languages, AR).unwrap()).unwrap();
    assert_eq!(of(Languages::En), json!([{ "k": "para", "c": ["x"] }]));
    assert_eq!(of(Languages::Ar), json!([{ "k": "para", "c": ["س"] }]));
}

#[test]
fn what_is_agreed_to_has_one_digest() {
    let body = body(&offer(), &values(), Languages::Both, AR).unwrap();
    let paper = |reference| blocks::Paper {
        paper: reference,
        lang: Languages::Both,
        subject: json!({ "en": "Offer", "ar": "عرض" }),
        facts: &[],
        body: &body,
        consents: json!([]),
    };
    let text = paper("ABQ-1").canonical().unwrap();
    assert!(
        text.starts_with("{\"body\":[{\"ar\":{\"c\":[{\"f\":\"خالد الصباح\"},\" المحترم،\"],\"k\":\"para\"}"),
        "{text}"
    );
    assert!(text.ends_with(
        "\"form\":\"qabul.text.1\",\"lang\":\"both\",\"paper\":\"ABQ-1\",\"subject\":{\"ar\":\"عرض\",\"en\":\"Offer\"}}"
    ));
    assert_eq!(paper("ABQ-1").text_sha256().unwrap(), words::sha256_hex(text.as_bytes()));
    assert_ne!(paper("ABQ-1").text_sha256(), paper("ABQ-2").text_sha256());
}
