//! `/v1/oa/public/applications/{application}/letter`: the letter of an offer, from the family's own page.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::response::Response;
use kernel::extract::InPath;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{OPENED, pdf};
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::letters::service::{LetterTools, Letters};

/// The routes of a family's own letter.
pub(super) fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    LetterTools: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(open_own_letter)).routes(routes!(download_own_letter))
}

/// The way to a letter.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnLetterPayload {
    /// Of its page, with a token that is good for an hour.
    #[schema(extensions(("x-secret" = json!(true))))]
    path: String,
}

/// The way to the letter of the offer that waits for who the school writes to: whoever reads the application has shown whose it is. What the
/// page gave before opens nothing any more. L010 where no letter waits for them.
#[utoipa::path(post, path = "/v1/oa/public/applications/{application}/letter/open", operation_id = "open_own_letter", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application"))))),
    responses((status = 200, body = Answer<OwnLetterPayload>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(OPENED))))]
pub async fn open_own_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(application): InPath<String>,
) -> Result<Answer<OwnLetterPayload>, Refusal> {
    Ok(Answer::new(OwnLetterPayload { path: letters.open_own(&caller, &school, &application).await? }))
}

/// The PDF of the offer's letter that all have signed, as `download_offer_letter`, also after the letter's last day. L010 where there is none.
#[utoipa::path(get, path = "/v1/oa/public/applications/{application}/letter/file", operation_id = "download_own_letter", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application"))))),
    responses((status = 200, content_type = "application/pdf"), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(OPENED))))]
pub async fn download_own_letter(
    State(letters): State<Letters>,
    caller: Caller,
    InPath(application): InPath<String>,
) -> Result<Response, Refusal> {
    Ok(pdf(letters.own_file(&caller, &application).await?))
}
