//! `/v1/oa/profile/phone`: another number in the place of the one that somebody signs in by.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::extract::Body;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Nothing, Refusal};
use serde::Deserialize;
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::factor_api::StepUpPayload;
use crate::rates::{CODE, SIGN_IN};
use crate::service::Identity;

/// The routes.
pub(super) fn routes<S>() -> OpenApiRouter<S>
where
    Identity: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(change_phone)).routes(routes!(resend_phone_code)).routes(routes!(confirm_phone))
}

/// Another number.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePhoneRequest {
    /// The new one: E.164; Arabic digits, spaces and dashes are fine.
    #[schema(max_length = 40)]
    phone: String,
    /// The password; for who has none the code of `request_step_up`.
    #[schema(max_length = 1024)]
    current: String,
}

/// What came to the new number.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmPhoneRequest {
    /// The code.
    #[schema(max_length = 64)]
    code: String,
}

/// Sends a code to the number that is to take the place of the one that the caller signs in by.
#[utoipa::path(post, path = "/v1/oa/profile/phone", operation_id = "change_phone", tag = "profile",
    request_body = ChangePhoneRequest,
    responses((status = 200, body = Answer<StepUpPayload>), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-rate" = json!(CODE))))]
pub async fn change_phone(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<ChangePhoneRequest>,
) -> Result<Answer<StepUpPayload>, Refusal> {
    let sent = identity.change_phone(&caller, &school, &asked.phone, asked.current).await?;
    Ok(Answer::new(sent.into()))
}

/// Sends another code to the number that is waited for; the first one is dead.
#[utoipa::path(post, path = "/v1/oa/profile/phone/resend", operation_id = "resend_phone_code", tag = "profile",
    responses((status = 200, body = Answer<StepUpPayload>), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-rate" = json!(CODE))))]
pub async fn resend_phone_code(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<StepUpPayload>, Refusal> {
    Ok(Answer::new(identity.resend_phone_code(&caller, &school).await?.into()))
}

/// Puts the number that the code went to in the place of the old one, which is told.
#[utoipa::path(post, path = "/v1/oa/profile/phone/confirm", operation_id = "confirm_phone", tag = "profile",
    request_body = ConfirmPhoneRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-rate" = json!(SIGN_IN))))]
pub async fn confirm_phone(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<ConfirmPhoneRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    identity.confirm_phone(&caller, &asked.code).await?;
    Ok(Answer::done())
}
