//! `/v1/oa/enquiries/{id}/consents`: a child's consents for the staff; `/v1/oa/family/consents`: a family's own.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::Response;
use blocks::Languages;
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::clock::iso;
use words::{Language, Text};

use super::by_hand::EnquiryLetterPayload;
use super::pdf;
use super::views::listed;
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::ids::ConsentId;
use crate::letters::consents::{Asked, Column, ConsentListed, GivenConsent, GivenRow, Line, Matrix, Stand, Wanted};
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
        .routes(routes!(list_consents))
        .routes(routes!(export_consents))
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

/// Which children, and a page of them.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ConsentsQuery {
    /// Of one round.
    #[param(max_length = 60)]
    round: Option<String>,
    /// By the code of their grade.
    #[param(max_length = 60)]
    grade: Option<String>,
    /// Of one consent; with `choice` alone, of any.
    #[param(max_length = 40)]
    code: Option<String>,
    /// How it stands.
    choice: Option<Stand>,
    /// From the answer before.
    #[param(max_length = 255)]
    cursor: Option<String>,
    /// 25 when left out, at most 100.
    page_size: Option<u32>,
}

/// Which children, and in which language.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ConsentsFileQuery {
    /// Of one round.
    #[param(max_length = 60)]
    round: Option<String>,
    /// By the code of their grade.
    #[param(max_length = 60)]
    grade: Option<String>,
    /// Of one consent; with `choice` alone, of any.
    #[param(max_length = 40)]
    code: Option<String>,
    /// How it stands.
    choice: Option<Stand>,
    /// `en` or `ar`.
    lng: Language,
}

/// A consent of the school.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConsentColumn {
    code: String,
    title: Text,
    required: bool,
}

/// How a consent of a child stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConsentCell {
    code: String,
    state: Stand,
    /// RFC 3339, UTC: since when.
    at: Option<String>,
}

/// A child with its consents.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConsentLine {
    /// Of its application.
    id: String,
    registration_id: String,
    student_name: String,
    student_name_ar: String,
    grade: Text,
    round: String,
    /// In the order of the columns.
    cells: Vec<ConsentCell>,
}

/// A page of children.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConsentsPayload {
    columns: Vec<ConsentColumn>,
    items: Vec<ConsentLine>,
    /// Where it continues; a page may have fewer than were asked for, and yet continue.
    next_cursor: Option<String>,
}

fn line(columns: &[ConsentColumn], Line { row, cells }: Line) -> ConsentLine {
    let cell = |(column, (state, at)): (&ConsentColumn, (Stand, Option<i64>))| ConsentCell {
        code: column.code.clone(),
        state,
        at: at.map(iso),
    };
    ConsentLine {
        id: row.id.into(),
        registration_id: row.registration_id,
        student_name: row.person,
        student_name_ar: row.person_ar,
        grade: Text { en: row.grade_en, ar: row.grade_ar },
        round: row.round,
        cells: columns.iter().zip(cells).map(cell).collect(),
    }
}

/// Who consented to what: children that have a place or whose families were asked, in the order of their numbers, and for each consent of the school
/// how it stands. Each counts as a line of a list: A007.
#[utoipa::path(get, path = "/v1/oa/consents", operation_id = "list_consents", tag = "enquiries", params(ConsentsQuery),
    responses((status = 200, body = Answer<ConsentsPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_consents(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<ConsentsQuery>,
) -> Result<Answer<ConsentsPayload>, Refusal> {
    let ConsentsQuery { round, grade, code, choice, cursor, page_size } = query;
    let of = Option::unwrap_or_default;
    let wanted = Wanted { round: of(round), grade: of(grade), code: of(code), stand: choice };
    let size = usize::try_from(kernel::page::page_size(page_size)).unwrap_or_default();
    let Matrix { columns, lines, next_cursor } =
        letters.consent_matrix(&caller, &school, &wanted, (size, cursor.as_deref())).await?;
    let column = |Column { code, title, required, .. }: Column| ConsentColumn { code, title, required };
    let columns: Vec<_> = columns.into_iter().map(column).collect();
    let items = lines.into_iter().map(|one| line(&columns, one)).collect();
    Ok(Answer::new(ConsentsPayload { columns, items, next_cursor }))
}

/// The same as a file: text with commas, of up to 2,000 children, each of which counts as a line.
#[utoipa::path(get, path = "/v1/oa/consents/export", operation_id = "export_consents", tag = "enquiries", params(ConsentsFileQuery),
    responses((status = 200, content_type = "text/csv"), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.export"))))]
pub async fn export_consents(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<ConsentsFileQuery>,
) -> Result<([(HeaderName, &'static str); 3], Vec<u8>), Refusal> {
    let ConsentsFileQuery { round, grade, code, choice, lng } = query;
    let of = Option::unwrap_or_default;
    let wanted = Wanted { round: of(round), grade: of(grade), code: of(code), stand: choice };
    let bytes = letters.consent_file(&caller, &school, (&wanted, lng)).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"consents.csv\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, bytes))
}
