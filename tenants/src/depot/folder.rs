//! A bundle's folder as a list of digests, and the other way round. Blocks.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::bundle::locks::LOCKS_FILE;
use crate::bundle::{BundleFiles, FileKind, Manifest, OverlayStore};

/// Largest file of a bundle that is no file of a [`FileKind`].
const MAX_OTHER: u64 = 1 << 20;

/// The files that make a bundle what it is, with their bytes; others beside them are their owner's.
fn read(bundle: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let files = BundleFiles::new(bundle.to_path_buf());
    let mut paths = files.walk();
    paths.push(LOCKS_FILE.to_owned());
    let mut read = Vec::new();
    for path in paths {
        let max = FileKind::of(&path).map_or(MAX_OTHER, FileKind::max_bytes);
        let bytes = files.read(&path, max).map_err(|found| io::Error::other(found.to_string()))?;
        read.extend(bytes.map(|bytes| (path, bytes)));
    }
    Ok(read)
}

/// What a folder holds; nothing where there is none.
pub(super) fn manifest(bundle: &Path) -> io::Result<Manifest> {
    Ok(read(bundle)?.into_iter().map(|(path, bytes)| (path, words::sha256_hex(&bytes))).collect())
}

/// The same, with the bytes kept.
pub(super) fn keep(store: &OverlayStore, bundle: &Path) -> io::Result<Manifest> {
    read(bundle)?.into_iter().map(|(path, bytes)| Ok((path, store.put_blob(&bytes)?))).collect()
}

/// Whether every path is one that bundles have, and every digest is one: what the store says leads nowhere else.
pub(super) fn is_sound(base: &Manifest) -> bool {
    base.iter().all(|(path, digest)| (path == LOCKS_FILE || FileKind::of(path).is_some()) && is_digest(digest))
}

/// Whether a text is a digest, and so no path either.
pub(crate) fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// Puts a base into its place: staged beside it, then exchanged with what was there, so that no look finds half of it. What was
/// there and is not `before` is somebody's work that was never pushed, and is kept aside; gives where.
pub(super) fn replace(
    store: &OverlayStore,
    bundle: &Path,
    base: &Manifest,
    before: Option<&Manifest>,
) -> io::Result<Option<PathBuf>> {
    let staged = beside(bundle, "following");
    remove(&staged)?;
    for (path, digest) in base {
        let bytes = store.blob(digest)?.ok_or_else(|| io::Error::other(format!("{path}: its bytes are not here")))?;
        crate::bundle::edit::put(&staged.join(path), &bytes)?;
    }
    if !bundle.exists() {
        std::fs::rename(&staged, bundle)?;
        return sync_parent(bundle).map(|()| None);
    }
    let held = manifest(bundle)?;
    exchange(&staged, bundle)?;
    sync_parent(bundle)?;
    if held == *base || before == Some(&held) {
        remove(&staged)?;
        return Ok(None);
    }
    let aside = beside(bundle, "replaced");
    remove(&aside)?;
    std::fs::rename(&staged, &aside)?;
    Ok(Some(aside))
}

/// Takes a school's folders away.
pub(super) fn remove_all(store: &OverlayStore, bundle: &Path) -> io::Result<()> {
    let gone = beside(bundle, "gone");
    remove(&gone)?;
    match std::fs::rename(bundle, &gone) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        other => other?,
    }
    remove(&gone)?;
    remove(store.folder())
}

/// No server looks at names that begin with a dot.
fn beside(bundle: &Path, what: &str) -> PathBuf {
    let name = bundle.file_name().unwrap_or_default().to_string_lossy();
    bundle.with_file_name(format!(".{what}-{name}"))
}

fn exchange(staged: &Path, bundle: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    if renameat_with(CWD, staged, CWD, bundle, RenameFlags::EXCHANGE).is_ok() {
        return Ok(());
    }
    // A file system that cannot: for a moment the school is not there, which a look may take for its end.
    let between = beside(bundle, "between");
    remove(&between)?;
    std::fs::rename(bundle, &between)?;
    std::fs::rename(staged, bundle)?;
    std::fs::rename(&between, staged)
}

fn remove(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn sync_parent(path: &Path) -> io::Result<()> {
    std::fs::File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, path: &str, text: &str) {
        crate::bundle::edit::put(&folder.join(path), text.as_bytes()).unwrap();
    }

    #[test]
    fn a_base_is_put_in_place_of_another_and_nobody_s_work_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let (store, bundle) = (OverlayStore::new(folder.path().join("over/abq")), folder.path().join("schools/abq"));
        let of = |name: &str| folder.path().join(name);
        write(&of("one"), "school.yaml", "one");
        write(&of("one"), "tables/fees.yaml", "rows");
        write(&of("two"), "school.yaml", "two");
        write(&of("two"), "locks.yaml", "locked: []");
        write(&of("two"), "notes.txt", "their owner's");
        let (one, two) = (keep(&store, &of("one")).unwrap(), keep(&store, &of("two")).unwrap());
        assert_eq!(two.keys().collect::<Vec<_>>(), ["locks.yaml", "school.yaml"]);
        std::fs::create_dir_all(folder.path().join("schools")).unwrap();
        assert_eq!(replace(&store, &bundle, &one, None).unwrap(), None);
        assert_eq!(manifest(&bundle).unwrap(), one);
        assert_eq!(replace(&store, &bundle, &two, Some(&one)).unwrap(), None);
        assert_eq!(manifest(&bundle).unwrap(), two);
        assert!(!bundle.join("tables/fees.yaml").exists(), "what it has not is gone");
        write(&bundle, "school.yaml", "edited and never pushed");
        let aside = replace(&store, &bundle, &one, Some(&two)).unwrap().unwrap();
        assert_eq!(std::fs::read_to_string(aside.join("school.yaml")).unwrap(), "edited and never pushed");
        let names = |folder: &Path| {
            let mut names: Vec<_> =
                std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        assert_eq!(names(&folder.path().join("schools")), [".replaced-abq", "abq"]);
        remove_all(&store, &bundle).unwrap();
        remove_all(&store, &bundle).unwrap();
        assert!(!bundle.exists() && !store.folder().exists());
    }

    #[test]
    fn what_leads_out_of_a_bundle_is_not_sound() {
        let digest = "a".repeat(64);
        let of = |path: &str, digest: &str| Manifest::from([(path.to_owned(), digest.to_owned())]);
        assert!(is_sound(&of("school.yaml", &digest)) && is_sound(&of("locks.yaml", &digest)));
        for (path, digest) in [("../school.yaml", &digest[..]), ("x.sh", &digest), ("school.yaml", "../../secret")] {
            assert!(!is_sound(&of(path, digest)), "{path} {digest}");
        }
    }
}
