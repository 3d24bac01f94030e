//! A school, or all of them, into an archive.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use data_encoding::HEXLOWER;
use kernel::crypto::Secret;
use serde::{Deserialize, Serialize};
use words::{Rng, SchoolId};

use crate::archive::{self, Manifest, SchoolPart, TablePart, Writer};
use crate::place::{Database, Place, STORES, names, remove, walk};
use crate::rows::{self, Column, Row, RowSum, Source, Table};
use crate::seal::{About, Key};

/// Bytes of rows that make one part.
const ROWS_PART: usize = 1 << 20;
/// Tables whose rows stay behind: long jobs, what they are about and what became of it. Their files do ([`crate::place::STAYING`]), and who
/// asked asks again.
pub const STAYING: [&str; 4] = ["bulk_chunks", "bulk_jobs", "bulk_letters", "bulk_moves"];
/// The store that uploads are kept in.
const UPLOADS: &str = "files";
/// The tables whose rows name files in it.
const KEEPING: [&str; 2] = ["uploads", "letter_files"];
/// How often a new moment is tried when a file of the rows' was removed since.
const MOMENTS: usize = 3;

/// What comes first of a school: the shape of its rows.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Shape {
    pub schema: i64,
    pub tables: Vec<(String, Vec<Column>)>,
}

impl Shape {
    pub(crate) fn tables(&self) -> Vec<Table> {
        let tables = self.tables.iter();
        tables.map(|(name, columns)| Table { name: name.clone(), columns: columns.clone() }).collect()
    }
}

/// What an archive is made from and with.
pub struct Making<'a> {
    /// Where the schools are.
    pub place: &'a Place,
    /// The server's secret: a school takes its keys along.
    pub secret: &'a Secret,
    /// Chance.
    pub rng: &'a dyn Rng,
    /// Now, in milliseconds.
    pub now_ms: i64,
}

/// Writes one school into a new file, and reads it back.
pub fn export(making: &Making<'_>, school: &SchoolId, to: &Path, key: &Key) -> Result<Manifest> {
    let bundle = making.place.bundle(school);
    ensure!(bundle.is_dir(), "there is no school {school} in {}", making.place.schools.display());
    let about = About { school: Some(school.to_string()), made_at: words::clock::iso(making.now_ms), keep_until: None };
    write(to, key, about, making.rng, |writer| add_school(writer, making, school, &bundle))
}

/// Writes a whole server into a new file, and reads it back. Each school is as it was at one moment; the moments differ.
pub fn backup(making: &Making<'_>, to: &Path, key: &Key, tell: &mut dyn FnMut(&SchoolId)) -> Result<Manifest> {
    let place = making.place;
    let about = About { school: None, made_at: words::clock::iso(making.now_ms), keep_until: None };
    write(to, key, about, making.rng, |writer| {
        ensure!(writer.file("server/secret", &place.secret_file)?, "{} is not there", place.secret_file.display());
        for school in place.school_ids()? {
            add_school(writer, making, &school, &place.bundle(&school)).with_context(|| format!("school {school}"))?;
            tell(&school);
        }
        for name in names(&place.deleted())?.iter().filter(|name| name.ends_with(".qabul")) {
            writer.file(&format!("server/deleted/{name}"), &place.deleted().join(name))?;
        }
        // Who holds which host, where two schools name one.
        writer.file("server/hosts.json", &place.hosts())?;
        if let Some(rows) = crate::platform::read(place).context("the platform's own rows")? {
            writer.bytes("server/platform.json", &serde_json::to_vec(&rows)?)?;
        }
        other_files(writer, place)
    })
}

/// SQLite files beside the schools' that are no school's: whatever somebody put there.
fn other_files(writer: &mut Writer<impl Write>, place: &Place) -> Result<()> {
    let Database::Lite(folder) = &place.database else { return Ok(()) };
    for name in names(folder)? {
        let Some(stem) = name.strip_suffix(".db").or_else(|| name.strip_suffix(".sqlite")) else { continue };
        if name.starts_with('.') || (name.ends_with(".sqlite") && SchoolId::parse(stem).is_ok()) {
            continue;
        }
        let copy = place.data.join(format!(".backup-{}-{name}", std::process::id()));
        remove(&copy)?;
        let added = crate::lite::copy(&folder.join(&name), &copy)
            .and_then(|()| writer.file(&format!("server/db/{name}"), &copy));
        remove(&copy)?;
        added?;
    }
    Ok(())
}

/// A file for its owner's eyes, written beside its place and renamed into it.
pub(crate) fn write(
    to: &Path,
    key: &Key,
    about: About,
    rng: &dyn Rng,
    add: impl FnOnce(&mut Writer<BufWriter<File>>) -> Result<()>,
) -> Result<Manifest> {
    ensure!(!to.exists(), "{} is there already", to.display());
    let mut draft = to.as_os_str().to_owned();
    draft.push(".part");
    let draft = PathBuf::from(draft);
    let written = draft_of(&draft, key, about, rng, add).and_then(|manifest| {
        check(&draft, key, &manifest).context("the archive cannot be read back")?;
        std::fs::rename(&draft, to)?;
        Ok(manifest)
    });
    if written.is_err() {
        remove(&draft)?;
    }
    written.with_context(|| to.display().to_string())
}

fn draft_of(
    draft: &Path,
    key: &Key,
    about: About,
    rng: &dyn Rng,
    add: impl FnOnce(&mut Writer<BufWriter<File>>) -> Result<()>,
) -> Result<Manifest> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(draft)?;
    let mut writer = Writer::new(BufWriter::new(file), key, about, rng)?;
    add(&mut writer)?;
    let (file, manifest) = writer.finish()?;
    file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
    Ok(manifest)
}

fn check(file: &Path, key: &Key, written: &Manifest) -> Result<()> {
    let input = BufReader::new(File::open(file)?);
    let (manifest, _) = archive::read(input, &mut |_| Ok(key.clone()), &mut |_, _| Ok(()))?;
    ensure!(manifest.parts == written.parts, "it does not hold what was written");
    Ok(())
}

/// Adds all that is a school's; its bundle may lie elsewhere than where it is live.
pub(crate) fn add_school(
    writer: &mut Writer<impl Write>,
    making: &Making<'_>,
    school: &SchoolId,
    bundle: &Path,
) -> Result<()> {
    let place = making.place;
    let at = |rest: &str| format!("schools/{school}/{rest}");
    let mut source = moment(place, school)?;
    let (schema, tables) = match &mut source {
        Some(source) => {
            let moves = |table: &Table| !STAYING.contains(&table.name.as_str());
            (source.schema()?, source.tables()?.into_iter().filter(moves).collect())
        }
        None => (newest(), Vec::new()),
    };
    let shape = tables.iter().map(|table| (table.name.clone(), table.columns.clone())).collect();
    writer.bytes(&at("shape.json"), &serde_json::to_vec(&Shape { schema, tables: shape })?)?;
    let mut part =
        SchoolPart { id: school.to_string(), schema, tables: Vec::new(), bundle: 0, files: 0, gone: 0, damaged: 0 };
    let mut sent = HashMap::new();
    for table in &tables {
        let Some(source) = &mut source else { break };
        let mut note = |row: &Row| note_upload(&mut sent, table, row);
        let sum = add_rows(writer, &at(&format!("rows/{}", table.name)), source.as_mut(), table, &mut note)?;
        part.tables.push(TablePart { name: table.name.clone(), columns: table.columns.clone(), sum });
    }
    drop(source);
    for (name, path) in walk(bundle)? {
        let is_there = writer.file(&at(&format!("bundle/{name}")), &path)?;
        part.bundle += u64::from(is_there);
        part.gone += u64::from(!is_there);
    }
    for store in STORES {
        let held = place.files_of(store, school)?;
        for (name, path) in walk(&held.folder)? {
            let is_there = writer.file(&at(&format!("files/{store}/{name}")), &path)?;
            part.files += u64::from(is_there);
            part.gone += u64::from(!is_there);
            let kept = writer.hash_of(&at(&format!("files/{store}/{name}"))).filter(|_| store == UPLOADS);
            let expected = sent.get(&format!("{school}/{name}"));
            if kept.zip(expected).is_some_and(|(kept, expected)| kept != expected) {
                tracing::warn!(%school, file = name, "an upload is not what was sent");
                part.damaged += 1;
            }
        }
    }
    let keys = making.secret.school_keys(school);
    let keys: std::collections::BTreeMap<_, _> = keys.iter().map(|(name, key)| (name, HEXLOWER.encode(key))).collect();
    writer.bytes(&at("keys.json"), &serde_json::to_vec(&keys)?)?;
    writer.school(part);
    Ok(())
}

/// Notes what the file of an upload's or a letter's row hashes to, by the key that it is kept under.
fn note_upload(sent: &mut HashMap<String, String>, table: &Table, row: &Row) {
    if !KEEPING.contains(&table.name.as_str()) {
        return;
    }
    let value = |name: &str| {
        let at = table.columns.iter().position(|column| column.name == name)?;
        row.get(at)?.clone()
    };
    sent.extend(value("storage_key").zip(value("sha256")));
}

fn add_rows(
    writer: &mut Writer<impl Write>,
    folder: &str,
    source: &mut dyn Source,
    table: &Table,
    note: &mut dyn FnMut(&Row),
) -> Result<RowSum> {
    let (mut sum, mut lines, mut parts) = (RowSum::default(), Vec::new(), 0u32);
    let mut put = |lines: &mut Vec<u8>| -> Result<()> {
        writer.bytes(&format!("{folder}/{parts:06}.jsonl"), lines)?;
        parts += 1;
        lines.clear();
        Ok(())
    };
    source.rows(table, &mut |row: Row| {
        sum.add(&table.columns, &row);
        note(&row);
        lines.extend_from_slice(rows::line(&row)?.as_bytes());
        if lines.len() >= ROWS_PART { put(&mut lines) } else { Ok(()) }
    })?;
    if !lines.is_empty() {
        put(&mut lines)?;
    }
    Ok(sum)
}

/// Uploads in which a scanner found something: their bytes are gone for good, and their rows stay.
fn harmful(source: &mut dyn Source, tables: &[Table]) -> Result<HashSet<String>> {
    let mut found = HashSet::new();
    let Some(scans) = tables.iter().find(|table| table.name == "upload_scans") else { return Ok(found) };
    let at = |name: &str| scans.columns.iter().position(|column| column.name == name);
    let (Some(id), Some(state)) = (at("upload_id"), at("state")) else { return Ok(found) };
    source.rows(scans, &mut |row| {
        let is_harmful = row.get(state).and_then(Option::as_deref) == Some("infected");
        found.extend(row.get(id).cloned().flatten().filter(|_| is_harmful));
        Ok(())
    })?;
    Ok(found)
}

/// The rows at a moment at which their files are there. One that a purge removed between the two calls for another moment;
/// one that is missing for good is no reason to keep the rest from moving.
fn moment(place: &Place, school: &SchoolId) -> Result<Option<Box<dyn Source>>> {
    for _ in 1..MOMENTS {
        let Some(mut source) = place.source(school)? else { return Ok(None) };
        let tables = source.tables()?;
        let harmful = harmful(source.as_mut(), &tables)?;
        let (mut all_there, shared) = (true, place.upload_keys(school)?);
        for table in tables.iter().filter(|table| KEEPING.contains(&table.name.as_str())) {
            let at = |name: &str| table.columns.iter().position(|column| column.name == name);
            let (Some(id), Some(key)) = (at("id"), at("storage_key")) else { continue };
            source.rows(table, &mut |row| {
                if row.get(id).and_then(Option::as_ref).is_some_and(|id| harmful.contains(id)) {
                    return Ok(());
                }
                let key = row.get(key).and_then(Option::as_ref);
                all_there &= key.is_none_or(|key| match &shared {
                    Some(shared) => shared.contains(key.as_str()),
                    None => place.data.join("files").join(key).exists(),
                });
                Ok(())
            })?;
        }
        if all_there {
            return Ok(Some(source));
        }
    }
    place.source(school)
}

/// The newest schema that this program knows.
pub(crate) fn newest() -> i64 {
    migrations::SQLITE.iter().map(|one| one.version).max().unwrap_or_default()
}
