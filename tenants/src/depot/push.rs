//! Pushing: the operators' folder becomes what the school is, at every server.

use std::io;
use std::path::Path;

use words::SchoolId;

use super::{Depot, Head, folder};
use crate::bundle::SCHOOL_FILE;
use crate::bundle::overlay::blob_of;

/// What came of a push.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pushed {
    /// The store has it now.
    New,
    /// The store had it already.
    Same,
}

/// Why nothing was pushed.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// The store's base is none that this folder was made from.
    #[error(
        "another server's files were pushed since this folder was last brought up to date: let the server follow, edit again, or overrule them with --force"
    )]
    Behind,
    /// There is no such folder.
    #[error("there is no school `{0}` here")]
    NoSchool(SchoolId),
    /// The disk or the store.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Depot {
    /// Puts the operators' folder of a school into the store. What the school published stays over it.
    pub async fn push(&self, id: &SchoolId, force: bool) -> Result<Pushed, PushError> {
        if !self.bundle(id).join(SCHOOL_FILE).is_file() {
            return Err(PushError::NoSchool(id.clone()));
        }
        // The folder is read in the turn: no follower may exchange it between the look and the push.
        let _turn = self.turn(id).await?;
        let (base, keys) = (self.put_base(id).await?, self.keys.read(id)?);
        let (found, followed) = (self.head(id).await?, self.followed(id));
        let (head, tag) = match found {
            Some((head, tag)) if head.base == base && !head.deleted && head.keys.is_some() >= keys.is_some() => {
                self.note(id, &head, &tag)?;
                return Ok(Pushed::Same);
            }
            // It was deleted, and is made or taken in again: from the beginning.
            Some((head, tag)) if head.deleted => (self.first(id, base).await?, Some(tag)),
            Some((head, _)) if !force && followed.is_none_or(|followed| followed.base != head.base) => {
                return Err(PushError::Behind);
            }
            Some((head, tag)) => (Head { base, keys: head.keys.clone().or(keys), ..head }, Some(tag)),
            None => (self.first(id, base).await?, None),
        };
        match self.swap(id, &head, tag.as_ref()).await {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(PushError::Behind),
            other => self.note(id, &head, &other?)?,
        }
        Ok(Pushed::New)
    }

    /// The head of a school that has none: with what was published here, and all that its history needs.
    async fn first(&self, id: &SchoolId, base: crate::bundle::Manifest) -> io::Result<Head> {
        let store = self.overlay_store(id);
        let (overlay, kept) = (store.read()?, store.blobs()?);
        self.put_blobs(id, kept.iter().map(String::as_str)).await?;
        self.put_blobs(id, overlay.entries.iter().filter_map(|entry| blob_of(&entry.value))).await?;
        let keys = self.keys.read(id)?;
        Ok(Head { base, revision: overlay.revision, overlay: overlay.entries, keys, deleted: false })
    }

    /// Schools whose keys this machine has not as their heads do.
    pub async fn keyless(&self) -> io::Result<Vec<SchoolId>> {
        let mut found = Vec::new();
        for (id, _) in self.heads().await? {
            let head = self.head(&id).await?.filter(|(head, _)| !head.deleted && self.bundle(&id).is_dir());
            let lacks = |wrapped: &String| {
                let opens = |secret: &kernel::crypto::Secret| secret.opens_keys(&id, wrapped);
                !self.keys.secret.as_ref().is_none_or(opens)
                    || !matches!(self.keys.read(&id), Ok(Some(own)) if own == *wrapped)
            };
            if head.and_then(|(head, _)| head.keys).is_some_and(|wrapped| lacks(&wrapped)) {
                found.push(id);
            }
        }
        Ok(found)
    }

    /// Schools of this machine whose folder is not what the store has.
    pub async fn unpushed(&self) -> io::Result<Vec<SchoolId>> {
        let mut found = Vec::new();
        for name in names(&self.schools)? {
            let Ok(id) = SchoolId::parse(&name) else { continue };
            if self.bundle(&id).join(SCHOOL_FILE).is_file() {
                let head = self.head(&id).await?;
                let bundle = self.bundle(&id);
                let held = tokio::task::spawn_blocking(move || folder::manifest(&bundle));
                let held = held.await.map_err(io::Error::other)??;
                found.extend(head.is_none_or(|(head, _)| head.base != held).then_some(id));
            }
        }
        found.sort();
        Ok(found)
    }

    /// Makes the overlay of this server the school's, whatever revision it has: after operators emptied it.
    pub async fn push_overlay(&self, id: &SchoolId) -> Result<(), PushError> {
        let overlay = self.overlay_store(id).read()?;
        let _turn = self.turn(id).await?;
        let Some((head, tag)) = self.head(id).await? else { return Ok(()) };
        if head.revision > overlay.revision {
            return Err(PushError::Behind);
        }
        let head = Head { revision: overlay.revision, overlay: overlay.entries, ..head };
        let tag = self.swap(id, &head, Some(&tag)).await?;
        Ok(self.note(id, &head, &tag)?)
    }

    /// The end of a school: every server lets go of it. This one's folders are the caller's. Gives what it was.
    pub async fn bury(&self, id: &SchoolId) -> io::Result<Option<Head>> {
        let _turn = self.turn(id).await?;
        let Some((head, tag)) = self.head(id).await? else { return Ok(None) };
        let grave = Head { deleted: true, ..Head::default() };
        let tag = self.swap(id, &grave, Some(&tag)).await?;
        self.note(id, &grave, &tag)?;
        self.forget_uploads(id).await?;
        Ok(Some(head))
    }

    /// Takes a burial back.
    pub async fn dig_up(&self, id: &SchoolId, head: &Head) -> io::Result<()> {
        let _turn = self.turn(id).await?;
        let Some((_, tag)) = self.head(id).await? else { return Ok(()) };
        let tag = self.swap(id, head, Some(&tag)).await?;
        self.note(id, head, &tag)
    }

    /// Puts files of a folder into the store that it lacks; how many. `folder` is that of one school below `data`, such as
    /// `files/alnoor`.
    pub async fn push_files(&self, data: &Path, folder: &str) -> io::Result<u64> {
        let known: std::collections::HashSet<String> =
            self.objects.list(folder).await?.into_iter().map(|object| object.key).collect();
        let root = data.join(folder);
        let mut count = 0;
        for inner in names(&root)? {
            for name in names(&root.join(&inner))? {
                let key = format!("{folder}/{inner}/{name}");
                if !known.contains(&key) {
                    self.objects.put_file(&key, &root.join(&inner).join(&name)).await?;
                    count += 1;
                }
            }
        }
        Ok(count)
    }
}

fn names(folder: &Path) -> io::Result<Vec<String>> {
    match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect(),
    }
}
