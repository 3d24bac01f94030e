//! The school's dated rule rows, read into types. Every number of a rule lives in the bundle, none here.

use std::collections::BTreeMap;

use plugin_sdk::{Host, PluginError};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The tables this plugin asks for.
pub const NAMES: [&str; 10] = [
    "programmes",
    "match_weights",
    "grade_scales",
    "credit_rules",
    "scholarships",
    "agents",
    "counsellors",
    "time_zones",
    "terms",
    "consents",
];

/// The row of a key on a day; `None` when the school has no rule for it then.
pub fn find<T: DeserializeOwned>(host: &dyn Host, table: &str, key: &str, on: &str) -> Result<Option<T>, PluginError> {
    let Some(value) = host.lookup(table, key, on)? else {
        return Ok(None);
    };
    serde_json::from_value::<T>(value)
        .map(Some)
        .map_err(|error| PluginError::new("table-row", format!("{table}/{key}: {error}")))
}

/// One programme of the prospectus.
#[derive(Debug, Clone, Deserialize)]
pub struct Programme {
    /// Its name's key after `programme.`.
    pub code: String,
    /// `school`, `foundation`, `bachelor` or `master`.
    pub level: String,
    /// Areas that it covers.
    pub areas: Vec<String>,
    /// Where it is taught.
    pub campuses: Vec<String>,
    /// Languages of study.
    pub languages: Vec<String>,
    /// Terms in which it begins.
    pub terms: Vec<String>,
    /// What it is good for.
    pub goals: Vec<String>,
    /// A year's tuition in minor units.
    pub fee: i64,
    /// Lowest result in percent.
    pub minimum: i64,
    /// Credits of the whole; 0 where none can be brought along.
    pub credits: i64,
}

/// Points of a full fit.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Weights {
    /// Areas of interest.
    pub interest: i64,
    /// What it is for.
    pub goal: i64,
    /// A chosen campus.
    pub campus: i64,
    /// The chosen term.
    pub term: i64,
    /// The language of study.
    pub language: i64,
    /// Tuition within the budget.
    pub budget: i64,
    /// The result reaches the minimum.
    pub record: i64,
    /// Tuition this much above the budget earns half.
    pub near_budget_percent: i64,
    /// A result this many points below the minimum earns half.
    pub near_record_points: i64,
    /// How many programmes are shown.
    pub shown: usize,
}

/// What limits credits that are brought along.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct CreditLimits {
    /// Lowest mark in percent.
    pub lowest_mark: f64,
    /// Oldest course in years.
    pub oldest_years: i32,
    /// Most credits of one area.
    pub area_credits: i64,
    /// Most of the programme's credits, in percent.
    pub programme_percent: i64,
}

/// One band of scholarships.
#[derive(Debug, Clone, Deserialize)]
pub struct Band {
    /// Key of its name.
    pub code: String,
    /// Lowest result in percent.
    pub minimum: i64,
    /// Achievements asked for.
    pub achievements: usize,
    /// Percent off tuition.
    pub off_percent: i64,
}

/// An agent's contract.
#[derive(Debug, Clone, Deserialize)]
pub struct Agent {
    /// The agency.
    pub name: String,
    /// Commission in percent.
    pub commission_percent: i64,
    /// Countries of the students that it may bring.
    pub countries: Vec<String>,
}

/// Somebody who advises families.
#[derive(Debug, Clone, Deserialize)]
pub struct Counsellor {
    /// Stable code.
    pub code: String,
    /// Name by language.
    pub name: BTreeMap<String, String>,
    /// Languages spoken.
    pub languages: Vec<String>,
    /// Campuses advised on.
    pub campuses: Vec<String>,
    /// The address that they sign in with: whoever has one is given the families, and their open ones are counted.
    #[serde(default)]
    pub account: Option<String>,
    /// Families at present, where nobody counts them.
    #[serde(default)]
    pub open: i64,
    /// Families at most.
    pub capacity: i64,
    /// Own time zone.
    pub zone: String,
    /// First hour of work, own time.
    pub from: i32,
    /// Last hour of work, own time.
    pub to: i32,
}

/// Points of a full fit between a family and a counsellor.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct CounsellorWeights {
    /// Speaks the wished language.
    pub language: i64,
    /// Advises on a chosen campus.
    pub campus: i64,
    /// Common hours of the day.
    pub hours: i64,
    /// Free places.
    pub load: i64,
    /// Common minutes that earn all of `hours`.
    pub meet_minutes: i64,
}

/// A part of the day in hours.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Hours {
    /// From.
    pub from: i32,
    /// To.
    pub to: i32,
}

/// When a term begins.
#[derive(Debug, Clone, Deserialize)]
pub struct Term {
    /// `MM-DD`.
    pub day: String,
    /// How many years ahead one may ask.
    pub years_ahead: i32,
}

/// What a family of a country agrees to.
#[derive(Debug, Clone, Deserialize)]
pub struct Consent {
    /// Key of the text.
    pub text: String,
    /// Age from which a student decides alone.
    pub adult: i32,
    /// The day from which this text is used.
    pub since: String,
}
