//! A school out of an archive.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use kernel::crypto::Secret;
use words::{Rng, SchoolId};

use crate::archive::{self, Manifest, SchoolPart};
use crate::ended::Sessions;
use crate::place::Place;
use crate::seal::{Head, Key};
use crate::staged::{Staged, commit};

/// How old an archive may be whose sessions are kept: of an older one nobody knows what was ended since.
const FRESH_MS: i64 = 3_600_000;

/// How a school is taken in.
#[derive(Debug, Clone, Copy)]
pub struct Taking<'a> {
    /// Which school, where the archive holds several.
    pub only: Option<&'a SchoolId>,
    /// What becomes of who is signed in.
    pub sessions: Sessions,
    /// Now, in milliseconds.
    pub now_ms: i64,
}

/// A school that was taken in.
pub struct Imported {
    /// What came.
    pub school: SchoolPart,
    /// When its archive was made.
    pub made_at: String,
    /// The schema that its rows had, where it was an older one.
    pub older: Option<i64>,
}

/// Takes a school in, whole or not at all. An archive of several needs to be told which.
pub fn import(
    place: &Place,
    secret: &Secret,
    rng: &dyn Rng,
    from: &Path,
    key: &mut dyn FnMut(&Head) -> Result<Key>,
    taking: Taking<'_>,
) -> Result<Imported> {
    let only = taking.only;
    let _lock = place.lock()?;
    let input = BufReader::new(File::open(from).with_context(|| from.display().to_string())?);
    let mut staged: Option<Staged<'_>> = None;
    let mut others = Vec::new();
    let (manifest, _) = archive::read(input, key, &mut |path, part| {
        let Some((id, rest)) = path.strip_prefix("schools/").and_then(|path| path.split_once('/')) else {
            return Ok(());
        };
        let id = SchoolId::parse(id)?;
        if only.is_some_and(|only| *only != id) {
            return Ok(());
        }
        let school = match &mut staged {
            Some(school) if school.id == id => school,
            // The first one was not asked for by name: that is told when all are known.
            Some(_) if others.contains(&id) => return Ok(()),
            Some(_) => {
                others.push(id);
                return Ok(());
            }
            None => staged.insert(Staged::begin(place, &id)?),
        };
        school.part(rest, part)
    })?;
    let Some(mut school) = staged else { bail!("the archive holds {}", list_schools(&manifest)) };
    ensure!(others.is_empty(), "the archive holds {}: say which with --school", list_schools(&manifest));
    let Some(told) = manifest.schools.iter().find(|told| told.id == school.id.as_str()) else {
        bail!("the manifest does not tell of the school {}", school.id)
    };
    ensure!(told.bundle > 0, "the school {} has no bundle in the archive", school.id);
    if taking.sessions == Sessions::Keep {
        let made: jiff::Timestamp = manifest.made_at.parse().context("when the archive was made")?;
        ensure!(
            taking.now_ms - made.as_millisecond() <= FRESH_MS,
            "the archive is of {}, older than an hour: what was ended since would come back to life, so it is taken in without who is signed in",
            manifest.made_at
        );
    }
    school.verify(told)?;
    school.settle_sessions(taking.sessions)?;
    let older = school.older();
    commit(place, secret, rng, std::slice::from_ref(&school))?;
    Ok(Imported { school: told.clone(), made_at: manifest.made_at.clone(), older })
}

fn list_schools(manifest: &Manifest) -> String {
    let ids: Vec<&str> = manifest.schools.iter().map(|school| school.id.as_str()).collect();
    if ids.is_empty() { "no school".into() } else { ids.join(", ") }
}

/// Reads an archive to its end and holds it against its manifest; writes nothing.
pub fn inspect(from: &Path, key: &mut dyn FnMut(&Head) -> Result<Key>) -> Result<Manifest> {
    let input = BufReader::new(File::open(from).with_context(|| from.display().to_string())?);
    Ok(archive::read(input, key, &mut |_, _| Ok(()))?.0)
}
