//! Files of a draft: one multipart request each, streamed.

use std::sync::Arc;

use axum::Extension;
use axum::extract::multipart::{Field, MultipartError, MultipartRejection};
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, MessageId, Refusal};
use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;

use crate::forms::{Forms, UploadView};

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

/// Takes a file in: its size and its real type are looked at while it arrives.
#[utoipa::path(post, path = "/v1/oa/public/uploads", operation_id = "upload_file", tag = "forms",
    request_body(content = UploadRequest, content_type = "multipart/form-data"),
    responses((status = 201, body = Answer<UploadPayload>), (status = 404, body = Problem), (status = 413, body = Problem),
        (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 507, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional"))))]
pub async fn upload_file(
    State(forms): State<Forms>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    multipart: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Answer<UploadPayload>), Refusal> {
    let mut multipart = multipart.map_err(|_| Refusal::malformed("the body has to be multipart/form-data"))?;
    let form = text_part(&mut multipart, "form").await?;
    let field = text_part(&mut multipart, "field").await?;
    let draft = text_part(&mut multipart, "draft").await?;
    let mut file = part(&mut multipart, "file").await?;
    let name = file.file_name().unwrap_or_default().to_owned();
    let mut arriving = forms.begin_upload(&caller, &school, &form, &field, &draft, &name).await?;
    while let Some(piece) = file.chunk().await.map_err(broken)? {
        arriving.take(&piece).await?;
    }
    let upload = forms.finish_upload(&caller, arriving).await?;
    Ok((StatusCode::CREATED, Answer::new(UploadPayload { upload })))
}

async fn part<'m>(multipart: &'m mut Multipart, name: &str) -> Result<Field<'m>, Refusal> {
    match multipart.next_field().await.map_err(broken)? {
        Some(field) if field.name() == Some(name) => Ok(field),
        _ => Err(Refusal::malformed("parts have to be form, field, draft, file, in this order")),
    }
}

async fn text_part(multipart: &mut Multipart, name: &str) -> Result<String, Refusal> {
    let mut field = part(multipart, name).await?;
    let mut bytes = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(broken)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > 1024 {
            return Err(Refusal::malformed("a text part is too long"));
        }
    }
    String::from_utf8(bytes).map_err(|_| Refusal::malformed("a text part is no UTF-8"))
}

fn broken(error: MultipartError) -> Refusal {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Refusal::new(MessageId::D001)
    } else {
        Refusal::malformed("the multipart body broke off or is damaged")
    }
}
