//! `/v1/oa/common/places`: the places that are left, in words.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::refusal::Problem;
use kernel::{Answer, Refusal};
use serde::Serialize;
use tenants::School;
use tenants::registry::YearPlaces;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::service::Applications;
use crate::enquiries::Enquiries;

/// The routes of the places that are left.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(list_places))
}

/// The places that are left.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlacesPayload {
    /// The years for which families can apply today, of those whose rounds say how many places there are.
    years: Vec<YearPlaces>,
}

/// About how many places each grade has left for which families can apply today: in words, at most ten minutes old, and without what is decided and
/// not told yet. Grades without a limit are left out.
#[utoipa::path(get, path = "/v1/oa/common/places", operation_id = "list_places", tag = "common",
    responses((status = 200, body = Answer<PlacesPayload>), (status = 421, body = Problem)),
    extensions(("x-permission" = json!("public"))))]
pub async fn list_places(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
) -> Result<Answer<PlacesPayload>, Refusal> {
    let years = applications.places_left(&school).await?.to_vec();
    Ok(Answer::new(PlacesPayload { years }))
}
