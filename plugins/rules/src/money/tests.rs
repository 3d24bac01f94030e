use serde::Deserialize;

use super::*;

fn money(minor: i64, code: &str) -> Money {
    Money::new(minor, Currency::parse(code).unwrap())
}

/// What the web's copy is held to as well (`web/src/forms/money.test.ts`).
#[derive(Deserialize)]
struct Golden {
    decimals: std::collections::BTreeMap<Currency, u32>,
    read: Vec<(String, Currency, Option<i64>)>,
    written: Vec<Written>,
}

#[derive(Deserialize)]
struct Written {
    money: Money,
    figure: String,
    en: String,
    ar: String,
}

fn golden() -> Golden {
    serde_json::from_str(include_str!("../../golden/money.json")).unwrap()
}

#[test]
fn every_currency_has_its_decimals() {
    let all: Vec<(Currency, u32)> = golden().decimals.into_iter().collect();
    let mut own: Vec<(Currency, u32)> = Currency::all().map(|currency| (currency, currency.decimals())).collect();
    own.sort();
    assert_eq!(own, all);
    for code in ["", "OM", "omr", "XXZ", "OMRO", "AED OMR", "   "] {
        assert_eq!(Currency::parse(code), None, "{code}");
    }
}

#[test]
fn amounts_are_read_as_they_are_typed() {
    for (text, currency, minor) in golden().read {
        assert_eq!(Money::parse(&text, currency).map(Money::minor), minor, "{text:?} {currency}");
    }
}

#[test]
fn amounts_are_written_in_both_languages_and_read_back() {
    for Written { money, figure, en, ar } in golden().written {
        assert_eq!([money.figure(), money.in_english(), money.in_arabic()], [figure.clone(), en, ar]);
        assert_eq!(Money::parse(&figure, money.currency()), Some(money));
    }
}

#[test]
fn as_json_and_back() {
    let json = serde_json::json!({ "minor": -5, "currency": "OMR" });
    assert_eq!(serde_json::to_value(money(-5, "OMR")).unwrap(), json);
    assert_eq!(Money::deserialize(&json).unwrap(), money(-5, "OMR"));
    for bad in [r#"{"minor":1.5,"currency":"OMR"}"#, r#"{"minor":1,"currency":"??"}"#, r#"{"minor":1}"#, r#""OMR 1""#] {
        assert!(serde_json::from_str::<Money>(bad).is_err(), "{bad}");
    }
}

#[test]
fn sums_are_of_one_currency_and_never_too_much() {
    let one = money(1_000, "OMR");
    assert_eq!(one.checked_add(money(250, "OMR")), Some(money(1_250, "OMR")));
    assert_eq!(one.checked_sub(money(1_250, "OMR")), Some(money(-250, "OMR")));
    assert_eq!(one.checked_ratio(1, 3, Rounding::HalfUp), Some(money(333, "OMR")));
    let refused = [
        one.checked_add(money(1_000, "KWD")),
        one.checked_sub(money(1_000, "KWD")),
        money(i64::MAX, "OMR").checked_add(one),
        money(i64::MIN, "OMR").checked_sub(one),
        money(i64::MAX, "OMR").checked_ratio(2, 1, Rounding::Down),
        one.checked_ratio(1, 0, Rounding::Down),
    ];
    assert_eq!(refused, [None; 6]);
}

#[test]
fn four_cheques_of_the_worked_example() {
    let cheques: Vec<i64> = money(1_487_125, "OMR").split(4).into_iter().map(Money::minor).collect();
    assert_eq!(cheques, [371_782, 371_781, 371_781, 371_781]);
}

#[test]
fn every_split_is_exact_and_even() {
    for amount in [-7, -1, 0, 1, 2, 999, 1_000, 1_487_125, i64::MAX, i64::MIN] {
        for parts in 1..=13 {
            let all = split(amount, parts);
            assert_eq!(all.iter().map(|part| i128::from(*part)).sum::<i128>(), i128::from(amount));
            let (least, most) = (all.iter().min().unwrap(), all.iter().max().unwrap());
            assert!(most - least <= 1, "{amount} in {parts}");
            if amount >= 0 {
                assert_eq!(apportion(amount, &vec![1; parts as usize]), Some(all), "even weights are no weights");
            }
        }
    }
    assert!(split(5, 0).is_empty());
}

#[test]
fn every_weighted_split_is_exact_and_within_one_unit_of_its_share() {
    let weights: [&[u64]; 5] = [&[1], &[7, 0, 31, 39], &[1, 1, 1], &[50, 30, 20], &[u64::MAX, 1, u64::MAX]];
    for amount in [-100, -1, 0, 1, 2, 77, 100, 1_487_125, i64::MAX, i64::MIN] {
        for weights in weights {
            let parts = apportion(amount, weights).unwrap();
            assert_eq!(parts.iter().map(|part| i128::from(*part)).sum::<i128>(), i128::from(amount), "{weights:?}");
            let all: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
            for (part, weight) in parts.iter().zip(weights) {
                let least = u128::from(amount.unsigned_abs()) * u128::from(*weight) / all;
                assert!((least..=least + 1).contains(&u128::from(part.unsigned_abs())), "{amount} by {weights:?}");
                assert!(*weight > 0 || *part == 0, "no weight, no part");
            }
        }
    }
    assert_eq!(apportion(100, &[1, 1, 1]), Some(vec![34, 33, 33]), "of equal remainders the first");
    assert_eq!(apportion(10_000, &[499_001, 15_000]), Some(vec![9_708, 292]), "the largest remainder");
    assert_eq!((apportion(5, &[]), apportion(5, &[0, 0])), (None, None));
    assert_eq!(money(5, "OMR").split_by(&[3, 1]), Some(vec![money(4, "OMR"), money(1, "OMR")]));
}

#[test]
fn rounding_at_the_half() {
    let at = |amount, rounding| ratio(amount, 1, 2, rounding).unwrap();
    assert_eq!(
        [at(5, Rounding::HalfUp), at(5, Rounding::HalfEven), at(5, Rounding::Down), at(5, Rounding::Up)],
        [3, 2, 2, 3]
    );
    assert_eq!(
        [at(-5, Rounding::HalfUp), at(-5, Rounding::HalfEven), at(-5, Rounding::Down), at(-5, Rounding::Up)],
        [-3, -2, -2, -3]
    );
    assert_eq!(at(7, Rounding::HalfEven), 4);
    assert_eq!(ratio(1, 1, 0, Rounding::Down), None);
    assert_eq!(ratio(i64::MAX, 3, 1, Rounding::Down), None);
    assert_eq!(share(1_234_567, 500, Rounding::HalfUp), Some(61_728));
}
