//! `/v1/oa/enquiries/exports`: files of long lists, made while one works on.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body as RawBody;
use axum::extract::{FromRef, State as FromState};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::bulk::{BulkJob, State};
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, BulkJobId, Caller, Nothing, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::attachment;
use super::query::{Format, ListQuery, read_filter, read_layout};
use crate::enquiries::model::{Flag, Sort};
use crate::enquiries::service::Enquiries;
use crate::letters::{ConditionsStand, FinancialStand};
use crate::origins::Channel;
use crate::papers::DocumentsStand;

/// The routes of files that are made while one works on.
pub(super) fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_enquiry_exports, request_enquiry_export))
        .routes(routes!(remove_enquiry_export))
        .routes(routes!(cancel_enquiry_export))
        .routes(routes!(fetch_enquiry_export))
}

/// What a file is to hold: the list's own filters.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// What sort of file.
    format: Format,
    /// `en` or `ar`, for what it says.
    #[schema(value_type = Option<words::Language>)]
    lng: Option<String>,
    /// Beginnings of words in reference, person, guardian, e-mail and phone.
    q: Option<String>,
    /// States of enquiries or statuses of applications, separated by commas.
    #[schema(
        pattern = "^(new|contacted|toured|applying|lost|[A-Z](/[a-z_]+)?)(,(new|contacted|toured|applying|lost|[A-Z](/[a-z_]+)?))*$"
    )]
    state: Option<String>,
    /// A form.
    form: Option<String>,
    /// `me`, `none` or a person's id.
    owner: Option<String>,
    /// A tag.
    tag: Option<String>,
    /// A grade, as `list_enquiry_choices` gives its value.
    grade: Option<String>,
    /// A school year, likewise.
    year: Option<String>,
    /// A round of applications.
    #[schema(max_length = 40)]
    round: Option<String>,
    /// What a grade's places are divided by, as `list_enquiries` takes it.
    #[schema(max_length = 40, pattern = "^[a-z0-9_-]*$")]
    part: Option<String>,
    /// Only applications whose offer is out and has that last day, or one before: `YYYY-MM-DD`.
    #[schema(format = Date, max_length = 10)]
    offer_ends_by: Option<String>,
    /// How the conditions of an offer that stands do, as `list_enquiries` takes it.
    #[schema(inline)]
    conditions: Option<ConditionsStand>,
    /// How financial documents do; A002 for who does not look after fees.
    #[schema(inline)]
    financial: Option<FinancialStand>,
    /// How documents stand, as `list_enquiries` takes it.
    #[schema(inline)]
    documents: Option<DocumentsStand>,
    /// Part of the guardian's name.
    guardian: Option<String>,
    /// Who sent it: the family itself, or somebody of the staff for them.
    #[schema(inline)]
    channel: Option<Channel>,
    /// What needs somebody to look at it.
    #[schema(inline)]
    flag: Option<Flag>,
    /// Newest first when left out.
    #[schema(inline)]
    sort: Option<Sort>,
    /// Columns, with commas between, as `export_enquiries` takes them; all when left out.
    #[schema(max_length = 32_000)]
    columns: Option<String>,
}

impl ExportRequest {
    fn list(self) -> (Format, ListQuery) {
        let Self { format, lng, q, state, form, owner, tag, grade, year, round, part, offer_ends_by, .. } = self;
        let Self { conditions, financial, documents, guardian, channel, flag, sort, columns, .. } = self;
        let of_form = ListQuery { q, state, form, owner, tag, grade, year, guardian, ..ListQuery::default() };
        let narrowed =
            ListQuery { round, part, offer_ends_by, conditions, financial, documents, channel, flag, ..of_form };
        let query = ListQuery { lng, sort, columns, ..narrowed };
        (format, query)
    }
}

/// A file that is being made, or is ready.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExportView {
    /// Its id.
    id: String,
    /// Where it stands.
    state: State,
    /// What it will be called, or is.
    name: String,
    /// Lines that are to be in it.
    total: i64,
    /// Lines that are done.
    done: i64,
    /// Its size, once it is ready.
    bytes: Option<i64>,
    /// Message id of why there is none.
    fault: Option<String>,
    /// When it was asked for.
    created_at: String,
    /// Until when it is kept, once it is ready.
    expires_at: Option<String>,
}

/// The caller's files.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExportsPayload {
    /// The newest first.
    items: Vec<ExportView>,
}

/// One of the caller's files.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExportPayload {
    /// The file.
    export: ExportView,
}

fn view(job: BulkJob) -> ExportView {
    let is_ready = job.state == State::Done;
    ExportView {
        id: job.id.into(),
        state: job.state,
        name: job.file_name,
        total: job.total,
        done: job.done,
        bytes: is_ready.then_some(job.bytes),
        fault: job.fault,
        created_at: words::clock::iso(job.created_at),
        expires_at: is_ready.then(|| words::clock::iso(job.expires_at)),
    }
}

/// The caller's files of the list: those that are being made, with how far they are, and those of the last day.
#[utoipa::path(get, path = "/v1/oa/enquiries/exports", operation_id = "list_enquiry_exports", tag = "enquiries",
    responses((status = 200, body = Answer<ExportsPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("enquiry.export"))))]
pub async fn list_enquiry_exports(
    FromState(enquiries): FromState<Enquiries>,
    caller: Caller,
) -> Result<Answer<ExportsPayload>, Refusal> {
    let items = enquiries.exports(&caller).await?.into_iter().map(view).collect();
    Ok(Answer::new(ExportsPayload { items }))
}

/// Asks for a file of up to 50,000 lines of the list, as `export_enquiries` writes them. Which lines is fixed now; each is
/// written as it is when its turn comes. L018 as for `export_enquiries`; A009 when it would be longer, A010 when an account asks for more
/// than 100,000 lines in a day; A008 while one of the account's is being made or five are kept, R012 when the school has as many as it may.
#[utoipa::path(post, path = "/v1/oa/enquiries/exports", operation_id = "request_enquiry_export", tag = "enquiries", request_body = ExportRequest,
    responses((status = 201, body = Answer<ExportPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.export"))))]
pub async fn request_enquiry_export(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<ExportRequest>,
) -> Result<(StatusCode, Answer<ExportPayload>), Refusal> {
    let (format, query) = asked.list();
    let layout = read_layout(format.into(), &query)?;
    let (filter, sort) = read_filter(&school, &caller, query)?;
    let job = enquiries.ask_export(&caller, &school, filter, sort, layout).await?;
    Ok((StatusCode::CREATED, Answer::new(ExportPayload { export: view(job) })))
}

/// Ends the making of one of the caller's files; what is ready, or has ended, stays as it is.
#[utoipa::path(post, path = "/v1/oa/enquiries/exports/{id}/cancel", operation_id = "cancel_enquiry_export", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("export"))))),
    responses((status = 200, body = Answer<ExportPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.export"))))]
pub async fn cancel_enquiry_export(
    FromState(enquiries): FromState<Enquiries>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
) -> Result<Answer<ExportPayload>, Refusal> {
    let job = enquiries.cancel_export(&caller, &id).await?;
    Ok(Answer::new(ExportPayload { export: view(job) }))
}

/// Removes one of the caller's files; one that is being made is cancelled with it.
#[utoipa::path(delete, path = "/v1/oa/enquiries/exports/{id}", operation_id = "remove_enquiry_export", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("export"))))),
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.export"))))]
pub async fn remove_enquiry_export(
    FromState(enquiries): FromState<Enquiries>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
) -> Result<Answer<Nothing>, Refusal> {
    enquiries.remove_export(&caller, &id).await?;
    Ok(Answer::done())
}

/// One of the caller's files that is ready. L018 as for `export_enquiries`; A002 for who may not have it any more, or sees less of the list
/// than when it was asked for.
#[utoipa::path(get, path = "/v1/oa/enquiries/exports/{id}/file", operation_id = "fetch_enquiry_export", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("export"))))),
    responses((status = 200, content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.export"))))]
pub async fn fetch_enquiry_export(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<BulkJobId>,
) -> Result<Response, Refusal> {
    let (job, content) = enquiries.fetch_export(&caller, &school, &id).await?;
    let headers = [
        (header::CONTENT_TYPE, job.media_type),
        (header::CONTENT_LENGTH, job.bytes.to_string()),
        (header::CONTENT_DISPOSITION, attachment(&job.file_name)),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let body = RawBody::from_stream(tokio_util::io::ReaderStream::new(content));
    Ok((headers, body).into_response())
}
