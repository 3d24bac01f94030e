//! `/v1/oa/public/applications`: what a family sees and does of what it sent.
//!
//! `{application}` is the grant that a link and its proof gave, or the id of a submission that the caller's account owns: the operations
//! are the same.

mod files;

use std::sync::Arc;

use axum::Extension;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{FromRef, Multipart, State};
use axum::http::StatusCode;
use kernel::extract::{Body, InPath, Params};
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, MessageId, Nothing, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use serde_json::Map;
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Language;

use super::access::Opened;
use super::model::{FamilyFile, MyApplication};
use super::service::MyApplications;
use crate::applications::{DeclineReason, FamilyReason};
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::ids::UploadId;
use crate::own_link::Proof;
use crate::parts::{BODY_BYTES, Parts, SHORT};

/// Links that are opened. A family tries its own few times; behind one address there are many.
const OPENED: Rate = Rate::new("application_open", 120, 30);
/// Links that are asked for once more.
const LOST: Rate = Rate::new("application_link", 60, 12);
/// What families change.
const CHANGED: Rate = Rate::new("application_change", 300, 60);
/// What families look up of what they gave before.
const GIVEN: Rate = Rate::new("family_files", 300, 60);

/// The routes of families' own applications.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(open_application))
        .routes(routes!(send_application_link))
        .routes(routes!(get_application))
        .routes(routes!(add_application_file))
        .routes(routes!(correct_application_contact))
        .routes(routes!(ask_about_application))
        .routes(routes!(read_application_messages))
        .routes(routes!(withdraw_application))
        .routes(routes!(return_application))
        .routes(routes!(list_family_files))
        .routes(routes!(reuse_file))
        .merge(files::routes())
}

/// A link to open.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenApplicationRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    token: String,
    /// What the link asks for, as a person writes it; left out to be told what that is.
    #[schema(max_length = 255)]
    proof: Option<String>,
}

/// Whose link is lost.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplicationLinkRequest {
    /// The reference, as a person writes it.
    #[schema(max_length = 255)]
    reference: String,
    /// The address that the school writes to.
    #[schema(max_length = 254)]
    email: String,
    /// The proof that a person asks.
    #[schema(max_length = 4096)]
    captcha_token: Option<String>,
}

/// What a link gave.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OpenedApplicationPayload {
    /// What it asks for; null once it was given, and where the caller's account owns what was sent.
    asks: Option<Proof>,
    /// Opens what was sent, for an hour; its id where the caller's account owns it.
    #[schema(extensions(("x-secret" = json!(true))))]
    application: Option<String>,
}

/// In which language.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ApplicationQuery {
    /// `en` or `ar`; `en` when left out.
    lng: Option<String>,
}

/// One application.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyApplicationPayload {
    application: MyApplication,
}

/// Contact data that are others now.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectContactRequest {
    /// A value for each field that is another now.
    #[schema(value_type = Object)]
    values: Map<String, serde_json::Value>,
    /// `en` or `ar`: of the answer.
    locale: String,
}

/// A question to the school.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskAboutApplicationRequest {
    /// Up to 4,000 characters, of several lines.
    #[schema(max_length = 4000)]
    text: String,
    /// Whether by it the family accepts the offer that is out.
    #[serde(default)]
    accepts_offer: bool,
    /// `en` or `ar`: of the answer.
    locale: String,
}

/// In which language the answer is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplicationLanguageRequest {
    /// `en` or `ar`.
    locale: String,
}

/// That a family withdraws, or declines an offer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawApplicationRequest {
    /// `en` or `ar`: of the answer.
    locale: String,
    /// Why; of an application alone.
    reason_code: Option<DeclineReason>,
    /// What the family says besides, for the school.
    #[schema(max_length = 500)]
    reason_text: Option<String>,
}

/// A file for one of its questions. Parts in this order.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the multipart body")]
pub struct AddApplicationFileRequest {
    /// The question's field.
    field: String,
    /// The file.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// For which of the account's own.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FamilyFilesQuery {
    /// Its id.
    #[serde(rename = "for")]
    #[param(value_type = String, max_length = 64)]
    application: SubmissionId,
}

/// Files that were given before.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FamilyFilesPayload {
    /// Sixty at most, those of the newest application first.
    items: Vec<FamilyFile>,
}

/// A file to give once more.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReuseFileRequest {
    /// The id of one that is the account's own.
    #[schema(value_type = String, max_length = 64)]
    application: SubmissionId,
    /// As its `papers` name it.
    #[schema(max_length = 200)]
    field: String,
    /// One of `list_family_files`.
    #[schema(value_type = String, max_length = 64)]
    from_file: UploadId,
    /// `en` or `ar`: of the answer.
    locale: String,
}

fn language(tag: &str) -> Result<Language, Refusal> {
    match tag {
        "en" => Ok(Language::En),
        "ar" => Ok(Language::Ar),
        _ => Err(Refusal::new(MessageId::R001).message("a language is en or ar")),
    }
}

/// Opens a link to what was sent: says what it asks for, and with the right answer gives what opens it for an hour. The account that owns it
/// is asked for nothing and is told its id. L004 with `tries_left` for a
/// wrong one, the last of which ends the link; L010 for every link that opens nothing.
#[utoipa::path(post, path = "/v1/oa/public/applications/open", operation_id = "open_application", tag = "family", request_body = OpenApplicationRequest,
    responses((status = 200, body = Answer<OpenedApplicationPayload>), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(OPENED))))]
pub async fn open_application(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<OpenApplicationRequest>,
) -> Result<Answer<OpenedApplicationPayload>, Refusal> {
    let opened = applications.open(&caller, &school, &asked.token, asked.proof.as_deref()).await?;
    Ok(Answer::new(match opened {
        Opened::Own(id) => OpenedApplicationPayload { asks: None, application: Some(id.to_string()) },
        Opened::Asks(proof) => OpenedApplicationPayload { asks: Some(proof), application: None },
        Opened::Grant(grant) => OpenedApplicationPayload { asks: None, application: Some(grant) },
    }))
}

/// Mails the link to what was sent once more, to the address that the school writes to about it. The same answer for every reference and address;
/// L012 without a proof once half of the links of an hour have left.
#[utoipa::path(post, path = "/v1/oa/public/applications/link", operation_id = "send_application_link", tag = "family", request_body = ApplicationLinkRequest,
    responses((status = 202, body = Answer<Nothing>), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(LOST))))]
pub async fn send_application_link(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<ApplicationLinkRequest>,
) -> Result<(StatusCode, Answer<Nothing>), Refusal> {
    let named = (asked.reference.as_str(), asked.email.as_str());
    applications.send_link(&caller, &school, named, asked.captcha_token.as_deref()).await?;
    Ok((StatusCode::ACCEPTED, Answer::done()))
}

/// What was sent: where it stands and since when, what is missing, the answers. L010 for what is not the caller's.
#[utoipa::path(get, path = "/v1/oa/public/applications/{application}", operation_id = "get_application", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application")))), ApplicationQuery),
    responses((status = 200, body = Answer<MyApplicationPayload>), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional"))))]
pub async fn get_application(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(key): InPath<String>,
    Params(query): Params<ApplicationQuery>,
) -> Result<Answer<MyApplicationPayload>, Refusal> {
    let language = language(query.lng.as_deref().unwrap_or("en"))?;
    seen(&applications, &caller, &school, &key, language).await
}

/// Adds a file for one of its questions, of the size and the kinds that the question takes. D003 where there is no place for it, D004 as for `upload_file`.
#[utoipa::path(post, path = "/v1/oa/public/applications/{application}/files", operation_id = "add_application_file", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application")))), ApplicationQuery),
    request_body(content = AddApplicationFileRequest, content_type = "multipart/form-data"),
    responses((status = 201, body = Answer<MyApplicationPayload>), (status = 404, body = Problem), (status = 413, body = Problem), (status = 415, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 507, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(CHANGED)), ("x-body" = json!(BODY_BYTES))))]
pub async fn add_application_file(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(key): InPath<String>,
    Params(query): Params<ApplicationQuery>,
    multipart: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Answer<MyApplicationPayload>), Refusal> {
    let language = language(query.lng.as_deref().unwrap_or("en"))?;
    let mut parts = Parts::of(multipart, "field, file")?;
    let field = parts.text("field", SHORT).await?;
    let file = parts.file().await?;
    let mut arriving = applications.begin_file(&caller, &school, (&key, &field), &file.name()).await?;
    file.stream(&mut arriving).await?;
    applications.forms().finish_upload(&caller, arriving).await?;
    Ok((StatusCode::CREATED, seen(&applications, &caller, &school, &key, language).await?))
}

/// Corrects contact data; what was sent stays, and staff see both. F003 at the field for what the form would not take.
#[utoipa::path(patch, path = "/v1/oa/public/applications/{application}/contact", operation_id = "correct_application_contact", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application"))))), request_body = CorrectContactRequest,
    responses((status = 200, body = Answer<MyApplicationPayload>), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(CHANGED))))]
pub async fn correct_application_contact(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(key): InPath<String>,
    Body(asked): Body<CorrectContactRequest>,
) -> Result<Answer<MyApplicationPayload>, Refusal> {
    let language = language(&asked.locale)?;
    let text = |(field, value): (String, serde_json::Value)| match value {
        serde_json::Value::String(value) => Ok((field, value)),
        _ => Err(Refusal::malformed("a contact detail is a text")),
    };
    let values = asked.values.into_iter().map(text).collect::<Result<Vec<_>, _>>()?;
    applications.correct(&caller, &school, &key, values).await?;
    seen(&applications, &caller, &school, &key, language).await
}

/// Writes to the school. F003 for what says nothing or too much, D004 past what a family writes in a day. With `accepts_offer` it accepts the
/// offer that is out, which moves nothing: F003 at `/accepts_offer` where none is.
#[utoipa::path(post, path = "/v1/oa/public/applications/{application}/messages", operation_id = "ask_about_application", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application"))))), request_body = AskAboutApplicationRequest,
    responses((status = 200, body = Answer<MyApplicationPayload>), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(CHANGED))))]
pub async fn ask_about_application(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(key): InPath<String>,
    Body(asked): Body<AskAboutApplicationRequest>,
) -> Result<Answer<MyApplicationPayload>, Refusal> {
    let language = language(&asked.locale)?;
    applications.ask(&caller, &school, &key, (asked.text, asked.accepts_offer)).await?;
    seen(&applications, &caller, &school, &key, language).await
}

/// The family has before it what the school wrote.
#[utoipa::path(post, path = "/v1/oa/public/applications/{application}/messages/read", operation_id = "read_application_messages", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application"))))),
    responses((status = 200, body = Answer<Nothing>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(CHANGED))))]
pub async fn read_application_messages(
    State(applications): State<MyApplications>,
    caller: Caller,
    InPath(key): InPath<String>,
) -> Result<Answer<Nothing>, Refusal> {
    applications.mark_read(&caller, &key).await?;
    Ok(Answer::done())
}

/// Withdraws it; an offer that is out is declined by it. `reason_code` and `reason_text` say why, to the school. F003 for what is over already, at
/// `/reason_text` for what is too long, and at `/reason_code` for a reason of what is no application.
#[utoipa::path(post, path = "/v1/oa/public/applications/{application}/withdraw", operation_id = "withdraw_application", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application"))))), request_body = WithdrawApplicationRequest,
    responses((status = 200, body = Answer<MyApplicationPayload>), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(CHANGED))))]
pub async fn withdraw_application(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(key): InPath<String>,
    Body(asked): Body<WithdrawApplicationRequest>,
) -> Result<Answer<MyApplicationPayload>, Refusal> {
    let language = language(&asked.locale)?;
    let why = FamilyReason::checked(asked.reason_code, asked.reason_text.as_deref())?;
    applications.withdraw(&caller, &school, &key, why).await?;
    seen(&applications, &caller, &school, &key, language).await
}

/// Takes a withdrawal back, on the same day and while the school has done nothing since; else F003.
#[utoipa::path(post, path = "/v1/oa/public/applications/{application}/return", operation_id = "return_application", tag = "family",
    params(("application" = String, Path, extensions(("x-entity" = json!("application"))))), request_body = ApplicationLanguageRequest,
    responses((status = 200, body = Answer<MyApplicationPayload>), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(CHANGED))))]
pub async fn return_application(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(key): InPath<String>,
    Body(asked): Body<ApplicationLanguageRequest>,
) -> Result<Answer<MyApplicationPayload>, Refusal> {
    let language = language(&asked.locale)?;
    applications.take_back(&caller, &school, &key).await?;
    seen(&applications, &caller, &school, &key, language).await
}

/// The files that the account gave with others of its applications and may give with this one too: neither what the school refused or has
/// expired, nor what is being scanned, nor what this one has already. L010 for what is not its own.
#[utoipa::path(get, path = "/v1/oa/family/library", operation_id = "list_family_files", tag = "family", params(FamilyFilesQuery),
    responses((status = 200, body = Answer<FamilyFilesPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("family.read")), ("x-rate" = json!(GIVEN))))]
pub async fn list_family_files(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<FamilyFilesQuery>,
) -> Result<Answer<FamilyFilesPayload>, Refusal> {
    let items = applications.library(&caller, &school, &query.application).await?;
    Ok(Answer::new(FamilyFilesPayload { items }))
}

/// Gives a file with this application too that the account gave with another: its bytes are copied. A001 for any other file, D003 where there is
/// no place for it, D001, D002 and D004 as for `upload_file`.
#[utoipa::path(post, path = "/v1/oa/family/papers/reuse", operation_id = "reuse_file", tag = "family", request_body = ReuseFileRequest,
    responses((status = 201, body = Answer<MyApplicationPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 413, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 507, body = Problem)),
    extensions(("x-permission" = json!("family.read")), ("x-rate" = json!(CHANGED))))]
pub async fn reuse_file(
    State(applications): State<MyApplications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<ReuseFileRequest>,
) -> Result<(StatusCode, Answer<MyApplicationPayload>), Refusal> {
    let ReuseFileRequest { application: id, field, from_file, locale } = asked;
    let language = language(&locale)?;
    applications.reuse(&caller, &school, &id, (&field, &from_file)).await?;
    Ok((StatusCode::CREATED, seen(&applications, &caller, &school, id.as_str(), language).await?))
}

/// How it is then.
async fn seen(
    applications: &MyApplications,
    caller: &Caller,
    school: &Arc<School>,
    key: &str,
    language: Language,
) -> Result<Answer<MyApplicationPayload>, Refusal> {
    let application = applications.look(caller, school, key, language).await?;
    Ok(Answer::new(MyApplicationPayload { application }))
}
