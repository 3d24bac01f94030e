//! The college's dated rule rows, read into types. Every number of a rule lives in the bundle, none here.

use plugin_sdk::{Host, PluginError, Value};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The tables this plugin asks for.
pub const NAMES: [&str; 12] = [
    "programmes",
    "age_limits",
    "relaxations",
    "boards",
    "mark_scales",
    "english",
    "intakes",
    "score_weights",
    "fees",
    "hostel_fees",
    "documents",
    "test_centres",
];

/// The table of an overseas student's steps.
pub const FOREIGN_PLAN: &str = "foreign_plan";

/// The row of a key on a day; `None` when the college has no rule for it then.
pub fn find<T: DeserializeOwned>(host: &dyn Host, table: &str, key: &str, on: &str) -> Result<Option<T>, PluginError> {
    let Some(value) = host.lookup(table, key, on)? else {
        return Ok(None);
    };
    serde_json::from_value::<T>(value)
        .map(Some)
        .map_err(|error| PluginError::new("table-row", format!("{table}/{key}: {error}")))
}

/// What a programme asks for.
#[derive(Debug, Clone, Deserialize)]
pub struct Programme {
    /// `ug`, `pg` or `culinary`.
    pub level: String,
    /// `class12` or `degree`.
    pub needs: String,
    /// Lowest result in percent, before relaxation.
    pub minimum_percent: i64,
    /// Whether English must be shown.
    pub english: bool,
    /// Length.
    pub months: i64,
    /// The intakes that it has.
    pub intakes: Vec<String>,
}

/// Usual ages at a level.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct AgeLimits {
    /// Lowest age in whole years.
    pub lowest: i32,
    /// Highest age in whole years.
    pub highest: i32,
}

/// What a category lowers and raises.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct Relaxation {
    /// Percentage points off the minimum.
    pub points: i64,
    /// Years on the highest age.
    pub years: i32,
}

/// How a board's subjects become one percentage.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum Board {
    /// English and the best others.
    Best { count: usize },
    /// The best, whatever they are.
    BestAny { count: usize },
    /// All marks over all full marks.
    Aggregate,
}

/// A scale of grades.
#[derive(Debug, Clone, Deserialize)]
pub struct Scale {
    /// Lowest grade.
    pub low: f64,
    /// Highest grade.
    pub high: f64,
    /// Percent for one grade point, on straight scales.
    pub factor: Option<f64>,
    /// Percent at certain grades, on the others.
    #[serde(default)]
    pub points: Vec<(f64, f64)>,
}

/// Enough English by a test or the school subject.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct English {
    /// Lowest score of the test.
    #[serde(default)]
    pub low: f64,
    /// Highest score of the test.
    #[serde(default)]
    pub high: f64,
    /// What is enough.
    pub minimum: f64,
}

/// When an intake begins.
#[derive(Debug, Clone, Deserialize)]
pub struct Intake {
    /// `MM-DD`.
    pub day: String,
    /// How many years ahead one may apply.
    pub years_ahead: i32,
}

/// Shares of the final score, out of 100.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Weights {
    /// Studies.
    pub academics: i64,
    /// Entrance test.
    pub test: i64,
    /// Group discussion and interview.
    pub interview: i64,
}

/// A programme's fees in minor units.
#[derive(Debug, Clone, Deserialize)]
pub struct Fees {
    /// Once.
    pub admission: i64,
    /// Each year.
    pub tuition: i64,
    /// Each year, for passport holders of other countries.
    pub foreign: i64,
    /// Once.
    pub kit: i64,
    /// Each year.
    pub exam: i64,
    /// Once, given back.
    pub deposit: i64,
    /// The day from which this list is valid.
    pub since: String,
}

/// What overseas students pay on top each year.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct International {
    /// International student services.
    pub services: i64,
}

/// A document somebody has to bring.
#[derive(Debug, Clone, Deserialize)]
pub struct Document {
    /// Key of its text.
    pub code: String,
    /// The upload that settles it.
    pub field: Option<String>,
    /// Days before the intake by which it is wanted.
    pub before: i32,
}

/// One step of an overseas student.
#[derive(Debug, Clone, Deserialize)]
pub struct Step {
    /// Key of its text.
    pub code: String,
    /// Days from the first day of the intake.
    pub days: i32,
    /// Only for those who need a student visa.
    pub visa_only: bool,
}

/// When a centre holds the entrance test.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Centre {
    /// 1 Monday to 7 Sunday.
    pub weekday: u8,
    /// Days between applying and the test.
    pub notice_days: i32,
    /// Days before the intake of the last test.
    pub last_before: i32,
}

/// The list that a row holds, such as all programmes.
pub fn list(host: &dyn Host, table: &str, key: &str, on: &str) -> Result<Vec<String>, PluginError> {
    let found: Option<Value> = find(host, table, key, on)?;
    Ok(found
        .as_ref()
        .and_then(Value::as_array)
        .map(|items| items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect())
        .unwrap_or_default())
}
