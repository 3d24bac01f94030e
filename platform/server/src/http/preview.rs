//! Previews: a request that carries one may only look, and what a family sees is the school as its draft has it: every page, and each
//! call that says so beside its handler (`x-preview`). Who may read what is asked of the live school, whatever a draft says.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use identity::Identity;
use kernel::caller::Caller;
use kernel::{MessageId, Refusal};
use settings::Settings;
use tenants::School;
use words::Permission;

use super::pages;
use crate::app::App;
use crate::openapi::Threshold;

/// The token of a call; of a page the query's `preview`.
pub(super) const PREVIEW: HeaderName = HeaderName::from_static("x-preview");

/// A page that shows a draft.
#[derive(Debug, Clone, Copy)]
pub(super) struct Previewed;

/// The school that answers a page: the drafted one where a preview is carried, else the live one.
pub(super) async fn of_page(
    app: &App,
    request: &mut Request,
    school: Arc<School>,
) -> Result<Arc<School>, Box<Response>> {
    let Some(token) = of_header(request).or_else(|| of_query(request)) else { return Ok(school) };
    let is_page = super::front::wants_page(request.method(), request.headers());
    let refused = |refusal: Refusal| Box::new(if is_page { pages::preview_ended() } else { refusal.into_response() });
    let (settings, identity) = (&app.state.settings, &app.state.identity);
    let caller = holder(settings, identity, &school, &token).await.map_err(refused)?;
    if !reads(request.method()) {
        return Err(Box::new(Refusal::new(MessageId::S004).into_response()));
    }
    let drafted = settings.preview_school(&caller.school).await.map_err(refused)?;
    request.extensions_mut().insert(Previewed);
    Ok(drafted)
}

/// Whether a call carries a preview; then the drafted school answers it where its operation says so.
pub(super) async fn of_call(
    settings: &Settings,
    identity: &Identity,
    threshold: &Threshold,
    request: &mut Request,
) -> Result<bool, Refusal> {
    let Some(token) = of_header(request) else { return Ok(false) };
    let Some(school) = request.extensions().get::<Arc<School>>().cloned() else { return Ok(false) };
    let caller = holder(settings, identity, &school, &token).await?;
    if !(reads(request.method()) || threshold.shows_draft) {
        return Err(Refusal::new(MessageId::S004));
    }
    if threshold.shows_draft {
        let drafted = settings.preview_school(&caller.school).await?;
        request.extensions_mut().insert(drafted);
    }
    Ok(true)
}

/// What shows a draft is nobody's to keep.
pub(super) fn forget(response: &mut Response) {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}

fn reads(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

fn of_header(request: &Request) -> Option<String> {
    request.headers().get(PREVIEW).map(|value| value.to_str().unwrap_or_default().to_owned())
}

fn of_query(request: &Request) -> Option<String> {
    request.uri().query()?.split('&').find_map(|pair| pair.strip_prefix("preview=")).map(str::to_owned)
}

/// Whose preview it is: it ends with its session, and with the right to see the settings.
async fn holder(
    settings: &Settings,
    identity: &Identity,
    school: &Arc<School>,
    token: &str,
) -> Result<Caller, Refusal> {
    let over = || Refusal::new(MessageId::L010);
    let scope = school.scope();
    let pass = settings.preview_pass(school.id(), token).ok_or_else(over)?;
    let actor = identity
        .actor_in(&scope, &pass.session, &pass.user)
        .await
        .map_err(|refusal| if refusal.id() == MessageId::L014 { over() } else { refusal })?;
    let caller = Caller { school: scope, actor, request_id: String::new(), address: None };
    caller.require(Permission::SettingsRead).map_err(|_| over())?;
    Ok(caller)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn a_preview_looks_and_checks() {
        let document = crate::openapi::openapi();
        let mut writes = BTreeSet::new();
        let mut drafted = 0;
        for (_, item) in document["paths"].as_object().expect("paths") {
            for (method, operation) in item.as_object().expect("item") {
                if operation["x-preview"] == "draft" {
                    drafted += 1;
                    writes.extend(operation["operationId"].as_str().filter(|_| method != "get").map(str::to_owned));
                }
            }
        }
        assert_eq!(writes, BTreeSet::from(["check_form".to_owned()]), "it changes nothing");
        assert!(drafted > 5, "{drafted}");
    }
}
