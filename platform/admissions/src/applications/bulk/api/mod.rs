//! `/v1/oa/student/moves`: many applications that are sent on at once.

mod views;

pub(crate) use self::views::chosen;

use std::sync::Arc;

use axum::Extension;
use axum::body::Body as RawBody;
use axum::extract::{FromRef, State as FromState};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, BulkJobId, Caller, Nothing, Refusal};
use tenants::School;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Language;

use self::views::{
    AllMovesPayload, ApproveProposalsRequest, MoveResultsPayload, MoveResultsQuery, MovesPayload, MovesPreviewPayload,
    MovesQuery, MovesRequest, UndoMovesRequest, Whose, result, seen, transition, view,
};
use super::super::model::Standing;
use super::super::service::Applications;
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
        .routes(routes!(approve_proposals))
}

/// What would become of many applications if they were sent on now, one after another: nothing is written, and nobody is written to. Up to 5,000:
/// A009 with the `limit`. A002 where no way there is the caller's, F003 at `/ids` and `/filter` (none, or more than 500 of `ids`), `/reason_code`,
/// `/reason_text`, `/review_by` and `/publish_at`. Each counts as a line that is read: A007.
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

/// The caller's moves of many: those that are under way, with how far they are, and those of the last day; everybody's with `of=all`, for who manages
/// people or reads the audit log (A002 otherwise), who may also look at their results, cancel and undo them. Beside them where the caller may send
/// some, and why.
#[utoipa::path(get, path = "/v1/oa/student/moves", operation_id = "list_moves", tag = "enquiries", params(MovesQuery),
    responses((status = 200, body = Answer<AllMovesPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_moves(
    FromState(applications): FromState<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<MovesQuery>,
) -> Result<Answer<AllMovesPayload>, Refusal> {
    let is_all = query.of == Some(Whose::All);
    let items = applications.list_moves(&caller, is_all).await?.into_iter().map(view).collect();
    let (ways, reasons) = applications.move_ways(&caller, &school);
    Ok(Answer::new(AllMovesPayload { items, ways, reasons }))
}

/// Asks for many applications to be sent on while one works on. Which ones is fixed now; each is moved as `update_student` would move it when its
/// turn comes, and what refuses it there is its result here; with `publish_at` each is decided then and told at that moment, and what needs another
/// account's approval is proposed. Refused as `preview_moves` is; A008 while a job of the account's is under way or five
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

/// Asks for those that were moved to be sent back where each came from, as new moves; what is decided and not told yet, or proposed and not
/// approved, is withdrawn. One to which something happened since stays where it is
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

/// Asks for what is proposed of many applications to be approved while one works on, each as `approve_proposal` does it: what was proposed after
/// this was asked is not (A003), nor what the caller proposed (A017); A012 with `guard: no_proposal` where nothing waits. F003 at `/ids` and `/filter`, A009,
/// A008 and R012 as for `request_moves`.
#[utoipa::path(post, path = "/v1/oa/student/moves/approve", operation_id = "approve_proposals", tag = "enquiries", request_body = ApproveProposalsRequest,
    responses((status = 201, body = Answer<MovesPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.offer"))))]
pub async fn approve_proposals(
    FromState(applications): FromState<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<ApproveProposalsRequest>,
) -> Result<(StatusCode, Answer<MovesPayload>), Refusal> {
    let moves = applications.ask_approvals(&caller, &school, asked.read(&caller)?).await?;
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

/// The results of moves that are done, as text with commas. L018 as for `fetch_enquiry_export`; A002 for who may not make them any more, or sees
/// less than when they were asked for. A line each: A007.
#[utoipa::path(get, path = "/v1/oa/student/moves/{id}/file", operation_id = "fetch_moves", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("moves"))))),
    responses((status = 200, content((String = "text/csv"))), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.export"))))]
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
