//! Where a server's things lie.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use objects::Objects;
use words::SchoolId;

use crate::lite::LiteSource;
use crate::pg::PgSource;
use crate::rows::Source;

/// Folders of the data folder that have one of each school in them: uploads, pictures, what the school published over its
/// bundle. A test holds this list against the folders that the server opens.
pub const STORES: [&str; 3] = ["files", "avatars", "overlays"];

/// Those that stay behind: files that an account had made and fetches within a day. They go with the school when it is deleted.
pub const STAYING: [&str; 1] = ["bulk"];

/// Which database holds the rows.
#[derive(Debug, Clone)]
pub enum Database {
    /// A SQLite file per school in this folder.
    Lite(PathBuf),
    /// PostgreSQL; the URL's role owns the tables.
    Pg(String),
}

/// A server's folders and its database.
#[derive(Debug, Clone)]
pub struct Place {
    /// The data folder.
    pub data: PathBuf,
    /// The folder of the bundles.
    pub schools: PathBuf,
    /// The database.
    pub database: Database,
    /// The file of its secret.
    pub secret_file: PathBuf,
    /// Where several servers keep uploads and pictures, in place of folders.
    pub objects: Option<Objects>,
}

/// Files of a school in a store: a folder to read them from.
pub(crate) struct Held {
    pub folder: PathBuf,
    _copy: Option<tempfile::TempDir>,
}

impl Place {
    /// A school's bundle.
    #[must_use]
    pub fn bundle(&self, school: &SchoolId) -> PathBuf {
        self.schools.join(school.as_str())
    }

    /// A school's folder in a store.
    #[must_use]
    pub fn store(&self, store: &str, school: &SchoolId) -> PathBuf {
        self.data.join(store).join(school.as_str())
    }

    /// A school's files of a kind, to be read: where they lie in an object store, copies of them. Overlays always lie here.
    pub(crate) fn files_of(&self, store: &str, school: &SchoolId) -> Result<Held> {
        let Some(objects) = self.shared(store) else {
            return Ok(Held { folder: self.store(store, school), _copy: None });
        };
        let copy = tempfile::tempdir_in(&self.data)?;
        let (to, prefix) = (copy.path(), format!("{store}/{school}"));
        waiting(async {
            for object in objects.list(&prefix).await? {
                let Some(name) = object.key.strip_prefix(&prefix) else { continue };
                let path = to.join(name.trim_start_matches('/'));
                std::fs::create_dir_all(path.parent().unwrap_or(to))?;
                let mut read = match objects.read(&object.key).await {
                    // Removed since it was listed, as a family may.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                    other => other?,
                };
                tokio::io::copy(&mut read, &mut tokio::fs::File::create(&path).await?).await?;
            }
            Ok(())
        })
        .with_context(|| format!("{prefix} in the object store"))?;
        Ok(Held { folder: copy.path().to_path_buf(), _copy: Some(copy) })
    }

    /// The store of a kind of files, where it is no folder.
    fn shared(&self, store: &str) -> Option<&Objects> {
        self.objects.as_ref().filter(|_| store != "overlays")
    }

    /// Removes all of a school's files, those that stay behind too.
    pub(crate) fn remove_all_files(&self, school: &SchoolId) -> Result<()> {
        STORES.iter().chain(&STAYING).try_for_each(|store| self.remove_files(store, school))
    }

    /// Removes a school's files of a kind.
    pub(crate) fn remove_files(&self, store: &str, school: &SchoolId) -> Result<()> {
        if let Some(objects) = self.shared(store) {
            let prefix = format!("{store}/{school}");
            waiting(async {
                for object in objects.list(&prefix).await? {
                    objects.remove(&object.key).await?;
                }
                Ok(())
            })
            .with_context(|| format!("{prefix} in the object store"))?;
        }
        remove(&self.store(store, school))
    }

    /// Which uploads there are, by key.
    pub(crate) fn upload_keys(&self, school: &SchoolId) -> Result<Option<std::collections::HashSet<String>>> {
        let Some(objects) = self.shared("files") else { return Ok(None) };
        let listed = waiting(objects.list(&format!("files/{school}"))).context("the object store")?;
        let key = |object: objects::Object| object.key.strip_prefix("files/").map(str::to_owned);
        Ok(Some(listed.into_iter().filter_map(key).collect()))
    }

    /// Who holds which host, as the server wrote it down.
    #[must_use]
    pub fn hosts(&self) -> PathBuf {
        self.data.join("overlays/hosts.json")
    }

    /// Where deleted schools are kept for a while.
    #[must_use]
    pub fn deleted(&self) -> PathBuf {
        self.data.join("deleted")
    }

    /// The school's rows as they are now; `None` where it has no database yet.
    pub fn source(&self, school: &SchoolId) -> Result<Option<Box<dyn Source>>> {
        Ok(match &self.database {
            Database::Lite(folder) => {
                let file = lite_file(folder, school);
                if !file.exists() {
                    return Ok(None);
                }
                Some(Box::new(LiteSource::open(&file, school)?))
            }
            Database::Pg(url) => Some(Box::new(PgSource::open(url, school)?)),
        })
    }

    /// Every school that has a bundle, files, or a SQLite file, sorted.
    pub fn school_ids(&self) -> Result<Vec<SchoolId>> {
        let mut names = names(&self.schools)?;
        for store in STORES {
            names.extend(self::names(&self.data.join(store))?);
        }
        if let Database::Lite(folder) = &self.database {
            let files = self::names(folder)?;
            names.extend(files.iter().filter_map(|name| Some(name.strip_suffix(".sqlite")?.to_owned())));
        }
        let is_school = |name: &String| {
            let id = SchoolId::parse(name).ok()?;
            let folders = STORES.iter().map(|store| self.store(store, &id));
            (folders.into_iter().any(|f| f.exists()) || self.holds(&id)).then_some(id)
        };
        let mut ids: Vec<SchoolId> = names.iter().filter_map(is_school).collect();
        ids.sort();
        ids.dedup();
        Ok(ids)
    }

    fn holds(&self, id: &SchoolId) -> bool {
        let rows = matches!(&self.database, Database::Lite(folder) if lite_file(folder, id).exists());
        rows || self.bundle(id).is_dir()
    }

    /// Keeps two of the commands that move schools apart; held until it is dropped.
    pub fn lock(&self) -> Result<File> {
        std::fs::create_dir_all(&self.data).with_context(|| self.data.display().to_string())?;
        let path = self.data.join("moving.lock");
        let file = File::options().create(true).truncate(false).write(true).open(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(std::fs::TryLockError::WouldBlock) => {
                bail!("another import, restore or deletion is under way here")
            }
            Err(std::fs::TryLockError::Error(error)) => Err(error).context(path.display().to_string()),
        }
    }
}

/// What the store answers; everything here blocks.
fn waiting<T>(work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

/// A school's SQLite file.
pub(crate) fn lite_file(folder: &Path, school: &SchoolId) -> PathBuf {
    folder.join(format!("{school}.sqlite"))
}

/// Names in a folder; a missing folder has none.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.with_context(|| folder.display().to_string())?,
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        let Some(name) = name.to_str() else { bail!("{}: {name:?} is no text", folder.display()) };
        names.push(name.to_owned());
    }
    names.sort();
    Ok(names)
}

/// Every plain file below a folder, by its path from there. Links are refused: what they lead to is not the school's.
pub(crate) fn walk(folder: &Path) -> Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), folder.to_path_buf())];
    while let Some((prefix, folder)) = waiting.pop() {
        for name in names(&folder)? {
            let path = folder.join(&name);
            let relative = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
            let kind = match path.symlink_metadata() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                other => other?.file_type(),
            };
            if kind.is_dir() {
                waiting.push((relative, path));
            } else if kind.is_file() {
                found.push((relative, path));
            } else {
                bail!("{} is neither a file nor a folder", path.display());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Removes a folder with all that is in it; a missing one is fine.
pub(crate) fn remove(path: &Path) -> Result<()> {
    let gone = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    match gone {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error).context(path.display().to_string()),
        _ => Ok(()),
    }
}

/// Removes a SQLite file with what lies beside it.
pub(crate) fn remove_lite(file: &Path) -> Result<()> {
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut path = file.as_os_str().to_owned();
        path.push(end);
        remove(Path::new(&path))?;
    }
    Ok(())
}

/// What was renamed or made in a folder survives a power cut.
pub(crate) fn sync_folder(folder: &Path) -> Result<()> {
    File::open(folder).and_then(|folder| folder.sync_all()).with_context(|| folder.display().to_string())
}
