//! The vendor's dated rule rows. Every number of a rule lives in the bundle, none here.

use plugin_sdk::{Host, PluginError};
use serde::de::DeserializeOwned;

/// The tables that the three forms ask for.
pub const NAMES: [&str; 15] = [
    "eos_rules",
    "banks",
    "wage_file_rules",
    "payroll_prices",
    "country_teams",
    "tax_rates",
    "tax_numbers",
    "bill_rules",
    "approval_limits",
    "erp_modules",
    "erp_effort",
    "erp_licences",
    "erp_risks",
    "erp_calendars",
    "erp_routes",
];

/// The row of a key on a day; `None` when there is no rule for it then.
pub fn find<T: DeserializeOwned>(host: &dyn Host, table: &str, key: &str, on: &str) -> Result<Option<T>, PluginError> {
    let Some(value) = host.lookup(table, key, on)? else {
        return Ok(None);
    };
    serde_json::from_value::<T>(value)
        .map(Some)
        .map_err(|error| PluginError::new("table-row", format!("{table}/{key}: {error}")))
}

/// A row that the vendor must have; without it the form cannot say anything true.
pub fn need<T: DeserializeOwned>(host: &dyn Host, table: &str, key: &str, on: &str) -> Result<T, PluginError> {
    find(host, table, key, on)?.ok_or_else(|| PluginError::new("table-row", format!("{table}/{key}: no row on {on}")))
}
