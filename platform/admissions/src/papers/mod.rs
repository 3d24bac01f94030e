//! The papers of a submission: what the form and its rules want, what came, and what staff say of it.
//!
//! A paper is a field of the form that takes files, where it shows for these answers, or what the rules want and no field takes: that has a
//! place of its own (`wanted:<code>`), to which its family adds it after sending. A signature is none. Staff accept a file, with its last day
//! where it has one, or refuse it and say why; the family sees both, and what is refused, has expired or carried something harmful is wanted
//! again. Staff may do without a wanted paper and say why. They add files, remove them, and bring them back within thirty days.

pub mod api;
mod files;
mod jobs;
mod listed;
mod model;
mod service;
mod store;

pub use files::Placed;
pub(crate) use files::{bring_back, take_back, take_back_elsewhere};
pub use listed::DocumentsStand;
pub(crate) use listed::{forget, of_papers, tell, tell_sent};
pub use model::{Paper, PaperFile, PaperState, RefusalReason, Removed, Waiver, wanted_in_words};
pub use service::{PaperList, Papers, Review, of, place};
pub(crate) use service::{missing_among, refused_of};
