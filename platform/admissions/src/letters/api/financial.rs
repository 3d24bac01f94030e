//! `/v1/oa/enquiries/{id}/financial`: financial documents for those who look after fees; `/v1/oa/public/financial_uploads`: their files.

use std::sync::Arc;

use axum::Extension;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{FromRef, Multipart, State};
use axum::http::StatusCode;
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

use super::SENT;
use super::conditions::{FILE_PARTS, LetterFileRequest, held_by};
use crate::enquiries::Enquiries;
use crate::forms::{Forms, SubmittedFile};
use crate::letters::financial::{Answer as Answered, Cheque, Decision, Financial, Item, ItemState, StaffItem};
use crate::letters::open::Held;
use crate::letters::service::{LetterTools, Letters};
use crate::parts::{BODY_BYTES, Parts};

pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    LetterTools: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(add_financial_file))
        .routes(routes!(take_back_financial_file))
        .routes(routes!(get_financial_documents))
        .routes(routes!(decide_financial_document))
        .routes(routes!(read_financial_iban))
}

/// A document as its family finds it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FinancialItem {
    code: String,
    /// `salary`, `sponsor`, `guarantee`, `cheques`.
    kind: String,
    label: Text,
    asks_amount: bool,
    asks_iban: bool,
    state: ItemState,
    /// Whether it can be sent.
    is_open: bool,
    /// Why it is to come once more.
    reason: Option<String>,
    /// What was said beside it last.
    answer: Answered,
    /// The oldest first.
    files: Vec<FinancialFile>,
}

fn file(file: SubmittedFile) -> FinancialFile {
    FinancialFile { id: file.id.into(), name: file.name, given_at: iso(file.created_at) }
}

pub(super) fn item(one: Item) -> FinancialItem {
    FinancialItem {
        is_open: one.state.is_open(),
        state: one.state,
        reason: one.row.reason.filter(|_| one.state == ItemState::Returned),
        answer: one.answer,
        files: one.files.into_iter().map(file).collect(),
        code: one.row.code,
        kind: one.row.kind,
        label: one.row.label.0,
        asks_amount: one.row.asks_amount,
        asks_iban: one.row.asks_iban,
    }
}

/// A file for a financial document. Parts in this order.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the multipart body")]
pub struct AddFinancialFileRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    token: String,
    /// What `prove_letter` gave.
    #[schema(max_length = 4096)]
    grant: String,
    /// The document's.
    #[schema(max_length = 40)]
    code: String,
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// All of a letter's.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FinancialItemsPayload {
    items: Vec<FinancialItem>,
}

/// A file of a financial document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FinancialFile {
    /// Its id, as the list of documents has it.
    id: String,
    name: String,
    /// RFC 3339, UTC.
    given_at: String,
}

/// A financial document as staff see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryFinancialItem {
    code: String,
    /// `salary`, `sponsor`, `guarantee`, `cheques`.
    kind: String,
    label: Text,
    state: ItemState,
    /// What is declared, in the currency's smallest unit; null where nothing is.
    amount_minor: Option<i64>,
    /// The account with its country and its last four alone.
    iban: Option<String>,
    cheques: Vec<Cheque>,
    files: Vec<FinancialFile>,
    /// Why it was returned.
    reason: Option<String>,
    decided_by: Option<String>,
    /// RFC 3339, UTC.
    decided_at: Option<String>,
}

/// A request for financial documents.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FinancialRequest {
    letter_id: String,
    reference: String,
    /// As for a letter.
    state: String,
    /// RFC 3339, UTC.
    expires_at: String,
    items: Vec<EnquiryFinancialItem>,
}

/// The newest request of an application.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FinancialRequestPayload {
    /// ISO 4217; of all amounts.
    currency: String,
    /// Null where there was none.
    request: Option<FinancialRequest>,
}

/// What is said of a document.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DecideFinancialRequest {
    state: Decision,
    /// Needed where it is returned.
    #[serde(default)]
    #[schema(max_length = 300)]
    reason: String,
}

/// Why a number is read.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadIbanRequest {
    #[schema(min_length = 5, max_length = 300)]
    reason: String,
}

/// A whole account number.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct IbanPayload {
    iban: String,
}

fn told(school: &School, found: Option<Financial>) -> Answer<FinancialRequestPayload> {
    let one = |StaffItem { item, declared, iban }: StaffItem| EnquiryFinancialItem {
        state: item.state,
        amount_minor: declared,
        iban,
        cheques: item.answer.cheques,
        files: item.files.into_iter().map(file).collect(),
        reason: item.row.reason,
        decided_by: item.row.decided_by,
        decided_at: item.row.decided_at.map(iso),
        code: item.row.code,
        kind: item.row.kind,
        label: item.row.label.0,
    };
    let request = found.map(|found| FinancialRequest {
        letter_id: found.letter.into(),
        reference: found.reference,
        state: found.state,
        expires_at: iso(found.expires_at),
        items: found.items.into_iter().map(one).collect(),
    });
    Answer::new(FinancialRequestPayload { currency: school.config().currency.clone(), request })
}

/// Takes a file in for a financial document: a PDF or a picture, six each; those alone read it who look after fees. D003 where the document takes none
/// (any more), L010 for every link that opens nothing, and without a grant of it.
#[utoipa::path(post, path = "/v1/oa/public/financial_uploads", operation_id = "add_financial_file", tag = "family",
    request_body(content = AddFinancialFileRequest, content_type = "multipart/form-data"),
    responses((status = 201, body = Answer<FinancialItemsPayload>), (status = 404, body = Problem), (status = 413, body = Problem),
        (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 507, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SENT)), ("x-body" = json!(BODY_BYTES))))]
pub async fn add_financial_file(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    multipart: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Answer<FinancialItemsPayload>), Refusal> {
    let mut parts = Parts::of(multipart, FILE_PARTS)?;
    let (held, grant, code) = held_by(&mut parts).await?;
    let file = parts.file().await?;
    let mut arriving = letters.begin_financial_file(&caller, &school, (&held, &grant, &code), &file.name()).await?;
    file.stream(&mut arriving).await?;
    letters.finish_file(&caller, arriving).await?;
    let form = letters.financial_form(&caller, &school, &held, Some(&grant)).await?;
    let items = form.items.into_iter().map(item).collect();
    Ok((StatusCode::CREATED, Answer::new(FinancialItemsPayload { items })))
}

/// Takes a file back that was not sent yet; it is kept for thirty days as what staff remove. D003 once its document was sent, A001 for a file that the
/// document does not have, L010 for every link that opens nothing, and without a grant of it.
#[utoipa::path(post, path = "/v1/oa/public/financial_uploads/remove", operation_id = "take_back_financial_file", tag = "family",
    request_body = LetterFileRequest,
    responses((status = 200, body = Answer<FinancialItemsPayload>), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SENT))))]
pub async fn take_back_financial_file(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<LetterFileRequest>,
) -> Result<Answer<FinancialItemsPayload>, Refusal> {
    let LetterFileRequest { token, grant, code, file } = asked;
    let held = Held { token, code: None };
    letters.take_back_financial_file(&caller, &school, (&held, &grant, &code), file).await?;
    let form = letters.financial_form(&caller, &school, &held, Some(&grant)).await?;
    Ok(Answer::new(FinancialItemsPayload { items: form.items.into_iter().map(item).collect() }))
}

/// The newest request for financial documents of an application, with what came; account numbers show their last four. It counts as a line of a
/// list: A007.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/financial", operation_id = "get_financial_documents", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("student"))))),
    responses((status = 200, body = Answer<FinancialRequestPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.fees"))))]
pub async fn get_financial_documents(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<FinancialRequestPayload>, Refusal> {
    Ok(told(&school, letters.financial(&caller, &school, &id).await?))
}

/// Says of a document that was sent that it is good, or returns it with a reason: then its family gets a link to send it once more. A012 (`guard`:
/// `not_submitted`) for one that was not sent; F003 at `/reason`; A001 for what is not there.
#[utoipa::path(patch, path = "/v1/oa/enquiries/{id}/financial/{code}", operation_id = "decide_financial_document", tag = "enquiries",
    request_body = DecideFinancialRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student")))), ("code" = String, Path)),
    responses((status = 200, body = Answer<FinancialRequestPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.fees"))))]
pub async fn decide_financial_document(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, code)): InPath<(SubmissionId, String)>,
    Body(asked): Body<DecideFinancialRequest>,
) -> Result<Answer<FinancialRequestPayload>, Refusal> {
    let said = (code, asked.state, asked.reason);
    Ok(told(&school, letters.decide_financial(&caller, &school, &id, said).await?))
}

/// The whole account number beside a document, for a reason that is written down. F003 at `/reason`; A001 where there is none.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/financial/{code}/iban", operation_id = "read_financial_iban", tag = "enquiries",
    request_body = ReadIbanRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student")))), ("code" = String, Path)),
    responses((status = 200, body = Answer<IbanPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.fees"))))]
pub async fn read_financial_iban(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, code)): InPath<(SubmissionId, String)>,
    Body(asked): Body<ReadIbanRequest>,
) -> Result<Answer<IbanPayload>, Refusal> {
    let iban = letters.financial_iban(&caller, &school, &id, (&code, &asked.reason)).await?;
    Ok(Answer::new(IbanPayload { iban }))
}
