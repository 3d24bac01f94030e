//! Reads of a school's file that run as a whole on one thread.
//!
//! Each statement of sqlx's pool changes threads twice, and each fifty rows twice more. What every request of the staff goes
//! through (who acts, a page of the list) changes threads once here, whatever it asks.

use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use words::SchoolId;

use super::direct::Direct;
use super::{Connection, SchoolTx, StoreError, panicked};

/// How long a read waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// A school's connections for such reads.
pub(super) struct Readers {
    file: PathBuf,
    busy: Duration,
    idle: Arc<Mutex<Vec<Direct>>>,
    places: Arc<Semaphore>,
}

impl Readers {
    /// So many of them at most, opened when they are wanted.
    pub(super) fn new(file: PathBuf, most: usize, busy: Duration) -> Self {
        Self { file, busy, idle: Arc::default(), places: Arc::new(Semaphore::new(most)) }
    }

    /// Runs a job that holds nothing but SQL and quick rules. A panic undoes nothing: it only reads.
    pub(super) async fn run<T, E, F>(&self, id: &SchoolId, job: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut SchoolTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let place = match tokio::time::timeout(PATIENCE, self.places.clone().acquire_owned()).await {
            Ok(Ok(place)) => place,
            _ => return Err(StoreError::Away("no connection was free".into()).into()),
        };
        let (idle, file, busy) = (self.idle.clone(), self.file.clone(), self.busy);
        let (school, runtime) = (id.clone(), Handle::current());
        let read = move || {
            // Held to the end, also when whoever asked has gone.
            let _place = place;
            let kept = idle.lock().pop();
            let connection = kept.map_or_else(|| Direct::open_to_read(&file, busy), Ok)?;
            let mut tx = SchoolTx::new(school, Connection::Direct(connection));
            let done = runtime.block_on(AssertUnwindSafe(async { job(&mut tx).await }).catch_unwind());
            if let Connection::Direct(connection) = tx.connection.0 {
                idle.lock().push(connection);
            }
            done.unwrap_or_else(|_| Err(panicked().into()))
        };
        tokio::task::spawn_blocking(read)
            .await
            .unwrap_or_else(|error| Err(StoreError::Broken(error.to_string()).into()))
    }
}
