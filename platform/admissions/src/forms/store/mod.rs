//! All SQL of the slice.

pub mod drafts;
pub mod records;
pub mod submissions;
pub mod uploads;
pub mod versions;
