//! `/v1/oa/enquiries/{id}/files` and `/v1/oa/student/student_profile`: files and notes that staff add to a submission, remove, and bring back.

use std::sync::Arc;

use axum::Extension;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{FromRef, Multipart, State};
use axum::http::StatusCode;
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::verdict::Issue;

use super::PapersPayload;
use crate::enquiries::Enquiries;
use crate::forms::{Forms, UploadView};
use crate::ids::UploadId;
use crate::notes::Notes;
use crate::papers::files::Placed;
use crate::papers::service::Papers;
use crate::parts::{BODY_BYTES, Parts, SHORT};
use crate::students::Told;
use crate::typed::refused;
use crate::unlocks::{Changing, Unlocks};

/// The routes of what staff add and remove.
pub(super) fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(add_enquiry_file))
        .routes(routes!(add_student_item, remove_student_item))
        .routes(routes!(restore_student_item))
}

/// A file for one of a submission's papers. Parts in this order.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the multipart body")]
pub struct AddEnquiryFileRequest {
    /// The paper's `field`.
    field: String,
    /// The file.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// What is added to, or removed from, a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StudentItemKind {
    /// A file of a paper.
    Document,
    /// A picture of the child: a file of the question that asks for one.
    Photo,
    /// What the form asks of who answers for the child.
    Guardian,
    /// What the form asks of brothers and sisters.
    Sibling,
    /// What staff keep in view.
    Note,
}

/// What an item says.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StudentItemData {
    /// Of a note: up to 2,000 characters, of several lines.
    #[schema(max_length = 2000)]
    text: Option<String>,
    /// Of a guardian and of siblings: as `update_student` takes them.
    #[schema(value_type = Option<Object>)]
    changes: Option<Map<String, Value>>,
    /// The submission's, that the changes are based on.
    version: Option<i64>,
    /// Why they are made, in words.
    #[schema(max_length = 300)]
    reason: Option<String>,
}

/// Something to add.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddStudentItemRequest {
    /// The submission.
    #[schema(value_type = String, max_length = 64)]
    admission_id: SubmissionId,
    item: StudentItemKind,
    /// The file whose place it takes.
    #[schema(value_type = Option<String>, max_length = 64)]
    doc_id: Option<UploadId>,
    /// Of a document: the `field` of the paper that it is.
    #[schema(max_length = 200)]
    doc_name: Option<String>,
    /// Of a document or a photo: a file of the submission (`add_enquiry_file`, or what the family sent).
    #[schema(value_type = Option<String>, max_length = 64)]
    upload_id: Option<UploadId>,
    /// Of a note, a guardian and siblings.
    data: Option<StudentItemData>,
}

/// Something to remove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveStudentItemRequest {
    /// The submission.
    #[schema(value_type = String, max_length = 64)]
    admission_id: SubmissionId,
    item: StudentItemKind,
    /// The file's or the note's id.
    #[schema(max_length = 64)]
    doc_id: String,
    /// Why, for colleagues: up to 300 characters; of a document.
    #[schema(max_length = 300)]
    #[serde(default)]
    reason: String,
}

/// A file to bring back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RestoreStudentItemRequest {
    /// The submission.
    #[schema(value_type = String, max_length = 64)]
    admission_id: SubmissionId,
    /// The file's id.
    #[schema(value_type = String, max_length = 64)]
    doc_id: UploadId,
}

/// A file that arrived.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryFilePayload {
    /// Its id, for `add_student_item`.
    file: String,
    /// The paper that it is of.
    field: String,
    name: String,
    bytes: i64,
    media_type: String,
}

/// What became of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentItemPayload {
    item: StudentItemKind,
    /// The file's or the note's id; of a guardian and of siblings the names of what was changed, with commas between.
    doc_id: String,
    /// How the papers stand then; null of what is no file.
    papers: Option<PapersPayload>,
}

/// Adds a file of somebody of the staff to a paper, of the size and the kinds that the paper takes: what came by e-mail or over the counter.
/// D003 for what is asked nowhere, or where there is no place for more; D001, D002 and D004 as for `upload_file`.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/files", operation_id = "add_enquiry_file", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    request_body(content = AddEnquiryFileRequest, content_type = "multipart/form-data"),
    responses((status = 201, body = Answer<EnquiryFilePayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 413, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 507, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit")), ("x-body" = json!(BODY_BYTES))))]
pub async fn add_enquiry_file(
    State(papers): State<Papers>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    multipart: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Answer<EnquiryFilePayload>), Refusal> {
    let mut parts = Parts::of(multipart, "field, file")?;
    let field = parts.text("field", SHORT).await?;
    let file = parts.file().await?;
    let mut arriving = papers.begin_file(&caller, &school, &id, (&field, &file.name())).await?;
    file.stream(&mut arriving).await?;
    let UploadView { upload_id, field, name, bytes, media_type } = papers.finish_file(&caller, arriving).await?;
    let added = EnquiryFilePayload { file: upload_id.into(), field, name, bytes, media_type };
    Ok((StatusCode::CREATED, Answer::new(added)))
}

/// Adds an item to a submission. A `document` is one of its files: it becomes the paper `doc_name`, and takes the place of `doc_id`. A `note`
/// says `data.text`. A `photo` is a document of the question that asks for one. A `guardian` and a `sibling` are answers of the form: they are
/// changed as by `update_student`, with its right and its refusals (F003 at `/data/changes/…`, also for a field that tells of somebody else).
/// F003 at `/upload_id`, `/doc_name` and `/data` for what is left out; D003 for an item that the form does not ask for, for a paper that
/// is asked nowhere and for a file that an answer names, D001 and D002 for what the paper does not take, D006 for what carries something
/// harmful, D007 where the file that it replaces was accepted.
#[utoipa::path(post, path = "/v1/oa/student/student_profile", operation_id = "add_student_item", tag = "enquiries", request_body = AddStudentItemRequest,
    responses((status = 200, body = Answer<StudentItemPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 410, body = Problem), (status = 413, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem), (status = 423, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn add_student_item(
    State(papers): State<Papers>,
    State(notes): State<Notes>,
    State(unlocks): State<Unlocks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<AddStudentItemRequest>,
) -> Result<Answer<StudentItemPayload>, Refusal> {
    let AddStudentItemRequest { admission_id: id, item, doc_id: replaces, doc_name, upload_id, data } = asked;
    let lacking = |path: &str| refused(Issue::error(path, "required"));
    let (doc_id, papers) = match item {
        StudentItemKind::Document => {
            let file = upload_id.ok_or_else(|| lacking("/upload_id"))?;
            let place = doc_name.ok_or_else(|| lacking("/doc_name"))?;
            let placed = Placed { file: file.clone(), place, replaces };
            let list = papers.place_file(&caller, &school, &id, placed).await?;
            (file.into(), Some(list.into()))
        }
        StudentItemKind::Note => {
            let text = data.and_then(|data| data.text).ok_or_else(|| lacking("/data"))?;
            (notes.add(&caller, &school, &id, (&text, None)).await?.id.into(), None)
        }
        StudentItemKind::Photo => {
            let file = upload_id.ok_or_else(|| lacking("/upload_id"))?;
            let place = papers.photo_of(&caller, &school, &id).await?;
            let list = papers.place_file(&caller, &school, &id, Placed { file: file.clone(), place, replaces }).await?;
            (file.into(), Some(list.into()))
        }
        StudentItemKind::Guardian | StudentItemKind::Sibling => {
            let StudentItemData { changes, version, reason, .. } = data.unwrap_or_default();
            let changes = changes.ok_or_else(|| lacking("/data/changes"))?;
            let version = version.ok_or_else(|| lacking("/data/version"))?;
            let names = changes.keys().cloned().collect::<Vec<_>>().join(",");
            let whom = if item == StudentItemKind::Guardian { Told::Guardian } else { Told::Sibling };
            let changing = Changing { version, changes, reason: reason.unwrap_or_default() };
            unlocks
                .change_about(&caller, &school, &id, whom, changing)
                .await
                .map_err(|refusal| refusal.below("/data"))?;
            (names, None)
        }
    };
    Ok(Answer::new(StudentItemPayload { item, doc_id, papers }))
}

/// Removes an item. A `document` is kept for thirty days, in which `restore_student_item` brings it back, and is in no list and no export
/// from now on; a `photo` is a document; a `note` goes for good. F003 at `/item` for what is an answer (`update_student` takes it away) and at `/reason`; D007 for a file that was accepted, A002 for a
/// note of somebody else.
#[utoipa::path(delete, path = "/v1/oa/student/student_profile", operation_id = "remove_student_item", tag = "enquiries", request_body = RemoveStudentItemRequest,
    responses((status = 200, body = Answer<StudentItemPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 423, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn remove_student_item(
    State(papers): State<Papers>,
    State(notes): State<Notes>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<RemoveStudentItemRequest>,
) -> Result<Answer<StudentItemPayload>, Refusal> {
    let RemoveStudentItemRequest { admission_id: id, item, doc_id, reason } = asked;
    let papers = match item {
        StudentItemKind::Document | StudentItemKind::Photo => {
            let file = (UploadId::from(doc_id.clone()), reason.as_str());
            Some(papers.remove_file(&caller, &school, &id, file).await?.into())
        }
        StudentItemKind::Note => {
            notes.remove(&caller, &school, &id, doc_id.clone().into()).await?;
            None
        }
        _ => return Err(no_item()),
    };
    Ok(Answer::new(StudentItemPayload { item, doc_id, papers }))
}

/// Brings a removed file back to where it was. A001 for one that was not removed, and once its thirty days are over.
#[utoipa::path(post, path = "/v1/oa/student/student_profile/restore", operation_id = "restore_student_item", tag = "enquiries",
    request_body = RestoreStudentItemRequest,
    responses((status = 200, body = Answer<StudentItemPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn restore_student_item(
    State(papers): State<Papers>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<RestoreStudentItemRequest>,
) -> Result<Answer<StudentItemPayload>, Refusal> {
    let RestoreStudentItemRequest { admission_id: id, doc_id: file } = asked;
    let papers = Some(papers.restore_file(&caller, &school, &id, file.clone()).await?.into());
    Ok(Answer::new(StudentItemPayload { item: StudentItemKind::Document, doc_id: file.into(), papers }))
}

/// What is an answer is not removed as an item is.
fn no_item() -> Refusal {
    refused(Issue::error("/item", "enum"))
}
