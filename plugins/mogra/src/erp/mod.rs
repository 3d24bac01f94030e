//! `mograerp`: from an institution's needs to the figures of a proposal.

pub mod calendar;
pub mod effort;
pub mod licences;
pub mod review;
pub mod risks;
pub mod scope;
pub mod show;
pub mod verdict;

/// The form document.
pub const DOCUMENT: &str = include_str!("../../mograerp.json");
