//! The papers of a submission: what the form and its rules want, what came, and what staff say of it.
//!
//! A paper is a field of the form that takes files, where it shows for these answers. A signature is none. Staff accept a file or refuse
//! it and say why; the family sees both, and what is refused is wanted again.

pub mod api;
mod model;
mod service;
mod store;

pub use model::{Paper, PaperFile, PaperState, RefusalReason, wanted_in_words};
pub use service::{Papers, of};
