//! `/v1/oa/settings/setup`: what a new school still has to do.

use axum::extract::{FromRef, State};
use kernel::extract::Body;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::service::Settings;

/// The routes.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(get_setup, update_setup))
}

/// A step of setting a school up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SetupStep)]
pub enum Step {
    /// Its logo.
    Logo,
    /// Its colours.
    Colours,
    /// When admission begins and ends.
    Dates,
    /// Which entry screens are on.
    Entry,
    /// Its form.
    Form,
    /// Somebody who helps.
    Colleague,
    /// The first publication.
    Publish,
}

/// How far a school is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Setup {
    /// The administrator is done with it.
    pub finished: bool,
    /// What the administrator leaves out.
    pub skipped: Vec<Step>,
    /// What is done.
    pub done: Vec<Step>,
}

/// How far a school is set up.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SetupPayload {
    /// It.
    pub setup: Setup,
}

/// What changes; what is left out stays.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
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
    Ok(Answer::new(SetupPayload { setup: settings.update_setup(&caller, asked).await? }))
}
