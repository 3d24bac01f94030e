//! `/v1/oa/settings/letters`: the templates of letters, and how one will look.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use blocks::Languages;
use kernel::extract::{Body, InPath};
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Item, LetterKindFields, LetterPage};
use crate::model::SettingsRefusal;
use crate::service::Settings;

/// The routes.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_letter_templates))
        .routes(routes!(preview_letter))
        .routes(routes!(preview_letter_page))
        .routes(routes!(show_letter))
        .routes(routes!(get_shown_letter))
}

/// The templates.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterTemplatesPayload {
    /// Those of the draft that are whole, by their codes.
    pub items: Vec<Item>,
    /// What letters of each kind may name.
    pub kinds: Vec<LetterKindFields>,
}

/// How a letter is looked at.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewLetterRequest {
    /// What it is to be written in.
    pub language: Languages,
}

/// A letter as a page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterPagePayload {
    /// It.
    pub page: LetterPage,
}

/// Where a paper is shown.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ShownLetterPayload {
    /// The address.
    #[schema(extensions(("x-secret" = json!(true))))]
    pub address: String,
}

/// How often one address may look at papers.
const SHOW: Rate = Rate::new("letters.show", 30, 30);
/// What is shown runs nothing, in a frame of our own pages. In a sandbox browsers show no document, and some draw their own page around it, with a
/// style and the document as an object.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The templates of letters as the draft has them, and what letters of each kind may name, with examples.
#[utoipa::path(get, path = "/v1/oa/settings/letters", operation_id = "list_letter_templates", tag = "settings",
    responses((status = 200, body = Answer<LetterTemplatesPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn list_letter_templates(
    State(settings): State<Settings>,
    caller: Caller,
) -> Result<Answer<LetterTemplatesPayload>, Refusal> {
    let (items, kinds) = settings.letters(&caller).await?;
    Ok(Answer::new(LetterTemplatesPayload { items, kinds }))
}

/// A template of the draft on paper: the PDF as families would get it, with an example in place of a family and a mark across its pages. S001 with
/// `errors` (`unfinished`, `unknownField`, `tooLong`, `tooMany`) when it cannot be filled, L020 when no font has some of its characters.
#[utoipa::path(post, path = "/v1/oa/settings/letters/{code}/preview", operation_id = "preview_letter", tag = "settings",
    params(("code" = String, Path, max_length = 40, description = "The template's code.")),
    request_body = PreviewLetterRequest,
    responses((status = 200, content_type = "application/pdf", body = [u8]), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = SettingsRefusal), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn preview_letter(
    State(settings): State<Settings>,
    caller: Caller,
    InPath(code): InPath<String>,
    Body(asked): Body<PreviewLetterRequest>,
) -> Result<Response, Refusal> {
    let pdf = settings.preview_letter(&caller, &code, asked.language).await?;
    Ok(([(header::CONTENT_TYPE, "application/pdf")], pdf).into_response())
}

/// A template of the draft as families will see it on their page, filled with an example. S001 as `preview_letter`.
#[utoipa::path(post, path = "/v1/oa/settings/letters/{code}/page", operation_id = "preview_letter_page", tag = "settings",
    params(("code" = String, Path, max_length = 40, description = "The template's code.")),
    request_body = PreviewLetterRequest,
    responses((status = 200, body = Answer<LetterPagePayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = SettingsRefusal)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn preview_letter_page(
    State(settings): State<Settings>,
    caller: Caller,
    InPath(code): InPath<String>,
    Body(asked): Body<PreviewLetterRequest>,
) -> Result<Answer<LetterPagePayload>, Refusal> {
    Ok(Answer::new(LetterPagePayload { page: settings.preview_letter_page(&caller, &code, asked.language).await? }))
}

/// Where the paper of `preview_letter` is shown for five minutes, to whoever has the address: a frame sends no session, and the paper names nobody.
/// S001 as `preview_letter`.
#[utoipa::path(post, path = "/v1/oa/settings/letters/{code}/show", operation_id = "show_letter", tag = "settings",
    params(("code" = String, Path, max_length = 40, description = "The template's code.")),
    request_body = PreviewLetterRequest,
    responses((status = 200, body = Answer<ShownLetterPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = SettingsRefusal)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn show_letter(
    State(settings): State<Settings>,
    caller: Caller,
    InPath(code): InPath<String>,
    Body(asked): Body<PreviewLetterRequest>,
) -> Result<Answer<ShownLetterPayload>, Refusal> {
    let name = settings.show_letter(&caller, &code, asked.language).await?;
    Ok(Answer::new(ShownLetterPayload { address: format!("/api/v1/oa/common/shown-letters/{name}") }))
}

/// A specimen of a letter as PDF, for whoever was given its address (`show_letter`). A001 where that is over, and at a suspended school; S001 and L020 as
/// for `preview_letter`.
#[utoipa::path(get, path = "/v1/oa/common/shown-letters/{name}", operation_id = "get_shown_letter", tag = "common",
    params(("name" = String, Path, description = "What nobody guesses.")),
    responses((status = 200, content_type = "application/pdf", body = [u8]), (status = 404, body = Problem), (status = 422, body = SettingsRefusal),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-host" = json!("alone")), ("x-rate" = json!(SHOW))))]
pub async fn get_shown_letter(
    State(settings): State<Settings>,
    school: Option<Extension<Arc<School>>>,
    InPath(name): InPath<String>,
) -> Result<Response, Refusal> {
    let Extension(school) = school.ok_or_else(Refusal::not_found)?;
    let pdf = settings.shown_letter(&school, &name).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/pdf"),
        (header::CONTENT_DISPOSITION, "inline; filename=\"letter.pdf\""),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, pdf).into_response())
}
