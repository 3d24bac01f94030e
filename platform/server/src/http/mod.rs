//! From the socket to the handler.
//!
//! [`Front`] is the whole way of one request; [`listen`] feeds it from a socket, tests feed it by hand.

mod address;
mod branding;
mod calendar;
mod door;
mod front;
mod headers;
mod held_body;
mod known;
mod language;
pub mod listen;
mod locales;
mod pages;
mod places;
mod prepared;
mod preview;
mod probes;
mod slow_body;
mod stall;
mod tally;

pub use front::Front;
