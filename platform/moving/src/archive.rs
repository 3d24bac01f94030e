//! Parts in a sealed, compressed tar, and the manifest that ends it: every part with its size and SHA-256, every school with
//! its tables, counted and summed. What is not in the manifest is not in the archive, and the other way round.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use words::Rng;

use crate::rows::{Column, RowSum};
use crate::seal::{About, Head, Key, Opener, Sealer};

/// The part that ends an archive.
const MANIFEST: &str = "manifest.json";
/// Longest name of a part.
const LONGEST_NAME: u64 = 4096;
/// It is read whole: a line of some 150 bytes a file, of all schools.
const MOST_OF_MANIFEST: u64 = 1 << 30;
/// The format that this program writes, and the newest that it reads.
const FORMAT: u32 = 1;

/// All that an archive holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the format.
    pub format: u32,
    /// The program that made it.
    pub made_by: String,
    /// When: ISO 8601.
    pub made_at: String,
    /// Its schools.
    pub schools: Vec<SchoolPart>,
    /// Its parts by path.
    pub parts: BTreeMap<String, Part>,
}

/// One part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Size.
    pub bytes: u64,
    /// SHA-256 in hex.
    pub sha256: String,
}

/// One school.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SchoolPart {
    /// Its id.
    pub id: String,
    /// Number of the newest migration that its rows have the shape of.
    pub schema: i64,
    /// Its tables.
    pub tables: Vec<TablePart>,
    /// Files of its bundle.
    pub bundle: u64,
    /// Its other files: uploads, pictures, the overlay.
    pub files: u64,
    /// Files that were removed while the archive was made.
    #[serde(default)]
    pub gone: u64,
    /// Uploads that are not what their rows say: they are in the archive as they lie there.
    #[serde(default)]
    pub damaged: u64,
}

/// One table of a school.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablePart {
    /// Its name.
    pub name: String,
    /// Its columns, in the order of the rows' fields.
    pub columns: Vec<Column>,
    /// Its rows, counted and summed.
    pub sum: RowSum,
}

/// An archive that is being written.
pub struct Writer<W: Write> {
    tar: tar::Builder<zstd::Encoder<'static, Sealer<W>>>,
    parts: BTreeMap<String, Part>,
    schools: Vec<SchoolPart>,
    made_at: String,
}

impl<W: Write> Writer<W> {
    /// Begins.
    pub fn new(inner: W, key: &Key, about: About, rng: &dyn Rng) -> Result<Self> {
        let made_at = about.made_at.clone();
        let sealer = Sealer::new(inner, key, about, rng)?;
        let tar = tar::Builder::new(zstd::Encoder::new(sealer, 3)?);
        Ok(Self { tar, parts: BTreeMap::new(), schools: Vec::new(), made_at })
    }

    /// Adds a part out of memory.
    pub fn bytes(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        self.part(path, bytes.len() as u64, bytes)
    }

    /// Adds a file; false when it is not there any more.
    pub fn file(&mut self, path: &str, from: &Path) -> Result<bool> {
        let file = match File::open(from) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(error).context(from.display().to_string()),
        };
        let size = file.metadata()?.len();
        self.part(path, size, file).with_context(|| from.display().to_string())?;
        Ok(true)
    }

    fn part(&mut self, path: &str, size: u64, from: impl Read) -> Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_size(size);
        header.set_mode(0o600);
        let mut from = Hashing::new(from.take(size));
        self.tar.append_data(&mut header, path, &mut from)?;
        let part = from.part();
        ensure!(part.bytes == size, "became shorter while it was read: try again");
        ensure!(self.parts.insert(path.to_owned(), part).is_none(), "{path} is in the archive twice");
        Ok(())
    }

    /// The hash of a part that was added.
    pub(crate) fn hash_of(&self, path: &str) -> Option<&str> {
        Some(&self.parts.get(path)?.sha256)
    }

    /// Adds what is to be said of a school.
    pub fn school(&mut self, school: SchoolPart) {
        self.schools.push(school);
    }

    /// Writes the manifest and seals the end.
    pub fn finish(mut self) -> Result<(W, Manifest)> {
        let manifest = Manifest {
            format: FORMAT,
            made_by: format!("qabul {}", env!("CARGO_PKG_VERSION")),
            made_at: self.made_at,
            schools: self.schools,
            parts: self.parts,
        };
        let text = serde_json::to_vec(&manifest)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o600);
        self.tar.append_data(&mut header, MANIFEST, &*text)?;
        let inner = self.tar.into_inner()?.finish()?.finish()?;
        Ok((inner, manifest))
    }
}

/// Counts and hashes what is read through it.
struct Hashing<R> {
    inner: R,
    hash: Sha256,
    bytes: u64,
}

impl<R: Read> Hashing<R> {
    fn new(inner: R) -> Self {
        Self { inner, hash: Sha256::new(), bytes: 0 }
    }

    fn part(self) -> Part {
        Part { bytes: self.bytes, sha256: HEXLOWER.encode(&self.hash.finalize()) }
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.hash.update(&buffer[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
}

/// Reads an archive from beginning to end; `each` gets every part but the manifest as it comes. Nothing that it was given
/// may be believed before this returns.
pub fn read(
    input: impl BufRead,
    key: &mut dyn FnMut(&Head) -> Result<Key>,
    each: &mut dyn FnMut(&str, &mut dyn Read) -> Result<()>,
) -> Result<(Manifest, Head)> {
    let (opener, head) = Opener::new(input, key)?;
    let mut tar = tar::Archive::new(zstd::Decoder::new(opener)?);
    let mut manifest: Option<Manifest> = None;
    let mut parts = BTreeMap::new();
    // Raw: the crate would read a long name, or a list of attributes, whole into memory, however long it says that it is.
    let mut long_name = None;
    for entry in tar.entries()?.raw(true) {
        let mut entry = entry?;
        if entry.header().entry_type().is_gnu_longname() {
            ensure!(entry.size() <= LONGEST_NAME, "a part's name is too long");
            let mut name = String::new();
            entry.read_to_string(&mut name).context("a part's name is no text")?;
            long_name = Some(name.trim_end_matches('\0').to_owned());
            continue;
        }
        let path = match long_name.take() {
            Some(name) => name,
            None => entry.path()?.to_str().map(str::to_owned).context("a part's name is no text")?,
        };
        ensure!(manifest.is_none(), "something follows the manifest: {path}");
        if path == MANIFEST {
            let read: Manifest =
                serde_json::from_reader(BufReader::new((&mut entry).take(MOST_OF_MANIFEST))).context("the manifest")?;
            ensure!(read.format <= FORMAT, "the archive's format {} is newer than this program", read.format);
            manifest = Some(read);
            continue;
        }
        check_path(&path)?;
        ensure!(entry.header().entry_type().is_file(), "{path} is no plain file");
        let mut hashing = Hashing::new(entry);
        each(&path, &mut hashing)?;
        std::io::copy(&mut hashing, &mut std::io::sink())?;
        ensure!(parts.insert(path.clone(), hashing.part()).is_none(), "{path} is in the archive twice");
    }
    // To the very end, where the seal says that nothing was cut off.
    std::io::copy(&mut tar.into_inner(), &mut std::io::sink())?;
    let Some(manifest) = manifest else { bail!("the archive has no manifest: it was cut") };
    for (path, part) in &manifest.parts {
        match parts.get(path) {
            None => bail!("{path} is in the manifest and not in the archive"),
            Some(found) if found != part => bail!("{path} is not what the manifest says: its hash is {}", found.sha256),
            Some(_) => {}
        }
    }
    if let Some(extra) = parts.keys().find(|path| !manifest.parts.contains_key(*path)) {
        bail!("{extra} is in the archive and not in the manifest");
    }
    Ok((manifest, head))
}

/// A path of plain names: it becomes one below a folder of ours, and so does each end of it, for a folder that is joined with a name
/// that begins with a slash is left.
fn check_path(path: &str) -> Result<()> {
    let plain = path.split('/').all(|name| !matches!(name, "" | "." | ".."));
    ensure!(plain && !path.contains(['\\', '\0']), "a part's name leads elsewhere: {path}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::SystemRng;

    fn archive(change: impl FnOnce(&mut Writer<Vec<u8>>)) -> Vec<u8> {
        let key = Key::File(vec![1; 32]);
        let mut writer = Writer::new(Vec::new(), &key, About::default(), &SystemRng).unwrap();
        writer.bytes("one", b"1").unwrap();
        writer.bytes("two/deep", &vec![2; 200_000]).unwrap();
        change(&mut writer);
        writer.finish().unwrap().0
    }

    fn parts(bytes: &[u8]) -> Result<Vec<(String, usize)>> {
        let mut seen = Vec::new();
        read(bytes, &mut |_| Ok(Key::File(vec![1; 32])), &mut |path, from| {
            let mut bytes = Vec::new();
            from.read_to_end(&mut bytes)?;
            seen.push((path.to_owned(), bytes.len()));
            Ok(())
        })?;
        Ok(seen)
    }

    #[test]
    fn long_names_come_back_and_have_an_end() {
        let name = "files/".to_owned() + &"x".repeat(200);
        let long = archive(|writer| writer.bytes(&name, b"1").unwrap());
        assert_eq!(parts(&long).unwrap()[2], (name, 1));
        // Of a gigabyte nothing is read: a name, or attributes, that say that they are so long.
        for kind in [tar::EntryType::GNULongName, tar::EntryType::GNULongLink, tar::EntryType::XHeader] {
            let endless = archive(|writer| {
                let mut header = tar::Header::new_gnu();
                header.set_entry_type(kind);
                header.set_size(1 << 30);
                header.set_path("x").unwrap();
                header.set_cksum();
                writer.tar.get_mut().write_all(header.as_bytes()).unwrap();
            });
            let told = parts(&endless).unwrap_err().to_string();
            assert!(told.contains("too long") || told.contains("no plain file"), "{told}");
        }
    }

    #[test]
    fn parts_come_back_and_are_held_against_the_manifest() {
        assert_eq!(parts(&archive(|_| ())).unwrap(), [("one".into(), 1), ("two/deep".into(), 200_000)]);
        let wrong = archive(|writer| writer.parts.get_mut("one").unwrap().sha256 = "0".repeat(64));
        assert!(parts(&wrong).unwrap_err().to_string().contains("one is not what the manifest says"));
        let missing =
            archive(|writer| drop(writer.parts.insert("three".into(), Part { bytes: 0, sha256: String::new() })));
        assert!(parts(&missing).unwrap_err().to_string().contains("three is in the manifest"));
        let extra = archive(|writer| drop(writer.parts.remove("two/deep")));
        assert!(parts(&extra).unwrap_err().to_string().contains("not in the manifest"));
    }

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for bad in ["../x", "/x", "a/../../x", "", "a\\..\\x", "a//x", "a/bundle//etc/x", "a/./x", "a/x/", "."] {
            assert!(check_path(bad).is_err(), "{bad}");
        }
        assert!(check_path("schools/a/bundle/school.yaml").is_ok());
    }
}
