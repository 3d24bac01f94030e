//! `mograbills`: a bill comes in, is worked out again and compared.

pub mod approval;
pub mod earlier;
pub mod qr;
pub mod review;
pub mod show;
pub mod tax_number;
pub mod totals;
pub mod verdict;

/// The form document.
pub const DOCUMENT: &str = include_str!("../../mograbills.json");
