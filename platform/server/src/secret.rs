//! The server's one secret: made at the first start, readable by its owner only.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use kernel::crypto::Secret;
use words::Rng;

/// Where the keys lie that schools brought from other servers: beside the secret, which wraps them.
#[must_use]
pub fn keys_folder(path: &Path) -> PathBuf {
    path.with_extension("keys")
}

/// Reads the secret, or makes it when there is none yet.
pub fn open(path: &Path, rng: &dyn Rng) -> io::Result<Secret> {
    let secret = match std::fs::read(path) {
        Ok(bytes) => read(path, &bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(path, rng),
        Err(error) => Err(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
    };
    secret?.with_keys(&keys_folder(path))
}

fn read(path: &Path, bytes: &[u8]) -> io::Result<Secret> {
    let text = String::from_utf8_lossy(bytes);
    let decoded = data_encoding::HEXLOWER_PERMISSIVE.decode(text.trim().as_bytes()).ok();
    decoded.and_then(Secret::new).ok_or_else(|| {
        let message = format!("{}: a secret is at least 64 hex digits; restore it from your backup, for without it nobody stays signed in", path.display());
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

fn make(path: &Path, rng: &dyn Rng) -> io::Result<Secret> {
    let mut bytes = [0u8; 32];
    rng.fill(&mut bytes);
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    let text = data_encoding::HEXLOWER.encode(&bytes);
    // Written whole beside its place and linked into it: of two first starts at once, one wins and both read its secret.
    let draft = path.with_extension(format!("new-{}", &text[..8]));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    let linked = std::fs::hard_link(&draft, path);
    std::fs::remove_file(&draft)?;
    match linked {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    read(path, &std::fs::read(path)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::SchoolId;
    use words::rng::CountingRng;

    #[test]
    fn it_is_made_once_for_its_owner_only() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("deep/secret");
        let rng = CountingRng::default();
        let school = SchoolId::parse("a").expect("id");
        let first = open(&path, &rng).expect("made").school_key(&school, "jwt");
        assert_eq!(open(&path, &rng).expect("read").school_key(&school, "jwt"), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(&path).expect("file").permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(&path, "short").expect("write");
        assert!(open(&path, &rng).is_err());
    }
}
