//! `/v1/oa/enquiries`: the staff's inbox.

mod assignees;
mod exports;
mod files;
mod query;
mod since;
mod twins;
mod views;

use std::collections::HashMap;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body as RawBody;
use axum::extract::{FromRef, State as FromState};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use tenants::School;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::text::{cut, lines};

use super::export::Kind;
use super::history::History;
use super::model::{kinds_seen, visible_forms};
use super::service::{Change, Enquiries};
use super::store::EnquiryRow;
use crate::origins::Origins;
use crate::served::attachment;
use assignees::{AssigneesPayload, assignee};
use query::{LanguageQuery, ListQuery, TimelineQuery, UpdateEnquiryRequest, read_filter, read_language, read_layout};
use views::{
    EnquiriesPayload, EnquiryChoicesPayload, EnquiryPayload, StateCounts, TimelinePayload, choices, event, item, view,
};

/// The routes of the inbox.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_enquiries))
        .routes(routes!(list_assignees))
        .routes(routes!(list_enquiry_choices))
        .routes(routes!(export_enquiries))
        .routes(routes!(get_enquiry, update_enquiry))
        .routes(routes!(list_enquiry_timeline))
        .merge(files::routes())
        .merge(exports::routes())
}

/// What came in, a page at a time. A007 when an account reads more than 60,000 lines in an hour, of this list, single submissions and the
/// audit log together.
#[utoipa::path(get, path = "/v1/oa/enquiries", operation_id = "list_enquiries", tag = "enquiries", params(ListQuery),
    responses((status = 200, body = Answer<EnquiriesPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_enquiries(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<ListQuery>,
) -> Result<Answer<EnquiriesPayload>, Refusal> {
    let size = kernel::page::page_size(query.page_size);
    let cursor = query.cursor.clone();
    let (filter, sort) = read_filter(&school, &caller, query)?;
    let listed = enquiries.list(&caller, &school, filter, sort, size, cursor.as_deref()).await?;
    let counts = StateCounts(listed.counts);
    let mut shared: HashMap<SubmissionId, Vec<String>> = HashMap::new();
    for one in listed.shared {
        shared.entry(one.id).or_default().push(one.kind);
    }
    let told = |row: EnquiryRow| {
        let shared = shared.remove(&row.id).unwrap_or_default();
        item(&school, row, shared)
    };
    let items = listed.rows.into_iter().map(told).collect::<Result<_, _>>()?;
    Ok(Answer::new(EnquiriesPayload { items, next_cursor: listed.next_cursor, total: listed.total, counts }))
}

/// A submission with all that belongs to it.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}", operation_id = "get_enquiry", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), LanguageQuery),
    responses((status = 200, body = Answer<EnquiryPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn get_enquiry(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Params(query): Params<LanguageQuery>,
) -> Result<Answer<EnquiryPayload>, Refusal> {
    let language = read_language(query.lng.as_deref())?;
    let opened = enquiries.open(&caller, &school, &id).await?;
    let origin = Origins::new(enquiries).told(&caller, &school, &id).await?;
    Ok(Answer::new(EnquiryPayload { enquiry: view(&school, opened, language)?.coming_from(origin) }))
}

/// What happened to a submission before the entries that it is told with. A page counts as a line of a list: A007 as for `get_enquiry`.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/timeline", operation_id = "list_enquiry_timeline", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), TimelineQuery),
    responses((status = 200, body = Answer<TimelinePayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_enquiry_timeline(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Params(query): Params<TimelineQuery>,
) -> Result<Answer<TimelinePayload>, Refusal> {
    let History { entries, next_cursor } = enquiries.history(&caller, &school, &id, query.cursor.as_deref()).await?;
    let items = entries.into_iter().map(|row| event(&school, row)).collect();
    Ok(Answer::new(TimelinePayload { items, next_cursor }))
}

/// Moves, assigns, comments; who closes one says why. D004 where the account has caused as much to be written down as it may in a day.
#[utoipa::path(patch, path = "/v1/oa/enquiries/{id}", operation_id = "update_enquiry", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), LanguageQuery), request_body = UpdateEnquiryRequest,
    responses((status = 200, body = Answer<EnquiryPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn update_enquiry(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Params(query): Params<LanguageQuery>,
    Body(asked): Body<UpdateEnquiryRequest>,
) -> Result<Answer<EnquiryPayload>, Refusal> {
    let language = read_language(query.lng.as_deref())?;
    let comment = asked.comment.map(|text| cut(&lines(&text), 4000)).filter(|text| !text.is_empty());
    let change =
        Change { version: asked.version, state: asked.state, owner: asked.owner, reason: asked.reason, comment };
    let opened = enquiries.change(&caller, &school, &id, change).await?;
    let origin = Origins::new(enquiries).told(&caller, &school, &id).await?;
    Ok(Answer::new(EnquiryPayload { enquiry: view(&school, opened, language)?.coming_from(origin) }))
}

/// The people who can look after a submission.
#[utoipa::path(get, path = "/v1/oa/enquiries/assignees", operation_id = "list_assignees", tag = "enquiries",
    responses((status = 200, body = Answer<AssigneesPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_assignees(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<AssigneesPayload>, Refusal> {
    let items = enquiries.assignees(&caller, &school).await?.into_iter().map(assignee).collect();
    Ok(Answer::new(AssigneesPayload { items }))
}

/// Grades and school years that the list can be narrowed to: those that forms, their rules or the school's dates name, 200 of each form, 400 in
/// all. What families type besides is `other`, all together.
#[utoipa::path(get, path = "/v1/oa/enquiries/choices", operation_id = "list_enquiry_choices", tag = "enquiries",
    responses((status = 200, body = Answer<EnquiryChoicesPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_enquiry_choices(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
) -> Result<Answer<EnquiryChoicesPayload>, Refusal> {
    let seen = kinds_seen(school.config(), &visible_forms(school.config(), &caller));
    Ok(Answer::new(choices(enquiries.choices(&caller, &school).await?, seen)))
}

/// A list of up to 2,000 lines as a file, in words of its language; with the answers when it is narrowed to one form, those of repeated groups
/// in sheets of their own (in a CSV in one cell). R001 at `/columns` for a column that is not there. A009 for a longer one, which
/// `request_enquiry_export` makes. L018 for who showed longer than a quarter of an hour ago who they
/// are (`confirm_session`), A006 when an account takes out more than 20,000 lines in an
/// hour, this file and that of the audit log together.
#[utoipa::path(get, path = "/v1/oa/enquiries/export", operation_id = "export_enquiries", tag = "enquiries", params(ListQuery),
    responses((status = 200, content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.export"))))]
pub async fn export_enquiries(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<ListQuery>,
) -> Result<Response, Refusal> {
    let kind: Kind = query.format.ok_or_else(|| Refusal::malformed("format is csv or xlsx"))?.into();
    let layout = read_layout(kind, &query)?;
    let (filter, sort) = read_filter(&school, &caller, query)?;
    let (file, bytes) = enquiries.export(&caller, &school, filter, sort, layout).await?;
    let headers = [
        (header::CONTENT_TYPE, kind.media_type().to_owned()),
        (header::CONTENT_LENGTH, bytes.to_string()),
        (header::CONTENT_DISPOSITION, attachment(&kind.file_name(&school))),
    ];
    let body = RawBody::from_stream(tokio_util::io::ReaderStream::new(tokio::fs::File::from_std(file)));
    Ok((headers, body).into_response())
}
