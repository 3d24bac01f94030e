//! What an offer depends on: conditions that are made with its letter, documents that a family sends for them, and what staff say of each.
//!
//! Always: of a condition it is kept what staff said. That something was sent for it is read from the files of its question, through whichever
//! door they came. Whoever writes a condition holds the submission of its letter before.

mod given;
mod jobs;
mod model;
mod service;
mod store;

pub(super) use jobs::MORNING;
pub use model::{ConditionTold, Deciding, Decision, Followed};
pub use service::Conditions;
pub(crate) use service::{count_conditions, go_on, is_judged, own_conditions};
pub(super) use service::{last_end, make};
