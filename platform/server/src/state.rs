//! What handlers are given.

use std::ops::Deref;
use std::sync::Arc;

use crate::rooms::Faces;

/// The faces of all rooms, behind one pointer: the router clones it several times for each request.
#[derive(Clone)]
pub struct AppState(Arc<Faces>);

impl AppState {
    /// Puts the faces behind one pointer.
    #[must_use]
    pub fn new(faces: Faces) -> Self {
        Self(Arc::new(faces))
    }
}

impl Deref for AppState {
    type Target = Faces;

    fn deref(&self) -> &Faces {
        &self.0
    }
}
