//! `/v1/oa/tills/*`, `/v1/oa/pos/me`, and the two public calls of a till: enrolling and signing in.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Role;

use super::entry::{PosEntry, TillSession};
use super::model::{ListedTill, NewTill, StoreType, TillChange};
use crate::api::{SessionPayload, with_session};
use crate::device;
use crate::ids::TillId;
use crate::rates::SIGN_IN;
use crate::service::Identity;
use crate::sessions::SessionTill;

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Identity: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_tills, add_till))
        .routes(routes!(update_till))
        .routes(routes!(renew_enrolment))
        .routes(routes!(enrol_till))
        .routes(routes!(login_pos))
        .routes(routes!(get_till_session))
}

/// All tills.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TillsPayload {
    /// By code.
    items: Vec<ListedTill>,
}

/// A till.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TillPayload {
    /// It.
    till: ListedTill,
}

/// A till and the code that makes a device it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnrolmentPayload {
    /// The till.
    till: ListedTill,
    /// Shown once; good once and for fifteen minutes.
    #[schema(extensions(("x-secret" = json!(true))))]
    enrolment_code: String,
}

/// What makes a device a till.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnrolTillRequest {
    /// The code.
    #[schema(max_length = 64)]
    enrolment_code: String,
    /// What the device calls itself.
    #[schema(max_length = 100)]
    device_label: String,
}

/// A device that became a till.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnrolledPayload {
    /// The till.
    till: SessionTill,
    /// What the device holds from now on.
    #[schema(extensions(("x-secret" = json!(true))))]
    device_id: String,
}

/// Who wants to work at which till.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LoginPosRequest {
    /// Name at a till.
    #[schema(max_length = 64)]
    staff_code: String,
    /// Four to eight digits.
    #[schema(max_length = 64)]
    pin: String,
    /// What staff call the till.
    #[schema(max_length = 64)]
    till_code: String,
    /// What the device holds.
    #[schema(max_length = 255)]
    device_id: String,
}

/// A session at a till.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PosSessionPayload {
    /// As every session.
    #[serde(flatten)]
    session: SessionPayload,
    /// What they may do there.
    #[serde(rename = "posRoles")]
    pos_roles: Vec<Role>,
    /// What is sold there.
    #[serde(rename = "storeType")]
    store_type: Vec<StoreType>,
    /// The school's currency.
    #[serde(rename = "posCurrency")]
    pos_currency: String,
    /// The till.
    till: Option<SessionTill>,
}

/// All tills, with who works there now.
#[utoipa::path(get, path = "/v1/oa/tills", operation_id = "list_tills", tag = "tills",
    responses((status = 200, body = Answer<TillsPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("till.manage"))))]
pub async fn list_tills(State(identity): State<Identity>, caller: Caller) -> Result<Answer<TillsPayload>, Refusal> {
    Ok(Answer::new(TillsPayload { items: identity.tills(&caller).await? }))
}

/// Adds a till.
#[utoipa::path(post, path = "/v1/oa/tills", operation_id = "add_till", tag = "tills", request_body = NewTill,
    responses((status = 201, body = Answer<EnrolmentPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)),
    extensions(("x-permission" = json!("till.manage"))))]
pub async fn add_till(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<NewTill>,
) -> Result<(StatusCode, Answer<EnrolmentPayload>), Refusal> {
    let (till, enrolment_code) = identity.add_till(&caller, asked).await?;
    Ok((StatusCode::CREATED, Answer::new(EnrolmentPayload { till, enrolment_code })))
}

/// Changes a till, or switches it off.
#[utoipa::path(patch, path = "/v1/oa/tills/{id}", operation_id = "update_till", tag = "tills", request_body = TillChange,
    params(("id" = String, Path, description = "The till.")),
    responses((status = 200, body = Answer<TillPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)),
    extensions(("x-permission" = json!("till.manage"))))]
pub async fn update_till(
    State(identity): State<Identity>,
    caller: Caller,
    InPath(id): InPath<TillId>,
    Body(change): Body<TillChange>,
) -> Result<Answer<TillPayload>, Refusal> {
    Ok(Answer::new(TillPayload { till: identity.update_till(&caller, id, change).await? }))
}

/// Gives a new enrolment code.
#[utoipa::path(post, path = "/v1/oa/tills/{id}/enrolment", operation_id = "renew_enrolment", tag = "tills",
    params(("id" = String, Path, description = "The till.")),
    responses((status = 200, body = Answer<EnrolmentPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)),
    extensions(("x-permission" = json!("till.manage"))))]
pub async fn renew_enrolment(
    State(identity): State<Identity>,
    caller: Caller,
    InPath(id): InPath<TillId>,
) -> Result<Answer<EnrolmentPayload>, Refusal> {
    let (till, enrolment_code) = identity.renew_enrolment(&caller, id).await?;
    Ok(Answer::new(EnrolmentPayload { till, enrolment_code }))
}

/// Makes this device the till of that code.
#[utoipa::path(post, path = "/v1/oa/auth/enrol-till", operation_id = "enrol_till", tag = "auth", request_body = EnrolTillRequest,
    responses((status = 200, body = Answer<EnrolledPayload>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SIGN_IN))))]
pub async fn enrol_till(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<EnrolTillRequest>,
) -> Result<Answer<EnrolledPayload>, Refusal> {
    let enrolled = identity.enrol_till(&caller, &asked.enrolment_code, &asked.device_label).await?;
    Ok(Answer::new(EnrolledPayload { till: enrolled.till, device_id: enrolled.device_id }))
}

/// Opens a session at a till by staff code and PIN.
#[utoipa::path(post, path = "/v1/oa/auth/login-pos", operation_id = "login_pos", tag = "auth", request_body = LoginPosRequest,
    responses((status = 200, body = Answer<PosSessionPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 423, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SIGN_IN))))]
pub async fn login_pos(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    Body(asked): Body<LoginPosRequest>,
) -> Result<Response, Refusal> {
    let entry = PosEntry {
        staff_code: asked.staff_code,
        pin: asked.pin,
        till_code: asked.till_code,
        device_id: asked.device_id,
        device: device::label(&headers),
    };
    let (opened, store_type) = identity.sign_in_at_till(&caller, entry).await?;
    let payload = PosSessionPayload {
        session: SessionPayload::from(&opened),
        pos_roles: opened.roles.clone(),
        store_type,
        pos_currency: school.config().currency.clone(),
        till: opened.till.clone(),
    };
    Ok(with_session(Answer::new(payload), &opened))
}

/// Who works at this till, and since when.
#[utoipa::path(get, path = "/v1/oa/pos/me", operation_id = "get_till_session", tag = "pos",
    responses((status = 200, body = Answer<TillSession>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)),
    extensions(("x-permission" = json!("till.use"))))]
pub async fn get_till_session(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<TillSession>, Refusal> {
    Ok(Answer::new(identity.till_session(&caller, &school.config().currency).await?))
}
