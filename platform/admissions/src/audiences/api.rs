//! `/v1/oa/audiences`: who reads what forms keep for some of the staff.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::service::{Audience, Audiences};
use crate::enquiries::Enquiries;

pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(list_audiences))
}

/// An audience.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AudienceMembers {
    id: String,
    /// Accounts in it that can sign in and whose roles read enquiries.
    members: i64,
    /// What waits for it; null where it has members.
    unread: Option<AudienceUnread>,
}

/// What is kept for an audience that nobody is in, of what is not closed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AudienceUnread {
    /// Submissions of forms that keep something for it.
    enquiries: i64,
    /// Open tasks.
    tasks: i64,
}

/// The school's audiences.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AudienceMembersPayload {
    /// By their ids.
    items: Vec<AudienceMembers>,
}

fn view(row: Audience) -> AudienceMembers {
    let unread = row.unread.map(|unread| AudienceUnread { enquiries: unread.enquiries, tasks: unread.tasks });
    AudienceMembers { id: row.id, members: row.members, unread }
}

/// How many of the staff read what forms keep for each audience, and what waits where nobody does.
#[utoipa::path(get, path = "/v1/oa/audiences", operation_id = "list_audiences", tag = "people",
    responses((status = 200, body = Answer<AudienceMembersPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("user.manage"))))]
pub async fn list_audiences(
    State(audiences): State<Audiences>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<AudienceMembersPayload>, Refusal> {
    let items = audiences.list(&caller, &school).await?.into_iter().map(view).collect();
    Ok(Answer::new(AudienceMembersPayload { items }))
}
