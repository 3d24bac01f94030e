//! Form documents, through what the crate shows.
#![expect(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests say what they expect")]

mod documents;
mod family;
mod known;
mod letters;
mod listed;
mod totals;
