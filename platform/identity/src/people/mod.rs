//! People of a school, as those see them who manage them: listed, invited, changed, signed out.
//!
//! What always holds: a change of roles or status acts on that person's next request; the school keeps an administrator who
//! can sign in, counted in the transaction of the change; nobody gives or touches the platform's own role here; who manages
//! people cannot shut themselves out; who gives power over the school or takes it has lately shown who they are.

pub mod api;
mod change;
mod model;
mod power;
mod search;
mod service;
pub(crate) mod store;

pub use model::{Invitation, ListedPerson, PeopleFilter, PersonChange};
pub(crate) use model::{is_till_role, staff_code_of};
pub(crate) use service::keyed_pin;
