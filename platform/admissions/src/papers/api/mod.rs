//! `/v1/oa/enquiries/{id}/papers`: what is wanted, what came, and what staff say of it.

mod profile;

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

use super::model::{Paper, PaperFile, PaperState, RefusalReason, Removed, Waiver};
use super::service::{PaperList, Papers, Review};
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::ids::UploadId;

pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_papers))
        .routes(routes!(review_paper))
        .routes(routes!(waive_paper))
        .merge(profile::routes())
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
    /// Its last day, `YYYY-MM-DD`, as it stands on the paper: only of what is accepted, today or later.
    #[schema(max_length = 10)]
    expires_on: Option<String>,
}

/// A paper without which the school does, or which it wants after all.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WaivePaperRequest {
    /// The paper's `field`.
    #[schema(max_length = 200)]
    field: String,
    /// Why, for colleagues: up to 300 characters.
    #[schema(max_length = 300)]
    #[serde(default)]
    reason: String,
    /// `false` wants it after all; `true` when left out.
    is_waived: Option<bool>,
}

/// A file of a paper.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperFileView {
    /// Its id (`download_enquiry_file`).
    file: String,
    name: String,
    bytes: i64,
    media_type: String,
    /// `scanning`, `infected`, `received`, `accepted`, `expired`, `refused`. Nobody is given one that is `scanning` or `infected`.
    state: PaperState,
    reason: Option<RefusalReason>,
    /// In words, for the family.
    comment: String,
    /// Who said it.
    reviewer: Option<String>,
    /// RFC 3339, UTC.
    reviewed_at: Option<String>,
    /// Its last day, `YYYY-MM-DD`.
    expires_on: Option<String>,
}

/// Why the school does without a paper.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WaiverView {
    /// In words, for colleagues.
    reason: String,
    /// Who said it.
    by: String,
    /// RFC 3339, UTC.
    at: String,
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
    /// The first of these that one of its files is: `received`, `scanning`, `accepted`, `expired`, `refused`, `infected`; `missing` without
    /// files. `waived` where it would be missing or another were wanted, and the school does without.
    state: PaperState,
    files: Vec<PaperFileView>,
    /// Why the school does without it.
    waiver: Option<WaiverView>,
}

/// A file that was removed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RemovedFileView {
    /// Its id (`restore_student_item`).
    file: String,
    /// The paper that it was of.
    field: String,
    label: Text,
    name: String,
    /// In words, for colleagues; empty where another file took its place, or its family took it back.
    reason: String,
    /// The file that took its place.
    replaced_by: Option<String>,
    /// Who of the staff removed it; null where its family took it back.
    removed_by: Option<String>,
    /// RFC 3339, UTC.
    removed_at: String,
    /// Until when it can be brought back, RFC 3339, UTC.
    until: String,
}

/// The papers of a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PapersPayload {
    /// In the form's order.
    items: Vec<PaperView>,
    /// Files that were removed and can be brought back, the newest first; none for who may not change papers.
    removed: Vec<RemovedFileView>,
    /// How many are missing besides that others alone read.
    withheld_missing: usize,
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
            expires_on: one.expires_on,
        }
    }
}

impl From<Waiver> for WaiverView {
    fn from(one: Waiver) -> Self {
        Self { reason: one.reason, by: one.by, at: iso(one.at) }
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
            waiver: paper.waiver.map(WaiverView::from),
        }
    }
}

impl From<Removed> for RemovedFileView {
    fn from(one: Removed) -> Self {
        Self {
            file: one.file.into(),
            field: one.field,
            label: one.label,
            name: one.name,
            reason: one.reason,
            replaced_by: one.replaced_by,
            removed_by: one.by,
            removed_at: iso(one.at),
            until: iso(one.until),
        }
    }
}

impl From<PaperList> for PapersPayload {
    fn from(list: PaperList) -> Self {
        Self {
            items: list.papers.into_iter().map(PaperView::from).collect(),
            removed: list.removed.into_iter().map(RemovedFileView::from).collect(),
            withheld_missing: list.withheld_missing,
        }
    }
}

fn payload(list: PaperList) -> Answer<PapersPayload> {
    Answer::new(list.into())
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

/// Accepts a file, or refuses it and says why; the family sees both. F003 at `/reason`, `/comment` and `/expires_on`; D005 for one that is
/// to be accepted while a scanner looks at it, D006 where it found something harmful.
#[utoipa::path(put, path = "/v1/oa/enquiries/{id}/files/{file}/review", operation_id = "review_paper", tag = "enquiries",
    request_body = ReviewPaperRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), ("file" = String, Path, extensions(("x-entity" = json!("file"))))),
    responses((status = 200, body = Answer<PapersPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 410, body = Problem), (status = 422, body = Problem), (status = 423, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn review_paper(
    State(papers): State<Papers>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, file)): InPath<(SubmissionId, UploadId)>,
    Body(asked): Body<ReviewPaperRequest>,
) -> Result<Answer<PapersPayload>, Refusal> {
    let ReviewPaperRequest { state, reason, comment, expires_on } = asked;
    let review = Review { state, reason, comment, expires_on };
    papers.review(&caller, &school, &id, &file, review).await.map(payload)
}

/// Does without a wanted paper: it counts as missing no more. With `is_waived` false it is wanted after all. F003 at `/field` for what is not
/// wanted, and at `/reason`.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/papers/waive", operation_id = "waive_paper", tag = "enquiries", request_body = WaivePaperRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<PapersPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn waive_paper(
    State(papers): State<Papers>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<WaivePaperRequest>,
) -> Result<Answer<PapersPayload>, Refusal> {
    let WaivePaperRequest { field, reason, is_waived } = asked;
    let reason = is_waived.unwrap_or(true).then_some(reason);
    papers.waive(&caller, &school, &id, (field, reason)).await.map(payload)
}
