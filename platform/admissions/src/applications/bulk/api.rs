//! `/v1/oa/student/moves`: many applications that are sent on at once.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body as RawBody;
use axum::extract::{FromRef, State as FromState};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::bulk::State;
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, BulkJobId, Caller, Nothing, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use tenants::registry::bucket_name;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::clock::iso;
use words::{Language, Text};

use super::super::api::{StudentListRequest, wanted};
use super::super::model::Standing;
use super::super::reasons::OfferedReason;
use super::super::service::{Applications, Transition};
use super::model::{Chosen, Moves, NewMoves, Outcome};
use super::preview::{Preview, RefusedGroup};
use super::service::ResultLine;
use crate::enquiries::Enquiries;

/// The routes of moves of many.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(preview_moves))
        .routes(routes!(list_moves, request_moves))
        .routes(routes!(remove_moves))
        .routes(routes!(list_move_results))
        .routes(routes!(cancel_moves))
        .routes(routes!(undo_moves))
        .routes(routes!(fetch_moves))
}

/// Which applications go where.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MovesRequest {
    /// The status, and what refines it.
    to: Standing,
    /// Why, by the name of the reason.
    #[schema(max_length = 40, pattern = "^[a-z0-9_]*$")]
    reason_code: Option<String>,
    /// The same in words, for colleagues.
    #[schema(max_length = 1000)]
    reason_text: Option<String>,
    /// When somebody looks again at what is put on hold, `YYYY-MM-DD`.
    #[schema(max_length = 10)]
    review_by: Option<String>,
    /// Whether the families are written to.
    #[serde(default)]
    notify: bool,
    /// The language of the file of results; English when left out.
    #[schema(inline)]
    lng: Option<Language>,
    /// These applications, in this order; left out where `filter` says which.
    #[schema(max_items = 500)]
    ids: Option<Vec<SubmissionId>>,
    /// All that `list_students` lists, whatever order and page it names; those that came first come first. Left out where `ids` says which.
    filter: Option<StudentListRequest>,
}

/// What is said of moves that are undone.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct UndoMovesRequest {
    /// Why, by the name of the reason.
    #[schema(max_length = 40, pattern = "^[a-z0-9_]*$")]
    reason_code: Option<String>,
    /// The same in words, for colleagues.
    #[schema(max_length = 1000)]
    reason_text: Option<String>,
    /// When somebody looks again at what is on hold again, `YYYY-MM-DD`.
    #[schema(max_length = 10)]
    review_by: Option<String>,
    /// Whether the families are written to.
    notify: bool,
    /// The language of the file of results; English when left out.
    #[schema(inline)]
    lng: Option<Language>,
}

/// An application that would not be moved.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MoveExample {
    id: String,
    /// What the school calls it.
    registration_id: String,
    /// Whom it is for; empty where an audience alone reads that.
    student_name: String,
    /// The same in Arabic, where the form asks for both names and both were given.
    student_name_ar: Option<String>,
}

/// Applications that would not be moved, for one reason.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RefusedMoves {
    /// The message id with which each would be refused.
    message_id: &'static str,
    /// The guard that says no.
    guard: Option<String>,
    /// How many.
    count: usize,
    /// Five of them at most.
    examples: Vec<MoveExample>,
}

/// A bucket for whose places more compete than there are.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SeatsWanted {
    round: String,
    bucket: String,
    /// What the bucket is called.
    name: Text,
    /// Places that are left, with those that may be offered beyond.
    free: i64,
    /// Applications that would take one.
    asked: i64,
}

/// What would become of many.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MovesPreviewPayload {
    total: usize,
    will_move: usize,
    /// Families that would be written to, by the addresses that the caller sees.
    notified: usize,
    /// Why the others stay, the most frequent first.
    refused: Vec<RefusedMoves>,
    over_seats: Vec<SeatsWanted>,
}

/// Moves that are under way, or done.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkMoves {
    id: String,
    /// Where the job stands.
    state: State,
    /// Where they go; null for back to where each came from.
    to: Option<Standing>,
    /// Applications.
    total: i64,
    /// Those that have a result.
    done: i64,
    moved: i64,
    refused: i64,
    /// Those that were moved, and sent back since.
    undone: i64,
    /// Message id of why it ended before its end.
    fault: Option<String>,
    /// When it was asked for, RFC 3339, UTC.
    created_at: String,
    /// Until when its results are kept, once it has ended.
    expires_at: Option<String>,
    /// Whether some can be sent back by the caller.
    can_undo: bool,
    /// The moves that it undoes.
    undo_of: Option<String>,
}

/// Where the caller may send some.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MoveWay {
    to: Standing,
    /// Whether a reason has to be said, wherever they stand.
    needs_reason: bool,
}

/// The caller's moves, and what they may ask for.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AllMovesPayload {
    /// The newest first.
    items: Vec<BulkMoves>,
    ways: Vec<MoveWay>,
    /// Reasons that may be said of these ways.
    reasons: Vec<OfferedReason>,
}

/// One of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MovesPayload {
    moves: BulkMoves,
}

/// Which results.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MoveResultsQuery {
    /// All when left out.
    #[param(inline)]
    outcome: Option<Outcome>,
    /// Where the page starts: the last page's `next_cursor`.
    #[param(max_length = 1024)]
    cursor: Option<String>,
}

/// What became of one.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MoveResult {
    /// The submission's id.
    id: String,
    /// What the school calls it; empty for what the caller does not see.
    registration_id: String,
    /// Whom it is for; empty where an audience alone reads that.
    student_name: String,
    /// The same in Arabic, where the form asks for both names and both were given.
    student_name_ar: Option<String>,
    /// Where it stood; null for what could not be looked at.
    from: Option<Standing>,
    /// Where it was to go.
    to: Option<Standing>,
    outcome: Outcome,
    /// Why it was refused.
    message_id: Option<String>,
    /// The guard that said no.
    guard: Option<String>,
}

/// A page of results.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MoveResultsPayload {
    /// In the order in which they were asked for.
    items: Vec<MoveResult>,
    next_cursor: Option<String>,
}

impl MovesRequest {
    fn read(self, caller: &Caller) -> Result<NewMoves, Refusal> {
        let Self { to, reason_code, reason_text, review_by, notify, lng, ids, filter } = self;
        let chosen = match (ids, filter) {
            (Some(ids), None) => Chosen::These(ids),
            (None, Some(filter)) => Chosen::Matching(wanted(caller, filter)),
            _ => return Err(Refusal::malformed("either ids or filter says which applications")),
        };
        let transition = transition(to, (reason_code, reason_text), review_by, notify);
        Ok(NewMoves { transition, chosen, language: lng.unwrap_or(Language::En) })
    }
}

/// Of each, over whatever version it has when its turn comes.
fn transition(
    to: Standing,
    (reason_code, reason_text): (Option<String>, Option<String>),
    review_by: Option<String>,
    is_told: bool,
) -> Transition {
    Transition { version: 0, to, reason_code, reason_text, review_by, bucket: None, is_told, publish_at: None }
}

fn view(moves: Moves) -> BulkMoves {
    let Moves { job, to, undo_of, moved, refused, undone, can_undo } = moves;
    let is_open = job.state.is_open();
    BulkMoves {
        id: job.id.into(),
        state: job.state,
        to,
        total: job.total,
        done: (moved + refused + undone).max(job.done),
        moved,
        refused,
        undone,
        fault: job.fault,
        created_at: iso(job.created_at),
        expires_at: (!is_open).then(|| iso(job.expires_at)),
        can_undo,
        undo_of: undo_of.map(String::from),
    }
}

fn seen(school: &School, preview: Preview) -> MovesPreviewPayload {
    let Preview { total, will_move, notified, refused, over_seats } = preview;
    let group = |group: RefusedGroup| {
        let RefusedGroup { message_id, guard, count, examples } = group;
        let examples = examples.into_iter().map(|one| MoveExample {
            id: one.id.into(),
            registration_id: one.registration_id,
            student_name: one.enquiry.person,
            student_name_ar: name_ar(one.enquiry.person_ar),
        });
        RefusedMoves { message_id, guard, count, examples: examples.collect() }
    };
    let seats = over_seats.into_iter().map(|one| {
        let form = school.form_if_ready(&one.form_id);
        let name = bucket_name(form.as_ref().map(|form| &*form.document), &one.bucket);
        SeatsWanted { round: one.round, bucket: one.bucket, name, free: one.free, asked: one.asked }
    });
    MovesPreviewPayload {
        total,
        will_move,
        notified,
        refused: refused.into_iter().map(group).collect(),
        over_seats: seats.collect(),
    }
}

fn name_ar(name: String) -> Option<String> {
    Some(name).filter(|name| !name.is_empty())
}

fn result(line: ResultLine) -> MoveResult {
    use machine::State as _;

    let ResultLine { row, enquiry } = line;
    let (student_name, student_name_ar) =
        enquiry.map(|enquiry| (enquiry.person, name_ar(enquiry.person_ar))).unwrap_or_default();
    MoveResult {
        id: row.submission_id.into(),
        registration_id: row.registration_id,
        student_name,
        student_name_ar,
        from: Standing::parse(&row.from_state),
        to: Standing::parse(&row.to_state),
        // What a newer server calls otherwise did not move for all that this one knows.
        outcome: Outcome::parse(&row.outcome).unwrap_or(Outcome::Refused),
        message_id: row.message_id,
        guard: row.guard,
    }
}

/// What would become of many applications if they were sent on now, one after another: nothing is written, and nobody is written to. Up to 5,000:
/// A009 with the `limit`. A002 where no way there is the caller's, F003 at `/ids` and `/filter` (none, or more than 500 of `ids`), `/reason_code`,
/// `/reason_text` and `/review_by`. Each counts as a line that is read: A007.
#[utoipa::path(post, path = "/v1/oa/student/moves/preview", operation_id = "preview_moves", tag = "enquiries", request_body = MovesRequest,
    responses((status = 200, body = Answer<MovesPreviewPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn preview_moves(
    FromState(applications): FromState<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<MovesRequest>,
) -> Result<Answer<MovesPreviewPayload>, Refusal> {
    let preview = applications.preview_moves(&caller, &school, asked.read(&caller)?).await?;
    Ok(Answer::new(seen(&school, preview)))
}

/// The caller's moves of many: those that are under way, with how far they are, and those of the last day. Beside them where the caller may send
/// some, and why.
#[utoipa::path(get, path = "/v1/oa/student/moves", operation_id = "list_moves", tag = "enquiries",
    responses((status = 200, body = Answer<AllMovesPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_moves(
    FromState(applications): FromState<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<AllMovesPayload>, Refusal> {
    let items = applications.list_moves(&caller).await?.into_iter().map(view).collect();
    let (ways, reasons) = applications.move_ways(&caller, &school);
    let ways = ways.into_iter().map(|(to, needs_reason)| MoveWay { to, needs_reason }).collect();
    Ok(Answer::new(AllMovesPayload { items, ways, reasons }))
}

/// Asks for many applications to be sent on while one works on. Which ones is fixed now; each is moved as `update_student` would move it when its
/// turn comes, and what refuses it there is its result here. Refused as `preview_moves` is; A008 while a job of the account's is under way or five
/// are kept, R012 when the school has as many as it may.
#[utoipa::path(post, path = "/v1/oa/student/moves", operation_id = "request_moves", tag = "enquiries", request_body = MovesRequest,
    responses((status = 201, body = Answer<MovesPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn request_moves(
    FromState(applications): FromState<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<MovesRequest>,
) -> Result<(StatusCode, Answer<MovesPayload>), Refusal> {
    let moves = applications.ask_moves(&caller, &school, asked.read(&caller)?).await?;
    Ok((StatusCode::CREATED, Answer::new(MovesPayload { moves: view(moves) })))
}

/// What became of each application of some moves, in the order in which they were asked for, fifty at a time. A line each: A007.
#[utoipa::path(get, path = "/v1/oa/student/moves/{id}/results", operation_id = "list_move_results", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("moves")))), MoveResultsQuery),
    responses((status = 200, body = Answer<MoveResultsPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_move_results(
    FromState(applications): FromState<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
    Params(query): Params<MoveResultsQuery>,
) -> Result<Answer<MoveResultsPayload>, Refusal> {
    let asked = (query.outcome, query.cursor.as_deref());
    let results = applications.move_results(&caller, &school, &id, asked).await?;
    let items = results.lines.into_iter().map(result).collect();
    Ok(Answer::new(MoveResultsPayload { items, next_cursor: results.next_cursor }))
}

/// Ends moves that are under way: what was moved stays where it is. What has ended stays as it is.
#[utoipa::path(post, path = "/v1/oa/student/moves/{id}/cancel", operation_id = "cancel_moves", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("moves"))))),
    responses((status = 200, body = Answer<MovesPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn cancel_moves(
    FromState(applications): FromState<Applications>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
) -> Result<Answer<MovesPayload>, Refusal> {
    let moves = applications.cancel_moves(&caller, &id).await?;
    Ok(Answer::new(MovesPayload { moves: view(moves) }))
}

/// Asks for those that were moved to be sent back where each came from, as new moves. One to which something happened since stays where it is
/// (A003), and so does one from which no way leads back for the caller (A012, A002). A012 where that is so of all; A008 and R012 as for
/// `request_moves`; F003 at `/reason_code`, `/reason_text` and `/review_by`.
#[utoipa::path(post, path = "/v1/oa/student/moves/{id}/undo", operation_id = "undo_moves", tag = "enquiries", request_body = UndoMovesRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("moves"))))),
    responses((status = 201, body = Answer<MovesPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn undo_moves(
    FromState(applications): FromState<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
    Body(asked): Body<UndoMovesRequest>,
) -> Result<(StatusCode, Answer<MovesPayload>), Refusal> {
    let UndoMovesRequest { reason_code, reason_text, review_by, notify, lng } = asked;
    // Each goes where it came from: what stands here instead is not looked at.
    let back = transition(Standing::WReview, (reason_code, reason_text), review_by, notify);
    let moves = applications.ask_undo(&caller, &school, &id, (back, lng.unwrap_or(Language::En))).await?;
    Ok((StatusCode::CREATED, Answer::new(MovesPayload { moves: view(moves) })))
}

/// Removes some of the caller's moves with their results; those that are under way are ended with it. What was moved stays where it is.
#[utoipa::path(delete, path = "/v1/oa/student/moves/{id}", operation_id = "remove_moves", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("moves"))))),
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn remove_moves(
    FromState(applications): FromState<Applications>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
) -> Result<Answer<Nothing>, Refusal> {
    applications.remove_moves(&caller, &id).await?;
    Ok(Answer::done())
}

/// The results of moves that are done, as text with commas. A002 for who may not make them any more, or sees less than when they were asked for. A
/// line each: A007.
#[utoipa::path(get, path = "/v1/oa/student/moves/{id}/file", operation_id = "fetch_moves", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("moves"))))),
    responses((status = 200, content((String = "text/csv"))), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn fetch_moves(
    FromState(applications): FromState<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
) -> Result<Response, Refusal> {
    let (job, content) = applications.fetch_moves(&caller, &school, &id).await?;
    let headers = [
        (header::CONTENT_TYPE, job.media_type),
        (header::CONTENT_LENGTH, job.bytes.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", job.file_name)),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let body = RawBody::from_stream(tokio_util::io::ReaderStream::new(content));
    Ok((headers, body).into_response())
}

#[cfg(test)]
mod tests {
    use super::super::model::MOST_CHOSEN;
    use super::*;

    #[test]
    fn the_document_names_the_bound_of_what_is_chosen() {
        let schema = serde_json::to_value(<MovesRequest as utoipa::PartialSchema>::schema()).expect("schema");
        assert_eq!(schema["properties"]["ids"]["maxItems"], MOST_CHOSEN);
    }
}
