//! Work that takes long: a list of items in chunks, carried out one chunk after another beside everything else, with progress, which
//! survives a restart and a second server, can be cancelled, and ends in a file that is fetched.
//!
//! A job stands at `waiting` until its first chunk is done, then at `running`, and ends as `done`, `failed` or `cancelled`. Which items
//! it is about is fixed when it is asked for. A chunk is one job of the outbox: its part of the file is kept under a name of its own,
//! then cursor, progress and the next chunk's job are written in one transaction. A server that dies in between leaves a part that the
//! same chunk writes again; one that was only slow finds the cursor moved on and changes nothing. The last step makes the file of the
//! parts. Who asked is asked for their right again before every step ([`Carry`]).
//!
//! Files lie in a store of their own, and what no open job and no finished one names is swept ([`Bulk::sweep`]). Nothing of it travels
//! with a school: what is moved, restored or put back asks again.

mod service;
mod steps;
mod store;
mod sweep;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use words::ids;

use crate::caller::SchoolScope;
use crate::db::{SchoolTx, StoreError};
use crate::files::{FileStore, Incoming};
use crate::jobs::Job;
use crate::outbox::Lane;
use crate::refusal::Refusal;
use crate::{BulkJobId, UserId};

pub use service::{Ask, Bulk};
pub use steps::Parts;

/// Items of a chunk.
pub const CHUNK: usize = 500;
/// Jobs of one account that wait or run.
pub const OPEN_OF_ACCOUNT: i64 = 1;
/// Jobs of a school that wait or run.
pub const OPEN_OF_SCHOOL: i64 = 4;
/// Jobs of one account that are told of, the ended ones with them.
pub const KEPT_OF_ACCOUNT: i64 = 5;
/// The same of a school.
pub const KEPT_OF_SCHOOL: i64 = 25;
/// Bytes of a school's parts and files.
pub const KEPT_BYTES: i64 = 2 << 30;
/// How long a file is kept, and a job that failed or was cancelled is told of.
pub const KEEP_MS: i64 = crate::allowance::DAY;

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BulkState)]
pub enum State {
    /// Nothing of it is done yet.
    Waiting,
    /// Some of it is.
    Running,
    /// Its file is ready.
    Done,
    /// It ended without one.
    Failed,
    /// Who asked for it did not want it any more.
    Cancelled,
}

impl State {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Waiting, Self::Running, Self::Done, Self::Failed, Self::Cancelled];

    /// As it is stored and told.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// The state of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }

    /// Whether something of it is still to be done.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Waiting | Self::Running)
    }
}

/// A job as it stands.
#[derive(Debug, Clone)]
pub struct BulkJob {
    /// Its id.
    pub id: BulkJobId,
    /// What is done.
    pub kind: String,
    /// Whose it is.
    pub account: UserId,
    /// Where it stands.
    pub state: State,
    /// What the kind needs for it.
    pub wants: Value,
    /// Items.
    pub total: i64,
    /// Items that are done.
    pub done: i64,
    /// Chunks.
    pub chunks: i64,
    /// Chunks that are done: which one is next.
    pub cursor: i64,
    /// Bytes of its parts, or of its file.
    pub bytes: i64,
    /// Message id of what it failed by.
    pub fault: Option<String>,
    /// Where its file is.
    pub file_key: Option<String>,
    /// The file's name.
    pub file_name: String,
    /// What the file is.
    pub media_type: String,
    /// When it was asked for.
    pub created_at: i64,
    /// When it moved last.
    pub updated_at: i64,
    /// When it is forgotten, once it has ended.
    pub expires_at: i64,
}

impl TryFrom<store::JobRow> for BulkJob {
    type Error = StoreError;

    fn try_from(row: store::JobRow) -> Result<Self, StoreError> {
        let Some(state) = State::parse(&row.state) else {
            return Err(StoreError::Inconsistent { table: "bulk_jobs", column: "state", id: row.id.into() });
        };
        Ok(Self {
            id: row.id,
            kind: row.kind,
            account: row.account,
            state,
            wants: row.wants.0,
            total: row.total,
            done: row.done,
            chunks: row.chunks,
            cursor: row.cursor,
            bytes: row.bytes,
            fault: row.fault,
            file_key: row.file_key,
            file_name: row.file_name,
            media_type: row.media_type,
            created_at: row.created_at,
            updated_at: row.updated_at,
            expires_at: row.expires_at,
        })
    }
}

/// How a kind of job is carried out. A refusal that says what trouble the server has (5xx) is tried again a few times; any other ends
/// the job as failed, with that message id for who asked.
pub trait Carry: Send + Sync + 'static {
    /// Its name in the table; rows are found by it, so it never changes.
    fn kind(&self) -> &'static str;

    /// Carries items out and writes what is kept of them, a line each. Asks first whether who asked still may.
    fn chunk<'a>(
        &'a self,
        scope: &'a SchoolScope,
        job: &'a BulkJob,
        items: Vec<String>,
        part: &'a mut Incoming,
    ) -> BoxFuture<'a, Result<(), Refusal>>;

    /// Writes the file of all parts into an empty one at that place. Asks first whether who asked still may.
    fn finish<'a>(
        &'a self,
        scope: &'a SchoolScope,
        job: &'a BulkJob,
        parts: Parts,
        file: std::fs::File,
    ) -> BoxFuture<'a, Result<(), Refusal>>;

    /// Counts a file of so many bytes, in the transaction that ends the job.
    fn count<'t>(&'t self, tx: &'t mut SchoolTx, job: &'t BulkJob, bytes: i64) -> BoxFuture<'t, Result<(), Refusal>>;
}

/// One step of a job: a chunk, or after the last one the file.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct BulkStep {
    job: BulkJobId,
    chunk: i64,
}

impl Job for BulkStep {
    const KIND: &'static str = "bulk_step";
    const LANE: Lane = Lane::Bulk;
}

/// Removes the files that nothing names any more, once a job has ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct BulkClear {}

impl Job for BulkClear {
    const KIND: &'static str = "bulk_clear";
    const LANE: Lane = Lane::Bulk;
}

/// The name of a part among the files: each chunk has one, however often it is written.
fn part_name(job: &BulkJobId, chunk: i64) -> String {
    format!("{job}-{chunk:05}")
}

/// Which job a file is of.
fn job_of(file: &str) -> Option<&str> {
    ids::made_at(file)?;
    file.get(..36)
}

/// Under which key a part is kept.
fn part_key(scope: &SchoolScope, job: &BulkJobId, chunk: i64) -> String {
    FileStore::key(scope.id(), &part_name(job, chunk))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_back_and_an_unknown_one_is_none() {
        for state in State::ALL {
            assert_eq!(State::parse(state.as_str()), Some(state));
        }
        assert_eq!(State::parse("paused"), None);
    }

    #[test]
    fn a_file_tells_its_job() {
        let clock = words::clock::FixedClock::at(1_795_248_000_123);
        let id = BulkJobId::new(&clock, &words::rng::CountingRng::default());
        assert_eq!(job_of(&part_name(&id, 7)), Some(id.as_str()));
        assert_eq!(job_of("something-else"), None);
    }
}
