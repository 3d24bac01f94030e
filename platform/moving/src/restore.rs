//! A whole server out of a backup, into an empty place.

use std::fs::File;
use std::io::{BufReader, Read, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use kernel::crypto::Secret;
use words::{Rng, SchoolId};

use crate::archive::{self, Manifest};
use crate::ended::Sessions;
use crate::place::{Database, Place, names, remove, sync_folder};
use crate::platform::{self, PlatformRows};
use crate::seal::{Head, Key};
use crate::staged::{Staged, commit};

/// Takes everything in, or nothing; nobody is signed in afterwards. `open_secret` reads the secret's file, which is the backup's unless one is there.
pub fn restore(
    place: &Place,
    open_secret: &dyn Fn() -> Result<Secret>,
    rng: &dyn Rng,
    from: &Path,
    key: &mut dyn FnMut(&Head) -> Result<Key>,
) -> Result<Manifest> {
    for folder in [&place.data, &place.schools] {
        ensure!(names(folder)?.is_empty(), "{} is not empty: a restore needs an empty place", folder.display());
    }
    let lock = place.lock()?;
    let restored = take(place, open_secret, rng, from, key);
    drop(lock);
    remove(&place.data.join("moving.lock"))?;
    if restored.is_err() {
        // It was empty before.
        for folder in [&place.data, &place.schools] {
            for name in names(folder)? {
                remove(&folder.join(name))?;
            }
        }
    }
    restored
}

fn take(
    place: &Place,
    open_secret: &dyn Fn() -> Result<Secret>,
    rng: &dyn Rng,
    from: &Path,
    key: &mut dyn FnMut(&Head) -> Result<Key>,
) -> Result<Manifest> {
    let input = BufReader::new(File::open(from).with_context(|| from.display().to_string())?);
    let mut schools: Vec<Staged<'_>> = Vec::new();
    let mut own: Option<PlatformRows> = None;
    let (manifest, _) = archive::read(input, key, &mut |path, part| {
        if path == "server/platform.json" {
            own = Some(serde_json::from_reader(part).context("the platform's own rows")?);
            return Ok(());
        }
        if let Some(rest) = path.strip_prefix("server/") {
            return server_part(place, rest, part);
        }
        let school = path.strip_prefix("schools/").and_then(|path| path.split_once('/'));
        let Some((id, rest)) = school else { bail!("a part of a kind that this Qabul does not know: {path}") };
        let id = SchoolId::parse(id)?;
        if schools.last().is_none_or(|last| last.id != id) {
            schools.push(Staged::begin(place, &id)?);
        }
        match schools.last_mut() {
            Some(school) => school.part(rest, part),
            None => Ok(()),
        }
    })?;
    ensure!(
        manifest.schools.len() == schools.len(),
        "the manifest tells of {} schools, {} came",
        manifest.schools.len(),
        schools.len()
    );
    for school in &mut schools {
        let Some(told) = manifest.schools.iter().find(|told| told.id == school.id.as_str()) else {
            bail!("the manifest does not tell of the school {}", school.id)
        };
        school.verify(told).with_context(|| format!("school {}", school.id))?;
        school.settle_sessions(Sessions::End).with_context(|| format!("school {}", school.id))?;
    }
    let secret = open_secret()?;
    if let Some(rows) = &own {
        platform::write(place, rows)?;
    }
    if let Err(error) = commit(place, &secret, rng, &schools) {
        if own.is_some() {
            // The first fault is the one to tell.
            let _ = platform::clear(place);
        }
        return Err(error);
    }
    Ok(manifest)
}

fn server_part(place: &Place, path: &str, from: &mut dyn Read) -> Result<()> {
    let to = match path.split_once('/') {
        None if path == "secret" => {
            if place.secret_file.exists() {
                return Ok(());
            }
            place.secret_file.clone()
        }
        None if path == "hosts.json" => place.hosts(),
        Some(("deleted", name)) => place.deleted().join(name),
        Some(("db", name)) => match &place.database {
            Database::Lite(folder) => folder.join(name),
            Database::Pg(_) => bail!("the backup holds {name}, which belongs to a server on SQLite"),
        },
        _ => bail!("a part of a kind that this Qabul does not know: server/{path}"),
    };
    let folder = to.parent().map(Path::to_path_buf).unwrap_or_default();
    std::fs::create_dir_all(&folder)?;
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&to).with_context(|| to.display().to_string())?;
    std::io::copy(from, &mut file)?;
    file.flush()?;
    file.sync_all()?;
    sync_folder(&folder)
}
