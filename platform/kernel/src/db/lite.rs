//! SQLite: one file per school, one writer thread per open school, an LRU of open schools.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection as _, Executor as _, Row as _, SqliteConnection};
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, mpsc, oneshot};
use words::SchoolId;

use super::direct::Direct;
use super::readers::Readers;
use super::{Connection, SchoolTx, StoreError, panicked};

/// The oldest SQLite without the WAL-reset fault.
const OLDEST: (u32, u32, u32) = (3, 51, 3);
/// Most writes that share one commit.
const BATCH: usize = 128;
/// Another number of them: 1 turns group commit off, which the benchmark is measured against.
const BATCH_VARIABLE: &str = "QABUL_COMMIT_BATCH";
/// Writes that may wait for a school's writer before callers are held back.
const QUEUE: usize = 1024;
const READERS: u32 = 2;
const BUSY: Duration = Duration::from_secs(5);
/// How long is waited for another process that brings a file of the folder to the newest schema, and how often is looked.
const LONGEST_TURN: Duration = Duration::from_secs(60);
const LOOK_AGAIN: Duration = Duration::from_millis(10);

pub(super) struct Schools {
    folder: PathBuf,
    /// How the files' names end.
    ending: &'static str,
    limit: usize,
    migrator: &'static Migrator,
    open: Mutex<HashMap<SchoolId, Slot>>,
    tick: AtomicU64,
}

struct Slot {
    school: Arc<OnceCell<School>>,
    used: u64,
}

struct School {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
    /// For reads that run as one job.
    whole_reads: Readers,
    writer: Mutex<Option<std::thread::JoinHandle<()>>>,
    /// The disk refused a write. A connection that was opened on a read-only folder stays read-only for ever, so the next
    /// write opens the file anew; reads go on with what is open.
    refused: Arc<AtomicBool>,
}

/// A write that waits for its turn, which may turn out not to come; afterwards it says whether its savepoint stays, and
/// who is to be told.
type Job = Box<dyn for<'t> FnOnce(Result<&'t mut SchoolTx, StoreError>) -> BoxFuture<'t, Finished> + Send>;

struct Finished {
    keep: bool,
    tell: Box<dyn FnOnce(Result<(), StoreError>) + Send>,
}

impl Schools {
    pub(super) async fn open(
        folder: PathBuf,
        ending: &'static str,
        limit: usize,
        migrator: &'static Migrator,
    ) -> Result<Self, StoreError> {
        std::fs::create_dir_all(&folder).map_err(|e| StoreError::Full(e.to_string()))?;
        refuse_old_sqlite().await?;
        Ok(Self { folder, ending, limit: limit.max(1), migrator, open: Mutex::default(), tick: AtomicU64::new(0) })
    }

    pub(super) fn ping(&self) -> Result<(), StoreError> {
        std::fs::metadata(&self.folder).map(drop).map_err(|e| StoreError::Away(e.to_string()))
    }

    pub(super) fn exists(&self, school: &SchoolId) -> bool {
        self.file(school).exists()
    }

    fn file(&self, school: &SchoolId) -> PathBuf {
        self.folder.join(format!("{school}.{}", self.ending))
    }

    pub(super) async fn read(&self, id: &SchoolId) -> Result<SchoolTx, StoreError> {
        let cell = self.school(id).await?;
        let school = cell.get().ok_or_else(|| StoreError::Away("school is closing".into()))?;
        let reader = match school.readers.acquire().await {
            // Closed between look-up and use by the LRU: open it again.
            Err(sqlx::Error::PoolClosed) => {
                let cell = self.school(id).await?;
                cell.get().ok_or_else(|| StoreError::Away("school is closing".into()))?.readers.acquire().await?
            }
            other => other?,
        };
        Ok(SchoolTx::new(id.clone(), Connection::LiteReader(reader)))
    }

    /// Runs a job that only reads.
    pub(super) async fn read_with<T, E, F>(&self, id: &SchoolId, job: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut SchoolTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        // Held while it runs: the school is not closed meanwhile.
        let cell = self.school(id).await?;
        let school = cell.get().ok_or_else(|| StoreError::Away("school is closing".into()))?;
        school.whole_reads.run(id, job).await
    }

    /// Hands the job to the school's writer and waits for the commit. The flag says whether the outbox has work.
    pub(super) async fn write<T, E, F>(&self, id: &SchoolId, job: F) -> Result<(T, bool), E>
    where
        F: for<'t> FnOnce(&'t mut SchoolTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (tell, told) = oneshot::channel::<Result<(T, bool), E>>();
        let job: Job = Box::new(move |turn| {
            Box::pin(async move {
                let (outcome, wakes) = match turn {
                    Ok(tx) => {
                        tx.wakes_outbox = false;
                        let outcome = AssertUnwindSafe(async { job(tx).await }).catch_unwind().await;
                        (outcome.unwrap_or_else(|_| Err(panicked().into())), tx.wakes_outbox)
                    }
                    Err(error) => (Err(error.into()), false),
                };
                Finished {
                    keep: outcome.is_ok(),
                    tell: Box::new(move |committed| {
                        let answer = match (outcome, committed) {
                            (Ok(value), Ok(())) => Ok((value, wakes)),
                            (Ok(_), Err(error)) => Err(error.into()),
                            (Err(refused), _) => Err(refused),
                        };
                        // The asker may have gone; the commit stands.
                        let _ = tell.send(answer);
                    }),
                }
            })
        });
        let mut cell = self.school(id).await?;
        if cell.get().is_some_and(School::was_refused) {
            cell = self.renewed(id, cell).await?;
        }
        let school = cell.get().ok_or_else(|| StoreError::Away("school is closing".into()))?;
        school.jobs.send(job).await.map_err(|_| StoreError::Away("the writer has stopped".into()))?;
        drop(cell);
        told.await.map_err(|_| StoreError::Away("the writer has stopped".into()))?
    }

    /// The school opened anew for writing; what was open stays for reading until that has gone well.
    async fn renewed(
        &self,
        id: &SchoolId,
        refused: Arc<OnceCell<School>>,
    ) -> Result<Arc<OnceCell<School>>, StoreError> {
        let fresh = Arc::new(OnceCell::new_with(Some(School::open(self.file(id), id.clone(), self.migrator).await?)));
        let (cell, old) = {
            let mut open = self.open.lock();
            match open.get_mut(id) {
                Some(slot) if Arc::ptr_eq(&slot.school, &refused) => {
                    (fresh.clone(), std::mem::replace(&mut slot.school, fresh))
                }
                // Somebody else was quicker.
                Some(slot) => (slot.school.clone(), fresh),
                None => return Err(StoreError::Away("school is closing".into())),
            }
        };
        drop(refused);
        tokio::spawn(close(old));
        Ok(cell)
    }

    /// The open school, opened now if need be; those unused for longest are closed when too many are open. Several that are used at once
    /// may be more than the limit, until one is asked for again.
    async fn school(&self, id: &SchoolId) -> Result<Arc<OnceCell<School>>, StoreError> {
        let (cell, evicted) = {
            let mut open = self.open.lock();
            let used = self.tick.fetch_add(1, Ordering::Relaxed);
            let slot = open.entry(id.clone()).or_insert_with(|| Slot { school: Arc::default(), used });
            slot.used = used;
            let (cell, mut evicted) = (slot.school.clone(), Vec::new());
            while open.len() > self.limit
                && let Some(idle) = oldest_idle(&mut open)
            {
                evicted.push(idle);
            }
            (cell, evicted)
        };
        evicted.into_iter().for_each(|cell| drop(tokio::spawn(close(cell))));
        // Boxed: opening is rare and its future is large, and every read and write would carry it.
        let opened = cell.get_or_try_init(|| Box::pin(School::open(self.file(id), id.clone(), self.migrator))).await;
        if let Err(error) = opened {
            self.open.lock().remove(id);
            return Err(error);
        }
        Ok(cell)
    }

    /// Closes the schools that are not wanted any more and that nobody holds: a file that somebody removes, or puts another
    /// in the place of, must not be written to by who opened it before.
    pub(super) async fn close_unwanted(&self, wanted: impl Fn(&SchoolId) -> bool) {
        let unwanted: Vec<_> = {
            let mut open = self.open.lock();
            let idle = open.iter().filter(|(id, slot)| !wanted(id) && Arc::strong_count(&slot.school) == 1);
            let ids: Vec<SchoolId> = idle.map(|(id, _)| id.clone()).collect();
            ids.iter().filter_map(|id| open.remove(id)).map(|slot| slot.school).collect()
        };
        for cell in unwanted {
            close(cell).await;
        }
    }

    pub(super) async fn close(&self) {
        let cells: Vec<_> = self.open.lock().drain().map(|(_, slot)| slot.school).collect();
        for cell in cells {
            close(cell).await;
        }
    }
}

/// Takes out the school unused for longest that nobody holds.
fn oldest_idle(open: &mut HashMap<SchoolId, Slot>) -> Option<Arc<OnceCell<School>>> {
    let idle = open.iter().filter(|(_, slot)| Arc::strong_count(&slot.school) == 1);
    let id = idle.min_by_key(|(_, slot)| slot.used).map(|(id, _)| id.clone())?;
    open.remove(&id).map(|slot| slot.school)
}

async fn close(cell: Arc<OnceCell<School>>) {
    let Some(mut cell) = Arc::into_inner(cell) else { return };
    if let Some(school) = cell.take() {
        let School { jobs, readers, whole_reads: _, writer, refused: _ } = school;
        drop(jobs);
        let writer = writer.lock().take();
        if let Some(writer) = writer {
            // What waits is still written; a join waits for its thread and has no business on an async one.
            let _ = tokio::task::spawn_blocking(|| writer.join()).await;
        }
        readers.close().await;
    }
}

fn batch_limit() -> usize {
    std::env::var(BATCH_VARIABLE).ok().and_then(|text| text.parse().ok()).unwrap_or(BATCH).max(1)
}

fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .pragma("trusted_schema", "OFF")
        .pragma("cache_size", "-512")
        .pragma("mmap_size", "0")
        .disable_statement_logging()
}

/// Brings a file to the newest schema. A server and a command may come to a new one at once, and SQLite knows no lock for longer than a
/// transaction: whoever has the folder goes first. Files of the newest schema wait for nobody.
async fn migrate(
    file: &Path,
    connection: &mut SqliteConnection,
    migrator: &'static Migrator,
    held: Option<File>,
) -> Result<(), StoreError> {
    let newest = migrator.iter().map(|one| one.version).max();
    // There is no such table in a new file.
    let known = connection.fetch_optional("SELECT MAX(version) FROM _sqlx_migrations").await.ok().flatten();
    let is_newest = known.is_some_and(|row| row.try_get::<Option<i64>, _>(0).is_ok_and(|known| known == newest));
    let turn = if is_newest || held.is_some() { held } else { Some(hold_folder(file).await?) };
    // Not `run`: its `Acquire` keeps the compiler from seeing that the future may change threads.
    migrator.run_direct(None, connection, false).await?;
    drop(turn);
    Ok(())
}

/// The folder of a file, locked for every other process and task until it is dropped.
async fn hold_folder(file: &Path) -> Result<File, StoreError> {
    let away = |error: &dyn std::fmt::Display| StoreError::Away(error.to_string());
    let folder = File::open(file.parent().unwrap_or(Path::new("."))).map_err(|error| away(&error))?;
    let began = Instant::now();
    loop {
        match folder.try_lock() {
            Ok(()) => return Ok(folder),
            Err(TryLockError::WouldBlock) if began.elapsed() < LONGEST_TURN => tokio::time::sleep(LOOK_AGAIN).await,
            Err(error) => {
                tracing::warn!(file = %file.display(), %error, "another process holds the folder of a file that is to be brought up to date");
                return Err(away(&error));
            }
        }
    }
}

impl School {
    async fn open(file: PathBuf, id: SchoolId, migrator: &'static Migrator) -> Result<Self, StoreError> {
        // Two that make a new file a WAL file do not wait for each other by `busy_timeout`: SQLite refuses the second at once.
        let is_new = std::fs::metadata(&file).map_or(true, |found| found.len() == 0);
        let turn = if is_new { Some(hold_folder(&file).await?) } else { None };
        let mut migrated = options(&file).connect().await?;
        migrate(&file, &mut migrated, migrator, turn).await?;
        let path = file.clone();
        let opened = tokio::task::spawn_blocking(move || Direct::open(&path, BUSY)).await;
        let writer = opened.map_err(|error| StoreError::Away(error.to_string()))??;
        migrated.close().await?;
        #[expect(clippy::disallowed_methods, reason = "the readers of a school")]
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .min_connections(0)
            .test_before_acquire(false)
            .idle_timeout(Duration::from_secs(60))
            .acquire_timeout(Duration::from_secs(10))
            .connect_lazy_with(options(&file).pragma("query_only", "ON"));
        let (jobs, queue) = mpsc::channel(QUEUE);
        let tx = SchoolTx::new(id, Connection::Direct(writer));
        let refused = Arc::<AtomicBool>::default();
        let (runtime, told) = (Handle::current(), refused.clone());
        let writer = std::thread::Builder::new()
            .name("school-writer".into())
            .spawn(move || write_loop(tx, queue, &told, &runtime))
            .map_err(|error| StoreError::Away(error.to_string()))?;
        let whole_reads = Readers::new(file, READERS as usize, BUSY);
        Ok(Self { jobs, readers, whole_reads, writer: Mutex::new(Some(writer)), refused })
    }

    fn was_refused(&self) -> bool {
        self.refused.load(Ordering::Relaxed)
    }
}

/// Takes what waits, runs it in one transaction, commits once, and then tells all of them. It has a thread of its own:
/// between two statements nothing waits for another thread.
fn write_loop(mut tx: SchoolTx, mut queue: mpsc::Receiver<Job>, refused: &AtomicBool, runtime: &Handle) {
    let limit = batch_limit();
    while let Some(first) = queue.blocking_recv() {
        let mut finished = Vec::with_capacity(8);
        let outcome = match begin(&tx) {
            Ok(()) => {
                let mut job = first;
                let outcome = loop {
                    let done = runtime.block_on(job(Ok(&mut tx)));
                    let keep = done.keep;
                    finished.push(done);
                    let next = if finished.len() < limit { queue.try_recv().ok() } else { None };
                    match (settle(&tx, keep, next.is_some()), next) {
                        (Ok(()), Some(next)) => job = next,
                        (Ok(()), None) => break Ok(()),
                        (Err(error), next) => {
                            if let Some(next) = next {
                                finished.push(runtime.block_on(next(Err(error.clone()))));
                            }
                            break Err(error);
                        }
                    }
                };
                match outcome {
                    Ok(()) => execute(&tx, "COMMIT"),
                    failed => failed,
                }
            }
            Err(error) => {
                finished.push(runtime.block_on(first(Err(error.clone()))));
                Err(error)
            }
        };
        if let Err(error) = &outcome {
            tracing::error!(school = %tx.school(), %error, "a batch of writes was not committed");
            let _ = execute(&tx, "ROLLBACK");
            refused.fetch_or(matches!(error, StoreError::Full(_)), Ordering::Relaxed);
        }
        for done in finished {
            (done.tell)(outcome.clone());
        }
    }
}

/// Begins, with a savepoint for the first job, and waits for other processes that write: `busy_timeout` first, then a few
/// more tries.
fn begin(tx: &SchoolTx) -> Result<(), StoreError> {
    let mut tries = 0;
    loop {
        match execute(tx, "BEGIN IMMEDIATE; SAVEPOINT job") {
            Err(StoreError::Away(cause)) if tries < 3 => {
                tries += 1;
                tracing::warn!(school = %tx.school(), cause, "the school's file is busy");
            }
            other => return other,
        }
    }
}

/// Ends a job's savepoint and begins the next job's. The commit needs no release before it: it takes all in. An error is
/// one of the transaction as a whole.
fn settle(tx: &SchoolTx, keep: bool, more: bool) -> Result<(), StoreError> {
    let end = match (keep, more) {
        (true, true) => "RELEASE job; SAVEPOINT job",
        (true, false) => return Ok(()),
        // Rolled back, the savepoint stands where it was: the next job's.
        (false, _) => "ROLLBACK TO job",
    };
    // A full disk or a failing one ends the whole transaction, and the savepoint with it. The job knows why; the others
    // of its batch are told that nothing was stored and that trying again is safe.
    execute(tx, end).map_err(|error| StoreError::Away(format!("the batch was undone: {error}")))
}

fn execute(tx: &SchoolTx, sql: &'static str) -> Result<(), StoreError> {
    match &tx.connection.0 {
        Connection::Direct(connection) => connection.batch(sql),
        _ => Err(StoreError::Broken("no writer".into())),
    }
}

async fn refuse_old_sqlite() -> Result<(), StoreError> {
    let mut connection = SqliteConnection::connect("sqlite::memory:").await?;
    let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut connection).await?;
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or_default());
    let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if found < OLDEST {
        return Err(StoreError::Broken(format!("SQLite {version} is older than 3.51.3")));
    }
    Ok(())
}
