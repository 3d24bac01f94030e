//! `/v1/oa/audit`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::extract::Params;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Language;

use super::model::{AuditFilter, AuditItem, moment};
use crate::service::Identity;

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Identity: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(list_audit)).routes(routes!(export_audit))
}

/// What the log is narrowed to.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// A person's id, `system` or `anonymous`.
    actor: String,
    /// An action such as `session.open`, or a group of them such as `session.`.
    action: String,
    /// What sort of thing it was done to: `user`, `session`, `till`, `submission`.
    object_kind: String,
    /// To which.
    object_id: String,
    /// The first moment: a day in the school's time zone, or ISO 8601.
    from: Option<String>,
    /// The last moment: a day, which is in it, or ISO 8601, which is not.
    to: Option<String>,
    /// Where the page starts: the last page's `next_cursor`.
    cursor: Option<String>,
    /// 50 when left out; less than 1 counts as 1, more than 500 as 500.
    page_size: Option<u32>,
}

/// What a file of the log is narrowed to.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct AuditExportQuery {
    /// A person's id, `system` or `anonymous`.
    actor: String,
    /// An action such as `session.open`, or a group of them such as `session.`.
    action: String,
    /// What sort of thing it was done to: `user`, `session`, `till`, `submission`.
    object_kind: String,
    /// To which.
    object_id: String,
    /// The first moment: a day in the school's time zone, or ISO 8601.
    from: Option<String>,
    /// The last moment: a day, which is in it, or ISO 8601, which is not.
    to: Option<String>,
    /// `en` or `ar`, for the headings.
    lng: Option<String>,
}

impl From<AuditExportQuery> for AuditQuery {
    fn from(asked: AuditExportQuery) -> Self {
        let AuditExportQuery { actor, action, object_kind, object_id, from, to, lng: _ } = asked;
        Self { actor, action, object_kind, object_id, from, to, cursor: None, page_size: None }
    }
}

impl AuditQuery {
    fn filter(&self, school: &School) -> Result<AuditFilter, Refusal> {
        let at = |text: &Option<String>, is_end: bool| {
            let text = text.as_deref().filter(|text| !text.is_empty());
            text.map(|text| moment(text, school.time_zone(), is_end)).transpose()
        };
        Ok(AuditFilter {
            actor: self.actor.clone(),
            action: self.action.clone(),
            object_kind: self.object_kind.clone(),
            object_id: self.object_id.clone(),
            from: at(&self.from, false)?,
            to: at(&self.to, true)?,
        })
    }
}

/// A page of the log.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditPayload {
    /// The latest first.
    items: Vec<AuditItem>,
    /// Where the next page starts; null on the last one.
    next_cursor: Option<String>,
    /// What was done lately, each once; on the first page alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<String>>,
}

/// What was done, the latest first. A007 when an account reads more than 60,000 lines in an hour, of this list and the inbox together.
#[utoipa::path(get, path = "/v1/oa/audit", operation_id = "list_audit", tag = "audit", params(AuditQuery),
    responses((status = 200, body = Answer<AuditPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("audit.read"))))]
pub async fn list_audit(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(asked): Params<AuditQuery>,
) -> Result<Answer<AuditPayload>, Refusal> {
    let filter = asked.filter(&school)?;
    let page = identity.audit(&caller, &filter, asked.cursor.as_deref(), asked.page_size).await?;
    Ok(Answer::new(AuditPayload { items: page.items, next_cursor: page.next_cursor, actions: page.actions }))
}

/// What was done, as a file. L018 for who showed longer than a quarter of an hour ago who they are (`confirm_session`), A006 when an account takes out more than 20,000 lines in an hour, this file and that of the inbox together.
#[utoipa::path(get, path = "/v1/oa/audit/export", operation_id = "export_audit", tag = "audit", params(AuditExportQuery),
    responses((status = 200, content_type = "text/csv", body = String), (status = 401, body = Problem), (status = 403, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("audit.read"))))]
pub async fn export_audit(
    State(identity): State<Identity>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(asked): Params<AuditExportQuery>,
) -> Result<Response, Refusal> {
    let language = match asked.lng.as_deref() {
        None | Some("en") => Language::En,
        Some("ar") => Language::Ar,
        Some(_) => return Err(Refusal::malformed("a language is en or ar")),
    };
    let filter = AuditQuery::from(asked).filter(&school)?;
    let file = identity.export_audit(&caller, filter, school.time_zone().clone(), language).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}-audit.csv\"", school.id())),
    ];
    Ok((headers, file).into_response())
}
