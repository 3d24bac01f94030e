//! `/v1/oa/people/*`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, UserId};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Role;

use super::model::{Invitation, ListedPerson, PeopleFilter, PersonChange};
use crate::model::{Kind, Status};
use crate::service::Identity;

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Identity: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_people, invite_person))
        .routes(routes!(update_person))
        .routes(routes!(invite_again))
        .routes(routes!(sign_person_out))
        .routes(routes!(reset_second_factor))
}

/// What the list is narrowed to.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct PeopleQuery {
    /// Words in name, address or staff code.
    #[param(max_length = 200)]
    q: String,
    /// A role.
    role: Option<Role>,
    /// Where the account stands.
    #[param(inline)]
    status: Option<Status>,
    /// `staff`, `family`, `applicant` or `till`.
    kind: Option<Kind>,
    /// An audience that they are in (`audiences` of `school-details`).
    #[param(max_length = 40)]
    audience: String,
    /// `true` for who waits for an answer to a request to delete their data.
    erasure_asked: bool,
    /// Where the page starts: the last page's `next_cursor`.
    cursor: Option<String>,
    /// 50 when left out; less than 1 counts as 1, more than 500 as 500.
    page_size: Option<u32>,
}

/// A page of people.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PeoplePayload {
    /// By name.
    items: Vec<ListedPerson>,
    /// Where the next page starts; null on the last one.
    next_cursor: Option<String>,
    /// How many there are on all pages.
    total: i64,
}

/// Somebody.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PersonPayload {
    /// Them.
    person: ListedPerson,
}

fn answer(person: ListedPerson) -> Answer<PersonPayload> {
    Answer::new(PersonPayload { person })
}

/// People by name. A007 as for `list_enquiries`, with which its lines are counted.
#[utoipa::path(get, path = "/v1/oa/people", operation_id = "list_people", tag = "people", params(PeopleQuery),
    responses((status = 200, body = Answer<PeoplePayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("user.manage"))))]
pub async fn list_people(
    State(identity): State<Identity>,
    caller: Caller,
    Params(asked): Params<PeopleQuery>,
) -> Result<Answer<PeoplePayload>, Refusal> {
    let PeopleQuery { role, status, kind, audience, erasure_asked, .. } = asked;
    let filter = PeopleFilter { q: words::text::cut(&asked.q, 200), role, status, kind, audience, erasure_asked };
    let page = identity.people(&caller, &filter, asked.cursor.as_deref(), asked.page_size).await?;
    Ok(Answer::new(PeoplePayload { items: page.items, next_cursor: page.next_cursor, total: page.total }))
}

/// Adds somebody: an address gets an invitation, a staff code works at once with its PIN. L018 for a role with power over the school from
/// who showed longer than a quarter of an hour ago who they are (`confirm_session`).
#[utoipa::path(post, path = "/v1/oa/people", operation_id = "invite_person", tag = "people", request_body = Invitation,
    responses((status = 201, body = Answer<PersonPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)),
    extensions(("x-permission" = json!("user.manage"))))]
pub async fn invite_person(
    State(identity): State<Identity>,
    caller: Caller,
    Body(asked): Body<Invitation>,
) -> Result<(StatusCode, Answer<PersonPayload>), Refusal> {
    Ok((StatusCode::CREATED, answer(identity.invite(&caller, asked).await?)))
}

/// Changes somebody; it acts on their next request. L018, as for `invite_person`, for what gives or takes power over the school, and for
/// what lets somebody into an audience or out of one.
#[utoipa::path(patch, path = "/v1/oa/people/{id}", operation_id = "update_person", tag = "people", request_body = PersonChange,
    params(("id" = String, Path, description = "The person.")),
    responses((status = 200, body = Answer<PersonPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)),
    extensions(("x-permission" = json!("user.manage"))))]
pub async fn update_person(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<UserId>,
    Body(change): Body<PersonChange>,
) -> Result<Answer<PersonPayload>, Refusal> {
    let known: Vec<&str> = school.config().audiences().into_keys().collect();
    Ok(answer(identity.update_person(&caller, id, change, &known).await?))
}

/// Sends a new invitation; older ones are dead. L018 as for `invite_person`.
#[utoipa::path(post, path = "/v1/oa/people/{id}/invitation", operation_id = "invite_again", tag = "people",
    params(("id" = String, Path, description = "The person.")),
    responses((status = 200, body = Answer<PersonPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem)),
    extensions(("x-permission" = json!("user.manage"))))]
pub async fn invite_again(
    State(identity): State<Identity>,
    caller: Caller,
    InPath(id): InPath<UserId>,
) -> Result<Answer<PersonPayload>, Refusal> {
    Ok(answer(identity.invite_again(&caller, id).await?))
}

/// Ends all of somebody's sessions.
#[utoipa::path(post, path = "/v1/oa/people/{id}/sign-out", operation_id = "sign_person_out", tag = "people",
    params(("id" = String, Path, description = "The person.")),
    responses((status = 200, body = Answer<PersonPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)),
    extensions(("x-permission" = json!("user.manage"))))]
pub async fn sign_person_out(
    State(identity): State<Identity>,
    caller: Caller,
    InPath(id): InPath<UserId>,
) -> Result<Answer<PersonPayload>, Refusal> {
    Ok(answer(identity.sign_person_out(&caller, id).await?))
}

/// Takes somebody else's second factor away; L017 for one's own. L018 for who showed longer than a quarter of an hour ago who they are
/// (`confirm_session`).
#[utoipa::path(post, path = "/v1/oa/people/{id}/second-factor-reset", operation_id = "reset_second_factor", tag = "people",
    params(("id" = String, Path, description = "The person.")),
    responses((status = 200, body = Answer<PersonPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem)),
    extensions(("x-permission" = json!("user.manage"))))]
pub async fn reset_second_factor(
    State(identity): State<Identity>,
    caller: Caller,
    InPath(id): InPath<UserId>,
) -> Result<Answer<PersonPayload>, Refusal> {
    Ok(answer(identity.reset_second_factor(&caller, id).await?))
}
