//! A school's texts as blocks: stored, filled for one paper, drawn for a mail, and the record of who agreed to what.
//!
//! Stored [`Block`]s and typed [`Values`] make one filled tree ([`tree`]), which PDF, page and mail draw alike and whose digest is what
//! people agree to. Filling is one pass: what was filled in is never read again, so a name can be no field, no bold text and no markup.
//! Pure rules alone: no files, no clock, no chance; beneath the schools' folders and above nothing but `words`.

pub mod block;
pub mod catalogue;
pub mod coverage;
pub mod evidence;
mod fill;
mod format;
mod html;
mod pair;
mod plain;
pub mod problems;
mod runs;
pub mod tree;
mod value;

pub use block::{Block, Column, Is, State, Texts, When};
pub use fill::{Fact, MAX_BODY, MAX_ROWS, Unfilled, facts, fill, line};
pub use format::{Digits, Hijri, Style, currency_sign};
pub use html::html;
pub use pair::{Body, Languages, Paper, body};
pub use plain::{plain, plain_body};
pub use tree::{Filled, Run};
pub use value::{Row, Value, Values};
