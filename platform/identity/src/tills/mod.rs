//! Tills: devices that were enrolled, and people who sign in at them by staff code and PIN.
//!
//! What always holds: the enrolment code is shown once, works once and for a quarter of an hour; a device proves itself by 256
//! random bits that are stored as a hash; a PIN is looked at only for a device that is this till, behind the pool and slowdown
//! of passwords; one person works at a till at a time; and a till's session opens nothing but tills.

pub mod api;
mod entry;
mod model;
mod pins;
mod service;
pub(crate) mod store;

pub use entry::{PosEntry, TillSession};
pub use model::{ListedTill, NewTill, StoreType, TillChange};
pub(crate) use pins::{forget_pins, staff_code_hash};
