//! What a family corrected and changed since it sent the form, as the inbox tells it.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use words::clock::iso;

use crate::my_application::CorrectionRow;
use crate::unlocks::Change;

/// A contact detail that the family corrected since it sent the form; `values` has it as it was sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CorrectionView {
    /// The field.
    pub(super) field: String,
    /// What it is since.
    pub(super) value: String,
    /// When it was corrected.
    pub(super) corrected_at: String,
}

/// An answer that was changed since: by the family where the office let it, or by staff; `values` has it as it is now.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChangedAnswerView {
    /// The field.
    pub(super) field: String,
    /// What stood there; null where there was no answer.
    pub(super) before: Value,
    /// When it was changed.
    pub(super) changed_at: String,
    /// Who of the staff changed it; null where the family did.
    pub(super) changed_by: Option<String>,
    /// Why, in words, where staff did.
    pub(super) reason: Option<String>,
}

pub(super) fn correction(one: CorrectionRow) -> CorrectionView {
    CorrectionView { field: one.field, value: one.value, corrected_at: iso(one.corrected_at) }
}

pub(super) fn changed(one: Change) -> ChangedAnswerView {
    let (changed_at, changed_by) = (iso(one.changed_at), one.by);
    ChangedAnswerView { field: one.field, before: one.before, changed_at, changed_by, reason: one.reason }
}
