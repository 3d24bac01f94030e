//! `mograhr`: an institution asks for HR and payroll.

pub mod eos;
pub mod review;
pub mod verdict;
pub mod wages;

/// The form document.
pub const DOCUMENT: &str = include_str!("../../mograhr.json");
