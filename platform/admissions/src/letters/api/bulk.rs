//! `/v1/oa/letters/bulk`: a letter for many at once.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use blocks::Languages;
use jiff::civil::Date;
use kernel::bulk::State as BulkState;
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, BulkJobId, Caller, Nothing, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Text;
use words::clock::iso;
use words::verdict::Issue;

use crate::applications::api::StudentListRequest;
use crate::applications::bulk::api::chosen;
use crate::enquiries::{Enquiries, EnquiryRow};
use crate::forms::Forms;
use crate::letters::bulk::{Asked, Counts, Doing, Outcome, Preview, ResultLine, Sending, Unsent};
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
        .routes(routes!(preview_bulk_letters))
        .routes(routes!(list_bulk_letters, request_bulk_letters))
        .routes(routes!(remove_bulk_letters))
        .routes(routes!(list_bulk_letter_results))
        .routes(routes!(cancel_bulk_letters))
        .routes(routes!(withdraw_bulk_letters))
        .routes(routes!(post_bulk_letters))
}

/// Which letter goes to whom.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BulkLettersRequest {
    /// Of its template.
    #[schema(max_length = 40)]
    code: String,
    /// What it is written in; left out, what its template is.
    language: Option<Languages>,
    /// For how many days it can be opened; left out, 90.
    #[schema(minimum = 1, maximum = 365)]
    days: Option<u16>,
    /// These applications, in this order; left out where `filter` says which.
    #[schema(max_items = 500)]
    ids: Option<Vec<SubmissionId>>,
    /// All that `list_students` lists, whatever order and page it names; those that came first come first. Left out where `ids` says which.
    filter: Option<StudentListRequest>,
}

/// Why letters are withdrawn.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawBulkLettersRequest {
    #[schema(max_length = 300)]
    reason: String,
}

/// When letters were posted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PostBulkLettersRequest {
    /// `YYYY-MM-DD`.
    posted_on: String,
    /// By whom, or with which number.
    #[serde(default)]
    #[schema(max_length = 300)]
    note: String,
}

/// An application that a letter is about.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkLetterChild {
    id: String,
    /// Whom it is for; empty where an audience alone reads that.
    student_name: String,
    /// The same in Arabic, where the form asks for both names and both were given.
    student_name_ar: Option<String>,
}

/// Applications that would get no letter, for one reason.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UnsentLetters {
    /// The message id with which each would be refused.
    message_id: &'static str,
    /// What says no: `has_one`, `too_many`, `unprovable`, `unfilled`, `too_long`.
    guard: Option<String>,
    /// Of `unfilled` the field that nothing fills.
    detail: Option<String>,
    /// How many.
    count: usize,
    /// Five of them at most.
    examples: Vec<BulkLetterChild>,
}

/// Who would get a letter.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkLettersPreviewPayload {
    total: usize,
    will_send: usize,
    /// Those of them that are closed.
    closed: usize,
    /// Those of them without an address for mail: their letters are for the post.
    unmailed: usize,
    /// Five of those that get one at most: `preview_enquiry_letter` draws theirs.
    samples: Vec<BulkLetterChild>,
    /// Why the others get none, the most frequent first.
    refused: Vec<UnsentLetters>,
}

/// What is done with the letters of many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BulkLettersAction {
    Issue,
    Withdraw,
    Post,
}

/// Letters for many that are under way, or done.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkLetters {
    id: String,
    /// Where the job stands.
    state: BulkState,
    action: BulkLettersAction,
    /// The template; null where letters that another job made are withdrawn or posted.
    code: Option<String>,
    /// What it is called; null for a template that is none any more.
    title: Option<Text>,
    /// The job whose letters these are; null for one that makes its own.
    of: Option<String>,
    /// Applications.
    total: i64,
    /// Those that have a result.
    done: i64,
    /// Letters that were made, and not withdrawn since by a job.
    issued: i64,
    /// Those of them that are drawn and out.
    sent: i64,
    /// Those of them that somebody has opened.
    opened: i64,
    /// Those of them that are over: withdrawn alone, or impossible to draw.
    ended: i64,
    withdrawn: i64,
    posted: i64,
    refused: i64,
    /// Parts of a hundred applications that hold a letter to be printed, from 0.
    parts: Vec<i64>,
    can_withdraw: bool,
    can_post: bool,
    /// Message id of why it ended before its end.
    fault: Option<String>,
    /// When it was asked for, RFC 3339, UTC.
    created_at: String,
    /// Until when its results are kept, once it has ended.
    expires_at: Option<String>,
}

/// All of the caller's.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AllBulkLettersPayload {
    /// The newest first.
    items: Vec<BulkLetters>,
}

/// One of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkLettersPayload {
    letters: BulkLetters,
}

/// Which results.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BulkLetterResultsQuery {
    /// All when left out.
    #[param(inline)]
    outcome: Option<Outcome>,
    /// Where the page starts: the last page's `next_cursor`.
    #[param(max_length = 1024)]
    cursor: Option<String>,
}

/// What became of one.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkLetterResult {
    /// The submission's id.
    id: String,
    /// What the school calls it; empty for what the caller does not see.
    registration_id: String,
    /// Whom it is for; empty where an audience alone reads that.
    student_name: String,
    /// The same in Arabic, where the form asks for both names and both were given.
    student_name_ar: Option<String>,
    outcome: Outcome,
    /// The letter's reference; null without one.
    reference: Option<String>,
    /// Where the letter stands now; null without one.
    letter_state: Option<String>,
    opened: bool,
    /// Why it was refused.
    message_id: Option<String>,
    /// What said no.
    guard: Option<String>,
    /// Of `unfilled` the field that nothing fills.
    detail: Option<String>,
}

/// A page of results.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkLetterResultsPayload {
    /// In the order in which they were asked for.
    items: Vec<BulkLetterResult>,
    next_cursor: Option<String>,
}

fn asked(caller: &Caller, asked: BulkLettersRequest) -> Result<Asked, Refusal> {
    let BulkLettersRequest { code, language, days, ids, filter } = asked;
    let chosen = chosen(caller, ids, filter)?;
    Ok(Asked { letter: ByHand { code, languages: language, days, amount: None }, chosen })
}

fn some(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

fn child(row: EnquiryRow) -> BulkLetterChild {
    BulkLetterChild { id: row.id.into(), student_name: row.person, student_name_ar: some(row.person_ar) }
}

fn previewed(preview: Preview) -> BulkLettersPreviewPayload {
    let group = |group: Unsent| UnsentLetters {
        message_id: group.message_id,
        guard: group.guard,
        detail: group.detail,
        count: group.count,
        examples: group.examples.into_iter().map(child).collect(),
    };
    BulkLettersPreviewPayload {
        total: preview.total,
        will_send: preview.will_send,
        closed: preview.closed,
        unmailed: preview.unmailed,
        samples: preview.samples.into_iter().map(child).collect(),
        refused: preview.refused.into_iter().map(group).collect(),
    }
}

fn view(school: &School, sending: Sending) -> BulkLetters {
    let (can_withdraw, can_post) = (sending.can_withdraw(), sending.can_post());
    let Sending { job, doing, counts, parts } = sending;
    let Counts { issued, withdrawn, posted, refused, sent, opened, ended } = counts;
    let of = doing.about().map(ToString::to_string);
    let (action, code) = match doing {
        Doing::Issue { code, .. } => (BulkLettersAction::Issue, Some(code)),
        Doing::Withdraw { .. } => (BulkLettersAction::Withdraw, None),
        Doing::Post { .. } => (BulkLettersAction::Post, None),
    };
    let template = code.as_deref().and_then(|code| school.letters().get(code));
    let is_open = job.state.is_open();
    BulkLetters {
        id: job.id.into(),
        state: job.state,
        action,
        title: template.map(|template| template.title.clone()),
        code,
        of,
        total: job.total,
        done: counts.all().max(job.done),
        issued,
        sent,
        opened,
        ended,
        withdrawn,
        posted,
        refused,
        parts,
        can_withdraw,
        can_post,
        fault: job.fault,
        created_at: iso(job.created_at),
        expires_at: (!is_open).then(|| iso(job.expires_at)),
    }
}

fn payload(school: &School, sending: Sending) -> Answer<BulkLettersPayload> {
    Answer::new(BulkLettersPayload { letters: view(school, sending) })
}

fn result(line: ResultLine) -> BulkLetterResult {
    let ResultLine { row, enquiry } = line;
    let (student_name, student_name_ar) =
        enquiry.map(|enquiry| (enquiry.person, some(enquiry.person_ar))).unwrap_or_default();
    BulkLetterResult {
        id: row.submission_id.into(),
        registration_id: row.registration_id,
        student_name,
        student_name_ar,
        outcome: Outcome::parse(&row.outcome),
        reference: some(row.reference),
        letter_state: some(row.letter_state),
        opened: row.opened > 0,
        message_id: row.message_id,
        guard: row.guard,
        detail: row.detail,
    }
}

/// Who would get a letter if it went to many now: nothing is written, and nobody is written to. Up to 1,000: A009 with the `limit`. F003 at `/code`
/// for a template that is none, or whose letters go out with what they belong to, at `/days`, and at `/ids` and `/filter` (none, or more than 500 of
/// `ids`). Each counts as a line that is read: A007.
#[utoipa::path(post, path = "/v1/oa/letters/bulk/preview", operation_id = "preview_bulk_letters", tag = "enquiries", request_body = BulkLettersRequest,
    responses((status = 200, body = Answer<BulkLettersPreviewPayload>), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn preview_bulk_letters(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(request): Body<BulkLettersRequest>,
) -> Result<Answer<BulkLettersPreviewPayload>, Refusal> {
    let preview = letters.preview_bulk(&caller, &school, asked(&caller, request)?).await?;
    Ok(Answer::new(previewed(preview)))
}

/// The caller's letters for many: those that are under way, with how far they are, and those of the last day.
#[utoipa::path(get, path = "/v1/oa/letters/bulk", operation_id = "list_bulk_letters", tag = "enquiries",
    responses((status = 200, body = Answer<AllBulkLettersPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn list_bulk_letters(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<AllBulkLettersPayload>, Refusal> {
    let items = letters.list_bulk(&caller).await?.into_iter().map(|one| view(&school, one)).collect();
    Ok(Answer::new(AllBulkLettersPayload { items }))
}

/// Asks for a letter to be made for many applications while one works on. Which ones is fixed now; each is made as `issue_letter` would make it when
/// its turn comes, except where the family has one of the template that can still be opened, and what refuses it there is its result here. Refused
/// as `preview_bulk_letters` is; A008 while a job of the account's is under way or five are kept, R012 when the school has as many as it may.
#[utoipa::path(post, path = "/v1/oa/letters/bulk", operation_id = "request_bulk_letters", tag = "enquiries", request_body = BulkLettersRequest,
    responses((status = 201, body = Answer<BulkLettersPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn request_bulk_letters(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(request): Body<BulkLettersRequest>,
) -> Result<(StatusCode, Answer<BulkLettersPayload>), Refusal> {
    let sending = letters.ask_bulk(&caller, &school, asked(&caller, request)?).await?;
    Ok((StatusCode::CREATED, payload(&school, sending)))
}

/// What became of each application of letters for many, in the order in which they were asked for, fifty at a time. A line each: A007.
#[utoipa::path(get, path = "/v1/oa/letters/bulk/{id}/results", operation_id = "list_bulk_letter_results", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("bulk_letters")))), BulkLetterResultsQuery),
    responses((status = 200, body = Answer<BulkLetterResultsPayload>), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn list_bulk_letter_results(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
    Params(query): Params<BulkLetterResultsQuery>,
) -> Result<Answer<BulkLetterResultsPayload>, Refusal> {
    let asked = (query.outcome, query.cursor.as_deref());
    let (lines, next_cursor) = letters.bulk_results(&caller, &school, &id, asked).await?;
    Ok(Answer::new(BulkLetterResultsPayload { items: lines.into_iter().map(result).collect(), next_cursor }))
}

/// Ends letters for many that are under way: those that were made go out. What has ended stays as it is.
#[utoipa::path(post, path = "/v1/oa/letters/bulk/{id}/cancel", operation_id = "cancel_bulk_letters", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("bulk_letters"))))),
    responses((status = 200, body = Answer<BulkLettersPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn cancel_bulk_letters(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
) -> Result<Answer<BulkLettersPayload>, Refusal> {
    Ok(payload(&school, letters.cancel_bulk(&caller, &id).await?))
}

/// Asks for the letters that a job made to be withdrawn, with their links, as another job: of those that nobody has opened and that were not posted
/// (A012 with `guard`: `letter_opened`, `letter_posted`, `letter_over`). A012 (`none_issued`) where it made none or is under way, F003 at `/reason`,
/// A008 and R012 as for `request_bulk_letters`.
#[utoipa::path(post, path = "/v1/oa/letters/bulk/{id}/withdraw", operation_id = "withdraw_bulk_letters", tag = "enquiries", request_body = WithdrawBulkLettersRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("bulk_letters"))))),
    responses((status = 201, body = Answer<BulkLettersPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn withdraw_bulk_letters(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
    Body(said): Body<WithdrawBulkLettersRequest>,
) -> Result<(StatusCode, Answer<BulkLettersPayload>), Refusal> {
    let sending = letters.ask_bulk_withdrawal(&caller, &id, &said.reason).await?;
    Ok((StatusCode::CREATED, payload(&school, sending)))
}

/// Asks for it to be written down that the letters that a job made were posted on paper, as another job: of those that are drawn. F003 at
/// `/posted_on` for a day before the job's or after today, and at `/note`; A012, A008 and R012 as for `withdraw_bulk_letters`.
#[utoipa::path(post, path = "/v1/oa/letters/bulk/{id}/posts", operation_id = "post_bulk_letters", tag = "enquiries", request_body = PostBulkLettersRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("bulk_letters"))))),
    responses((status = 201, body = Answer<BulkLettersPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn post_bulk_letters(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
    Body(said): Body<PostBulkLettersRequest>,
) -> Result<(StatusCode, Answer<BulkLettersPayload>), Refusal> {
    let day: Date = said.posted_on.parse().map_err(|_| refused(Issue::error("/posted_on", "format")))?;
    let post = NewPost { day, note: said.note };
    let sending = letters.ask_bulk_posts(&caller, &school, &id, post).await?;
    Ok((StatusCode::CREATED, payload(&school, sending)))
}

/// Forgets some of the caller's letters for many with their results; what is under way is ended with it. The letters stay.
#[utoipa::path(delete, path = "/v1/oa/letters/bulk/{id}", operation_id = "remove_bulk_letters", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("bulk_letters"))))),
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn remove_bulk_letters(
    State(letters): State<Letters>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
) -> Result<Answer<Nothing>, Refusal> {
    letters.remove_bulk(&caller, &id).await?;
    Ok(Answer::done())
}
