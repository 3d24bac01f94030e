//! `/v1/oa/enquiries/{id}/messages`: what a family and the school write to each other.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Nothing, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::clock::iso;

use super::service::{Messages, ToFamily};
use super::store::MessageRow;
use crate::enquiries::Enquiries;

pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_enquiry_messages, send_enquiry_message))
        .routes(routes!(preview_enquiry_message))
        .routes(routes!(read_enquiry_messages, unread_enquiry_messages))
        .routes(routes!(ask_for_papers))
}

/// What is to be written to a family.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SendEnquiryMessageRequest {
    /// What its mail is called, one line; "About your application" in the family's language where it is left out.
    #[schema(max_length = 120)]
    subject: Option<String>,
    /// Up to 4,000 characters, of several lines.
    #[schema(max_length = 4000)]
    text: String,
}

/// A message between a family and the school.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryMessageView {
    id: String,
    /// `family`, `school`.
    from: &'static str,
    /// Who of the school wrote it; null for the family.
    author: Option<String>,
    text: String,
    /// Whether it went to the family's address too.
    mailed: bool,
    /// Whether by it the family accepts the offer that was out then.
    accepts_offer: bool,
    /// RFC 3339, UTC.
    sent_at: String,
    /// When the other side had it before them; of the family's, when the school answered it or said that it needs no answer. RFC 3339, UTC.
    read_at: Option<String>,
}

/// What a message may begin with, filled for this submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReplyView {
    /// `ask_papers`, `ask_call`, `invite_visit`.
    name: &'static str,
    subject: String,
    text: String,
}

/// The messages of a submission, and what one may begin with.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryMessagesPayload {
    /// The oldest first.
    items: Vec<EnquiryMessageView>,
    /// Where mail goes; null where the form asks for no address.
    to: Option<String>,
    /// The family's language.
    language: &'static str,
    /// In that language; `ask_papers` only where papers are missing.
    replies: Vec<ReplyView>,
}

/// One message.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryMessagePayload {
    message: EnquiryMessageView,
}

/// A message as its mail would arrive.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryMessagePreview {
    subject: String,
    html: String,
}

impl From<MessageRow> for EnquiryMessageView {
    fn from(row: MessageRow) -> Self {
        Self {
            id: row.id.into(),
            from: if row.author_id.is_some() { "school" } else { "family" },
            author: row.author_name,
            text: row.text,
            mailed: row.is_mailed,
            accepts_offer: row.accepts,
            sent_at: iso(row.created_at),
            read_at: row.read_at.map(iso),
        }
    }
}

/// What was written about a submission, the address that mail goes to, and what a message may begin with. They count as a line of a list:
/// A007 as for `get_enquiry`.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/messages", operation_id = "list_enquiry_messages", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<EnquiryMessagesPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("note.read"))))]
pub async fn list_enquiry_messages(
    State(messages): State<Messages>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<EnquiryMessagesPayload>, Refusal> {
    let found = messages.list(&caller, &school, &id).await?;
    Ok(Answer::new(EnquiryMessagesPayload {
        items: found.messages.into_iter().map(EnquiryMessageView::from).collect(),
        to: found.to,
        language: found.language.as_str(),
        replies: found
            .replies
            .into_iter()
            .map(|reply| ReplyView { name: reply.name, subject: reply.subject, text: reply.text })
            .collect(),
    }))
}

/// Writes to the family: it stands with the submission, and goes to the family's address where the form asks for one. 429 `L002` past ten an
/// hour to one address or what an account may send, `R012` past the school's, `D004` past what an account causes to be kept in a day.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/messages", operation_id = "send_enquiry_message", tag = "enquiries", request_body = SendEnquiryMessageRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 201, body = Answer<EnquiryMessagePayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn send_enquiry_message(
    State(messages): State<Messages>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<SendEnquiryMessageRequest>,
) -> Result<(StatusCode, Answer<EnquiryMessagePayload>), Refusal> {
    let message = ToFamily { subject: asked.subject, text: asked.text };
    let row = messages.send(&caller, &school, &id, message).await?;
    Ok((StatusCode::CREATED, Answer::new(EnquiryMessagePayload { message: row.into() })))
}

/// A message as its mail would arrive: with the family's greeting and the school's own words around it, its link without what opens anything.
/// Nothing is sent. F003 as for `send_enquiry_message`, A001 where the form asks for no address, A007 as for `get_enquiry`.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/messages/preview", operation_id = "preview_enquiry_message", tag = "enquiries", request_body = SendEnquiryMessageRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<EnquiryMessagePreview>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn preview_enquiry_message(
    State(messages): State<Messages>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<SendEnquiryMessageRequest>,
) -> Result<Answer<EnquiryMessagePreview>, Refusal> {
    let message = ToFamily { subject: asked.subject, text: asked.text };
    let mail = messages.preview(&caller, &school, &id, message).await?;
    Ok(Answer::new(EnquiryMessagePreview { subject: mail.subject, html: mail.html }))
}

/// What the family wrote needs no answer. Reading it settles nothing; writing to the family does.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/messages/read", operation_id = "read_enquiry_messages", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn read_enquiry_messages(
    State(messages): State<Messages>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<Nothing>, Refusal> {
    messages.settle(&caller, &school, &id, true).await?;
    Ok(Answer::done())
}

/// What the family wrote since the school last wrote waits for an answer after all.
#[utoipa::path(delete, path = "/v1/oa/enquiries/{id}/messages/read", operation_id = "unread_enquiry_messages", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn unread_enquiry_messages(
    State(messages): State<Messages>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<Nothing>, Refusal> {
    messages.settle(&caller, &school, &id, false).await?;
    Ok(Answer::done())
}

/// Asks the family for what is missing or refused, in the school's words (`mail/ask_papers`). F003 at `/papers` when nothing is; else as
/// `send_enquiry_message`.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/papers/ask", operation_id = "ask_for_papers", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 201, body = Answer<EnquiryMessagePayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn ask_for_papers(
    State(messages): State<Messages>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<(StatusCode, Answer<EnquiryMessagePayload>), Refusal> {
    let row = messages.ask_for_papers(&caller, &school, &id).await?;
    Ok((StatusCode::CREATED, Answer::new(EnquiryMessagePayload { message: row.into() })))
}
