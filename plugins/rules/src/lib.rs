//! Rules of the field that several forms need, as plain functions: no clock, no network, no randomness.
//!
//! A plugin calls these with the host's `today`; the same code runs inside the component, natively in unit tests, and in the
//! server's form engine, whose formats are these rules. Everything accepts Arabic-Indic and Persian digits and answers with Western ones.

pub mod answers;
pub mod date;
pub mod digits;
pub mod iban;
pub mod ids;
pub mod mail;
pub mod money;
pub mod names;
pub mod spans;
