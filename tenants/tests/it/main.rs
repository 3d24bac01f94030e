//! Tests of the schools' room over real folders.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "tests say what they expect"
)]

mod bundles;
mod consents;
mod doors;
mod hosts;
mod house;
mod legal;
mod letters;
mod messages;
mod overlay;
mod reload;
mod resolution;
mod school_yaml;
