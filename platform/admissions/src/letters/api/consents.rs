//! `/v1/oa/enquiries/{id}/consents`: a child's consents for the staff; `/v1/oa/family/consents`: a family's own.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use axum::response::Response;
use blocks::Languages;
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Text;
use words::clock::iso;

use super::by_hand::EnquiryLetterPayload;
use super::pdf;
use super::views::listed;
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::ids::ConsentId;
use crate::letters::consents::{Asked, ConsentListed, GivenConsent, GivenRow, Stand};
use crate::letters::service::{LetterTools, Letters};

pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    LetterTools: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_enquiry_consents))
        .routes(routes!(ask_for_consents))
        .routes(routes!(list_family_consents))
        .routes(routes!(download_family_consent))
        .routes(routes!(withdraw_family_consent))
}

/// An answer to a consent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConsentAnswer {
    id: String,
    version: String,
    /// `accepted`, `refused`.
    choice: String,
    signer: String,
    /// RFC 3339, UTC.
    signed_at: String,
    /// RFC 3339, UTC.
    withdrawn_at: Option<String>,
    withdrawn_by: Option<String>,
    withdrawn_reason: Option<String>,
    /// The letter that was signed.
    letter_id: String,
    reference: String,
}

/// A consent of a child.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryConsent {
    code: String,
    title: Text,
    required: bool,
    /// Of its words now; empty where the school has it no more.
    version: String,
    state: Stand,
    /// The newest first.
    history: Vec<ConsentAnswer>,
}

/// All of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryConsentsPayload {
    items: Vec<EnquiryConsent>,
}

/// For which consents a family is asked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskForConsentsRequest {
    /// Of their templates, each once.
    #[schema(min_items = 1, max_items = 8)]
    codes: Vec<String>,
    /// For how many days it can be answered; left out, 14.
    #[schema(minimum = 1, maximum = 90)]
    days: Option<u16>,
    /// What it is written in; left out, what the first template is.
    language: Option<Languages>,
}

/// Of whom a consent is.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConsentChild {
    name: String,
    name_ar: String,
}

/// A family's answer to a consent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FamilyConsent {
    id: String,
    child: ConsentChild,
    code: String,
    title: Text,
    version: String,
    /// `accepted`, `refused`.
    choice: String,
    /// Whether the school needs it.
    required: bool,
    /// RFC 3339, UTC.
    signed_at: String,
    /// RFC 3339, UTC.
    withdrawn_at: Option<String>,
    reference: String,
}

/// All of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FamilyConsentsPayload {
    /// The newest first.
    items: Vec<FamilyConsent>,
}

/// One of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FamilyConsentPayload {
    consent: FamilyConsent,
}

/// Why it is withdrawn.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawConsentRequest {
    /// May be empty.
    #[serde(default)]
    #[schema(max_length = 300)]
    reason: String,
}

fn answer(row: GivenRow) -> ConsentAnswer {
    ConsentAnswer {
        id: row.id.into(),
        version: row.version,
        choice: row.choice,
        signer: row.signer,
        signed_at: iso(row.signed_at),
        withdrawn_at: row.withdrawn_at.map(iso),
        withdrawn_by: row.withdrawn_by,
        withdrawn_reason: row.withdrawn_reason.filter(|reason| !reason.is_empty()),
        letter_id: row.letter_id.into(),
        reference: row.reference,
    }
}

fn own(GivenConsent { row, required }: GivenConsent) -> FamilyConsent {
    FamilyConsent {
        id: row.id.into(),
        child: ConsentChild { name: row.person, name_ar: row.person_ar },
        code: row.code,
        title: row.title.0,
        version: row.version,
        choice: row.choice,
        required,
        signed_at: iso(row.signed_at),
        withdrawn_at: row.withdrawn_at.map(iso),
        reference: row.reference,
    }
}

/// The consents of an application: how each of the school's stands, with every answer that there was. It counts as a line of a list: A007.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/consents", operation_id = "list_enquiry_consents", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<EnquiryConsentsPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_enquiry_consents(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<EnquiryConsentsPayload>, Refusal> {
    let one = |ConsentListed { code, title, required, version, stand, history }: ConsentListed| EnquiryConsent {
        code,
        title,
        required,
        version,
        state: stand,
        history: history.into_iter().map(answer).collect(),
    };
    let items = letters.consents_of(&caller, &school, &id).await?.into_iter().map(one).collect();
    Ok(Answer::new(EnquiryConsentsPayload { items }))
}

/// Asks a family for consents, in one letter with a link. F003 at `/codes` (`minItems`, `maxItems`, `unfilled`, `unprovable`), `/codes/n` (`enum`) and
/// `/days`. A007 as for `get_enquiry`.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/consents", operation_id = "ask_for_consents", tag = "enquiries", request_body = AskForConsentsRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student"))))),
    responses((status = 201, body = Answer<EnquiryLetterPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn ask_for_consents(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<AskForConsentsRequest>,
) -> Result<(StatusCode, Answer<EnquiryLetterPayload>), Refusal> {
    let AskForConsentsRequest { codes, days, language } = asked;
    let letter = letters.ask_for_consents(&caller, &school, &id, Asked { codes, days, languages: language }).await?;
    Ok((StatusCode::CREATED, Answer::new(EnquiryLetterPayload { letter: listed(letter) })))
}

/// What a family said to consents, of all its children.
#[utoipa::path(get, path = "/v1/oa/family/consents", operation_id = "list_family_consents", tag = "family",
    responses((status = 200, body = Answer<FamilyConsentsPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("family.read"))))]
pub async fn list_family_consents(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<FamilyConsentsPayload>, Refusal> {
    let items = letters.given(&caller, &school).await?.into_iter().map(own).collect();
    Ok(Answer::new(FamilyConsentsPayload { items }))
}

/// The signed letter of one of them. A001 where there is none.
#[utoipa::path(get, path = "/v1/oa/family/consents/{id}/file", operation_id = "download_family_consent", tag = "family",
    params(("id" = String, Path, extensions(("x-entity" = json!("consent"))))),
    responses((status = 200, content_type = "application/pdf"), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("family.read"))))]
pub async fn download_family_consent(
    State(letters): State<Letters>,
    caller: Caller,
    InPath(id): InPath<ConsentId>,
) -> Result<Response, Refusal> {
    Ok(pdf(letters.given_file(&caller, &id).await?))
}

/// Withdraws a consent that was given; once more changes nothing. A001 for what is none of the family's, or was refused; F003 at `/reason`.
#[utoipa::path(post, path = "/v1/oa/family/consents/{id}/withdraw", operation_id = "withdraw_family_consent", tag = "family", request_body = WithdrawConsentRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("consent"))))),
    responses((status = 200, body = Answer<FamilyConsentPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem)),
    extensions(("x-permission" = json!("family.read"))))]
pub async fn withdraw_family_consent(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<ConsentId>,
    Body(asked): Body<WithdrawConsentRequest>,
) -> Result<Answer<FamilyConsentPayload>, Refusal> {
    let consent = own(letters.withdraw_consent(&caller, &school, &id, &asked.reason).await?);
    Ok(Answer::new(FamilyConsentPayload { consent }))
}
