//! Bytes of uploaded files, outside the database: written whole, synced, then named.
//!
//! A key is made here and never holds anything that a person typed. What no row names any more is swept.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::fs;
use tokio::io::AsyncWriteExt;

use crate::SchoolId;

/// The folder of all files.
#[derive(Debug, Clone)]
pub struct FileStore {
    root: PathBuf,
}

/// What lies in the folder.
#[derive(Debug, Default)]
pub struct Listed {
    /// `(id, key)` of the school's kept files.
    pub kept: Vec<(String, String)>,
    /// Names of the files that are arriving, of all schools.
    pub arriving: Vec<String>,
}

fn names(folder: &Path) -> io::Result<Vec<String>> {
    match std::fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// A file that is still arriving; gone again if it is dropped.
#[derive(Debug)]
pub struct Incoming {
    path: PathBuf,
    file: Option<fs::File>,
    kept: bool,
}

impl FileStore {
    /// Files under `root`, which is made when absent.
    pub fn open(root: PathBuf) -> io::Result<Self> {
        std::fs::create_dir_all(root.join("arriving"))?;
        Ok(Self { root })
    }

    /// Begins a file that nobody can see yet.
    pub async fn begin(&self, id: &str) -> io::Result<Incoming> {
        let path = self.root.join("arriving").join(id);
        let file = fs::File::create(&path).await?;
        Ok(Incoming { path, file: Some(file), kept: false })
    }

    /// Gives an arrived file its place; afterwards it survives a power cut.
    pub async fn keep(&self, school: &SchoolId, id: &str, mut incoming: Incoming) -> io::Result<String> {
        incoming.sync().await?;
        let key = Self::key(school, id);
        let place = self.root.join(&key);
        let folder = place.parent().unwrap_or(&self.root).to_path_buf();
        fs::create_dir_all(&folder).await?;
        fs::rename(&incoming.path, &place).await?;
        incoming.kept = true;
        fs::File::open(&folder).await?.sync_all().await?;
        Ok(key)
    }

    /// Under which key the file of that id is kept.
    #[must_use]
    pub fn key(school: &SchoolId, id: &str) -> String {
        format!("{school}/{}/{id}", &id[id.len().saturating_sub(2)..])
    }

    /// Opens a kept file.
    pub async fn read(&self, key: &str) -> io::Result<fs::File> {
        fs::File::open(self.place(key)?).await
    }

    /// Removes a kept file; one that is gone already is fine.
    pub async fn remove(&self, key: &str) -> io::Result<()> {
        match fs::remove_file(self.place(key)?).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    /// Ids of what is kept for a school, and of everything that is still arriving.
    pub async fn list(&self, school: &SchoolId) -> io::Result<Listed> {
        let (kept, arriving) = (self.root.join(school.as_str()), self.root.join("arriving"));
        let read = tokio::task::spawn_blocking(move || {
            let mut listed = Listed::default();
            for folder in names(&kept)? {
                for id in names(&kept.join(&folder))? {
                    listed.kept.push((id.clone(), format!("{folder}/{id}")));
                }
            }
            listed.arriving = names(&arriving)?;
            Ok::<_, io::Error>(listed)
        });
        let mut listed = read.await.map_err(io::Error::other)??;
        for (_, key) in &mut listed.kept {
            *key = format!("{school}/{key}");
        }
        Ok(listed)
    }

    /// Whether a file was last written longer ago than that, by the disk's own clock; one that is gone is not.
    pub async fn is_older(&self, key: &str, age: Duration) -> io::Result<bool> {
        match fs::metadata(self.place(key)?).await {
            Ok(file) => Ok(file.modified()?.elapsed().is_ok_and(|elapsed| elapsed > age)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes what never finished arriving.
    pub async fn forget(&self, arriving: &str) -> io::Result<()> {
        self.remove(&format!("arriving/{arriving}")).await
    }

    /// Keys are our own, yet a damaged row must not lead out of the folder.
    fn place(&self, key: &str) -> io::Result<PathBuf> {
        let plain = Path::new(key).components().all(|part| matches!(part, std::path::Component::Normal(_)));
        if plain { Ok(self.root.join(key)) } else { Err(io::ErrorKind::InvalidInput.into()) }
    }
}

impl Incoming {
    /// Adds bytes.
    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.file {
            Some(file) => file.write_all(bytes).await,
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Closes it and says where its bytes are, for a tool that reads or rewrites them.
    pub async fn sync(&mut self) -> io::Result<&Path> {
        if let Some(mut file) = self.file.take() {
            file.flush().await?;
            file.sync_all().await?;
        }
        Ok(&self.path)
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        if !self.kept {
            // Best effort: what stays is swept a day later.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
