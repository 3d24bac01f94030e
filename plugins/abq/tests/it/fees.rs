use plugin_sdk::json;

use super::*;

type Estimate = (Vec<(String, i64)>, i64, Vec<(String, String, i64)>);

/// Lines by code, the total, and the payments with their dates.
fn estimate(values: &Value) -> Estimate {
    estimate_on(&bench(), values)
}

fn estimate_on(bench: &Bench<abq::Abq>, values: &Value) -> Estimate {
    let computed = bench.check(TODAY, values).computed;
    let value = |key: &str| computed.iter().find(|own| own.key == key).unwrap().value.clone();
    let table = |key: &str| value(key)["rows"].as_array().unwrap().clone();
    let text = |cell: &Value| cell.as_str().unwrap().to_owned();
    let lines = table("fees").iter().map(|row| (text(&row[0]), row[1]["minor"].as_i64().unwrap())).collect();
    let payments = table("instalments")
        .iter()
        .map(|row| (text(&row[0]), text(&row[1]), row[2]["minor"].as_i64().unwrap()))
        .collect();
    (lines, value("total")["minor"].as_i64().unwrap(), payments)
}

#[test]
fn cheques_add_up_to_the_baisa_for_every_plan_grade_and_discount() {
    let bench = bench();
    let base = simple(&json!({}));
    for plan in ["one", "three", "four", "eight"] {
        for years in 3..=17 {
            for staff in [false, true] {
                let birth = format!("{}-06-01", 2027 - years);
                let values = changed(
                    base.clone(),
                    &json!({ "dob": birth, "stream": "cambridge", "plan": plan, "staff_child": staff, "bus": true, "bus_zone": "seeb", "bus_way": "one" }),
                );
                let (lines, total, payments) = estimate_on(&bench, &values);
                assert_eq!(lines.iter().map(|(_, amount)| amount).sum::<i64>(), total);
                assert_eq!(payments.iter().map(|(_, _, amount)| amount).sum::<i64>(), total);
                let cheques: Vec<i64> = payments[1..].iter().map(|(_, _, amount)| *amount).collect();
                assert!(cheques.iter().max().unwrap() - cheques.iter().min().unwrap() <= 1);
                assert!(cheques.is_sorted_by(|a, b| a >= b), "the first ones carry the rest");
            }
        }
    }
}

#[test]
fn cheques_are_dated_from_the_first_school_day() {
    let (_, _, payments) = estimate(&simple(&json!({})));
    let dates: Vec<&str> = payments.iter().map(|(_, due, _)| due.as_str()).collect();
    assert_eq!(dates, ["2027-03-24", "2027-08-29", "2027-10-29", "2027-12-29", "2028-02-29"]);
}

#[test]
fn in_a_running_year_the_cheques_begin_now() {
    let values = simple(&json!({ "entry": "this_year", "dob": "2021-06-01", "plan": "three" }));
    let (_, _, payments) = estimate(&values);
    let dates: Vec<&str> = payments.iter().map(|(_, due, _)| due.as_str()).collect();
    assert_eq!(dates, ["2027-03-24", "2027-03-24", "2027-07-24", "2027-10-24"]);
}

#[test]
fn discounts_apply_in_order_each_to_what_is_left_up_to_the_cap() {
    let sibling = json!([{ "name": "Said", "dob": "2018-01-01", "status": "enrolled" }]);
    let values = simple(&json!({ "staff_child": true, "siblings": sibling, "plan": "one" }));
    let (lines, ..) = estimate(&values);
    let amount = |code: &str| lines.iter().find(|(own, _)| own == code).map(|(_, amount)| *amount).unwrap();
    let tuition = amount("fee.tuition");
    let staff = rules::money::share(tuition, 2_500, rules::money::Rounding::HalfUp).unwrap();
    let second = rules::money::share(tuition - staff, 500, rules::money::Rounding::HalfUp).unwrap();
    let third = rules::money::share(tuition - staff - second, 300, rules::money::Rounding::HalfUp).unwrap();
    assert_eq!(
        [amount("fee.discount.staff_child"), amount("fee.discount.sibling"), amount("fee.discount.one_cheque")],
        [-staff, -second, -third]
    );
    let codes: Vec<&str> = lines.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(
        codes,
        [
            "fee.registration",
            "fee.tuition",
            "fee.books",
            "fee.discount.staff_child",
            "fee.discount.sibling",
            "fee.discount.one_cheque"
        ]
    );
    let many: Vec<Value> =
        (0..5).map(|at| json!({ "name": "Said", "dob": format!("201{at}-01-01"), "status": "enrolled" })).collect();
    let (lines, ..) = estimate(&simple(&json!({ "staff_child": true, "siblings": many, "plan": "one" })));
    let taken: i64 = lines.iter().map(|(_, amount)| amount.min(&0)).sum();
    assert_eq!(-taken, tuition * 40 / 100, "25 %, then 20 %, then 3 % would be more than 40 %");
}

#[test]
fn the_first_child_has_no_sibling_discount() {
    let (lines, ..) = estimate(&simple(&json!({})));
    assert!(lines.iter().all(|(_, amount)| *amount > 0));
}

#[test]
fn fees_are_those_of_the_year_applied_for() {
    let tuition =
        |entry: &str| estimate(&simple(&json!({ "entry": entry, "dob": "2021-06-01", "plan": "one" }))).0[1].1;
    assert_eq!((tuition("this_year"), tuition("next_year")), (983_250, 1_339_025), "KG 2 now, Grade 1 a year later");
}

#[test]
fn a_bus_that_does_not_go_there_is_said() {
    let bus = json!({ "bus": true, "bus_zone": "qurayyat", "bus_way": "both" });
    assert_eq!(bench().codes(TODAY, &simple(&bus), None), Vec::<String>::new());
    let last_year = changed(simple(&bus), &json!({ "entry": "this_year" }));
    assert_eq!(bench().codes("2026-03-10", &last_year, Some("/bus_zone")), ["busNotThere"]);
}
