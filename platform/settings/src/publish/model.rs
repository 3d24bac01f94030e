//! Revisions and publications that wait.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::{Diagnostic, Editor};

kernel::ids! {
    /// The id of a publication that waits for its moment.
    pub ScheduleId;
}

/// What brought a revision about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RevisionKind)]
pub enum Kind {
    /// Somebody published the draft.
    Published,
    /// A publication's moment came.
    Scheduled,
    /// Somebody published an earlier revision again.
    Restored,
    /// The operators changed the bundle's files.
    Files,
}

impl Kind {
    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Scheduled => "scheduled",
            Self::Restored => "restored",
            Self::Files => "files",
        }
    }

    /// From what is stored.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "scheduled" => Self::Scheduled,
            "restored" => Self::Restored,
            "files" => Self::Files,
            _ => Self::Published,
        }
    }
}

/// A whole published state.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SettingsRevision)]
pub struct Revision {
    /// Its number, from 1.
    pub seq: i64,
    /// When it went live.
    pub at: String,
    /// What brought it about.
    pub kind: Kind,
    /// Who published it; null for the operators' files.
    pub by: Option<Editor>,
    /// Why.
    pub note: String,
    /// How many values differ from the revision before.
    pub changes: i64,
}

/// The revision that is live.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PublishedSettings)]
pub struct Published {
    /// Its number.
    pub seq: i64,
    /// When it went live.
    pub at: String,
    /// Who published it; null for the operators' files.
    pub by: Option<Editor>,
    /// Why.
    pub note: String,
}

/// Whether a publication waits or failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ScheduleState)]
pub enum ScheduleState {
    /// Its moment has not come.
    Waiting,
    /// On its moment the bundle would have had errors.
    Failed,
}

/// A publication that waits for its moment.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SettingsSchedule)]
pub struct Schedule {
    /// Its id.
    pub id: String,
    /// Its moment.
    pub at: String,
    /// Why.
    pub note: String,
    /// Who set it.
    pub by: Editor,
    /// How many places it changes.
    pub edits: i64,
    /// Whether it waits or failed.
    pub state: ScheduleState,
    /// What was wrong.
    pub problems: Vec<Diagnostic>,
}

/// What became of publishing the draft.
#[derive(Debug, Clone)]
pub enum Publication {
    /// It is live.
    Live(Revision),
    /// It waits for its moment.
    Waiting(Schedule),
}
