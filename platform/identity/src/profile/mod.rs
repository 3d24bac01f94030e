//! What is a person's own: what they tell of themselves, their picture, password, address, second factor and sessions.
//!
//! What always holds: everything here is about the caller alone, so no id of a person is ever asked for. Whatever opens the
//! account asks for the current password again, or for a code where there is none ([`step_up`]), at the same pool and counts
//! as signing in; a till's session shows who is there and no more, since a PIN is not enough for that; and the person is told by
//! mail, or at the number that they sign in by.

pub mod api;
pub mod avatar;
mod countries;
mod credentials;
mod factor_api;
mod model;
mod phone;
mod phone_api;
mod picture;
mod records;
mod service;
mod sessions;
mod step_up;
pub(crate) mod store;
mod take_out;

pub use avatar::{Avatars, avatar_url};
pub(crate) use model::line;
pub use model::{Notifications, Profile, ProfileChange};
pub use records::{Keepers, Records};
pub(crate) use service::wants_mail;
pub(crate) use step_up::account_hash;
pub use take_out::TakeOut;
