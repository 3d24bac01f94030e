//! Previews: a token that shows the school as the draft has it, for as long as its session lives.

use std::sync::Arc;

use axum::extract::{FromRef, State};
use bytes::Bytes;
use kernel::caller::{Actor, SchoolScope};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, MessageId, Refusal, SessionId, UserId, crypto};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::{Permission, SchoolId};

use crate::service::Settings;

/// The routes.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(open_preview))
}

/// A preview.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PreviewPayload {
    /// What opens it: `?preview=` of a page, `x-preview` of a call.
    #[schema(extensions(("x-secret" = json!(true))))]
    pub token: String,
    /// Seconds that it is good for, if the session lives as long.
    pub expires_in: i64,
}

/// Opens a preview of the draft.
#[utoipa::path(post, path = "/v1/oa/settings/preview", operation_id = "open_preview", tag = "settings",
    responses((status = 200, body = Answer<PreviewPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("settings.read"))))]
pub async fn open_preview(State(settings): State<Settings>, caller: Caller) -> Result<Answer<PreviewPayload>, Refusal> {
    Ok(Answer::new(settings.open_preview(&caller).await?))
}

/// What previews are sealed for.
const PURPOSE: &str = "preview";
/// How long one is good for.
const LIFE_MS: i64 = 60 * 60 * 1000;

/// Whose preview a token is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    /// The session that opened it: it has to be alive still.
    pub session: SessionId,
    /// The person.
    pub user: UserId,
    expires_at: i64,
}

impl Settings {
    /// A preview of the draft, as long as the session lives.
    pub async fn open_preview(&self, caller: &Caller) -> Result<PreviewPayload, Refusal> {
        caller.require(Permission::SettingsRead)?;
        let Actor::User { id, session, .. } = &caller.actor else { return Err(Refusal::new(MessageId::L014)) };
        self.catch_up(&caller.school).await?;
        let expires_at = self.0.clock.now_ms() + LIFE_MS;
        let pass = Pass { session: session.clone(), user: id.clone(), expires_at };
        let text = serde_json::to_string(&pass).map_err(Refusal::internal)?;
        let token = crypto::seal(&self.0.secret, &*self.0.rng, caller.school.id(), PURPOSE, &text);
        Ok(PreviewPayload { token, expires_in: LIFE_MS / 1000 })
    }

    /// Whose preview a token is; `None` for what is none of this school, or is over. Whether the session lives is for the
    /// caller to see.
    #[must_use]
    pub fn preview_pass(&self, school: &SchoolId, token: &str) -> Option<Pass> {
        let text = crypto::open(&self.0.secret, school, PURPOSE, token)?;
        let pass: Pass = serde_json::from_str(&text).ok()?;
        (self.0.clock.now_ms() < pass.expires_at).then_some(pass)
    }

    /// The school as its draft has it. A draft whose `school.yaml` is broken shows the last that was whole, or what is live.
    pub async fn preview_school(&self, scope: &SchoolScope) -> Result<Arc<School>, Refusal> {
        let before = self.0.last_trial(scope.id());
        let (_, trial) = self.0.tried(scope).await?;
        match trial.school.or(before) {
            Some(school) => Ok(school),
            None => self.0.live(scope),
        }
    }

    /// A picture of the draft that was previewed last: its name is a digest that nobody guesses. Drawn in the school's turn.
    pub async fn preview_picture(&self, school: &SchoolId, file: &str) -> Result<Option<Bytes>, Refusal> {
        let Some(trial) = self.0.last_trial(school) else { return Ok(None) };
        let (ready, name) = (trial.branding_file_if_ready(file), file.to_owned());
        trial.built(ready, move |school| school.branding_file(&name)).await
    }
}
