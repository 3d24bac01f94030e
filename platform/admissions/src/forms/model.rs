//! Pure shapes and rules of drafts and submissions.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
pub use words::verdict::Verdict;

use crate::ids::UploadId;

/// How long answers that were never sent are kept, unless the school says less.
pub const DRAFT_DAYS: u32 = 90;
/// Files that one draft may hold.
pub const MAX_FILES: i64 = 40;

/// A file as its family sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UploadView {
    /// The value that stands in the answers.
    #[schema(value_type = String, extensions(("x-secret" = json!(true))))]
    pub upload_id: UploadId,
    /// The field that it was given to.
    pub field: String,
    /// Its own name.
    pub name: String,
    /// Its size as stored.
    pub bytes: i64,
    /// What it really is.
    pub media_type: String,
}

/// A file that came with a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmittedFile {
    /// Its id.
    pub id: UploadId,
    /// The field that it was given to.
    pub field: String,
    /// Its own name.
    pub name: String,
    /// Its size as stored.
    pub bytes: i64,
    /// What it really is.
    pub media_type: String,
    /// What its bytes hash to (SHA-256, in small hexadecimal letters).
    pub sha256: String,
    /// Where its bytes are.
    pub storage_key: String,
    /// When it was given.
    pub created_at: i64,
    /// Whether somebody of the staff added it: its family did not give it.
    pub of_staff: bool,
    /// The first upload with these bytes, where it is a copy of one that came with something else.
    pub copied_from: Option<UploadId>,
}

impl SubmittedFile {
    /// The upload by which its bytes came: of a copy that of which it is one, and not another copy.
    #[must_use]
    pub fn original(&self) -> &UploadId {
        self.copied_from.as_ref().unwrap_or(&self.id)
    }
}

/// A draft as its holder sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DraftView {
    /// Opens the draft; shown once to whoever holds it.
    #[schema(extensions(("x-secret" = json!(true))))]
    pub token: String,
    /// Counts saves: a save names the one that it is based on.
    pub version: i64,
    /// The form.
    pub form: String,
    /// The form version that the draft is pinned to.
    pub form_version: String,
    /// The answers.
    #[schema(value_type = Object)]
    pub values: Value,
    /// The step that was open.
    pub step: String,
    /// The person's language.
    pub locale: String,
    /// When it is purged.
    pub expires_at: String,
    /// Its files.
    pub uploads: Vec<UploadView>,
    /// The version that the school offers now.
    pub latest_version: Option<String>,
}

/// The reference that a family is told: `ABQ-E26-00017`.
#[must_use]
pub fn reference(school: &str, year: i16, number: i64) -> String {
    let code: String = school.chars().filter(|c| *c != '-').collect::<String>().to_uppercase();
    format!("{code}-E{:02}-{number:05}", year.rem_euclid(100))
}

/// What staff find it by, a line for each field: [`kernel::search`] takes it so.
#[must_use]
pub fn search_text(reference: &str, person: &str, contact: &[&str]) -> String {
    let fields = [reference, person].into_iter().chain(contact.iter().copied());
    words::text::cut(&fields.map(words::text::one_line).collect::<Vec<_>>().join("\n"), 1_200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_name_school_year_and_number() {
        assert_eq!(reference("abq", 2026, 17), "ABQ-E26-00017");
        assert_eq!(reference("al-noor", 2100, 123_456), "ALNOOR-E00-123456");
    }
}
