use serde_json::{Value, json};

use super::*;

const DAY: Date = jiff::civil::date(2027, 5, 6);

fn plan(instalments: Value) -> Plan {
    let plan = json!({ "code": "p", "title": { "en": "P", "ar": "خ" }, "instalments": instalments });
    serde_json::from_value(plan).expect("a plan")
}

fn money(minor: i64, currency: &str) -> Money {
    Money::new(minor, Currency::parse(currency).expect("a currency"))
}

#[test]
fn a_plan_makes_the_fees_to_the_last_unit() {
    let parts = |all: &[u8]| all.iter().map(|percent| json!({ "percent": percent, "due": "on_acceptance" })).collect();
    let plans: [Vec<Value>; 5] =
        [parts(&[100]), parts(&[34, 33, 33]), parts(&[1; 100]), parts(&[99, 1]), parts(&[7, 13, 80])];
    for currency in ["KWD", "INR", "JPY"] {
        for percentages in &plans {
            for fixed in [None, Some("0"), Some("25"), Some("1")] {
                let mut all = percentages.clone();
                if let Some(fixed) = fixed {
                    all.insert(all.len() / 2, json!({ "amount": fixed, "due": "on_acceptance" }));
                }
                let plan = plan(Value::from(all));
                for minor in (0..3_000).chain([99_999, 1_234_567, 7_777_777_777]) {
                    let fees = money(minor, currency);
                    let Some(payments) = schedule(&plan, fees, (DAY, DAY)) else {
                        let least = fixed.and_then(|fixed| Money::parse(fixed, fees.currency())).map(Money::minor);
                        assert!(least.is_some_and(|least| least > minor), "{currency} {minor} {fixed:?}");
                        continue;
                    };
                    let sum: i64 = payments.iter().map(|one| one.amount.minor()).sum();
                    assert_eq!(sum, minor, "{currency} {plan:?}");
                    assert!(payments.iter().all(|one| one.amount.minor() >= 0), "{currency} {minor} {plan:?}");
                }
            }
        }
    }
}

#[test]
fn fixed_amounts_come_off_first_and_the_first_percentage_takes_the_rest() {
    let plan = plan(json!([
        { "amount": "200.000", "due": "on_acceptance" },
        { "percent": 33, "due": { "months": 2 } },
        { "percent": 33, "due": "2027-09-01" },
        { "percent": 34, "due": "2027-01-01" },
    ]));
    let payments = schedule(&plan, money(1_000_001, "KWD"), (DAY, jiff::civil::date(2027, 5, 20))).expect("payments");
    let told: Vec<_> = payments.iter().map(|one| (one.due_on.to_string(), one.amount.minor())).collect();
    let expected = [("2027-05-20", 200_000), ("2027-07-06", 264_001), ("2027-09-01", 264_000), ("2027-05-06", 272_000)];
    assert_eq!(told, expected.map(|(day, minor)| (day.to_owned(), minor)));
}

/// The worked example of the specification, 3.11.
#[test]
fn four_cheques_have_the_odd_unit_in_the_first() {
    let plan = plan(Value::from(
        [25, 25, 25, 25].map(|percent| json!({ "percent": percent, "due": "on_acceptance" })).to_vec(),
    ));
    let payments = schedule(&plan, money(1_487_125, "OMR"), (DAY, DAY)).expect("payments");
    let told: Vec<i64> = payments.iter().map(|one| one.amount.minor()).collect();
    assert_eq!(told, [371_782, 371_781, 371_781, 371_781]);
}

#[test]
fn a_deposit_is_an_amount_or_a_part_of_the_fees() {
    let of = |value: Value, fees: Option<i64>| {
        let asked: Deposit = serde_json::from_value(value).expect("a deposit");
        let currency = Currency::parse("KWD").expect("a currency");
        deposit(&asked, (fees.map(|minor| Money::new(minor, currency)), currency), DAY)
    };
    let paid = |minor| Some(Payment { due_on: jiff::civil::date(2027, 5, 20), amount: money(minor, "KWD") });
    assert_eq!(of(json!({ "amount": "200.000", "days": 14 }), None), paid(200_000));
    assert_eq!(of(json!({ "percent": 10, "days": 14 }), Some(1_234_005)), paid(123_401));
    assert_eq!(of(json!({ "percent": 10, "days": 14 }), None), None);
}
