//! `/v1/oa/enquiries/{id}/letters/…`: what staff send by hand, and what they write down of it.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::{HeaderName, StatusCode, header};
use blocks::Languages;
use jiff::civil::Date;
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, BulkJobId, Caller, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Text;
use words::verdict::Issue;

use super::POLICY;
use super::views::{EnquiryLetter, listed};
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::ids::LetterId;
use crate::letters::by_hand::{ByHand, NewPost};
use crate::letters::service::{LetterTools, Letters};
use crate::typed::refused;

pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    LetterTools: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_sendable_letters))
        .routes(routes!(issue_letter))
        .routes(routes!(preview_enquiry_letter))
        .routes(routes!(send_letter_again))
        .routes(routes!(post_letter, correct_letter_post))
        .routes(routes!(post_newest_letter))
        .routes(routes!(print_letters))
        .routes(routes!(download_letter_evidence))
        .routes(routes!(withdraw_letter))
}

/// A template whose letters staff send by hand.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SendableLetter {
    code: String,
    /// `plain`, `consent`, `financial_request`.
    kind: &'static str,
    title: Text,
    languages: Languages,
}

/// All of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SendableLettersPayload {
    items: Vec<SendableLetter>,
}

/// Which letter is sent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct IssueLetterRequest {
    /// Of its template.
    #[schema(max_length = 40)]
    code: String,
    /// What it is written in; left out, what its template is.
    language: Option<Languages>,
    /// For how many days it can be opened; left out, 90.
    #[schema(minimum = 1, maximum = 365)]
    days: Option<u16>,
    /// What financial documents are to cover, in the school's currency.
    #[schema(max_length = 20)]
    amount: Option<String>,
}

/// To whom.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SendLetterAgainRequest {
    /// Of whoever signs or reads it, as the list of letters tells it.
    place: i64,
}

/// Why.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawLetterRequest {
    #[schema(max_length = 300)]
    reason: String,
}

/// When it was posted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PostLetterRequest {
    /// `YYYY-MM-DD`.
    posted_on: String,
    /// By whom, or with which number.
    #[serde(default)]
    #[schema(max_length = 300)]
    note: String,
}

/// When the newest letter of a template was posted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PostNewestLetterRequest {
    /// Of its template.
    #[schema(max_length = 40)]
    code: String,
    /// `YYYY-MM-DD`.
    posted_on: String,
    /// By whom, or with which number.
    #[serde(default)]
    #[schema(max_length = 300)]
    note: String,
}

/// What is printed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PrintLettersRequest {
    /// Of applications; left out where `bulk` says which.
    #[schema(max_items = 100)]
    ids: Option<Vec<SubmissionId>>,
    /// Of a template, beside `ids`.
    #[schema(max_length = 40)]
    code: Option<String>,
    /// The letters that a job made.
    bulk: Option<BulkJobId>,
    /// Which hundred of its applications, from 0.
    #[schema(minimum = 0, maximum = 9)]
    part: Option<i64>,
}

/// A letter after a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryLetterPayload {
    pub(super) letter: EnquiryLetter,
}

fn one_pdf(name: &'static str) -> [(HeaderName, &'static str); 4] {
    [
        (header::CONTENT_TYPE, "application/pdf"),
        (header::CONTENT_DISPOSITION, name),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
    ]
}

fn wanted(asked: IssueLetterRequest) -> ByHand {
    ByHand { code: asked.code, languages: asked.language, days: asked.days, amount: asked.amount }
}

/// The templates whose letters can be sent by hand: plain ones, which nobody of the family signs.
#[utoipa::path(get, path = "/v1/oa/enquiries/letter-templates", operation_id = "list_sendable_letters", tag = "enquiries",
    responses((status = 200, body = Answer<SendableLettersPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn list_sendable_letters(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<SendableLettersPayload>, Refusal> {
    let all = letters.by_hand(&caller, &school)?.into_iter();
    let one = |(code, template): (String, Arc<tenants::bundle::letters::LetterTemplate>)| SendableLetter {
        kind: template.kind.as_str(),
        code,
        title: template.title.clone(),
        languages: template.languages,
    };
    Ok(Answer::new(SendableLettersPayload { items: all.map(one).collect() }))
}

/// Sends a letter of a template that nobody signs: it is made now, and goes out once it is drawn. F003 at `/code` for a template that is none
/// (`enum`), or that the application cannot fill (`unfilled`), where nothing in the answers proves who opens it (`unprovable`), and where it has 40
/// letters (`maxItems`). A001 for what is no application.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/letters", operation_id = "issue_letter", tag = "enquiries", request_body = IssueLetterRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student"))))),
    responses((status = 201, body = Answer<EnquiryLetterPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn issue_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<IssueLetterRequest>,
) -> Result<(StatusCode, Answer<EnquiryLetterPayload>), Refusal> {
    let letter = letters.issue_by_hand(&caller, &school, &id, wanted(asked)).await?;
    Ok((StatusCode::CREATED, Answer::new(EnquiryLetterPayload { letter: listed(letter) })))
}

/// The same letter as a PDF that says across it that it is not sent. Nothing of it is kept.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/letters/preview", operation_id = "preview_enquiry_letter", tag = "enquiries", request_body = IssueLetterRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student"))))),
    responses((status = 200, content_type = "application/pdf"), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn preview_enquiry_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<IssueLetterRequest>,
) -> Result<([(HeaderName, &'static str); 4], Vec<u8>), Refusal> {
    let bytes = letters.preview_by_hand(&caller, &school, &id, &wanted(asked)).await?;
    Ok((one_pdf("attachment; filename=\"preview.pdf\""), bytes))
}

/// Sends a link to whoever signs or reads a letter, in place of the one that they have. A012 where they have none (`not_invited`) or the letter is
/// over (`letter_over`); F003 at `/place` where no mail can go (`unsent`); A007 past five a day.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/letters/{letter}/send_again", operation_id = "send_letter_again", tag = "enquiries", request_body = SendLetterAgainRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student")))), ("letter" = String, Path, extensions(("x-entity" = json!("plain_letter"))))),
    responses((status = 200, body = Answer<EnquiryLetterPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn send_letter_again(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, letter)): InPath<(SubmissionId, LetterId)>,
    Body(asked): Body<SendLetterAgainRequest>,
) -> Result<Answer<EnquiryLetterPayload>, Refusal> {
    let letter = letters.send_again(&caller, &school, &id, (letter, asked.place)).await?;
    Ok(Answer::new(EnquiryLetterPayload { letter: listed(letter) }))
}

/// Ends a letter before its time, with its links. A012 for an offer, which ends by its move (`ends_by_move`), and for what is over
/// (`letter_over`).
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/letters/{letter}/withdraw", operation_id = "withdraw_letter", tag = "enquiries", request_body = WithdrawLetterRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student")))), ("letter" = String, Path, extensions(("x-entity" = json!("plain_letter"))))),
    responses((status = 200, body = Answer<EnquiryLetterPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn withdraw_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, letter)): InPath<(SubmissionId, LetterId)>,
    Body(asked): Body<WithdrawLetterRequest>,
) -> Result<Answer<EnquiryLetterPayload>, Refusal> {
    let letter = letters.withdraw_letter(&caller, &school, &id, (letter, asked.reason)).await?;
    Ok(Answer::new(EnquiryLetterPayload { letter: listed(letter) }))
}

/// Writes down that a letter was posted on paper: nothing is sent. A012 before it was drawn (`not_drawn`); F003 at `/posted_on` for a day before the
/// letter's or after today, and where 20 are written down.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/letters/{letter}/posts", operation_id = "post_letter", tag = "enquiries", request_body = PostLetterRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student")))), ("letter" = String, Path, extensions(("x-entity" = json!("plain_letter"))))),
    responses((status = 201, body = Answer<EnquiryLetterPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn post_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, letter)): InPath<(SubmissionId, LetterId)>,
    Body(asked): Body<PostLetterRequest>,
) -> Result<(StatusCode, Answer<EnquiryLetterPayload>), Refusal> {
    let day: Date = asked.posted_on.parse().map_err(|_| refused(Issue::error("/posted_on", "format")))?;
    let letter = letters.post_letter(&caller, &school, &id, (letter, NewPost { day, note: asked.note })).await?;
    Ok((StatusCode::CREATED, Answer::new(EnquiryLetterPayload { letter: listed(letter) })))
}

/// Puts right the day and the note that were written down last of a letter's post; the history keeps what stood there. A012 where it was not posted
/// (`not_posted`); F003 as for a new one.
#[utoipa::path(patch, path = "/v1/oa/enquiries/{id}/letters/{letter}/posts", operation_id = "correct_letter_post", tag = "enquiries", request_body = PostLetterRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student")))), ("letter" = String, Path, extensions(("x-entity" = json!("plain_letter"))))),
    responses((status = 200, body = Answer<EnquiryLetterPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn correct_letter_post(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, letter)): InPath<(SubmissionId, LetterId)>,
    Body(asked): Body<PostLetterRequest>,
) -> Result<Answer<EnquiryLetterPayload>, Refusal> {
    let day: Date = asked.posted_on.parse().map_err(|_| refused(Issue::error("/posted_on", "format")))?;
    let post = NewPost { day, note: asked.note };
    let letter = letters.correct_letter_post(&caller, &school, &id, (letter, post)).await?;
    Ok(Answer::new(EnquiryLetterPayload { letter: listed(letter) }))
}

/// The same of the newest letter of a template that went out. A001 where there is none.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/letters/posts", operation_id = "post_newest_letter", tag = "enquiries", request_body = PostNewestLetterRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("student"))))),
    responses((status = 201, body = Answer<EnquiryLetterPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn post_newest_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<PostNewestLetterRequest>,
) -> Result<(StatusCode, Answer<EnquiryLetterPayload>), Refusal> {
    let day: Date = asked.posted_on.parse().map_err(|_| refused(Issue::error("/posted_on", "format")))?;
    let post = NewPost { day, note: asked.note };
    let letter = letters.post_newest(&caller, &school, &id, (asked.code, post)).await?;
    Ok((StatusCode::CREATED, Answer::new(EnquiryLetterPayload { letter: listed(letter) })))
}

/// The newest letters of a template that went out to some applications, or a hundred of those that a job of the caller's made, as one PDF to be
/// printed: of those that the caller sees and that have one. F003 at `/ids` for more than 100, and at `/ids` or `/part` where none has (`none`); A001
/// for a job of somebody else's. Each application counts as a line: A007.
#[utoipa::path(post, path = "/v1/oa/enquiries/letters/print", operation_id = "print_letters", tag = "enquiries", request_body = PrintLettersRequest,
    responses((status = 200, content_type = "application/pdf"), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn print_letters(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<PrintLettersRequest>,
) -> Result<([(HeaderName, &'static str); 4], Vec<u8>), Refusal> {
    let bytes = match (asked.ids, asked.code, asked.bulk) {
        (Some(ids), Some(code), None) => letters.print_letters(&caller, &school, (ids, &code)).await?,
        (None, None, Some(bulk)) => {
            letters.print_bulk(&caller, &school, (&bulk, asked.part.unwrap_or_default())).await?
        }
        _ => return Err(Refusal::malformed("either ids with a code or bulk says which letters")),
    };
    Ok((one_pdf("attachment; filename=\"letters.pdf\""), bytes))
}

/// The record of a letter, for whoever wants to prove it: `{letter, entries, head}`, each entry the text that was hashed, which names the hash of
/// the one before. A001 before it went out. A007 as for `get_enquiry`.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/letters/{letter}/evidence", operation_id = "download_letter_evidence", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("student")))), ("letter" = String, Path, extensions(("x-entity" = json!("plain_letter"))))),
    responses((status = 200, content_type = "application/json"), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn download_letter_evidence(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, letter)): InPath<(SubmissionId, LetterId)>,
) -> Result<([(HeaderName, String); 3], Vec<u8>), Refusal> {
    let (record, reference) = letters.evidence(&caller, &school, &id, &letter).await?;
    let bytes = serde_json::to_vec(&record).map_err(Refusal::internal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{reference}.json\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, bytes))
}
