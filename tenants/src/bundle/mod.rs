//! A school's folder: `school.yaml` and its neighbours, read and checked. Unknown keys, bad values and broken
//! references are all told, each with its line and column; a bundle with errors never goes live.

pub mod audiences;
pub mod branding;
mod check;
pub mod config;
pub mod consents;
pub mod differ;
pub mod edit;
pub mod entry;
pub mod family;
pub mod files;
pub mod legal;
mod letter_items;
mod letter_mail;
pub mod letters;
mod locales;
pub mod locks;
pub mod logo;
pub mod overlay;
pub mod photo;
pub mod place;
pub mod rounds;
pub mod store;
pub mod streams;
pub mod suspension;
mod tables;
mod values;
pub mod yaml;

use std::sync::LazyLock;

use serde_json::Value;

pub use check::is_time_zone;
pub use config::SchoolConfig;
pub use files::BundleFiles;
pub use locales::{Overrides, merge};
pub(crate) use locales::{is_namespace, read as read_overrides};
pub use locks::Locks;
pub use overlay::{Entry, Overlay};
pub use place::FileKind;
pub use store::{Good, Manifest, OverlayStore};
pub use tables::{LookupError, Tables};
pub use values::shape_problems;
pub use yaml::Positions;

use form::Structure;
use words::problem::Problem;

use crate::diagnostic::{Diagnostic, shortened};

/// Name of the file that makes a folder a school.
pub const SCHOOL_FILE: &str = "school.yaml";
/// Largest component that a bundle may hold.
pub const MAX_PLUGIN_BYTES: u64 = 2 << 20;

static SHAPE: LazyLock<Structure> = LazyLock::new(Structure::of::<SchoolConfig>);

/// JSON Schema of `school.yaml`, for editors.
#[must_use]
pub fn school_schema() -> &'static Value {
    SHAPE.schema()
}

/// `school.yaml`, with what its check had to say beside errors.
#[derive(Debug)]
pub struct Checked {
    /// The file.
    pub config: SchoolConfig,
    /// Where its parts stand.
    pub positions: Positions,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Reads and checks `school.yaml`.
pub fn read_config(files: &BundleFiles) -> Result<Checked, Vec<Diagnostic>> {
    let label = files.label(SCHOOL_FILE);
    let bytes = match files.read(SCHOOL_FILE, yaml::MAX_BYTES as u64) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => {
            let missing = Diagnostic::file(label, "missingFile", "the folder has no school.yaml");
            return Err(vec![missing.hint("`qabul school new` makes a complete one")]);
        }
        Err(problem) => return Err(vec![problem]),
    };
    let (value, positions) = yaml::read(&label, &bytes)?;
    checked(&label, value, files.places(SCHOOL_FILE, positions))
}

/// Checks the text of a `school.yaml`; `label` is its name in diagnostics.
pub fn parse_config(label: &str, bytes: &[u8]) -> Result<Checked, Vec<Diagnostic>> {
    let (value, positions) = yaml::read(label, bytes)?;
    checked(label, value, positions)
}

fn checked(label: &str, value: Value, positions: Positions) -> Result<Checked, Vec<Diagnostic>> {
    let mut problems = SHAPE.problems(&value);
    let mut config = None;
    if !problems.iter().any(Problem::is_error) {
        match serde_json::from_value::<SchoolConfig>(value) {
            Ok(parsed) => {
                problems.extend(check::config(&parsed));
                config = Some(parsed);
            }
            Err(error) => problems.push(Problem::new("", "unreadable", error.to_string())),
        }
    }
    let failed = problems.iter().any(Problem::is_error);
    let mut found: Vec<Diagnostic> = problems.into_iter().map(|p| positions.locate(label, p)).collect();
    found.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
    match config {
        Some(config) if !failed => Ok(Checked { config, positions, warnings: found }),
        _ => Err(shortened(found)),
    }
}

/// Reads a JSON file of the bundle. A missing file is `None`.
pub fn read_json(files: &BundleFiles, path: &str, max: u64) -> Result<Option<(Value, Positions)>, Vec<Diagnostic>> {
    match files.read(path, max).map_err(|problem| vec![problem])? {
        Some(bytes) => {
            let (value, positions) = parse_json(&files.label(path), &bytes)?;
            Ok(Some((value, files.places(path, positions))))
        }
        None => Ok(None),
    }
}

/// Parses a JSON file with the places of its parts; `label` is its name in diagnostics.
pub fn parse_json(label: &str, bytes: &[u8]) -> Result<(Value, Positions), Vec<Diagnostic>> {
    let text =
        std::str::from_utf8(bytes).map_err(|_| vec![Diagnostic::file(label, "notUtf8", "the file is not UTF-8")])?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line().max(1) as u32, error.column().max(1) as u32);
        vec![Diagnostic { line, column, ..Diagnostic::file(label, "syntax", error.to_string()) }]
    })?;
    let (positions, repeated) = yaml::positions_of_json(label, text);
    if repeated.is_empty() { Ok((value, positions)) } else { Err(repeated) }
}
