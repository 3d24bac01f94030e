//! People: whom submissions are about, and which of them are one family.
//!
//! A form's document says which answer is whose; what it says becomes persons, in the transaction that takes the submission in. A
//! submission of an account belongs to the account's family, where a child with the same name and birth date, or the same number, is the
//! same child. Every other submission is a family of its own.
//!
//! What always holds: a person is looked for in one family and nowhere else, so that nothing that a family sees depends on the rows of
//! another (only staff who enrol a child are told that it looks like a student of another family); nobody is merged by what a stranger claims. A person is kept as long as a submission names them. A family has so many persons
//! and no more; whoever comes after that is a person without a family, and no submission is refused for it.

mod ids;
mod keys;
mod model;
mod service;
mod store;

pub use ids::{FamilyId, PersonId};
pub use model::{Likeness, MOST_PERSONS, Member, PersonDetails, Relation, Role, Standing, name_key, subject};
pub use service::{People, Placed};
