//! `qabul school diff | pull | absorb`: what a school published over its bundle.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::Subcommand;
use serde_json::{Map, Value, json};
use tenants::bundle::differ::differences;
use tenants::bundle::edit::{put, replaced};
use tenants::bundle::overlay::blob_of;
use tenants::bundle::{BundleFiles, FileKind, Overlay, yaml};
use tenants::{Diagnostic, Registry, RegistryConfig};
use words::SchoolId;

use super::edit::base;
use crate::bundles::Setup;

/// What deals with overlays.
#[derive(Debug, Subcommand)]
pub enum OverlayCommand {
    /// Show what a school changed over its bundle, value by value, as YAML.
    #[command(after_help = "Example:\n  qabul school diff alnoor")]
    Diff {
        /// The school's id.
        id: SchoolId,
    },
    /// Write what a school changed into a file: every entry as YAML, pictures and plugins in a folder beside it.
    #[command(after_help = "Example:\n  qabul school pull alnoor --to alnoor-changes.yaml")]
    Pull {
        /// The school's id.
        id: SchoolId,
        /// The file that is made.
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
    },
    /// Fold what a school changed into its bundle's files, and empty the overlay; what families see stays the same.
    #[command(
        after_help = "Example:\n  qabul school absorb alnoor\n\nComments stay where single values of school.yaml change; \
                            where a list or a whole map does, the file is written again and its comments are lost, and the command says so."
    )]
    Absorb {
        /// The school's id.
        id: SchoolId,
    },
}

/// Does it.
pub fn run(command: OverlayCommand, setup: &Setup, out: &mut dyn Write) -> Result<ExitCode> {
    match command {
        OverlayCommand::Diff { id } => diff(setup, &id, out)?,
        OverlayCommand::Pull { id, to } => pull(setup, &id, &to, out)?,
        OverlayCommand::Absorb { id } => absorb(setup, &id, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A school's base, what it published, and both together.
struct Layers {
    base: BundleFiles,
    overlay: Overlay,
    live: BundleFiles,
}

fn layers(setup: &Setup, id: &SchoolId) -> Result<Layers> {
    let base = base(setup, id)?;
    let store = setup.overlay(id);
    let overlay = store.read().with_context(|| store.overlay_file().display().to_string())?;
    let live = BundleFiles::with(base.root().to_path_buf(), store, Arc::new(overlay.clone()));
    Ok(Layers { base, overlay, live })
}

fn first(found: Vec<Diagnostic>) -> anyhow::Error {
    anyhow!("{}", found.first().map(ToString::to_string).unwrap_or_default())
}

/// A value as YAML, or as JSON where YAML would read it as something else.
fn as_yaml(value: &Value) -> Result<String> {
    let text = serde_saphyr::to_string(value).unwrap_or_default();
    match yaml::read("", text.as_bytes()) {
        Ok((read, _)) if read == *value => Ok(text),
        _ => Ok(format!("{}\n", serde_json::to_string_pretty(value)?)),
    }
}

fn diff(setup: &Setup, id: &SchoolId, out: &mut dyn Write) -> Result<()> {
    let Layers { base, overlay, live } = layers(setup, id)?;
    let mut files = Map::new();
    for file in overlay.files() {
        let (from, to) = (base.value(file).map_err(first)?, live.value(file).map_err(first)?);
        let mut changes = Map::new();
        for change in differences(from.as_ref(), to.as_ref(), usize::MAX) {
            let place = if change.pointer.is_empty() { "/".to_owned() } else { change.pointer };
            changes.insert(place, json!({ "from": change.from, "to": change.to }));
        }
        if !changes.is_empty() {
            files.insert(file.to_owned(), Value::Object(changes));
        }
    }
    if files.is_empty() {
        writeln!(out, "# {id} changed nothing over its bundle.")?;
        return Ok(());
    }
    writeln!(out, "# What {id} changed over its bundle, revision {}.", overlay.revision)?;
    write!(out, "{}", as_yaml(&Value::Object(files))?)?;
    Ok(())
}

fn pull(setup: &Setup, id: &SchoolId, to: &Path, out: &mut dyn Write) -> Result<()> {
    let Layers { overlay, .. } = layers(setup, id)?;
    ensure!(!to.exists(), "{} is there already", to.display());
    let store = setup.overlay(id);
    let mut blobs = to.as_os_str().to_owned();
    blobs.push(".blobs");
    let blobs = PathBuf::from(blobs);
    let mut count = 0;
    for digest in overlay.entries.iter().filter_map(|entry| blob_of(&entry.value)) {
        let bytes = store.blob(digest)?.with_context(|| format!("the bytes {digest} are not kept"))?;
        put(&blobs.join(digest), &bytes)?;
        count += 1;
    }
    put(to, as_yaml(&serde_json::to_value(&overlay)?)?.as_bytes())?;
    writeln!(out, "{} changes of revision {} are in {}", overlay.entries.len(), overlay.revision, to.display())?;
    if count > 0 {
        writeln!(out, "{count} pictures and plugins are in {}", blobs.display())?;
    }
    Ok(())
}

/// What becomes of a file.
struct Folded {
    file: String,
    bytes: Option<Vec<u8>>,
    loses_comments: bool,
}

fn absorb(setup: &Setup, id: &SchoolId, out: &mut dyn Write) -> Result<()> {
    let Layers { base, overlay, live } = layers(setup, id)?;
    if overlay.entries.is_empty() {
        writeln!(out, "{id} changed nothing over its bundle.")?;
        return Ok(());
    }
    let folded = overlay.files().into_iter().map(|file| fold(file, &base, &overlay, &live));
    let folded = folded.collect::<Result<Vec<_>>>()?;
    let errors = check(setup, id, &base, &folded)?;
    if !errors.is_empty() {
        for error in &errors {
            writeln!(out, "{error}")?;
        }
        bail!("the bundle would be broken with what the school changed; nothing was done");
    }
    // One file after the other: the overlay says the same until the last is there, so what is live never moves.
    for Folded { file, bytes, .. } in &folded {
        let path = base.root().join(file);
        match bytes {
            Some(bytes) => put(&path, bytes).with_context(|| path.display().to_string())?,
            None => match std::fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error).context(path.display().to_string());
                }
                _ => {}
            },
        }
    }
    let store = setup.overlay(id);
    let now = store.read()?;
    if now != overlay {
        bail!(
            "the school published while its changes were folded in: look with `qabul school diff {id}`, and absorb again"
        );
    }
    store.write(&Overlay { revision: overlay.revision, entries: Vec::new() })?;
    for Folded { file, bytes, loses_comments } in &folded {
        let how = match (bytes, loses_comments) {
            (None, _) => "removed",
            (Some(_), true) => "written again: its comments are lost",
            (Some(_), false) => "changed",
        };
        writeln!(out, "{file}: {how}")?;
    }
    writeln!(out, "{} changes of {id} are in its bundle now, and the overlay is empty.", overlay.entries.len())?;
    Ok(())
}

fn fold(file: &str, base: &BundleFiles, overlay: &Overlay, live: &BundleFiles) -> Result<Folded> {
    let kind = FileKind::of(file).with_context(|| format!("{file} is no file of a bundle"))?;
    let read = |files: &BundleFiles| files.read(file, kind.max_bytes()).map_err(|found| anyhow!("{found}"));
    let Some(bytes) = read(live)? else {
        return Ok(Folded { file: file.to_owned(), bytes: None, loses_comments: false });
    };
    let done =
        |bytes: Vec<u8>, loses_comments| Ok(Folded { file: file.to_owned(), bytes: Some(bytes), loses_comments });
    if !matches!(kind, FileKind::School | FileKind::Table) {
        let value = if kind.is_blob() { None } else { serde_json::from_slice::<Value>(&bytes).ok() };
        return match (kind, value) {
            (FileKind::Message, _) | (_, None) => done(bytes, false),
            (_, Some(value)) => done(format!("{}\n", serde_json::to_string_pretty(&value)?).into_bytes(), false),
        };
    }
    let value = live.value(file).map_err(first)?.unwrap_or_default();
    let old = read(base)?.and_then(|bytes| String::from_utf8(bytes).ok());
    if let Some(text) = &old
        && let Some(text) = in_place(text, overlay, file)
        && yaml::read(file, text.as_bytes()).is_ok_and(|(read, _)| read == value)
    {
        return done(text.into_bytes(), false);
    }
    let had_comments =
        old.is_some_and(|text| text.lines().any(|line| line.trim_start().starts_with('#') || line.contains(" #")));
    done(as_yaml(&value)?.into_bytes(), had_comments)
}

/// The file with single values replaced, where every change is one.
fn in_place(text: &str, overlay: &Overlay, file: &str) -> Option<String> {
    let mut text = text.to_owned();
    for entry in overlay.of_file(file) {
        if entry.value.is_object() || entry.value.is_array() || entry.value.is_null() {
            return None;
        }
        text = replaced(&text, &entry.pointer, &entry.value.to_string())?;
    }
    Some(text)
}

/// The faults that the bundle would have: a copy of it is checked as every bundle is.
fn check(setup: &Setup, id: &SchoolId, base: &BundleFiles, folded: &[Folded]) -> Result<Vec<Diagnostic>> {
    let draft = tempfile::tempdir()?;
    let copy = draft.path().join("schools").join(id.as_str());
    copy_folder(base.root(), &copy)?;
    for Folded { file, bytes, .. } in folded {
        let path = copy.join(file);
        match bytes {
            Some(bytes) => put(&path, bytes)?,
            None => drop(std::fs::remove_file(path)),
        }
    }
    let registry = Registry::open(RegistryConfig {
        schools_dir: draft.path().join("schools"),
        overlays: draft.path().join("overlays"),
        policy: setup.policy.clone(),
        catalog: setup.catalog.clone(),
    })?;
    let found = registry.check(Some(id.as_str())).unwrap_or_default();
    Ok(found.into_values().flatten().filter(Diagnostic::is_error).collect())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let (kind, place) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            copy_folder(&entry.path(), &place)?;
        } else if kind.is_file() {
            std::fs::copy(entry.path(), place)?;
        }
    }
    Ok(())
}
