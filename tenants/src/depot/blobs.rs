//! Contents by their digest: into the store, and out of it.

use std::io;
use std::time::Duration;

use words::SchoolId;
use words::sabotage::{Guard, is_removed};

use super::{Depot, folder};
use crate::bundle::{Manifest, OverlayStore};

/// Contents that are on their way at once.
const AT_ONCE: usize = 8;
/// Notes that are remembered; past it they are asked for again.
const MOST_STORED: usize = 100_000;

fn upload_key(id: &SchoolId, digest: &str) -> String {
    format!("uploads/{id}/{digest}")
}

fn key(digest: &str) -> String {
    format!("blobs/{digest}")
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
}

impl Depot {
    /// Brings contents of a school into the store that this server has and the store may lack, and takes note that they are the
    /// school's: it may name them from any server.
    pub async fn put_blobs(&self, id: &SchoolId, digests: impl IntoIterator<Item = &str>) -> io::Result<()> {
        let wanted: Vec<String> = {
            let stored = self.stored.lock();
            digests.into_iter().filter(|digest| !stored.contains(&upload_key(id, digest))).map(str::to_owned).collect()
        };
        for chunk in wanted.chunks(AT_ONCE) {
            let puts = chunk.iter().map(|digest| self.put_blob(id, digest));
            self.note_answer(futures_util::future::try_join_all(puts).await)?;
        }
        Ok(())
    }

    async fn put_blob(&self, id: &SchoolId, digest: &str) -> io::Result<()> {
        // What the school itself has here, and not what only lies in the store, or is only called like it: there another's may have
        // the same name.
        let (store, wanted) = (self.overlay_store(id), digest.to_owned());
        let bytes = blocking(move || store.blob(&wanted)).await?;
        let bytes = bytes.ok_or_else(|| io::Error::other(format!("the bytes {digest} are not kept here")))?;
        if self.objects.stat(&key(digest)).await?.is_none() {
            self.objects.put(&key(digest), bytes.into()).await?;
        }
        let noted = upload_key(id, digest);
        self.objects.put(&noted, bytes::Bytes::new()).await?;
        let mut stored = self.stored.lock();
        if stored.len() >= MOST_STORED {
            stored.clear();
        }
        stored.insert(noted);
        Ok(())
    }

    /// What this server remembers to have noted of a school.
    pub(super) fn forget_stored(&self, id: &SchoolId) {
        self.stored.lock().retain(|noted| !noted.starts_with(&upload_key(id, "")));
    }

    /// A school that is gone was given nothing.
    pub(super) async fn forget_uploads(&self, id: &SchoolId) -> io::Result<()> {
        self.forget_stored(id);
        for object in self.note_answer(self.objects.list(&format!("uploads/{id}")).await)? {
            self.note_answer(self.objects.remove(&object.key).await)?;
        }
        Ok(())
    }

    /// Brings contents here that this server lacks: those alone that this very school has had. The digest of another's plugin is no
    /// secret, and opens nothing, wherever it stands: in an edit, in a head, in a history that came with an archive. `NotFound` once the
    /// school's own are here, where it never had one of them.
    pub async fn bring(&self, id: &SchoolId, digests: impl IntoIterator<Item = &str>) -> io::Result<()> {
        let (store, mut digests) = (self.overlay_store(id), digests.into_iter().map(str::to_owned).collect::<Vec<_>>());
        let lacking = blocking(move || {
            digests.sort_unstable();
            digests.dedup();
            digests.retain(|digest| !store.has_blob(digest));
            Ok(digests)
        });
        let lacking = lacking.await?;
        let mut foreign = None;
        for chunk in lacking.chunks(AT_ONCE) {
            let asked = chunk.iter().map(|digest| self.has_had(id, digest));
            let had = self.note_answer(futures_util::future::try_join_all(asked).await)?;
            let (own, others): (Vec<_>, Vec<_>) = chunk.iter().zip(had).partition(|(_, had)| *had);
            let brings = own.into_iter().map(|(digest, _)| self.bring_blob(self.overlay_store(id), digest));
            self.note_answer(futures_util::future::try_join_all(brings).await)?;
            foreign = foreign.or(others.first().map(|(digest, _)| (*digest).clone()));
        }
        let Some(digest) = foreign else { return Ok(()) };
        Err(io::Error::new(io::ErrorKind::NotFound, format!("the school never had the bytes {digest}")))
    }

    async fn has_had(&self, id: &SchoolId, digest: &str) -> io::Result<bool> {
        if is_removed(Guard::BlobOwner) {
            return Ok(true);
        }
        Ok(folder::is_digest(digest) && self.objects.stat(&upload_key(id, digest)).await?.is_some())
    }

    async fn bring_blob(&self, store: OverlayStore, digest: &str) -> io::Result<()> {
        let found = self.objects.get(&key(digest)).await?;
        let (bytes, _) = found.ok_or_else(|| io::Error::other(format!("the store has no bytes {digest}")))?;
        if words::sha256_hex(&bytes) != digest {
            return Err(io::Error::other(format!("the store's bytes {digest} are damaged")));
        }
        blocking(move || store.put_blob(&bytes).map(drop)).await
    }

    /// Puts the operators' files of this server into the store.
    pub(super) async fn put_base(&self, id: &SchoolId) -> io::Result<Manifest> {
        let (store, bundle) = (self.overlay_store(id), self.bundle(id));
        let base = blocking(move || folder::keep(&store, &bundle)).await?;
        self.put_blobs(id, base.values().map(String::as_str)).await?;
        Ok(base)
    }

    /// Whether the store can be written to and its conditions hold: an object is made, replaced, refused and removed.
    pub async fn try_out(&self) -> io::Result<()> {
        let probe = format!("probe-{}", std::process::id());
        let tried = tokio::time::timeout(Duration::from_secs(20), self.probe(&probe));
        let tried = tried.await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
        // The fault that is told is the first one.
        let removed = self.objects.remove(&probe).await;
        tried.and(removed)?;
        match self.objects.stat(&probe).await? {
            None => Ok(()),
            Some(_) => Err(io::Error::other("what is removed stays: the store has to know DeleteObjects")),
        }
    }

    /// What the store's own clock says, in milliseconds; to the second.
    pub async fn clock_ms(&self) -> io::Result<i64> {
        let key = format!("clock-{}", std::process::id());
        self.objects.put(&key, "1".into()).await?;
        let stat = self.objects.stat(&key).await;
        self.objects.remove(&key).await?;
        let written = stat?.ok_or(io::ErrorKind::NotFound)?.modified;
        let since = written.duration_since(std::time::UNIX_EPOCH).map_err(io::Error::other)?;
        Ok(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    async fn probe(&self, key: &str) -> io::Result<()> {
        self.objects.remove(key).await?;
        let first = self.objects.swap(key, "1".into(), None).await?;
        self.objects.swap(key, "2".into(), Some(&first)).await?;
        for stale in [None, Some(&first)] {
            match self.objects.swap(key, "3".into(), stale).await {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(_) => {
                    return Err(io::Error::other(
                        "it overwrites what it should not: conditional writes (If-Match, If-None-Match) are needed",
                    ));
                }
            }
        }
        Ok(())
    }
}
