//! A family's own side: what it began, what it sent, what is still wanted; and how one applies without an account.
//!
//! A draft belongs to whoever holds its token, and from the moment that an account keeps it also to that account: what is sent
//! from it is the account's too. A guardian sees own rows and no others; every question is asked with their id.

mod adoption;
pub mod api;
mod applicants;
mod begun;
pub(crate) mod draft_limits;
mod model;
mod records;
mod service;
pub mod store;

pub use applicants::{Applied, NewChild};
pub(crate) use begun::begun_already;
pub use model::{Adoptable, Application, Child, Due, DueKind, Home, KeptDraft};
pub use records::FamilyRecords;
pub use service::Family;
pub(crate) use service::{account_for, account_of_caller, keep_submission, own_draft, owner, sealed};
