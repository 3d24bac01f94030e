//! Financial documents that a school asks for by a letter: a salary certificate, a sponsor's letter, a guarantee, a schedule of cheques.
//!
//! The letter is one that nobody signs; its reader's link opens a form with a card for each document. What is said beside them (amount, IBAN, cheques)
//! is sealed, and files are kept with the application under names that no form's field has: both are read by those alone who look after fees
//! (`application.fees`), at every door. A document that was returned is sent again, one that was verified is locked.

mod ask;
mod family;
mod model;
mod staff;
mod store;
mod taken_back;

pub(in crate::letters) use ask::{is_awaited, issue_request};
pub use family::FinancialForm;
pub(in crate::letters) use family::is_request;
pub use model::{Answer, Cheque, Decision, Item, ItemState};
pub use staff::{Financial, StaffItem};
