//! What a family and the school write to each other about a submission.
//!
//! The school's message goes to the family's address as well, where the form asks for one and the counts allow it, and who wants texts is
//! told by SMS that there is one; the family's waits
//! in the inbox until somebody of the staff has answered it or said that it needs no answer (`submissions.unread`). Nobody changes what was written.

pub mod api;
mod letters;
mod model;
mod of_letters;
mod service;
mod store;

pub use letters::{
    AnswersReceived, ContactChange, LetterWords, NewStatus, OfferNews, PlaceWords, Unlocked, answers_received,
    application_begun, contact_changed, fields_unlocked, given_name, link_again, of_offer, of_offer_texted,
    status_changed, withdrawn,
};
pub use of_letters::{
    LetterSigned, LetterText, again, condition_due, condition_texted, consent_withdrawn, letter_mailed, letter_sent,
    letter_signed, letter_signed_texted, letter_texted,
};
pub use service::{Messages, written};
pub(crate) use service::{accepting, recipient};
pub use store::MessageRow;
