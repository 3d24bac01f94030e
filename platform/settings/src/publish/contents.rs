//! Which contents publications need.

use std::collections::HashSet;

use kernel::Refusal;
use kernel::caller::SchoolScope;
use tenants::bundle::Manifest;

use super::store;
use crate::model::{DraftEdit, blobs_of};
use crate::service::Inner;

impl Inner {
    /// Digests of the contents that publications name which wait, or failed, and those that revisions hold.
    pub async fn name_contents(&self, scope: &SchoolScope, named: &mut HashSet<String>) -> Result<(), Refusal> {
        let mut tx = self.db.read(scope).await?;
        // All of them, and one at a time: each may be megabytes.
        for row in store::list_ids(&mut tx).await? {
            let Some(found) = store::find_edits(&mut tx, &row.id).await? else { continue };
            let edits: Vec<DraftEdit> = serde_json::from_str(&found.edits).map_err(Refusal::internal)?;
            named.extend(blobs_of(&edits));
        }
        let mut after = i64::MIN;
        while let Some(row) = store::next_manifest(&mut tx, after).await? {
            after = row.seq;
            let read = move || serde_json::from_str::<Manifest>(&row.manifest);
            let files =
                tokio::task::spawn_blocking(read).await.map_err(Refusal::internal)?.map_err(Refusal::internal)?;
            named.extend(files.into_values());
        }
        Ok(())
    }
}
