//! The mail that a family would get of a move, before anybody makes it: as it would arrive, without the link that is the family's alone.

pub mod api;
mod service;
