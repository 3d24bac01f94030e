//! The API's router: limits, who calls, envelopes for what has no handler, compression.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use identity::Identity;
use identity::limits::Limits;
use kernel::caller::{Actor, Caller, SchoolScope};
use kernel::sabotage::{Guard, is_removed};
use kernel::{MessageId, Refusal};
use tenants::School;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use super::address::ClientAddress;
use super::front::{RequestId, RouteName};
use crate::app::App;
use crate::openapi::{self, Permissions};

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
    limits: Limits,
    permissions: Arc<Permissions>,
}

pub(super) fn router(app: &App) -> Router {
    let (routes, permissions) = openapi::router();
    let door =
        Door { identity: app.state.identity.clone(), limits: app.limits.clone(), permissions: Arc::new(permissions) };
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

/// Who calls. A public operation never looks at a bearer: a family with a stale one must not be turned away. Every other
/// operation, and whatever the document does not know, needs a session.
async fn identify(State(door): State<Door>, matched: MatchedPath, mut request: Request, next: Next) -> Response {
    let route = RouteName(matched.as_str().into());
    let mut response = match door.opened(matched.as_str(), &request) {
        Ok(Some(entry)) => match door.caller(entry).await {
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
    /// Absent where the operation is public.
    bearer: Option<String>,
}

impl Door {
    fn opened(&self, path: &str, request: &Request) -> Result<Option<Entry>, Refusal> {
        let Some(school) = request.extensions().get::<Arc<School>>() else {
            let common = path.starts_with("/api/v1/oa/common/");
            return if common { Ok(None) } else { Err(Refusal::not_found()) };
        };
        let request_id = request.extensions().get::<RequestId>().map(|id| id.0.to_string()).unwrap_or_default();
        let bearer = if self.permissions.is_public(path, request.method().as_str()) || is_removed(Guard::Door) {
            None
        } else {
            let bearer = identity::api::bearer_of(request.headers());
            Some(bearer.ok_or_else(|| Refusal::new(MessageId::L014))?.to_owned())
        };
        let address = request.extensions().get::<ClientAddress>().map(|client| client.0);
        if let Some(flow) = self.permissions.flow(path, request.method().as_str()) {
            self.limits.check(school.id(), flow, address)?;
        }
        Ok(Some(Entry { scope: school.scope(), request_id, address, bearer }))
    }

    async fn caller(&self, entry: Entry) -> Result<Caller, Refusal> {
        let actor = match &entry.bearer {
            Some(bearer) => self.identity.authenticate(&entry.scope, bearer).await?,
            None if is_removed(Guard::Door) => Actor::System,
            None => Actor::Anonymous,
        };
        Ok(Caller { school: entry.scope, actor, request_id: entry.request_id, address: entry.address })
    }
}

/// A body that holds a token beside what somebody typed is not compressed: its length would tell of the token.
#[derive(Debug, Clone, Copy)]
struct NoSecrets;

impl Predicate for NoSecrets {
    fn should_compress<B: http_body::Body>(&self, response: &axum::http::Response<B>) -> bool {
        let route = response.extensions().get::<RouteName>();
        let secret = ["/auth/", "/drafts", "/profile", "/tills", "/settings/preview"];
        !route.is_some_and(|route| secret.iter().any(|part| route.0.contains(part)))
    }
}
