//! The papers of a submission: what the form and its rules want, what came, and what staff say of it.
//!
//! A paper is a field of the form that takes files, where it shows for these answers, or what the rules want and no field takes: that has a
//! place of its own (`wanted:<code>`), to which its family adds it after sending. A signature is none. Staff accept a file or refuse it and
//! say why; the family sees both, and what is refused is wanted again.

pub mod api;
mod model;
mod service;
mod store;

pub use model::{Paper, PaperFile, PaperState, RefusalReason, wanted_in_words};
pub(crate) use service::missing_among;
pub use service::{Papers, of, place};
