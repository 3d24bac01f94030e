//! How a job goes on: a chunk at a time, then the file.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use words::ids;
use words::sabotage::{Guard, is_removed};

use super::{Bulk, BulkClear, BulkJob, BulkStep, Carry, KEEP_MS, KEPT_BYTES, State, part_key, part_name, store};
use crate::caller::SchoolScope;
use crate::files::{Content, FileStore, Incoming, refusal as storage};
use crate::jobs::{Begun, Outcome, Work};
use crate::{BulkJobId, MessageId, Refusal, StoreError};

/// How often a step is tried in a row.
const TRIES: i64 = 5;

type Kinds = Arc<HashMap<&'static str, Arc<dyn Carry>>>;

/// The parts of a job, in order.
#[derive(Debug)]
pub struct Parts {
    files: FileStore,
    scope: SchoolScope,
    job: BulkJobId,
    count: usize,
}

impl Parts {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The lines of one, as they are read.
    pub async fn lines(&self, n: usize) -> Result<Lines<BufReader<Content>>, Refusal> {
        let n = i64::try_from(n).map_err(Refusal::internal)?;
        let key = part_key(&self.scope, &self.job, n);
        Ok(BufReader::new(self.files.read(&key).await.map_err(storage)?).lines())
    }
}

/// What became of a step's transaction.
enum Moved {
    /// The job stands where it says.
    On,
    /// Another server was quicker, and what was kept is that server's now.
    Behind,
    /// The job has ended meanwhile.
    Over,
}

impl Bulk {
    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self, kinds: Vec<Arc<dyn Carry>>) -> Work {
        let kinds: Kinds = Arc::new(kinds.into_iter().map(|kind| (kind.kind(), kind)).collect());
        Work::default()
            .on(&(self.clone(), kinds), |(bulk, kinds), begun: Begun<BulkStep>| async move {
                bulk.step(&kinds, begun).await
            })
            .on(self, |bulk, begun: Begun<BulkClear>| async move { bulk.clear(&begun.scope).await.into() })
            .sweep("bulk jobs", self, |bulk, scope| async move { bulk.sweep(&scope).await })
    }

    async fn step(&self, kinds: &Kinds, Begun { scope, job: step, .. }: Begun<BulkStep>) -> Outcome {
        let found = match self.look(&scope, &step.job).await {
            // It was removed, or it is further: this step is an old one.
            Ok(job) => job.filter(|job| job.state.is_open() && job.cursor == step.chunk),
            Err(refusal) => return Outcome::Later(refusal.to_string()),
        };
        let Some(job) = found else { return Outcome::Done };
        let Some(carry) = kinds.get(job.kind.as_str()) else {
            return Outcome::Later(format!("no room knows {}", job.kind));
        };
        let done = if job.cursor < job.chunks {
            self.chunk(carry, &scope, &job).await
        } else {
            self.file(carry, &scope, &job).await
        };
        match done {
            Ok(()) => Outcome::Done,
            Err(refusal) => self.stumble(&scope, &job, refusal).await,
        }
    }

    async fn look(&self, scope: &SchoolScope, id: &BulkJobId) -> Result<Option<BulkJob>, Refusal> {
        let mut tx = self.0.db.read(scope).await?;
        Ok(store::find_job(&mut tx, id).await?.map(BulkJob::try_from).transpose()?)
    }

    async fn chunk(&self, carry: &Arc<dyn Carry>, scope: &SchoolScope, job: &BulkJob) -> Result<(), Refusal> {
        let mut tx = self.0.db.read(scope).await?;
        let Some(row) = store::find_chunk(&mut tx, &job.id, job.cursor).await? else {
            drop(tx);
            // Its end takes the items away.
            let still = self.look(scope, &job.id).await?.is_some_and(|job| job.state.is_open());
            return if still { Err(Refusal::internal("a bulk job has no such chunk")) } else { Ok(()) };
        };
        drop(tx);
        self.require_room(scope, job).await?;
        let items = i64::try_from(row.items.0.len()).unwrap_or(i64::MAX);
        let mut part = self.begin(&job.id).await?;
        carry.chunk(scope, job, row.items.0, &mut part).await?;
        let bytes = length(&mut part).await?;
        let name = part_name(&job.id, job.cursor);
        let key = self.0.files.keep(scope.id(), &name, part).await.map_err(storage)?;
        let (bulk, job) = (self.clone(), job.clone());
        let moved = self.0.db.write(scope, move |tx| {
            Box::pin(async move {
                store::hold_school(tx).await?;
                let now = bulk.0.clock.now_ms();
                let held = store::held(tx, &job.account, now).await?.bytes;
                if held.saturating_add(bytes) > KEPT_BYTES && !is_removed(Guard::BulkJobs) {
                    return Err(Refusal::new(MessageId::A008));
                }
                let state = State::Running.as_str();
                if store::advance(tx, &job.id, job.cursor, state, items, bytes, now).await? == 0 {
                    let found = store::find_job(tx, &job.id).await?.map(BulkJob::try_from).transpose()?;
                    let open = found.is_some_and(|job| job.state.is_open());
                    return Ok(if open { Moved::Behind } else { Moved::Over });
                }
                bulk.enqueue(tx, &job.id, job.cursor + 1).await?;
                Ok::<_, Refusal>(Moved::On)
            })
        });
        if matches!(moved.await?, Moved::Over) {
            self.0.files.remove(&key).await.map_err(storage)?;
        }
        Ok(())
    }

    async fn file(&self, carry: &Arc<dyn Carry>, scope: &SchoolScope, job: &BulkJob) -> Result<(), Refusal> {
        let mut whole = self.begin(&job.id).await?;
        self.require_room(scope, job).await?;
        let count = usize::try_from(job.chunks).map_err(Refusal::internal)?;
        let parts = Parts { files: self.0.files.clone(), scope: scope.clone(), job: job.id.clone(), count };
        let place = whole.sync().await.map_err(storage)?.to_path_buf();
        let opened = move || std::fs::File::options().read(true).write(true).open(place);
        let opened = tokio::task::spawn_blocking(opened).await.map_err(Refusal::internal)?.map_err(storage)?;
        carry.finish(scope, job, parts, opened).await?;
        let bytes = length(&mut whole).await?;
        // A name of its own: two servers that finish the same job do not write over each other's bytes.
        let name = self.file_name(&job.id);
        let key = self.0.files.keep(scope.id(), &name, whole).await.map_err(storage)?;
        let (bulk, carry, job, kept) = (self.clone(), carry.clone(), job.clone(), key.clone());
        let written = self.0.db.write(scope, move |tx| {
            Box::pin(async move {
                store::hold_school(tx).await?;
                let now = bulk.0.clock.now_ms();
                let state = State::Done.as_str();
                if store::finish(tx, &job.id, state, &kept, bytes, now, now + KEEP_MS).await? == 0 {
                    return Ok(false);
                }
                carry.count(tx, &job, bytes).await?;
                store::delete_chunks(tx, &job.id).await?;
                bulk.clear_later(tx, &job.id).await?;
                Ok::<_, Refusal>(true)
            })
        });
        match written.await {
            Ok(true) => Ok(()),
            other => {
                // No row names it; the sweep takes it if this fails too.
                let _ = self.0.files.remove(&key).await;
                other.map(drop)
            }
        }
    }

    /// What is told of a step that did not go well: trouble of the server's own may pass.
    async fn stumble(&self, scope: &SchoolScope, job: &BulkJob, refusal: Refusal) -> Outcome {
        let (bulk, id, fault, cause) = (self.clone(), job.id.clone(), refusal.id(), refusal.to_string());
        // A disk that is full waits for nobody, and what lies there of the job goes with it.
        let may_pass = fault.status().is_server_error() && fault != MessageId::R009;
        let ended = self.0.db.write(scope, move |tx| {
            Box::pin(async move {
                let tries = store::add_try(tx, &id).await?.map_or(TRIES, |row| row.tries);
                if may_pass && tries < TRIES {
                    return Ok(false);
                }
                bulk.end(tx, &id, State::Failed, Some(fault)).await?;
                Ok::<_, StoreError>(true)
            })
        });
        match ended.await {
            Ok(true) => {
                tracing::warn!(school.id = %scope.id(), job = %job.id, kind = job.kind, cause, "a bulk job failed");
                Outcome::Done
            }
            Ok(false) => Outcome::Later(cause),
            Err(error) => Outcome::Later(format!("{cause}; and that could not be noted: {error}")),
        }
    }

    /// R009 where what the school keeps of long jobs would grow into what families' files leave free.
    async fn require_room(&self, scope: &SchoolScope, job: &BulkJob) -> Result<(), Refusal> {
        let mut tx = self.0.db.read(scope).await?;
        let held = store::held(&mut tx, &job.account, self.0.clock.now_ms()).await?.bytes;
        drop(tx);
        // What is beyond that is refused by its own count.
        let held = u64::try_from(held.min(KEPT_BYTES)).unwrap_or_default();
        let has_room = self.0.files.has_room(scope.id(), false, held).await.map_err(storage)?;
        if has_room { Ok(()) } else { Err(Refusal::new(MessageId::R009)) }
    }

    /// A file that nobody can see yet.
    async fn begin(&self, job: &BulkJobId) -> Result<Incoming, Refusal> {
        self.0.files.begin(&self.file_name(job)).await.map_err(storage)
    }

    /// A name that begins with the job's, and that no other file has.
    fn file_name(&self, job: &BulkJobId) -> String {
        format!("{job}-{}", ids::new_id(&*self.0.clock, &*self.0.rng))
    }
}

async fn length(file: &mut Incoming) -> Result<i64, Refusal> {
    let place = file.sync().await.map_err(storage)?;
    let bytes = tokio::fs::metadata(place).await.map_err(storage)?.len();
    Ok(i64::try_from(bytes).unwrap_or(i64::MAX))
}
