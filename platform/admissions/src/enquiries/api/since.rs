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

/// An answer that the family changed since, where the office let it; `values` has it as it is now.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChangedAnswerView {
    /// The field.
    pub(super) field: String,
    /// What stood there; null where there was no answer.
    pub(super) before: Value,
    /// When it was changed.
    pub(super) changed_at: String,
}

pub(super) fn correction(one: CorrectionRow) -> CorrectionView {
    CorrectionView { field: one.field, value: one.value, corrected_at: iso(one.corrected_at) }
}

pub(super) fn changed(one: Change) -> ChangedAnswerView {
    ChangedAnswerView { field: one.field, before: one.before, changed_at: iso(one.changed_at) }
}
