//! `/v1/oa/auth/*`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use kernel::extract::{Body, OptionalBody, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, MessageId, Nothing, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::sabotage::{Guard, is_removed};
use words::{Language, Role, SchoolId, Text};

use crate::accounts::NewPassword;
use crate::model::{Kind, RequestSite};
use crate::policy::school_words;
use crate::rates::RECOVER;
use crate::service::Identity;
use crate::sessions::{Opened, SessionTill};
use crate::token::bearer_of;

/// The refresh cookie. `__Host-`: no other host, also no sibling school, can set it.
pub(crate) const COOKIE: &str = "__Host-rt";

/// The routes of signing in.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Identity: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(refresh_session))
        .routes(routes!(sign_out))
        .routes(routes!(check_reset_link))
        .routes(routes!(reset_password))
        .routes(routes!(validate_school_id))
        .merge(crate::entry::api::routes())
}

/// Who signed in.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SessionUser {
    /// Their id.
    id: String,
    /// Address of a picture; empty for none.
    #[schema(extensions(("x-secret" = json!(true))))]
    avatar: String,
    /// Their name.
    #[serde(rename = "userName")]
    user_name: String,
    /// Their address.
    email: String,
    /// Their roles.
    authority: Vec<Role>,
    /// What sort of person.
    kind: Kind,
}

/// What sort of session it is.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SessionKind {
    /// It decides how long the session lasts.
    kind: Kind,
    /// The till that it is at.
    #[serde(skip_serializing_if = "Option::is_none")]
    till: Option<SessionTill>,
}

/// A session that was opened or carried on.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SessionPayload {
    /// Who.
    user: SessionUser,
    /// The bearer.
    #[schema(extensions(("x-secret" = json!(true))))]
    token: String,
    /// Seconds that it is good for.
    expires_in: i64,
    /// What sort of session it is.
    session: SessionKind,
    /// For the browser to keep over sessions, and to bring along as one of `known_browsers`: strangers who try at this account, or
    /// ask for its codes and links, do not stand in its way then. It opens nothing. Takes the place of what was kept for this person.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(extensions(("x-secret" = json!(true))))]
    known_browser: Option<String>,
}

impl From<&Opened> for SessionPayload {
    fn from(opened: &Opened) -> Self {
        let avatar = match opened.avatar.as_str() {
            "" => String::new(),
            key => format!("/api/v1/oa/common/avatars/{key}"),
        };
        Self {
            user: SessionUser {
                id: opened.user_id.to_string(),
                avatar,
                user_name: opened.name.clone(),
                email: opened.email.clone(),
                authority: opened.roles.clone(),
                kind: opened.user_kind,
            },
            token: opened.token.clone(),
            expires_in: opened.expires_in,
            session: SessionKind { kind: opened.kind, till: opened.till.clone() },
            known_browser: opened.known_browser.clone(),
        }
    }
}

/// Which session to end.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignOutRequest {
    /// Its bearer; may also come in the header.
    token: Option<String>,
}

/// A new password by a one-time link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetPasswordRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    token: String,
    /// The new password.
    #[schema(max_length = 1024)]
    password: String,
    /// What a family's person is called, where nothing that was told before came along.
    #[schema(max_length = 120)]
    name: Option<String>,
}

/// A one-time link to look at.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckResetLinkRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    token: String,
}

/// A school id to look at.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ValidateSchoolIdQuery {
    /// The id.
    school_id: String,
}

/// A school, as a sign-in page confirms it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ValidatedSchool {
    /// Its id.
    code: String,
    /// Its name.
    name: Text,
    /// Whether it may be used.
    active: bool,
}

/// Answer to a school id.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ValidateSchoolIdPayload {
    /// The school.
    school: ValidatedSchool,
}

/// Carries the session on: takes the refresh cookie, gives a new bearer and the next cookie.
#[utoipa::path(post, path = "/v1/oa/auth/refresh", operation_id = "refresh_session", tag = "auth",
    responses((status = 200, body = Answer<SessionPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!("none"))))]
pub async fn refresh_session(
    State(identity): State<Identity>,
    caller: Caller,
    Extension(site): Extension<RequestSite>,
    headers: HeaderMap,
    jar: CookieJar,
) -> Result<Response, Refusal> {
    require_same_origin(&headers, &site)?;
    let cookie = jar.get(COOKIE).map(|cookie| cookie.value().to_owned());
    let opened = match cookie {
        Some(refresh) => identity.refresh(&caller, &refresh).await,
        None => Err(Refusal::new(MessageId::L014)),
    };
    match opened {
        Ok(opened) => Ok(session_answer(&opened)),
        Err(refusal) if refusal.id() == MessageId::L014 => Ok(without_cookie(refusal)),
        Err(refusal) => Err(refusal),
    }
}

/// Ends the session: the bearer and the cookie are dead when the answer arrives.
#[utoipa::path(post, path = "/v1/oa/auth/sign-out", operation_id = "sign_out", tag = "auth", request_body = Option<SignOutRequest>,
    responses((status = 200, body = Answer<Nothing>)), extensions(("x-permission" = json!("public")), ("x-rate" = json!("none"))))]
pub async fn sign_out(
    State(identity): State<Identity>,
    caller: Caller,
    headers: HeaderMap,
    jar: CookieJar,
    OptionalBody(asked): OptionalBody<SignOutRequest>,
) -> Result<Response, Refusal> {
    let refresh = jar.get(COOKIE).map(|cookie| cookie.value().to_owned());
    let bearer = asked.token.or_else(|| bearer_of(&headers).map(str::to_owned));
    identity.sign_out(&caller, bearer.as_deref(), refresh.as_deref()).await?;
    Ok(without_cookie(Answer::done()))
}

/// Whether a one-time link still sets a password; looking uses nothing up.
#[utoipa::path(post, path = "/v1/oa/auth/check-reset-link", operation_id = "check_reset_link", tag = "auth", request_body = CheckResetLinkRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(RECOVER))))]
pub async fn check_reset_link(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<CheckResetLinkRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    identity.check_reset_link(&caller, &asked.token).await?;
    Ok(Answer::done())
}

/// Sets a password by a one-time link, and ends the person's sessions.
#[utoipa::path(post, path = "/v1/oa/auth/reset-password", operation_id = "reset_password", tag = "auth", request_body = ResetPasswordRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(RECOVER))))]
pub async fn reset_password(
    State(identity): State<Identity>,
    caller: Caller,
    Extension(school): Extension<Arc<School>>,
    Body(asked): Body<ResetPasswordRequest>,
) -> Result<Response, Refusal> {
    let (words, locale) = (school_words(&school), first_language(&school));
    let new = NewPassword { password: asked.password, name: asked.name };
    identity.reset_password(&caller, &asked.token, new, words, locale).await?;
    Ok(without_cookie(Answer::done()))
}

/// Confirms the id of the school at this host; any other id is unknown here.
#[utoipa::path(get, path = "/v1/oa/auth/validate-schoolid", operation_id = "validate_school_id", tag = "auth", params(ValidateSchoolIdQuery),
    responses((status = 200, body = Answer<ValidateSchoolIdPayload>), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("public"))))]
pub async fn validate_school_id(
    caller: Caller,
    Extension(school): Extension<Arc<School>>,
    Params(asked): Params<ValidateSchoolIdQuery>,
) -> Result<Answer<ValidateSchoolIdPayload>, Refusal> {
    let id = SchoolId::parse(&asked.school_id).ok().filter(|id| id == caller.school.id());
    let id = id.ok_or_else(|| Refusal::new(MessageId::L007).status(StatusCode::NOT_FOUND))?;
    let school = ValidatedSchool { code: id.to_string(), name: school.config().name.clone(), active: true };
    Ok(Answer::new(ValidateSchoolIdPayload { school }))
}

/// The language of who told none: the school's own first one.
pub(crate) fn first_language(school: &School) -> &'static str {
    school.config().languages.first().copied().unwrap_or(Language::En).as_str()
}

/// A page of another site must not carry a session on, whatever the browser thinks of its cookie.
fn require_same_origin(headers: &HeaderMap, site: &RequestSite) -> Result<(), Refusal> {
    let origin = headers.get(header::ORIGIN).and_then(|value| value.to_str().ok());
    let fetch_site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
    let same = origin.is_some_and(|origin| site.origins.iter().any(|own| own == origin))
        && fetch_site.is_none_or(|site| site == "same-origin");
    if same || is_removed(Guard::Origin) {
        Ok(())
    } else {
        Err(Refusal::malformed("Origin is not this school's").status(StatusCode::FORBIDDEN))
    }
}

/// The plain answer to whoever was let in.
#[must_use]
pub fn session_answer(opened: &Opened) -> Response {
    with_session(Answer::new(SessionPayload::from(opened)), opened)
}

/// An answer that lets somebody in: it hands out the session's refresh cookie. Its body holds a [`SessionPayload`].
#[must_use]
pub fn with_session(answer: impl IntoResponse, opened: &Opened) -> Response {
    let cookie = format!("{COOKIE}={}; Path=/; Max-Age={}{}", opened.refresh, opened.refresh_in, firm());
    with_cookie(answer.into_response(), &cookie)
}

fn without_cookie(answer: impl IntoResponse) -> Response {
    with_cookie(answer.into_response(), &format!("{COOKIE}=; Path=/; Max-Age=0{}", firm()))
}

/// Over https only, to no script, and along with no request of another site.
pub(crate) fn firm() -> &'static str {
    if is_removed(Guard::CookieAttributes) { "" } else { "; Secure; HttpOnly; SameSite=Strict" }
}

pub(crate) fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}
