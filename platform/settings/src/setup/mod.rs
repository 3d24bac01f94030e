//! What a new school still has to do: steps that are done by themselves as their places are touched, and steps that its
//! administrator leaves out.

pub(crate) mod api;
mod model;
mod service;
pub(crate) mod store;
