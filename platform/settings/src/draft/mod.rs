//! The draft: what somebody changed and nobody published, with the version and the name of each place's last change.
//!
//! What always holds: edits are taken all or none; nobody overwrites what somebody else changed since they looked, unless they
//! say so; and what the operators keep stays theirs.

pub(crate) mod api;
mod model;
mod service;
pub(crate) mod store;

pub(crate) use model::Stored;
pub use model::{DraftChanges, FileStates, Overview, SettingFile, TriedDraft};
pub(crate) use service::State;
