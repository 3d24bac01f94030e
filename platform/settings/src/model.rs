//! The words of the desk: edits, drafts, changes, problems.

use kernel::caller::Actor;
use kernel::{Caller, Refusal, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::bundle::overlay::blob_of;
use utoipa::ToSchema;

/// Who did something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Editor {
    /// The person's id; empty for the operators.
    #[schema(value_type = String)]
    pub id: UserId,
    /// The name as it was then.
    pub name: String,
}

impl Editor {
    /// Who calls.
    pub(crate) fn of(caller: &Caller) -> Result<Self, Refusal> {
        match &caller.actor {
            Actor::User { id, name, .. } => Ok(Self { id: id.clone(), name: name.clone() }),
            Actor::System => Ok(Self { id: UserId::from(""), name: "qabul".into() }),
            Actor::Anonymous => Err(Refusal::new(kernel::MessageId::L014)),
        }
    }
}

/// One wish: a value at a place of a file, or the place given back to the base.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettingsEdit)]
pub struct Edit {
    /// Path of the file in the bundle.
    #[schema(max_length = 300)]
    pub file: String,
    /// JSON pointer into the file; empty for all of it.
    #[schema(max_length = 1000)]
    pub pointer: String,
    /// The value; null takes a key away. Left out where the place is given back.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub value: Value,
    /// Gives the place back to the base.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reset: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// An edit of the draft: by whom, when, at which version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DraftEdit {
    /// Path of the file in the bundle.
    pub file: String,
    /// JSON pointer into the file.
    pub pointer: String,
    /// The value; null takes a key away.
    #[serde(default)]
    pub value: Value,
    /// The place is given back to the base.
    #[serde(default)]
    pub reset: bool,
    /// The draft's version when this place was last changed.
    pub version: i64,
    /// Who changed it last.
    pub by: Editor,
    /// When.
    pub at: String,
}

/// Digests of the contents that edits name.
pub(crate) fn blobs_of(edits: &[DraftEdit]) -> impl Iterator<Item = String> {
    edits.iter().filter_map(|edit| blob_of(&edit.value)).map(str::to_owned)
}

/// What is not published yet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
#[schema(as = SettingsDraft)]
pub struct Draft {
    /// Counts changes.
    pub version: i64,
    /// In the order of files and places.
    pub edits: Vec<DraftEdit>,
}

/// Something about the bundle that somebody should know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Diagnostic {
    /// Path of the file in the bundle.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// JSON pointer to the value, where there is one.
    pub pointer: String,
    /// Stable name of the kind of problem.
    pub code: String,
    /// What is wrong, in one English sentence.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Errors keep the settings from being published, warnings do not.
    pub severity: words::verdict::Severity,
}

impl Diagnostic {
    /// Whether it keeps the settings from being published.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == words::verdict::Severity::Error
    }
}

impl From<tenants::Diagnostic> for Diagnostic {
    fn from(found: tenants::Diagnostic) -> Self {
        // In the bundles' own diagnostics the school's folder comes first.
        let file = found.file.split_once('/').map_or(found.file.as_str(), |(_, file)| file);
        Self {
            file: file.to_owned(),
            line: found.line,
            column: found.column,
            pointer: found.pointer.into(),
            code: found.code.to_owned(),
            message: found.message,
            hint: found.hint,
            severity: found.severity,
        }
    }
}

/// One value that differs between two states.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = SettingsChange)]
pub struct Change {
    /// Path of the file in the bundle.
    pub file: String,
    /// JSON pointer into the file.
    pub pointer: String,
    /// The value before; null where there was none.
    pub from: Value,
    /// The value after; null where there is none.
    pub to: Value,
}

/// The envelope of a refusal of the desk.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingsRefusal {
    /// Always false.
    success: bool,
    /// Which problem: `docs/message-ids.md`.
    #[serde(rename = "messageId")]
    message_id: String,
    /// What is wrong with which edit: `/edits/<n>`.
    errors: Option<Vec<words::verdict::Issue>>,
    /// What is wrong with the bundle as it would be.
    problems: Option<Vec<Diagnostic>>,
    /// What somebody else changed meanwhile.
    theirs: Option<Vec<DraftEdit>>,
}
