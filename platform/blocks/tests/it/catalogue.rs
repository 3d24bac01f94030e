//! The fields of letters.

use std::collections::BTreeSet;

use blocks::catalogue::{FieldKind, LetterKind, field, fields, sample};
use blocks::problems::{Rules, content};
use blocks::{Block, Value, Values, fill};
use serde_json::json;
use words::{Currency, Language};

use crate::world::{AR, EN, paragraph};

fn holds(value: &Value, kind: FieldKind) -> bool {
    matches!(
        (value, kind),
        (Value::Text(_), FieldKind::Text)
            | (Value::Date(_), FieldKind::Date)
            | (Value::Money(_), FieldKind::Money)
            | (Value::Phone(_), FieldKind::Phone)
            | (Value::Number(_), FieldKind::Number)
            | (Value::Words { .. }, FieldKind::Words)
            | (Value::List(_), FieldKind::List)
    )
}

#[test]
fn names_are_plain_once_and_called_something_in_both_languages() {
    for kind in LetterKind::ALL {
        assert_eq!(LetterKind::parse(kind.as_str()), Some(kind));
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        let mut seen = BTreeSet::new();
        for field in fields(kind).iter().flat_map(|field| std::iter::once(field).chain(field.entries)) {
            assert!(field.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{}", field.name);
            assert!(
                !field.en.is_empty() && field.ar.chars().any(|c| ('\u{620}'..='\u{64a}').contains(&c)),
                "{}",
                field.name
            );
            assert_eq!(field.kind == FieldKind::List, !field.entries.is_empty());
        }
        assert!(fields(kind).iter().all(|field| seen.insert(field.name)));
    }
}

#[test]
fn each_kind_has_its_own_fields_and_those_of_all() {
    let has = |kind, name| field(kind, name).is_some();
    for kind in LetterKind::ALL {
        assert!(has(kind, "school") && has(kind, "child_name") && has(kind, "siblings"), "{kind:?}");
    }
    assert!(has(LetterKind::Offer, "fees") && !has(LetterKind::Offer, "conditions"));
    assert!(has(LetterKind::ConditionalOffer, "conditions"));
    assert!(has(LetterKind::Acceptance, "deposit_due"));
    assert!(!has(LetterKind::Consent, "fee_total") && !has(LetterKind::Plain, "expires_on"));
    assert!(has(LetterKind::FinancialRequest, "documents"));
}

#[test]
fn samples_fill_every_field_of_every_kind_in_both_languages() {
    for (kind, code) in LetterKind::ALL.into_iter().flat_map(|kind| ["KWD", "INR", "JPY"].map(|code| (kind, code))) {
        let values = sample(kind, Currency::parse(code).unwrap());
        for field in fields(kind) {
            let value = values.get(field.name).unwrap();
            assert!(holds(value, field.kind) && value.is_filled(), "{}", field.name);
            for entry in values.list(field.name).unwrap_or_default() {
                let names: BTreeSet<&str> = field.entries.iter().map(|field| field.name).collect();
                assert_eq!(entry.keys().map(String::as_str).collect::<BTreeSet<_>>(), names);
                assert!(field.entries.iter().all(|field| holds(&entry[field.name], field.kind)));
            }
        }
        let all: String = fields(kind)
            .iter()
            .filter(|field| field.kind != FieldKind::List)
            .map(|field| format!("{{{{{}}}}} ", field.name))
            .collect();
        let blocks: Vec<Block> = serde_json::from_value(json!([paragraph(&all)])).unwrap();
        assert!(fill(&blocks, &values, EN).is_ok() && fill(&blocks, &values, AR).is_ok());
        let mut problems = Vec::new();
        content("", &json!({ "en": [paragraph(&all)], "ar": [paragraph(&all)] }), Rules::Letter(kind), &mut problems);
        assert_eq!(problems, []);
    }
}

#[test]
fn sums_of_the_sample_are_exact() {
    let values = sample(LetterKind::Acceptance, Currency::parse("OMR").unwrap());
    let sum = |list: &str| -> i64 {
        let amount = |value: &Value| if let Value::Money(money) = value { money.minor() } else { 0 };
        values.list(list).unwrap().iter().map(|entry| amount(&entry["amount"])).sum()
    };
    let amount =
        |values: &Values, name: &str| if let Some(Value::Money(money)) = values.get(name) { money.minor() } else { 0 };
    assert_eq!(sum("fees"), amount(&values, "fee_total"));
    assert_eq!(sum("instalments"), amount(&values, "instalments_total"));
    assert_eq!(sum("instalments") + amount(&values, "deposit"), sum("fees"));
    assert_eq!(values.get("currency").unwrap().code(), Some("OMR"));
    assert_eq!(blocks::currency_sign(Currency::parse("OMR").unwrap(), Language::Ar), "ر.ع.");
}
