//! `/v1/oa/public/letter_conditions`, `…/letter_uploads`: what an offer depends on, for its family; `/v1/oa/enquiries/{id}/conditions`: for the staff.

use std::sync::Arc;

use axum::Extension;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{FromRef, Multipart, State};
use axum::http::StatusCode;
use axum::response::Response;
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
use words::verdict::Issue;

use super::{OPENED, SENT};
use crate::enquiries::Enquiries;
use crate::forms::{Forms, SubmittedFile};
use crate::ids::{LetterId, UploadId};
use crate::letters::conditions::{Conditions, Deciding, Decision, Followed};
use crate::letters::open::Held;
use crate::letters::service::{LetterTools, Letters};
use crate::parts::{BODY_BYTES, PROOF, Parts, SHORT};
use crate::served;
use crate::typed::refused;

/// The parts of a file behind a letter's link.
pub(super) const FILE_PARTS: &str = "token, grant, code, file";

pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    LetterTools: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(read_letter_conditions))
        .routes(routes!(add_condition_file))
        .routes(routes!(download_condition_file))
        .routes(routes!(take_back_condition_file))
        .routes(routes!(list_conditions))
        .routes(routes!(decide_condition))
}

/// Which letter, and by what its holder is known.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LetterConditionsRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    token: String,
    /// What `prove_letter` gave.
    #[schema(max_length = 4096)]
    grant: String,
}

/// A file for a condition. Parts in this order.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the multipart body")]
pub struct AddConditionFileRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    token: String,
    /// What `prove_letter` gave.
    #[schema(max_length = 4096)]
    grant: String,
    /// The condition's.
    #[schema(max_length = 40)]
    code: String,
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// A condition as its family reads it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterCondition {
    code: String,
    text: Text,
    /// `YYYY-MM-DD`: its last day.
    due_on: String,
    /// `open`, `submitted`, `met`, `failed`, `waived`.
    state: String,
    /// Whether a file can be sent for it.
    takes_files: bool,
    /// What was sent for it, the oldest first.
    files: Vec<LetterConditionFile>,
}

/// A file that was sent for a condition, as its family reads it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterConditionFile {
    id: String,
    name: String,
    /// Whether the school added it: the family neither opens it nor takes it back.
    of_school: bool,
}

/// Which file that was given behind a letter's link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LetterFileRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    pub(super) token: String,
    /// What `prove_letter` gave.
    #[schema(max_length = 4096)]
    pub(super) grant: String,
    /// The condition's or the document's.
    #[schema(max_length = 40)]
    pub(super) code: String,
    /// The file's id.
    #[schema(value_type = String, max_length = 40)]
    pub(super) file: UploadId,
}

/// All of a letter's.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterConditionsPayload {
    conditions: Vec<LetterCondition>,
}

/// A file that was sent for a condition.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConditionFile {
    /// Its id, as the list of documents has it.
    id: String,
    name: String,
    /// RFC 3339, UTC.
    given_at: String,
}

/// A condition as the staff see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryCondition {
    code: String,
    text: Text,
    /// `YYYY-MM-DD`: its last day.
    due_on: String,
    /// `open`, `submitted`, `met`, `failed`, `waived`.
    state: String,
    /// The question that its documents answer; null where nothing is sent for it.
    field: Option<String>,
    /// What was sent for it, the oldest first.
    files: Vec<ConditionFile>,
    /// Whether the caller reads what is sent for it, without which nothing but `waived` can be said of it.
    may_judge: bool,
    /// Why it failed or was waived.
    reason: Option<String>,
    /// RFC 3339, UTC: when somebody said what became of it.
    decided_at: Option<String>,
}

/// The conditions of an application's newest offer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryConditionsPayload {
    /// Of the offer; null where it has none, and then there are no conditions.
    letter: Option<String>,
    items: Vec<EnquiryCondition>,
}

/// What becomes of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConditionDecision {
    Met,
    Failed,
    Waived,
    Open,
}

/// What staff say of a condition.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DecideConditionRequest {
    state: ConditionDecision,
    /// Needed where it fails or is waived.
    #[serde(default)]
    #[schema(max_length = 300)]
    reason: String,
    /// `YYYY-MM-DD`: the new last day of one that is open again.
    due_on: Option<String>,
}

fn read(all: Conditions, now: i64) -> Answer<LetterConditionsPayload> {
    let file =
        |file: SubmittedFile| LetterConditionFile { id: file.id.into(), name: file.name, of_school: file.of_staff };
    let one = |one: Followed| LetterCondition {
        state: one.state().to_owned(),
        takes_files: one.takes_files(now),
        files: one.files.into_iter().map(file).collect(),
        code: one.row.code,
        text: one.row.text.0,
        due_on: one.row.due_on,
    };
    Answer::new(LetterConditionsPayload { conditions: all.into_iter().map(one).collect() })
}

fn seen(found: Option<(LetterId, Conditions)>) -> Answer<EnquiryConditionsPayload> {
    let file =
        |file: SubmittedFile| ConditionFile { id: file.id.into(), name: file.name, given_at: iso(file.created_at) };
    let one = |one: Followed| EnquiryCondition {
        state: one.state().to_owned(),
        files: one.files.into_iter().map(file).collect(),
        code: one.row.code,
        text: one.row.text.0,
        due_on: one.row.due_on,
        field: one.row.field,
        may_judge: one.may_judge,
        reason: one.row.reason,
        decided_at: one.row.decided_at.map(iso),
    };
    let (letter, all) = found.map_or((None, Vec::new()), |(letter, all)| (Some(letter.into()), all));
    Answer::new(EnquiryConditionsPayload { letter, items: all.into_iter().map(one).collect() })
}

/// What an offer depends on, for whoever holds a link to its letter and said what only the family knows; also once it is signed, until the day of
/// the last condition. L010 for every link that opens nothing, and without a grant of it.
#[utoipa::path(post, path = "/v1/oa/public/letter_conditions", operation_id = "read_letter_conditions", tag = "family",
    request_body = LetterConditionsRequest,
    responses((status = 200, body = Answer<LetterConditionsPayload>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(OPENED))))]
pub async fn read_letter_conditions(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<LetterConditionsRequest>,
) -> Result<Answer<LetterConditionsPayload>, Refusal> {
    let held = Held { token: asked.token, code: None };
    let (all, now) = letters.conditions(&caller, &school, (&held, &asked.grant)).await?;
    Ok(read(all, now))
}

/// Takes a file in for a condition, of the size and the kinds that its question takes; it is kept as what the family adds to its application is.
/// D003 where the condition takes none (any more), L010 as for `read_letter_conditions`.
#[utoipa::path(post, path = "/v1/oa/public/letter_uploads", operation_id = "add_condition_file", tag = "family",
    request_body(content = AddConditionFileRequest, content_type = "multipart/form-data"),
    responses((status = 201, body = Answer<LetterConditionsPayload>), (status = 404, body = Problem), (status = 413, body = Problem),
        (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem), (status = 507, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SENT)), ("x-body" = json!(BODY_BYTES))))]
pub async fn add_condition_file(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    multipart: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Answer<LetterConditionsPayload>), Refusal> {
    let mut parts = Parts::of(multipart, FILE_PARTS)?;
    let (held, grant, code) = held_by(&mut parts).await?;
    let file = parts.file().await?;
    let mut arriving = letters.begin_condition_file(&caller, &school, (&held, &grant, &code), &file.name()).await?;
    file.stream(&mut arriving).await?;
    letters.finish_file(&caller, arriving).await?;
    let (all, now) = letters.conditions(&caller, &school, (&held, &grant)).await?;
    Ok((StatusCode::CREATED, read(all, now)))
}

/// A file that the family sent for a condition, to keep. A001 for one that was not sent for it, D005 while a scanner looks at it, D006 where it
/// found something harmful, A007 past 240 files in an hour, L010 as for `read_letter_conditions`.
#[utoipa::path(post, path = "/v1/oa/public/letter_uploads/file", operation_id = "download_condition_file", tag = "family",
    request_body = LetterFileRequest,
    responses((status = 200, content_type = "application/octet-stream"), (status = 404, body = Problem), (status = 410, body = Problem),
        (status = 423, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(OPENED))))]
pub async fn download_condition_file(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<LetterFileRequest>,
) -> Result<Response, Refusal> {
    let held = Held { token: asked.token, code: None };
    let of = (&held, &*asked.grant, &*asked.code);
    let (file, bytes) = letters.condition_file(&caller, &school, of, &asked.file).await?;
    Ok(served::kept(&file, bytes))
}

/// Takes back a file that the family sent for a condition, as long as the condition takes files and nobody of the school said anything of it; it is
/// kept for thirty days. A001 for any other file, D003 where the condition takes none any more, D007 once somebody said something, D004 past what
/// a family changes in a day, L010 as for `read_letter_conditions`.
#[utoipa::path(post, path = "/v1/oa/public/letter_uploads/remove", operation_id = "take_back_condition_file", tag = "family",
    request_body = LetterFileRequest,
    responses((status = 200, body = Answer<LetterConditionsPayload>), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 423, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SENT))))]
pub async fn take_back_condition_file(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<LetterFileRequest>,
) -> Result<Answer<LetterConditionsPayload>, Refusal> {
    let held = Held { token: asked.token, code: None };
    let of = (&held, &*asked.grant, &*asked.code);
    letters.take_back_condition_file(&caller, &school, of, asked.file).await?;
    let (all, now) = letters.conditions(&caller, &school, (&held, &asked.grant)).await?;
    Ok(read(all, now))
}

/// The conditions of an application's newest offer, with what was sent for each. It counts as a line of a list: A007.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/conditions", operation_id = "list_conditions", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<EnquiryConditionsPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_conditions(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<EnquiryConditionsPayload>, Refusal> {
    Ok(seen(letters.conditions_of(&caller, &school, &id).await?))
}

/// Says what became of a condition: `met`, or `open` again until another day (both ask for `application.edit`), `waived` (`application.offer`) or
/// `failed` (what its way asks for), these with a reason. Once all are met or waived an accepted offer waits for its fee alone; one that fails ends the offer, as `send_application` would:
/// from F back to the shortlist, from A or B withdrawn. A012 with a `guard`: `condition_decided`, `offer_over`.
#[utoipa::path(patch, path = "/v1/oa/enquiries/{id}/letters/{letter}/conditions/{code}", operation_id = "decide_condition", tag = "enquiries",
    request_body = DecideConditionRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("offered")))),
        ("letter" = String, Path, extensions(("x-entity" = json!("conditional_letter")))),
        ("code" = String, Path, extensions(("x-entity" = json!("condition"))))),
    responses((status = 200, body = Answer<EnquiryConditionsPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn decide_condition(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, letter, code)): InPath<(SubmissionId, LetterId, String)>,
    Body(asked): Body<DecideConditionRequest>,
) -> Result<Answer<EnquiryConditionsPayload>, Refusal> {
    let decision = match asked.state {
        ConditionDecision::Met => Decision::Met,
        ConditionDecision::Failed => Decision::Failed,
        ConditionDecision::Waived => Decision::Waived,
        ConditionDecision::Open => Decision::Open,
    };
    let day = asked.due_on.filter(|day| !day.is_empty()).map(|day| day.parse());
    let due_on = day.transpose().map_err(|_| refused(Issue::error("/due_on", "format")))?;
    let deciding = Deciding { decision, reason: asked.reason, due_on };
    Ok(seen(letters.decide_condition(&caller, &school, &id, (letter, code, deciding)).await?))
}

/// Which letter a file is for, who sends it, and for what of it.
pub(super) async fn held_by(parts: &mut Parts) -> Result<(Held, String, String), Refusal> {
    let token = parts.text("token", PROOF).await?;
    let grant = parts.text("grant", PROOF).await?;
    let code = parts.text("code", SHORT).await?;
    Ok((Held { token, code: None }, grant, code))
}
