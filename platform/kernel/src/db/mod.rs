//! The two databases behind one face: SQLite, a file per school, or PostgreSQL with row-level security.
//!
//! A school's SQL runs only on a [`SchoolTx`], which is made only for a vouched school ([`SchoolScope`]); the platform's own
//! on a [`PlatformTx`], over a database of its own. Reads: [`Db::read`].
//! Writes: [`Db::write`] with nothing but SQL inside; it returns after the commit is on disk. On SQLite each school has
//! one writer thread that commits many writes together (each in its own savepoint), so that durability costs one sync
//! for all who wait. One SQL text serves both databases: see [`crate::statements!`].

pub mod direct;
mod error;
#[doc(hidden)]
pub mod later;
mod lite;
pub mod named;
mod pg;
mod platform;
mod readers;
mod seats;
pub mod statement;

use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqliteConnection};
use tokio::sync::mpsc;

pub use error::StoreError;
#[doc(hidden)]
pub use later::Later;
pub use platform::{PlatformDb, PlatformTx};
pub use sqlx::migrate::Migrator;

use words::SchoolId;
use words::sabotage::{Guard, is_removed};

use crate::caller::SchoolScope;
use crate::outbox::Lane;

/// Where the data lives.
#[derive(Debug, Clone)]
pub enum DbConfig {
    /// One SQLite file per school in this folder.
    Lite {
        /// The folder, made when absent.
        folder: PathBuf,
        /// How many schools stay open.
        open_schools: usize,
    },
    /// A PostgreSQL database; the URL's role owns it and runs the migrations.
    Pg {
        /// `postgres://…`
        url: String,
        /// Most connections.
        connections: u32,
    },
}

/// The database of all schools. Cheap to clone.
#[derive(Clone)]
pub struct Db {
    backend: Arc<Backend>,
    served: Arc<OnceLock<Served>>,
    wake: mpsc::UnboundedSender<SchoolId>,
}

/// Whether a school is served now.
type Served = Box<dyn Fn(&SchoolId) -> bool + Send + Sync>;

enum Backend {
    Lite(lite::Schools),
    Pg(pg::Cluster),
}

/// A connection within one school. Every statement binds that school's id as `:school`.
pub struct SchoolTx {
    school: SchoolId,
    /// The connection by itself; what is the platform's runs on it as it is.
    connection: PlatformTx,
    wakes_outbox: bool,
    /// Empty but on PostgreSQL.
    later: Later,
}

enum Connection {
    LiteReader(PoolConnection<Sqlite>),
    Direct(direct::Direct),
    Pg(pg::Held),
}

/// The native connection, for the code that `statements!` writes.
#[doc(hidden)]
pub enum Native<'a> {
    /// SQLite, for reading.
    Lite(&'a mut SqliteConnection),
    /// SQLite, on the thread that runs it.
    Direct(&'a mut direct::Direct),
    /// PostgreSQL.
    Pg(&'a mut sqlx::PgConnection),
}

impl SchoolTx {
    fn new(school: SchoolId, connection: Connection) -> Self {
        Self { school, connection: PlatformTx(connection), wakes_outbox: false, later: Later::default() }
    }

    /// The school it is for.
    #[must_use]
    pub fn school(&self) -> &SchoolId {
        &self.school
    }

    /// Whether it talks to SQLite: only for the few statements without a common text.
    #[must_use]
    pub fn is_lite(&self) -> bool {
        !matches!(self.connection.0, Connection::Pg(..))
    }

    /// The native connection, for the code that `statements!` writes.
    #[doc(hidden)]
    pub fn connection(&mut self) -> Native<'_> {
        self.connection.connection()
    }

    /// Sends what is held, before a statement that is waited for.
    #[doc(hidden)]
    pub async fn send_held(&mut self) -> Result<(), StoreError> {
        match &mut self.connection.0 {
            Connection::Pg(held) => self.later.send(held.connection()).await,
            _ => Ok(()),
        }
    }

    /// What holds statements back, on PostgreSQL.
    #[doc(hidden)]
    pub fn later(&mut self) -> &mut Later {
        &mut self.later
    }

    /// The commit will tell the worker that a job waits.
    pub fn wake_outbox(&mut self) {
        self.wakes_outbox = true;
    }
}

/// Tells the compiler that a closure takes a transaction of any lifetime, which it does not find out by itself.
fn of_any_life<T, E, F>(job: F) -> F
where
    F: for<'t> FnOnce(&'t mut SchoolTx) -> BoxFuture<'t, Result<T, E>>,
{
    job
}

/// What the job wrote is undone, and the cause is on the error stream.
fn panicked() -> StoreError {
    StoreError::Broken("a write panicked".into())
}

impl Db {
    /// Opens the database and, on PostgreSQL, brings it up to date (SQLite files migrate when they are opened).
    ///
    /// The receiver gets each school in which a commit left a job for the outbox worker.
    pub async fn open(
        config: DbConfig,
        migrator: &'static Migrator,
    ) -> Result<(Self, mpsc::UnboundedReceiver<SchoolId>), StoreError> {
        let backend = match config {
            DbConfig::Lite { folder, open_schools } => {
                Backend::Lite(lite::Schools::open(folder, "sqlite", open_schools, migrator).await?)
            }
            DbConfig::Pg { url, connections } => Backend::Pg(pg::Cluster::open(&url, connections, migrator).await?),
        };
        let (wake, woken) = mpsc::unbounded_channel();
        Ok((Self { backend: Arc::new(backend), served: Arc::default(), wake }, woken))
    }

    /// From now on schools that are not served are neither read nor written, and no file is made for them: a request that was under way when
    /// its school was deleted leaves nothing behind. Without it, all are.
    pub fn serve_only(&self, served: impl Fn(&SchoolId) -> bool + Send + Sync + 'static) {
        let _ = self.served.set(Box::new(served));
    }

    /// [`StoreError::Gone`] where the school is not served.
    fn require_served(served: &OnceLock<Served>, school: &SchoolId) -> Result<(), StoreError> {
        let is_served = served.get().is_none_or(|served| served(school)) || is_removed(Guard::SchoolGone);
        if is_served { Ok(()) } else { Err(StoreError::Gone) }
    }

    /// A connection to read a school with.
    pub async fn read(&self, scope: &SchoolScope) -> Result<SchoolTx, StoreError> {
        Self::require_served(&self.served, scope.id())?;
        match &*self.backend {
            Backend::Lite(schools) => schools.read(scope.id()).await,
            Backend::Pg(cluster) => cluster.begin(scope.id()).await,
        }
    }

    /// Runs reads of a school as one job, which holds nothing but SQL and quick rules: on SQLite it changes threads once, where each
    /// statement on a connection of [`Db::read`] does so twice.
    pub async fn read_with<T, E, F>(&self, scope: &SchoolScope, job: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut SchoolTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        Self::require_served(&self.served, scope.id())?;
        match &*self.backend {
            Backend::Lite(schools) => schools.read_with(scope.id(), job).await,
            Backend::Pg(cluster) => {
                let mut tx = cluster.begin(scope.id()).await?;
                let done = AssertUnwindSafe(async { job(&mut tx).await }).catch_unwind().await;
                done.unwrap_or_else(|_| Err(panicked().into()))
            }
        }
    }

    /// Runs a write of a school; its value comes back once the commit is durable.
    ///
    /// The job holds nothing but SQL and quick rules: on SQLite all writes of the school wait for it. An error or a
    /// panic undoes this job alone. [`StoreError::Over`] where the scope is somebody's who may not act any more.
    pub async fn write<T, E, F>(&self, scope: &SchoolScope, job: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut SchoolTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        Self::require_served(&self.served, scope.id())?;
        let (standing, served) = (scope.standing(), self.served.clone());
        let job = of_any_life(move |tx| {
            Box::pin(async move {
                // Asked again when its turn comes, and before the commit.
                Self::require_served(&served, tx.school())?;
                let done = match standing {
                    Some(standing) if !standing.lasts(tx).await? => Err(StoreError::Over.into()),
                    _ => job(tx).await,
                };
                Self::require_served(&served, tx.school())?;
                done
            })
        });
        let (value, wakes) = match &*self.backend {
            Backend::Lite(schools) => schools.write(scope.id(), job).await?,
            Backend::Pg(cluster) => {
                let mut tx = cluster.begin(scope.id()).await?;
                let done = AssertUnwindSafe(async { job(&mut tx).await }).catch_unwind().await;
                let value = done.unwrap_or_else(|_| Err(panicked().into()))?;
                let wakes = tx.wakes_outbox;
                cluster.commit(tx).await?;
                (value, wakes)
            }
        };
        if wakes {
            // Nobody listens in the command line: the server's sweep finds the job.
            let _ = self.wake.send(scope.id().clone());
        }
        Ok(value)
    }

    /// Whether numbers of a counter are drawn ahead of the write that uses them ([`Db::draw`]): where a school's writes run
    /// side by side, a counter's row that is held until a commit is on disk would line them all up.
    #[must_use]
    pub fn draws_ahead(&self) -> bool {
        matches!(&*self.backend, Backend::Pg(_))
    }

    /// A write of its own that does not wait for the disk. Only for what is worth nothing without a later write: that
    /// one's commit takes this one to the disk too, and without it a crash may undo this one.
    pub async fn draw<T, E, F>(&self, scope: &SchoolScope, job: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut SchoolTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &*self.backend {
            Backend::Lite(_) => self.write(scope, job).await,
            Backend::Pg(cluster) => {
                Self::require_served(&self.served, scope.id())?;
                let mut tx = cluster.begin_unsynced(scope.id()).await?;
                let value = job(&mut tx).await?;
                cluster.commit(tx).await?;
                Ok(value)
            }
        }
    }

    /// Schools and lanes in which a job is due that nobody works on, left by whatever server: PostgreSQL alone has several. On
    /// SQLite the worker knows by itself.
    pub async fn waiting(&self, now: i64) -> Result<Vec<(SchoolId, Lane)>, StoreError> {
        match &*self.backend {
            Backend::Lite(_) => Ok(Vec::new()),
            Backend::Pg(cluster) => cluster.waiting(now).await,
        }
    }

    /// Whether other servers may leave work here.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(&*self.backend, Backend::Pg(_))
    }

    /// Whether the database answers; for readiness.
    pub async fn ping(&self) -> Result<(), StoreError> {
        match &*self.backend {
            Backend::Lite(schools) => schools.ping(),
            Backend::Pg(cluster) => cluster.ping().await,
        }
    }

    /// What the database's own clock says, in milliseconds; `None` where it is this machine's.
    pub async fn now_ms(&self) -> Result<Option<i64>, StoreError> {
        match &*self.backend {
            Backend::Lite(_) => Ok(None),
            Backend::Pg(cluster) => cluster.now_ms().await.map(Some),
        }
    }

    /// Brings a school's database up to date now and not at its first use.
    pub async fn migrate(&self, scope: &SchoolScope) -> Result<(), StoreError> {
        self.read(scope).await.map(drop)
    }

    /// Whether the school's data is there already; false only for a SQLite file that was never made.
    #[must_use]
    pub fn exists(&self, school: &SchoolId) -> bool {
        match &*self.backend {
            Backend::Lite(schools) => schools.exists(school),
            Backend::Pg(_) => true,
        }
    }

    /// Closes what is open of schools that are not there any more. On PostgreSQL nothing is.
    pub async fn close_unwanted(&self, wanted: impl Fn(&SchoolId) -> bool) {
        if let Backend::Lite(schools) = &*self.backend {
            schools.close_unwanted(wanted).await;
        }
    }

    /// Closes every connection: waiting writes are finished first.
    pub async fn close(&self) {
        match &*self.backend {
            Backend::Lite(schools) => schools.close().await,
            Backend::Pg(cluster) => cluster.close().await,
        }
    }
}
