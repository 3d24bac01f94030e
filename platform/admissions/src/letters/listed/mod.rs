//! What the lists of what came in, and their files, tell of letters: how the conditions of an offer stand, and the financial documents that were
//! asked for.
//!
//! Always: an offer that ended tells nothing. Of a document that an audience alone reads nobody else learns that it came, and of financial
//! documents nothing at all who does not look after fees.

mod model;
mod service;
mod store;

pub use model::{ConditionsStand, FinancialStand, ListedLetters};
pub(crate) use service::{letters_among, open_among, withheld_papers};
pub(crate) use store::of_letters;
