//! `/v1/oa/enquiries/{id}/files/{file}`: a file of a submission, to keep or to look at.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State as FromState};
use axum::response::Response;
use kernel::extract::InPath;
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::enquiries::service::Enquiries;
use crate::ids::UploadId;
use crate::served;

/// Files that are shown, for whoever has an address.
const SHOW: Rate = Rate::new("shown_file", 600, 240);

/// The routes of files.
pub(super) fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(download_enquiry_file))
        .routes(routes!(show_enquiry_file))
        .routes(routes!(get_shown_file))
}

/// Where a file is shown.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ShownFilePayload {
    /// To whoever has it, for five minutes, while the session that asked is alive and sees the file.
    #[schema(extensions(("x-secret" = json!(true))))]
    address: String,
}

/// A file of a submission, always as an attachment. A007 as for `get_enquiry`; D005 while a scanner looks at it, D006 where it found something
/// harmful.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/files/{file}", operation_id = "download_enquiry_file", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), ("file" = String, Path, extensions(("x-entity" = json!("file"))))),
    responses((status = 200, content_type = "application/octet-stream"), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 410, body = Problem), (status = 423, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn download_enquiry_file(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, file)): InPath<(SubmissionId, UploadId)>,
) -> Result<Response, Refusal> {
    let (file, bytes) = enquiries.file(&caller, &school, &id, &file).await?;
    Ok(served::kept(&file, bytes))
}

/// Where a file of a submission is shown for five minutes, to whoever has the address: a frame sends no session. It is over before that
/// with the session that asked, and once whoever asked sees the file no more. Of pictures (PNG, JPEG, WebP) and PDF documents alone: A001
/// for another. A007 as for `get_enquiry`, D005 and D006 as for `download_enquiry_file`.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/files/{file}/show", operation_id = "show_enquiry_file", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), ("file" = String, Path, extensions(("x-entity" = json!("file"))))),
    responses((status = 200, body = Answer<ShownFilePayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 410, body = Problem), (status = 423, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn show_enquiry_file(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, file)): InPath<(SubmissionId, UploadId)>,
) -> Result<Answer<ShownFilePayload>, Refusal> {
    let name = enquiries.show_file(&caller, &school, &id, &file).await?;
    Ok(Answer::new(ShownFilePayload { address: format!("/api/v1/oa/common/shown-files/{name}") }))
}

/// A file, for whoever was given its address (`show_enquiry_file`). A001 where that is over, and at a suspended school; D005 and D006 as for
/// `download_enquiry_file`.
#[utoipa::path(get, path = "/v1/oa/common/shown-files/{name}", operation_id = "get_shown_file", tag = "common",
    params(("name" = String, Path, description = "What nobody guesses.")),
    responses((status = 200, content_type = "application/octet-stream"), (status = 404, body = Problem), (status = 410, body = Problem), (status = 423, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-host" = json!("alone")), ("x-rate" = json!(SHOW))))]
pub async fn get_shown_file(
    FromState(enquiries): FromState<Enquiries>,
    school: Option<Extension<Arc<School>>>,
    InPath(name): InPath<String>,
) -> Result<Response, Refusal> {
    let Extension(school) = school.ok_or_else(Refusal::not_found)?;
    let (file, bytes) = enquiries.shown_file(&school, &name).await?;
    Ok(served::shown(&file, bytes))
}
