//! `/v1/oa/settings/messages`: the messages that people get, and a look at one as it would arrive.

use axum::extract::{FromRef, State};
use kernel::extract::Body;
use kernel::message::Channel;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Language;

use super::model::{Item, PreviewedMessage, Wording};
use crate::model::SettingsRefusal;
use crate::service::Settings;

/// The routes.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(list_messages)).routes(routes!(preview_message))
}

/// The messages.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MessagesPayload {
    /// All of them.
    pub items: Vec<Item>,
}

/// A text to look at.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewMessageRequest {
    /// The message's name.
    #[schema(max_length = 60)]
    pub name: String,
    /// The way.
    pub channel: Channel,
    /// The language.
    pub locale: Language,
    /// The text; a mail's first line is its subject.
    #[schema(max_length = 20_480)]
    pub text: String,
}

/// A message as it would arrive.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PreviewMessagePayload {
    /// It.
    pub message: PreviewedMessage,
}

/// The messages that people get, with the standard words and the school's own as the draft has them.
#[utoipa::path(get, path = "/v1/oa/settings/messages", operation_id = "list_messages", tag = "settings",
    responses((status = 200, body = Answer<MessagesPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn list_messages(
    State(settings): State<Settings>,
    caller: Caller,
) -> Result<Answer<MessagesPayload>, Refusal> {
    Ok(Answer::new(MessagesPayload { items: settings.messages(&caller).await? }))
}

/// A text filled with sample data, as it would arrive. S001 with `errors` at `/text` (`badTemplate`, `notInTexts`, `textTooLong` or `smsTooLong`,
/// `params: {line, message}`) when it cannot be filled.
#[utoipa::path(post, path = "/v1/oa/settings/messages/preview", operation_id = "preview_message", tag = "settings",
    request_body = PreviewMessageRequest,
    responses((status = 200, body = Answer<PreviewMessagePayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = SettingsRefusal)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn preview_message(
    State(settings): State<Settings>,
    caller: Caller,
    Body(asked): Body<PreviewMessageRequest>,
) -> Result<Answer<PreviewMessagePayload>, Refusal> {
    let PreviewMessageRequest { name, channel, locale, text } = asked;
    let message = settings.preview_message(&caller, Wording { name, channel, locale, text }).await?;
    Ok(Answer::new(PreviewMessagePayload { message }))
}
