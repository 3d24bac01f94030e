//! The API's router: limits, who calls, envelopes for what has no handler, compression.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use console::operator::guard;
use console::{Console, PlatformActor, PlatformCaller};
use identity::limits::Limits;
use identity::{Identity, RequestSite};
use kernel::caller::{Actor, Caller, SchoolScope};
use kernel::sabotage::{Guard, is_removed};
use kernel::{MessageId, Refusal};
use tenants::School;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use super::address::ClientAddress;
use super::front::{AtPlatform, RequestId, RouteName};
use crate::app::App;
use crate::openapi::{self, Audience, Permissions};

/// Largest JSON body.
const JSON_BYTES: usize = 256 * 1024;
/// Largest upload with its envelope: the highest tier is 15 MB.
const UPLOAD_BYTES: usize = 16 * 1024 * 1024;
const UPLOADS: &str = "/api/v1/oa/public/uploads";
/// Largest picture of a person with its envelope.
const AVATAR_BYTES: usize = 2 * 1024 * 1024 + 64 * 1024;
const AVATAR: &str = "/api/v1/oa/profile/avatar";

/// Largest change of a draft: a form document and its texts with room to spare.
const EDITS_BYTES: usize = 1024 * 1024;
const EDITS: &str = "/api/v1/oa/settings/draft";
/// Largest plugin with its envelope.
const BLOB_BYTES: usize = 2 * 1024 * 1024 + 64 * 1024;
const BLOBS: &str = "/api/v1/oa/settings/blobs";

/// What the middleware needs.
#[derive(Clone)]
struct Door {
    identity: Identity,
    console: Console,
    limits: Limits,
    permissions: Arc<Permissions>,
}

pub(super) fn router(app: &App) -> Router {
    let (routes, permissions) = openapi::router();
    let door = Door {
        identity: app.state.identity.clone(),
        console: app.state.console.clone(),
        limits: app.limits.clone(),
        permissions: Arc::new(permissions),
    };
    routes
        .route_layer(from_fn_with_state(door, identify))
        .layer(axum::middleware::from_fn(limit_body))
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

/// A larger body is refused while it arrives, whatever its Content-Length says.
async fn limit_body(request: Request, next: Next) -> Response {
    let limit = match request.uri().path() {
        UPLOADS => UPLOAD_BYTES,
        AVATAR => AVATAR_BYTES,
        EDITS => EDITS_BYTES,
        BLOBS => BLOB_BYTES,
        _ => JSON_BYTES,
    };
    let announced = request.headers().get(axum::http::header::CONTENT_LENGTH);
    let announced = announced.and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > limit) {
        let id = if limit > EDITS_BYTES { MessageId::D001 } else { MessageId::R006 };
        return named("none", Refusal::new(id));
    }
    let (parts, body) = request.into_parts();
    let body = axum::body::Body::new(http_body_util::Limited::new(body, limit));
    next.run(Request::from_parts(parts, body)).await
}

/// Who calls. A public operation turns nobody away for a bearer, for a family may have a stale one; a few of them know by a good
/// one whose account it is. Every other operation, and whatever the document does not know, needs a session.
async fn identify(State(door): State<Door>, matched: MatchedPath, mut request: Request, next: Next) -> Response {
    let route = RouteName(matched.as_str().into());
    let audience = door.permissions.audience(matched.as_str(), request.method().as_str());
    let too_long = door.permissions.too_long(matched.as_str(), request.method().as_str(), request.uri());
    let mut response = match door.opened(matched.as_str(), &request) {
        _ if too_long.is_some() => {
            Refusal::malformed(format!("{} is too long", too_long.unwrap_or_default())).into_response()
        }
        _ if audience.is_some_and(Audience::is_of_platform) => {
            door.at_platform(matched.as_str(), audience, request, next).await.unwrap_or_else(Refusal::into_response)
        }
        Ok(Some(entry)) => match door.admitted(entry, matched.as_str(), request.method()).await {
            Ok(caller) => {
                request.extensions_mut().insert(caller);
                next.run(request).await
            }
            Err(refusal) => refusal.into_response(),
        },
        // Test and dev mode without a school: only what needs none can answer.
        Ok(None) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    response.extensions_mut().insert(route);
    response
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
    /// Who calls at the platform's own host. A session of a school opens nothing here: only the operators' cookie is looked at.
    async fn at_platform(
        &self,
        path: &str,
        audience: Option<Audience>,
        mut request: Request,
        next: Next,
    ) -> Result<Response, Refusal> {
        if request.extensions().get::<AtPlatform>().is_none() {
            return Err(Refusal::new(MessageId::L007));
        }
        let request_id = request.extensions().get::<RequestId>().map(|id| id.0.to_string()).unwrap_or_default();
        let address = request.extensions().get::<ClientAddress>().map(|client| client.0);
        if let Some(flow) = self.permissions.flow(path, request.method().as_str()) {
            self.limits.check(self.console.label(), flow, address)?;
        }
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        if path.starts_with("/api/v1/oa/operator/") && !reads {
            guard::require_own_page(request.headers(), request.extensions().get::<RequestSite>())?;
        }
        let (actor, cookie) = match audience {
            Some(Audience::Operator) => self.console.authenticate(&guard::cookie_of(request.headers())?).await?,
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

    fn opened(&self, path: &str, request: &Request) -> Result<Option<Entry>, Refusal> {
        let Some(school) = request.extensions().get::<Arc<School>>() else {
            let common = path.starts_with("/api/v1/oa/common/");
            // A wrong method goes on to where the right ones are named.
            let wrong_method = request.extensions().get::<AtPlatform>().is_some()
                && self.permissions.lacks_method_at_platform(path, request.method().as_str());
            return if common || wrong_method { Ok(None) } else { Err(Refusal::not_found()) };
        };
        let request_id = request.extensions().get::<RequestId>().map(|id| id.0.to_string()).unwrap_or_default();
        let is_public = self.permissions.is_public(path, request.method().as_str());
        let bearer = if is_public || is_removed(Guard::Door) {
            let knows = is_public && self.permissions.knows_bearers(path, request.method().as_str());
            identity::api::bearer_of(request.headers()).filter(|_| knows).map(str::to_owned)
        } else {
            let bearer = identity::api::bearer_of(request.headers());
            Some(bearer.ok_or_else(|| Refusal::new(MessageId::L014))?.to_owned())
        };
        let address = request.extensions().get::<ClientAddress>().map(|client| client.0);
        if let Some(flow) = self.permissions.flow(path, request.method().as_str()) {
            self.limits.check(school.id(), flow, address)?;
        }
        Ok(Some(Entry { scope: school.scope(), request_id, address, bearer, is_public }))
    }

    async fn admitted(&self, entry: Entry, path: &str, method: &Method) -> Result<Caller, Refusal> {
        let caller = self.caller(entry).await?;
        self.permissions.admit(path, method.as_str(), &caller)?;
        Ok(caller)
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

/// A body that holds a token beside what somebody typed is not compressed: its length would tell of the token.
#[derive(Debug, Clone, Copy)]
struct NoSecrets;

impl Predicate for NoSecrets {
    fn should_compress<B: http_body::Body>(&self, response: &axum::http::Response<B>) -> bool {
        let route = response.extensions().get::<RouteName>();
        let secret = ["/auth/", "/drafts", "/profile", "/tills", "/settings/preview", "/operator/"];
        !route.is_some_and(|route| secret.iter().any(|part| route.0.contains(part)))
    }
}
