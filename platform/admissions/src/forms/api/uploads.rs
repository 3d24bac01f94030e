//! Files of a draft: one multipart request each, streamed.

use std::sync::Arc;

use axum::Extension;
use axum::extract::multipart::{Field, MultipartError, MultipartRejection};
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, MessageId, Refusal};
use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;

use crate::forms::upload::Announced;
use crate::forms::{Forms, UploadView};

/// Files.
const UPLOAD: Rate = Rate::new("upload", 400, 120);
/// Largest upload with its envelope: the highest tier is 15 MB.
const BODY_BYTES: usize = 16 << 20;
/// Bytes of a part that names something.
const SHORT: usize = 1024;
/// Bytes of a proof.
const PROOF: usize = 4096;

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
    let mut multipart = multipart.map_err(|_| Refusal::malformed("the body has to be multipart/form-data"))?;
    let form = text(part(&mut multipart, "form").await?, SHORT).await?;
    let field = text(part(&mut multipart, "field").await?, SHORT).await?;
    let draft = text(part(&mut multipart, "draft").await?, SHORT).await?;
    let mut next = any_part(&mut multipart).await?;
    let mut proof = None;
    if next.name() == Some("captcha_token") {
        proof = Some(text(next, PROOF).await?);
        next = any_part(&mut multipart).await?;
    }
    let mut file = named(next, "file")?;
    let name = file.file_name().unwrap_or_default().to_owned();
    let announced = Announced { form: &form, field: &field, draft: &draft, proof: proof.as_deref(), name: &name };
    let mut arriving = forms.begin_upload(&caller, &school, announced).await?;
    while let Some(piece) = file.chunk().await.map_err(broken)? {
        arriving.take(&piece).await?;
    }
    let upload = forms.finish_upload(&caller, arriving).await?;
    Ok((StatusCode::CREATED, Answer::new(UploadPayload { upload })))
}

async fn any_part(multipart: &mut Multipart) -> Result<Field<'_>, Refusal> {
    multipart.next_field().await.map_err(broken)?.ok_or_else(out_of_order)
}

async fn part<'m>(multipart: &'m mut Multipart, name: &str) -> Result<Field<'m>, Refusal> {
    named(any_part(multipart).await?, name)
}

fn named<'m>(field: Field<'m>, name: &str) -> Result<Field<'m>, Refusal> {
    if field.name() == Some(name) { Ok(field) } else { Err(out_of_order()) }
}

async fn text(mut field: Field<'_>, most: usize) -> Result<String, Refusal> {
    let mut bytes = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(broken)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > most {
            return Err(Refusal::malformed("a text part is too long"));
        }
    }
    String::from_utf8(bytes).map_err(|_| Refusal::malformed("a text part is no UTF-8"))
}

fn out_of_order() -> Refusal {
    Refusal::malformed("parts have to be form, field, draft, captcha_token where one is wanted, file, in this order")
}

fn broken(error: MultipartError) -> Refusal {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Refusal::new(MessageId::D001)
    } else {
        Refusal::malformed("the multipart body broke off or is damaged")
    }
}
