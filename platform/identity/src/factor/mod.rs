//! Second factors: an authenticator's codes (TOTP, RFC 6238) and recovery codes for who lost it.
//!
//! What always holds: the secret is stored sealed, a time step counts once, a recovery code counts once, and neither is ever
//! shown again. Everything here runs inside the caller's transaction, so that a code that was taken and what it opened stand
//! or fall together. How often somebody may guess is the caller's to limit.

mod model;
mod service;
pub(crate) mod store;

pub use model::{
    Proposal, RECOVERY_CODES, SECRET_BYTES, Typed, format_recovery_code, matching_step, new_recovery_codes, proposal,
};
pub(crate) use model::{Verified, readable};
pub(crate) use service::{Confirmed, begin, confirm, forget, renew, standing, verify};
