use mogra::Mogra;
use mogra::bills::approval::{Tolerance, against_order};
use mogra::bills::earlier::name_key;
use mogra::bills::qr::{self, Qr};
use mogra::bills::tax_number::{self, Fault, Form};
use mogra::bills::totals::{self, Line, Rounding, Terms, Timing, spread, totals};
use mogra::decimal;
use plugin_sdk::{EarlierSubmission, Explain, NativeHost, Value, json};
use plugin_testing::Bench;

use super::{TODAY, bench, host, issues, one, table, value};

const FORM: &str = "mograbills";

fn changed(sample: &str, changes: Value) -> Value {
    super::changed(FORM, sample, changes)
}

fn line(quantity: i64, price: i64, rate: i64) -> Line {
    Line { class: format!("at {rate}"), quantity, price, discount: 0, rate }
}

const SAR: Terms =
    Terms { places: 2, tax_included: false, discount: 0, timing: Timing::AfterTax, rounding: Rounding::Line };

#[test]
fn decimals_are_exact() {
    let scaled = |value: Value, places| decimal::scaled(&value, places);
    assert_eq!(
        [scaled(json!(0.1), 3), scaled(json!(333.335), 4), scaled(json!(12), 3)],
        [Some(100), Some(3_333_350), Some(12_000)]
    );
    assert_eq!([scaled(json!(0.12345), 4), scaled(json!(1e30), 2), scaled(json!("1"), 2)], [None, None, None]);
    assert_eq!(scaled(json!(-1.5), 2), Some(-150));
}

#[test]
fn rounding_by_line_and_by_document_differ_by_what_is_cut() {
    // Twice 3 × 33.335 = 100.005: 100.01 each, or 200.01 together; 15 % of either is 30.00.
    let lines = [line(3_000, 333_350, 1500), line(3_000, 333_350, 1500)];
    let by_line = totals(&lines, &SAR).unwrap();
    assert_eq!((by_line.net, by_line.tax, by_line.payable), (20_002, 3_000, 23_002));
    let by_document = totals(&lines, &Terms { rounding: Rounding::Document, ..SAR }).unwrap();
    assert_eq!((by_document.net, by_document.tax, by_document.payable), (20_001, 3_000, 23_001));
}

#[test]
fn three_decimals_keep_three() {
    // OMR 12.3455 is 12.346, and 5 % of it 0.617.
    let found = totals(&[line(1_000, 123_455, 500)], &Terms { places: 3, ..SAR }).unwrap();
    assert_eq!((found.net, found.tax, found.payable), (12_346, 617, 12_963));
}

#[test]
fn a_discount_before_tax_lowers_the_tax() {
    let lines = [line(1_000, 1_000_000, 1500), line(1_000, 1_000_000, 0)];
    let terms = Terms { discount: 1_000, ..SAR };
    // 100 + 100: 5 off each, tax 15 % of 95; or 10 off after tax of 15.
    let before = totals(&lines, &Terms { timing: Timing::BeforeTax, ..terms }).unwrap();
    assert_eq!((before.net, before.tax, before.payable), (19_000, 1_425, 20_425));
    let after = totals(&lines, &terms).unwrap();
    assert_eq!((after.net, after.tax, after.payable), (20_000, 1_500, 20_500));
    assert_eq!(before.classes[0].net + before.classes[1].net, before.net);
    let too_much = Terms { discount: 20_001, timing: Timing::BeforeTax, ..SAR };
    assert_eq!(totals(&lines, &too_much), Err(totals::Fault::Discount));
    assert_eq!(totals(&lines, &Terms { discount: 21_501, ..SAR }), Err(totals::Fault::Discount));
}

#[test]
fn tax_that_is_included_is_taken_out() {
    // 105.00 with 5 % is 100.00 and 5.00; 56.75 is 54.05 and 2.70.
    let included = Terms { tax_included: true, ..SAR };
    let found = totals(&[line(1_000, 1_050_000, 500), line(1_000, 567_500, 500)], &included).unwrap();
    assert_eq!((found.net, found.tax, found.payable), (15_405, 770, 16_175));
}

#[test]
fn parts_of_a_discount_add_up_exactly() {
    assert_eq!(spread(10_000, &[499_001, 15_000]), Some(vec![9_708, 292]));
    assert_eq!(spread(100, &[1, 1, 1]), None);
    assert_eq!(spread(2, &[1, 1, 1]), Some(vec![1, 1, 0]));
    assert_eq!(spread(0, &[]), Some(vec![]));
    for amount in 0..=77 {
        let parts = spread(amount, &[7, 0, 31, 39]).unwrap();
        assert_eq!(parts.iter().sum::<i64>(), amount);
        assert!(parts.iter().zip([7, 0, 31, 39]).all(|(part, whole)| *part <= whole), "{parts:?}");
    }
}

#[test]
fn amounts_out_of_proportion_are_no_totals() {
    let huge = line(9_999_999_999_999, 99_999_999_999_999, 0);
    assert_eq!(totals(&vec![huge; 60], &SAR), Err(totals::Fault::Size));
}

#[test]
fn the_mixed_sample_by_hand() {
    let values = bench(FORM).sample("mixed", TODAY);
    // 3 990.00 + 1 000.005 = 4 990.01 (rounded once) - 97.08; 150.00 - 2.92; tax 15 % of 4 892.93.
    let classes = value(FORM, &values, "classes")["rows"].clone();
    assert_eq!(
        classes,
        json!([
            ["tax.standard", 15.0, { "minor": 489_293, "currency": "SAR" }, { "minor": 73_394, "currency": "SAR" }, { "minor": 562_687, "currency": "SAR" }],
            ["tax.out_of_scope", 0.0, { "minor": 14_708, "currency": "SAR" }, { "minor": 0, "currency": "SAR" }, { "minor": 14_708, "currency": "SAR" }],
        ])
    );
    assert_eq!(value(FORM, &values, "payable")["minor"], 577_395);
    assert_eq!(value(FORM, &values, "po"), "po.under");
    assert_eq!(value(FORM, &values, "approvers").as_array().unwrap().len(), 2);
    assert_eq!(value(FORM, &values, "bank"), "Al Rajhi Bank");
}

#[test]
fn rates_are_those_of_the_bills_day() {
    let tax = |date: &str| {
        let lines = json!([{ "item": "Paper", "quantity": 1, "price": 100, "tax_class": "standard" }]);
        let values = changed(
            "mixed",
            json!({ "bill_date": date, "due_date": "2026-03-02", "lines": lines, "discount": 0, "has_po": false }),
        );
        value(FORM, &values, "tax")["minor"].clone()
    };
    assert_eq!((tax("2020-06-30"), tax("2020-07-01")), (json!(500), json!(1500)));
    let india = changed("simple", json!({ "supplier_country": "KW", "tax_number": "" }));
    assert!(issues(FORM, &india).contains(&("/lines/0/tax_class".to_owned(), "error.taxClassNotHere".to_owned())));
}

#[test]
fn a_total_that_differs_is_told_with_both_figures() {
    let found = bench(FORM).check(TODAY, &changed("simple", json!({ "bill_total": 199.501 }))).errors;
    assert_eq!(
        (found[0].code.as_str(), found[0].params["computed"].clone()),
        ("warn.totalDiffers", json!({ "minor": 199_500, "currency": "OMR" }))
    );
    assert_eq!(found[0].params["stated"]["minor"], 199_501);
    let places = changed("mixed", json!({ "bill_total": 5773.955 }));
    assert_eq!(issues(FORM, &places), one("/bill_total", "warn.moreDecimals"));
}

#[test]
fn orders_allow_two_percent_but_no_more_than_a_hundred() {
    let rule = Tolerance { percent: 2, most: 100 };
    let word = |payable, order| against_order(payable, order, rule, 100);
    assert_eq!(word(100_000, 100_000), ("po.exact", 0, 2_000));
    assert_eq!(word(102_000, 100_000), ("po.within", 2_000, 2_000));
    assert_eq!(word(102_001, 100_000), ("po.over", 2_001, 2_000));
    assert_eq!(word(1_010_001, 1_000_000), ("po.over", 10_001, 10_000));
    assert_eq!(word(99_999, 100_000).0, "po.under");
    assert_eq!(issues(FORM, &changed("mixed", json!({ "po_amount": 5600 }))), one("/po_amount", "warn.poOver"));
}

#[test]
fn approval_grows_with_the_amount() {
    let steps = |price: f64| {
        let lines = json!([{ "item": "Paper", "quantity": 1, "price": price, "tax_class": "zero" }]);
        value(FORM, &changed("simple", json!({ "lines": lines })), "approvers").as_array().unwrap().len()
    };
    assert_eq!([200.0, 200.001, 2000.001, 20000.001].map(steps), [1, 2, 3, 4]);
}

#[test]
fn tax_numbers_of_each_country() {
    let at = "/tax_number";
    assert_eq!(
        issues(FORM, &changed("mixed", json!({ "tax_number": "300123456700004" }))),
        one(at, "error.taxNumberForm")
    );
    assert!(issues(FORM, &changed("mixed", json!({ "tax_number": "٣٠٠١٢٣٤٥٦٧٠٠٠٠٣" }))).is_empty());
    assert_eq!(issues(FORM, &changed("simple", json!({ "tax_number": "1100012345" }))), one(at, "error.taxNumberForm"));
    assert_eq!(issues(FORM, &changed("simple", json!({ "tax_number": "" }))), one(at, "warn.taxNumberMissing"));
    let form = Form {
        prefix: String::new(),
        digits: None,
        starts: String::new(),
        ends: String::new(),
        check: Some("gstin".into()),
        qr: false,
        example: String::new(),
    };
    assert_eq!(tax_number::check("27AAPFU0939F1ZV", &form), Ok(()));
    assert_eq!(tax_number::check("27AAPFU0939F1ZW", &form), Err(Fault::Check));
    assert_eq!(tax_number::check("28AAPFU0939F1ZV", &form), Err(Fault::Check));
    assert_eq!(tax_number::check("27AAPFU0939F1V", &form), Err(Fault::Form));
}

#[test]
fn qr_codes_are_built_and_read() {
    let bob = Qr {
        seller: "Bobs Records".into(),
        tax_number: "310122393500003".into(),
        issued_at: "2022-04-25T15:30:00Z".into(),
        total: "1000.00".into(),
        tax: "150.00".into(),
    };
    let text = "AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA==";
    assert_eq!(qr::build(&bob).as_deref(), Some(text));
    assert_eq!(qr::parse(text), Some(bob.clone()));
    let arabic = Qr { seller: "شركة الرواد".into(), ..bob.clone() };
    assert_eq!(qr::parse(&qr::build(&arabic).unwrap()), Some(arabic));
    assert_eq!(qr::build(&Qr { seller: "x".repeat(256), ..bob }), None);
    for broken in ["", "AQ", "AQxCb2Jz", "not base64!", &text[..text.len() - 8]] {
        assert_eq!(qr::parse(broken), None, "{broken}");
    }
}

#[test]
fn the_code_on_a_bill_is_compared_with_it() {
    let own = value(FORM, &bench(FORM).sample("mixed", TODAY), "qr");
    assert!(issues(FORM, &changed("mixed", json!({ "qr_text": own }))).is_empty());
    let read = qr::parse(own.as_str().unwrap()).unwrap();
    assert_eq!((read.total.as_str(), read.tax.as_str()), ("5773.95", "733.94"));
    let other = |qr: Qr| issues(FORM, &changed("mixed", json!({ "qr_text": qr::build(&qr).unwrap() })));
    assert_eq!(other(Qr { total: "5773.96".into(), ..read.clone() }), one("/qr_text", "warn.qrTotal"));
    assert_eq!(other(Qr { tax: "733.95".into(), ..read.clone() }), one("/qr_text", "warn.qrTax"));
    assert_eq!(other(Qr { tax_number: "310122393500003".into(), ..read }), one("/qr_text", "warn.qrTaxNumber"));
    assert_eq!(issues(FORM, &changed("mixed", json!({ "qr_text": "hello" }))), one("/qr_text", "error.qrUnreadable"));
}

#[test]
fn other_faults_of_a_bill() {
    let early = changed("mixed", json!({ "due_date": "2026-02-26" }));
    assert_eq!(issues(FORM, &early), one("/due_date", "error.dueBeforeBill"));
    let mut lines = bench(FORM).sample("simple", TODAY)["lines"].clone();
    let twin = lines[1].clone();
    lines.as_array_mut().unwrap().push(twin);
    let twice = changed("simple", json!({ "lines": lines, "bill_total": 283.5 }));
    assert_eq!(issues(FORM, &twice), one("/lines/2/item", "warn.lineTwice"));
    let abroad = changed("simple", json!({ "supplier_iban": "AE070331234567890123456" }));
    assert_eq!(issues(FORM, &abroad), one("/supplier_iban", "warn.ibanOtherCountry"));
    let discount = changed("simple", json!({ "discount": 200 }));
    assert_eq!(issues(FORM, &discount), one("/discount", "error.discountTooHigh"));
}

/// An earlier bill GS-20418 for 199.500 OMR, with some of its answers changed.
fn earlier(changes: Value) -> EarlierSubmission {
    let mut values = json!({
        "supplier_name": "Gulf Stationery LLC", "supplier_country": "OM", "tax_number": "OM1100012345", "bill_date": "2026-02-24",
    });
    values.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    let computed = json!({ "payable": { "minor": 199_500, "currency": "OMR" } }).as_object().unwrap().clone();
    let (reference, sent_on) = ("MOGRA-E26-00007".into(), "2026-02-25".into());
    EarlierSubmission { reference, sent_on, values, computed, more: false }
}

/// The tags and reasons of the simple bill, changed, where some came in before.
fn judged(before: &[EarlierSubmission], changes: Value) -> (Vec<String>, Vec<Explain>) {
    let with = |host: NativeHost, one: &EarlierSubmission| host.with_earlier("bill_number", "GS-20418", one.clone());
    let bench = Bench::<Mogra>::new("mogra", FORM, "USD", before.iter().fold(host(), with));
    let decision = bench.decide(TODAY, &changed("simple", changes));
    (decision.tags, decision.explain)
}

fn tags(before: &[EarlierSubmission], changes: Value) -> Vec<String> {
    judged(before, changes).0
}

#[test]
fn a_twin_is_one_bill_of_the_supplier_the_number_and_the_amount_within_the_window() {
    let (tagged, why) = judged(&[earlier(json!({}))], json!({}));
    assert_eq!(tagged, ["tag.duplicate", "tag.noOrder"]);
    let line = why.iter().find(|line| line.code == "explain.duplicate").unwrap();
    // The sample is of six days before today, which is 24-Feb-2026.
    assert_eq!((line.params["reference"].clone(), line.params["days"].clone()), (json!("MOGRA-E26-00007"), json!(0)));
    assert_eq!(tags(&[], json!({})), ["tag.noOrder"]);
    // Supplier and number of two different bills are no twin: the host tells of bills with the number alone.
    let others = earlier(json!({ "tax_number": "OM1100099999" }));
    let (tagged, why) = judged(std::slice::from_ref(&others), json!({}));
    assert_eq!(tagged, ["tag.noOrder"]);
    assert!(why.iter().any(|line| line.code == "explain.duplicateNumber"));
    // The one of the same amount is told, whichever comes first.
    let dearer = EarlierSubmission {
        computed: json!({ "payable": { "minor": 200_000, "currency": "OMR" } }).as_object().unwrap().clone(),
        ..earlier(json!({}))
    };
    for both in [[dearer.clone(), earlier(json!({}))], [earlier(json!({})), dearer.clone()]] {
        assert_eq!(tags(&both, json!({})), ["tag.duplicate", "tag.noOrder"]);
    }
    let (tagged, why) = judged(&[others, dearer], json!({}));
    assert_eq!(tagged, ["tag.otherAmount", "tag.noOrder"]);
    let line = why.iter().find(|line| line.code == "explain.otherAmount").unwrap();
    assert_eq!(line.params["amount"], json!({ "minor": 200_000, "currency": "OMR" }));
    // What cannot be compared may be the same.
    let unknown = EarlierSubmission { computed: plugin_sdk::Map::new(), ..earlier(json!({})) };
    assert_eq!(tags(&[unknown], json!({})), ["tag.duplicate", "tag.noOrder"]);
}

#[test]
fn a_number_of_more_bills_than_are_told_is_for_a_person_to_look_at() {
    let others = || earlier(json!({ "tax_number": "OM1100099999" }));
    let crowd = || [others(), EarlierSubmission { more: true, ..others() }];
    let bench = crowd().iter().fold(host(), |host, one| host.with_earlier("bill_number", "GS-20418", one.clone()));
    let decision = Bench::<Mogra>::new("mogra", FORM, "USD", bench).decide(TODAY, &changed("simple", json!({})));
    assert_eq!(decision.tags, ["tag.manyOfNumber", "tag.noOrder"]);
    assert_eq!(decision.route.as_deref(), Some("route.disputes"));
    assert!(decision.explain.iter().any(|line| line.code == "explain.manyOfNumber"));
    // One that certainly is the same needs no second word; one of another amount does.
    let [one, last] = crowd();
    assert_eq!(tags(&[earlier(json!({})), one, last], json!({})), ["tag.duplicate", "tag.noOrder"]);
    let dearer = EarlierSubmission {
        computed: json!({ "payable": { "minor": 200_000, "currency": "OMR" } }).as_object().unwrap().clone(),
        more: true,
        ..earlier(json!({}))
    };
    assert_eq!(tags(&[dearer], json!({})), ["tag.manyOfNumber", "tag.otherAmount", "tag.noOrder"]);
    // Of one that is too large nothing but its reference is told.
    let large =
        EarlierSubmission { values: Value::Null, computed: plugin_sdk::Map::new(), more: true, ..earlier(json!({})) };
    assert_eq!(tags(&[large], json!({})), ["tag.manyOfNumber", "tag.noOrder"]);
}

#[test]
fn the_window_lies_between_the_dates_of_the_two_bills() {
    let at = |theirs: &str, ours: &str| tags(&[earlier(json!({ "bill_date": theirs }))], json!({ "bill_date": ours }));
    // 365 days are within the window, 366 are not; either bill may be the older one.
    assert_eq!(at("2025-02-24", "2026-02-24"), ["tag.duplicate", "tag.noOrder"]);
    assert_eq!(at("2025-02-23", "2026-02-24"), ["tag.noOrder"], "a supplier begins its numbers again");
    assert_eq!(at("2026-02-24", "2025-03-02"), ["tag.duplicate", "tag.noOrder"]);
    // How old the bill itself is, is another matter.
    assert_eq!(at("2025-03-01", "2025-03-01"), ["tag.old", "tag.duplicate", "tag.noOrder"]);
}

#[test]
fn a_supplier_without_a_tax_number_goes_by_name() {
    let none = || json!({ "tax_number": null });
    let unnumbered = |name: &str| earlier(json!({ "tax_number": null, "supplier_name": name }));
    for name in ["Gulf Stationery LLC", "GULF STATIONERY L.L.C.", "Gulf  Stationery", "gulf-stationery, Co. LLC"] {
        assert_eq!(tags(&[unnumbered(name)], none())[0], "tag.duplicate", "{name}");
        assert_eq!(tags(&[unnumbered(name)], json!({}))[0], "tag.duplicate", "{name}: only this bill has a number");
        let theirs_has_one = earlier(json!({ "supplier_name": name }));
        assert_eq!(tags(&[theirs_has_one], none())[0], "tag.duplicate", "{name}: only that one has");
    }
    assert!(!tags(&[unnumbered("Gulf Stores LLC")], none()).contains(&"tag.duplicate".to_owned()));
    let abroad = earlier(json!({ "tax_number": null, "supplier_country": "AE" }));
    assert!(!tags(&[abroad], none()).contains(&"tag.duplicate".to_owned()), "another country's of that name");
    for (one, other) in
        [("شركة الرواد للصيانة ذ.م.م", "الرّواد للصيانه"), ("مؤسسة ٢٤", "24"), ("Store 24", "Store 24 W.L.L")]
    {
        assert_eq!(name_key(one), name_key(other), "{one} {other}");
    }
    assert_eq!(name_key("Company Ltd."), "companyltd", "a name of such words alone is a name");
}

#[test]
fn clear_bills_are_paid_and_others_clarified() {
    let clear = bench(FORM).decide(TODAY, &bench(FORM).sample("mixed", TODAY));
    assert_eq!(clear.route.as_deref(), Some("route.payables"));
    assert_eq!(clear.effects[0].params["steps"], 2);
    let other = bench(FORM).decide(TODAY, &changed("mixed", json!({ "bill_total": 5000 })));
    assert_eq!(other.route.as_deref(), Some("route.disputes"));
    assert_eq!(other.tags, ["tag.totalDiffers"]);
}

#[test]
fn the_document_is_well_formed() {
    let limits = table("approval_limits");
    bench(FORM).assert_document(&[
        &limits,
        include_str!("../../src/show.rs"),
        include_str!("../../src/bills/approval.rs"),
        include_str!("../../src/bills/review.rs"),
        include_str!("../../src/bills/show.rs"),
        include_str!("../../src/bills/verdict.rs"),
    ]);
}
