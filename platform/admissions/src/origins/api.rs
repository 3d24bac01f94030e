//! `/v1/oa/enquiries/{id}/convert`: an application that is made from an enquiry.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::clock::iso;

use super::service::{Converted, Origins};
use crate::enquiries::Enquiries;

/// The routes of conversions.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(convert_enquiry))
}

/// How an application is begun from an enquiry.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ConvertEnquiryRequest {
    /// Whether the family is written to, with the link to go on with it.
    send: bool,
}

/// A draft of the application.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BegunApplication {
    /// Opens the draft; null where it was mailed to the family or is kept in its account: it goes on with it alone.
    #[schema(extensions(("x-secret" = json!(true))))]
    token: Option<String>,
    /// The form.
    form: String,
    /// When it was begun, RFC 3339, UTC.
    begun_at: String,
    /// When the family last got the link.
    mailed_at: Option<String>,
}

/// What became of an enquiry.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConvertedPayload {
    draft: BegunApplication,
    /// Whether the family was written to now; false also where as many messages reached its address as may.
    mailed: bool,
}

impl From<Converted> for ConvertedPayload {
    fn from(converted: Converted) -> Self {
        let begun = converted.begun;
        let draft = BegunApplication {
            token: begun.token,
            form: begun.form,
            begun_at: iso(begun.begun_at),
            mailed_at: begun.mailed_at.map(iso),
        };
        Self { draft, mailed: converted.is_mailed }
    }
}

/// Begins the school's application from an enquiry, with all that the caller reads of it but what is kept for an audience; the same draft again
/// where one is open. Staff complete it on the family's behalf, or with `send` the family gets the link to a draft of its own, which begins with
/// its name, its address and the grade alone and takes the place of what staff began. A012 for what is no enquiry or is closed, A016 with
/// `application` once it was sent, L009 where the school takes no applications, F003 at `/send` where the enquiry has no address.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/convert", operation_id = "convert_enquiry", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))), request_body = ConvertEnquiryRequest,
    responses((status = 201, body = Answer<ConvertedPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn convert_enquiry(
    State(origins): State<Origins>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<ConvertEnquiryRequest>,
) -> Result<(StatusCode, Answer<ConvertedPayload>), Refusal> {
    let converted = origins.convert(&caller, &school, &id, asked.send).await?;
    Ok((StatusCode::CREATED, Answer::new(converted.into())))
}
