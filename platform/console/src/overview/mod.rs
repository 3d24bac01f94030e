//! How the schools are: for operators, without anything of a family.

pub mod api;
pub mod model;
mod service;
pub mod store;
mod suspension;
