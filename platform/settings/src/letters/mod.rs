//! The school's templates of letters: which there are, what each may name, and how one will look, on paper and as a page.

pub(crate) mod api;
mod model;
mod service;
