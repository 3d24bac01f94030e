//! `/v1/oa/family/*` and `POST auth/register`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use identity::api::{SessionPayload, with_session};
use identity::device;
use identity::entry::NewApplicant;
use identity::rates::REGISTER;
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, MessageId, Nothing, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use tenants::bundle::config::Flag;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::Home;
use super::{Family, NewChild};

/// The routes of families.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Family: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(get_family_home))
        .routes(routes!(keep_draft))
        .routes(routes!(remove_draft))
        .routes(routes!(restore_draft))
        .routes(routes!(adopt_application))
        .routes(routes!(register_applicant))
}

/// A draft to keep.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepDraftRequest {
    /// The draft's token.
    #[schema(max_length = 255)]
    token: String,
}

/// Whose it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdoptApplicationRequest {
    /// What `asks` names, as it was answered or corrected since.
    #[schema(max_length = 255)]
    proof: String,
}

/// Who is applied for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplicantChild {
    /// Name.
    #[schema(max_length = 120)]
    name: String,
    /// Date of birth, `YYYY-MM-DD`.
    #[schema(max_length = 10)]
    dob: String,
    /// Grade.
    #[schema(max_length = 60)]
    grade: String,
}

/// Who applies.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplicantGuardian {
    /// Name.
    #[schema(max_length = 120)]
    name: String,
    /// Address to write to.
    #[schema(max_length = 254)]
    email: String,
    /// Phone number, E.164.
    #[schema(max_length = 20)]
    phone: String,
}

/// An application without an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RegisterApplicantRequest {
    /// Who is applied for.
    child: ApplicantChild,
    /// Who applies.
    guardian: ApplicantGuardian,
    /// `en` or `ar`.
    locale: String,
    /// Proof that a person asks.
    #[schema(max_length = 4096)]
    captcha_token: Option<String>,
}

/// The draft of an application.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ApplicationDraft {
    /// Opens the draft.
    #[schema(extensions(("x-secret" = json!(true))))]
    token: String,
    /// The form.
    form: String,
    /// Path of the form's page.
    address: String,
}

/// An application that was begun.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RegisteredApplicantPayload {
    /// The applicant's session.
    #[serde(flatten)]
    session: SessionPayload,
    /// Finds the application again; shown once.
    #[schema(extensions(("x-secret" = json!(true))))]
    tracking_code: String,
    /// The school's form, begun with what was told.
    draft: ApplicationDraft,
}

/// A family's own: what it sent, what it began, what is due, what it can begin.
#[utoipa::path(get, path = "/v1/oa/family/home", operation_id = "get_family_home", tag = "family",
    responses((status = 200, body = Answer<Home>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("family.read"))))]
pub async fn get_family_home(
    State(family): State<Family>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<Home>, Refusal> {
    family.home(&caller, &school).await.map(Answer::new)
}

/// Makes a draft the account's: it is found on every device, and what is sent from it is the account's too.
#[utoipa::path(post, path = "/v1/oa/family/drafts", operation_id = "keep_draft", tag = "family", request_body = KeepDraftRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 410, body = Problem)),
    extensions(("x-permission" = json!("family.read"))))]
pub async fn keep_draft(
    State(family): State<Family>,
    caller: Caller,
    Body(asked): Body<KeepDraftRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    family.keep(&caller, &asked.token).await?;
    Ok(Answer::done())
}

/// Takes a draft of the account's own away, with its files: nobody opens or sends it any more. F005 for every other draft.
#[utoipa::path(post, path = "/v1/oa/family/drafts/remove", operation_id = "remove_draft", tag = "family", request_body = KeepDraftRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 410, body = Problem)),
    extensions(("x-permission" = json!("family.read"))))]
pub async fn remove_draft(
    State(family): State<Family>,
    caller: Caller,
    Body(asked): Body<KeepDraftRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    family.remove_draft(&caller, &asked.token).await?;
    Ok(Answer::done())
}

/// Brings a draft back that its account took away, until it is purged within the hour. F005 for every other draft, F008 when the account keeps
/// enough of them.
#[utoipa::path(post, path = "/v1/oa/family/drafts/restore", operation_id = "restore_draft", tag = "family", request_body = KeepDraftRequest,
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)),
    extensions(("x-permission" = json!("family.read"))))]
pub async fn restore_draft(
    State(family): State<Family>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<KeepDraftRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    family.restore_draft(&caller, &school, &asked.token).await?;
    Ok(Answer::done())
}

/// Makes a submission the account's own that was sent without one, with the address that the account has proved (`adoptable` of
/// `get_family_home`), for whoever knows what its link asks for. L004 for a wrong proof, with `tries_left`; A001 for every other submission.
#[utoipa::path(post, path = "/v1/oa/family/applications/{id}", operation_id = "adopt_application", tag = "family", request_body = AdoptApplicationRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("adoptable"))))),
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem)),
    extensions(("x-permission" = json!("family.read"))))]
pub async fn adopt_application(
    State(family): State<Family>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<AdoptApplicationRequest>,
) -> Result<Answer<Nothing>, Refusal> {
    family.adopt(&caller, &school, &id, &asked.proof).await?;
    Ok(Answer::done())
}

/// Begins an application without an account.
#[utoipa::path(post, path = "/v1/oa/auth/register", operation_id = "register_applicant", tag = "auth", request_body = RegisterApplicantRequest,
    responses((status = 201, body = Answer<RegisteredApplicantPayload>), (status = 403, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(REGISTER))))]
pub async fn register_applicant(
    State(family): State<Family>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    Body(asked): Body<RegisterApplicantRequest>,
) -> Result<Response, Refusal> {
    if school.config().conditional_screens.without_auth != Flag::Y {
        return Err(Refusal::new(MessageId::L015));
    }
    let ApplicantChild { name, dob, grade } = asked.child;
    let child = NewChild { name, dob, grade };
    let ApplicantGuardian { name, email, phone } = asked.guardian;
    let guardian = NewApplicant { name, email, phone, locale: asked.locale };
    let proof = asked.captcha_token.as_deref();
    let applied = family.apply(&caller, &school, (child, guardian), proof, device::label(&headers)).await?;
    let payload = RegisteredApplicantPayload {
        session: SessionPayload::from(&applied.opened),
        tracking_code: applied.tracking_code,
        draft: ApplicationDraft { token: applied.token, form: applied.form, address: applied.address },
    };
    Ok(with_session((StatusCode::CREATED, Answer::new(payload)), &applied.opened))
}
