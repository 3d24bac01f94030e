//! What a family and the school write to each other about a submission.
//!
//! The school's message goes to the family's address as well, where the form asks for one and the counts allow it, and who wants texts is
//! told by SMS that there is one; the family's waits
//! in the inbox until somebody of the staff has answered it or said that it needs no answer (`submissions.unread`). Nobody changes what was written.

pub mod api;
mod letters;
mod model;
mod service;
mod store;

pub use letters::{
    AnswersReceived, ContactChange, LetterText, LetterWords, NewStatus, OfferNews, PlaceWords, Unlocked, again,
    answers_received, application_begun, condition_due, condition_texted, consent_withdrawn, contact_changed,
    fields_unlocked, given_name, letter_mailed, letter_sent, letter_texted, link_again, of_offer, status_changed,
    withdrawn,
};
pub use service::{Messages, written};
pub(crate) use service::{accepting, recipient};
pub use store::MessageRow;
