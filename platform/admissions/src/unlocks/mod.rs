//! Answers that the office lets a family change after sending: which, until when, and why.
//!
//! One unlock of a submission is open at a time; another takes its place. Its family comes to it by a link, at which it says what only the
//! family knows, or as the account that owns the submission. What it sends is held against the form and its rules as they were frozen, all
//! answers of it; what was wrong elsewhere before is not the family's to mend, and staff see it.
//!
//! Staff who work on an application change answers themselves as well, by the same rules, and say why.
//!
//! Always: nothing but the named fields, and those that show by them, is another afterwards, besides what does not show any more. What a
//! family declared and signed staff never change, and a consent they only take back. What stood there before is kept, field
//! by field. What is closed or over opens nothing, also where the submission itself is over: L010, the same as for whoever was never let in. Who does not read a field learns neither
//! that it was opened nor what stood there.

pub mod api;
mod by_family;
mod by_staff;
mod model;
mod service;
mod store;

pub use by_staff::Changing;
pub use model::{Change, Key, Unlocked, UnlockedField};
pub use service::Unlocks;
pub(crate) use service::{changes_of, close_if_over, kept_changes, open_until, seen_otherwise};
