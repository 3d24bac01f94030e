//! Side effects leave through here: a row in the same transaction as the change, carried out after the commit, tried
//! again until it is done or hopeless. Delivery is at least once; `dedup` makes a double request one row.
//!
//! Jobs stand in lanes, so that a burst in one holds up no other. A job is leased to one worker of one server for a while; its
//! count of tries is that lease's name, and only who holds it says what became of the job.

use serde_json::Value;
use sqlx::types::Json;
use words::{Clock, Rng};

use crate::db::{SchoolTx, StoreError};
use crate::jobs::Job;
use crate::{JobId, rows, statements};

/// Which queue a job stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(i64)]
pub enum Lane {
    /// Codes and links: somebody sits and waits for them.
    Prompt = 0,
    /// Other mail and text messages.
    Mail = 1,
    /// Everything else.
    Rest = 2,
    /// Steps of work that takes long: nobody waits behind them but others of their kind.
    Bulk = 3,
    /// Files that a scanner looks at: it may be slow or away, and nothing else waits behind it.
    Scans = 4,
    /// Letters of many: each takes a core for a while, and no letter of one family waits behind them.
    Letters = 5,
}

impl Lane {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Prompt, Self::Mail, Self::Rest, Self::Bulk, Self::Scans, Self::Letters];

    /// As the column has it; what a newer server wrote is the rest.
    #[must_use]
    pub fn of(column: i64) -> Self {
        Self::ALL.into_iter().find(|lane| *lane as i64 == column).unwrap_or(Self::Rest)
    }
}

/// As how many tries a lease counts that ended by itself: whoever had it died, mostly in that job, and five are enough.
pub const LOST: i64 = 12;

rows! {
    /// A job that is due and leased to the worker that took it.
    pub struct OutboxRow {
        /// Its id; stable over retries.
        pub id: JobId,
        /// Which handler takes it.
        pub kind: String,
        /// What the handler needs.
        pub payload: Json<Value>,
        /// How often it was begun, this time included; a time that nobody ended counts [`LOST`].
        pub attempts: i64,
    }
    /// How the outbox is.
    pub struct JobCounts {
        pub waiting: i64,
        pub failed: i64,
    }
    /// A job that failed.
    pub struct FailedRow {
        pub kind: String,
        pub at: i64,
        pub attempts: i64,
        pub problem: String,
    }
    /// How many there are.
    struct AskedFor {
        n: i64,
    }
    /// When the next job is due.
    pub struct NextDue {
        /// Milliseconds; absent when nothing waits.
        pub due_at: Option<i64>,
    }
}

statements! {
    insert_job(id: &JobId, kind: &str, lane: i64, dedup: &str, payload: Json<Value>, due_at: i64, now: i64) -> [later]
        "INSERT INTO outbox (school_id, id, kind, lane, dedup, payload, state, due_at, lease_until, attempts, created_at)
         VALUES (:school, :id, :kind, :lane, :dedup, :payload, 'ready', :due_at, 0, 0, :now) ON CONFLICT (school_id, dedup) DO NOTHING";
    count_asked(dedup: &str) -> [one AskedFor]
        "SELECT COUNT(*) AS n FROM outbox WHERE school_id = :school AND dedup = :dedup";
    /// Leases due jobs of a lane. The condition stands twice: on PostgreSQL another server's commit may come between looking
    /// and taking, and only the outer one is looked at again then. Of those that were leased and never ended one at a time is
    /// leased again, so that one in which servers die takes no other with it for long.
    lease(lane: i64, now: i64, lease_until: i64, most: i64, lost: i64) -> [all OutboxRow]
        "UPDATE outbox SET lease_until = :lease_until, attempts = attempts + CASE WHEN lease_until > 0 THEN CAST(:lost AS BIGINT) ELSE 1 END
         WHERE school_id = :school AND state = 'ready' AND lease_until <= :now AND id IN (SELECT id FROM outbox WHERE school_id = :school
             AND state = 'ready' AND lane = :lane AND due_at <= :now AND lease_until <= :now AND (lease_until = 0 OR id = (
                 SELECT id FROM outbox WHERE school_id = :school AND state = 'ready' AND lane = :lane AND due_at <= :now
                     AND lease_until > 0 AND lease_until <= :now ORDER BY lease_until, id LIMIT 1))
             ORDER BY due_at, id LIMIT :most)
         RETURNING id, kind, payload, attempts";
    /// A job is done; what it carried is forgotten, for it may have been a secret.
    pub finish_job(id: &JobId, attempts: i64, now: i64) -> [exec]
        "UPDATE outbox SET state = 'done', payload = '{}', done_at = :now, lease_until = 0, last_error = NULL
         WHERE school_id = :school AND id = :id AND attempts = :attempts AND state = 'ready'";
    /// A job failed and is due again later.
    pub retry_job(id: &JobId, attempts: i64, due_at: i64, error: &str) -> [exec]
        "UPDATE outbox SET due_at = :due_at, lease_until = 0, last_error = :error
         WHERE school_id = :school AND id = :id AND attempts = :attempts AND state = 'ready'";
    /// A job is hopeless; what it carried is forgotten, for it may have been a secret.
    pub bury_job(id: &JobId, attempts: i64, now: i64, error: &str) -> [exec]
        "UPDATE outbox SET state = 'dead', payload = '{}', done_at = :now, lease_until = 0, last_error = :error
         WHERE school_id = :school AND id = :id AND attempts = :attempts AND state = 'ready'";
    /// When the worker has to look again.
    pub next_due() -> [one NextDue]
        "SELECT MIN(CASE WHEN lease_until > due_at THEN lease_until ELSE due_at END) AS due_at
         FROM outbox WHERE school_id = :school AND state = 'ready'";
    next_in(lane: i64) -> [one NextDue]
        "SELECT MIN(CASE WHEN lease_until > due_at THEN lease_until ELSE due_at END) AS due_at
         FROM outbox WHERE school_id = :school AND state = 'ready' AND lane = :lane";
    /// How many wait, and how many are hopeless.
    pub count_jobs() -> [one JobCounts]
        "SELECT COUNT(CASE WHEN state = 'ready' THEN 1 END) AS waiting, COUNT(CASE WHEN state = 'dead' THEN 1 END) AS failed
         FROM outbox WHERE school_id = :school";
    /// Those that are hopeless, or failed and will be tried again, the latest first; without what they carry.
    pub list_failed(limit: i64) -> [all FailedRow]
        "SELECT kind, COALESCE(done_at, due_at) AS at, attempts, COALESCE(last_error, '') AS problem FROM outbox
         WHERE school_id = :school AND (state = 'dead' OR (state = 'ready' AND last_error IS NOT NULL))
         ORDER BY COALESCE(done_at, due_at) DESC LIMIT :limit";
    /// Old finished jobs go.
    pub prune_jobs(before: i64) -> [exec]
        "DELETE FROM outbox WHERE school_id = :school AND state = 'done' AND done_at < :before";
}

/// Leases due jobs of a lane: each to one worker alone.
pub async fn lease_jobs(
    tx: &mut SchoolTx,
    lane: Lane,
    now: i64,
    lease_until: i64,
    most: usize,
) -> Result<Vec<OutboxRow>, StoreError> {
    lease(tx, lane as i64, now, lease_until, i64::try_from(most).unwrap_or(i64::MAX), LOST).await
}

/// When a lane has to be looked at again.
pub async fn next_due_in(tx: &mut SchoolTx, lane: Lane) -> Result<Option<i64>, StoreError> {
    Ok(next_in(tx, lane as i64).await?.due_at)
}

/// Asks for a side effect, now. Commits or vanishes with the transaction; the worker is woken by the commit. Of jobs of a type with
/// the same `dedup` there is one.
pub async fn enqueue<J: Job>(
    tx: &mut SchoolTx,
    clock: &dyn Clock,
    rng: &dyn Rng,
    dedup: &str,
    job: &J,
) -> Result<(), StoreError> {
    enqueue_at(tx, clock, rng, dedup, job, clock.now_ms()).await
}

/// Whether a side effect was asked for with that `dedup` already: what is done once is counted once.
pub async fn is_asked_for<J: Job>(tx: &mut SchoolTx, dedup: &str) -> Result<bool, StoreError> {
    Ok(count_asked(tx, &format!("{}:{dedup}", J::KIND)).await?.n > 0)
}

/// Asks for one at a moment that may lie ahead.
pub async fn enqueue_at<J: Job>(
    tx: &mut SchoolTx,
    clock: &dyn Clock,
    rng: &dyn Rng,
    dedup: &str,
    job: &J,
    due_at: i64,
) -> Result<(), StoreError> {
    let (id, dedup) = (JobId::new(clock, rng), format!("{}:{dedup}", J::KIND));
    let payload = serde_json::to_value(job).map_err(|error| StoreError::Broken(error.to_string()))?;
    insert_job(tx, &id, J::KIND, job.lane() as i64, &dedup, Json(payload), due_at, clock.now_ms()).await?;
    tx.wake_outbox();
    Ok(())
}
