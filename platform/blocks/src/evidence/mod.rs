//! The record of who agreed to what: entries that each name the digest of the one before, so that whoever holds the last digest can
//! prove all of them, with nothing but a browser.

mod canon;
mod entry;
mod record;
mod strokes;

pub use canon::{NotCanonical, canonical};
pub use entry::{
    Agreed, Asked, Channel, Entry, How, KnownBy, Made, Mark, Moment, Reached, Signed, SignerSlot, What, signer_name,
};
pub use record::{Broken, FORM, Stored, append, verify};
pub use strokes::{BadStrokes, MAX_POINTS, MAX_STROKES, Strokes};
