//! `/v1/oa/public/…criteria`: what the school asks families to agree to and to fill in, and the templates of its offers and acceptances.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use axum::response::Response;
use blocks::catalogue::LetterKind;
use kernel::extract::Params;
use kernel::refusal::Problem;
use kernel::{Answer, Refusal};
use serde::Deserialize;
use tenants::School;
use tenants::registry::{CriteriaPayload, CriterionKind, LetterCriteriaPayload};
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
    OpenApiRouter::new()
        .routes(routes!(list_criteria))
        .routes(routes!(list_offer_criteria))
        .routes(routes!(list_conditional_offer_criteria))
        .routes(routes!(list_acceptance_criteria))
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
    let language = language_of(&school, asked.lng);
    let origin = common.config.origin_of(&school.canonical_host());
    // The first time it reads files.
    let ready = school.criteria_view_if_ready(asked.kind, language);
    let view = school.built(ready, move |school| school.criteria_view(asked.kind, language, &origin)).await?;
    Ok(prepared(view, &headers))
}

/// In which language they are read.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LetterCriteriaQuery {
    /// `en` or `ar`; the school's first one when left out.
    lng: Option<Language>,
}

fn language_of(school: &School, asked: Option<Language>) -> Language {
    asked.or_else(|| school.config().languages.first().copied()).unwrap_or(Language::En)
}

async fn templates(
    school: &Arc<School>,
    kind: LetterKind,
    asked: &LetterCriteriaQuery,
    headers: &HeaderMap,
) -> Result<Response, Refusal> {
    let language = language_of(school, asked.lng);
    let ready = school.letter_criteria_if_ready(kind, language);
    let view = school.built(ready, move |school| school.letter_criteria(kind, language)).await?;
    Ok(prepared(view, headers))
}

/// The templates of the school's offers: what they say, and who signs them.
#[utoipa::path(get, path = "/v1/oa/public/offer_criteria", operation_id = "list_offer_criteria", tag = "public", params(LetterCriteriaQuery),
    responses((status = 200, body = Answer<LetterCriteriaPayload>), (status = 304, description = "The copy named by If-None-Match is good."),
        (status = 400, body = Problem), (status = 421, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft"))))]
pub async fn list_offer_criteria(
    Extension(school): Extension<Arc<School>>,
    Params(asked): Params<LetterCriteriaQuery>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    templates(&school, LetterKind::Offer, &asked, &headers).await
}

/// The templates of the school's conditional offers, with what they depend on.
#[utoipa::path(get, path = "/v1/oa/public/conditional_offer_criteria", operation_id = "list_conditional_offer_criteria", tag = "public",
    params(LetterCriteriaQuery),
    responses((status = 200, body = Answer<LetterCriteriaPayload>), (status = 304, description = "The copy named by If-None-Match is good."),
        (status = 400, body = Problem), (status = 421, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft"))))]
pub async fn list_conditional_offer_criteria(
    Extension(school): Extension<Arc<School>>,
    Params(asked): Params<LetterCriteriaQuery>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    templates(&school, LetterKind::ConditionalOffer, &asked, &headers).await
}

/// The templates of the school's acceptances: the terms of a place.
#[utoipa::path(get, path = "/v1/oa/public/acceptance_criteria", operation_id = "list_acceptance_criteria", tag = "public", params(LetterCriteriaQuery),
    responses((status = 200, body = Answer<LetterCriteriaPayload>), (status = 304, description = "The copy named by If-None-Match is good."),
        (status = 400, body = Problem), (status = 421, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft"))))]
pub async fn list_acceptance_criteria(
    Extension(school): Extension<Arc<School>>,
    Params(asked): Params<LetterCriteriaQuery>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    templates(&school, LetterKind::Acceptance, &asked, &headers).await
}
