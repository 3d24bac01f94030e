//! Children's data has an end date: drafts that expired go, with their files; so do files that nothing holds, and those of
//! drafts that no account holds a week after they came.

use kernel::caller::SchoolScope;
use kernel::{Refusal, StoreError, allowance, idempotency, numbers, outbox};
use words::ids;

use super::quota::{APPLICANTS_FILE_MS, STRANGERS_COUNTERS, STRANGERS_FILE_MS, strangers_counter};
use super::service::Forms;
use super::store::{drafts, uploads};
use crate::letters;

const DAY_MS: i64 = 86_400_000;
/// How long first answers and finished jobs are kept.
const KEEP_MS: i64 = 30 * DAY_MS;

/// What a purge removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Purged {
    pub drafts: u64,
    pub files: u64,
    /// People whom no submission names any more.
    pub people: u64,
}

impl Forms {
    /// Removes what has expired in a school. Safe to repeat, safe to interrupt: a file's row goes first, since it
    /// may be sent at this very moment; bytes without a row are swept.
    pub async fn purge(&self, scope: &SchoolScope) -> Result<Purged, Refusal> {
        let now = self.parts.clock.now_ms();
        let mut purged = Purged::default();
        loop {
            let mut tx = self.parts.db.read(scope).await?;
            let expired = drafts::expired_drafts(&mut tx, now).await?;
            drop(tx);
            if expired.is_empty() {
                break;
            }
            purged.drafts += self
                .parts
                .db
                .write(scope, move |tx| {
                    Box::pin(async move {
                        let mut gone = 0;
                        for row in expired {
                            gone += drafts::delete_draft(tx, &row.id).await?;
                        }
                        Ok::<_, StoreError>(gone)
                    })
                })
                .await?;
        }
        loop {
            let mut tx = self.parts.db.read(scope).await?;
            let (strangers, applicants) = (now - STRANGERS_FILE_MS, now - APPLICANTS_FILE_MS);
            let orphans = uploads::orphan_uploads(&mut tx, now, strangers, applicants).await?;
            drop(tx);
            if orphans.is_empty() {
                break;
            }
            let gone = self
                .parts
                .db
                .write(scope, move |tx| {
                    Box::pin(async move {
                        let mut gone = Vec::new();
                        for row in orphans {
                            if uploads::delete_upload(tx, &row.id).await? > 0 {
                                gone.push(row.storage_key);
                            }
                        }
                        Ok::<_, StoreError>(gone)
                    })
                })
                .await?;
            for key in &gone {
                self.parts.files.remove(key).await.map_err(super::upload::storage)?;
            }
            purged.files += gone.len() as u64;
        }
        letters::erase_over(&self.parts.db, scope, now).await?;
        purged.files += self.sweep_files(scope, now - DAY_MS).await?;
        purged.people = self.people.forget(scope).await?;
        self.parts
            .db
            .write(scope, move |tx| {
                Box::pin(async move {
                    idempotency::prune_answers(tx, now - KEEP_MS).await?;
                    allowance::prune(tx, now - 2 * DAY_MS).await?;
                    numbers::prune(tx, STRANGERS_COUNTERS, &strangers_counter(now - 2 * DAY_MS)).await?;
                    outbox::prune_jobs(tx, now - KEEP_MS).await
                })
            })
            .await
            .map_err(|error: StoreError| Refusal::from(error))?;
        Ok(purged)
    }

    /// Removes bytes that no row names: a crash came between the two, or in the middle of an upload. Younger ones may
    /// still be on their way; a file's id tells when it was begun.
    async fn sweep_files(&self, scope: &SchoolScope, before: i64) -> Result<u64, Refusal> {
        let files = &self.parts.files;
        let listed = files.list(scope.id()).await.map_err(super::upload::storage)?;
        let is_old = |id: &str| ids::made_at(id).is_none_or(|at| at < before);
        let mut gone = 0;
        for name in listed.arriving.iter().filter(|name| is_old(name)) {
            files.forget(name).await.map_err(super::upload::storage)?;
            gone += 1;
        }
        let old: Vec<_> = listed.kept.into_iter().filter(|(id, _)| is_old(id)).collect();
        for chunk in old.chunks(500) {
            let asked = serde_json::to_string(&chunk.iter().map(|(id, _)| id).collect::<Vec<_>>());
            let mut tx = self.parts.db.read(scope).await?;
            let asked = asked.map_err(Refusal::internal)?;
            let known = uploads::uploads_among(&mut tx, &asked).await?;
            let letters = letters::kept_among(&mut tx, &asked).await?;
            drop(tx);
            let is_known = |id: &String| known.iter().any(|row| row.id.as_str() == id) || letters.contains(id);
            for (_, key) in chunk.iter().filter(|(id, _)| !is_known(id)) {
                files.remove(key).await.map_err(super::upload::storage)?;
                gone += 1;
            }
        }
        Ok(gone)
    }
}
