//! Password, second factor, tracking code.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use kernel::extract::Body;
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;

use crate::api::{SessionPayload, session_answer, with_session};
use crate::device;
use crate::entry::first::Entered;
use crate::factor::Proposal;
use crate::rates::SIGN_IN;
use crate::service::Identity;

/// Tracking codes that are typed in.
const TRACK: Rate = Rate::new("track", 60, 12);

/// Address (or user name, which is the address) and password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LoginRequest {
    /// The address.
    #[schema(max_length = 254)]
    email: Option<String>,
    /// The same under the older name.
    #[serde(rename = "userName")]
    #[schema(max_length = 254)]
    user_name: Option<String>,
    /// The password.
    #[schema(max_length = 1024)]
    password: String,
    /// The proof that a person asks, where the page has one.
    #[schema(max_length = 4096)]
    captcha_token: Option<String>,
    /// What sign-ins in this browser gave as `known_browser`.
    #[serde(default)]
    #[schema(max_items = 5)]
    known_browsers: Vec<String>,
}

/// The second factor, or its set-up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondFactorRequest {
    /// What the first proof gave.
    #[schema(max_length = 255)]
    challenge: String,
    /// The authenticator's code, or a recovery code.
    #[schema(max_length = 64)]
    code: String,
}

/// A tracking code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TrackRequest {
    /// The code.
    #[schema(max_length = 100)]
    tracking_code: String,
    /// The proof that a person asks, where the page has one.
    #[schema(max_length = 4096)]
    captcha_token: Option<String>,
}

/// The second factor is asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct FactorPayload {
    /// Always true.
    mfa_required: bool,
    /// What it is answered with.
    #[schema(extensions(("x-secret" = json!(true))))]
    challenge: String,
    /// `totp` and `recovery`.
    methods: Vec<&'static str>,
}

/// A second factor has to be set up first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetupPayload {
    /// Always true.
    mfa_setup_required: bool,
    /// What it is confirmed with.
    #[schema(extensions(("x-secret" = json!(true))))]
    challenge: String,
    /// What an authenticator is set up with. Shown once.
    totp: Proposal,
}

/// What a right proof leads to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum EnteredPayload {
    /// A session.
    Session(SessionPayload),
    /// The second factor.
    Factor(FactorPayload),
    /// Its set-up.
    Setup(SetupPayload),
}

/// A session, and recovery codes after a set-up.
#[derive(Debug, Serialize, ToSchema)]
pub struct FactorPassedPayload {
    /// The session.
    #[serde(flatten)]
    session: SessionPayload,
    /// Shown once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(extensions(("x-secret" = json!(true))))]
    recovery_codes: Vec<String>,
}

/// The answer to a right proof.
pub(super) fn entered_answer(entered: Entered) -> Response {
    match entered {
        Entered::Opened(opened) => session_answer(&opened),
        Entered::FactorRequired { challenge } => {
            let payload = FactorPayload { mfa_required: true, challenge, methods: vec!["totp", "recovery"] };
            Answer::new(EnteredPayload::Factor(payload)).into_response()
        }
        Entered::SetupRequired { challenge, totp } => {
            let payload = SetupPayload { mfa_setup_required: true, challenge, totp: *totp };
            Answer::new(EnteredPayload::Setup(payload)).into_response()
        }
    }
}

/// Lets somebody in by password.
#[utoipa::path(post, path = "/v1/oa/auth/login", operation_id = "login", tag = "auth", request_body = LoginRequest,
    responses((status = 200, body = Answer<EnteredPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SIGN_IN))))]
pub async fn login(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    Body(asked): Body<LoginRequest>,
) -> Result<Response, Refusal> {
    let name = asked.email.or(asked.user_name).ok_or_else(|| Refusal::malformed("email is missing"))?;
    if asked.captcha_token.is_some() {
        identity.require_proof(&caller, &school, asked.captcha_token.as_deref()).await?;
    }
    let device = device::label(&headers);
    let browsers = asked.known_browsers.into();
    Ok(entered_answer(identity.sign_in(&caller, &school, &name, asked.password, device, &browsers).await?))
}

/// Answers the challenge of a sign-in with the second factor.
#[utoipa::path(post, path = "/v1/oa/auth/second-factor", operation_id = "verify_second_factor", tag = "auth",
    request_body = SecondFactorRequest,
    responses((status = 200, body = Answer<FactorPassedPayload>), (status = 401, body = Problem), (status = 422, body = Problem),
    (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SIGN_IN))))]
pub async fn verify_second_factor(
    State(identity): State<Identity>,
    caller: Caller,
    headers: HeaderMap,
    Body(asked): Body<SecondFactorRequest>,
) -> Result<Response, Refusal> {
    let device = device::label(&headers);
    let (opened, recovery_codes) = identity.second_factor(&caller, &asked.challenge, &asked.code, device).await?;
    let payload = FactorPassedPayload { session: SessionPayload::from(&opened), recovery_codes };
    Ok(with_session(Answer::new(payload), &opened))
}

/// Lets an applicant in again, until they choose a password, which takes the code's place.
#[utoipa::path(post, path = "/v1/oa/auth/track", operation_id = "track_application", tag = "auth", request_body = TrackRequest,
    responses((status = 200, body = Answer<EnteredPayload>), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(TRACK))))]
pub async fn track_application(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    Body(asked): Body<TrackRequest>,
) -> Result<Response, Refusal> {
    if asked.captcha_token.is_some() {
        identity.require_proof(&caller, &school, asked.captcha_token.as_deref()).await?;
    }
    let device = device::label(&headers);
    Ok(entered_answer(identity.track(&caller, &school, &asked.tracking_code, device).await?))
}
