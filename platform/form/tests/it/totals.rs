//! Totals of declarative forms, and fields that are signed.

use form::{FormDocument, Kind};
use proptest::prelude::*;
use serde_json::{Value, json};

fn texts() -> Value {
    json!({
        "t": "Form", "s": "Step", "days": "Days", "rate": "Rate", "meal": "Meal", "full": "Full", "half": "Half", "clubs": "Clubs", "a": "A",
        "b": "B", "bus": "Bus", "far": "Far", "kids": "Children", "add": "Add", "kid": "Child {{n}}", "hours": "Hours", "fee": "Fee",
        "name": "Name", "total": "Total",
    })
}

/// A form whose answers can be added up in every way.
fn form(computed: Value) -> Value {
    let amount = |title: &str| json!({ "type": "integer", "title": title, "x-money": "OMR" });
    let number = |title: &str| json!({ "type": "number", "title": title });
    let choice = |keys: [&str; 2]| json!(keys.map(|key| json!({ "const": key, "title": key })));
    json!({
        "version": "1.0.0", "title": "t",
        "steps": [{ "id": "one", "title": "s", "fields": ["name", "days", "rate", "meal", "clubs", "bus", "far", "kids"] }],
        "computed": computed,
        "schema": {
            "type": "object",
            "properties": {
                "name": { "type": "string", "title": "name", "maxLength": 40 },
                "days": number("days"),
                "rate": amount("rate"),
                "meal": { "type": "string", "title": "meal", "oneOf": choice(["full", "half"]) },
                "clubs": { "type": "array", "title": "clubs", "uniqueItems": true, "maxItems": 2, "items": { "type": "string", "oneOf": choice(["a", "b"]) } },
                "bus": { "type": "boolean", "title": "bus" },
                "kids": { "type": "array", "title": "kids", "minItems": 0, "maxItems": 50, "x-add": "add", "x-item": "kid", "items": { "type": "object", "properties": {
                    "hours": { "type": "integer", "title": "hours" }, "fee": amount("fee") } } },
            },
            "allOf": [{ "if": { "properties": { "bus": { "const": true } }, "required": ["bus"] }, "then": { "properties": { "far": amount("far") } } }],
        },
        "texts": { "en": texts(), "ar": texts() },
        "samples": [{ "name": "simple", "values": { "name": "Sara" } }],
    })
}

fn total(kind: &str, sum: Value) -> Value {
    json!([{ "key": "total", "label": "total", "kind": kind, "sum": sum }])
}

fn sum(kind: &str, terms: Value, values: Value) -> Option<Value> {
    let (form, warnings) = FormDocument::build(&form(total(kind, terms)), Kind::Declarative).unwrap();
    assert!(warnings.is_empty());
    form.totals(&values, "OMR").into_iter().next().map(|computed| {
        assert_eq!(
            (computed.key.as_str(), computed.label_code.as_str(), computed.reason_code),
            ("total", "total", None)
        );
        computed.value
    })
}

fn omr(minor: i64) -> Option<Value> {
    Some(json!({ "minor": minor, "currency": "OMR" }))
}

#[test]
fn every_sort_of_term_counts() {
    let meals = json!([{ "field": "meal", "prices": { "full": 25000, "half": 15000 } }]);
    assert_eq!(sum("money", meals.clone(), json!({ "meal": "half" })), omr(15000));
    assert_eq!(sum("money", meals, json!({ "meal": "" })), None, "nothing is filled");
    let clubs = json!([{ "field": "clubs", "prices": { "a": 100, "b": 20 } }, { "constant": 3 }]);
    assert_eq!(sum("money", clubs.clone(), json!({ "clubs": ["a", "b"] })), omr(123));
    assert_eq!(sum("money", clubs, json!({ "clubs": [] })), None);
    let bus = json!([{ "field": "bus", "prices": { "true": 500 } }]);
    assert_eq!(sum("money", bus.clone(), json!({ "bus": true })), omr(500));
    assert_eq!(sum("money", bus, json!({ "bus": false })), omr(0), "no is an answer");
    let rows = json!([{ "field": "kids/hours", "times": "kids/fee" }, { "field": "kids/hours", "times": "rate" }]);
    let kids = json!([{ "hours": 2, "fee": 10 }, { "hours": 3, "fee": 100 }, { "hours": 7 }, { "fee": 9 }, "x"]);
    assert_eq!(sum("money", rows.clone(), json!({ "kids": kids, "rate": 1000 })), omr(320 + 12_000));
    assert_eq!(sum("money", rows, json!({ "kids": [], "rate": 5 })), None);
    let decimals = json!([{ "field": "days" }, { "field": "days", "times": 0.2 }, { "constant": 0.1 }]);
    assert_eq!(sum("number", decimals, json!({ "days": 0.1 })), Some(json!(0.22)));
}

#[test]
fn what_is_hidden_or_cannot_be_told_is_left_out() {
    let far = json!([{ "field": "far" }, { "field": "rate" }]);
    assert_eq!(sum("money", far.clone(), json!({ "bus": true, "far": 5, "rate": 2 })), omr(7));
    assert_eq!(sum("money", far.clone(), json!({ "bus": false, "far": 5, "rate": 2 })), omr(2));
    assert_eq!(sum("money", far.clone(), json!({ "far": 5 })), None);
    let most = (1_i64 << 53) - 1;
    assert_eq!(sum("money", far.clone(), json!({ "rate": most })), omr(most));
    assert_eq!(sum("money", far.clone(), json!({ "bus": true, "far": 1, "rate": most })), None);
    assert_eq!(sum("money", far.clone(), json!({ "rate": 1.5 })), None, "the schema refuses it anyway");
    assert_eq!(sum("money", far.clone(), json!({ "rate": "7" })), omr(0), "and this");
    let (form, _) = FormDocument::build(&form(total("money", far)), Kind::Declarative).unwrap();
    assert_eq!(form.totals(&json!({ "rate": 2 }), "AED"), [], "amounts of another currency are not the school's");
}

#[test]
fn totals_that_cannot_add_up_are_told_with_their_place() {
    let (term, place) = (|term: Value| total("money", json!([term])), "/computed/0/sum/0");
    let many = Value::Array(vec![json!({ "field": "rate" }); 31]);
    for (computed, at, code) in [
        (term(json!({ "field": "age" })), format!("{place}/field"), "unknownFieldName"),
        (term(json!({ "field": "kids/age" })), format!("{place}/field"), "unknownFieldName"),
        (term(json!({ "field": "rate", "times": "age" })), format!("{place}/times"), "unknownFieldName"),
        (term(json!({ "field": "name" })), format!("{place}/field"), "badTotal"),
        (term(json!({ "field": "meal" })), format!("{place}/field"), "badTotal"),
        (term(json!({ "field": "days" })), format!("{place}/field"), "badTotal"),
        (term(json!({ "field": "rate", "times": "rate" })), format!("{place}/times"), "badTotal"),
        (term(json!({ "field": "rate", "times": "kids/hours" })), format!("{place}/times"), "badTotal"),
        (term(json!({ "field": "rate", "times": 1.5 })), format!("{place}/times"), "badTotal"),
        (term(json!({ "field": "rate", "prices": { "a": 1 } })), format!("{place}/field"), "badTotal"),
        (term(json!({ "field": "meal", "prices": { "most": 1 } })), format!("{place}/prices/most"), "unknownChoice"),
        (term(json!({ "field": "bus", "prices": { "false": 1 } })), format!("{place}/prices/false"), "unknownChoice"),
        (term(json!({ "field": "meal", "prices": { "full": 0.5 } })), format!("{place}/prices/full"), "badTotal"),
        (term(json!({ "field": "rate", "times": 2, "prices": { "a": 1 } })), place.to_owned(), "badTotal"),
        (term(json!({ "constant": 1 })), "/computed/0/sum".into(), "badTotal"),
        (total("number", json!([{ "field": "rate" }])), format!("{place}/field"), "badTotal"),
        (total("money", many), "/computed/0/sum".into(), "outOfRange"),
        (total("text", json!([{ "field": "rate" }])), "/computed/0/kind".into(), "notAllowed"),
    ] {
        let problems = FormDocument::build(&form(computed.clone()), Kind::Declarative).unwrap_err();
        let told: Vec<_> = problems.iter().map(|p| (p.pointer.as_str(), p.code)).collect();
        assert_eq!(told, [(at.as_str(), code)], "{computed}");
    }
    let told = |change: fn(&mut Value), kind| {
        let mut document = form(total("money", json!([{ "field": "rate" }])));
        change(&mut document);
        let problems = FormDocument::build(&document, kind).unwrap_err();
        problems.into_iter().map(|p| (p.pointer, p.code)).collect::<Vec<_>>()
    };
    assert_eq!(
        told(|d| d["computed"][0]["label"] = json!("none"), Kind::Declarative)[0],
        ("/computed/0/label".into(), "missingText")
    );
    assert_eq!(told(|d| d["computed"] = json!([]), Kind::Declarative)[0], ("/texts/en/total".into(), "unusedText"));
    assert_eq!(told(|_| (), Kind::Plugin), [("/computed".to_owned(), "badTotal")]);
}

/// A form whose only question is a group, each row of which has to be signed.
fn form_of_signed_rows(field: Value) -> Value {
    let items = json!({ "type": "object", "properties": { "name": field }, "required": ["name"] });
    let texts = json!({ "title": "t", "step": "s", "rows": "r", "name": "n", "add": "a", "item": "i" });
    json!({
        "version": "1.0.0", "title": "title", "steps": [{ "id": "all", "title": "step", "fields": ["rows"] }],
        "schema": {
            "$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
            "properties": { "rows": { "type": "array", "title": "rows", "minItems": 0, "maxItems": 3, "items": items } }
        },
        "ui": { "rows": { "x-add": "add", "x-item": "item", "items": { "name": {} } } },
        "texts": { "en": texts, "ar": texts }, "samples": [{ "name": "empty", "values": {} }]
    })
}

#[test]
fn a_signature_is_one_small_picture_and_may_be_required() {
    let signed = |schema: Value| {
        let mut document = form(json!([]));
        document["schema"]["properties"]["name"] = schema;
        document["schema"]["required"] = json!(["name"]);
        document["ui"] = json!({ "name": { "ui:widget": "signature" } });
        for language in ["en", "ar"] {
            document["texts"][language].as_object_mut().unwrap().remove("total");
        }
        document["samples"][0]["values"]["name"] = json!("01890a5d-ac96-774b-bcce-b302099a8057");
        FormDocument::build(&document, Kind::Declarative)
    };
    let upload = |tier: &str, kinds: Value| json!({ "type": "string", "title": "name", "format": "upload", "x-upload": { "tier": tier, "kinds": kinds } });
    let (form, _) = signed(upload("2mb", json!(["image"]))).unwrap();
    let day = jiff::civil::date(2026, 11, 21);
    let missing = form.validate(&json!({}), day, None);
    assert_eq!((missing[0].path.as_str(), missing[0].code.as_str()), ("/name", "required"));
    assert_eq!(form.upload_fields().len(), 1);
    let outline = form.outline(words::Language::En);
    assert_eq!((outline[0].r#type.as_str(), outline[0].required), ("signature", true));
    let each = |widget: &str| {
        let mut document = form_of_signed_rows(upload("2mb", json!(["image"])));
        document["ui"]["rows"]["items"]["name"]["ui:widget"] = json!(widget);
        FormDocument::build(&document, Kind::Declarative).map(|_| ())
    };
    assert!(each("signature").is_ok(), "{:?}", each("signature"));
    let problems = each("upload").unwrap_err();
    assert_eq!(
        problems.iter().map(|p| (p.pointer.as_str(), p.code)).collect::<Vec<_>>(),
        [("/schema/properties/rows/items/required/0", "requiredUpload")]
    );
    for wrong in [
        upload("5mb", json!(["image"])),
        upload("2mb", json!(["pdf"])),
        upload("2mb", json!(["image", "pdf"])),
        json!({ "type": "string", "title": "name", "maxLength": 40 }),
    ] {
        let problems = signed(wrong).unwrap_err();
        assert!(problems.iter().any(|p| p.code == "badSignature" && p.pointer == "/ui/name/ui:widget"), "{problems:?}");
    }
}

proptest! {
    #[test]
    fn rows_add_up_as_integers_do(rows in prop::collection::vec((0_i64..10_000, -1_000_000_i64..1_000_000, prop::bool::ANY), 0..30)) {
        let kids: Vec<Value> = rows.iter().map(|(hours, fee, whole)| if *whole { json!({ "hours": hours, "fee": fee }) } else { json!({ "hours": hours }) }).collect();
        let expected: i64 = rows.iter().map(|(hours, fee, whole)| if *whole { hours * fee } else { 0 }).sum();
        let found = sum("money", json!([{ "field": "kids/hours", "times": "kids/fee" }]), json!({ "kids": kids }));
        prop_assert_eq!(found, if rows.is_empty() { None } else { omr(expected) });
    }

    #[test]
    fn decimals_do_not_drift(cents in prop::collection::vec(-1_000_000_i64..1_000_000, 1..20)) {
        let terms: Vec<Value> = cents.iter().map(|c| json!({ "constant": *c as f64 / 100.0 })).chain([json!({ "field": "days" })]).collect();
        let found = sum("number", json!(terms), json!({ "days": 0 }));
        let all: i64 = cents.iter().sum();
        prop_assert_eq!(found.and_then(|v| v.as_f64()), Some(all as f64 / 100.0));
    }
}
