//! Letters that go out: an offer on paper that a family signs by a link, and that anybody can check years later.
//!
//! A letter is made in the transaction that makes the offer, with what it says fixed then. A job draws and seals it beside requests, and
//! releases it: file, first entry of its record, and the link by mail, in one transaction. Each signer has a link of their own and says besides
//! what only the family knows. The last signature draws the paper again with all of them and the certificate, and sends the application on.
//!
//! Always: nothing is drawn or sealed in a transaction; a file is there before its row, and one without a row is swept; whoever writes a
//! letter's row holds its submission before, so that a move, an expiry and a signature never cross. Tokens live as links do
//! ([`kernel::links`]); whatever opens nothing is one answer, L010.

mod acceptance;
mod answer;
pub mod api;
mod bulk;
mod by_hand;
mod check;
mod close;
mod code;
mod conditions;
mod consents;
mod evidence;
mod expire;
mod financial;
mod form_values;
mod issue;
mod kept;
mod listed;
mod mailed;
mod merge;
mod model;
mod open;
mod own;
mod paper;
mod reach;
mod release;
mod seals;
mod service;
mod signed;
mod staff;
mod store;
mod waiting;

pub(crate) use close::follow;
pub use conditions::ConditionTold;
pub(crate) use conditions::{count_conditions, go_on, is_judged, own_conditions};
use consents::issue_any;
pub(crate) use consents::{ask_required, days as consent_days, missing_consents};
pub(crate) use issue::{Issued, Occasion, issue};
pub(crate) use kept::erase_over;
pub use listed::{ConditionsStand, FinancialStand, ListedLetters};
pub(crate) use listed::{letters_among, of_letters, open_among, withheld_papers};
pub use open::Held;
pub use own::{OwnLetter, OwnLetterState};
pub(crate) use own::{is_answered_by_letter, own_letter};
pub(crate) use reach::{Reach, Way};
pub use seals::{Certificate, Made, SealingKey, SealingKeys, Seals, Unsealed};
pub(crate) use service::kept_among;
pub use service::{LetterTools, Letters};
pub(crate) use waiting::waiting;
pub use waiting::{Waiting, WaitingKind};
