//! The keys that a school brought from elsewhere go where the school goes: wrapped by the secret that all servers share, they
//! stand in its head, and lie in each server's folder of keys before the school is live there.

use std::io::{self, ErrorKind, Write as _};
use std::path::PathBuf;

use kernel::crypto::Secret;
use words::SchoolId;

/// This server's folder of keys, and the secret that opens what lies there.
#[derive(Debug, Clone)]
pub struct Keys {
    /// The folder, beside the secret's file.
    pub folder: PathBuf,
    /// The secret; none where there is no server yet.
    pub secret: Option<Secret>,
}

impl Keys {
    /// A school's keys, wrapped as they lie here.
    pub(super) fn read(&self, id: &SchoolId) -> io::Result<Option<String>> {
        match std::fs::read_to_string(self.folder.join(id.as_str())) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            other => other.map(Some),
        }
    }

    /// Makes a school's keys here those of its head. None where it has none any more: what lies here is kept aside.
    pub(super) fn follow(&self, id: &SchoolId, wanted: Option<&str>) -> io::Result<()> {
        let Some(wrapped) = wanted else { return self.set_aside(id) };
        if self.read(id)?.as_deref() == Some(wrapped) {
            return Ok(());
        }
        if self.secret.as_ref().is_some_and(|secret| !secret.opens_keys(id, wrapped)) {
            return Err(io::Error::other("its keys were wrapped by another secret than this server's"));
        }
        std::fs::create_dir_all(&self.folder)?;
        let draft = self.folder.join(format!(".{id}.{}", std::process::id()));
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&draft)?;
        file.write_all(wrapped.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&draft, self.folder.join(id.as_str()))?;
        std::fs::File::open(&self.folder)?.sync_all()
    }

    fn set_aside(&self, id: &SchoolId) -> io::Result<()> {
        match std::fs::rename(self.folder.join(id.as_str()), self.folder.join(format!(".replaced-{id}"))) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }
}
