//! `/v1/oa/settings/plugins`: the components behind the school's forms.

use axum::extract::{FromRef, State};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::Component;
use crate::service::Settings;

/// The routes.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(list_components))
}

/// The components.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ComponentsPayload {
    /// By name.
    pub items: Vec<Component>,
}

/// The components behind the school's forms, as the draft has them, with what they were asked and what that cost.
#[utoipa::path(get, path = "/v1/oa/settings/plugins", operation_id = "list_components", tag = "settings",
    responses((status = 200, body = Answer<ComponentsPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn list_components(
    State(settings): State<Settings>,
    caller: Caller,
) -> Result<Answer<ComponentsPayload>, Refusal> {
    Ok(Answer::new(ComponentsPayload { items: settings.components(&caller).await? }))
}
