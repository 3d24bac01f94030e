//! How a school is, in numbers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::Text;

/// Whether a school is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PlatformSchoolState)]
pub enum State {
    /// Served, and all is well.
    Active,
    /// Switched off by its bundle.
    Suspended,
    /// Not served: its bundle has errors, and there is no earlier state.
    Broken,
    /// Served, but something of its bundle is broken.
    Stale,
}

/// The outbox of a school.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[schema(as = PlatformOutbox)]
pub struct Outbox {
    /// Jobs that wait.
    pub waiting: i64,
    /// Jobs that were given up.
    pub failed: i64,
}

/// How much of the disk a school takes.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[schema(as = PlatformBytes)]
pub struct Bytes {
    /// Its SQLite file; null on PostgreSQL, where schools share their tables.
    pub database: Option<u64>,
    /// Uploads, pictures and what it published.
    pub files: u64,
}

/// A school.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformSchool {
    /// Its id.
    pub id: String,
    /// Its name; the id where the bundle cannot be read.
    pub name: Text,
    /// Where it lives.
    pub host: String,
    /// The same as a browser opens it: scheme, host and port.
    pub origin: String,
    /// Whether it is served.
    pub state: State,
    /// What is wrong with its bundle, counted.
    pub problems: usize,
    /// The newest published revision; 0 without one.
    pub revision: i64,
    /// Submissions of the last 28 days that a component failed on.
    pub plugin_failures: i64,
    /// Its outbox.
    pub outbox: Outbox,
    /// Its share of the disk.
    pub bytes: Bytes,
}

/// How many schools there are.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[schema(as = PlatformTotals)]
pub struct Totals {
    /// All.
    pub schools: usize,
    /// Served and well.
    pub active: usize,
    /// Switched off.
    pub suspended: usize,
    /// Not served.
    pub broken: usize,
    /// Served with something broken.
    pub stale: usize,
}

/// Something wrong in a bundle.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformDiagnostic {
    /// Path of the file, from the folder of all schools.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// JSON pointer, where there is one.
    pub pointer: String,
    /// Stable name of the kind of problem.
    pub code: String,
    /// What is wrong, in English.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Whether it stands in what the school has published over the file, and so in no line of it.
    pub published: bool,
    /// `error` or `warning`.
    pub severity: String,
}

/// Who published.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformEditor {
    /// Their id.
    pub id: String,
    /// Their name, as it was then.
    pub name: String,
}

/// A published state.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformRevision {
    /// Its number.
    pub seq: i64,
    /// ISO 8601.
    pub at: String,
    /// `published`, `scheduled`, `restored` or `files`.
    pub kind: String,
    /// Who published it; null for the operators' files.
    pub by: Option<PlatformEditor>,
    /// Why.
    pub note: String,
    /// How many values differ from the one before.
    pub changes: i64,
}

/// A job that failed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FailedJob {
    /// Its kind.
    pub kind: String,
    /// ISO 8601: when it was given up, or is tried next.
    pub at: String,
    /// Tries so far.
    pub attempts: i64,
    /// What went wrong the last time.
    pub problem: String,
}

/// A school with what there is to look at.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformSchoolDetail {
    /// The school.
    #[serde(flatten)]
    pub school: PlatformSchool,
    /// What is wrong with its bundle.
    pub diagnostics: Vec<PlatformDiagnostic>,
    /// The last ten revisions.
    pub revisions: Vec<PlatformRevision>,
    /// Jobs that failed, the newest first.
    pub failed: Vec<FailedJob>,
}
