//! `/v1/oa/settings` and `/v1/oa/settings/draft`: reading the settings and changing the draft.

use axum::extract::{FromRef, State};
use kernel::extract::{Body, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{DraftChanges, FileStates, Overview, SettingFile};
use crate::api::{DraftSettingsPayload, DraftVersionRequest};
use crate::model::{Change, Diagnostic, Draft, Edit, SettingsRefusal};
use crate::publish::{Published, Schedule};
use crate::service::Settings;

/// Largest change of a draft: a form document and its texts with room to spare.
const BODY_BYTES: usize = 1 << 20;

/// The routes.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(get_settings))
        .routes(routes!(get_setting_files))
        .routes(routes!(get_setting_file))
        .routes(routes!(save_draft_settings))
        .routes(routes!(discard_draft_settings))
        .routes(routes!(check_draft_settings))
}

/// Where the settings stand.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingsPayload {
    /// What is not published yet.
    pub draft: Draft,
    /// The revision that is live.
    pub published: Option<Published>,
    /// What the operators keep for themselves: pointers of `school.yaml`, files, folders that end in `/`.
    pub locked: Vec<String>,
    /// Publications that wait for their day, or failed on it.
    pub schedules: Vec<Schedule>,
    /// What is wrong with the bundle as the draft has it.
    pub problems: Vec<Diagnostic>,
}

/// The files that can be edited.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingFilesPayload {
    /// By path.
    pub items: Vec<SettingFile>,
}

/// Which file.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SettingFileQuery {
    /// Path in the bundle.
    pub file: String,
}

/// A file in its three states; null where it has none.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingFilePayload {
    /// Path in the bundle.
    pub file: String,
    /// As the operators have it.
    pub base: Value,
    /// As it is live.
    pub published: Value,
    /// As the draft has it.
    pub draft: Value,
}

/// Changes to the draft.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveDraftSettingsRequest {
    /// The draft's version that they are based on.
    pub version: i64,
    /// All of them, or none.
    #[schema(max_items = 500)]
    pub edits: Vec<Edit>,
}

/// What publishing would do.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CheckSettingsPayload {
    /// What is wrong.
    pub problems: Vec<Diagnostic>,
    /// What changes, value by value.
    pub changes: Vec<Change>,
    /// The same as a unified diff of YAML.
    pub diff: String,
}

/// The draft, what is published, what is locked, what waits.
#[utoipa::path(get, path = "/v1/oa/settings", operation_id = "get_settings", tag = "settings",
    responses((status = 200, body = Answer<SettingsPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn get_settings(
    State(settings): State<Settings>,
    caller: Caller,
) -> Result<Answer<SettingsPayload>, Refusal> {
    let Overview { draft, published, locked, schedules, problems } = settings.overview(&caller).await?;
    Ok(Answer::new(SettingsPayload { draft, published, locked, schedules, problems }))
}

/// The files that can be edited.
#[utoipa::path(get, path = "/v1/oa/settings/files", operation_id = "get_setting_files", tag = "settings",
    responses((status = 200, body = Answer<SettingFilesPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn get_setting_files(
    State(settings): State<Settings>,
    caller: Caller,
) -> Result<Answer<SettingFilesPayload>, Refusal> {
    Ok(Answer::new(SettingFilesPayload { items: settings.files(&caller).await? }))
}

/// A file in the base, as it is live, and in the draft.
#[utoipa::path(get, path = "/v1/oa/settings/file", operation_id = "get_setting_file", tag = "settings", params(SettingFileQuery),
    responses((status = 200, body = Answer<SettingFilePayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn get_setting_file(
    State(settings): State<Settings>,
    caller: Caller,
    Params(asked): Params<SettingFileQuery>,
) -> Result<Answer<SettingFilePayload>, Refusal> {
    let FileStates { file, base, published, draft } = settings.file(&caller, asked.file).await?;
    Ok(Answer::new(SettingFilePayload { file, base, published, draft }))
}

/// Changes the draft. S002 with `theirs` when somebody else changed one of these places since `version`.
#[utoipa::path(patch, path = "/v1/oa/settings/draft", operation_id = "save_draft_settings", tag = "settings",
    request_body = SaveDraftSettingsRequest,
    responses((status = 200, body = Answer<DraftSettingsPayload>), (status = 401, body = Problem), (status = 403, body = SettingsRefusal),
        (status = 409, body = SettingsRefusal), (status = 422, body = SettingsRefusal)),
    extensions(("x-permission" = json!("settings.edit")), ("x-body" = json!(BODY_BYTES))))]
pub async fn save_draft_settings(
    State(settings): State<Settings>,
    caller: Caller,
    Body(asked): Body<SaveDraftSettingsRequest>,
) -> Result<Answer<DraftSettingsPayload>, Refusal> {
    Ok(Answer::new(settings.save_draft(&caller, asked.version, asked.edits).await?.into()))
}

/// Throws the draft away: what is published is what is edited again.
#[utoipa::path(post, path = "/v1/oa/settings/draft/discard", operation_id = "discard_draft_settings", tag = "settings",
    request_body = DraftVersionRequest,
    responses((status = 200, body = Answer<DraftSettingsPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = SettingsRefusal)),
    extensions(("x-permission" = json!("settings.edit"))))]
pub async fn discard_draft_settings(
    State(settings): State<Settings>,
    caller: Caller,
    Body(asked): Body<DraftVersionRequest>,
) -> Result<Answer<DraftSettingsPayload>, Refusal> {
    Ok(Answer::new(settings.discard_draft(&caller, asked.version).await?.into()))
}

/// What publishing the draft now would change, and what keeps it from being published.
#[utoipa::path(post, path = "/v1/oa/settings/check", operation_id = "check_draft_settings", tag = "settings",
    responses((status = 200, body = Answer<CheckSettingsPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn check_draft_settings(
    State(settings): State<Settings>,
    caller: Caller,
) -> Result<Answer<CheckSettingsPayload>, Refusal> {
    let DraftChanges { problems, changes, diff } = settings.check_draft(&caller).await?;
    Ok(Answer::new(CheckSettingsPayload { problems, changes, diff }))
}
