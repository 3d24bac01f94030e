//! What two have to agree on: an offer in a round with four eyes, and a refusal that is not the officer's alone to decide. One proposes it, another
//! account that may approve offers approves it or sends it back, and the approval is the move.
//!
//! A proposal is told to those who may know of decisions, and nothing of the application changes by it: not where it stands, its version, its
//! history or its seat. Its own history (`proposal` in the timeline) is theirs as well.
//!
//! What is proposed with an hour for telling it cannot be approved once that has passed: then whoever proposed it and those who approve are asked to
//! do something about it.
//!
//! Always: an application has one proposal at most; whoever made it does not approve it, whatever they may; and it ends in the transaction that
//! sends the application anywhere.

pub mod api;
mod jobs;
mod model;
mod service;
mod store;

pub(super) use jobs::ProposalOverdue;
pub(super) use model::{Past, Proposed, Seen, Which, pending};
pub(super) use service::{end_by_move, find_open, past_of, propose, seen_by};
pub(super) use store::ProposalRow;
