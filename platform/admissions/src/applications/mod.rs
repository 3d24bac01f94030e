//! Applications: a submission of the school's application form, in one of eight statuses, on the way to a seat.
//!
//! An application is its submission: the same row, the same record, the same history, whose entries of where it stands are called `status`.
//! Beside it stands what an enquiry has not: a registration id, the round and the bucket of places that it competes for, what it is on hold
//! for, until when an offer keeps its seat.
//!
//! Always: what a bucket of places has taken (`seats`) is the number of applications that keep a seat there, changed by the transaction that
//! sends one of them elsewhere, which holds that row before it looks whether a seat is free. Of two who press at once, one waits.

mod accepts;
mod allowed;
pub mod api;
mod appointments;
pub(crate) mod bulk;
mod claims;
mod conditioned;
mod decisions;
mod ended;
mod enter;
mod filed;
mod guards;
mod held;
mod jobs;
mod known;
mod lettered;
mod list;
mod mail;
mod model;
mod moves;
mod overview;
mod places;
mod places_left;
mod progress;
mod proposals;
mod reasons;
mod service;
pub mod store;
mod told;
mod waitlist;

pub(crate) use accepts::accept_in_writing;
pub use appointments::Appointment;
pub(crate) use bulk::Chosen;
pub(crate) use conditioned::{
    Reminded, condition_opened, conditions_met, consents_given, has_accepted, has_offer, is_closed,
};
pub(crate) use enter::{Answers, Entering};
pub(crate) use filed::{Filed, filed_among};
pub(crate) use jobs::at_work;
pub(crate) use lettered::{Letter, LetterNews, accept_by_family};
pub(crate) use list::offer_ended;
pub use model::{APPLICATION, REASONS, Right, Standing};
pub(crate) use moves::{By, Hand, offer_ends, withdraw_by_family};
pub(crate) use places::{follow_answers, place_words};
pub(crate) use reasons::words_of as reason_words;
pub use reasons::{DeclineReason, FamilyReason};
pub use service::{Applications, Shown, Transition};
pub(crate) use service::{Registered, registered};
pub use waitlist::WaitlistPlace;
pub(crate) use waitlist::waitlist_place;
