//! Bytes that were uploaded and that nothing names: no revision, no draft, no publication that waits. And days of components
//! that are over.

use std::collections::HashSet;
use std::time::Duration;

use kernel::Refusal;
use kernel::caller::SchoolScope;
use tenants::bundle::Manifest;
use tenants::bundle::overlay::blob_of;

use crate::model::DraftEdit;
use crate::publish::store;
use crate::service::{Settings, storage};

/// An edit may still be on its way.
const AGE: Duration = Duration::from_secs(86_400);

impl Settings {
    /// Removes such bytes and days of a school. Safe to repeat.
    pub async fn purge(&self, scope: &SchoolScope) -> Result<u64, Refusal> {
        self.purge_calls(scope).await?;
        let _turn = self.0.turn(scope.id()).await;
        let mut named = HashSet::new();
        let (_, stored) = self.0.stored(scope).await?;
        let mut name = |edits: &[DraftEdit]| {
            named.extend(edits.iter().filter_map(|edit| blob_of(&edit.value)).map(str::to_owned));
        };
        name(&stored.edits);
        let mut tx = self.0.db.read(scope).await?;
        // All of them, and one at a time: each may be megabytes.
        for row in store::list_ids(&mut tx).await? {
            let Some(found) = store::find_edits(&mut tx, &row.id).await? else { continue };
            name(&serde_json::from_str::<Vec<DraftEdit>>(&found.edits).map_err(Refusal::internal)?);
        }
        let mut after = i64::MIN;
        while let Some(row) = store::next_manifest(&mut tx, after).await? {
            after = row.seq;
            let read = move || serde_json::from_str::<Manifest>(&row.manifest);
            let files =
                tokio::task::spawn_blocking(read).await.map_err(Refusal::internal)?.map_err(Refusal::internal)?;
            named.extend(files.into_values());
        }
        drop(tx);
        named.extend(stored.settled.into_iter().filter_map(|one| one.blob));
        let store = self.0.registry.overlay_store(scope.id());
        let swept = tokio::task::spawn_blocking(move || {
            let entries = store.read()?.entries;
            named.extend(entries.iter().filter_map(|entry| blob_of(&entry.value)).map(str::to_owned));
            named.extend(store.good()?.into_iter().flat_map(|good| good.files.into_values()));
            store.sweep(&named, AGE)
        });
        swept.await.map_err(Refusal::internal)?.map_err(storage)
    }
}
