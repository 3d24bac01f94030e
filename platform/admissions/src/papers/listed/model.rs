//! How the papers of a submission stand, all together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::model::{Paper, PaperState};

/// What of its papers a list is narrowed to; nothing that is over is among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DocumentsStand {
    /// One at least is missing, or another is wanted in its place.
    Missing,
    /// None is.
    Complete,
    /// One at least was refused, and no other came.
    Refused,
    /// A file at least came that nobody has looked at.
    ToCheck,
}

impl DocumentsStand {
    /// As statements take it: the mark that is looked for, and of what is complete nothing.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Missing => MISSING,
            Self::Complete => "complete",
            Self::Refused => REFUSED,
            Self::ToCheck => RECEIVED,
        }
    }
}

pub(super) const MISSING: &str = "missing";
const REFUSED: &str = "refused";
const RECEIVED: &str = "received";

/// How many papers wait for somebody, by their mark and who alone reads of them, and the last day on which that is so.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    pub counts: BTreeMap<(&'static str, String), i64>,
    /// None where no day changes it.
    pub until: Option<String>,
}

impl Marks {
    pub fn of(papers: &[Paper]) -> Self {
        let mut counts = BTreeMap::new();
        for paper in papers {
            let is_received = paper.files.iter().any(|file| file.state == PaperState::Received);
            let is_refused = paper.state == PaperState::Refused;
            for (mark, is_so) in [(MISSING, paper.is_missing()), (REFUSED, is_refused), (RECEIVED, is_received)] {
                if is_so {
                    *counts.entry((mark, paper.kept_for.join(" "))).or_default() += 1;
                }
            }
        }
        let accepted = papers.iter().flat_map(|paper| &paper.files).filter(|file| file.state == PaperState::Accepted);
        Self { counts, until: accepted.filter_map(|file| file.expires_on.clone()).min() }
    }
}
