//! Bytes of uploaded files, outside the database: written whole, synced, then named; in a folder, or in an object store that
//! several servers share. What is arriving is on this machine's disk in either case.
//!
//! A key is made here and never holds anything that a person typed. What no row names any more is swept.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use objects::Objects;
use parking_lot::Mutex;
use tokio::fs;
use tokio::io::AsyncWriteExt;

pub use objects::Content;

use words::SchoolId;

use crate::refusal::{MessageId, Refusal};
use crate::verified::Verified;

/// All files of a kind.
#[derive(Debug, Clone)]
pub struct FileStore {
    /// Where they arrive, and where they are kept unless it is in a store.
    root: PathBuf,
    /// The store, and the folder in it.
    store: Option<(Objects, &'static str)>,
    /// What is left for strangers and for staff, in tests.
    room: Option<[u64; 2]>,
    /// Bytes of each school that are arriving here and that no row counts yet.
    arriving: Arc<Mutex<HashMap<SchoolId, u64>>>,
}

/// Bytes of the disk that files leave free, unless a tenth of it is less: for databases, mail and the staff.
const RESERVE: u64 = 5 << 30;
/// How many bytes of a file come before the disk is looked at again.
const STEP: u64 = 64 << 10;
/// Which part of that the staff's files leave free as well: for databases and mail.
const LAST: u64 = 5;

/// What lies there.
#[derive(Debug, Default)]
pub struct Listed {
    /// `(id, key)` of the school's kept files.
    pub kept: Vec<(String, String)>,
    /// Names of the files that are arriving, of all schools.
    pub arriving: Vec<String>,
}

/// The folder of what is arriving, beside those of the schools: no school has a name with a dot.
pub const ARRIVING: &str = ".arriving";

/// Id and key of an object of ours.
fn id_and_key(object: &str, folder: &str) -> Option<(String, String)> {
    let key = object.strip_prefix(folder)?.strip_prefix('/')?;
    Some((key.rsplit('/').next()?.to_owned(), key.to_owned()))
}

/// What a caller is told when files cannot be kept or read.
#[must_use]
pub fn refusal(error: io::Error) -> Refusal {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::ReadOnlyFilesystem => {
            tracing::error!(%error, "storage is full or read-only");
            Refusal::new(MessageId::R009)
        }
        _ if objects::is_away(&error) => {
            tracing::error!(%error, "the object store does not answer");
            Refusal::new(MessageId::R008).message("The object store does not answer: try again.").retry_after(5)
        }
        _ => Refusal::internal(error),
    }
}

/// Whether a disk has room for more than what everybody needs of it. It looks at the disk: off the async threads.
pub fn has_room(folder: &Path) -> io::Result<bool> {
    Ok(room_on(folder, 1)? > 0)
}

/// Bytes that are free beside that part of the reserve.
fn room_on(folder: &Path, part: u64) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
    Ok(bytes(disk.f_bavail).saturating_sub(RESERVE.min(bytes(disk.f_blocks) / 10) / part))
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
    upload: Option<Upload>,
}

/// What of a file somebody sends, piece by piece: for as long as it is not there, nothing else knows of its bytes.
#[derive(Debug)]
struct Upload {
    files: FileStore,
    school: SchoolId,
    is_staff: bool,
    /// What the school brought today, without what is arriving.
    today: u64,
    /// Bytes that came, and how many had when the disk was looked at.
    came: u64,
    looked: u64,
}

impl Upload {
    /// Counts a piece; a full disk when the school has no room for more.
    async fn take(&mut self, piece: usize) -> io::Result<()> {
        let piece = u64::try_from(piece).unwrap_or(u64::MAX);
        self.came += piece;
        *self.files.arriving.lock().entry(self.school.clone()).or_default() += piece;
        if self.came - self.looked < STEP {
            return Ok(());
        }
        self.looked = self.came;
        let has_room = self.files.has_room(&self.school, self.is_staff, self.today).await?;
        if has_room { Ok(()) } else { Err(io::ErrorKind::StorageFull.into()) }
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        let mut arriving = self.files.arriving.lock();
        let left = arriving.get(&self.school).map_or(0, |bytes| bytes.saturating_sub(self.came));
        if left == 0 {
            arriving.remove(&self.school);
        } else {
            arriving.insert(self.school.clone(), left);
        }
    }
}

impl FileStore {
    /// Files under `root`, which is made when absent.
    pub fn open(root: PathBuf) -> io::Result<Self> {
        std::fs::create_dir_all(root.join(ARRIVING))?;
        Ok(Self { root, store: None, room: None, arriving: Arc::default() })
    }

    /// Files in a folder of an object store; they arrive under `root`.
    pub fn shared(root: PathBuf, objects: Objects, folder: &'static str) -> io::Result<Self> {
        Ok(Self { store: Some((objects, folder)), ..Self::open(root)? })
    }

    /// With so many bytes left for strangers and for staff, for tests.
    #[must_use]
    pub fn with_room(self, strangers: u64, staff: u64) -> Self {
        Self { room: Some([strangers, staff]), ..self }
    }

    /// Whether there is room for one more file of a school that brought so many bytes today, beside those that are arriving: as much as that
    /// has to be left for all others, so that no school fills a disk alone. Strangers leave free what is the staff's, and the staff what is
    /// the database's.
    pub async fn has_room(&self, school: &SchoolId, is_staff: bool, today: u64) -> io::Result<bool> {
        let arriving = self.arriving.lock().get(school).copied().unwrap_or(0);
        let (root, room) = (self.root.clone(), self.room);
        let look = move || match room {
            Some([strangers, staff]) => Ok(if is_staff { staff } else { strangers }),
            None => room_on(&root, if is_staff { LAST } else { 1 }),
        };
        let room = tokio::task::spawn_blocking(look).await.map_err(io::Error::other)??;
        // In an object store files only arrive here.
        Ok(room > if self.store.is_some() { arriving } else { today.saturating_add(arriving) })
    }

    /// The folder of what is not finished, for files that never get a name.
    #[must_use]
    pub fn arriving_folder(&self) -> PathBuf {
        self.root.join(ARRIVING)
    }

    /// Begins a file that nobody can see yet.
    pub async fn begin(&self, name: &str) -> io::Result<Incoming> {
        let path = self.root.join(ARRIVING).join(name);
        let file = fs::File::create(&path).await?;
        Ok(Incoming { path, file: Some(file), kept: false, upload: None })
    }

    /// A begun file as one that somebody sends to a school that brought so many bytes today: a full disk as soon as [`Self::has_room`] says so.
    #[must_use]
    pub fn as_upload(&self, mut incoming: Incoming, school: &SchoolId, is_staff: bool, today: u64) -> Incoming {
        let upload = Upload { files: self.clone(), school: school.clone(), is_staff, today, came: 0, looked: 0 };
        incoming.upload = Some(upload);
        incoming
    }

    /// Gives an arrived file its place; afterwards it survives a power cut.
    pub async fn keep(&self, school: &SchoolId, name: &str, mut incoming: Incoming) -> io::Result<String> {
        incoming.sync().await?;
        let key = Self::key(school, name);
        if let Some((objects, folder)) = &self.store {
            // What arrived goes when it is dropped.
            objects.put_file(&format!("{folder}/{key}"), &incoming.path).await?;
            return Ok(key);
        }
        let place = self.root.join(&key);
        let folder = place.parent().unwrap_or(&self.root).to_path_buf();
        fs::create_dir_all(&folder).await?;
        fs::rename(&incoming.path, &place).await?;
        incoming.kept = true;
        fs::File::open(&folder).await?.sync_all().await?;
        Ok(key)
    }

    /// Under which key the file of that name is kept.
    #[must_use]
    pub fn key(school: &SchoolId, name: &str) -> String {
        format!("{school}/{}/{name}", &name[name.len().saturating_sub(2)..])
    }

    /// Opens a kept file.
    pub async fn read(&self, key: &str) -> io::Result<Content> {
        match self.stored(key) {
            Some((objects, key)) => objects.read(&key).await,
            None => Ok(Box::new(fs::File::open(self.place(key)?).await?)),
        }
    }

    /// Opens a kept file as its row knows it: with other bytes than those it fails before its end.
    pub async fn read_verified(&self, key: &str, bytes: u64, sha256: &str) -> io::Result<Content> {
        Ok(Box::new(Verified::new(self.read(key).await?, bytes, sha256)))
    }

    /// Removes a kept file; one that is gone already is fine.
    pub async fn remove(&self, key: &str) -> io::Result<()> {
        if let Some((objects, key)) = self.stored(key) {
            return objects.remove(&key).await;
        }
        match fs::remove_file(self.place(key)?).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    /// Ids of what is kept for a school, and of everything that is still arriving.
    pub async fn list(&self, school: &SchoolId) -> io::Result<Listed> {
        let (kept, arriving) = (self.root.join(school.as_str()), self.root.join(ARRIVING));
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
        if let Some((objects, folder)) = &self.store {
            let found = objects.list(&format!("{folder}/{school}")).await?.into_iter();
            listed.kept = found.filter_map(|object| id_and_key(&object.key, folder)).collect();
        }
        Ok(listed)
    }

    /// Whether a file was last written longer ago than that, by the clock of the disk or store; one that is gone is not.
    pub async fn is_older(&self, key: &str, age: Duration) -> io::Result<bool> {
        if let Some((objects, key)) = self.stored(key) {
            let found = objects.stat(&key).await?;
            return Ok(found.is_some_and(|file| file.modified.elapsed().is_ok_and(|elapsed| elapsed > age)));
        }
        match fs::metadata(self.place(key)?).await {
            Ok(file) => Ok(file.modified()?.elapsed().is_ok_and(|elapsed| elapsed > age)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes what never finished arriving.
    pub async fn forget(&self, arriving: &str) -> io::Result<()> {
        self.remove(&format!("{ARRIVING}/{arriving}")).await
    }

    /// The store and the key in it, of what is kept there.
    fn stored(&self, key: &str) -> Option<(&Objects, String)> {
        let (objects, folder) = self.store.as_ref()?;
        (!key.starts_with(ARRIVING)).then(|| (objects, format!("{folder}/{key}")))
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
        if let Some(upload) = &mut self.upload {
            upload.take(bytes.len()).await?;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_arriving_takes_room() {
        let folder = std::env::temp_dir().join(format!("qabul-arriving-{}", std::process::id()));
        let files = FileStore::open(folder.clone()).expect("a folder").with_room(300 << 10, 0);
        let (one, other) = (SchoolId::parse("one").expect("an id"), SchoolId::parse("other").expect("an id"));
        let mut first = files.as_upload(files.begin("first").await.expect("begun"), &one, false, 0);
        let mut second = files.as_upload(files.begin("second").await.expect("begun"), &one, false, 0);
        let mut others = files.as_upload(files.begin("others").await.expect("begun"), &other, false, 0);
        first.write(&vec![0; 200 << 10]).await.expect("room");
        let full = second.write(&vec![0; 128 << 10]).await.expect_err("both are more than there is");
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        assert!(!files.has_room(&one, false, 0).await.expect("looked"), "and no further one begins");
        others.write(&vec![0; 128 << 10]).await.expect("another school's room");
        drop((first, second));
        let mut third = files.as_upload(files.begin("third").await.expect("begun"), &one, false, 0);
        third.write(&vec![0; 200 << 10]).await.expect("what was given up takes none");
        drop((third, others));
        assert!(files.arriving.lock().is_empty());
        std::fs::remove_dir_all(folder).expect("removed");
    }

    #[tokio::test]
    async fn no_school_has_the_folder_in_which_files_arrive() {
        let folder = std::env::temp_dir().join(format!("qabul-files-{}", std::process::id()));
        let files = FileStore::open(folder.clone()).expect("a folder");
        assert!(SchoolId::parse(ARRIVING).is_err());
        // One may be called what the folder is for.
        let (arriving, other) = (SchoolId::parse("arriving").expect("an id"), SchoolId::parse("other").expect("an id"));
        let mut one = files.begin("one").await.expect("begun");
        one.write(b"1").await.expect("written");
        files.keep(&arriving, "one", one).await.expect("kept");
        assert!(files.list(&other).await.expect("listed").arriving.is_empty());
        std::fs::remove_dir_all(folder.join("arriving")).expect("the school goes");
        let mut two = files.begin("two").await.expect("begun");
        two.write(b"2").await.expect("written");
        files.keep(&other, "two", two).await.expect("kept");
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
