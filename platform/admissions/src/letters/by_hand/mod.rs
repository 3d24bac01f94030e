//! Letters that staff send by hand: one of a template that nobody signs, a link once more, an end before its time, and what was posted on paper.
//!
//! Always: what is sent by hand is made, drawn and released as every letter is. Its family opens it by the link of its reader, who says besides
//! what only the family knows. An offer ends by its move and never here.

mod model;
mod posts;
mod service;
mod store;

pub use model::{ByHand, NewPost};
pub(super) use model::{MOST_LETTERS, MOST_PRINTED, asks, reason_of};
pub(super) use service::{Change, posts_of, request_stands};
pub use store::PostRow;
