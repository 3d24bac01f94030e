//! What lists are narrowed and ordered by of papers: how many of each submission are missing, were refused, or wait to be looked at.
//!
//! Always: each count is the one rule's ([`super::model::papers`]) and is written again in the transaction that changes what it is made of, and
//! on the day after a paper's last one. Who does not read a question is told nothing of its paper, by no filter, no number and no order.

pub(super) mod jobs;
mod model;
mod service;
mod store;

pub use model::DocumentsStand;
pub(crate) use service::{forget, tell, tell_sent};
pub(crate) use store::of_papers;
