//! Many applications that are sent on at once: a preview of what would happen, a job that does it ([`kernel::bulk`]), one result each, and the
//! way back.
//!
//! Always: each application is moved by a transaction of its own, exactly as somebody would move it alone, and its result is written by that
//! same transaction. A result that is there is never looked at again: a chunk that runs once more, after a server died or beside one that was
//! only slow, moves nothing twice and writes to nobody twice. Whoever asked is asked for their right before every chunk.

pub mod api;
mod carry;
mod model;
mod preview;
mod service;
mod store;
mod texts;

pub(crate) use model::Chosen;
