//! Previews: a request that carries one may only look, and what a family sees is the school as its draft has it. Who may read
//! what is asked of the live school, whatever a draft says.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use kernel::caller::Caller;
use kernel::{MessageId, Permission, Refusal};
use tenants::School;

use super::pages;
use crate::app::App;

/// The token of a call; of a page the query's `preview`.
pub(super) const PREVIEW: HeaderName = HeaderName::from_static("x-preview");
const FORMS: &str = "/api/v1/oa/public/forms/";
/// What is everybody's; pages are so as well.
const OPEN: [&str; 2] = ["/api/v1/oa/common/", "/api/v1/oa/public/"];

/// A request that shows a draft.
#[derive(Debug, Clone, Copy)]
pub(super) struct Previewed;

/// The school that answers: the drafted one where a family looks, else the live one.
pub(super) async fn look(
    app: &App,
    request: &mut Request,
    school: Arc<School>,
    is_api: bool,
) -> Result<Arc<School>, Box<Response>> {
    let Some(token) = token_of(request, is_api) else { return Ok(school) };
    let is_page = !is_api && super::front::wants_page(request.method(), request.headers());
    let refused = |refusal: Refusal| if is_page { pages::preview_ended() } else { refusal.into_response() };
    let caller = holder(app, &school, &token).await.map_err(|refusal| Box::new(refused(refusal)))?;
    let path = request.uri().path();
    if !only_looks(request.method(), path) {
        return Err(Box::new(Refusal::new(MessageId::S004).into_response()));
    }
    let answers = if is_api && !is_open(path) {
        school
    } else {
        let drafted = app.state.settings.preview_school(&caller.school).await;
        drafted.map_err(|refusal| Box::new(refused(refusal)))?
    };
    request.extensions_mut().insert(Previewed);
    Ok(answers)
}

/// What shows a draft is nobody's to keep.
pub(super) fn forget(response: &mut Response) {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}

fn token_of(request: &Request, is_api: bool) -> Option<String> {
    if let Some(value) = request.headers().get(PREVIEW) {
        return Some(value.to_str().unwrap_or_default().to_owned());
    }
    let query = request.uri().query().filter(|_| !is_api)?;
    query.split('&').find_map(|pair| pair.strip_prefix("preview=")).map(str::to_owned)
}

/// Whose preview it is: it ends with its session, and with the right to see the settings.
async fn holder(app: &App, school: &Arc<School>, token: &str) -> Result<Caller, Refusal> {
    let over = || Refusal::new(MessageId::L010);
    let (scope, settings) = (school.scope(), &app.state.settings);
    let pass = settings.preview_pass(school.id(), token).ok_or_else(over)?;
    let actor = app
        .state
        .identity
        .actor_in(&scope, &pass.session, &pass.user)
        .await
        .map_err(|refusal| if refusal.id() == MessageId::L014 { over() } else { refusal })?;
    let caller = Caller { school: scope, actor, request_id: String::new(), address: None };
    caller.require(Permission::SettingsRead).map_err(|_| over())?;
    Ok(caller)
}

/// Whether a call is for what a family sees, which no right stands before.
fn is_open(path: &str) -> bool {
    OPEN.iter().any(|open| path.starts_with(open))
}

fn only_looks(method: &Method, path: &str) -> bool {
    let checks = || path.strip_prefix(FORMS).is_some_and(|rest| rest.ends_with("/check"));
    matches!(*method, Method::GET | Method::HEAD) || (*method == Method::POST && checks())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_right_stands_before_what_a_draft_answers() {
        let document = crate::openapi::openapi();
        let mut drafted = 0;
        for (path, item) in document["paths"].as_object().expect("paths") {
            for (method, operation) in item.as_object().expect("item") {
                let audience = operation["x-permission"].as_str().unwrap_or_default();
                let may = Method::from_bytes(method.to_ascii_uppercase().as_bytes())
                    .is_ok_and(|method| only_looks(&method, path) && is_open(path));
                assert!(!may || ["public", "platform.public"].contains(&audience), "{method} {path} is {audience}");
                drafted += usize::from(may);
            }
        }
        assert!(drafted > 5 && !is_open("/api/v1/oa/enquiries") && !is_open("/api/v1/oa/auth/captcha"));
    }

    #[test]
    fn a_preview_looks_and_checks() {
        assert!(only_looks(&Method::GET, "/api/v1/oa/enquiries") && only_looks(&Method::HEAD, "/"));
        assert!(only_looks(&Method::POST, "/api/v1/oa/public/forms/new/check"));
        for (method, path) in [
            (Method::POST, "/api/v1/oa/public/forms/new/submissions"),
            (Method::POST, "/api/v1/oa/settings/check"),
            (Method::PUT, "/api/v1/oa/public/forms/new/check"),
            (Method::DELETE, "/api/v1/oa/profile/avatar"),
        ] {
            assert!(!only_looks(&method, path), "{method} {path}");
        }
    }
}
