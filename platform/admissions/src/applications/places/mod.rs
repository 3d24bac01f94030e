//! Whose place an application has, when its answers change to another grade or desk: one that waits for review follows them, every other stays
//! where the office has it. Whoever looks after it is asked to move its place or to keep it, and until that is done the record says so.
//!
//! What is asked is the task itself: it says where the answers point, and nothing else is kept of that.

pub mod api;
mod model;
mod service;

pub use model::Differing;
pub(crate) use model::place_words;
pub(crate) use service::follow_answers;
pub(super) use service::{differing, note_settled};
