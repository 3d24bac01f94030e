//! Waiting lists: who is next for a seat by the school's own rules, and why.
//!
//! Nothing of it is stored: a list is put in order when somebody asks, by the rules that the round has then. A seat that falls free is told to
//! whoever looks after the next; where the round says so it is offered at once, by the server, as an offer like any other.

pub mod api;
mod jobs;
mod model;
mod service;
mod store;

pub(super) use jobs::OfferWaiting;
pub use model::WaitlistPlace;
pub(crate) use service::waitlist_place;
pub(super) use service::{suggest_next, suggest_next_quietly};
