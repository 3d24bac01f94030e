//! Layouts, valid and not.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use words::Text;
use words::problem::Problem;

use super::arrange;
use crate::layout::{Arrange, ArrangedStep, Width};
use crate::{FormDocument, Kind};

const FREE: [&str; 7] = ["age", "school", "floor", "scan", "note", "jobs", "sign"];

/// `name`, `mail` and `stay` cannot be hidden; the rest can.
fn document() -> Value {
    let texts: serde_json::Map<String, Value> =
        ["t", "s1", "s2", "help", "x"].into_iter().map(|key| (key.to_owned(), json!("Text"))).collect();
    let upload = |kinds: Value, tier: &str| json!({ "type": "string", "title": "x", "format": "upload", "x-upload": { "tier": tier, "kinds": kinds } });
    json!({
        "version": "1.2.3", "title": "t",
        "steps": [
            { "id": "one", "title": "s1", "fields": ["name", "age", "stay", "floor", "school"] },
            { "id": "two", "title": "s2", "help": "help", "fields": ["mail", "scan", "note", "jobs", "sign"] },
        ],
        "schema": {
            "type": "object",
            "properties": {
                "name": { "type": "string", "title": "x", "maxLength": 20 },
                "age": { "type": "integer", "title": "x" },
                "stay": { "type": "boolean", "title": "x" },
                "school": { "type": "string", "title": "x", "maxLength": 20 },
                "mail": { "type": "string", "title": "x", "format": "email" },
                "scan": upload(json!(["pdf"]), "5mb"),
                "note": { "type": "null", "title": "x" },
                "jobs": { "type": "array", "title": "x", "minItems": 0, "maxItems": 3, "items": { "type": "object", "properties": { "at": { "type": "string", "title": "x", "maxLength": 9 } } } },
                "sign": upload(json!(["image"]), "2mb"),
            },
            "required": ["mail"],
            "allOf": [{ "if": { "properties": { "stay": { "const": true } }, "required": ["stay"] }, "then": { "properties": { "floor": { "type": "integer", "title": "x" } } } }],
        },
        "ui": { "sign": { "ui:widget": "signature" }, "age": { "ui:widget": "number", "x-layout": { "width": "xs" } } },
        "person": ["name"], "receipt": { "email": "mail" }, "subject": { "child.name": "name", "child.grade": "school" },
        "texts": { "en": texts, "ar": texts },
        "samples": [{ "name": "simple", "values": { "name": "Sara", "mail": "a@b.example", "age": 5, "stay": true } }],
    })
}

fn step(name: &str, title: Option<&str>, fields: &[&str]) -> ArrangedStep {
    let title = title.map(|title| Text { en: title.into(), ar: format!("{title} ع") });
    ArrangedStep { id: name.into(), title, fields: fields.iter().map(|name| (*name).to_owned()).collect() }
}

fn laid_out(layout: &Arrange) -> (Value, Vec<Problem>) {
    let mut value = document();
    let problems = arrange(&mut value, layout);
    (value, problems)
}

fn problems_of(layout: &Arrange) -> Vec<(String, &'static str, bool)> {
    laid_out(layout).1.into_iter().map(|p| (p.pointer.clone(), p.code, p.is_error())).collect()
}

fn fields_of(document: &Value) -> Vec<(String, Vec<String>)> {
    let names = |step: &Value| super::names(step.get("fields")).map(str::to_owned).collect();
    document["steps"].as_array().unwrap().iter().map(|s| (s["id"].as_str().unwrap().to_owned(), names(s))).collect()
}

#[test]
fn steps_are_taken_over_and_nothing_is_lost() {
    let layout = Arrange {
        steps: Some(vec![step("new", Some("First"), &["mail", "age"]), step("two", None, &["jobs", "name"])]),
        hide: vec!["school".into()],
        require: vec!["age".into(), "floor".into(), "sign".into()],
        widths: BTreeMap::from([("age".into(), Width::Lg), ("mail".into(), Width::Full)]),
    };
    let (value, problems) = laid_out(&layout);
    assert_eq!(problems, []);
    let owned = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        fields_of(&value),
        [
            ("new".to_owned(), owned(&["mail", "age"])),
            // What stood in a step that is gone comes last; what stood in this one stays.
            ("two".to_owned(), owned(&["jobs", "name", "stay", "floor", "scan", "note", "sign"])),
        ]
    );
    assert_eq!((&value["steps"][1]["title"], &value["steps"][1]["help"]), (&json!("s2"), &json!("help")));
    assert_eq!(value["texts"]["ar"]["arrange.step.new"], "First ع");
    assert_eq!(value["schema"]["required"], json!(["mail", "age", "sign"]));
    assert_eq!(value["schema"]["allOf"][0]["then"]["required"], json!(["floor"]));
    assert_eq!(value["ui"]["age"], json!({ "ui:widget": "number", "x-layout": { "width": "lg" } }));
    assert_eq!(value["ui"]["mail"], json!({ "x-layout": { "width": "full" } }));
    assert!(value["schema"]["properties"].get("school").is_none());
    let (form, _) = FormDocument::build(&value, Kind::Arranged).unwrap();
    assert!(form.is_arranged() && form.version().starts_with("1.2.3-") && form.version().len() == 14);
    assert!(form.field("school").is_none());
}

#[test]
fn what_has_no_effect_is_a_warning_and_what_cannot_be_is_an_error() {
    let hide = |name: &str| Arrange { hide: vec![name.into()], ..Arrange::default() };
    let require = |name: &str| Arrange { require: vec![name.into()], ..Arrange::default() };
    let steps = |all: Vec<ArrangedStep>| Arrange { steps: Some(all), ..Arrange::default() };
    for (layout, at, code, is_error) in [
        (hide("gone"), "/hide/0", "unknownFieldName", false),
        (require("gone"), "/require/0", "unknownFieldName", false),
        (steps(vec![step("one", None, &["gone"])]), "/steps/0/fields/0", "unknownFieldName", false),
        (
            Arrange { widths: BTreeMap::from([("gone".into(), Width::Sm)]), ..Arrange::default() },
            "/widths/gone",
            "unknownFieldName",
            false,
        ),
        (hide("mail"), "/hide/0", "cannotHide", true),
        (hide("stay"), "/hide/0", "cannotHide", true),
        (hide("name"), "/hide/0", "cannotHide", true),
        (require("scan"), "/require/0", "cannotRequire", true),
        (require("note"), "/require/0", "cannotRequire", true),
        (
            Arrange { hide: vec!["age".into()], require: vec!["age".into()], ..Arrange::default() },
            "/require/0",
            "cannotRequire",
            true,
        ),
        (steps(vec![step("three", None, &["age"])]), "/steps/0", "stepWithoutTitle", true),
        (steps(vec![step("one", None, &["age"]), step("one", None, &[])]), "/steps/1/id", "duplicate", true),
        (steps(vec![step("one", None, &["age", "age"])]), "/steps/0/fields/1", "duplicateField", true),
    ] {
        assert_eq!(problems_of(&layout), [(at.to_owned(), code, is_error)], "{layout:?}");
    }
}

#[test]
fn each_layout_is_a_version_of_its_own() {
    let version = |layout: &Arrange| laid_out(layout).0["version"].clone();
    let hide = |name: &str| Arrange { hide: vec![name.into()], ..Arrange::default() };
    assert_ne!(version(&hide("age")), version(&hide("school")));
    assert_eq!(version(&hide("age")), version(&hide("age")));
}

/// Layouts that are valid: each field at most once, hidden ones that may be, required ones that may be.
fn layouts() -> impl Strategy<Value = Arrange> {
    let all = vec!["name", "age", "stay", "floor", "school", "mail", "scan", "note", "jobs", "sign", "unknown"];
    let steps = (Just(all).prop_shuffle(), prop::collection::vec(0_usize..12, 1..5)).prop_map(|(names, cuts)| {
        let mut rest = names.as_slice();
        let mut steps = Vec::new();
        for (n, cut) in cuts.into_iter().enumerate() {
            let (taken, left) = rest.split_at(cut.min(rest.len()));
            rest = left;
            let id = ["two", "own", "one", "last"][n];
            steps.push(step(id, (n % 2 == 1).then_some("Title"), taken));
        }
        steps
    });
    let hide = prop::sample::subsequence(FREE.to_vec(), 0..FREE.len());
    let require = prop::sample::subsequence(vec!["name", "age", "school", "floor", "jobs", "sign", "mail"], 0..7);
    let width = prop::sample::select(vec![Width::Xs, Width::Sm, Width::Md, Width::Lg, Width::Full]);
    let widths = prop::collection::btree_map(prop::sample::select(FREE.to_vec()).prop_map(str::to_owned), width, 0..4);
    (prop::option::of(steps), hide, require, widths).prop_map(|(steps, hide, require, widths)| Arrange {
        steps,
        require: require.into_iter().filter(|name| !hide.contains(name)).map(str::to_owned).collect(),
        hide: hide.into_iter().map(str::to_owned).collect(),
        widths,
    })
}

proptest! {
    #[test]
    fn any_valid_layout_keeps_every_field_that_is_not_hidden_exactly_once(layout in layouts()) {
        let (value, problems) = laid_out(&layout);
        prop_assert!(problems.iter().all(|p| !p.is_error()), "{:?}", problems);
        let mut shown: Vec<String> = fields_of(&value).into_iter().flat_map(|(_, fields)| fields).collect();
        shown.sort();
        let all = ["age", "floor", "jobs", "mail", "name", "note", "scan", "school", "sign", "stay"];
        let kept: Vec<&str> = all.into_iter().filter(|name| !layout.hide.iter().any(|hidden| hidden == name)).collect();
        prop_assert_eq!(&shown, &kept);
        let (form, _) = FormDocument::build(&value, Kind::Arranged).map_err(|p| TestCaseError::fail(format!("{p:?}")))?;
        let built: std::collections::BTreeSet<&str> = form.fields().iter().map(|field| field.name.as_str()).collect();
        prop_assert_eq!(built, kept.into_iter().collect());
    }
}
