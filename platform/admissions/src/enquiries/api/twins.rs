//! Others that have something in common with a submission, as they are told.

use kernel::StoreError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::enquiries::store::TwinRow;
use crate::enquiries::twins::Twin;
use crate::stand::Stand;

/// Another submission that shares an e-mail address, a phone number or an id.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DuplicateView {
    /// Its id.
    id: String,
    /// Its reference.
    reference: String,
    /// What the school calls it, where it is an application.
    registration_id: Option<String>,
    /// Who it is about; empty where an audience alone reads that.
    person: String,
    /// The same in Arabic, where the form asks for both names and both were given.
    person_ar: Option<String>,
    /// Where it stands.
    state: Stand,
    /// When it came.
    submitted_at: String,
    /// Which sorts of values both have (`email`, `phone`, `national_id`, or another of the form's own); none where it is the person that both
    /// have.
    shared: Vec<String>,
    /// Whether it is of another child of the same family.
    is_sibling: bool,
}

/// One that shares values.
pub(super) fn duplicate(twin: Twin) -> Result<DuplicateView, StoreError> {
    told(twin.row, twin.shared, twin.is_sibling)
}

/// One of the same person.
pub(super) fn of_person(row: TwinRow) -> Result<DuplicateView, StoreError> {
    told(row, Vec::new(), false)
}

fn told(row: TwinRow, shared: Vec<String>, is_sibling: bool) -> Result<DuplicateView, StoreError> {
    let unknown = || StoreError::Inconsistent { table: "submissions", column: "state", id: row.id.to_string() };
    let state = Stand::parse(&row.state).ok_or_else(unknown)?;
    Ok(DuplicateView {
        state,
        shared,
        is_sibling,
        submitted_at: words::clock::iso(row.submitted_at),
        id: row.id.into(),
        reference: row.reference,
        registration_id: row.registration_id,
        person: row.person,
        person_ar: Some(row.person_ar).filter(|name| !name.is_empty()),
    })
}
