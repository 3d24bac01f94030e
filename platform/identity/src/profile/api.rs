//! `/v1/oa/profile/*`: one's own profile, picture, password, address and sessions.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body as RawBody;
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::{FromRef, Multipart, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, MessageId, Nothing, Refusal, SessionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use tokio_util::io::ReaderStream;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::avatar::Avatars;
use super::factor_api;
use super::model::{Profile, ProfileChange};
use super::phone_api;
use super::picture::MAX_BYTES;
use super::records::Keepers;
use super::sessions::OwnSession;
use crate::rates::PROVE;
use crate::service::Identity;

/// Largest picture with its envelope.
const BODY_BYTES: usize = MAX_BYTES + 64 * 1024;

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Identity: FromRef<S>,
    Avatars: FromRef<S>,
    Keepers: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(get_profile, update_profile))
        .routes(routes!(put_avatar, delete_avatar))
        .routes(routes!(get_avatar))
        .routes(routes!(change_password))
        .routes(routes!(change_email))
        .routes(routes!(list_sessions))
        .routes(routes!(end_session))
        .routes(routes!(end_other_sessions))
        .routes(routes!(confirm_session))
        .routes(routes!(export_profile))
        .routes(routes!(request_erasure))
        .merge(factor_api::routes())
        .merge(phone_api::routes())
}

/// A person, as they see themselves.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProfilePayload {
    /// The person.
    profile: Profile,
}

/// A picture. One part.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the multipart body")]
pub struct AvatarRequest {
    /// PNG, JPEG or WebP, up to 2 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Where the picture is.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AvatarPayload {
    /// Its address; empty for none.
    #[schema(extensions(("x-secret" = json!(true))))]
    avatar: String,
}

/// A new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePasswordRequest {
    /// The old one; for who has none the code of `request_step_up`.
    #[schema(max_length = 1024)]
    current: String,
    /// The new one.
    #[schema(max_length = 1024)]
    password: String,
}

/// Another address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeEmailRequest {
    /// The new one.
    #[schema(max_length = 254)]
    email: String,
    /// The password; for who has none the code of `request_step_up`.
    #[schema(max_length = 1024)]
    current: String,
}

/// Who asks, once more.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmSessionRequest {
    /// The password; for who has none the code of `request_step_up`.
    #[schema(max_length = 1024)]
    current: String,
}

/// A wish to be forgotten.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ErasureRequest {
    /// Words for the school.
    #[schema(max_length = 1000)]
    reason: String,
}

/// One's own live sessions.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SessionsPayload {
    /// The latest first.
    sessions: Vec<OwnSession>,
}

/// The caller's own profile.
#[utoipa::path(get, path = "/v1/oa/profile", operation_id = "get_profile", tag = "profile",
    responses((status = 200, body = Answer<ProfilePayload>), (status = 401, body = Problem)),
    extensions(("x-permission" = json!("own"))))]
pub async fn get_profile(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<ProfilePayload>, Refusal> {
    Ok(Answer::new(ProfilePayload { profile: identity.profile(&caller, &school).await? }))
}

/// Changes the caller's own profile.
#[utoipa::path(patch, path = "/v1/oa/profile", operation_id = "update_profile", tag = "profile", request_body = ProfileChange,
    responses((status = 200, body = Answer<ProfilePayload>), (status = 401, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)),
    extensions(("x-permission" = json!("account.manage"))))]
pub async fn update_profile(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(change): Body<ProfileChange>,
) -> Result<Answer<ProfilePayload>, Refusal> {
    Ok(Answer::new(ProfilePayload { profile: identity.update_profile(&caller, &school, change).await? }))
}

/// Puts the caller's picture in place.
#[utoipa::path(put, path = "/v1/oa/profile/avatar", operation_id = "put_avatar", tag = "profile",
    request_body(content = AvatarRequest, content_type = "multipart/form-data"),
    responses((status = 200, body = Answer<AvatarPayload>), (status = 401, body = Problem), (status = 413, body = Problem),
        (status = 415, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-body" = json!(BODY_BYTES))))]
pub async fn put_avatar(
    State(avatars): State<Avatars>,
    caller: Caller,
    multipart: Result<Multipart, MultipartRejection>,
) -> Result<Answer<AvatarPayload>, Refusal> {
    let mut multipart = multipart.map_err(|_| Refusal::malformed("the body has to be multipart/form-data"))?;
    let field = multipart.next_field().await.map_err(broken)?.filter(|field| field.name() == Some("file"));
    let mut field = field.ok_or_else(|| Refusal::malformed("the part has to be file"))?;
    let mut bytes = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(broken)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > MAX_BYTES {
            return Err(Refusal::new(MessageId::D001).with("limit", MAX_BYTES));
        }
    }
    Ok(Answer::new(AvatarPayload { avatar: avatars.put(&caller, bytes).await? }))
}

/// Takes the caller's picture away.
#[utoipa::path(delete, path = "/v1/oa/profile/avatar", operation_id = "delete_avatar", tag = "profile",
    responses((status = 200, body = Answer<AvatarPayload>), (status = 401, body = Problem)),
    extensions(("x-permission" = json!("account.manage"))))]
pub async fn delete_avatar(State(avatars): State<Avatars>, caller: Caller) -> Result<Answer<AvatarPayload>, Refusal> {
    avatars.delete(&caller).await?;
    Ok(Answer::new(AvatarPayload { avatar: String::new() }))
}

/// A picture, for whoever was shown its address.
#[utoipa::path(get, path = "/v1/oa/common/avatars/{key}", operation_id = "get_avatar", tag = "common",
    params(("key" = String, Path, description = "What nobody guesses.")),
    responses((status = 200, content_type = "image/jpeg", body = [u8]), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft")), ("x-host" = json!("alone"))))]
pub async fn get_avatar(
    State(avatars): State<Avatars>,
    school: Option<Extension<Arc<School>>>,
    InPath(key): InPath<String>,
) -> Result<Response, Refusal> {
    let Extension(school) = school.ok_or_else(Refusal::not_found)?;
    let picture = avatars.read(school.id(), &key).await?;
    let headers =
        [(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, "private, max-age=31536000, immutable")];
    Ok((StatusCode::OK, headers, picture).into_response())
}

/// Sets the caller's password and ends their other sessions.
#[utoipa::path(post, path = "/v1/oa/profile/password", operation_id = "change_password", tag = "profile",
    request_body = ChangePasswordRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-rate" = json!(PROVE))))]
pub async fn change_password(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<ChangePasswordRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    identity.change_password(&caller, &school, asked.current, asked.password).await?;
    Ok(Answer::done())
}

/// Asks for another address: it counts once the link in the letter to it was used.
#[utoipa::path(post, path = "/v1/oa/profile/email", operation_id = "change_email", tag = "profile",
    request_body = ChangeEmailRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-rate" = json!(PROVE))))]
pub async fn change_email(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<ChangeEmailRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    identity.change_email(&caller, &asked.email, asked.current).await?;
    Ok(Answer { message_id: MessageId::L011.as_str(), ..Answer::done() })
}

/// The caller's live sessions.
#[utoipa::path(get, path = "/v1/oa/profile/sessions", operation_id = "list_sessions", tag = "profile",
    responses((status = 200, body = Answer<SessionsPayload>), (status = 401, body = Problem)),
    extensions(("x-permission" = json!("account.manage"))))]
pub async fn list_sessions(
    State(identity): State<Identity>,
    caller: Caller,
) -> Result<Answer<SessionsPayload>, Refusal> {
    Ok(Answer::new(SessionsPayload { sessions: identity.own_sessions(&caller).await? }))
}

/// Ends one of the caller's sessions.
#[utoipa::path(delete, path = "/v1/oa/profile/sessions/{id}", operation_id = "end_session", tag = "profile",
    params(("id" = String, Path, description = "The session.")),
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("account.manage"))))]
pub async fn end_session(
    State(identity): State<Identity>,
    caller: Caller,
    InPath(id): InPath<SessionId>,
) -> Result<Answer<Nothing>, Refusal> {
    identity.end_own_session(&caller, id).await?;
    Ok(Answer::done())
}

/// Ends all the caller's sessions but the one that asks.
#[utoipa::path(post, path = "/v1/oa/profile/sessions/end-others", operation_id = "end_other_sessions", tag = "profile",
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem)),
    extensions(("x-permission" = json!("account.manage"))))]
pub async fn end_other_sessions(State(identity): State<Identity>, caller: Caller) -> Result<Answer<Nothing>, Refusal> {
    identity.end_other_sessions(&caller).await?;
    Ok(Answer::done())
}

/// The caller shows once more who they are; for a quarter of an hour nothing more is asked for before a list is taken out.
#[utoipa::path(post, path = "/v1/oa/profile/sessions/confirm", operation_id = "confirm_session", tag = "profile",
    request_body = ConfirmSessionRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-rate" = json!(PROVE))))]
pub async fn confirm_session(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<ConfirmSessionRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    identity.confirm_session(&caller, asked.current).await?;
    Ok(Answer::done())
}

/// Everything that the school keeps of the caller, as a file.
#[utoipa::path(get, path = "/v1/oa/profile/export", operation_id = "export_profile", tag = "profile",
    responses((status = 200, content_type = "application/json", body = Object), (status = 401, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-secret" = json!(true))))]
pub async fn export_profile(
    State(identity): State<Identity>,
    State(keepers): State<Keepers>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Response, Refusal> {
    let (file, bytes) = identity.export_profile(&caller, &school, &keepers).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_LENGTH, bytes.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}-profile.json\"", school.id())),
    ];
    Ok((headers, RawBody::from_stream(ReaderStream::new(file))).into_response())
}

/// Asks the school to erase what it keeps of the caller.
#[utoipa::path(post, path = "/v1/oa/profile/erasure", operation_id = "request_erasure", tag = "profile",
    request_body = ErasureRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 422, body = Problem)),
    extensions(("x-permission" = json!("account.manage"))))]
pub async fn request_erasure(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<ErasureRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    identity.request_erasure(&caller, &asked.reason).await?;
    Ok(Answer::done())
}

fn broken(error: MultipartError) -> Refusal {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Refusal::new(MessageId::D001)
    } else {
        Refusal::malformed("the multipart body broke off or is damaged")
    }
}
