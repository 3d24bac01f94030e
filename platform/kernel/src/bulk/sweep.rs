//! What is forgotten of bulk jobs, and the files that nothing names.

use std::collections::HashMap;

use words::ids;

use super::{Bulk, State, job_of, store};
use crate::allowance::{DAY, HOUR};
use crate::caller::SchoolScope;
use crate::files::refusal as storage;
use crate::{MessageId, Refusal, StoreError};

/// After so long without a step a job is given up: its step was buried, or the school came from elsewhere.
const STUCK_MS: i64 = 6 * HOUR;

impl Bulk {
    /// Forgets what has ended and is not kept any longer, gives up what does not move, and removes files that nothing names. Safe to repeat,
    /// safe to interrupt: rows go first.
    pub async fn sweep(&self, scope: &SchoolScope) -> Result<(), Refusal> {
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.read(scope).await?;
        let (expired, stuck) = (store::expired(&mut tx, now).await?, store::stuck(&mut tx, now - STUCK_MS).await?);
        drop(tx);
        if !expired.is_empty() || !stuck.is_empty() {
            let bulk = self.clone();
            let gone = self.0.db.write(scope, move |tx| {
                Box::pin(async move {
                    for row in expired {
                        store::delete_job(tx, &row.id).await?;
                    }
                    for row in stuck {
                        bulk.end(tx, &row.id, State::Failed, Some(MessageId::R007)).await?;
                    }
                    Ok::<_, StoreError>(())
                })
            });
            gone.await?;
        }
        self.clear(scope).await
    }

    /// Removes the files that neither an open job nor a finished one needs. They are listed before the jobs are read: a job's row is there
    /// before its first file.
    pub(super) async fn clear(&self, scope: &SchoolScope) -> Result<(), Refusal> {
        let files = &self.0.files;
        let listed = files.list(scope.id()).await.map_err(storage)?;
        let before = self.0.clock.now_ms() - DAY;
        for name in listed.arriving.iter().filter(|name| ids::made_at(name).is_none_or(|at| at < before)) {
            files.forget(name).await.map_err(storage)?;
        }
        if listed.kept.is_empty() {
            return Ok(());
        }
        let mut tx = self.0.db.read(scope).await?;
        let rows = store::all_files(&mut tx).await?;
        drop(tx);
        let jobs: HashMap<_, _> = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
        for (name, key) in listed.kept {
            let job = job_of(&name).and_then(|id| jobs.get(id));
            let is_needed = job.is_some_and(|job| {
                // One of a state that this server does not know is a newer server's.
                State::parse(&job.state).is_none_or(State::is_open) || job.file_key.as_deref() == Some(key.as_str())
            });
            if !is_needed {
                files.remove(&key).await.map_err(storage)?;
            }
        }
        Ok(())
    }
}
