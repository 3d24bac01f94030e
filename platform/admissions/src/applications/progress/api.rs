//! `/v1/oa/student/overview` and `/v1/oa/seats`: how applications come along, and the seats.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::extract::Params;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::text::cut;

use super::super::api::owner_of;
use super::super::overview::RoundSeats;
use super::super::service::Applications;
use super::model::{FunnelStep, WaitingStatus};
use super::service::{Asked, Progress};
use crate::enquiries::Enquiries;

/// Grades that are taken at once.
const MOST_GRADES: usize = 100;

/// The routes of how applications come along.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(get_overview)).routes(routes!(list_seats))
}

/// Which applications are counted.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct OverviewQuery {
    /// A school year as `list_enquiry_choices` gives its value, or a round.
    #[param(max_length = 200)]
    academic_year: Option<String>,
    /// A round.
    #[param(max_length = 40)]
    round: Option<String>,
    /// Grades as `list_enquiry_choices` gives their values, or buckets of places, separated by commas; a hundred at most.
    #[param(max_length = 4096)]
    grade: Option<String>,
    /// `me`, `none` or a person's id.
    #[param(max_length = 64)]
    owner: Option<String>,
}

/// How applications come along.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OverviewPayload {
    /// How many ever reached each step, in the order of the steps: also those that are elsewhere since.
    funnel: Vec<FunnelStep>,
    /// How long those that are not over have stood where they stand, for each of the six statuses that something follows.
    waiting: Vec<WaitingStatus>,
    /// Whether the clocks are held since the school's data came back from a backup: no offer ends, nobody is reminded and no place is offered by
    /// itself until `resume_clocks`.
    clocks_held: bool,
}

/// How many applications reached which step, and how long those that something follows have stood in their status, against the days that the
/// school wants (`targets`). Of those whose form is for the caller; an offer that is not told yet is in none of it.
#[utoipa::path(get, path = "/v1/oa/student/overview", operation_id = "get_overview", tag = "enquiries", params(OverviewQuery),
    responses((status = 200, body = Answer<OverviewPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("seat.read"))))]
pub async fn get_overview(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<OverviewQuery>,
) -> Result<Answer<OverviewPayload>, Refusal> {
    let named = |text: Option<String>| cut(text.unwrap_or_default().trim(), 200);
    let grades = query.grade.as_deref().unwrap_or_default().split(',').map(str::trim);
    let asked = Asked {
        year: named(query.academic_year),
        round: named(query.round),
        grades: grades.filter(|grade| !grade.is_empty()).take(MOST_GRADES).map(str::to_owned).collect(),
        owner: owner_of(&caller, query.owner.as_deref()),
    };
    let Progress { funnel, waiting } = applications.progress(&caller, &school, asked).await?;
    let clocks_held = applications.are_clocks_held(&caller.school).await?;
    Ok(Answer::new(OverviewPayload { funnel, waiting, clocks_held }))
}

/// The seats of the school.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SeatsPayload {
    rounds: Vec<RoundSeats>,
}

/// Which places.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct SeatsQuery {
    /// A round; left out, all of them.
    #[param(max_length = 40)]
    round: Option<String>,
}

/// Places and seats of a round or of every one, by grade: on roll, booked, accepted, offered, left; and how many applications stand where. Of
/// rounds that together have more than 500 lines those beyond have `is_cut` and are asked for by their id. Counts as a line of a list: A007.
#[utoipa::path(get, path = "/v1/oa/seats", operation_id = "list_seats", tag = "enquiries", params(SeatsQuery),
    responses((status = 200, body = Answer<SeatsPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("seat.read"))))]
pub async fn list_seats(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<SeatsQuery>,
) -> Result<Answer<SeatsPayload>, Refusal> {
    let asked = query.round.as_deref().filter(|round| !round.is_empty());
    let rounds = applications.seats(&caller, &school, asked).await?;
    Ok(Answer::new(SeatsPayload { rounds }))
}
