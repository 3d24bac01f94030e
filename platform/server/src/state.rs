//! What handlers are given.

use std::ops::Deref;
use std::sync::Arc;

use admissions::enquiries::Enquiries;
use admissions::family::Family;
use admissions::forms::Forms;
use axum::extract::FromRef;
use identity::Identity;
use identity::profile::{Avatars, Keepers};

use console::Console;
use settings::Settings;

use crate::common::Common;

/// The faces of all rooms, behind one pointer: the router clones it several times for each request.
#[derive(Clone)]
pub struct AppState(Arc<Faces>);

/// The faces of all rooms.
pub struct Faces {
    /// Accounts and sessions.
    pub identity: Identity,
    /// Pictures of people.
    pub avatars: Avatars,
    /// Who keeps something of people beside their account.
    pub keepers: Keepers,
    /// What families fill in.
    pub forms: Forms,
    /// What belongs to families' accounts.
    pub family: Family,
    /// The staff's inbox.
    pub enquiries: Enquiries,
    /// The school's desk.
    pub settings: Settings,
    /// The platform's own desk.
    pub console: Console,
    /// What every page needs.
    pub common: Common,
}

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

macro_rules! faces {
    ($($field:ident: $face:ty),* $(,)?) => { $(
        impl FromRef<AppState> for $face {
            fn from_ref(state: &AppState) -> Self {
                state.$field.clone()
            }
        }
    )* };
}

faces! {
    identity: Identity, avatars: Avatars, keepers: Keepers, forms: Forms, family: Family, enquiries: Enquiries,
    settings: Settings, console: Console, common: Common
}
