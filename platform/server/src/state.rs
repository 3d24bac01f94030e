//! What handlers are given.

use admissions::enquiries::Enquiries;
use admissions::forms::Forms;
use axum::extract::FromRef;
use identity::Identity;

use crate::common::Common;

/// The faces of all rooms. Cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// Accounts and sessions.
    pub identity: Identity,
    /// What families fill in.
    pub forms: Forms,
    /// The staff's inbox.
    pub enquiries: Enquiries,
    /// What every page needs.
    pub common: Common,
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

faces! { identity: Identity, forms: Forms, enquiries: Enquiries, common: Common }
