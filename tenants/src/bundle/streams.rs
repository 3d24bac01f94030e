//! Streams: what a school teaches side by side, each with names of its own for the grades.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::Text;
use words::problem::{Problem, child};
use words::text::is_hidden;

use super::config::SchoolConfig;

/// Characters of a stream's name: it stands before a list of grades.
const LONGEST: usize = 40;

/// A stream, as families read which one a grade's places are of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StreamConfig {
    /// What it is called.
    pub name: Text,
    /// Its grades, as `places` of the rounds calls them, each with the one that the form's question and `schoolDates` have for it: `{ year1: kg2 }`.
    #[schemars(extend(
        "minProperties" = 1,
        "maxProperties" = 60,
        "propertyNames" = {"pattern": "^[a-z0-9_-]{1,40}$"},
        "additionalProperties" = {"type": "string", "pattern": "^[a-z0-9_-]{1,40}$"}
    ))]
    pub grades: BTreeMap<String, String>,
}

impl SchoolConfig {
    /// The stream whose grade that is, and what the form calls it; none where the school names no stream for it.
    #[must_use]
    pub fn stream_of(&self, grade: &str) -> Option<(&Text, &str)> {
        self.streams.iter().find_map(|stream| Some((&stream.name, stream.grades.get(grade)?.as_str())))
    }
}

/// What the shape of `streams` cannot say.
pub(super) fn check(config: &SchoolConfig, problems: &mut Vec<Problem>) {
    for (index, stream) in config.streams.iter().enumerate() {
        let at = format!("/streams/{index}");
        for (language, text) in [("en", &stream.name.en), ("ar", &stream.name.ar)] {
            let at = format!("{at}/name/{language}");
            if text.trim().is_empty() || text.chars().any(|c| c.is_control() || is_hidden(c)) {
                problems.push(Problem::new(at, "badName", "words in one line, without characters that nobody sees"));
            } else if text.chars().count() > LONGEST {
                problems.push(Problem::new(at, "tooLong", format!("longer than {LONGEST} characters")));
            }
        }
        for grade in stream.grades.keys() {
            if config.streams[..index].iter().any(|other| other.grades.contains_key(grade)) {
                let at = child(&format!("{at}/grades"), grade);
                problems.push(Problem::key(at, "duplicate", format!("`{grade}` is of another stream already")));
            }
        }
    }
}
