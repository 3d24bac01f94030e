//! `/v1/oa/enquiries/{id}/notes`: what staff keep in view at the head of a submission.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Nothing, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::clock::iso;

use super::Notes;
use super::model::{NoteMark, may_change, may_remove};
use super::store::NoteRow;
use crate::enquiries::Enquiries;
use crate::ids::NoteId;

pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(list_notes, add_note)).routes(routes!(update_note, remove_note))
}

/// What a note is to say.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddNoteRequest {
    /// Up to 2,000 characters, of several lines.
    #[schema(max_length = 2000)]
    text: String,
    /// What it recommends: `recommend`, `reservations`, `against`. Null for a note that recommends nothing.
    mark: Option<NoteMark>,
}

/// What a note is to say instead.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateNoteRequest {
    /// The version that the change is based on.
    version: i64,
    /// Up to 2,000 characters, of several lines.
    #[schema(max_length = 2000)]
    text: String,
    /// What it recommends from now on; null for nothing.
    mark: Option<NoteMark>,
}

/// A note.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NoteView {
    id: String,
    /// Counts changes; one names the version that it is based on.
    version: i64,
    text: String,
    /// What it recommends: `recommend`, `reservations`, `against`; null where it recommends nothing.
    mark: Option<NoteMark>,
    author: NoteAuthor,
    /// RFC 3339, UTC.
    created_at: String,
    /// RFC 3339, UTC; as `created_at` where it was never changed.
    updated_at: String,
    /// Whether the caller may say it otherwise: its author alone.
    may_change: bool,
    /// Whether the caller may take it away: its author, or an administrator.
    may_remove: bool,
}

/// Who wrote a note.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NoteAuthor {
    id: String,
    name: String,
}

/// A submission's notes.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NotesPayload {
    /// Twenty at most, the oldest first.
    items: Vec<NoteView>,
}

/// One note.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NotePayload {
    note: NoteView,
}

fn view(caller: &Caller, row: NoteRow) -> NoteView {
    NoteView {
        may_change: may_change(caller, &row.author_id),
        may_remove: may_remove(caller, &row.author_id),
        id: row.id.into(),
        version: row.version,
        text: row.text,
        mark: row.mark.as_deref().and_then(NoteMark::parse),
        author: NoteAuthor { id: row.author_id.into(), name: row.author_name },
        created_at: iso(row.created_at),
        updated_at: iso(row.updated_at),
    }
}

/// The notes on a submission. They count as a line of a list: A007 as for `get_enquiry`.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/notes", operation_id = "list_notes", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<NotesPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("note.read"))))]
pub async fn list_notes(
    State(notes): State<Notes>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<NotesPayload>, Refusal> {
    let rows = notes.list(&caller, &school, &id).await?;
    Ok(Answer::new(NotesPayload { items: rows.into_iter().map(|row| view(&caller, row)).collect() }))
}

/// Adds a note to a submission. F003 with `maxItems` where it has twenty; D004 where the account has caused as much to be written down
/// as it may in a day.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/notes", operation_id = "add_note", tag = "enquiries", request_body = AddNoteRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 201, body = Answer<NotePayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.review"))))]
pub async fn add_note(
    State(notes): State<Notes>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<AddNoteRequest>,
) -> Result<(StatusCode, Answer<NotePayload>), Refusal> {
    let row = notes.add(&caller, &school, &id, (&asked.text, asked.mark)).await?;
    Ok((StatusCode::CREATED, Answer::new(NotePayload { note: view(&caller, row) })))
}

/// Changes what a note says: only who wrote it. D004 as for `add_note`.
#[utoipa::path(patch, path = "/v1/oa/enquiries/{id}/notes/{note}", operation_id = "update_note", tag = "enquiries", request_body = UpdateNoteRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), ("note" = String, Path, extensions(("x-entity" = json!("note"))))),
    responses((status = 200, body = Answer<NotePayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.review"))))]
pub async fn update_note(
    State(notes): State<Notes>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, note)): InPath<(SubmissionId, NoteId)>,
    Body(asked): Body<UpdateNoteRequest>,
) -> Result<Answer<NotePayload>, Refusal> {
    let row = notes.update(&caller, &school, (&id, note), (asked.version, &asked.text, asked.mark)).await?;
    Ok(Answer::new(NotePayload { note: view(&caller, row) }))
}

/// Takes a note away: who wrote it, or an administrator. D004 as for `add_note`.
#[utoipa::path(delete, path = "/v1/oa/enquiries/{id}/notes/{note}", operation_id = "remove_note", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), ("note" = String, Path, extensions(("x-entity" = json!("note"))))),
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.review"))))]
pub async fn remove_note(
    State(notes): State<Notes>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, note)): InPath<(SubmissionId, NoteId)>,
) -> Result<Answer<Nothing>, Refusal> {
    notes.remove(&caller, &school, &id, note).await?;
    Ok(Answer::done())
}
