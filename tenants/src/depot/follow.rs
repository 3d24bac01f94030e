//! Following: what changed in the store comes into this server's folders.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::StreamExt as _;
use words::SchoolId;

use super::{Depot, Followed, Head, folder};
use crate::bundle::overlay::blob_of;
use crate::registry::Registry;

/// How often the store is looked at.
const INTERVAL: Duration = Duration::from_secs(2);
/// How long one look may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// Schools that are brought here at once.
const AT_ONCE: usize = 8;

impl Depot {
    /// Follows for as long as the server runs.
    pub async fn watch(self: Arc<Self>, registry: Arc<Registry>) {
        let mut ticks = tokio::time::interval(INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            match tokio::time::timeout(PATIENCE, self.look(&registry)).await {
                Ok(Ok(())) => {}
                // Told once, as it began.
                Ok(Err(error)) if objects::is_away(&error) => {}
                Ok(Err(error)) => tracing::error!(%error, "the object store cannot be followed; the next look comes"),
                Err(_) => tracing::error!("a look at the object store took too long; the next one follows"),
            }
        }
    }

    /// Brings here what changed and lets it go live. Nothing of a store whose servers have another secret.
    pub async fn look(&self, registry: &Arc<Registry>) -> io::Result<()> {
        if !self.agree().await? {
            return Ok(());
        }
        if let Some(held) = self.new_hosts().await? {
            registry.hold_hosts(held);
        }
        let changed = self.follow().await?;
        self.go_live(registry, changed).await;
        self.note_arrived();
        self.share_hosts(registry).await
    }

    /// Lets schools go live that were followed, without waiting for the registry's own look.
    pub async fn go_live(&self, registry: &Arc<Registry>, changed: Vec<SchoolId>) {
        if changed.is_empty() {
            return;
        }
        let (registry, schools) = (registry.clone(), self.schools.clone());
        let read = tokio::task::spawn_blocking(move || {
            for id in changed {
                if !schools.join(id.as_str()).is_dir() {
                    registry.poll();
                } else if let Err(found) = registry.reload(&id) {
                    tracing::warn!(school.id = %id, problems = found.len(), "what was followed is broken; what was live stays so");
                }
            }
        });
        if let Err(error) = read.await {
            tracing::error!(%error, "what was followed could not be read; the registry's next look does it");
        }
    }

    /// One look at all heads; gives the schools whose folders changed. One that cannot be followed keeps no other from it.
    pub async fn follow(&self) -> io::Result<Vec<SchoolId>> {
        let mut wanted = self.heads().await?;
        {
            let marks = self.marks.lock();
            wanted.retain(|(id, mark)| marks.get(id.as_str()) != Some(mark));
        }
        let waiting = wanted.iter().filter(|(id, _)| !self.bundle(id).is_dir()).count();
        self.arrival.waiting.store(waiting, Ordering::Relaxed);
        let looks = wanted.into_iter().map(|(id, mark)| async move { (self.follow_one(&id).await, id, mark) });
        let mut looks = futures_util::stream::iter(looks).buffer_unordered(AT_ONCE);
        let mut changed = Vec::new();
        while let Some((followed, id, mark)) = looks.next().await {
            match followed {
                Ok(is_new) => {
                    self.marks.lock().insert(id.to_string(), mark);
                    changed.extend(is_new.then_some(id));
                }
                Err(error) if objects::is_away(&error) => return Err(error),
                Err(error) => {
                    tracing::error!(school.id = %id, %error, "the school cannot be followed; it is tried again")
                }
            }
        }
        self.arrival.waiting.store(0, Ordering::Relaxed);
        changed.sort();
        Ok(changed)
    }

    /// Brings one school's folders to its head; whether anything changed. Fails where the store does not answer.
    pub async fn follow_one(&self, id: &SchoolId) -> io::Result<bool> {
        let turn = self.turn(id).await?;
        let Some((head, tag)) = self.head(id).await? else { return Ok(false) };
        let before = self.followed(id);
        let is_here = head.deleted || (self.bundle(id).is_dir() && self.keys.read(id)? == head.keys);
        if is_here && before.as_ref().is_some_and(|before| before.tag == tag.as_str()) {
            return Ok(false);
        }
        if !folder::is_sound(&head.base) {
            return Err(io::Error::other("its head names files that bundles do not have"));
        }
        if head.deleted {
            self.forget_stored(id);
        } else {
            let base = head.base.values().map(String::as_str);
            self.bring(id, base.chain(head.overlay.iter().filter_map(|entry| blob_of(&entry.value)))).await?;
        }
        let (store, bundle, wanted) = (self.overlay_store(id), self.bundle(id), head.clone());
        let (keys, school) = (self.keys.clone(), id.clone());
        // The turn goes along: a look that is given up leaves nobody else at these folders before this has ended.
        let applied = tokio::task::spawn_blocking(move || {
            // Without its keys a school would read and write nonsense: they are here first.
            let applied = keys.follow(&school, wanted.keys.as_deref());
            (applied.and_then(|()| apply(&store, &bundle, &wanted, before.as_ref())), turn)
        });
        let (applied, turn) = applied.await.map_err(io::Error::other)?;
        let (changed, aside) = applied?;
        if let Some(aside) = aside {
            tracing::warn!(school.id = %id, kept = %aside.display(), "files here were edited and never pushed: they are kept aside");
        }
        self.note(id, &head, &tag)?;
        drop(turn);
        if changed {
            tracing::info!(school.id = %id, revision = head.revision, "followed the school's head");
        }
        Ok(changed)
    }

    /// Whether a school's folder is what its head says, as it was last followed: only then does a change of files mean that
    /// operators changed the school.
    pub async fn is_in_step(&self, id: &SchoolId) -> io::Result<bool> {
        let (followed, bundle) = (self.followed(id), self.bundle(id));
        let held = tokio::task::spawn_blocking(move || folder::manifest(&bundle));
        let held = held.await.map_err(io::Error::other)??;
        Ok(followed.is_some_and(|followed| followed.base == held))
    }
}

type Applied = (bool, Option<std::path::PathBuf>);

fn apply(
    store: &crate::bundle::OverlayStore,
    bundle: &std::path::Path,
    head: &Head,
    before: Option<&Followed>,
) -> io::Result<Applied> {
    if head.deleted {
        let was_here = bundle.exists();
        folder::remove_all(store, bundle)?;
        return Ok((was_here, None));
    }
    let mut done = (false, None);
    // What operators edited here and did not push yet stays while the store's base is the one that they edit.
    let is_same = bundle.is_dir() && before.is_some_and(|before| before.base == head.base);
    // The overlay first: it does no harm over the old base, and the old one might over the new.
    let (known, wanted) = (store.read().unwrap_or_default(), head.overlay());
    let is_behind = known.revision <= wanted.revision && known != wanted;
    if is_behind {
        store.write(&wanted)?;
        done.0 = true;
    }
    if !is_same && folder::manifest(bundle)? != head.base {
        done.1 = folder::replace(store, bundle, &head.base, before.map(|before| &before.base))?;
        done.0 = true;
    }
    Ok(done)
}
