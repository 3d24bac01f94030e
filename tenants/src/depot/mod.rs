//! Bundles that several servers share, in an object store.
//!
//! `blobs/<sha-256>` are contents; `heads/<school>.json` is what a school is: its base, file by file, and what is published over
//! it. A head is replaced whole, and only in place of the one that was read, so of two that change a school one is told. Each
//! server follows ([`Depot::follow`]): what changed is brought into its own folders, staged and then named, and the registry
//! sees it there as it sees files. A server that cannot reach the store goes on with what it has. `hosts.json` says who holds
//! which host, `servers.json` which secret the servers have, and `uploads/<school>/<sha-256>` which contents a school was given.

mod arrival;
mod blobs;
mod folder;
mod follow;
mod hosts;
mod keys;
mod push;

pub(crate) use folder::is_digest;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use objects::{Objects, Tag};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use words::SchoolId;

use crate::bundle::{Entry, Manifest, Overlay, OverlayStore};

pub use arrival::{Arrival, is_ours};
pub use keys::Keys;
pub use push::{PushError, Pushed};

/// Folder of the heads.
const HEADS: &str = "heads";

/// What a school is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The operators' files by path, and the digests of their bytes. A suspension stands in its `school.yaml`.
    pub base: Manifest,
    /// The revision that is published.
    pub revision: i64,
    /// What is published over the base.
    pub overlay: Vec<Entry>,
    /// The keys that it brought from elsewhere, wrapped by the servers' secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<String>,
    /// The school was deleted. Its head stays, so that no server takes a lost one for a deletion.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
}

impl Head {
    fn overlay(&self) -> Overlay {
        Overlay::of(self.revision, self.overlay.clone())
    }
}

/// What this server's folders were last brought to, of one school.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Followed {
    /// The head.
    tag: String,
    /// Its base.
    base: Manifest,
}

/// The shared bundles, and this server's folders.
pub struct Depot {
    objects: Objects,
    schools: PathBuf,
    overlays: PathBuf,
    /// Where it is written down what was followed.
    state: PathBuf,
    /// Marks of the heads that the folders hold.
    marks: Mutex<BTreeMap<String, String>>,
    /// Notes of what a school has ([`blobs`]) that the store is known to hold.
    stored: Mutex<HashSet<String>>,
    /// One change of a school's folders after the other.
    turns: Mutex<HashMap<SchoolId, Arc<tokio::sync::Mutex<()>>>>,
    away: AtomicBool,
    keys: Keys,
    /// The state of the shared hosts that was read last.
    hosts: Mutex<Option<String>>,
    arrival: arrival::Progress,
}

impl Depot {
    /// The depot of a server whose data folder is `data`; nothing is asked of the store yet.
    pub fn new(objects: Objects, data: &Path, schools: PathBuf, overlays: PathBuf, keys: Keys) -> io::Result<Self> {
        let state = data.join("following");
        std::fs::create_dir_all(&state)?;
        Ok(Self {
            objects,
            schools,
            overlays,
            state,
            marks: Mutex::default(),
            stored: Mutex::default(),
            turns: Mutex::default(),
            away: AtomicBool::new(false),
            keys,
            hosts: Mutex::default(),
            arrival: arrival::Progress::default(),
        })
    }

    /// The store.
    #[must_use]
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// Whether the store did not answer at the last look.
    #[must_use]
    pub fn is_away(&self) -> bool {
        self.away.load(Ordering::Relaxed)
    }

    /// Takes note of whether the store answers.
    fn note_answer<T>(&self, answer: io::Result<T>) -> io::Result<T> {
        let is_away = answer.as_ref().is_err_and(objects::is_away);
        let was_away = self.away.swap(is_away, Ordering::Relaxed);
        if is_away && !was_away {
            let error = answer.as_ref().err().map(ToString::to_string).unwrap_or_default();
            tracing::error!(
                store = self.objects.name(),
                error,
                "the object store does not answer; what is here serves on"
            );
        }
        if was_away && !is_away {
            tracing::info!(store = self.objects.name(), "the object store answers again");
        }
        answer
    }

    /// What a school is; `None` when it was never pushed.
    pub async fn head(&self, id: &SchoolId) -> io::Result<Option<(Head, Tag)>> {
        let Some((bytes, tag)) = self.note_answer(self.objects.get(&key(id)).await)? else { return Ok(None) };
        Ok(Some((serde_json::from_slice(&bytes).map_err(io::Error::other)?, tag)))
    }

    /// Ids of the schools that have a head, with what changes whenever it does.
    async fn heads(&self) -> io::Result<Vec<(SchoolId, String)>> {
        let listed = self.note_answer(self.objects.list(HEADS).await)?;
        let of = |object: objects::Object| {
            let name = object.key.strip_prefix(HEADS)?.strip_prefix('/')?.strip_suffix(".json")?;
            Some((SchoolId::parse(name).ok()?, object.mark))
        };
        Ok(listed.into_iter().filter_map(of).collect())
    }

    async fn swap(&self, id: &SchoolId, head: &Head, read: Option<&Tag>) -> io::Result<Tag> {
        let bytes = serde_json::to_vec(head).map_err(io::Error::other)?;
        let tag = self.note_answer(self.objects.swap(&key(id), bytes.into(), read).await)?;
        tracing::info!(school.id = %id, revision = head.revision, deleted = head.deleted, "the school's head was replaced");
        Ok(tag)
    }

    /// Makes a published overlay the school's, unless it has that revision or a later one. A school that was never pushed is.
    pub async fn publish(&self, id: &SchoolId, overlay: &Overlay) -> io::Result<()> {
        self.put_blobs(id, overlay.entries.iter().filter_map(|e| crate::bundle::overlay::blob_of(&e.value))).await?;
        loop {
            let _turn = self.turn(id).await?;
            let (mut head, tag) = match self.head(id).await? {
                Some((head, _)) if head.deleted || head.revision >= overlay.revision => return Ok(()),
                Some((head, tag)) => (head, Some(tag)),
                None => (Head { base: self.put_base(id).await?, keys: self.keys.read(id)?, ..Head::default() }, None),
            };
            head.revision = overlay.revision;
            head.overlay.clone_from(&overlay.entries);
            match self.swap(id, &head, tag.as_ref()).await {
                // Somebody else's change of it: once more, over theirs.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                other => return other.map(drop),
            }
        }
    }

    /// This process's and this machine's turn at a school's folders: the command line shares them with the server.
    async fn turn(&self, id: &SchoolId) -> io::Result<Turn> {
        let own = self.turns.lock().entry(id.clone()).or_default().clone();
        let own = own.lock_owned().await;
        let path = self.state.join(format!(".{id}.lock"));
        let locked = tokio::task::spawn_blocking(move || {
            let file = std::fs::File::options().create(true).truncate(false).write(true).open(path)?;
            file.lock()?;
            Ok::<_, io::Error>(file)
        });
        Ok(Turn { _file: locked.await.map_err(io::Error::other)??, _own: own })
    }

    fn followed(&self, id: &SchoolId) -> Option<Followed> {
        // One that cannot be read is written anew with the next head.
        serde_json::from_slice(&std::fs::read(self.state_file(id)).ok()?).ok()
    }

    fn note(&self, id: &SchoolId, head: &Head, tag: &Tag) -> io::Result<()> {
        let followed = Followed { tag: tag.as_str().to_owned(), base: head.base.clone() };
        crate::bundle::edit::put(&self.state_file(id), &serde_json::to_vec(&followed).map_err(io::Error::other)?)
    }

    fn state_file(&self, id: &SchoolId) -> PathBuf {
        self.state.join(format!("{id}.json"))
    }

    fn overlay_store(&self, id: &SchoolId) -> OverlayStore {
        OverlayStore::new(self.overlays.join(id.as_str()))
    }

    fn bundle(&self, id: &SchoolId) -> PathBuf {
        self.schools.join(id.as_str())
    }
}

/// Held while a school's folders are changed.
struct Turn {
    _file: std::fs::File,
    _own: tokio::sync::OwnedMutexGuard<()>,
}

fn key(id: &SchoolId) -> String {
    format!("{HEADS}/{id}.json")
}
