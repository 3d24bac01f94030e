//! Shapes of computed values that the three forms share.

use plugin_sdk::{Computed, Explain, Host, Kind, PluginError, Value, json};
use rules::iban;

use crate::tables;

/// A list of sentences.
pub fn list(items: &[Explain]) -> Value {
    items.iter().map(|item| json!({ "code": item.code, "params": item.params })).collect()
}

/// A table with its columns.
pub fn table(columns: &[(&str, Kind)], rows: Vec<Value>) -> Value {
    let columns: Vec<Value> =
        columns.iter().map(|(label, kind)| json!({ "label_code": label, "kind": kind })).collect();
    json!({ "columns": columns, "rows": rows })
}

/// An amount as a table's cell.
pub fn money(minor: i64, currency: &str) -> Value {
    json!({ "minor": minor, "currency": currency })
}

/// The bank of an account by the code inside its number, named in the reader's language.
pub fn bank(host: &dyn Host, account: &iban::Iban, locale: &str, on: &str) -> Result<Computed, PluginError> {
    let code = account.bank.clone().unwrap_or_default();
    let names: Option<Value> = tables::find(host, "banks", &format!("{}-{code}", account.country), on)?;
    let name = names.as_ref().and_then(|names| names.get(locale).or_else(|| names.get("en"))).and_then(Value::as_str);
    Ok(match name {
        Some(name) => Computed::new("bank", "label.bank", Kind::Text, name),
        None => Computed::new("bank", "label.bank", Kind::Code, "bank.unknown"),
    })
}
