//! An S3-compatible object store: what servers that share their schools keep there, and how it is reached.
//!
//! Errors are those of a disk, so that callers treat both alike: `NotFound`; `AlreadyExists` for a write whose condition does
//! not hold; `NotConnected` for everything that keeps the store from answering, a wrong key included.

mod settings;

use std::io;
use std::path::Path as File;
use std::time::{Duration, SystemTime};

use bytes::{Bytes, BytesMut};
use futures_util::{StreamExt as _, TryStreamExt as _};
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{
    BackoffConfig, ClientOptions, Error, ObjectMeta, ObjectStore as _, ObjectStoreExt as _, PutMode, PutOptions,
    PutPayload, RetryConfig, UpdateVersion, WriteMultipart,
};
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio_util::io::StreamReader;

pub use settings::{Access, StoreSettings};

/// How long the store may take for one answer, the content of what is read aside.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is larger goes in parts of this size.
const PART: usize = 8 << 20;
/// Parts of one object that are on their way at once.
const PARTS_AT_ONCE: usize = 2;

/// The store. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Objects {
    store: AmazonS3,
    prefix: Path,
    name: String,
}

/// Bytes that arrive as they are read.
pub type Content = Box<dyn AsyncRead + Send + Unpin>;

/// Which state of an object was read: a write can be made to depend on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag(String);

impl Tag {
    /// As text, to be kept.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An object, without its bytes.
#[derive(Debug, Clone)]
pub struct Object {
    /// Its key below the prefix.
    pub key: String,
    /// Its size.
    pub bytes: u64,
    /// When it was last written, by the store's own clock.
    pub modified: SystemTime,
    /// What changes whenever it is written.
    pub mark: String,
}

impl Objects {
    /// The store of these settings; nothing is asked of it yet.
    pub fn open(settings: &StoreSettings, access: Option<Access>) -> io::Result<Self> {
        let client = ClientOptions::new()
            .with_connect_timeout(Duration::from_secs(3))
            // What is read lasts as long as its reader takes; `within` bounds what is asked as a whole.
            .with_timeout_disabled()
            .with_read_timeout(Duration::from_secs(10))
            .with_allow_http(true);
        let backoff = BackoffConfig {
            init_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(1),
            ..BackoffConfig::default()
        };
        let retry = RetryConfig { backoff, max_retries: 2, retry_timeout: Duration::from_secs(10) };
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&settings.bucket)
            .with_region(settings.region.as_deref().unwrap_or("us-east-1"))
            .with_client_options(client)
            .with_retry(retry)
            .with_virtual_hosted_style_request(!settings.path_style.unwrap_or(settings.endpoint.is_some()));
        if let Some(endpoint) = &settings.endpoint {
            builder = builder.with_endpoint(endpoint);
        }
        if let Some(Access { id, secret }) = access {
            builder = builder.with_access_key_id(id).with_secret_access_key(secret);
        }
        let store = builder.build().map_err(away)?;
        let prefix = Path::parse(settings.prefix.as_deref().unwrap_or_default()).map_err(io::Error::other)?;
        Ok(Self { store, prefix, name: settings.to_string() })
    }

    /// Where it is, for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Keys are our own, yet a damaged row must not lead out of the prefix.
    fn place(&self, key: &str) -> io::Result<Path> {
        let key = Path::parse(key).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        Ok(self.prefix.parts().chain(key.parts()).collect())
    }

    /// An object's bytes, and which state of it they are; `None` when there is none.
    pub async fn get(&self, key: &str) -> io::Result<Option<(Bytes, Tag)>> {
        let place = self.place(key)?;
        let whole = async {
            let found = self.store.get(&place).await?;
            let tag = found.meta.e_tag.clone();
            Ok((found.bytes().await?, tag))
        };
        match within(whole).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
            Ok((_, None)) => Err(io::Error::other("the store gives no ETag")),
            Ok((bytes, Some(tag))) => Ok(Some((bytes, Tag(tag)))),
        }
    }

    /// An object's bytes, as they are read.
    pub async fn read(&self, key: &str) -> io::Result<Content> {
        let found = self.store.get(&self.place(key)?).await.map_err(away)?;
        Ok(Box::new(StreamReader::new(found.into_stream().map_err(away))))
    }

    /// What an object is; `None` when there is none.
    pub async fn stat(&self, key: &str) -> io::Result<Option<Object>> {
        match within(self.store.head(&self.place(key)?)).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
            Ok(meta) => Ok(self.object(meta)),
        }
    }

    /// Writes an object as a whole.
    pub async fn put(&self, key: &str, bytes: Bytes) -> io::Result<()> {
        within(self.store.put(&self.place(key)?, bytes.into())).await.map(drop)
    }

    /// Writes a file's bytes; nobody sees the object before all of them are there.
    pub async fn put_file(&self, key: &str, file: &File) -> io::Result<()> {
        let place = self.place(key)?;
        let mut file = tokio::fs::File::open(file).await?;
        if file.metadata().await?.len() <= PART as u64 {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).await?;
            return within(self.store.put(&place, bytes.into())).await.map(drop);
        }
        let upload = self.store.put_multipart(&place).await.map_err(away)?;
        let mut upload = WriteMultipart::new_with_chunk_size(upload, PART);
        match feed(&mut upload, &mut file).await {
            Ok(()) => upload.finish().await.map(drop).map_err(away),
            Err(error) => {
                // Best effort: the bucket's own rule removes parts that nobody ended.
                let _ = upload.abort().await;
                Err(error)
            }
        }
    }

    /// Writes an object in place of the state that was read, or where there was none; `AlreadyExists` when somebody was quicker.
    pub async fn swap(&self, key: &str, bytes: Bytes, read: Option<&Tag>) -> io::Result<Tag> {
        let mode = match read {
            None => PutMode::Create,
            Some(Tag(tag)) => PutMode::Update(UpdateVersion { e_tag: Some(tag.clone()), version: None }),
        };
        let options = PutOptions { mode, ..PutOptions::default() };
        let written = within(self.store.put_opts(&self.place(key)?, PutPayload::from(bytes), options)).await?;
        written.e_tag.map(Tag).ok_or_else(|| io::Error::other("the store gives no ETag"))
    }

    /// Removes an object; one that is gone already is fine.
    pub async fn remove(&self, key: &str) -> io::Result<()> {
        match within(self.store.delete(&self.place(key)?)).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    /// Every object below a folder, by key.
    pub async fn list(&self, folder: &str) -> io::Result<Vec<Object>> {
        let place = self.place(folder)?;
        let mut found = Vec::new();
        let mut listing = self.store.list(Some(&place));
        while let Some(meta) = listing.next().await {
            found.extend(self.object(meta.map_err(away)?));
        }
        found.sort_by(|a: &Object, b| a.key.cmp(&b.key));
        Ok(found)
    }

    fn object(&self, meta: ObjectMeta) -> Option<Object> {
        let key: Path = meta.location.prefix_match(&self.prefix)?.collect();
        let mark = meta.e_tag.unwrap_or_else(|| format!("{} {}", meta.last_modified, meta.size));
        Some(Object { key: key.to_string(), bytes: meta.size, modified: meta.last_modified.into(), mark })
    }
}

async fn feed(upload: &mut WriteMultipart, file: &mut tokio::fs::File) -> io::Result<()> {
    loop {
        let mut piece = BytesMut::with_capacity(256 << 10);
        if file.read_buf(&mut piece).await? == 0 {
            return Ok(());
        }
        upload.wait_for_capacity(PARTS_AT_ONCE).await.map_err(away)?;
        upload.put(piece.freeze());
    }
}

/// An answer of the store, which does not take for ever.
async fn within<T>(answer: impl Future<Output = object_store::Result<T>>) -> io::Result<T> {
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(answered) => answered.map_err(away),
        Err(late) => Err(io::Error::new(io::ErrorKind::NotConnected, late)),
    }
}

/// As an error of a disk.
fn away(error: Error) -> io::Error {
    let kind = match &error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        Error::AlreadyExists { .. } | Error::Precondition { .. } => io::ErrorKind::AlreadyExists,
        _ => io::ErrorKind::NotConnected,
    };
    io::Error::new(kind, error)
}

/// Whether an error says that the store does not answer.
#[must_use]
pub fn is_away(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotConnected
}
