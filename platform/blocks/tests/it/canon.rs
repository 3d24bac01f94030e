//! Canonical JSON.

use blocks::evidence::{NotCanonical, canonical};
use proptest::prelude::*;
use serde_json::{Value, json};

#[test]
fn is_what_the_standard_says() {
    // Section 3.2.3 of RFC 8785: keys by their UTF-16 units.
    let keys = json!({ "\u{20ac}": "Euro Sign", "\r": "Carriage Return", "\u{fb33}": "Hebrew Letter Dalet With Dagesh", "1": "One",
        "\u{1f600}": "Emoji: Grinning Face", "\u{80}": "Control", "\u{f6}": "Latin Small Letter O With Diaeresis" });
    let text = canonical(&keys).unwrap();
    let order = ["Carriage", "One", "Control", "Latin", "Euro", "Emoji", "Hebrew"].map(|word| text.find(word).unwrap());
    assert!(order.is_sorted(), "{text}");
    let signs = json!({ "s": "\u{8}\t\n\u{c}\r\u{1f}\"\\/\u{7f}\u{2028}عربي 😀", "n": [1, -5, 0, true, null], "o": { "b": {}, "a": [] } });
    assert_eq!(canonical(&signs).unwrap(), serde_json_canonicalizer::to_string(&signs).unwrap());
    assert_eq!(canonical(&json!({ "b": 1, "a": [] })).unwrap(), r#"{"a":[],"b":1}"#);
}

#[test]
fn only_whole_numbers_that_every_reader_has_exactly() {
    assert_eq!(canonical(&json!([1i64 << 53, -(1i64 << 53)])).unwrap(), "[9007199254740992,-9007199254740992]");
    for number in
        [json!(1.5), json!((1i64 << 53) + 1), json!(-(1i64 << 53) - 1), json!(u64::MAX), json!(i64::MIN), json!(1e3)]
    {
        assert_eq!(canonical(&json!({ "n": [number] })), Err(NotCanonical::Number), "{number}");
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-(1i64 << 53)..=1i64 << 53).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[\u{0}-\u{24}\u{d7fe}-\u{e001}\u{fffe}-\u{10002}]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec(("[a-c\u{e000}-\u{e003}\u{fffd}\u{10000}-\u{10003}\"\\\\]{0,3}", inner), 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn equals_what_others_make_of_it(value in value()) {
        let text = canonical(&value).unwrap();
        prop_assert_eq!(&text, &serde_json_canonicalizer::to_string(&value).unwrap());
        prop_assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
