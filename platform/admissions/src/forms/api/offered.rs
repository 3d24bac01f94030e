//! What a school offers, and whether answers are right so far.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body as RawBody;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::School;
use tenants::registry::{FormPayload, FormSummary, FormView, PluginRef, Prepared};
use utoipa::{IntoParams, ToSchema};
use words::verdict::{Computed, Issue};

use super::{FORM_WRITE, language};
use crate::forms::Forms;
use crate::forms::service::DraftSave;

/// The forms of a school.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormsPayload {
    /// In the order of their ids.
    pub forms: Vec<FormSummary>,
}

/// Which language and version of a form.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FormQuery {
    /// `en` or `ar`; `en` when left out.
    lng: Option<String>,
    /// An older version that a draft is pinned to.
    version: Option<String>,
}

/// Answers to look at.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// The answers so far.
    #[schema(value_type = Object)]
    values: Value,
    /// `en` or `ar`.
    locale: String,
    /// Only what concerns this step.
    step: Option<String>,
    /// An older version that a draft is pinned to.
    form_version: Option<String>,
}

/// What a check found.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CheckPayload {
    /// What is wrong.
    errors: Vec<Issue>,
    /// What follows from the answers.
    computed: Vec<Computed>,
    /// The form's own rules gave no answer: the school looks at it by hand.
    plugin_failed: bool,
}

/// The forms that the school offers.
#[utoipa::path(get, path = "/v1/oa/public/forms", operation_id = "list_forms", tag = "forms",
    responses((status = 200, body = Answer<FormsPayload>)), extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft"))))]
pub async fn list_forms(
    State(forms): State<Forms>,
    Extension(school): Extension<Arc<School>>,
) -> Result<Answer<FormsPayload>, Refusal> {
    Ok(Answer::new(FormsPayload { forms: forms.list(&school).await? }))
}

/// A form in one language: steps, schema, ui and every text.
#[utoipa::path(get, path = "/v1/oa/public/forms/{form}", operation_id = "get_form", tag = "forms",
    params(("form" = String, Path), FormQuery),
    responses((status = 200, body = Answer<FormPayload>), (status = 304), (status = 404, body = Problem), (status = 409, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft"))))]
pub async fn get_form(
    State(forms): State<Forms>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(form): InPath<String>,
    Params(query): Params<FormQuery>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let language = language(query.lng.as_deref().unwrap_or("en"))?;
    if query.version.is_none()
        && let Some(ready) = school.form_view_if_ready(&form, language)
    {
        return Ok(prepared(ready, &headers));
    }
    let (offer, pinned) = forms.form(&caller, &school, &form, query.version.as_deref()).await?;
    if pinned.document.digest() == offer.document.digest() {
        let ready = school.form_view_if_ready(&form, language).map(Ok);
        let view = school.built(ready, move |school| school.form_view(&form, language)).await?;
        return Ok(prepared(view.map_err(Refusal::internal)?, &headers));
    }
    let plugin = pinned.plugin.map(|pin| PluginRef { id: pin.id, version: pin.version, digest: pin.digest });
    let view = FormView::new(&form, &pinned.document, plugin, language);
    Ok(Answer::new(FormPayload { form: view }).into_response())
}

/// The prepared bytes, or 304 for who has them.
fn prepared(view: Prepared, headers: &HeaderMap) -> Response {
    let caching = [(header::ETAG, view.etag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == view.etag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let json = [(header::CONTENT_TYPE, "application/json")];
    (caching, json, RawBody::from(view.bytes)).into_response()
}

/// Whether answers are right so far; of an application also whether its round is open, once year and grade are told. Always 200 for a form that is offered: `errors` says what is wrong.
#[utoipa::path(post, path = "/v1/oa/public/forms/{form}/check", operation_id = "check_form", tag = "forms",
    params(("form" = String, Path)), request_body = CheckRequest,
    responses((status = 200, body = Answer<CheckPayload>), (status = 404, body = Problem), (status = 409, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft")), ("x-bearer" = json!("optional")),
        ("x-rate" = json!(FORM_WRITE))))]
pub async fn check_form(
    State(forms): State<Forms>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(form): InPath<String>,
    Body(asked): Body<CheckRequest>,
) -> Result<Answer<CheckPayload>, Refusal> {
    let save = DraftSave { values: asked.values, step: asked.step, locale: Some(language(&asked.locale)?) };
    let found = forms.check(&caller, &school, &form, save, asked.form_version.as_deref()).await?;
    Ok(Answer::new(CheckPayload {
        errors: found.errors,
        computed: found.computed,
        plugin_failed: found.fault.is_some(),
    }))
}
