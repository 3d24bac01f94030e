//! Who did what, when: written in the same transaction as what was done.

use serde_json::Value;
use sqlx::types::Json;
use words::{Clock, Rng};

use crate::allowance::{Allowance, HISTORY, HISTORY_RESERVE, Left};
use crate::caller::{Actor, Caller};
use crate::db::{SchoolTx, StoreError};
use crate::{AuditId, UserId, statements};

crate::binds! {
    /// What is kept of an act.
    struct NewAudit<'a> {
        id: &'a AuditId,
        at: i64,
        actor_kind: &'a str,
        actor_id: Option<&'a UserId>,
        action: &'a str,
        object_kind: &'a str,
        object_id: &'a str,
        detail: Json<&'a Value>,
        request_id: &'a str,
    }
}

statements! {
    insert_audit(..row: &NewAudit) -> [later]
        "INSERT INTO audit_log (school_id, id, at, actor_kind, actor_id, action, object_kind, object_id, detail, request_id)
         VALUES (:school, :id, :at, :actor_kind, :actor_id, :action, :object_kind, :object_id, :detail, :request_id)";
}

/// What has a reserve once the day is used up: what an owner needs against whoever has their bearer.
const TAKES_BACK: [&str; 6] =
    ["user.password", "user.email_restored", "user.phone_restored", "user.disable", "user.sign_out", "factor.change"];

/// Sessions that begin and end are counted by themselves: as tries, refreshes, and ends past a bound. A proof in between is not.
fn is_counted(action: &str) -> bool {
    !action.starts_with("session.") || action == "session.confirm"
}

/// What an entry takes besides what it says: ids, hashes, indexes.
const OVERHEAD: usize = 300;

/// One thing that was done, to be written down.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// What was done: `enquiry.state`, `session.open`.
    pub action: &'a str,
    /// To what sort of thing.
    pub object_kind: &'a str,
    /// To which.
    pub object_id: &'a str,
    /// What changed; never a secret, never an answer.
    pub detail: Value,
}

/// Writes an entry.
pub async fn record(
    tx: &mut SchoolTx,
    clock: &dyn Clock,
    rng: &dyn Rng,
    caller: &Caller,
    entry: Entry<'_>,
) -> Result<(), StoreError> {
    let (kind, id) = match &caller.actor {
        Actor::Anonymous => ("anonymous", None),
        Actor::User { id, .. } => ("user", Some(id)),
        Actor::System => ("system", None),
    };
    if let Some(account) = id.filter(|_| is_counted(entry.action)) {
        let (bytes, now) = (entry.detail.to_string().len(), clock.now_ms());
        match count_kept(tx, account, bytes, now).await {
            Err(StoreError::Spent { .. }) if TAKES_BACK.contains(&entry.action) => {
                count(tx, HISTORY_RESERVE, account, bytes, now).await?;
            }
            counted => counted?,
        }
    }
    insert_audit(
        tx,
        &NewAudit {
            id: &AuditId::new(clock, rng),
            at: clock.now_ms(),
            actor_kind: kind,
            actor_id: id,
            action: entry.action,
            object_kind: entry.object_kind,
            object_id: entry.object_id,
            detail: Json(&entry.detail),
            request_id: &caller.request_id,
        },
    )
    .await
}

/// Counts what an account causes to be written down for good; [`StoreError::Spent`] past what it may in a day.
pub async fn count_kept(tx: &mut SchoolTx, account: &UserId, bytes: usize, now: i64) -> Result<(), StoreError> {
    count(tx, HISTORY, account, bytes, now).await
}

async fn count(tx: &mut SchoolTx, of: Allowance, account: &UserId, bytes: usize, now: i64) -> Result<(), StoreError> {
    let bytes = i64::try_from(bytes + OVERHEAD).unwrap_or(i64::MAX);
    match of.take(tx, account.as_str(), bytes, now).await? {
        Left::Enough(_) => Ok(()),
        Left::TooLittle { seconds, .. } => Err(StoreError::Spent { seconds }),
    }
}
