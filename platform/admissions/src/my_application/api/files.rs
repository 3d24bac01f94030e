//! `/v1/oa/public/applications/{application}/files/{file}`: a family looks at its own files and takes them back.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::response::Response;
use kernel::extract::{InPath, Params};
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{ApplicationQuery, CHANGED, MyApplicationPayload, language, seen};
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::ids::UploadId;
use crate::my_application::service::MyApplications;
use crate::served;

/// Files that are shown, for whoever has an address.
const SHOWN: Rate = Rate::new("own_file", 600, 240);

/// The routes of a family's own files.
pub(super) fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(show_application_file))
        .routes(routes!(get_own_file))
        .routes(routes!(take_back_application_file))
        .routes(routes!(bring_back_application_file))
}

/// Where a file is shown.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnFilePayload {
    /// To whoever has it, for five minutes, while what opened the application opens it.
    #[schema(extensions(("x-secret" = json!(true))))]
    address: String,
}

/// Where a file that the family gave is shown for five minutes, to whoever has the address: neither a frame nor a picture sends a session. It is
/// over before that with the session that asked, or with the grant. A001 for a file that its family did not give, D005 while a scanner looks at
/// it, D006 where it found something harmful; A007 past what an account reads in an hour, or 240 files by a link.
#[utoipa::path(post, path = "/v1/oa/public/applications/{application}/files/{file}/show", operation_id = "show_application_file", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application")))), ("file" = String, Path, extensions(("x-entity" = json!("file"))))),
    responses((status = 200, body = Answer<OwnFilePayload>), (status = 404, body = Problem), (status = 410, body = Problem), (status = 423, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(CHANGED))))]
pub async fn show_application_file(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((key, file)): InPath<(String, UploadId)>,
) -> Result<Answer<OwnFilePayload>, Refusal> {
    let name = applications.show_file(&caller, &school, &key, &file).await?;
    Ok(Answer::new(OwnFilePayload { address: format!("/api/v1/oa/common/own-files/{name}") }))
}

/// A file, for whoever was given its address (`show_application_file`). A001 where that is over, and at a suspended school.
#[utoipa::path(get, path = "/v1/oa/common/own-files/{name}", operation_id = "get_own_file", tag = "family",
    params(("name" = String, Path, description = "What nobody guesses.")),
    responses((status = 200, content_type = "application/octet-stream"), (status = 404, body = Problem), (status = 410, body = Problem), (status = 423, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-host" = json!("alone")), ("x-rate" = json!(SHOWN))))]
pub async fn get_own_file(
    State(applications): State<MyApplications>,
    school: Option<Extension<Arc<School>>>,
    InPath(name): InPath<String>,
) -> Result<Response, Refusal> {
    let Extension(school) = school.ok_or_else(Refusal::not_found)?;
    let (file, bytes) = applications.shown_file(&school, &name).await?;
    Ok(served::shown(&file, bytes))
}

/// Takes back a file that the family gave, as long as nobody of the school said anything of it; it is kept for thirty days. A001 for any other
/// file, D007 once somebody said something, F003 at `/state` once the application is over.
#[utoipa::path(delete, path = "/v1/oa/public/applications/{application}/files/{file}", operation_id = "take_back_application_file", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application")))), ("file" = String, Path, extensions(("x-entity" = json!("file")))), ApplicationQuery),
    responses((status = 200, body = Answer<MyApplicationPayload>), (status = 404, body = Problem), (status = 422, body = Problem), (status = 423, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(CHANGED))))]
pub async fn take_back_application_file(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((key, file)): InPath<(String, UploadId)>,
    Params(query): Params<ApplicationQuery>,
) -> Result<Answer<MyApplicationPayload>, Refusal> {
    let language = language(query.lng.as_deref().unwrap_or("en"))?;
    applications.take_back_file(&caller, &school, &key, file).await?;
    seen(&applications, &caller, &school, &key, language).await
}

/// Brings back a file that the family took back, within thirty days. A001 for any other, F003 at `/state` once the application is over.
#[utoipa::path(post, path = "/v1/oa/public/applications/{application}/files/{file}/restore", operation_id = "bring_back_application_file", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application")))), ("file" = String, Path, extensions(("x-entity" = json!("taken_file")))), ApplicationQuery),
    responses((status = 200, body = Answer<MyApplicationPayload>), (status = 404, body = Problem), (status = 422, body = Problem), (status = 423, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(CHANGED))))]
pub async fn bring_back_application_file(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((key, file)): InPath<(String, UploadId)>,
    Params(query): Params<ApplicationQuery>,
) -> Result<Answer<MyApplicationPayload>, Refusal> {
    let language = language(query.lng.as_deref().unwrap_or("en"))?;
    applications.bring_back_file(&caller, &school, &key, file).await?;
    seen(&applications, &caller, &school, &key, language).await
}
