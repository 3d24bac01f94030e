//! `/v1/oa/enquiries/{id}/application/place`: whose place an application has, where its answers say another.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Text;

use super::super::api::{ApplicationPayload, view};
use super::super::overview::BucketSeats;
use super::super::service::Applications;
use super::model::{Choice, Differing, Differs};
use crate::enquiries::Enquiries;

/// The routes of places.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(settle_place))
}

/// Where the answers point of an application whose place is elsewhere.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AnswersPlaceView {
    round: String,
    /// Whose places the answers say.
    bucket: String,
    /// What these are called; with the school year where that is another too.
    name: Text,
    /// What the place that it has is called.
    was: Text,
    /// The seats there; null for who sees no seats (`seat.read`).
    seats: Option<BucketSeats>,
    /// Whether the caller may move the place, or keep it.
    may_settle: bool,
}

impl AnswersPlaceView {
    pub(in super::super) fn of(differing: Differing) -> Self {
        let Differing { to: Differs { round, bucket, is, was }, seats, may_settle } = differing;
        Self { round, bucket, name: is, was, seats, may_settle }
    }
}

/// What becomes of the place.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SettlePlaceRequest {
    /// The version that it is based on.
    version: i64,
    /// `move` to where the answers say, or `keep`.
    choice: Choice,
}

/// Moves the place of an application to where its answers say since they were changed, or keeps it where it is (`answers_place`). The seat goes
/// along, as there is one: A014. A family that has an offer is told of the new one. A001 where nothing is to be moved, A003 where somebody was
/// quicker, A012 with `guard` where something waits to be told or approved, for an offer that two agree to, and for one that is over. To keep what differs in
/// nothing changes nothing.
#[utoipa::path(put, path = "/v1/oa/enquiries/{id}/application/place", operation_id = "settle_place", tag = "enquiries", request_body = SettlePlaceRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student"))))),
    responses((status = 200, body = Answer<ApplicationPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn settle_place(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<SettlePlaceRequest>,
) -> Result<Answer<ApplicationPayload>, Refusal> {
    let shown = applications.settle_place(&caller, &school, &id, (asked.version, asked.choice)).await?;
    Ok(Answer::new(view(&school, shown)))
}
