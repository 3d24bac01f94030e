//! Side effects leave through here: a row in the same transaction as the change, carried out after the commit, tried
//! again until it is done or hopeless. Delivery is at least once; `dedup` makes a double request one row.

use serde_json::Value;
use sqlx::types::Json;

use crate::db::{SchoolTx, StoreError};
use crate::{Clock, Rng, ids, rows, statements};

rows! {
    /// A job that is due and leased to the worker that took it.
    pub struct OutboxRow {
        /// Its id; stable over retries.
        pub id: String,
        /// Which handler takes it.
        pub kind: String,
        /// What the handler needs.
        pub payload: Json<Value>,
        /// How often it was begun, this time included.
        pub attempts: i64,
    }
    /// When the next job is due.
    pub struct NextDue {
        /// Milliseconds; absent when nothing waits.
        pub due_at: Option<i64>,
    }
}

statements! {
    insert_job(id: &str, kind: &str, dedup: &str, payload: Json<Value>, due_at: i64, now: i64) -> [exec]
        "INSERT INTO outbox (school_id, id, kind, dedup, payload, state, due_at, lease_until, attempts, created_at)
         VALUES ($1, $2, $3, $4, $5, 'ready', $6, 0, 0, $7) ON CONFLICT (school_id, dedup) DO NOTHING";
    /// Leases up to ten due jobs.
    pub lease_jobs(now: i64, lease_until: i64) -> [all OutboxRow]
        "UPDATE outbox SET lease_until = $3, attempts = attempts + 1
         WHERE school_id = $1 AND id IN (SELECT id FROM outbox WHERE school_id = $1 AND state = 'ready' AND due_at <= $2
             AND lease_until <= $2 ORDER BY due_at, id LIMIT 10)
         RETURNING id, kind, payload, attempts";
    /// A job is done; what it carried is forgotten, for it may have been a secret.
    pub finish_job(id: &str, now: i64) -> [exec]
        "UPDATE outbox SET state = 'done', payload = '{}', done_at = $3, lease_until = 0, last_error = NULL WHERE school_id = $1 AND id = $2";
    /// A job failed and is due again later.
    pub retry_job(id: &str, due_at: i64, error: &str) -> [exec]
        "UPDATE outbox SET due_at = $3, lease_until = 0, last_error = $4 WHERE school_id = $1 AND id = $2";
    /// A job is hopeless; what it carried is forgotten, for it may have been a secret.
    pub bury_job(id: &str, now: i64, error: &str) -> [exec]
        "UPDATE outbox SET state = 'dead', payload = '{}', done_at = $3, lease_until = 0, last_error = $4 WHERE school_id = $1 AND id = $2";
    /// When the worker has to look again.
    pub next_due() -> [one NextDue]
        "SELECT MIN(CASE WHEN lease_until > due_at THEN lease_until ELSE due_at END) AS due_at
         FROM outbox WHERE school_id = $1 AND state = 'ready'";
    /// Old finished jobs go.
    pub prune_jobs(before: i64) -> [exec]
        "DELETE FROM outbox WHERE school_id = $1 AND state = 'done' AND done_at < $2";
}

/// Asks for a side effect. Commits or vanishes with the transaction; the worker is woken by the commit.
pub async fn enqueue(
    tx: &mut SchoolTx,
    clock: &dyn Clock,
    rng: &dyn Rng,
    kind: &str,
    dedup: &str,
    payload: Value,
) -> Result<(), StoreError> {
    enqueue_at(tx, clock, rng, kind, dedup, payload, clock.now_ms()).await
}

/// The same at a moment that may lie ahead.
pub async fn enqueue_at(
    tx: &mut SchoolTx,
    clock: &dyn Clock,
    rng: &dyn Rng,
    kind: &str,
    dedup: &str,
    payload: Value,
    due_at: i64,
) -> Result<(), StoreError> {
    let id = ids::new_id(clock, rng);
    insert_job(tx, &id, kind, dedup, Json(payload), due_at, clock.now_ms()).await?;
    tx.wake_outbox();
    Ok(())
}
