//! The places that are left as everybody may read it before they apply: in words, and counted once a minute.
//!
//! Always: an offer that is not told yet counts as a place that is left, so that no word changes by what nobody may know.

pub mod api;
mod service;
mod store;
