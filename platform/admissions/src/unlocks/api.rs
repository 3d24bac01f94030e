//! `/v1/oa/enquiries/{id}/unlocks` and `/v1/oa/public/unlocked`: answers that a family may change after sending; `/v1/oa/enquiries/{id}/answers`:
//! those that staff may change (`update_student` takes them).

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use form::Localised;
use kernel::extract::{Body, InPath, Params};
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::clock::iso;
use words::{Language, Text};

use super::by_family::{Opened, Sent};
use super::by_staff::Changeable;
use super::model::{Asked, Key, Unlock, UnlockChoice, Unlocked, UnlockedField, day_before};
use super::service::{Listed, Unlocks};
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::ids::UnlockId;
use crate::own_link::Proof;

/// Links that are opened. A family tries its own few times; behind one address there are many.
const OPENED: Rate = Rate::new("unlocked_open", 120, 30);
/// What families look at and send.
const SENT: Rate = Rate::new("unlocked_change", 300, 60);

/// The routes of unlocks.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_unlocks, unlock_fields))
        .routes(routes!(end_unlock))
        .routes(routes!(list_changeable_answers))
        .routes(routes!(open_unlocked))
        .routes(routes!(view_unlocked))
        .routes(routes!(send_unlocked))
}

/// What the family is let change.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnlockFieldsRequest {
    /// The submission's, that it is based on.
    version: i64,
    /// Names of fields, of those in `choices`.
    #[schema(min_items = 1, max_items = 40)]
    fields: Vec<String>,
    /// For the family: up to 1,000 characters, of several lines.
    #[schema(max_length = 1000)]
    #[serde(default)]
    message: String,
    /// For how many days, today not counted; 7 when left out.
    #[schema(minimum = 1, maximum = 30)]
    days: Option<i64>,
    /// Whether the family gets a link by mail.
    #[serde(default)]
    notify: bool,
}

/// Answers that a family may change, or could.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UnlockView {
    id: String,
    /// In the form's order; without those that the caller does not read.
    fields: Vec<UnlockedField>,
    /// Whether there are fields that the caller does not read.
    hides: bool,
    /// The last day, `YYYY-MM-DD`.
    until: String,
    /// What the family is told; empty where the caller does not read all of its fields.
    message: String,
    /// Whether its link went out by mail.
    link_sent: bool,
    /// Whether the family can change them now.
    open: bool,
    /// Who opened it.
    created_by: String,
    /// RFC 3339, UTC.
    created_at: String,
    /// When it was closed, RFC 3339, UTC.
    closed_at: Option<String>,
    /// `sent`: the family sent its answers; `replaced` by another; `withdrawn` by the office; `over` with the submission itself. Null where nothing closed it, though its time may
    /// be over.
    closed_why: Option<String>,
}

/// One that was opened.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UnlockPayload {
    unlock: UnlockView,
}

/// What was opened of a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UnlocksPayload {
    /// The newest first; only the first can be open.
    items: Vec<UnlockView>,
    /// What the caller may open, in the form's order; nothing for who may not.
    choices: Vec<UnlockChoice>,
}

/// A link to open.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenUnlockedRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    token: String,
    /// What the link asks for, as a person writes it; left out to be told what that is.
    #[schema(max_length = 255)]
    proof: Option<String>,
}

/// What a link gave.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OpenedUnlockedPayload {
    /// What it asks for; null once it was given.
    asks: Option<Proof>,
    /// Opens what may be changed, for an hour.
    #[schema(extensions(("x-secret" = json!(true))))]
    grant: Option<String>,
}

/// What reached the school; never what was answered.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SentUnlockedPayload {
    /// An application's registration number, else the reference.
    number: String,
    /// RFC 3339, UTC.
    sent_at: String,
    /// What the questions are called that were open, in the form's order.
    answers: Vec<Text>,
    /// Whether a letter (`answers_received`) confirms it to where the school writes.
    mailed: bool,
}

/// Whose answers: one of both.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewUnlockedRequest {
    /// What `open_unlocked` gave.
    #[schema(max_length = 4096)]
    grant: Option<String>,
    /// What opens the page of the application: as `{application}` of `get_application`.
    #[schema(max_length = 4096)]
    key: Option<String>,
    /// `en` or `ar`; `en` when left out.
    lng: Option<String>,
}

/// What may be changed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UnlockedPayload {
    application: Unlocked,
}

/// Other answers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SendUnlockedRequest {
    /// What `open_unlocked` gave.
    #[schema(max_length = 4096)]
    grant: Option<String>,
    /// What opens the page of the application: as `{application}` of `get_application`.
    #[schema(max_length = 4096)]
    key: Option<String>,
    /// As `view_unlocked` told it.
    version: i64,
    /// The answers to all fields that are open; one that is left out has none any more.
    #[schema(value_type = Object)]
    values: Map<String, Value>,
    /// `en` or `ar`.
    locale: String,
}

/// Which answers, in which language.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ChangeableQuery {
    /// Names of fields, of those in `choices`, with commas between; left out to be told what can be changed.
    #[param(max_length = 4000)]
    fields: Option<String>,
    /// `en` or `ar`, for the form; `en` when left out.
    lng: Option<String>,
}

/// Answers that somebody of the staff may change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChangeablePayload {
    /// The submission's, that a change is based on.
    version: i64,
    /// What the caller may change, in the form's order.
    choices: Vec<UnlockChoice>,
    /// The fields that were named, and those that show by their answers.
    fields: Vec<String>,
    /// The form of these fields alone; null where none was named.
    #[schema(value_type = Option<Localised>)]
    document: Option<Localised>,
    /// What stands there, as it was corrected since it was sent; without numbers of which nobody is shown all.
    #[schema(value_type = Object)]
    values: Map<String, Value>,
}

fn key(grant: Option<String>, own: Option<String>) -> Result<Key, Refusal> {
    match (grant, own) {
        (Some(grant), None) => Ok(Key::Grant(grant)),
        (None, Some(own)) => Ok(Key::Own(own)),
        _ => Err(Refusal::malformed("either a grant or a key")),
    }
}

fn language(tag: &str) -> Result<Language, Refusal> {
    match tag {
        "en" => Ok(Language::En),
        "ar" => Ok(Language::Ar),
        _ => Err(Refusal::malformed("a language is en or ar")),
    }
}

fn view(school: &School, unlock: Unlock) -> UnlockView {
    let Unlock { row, fields, hides, is_open } = unlock;
    UnlockView {
        id: row.id.into(),
        fields,
        hides,
        until: day_before(school, row.until).to_string(),
        message: row.message,
        link_sent: row.is_mailed,
        open: is_open,
        created_by: row.author,
        created_at: iso(row.created_at),
        closed_at: row.closed_at.map(iso),
        closed_why: row.closed_why,
    }
}

fn payload(school: &School, listed: Listed) -> Answer<UnlocksPayload> {
    let items = listed.items.into_iter().map(|unlock| view(school, unlock)).collect();
    Answer::new(UnlocksPayload { items, choices: listed.choices })
}

/// What the family may change of a submission now, what it could before, and what can be opened. It counts as a line of a list: A007 as for
/// `get_enquiry`.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/unlocks", operation_id = "list_unlocks", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<UnlocksPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_unlocks(
    State(unlocks): State<Unlocks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<UnlocksPayload>, Refusal> {
    Ok(payload(&school, unlocks.list(&caller, &school, &id).await?))
}

/// Lets the family change some of its answers, in place of what was open before; with `notify` by a link that goes to where the school writes to
/// them (`link_sent`). A003 for another version, A012 where it is over, F003 at `/fields/…`, `/message` and `/days`; L002 and R012
/// past the bounds of letters.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/unlocks", operation_id = "unlock_fields", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))), request_body = UnlockFieldsRequest,
    responses((status = 201, body = Answer<UnlockPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn unlock_fields(
    State(unlocks): State<Unlocks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<UnlockFieldsRequest>,
) -> Result<(StatusCode, Answer<UnlockPayload>), Refusal> {
    let UnlockFieldsRequest { version, fields, message, days, notify } = asked;
    let opened = unlocks.unlock(&caller, &school, &id, Asked { version, fields, message, days, notify }).await?;
    Ok((StatusCode::CREATED, Answer::new(UnlockPayload { unlock: view(&school, opened) })))
}

/// Ends one before its time: the family changes nothing more, and its link opens nothing. A001 for one that is closed.
#[utoipa::path(delete, path = "/v1/oa/enquiries/{id}/unlocks/{unlock}", operation_id = "end_unlock", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), ("unlock" = String, Path, extensions(("x-entity" = json!("unlock"))))),
    responses((status = 200, body = Answer<UnlocksPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn end_unlock(
    State(unlocks): State<Unlocks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, unlock)): InPath<(SubmissionId, UnlockId)>,
) -> Result<Answer<UnlocksPayload>, Refusal> {
    Ok(payload(&school, unlocks.end(&caller, &school, &id, unlock).await?))
}

/// Which answers of an application the caller may change with `update_student`, and of the named ones the form and what stands there. F003 at
/// `/fields/…` for one that cannot be changed; A001 for what is no application. It counts as a line of a list: A007.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/answers", operation_id = "list_changeable_answers", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("student")))), ChangeableQuery),
    responses((status = 200, body = Answer<ChangeablePayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn list_changeable_answers(
    State(unlocks): State<Unlocks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Params(query): Params<ChangeableQuery>,
) -> Result<Answer<ChangeablePayload>, Refusal> {
    let language = language(query.lng.as_deref().unwrap_or("en"))?;
    let named = query.fields.unwrap_or_default();
    let named: Vec<String> = named.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let found = unlocks.changeable(&caller, &school, &id, &named, language).await?;
    let Changeable { version, choices, fields, document, values } = found;
    Ok(Answer::new(ChangeablePayload { version, choices, fields, document, values }))
}

/// Opens a link to answers that may be changed: says what it asks for, and with the right answer gives what opens them for an hour. L004 with
/// `tries_left` for a wrong one, the last of which ends the link; L010 for every link that opens nothing.
#[utoipa::path(post, path = "/v1/oa/public/unlocked/open", operation_id = "open_unlocked", tag = "family", request_body = OpenUnlockedRequest,
    responses((status = 200, body = Answer<OpenedUnlockedPayload>), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(OPENED))))]
pub async fn open_unlocked(
    State(unlocks): State<Unlocks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<OpenUnlockedRequest>,
) -> Result<Answer<OpenedUnlockedPayload>, Refusal> {
    let opened = unlocks.open(&caller, &school, &asked.token, asked.proof.as_deref()).await?;
    Ok(Answer::new(match opened {
        Opened::Asks(proof) => OpenedUnlockedPayload { asks: Some(proof), grant: None },
        Opened::Grant(grant) => OpenedUnlockedPayload { asks: None, grant: Some(grant) },
    }))
}

/// The answers that may be changed and the form of these alone, by a link's grant or by the key of the family's own page. L010 where nothing is
/// open, and for what is not the caller's.
#[utoipa::path(post, path = "/v1/oa/public/unlocked/view", operation_id = "view_unlocked", tag = "family", request_body = ViewUnlockedRequest,
    responses((status = 200, body = Answer<UnlockedPayload>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(SENT))))]
pub async fn view_unlocked(
    State(unlocks): State<Unlocks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<ViewUnlockedRequest>,
) -> Result<Answer<UnlockedPayload>, Refusal> {
    let language = language(asked.lng.as_deref().unwrap_or("en"))?;
    let key = key(asked.grant, asked.key)?;
    let application = unlocks.view(&caller, &school, &key, language).await?;
    Ok(Answer::new(UnlockedPayload { application }))
}

/// Takes other answers to the fields that are open, and closes them: the link is used up. All answers are held against the form and its rules;
/// F003 at what is wrong in these fields, and at any other field (`readOnly`). A003 where the answers are others than `version` told; L010 as for
/// `view_unlocked`. A letter confirms which came, where one can (`mailed`).
#[utoipa::path(put, path = "/v1/oa/public/unlocked/values", operation_id = "send_unlocked", tag = "family", request_body = SendUnlockedRequest,
    responses((status = 200, body = Answer<SentUnlockedPayload>), (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-bearer" = json!("optional")), ("x-rate" = json!(SENT))))]
pub async fn send_unlocked(
    State(unlocks): State<Unlocks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<SendUnlockedRequest>,
) -> Result<Answer<SentUnlockedPayload>, Refusal> {
    let locale = language(&asked.locale)?;
    let key = key(asked.grant, asked.key)?;
    let sent = unlocks.send(&caller, &school, key, (asked.version, asked.values), locale).await?;
    let Sent { number, at, answers, is_mailed } = sent;
    Ok(Answer::new(SentUnlockedPayload { number, sent_at: iso(at), answers, mailed: is_mailed }))
}
