//! `/v1/oa/student/clocks/resume`.

use axum::extract::{FromRef, State};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Nothing, Refusal};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::service::Applications;
use crate::enquiries::Enquiries;

/// The routes of clocks that are held.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(resume_clocks))
}

/// Lets the school's clocks go on after its data came back from a backup (`clocks_held` of `get_overview`): offers whose last day is over end at the
/// next look, families are reminded, seats of holds that are over are free. A002 for who makes no offers.
#[utoipa::path(post, path = "/v1/oa/student/clocks/resume", operation_id = "resume_clocks", tag = "enquiries",
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.offer"))))]
pub async fn resume_clocks(
    State(applications): State<Applications>,
    caller: Caller,
) -> Result<Answer<Nothing>, Refusal> {
    applications.resume_clocks(&caller).await?;
    Ok(Answer::done())
}
