//! `/v1/oa/profile/second-factor` and below, and the code that is asked for before an account's keys change.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::extract::Body;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Nothing, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::step_up::StepUpSent;
use crate::factor::Proposal;
use crate::rates::{CODE, PROVE};
use crate::service::Identity;

/// The routes.
pub(super) fn routes<S>() -> OpenApiRouter<S>
where
    Identity: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(begin_second_factor, remove_second_factor))
        .routes(routes!(confirm_second_factor))
        .routes(routes!(renew_recovery_codes))
        .routes(routes!(request_step_up))
}

/// A code that is on its way.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StepUpPayload {
    /// By which way it comes.
    by: StepUpWay,
    /// Seconds that it is good for.
    expires_in: i64,
    /// Seconds until another one may be asked for.
    resend_in: i64,
}

impl From<StepUpSent> for StepUpPayload {
    fn from(sent: StepUpSent) -> Self {
        let by = if sent.by_phone { StepUpWay::Sms } else { StepUpWay::Mail };
        Self { by, expires_in: sent.expires_in, resend_in: sent.resend_in }
    }
}

/// By which way a code comes.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StepUpWay {
    /// To the account's address.
    Mail,
    /// To the account's phone.
    Sms,
}

/// Who asks, once more.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BeginSecondFactorRequest {
    /// The password; for who has none the code of `request_step_up`.
    #[schema(max_length = 1024)]
    current: String,
}

/// A code of the authenticator, or a recovery code where there is one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FactorCodeRequest {
    /// The code.
    #[schema(max_length = 64)]
    code: String,
}

/// Password and code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveSecondFactorRequest {
    /// The password; for who has none the code of `request_step_up`.
    #[schema(max_length = 1024)]
    current: String,
    /// A code of the authenticator, or a recovery code.
    #[schema(max_length = 64)]
    code: String,
}

/// What an authenticator is set up with.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProposalPayload {
    /// Shown once.
    totp: Proposal,
}

/// Codes on paper.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RecoveryCodesPayload {
    /// Shown once; each counts once.
    #[schema(extensions(("x-secret" = json!(true))))]
    recovery_codes: Vec<String>,
}

/// Draws a secret for an authenticator; it counts once a code of it was confirmed.
#[utoipa::path(post, path = "/v1/oa/profile/second-factor", operation_id = "begin_second_factor", tag = "profile",
    request_body = BeginSecondFactorRequest,
    responses((status = 200, body = Answer<ProposalPayload>), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-rate" = json!(PROVE))))]
pub async fn begin_second_factor(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<BeginSecondFactorRequest>,
) -> Result<Answer<ProposalPayload>, Refusal> {
    let totp = identity.begin_second_factor(&caller, &school.config().name, asked.current).await?;
    Ok(Answer::new(ProposalPayload { totp }))
}

/// Makes the drawn secret count, ends the other sessions, and gives recovery codes.
#[utoipa::path(post, path = "/v1/oa/profile/second-factor/confirm", operation_id = "confirm_second_factor", tag = "profile",
    request_body = FactorCodeRequest,
    responses((status = 200, body = Answer<RecoveryCodesPayload>), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-rate" = json!(PROVE))))]
pub async fn confirm_second_factor(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<FactorCodeRequest>,
) -> Result<Answer<RecoveryCodesPayload>, Refusal> {
    let recovery_codes = identity.confirm_second_factor(&caller, asked.code).await?;
    Ok(Answer::new(RecoveryCodesPayload { recovery_codes }))
}

/// Takes the second factor away.
#[utoipa::path(delete, path = "/v1/oa/profile/second-factor", operation_id = "remove_second_factor", tag = "profile",
    request_body = RemoveSecondFactorRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-rate" = json!(PROVE))))]
pub async fn remove_second_factor(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<RemoveSecondFactorRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    identity.remove_second_factor(&caller, asked.current, asked.code).await?;
    Ok(Answer::done())
}

/// Gives new recovery codes; the old ones are dead.
#[utoipa::path(post, path = "/v1/oa/profile/second-factor/recovery-codes", operation_id = "renew_recovery_codes", tag = "profile",
    request_body = FactorCodeRequest,
    responses((status = 200, body = Answer<RecoveryCodesPayload>), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-rate" = json!(PROVE))))]
pub async fn renew_recovery_codes(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<FactorCodeRequest>,
) -> Result<Answer<RecoveryCodesPayload>, Refusal> {
    let recovery_codes = identity.renew_recovery_codes(&caller, asked.code).await?;
    Ok(Answer::new(RecoveryCodesPayload { recovery_codes }))
}

/// Sends a code to the address or phone that the account has now: who has no password says it in the password's place.
#[utoipa::path(post, path = "/v1/oa/profile/step-up", operation_id = "request_step_up", tag = "profile",
    responses((status = 200, body = Answer<StepUpPayload>), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage")), ("x-rate" = json!(CODE))))]
pub async fn request_step_up(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<StepUpPayload>, Refusal> {
    Ok(Answer::new(identity.request_step_up(&caller, &school).await?.into()))
}
