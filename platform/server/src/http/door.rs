//! The API's door: what each operation says of itself is obeyed here. Nothing in it knows a path.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use console::operator::guard;
use console::{Console, PlatformActor, PlatformCaller};
use http_body_util::Limited;
use identity::limits::Limits;
use identity::{Identity, RequestSite};
use kernel::caller::{Actor, Caller, SchoolScope};
use kernel::{MessageId, Refusal};
use settings::Settings;
use tenants::School;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use words::sabotage::{Guard, is_removed};

use super::address::ClientAddress;
use super::front::{AtPlatform, RequestId, RouteName};
use super::preview;
use crate::app::App;
use crate::openapi::{Audience, Threshold, Thresholds};

/// What the middleware needs.
#[derive(Clone)]
struct Door {
    identity: Identity,
    console: Console,
    settings: Settings,
    limits: Limits,
    thresholds: Arc<Thresholds>,
}

pub(super) fn router(app: &App) -> Router {
    let (routes, thresholds) = app.api.clone();
    let door = Door {
        identity: app.state.identity.clone(),
        console: app.state.console.clone(),
        settings: app.state.settings.clone(),
        limits: app.limits.clone(),
        thresholds,
    };
    routes
        .route_layer(from_fn_with_state(door, stand_at_the_door))
        .layer(DefaultBodyLimit::disable())
        .layer(
            CompressionLayer::new().compress_when(SizeAbove::new(1024).and(NoSecrets).and(NotForContentType::IMAGES)),
        )
        .fallback(|| async { named("none", Refusal::not_found()) })
        .method_not_allowed_fallback(|| async { named("none", Refusal::new(MessageId::R005)) })
        .with_state(app.state.clone())
}

fn named(route: &str, refusal: Refusal) -> Response {
    let mut response = refusal.into_response();
    response.extensions_mut().insert(RouteName(route.into()));
    response
}

/// What each operation says of itself is obeyed here, by the operation that was matched. What the document does not know has nothing
/// said of it: it needs a session, and no handler is behind it.
async fn stand_at_the_door(State(door): State<Door>, matched: MatchedPath, request: Request, next: Next) -> Response {
    let path = matched.as_str();
    let threshold = door.thresholds.find(path, request.method());
    let mut response = door.answer(path, threshold, request, next).await.unwrap_or_else(Refusal::into_response);
    if threshold.is_some_and(|threshold| threshold.holds_secrets) {
        response.extensions_mut().insert(HoldsSecrets);
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response.extensions_mut().insert(RouteName(path.into()));
    response
}

/// A larger body is refused while it arrives, whatever its Content-Length says.
fn limited(threshold: &Threshold, request: Request) -> Result<Request, Refusal> {
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > threshold.body) {
        return Err(Refusal::new(if threshold.takes_file { MessageId::D001 } else { MessageId::R006 }));
    }
    Ok(request.map(|body| Body::new(Limited::new(body, threshold.body))))
}

/// Who wants in: as much of a request as tells who calls.
struct Entry {
    scope: SchoolScope,
    request_id: String,
    address: Option<IpAddr>,
    /// Absent where the operation is public, and knows nobody or was sent none.
    bearer: Option<String>,
    /// Whether nobody is turned away for the bearer.
    is_public: bool,
}

impl Door {
    async fn answer(
        &self,
        path: &str,
        threshold: Option<&Threshold>,
        mut request: Request,
        next: Next,
    ) -> Result<Response, Refusal> {
        let is_preview = match threshold {
            Some(threshold) => preview::of_call(&self.settings, &self.identity, threshold, &mut request).await?,
            None => false,
        };
        let mut response = self.let_in(path, threshold, request, next).await?;
        if is_preview {
            preview::forget(&mut response);
        }
        Ok(response)
    }

    async fn let_in(
        &self,
        path: &str,
        threshold: Option<&Threshold>,
        request: Request,
        next: Next,
    ) -> Result<Response, Refusal> {
        let mut request = match threshold {
            Some(threshold) => limited(threshold, request)?,
            None => request,
        };
        if let Some(name) = threshold.and_then(|threshold| threshold.too_long(request.uri())) {
            return Err(Refusal::malformed(format!("{name} is too long")));
        }
        if let Some(threshold) = threshold.filter(|threshold| threshold.audience.is_of_platform()) {
            return self.at_platform(threshold, request, next).await;
        }
        // Test and dev mode without a school: only what needs none can answer.
        let Some(entry) = self.opened(path, threshold, &request)? else { return Ok(next.run(request).await) };
        let caller = self.caller(entry).await?;
        threshold.map_or(Ok(()), |threshold| threshold.admit(&caller))?;
        request.extensions_mut().insert(caller);
        Ok(next.run(request).await)
    }

    /// Who calls at the platform's own host. A session of a school opens nothing here: only the operators' cookie is looked at.
    async fn at_platform(&self, threshold: &Threshold, mut request: Request, next: Next) -> Result<Response, Refusal> {
        if request.extensions().get::<AtPlatform>().is_none() {
            return Err(Refusal::new(MessageId::L007));
        }
        let request_id = request.extensions().get::<RequestId>().map(|id| id.0.to_string()).unwrap_or_default();
        let address = request.extensions().get::<ClientAddress>().map(|client| client.0);
        if let Some(rate) = &threshold.rate {
            self.limits.check(self.console.label(), rate, address)?;
        }
        if threshold.is_for_own_page {
            guard::require_own_page(request.headers(), request.extensions().get::<RequestSite>())?;
        }
        let (actor, cookie) = match threshold.audience {
            Audience::Operator => self.console.authenticate(&guard::cookie_of(request.headers())?).await?,
            _ => (PlatformActor::Anonymous, None),
        };
        request.extensions_mut().insert(PlatformCaller { actor, request_id, address });
        let mut response = next.run(request).await;
        let renewed: Option<HeaderValue> = cookie.and_then(|token| guard::set_cookie(&token));
        // An answer that sets or clears the cookie itself knows better.
        if let Some(value) = renewed.filter(|_| !response.headers().contains_key(header::SET_COOKIE)) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
        Ok(response)
    }

    /// A public operation turns nobody away for a bearer, for a family may have a stale one; a few of them know by a good one whose
    /// account it is. Every other operation, and whatever the document does not know, needs a session.
    fn opened(&self, path: &str, threshold: Option<&Threshold>, request: &Request) -> Result<Option<Entry>, Refusal> {
        let Some(school) = request.extensions().get::<Arc<School>>() else {
            // A wrong method goes on to where the right ones are named.
            let wrong_method = request.extensions().get::<AtPlatform>().is_some()
                && self.thresholds.lacks_method_at_platform(path, request.method());
            let goes_on = self.thresholds.needs_no_school(path) || wrong_method;
            return if goes_on { Ok(None) } else { Err(Refusal::not_found()) };
        };
        let request_id = request.extensions().get::<RequestId>().map(|id| id.0.to_string()).unwrap_or_default();
        let is_public = threshold.is_some_and(Threshold::is_public);
        let bearer = identity::bearer_of(request.headers()).map(str::to_owned);
        let bearer = if is_public || is_removed(Guard::Door) {
            bearer.filter(|_| threshold.is_some_and(|threshold| threshold.knows_bearers))
        } else {
            Some(bearer.ok_or_else(|| Refusal::new(MessageId::L014))?)
        };
        let address = request.extensions().get::<ClientAddress>().map(|client| client.0);
        if let Some(rate) = threshold.and_then(|threshold| threshold.rate.as_ref()) {
            self.limits.check(school.id(), rate, address)?;
        }
        Ok(Some(Entry { scope: school.scope(), request_id, address, bearer, is_public }))
    }

    async fn caller(&self, entry: Entry) -> Result<Caller, Refusal> {
        let actor = match &entry.bearer {
            Some(bearer) => match self.identity.authenticate(&entry.scope, bearer).await {
                Err(refusal) if entry.is_public && refusal.id() == MessageId::L014 => Actor::Anonymous,
                known => known?,
            },
            None if is_removed(Guard::Door) => Actor::System,
            None => Actor::Anonymous,
        };
        // What is public turns nobody away whose session ends meanwhile.
        let school = if entry.is_public { entry.scope } else { self.identity.scope_of(entry.scope, &actor) };
        Ok(Caller { school, actor, request_id: entry.request_id, address: entry.address })
    }
}

/// An answer of an operation that says so: it holds what opens something, and maybe what somebody typed beside it.
#[derive(Debug, Clone, Copy)]
struct HoldsSecrets;

/// What holds secrets is not compressed: its length would tell of them.
#[derive(Debug, Clone, Copy)]
struct NoSecrets;

impl Predicate for NoSecrets {
    fn should_compress<B: http_body::Body>(&self, response: &axum::http::Response<B>) -> bool {
        response.extensions().get::<HoldsSecrets>().is_none()
    }
}
