//! `/v1/oa/enquiries/{id}/application/decision`: a decision that is told later.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use form::FormDocument;
use kernel::extract::InPath;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde::Serialize;
use tenants::School;
use tenants::registry::bucket_name;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Text;
use words::clock::iso;

use super::super::api::{ApplicationPayload, view};
use super::super::model::Standing;
use super::super::reasons;
use super::super::service::Applications;
use super::model::Pending;
use crate::enquiries::Enquiries;

/// The routes of decisions.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(withdraw_decision)).routes(routes!(release_decision))
}

/// What was decided and is told later.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DecisionView {
    /// Where it leads.
    to: Standing,
    /// When it is told, RFC 3339, UTC.
    publish_at: String,
    /// Whose decision it is.
    by: String,
    /// Since when, RFC 3339, UTC.
    decided_at: String,
    /// Why, by the name of the reason.
    reason_code: Option<String>,
    /// What that is called; null for one that the school does not have any more.
    reason_words: Option<Text>,
    /// Why, in the words of whoever decided it, for colleagues.
    reason_text: Option<String>,
    /// Whose places an offer takes its seat of.
    bucket: String,
    /// What these are called.
    bucket_name: Text,
    /// Whether the family is written to then.
    notify: bool,
    /// Whether it came back with a backup: its moment does not tell it, for it may have been withdrawn since.
    is_held: bool,
    /// Whether the caller may withdraw it: whoever took it, and who could take it today.
    may_withdraw: bool,
    /// Whether the caller may release one that is held.
    may_release: bool,
}

impl DecisionView {
    /// As those who may know see it.
    pub(in super::super) fn of(school: &School, document: Option<&FormDocument>, pending: Pending) -> Self {
        let Pending { row, to, may_withdraw, may_release } = pending;
        Self {
            to,
            publish_at: iso(row.publish_at),
            by: row.actor_name,
            decided_at: iso(row.decided_at),
            reason_words: row.reason.as_deref().and_then(|code| reasons::words_of(school, code)),
            reason_code: row.reason,
            reason_text: row.comment,
            bucket_name: bucket_name(document, &row.bucket),
            bucket: row.bucket,
            notify: row.is_told,
            is_held: row.is_held,
            may_withdraw,
            may_release,
        }
    }
}

/// Withdraws a decision before it is told: the seat of an offer is free again, and nobody outside hears of any of it. A001 where none waits,
/// A002 for whoever neither took it nor could take it today.
#[utoipa::path(delete, path = "/v1/oa/enquiries/{id}/application/decision", operation_id = "withdraw_decision", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("decided"))))),
    responses((status = 200, body = Answer<ApplicationPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn withdraw_decision(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<ApplicationPayload>, Refusal> {
    let shown = applications.withdraw_decision(&caller, &school, &id).await?;
    Ok(Answer::new(view(&school, shown)))
}

/// Tells at once what came back with a backup: the application goes where it was sent, and its family hears of it as it was decided then. A001 where
/// nothing waits, A002 for whoever could not have decided so, A012 for one whose moment tells it.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/application/decision/release", operation_id = "release_decision", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("decided"))))),
    responses((status = 200, body = Answer<ApplicationPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn release_decision(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<ApplicationPayload>, Refusal> {
    let shown = applications.release_decision(&caller, &school, &id).await?;
    Ok(Answer::new(view(&school, shown)))
}
