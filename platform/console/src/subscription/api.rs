//! `/v1/oa/public/info`, `…/captcha`, `…/subdomain`, `…/subscribe` and `/v1/oa/operator/subscriptions`.

use axum::extract::{FromRef, State as FromState};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use identity::rates::{CAPTCHA, RECOVER};
use kernel::extract::{Body, InPath, Params};
use kernel::idempotency::parse_key;
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::{Answer, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tenants::bundle::entry::CaptchaProvider;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::countries;
use super::model::{State, SubscribeRequest, Subscription, TERMS_VERSION};
use super::names::NameFault;
use super::plans::Plan;
use super::service::Looked;
use crate::caller::PlatformCaller;
use crate::ids::SubscriptionId;
use crate::service::Console;

/// Requests for a school: each sends a mail.
const SUBSCRIBE: Rate = Rate::new("subscribe", 20, 4);
/// Names under the platform's domain that are asked for.
const SUBDOMAIN: Rate = Rate::new("subdomain", 120, 60);

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Console: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(get_platform_info))
        .routes(routes!(get_platform_captcha))
        .routes(routes!(check_subdomain))
        .routes(routes!(subscribe))
        .routes(routes!(confirm_subscription))
        .routes(routes!(list_subscriptions))
        .routes(routes!(approve_subscription))
        .routes(routes!(reject_subscription))
}

/// What can be asked for.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformInfoPayload {
    /// The plans.
    plans: Vec<Plan>,
    /// ISO 3166-1 alpha-2 codes.
    countries: Vec<&'static str>,
    /// Who sets the riddle that `subscribe` wants solved.
    captcha_provider: CaptchaProvider,
    /// The key that pages show to the provider; null where there is none.
    captcha_site_key: Option<String>,
    /// The terms that a request agrees to.
    terms_version: &'static str,
    /// Schools live at `<subdomain>.<base_domain>`.
    base_domain: String,
}

/// What has to be solved.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformCaptcha {
    /// Who sets the riddle.
    provider: CaptchaProvider,
    /// Empty: the riddle is this server's own.
    site_key: String,
    /// This server's own riddle.
    #[schema(value_type = Option<Object>)]
    challenge: Option<Value>,
    /// Seconds for which it can be solved.
    expires_in: i64,
}

/// Answer to "what has to be solved?".
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformCaptchaPayload {
    /// The riddle.
    captcha: PlatformCaptcha,
}

/// A name to look at.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SubdomainQuery {
    /// The name before the base domain.
    name: String,
}

/// Whether a name can be had.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Subdomain {
    /// The name, in its plain form.
    name: String,
    /// Whether it can be had.
    free: bool,
    /// Why not.
    reason: Option<NameFault>,
    /// Names like it that can be had.
    suggestions: Vec<String>,
}

/// Answer to a name.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SubdomainPayload {
    /// What is known of it.
    subdomain: Subdomain,
}

/// A request that was taken in.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SubscribedPayload {
    /// Its id.
    subscription_id: String,
    /// `pending_email`.
    state: State,
}

/// A link out of a letter.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmSubscriptionRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    token: String,
}

/// A request, as who asked sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConfirmedSubscription {
    /// The school's name in English.
    school_name: String,
    /// The name before the base domain.
    subdomain: String,
    /// `pending_review`.
    state: State,
}

/// Answer to a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConfirmedSubscriptionPayload {
    /// What was confirmed.
    subscription: ConfirmedSubscription,
}

/// What the list is narrowed to.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SubscriptionsQuery {
    /// One state; all when left out.
    state: Option<State>,
    /// Where the page starts: the last page's `next_cursor`.
    cursor: Option<String>,
    /// 50 when left out; less than 1 counts as 1, more than 500 as 500.
    page_size: Option<u32>,
}

/// A page of requests.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SubscriptionsPayload {
    /// The newest first.
    items: Vec<Subscription>,
    /// Where the next page starts; null on the last one.
    next_cursor: Option<String>,
    /// How many there are, by state.
    #[schema(value_type = std::collections::BTreeMap<String, i64>)]
    counts: Map<String, Value>,
}

/// A yes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApproveRequest {
    /// The version that it is based on.
    version: i64,
}

/// A no.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RejectRequest {
    /// The version that it is based on.
    version: i64,
    /// Why: who asked reads it.
    #[schema(max_length = 400)]
    reason: String,
}

/// One request.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SubscriptionPayload {
    /// The request.
    subscription: Subscription,
}

impl Console {
    fn provider(&self) -> CaptchaProvider {
        if self.0.captcha { CaptchaProvider::Altcha } else { CaptchaProvider::Off }
    }
}

/// Plans, countries and terms: what a request for a school is made of.
#[utoipa::path(get, path = "/v1/oa/public/info", operation_id = "get_platform_info", tag = "platform",
    responses((status = 200, body = Answer<PlatformInfoPayload>)), extensions(("x-permission" = json!("platform.public"))))]
pub async fn get_platform_info(
    FromState(console): FromState<Console>,
    _caller: PlatformCaller,
) -> Answer<PlatformInfoPayload> {
    Answer::new(PlatformInfoPayload {
        plans: console.0.plans.clone(),
        countries: countries::all().map(|country| country.code).collect(),
        captcha_provider: console.provider(),
        captcha_site_key: None,
        terms_version: TERMS_VERSION,
        base_domain: console.0.registry.policy().base_domain.clone(),
    })
}

/// A riddle whose solution proves that a person asks.
#[utoipa::path(get, path = "/v1/oa/public/captcha", operation_id = "get_platform_captcha", tag = "platform",
    responses((status = 200, body = Answer<PlatformCaptchaPayload>), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("platform.public")), ("x-rate" = json!(CAPTCHA))))]
pub async fn get_platform_captcha(
    FromState(console): FromState<Console>,
    _caller: PlatformCaller,
) -> Result<Answer<PlatformCaptchaPayload>, Refusal> {
    let captcha = PlatformCaptcha {
        provider: console.provider(),
        site_key: String::new(),
        challenge: console.riddle().await?,
        expires_in: identity::captcha::LIFE_MS / 1000,
    };
    Ok(Answer::new(PlatformCaptchaPayload { captcha }))
}

/// Whether a name under the base domain can be had.
#[utoipa::path(get, path = "/v1/oa/public/subdomain", operation_id = "check_subdomain", tag = "platform", params(SubdomainQuery),
    responses((status = 200, body = Answer<SubdomainPayload>), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("platform.public")), ("x-rate" = json!(SUBDOMAIN))))]
pub async fn check_subdomain(
    FromState(console): FromState<Console>,
    _caller: PlatformCaller,
    Params(asked): Params<SubdomainQuery>,
) -> Result<Answer<SubdomainPayload>, Refusal> {
    let Looked { name, reason, suggestions } = console.look_up_name(&asked.name).await?;
    Ok(Answer::new(SubdomainPayload { subdomain: Subdomain { name, free: reason.is_none(), reason, suggestions } }))
}

/// Asks for a school. A letter to the contact confirms the address.
#[utoipa::path(post, path = "/v1/oa/public/subscribe", operation_id = "subscribe", tag = "platform",
    params(("Idempotency-Key" = String, Header, description = "16 to 255 visible ASCII characters")), request_body = SubscribeRequest,
    responses((status = 201, body = Answer<SubscribedPayload>), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)), extensions(("x-permission" = json!("platform.public")), ("x-rate" = json!(SUBSCRIBE)), ("x-page" = json!("any"))))]
pub async fn subscribe(
    FromState(console): FromState<Console>,
    caller: PlatformCaller,
    headers: HeaderMap,
    Body(asked): Body<SubscribeRequest>,
) -> Result<Response, Refusal> {
    let taken = console.subscribe(&caller, parse_key(&headers)?, asked).await?;
    let answer = |id| Answer::new(SubscribedPayload { subscription_id: String::from(id), state: State::PendingEmail });
    Ok(taken.map(|id| (StatusCode::CREATED, answer(id))).into_response())
}

/// Confirms the address of a request by the link in the letter.
#[utoipa::path(post, path = "/v1/oa/public/subscribe/confirm", operation_id = "confirm_subscription", tag = "platform",
    request_body = ConfirmSubscriptionRequest, responses((status = 200, body = Answer<ConfirmedSubscriptionPayload>),
        (status = 404, body = Problem), (status = 429, body = Problem)), extensions(("x-permission" = json!("platform.public")), ("x-rate" = json!(RECOVER)), ("x-page" = json!("any"))))]
pub async fn confirm_subscription(
    FromState(console): FromState<Console>,
    caller: PlatformCaller,
    Body(asked): Body<ConfirmSubscriptionRequest>,
) -> Result<Answer<ConfirmedSubscriptionPayload>, Refusal> {
    let Subscription { school_name, subdomain, state, .. } =
        console.confirm_subscription(&caller, &asked.token).await?;
    let subscription = ConfirmedSubscription { school_name, subdomain, state };
    Ok(Answer::new(ConfirmedSubscriptionPayload { subscription }))
}

/// Requests, the newest first.
#[utoipa::path(get, path = "/v1/oa/operator/subscriptions", operation_id = "list_subscriptions", tag = "console",
    params(SubscriptionsQuery), responses((status = 200, body = Answer<SubscriptionsPayload>), (status = 401, body = Problem)),
    extensions(("x-permission" = json!("platform.operator"))))]
pub async fn list_subscriptions(
    FromState(console): FromState<Console>,
    caller: PlatformCaller,
    Params(asked): Params<SubscriptionsQuery>,
) -> Result<Answer<SubscriptionsPayload>, Refusal> {
    let page = console.subscriptions(&caller, asked.state, asked.cursor.as_deref(), asked.page_size).await?;
    Ok(Answer::new(SubscriptionsPayload { items: page.items, next_cursor: page.next_cursor, counts: page.counts }))
}

/// Approves a request: its school is made, and its first administrator invited.
#[utoipa::path(post, path = "/v1/oa/operator/subscriptions/{id}/approve", operation_id = "approve_subscription", tag = "console",
    params(("id" = String, Path, description = "The request's id")), request_body = ApproveRequest,
    responses((status = 200, body = Answer<SubscriptionPayload>), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)), extensions(("x-permission" = json!("platform.operator"))))]
pub async fn approve_subscription(
    FromState(console): FromState<Console>,
    caller: PlatformCaller,
    InPath(id): InPath<SubscriptionId>,
    Body(asked): Body<ApproveRequest>,
) -> Result<Answer<SubscriptionPayload>, Refusal> {
    let subscription = console.approve(&caller, id, asked.version).await?;
    Ok(Answer::new(SubscriptionPayload { subscription }))
}

/// Rejects a request, and tells who asked.
#[utoipa::path(post, path = "/v1/oa/operator/subscriptions/{id}/reject", operation_id = "reject_subscription", tag = "console",
    params(("id" = String, Path, description = "The request's id")), request_body = RejectRequest,
    responses((status = 200, body = Answer<SubscriptionPayload>), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)), extensions(("x-permission" = json!("platform.operator"))))]
pub async fn reject_subscription(
    FromState(console): FromState<Console>,
    caller: PlatformCaller,
    InPath(id): InPath<SubscriptionId>,
    Body(asked): Body<RejectRequest>,
) -> Result<Answer<SubscriptionPayload>, Refusal> {
    let subscription = console.reject(&caller, id, asked.version, &asked.reason).await?;
    Ok(Answer::new(SubscriptionPayload { subscription }))
}
