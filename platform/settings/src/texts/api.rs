//! `/v1/oa/settings/texts`: every text of the web app, found by its words.

use axum::extract::{FromRef, State};
use kernel::extract::Params;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{FoundText, TextsPage, TextsSearch};
use crate::service::Settings;

/// The routes.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(search_texts))
}

/// What to look for.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TextsQuery {
    /// Words of the text in either language, or of its key.
    pub q: Option<String>,
    /// One namespace only.
    pub ns: Option<String>,
    /// Only what the school says its own way.
    pub changed: Option<bool>,
    /// Where the page begins.
    pub cursor: Option<String>,
}

/// A page of texts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TextsPayload {
    /// By namespace and key.
    pub items: Vec<FoundText>,
    /// Where the next page begins.
    pub next_cursor: Option<String>,
    /// All namespaces.
    pub namespaces: Vec<String>,
}

/// Finds texts by their words.
#[utoipa::path(get, path = "/v1/oa/settings/texts", operation_id = "search_texts", tag = "settings", params(TextsQuery),
    responses((status = 200, body = Answer<TextsPayload>), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn search_texts(
    State(settings): State<Settings>,
    caller: Caller,
    Params(asked): Params<TextsQuery>,
) -> Result<Answer<TextsPayload>, Refusal> {
    let TextsQuery { q, ns, changed, cursor } = asked;
    let search = TextsSearch { words: q, ns, changed: changed == Some(true), cursor };
    let TextsPage { items, next_cursor, namespaces } = settings.search_texts(&caller, search).await?;
    Ok(Answer::new(TextsPayload { items, next_cursor, namespaces }))
}
