//! What people do with bulk jobs: ask, look, cancel, fetch, remove.

use std::sync::Arc;

use serde_json::Value;
use sqlx::types::Json;
use words::sabotage::{Guard, is_removed};
use words::{Clock, Rng, ids};

use super::{
    BulkClear, BulkJob, BulkStep, CHUNK, KEEP_MS, KEPT_OF_ACCOUNT, KEPT_OF_SCHOOL, OPEN_OF_ACCOUNT, OPEN_OF_SCHOOL,
    State, store,
};
use crate::caller::SchoolScope;
use crate::db::{SchoolTx, StoreError};
use crate::files::{Content, FileStore};
use crate::{BulkJobId, Db, MessageId, Refusal, UserId, outbox};

/// Bulk jobs of all schools. Cheap to clone.
#[derive(Clone)]
pub struct Bulk(pub(super) Arc<Parts>);

pub(super) struct Parts {
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub files: FileStore,
}

/// What somebody asks for.
#[derive(Debug, Clone)]
pub struct Ask {
    /// What is to be done.
    pub kind: &'static str,
    /// Who asks.
    pub account: UserId,
    /// What the kind needs for it.
    pub wants: Value,
    /// To what, in order.
    pub items: Vec<String>,
    /// What the file will be called.
    pub file_name: String,
    /// What it will be.
    pub media_type: String,
}

impl Bulk {
    /// Over these parts; the files are a store of their own.
    #[must_use]
    pub fn new(db: Db, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>, files: FileStore) -> Self {
        Self(Arc::new(Parts { db, clock, rng, files }))
    }

    /// Begins a job, in the transaction of who asks. A008 when the account has one that is open, or as many as are kept for one; R012 when
    /// the school has.
    pub async fn ask(&self, tx: &mut SchoolTx, ask: Ask) -> Result<BulkJob, Refusal> {
        let (clock, rng) = (&*self.0.clock, &*self.0.rng);
        let now = clock.now_ms();
        store::hold_school(tx).await?;
        let held = store::held(tx, &ask.account, now).await?;
        if !is_removed(Guard::BulkJobs) {
            let own = if held.own_open >= OPEN_OF_ACCOUNT { Some(OPEN_OF_ACCOUNT) } else { None };
            let own = own.or((held.own_kept >= KEPT_OF_ACCOUNT).then_some(KEPT_OF_ACCOUNT));
            if let Some(limit) = own {
                return Err(Refusal::new(MessageId::A008).with("limit", limit));
            }
            if held.open >= OPEN_OF_SCHOOL || held.kept >= KEPT_OF_SCHOOL {
                return Err(Refusal::new(MessageId::R012).retry_after(60));
            }
        }
        let id = BulkJobId::new(clock, rng);
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let (total, chunks) = (count(ask.items.len()), count(ask.items.len().div_ceil(CHUNK)));
        let (state, wants) = (State::Waiting.as_str(), Json(&ask.wants));
        store::insert_job(
            tx,
            &store::NewJob {
                id: &id,
                kind: ask.kind,
                account: &ask.account,
                state,
                wants,
                total,
                chunks,
                file_name: &ask.file_name,
                media_type: &ask.media_type,
                now,
            },
        )
        .await?;
        for (n, items) in ask.items.chunks(CHUNK).enumerate() {
            store::insert_chunk(tx, &id, count(n), Json(items.to_vec())).await?;
        }
        self.enqueue(tx, &id, 0).await?;
        let row = store::find_job(tx, &id).await?.ok_or_else(|| Refusal::internal("a bulk job vanished"))?;
        Ok(row.try_into()?)
    }

    /// An account's jobs of a kind, the newest first.
    pub async fn list(&self, scope: &SchoolScope, kind: &str, account: &UserId) -> Result<Vec<BulkJob>, Refusal> {
        let mut tx = self.0.db.read(scope).await?;
        let rows = store::jobs_of(&mut tx, kind, account, self.0.clock.now_ms()).await?;
        Ok(rows.into_iter().map(BulkJob::try_from).collect::<Result<_, _>>()?)
    }

    /// Everybody's jobs of a kind, the newest first: for who looks after what others do.
    pub async fn list_all(&self, scope: &SchoolScope, kind: &str) -> Result<Vec<BulkJob>, Refusal> {
        let mut tx = self.0.db.read(scope).await?;
        let rows = store::jobs_of_kind(&mut tx, kind, self.0.clock.now_ms()).await?;
        Ok(rows.into_iter().map(BulkJob::try_from).collect::<Result<_, _>>()?)
    }

    /// A job of a kind, whoever asked for it; one whose time is over does not exist.
    pub async fn find_any(&self, tx: &mut SchoolTx, kind: &str, id: &BulkJobId) -> Result<BulkJob, Refusal> {
        let row = store::find_job(tx, id).await?.ok_or_else(Refusal::not_found)?;
        let job = BulkJob::try_from(row)?;
        let is_kept = job.state.is_open() || job.expires_at > self.0.clock.now_ms();
        if job.kind == kind && is_kept { Ok(job) } else { Err(Refusal::not_found()) }
    }

    /// One of an account's jobs of a kind; any other does not exist, and neither does one whose time is over.
    pub async fn find(
        &self,
        tx: &mut SchoolTx,
        kind: &str,
        account: &UserId,
        id: &BulkJobId,
    ) -> Result<BulkJob, Refusal> {
        let job = self.find_any(tx, kind, id).await?;
        let is_own = job.account == *account || is_removed(Guard::BulkOwner);
        if is_own { Ok(job) } else { Err(Refusal::not_found()) }
    }

    /// Ends a job that is open; one that has ended stays as it is.
    pub async fn cancel(
        &self,
        tx: &mut SchoolTx,
        kind: &str,
        account: &UserId,
        id: &BulkJobId,
    ) -> Result<BulkJob, Refusal> {
        let job = self.find(tx, kind, account, id).await?;
        self.cancel_found(tx, &job).await?;
        self.find(tx, kind, account, id).await
    }

    /// Ends one that its caller has found, if it is open.
    pub async fn cancel_found(&self, tx: &mut SchoolTx, job: &BulkJob) -> Result<(), StoreError> {
        self.end(tx, &job.id, State::Cancelled, None).await.map(drop)
    }

    /// Holds a job that is open until the transaction ends, so that whoever ends it waits; false where it has ended. At the end of what a step does,
    /// for steps that are carried out side by side wait here for one another.
    pub async fn hold_open(tx: &mut SchoolTx, id: &BulkJobId) -> Result<bool, StoreError> {
        Ok(store::hold_open(tx, id).await? > 0)
    }

    /// Ends all that an account asked for and that is open, in the transaction that takes its rights away: nothing of it is done after that.
    pub async fn cancel_of(
        tx: &mut SchoolTx,
        made: (&dyn Clock, &dyn Rng),
        account: &UserId,
    ) -> Result<(), StoreError> {
        for job in store::open_of(tx, account).await? {
            end(tx, made, &job.id, State::Cancelled, None).await?;
        }
        Ok(())
    }

    /// Forgets a job with its file, and ends it first if it is open.
    pub async fn remove(&self, tx: &mut SchoolTx, kind: &str, account: &UserId, id: &BulkJobId) -> Result<(), Refusal> {
        let job = self.find(tx, kind, account, id).await?;
        store::delete_job(tx, &job.id).await?;
        self.clear_later(tx, &job.id).await?;
        Ok(())
    }

    /// The bytes of a finished job's file. A001 when there is none.
    pub async fn open(&self, scope: &SchoolScope, job: &BulkJob) -> Result<Content, Refusal> {
        let own = |key: &&str| {
            job.state == State::Done && key.strip_prefix(scope.id().as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        let key = job.file_key.as_deref().filter(own).ok_or_else(Refusal::not_found)?;
        // Its file may have stayed behind, where its row was copied to another place.
        let gone = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => Refusal::not_found(),
            _ => crate::files::refusal(error),
        };
        self.0.files.read(key).await.map_err(gone)
    }

    /// Ends a job that is open; whether it was.
    pub(super) async fn end(
        &self,
        tx: &mut SchoolTx,
        id: &BulkJobId,
        state: State,
        fault: Option<MessageId>,
    ) -> Result<bool, StoreError> {
        end(tx, (&*self.0.clock, &*self.0.rng), id, state, fault).await
    }

    /// Asks for a step.
    pub(super) async fn enqueue(&self, tx: &mut SchoolTx, job: &BulkJobId, chunk: i64) -> Result<(), StoreError> {
        let step = BulkStep { job: job.clone(), chunk };
        outbox::enqueue(tx, &*self.0.clock, &*self.0.rng, &format!("{job}:{chunk}"), &step).await
    }

    /// Files of a job that has ended go after the commit.
    pub(super) async fn clear_later(&self, tx: &mut SchoolTx, job: &BulkJobId) -> Result<(), StoreError> {
        clear_later(tx, (&*self.0.clock, &*self.0.rng), job).await
    }
}

async fn end(
    tx: &mut SchoolTx,
    made: (&dyn Clock, &dyn Rng),
    id: &BulkJobId,
    state: State,
    fault: Option<MessageId>,
) -> Result<bool, StoreError> {
    let now = made.0.now_ms();
    let ended = store::end(tx, id, state.as_str(), fault.map(MessageId::as_str), now, now + KEEP_MS).await?;
    if ended > 0 {
        store::delete_chunks(tx, id).await?;
        clear_later(tx, made, id).await?;
    }
    Ok(ended > 0)
}

async fn clear_later(
    tx: &mut SchoolTx,
    (clock, rng): (&dyn Clock, &dyn Rng),
    job: &BulkJobId,
) -> Result<(), StoreError> {
    let dedup = format!("{job}:{}", ids::new_id(clock, rng));
    outbox::enqueue(tx, clock, rng, &dedup, &BulkClear {}).await
}
