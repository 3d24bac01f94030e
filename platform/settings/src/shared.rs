//! Where several servers share their schools: what lies in the store comes here before it is needed, and what is made here goes
//! there before anybody is told of it. Without a store there is nothing to do.

use std::io;
use std::sync::Arc;

use kernel::caller::SchoolScope;
use kernel::{MessageId, Refusal};
use tenants::bundle::overlay::blob_of;
use tenants::bundle::{Manifest, Overlay};

use crate::model::DraftEdit;
use crate::service::{Inner, storage};

/// What a person is told whose publication or upload the store keeps from being kept.
fn refused(error: io::Error) -> Refusal {
    if error.kind() != io::ErrorKind::NotConnected {
        return storage(error);
    }
    tracing::error!(%error, "the object store does not answer: settings cannot be published");
    let told = "The object store does not answer: nothing was published, and the draft is kept. Try again.";
    Refusal::new(MessageId::R008).message(told).retry_after(5)
}

impl Inner {
    /// Brings contents here that another server was given. What cannot be had now shows as a problem of the draft.
    pub async fn bring(&self, scope: &SchoolScope, digests: impl IntoIterator<Item = &str>) {
        let Some(depot) = &self.depot else { return };
        if let Err(error) = depot.bring(scope.id(), digests).await {
            tracing::warn!(school.id = %scope.id(), %error, "contents that another server has cannot be had now");
        }
    }

    /// The contents that edits of a draft name: they were looked at when they were saved.
    pub async fn bring_edits(&self, scope: &SchoolScope, edits: &[DraftEdit]) {
        self.bring(scope, edits.iter().filter_map(|edit| blob_of(&edit.value))).await;
    }

    /// The contents of a state that was kept: without them it cannot be shown.
    pub async fn bring_state(&self, scope: &SchoolScope, manifest: &Manifest) -> Result<(), Refusal> {
        let Some(depot) = &self.depot else { return Ok(()) };
        depot.bring(scope.id(), manifest.values().map(String::as_str)).await.map_err(refused)
    }

    /// Contents that were made here: whoever is told of them can have them from every server.
    pub async fn share<'d>(
        &self,
        scope: &SchoolScope,
        digests: impl IntoIterator<Item = &'d str>,
    ) -> Result<(), Refusal> {
        let Some(depot) = &self.depot else { return Ok(()) };
        depot.put_blobs(scope.id(), digests).await.map_err(refused)
    }

    /// Before something is published: the newest base and overlay come here. Fails where the store does not answer, while
    /// nothing was done yet.
    pub async fn follow(self: &Arc<Self>, scope: &SchoolScope) -> Result<(), Refusal> {
        let Some(depot) = &self.depot else { return Ok(()) };
        if !depot.follow_one(scope.id()).await.map_err(refused)? {
            return Ok(());
        }
        let (depot, registry, id) = (depot.clone(), self.registry.clone(), scope.id().clone());
        let turn = self.try_turn(scope.id()).await?;
        turn.see(async move { depot.go_live(&registry, vec![id]).await }).await.map(drop)
    }

    /// Contents that somebody gave this school: it may name them at every server.
    pub async fn share_upload(&self, scope: &SchoolScope, digest: &str) -> Result<(), Refusal> {
        self.share(scope, [digest]).await
    }

    /// A revision into the store, before it is on any disk; whether it is there.
    pub async fn share_revision(&self, scope: &SchoolScope, overlay: &Overlay, manifest: &Manifest) -> bool {
        let Some(depot) = &self.depot else { return true };
        if depot.is_away() {
            return false;
        }
        // For this server's own last good state; one that is lost for good keeps nobody from going on.
        self.bring(scope, manifest.values().map(String::as_str)).await;
        let id = scope.id();
        let shared = depot.publish(id, overlay).await;
        if let Err(error) = &shared {
            tracing::warn!(school.id = %id, revision = overlay.revision, %error, "the revision is not in the store yet");
        }
        shared.is_ok()
    }

    /// Whether the files here are those that all servers have: only then is a difference the operators' change, and not one
    /// that is still on its way.
    pub async fn is_in_step(self: &Arc<Self>, scope: &SchoolScope) -> bool {
        let Some(depot) = &self.depot else { return true };
        !depot.is_away() && self.follow(scope).await.is_ok() && depot.is_in_step(scope.id()).await.unwrap_or_default()
    }
}
