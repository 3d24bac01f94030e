//! What a family sees and does of what it sent: where it stands and since when, what is missing and a place to add it, a copy, other
//! contact data, the way back out.
//!
//! Three ways lead to it and then there is one: the private link with what only the family knows (a **grant** for an hour, which the page
//! holds in memory), the account that owns it, and the session of whoever has a tracking code, which owns it too. Whoever comes by none of
//! them, or to what is not theirs, finds nothing: L010, the same for all.
//!
//! Families are told states and days. Who of the staff did what, why something was closed, comments and notes never leave the school.

mod access;
pub mod api;
mod change;
mod files;
mod library;
mod lost;
mod model;
mod service;
mod store;

pub(crate) use access::{earlier, nothing};
pub use model::{ContactDetail, FamilyFile, MyApplication, PaperTold, Told, ToldKind};
pub use service::{Application, MyApplications};
pub(crate) use service::{CHANGES, as_corrected, corrected, corrected_among, corrections_of, uncorrect};
pub(crate) use store::CorrectedRow;
pub use store::CorrectionRow;
