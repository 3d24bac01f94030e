//! Publishing now or on a day, and the history: `/v1/oa/settings/{publish,schedules,revisions}`.

use axum::extract::{FromRef, State};
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Publication, Revision, Schedule, ScheduleId};
use crate::api::{DraftSettingsPayload, DraftVersionRequest};
use crate::model::{Change, SettingsRefusal};
use crate::service::Settings;

/// The routes.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(publish_settings))
        .routes(routes!(cancel_schedule))
        .routes(routes!(list_revisions))
        .routes(routes!(compare_revisions))
        .routes(routes!(restore_revision))
}

/// What to publish, and when.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishSettingsRequest {
    /// The draft's version that was looked at.
    pub version: i64,
    /// Why.
    #[schema(max_length = 500)]
    pub note: String,
    /// A moment in the future (ISO 8601); now when left out.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub at: Option<String>,
}

/// What was published, or will be.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PublishSettingsPayload {
    /// The revision that is live now.
    pub revision: Option<Revision>,
    /// The publication that waits for its moment.
    pub schedule: Option<Schedule>,
}

/// A page of the history.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RevisionsQuery {
    /// Where the page begins.
    pub cursor: Option<String>,
    /// At most so many; 50 when left out.
    pub page_size: Option<u32>,
}

/// The history.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RevisionsPayload {
    /// The newest first.
    pub items: Vec<Revision>,
    /// Where the next page begins.
    pub next_cursor: Option<String>,
}

/// Which two states.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CompareQuery {
    /// A revision's number, `draft`, or `base`.
    pub from: String,
    /// A revision's number, `draft`, or `base`.
    pub to: String,
}

/// How two states differ.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ComparePayload {
    /// Value by value.
    pub changes: Vec<Change>,
    /// The same as a unified diff of YAML.
    pub diff: String,
}

/// Publishes the draft, now or at a moment in the future. S001 with `problems` when the bundle would have errors; S002 with
/// `theirs` when the draft moved since `version`; L018 a quarter of an hour after who calls last showed who they are.
#[utoipa::path(post, path = "/v1/oa/settings/publish", operation_id = "publish_settings", tag = "settings",
    request_body = PublishSettingsRequest,
    responses((status = 200, body = Answer<PublishSettingsPayload>), (status = 401, body = Problem), (status = 403, body = SettingsRefusal),
        (status = 409, body = SettingsRefusal), (status = 422, body = SettingsRefusal)),
    extensions(("x-permission" = json!("settings.publish"))))]
pub async fn publish_settings(
    State(settings): State<Settings>,
    caller: Caller,
    Body(asked): Body<PublishSettingsRequest>,
) -> Result<Answer<PublishSettingsPayload>, Refusal> {
    let published = settings.publish(&caller, asked.version, &asked.note, asked.at.as_deref()).await?;
    let (revision, schedule) = match published {
        Publication::Live(revision) => (Some(revision), None),
        Publication::Waiting(schedule) => (None, Some(schedule)),
    };
    Ok(Answer::new(PublishSettingsPayload { revision, schedule }))
}

/// Calls a publication off; its edits come back into the draft. L018 a quarter of an hour after who calls last showed who they are.
#[utoipa::path(delete, path = "/v1/oa/settings/schedules/{id}", operation_id = "cancel_schedule", tag = "settings",
    params(("id" = String, Path, description = "The publication.")),
    responses((status = 200, body = Answer<DraftSettingsPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)),
    extensions(("x-permission" = json!("settings.publish"))))]
pub async fn cancel_schedule(
    State(settings): State<Settings>,
    caller: Caller,
    InPath(id): InPath<ScheduleId>,
) -> Result<Answer<DraftSettingsPayload>, Refusal> {
    Ok(Answer::new(settings.cancel_schedule(&caller, id).await?.into()))
}

/// The history.
#[utoipa::path(get, path = "/v1/oa/settings/revisions", operation_id = "list_revisions", tag = "settings", params(RevisionsQuery),
    responses((status = 200, body = Answer<RevisionsPayload>), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn list_revisions(
    State(settings): State<Settings>,
    caller: Caller,
    Params(asked): Params<RevisionsQuery>,
) -> Result<Answer<RevisionsPayload>, Refusal> {
    let (items, next_cursor) = settings.revisions(&caller, asked.cursor.as_deref(), asked.page_size).await?;
    Ok(Answer::new(RevisionsPayload { items, next_cursor }))
}

/// How two states differ.
#[utoipa::path(get, path = "/v1/oa/settings/revisions/compare", operation_id = "compare_revisions", tag = "settings",
    params(CompareQuery),
    responses((status = 200, body = Answer<ComparePayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn compare_revisions(
    State(settings): State<Settings>,
    caller: Caller,
    Params(asked): Params<CompareQuery>,
) -> Result<Answer<ComparePayload>, Refusal> {
    let (changes, diff) = settings.compare(&caller, &asked.from, &asked.to).await?;
    Ok(Answer::new(ComparePayload { changes, diff }))
}

/// Makes the draft the edits that lead back to a revision.
#[utoipa::path(post, path = "/v1/oa/settings/revisions/{seq}/restore", operation_id = "restore_revision", tag = "settings",
    params(("seq" = i64, Path, description = "The revision's number.")), request_body = DraftVersionRequest,
    responses((status = 200, body = Answer<DraftSettingsPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = SettingsRefusal)),
    extensions(("x-permission" = json!("settings.edit"))))]
pub async fn restore_revision(
    State(settings): State<Settings>,
    caller: Caller,
    InPath(seq): InPath<i64>,
    Body(asked): Body<DraftVersionRequest>,
) -> Result<Answer<DraftSettingsPayload>, Refusal> {
    Ok(Answer::new(settings.restore(&caller, seq, asked.version).await?.into()))
}
