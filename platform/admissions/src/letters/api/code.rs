//! `/v1/oa/public/letter_code`: the code that a letter asks its signer for.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::extract::Body;
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::views::ReachedPayload;
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::letters::open::Held;
use crate::letters::service::{LetterTools, Letters};

/// Codes that are asked for. Behind one address there are many families.
const CODES: Rate = Rate::new("letter_code", 60, 15);

pub(super) fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    LetterTools: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(send_letter_code))
}

/// Whose letter.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SendLetterCodeRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    token: String,
    /// The code of the letter's template; left out, whichever it is.
    #[schema(max_length = 40)]
    sims_criteria_code: Option<String>,
}

/// A code that is on its way.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterCodePayload {
    to: ReachedPayload,
    /// Seconds that it is good for.
    expires_in: i64,
    /// Seconds until another one may be asked for.
    resend_in: i64,
}

/// Sends the code that `prove_letter` takes of a letter whose `second_proof` is `code`; the one before is dead. L010 for every link that opens
/// nothing, and of a letter that asks for no code; L002 past what one link (a minute apart, five in an hour, twelve in a day) or one address gets,
/// R012 past what the school sends.
#[utoipa::path(post, path = "/v1/oa/public/letter_code", operation_id = "send_letter_code", tag = "family", request_body = SendLetterCodeRequest,
    responses((status = 200, body = Answer<LetterCodePayload>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(CODES))))]
pub async fn send_letter_code(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<SendLetterCodeRequest>,
) -> Result<Answer<LetterCodePayload>, Refusal> {
    let held = Held { token: asked.token, code: asked.sims_criteria_code };
    let sent = letters.send_code(&caller, &school, &held).await?;
    Ok(Answer::new(LetterCodePayload { to: sent.to.into(), expires_in: sent.expires_in, resend_in: sent.resend_in }))
}
