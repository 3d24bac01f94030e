//! A bundle's folder, read safely: paths never leave it, symbolic links are refused, and whatever was read (or looked
//! for) is remembered, so that the watcher knows what to look at again.
//!
//! A folder is read as it is, with a school's overlay laid over it, or not at all: out of a good state that was kept.

use std::collections::{BTreeSet, HashMap};
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use parking_lot::Mutex;

use super::overlay::Overlay;
use super::place::FileKind;
use super::store::{Manifest, OverlayStore};
use crate::diagnostic::Diagnostic;

/// Most files of a bundle.
const MAX_FILES: usize = 5000;
/// How deep folders of a bundle nest.
const MAX_FOLDERS: usize = 6;

/// What tells one state of a file from another, without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    len: u64,
    modified: SystemTime,
    /// Inode and change time where there are such: they see a rename that kept the old times.
    inode: (u64, i64, i64),
}

/// The stamp of a file or folder; `None` when it is not there.
#[must_use]
pub fn stamp(path: &Path) -> Option<Stamp> {
    let meta = std::fs::symlink_metadata(path).ok()?;
    let modified = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    #[cfg(unix)]
    let inode = {
        use std::os::unix::fs::MetadataExt;
        (meta.ino(), meta.ctime(), meta.ctime_nsec())
    };
    #[cfg(not(unix))]
    let inode = (0, 0, 0);
    Some(Stamp { len: meta.len(), modified, inode })
}

impl Stamp {
    /// Whether it was touched within the last `millis`: a write may still be under way.
    #[must_use]
    pub fn is_fresh(&self, millis: u64) -> bool {
        self.modified.elapsed().is_ok_and(|age| age.as_millis() < u128::from(millis))
    }
}

/// A bundle's folder.
#[derive(Debug)]
pub struct BundleFiles {
    root: PathBuf,
    name: String,
    read: Mutex<HashMap<PathBuf, Option<Stamp>>>,
    layer: Layer,
}

/// What is read in place of the folder's own files.
#[derive(Debug)]
enum Layer {
    /// Nothing.
    Base,
    /// What the overlay touches.
    Over(Arc<Overlay>, OverlayStore),
    /// All of it: a state that was good.
    Kept(Manifest, OverlayStore),
}

impl BundleFiles {
    /// The folder of one school, as the operators have it.
    #[must_use]
    pub fn new(root: PathBuf) -> Self {
        Self::open(root, Layer::Base)
    }

    /// The folder with an overlay over it.
    #[must_use]
    pub fn with(root: PathBuf, store: OverlayStore, overlay: Arc<Overlay>) -> Self {
        Self::open(root, Layer::Over(overlay, store))
    }

    /// The folder with what is published over it; the published overlay is watched as every file that was read.
    pub fn layered(root: PathBuf, store: OverlayStore) -> Result<Self, Diagnostic> {
        let file = store.overlay_file();
        let before = stamp(&file);
        let read = store.read();
        let layer = match &read {
            Ok(overlay) => Layer::Over(Arc::new(overlay.clone()), store),
            Err(_) => Layer::Base,
        };
        let files = Self::open(root, layer);
        files.remember(file, before);
        match read {
            Ok(_) => Ok(files),
            Err(error) => {
                Err(Diagnostic::file(files.label("overlay.json"), "badOverlay", format!("cannot be read: {error}")))
            }
        }
    }

    /// A state that was kept.
    #[must_use]
    pub fn stored(root: PathBuf, store: OverlayStore, files: Manifest) -> Self {
        Self::open(root, Layer::Kept(files, store))
    }

    fn open(root: PathBuf, layer: Layer) -> Self {
        let name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Self { root, name, read: Mutex::default(), layer }
    }

    /// The overlay that lies over it; an empty one when none does.
    #[must_use]
    pub fn overlay(&self) -> Arc<Overlay> {
        match &self.layer {
            Layer::Over(overlay, _) => overlay.clone(),
            _ => Arc::default(),
        }
    }

    /// Where bytes are kept that an overlay or a state names.
    pub(super) fn store(&self) -> Option<&OverlayStore> {
        match &self.layer {
            Layer::Base => None,
            Layer::Over(_, store) | Layer::Kept(_, store) => Some(store),
        }
    }

    /// The overlay, if it touches the file.
    pub(super) fn touching(&self, relative: &str) -> Option<&Overlay> {
        match &self.layer {
            Layer::Over(overlay, _) if overlay.touches(relative) => Some(overlay),
            _ => None,
        }
    }

    /// The folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A file's name in diagnostics: from the folder of all schools.
    #[must_use]
    pub fn label(&self, relative: &str) -> String {
        format!("{}/{relative}", self.name)
    }

    /// Whether anything that was read has changed since; `fresh` says that a change is so young that a write may still
    /// be under way.
    #[must_use]
    pub fn changed(&self) -> Option<Changed> {
        let read = self.read.lock();
        let mut changed = None;
        for (path, before) in read.iter() {
            let now = stamp(path);
            if now != *before {
                let fresh = now.is_some_and(|now| now.is_fresh(250));
                changed = Some(Changed { fresh: fresh || changed.is_some_and(|c: Changed| c.fresh) });
            }
        }
        changed
    }

    /// Reads a file of the bundle. A missing one is `None`; links, folders and files over `max` are diagnostics.
    pub fn read(&self, relative: &str, max: u64) -> Result<Option<Vec<u8>>, Diagnostic> {
        let bytes = match &self.layer {
            Layer::Kept(files, store) => {
                let Some(digest) = files.get(relative) else { return Ok(None) };
                let failed = |cause: String| Diagnostic::file(self.label(relative), "unreadable", cause);
                let bytes = store.blob(digest).map_err(|error| failed(error.to_string()))?;
                Some(bytes.ok_or_else(|| failed("its bytes are not kept any more".into()))?)
            }
            Layer::Over(..) if self.touching(relative).is_some() => self.read_layered(relative, max)?,
            _ => return self.read_base(relative, max),
        };
        match bytes {
            Some(bytes) if bytes.len() as u64 > max => {
                Err(Diagnostic::file(self.label(relative), "tooLarge", format!("larger than {max} bytes")))
            }
            bytes => Ok(bytes),
        }
    }

    /// Reads a file as the operators have it.
    pub fn read_base(&self, relative: &str, max: u64) -> Result<Option<Vec<u8>>, Diagnostic> {
        let label = self.label(relative);
        if Path::new(relative).components().any(|part| !matches!(part, Component::Normal(_))) {
            return Err(Diagnostic::file(label, "badPath", "paths stay inside the bundle"));
        }
        let path = self.root.join(relative);
        // The stamp is taken before the content: a write in between is seen as a change at the next look.
        let before = stamp(&path);
        match before {
            Some(_) => self.remember(path.clone(), before),
            None => self.remember(self.first_missing(relative), None),
        }
        self.refuse_links(relative, &label)?;
        let failed = |error: &std::io::Error| Diagnostic::file(self.label(relative), "unreadable", error.to_string());
        let file = match std::fs::File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&error)),
        };
        let meta = file.metadata().map_err(|error| failed(&error))?;
        if !meta.is_file() {
            return Err(Diagnostic::file(label, "notAFile", "has to be a plain file"));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(meta.len().min(max)).unwrap_or_default());
        file.take(max + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        if bytes.len() as u64 > max {
            return Err(Diagnostic::file(label, "tooLarge", format!("larger than {max} bytes")));
        }
        Ok(Some(bytes))
    }

    /// Names of the plain files in a folder of the bundle, sorted; a missing folder has none.
    pub fn list(&self, relative: &str) -> Result<Vec<String>, Diagnostic> {
        let inside = |path: &str| {
            let name = path.strip_prefix(relative)?.strip_prefix('/')?;
            (!name.contains('/')).then(|| name.to_owned())
        };
        match &self.layer {
            Layer::Base => self.list_base(relative),
            Layer::Kept(files, _) => Ok(files.keys().filter_map(|path| inside(path)).collect()),
            Layer::Over(overlay, _) => {
                let mut names: BTreeSet<String> = self.list_base(relative)?.into_iter().collect();
                for file in overlay.files() {
                    let Some(name) = inside(file) else { continue };
                    if overlay.has(file) {
                        names.insert(name);
                    } else {
                        names.remove(&name);
                    }
                }
                Ok(names.into_iter().collect())
            }
        }
    }

    /// Every file that bundles can have and this one has, by path.
    #[must_use]
    pub fn walk(&self) -> Vec<String> {
        if let Layer::Kept(files, _) = &self.layer {
            return files.keys().filter(|path| FileKind::of(path).is_some()).cloned().collect();
        }
        let mut paths = Vec::new();
        self.descend("", 0, &mut paths);
        if let Layer::Over(overlay, _) = &self.layer {
            let touched = overlay.files();
            paths.retain(|known| touched.binary_search(&known.as_str()).is_err());
            paths.extend(touched.into_iter().filter(|file| overlay.has(file)).map(str::to_owned));
        }
        paths.retain(|path| FileKind::of(path).is_some());
        paths.sort();
        paths
    }

    fn descend(&self, folder: &str, depth: usize, paths: &mut Vec<String>) {
        let Ok(entries) = std::fs::read_dir(self.root.join(folder)) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && depth < MAX_FOLDERS => self.descend(&path, depth + 1, paths),
                Ok(kind) if kind.is_file() && paths.len() < MAX_FILES => paths.push(path),
                _ => {}
            }
        }
    }

    fn list_base(&self, relative: &str) -> Result<Vec<String>, Diagnostic> {
        let path = self.root.join(relative);
        self.remember(path.clone(), stamp(&path));
        self.refuse_links(relative, &self.label(relative))?;
        let failed = |error: &std::io::Error| Diagnostic::file(self.label(relative), "unreadable", error.to_string());
        let entries = match std::fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(&error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| failed(&error))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry.file_type().map_err(|error| failed(&error))?;
            if kind.is_symlink() {
                return Err(link(self.label(&format!("{relative}/{name}"))));
            }
            // Editors leave hidden and backup files behind.
            if kind.is_file() && !name.starts_with('.') && !name.ends_with('~') {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// Remembers a file outside of the folder, so that the watcher looks at it.
    pub fn watch(&self, path: PathBuf) {
        let now = stamp(&path);
        self.remember(path, now);
    }

    /// Where a missing path begins to be missing: one folder that is not there stands for all that it could hold.
    fn first_missing(&self, relative: &str) -> PathBuf {
        let mut path = self.root.clone();
        for part in Path::new(relative).components() {
            path.push(part);
            if stamp(&path).is_none() {
                break;
            }
        }
        path
    }

    fn remember(&self, path: PathBuf, now: Option<Stamp>) {
        self.read.lock().entry(path).or_insert(now);
    }

    fn refuse_links(&self, relative: &str, label: &str) -> Result<(), Diagnostic> {
        let mut path = self.root.clone();
        let is_link = |path: &Path| std::fs::symlink_metadata(path).is_ok_and(|meta| meta.file_type().is_symlink());
        if is_link(&path) {
            return Err(link(self.name.clone()));
        }
        for part in Path::new(relative).components() {
            path.push(part);
            if is_link(&path) {
                return Err(link(label.to_owned()));
            }
        }
        Ok(())
    }
}

fn link(label: String) -> Diagnostic {
    Diagnostic::file(label, "symlink", "symbolic links are refused in bundles").hint("copy the file into the bundle")
}

/// That something changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Changed {
    /// So recently that a write may still be under way.
    pub fresh: bool,
}
