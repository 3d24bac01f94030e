//! Who did what: written by every room, read by those who answer for the school.

pub mod api;
mod export;
mod model;
mod reads;
mod service;
pub(crate) mod store;
mod take_out;

pub use model::{AuditActor, AuditFilter, AuditItem, AuditObject, moment};
pub(crate) use reads::{PEOPLE, Reads};
pub use service::AuditPage;

use kernel::audit::{self, Entry};
use kernel::{Caller, SchoolTx, StoreError};
use serde_json::Value;

use crate::service::Inner;

/// Writes an entry with the network address that it came from. `detail` is an object without secrets.
pub(crate) async fn note(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    action: &str,
    object_kind: &str,
    object_id: &str,
    detail: Value,
) -> Result<(), StoreError> {
    let detail = with_address(caller, detail);
    audit::record(tx, &*inner.clock, &*inner.rng, caller, Entry { action, object_kind, object_id, detail }).await
}

/// What was done, with the network address that it came from.
fn with_address(caller: &Caller, mut detail: Value) -> Value {
    if let (Some(address), Some(detail)) = (caller.address, detail.as_object_mut()) {
        detail.insert("address".into(), address.to_string().into());
    }
    detail
}
