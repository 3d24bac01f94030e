//! A new school: the template's bundle with the school's own words, put in place in one step.

use std::io::Write;
use std::path::{Path, PathBuf};

use form::relative::next_year_start;
use jiff::civil::Date;
use words::SchoolId;

use crate::bundle;
use crate::diagnostic::Diagnostic;

/// Files of the template beside `school.yaml`.
const FILES: [(&str, &[u8]); 3] = [
    ("assets/logo.png", include_bytes!("../template/assets/logo.png")),
    ("forms/new.json", include_bytes!("../template/forms/new.json")),
    ("forms/form.json", include_bytes!("../template/forms/form.json")),
];
const SCHOOL_YAML: &str = include_str!("../template/school.yaml");

/// What a new school is called and where it is.
#[derive(Debug, Clone)]
pub struct NewSchool {
    /// Its id.
    pub id: SchoolId,
    /// Its name in English.
    pub name_en: String,
    /// Its name in Arabic.
    pub name_ar: String,
    /// IANA time zone.
    pub time_zone: String,
    /// ISO 4217 code.
    pub currency: String,
    /// Address that its mail comes from.
    pub mail_from: String,
}

impl NewSchool {
    /// A school at `<id>.<base domain>`, whose mail comes from there: what the command line and the platform's desk make.
    #[must_use]
    pub fn under(base_domain: &str, id: SchoolId) -> Self {
        let mail_from = format!("admissions@{id}.{base_domain}");
        let (name_en, name_ar) = (String::new(), String::new());
        Self { id, name_en, name_ar, time_zone: "UTC".to_owned(), currency: "USD".to_owned(), mail_from }
    }

    /// The same with its names.
    #[must_use]
    pub fn named(mut self, en: &str, ar: &str) -> Self {
        (self.name_en, self.name_ar) = (en.to_owned(), ar.to_owned());
        self
    }

    /// The same with its clock and money.
    #[must_use]
    pub fn in_place(mut self, time_zone: &str, currency: &str) -> Self {
        (self.time_zone, self.currency) = (time_zone.to_owned(), currency.to_owned());
        self
    }
}

/// Why a school cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// There is one of that id.
    #[error("there is a school `{0}` already")]
    Exists(SchoolId),
    /// The platform keeps the id.
    #[error("`{0}` is kept for the platform")]
    Reserved(SchoolId),
    /// What was given makes no bundle.
    #[error("this makes no school")]
    Invalid(Vec<Diagnostic>),
    /// The folder cannot be written.
    #[error("{path}: {cause}")]
    Io {
        /// Where.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
}

/// Makes the bundle of a new school under `schools_dir`. It appears complete or not at all: it is written beside and
/// renamed into place. Admission opens today and ends as the next school year begins.
pub fn create(schools_dir: &Path, school: &NewSchool, today: Date) -> Result<PathBuf, CreateError> {
    if crate::registry::resolve::RESERVED_LABELS.contains(&school.id.as_str()) {
        return Err(CreateError::Reserved(school.id.clone()));
    }
    let place = schools_dir.join(school.id.as_str());
    if place.symlink_metadata().is_ok() {
        return Err(CreateError::Exists(school.id.clone()));
    }
    let yaml = school_yaml(school, today);
    bundle::parse_config(&format!("{}/{}", school.id, bundle::SCHOOL_FILE), yaml.as_bytes())
        .map_err(CreateError::Invalid)?;
    let draft = schools_dir.join(format!(".new-{}-{}", school.id, std::process::id()));
    let io = |path: &Path| {
        let path = path.to_owned();
        move |cause| CreateError::Io { path, cause }
    };
    std::fs::create_dir_all(&draft).map_err(io(&draft))?;
    let written = write_bundle(&draft, &yaml).map_err(io(&draft)).and_then(|()| {
        std::fs::rename(&draft, &place).map_err(|cause| match place.exists() {
            true => CreateError::Exists(school.id.clone()),
            false => CreateError::Io { path: place.clone(), cause },
        })
    });
    if written.is_err() {
        // What is left is hidden from the registry; the error that matters is the one above.
        let _ = std::fs::remove_dir_all(&draft);
    }
    written.map(|()| place)
}

fn write_bundle(draft: &Path, yaml: &str) -> std::io::Result<()> {
    let all = FILES.into_iter().chain([(bundle::SCHOOL_FILE, yaml.as_bytes())]);
    for (path, bytes) in all {
        let path = draft.join(path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = std::fs::File::create(&path)?;
        file.write_all(bytes)?;
        file.sync_all()?;
    }
    Ok(())
}

fn school_yaml(school: &NewSchool, today: Date) -> String {
    let end = next_year_start(today);
    // A JSON text is a YAML text too: quoted, whatever is in it.
    let quoted = |text: &str| serde_json::Value::from(words::text::one_line(text)).to_string();
    let holes = [
        ("name_en", quoted(&school.name_en)),
        ("name_ar", quoted(&school.name_ar)),
        ("time_zone", quoted(&school.time_zone)),
        ("currency", quoted(&school.currency)),
        ("mail_from", quoted(&school.mail_from)),
        ("start", today.to_string()),
        ("end", end.to_string()),
        ("year", format!("{}-{}", end.year(), end.year() + 1)),
    ];
    // One pass over the template, so that what is filled in is never read as a hole.
    let mut parts = SCHOOL_YAML.split("{{");
    let mut yaml = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        let filled = holes.iter().find(|(hole, _)| *hole == name).map(|(_, text)| text.as_str());
        yaml.push_str(filled.unwrap_or_default());
        yaml.push_str(rest);
    }
    yaml
}
