//! `/v1/oa/enquiries/{id}/papers`: what is wanted, what came, and what staff say of it.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Text;
use words::clock::iso;

use super::model::{Paper, PaperFile, PaperState, RefusalReason};
use super::service::{Papers, Review};
use crate::enquiries::Enquiries;
use crate::ids::UploadId;

pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(list_papers)).routes(routes!(review_paper))
}

/// What staff say of a file.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewPaperRequest {
    /// `accepted`, `refused`; `received` takes back what was said.
    state: PaperState,
    /// Why it is refused; only then.
    reason: Option<RefusalReason>,
    /// In words, for the family: up to 500 characters, wanted with `other`.
    #[schema(max_length = 500)]
    #[serde(default)]
    comment: String,
}

/// A file of a paper.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperFileView {
    /// Its id (`download_enquiry_file`).
    file: String,
    name: String,
    bytes: i64,
    media_type: String,
    state: PaperState,
    reason: Option<RefusalReason>,
    /// In words, for the family.
    comment: String,
    /// Who said it.
    reviewer: Option<String>,
    /// RFC 3339, UTC.
    reviewed_at: Option<String>,
}

/// A paper of a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperView {
    /// Where a file of it goes: the field that takes it, or `wanted:<code>` for what the form's rules want and no field takes; null for what
    /// no file answers.
    field: Option<String>,
    label: Text,
    /// Whether the form or its rules ask for it.
    wanted: bool,
    /// By when, `YYYY-MM-DD`.
    due_on: Option<String>,
    /// `received` where one of its files waits to be looked at, else `accepted`, else `refused`; `missing` without files.
    state: PaperState,
    files: Vec<PaperFileView>,
}

/// The papers of a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PapersPayload {
    /// In the form's order.
    items: Vec<PaperView>,
}

impl From<PaperFile> for PaperFileView {
    fn from(one: PaperFile) -> Self {
        Self {
            file: one.file.id.into(),
            name: one.file.name,
            bytes: one.file.bytes,
            media_type: one.file.media_type,
            state: one.state,
            reason: one.reason,
            comment: one.comment,
            reviewer: one.reviewer,
            reviewed_at: one.reviewed_at.map(iso),
        }
    }
}

impl From<Paper> for PaperView {
    fn from(paper: Paper) -> Self {
        Self {
            field: paper.place.map(|place| place.name),
            label: paper.label,
            wanted: paper.is_wanted,
            due_on: paper.due_on,
            state: paper.state,
            files: paper.files.into_iter().map(PaperFileView::from).collect(),
        }
    }
}

fn payload(papers: Vec<Paper>) -> Answer<PapersPayload> {
    Answer::new(PapersPayload { items: papers.into_iter().map(PaperView::from).collect() })
}

/// The papers of a submission: what is wanted, what came, and what was said of it. They count as a line of a list: A007 as for
/// `get_enquiry`.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/papers", operation_id = "list_papers", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<PapersPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_papers(
    State(papers): State<Papers>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<PapersPayload>, Refusal> {
    papers.list(&caller, &school, &id).await.map(payload)
}

/// Accepts a file, or refuses it and says why; the family sees both. F003 at `/reason` and `/comment`.
#[utoipa::path(put, path = "/v1/oa/enquiries/{id}/files/{file}/review", operation_id = "review_paper", tag = "enquiries",
    request_body = ReviewPaperRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), ("file" = String, Path, extensions(("x-entity" = json!("file"))))),
    responses((status = 200, body = Answer<PapersPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn review_paper(
    State(papers): State<Papers>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, file)): InPath<(SubmissionId, UploadId)>,
    Body(asked): Body<ReviewPaperRequest>,
) -> Result<Answer<PapersPayload>, Refusal> {
    let review = Review { state: asked.state, reason: asked.reason, comment: asked.comment };
    papers.review(&caller, &school, &id, &file, review).await.map(payload)
}
