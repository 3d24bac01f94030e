//! Making an account, proving its address, a forgotten password.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use kernel::extract::Body;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, MessageId, Nothing, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use tenants::bundle::config::Flag;
use utoipa::ToSchema;

use super::neutral;
use crate::api::{COOKIE, SessionPayload, firm, first_language, with_cookie, with_session};
use crate::device;
use crate::entry::links::PROOF_MS;
use crate::entry::register::NewFamily;
use crate::policy::school_words;
use crate::rates::{RECOVER, REGISTER};
use crate::service::Identity;

/// Marks the browser in which an account was begun.
const BEGUN: &str = "__Host-begun";

/// What a family tells to get an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RegisterUserRequest {
    /// Address: the name at sign-in.
    #[schema(max_length = 254)]
    email: String,
    /// Phone number.
    #[schema(max_length = 100)]
    phone: String,
    /// The password.
    #[schema(max_length = 1024)]
    password: String,
    /// Name.
    #[schema(max_length = 120)]
    name: String,
    /// `en` or `ar`.
    #[schema(max_length = 2)]
    locale: String,
    /// The version of the terms that they agreed to.
    #[schema(max_length = 40)]
    terms_version: String,
    /// The proof that a person asks.
    #[schema(max_length = 4096)]
    captcha_token: Option<String>,
}

/// A link's token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyEmailRequest {
    /// The token.
    #[schema(max_length = 255)]
    token: String,
}

/// An address that a letter is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LetterRequest {
    /// The address.
    #[schema(max_length = 254)]
    email: String,
    /// The proof that a person asks.
    #[schema(max_length = 4096)]
    captcha_token: Option<String>,
}

/// Whose password is forgotten.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgetPasswordRequest {
    /// The address.
    #[schema(max_length = 254)]
    email: String,
    /// The proof that a person asks.
    #[schema(max_length = 4096)]
    captcha_token: Option<String>,
    /// What sign-ins in this browser gave as `known_browser`.
    #[serde(default)]
    #[schema(max_items = 5)]
    known_browsers: Vec<String>,
}

/// What a link proved, and the session that it opened.
#[derive(Debug, Serialize, ToSchema)]
pub struct VerifiedEmailPayload {
    /// `verify_email`, `change_email`, `restore_email` or `restore_phone`.
    purpose: String,
    /// Sets the account's password by `reset_password`: it has none, or none that counts any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(extensions(("x-secret" = json!(true))))]
    set_password: Option<String>,
    /// Only in the browser that began.
    #[serde(flatten)]
    session: Option<SessionPayload>,
}

/// Makes a family's account. The same answer for an address that has one already.
#[utoipa::path(post, path = "/v1/oa/auth/register_user", operation_id = "register_user", tag = "auth",
    request_body = RegisterUserRequest,
    responses((status = 201, body = Answer<Nothing>), (status = 403, body = Problem), (status = 422, body = Problem),
    (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(REGISTER))))]
pub async fn register_user(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<RegisterUserRequest>,
) -> Result<Response, Refusal> {
    if school.config().conditional_screens.sign_up != Flag::Y {
        return Err(Refusal::new(MessageId::L015));
    }
    let new = NewFamily {
        email: asked.email,
        phone: asked.phone,
        password: asked.password,
        name: asked.name,
        locale: asked.locale,
        terms_version: asked.terms_version,
    };
    let new = new.checked(&school)?;
    identity.require_proof(&caller, &school, asked.captcha_token.as_deref()).await?;
    let begun = identity.register_family(&caller, new, school_words(&school)).await?;
    Ok(with_begun((StatusCode::CREATED, neutral()), &begun))
}

/// Uses a link that proves an address: only this, never a mere look at the page.
#[utoipa::path(post, path = "/v1/oa/auth/verify-email", operation_id = "verify_email", tag = "auth",
    request_body = VerifyEmailRequest,
    responses((status = 200, body = Answer<VerifiedEmailPayload>), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(RECOVER))))]
pub async fn verify_email(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    jar: CookieJar,
    Body(asked): Body<VerifyEmailRequest>,
) -> Result<Response, Refusal> {
    let cookie = |name: &str| jar.get(name).map(|cookie| cookie.value().to_owned());
    let (begun, refresh) = (cookie(BEGUN), cookie(COOKIE));
    let (device, locale) = (device::label(&headers), first_language(&school));
    let verified = identity.verify_email(&caller, &school, &asked.token, (begun, refresh), device, locale).await?;
    let session = verified.opened.as_deref().map(SessionPayload::from);
    let (purpose, set_password) = (verified.purpose.to_owned(), verified.set_password);
    let answer = Answer::new(VerifiedEmailPayload { purpose, set_password, session });
    Ok(match &verified.opened {
        Some(opened) => with_cookie(with_session(answer, opened), &mark("", 0)),
        None => answer.into_response(),
    })
}

/// Sends the letter that proves an address once more.
#[utoipa::path(post, path = "/v1/oa/auth/resend-verify-email", operation_id = "resend_verify_email", tag = "auth",
    request_body = LetterRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(RECOVER))))]
pub async fn resend_verify_email(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<LetterRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    if asked.captcha_token.is_some() || identity.wants_proof_for_links(&caller).await? {
        identity.require_proof(&caller, &school, asked.captcha_token.as_deref()).await?;
    }
    identity.resend_verification(&caller, &asked.email).await?;
    Ok(neutral())
}

/// Sends a link that sets a new password.
#[utoipa::path(post, path = "/v1/oa/auth/forget-password", operation_id = "forget_password", tag = "auth",
    request_body = ForgetPasswordRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(RECOVER))))]
pub async fn forget_password(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<ForgetPasswordRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    identity.require_proof(&caller, &school, asked.captcha_token.as_deref()).await?;
    identity.forget_password(&caller, &asked.email, asked.known_browsers.into()).await?;
    Ok(neutral())
}

fn with_begun(answer: impl IntoResponse, begun: &str) -> Response {
    with_cookie(answer.into_response(), &mark(begun, PROOF_MS / 1000))
}

fn mark(value: &str, seconds: i64) -> String {
    format!("{BEGUN}={value}; Path=/; Max-Age={seconds}{}", firm())
}
