//! Blocks, through what the crate shows.
#![expect(clippy::unwrap_used, reason = "tests say what they expect")]

mod canon;
mod catalogue;
mod fills;
mod formats;
mod hostile;
mod mails;
mod pairs;
mod problems;
mod record;
mod stored;
mod strokes;
mod world;
