//! `/v1/oa/views`: the views that somebody has saved.

use std::collections::BTreeMap;

use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use kernel::extract::{Body, InPath};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Nothing, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{SavedView, ViewList};
use crate::ids::ViewId;
use crate::service::Identity;

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Identity: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(list_views, add_view)).routes(routes!(update_view, remove_view))
}

/// A view that is to be saved.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddViewRequest {
    /// The list that it is of.
    list: ViewList,
    /// Up to 60 characters, on one line; no other view of the list has it, whether in capitals or not.
    #[schema(max_length = 60)]
    name: String,
    /// What stands in the list's address: known parameters and their values, 2,000 bytes in all.
    query: BTreeMap<String, String>,
}

/// What a view is to say instead.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateViewRequest {
    /// The version that the change is based on.
    version: i64,
    /// Another name; absent for the same.
    #[schema(max_length = 60)]
    name: Option<String>,
    /// Another query; absent for the same.
    query: Option<BTreeMap<String, String>>,
}

/// One's own views.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ViewsPayload {
    /// Fifty at most, by name.
    items: Vec<SavedView>,
}

/// One view.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ViewPayload {
    view: SavedView,
}

/// The caller's own views, of all lists that they may see.
#[utoipa::path(get, path = "/v1/oa/views", operation_id = "list_views", tag = "views",
    responses((status = 200, body = Answer<ViewsPayload>), (status = 401, body = Problem)),
    extensions(("x-permission" = json!("account.manage"))))]
pub async fn list_views(State(identity): State<Identity>, caller: Caller) -> Result<Answer<ViewsPayload>, Refusal> {
    Ok(Answer::new(ViewsPayload { items: identity.views(&caller).await? }))
}

/// Saves a view of a list. A002 for a list that the caller may not see; A005 where another view of the list has the name; F003 with
/// `maxItems` where they have fifty; L002 past five hundred changes in a day.
#[utoipa::path(post, path = "/v1/oa/views", operation_id = "add_view", tag = "views", request_body = AddViewRequest,
    responses((status = 201, body = Answer<ViewPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage"))))]
pub async fn add_view(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<AddViewRequest>,
) -> Result<(StatusCode, Answer<ViewPayload>), Refusal> {
    let view = identity.add_view(&caller, asked.list, &asked.name, asked.query).await?;
    Ok((StatusCode::CREATED, Answer::new(ViewPayload { view })))
}

/// Gives a view of the caller's another name, another query or both. A002, A005, F003 and L002 as for `add_view`.
#[utoipa::path(patch, path = "/v1/oa/views/{id}", operation_id = "update_view", tag = "views", request_body = UpdateViewRequest,
    params(("id" = String, Path, extensions(("x-entity" = json!("view"))))),
    responses((status = 200, body = Answer<ViewPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage"))))]
pub async fn update_view(
    State(identity): State<Identity>,
    caller: Caller,
    InPath(id): InPath<ViewId>,
    Body(asked): Body<UpdateViewRequest>,
) -> Result<Answer<ViewPayload>, Refusal> {
    let view = identity.update_view(&caller, id, asked.version, (asked.name, asked.query)).await?;
    Ok(Answer::new(ViewPayload { view }))
}

/// Takes a view of the caller's away. L002 as for `add_view`.
#[utoipa::path(delete, path = "/v1/oa/views/{id}", operation_id = "remove_view", tag = "views",
    params(("id" = String, Path, extensions(("x-entity" = json!("view"))))),
    responses((status = 200, body = Answer<Nothing>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("account.manage"))))]
pub async fn remove_view(
    State(identity): State<Identity>,
    caller: Caller,
    InPath(id): InPath<ViewId>,
) -> Result<Answer<Nothing>, Refusal> {
    identity.remove_view(&caller, id).await?;
    Ok(Answer::done())
}
