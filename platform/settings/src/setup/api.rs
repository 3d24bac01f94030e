//! `/v1/oa/settings/setup`: what a new school still has to do.

use axum::extract::{FromRef, State};
use kernel::extract::Body;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Setup, Step};
use crate::service::Settings;

/// The routes.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(get_setup, update_setup))
}

/// How far a school is set up.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SetupPayload {
    /// It.
    pub setup: Setup,
}

/// What changes; what is left out stays.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateSetupRequest {
    /// The steps that are left out, all of them.
    #[schema(max_items = 20)]
    pub skipped: Option<Vec<Step>>,
    /// Whether the administrator is done with it.
    pub finished: Option<bool>,
}

/// What of setting the school up is done: derived from what was changed, who has an account, and what was published.
#[utoipa::path(get, path = "/v1/oa/settings/setup", operation_id = "get_setup", tag = "settings",
    responses((status = 200, body = Answer<SetupPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn get_setup(State(settings): State<Settings>, caller: Caller) -> Result<Answer<SetupPayload>, Refusal> {
    Ok(Answer::new(SetupPayload { setup: settings.setup(&caller).await? }))
}

/// Leaves steps out, or ends setting up.
#[utoipa::path(patch, path = "/v1/oa/settings/setup", operation_id = "update_setup", tag = "settings",
    request_body = UpdateSetupRequest,
    responses((status = 200, body = Answer<SetupPayload>), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem)),
    extensions(("x-permission" = json!("settings.publish"))))]
pub async fn update_setup(
    State(settings): State<Settings>,
    caller: Caller,
    Body(asked): Body<UpdateSetupRequest>,
) -> Result<Answer<SetupPayload>, Refusal> {
    Ok(Answer::new(SetupPayload { setup: settings.update_setup(&caller, asked.skipped, asked.finished).await? }))
}
