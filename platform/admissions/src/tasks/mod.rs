//! What somebody has to do about a submission: a form's rules ask for it ("nurse to call the family"), or a colleague does.
//!
//! A task is for one person or for nobody yet, by a day or by none, and is done once. It is seen by whoever sees its submission. What the
//! rules ask for is told in the form's own words, in the reader's language; of some of it they want people to hear at once.

pub mod api;
mod jobs;
mod model;
mod notices;
pub(crate) mod said;
mod service;
pub(crate) mod store;

pub(crate) use model::DAYS_OF_RULES;
pub(crate) use model::words_in;
pub use notices::TellStaff;
pub(crate) use notices::tell_owner;
pub use service::Tasks;
pub(crate) use service::{
    Asking, ask, ask_owner, ask_owner_of, awaits_sibling, close_for, close_said, is_answered, leave_open,
    open_for_rules, said_of, told_among,
};
