//! The sandbox, tried with a hostile guest; and the shipped plugins, held to their native rules.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "that is how a test fails")]

mod fairness;
mod hostile;
mod load;
mod parity;
mod support;
mod trial;
