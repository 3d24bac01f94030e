//! The school's own words for mail and SMS: which messages there are, what each may name, and how one would arrive.

pub(crate) mod api;
mod model;
mod service;
