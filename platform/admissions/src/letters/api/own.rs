//! `/v1/oa/public/applications/{application}/letter`: the letter of an offer, from the family's own page.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::response::Response;
use kernel::extract::{InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::{IntoParams, ToSchema};
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

/// Which letter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct OwnLetterQuery {
    /// One of `waiting`; that of the offer when left out.
    #[param(max_length = 60)]
    reference: Option<String>,
}

/// The way to a letter.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnLetterPayload {
    /// Of its page, with a token that is good for an hour.
    #[schema(extensions(("x-secret" = json!(true))))]
    path: String,
}

/// The way to a letter that waits for who the school writes to, that of the offer where none is named: whoever reads the application has shown whose it is. What the
/// page gave before opens nothing any more. L010 where no letter waits for them.
#[utoipa::path(post, path = "/v1/oa/public/applications/{application}/letter/open", operation_id = "open_own_letter", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application")))), OwnLetterQuery),
    responses((status = 200, body = Answer<OwnLetterPayload>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(OPENED))))]
pub async fn open_own_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(application): InPath<String>,
    Params(query): Params<OwnLetterQuery>,
) -> Result<Answer<OwnLetterPayload>, Refusal> {
    let path = letters.open_own(&caller, &school, (&application, query.reference)).await?;
    Ok(Answer::new(OwnLetterPayload { path }))
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
