//! Where overlays lie: `<data>/overlays/<school>/overlay.json`, `good.json` and `blobs/<sha-256>`.
//!
//! Files are written whole, synced, then named, so that a reader sees the one before or the one after.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::overlay::Overlay;

/// Largest overlay: every form and text of a school that changed all of them.
const MAX_BYTES: u64 = 32 << 20;

/// Every file of a state, by path: the digest of its bytes.
pub type Manifest = BTreeMap<String, String>;

/// A state that was good, to fall back on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Good {
    /// Its revision.
    pub revision: i64,
    /// Its files; their bytes are blobs.
    pub files: Manifest,
}

/// One school's folder of overlays.
#[derive(Debug, Clone)]
pub struct OverlayStore {
    folder: PathBuf,
}

impl OverlayStore {
    /// The folder of one school; made when something is written.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder itself.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file that the registry watches.
    #[must_use]
    pub fn overlay_file(&self) -> PathBuf {
        self.folder.join("overlay.json")
    }

    /// What is published over the base; an empty overlay when nothing is.
    pub fn read(&self) -> io::Result<Overlay> {
        Ok(read_json(&self.overlay_file())?.unwrap_or_default())
    }

    /// Whether an overlay is small enough to be published, with what is kept beside it.
    #[must_use]
    pub fn has_room(overlay: &Overlay) -> bool {
        serde_json::to_vec(overlay).is_ok_and(|bytes| bytes.len() as u64 <= MAX_BYTES / 2)
    }

    /// Publishes an overlay.
    pub fn write(&self, overlay: &Overlay) -> io::Result<()> {
        write_json(&self.overlay_file(), overlay)
    }

    /// The last good state; `None` when there is none.
    pub fn good(&self) -> io::Result<Option<Good>> {
        read_json(&self.folder.join("good.json"))
    }

    /// Remembers a good state.
    pub fn write_good(&self, good: &Good) -> io::Result<()> {
        write_json(&self.folder.join("good.json"), good)
    }

    /// Keeps bytes; gives their digest.
    pub fn put_blob(&self, bytes: &[u8]) -> io::Result<String> {
        let digest = words::sha256_hex(bytes);
        let path = self.blob_file(&digest);
        if std::fs::metadata(&path).is_ok_and(|meta| meta.len() == bytes.len() as u64) {
            // It is wanted again: the sweep counts from now.
            #[expect(clippy::disallowed_methods, reason = "files are dated by the disk's own time")]
            std::fs::File::open(&path)?.set_modified(SystemTime::now())?;
            return Ok(digest);
        }
        write(&path, bytes)?;
        Ok(digest)
    }

    /// Bytes by their digest; `None` when they are not kept, or are not what the digest says.
    pub fn blob(&self, digest: &str) -> io::Result<Option<Vec<u8>>> {
        if !self.has_blob(digest) {
            return Ok(None);
        }
        match std::fs::read(self.blob_file(digest)) {
            Ok(bytes) => Ok((words::sha256_hex(&bytes) == digest).then_some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether bytes of that digest are kept.
    #[must_use]
    pub fn has_blob(&self, digest: &str) -> bool {
        // A state that came with an archive may name anything: a path, a device, a file of gigabytes.
        let is_kept = |meta: std::fs::Metadata| meta.is_file() && meta.len() <= MAX_BYTES;
        crate::depot::is_digest(digest) && std::fs::symlink_metadata(self.blob_file(digest)).is_ok_and(is_kept)
    }

    /// Digests of all bytes that are kept.
    pub fn blobs(&self) -> io::Result<Vec<String>> {
        let entries = match std::fs::read_dir(self.folder.join("blobs")) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        let mut names = names.collect::<io::Result<Vec<String>>>()?;
        names.retain(|name| name.len() == 64);
        names.sort();
        Ok(names)
    }

    /// Removes bytes that nothing names and that are older than `age`; how many there were.
    pub fn sweep(&self, named: &HashSet<String>, age: Duration) -> io::Result<u64> {
        let mut gone = 0;
        for digest in self.blobs()?.into_iter().filter(|digest| !named.contains(digest)) {
            let path = self.blob_file(&digest);
            let is_old = std::fs::metadata(&path)?.modified()?.elapsed().is_ok_and(|elapsed| elapsed >= age);
            if is_old {
                std::fs::remove_file(&path)?;
                gone += 1;
            }
        }
        Ok(gone)
    }

    /// Where bytes of that digest are kept.
    #[must_use]
    pub fn blob_file(&self, digest: &str) -> PathBuf {
        self.folder.join("blobs").join(digest)
    }
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> io::Result<Option<T>> {
    match std::fs::metadata(path) {
        Ok(meta) if meta.len() > MAX_BYTES => return Err(io::Error::other("the file is too large")),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    serde_json::from_slice(&std::fs::read(path)?).map(Some).map_err(io::Error::other)
}

/// Nothing is written that would not be read.
fn write_json<T: Serialize>(path: &Path, value: &T) -> io::Result<()> {
    let bytes = serde_json::to_vec(value).map_err(io::Error::other)?;
    if bytes.len() as u64 > MAX_BYTES {
        Err(io::Error::other("the file would be too large"))
    } else {
        write(path, &bytes)
    }
}

/// Whole, synced, then named.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let arriving = folder.join(format!(".{name}.{}-{count}", std::process::id()));
    let written = std::fs::File::create(&arriving).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&arriving, path)
    });
    if written.is_err() {
        // Best effort: the error that is told is the first one.
        let _ = std::fs::remove_file(&arriving);
    }
    written?;
    std::fs::File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = OverlayStore::new(folder.path().join("abq"));
        assert_eq!((store.read().unwrap(), store.good().unwrap()), (Overlay::default(), None));
        let mut overlay = Overlay { revision: 3, ..Overlay::default() };
        overlay.set("school.yaml", "/hijri", json!("Y"));
        store.write(&overlay).unwrap();
        assert_eq!(store.read().unwrap(), overlay);
        let digest = store.put_blob(b"bytes").unwrap();
        assert_eq!(store.blob(&digest).unwrap().as_deref(), Some(&b"bytes"[..]));
        assert_eq!(store.blobs().unwrap(), std::slice::from_ref(&digest));
        let day = Duration::from_secs(86_400);
        assert_eq!(store.sweep(&HashSet::new(), day).unwrap(), 0, "too young");
        let named = HashSet::from([digest.clone()]);
        assert_eq!(store.sweep(&named, Duration::ZERO).unwrap(), 0, "named");
        let other = store.put_blob(b"nobody's").unwrap();
        assert_eq!(store.sweep(&named, Duration::ZERO).unwrap(), 1);
        assert!(!store.has_blob(&other) && store.has_blob(&digest));
        std::fs::write(store.blob_file(&digest), b"other").unwrap();
        assert_eq!(store.blob(&digest).unwrap(), None, "damaged bytes are none");
        std::fs::create_dir(store.blob_file(&digest).with_file_name("0".repeat(64))).unwrap();
        for odd in ["/dev/zero", "../overlay.json", "", &"0".repeat(64)] {
            assert_eq!((store.has_blob(odd), store.blob(odd).unwrap()), (false, None), "{odd}");
        }
        let left: Vec<_> =
            std::fs::read_dir(folder.path().join("abq")).unwrap().flatten().map(|e| e.file_name()).collect();
        assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{left:?}");
    }
}
