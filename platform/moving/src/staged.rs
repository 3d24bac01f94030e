//! What comes in, beside its place until all of it is known to be good.
//!
//! The names begin with a dot: no server looks at them. The bundle goes last, for it makes the school live. A machine that
//! stops in the middle leaves a marker, by which the next import knows that what lies there is nobody's.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use kernel::crypto::Secret;
use kernel::keyring::{SchoolKeys, unhex};
use words::{Rng, SchoolId};

use crate::archive::SchoolPart;
use crate::ended::{self, Sessions};
use crate::export::{STAYING, Shape, newest};
use crate::lite::{self, LiteSource, LiteStage};
use crate::pg::PgTarget;
use crate::place::{Database, Place, STORES, lite_file, names, remove, remove_lite, sync_folder};
use crate::rows::{self, Source, Table};

/// A school that is arriving.
pub(crate) struct Staged<'p> {
    place: &'p Place,
    pub id: SchoolId,
    shape: Option<Shape>,
    stage: Option<LiteStage>,
    keys: Option<SchoolKeys>,
    bundle: u64,
    files: u64,
}

impl<'p> Staged<'p> {
    /// Refuses where anything of that school is.
    pub(crate) fn begin(place: &'p Place, id: &SchoolId) -> Result<Self> {
        let staged = Self { place, id: id.clone(), shape: None, stage: None, keys: None, bundle: 0, files: 0 };
        let bundle = place.bundle(id);
        ensure!(bundle.symlink_metadata().is_err(), "there is a school {id} already, in {}", bundle.display());
        if staged.marker().exists() {
            // An import that a stopped machine broke off: it never was live.
            staged.clear()?;
        }
        ensure!(!staged.has_rows()?, "there are rows of a school {id} in the database, although it has no bundle");
        for store in STORES {
            let folder = place.store(store, id);
            for name in names(&folder)? {
                let inner = folder.join(name);
                let is_empty = inner.is_dir() && names(&inner)?.is_empty();
                ensure!(is_empty, "there are files of a school {id} in {}", folder.display());
            }
            // An upload that was refused leaves the folder that it was to lie in.
            remove(&folder)?;
        }
        staged.forget()?;
        Ok(staged)
    }

    fn dotted(&self, folder: &Path) -> PathBuf {
        folder.join(format!(".import-{}", self.id))
    }

    fn marker(&self) -> PathBuf {
        self.place.schools.join(format!(".import-{}.committing", self.id))
    }

    fn rows_file(&self) -> PathBuf {
        let folder = match &self.place.database {
            Database::Lite(folder) => folder,
            Database::Pg(_) => &self.place.data,
        };
        folder.join(format!(".import-{}.rows", self.id))
    }

    fn has_rows(&self) -> Result<bool> {
        match &self.place.database {
            Database::Lite(folder) => {
                let file = lite_file(folder, &self.id);
                Ok(file.exists() && lite::has_rows(&file, &self.id)?)
            }
            Database::Pg(url) => PgTarget::open(url)?.has_rows(&self.id),
        }
    }

    /// Removes what was staged.
    fn forget(&self) -> Result<()> {
        remove(&self.dotted(&self.place.schools))?;
        for store in STORES {
            remove(&self.dotted(&self.place.data.join(store)))?;
        }
        remove_lite(&self.rows_file())
    }

    /// Removes what took its place, while the bundle did not.
    fn clear(&self) -> Result<()> {
        match &self.place.database {
            Database::Lite(folder) => remove_lite(&lite_file(folder, &self.id))?,
            Database::Pg(url) => {
                let mut target = PgTarget::open(url)?;
                target.remove(&self.id)?;
                target.commit()?;
            }
        }
        for store in STORES {
            remove(&self.place.store(store, &self.id))?;
        }
        remove(&self.marker())
    }

    /// Takes in a part, by its path below the school.
    pub(crate) fn part(&mut self, path: &str, from: &mut dyn Read) -> Result<()> {
        self.require_room()?;
        if path == "shape.json" {
            return self.shape(small(from)?);
        }
        if path == "keys.json" {
            let keys: std::collections::BTreeMap<String, String> = small(from)?;
            let keys = keys.into_iter().map(|(purpose, key)| Some((purpose, unhex(&key)?)));
            self.keys = Some(keys.collect::<Option<_>>().context("the school's keys cannot be read")?);
            return Ok(());
        }
        match path.split_once('/') {
            Some(("bundle", name)) => {
                self.bundle += 1;
                place_file(&self.dotted(&self.place.schools).join(name), from)
            }
            Some(("files", name)) => {
                let (store, name) = name.split_once('/').context("a file without a name")?;
                ensure!(
                    STORES.contains(&store),
                    "the archive has files of a kind `{store}` that this Qabul does not know"
                );
                self.files += 1;
                place_file(&self.dotted(&self.place.data.join(store)).join(name), from)
            }
            Some(("rows", name)) => {
                let table = name.split('/').next().unwrap_or_default();
                let shape = self.shape.as_ref().context("rows come before their shape")?;
                let Some(table) = shape.tables().into_iter().find(|known| known.name == table) else {
                    bail!("rows of a table `{table}` that the archive does not describe")
                };
                let stage = self.stage.as_ref().context("rows come before their shape")?;
                let (mut from, mut line, mut since) = (BufReader::new(from), String::new(), 0);
                while next_line(&mut from, &mut line)? {
                    stage.insert(&table, &rows::parse(&line, &table)?)?;
                    since += line.len() as u64;
                    if since > MOST_OF_A_FILE {
                        since = 0;
                        self.require_room()?;
                    }
                }
                Ok(())
            }
            _ => bail!("a part of a kind that this Qabul does not know: {path}"),
        }
    }

    /// Refuses what would fill the disk of the schools that are here: a small archive may unpack to any size.
    fn require_room(&self) -> Result<()> {
        let has_room = kernel::files::has_room(&self.place.data).context("the room on the disk")?;
        ensure!(has_room, "the archive unpacks to more than the disk has room for, beside what its schools need");
        Ok(())
    }

    fn shape(&mut self, shape: Shape) -> Result<()> {
        let (schema, newest) = (shape.schema, newest());
        ensure!(
            schema <= newest,
            "the rows are of schema {schema}, and this Qabul knows up to {newest}: update it first"
        );
        let known = migrations::SQLITE.iter().any(|one| one.version == schema);
        ensure!(known, "the rows are of schema {schema}, which this Qabul does not know");
        // Of them no archive has rows: whoever wrote this one made them up.
        if let Some((name, _)) = shape.tables.iter().find(|(name, _)| STAYING.contains(&name.as_str())) {
            bail!("the archive has rows of {name}, which stay behind where a school is moved");
        }
        self.stage = Some(LiteStage::new(&self.rows_file(), &self.id, schema, &shape.tables())?);
        self.shape = Some(shape);
        Ok(())
    }

    /// Holds what came against what the manifest says, and brings the rows to this program's schema.
    pub(crate) fn verify(&mut self, told: &SchoolPart) -> Result<()> {
        ensure!(self.keys.is_some(), "the archive has no keys of the school");
        let counts = (self.bundle, self.files) == (told.bundle, told.files);
        ensure!(
            counts,
            "{} files of the bundle and {} others came, not {} and {}",
            self.bundle,
            self.files,
            told.bundle,
            told.files
        );
        self.stage.take().context("the archive has no rows of the school")?.settle()?;
        let mut source = LiteSource::open(&self.rows_file(), &self.id)?;
        let mut told_tables: Vec<&str> = told.tables.iter().map(|table| table.name.as_str()).collect();
        for table in &told.tables {
            let own = Table { name: table.name.clone(), columns: table.columns.clone() };
            let sum = source.sum(&own)?;
            ensure!(
                sum == table.sum,
                "{} rows of {} came, and are not the {} that left",
                sum.rows,
                table.name,
                table.sum.rows
            );
        }
        // A table that the manifest does not tell of came with no rows, or the parts did not fit the manifest.
        told_tables.sort_unstable();
        for table in source.tables()?.iter().filter(|table| told_tables.binary_search(&table.name.as_str()).is_err()) {
            ensure!(source.sum(table)?.rows == 0, "rows of {} came that the manifest does not tell of", table.name);
        }
        if let Some(first) = source.dangling()?.first() {
            bail!("the rows do not fit together: {first}");
        }
        drop(source);
        lite::renew(&self.rows_file())?;
        let renewed = LiteSource::open(&self.rows_file(), &self.id)?;
        if let Some(table) = renewed.foreign_files(&self.id)?.first() {
            bail!("a row of {table} names a file that is not the school's own");
        }
        Ok(())
    }

    /// After the rows were held against the manifest: ends what must not come back to life.
    pub(crate) fn settle_sessions(&self, sessions: Sessions) -> Result<()> {
        ended::counts_in_file(&self.rows_file())?;
        match sessions {
            Sessions::End => ended::in_file(&self.rows_file()),
            Sessions::Keep => Ok(()),
        }
    }

    /// Whether its rows had the shape of an older schema.
    pub(crate) fn older(&self) -> Option<i64> {
        self.shape.as_ref().map(|shape| shape.schema).filter(|schema| *schema < newest())
    }
}

impl Drop for Staged<'_> {
    fn drop(&mut self) {
        self.stage = None;
        // What cannot be removed is removed by the next import of that school.
        let _ = self.forget();
    }
}

/// More than any file of a school may have: an upload, a picture, bytes of a published state.
const MOST_OF_A_FILE: u64 = 64 << 20;

/// A part that is read whole.
fn small<T: serde::de::DeserializeOwned>(from: &mut dyn Read) -> Result<T> {
    Ok(serde_json::from_reader(from.take(MOST_OF_A_FILE))?)
}

/// Reads the next line of rows in place of the last; false at the end.
fn next_line(from: &mut impl BufRead, line: &mut String) -> Result<bool> {
    line.clear();
    let read = from.take(MOST_OF_A_FILE + 1).read_line(line)? as u64;
    ensure!(read <= MOST_OF_A_FILE, "the archive holds a row that is larger than any of a school's");
    Ok(read > 0)
}

fn place_file(place: &Path, from: &mut dyn Read) -> Result<()> {
    let mut write = || -> Result<()> {
        if let Some(folder) = place.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = File::options().write(true).create_new(true).open(place)?;
        let written = std::io::copy(&mut from.take(MOST_OF_A_FILE + 1), &mut file)?;
        ensure!(written <= MOST_OF_A_FILE, "the archive holds a file that is larger than any of a school's");
        file.flush()?;
        file.sync_all()?;
        Ok(())
    };
    write().with_context(|| place.display().to_string())
}

/// Puts verified schools into their places: all of them, or none.
pub(crate) fn commit(place: &Place, secret: &Secret, rng: &dyn Rng, schools: &[Staged<'_>]) -> Result<()> {
    std::fs::create_dir_all(&place.schools)?;
    for school in schools {
        // Again: somebody may have made a school of that id while the archive was read.
        let bundle = place.bundle(&school.id);
        ensure!(bundle.symlink_metadata().is_err(), "there is a school {} by now", school.id);
        ensure!(!school.has_rows()?, "there are rows of a school {} by now", school.id);
    }
    for school in schools {
        File::create(school.marker())?.sync_all()?;
    }
    sync_folder(&place.schools)?;
    let mut live = Vec::new();
    let done = try_commit(place, secret, rng, schools, &mut live);
    if let Err(error) = done {
        // The first fault is the one to tell; what stays is cleared by the marker the next time.
        for bundle in live {
            let _ = remove(&bundle);
        }
        for school in schools {
            let _ = secret.forget_keys(&school.id);
            let _ = school.clear();
        }
        return Err(error);
    }
    for school in schools {
        remove(&school.marker())?;
    }
    Ok(())
}

fn try_commit(
    place: &Place,
    secret: &Secret,
    rng: &dyn Rng,
    schools: &[Staged<'_>],
    live: &mut Vec<PathBuf>,
) -> Result<()> {
    let rename = |from: &Path, to: &Path| -> Result<()> {
        std::fs::rename(from, to).with_context(|| to.display().to_string())?;
        to.parent().map_or(Ok(()), sync_folder)
    };
    for school in schools {
        let none = SchoolKeys::new();
        secret.keep_keys(rng, &school.id, school.keys.as_ref().unwrap_or(&none)).context("the school's keys")?;
        for store in STORES {
            let from = school.dotted(&place.data.join(store));
            if from.exists() {
                let to = place.store(store, &school.id);
                // An empty one may be there.
                remove(&to)?;
                rename(&from, &to)?;
            }
        }
    }
    match &place.database {
        Database::Lite(folder) => {
            for school in schools {
                let file = lite_file(folder, &school.id);
                // It has no rows, or the beginning had refused.
                remove_lite(&file)?;
                rename(&school.rows_file(), &file)?;
            }
        }
        Database::Pg(url) => {
            let mut target = PgTarget::open(url)?;
            for school in schools {
                target.take(&school.id, &mut LiteSource::open(&school.rows_file(), &school.id)?)?;
            }
            target.commit()?;
        }
    }
    for school in schools {
        // A backup may hold what is left of a school that has no bundle any more.
        let staged = school.dotted(&place.schools);
        if staged.exists() {
            rename(&staged, &place.bundle(&school.id))?;
            live.push(place.bundle(&school.id));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_an_end_is_not_read_to_it() {
        let mut line = String::new();
        let refused = next_line(&mut BufReader::new(std::io::repeat(b'a')), &mut line).expect_err("it has no end");
        assert!(refused.to_string().contains("a row that is larger"), "{refused}");
        let mut two = BufReader::new(&b"one\ntwo"[..]);
        let mut next = || next_line(&mut two, &mut line).map(|found| found.then(|| line.clone())).expect("read");
        assert_eq!((next(), next(), next()), (Some("one\n".into()), Some("two".into()), None));
    }
}
