//! Sheets are drawn, sealed and checked; where tools of others are at hand, they say what they think of it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "that is how a test fails, or says what it skipped"
)]

mod coverage;
mod dates;
mod drawing;
mod marks;
mod outside;
mod refusals;
mod sealing;
mod structure;
#[allow(dead_code, reason = "the server's tests use the rest")]
#[path = "../world/tools.rs"]
mod tools;
#[path = "../world/mod.rs"]
mod world;
