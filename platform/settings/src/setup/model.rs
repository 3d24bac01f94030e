//! The steps of setting a school up.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A step of setting a school up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SetupStep)]
pub enum Step {
    /// Its logo.
    Logo,
    /// Its colours.
    Colours,
    /// When admission begins and ends.
    Dates,
    /// Which entry screens are on.
    Entry,
    /// Its form.
    Form,
    /// Somebody who helps.
    Colleague,
    /// The first publication.
    Publish,
}

/// How far a school is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Setup {
    /// The administrator is done with it.
    pub finished: bool,
    /// What the administrator leaves out.
    pub skipped: Vec<Step>,
    /// What is done.
    pub done: Vec<Step>,
}
