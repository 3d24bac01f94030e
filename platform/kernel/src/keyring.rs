//! Keys that came with a school from another server.
//!
//! A school's keys come from the server's secret ([`crate::crypto::Secret`]). What they sealed or hashed lies in the
//! school's rows, so a school that moves brings them along: they lie beside the secret's file, one file a school, wrapped by
//! the secret, and win over the derived ones. What signs sessions never travels.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use data_encoding::HEXLOWER;
use parking_lot::Mutex;
use words::{Rng, SchoolId};

use crate::crypto::{self, Secret};

/// Purposes whose keys travel: values of theirs lie in the rows.
pub const KEPT: [&str; 11] =
    ["seal", "known", "target", "recovery", "enrolment", "tracking", "code", "pin", "address", "timeline", "link"];
/// Purposes whose keys never do: they sign what lives for minutes.
pub const NEVER: [&str; 2] = ["jwt", "captcha"];
/// What wraps a school's file.
const WRAP: &str = "keep";

/// Keys of one school, by purpose.
pub type SchoolKeys = BTreeMap<String, [u8; 32]>;

/// What tells one state of a file from another.
type Stamp = (u64, Option<SystemTime>);
/// The state that was read, and what it held; nothing for a file that cannot be opened.
type Known = (Stamp, Option<Arc<SchoolKeys>>);

/// The folder of such keys.
#[derive(Debug)]
pub(crate) struct Keyring {
    folder: PathBuf,
    known: Mutex<HashMap<SchoolId, Known>>,
}

impl Keyring {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, known: Mutex::default() }
    }

    fn file(&self, school: &SchoolId) -> PathBuf {
        self.folder.join(school.as_str())
    }

    /// The school's own key for a purpose. Looks at the file each time, for a school may arrive while the server runs.
    pub(crate) fn key(&self, secret: &Secret, school: &SchoolId, purpose: &str) -> Option<[u8; 32]> {
        let meta = std::fs::metadata(self.file(school)).ok()?;
        let stamp = (meta.len(), meta.modified().ok());
        let mut known = self.known.lock();
        let keys = match known.get(school) {
            Some((before, keys)) if *before == stamp => keys.clone(),
            _ => {
                let keys = self.read(secret, school).map(Arc::new);
                if let Err(error) = &keys {
                    tracing::error!(school.id = %school, %error, "the school's own keys cannot be read");
                }
                let keys = keys.ok();
                known.insert(school.clone(), (stamp, keys.clone()));
                keys
            }
        };
        drop(known);
        match keys {
            Some(keys) => keys.get(purpose).copied(),
            // Falling back would seal under a key that the next start does not use.
            None => Some(secret.derived(school, &format!("unreadable/{purpose}"))),
        }
    }

    fn read(&self, secret: &Secret, school: &SchoolId) -> io::Result<SchoolKeys> {
        let path = self.file(school);
        let wrapped = std::fs::read_to_string(&path)?;
        unwrapped(secret, school, &wrapped).ok_or_else(|| {
            let message = format!("{}: was not wrapped by this server's secret", path.display());
            io::Error::new(io::ErrorKind::InvalidData, message)
        })
    }

    fn schools(&self) -> io::Result<Vec<SchoolId>> {
        let entries = match std::fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other?,
        };
        let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        let names = names.collect::<io::Result<Vec<String>>>()?;
        Ok(names.iter().filter_map(|name| SchoolId::parse(name).ok()).collect())
    }
}

fn unwrapped(secret: &Secret, school: &SchoolId, wrapped: &str) -> Option<SchoolKeys> {
    let text = crypto::unsealed(&secret.derived(school, WRAP), WRAP, wrapped.trim())?;
    let keys: BTreeMap<String, String> = serde_json::from_str(&text).ok()?;
    keys.into_iter().map(|(purpose, key)| Some((purpose, unhex(&key)?))).collect()
}

impl Secret {
    /// Whether a school's wrapped keys are ones that this secret wrapped.
    #[must_use]
    pub fn opens_keys(&self, school: &SchoolId, wrapped: &str) -> bool {
        unwrapped(self, school, wrapped).is_some()
    }

    /// With the folder of the keys that came from elsewhere. Fails when one of them was not wrapped by this secret.
    pub fn with_keys(mut self, folder: &Path) -> io::Result<Self> {
        let ring = Keyring::new(folder.to_path_buf());
        for school in ring.schools()? {
            ring.read(&self, &school)?;
        }
        self.kept = Some(Arc::new(ring));
        Ok(self)
    }

    /// The keys that a school takes along when it moves.
    #[must_use]
    pub fn school_keys(&self, school: &SchoolId) -> SchoolKeys {
        KEPT.iter().map(|purpose| ((*purpose).to_owned(), self.school_key(school, purpose))).collect()
    }

    /// Takes in the keys of a school that arrives. Nothing is written where they are this server's own already.
    pub fn keep_keys(&self, rng: &dyn Rng, school: &SchoolId, keys: &SchoolKeys) -> io::Result<()> {
        self.forget_keys(school)?;
        if *keys == self.school_keys(school) {
            return Ok(());
        }
        let ring = self.kept.as_ref().ok_or_else(|| io::Error::other("this secret keeps no keys"))?;
        let plain: BTreeMap<&str, String> =
            keys.iter().map(|(purpose, key)| (purpose.as_str(), HEXLOWER.encode(key))).collect();
        let text = serde_json::to_string(&plain).map_err(io::Error::other)?;
        let wrapped = crypto::sealed(&self.derived(school, WRAP), rng, WRAP, &text);
        std::fs::create_dir_all(&ring.folder)?;
        let (place, draft) = (ring.file(school), ring.folder.join(format!(".{school}")));
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&draft)?;
        file.write_all(wrapped.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&draft, &place)?;
        std::fs::File::open(&ring.folder)?.sync_all()
    }

    /// Forgets the keys that a school brought; without any it is fine.
    pub fn forget_keys(&self, school: &SchoolId) -> io::Result<()> {
        let Some(ring) = &self.kept else { return Ok(()) };
        ring.known.lock().remove(school);
        match std::fs::remove_file(ring.file(school)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }
}

/// Reads a key of 64 hex digits.
#[must_use]
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::SystemRng;

    fn secret(byte: u8) -> Secret {
        Secret::new(vec![byte; 32]).expect("long enough")
    }

    #[test]
    fn a_school_brings_its_keys_and_leaves_those_of_others_alone() {
        let folder = std::env::temp_dir().join(format!("qabul-keys-{}", std::process::id()));
        let (school, other) = (SchoolId::parse("a").expect("id"), SchoolId::parse("b").expect("id"));
        let old = secret(1);
        let sealed = crypto::seal(&old, &SystemRng, &school, "totp", "سر");
        let new = secret(2).with_keys(&folder).expect("no keys yet");
        let (jwt, others) = (new.school_key(&school, "jwt"), new.school_keys(&other));
        new.keep_keys(&SystemRng, &school, &old.school_keys(&school)).expect("kept");

        assert_eq!(crypto::open(&new, &school, "totp", &sealed).as_deref(), Some("سر"));
        assert_eq!(new.school_keys(&school), old.school_keys(&school), "they travel on");
        assert_eq!(new.school_key(&school, "jwt"), jwt, "what signs sessions stays the server's own");
        assert_eq!(new.school_keys(&other), others);
        let again = secret(2).with_keys(&folder).expect("opens");
        assert_eq!(again.school_keys(&school), old.school_keys(&school), "after a restart too");
        assert!(secret(3).with_keys(&folder).is_err(), "another secret opens none, and says so at the start");

        new.forget_keys(&school).expect("forgotten");
        assert_ne!(new.school_keys(&school), old.school_keys(&school));
        new.keep_keys(&SystemRng, &school, &new.school_keys(&school)).expect("kept");
        assert!(!folder.join("a").exists(), "its own keys need no file");
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    /// A purpose that nobody put into a list would be left behind by an export: what it sealed could not be read again.
    #[test]
    fn every_purpose_is_known_to_travel_or_not() {
        let platform = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("platform");
        let mut found = Vec::new();
        let mut folders = vec![platform.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("folder").flatten() {
                let path = entry.path();
                if path.is_dir() && !path.ends_with("tests") {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(&path).expect("text");
                    // Definitions and tests of the calls themselves stand in this crate.
                    let calls = text.split(".school_key(").skip(1).filter(|_| !path.ends_with("keyring.rs"));
                    for call in calls {
                        let purpose = call.split_once(',').expect("a purpose").1.trim_start();
                        let literal = purpose.strip_prefix('"').and_then(|rest| rest.split('"').next());
                        found.push(literal.unwrap_or_else(|| purpose.split(')').next().unwrap_or_default()).to_owned());
                    }
                }
            }
        }
        assert!(found.len() > 12, "{found:?}");
        let known = |purpose: &str| {
            KEPT.contains(&purpose)
                || NEVER.contains(&purpose)
                || matches!(purpose, "proof_of_work::PURPOSE" | "purpose")
        };
        let unknown: Vec<_> = found.iter().filter(|purpose| !known(purpose)).collect();
        assert!(unknown.is_empty(), "put these into KEPT or NEVER: {unknown:?}");
        for purpose in KEPT.into_iter().filter(|purpose| *purpose != "seal") {
            assert!(found.iter().any(|found| found == purpose), "nobody uses {purpose} any more");
        }
    }
}
