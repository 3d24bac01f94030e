//! The vendor's rules against figures worked out by hand, over the tables that ship with its bundle.

#![expect(clippy::unwrap_used, reason = "unwrap is how a test fails")]

mod bills;
mod erp;
mod hr;

use mogra::Mogra;
use plugin_sdk::{NativeHost, Value};
use plugin_testing::Bench;
use rules::date::{self, Date};

const TODAY: &str = "2026-03-02";
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tenants/schools/mogra/tables");

fn host() -> NativeHost {
    NativeHost::new().with_tables_in(TABLES).unwrap()
}

fn bench(form: &str) -> Bench<Mogra> {
    Bench::new("mogra", form, "USD", host())
}

fn changed(form: &str, sample: &str, changes: Value) -> Value {
    let mut values = bench(form).sample(sample, TODAY);
    for (field, value) in changes.as_object().unwrap() {
        values[field] = value.clone();
    }
    values
}

fn value(form: &str, values: &Value, key: &str) -> Value {
    bench(form).computed(TODAY, values, key).unwrap_or_else(|| panic!("{key}")).value
}

fn issues(form: &str, values: &Value) -> Vec<(String, String)> {
    bench(form).check(TODAY, values).errors.into_iter().map(|issue| (issue.path, issue.code)).collect()
}

fn one(path: &str, code: &str) -> Vec<(String, String)> {
    vec![(path.to_owned(), code.to_owned())]
}

fn day(text: &str) -> Date {
    date::parse(text).unwrap()
}

fn table(name: &str) -> String {
    std::fs::read_to_string(format!("{TABLES}/{name}.yaml")).unwrap()
}

#[test]
fn samples_are_clean_on_every_day() {
    for form in ["mograhr", "mograbills", "mograerp"] {
        bench(form).assert_samples();
    }
}

#[test]
fn half_filled_answers_are_no_fault() {
    for form in ["mograhr", "mograbills", "mograerp"] {
        bench(form).assert_half_filled(TODAY);
    }
}

#[test]
fn a_form_that_is_not_ours_is_refused_in_order() {
    use plugin_sdk::{FormPlugin, json, testing::context};
    let ctx = context("mogra", "other", TODAY, "USD");
    assert_eq!(Mogra::document("other"), None);
    assert_eq!(Mogra::check(&ctx, &json!({}), &host()).unwrap_err().code, "form");
}
