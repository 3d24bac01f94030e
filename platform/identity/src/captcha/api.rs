//! `GET auth/captcha`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::refusal::Problem;
use kernel::{Answer, Refusal};
use serde::Serialize;
use tenants::School;
use tenants::bundle::entry::CaptchaProvider;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Challenge, LIFE_MS};
use crate::rates::CAPTCHA;
use crate::service::Identity;

/// What has to be solved.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Captcha {
    /// Who sets the riddle.
    provider: CaptchaProvider,
    /// The key that pages show to the provider; empty where there is none.
    site_key: String,
    /// This server's own riddle; null for other providers.
    #[schema(value_type = Option<Object>)]
    challenge: Option<Challenge>,
    /// Seconds for which it can be solved.
    expires_in: i64,
}

/// Answer to "what has to be solved?".
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CaptchaPayload {
    /// The riddle.
    captcha: Captcha,
}

/// The routes of proofs.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Identity: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(get_captcha))
}

/// A riddle whose solution proves that a person asks.
#[utoipa::path(get, path = "/v1/oa/auth/captcha", operation_id = "get_captcha", tag = "auth",
    responses((status = 200, body = Answer<CaptchaPayload>), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(CAPTCHA))))]
pub async fn get_captcha(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
) -> Result<Answer<CaptchaPayload>, Refusal> {
    let config = &school.config().captcha;
    let captcha = Captcha {
        provider: config.provider,
        site_key: config.site_key.clone().unwrap_or_default(),
        challenge: identity.riddle(&school).await?,
        expires_in: LIFE_MS / 1000,
    };
    Ok(Answer::new(CaptchaPayload { captcha }))
}
