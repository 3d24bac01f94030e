use proptest::prelude::*;
use serde_json::json;

use super::*;

/// A form of booleans: `free` fields that always show, and conditions `(looks at, name shown)`.
fn form(free: &[String], conditions: &[(Value, Vec<String>)]) -> std::sync::Arc<FormDocument> {
    let boolean = || json!({ "type": "boolean", "title": "t" });
    let named = |names: &[String]| Value::Object(names.iter().map(|name| (name.clone(), boolean())).collect());
    let mut all: Vec<String> = free.to_vec();
    for name in conditions.iter().flat_map(|(_, names)| names) {
        if !all.contains(name) {
            all.push(name.clone());
        }
    }
    let branch = |(test, names): &(Value, Vec<String>)| json!({ "if": test, "then": { "properties": named(names) } });
    let document = json!({
        "version": "1.0.0", "title": "t", "steps": [{ "id": "one", "title": "t", "fields": all }],
        "schema": {
            "type": "object",
            "properties": named(free),
            "allOf": conditions.iter().map(branch).collect::<Vec<_>>(),
        },
        "texts": { "en": { "t": "T" }, "ar": { "t": "ت" } },
        "samples": [{ "name": "simple", "values": {} }]
    });
    // Whatever it takes: larger than any that is accepted.
    let raw = serde_json::from_value(document.clone()).unwrap();
    FormDocument::assemble(raw, &document, super::super::cost::Cost::default()).unwrap().into()
}

/// Everything is looked at again in each round.
fn naive(form: &FormDocument, values: &Value) -> Value {
    let schema: Value = serde_json::from_str::<Value>(form.source()).unwrap()["schema"].take();
    let branches = schema["allOf"].as_array().unwrap();
    let mut kept = values.as_object().unwrap().clone();
    loop {
        let now = Value::Object(kept.clone());
        let shows = |name: &str| {
            schema["properties"].get(name).is_some()
                || branches.iter().any(|branch| {
                    branch["then"]["properties"].get(name).is_some()
                        && formats::options().build(&branch["if"]).unwrap().is_valid(&now)
                })
        };
        kept.retain(|name, _| form.field(name).is_none() || shows(name));
        if kept.len() == now.as_object().unwrap().len() {
            return now;
        }
    }
}

fn test_of() -> impl Strategy<Value = Value> {
    let one = (0..9usize, proptest::option::of(any::<bool>())).prop_map(|(field, is)| {
        let name = format!("f{field}");
        match is {
            Some(is) => json!({ "properties": { name.as_str(): { "const": is } }, "required": [name] }),
            None => json!({ "required": [name] }),
        }
    });
    prop_oneof![
        one.clone(),
        proptest::collection::vec(one.clone(), 1..3).prop_map(|tests| json!({ "anyOf": tests })),
        proptest::collection::vec(one, 1..3).prop_map(|tests| json!({ "allOf": tests })),
    ]
}

proptest! {
    #[test]
    fn what_is_left_is_what_looking_at_everything_again_leaves(
        conditions in proptest::collection::vec(
            (test_of(), proptest::collection::vec((2..9usize).prop_map(|at| format!("f{at}")), 1..3)), 1..9),
        values in proptest::collection::hash_map((0..10usize).prop_map(|at| format!("f{at}")), any::<bool>(), 0..10),
    ) {
        let form = form(&["f0".to_owned(), "f1".to_owned()], &conditions);
        let values = json!(values);
        prop_assert_eq!(form.prune(&values), naive(&form, &values));
    }
}

#[test]
fn a_chain_is_walked_once() {
    let of = |at: usize| format!("f{at}");
    let chain: Vec<_> = (1..900).map(|at| (json!({ "required": [of(at - 1)] }), vec![of(at)])).collect();
    let form = form(&[of(0)], &chain);
    let values = Value::Object((1..900).map(|at| (of(at), true.into())).collect());
    let mut asked = 0;
    let kept = form.pruned_by(&values, &mut |test, values| {
        asked += 1;
        test.is_valid(values)
    });
    assert_eq!(*kept, json!({}));
    assert!(asked <= 2 * chain.len(), "{asked} conditions were looked at");
}

#[test]
fn a_list_is_as_long_as_any_condition_lets_it_be() {
    let list = |most: usize| json!({ "type": "array", "maxItems": most, "items": { "type": "integer" } });
    let then = |most| json!({ "if": { "required": ["a"] }, "then": { "properties": { "list": list(most) } } });
    let row = json!({ "type": "object", "properties": { "inner": list(2) } });
    let schema = json!({
        "properties": { "rows": { "type": "array", "maxItems": 3, "items": row } },
        "allOf": [then(2), then(4)]
    });
    let longest = Longest::read(&schema);
    assert_eq!((longest.list("list"), longest.list("rows.inner"), longest.list("other")), (4, 2, MAX_LIST));
    let most = |name: &str| (longest.list(name), longest.text(name));
    assert!(fits(&json!([1, 2, 3, 4]), "list", &most) && !fits(&json!([1, 2, 3, 4, 5]), "list", &most));
    assert_eq!(clip(&json!([1, 2, 3, 4, 5, 6]), "list", &most), json!([1, 2, 3, 4, 5]), "one too many");
    let rows = json!([{ "inner": [1, 2, 3, 4], "x": [vec![0; 300]] }]);
    assert!(!fits(&rows, "rows", &most));
    assert_eq!(clip(&rows, "rows", &most), json!([{ "inner": [1, 2, 3], "x": [vec![0; 201]] }]));
}

#[test]
fn a_text_is_read_as_far_as_its_field_lets_it_be() {
    let text = |most: usize| json!({ "type": "string", "maxLength": most });
    let row = json!({ "type": "object", "properties": { "note": text(3) } });
    let schema = json!({
        "properties": {
            "name": text(2),
            "rows": { "type": "array", "maxItems": 3, "items": row },
            "way": { "type": "string", "enum": ["x".repeat(3000)] },
            "langs": { "type": "array", "maxItems": 3, "items": { "type": "string", "enum": ["en"] } }
        },
        "allOf": [{ "if": { "required": ["name"] }, "then": { "properties": { "name": text(4) } } }]
    });
    let longest = Longest::read(&schema);
    let texts = ["name", "rows.note", "way", "langs", "other"].map(|name| longest.text(name));
    assert_eq!(texts, [4, 3, 3000, MAX_TEXT, MAX_TEXT]);
    assert_eq!([longest.text_within("name"), longest.text_within("rows")], [4, MAX_TEXT]);
    let most = |name: &str| (longest.list(name), longest.text(name));
    let said = json!({ "name": "سارةسارة", "rows": [{ "note": "abc" }], "langs": ["x".repeat(3000)] });
    let seen = json!({ "name": "سارةس", "rows": [{ "note": "abc" }], "langs": ["x".repeat(MAX_TEXT + 1)] });
    assert_eq!(*clipped(&said, &most), seen);
    assert!(matches!(clipped(&seen, &most), Cow::Borrowed(_)));
}
