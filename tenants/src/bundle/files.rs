//! A bundle's folder, read safely: paths never leave it, symbolic links are refused, and whatever was read (or looked
//! for) is remembered, so that the watcher knows what to look at again.

use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use parking_lot::Mutex;

use crate::diagnostic::Diagnostic;

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
    read: Mutex<Vec<(PathBuf, Option<Stamp>)>>,
}

impl BundleFiles {
    /// The folder of one school.
    #[must_use]
    pub fn new(root: PathBuf) -> Self {
        let name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Self { root, name, read: Mutex::new(Vec::new()) }
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
        let mut read = self.read.lock();
        if !read.iter().any(|(known, _)| *known == path) {
            read.push((path, now));
        }
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
