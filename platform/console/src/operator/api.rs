//! `/v1/oa/operator/…`: signing in, setting up, who one is.

use axum::extract::{FromRef, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use identity::rates::SIGN_IN;
use kernel::extract::Body;
use kernel::refusal::Problem;
use kernel::{Answer, MessageId, Nothing, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::guard::{NO_COOKIE, set_cookie};
use super::model::{Enrolment, Operator};
use super::service::SetUp;
use crate::caller::{PlatformActor, PlatformCaller};
use crate::service::Console;

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Console: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(operator_sign_in))
        .routes(routes!(operator_set_up))
        .routes(routes!(operator_me))
        .routes(routes!(operator_sign_out))
}

/// Address, password and a code: the authenticator's, or a recovery code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OperatorSignInRequest {
    /// Address.
    #[schema(max_length = 254)]
    email: String,
    /// Password.
    #[schema(max_length = 1024)]
    password: String,
    /// Six digits, or a recovery code.
    #[schema(max_length = 64)]
    code: String,
}

/// The link of `qabul operator add`; with a password and a code of the authenticator it is used up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OperatorSetUpRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    token: String,
    /// The new password.
    #[schema(max_length = 1024)]
    password: Option<String>,
    /// A code of the authenticator.
    #[schema(max_length = 64)]
    code: Option<String>,
}

/// Who is signed in.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OperatorPayload {
    /// Who.
    operator: Operator,
}

/// Where setting up stands: `enrolment` first, `operator` and `recovery_codes` at its end.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct OperatorSetUpPayload {
    /// What the authenticator is set up with.
    #[serde(skip_serializing_if = "Option::is_none")]
    enrolment: Option<Enrolment>,
    /// Who is signed in now.
    #[serde(skip_serializing_if = "Option::is_none")]
    operator: Option<Operator>,
    /// Codes for who lost the authenticator; shown once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(extensions(("x-secret" = json!(true))))]
    recovery_codes: Option<Vec<String>>,
}

/// Lets an operator in; the session is the cookie `__Host-op`.
#[utoipa::path(post, path = "/v1/oa/operator/sign-in", operation_id = "operator_sign_in", tag = "console",
    request_body = OperatorSignInRequest, responses((status = 200, body = Answer<OperatorPayload>), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 429, body = Problem)), extensions(("x-permission" = json!("platform.public")), ("x-rate" = json!(SIGN_IN)), ("x-page" = json!("own"))))]
pub async fn operator_sign_in(
    State(console): State<Console>,
    caller: PlatformCaller,
    Body(asked): Body<OperatorSignInRequest>,
) -> Result<Response, Refusal> {
    let opened = console.operator_sign_in(&caller, &asked.email, asked.password, &asked.code).await?;
    Ok(with_cookie(Answer::new(OperatorPayload { operator: opened.operator }), &opened.token))
}

/// Sets password and authenticator by the link of `qabul operator add`.
#[utoipa::path(post, path = "/v1/oa/operator/set-up", operation_id = "operator_set_up", tag = "console",
    request_body = OperatorSetUpRequest, responses((status = 200, body = Answer<OperatorSetUpPayload>), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("platform.public")), ("x-rate" = json!(SIGN_IN)), ("x-page" = json!("own"))))]
pub async fn operator_set_up(
    State(console): State<Console>,
    caller: PlatformCaller,
    Body(asked): Body<OperatorSetUpRequest>,
) -> Result<Response, Refusal> {
    match console.set_up(&caller, &asked.token, asked.password, asked.code.as_deref()).await? {
        SetUp::Offered(enrolment) => {
            let payload = OperatorSetUpPayload { enrolment: Some(enrolment), ..OperatorSetUpPayload::default() };
            Ok(Answer::new(payload).into_response())
        }
        SetUp::Done(opened, codes) => {
            let payload =
                OperatorSetUpPayload { enrolment: None, operator: Some(opened.operator), recovery_codes: Some(codes) };
            Ok(with_cookie(Answer::new(payload), &opened.token))
        }
    }
}

/// Who is signed in.
#[utoipa::path(get, path = "/v1/oa/operator/me", operation_id = "operator_me", tag = "console",
    responses((status = 200, body = Answer<OperatorPayload>), (status = 401, body = Problem)),
    extensions(("x-permission" = json!("platform.operator"))))]
pub async fn operator_me(caller: PlatformCaller) -> Result<Answer<OperatorPayload>, Refusal> {
    match caller.actor {
        PlatformActor::Operator { id, name, email, .. } => {
            Ok(Answer::new(OperatorPayload { operator: Operator { id, name, email } }))
        }
        _ => Err(Refusal::new(MessageId::L014)),
    }
}

/// Ends the session: the cookie is dead when the answer arrives.
#[utoipa::path(post, path = "/v1/oa/operator/sign-out", operation_id = "operator_sign_out", tag = "console",
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem)),
    extensions(("x-permission" = json!("platform.operator"))))]
pub async fn operator_sign_out(State(console): State<Console>, caller: PlatformCaller) -> Result<Response, Refusal> {
    console.operator_sign_out(&caller).await?;
    let mut response = Answer::done().into_response();
    response.headers_mut().append(header::SET_COOKIE, NO_COOKIE);
    Ok(response)
}

fn with_cookie(answer: impl IntoResponse, token: &str) -> Response {
    let mut response = answer.into_response();
    if let Some(cookie) = set_cookie(token) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
