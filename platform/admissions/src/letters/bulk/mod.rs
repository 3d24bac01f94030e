//! Letters for many at once: a preview of who would get one, a job that makes them ([`kernel::bulk`]), one result each, all of them on paper, and
//! the way back for those that nobody has opened.
//!
//! Always: a letter is made exactly as somebody would send it alone, and its result is written by that same transaction. A result that is there is
//! never looked at again: a chunk that runs once more, after a server died or beside one that was only slow, makes no letter twice. Drawing,
//! sealing and mailing are each letter's own job, as of every letter. Whoever asked is asked for their right before every group.

mod carry;
mod model;
mod preview;
mod service;
mod store;

pub use model::{Asked, Counts, Doing, Outcome, Sending};
pub use preview::{Preview, Unsent};
pub use service::ResultLine;
