//! What is said of a sample.

use serde::Serialize;
use utoipa::ToSchema;
use words::verdict::{Computed, Issue, Verdict};

/// What a form and its rules say about answers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
#[schema(as = FormOutcome)]
pub struct Outcome {
    /// What is wrong with them.
    pub errors: Vec<Issue>,
    /// What follows from them.
    pub computed: Vec<Computed>,
    /// The rules' word; null where the answers would be refused, or the rules gave no answer.
    pub verdict: Option<Verdict>,
    /// Why the rules gave no answer.
    pub failure: Option<String>,
}

/// A sample of the draft's form.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ComparedSample {
    /// Its name.
    pub name: String,
    /// What is said of it now; null where the form is not live.
    pub live: Option<Outcome>,
    /// What the draft says; null where its form cannot be tried.
    pub draft: Option<Outcome>,
    /// Whether the two differ.
    pub differs: bool,
}
