//! `/v1/oa/waitlist`: who waits for a place, the next first.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::extract::Params;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, page};
use serde::{Deserialize, Serialize};
use tenants::School;
use tenants::bundle::rounds::WaitlistRule;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::clock::iso;

use super::super::api::StudentOwner;
use super::super::service::Applications;
use super::model::Because;
use super::service::{Listed, Waiting};
use crate::enquiries::Enquiries;

/// The routes of waiting lists.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(list_waitlist))
}

/// Which waiting list.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WaitlistQuery {
    /// A round of the school's.
    #[param(max_length = 40)]
    round: String,
    /// Whose places they wait for, as the round calls it: `kg1`, `g1/cambridge`.
    #[param(max_length = 163)]
    bucket: String,
    /// 50 when left out; less than 1 counts as 1, more than 500 as 500.
    page_size: Option<u32>,
    /// Where the page starts: the last page's `next_cursor`.
    #[param(max_length = 1024)]
    cursor: Option<String>,
}

/// One that waits.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WaitlistItem {
    /// The first is 1.
    rank: usize,
    /// The submission's id, under which everything of it is found.
    id: String,
    /// What the school calls it.
    registration_id: String,
    /// Whom it is for; empty where an audience alone reads that.
    student_name: String,
    /// The same in Arabic, where its form asks for both names; else empty.
    student_name_ar: String,
    /// When it came, RFC 3339, UTC.
    submitted_at: String,
    /// Who looks after it.
    owner: Option<StudentOwner>,
    /// Why it stands there: what each of `rules` says of it, in their order.
    because: Vec<Because>,
}

/// A page of a waiting list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WaitlistPayload {
    items: Vec<WaitlistItem>,
    /// What orders it, the strongest first; of those that are the same in all of them, the one that came first is further ahead.
    rules: Vec<WaitlistRule>,
    /// How many wait; of more than 2,000 those that came first are counted.
    total: usize,
    /// Places that are left, less than none where the school offered beyond them; null for no limit.
    free: Option<i64>,
    /// Where the next page starts; null on the last.
    next_cursor: Option<String>,
}

fn item(one: Waiting) -> WaitlistItem {
    let Waiting { rank, row, enquiry, because } = one;
    let owner = enquiry.owner_id.map(|id| StudentOwner { id: id.into(), name: enquiry.owner_name.unwrap_or_default() });
    WaitlistItem {
        rank,
        id: row.submission_id.into(),
        registration_id: row.registration_id,
        student_name: enquiry.person,
        student_name_ar: enquiry.person_ar,
        submitted_at: iso(row.submitted_at),
        owner,
        because,
    }
}

/// Who waits for a place of a grade, the next first: in the order of the school's own rules as they are now, with what each rule says of each.
/// Nothing for whom the application form is not. Each counts as a line of a list: A007.
#[utoipa::path(get, path = "/v1/oa/waitlist", operation_id = "list_waitlist", tag = "enquiries", params(WaitlistQuery),
    responses((status = 200, body = Answer<WaitlistPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("seat.read"))))]
pub async fn list_waitlist(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<WaitlistQuery>,
) -> Result<Answer<WaitlistPayload>, Refusal> {
    let (size, place) = (page::page_size(query.page_size), (query.round.as_str(), query.bucket.as_str()));
    let listed = applications.waitlist(&caller, &school, place, size, query.cursor.as_deref()).await?;
    let Listed { waiting, rules, total, free, next_cursor } = listed;
    let items = waiting.into_iter().map(item).collect();
    Ok(Answer::new(WaitlistPayload { items, rules, total, free, next_cursor }))
}
