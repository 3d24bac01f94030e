//! What comes back from a call beside the verdict.

use std::time::Duration;

use serde::Serialize;
use words::verdict::EffectKind;

/// A verdict and what it cost.
#[derive(Debug, Clone)]
pub struct Answer<T> {
    /// What the plugin said, checked.
    pub verdict: T,
    /// What the call used and asked for.
    pub report: Report,
}

/// What a call used and asked for.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// Fuel used; the same on every machine.
    pub fuel: u64,
    /// Time in the plugin and the host functions it called.
    #[serde(rename = "micros", serialize_with = "as_micros")]
    pub elapsed: Duration,
    /// Table and known-person questions.
    pub lookups: u32,
    /// Questions that were not granted.
    pub denied: u32,
    /// Known-person questions (kind, value) that were granted but not looked for before the call. Personal data: not printed.
    #[serde(skip)]
    pub unanswered: Vec<(String, String)>,
    /// The same of questions (table, key) to the school's records.
    #[serde(skip)]
    pub unanswered_records: Vec<(String, String)>,
    /// Effects that were asked for without a grant and left out.
    pub dropped_effects: Vec<EffectKind>,
    /// What the plugin logged. May hold personal data if its author was careless: keep it out of the server's log.
    pub log: Vec<LogLine>,
    /// Log lines over the limit.
    pub log_dropped: u32,
}

/// One line that a plugin logged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// How much it matters.
    pub level: Level,
    /// The line, without control characters.
    pub message: String,
}

/// How much a log line matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// For the plugin's author.
    Debug,
    /// Worth noting.
    Info,
    /// Something to look at.
    Warn,
    /// Something is wrong.
    Error,
}

fn as_micros<S: serde::Serializer>(elapsed: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX))
}
