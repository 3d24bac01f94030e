//! The people who can look after what came in, as the inbox tells them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::enquiries::owners::Assignee;

/// Somebody who can look after a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AssigneeView {
    /// Their id.
    id: String,
    /// Their name.
    name: String,
    /// Their address.
    email: String,
    /// The forms of which they can look after what came in; null for all of them.
    forms: Option<Vec<String>>,
}

/// Somebody who can look after a submission.
pub(super) fn assignee(one: Assignee) -> AssigneeView {
    let Assignee { person, forms } = one;
    AssigneeView { id: person.id.into(), name: person.name, email: person.email, forms }
}

/// The people who can look after a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AssigneesPayload {
    /// By name.
    pub(super) items: Vec<AssigneeView>,
}
