//! `/v1/oa/auth/*`: ways in.

mod accounts;
mod codes;
mod sign_in;

use axum::extract::FromRef;
use kernel::{Answer, MessageId, Nothing};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::service::Identity;

pub use sign_in::EnteredPayload;

/// The routes of ways in.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Identity: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(sign_in::login))
        .routes(routes!(sign_in::verify_second_factor))
        .routes(routes!(sign_in::track_application))
        .routes(routes!(accounts::register_user))
        .routes(routes!(accounts::verify_email))
        .routes(routes!(accounts::resend_verify_email))
        .routes(routes!(accounts::forget_password))
        .routes(routes!(codes::request_code))
        .routes(routes!(codes::resend_code))
        .routes(routes!(codes::verify_code))
}

/// The answer that says nothing about whether an account exists.
fn neutral() -> Answer<Nothing> {
    Answer { success: true, message_id: MessageId::L011.as_str(), payload: Nothing {} }
}
