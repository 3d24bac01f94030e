//! `/v1/oa/settings/texts`: every text of the web app, found by its words.

use axum::extract::{FromRef, State};
use kernel::extract::Params;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

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
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
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

/// A text in both languages; null where a language has none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct BothTexts {
    /// English.
    pub en: Option<String>,
    /// Arabic.
    pub ar: Option<String>,
}

/// A text of the web app, or of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FoundText {
    /// Its namespace; `form-<id>` for a form's own words.
    pub ns: String,
    /// Its key, dotted.
    pub key: String,
    /// Its place in `locales/{en,ar}/<ns>.json`.
    pub pointer: String,
    /// As the draft says it in English.
    pub en: Option<String>,
    /// As the draft says it in Arabic.
    pub ar: Option<String>,
    /// The school's own words.
    pub own: BothTexts,
    /// The words that everybody gets.
    pub standard: BothTexts,
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
    Ok(Answer::new(settings.search_texts(&caller, asked).await?))
}
