//! The school's dated rule tables, read as typed rows of today.

use plugin_sdk::{Host, PluginError};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Every table that this plugin reads.
pub const NAMES: [&str; 4] = ["hr_posts", "hr_rules", "hr_salary", "hr_scoring"];

/// What a post asks for.
#[derive(Deserialize)]
pub struct Post {
    /// Subjects that fit fully; none means any.
    #[serde(default)]
    pub subjects: Vec<String>,
    /// Subjects that are near.
    #[serde(default)]
    pub near: Vec<String>,
    /// Age groups; none means any.
    #[serde(default)]
    pub phases: Vec<String>,
    /// Years at schools.
    pub years: i32,
    /// Whether a licence is needed.
    pub licence: bool,
    /// The salary scale.
    pub scale: String,
    /// The department's desk.
    pub desk: String,
    /// Address that the department's head signs in with: they hear of an application at once.
    pub head: Option<String>,
}

/// Points of each part of the score.
#[derive(Deserialize)]
pub struct Weights {
    pub subject: i32,
    pub phase: i32,
    pub years: i32,
    pub licence: i32,
}

/// Monthly pay by step.
#[derive(Deserialize)]
pub struct Scale {
    /// ISO 4217.
    pub currency: String,
    /// Minor units, lowest step first.
    pub steps: Vec<i64>,
    /// Years at schools for one step up.
    pub years_per_step: i32,
    /// Steps up for a master's degree.
    pub master: i32,
    /// Steps up for a doctorate.
    pub doctorate: i32,
}

/// Limits that the school sets.
#[derive(Deserialize)]
pub struct Rules {
    /// The longest break in days that needs no explanation.
    pub gap_days: i32,
    /// Months for which a police clearance counts.
    pub police_months: i32,
}

/// The row of a key; `None` when the school has none for it today.
pub fn row<T: DeserializeOwned>(
    host: &dyn Host,
    table: &str,
    key: &str,
    today: &str,
) -> Result<Option<T>, PluginError> {
    let Some(value) = host.lookup(table, key, today)? else {
        return Ok(None);
    };
    let row = serde_json::from_value(value);
    row.map(Some).map_err(|error| PluginError::new("table", format!("{table}, row {key}: {error}")))
}

/// A row that every school with this form has to have.
pub fn needed<T: DeserializeOwned>(host: &dyn Host, table: &str, key: &str, today: &str) -> Result<T, PluginError> {
    row(host, table, key, today)?
        .ok_or_else(|| PluginError::new("table", format!("{table} has no row {key} for {today}")))
}
