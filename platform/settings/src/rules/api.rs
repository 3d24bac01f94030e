//! `/v1/oa/settings/forms/{form}/…`: what a draft's rules would say otherwise, and what a plugin's form is before it is laid out.

use axum::extract::{FromRef, State};
use kernel::extract::InPath;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::ComparedSample;
use crate::model::SettingsRefusal;
use crate::service::Settings;

/// The routes.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(compare_form)).routes(routes!(get_plain_form))
}

/// The samples.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CompareFormPayload {
    /// In the order of the document.
    pub samples: Vec<ComparedSample>,
}

/// A form as its plugin brings it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlainFormPayload {
    /// Its document.
    #[schema(value_type = Object)]
    pub document: Value,
}

/// The document of a plugin's form as the draft's component has it, with neither the school's words nor its layout.
#[utoipa::path(get, path = "/v1/oa/settings/forms/{form}/plain", operation_id = "get_plain_form", tag = "settings",
    params(("form" = String, Path, description = "The form's id.")),
    responses((status = 200, body = Answer<PlainFormPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)), extensions(("x-permission" = json!("settings.read"))))]
pub async fn get_plain_form(
    State(settings): State<Settings>,
    caller: Caller,
    InPath(form): InPath<String>,
) -> Result<Answer<PlainFormPayload>, Refusal> {
    Ok(Answer::new(PlainFormPayload { document: settings.plain_form(&caller, &form).await? }))
}

/// Each sample of the draft's form, judged by the live rules and by the draft's. S001 with `problems` when the draft's form
/// is broken.
#[utoipa::path(post, path = "/v1/oa/settings/forms/{form}/compare", operation_id = "compare_form", tag = "settings",
    params(("form" = String, Path, description = "The form's id.")),
    responses((status = 200, body = Answer<CompareFormPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = SettingsRefusal)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn compare_form(
    State(settings): State<Settings>,
    caller: Caller,
    InPath(form): InPath<String>,
) -> Result<Answer<CompareFormPayload>, Refusal> {
    Ok(Answer::new(CompareFormPayload { samples: settings.compare_form(&caller, &form).await? }))
}
