//! Students: children who are enrolled, and the file that staff have of each application, section by section.
//!
//! A child becomes a student in the transaction that sends its application to `C`: that makes its row, its admission number, which has no gaps,
//! and one family of it and of who answers for it. The file is a view of what stands elsewhere (answers, papers, history, notes, messages) and
//! keeps nothing of its own.
//!
//! Always: one application is one student, and so is one person, however often and by however many the child is enrolled. A child with the number
//! of a student is that student; one with the name and the birth date of one is enrolled only where somebody says that it is another child.

pub mod api;
mod fields;
mod model;
mod service;
mod store;

pub use fields::Told;
pub(crate) use fields::{fields_about, has_word, photo_field};
pub use model::{HEALTH, Section};
pub use service::Students;
pub(crate) use service::{Enrolling, enrol, find_by_numbers, number_of, numbers_among, seems_unique, twin_of};
