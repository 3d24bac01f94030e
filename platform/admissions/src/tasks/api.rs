//! `/v1/oa/tasks` and `/v1/oa/enquiries/{id}/tasks`: what somebody has to do.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId, UserId, page};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Text;
use words::clock::iso;

use super::model::{Whose, words_of};
use super::said;
use super::service::{Asked, Change, Tasks};
use super::store::TaskRow;
use crate::enquiries::Enquiries;
use crate::ids::TaskId;

pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_tasks))
        .routes(routes!(list_enquiry_tasks, add_task))
        .routes(routes!(update_task))
}

/// Which tasks.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct TasksQuery {
    /// Whose; one's own when nothing is asked.
    #[param(inline)]
    #[serde(default)]
    whose: Whose,
    /// Lines of a page.
    page_size: Option<u32>,
    /// Where the page starts.
    #[param(max_length = 1024)]
    cursor: Option<String>,
}

/// What is to be done.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddTaskRequest {
    /// One line, up to 300 characters.
    #[schema(max_length = 300)]
    text: String,
    /// Who is to do it (`list_assignees`); nobody yet where it is left out.
    #[schema(value_type = Option<String>, max_length = 64)]
    assigned_to: Option<UserId>,
    /// By when, `YYYY-MM-DD`; no day where it is left out.
    #[schema(max_length = 10)]
    #[serde(default)]
    due_on: String,
}

/// What becomes of a task; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateTaskRequest {
    /// The version that the change is based on.
    version: i64,
    /// One line; not of what a form's rules or the server itself ask for.
    #[schema(max_length = 300)]
    text: Option<String>,
    /// Who is to do it; null for nobody.
    #[schema(value_type = Option<String>, max_length = 64)]
    #[serde(default, deserialize_with = "kernel::extract::present")]
    assigned_to: Option<Option<UserId>>,
    /// By when, `YYYY-MM-DD`; empty for no day.
    #[schema(max_length = 10)]
    due_on: Option<String>,
    /// Whether it is done.
    done: Option<bool>,
}

/// What somebody has to do.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TaskView {
    id: String,
    /// Counts changes; one names the version that it is based on.
    version: i64,
    /// The submission that it is about.
    enquiry: TaskEnquiry,
    /// What is to be done.
    text: Text,
    /// Whether the form's rules ask for it: its words stay.
    by_rules: bool,
    /// Who is to do it; null for nobody yet.
    assigned_to: Option<TaskPerson>,
    /// By when, `YYYY-MM-DD`.
    due_on: Option<String>,
    /// Who asks; null where the rules do, or the server itself.
    author: Option<String>,
    /// RFC 3339, UTC.
    done_at: Option<String>,
    done_by: Option<String>,
    /// RFC 3339, UTC.
    created_at: String,
}

/// The submission of a task.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TaskEnquiry {
    id: String,
    /// What the school calls it: an application by its registration id.
    reference: String,
    /// Whom it is about.
    person: String,
    /// The same in Arabic, where the form asks for both names and both were given.
    person_ar: Option<String>,
}

/// Who is to do a task.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TaskPerson {
    id: String,
    name: String,
}

/// How many tasks are open.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TaskCounts {
    /// Assigned to who asks, or kept for a right of theirs while nobody has taken it.
    mine: i64,
    /// Of these, by a day that is over.
    overdue: i64,
    /// That nobody has taken.
    unassigned: i64,
}

/// A page of open tasks.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TasksPayload {
    /// By their day; those without a day come last.
    items: Vec<TaskView>,
    /// Where the next page starts; null on the last.
    next_cursor: Option<String>,
    /// Of all that who asks may see.
    counts: TaskCounts,
}

/// The tasks of a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryTasksPayload {
    /// The open ones by their day, then what was done last.
    items: Vec<TaskView>,
}

/// One task.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TaskPayload {
    task: TaskView,
}

fn view(school: &School, row: TaskRow) -> TaskView {
    let text = words_of(school, &row);
    TaskView {
        id: row.id.into(),
        version: row.version,
        enquiry: TaskEnquiry {
            id: row.submission_id.into(),
            reference: row.number,
            person: row.person,
            person_ar: Some(row.person_ar).filter(|name| !name.is_empty()),
        },
        text,
        by_rules: row.code.as_deref().is_some_and(|code| !said::is_own(code)),
        assigned_to: row
            .assigned_to
            .map(|id| TaskPerson { id: id.into(), name: row.assigned_name.unwrap_or_default() }),
        due_on: row.due_on,
        author: row.author_name,
        done_at: row.done_at.map(iso),
        done_by: row.done_name,
        created_at: iso(row.created_at),
    }
}

/// Open tasks: one's own, those that nobody has taken, or all that one may see. Each counts as a line of a list: A007.
#[utoipa::path(get, path = "/v1/oa/tasks", operation_id = "list_tasks", tag = "enquiries", params(TasksQuery),
    responses((status = 200, body = Answer<TasksPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_tasks(
    State(tasks): State<Tasks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<TasksQuery>,
) -> Result<Answer<TasksPayload>, Refusal> {
    let size = page::page_size(query.page_size);
    let found = tasks.open(&caller, &school, query.whose, size, query.cursor.as_deref()).await?;
    let counts = TaskCounts { mine: found.open.mine, overdue: found.open.overdue, unassigned: found.open.unassigned };
    let items = found.rows.into_iter().map(|row| view(&school, row)).collect();
    Ok(Answer::new(TasksPayload { items, next_cursor: found.next_cursor, counts }))
}

/// What is to be done about a submission, and what was. They count as a line of a list: A007 as for `get_enquiry`.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/tasks", operation_id = "list_enquiry_tasks", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<EnquiryTasksPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_enquiry_tasks(
    State(tasks): State<Tasks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<EnquiryTasksPayload>, Refusal> {
    let rows = tasks.of(&caller, &school, &id).await?;
    Ok(Answer::new(EnquiryTasksPayload { items: rows.into_iter().map(|row| view(&school, row)).collect() }))
}

/// Asks a colleague, or whoever takes it, to do something about a submission. F003 at `/text` (`required`, `maxLength`, `maxItems` past fifty
/// open ones), `/due_on`, `/assigned_to`.
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/tasks", operation_id = "add_task", tag = "enquiries", request_body = AddTaskRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 201, body = Answer<TaskPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn add_task(
    State(tasks): State<Tasks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
    Body(asked): Body<AddTaskRequest>,
) -> Result<(StatusCode, Answer<TaskPayload>), Refusal> {
    let asked = Asked { text: asked.text, assigned_to: asked.assigned_to, due_on: asked.due_on };
    let row = tasks.add(&caller, &school, &id, asked).await?;
    Ok((StatusCode::CREATED, Answer::new(TaskPayload { task: view(&school, row) })))
}

/// Changes a task, gives it to somebody, does it, or opens it again. A003 when somebody was quicker.
#[utoipa::path(patch, path = "/v1/oa/enquiries/{id}/tasks/{task}", operation_id = "update_task", tag = "enquiries", request_body = UpdateTaskRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), ("task" = String, Path, extensions(("x-entity" = json!("task"))))),
    responses((status = 200, body = Answer<TaskPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.review"))))]
pub async fn update_task(
    State(tasks): State<Tasks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, task)): InPath<(SubmissionId, TaskId)>,
    Body(asked): Body<UpdateTaskRequest>,
) -> Result<Answer<TaskPayload>, Refusal> {
    let change = Change {
        version: asked.version,
        text: asked.text,
        assigned_to: asked.assigned_to,
        due_on: asked.due_on,
        is_done: asked.done,
    };
    let row = tasks.update(&caller, &school, (&id, task), change).await?;
    Ok(Answer::new(TaskPayload { task: view(&school, row) }))
}
