//! `/v1/oa/operator/schools`.

use axum::extract::{FromRef, State as FromState};
use kernel::extract::{InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{PlatformSchool, PlatformSchoolDetail, State, Totals};
use crate::caller::PlatformCaller;
use crate::service::Console;

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Console: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_platform_schools))
        .routes(routes!(get_platform_school))
        .routes(routes!(suspend_platform_school))
        .routes(routes!(resume_platform_school))
}

/// What the list is narrowed to.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlatformSchoolsQuery {
    /// Words of id, name or host.
    #[serde(default)]
    q: String,
    /// One state; all when left out.
    state: Option<State>,
    /// Where the page starts: the last page's `next_cursor`.
    cursor: Option<String>,
    /// 50 when left out; less than 1 counts as 1, more than 500 as 500.
    page_size: Option<u32>,
}

/// A page of schools.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformSchoolsPayload {
    /// By id.
    items: Vec<PlatformSchool>,
    /// Where the next page starts; null on the last one.
    next_cursor: Option<String>,
    /// How many there are, whatever the page is narrowed to.
    totals: Totals,
}

/// One school.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformSchoolPayload {
    /// The school.
    school: PlatformSchoolDetail,
}

/// The schools, and how each of them is.
#[utoipa::path(get, path = "/v1/oa/operator/schools", operation_id = "list_platform_schools", tag = "console",
    params(PlatformSchoolsQuery), responses((status = 200, body = Answer<PlatformSchoolsPayload>), (status = 401, body = Problem)),
    extensions(("x-permission" = json!("platform.operator"))))]
pub async fn list_platform_schools(
    FromState(console): FromState<Console>,
    caller: PlatformCaller,
    Params(asked): Params<PlatformSchoolsQuery>,
) -> Result<Answer<PlatformSchoolsPayload>, Refusal> {
    let PlatformSchoolsQuery { q, state, cursor, page_size } = asked;
    let page = console.platform_schools(&caller, &q, state, cursor.as_deref(), page_size).await?;
    let (items, next_cursor, totals) = (page.items, page.next_cursor, page.totals);
    Ok(Answer::new(PlatformSchoolsPayload { items, next_cursor, totals }))
}

/// One school: what is wrong with its bundle, what it published, which jobs failed.
#[utoipa::path(get, path = "/v1/oa/operator/schools/{id}", operation_id = "get_platform_school", tag = "console",
    params(("id" = String, Path, description = "The school's id")),
    responses((status = 200, body = Answer<PlatformSchoolPayload>), (status = 401, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("platform.operator"))))]
pub async fn get_platform_school(
    FromState(console): FromState<Console>,
    caller: PlatformCaller,
    InPath(folder): InPath<String>,
) -> Result<Answer<PlatformSchoolPayload>, Refusal> {
    let school = console.platform_school(&caller, &folder).await?;
    Ok(Answer::new(PlatformSchoolPayload { school }))
}

/// Suspends a school: its pages say so, every other call at its host is refused, and nothing is removed. One that is suspended stays so.
#[utoipa::path(post, path = "/v1/oa/operator/schools/{id}/suspend", operation_id = "suspend_platform_school", tag = "console",
    params(("id" = String, Path, description = "The school's id")),
    responses((status = 200, body = Answer<PlatformSchoolPayload>), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)),
    extensions(("x-permission" = json!("platform.operator"))))]
pub async fn suspend_platform_school(
    FromState(console): FromState<Console>,
    caller: PlatformCaller,
    InPath(folder): InPath<String>,
) -> Result<Answer<PlatformSchoolPayload>, Refusal> {
    let school = console.switch_school(&caller, &folder, true).await?;
    Ok(Answer::new(PlatformSchoolPayload { school }))
}

/// Ends a suspension. A school that is served stays so.
#[utoipa::path(post, path = "/v1/oa/operator/schools/{id}/resume", operation_id = "resume_platform_school", tag = "console",
    params(("id" = String, Path, description = "The school's id")),
    responses((status = 200, body = Answer<PlatformSchoolPayload>), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)),
    extensions(("x-permission" = json!("platform.operator"))))]
pub async fn resume_platform_school(
    FromState(console): FromState<Console>,
    caller: PlatformCaller,
    InPath(folder): InPath<String>,
) -> Result<Answer<PlatformSchoolPayload>, Refusal> {
    let school = console.switch_school(&caller, &folder, false).await?;
    Ok(Answer::new(PlatformSchoolPayload { school }))
}
