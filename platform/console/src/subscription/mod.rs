//! Requests for a school: asked for, confirmed by mail, decided by an operator, and made.
//!
//! `pending_email → pending_review → provisioning → active`, or `rejected`. A name is held by one open request. What was
//! approved is made until it is there: each step of the making can be taken again, so that a crash in the middle leaves
//! nothing but a later look.

pub mod api;
mod countries;
pub mod model;
mod names;
pub mod plans;
mod provision;
mod service;
pub(crate) mod store;

use kernel::{PlatformTx, StoreError};

/// A request whose address is not confirmed is kept for so long: a week.
const UNCONFIRMED_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// What was rejected is kept for so long: 90 days.
const REJECTED_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// Requests whose time is over go.
pub(crate) async fn prune(tx: &mut PlatformTx, now: i64) -> Result<(), StoreError> {
    store::prune_unconfirmed(tx, now - UNCONFIRMED_MS).await?;
    store::prune_rejected(tx, now - REJECTED_MS).await?;
    Ok(())
}
