//! Sending a form.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use kernel::extract::{Body, InPath};
use kernel::idempotency::{FirstAnswer, Outcome, parse_key};
use kernel::refusal::Problem;
use kernel::{Caller, Refusal};
use serde::Deserialize;
use serde_json::Value;
use tenants::School;
use utoipa::ToSchema;

use super::{FORM_WRITE, language};
use crate::forms::Forms;
use crate::forms::sent::Sent;
use crate::forms::submit::Sending;

/// A form to send.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SubmitRequest {
    /// The answers.
    #[schema(value_type = Object)]
    values: Value,
    /// `en` or `ar`.
    locale: String,
    /// Token of the draft that it was.
    draft: Option<String>,
    /// Proof that a person asks: where the school says that its forms want it, or once L012 said so.
    #[schema(max_length = 4096)]
    captcha_token: Option<String>,
}

/// Sends a form. The same key with the same body, whatever its proof, gives the first answer again. L012 asks a stranger for a proof, where
/// the school wants it of every form, and once strangers used up half of the school's day.
#[utoipa::path(post, path = "/v1/oa/public/forms/{form}/submissions", operation_id = "submit_form", tag = "forms",
    params(("form" = String, Path), ("Idempotency-Key" = String, Header, description = "16 to 255 visible characters")),
    request_body = SubmitRequest,
    responses((status = 201, body = Sent), (status = 400, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 410, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(FORM_WRITE))))]
pub async fn submit_form(
    State(forms): State<Forms>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(form): InPath<String>,
    headers: HeaderMap,
    Body(asked): Body<SubmitRequest>,
) -> Result<Outcome<FirstAnswer>, Refusal> {
    let key = parse_key(&headers)?;
    let (locale, proof) = (language(&asked.locale)?, asked.captcha_token);
    let sending = Sending { form, values: asked.values, locale, draft: asked.draft, key, proof };
    forms.submit(&caller, &school, sending).await
}
