//! How a file stands with the scanner, and what of it follows for whoever asks for it.

use kernel::{MessageId, Refusal, StoreError};

use super::store::ScanRow;

/// After how many seconds somebody may ask again for what is being looked at.
const AGAIN_SECONDS: u32 = 10;

/// How a file stands with the scanner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScanState {
    /// It was not looked at yet.
    Waiting,
    /// Nothing was found.
    Clean,
    /// Something was found.
    Infected,
}

impl ScanState {
    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Clean => "clean",
            Self::Infected => "infected",
        }
    }

    /// As it was stored.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Waiting, Self::Clean, Self::Infected].into_iter().find(|state| state.as_str() == text)
    }

    /// Whether the file may be given to somebody: D005 while it waits, D006 where something was found.
    pub fn require_clean(self) -> Result<(), Refusal> {
        match self {
            Self::Clean => Ok(()),
            Self::Waiting => Err(Refusal::new(MessageId::D005).retry_after(AGAIN_SECONDS)),
            Self::Infected => Err(Refusal::new(MessageId::D006)),
        }
    }
}

impl ScanRow {
    /// How it stands; what no server of this version wrote is no word.
    pub fn state(&self) -> Result<ScanState, StoreError> {
        let id = || self.upload_id.to_string();
        let unknown = || StoreError::Inconsistent { table: "upload_scans", column: "state", id: id() };
        ScanState::parse(&self.state).ok_or_else(unknown)
    }
}
