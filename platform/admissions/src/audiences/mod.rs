//! Who reads what forms keep for some of the staff: how many each audience has, and what waits where it has nobody. A health answer that
//! nobody may open looks as one that nobody has opened yet, so who can let people in is told.

pub mod api;
mod service;
mod store;

pub use service::{Audience, Audiences, Unread};
