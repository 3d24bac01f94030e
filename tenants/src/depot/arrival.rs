//! How far a server is that began a moment ago: it is not ready before every school that the store has was tried.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use kernel::crypto::Secret;
use objects::Objects;

use super::Depot;

/// What tells the servers of one store from strangers.
const MARK: &str = "servers.json";

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// Every school was tried.
    Done,
    /// Schools that the store has are on their way here.
    OnTheWay,
    /// The store did not answer since the start: nobody knows what there is.
    Unknown,
    /// The servers of the store have another secret: nothing of theirs is taken.
    Stranger,
}

/// What is known of it.
#[derive(Debug, Default)]
pub(super) struct Progress {
    agreed: AtomicBool,
    is_stranger: AtomicBool,
    done: AtomicBool,
    /// Schools that have a head and no folder here, and were not tried yet.
    pub waiting: AtomicUsize,
}

impl Depot {
    /// How far this server is.
    #[must_use]
    pub fn arrival(&self) -> Arrival {
        let Progress { is_stranger, done, waiting, .. } = &self.arrival;
        match () {
            () if is_stranger.load(Ordering::Relaxed) => Arrival::Stranger,
            () if done.load(Ordering::Relaxed) => Arrival::Done,
            () if waiting.load(Ordering::Relaxed) > 0 => Arrival::OnTheWay,
            () => Arrival::Unknown,
        }
    }

    /// What a whole look found is live.
    pub fn note_arrived(&self) {
        self.arrival.done.store(true, Ordering::Relaxed);
    }

    /// Whether the servers of this store have this server's secret; once they have, they are not asked again.
    pub async fn agree(&self) -> io::Result<bool> {
        let Progress { agreed, is_stranger, .. } = &self.arrival;
        let Some(secret) = self.keys.secret.as_ref().filter(|_| !agreed.load(Ordering::Relaxed)) else {
            return Ok(true);
        };
        let is_ours = self.note_answer(is_ours(&self.objects, secret).await)?;
        agreed.store(is_ours, Ordering::Relaxed);
        let was_stranger = is_stranger.swap(!is_ours, Ordering::Relaxed);
        if !is_ours && !was_stranger {
            tracing::error!(
                store = self.objects.name(),
                "the servers that share the store have another secret: nothing is followed"
            );
        }
        Ok(is_ours)
    }
}

/// Whether the servers of a store have this secret; the first of them leaves its mark.
pub async fn is_ours(objects: &Objects, secret: &Secret) -> io::Result<bool> {
    let own = serde_json::json!({ "secret": kernel::servers::mark_of(secret) }).to_string();
    for _ in 0..2 {
        if let Some((bytes, _)) = objects.get(MARK).await? {
            return Ok(bytes == own);
        }
        match objects.swap(MARK, own.clone().into(), None).await {
            Ok(_) => return Ok(true),
            // Another server's first start.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}
