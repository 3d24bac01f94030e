//! The school's dated rule tables, read as typed rows.

use plugin_sdk::{Host, PluginError};
use rules::date::{self, Date};
use serde::de::DeserializeOwned;

/// Every table that this plugin reads.
pub const NAMES: [&str; 10] = [
    "abq_ages",
    "abq_bus",
    "abq_calendar",
    "abq_capacity",
    "abq_discounts",
    "abq_documents",
    "abq_fees",
    "abq_grade_names",
    "abq_plans",
    "abq_routes",
];

/// The tables as they stand on one day.
#[derive(Clone)]
pub struct Tables<'a> {
    host: &'a dyn Host,
    as_of: String,
}

impl<'a> Tables<'a> {
    /// The rows that are valid on `day`.
    pub fn on(host: &'a dyn Host, day: Date) -> Self {
        Self { host, as_of: date::iso(day) }
    }

    /// The row of a key; `None` when the school has none for it on that day.
    pub fn row<T: DeserializeOwned>(&self, table: &str, key: &str) -> Result<Option<T>, PluginError> {
        let Some(value) = self.host.lookup(table, key, &self.as_of)? else {
            return Ok(None);
        };
        let row = serde_json::from_value(value);
        row.map(Some).map_err(|error| PluginError::new("table", format!("{table}, row {key}: {error}")))
    }
}
