//! Codes that are sent.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use kernel::extract::Body;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, MessageId, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use tenants::bundle::config::Flag;
use utoipa::ToSchema;
use words::verdict::Issue;

use super::sign_in::{EnteredPayload, entered_answer};
use crate::device;
use crate::entry::codes::{CodeAsked, CodeSent};
use crate::entry::details::require_reached;
use crate::rates::{CODE, SIGN_IN};
use crate::service::Identity;

/// Where a code is to go: an address or a phone.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeRequest {
    /// The address.
    #[schema(max_length = 254)]
    email: Option<String>,
    /// The phone number.
    #[schema(max_length = 100)]
    phone: Option<String>,
    /// What it is for.
    purpose: CodePurpose,
    /// Language of the letter for who told none yet: `en` or `ar`.
    #[schema(max_length = 2)]
    locale: Option<String>,
    /// The proof that a person asks.
    #[schema(max_length = 4096)]
    captcha_token: Option<String>,
    /// What sign-ins in this browser gave as `known_browser`.
    #[serde(default)]
    #[schema(max_items = 5)]
    known_browsers: Vec<String>,
}

/// What a code is for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CodePurpose {
    /// Signing in.
    SignIn,
}

/// Which code is to be sent anew.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResendCodeRequest {
    /// What asking for it gave.
    #[schema(max_length = 255)]
    challenge_id: String,
    /// What sign-ins in this browser gave as `known_browser`.
    #[serde(default)]
    #[schema(max_items = 5)]
    known_browsers: Vec<String>,
}

/// A code that came.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyCodeRequest {
    /// What asking for it gave.
    #[schema(max_length = 255)]
    challenge_id: String,
    /// Six digits.
    #[schema(max_length = 64)]
    code: String,
    /// Name of who has no account yet.
    #[schema(max_length = 120)]
    name: Option<String>,
}

/// A code is on its way, or nobody is there: the answer does not tell.
#[derive(Debug, Serialize, ToSchema)]
pub struct CodeSentPayload {
    /// What the code is answered with.
    #[schema(extensions(("x-secret" = json!(true))))]
    challenge_id: String,
    /// Seconds that it is good for.
    expires_in: i64,
    /// Seconds until another one may be asked for.
    resend_in: i64,
}

impl From<CodeSent> for CodeSentPayload {
    fn from(sent: CodeSent) -> Self {
        Self { challenge_id: sent.challenge, expires_in: sent.expires_in, resend_in: sent.resend_in }
    }
}

fn require_offered(school: &School) -> Result<(), Refusal> {
    if school.config().conditional_screens.otp == Flag::Y { Ok(()) } else { Err(Refusal::new(MessageId::L015)) }
}

/// Sends a code for signing in.
#[utoipa::path(post, path = "/v1/oa/auth/auth-otp", operation_id = "request_code", tag = "auth", request_body = CodeRequest,
    responses((status = 200, body = Answer<CodeSentPayload>), (status = 403, body = Problem), (status = 422, body = Problem),
    (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(CODE))))]
pub async fn request_code(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<CodeRequest>,
) -> Result<Answer<CodeSentPayload>, Refusal> {
    require_offered(&school)?;
    let CodePurpose::SignIn = asked.purpose;
    let invalid = |path: &str, format: &str| {
        Refusal::new(MessageId::L017).errors(vec![Issue::error(path, "format").with("format", format)])
    };
    let first = school.config().languages.first().map(ToString::to_string).unwrap_or_default();
    let locale = asked.locale.filter(|locale| matches!(locale.as_str(), "en" | "ar")).unwrap_or(first);
    let target = match (&asked.email, &asked.phone) {
        (Some(email), None) => CodeAsked::by_email(email, &locale).ok_or_else(|| invalid("/email", "email"))?,
        (None, Some(phone)) => CodeAsked::by_phone(phone, &locale).ok_or_else(|| invalid("/phone", "phone"))?,
        _ => return Err(Refusal::malformed("either email or phone is needed")),
    };
    if let Some(number) = target.phone() {
        if school.config().sms.is_none() {
            return Err(Refusal::new(MessageId::L015));
        }
        require_reached(&school, number)?;
    }
    identity.require_proof(&caller, &school, asked.captcha_token.as_deref()).await?;
    Ok(Answer::new(identity.request_code(&caller, target, asked.known_browsers.into()).await?.into()))
}

/// Sends another code in the place of one.
#[utoipa::path(post, path = "/v1/oa/auth/resend-auth-otp", operation_id = "resend_code", tag = "auth",
    request_body = ResendCodeRequest,
    responses((status = 200, body = Answer<CodeSentPayload>), (status = 403, body = Problem), (status = 422, body = Problem),
    (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(CODE))))]
pub async fn resend_code(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<ResendCodeRequest>,
) -> Result<Answer<CodeSentPayload>, Refusal> {
    require_offered(&school)?;
    let browsers = asked.known_browsers.into();
    Ok(Answer::new(identity.resend_code(&caller, &school, &asked.challenge_id, browsers).await?.into()))
}

/// Lets somebody in by a code.
#[utoipa::path(post, path = "/v1/oa/auth/verify-auth-otp", operation_id = "verify_code", tag = "auth",
    request_body = VerifyCodeRequest,
    responses((status = 200, body = Answer<EnteredPayload>), (status = 403, body = Problem), (status = 422, body = Problem),
    (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SIGN_IN))))]
pub async fn verify_code(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    Body(asked): Body<VerifyCodeRequest>,
) -> Result<Response, Refusal> {
    require_offered(&school)?;
    let device = device::label(&headers);
    let (challenge, code) = (asked.challenge_id.as_str(), asked.code.as_str());
    Ok(entered_answer(identity.verify_code(&caller, &school, challenge, code, asked.name, device).await?))
}
