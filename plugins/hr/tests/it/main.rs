//! The rules of the form, run natively with the tables that ship in the schools' bundles.

#![allow(clippy::unwrap_used, reason = "unwrap is how a test fails")]

mod document;
mod fit;
mod papers;
mod people;
mod work;

use plugin_sdk::{NativeHost, Value};
use plugin_testing::Bench;

const TODAY: &str = "2027-03-10";

fn tables(school: &str) -> String {
    format!("{}/../../tenants/schools/{school}/tables", env!("CARGO_MANIFEST_DIR"))
}

fn host() -> NativeHost {
    NativeHost::new().with_tables_in(tables("abq")).unwrap()
}

fn bench() -> Bench<hr::Hr> {
    Bench::new("abq", "hr", "OMR", host())
}

/// The simple sample with some answers changed; `null` takes one away.
fn simple(changes: &Value) -> Value {
    let mut values = bench().sample("simple", TODAY);
    for (name, value) in changes.as_object().unwrap() {
        if value.is_null() {
            values.as_object_mut().unwrap().remove(name);
        } else {
            values[name] = value.clone();
        }
    }
    values
}
