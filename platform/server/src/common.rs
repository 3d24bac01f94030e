//! `/v1/oa/common/*`: what every page needs before anybody is known. No header is needed here; the host decides.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use blocks::Block;
use kernel::extract::Params;
use kernel::refusal::Problem;
use kernel::{Answer, MessageId, Refusal};
use serde::{Deserialize, Serialize};
use tenants::registry::{LegalView, Mode, Prepared, SchoolDetails};
use tenants::{Registry, School};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::{Clock, Language, Text};

use crate::config::Config;

/// What these calls are answered from.
#[derive(Clone)]
pub struct Common {
    /// The schools.
    pub registry: Arc<Registry>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Mode and origins.
    pub config: Arc<Config>,
}

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Common: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(get_school_details))
        .routes(routes!(check_access))
        .routes(routes!(list_schools))
        .routes(routes!(get_legal))
}

/// Whether the school may be used.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AccessPayload {
    /// English sentence for programmers.
    message: &'static str,
}

/// A school of this server.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedSchool {
    /// Its id.
    id: String,
    /// Its name.
    name: Text,
    /// Where it lives.
    host: String,
}

/// The schools of this server.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SchoolsPayload {
    /// By id.
    schools: Vec<ListedSchool>,
}

/// Which language.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LegalQuery {
    /// `en` or `ar`; the school's first one when left out.
    lng: Option<Language>,
}

/// Terms and privacy notice in the school's own words; null where the web's own words hold.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LegalPayload {
    /// The terms.
    terms: Option<Vec<Block>>,
    /// What becomes of people's data.
    privacy: Option<Vec<Block>>,
}

/// The school of this request; a call that names none at a host of none is refused as the client itself would.
fn school(found: Option<Extension<Arc<School>>>) -> Result<Arc<School>, Refusal> {
    found.map(|Extension(school)| school).ok_or_else(|| Refusal::malformed("Missing client-id"))
}

/// Everything that the shell needs to know of the school.
#[utoipa::path(get, path = "/v1/oa/common/school-details", operation_id = "get_school_details", tag = "common",
    responses((status = 200, body = Answer<SchoolDetails>), (status = 304, description = "The copy named by If-None-Match is good."),
        (status = 421, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft")), ("x-host" = json!("alone"))))]
pub async fn get_school_details(
    State(common): State<Common>,
    found: Option<Extension<Arc<School>>>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let school = school(found)?;
    let now = common.clock.now_ms();
    let details = school.built(school.details_if_ready(now), move |school| school.details(now)).await?;
    Ok(prepared(details, &headers))
}

/// The prepared bytes, or 304 for who has them.
pub(crate) fn prepared(body: Prepared, headers: &HeaderMap) -> Response {
    let caching = [(header::ETAG, body.etag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == body.etag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, "application/json")], Body::from(body.bytes)).into_response()
}

/// Whether the school at this host may be used.
#[utoipa::path(get, path = "/v1/oa/common/access-check", operation_id = "check_access", tag = "common",
    responses((status = 200, body = Answer<AccessPayload>), (status = 403, body = Problem), (status = 421, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft")), ("x-host" = json!("alone"))))]
pub async fn check_access(found: Option<Extension<Arc<School>>>) -> Result<Answer<AccessPayload>, Refusal> {
    if school(found)?.is_suspended() {
        return Err(Refusal::new(MessageId::L008).message("The school is suspended."));
    }
    Ok(Answer::new(AccessPayload { message: "The school may be used." }))
}

/// The schools of this server, in test and dev mode; elsewhere there is no such call.
#[utoipa::path(get, path = "/v1/oa/common/schools", operation_id = "list_schools", tag = "common",
    responses((status = 200, body = Answer<SchoolsPayload>), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft")), ("x-host" = json!("alone"))))]
pub async fn list_schools(State(common): State<Common>) -> Result<Answer<SchoolsPayload>, Refusal> {
    if common.registry.policy().mode == Mode::Production {
        return Err(Refusal::not_found());
    }
    let listed = |school: &Arc<School>| ListedSchool {
        id: school.id().to_string(),
        name: school.config().name.clone(),
        host: school.canonical_host(),
    };
    Ok(Answer::new(SchoolsPayload { schools: common.registry.all().iter().map(listed).collect() }))
}

/// Terms and privacy notice in the school's own words, fields filled.
#[utoipa::path(get, path = "/v1/oa/common/legal", operation_id = "get_legal", tag = "common", params(LegalQuery),
    responses((status = 200, body = Answer<LegalPayload>), (status = 400, body = Problem), (status = 421, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft")), ("x-host" = json!("alone"))))]
pub async fn get_legal(
    State(common): State<Common>,
    found: Option<Extension<Arc<School>>>,
    Params(asked): Params<LegalQuery>,
) -> Result<Answer<LegalPayload>, Refusal> {
    let school = school(found)?;
    let language = asked.lng.or_else(|| school.config().languages.first().copied()).unwrap_or(Language::En);
    let origin = common.config.origin_of(&school.canonical_host());
    // The first time it reads files.
    let ready = school.legal_view_if_ready(language, &origin);
    let view = school.built(ready, move |school| school.legal_view(language, &origin)).await?;
    let LegalView { terms, privacy } = view;
    Ok(Answer::new(LegalPayload { terms, privacy }))
}
