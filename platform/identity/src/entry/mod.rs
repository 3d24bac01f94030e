//! Ways in: password, code, link, tracking code, second factor; and how accounts of families begin.
//!
//! What always holds: whether an account exists shows neither in an answer nor in the time that it takes: the same work is done
//! for addresses that are nobody's, down to a letter that is dropped instead of sent. Codes and links are stored as hashes,
//! serve one purpose once and expire; a try at a code is counted, in a transaction of its own, before the code is looked at.

pub mod api;
mod applicants;
pub(crate) mod attempts;
pub(crate) mod codes;
pub(crate) mod details;
mod first;
mod former;
pub(crate) mod links;
pub(crate) mod own_codes;
pub(crate) mod proof;
mod recover;
pub(crate) mod register;
mod second;
mod sign_in;
pub(crate) mod store;

pub(crate) use codes::prune;
pub(crate) use details::name_of;

pub use applicants::{NewApplicant, OpenedApplicant, is_admission_open};
pub use codes::{CodeAsked, CodeSent};
pub use first::Entered;
pub use recover::VerifiedEmail;
pub use register::NewFamily;
