//! The components behind a school's forms: which it runs, what they may do, how often they were asked and at what cost.
//!
//! Calls are counted in memory and written down by a slow tick and at a clean stop, never one by one ([`Tally`]).

pub(crate) mod api;
mod model;
mod service;
pub(crate) mod store;
mod tally;

pub use tally::{Calls, Tally};
