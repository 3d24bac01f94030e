//! Bytes that were uploaded and that nothing names: no revision, no draft, no publication that waits. And days of components
//! that are over.

use std::time::Duration;

use kernel::Refusal;
use kernel::caller::SchoolScope;
use tenants::bundle::overlay::blob_of;

use crate::model::blobs_of;
use crate::service::{Settings, storage};

/// An edit may still be on its way.
const AGE: Duration = Duration::from_secs(86_400);

impl Settings {
    /// Removes such bytes and days of a school. Safe to repeat.
    pub async fn purge(&self, scope: &SchoolScope) -> Result<u64, Refusal> {
        self.purge_calls(scope).await?;
        let _turn = self.0.turn(scope.id()).await;
        let (_, stored) = self.0.stored(scope).await?;
        let mut named = blobs_of(&stored.edits).collect();
        self.0.name_contents(scope, &mut named).await?;
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
