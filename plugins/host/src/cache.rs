//! Compiled plugins on disk: `<sha256 of the component>-<engine>.cwasm` beside its seal, in a folder of our own.
//!
//! Loading machine code is only as safe as the file: so the folder belongs to this user, mode 0700, and each file is checked
//! against the seal that was written after it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::PathBuf;

use wasmtime::Engine;
use wasmtime::component::Component;

use crate::HostError;
use crate::plugin::Digest;

/// Most bytes of compiled plugins. Past it those go that were unused for longest: they are compiled again when somebody asks.
const MOST_BYTES: u64 = 256 << 20;

/// The folder of compiled plugins.
#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
    engine: String,
    most: u64,
}

impl Cache {
    /// Opens the folder, making it when it is not there.
    pub(crate) fn open(folder: PathBuf, engine: &Engine) -> Result<Self, HostError> {
        let fail = |why: String| HostError::Cache { path: folder.clone(), why };
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)
            .map_err(|error| fail(error.to_string()))?;
        let metadata = std::fs::symlink_metadata(&folder).map_err(|error| fail(error.to_string()))?;
        if !metadata.is_dir() {
            return Err(fail("it is no folder".to_owned()));
        }
        // Only a file of our own tells who we are without asking the system by hand.
        let probe = tempfile::NamedTempFile::new_in(&folder).map_err(|error| fail(error.to_string()))?;
        let ours = probe.as_file().metadata().map_err(|error| fail(error.to_string()))?.uid();
        if metadata.uid() != ours {
            return Err(fail("it belongs to another user".to_owned()));
        }
        if metadata.permissions().mode() & 0o077 != 0 {
            std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700))
                .map_err(|error| fail(error.to_string()))?;
        }
        let mut hasher = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut hasher);
        let cache = Self { folder, engine: format!("{:016x}", hasher.finish()), most: MOST_BYTES };
        // Best effort: what stays only takes space.
        let _ = cache.drop_strangers();
        Ok(cache)
    }

    /// Removes what another version of the engine left.
    fn drop_strangers(&self) -> std::io::Result<()> {
        let ours = format!("-{}.", self.engine);
        for entry in std::fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_code = name.ends_with(".cwasm") || name.ends_with(".seal");
            if is_code && !name.contains(&ours) {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Removes what was unused for longest until the rest is small enough. What another server of this folder removes meanwhile is
    /// gone all the same.
    fn prune(&self) -> std::io::Result<()> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "cwasm")
                && let Ok(meta) = path.metadata()
            {
                found.push((meta.modified()?, meta.len(), path));
            }
        }
        found.sort();
        let mut bytes: u64 = found.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, size, path) in found {
            if bytes <= self.most {
                break;
            }
            // The seal first: code without one is not loaded.
            for path in [path.with_extension("seal"), path] {
                match std::fs::remove_file(path) {
                    Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            bytes -= size;
        }
        Ok(())
    }

    /// Keeps compiled code under a component's digest: code first, then its seal, each durable before it has its name.
    pub(crate) fn keep(&self, digest: Digest, code: &[u8]) -> std::io::Result<()> {
        // Best effort, and before it: what was just made is not what goes.
        let _ = self.prune();
        self.put(digest, "cwasm", code)?;
        self.put(digest, "seal", Digest::of(code).hex().as_bytes())?;
        std::fs::File::open(&self.folder)?.sync_all()
    }

    fn put(&self, digest: Digest, extension: &str, bytes: &[u8]) -> std::io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(&self.folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(self.path(digest, extension)).map_err(|error| error.error)?;
        Ok(())
    }

    /// The compiled code of a component, if it is there, sealed, no larger than it may be and fits this engine.
    pub(crate) fn find(&self, digest: Digest, most: u64, engine: &Engine) -> Option<Component> {
        let path = self.path(digest, "cwasm");
        if path.metadata().ok()?.len() > most {
            return None;
        }
        let code = std::fs::read(&path).ok()?;
        let seal = std::fs::read_to_string(self.path(digest, "seal")).ok()?;
        if Digest::of(&code).hex() != seal {
            tracing::warn!(file = %path.display(), "a compiled plugin does not match its seal and is compiled anew");
            return None;
        }
        // Best effort: when it was last used decides how long it stays.
        let used = std::fs::File::options().append(true).open(&path);
        let _ = used.and_then(|file| file.set_modified(std::time::SystemTime::now()));
        load(engine, &code).ok()
    }

    fn path(&self, digest: Digest, extension: &str) -> PathBuf {
        self.folder.join(format!("{}-{}.{extension}", digest.hex(), self.engine))
    }
}

/// Takes over compiled code that this server (or its compiling child) made. From memory, not mapped from the file: a file that
/// is cut short while mapped would end the process.
#[expect(
    unsafe_code,
    reason = "machine code is trusted: it was just made, or read from a sealed file in a folder that only this server writes"
)]
pub(crate) fn load(engine: &Engine, code: &[u8]) -> wasmtime::Result<Component> {
    // SAFETY: these very bytes were made by `Engine::precompile_component` in this server or its child: they come straight from
    // there, or match the seal that was kept beside them where nobody but this user can write.
    unsafe { Component::deserialize(engine, code) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &[u8] = b"\0asm\x0d\0\x01\0";

    #[test]
    fn kept_code_is_found_and_a_changed_file_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let engine = crate::engine::compiling().unwrap();
        let cache = Cache::open(folder.path().join("plugins"), &engine).unwrap();
        let digest = Digest::of(EMPTY);
        assert!(cache.find(digest, u64::MAX, &engine).is_none());

        cache.keep(digest, &engine.precompile_component(EMPTY).unwrap()).unwrap();
        assert!(cache.find(digest, u64::MAX, &engine).is_some());

        let path = cache.path(digest, "cwasm");
        let mut code = std::fs::read(&path).unwrap();
        let last = code.len() - 1;
        code[last] ^= 1;
        std::fs::write(&path, code).unwrap();
        assert!(cache.find(digest, u64::MAX, &engine).is_none());
    }

    #[test]
    fn what_was_unused_for_longest_goes_when_the_folder_is_full() {
        let folder = tempfile::tempdir().unwrap();
        let engine = crate::engine::compiling().unwrap();
        let mut cache = Cache::open(folder.path().join("plugins"), &engine).unwrap();
        let code = engine.precompile_component(EMPTY).unwrap();
        cache.most = 3 * code.len() as u64;
        let digests: Vec<Digest> = (0..5_u8).map(|n| Digest::of(&[n])).collect();
        for (n, digest) in digests.iter().enumerate().take(4) {
            cache.keep(*digest, &code).unwrap();
            let then = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(n as u64 + 1);
            std::fs::File::options()
                .append(true)
                .open(cache.path(*digest, "cwasm"))
                .unwrap()
                .set_modified(then)
                .unwrap();
        }
        // The first is used, so that the second is the one that nobody used for longest.
        assert!(cache.find(digests[0], u64::MAX, &engine).is_some());
        cache.keep(digests[4], &code).unwrap();
        let there: Vec<bool> = digests.iter().map(|digest| cache.find(*digest, u64::MAX, &engine).is_some()).collect();
        assert_eq!(there, [true, false, true, true, true]);
        let files = std::fs::read_dir(folder.path().join("plugins")).unwrap().count();
        assert_eq!(files, 8, "code and seal of each");
    }

    #[test]
    fn code_of_another_engine_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plugins");
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("aa-0000000000000000.cwasm"), "old").unwrap();
        std::fs::write(path.join("notes.txt"), "not ours").unwrap();
        Cache::open(path.clone(), &crate::engine::compiling().unwrap()).unwrap();
        let left: Vec<_> = std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["notes.txt"]);
    }

    #[test]
    fn the_folder_is_closed_to_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plugins");
        std::fs::create_dir(&path).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o777)).unwrap();
        Cache::open(path.clone(), &crate::engine::compiling().unwrap()).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
    }
}
