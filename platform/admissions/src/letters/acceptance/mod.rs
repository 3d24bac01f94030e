//! The letter by which a family accepts its place: made once all have signed the offer, with a way to pay that the family chooses before anybody
//! signs it.
//!
//! Its signers' links are made of what they are bound to, so that the answer to an offer can tell the link each time. Where its template leaves
//! a choice, the letter waits (`choosing`); what it says is fixed with the choice, and another choice is another letter in its place.

mod choose;
mod issue;
mod model;
mod signed;
mod store;

pub use choose::Accepting;
pub(super) use issue::{is_acceptance, terms_of};
pub use model::{Payment, Terms, Way, sum};
