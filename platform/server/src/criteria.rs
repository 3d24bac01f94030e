//! `/v1/oa/public/criteria`: what the school asks families to agree to and to fill in.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use axum::response::Response;
use kernel::extract::Params;
use kernel::refusal::Problem;
use kernel::{Answer, Refusal};
use serde::Deserialize;
use tenants::School;
use tenants::registry::{CriteriaPayload, CriterionKind};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Language;

use crate::common::{Common, prepared};

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Common: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(list_criteria))
}

/// Which of them, and in which language.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CriteriaQuery {
    /// `consent` or `form`; all when left out.
    kind: Option<CriterionKind>,
    /// `en` or `ar`; the school's first one when left out.
    lng: Option<Language>,
}

/// The school's consents and forms: their words, what they ask, who signs them.
#[utoipa::path(get, path = "/v1/oa/public/criteria", operation_id = "list_criteria", tag = "public", params(CriteriaQuery),
    responses((status = 200, body = Answer<CriteriaPayload>), (status = 304, description = "The copy named by If-None-Match is good."),
        (status = 400, body = Problem), (status = 421, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft"))))]
pub async fn list_criteria(
    State(common): State<Common>,
    Extension(school): Extension<Arc<School>>,
    Params(asked): Params<CriteriaQuery>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let language = asked.lng.or_else(|| school.config().languages.first().copied()).unwrap_or(Language::En);
    let origin = common.config.origin_of(&school.canonical_host());
    // The first time it reads files.
    let ready = school.criteria_view_if_ready(asked.kind, language);
    let view = school.built(ready, move |school| school.criteria_view(asked.kind, language, &origin)).await?;
    Ok(prepared(view, &headers))
}
