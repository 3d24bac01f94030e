//! `/v1/oa/enquiries/{id}/application/mail`: the mail of a move as it would arrive.

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

use super::super::appointments::NewAppointment;
use super::super::model::Standing;
use super::super::service::Applications;
use super::service::Asked;
use crate::enquiries::Enquiries;

/// The routes of mails of moves.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(preview_move_mail))
}

/// A move of which the mail is asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveMailRequest {
    /// The status, and what refines it.
    to: Standing,
    /// Whose place would be offered; left out, of the one that it competes for.
    #[schema(max_length = 163)]
    bucket: Option<String>,
    /// When it would be told, RFC 3339; left out, at once.
    #[schema(max_length = 40)]
    publish_at: Option<String>,
    /// When and where the child would be seen.
    appointment: Option<NewAppointment>,
}

/// A mail as it would arrive.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MoveMailPreview {
    subject: String,
    html: String,
    /// The family's language: `en`, `ar`.
    locale: &'static str,
}

/// The mail that the family would get if the application were sent there and the family told: in its language, in the school's own words, its link
/// without what opens anything. Nothing is sent. A012 with `allowed` for a way that the caller cannot take now, A001 where the form asks for no address,
/// A007 as for `get_enquiry`.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/application/mail", operation_id = "preview_move_mail", tag = "enquiries", request_body = MoveMailRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student"))))),
    responses((status = 200, body = Answer<MoveMailPreview>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn preview_move_mail(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<MoveMailRequest>,
) -> Result<Answer<MoveMailPreview>, Refusal> {
    let MoveMailRequest { to, bucket, publish_at, appointment } = asked;
    let asked = Asked { to, bucket, publish_at, appointment };
    let (mail, language) = applications.preview_mail(&caller, &school, &id, asked).await?;
    Ok(Answer::new(MoveMailPreview { subject: mail.subject, html: mail.html, locale: language.as_str() }))
}
