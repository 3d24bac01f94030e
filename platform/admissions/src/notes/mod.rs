//! What staff keep in view at the head of a submission: "calls after four only", "sister is in grade 2".
//!
//! A note is no history: who wrote it changes it and takes it away, and an administrator takes any away. What became of a
//! submission stands in its timeline. A note is read by whoever sees the submission and has `note.read`, which the list's count and the
//! student's file ask too, and never by its family.

pub mod api;
mod model;
mod service;
mod store;

pub use model::NoteMark;
pub use service::{Notes, written};
