//! What several slices of the desk are asked and answer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::draft::TriedDraft;
use crate::model::{Diagnostic, Draft};

/// Which state of the draft is meant.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DraftVersionRequest {
    /// The draft's version.
    pub version: i64,
}

/// The draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DraftSettingsPayload {
    /// It.
    pub draft: Draft,
    /// What is wrong with the bundle as the draft has it.
    pub problems: Vec<Diagnostic>,
}

impl From<TriedDraft> for DraftSettingsPayload {
    fn from(TriedDraft { draft, problems }: TriedDraft) -> Self {
        Self { draft, problems }
    }
}
