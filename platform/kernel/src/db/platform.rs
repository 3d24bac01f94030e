//! The platform's own database: operators, and requests for schools.
//!
//! SQLite: one file of its own. PostgreSQL: the schema `platform` with a role of its own, which sees no school's table, as the
//! schools' role sees none of these. The discipline is the schools': one writer, an answer after the commit.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::migrate::Migrator;
use words::SchoolId;

use super::{Connection, DbConfig, Native, StoreError, lite, panicked, pg};

/// What its one file is called; `platform.db` in the folder that it was given.
const NAME: &str = "platform";
const ENDING: &str = "db";

/// The platform's own database. Cheap to clone.
#[derive(Clone)]
pub struct PlatformDb(Arc<Inner>);

struct Inner {
    backend: Backend,
    /// A name for logs and for the file; no school's statement can be made out of it.
    label: SchoolId,
}

enum Backend {
    Lite(lite::Schools),
    Pg(pg::Cluster),
}

/// A connection to the platform's own tables, and to nothing of a school.
pub struct PlatformTx(pub(super) Connection);

impl PlatformTx {
    /// The native connection, for the code that `platform_statements!` writes.
    #[doc(hidden)]
    pub fn connection(&mut self) -> Native<'_> {
        match &mut self.0 {
            Connection::LiteReader(reader) => Native::Lite(reader),
            Connection::Direct(writer) => Native::Direct(writer),
            Connection::Pg(held) => Native::Pg(held.connection()),
        }
    }
}

impl PlatformDb {
    /// Opens it and brings it up to date. Of `DbConfig::Lite` the folder counts, in which the file lies.
    pub async fn open(config: DbConfig, migrator: &'static Migrator) -> Result<Self, StoreError> {
        let label = SchoolId::parse(NAME).map_err(|error| StoreError::Broken(error.to_string()))?;
        let backend = match config {
            DbConfig::Lite { folder, .. } => Backend::Lite(lite::Schools::open(folder, ENDING, 1, migrator).await?),
            DbConfig::Pg { url, connections } => {
                Backend::Pg(pg::Cluster::open_platform(&url, connections, migrator).await?)
            }
        };
        Ok(Self(Arc::new(Inner { backend, label })))
    }

    /// A connection to read with.
    pub async fn read(&self) -> Result<PlatformTx, StoreError> {
        let Inner { backend, label } = &*self.0;
        match backend {
            Backend::Lite(file) => file.read(label).await.map(|tx| tx.connection),
            Backend::Pg(cluster) => cluster.begin_platform(label).await.map(|tx| tx.connection),
        }
    }

    /// Runs a write; its value comes back once the commit is durable. An error or a panic undoes it.
    pub async fn write<T, E, F>(&self, job: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut PlatformTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let Inner { backend, label } = &*self.0;
        match backend {
            Backend::Lite(file) => {
                let done = file.write(label, move |tx| job(&mut tx.connection));
                done.await.map(|(value, _)| value)
            }
            Backend::Pg(cluster) => {
                let mut tx = cluster.begin_platform(label).await?;
                let done = AssertUnwindSafe(async { job(&mut tx.connection).await }).catch_unwind().await;
                let value = done.unwrap_or_else(|_| Err(panicked().into()))?;
                cluster.commit(tx).await?;
                Ok(value)
            }
        }
    }

    /// Closes every connection: waiting writes are finished first.
    pub async fn close(&self) {
        match &self.0.backend {
            Backend::Lite(file) => file.close().await,
            Backend::Pg(cluster) => cluster.close().await,
        }
    }
}
