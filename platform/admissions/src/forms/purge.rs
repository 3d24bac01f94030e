//! Children's data has an end date: drafts that expired go, with their files; so do files that nothing holds.

use kernel::caller::SchoolScope;
use kernel::{Refusal, StoreError, idempotency, outbox};

use super::service::Forms;
use super::store::{drafts, uploads};

const DAY_MS: i64 = 86_400_000;
/// How long first answers and finished jobs are kept.
const KEEP_MS: i64 = 30 * DAY_MS;

/// What a purge removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Purged {
    /// Drafts.
    pub drafts: u64,
    /// Files.
    pub files: u64,
}

impl Forms {
    /// Removes what has expired in a school. Safe to repeat, safe to interrupt: rows go last.
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
            let orphans = uploads::orphan_uploads(&mut tx, now).await?;
            drop(tx);
            if orphans.is_empty() {
                break;
            }
            for orphan in &orphans {
                self.parts.files.remove(&orphan.storage_key).await.map_err(super::upload::storage)?;
            }
            purged.files += self
                .parts
                .db
                .write(scope, move |tx| {
                    Box::pin(async move {
                        let mut gone = 0;
                        for row in orphans {
                            gone += uploads::delete_upload(tx, &row.id).await?;
                        }
                        Ok::<_, StoreError>(gone)
                    })
                })
                .await?;
        }
        self.parts
            .db
            .write(scope, move |tx| {
                Box::pin(async move {
                    idempotency::prune_answers(tx, now - KEEP_MS).await?;
                    outbox::prune_jobs(tx, now - KEEP_MS).await
                })
            })
            .await
            .map_err(|error: StoreError| Refusal::from(error))?;
        Ok(purged)
    }
}
