//! Drafts: answers that are not sent yet, under a token that only their holder knows.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::Deserialize;
use serde_json::Value;
use tenants::School;
use utoipa::ToSchema;

use super::{FORM_WRITE, language};
use crate::forms::service::DraftSave;
use crate::forms::{DraftView, Forms};
use crate::my_application;

/// A draft to begin.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateDraftRequest {
    /// The answers so far.
    #[schema(value_type = Object)]
    values: Value,
    /// `en` or `ar`.
    locale: String,
    /// The open step.
    step: Option<String>,
    /// Proof that a person asks: once L012 said that it is wanted.
    #[schema(max_length = 4096)]
    captcha_token: Option<String>,
    /// What the family sent before, for another child: the draft begins with what is the family's of it.
    from: Option<FormerRequest>,
}

/// What a family sent before.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FormerRequest {
    /// Its id, where it is the account's own, or the grant that opens it (`open_application`).
    #[schema(max_length = 2048)]
    key: String,
}

/// A draft to save.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveDraftRequest {
    /// The version that this save is based on.
    version: i64,
    /// The answers so far.
    #[schema(value_type = Object)]
    values: Value,
    /// The open step.
    step: Option<String>,
    /// `en` or `ar`.
    locale: Option<String>,
    /// Moves the draft to this version of the form.
    form_version: Option<String>,
}

/// Begins a draft. With `from` it begins with what is the family's of something that the family sent, files as well, and nothing of the child; of the files also
/// those of the account's other applications;
/// what stands in `values` comes first. F005 where that is not theirs.
#[utoipa::path(post, path = "/v1/oa/public/forms/{form}/drafts", operation_id = "create_draft", tag = "forms",
    params(("form" = String, Path)), request_body = CreateDraftRequest,
    responses((status = 201, body = Answer<DraftView>), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(FORM_WRITE))))]
pub async fn create_draft(
    State(forms): State<Forms>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(form): InPath<String>,
    Body(asked): Body<CreateDraftRequest>,
) -> Result<(StatusCode, Answer<DraftView>), Refusal> {
    let save = DraftSave { values: asked.values, step: asked.step, locale: Some(language(&asked.locale)?) };
    let is_proved = forms.is_proved(&caller, &school, asked.captcha_token.as_deref()).await?;
    let draft = match asked.from {
        None => forms.create_draft(&caller, &school, &form, save, is_proved).await?,
        Some(from) => {
            let earlier = my_application::earlier(&forms, &caller, &school, &from.key).await?;
            forms.create_draft_of_family(&caller, &school, &form, save, is_proved, earlier).await?
        }
    };
    Ok((StatusCode::CREATED, Answer::new(draft)))
}

/// The draft that the token opens.
#[utoipa::path(get, path = "/v1/oa/public/forms/drafts/{token}", operation_id = "get_draft", tag = "forms",
    params(("token" = String, Path, extensions(("x-entity" = json!("draft"))))),
    responses((status = 200, body = Answer<DraftView>), (status = 404, body = Problem), (status = 410, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-preview" = json!("draft")), ("x-bearer" = json!("optional"))))]
pub async fn get_draft(
    State(forms): State<Forms>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(token): InPath<String>,
) -> Result<Answer<DraftView>, Refusal> {
    forms.draft(&caller, &school, &token).await.map(Answer::new)
}

/// Saves a draft over the version that the save is based on.
#[utoipa::path(put, path = "/v1/oa/public/forms/drafts/{token}", operation_id = "save_draft", tag = "forms",
    params(("token" = String, Path, extensions(("x-entity" = json!("draft"))))), request_body = SaveDraftRequest,
    responses((status = 200, body = Answer<DraftView>), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 410, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(FORM_WRITE))))]
pub async fn save_draft(
    State(forms): State<Forms>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(token): InPath<String>,
    Body(asked): Body<SaveDraftRequest>,
) -> Result<Answer<DraftView>, Refusal> {
    let locale = asked.locale.as_deref().map(language).transpose()?;
    let save = DraftSave { values: asked.values, step: asked.step, locale };
    let saved = forms.save_draft(&caller, &school, &token, asked.version, save, asked.form_version.as_deref()).await?;
    Ok(Answer::new(saved))
}
