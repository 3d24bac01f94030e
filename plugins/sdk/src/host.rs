//! What the host answers while a plugin runs. It reads a snapshot that was taken before the call.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The host's side of a call: dated rule tables, "is this person known", and the log.
pub trait Host {
    /// The value of the newest row of `key` that is valid on `as_of` (`YYYY-MM-DD`); `None` when no row is.
    ///
    /// # Errors
    /// The school did not grant the table, it has none of that name, or the call asked too often.
    fn lookup(&self, table: &str, key: &str, as_of: &str) -> Result<Option<Value>, LookupError>;

    /// Whether an earlier submission names this value; it proves nothing about whoever it is. Told to `decide` alone: `check`
    /// answers to strangers, and nobody is known there. A kind that was not granted is never known.
    fn known(&self, kind: &str, value: &str) -> Known;

    /// A line for the school's plugin log. Never put a person's data in it.
    fn log(&self, level: Level, message: &str);
}

/// Whether somebody is known, without saying who.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Known {
    /// Nobody.
    No,
    /// Somebody, with how sure the match is (0 to 100).
    Yes {
        /// How sure the match is.
        score: u8,
    },
}

/// Why a table could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LookupError {
    /// The plugin did not ask for it, or the school did not grant it.
    Denied,
    /// The school has no table of that name.
    UnknownTable,
    /// This call has asked too often.
    TooManyCalls,
    /// The host could not answer.
    Failed(String),
}

impl std::fmt::Display for LookupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Denied => f.write_str("the table is not granted"),
            Self::UnknownTable => f.write_str("the school has no such table"),
            Self::TooManyCalls => f.write_str("too many lookups in one call"),
            Self::Failed(why) => write!(f, "the lookup failed: {why}"),
        }
    }
}

impl std::error::Error for LookupError {}

/// How much a log line matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
