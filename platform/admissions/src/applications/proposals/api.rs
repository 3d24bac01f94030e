//! `/v1/oa/enquiries/{id}/application/proposal`: what waits for another account's approval.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use form::FormDocument;
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use machine::State as _;
use serde::{Deserialize, Serialize};
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
use super::model::{Past, Seen};
use crate::enquiries::Enquiries;
use crate::ids::ProposalId;

/// The routes of proposals.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(approve_proposal)).routes(routes!(return_proposal))
}

/// What is proposed, or was and came back.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProposalView {
    /// An approval names it.
    id: String,
    /// Where it leads.
    to: Standing,
    /// When it is to be told, RFC 3339, UTC; null for at once.
    publish_at: Option<String>,
    /// Who proposed it.
    by: String,
    /// When, RFC 3339, UTC.
    proposed_at: String,
    /// Why, by the name of the reason.
    reason_code: Option<String>,
    /// What that is called; null for one that the school does not have any more.
    reason_words: Option<Text>,
    /// Why, in the words of whoever proposed it, for colleagues.
    reason_text: Option<String>,
    /// Whose places an offer would take its seat of.
    bucket: String,
    /// What these are called.
    bucket_name: Text,
    /// Whether the family is to be written to.
    notify: bool,
    /// That it was sent back; null while it waits.
    returned: Option<ReturnedView>,
    /// Whether the caller made it.
    is_own: bool,
    /// Whether the caller may approve it.
    may_approve: bool,
    /// Whether the caller may send it back, or take it back where it is their own.
    may_return: bool,
}

/// That a proposal was sent back.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReturnedView {
    by: String,
    /// RFC 3339, UTC.
    at: String,
    /// Why, in words, for colleagues.
    reason_text: String,
}

/// What became of a proposal.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProposalEntry {
    /// `proposed`, `approved`, `returned`, `withdrawn`; `ended` where the application went somewhere else.
    action: String,
    /// RFC 3339, UTC.
    at: String,
    /// Who did it; empty for the server.
    by: String,
    /// Where it leads.
    to: Option<Standing>,
    /// Why, in words, for colleagues.
    reason_text: Option<String>,
}

/// Which proposal is approved.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApproveProposalRequest {
    /// The proposal's id.
    #[schema(value_type = String, max_length = 64)]
    proposal: ProposalId,
}

/// Which proposal is sent back, or taken back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnProposalRequest {
    /// The proposal's id.
    #[schema(value_type = String, max_length = 64)]
    proposal: ProposalId,
    /// Why, in words, for colleagues; may be left out of one's own.
    #[schema(max_length = 1000)]
    reason_text: Option<String>,
}

impl ProposalView {
    /// As those who may know see it.
    pub(in super::super) fn of(school: &School, document: Option<&FormDocument>, seen: Seen) -> Self {
        let Seen { row, to, may_approve, may_return, is_own } = seen;
        let returned = row.returned_at.map(|at| ReturnedView {
            by: row.returned_by.unwrap_or_default(),
            at: iso(at),
            reason_text: row.returned_for.unwrap_or_default(),
        });
        Self {
            id: row.id.into(),
            to,
            publish_at: row.publish_at.map(iso),
            by: row.proposer_name,
            proposed_at: iso(row.proposed_at),
            reason_words: row.reason.as_deref().and_then(|code| reasons::words_of(school, code)),
            reason_code: row.reason,
            reason_text: row.comment,
            bucket_name: bucket_name(document, &row.bucket),
            bucket: row.bucket,
            notify: row.is_told,
            returned,
            is_own,
            may_approve,
            may_return,
        }
    }
}

impl From<Past> for ProposalEntry {
    fn from(past: Past) -> Self {
        let Past { action, at, by, to, text } = past;
        let to = to.as_deref().and_then(Standing::parse);
        Self { action, at: iso(at), by, to, reason_text: text }
    }
}

/// Approves what another account proposed. The application goes there with all that the way asks of a move (A014, F003 at `/reason_code`,
/// `/bucket`), or is decided to be told later (F003 at `/publish_at` where that moment has come). A001 where nothing waits, A003 where it is
/// another proposal by now, A017 for whoever made it.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/application/proposal/approve", operation_id = "approve_proposal", tag = "enquiries",
    request_body = ApproveProposalRequest, params(("id" = String, Path, extensions(("x-entity" = json!("proposed"))))),
    responses((status = 200, body = Answer<ApplicationPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.offer"))))]
pub async fn approve_proposal(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<ApproveProposalRequest>,
) -> Result<Answer<ApplicationPayload>, Refusal> {
    let shown = applications.approve_proposal(&caller, &school, &id, &asked.proposal).await?;
    Ok(Answer::new(view(&school, shown)))
}

/// Sends back what another account proposed, with a reason, or takes back what is the caller's own. A001 where nothing waits, A002 for whoever may
/// do neither, A003 where it is another proposal by now, F003 at `/reason_text`.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/application/proposal/return", operation_id = "return_proposal", tag = "enquiries",
    request_body = ReturnProposalRequest, params(("id" = String, Path, extensions(("x-entity" = json!("proposed"))))),
    responses((status = 200, body = Answer<ApplicationPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn return_proposal(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<ReturnProposalRequest>,
) -> Result<Answer<ApplicationPayload>, Refusal> {
    let ReturnProposalRequest { proposal, reason_text } = asked;
    let shown = applications.return_proposal(&caller, &school, &id, (proposal, reason_text)).await?;
    Ok(Answer::new(view(&school, shown)))
}
