//! How applications come along: how many reached which step, and how long those that wait have stood where they stand.
//!
//! Where an application stands says nothing of how far it came: an offer that expired was an offer. So the furthest step of each is kept, by
//! the transaction that sends it there. What is decided and told later moves nothing, and is in none of these numbers before its time.

pub mod api;
mod model;
mod service;
mod store;

pub(super) use service::reach;
