//! Files of a draft: one multipart request each, streamed.

use std::sync::Arc;

use axum::Extension;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;

use crate::forms::upload::Announced;
use crate::forms::{Forms, UploadView};
use crate::parts::{BODY_BYTES, PROOF, Parts, SHORT};

/// Files.
const UPLOAD: Rate = Rate::new("upload", 400, 120);

/// A file of a draft's field. Parts in this order.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the multipart body")]
pub struct UploadRequest {
    /// The form.
    form: String,
    /// The field: `field`, or `group.field`.
    field: String,
    /// The draft's token.
    draft: String,
    /// Proof that a person asks: once L012 said that it is wanted.
    #[schema(max_length = 4096)]
    captcha_token: Option<String>,
    /// The file.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// A file that arrived.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UploadPayload {
    /// The file.
    upload: UploadView,
}

/// Takes a file in: its size and its real type are looked at while it arrives. L012 asks a stranger for a proof, once strangers used up
/// half of the school's day.
#[utoipa::path(post, path = "/v1/oa/public/uploads", operation_id = "upload_file", tag = "forms",
    request_body(content = UploadRequest, content_type = "multipart/form-data"),
    responses((status = 201, body = Answer<UploadPayload>), (status = 404, body = Problem), (status = 410, body = Problem), (status = 413, body = Problem),
        (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 507, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(UPLOAD)), ("x-body" = json!(BODY_BYTES))))]
pub async fn upload_file(
    State(forms): State<Forms>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    multipart: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Answer<UploadPayload>), Refusal> {
    let mut parts = Parts::of(multipart, "form, field, draft, captcha_token where one is wanted, file")?;
    let form = parts.text("form", SHORT).await?;
    let field = parts.text("field", SHORT).await?;
    let draft = parts.text("draft", SHORT).await?;
    let mut next = parts.next().await?;
    let mut proof = None;
    if next.is("captcha_token") {
        proof = Some(next.text(PROOF).await?);
        next = parts.next().await?;
    }
    let file = next.file()?;
    let name = file.name();
    let announced = Announced { form: &form, field: &field, draft: &draft, proof: proof.as_deref(), name: &name };
    let mut arriving = forms.begin_upload(&caller, &school, announced).await?;
    file.stream(&mut arriving).await?;
    let upload = forms.finish_upload(&caller, arriving).await?;
    Ok((StatusCode::CREATED, Answer::new(UploadPayload { upload })))
}
