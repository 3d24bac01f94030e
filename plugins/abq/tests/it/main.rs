//! The rules of the form, run natively with the tables that ship in the school's bundle.

#![allow(clippy::unwrap_used, reason = "unwrap is how a test fails")]

mod desk;
mod document;
mod family;
mod fees;
mod grade;
mod papers;

use plugin_sdk::{NativeHost, Value};
use plugin_testing::Bench;

/// A day on which the next school year is 2027-2028.
const TODAY: &str = "2027-03-10";

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tenants/schools/abq/tables");

fn host() -> NativeHost {
    NativeHost::new().with_tables_in(TABLES).unwrap()
}

fn bench() -> Bench<abq::Abq> {
    Bench::new("abq", "abq", "OMR", host())
}

/// The simple sample with some answers changed; `null` takes one away.
fn simple(changes: &Value) -> Value {
    changed(bench().sample("simple", TODAY), changes)
}

fn changed(mut values: Value, changes: &Value) -> Value {
    for (name, value) in changes.as_object().unwrap() {
        if value.is_null() {
            values.as_object_mut().unwrap().remove(name);
        } else {
            values[name] = value.clone();
        }
    }
    values
}
