//! Saved views: the search, filters, sorting and columns of a list that somebody keeps under a name, on every device of theirs.
//!
//! A view belongs to one account and is seen by nobody else. It says what stands in the address of its list, by the parameters that this
//! list knows, and opens nothing: what a list shows is decided when it is asked for. Who may not see a list any more keeps its views
//! unseen.

pub mod api;
mod model;
mod service;
mod store;

pub use model::{SavedView, ViewList};
pub(crate) use service::own_views;
