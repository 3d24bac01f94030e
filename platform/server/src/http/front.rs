//! The way of one request: id → host and headers → handler → headers of the answer → log and metrics.

use std::io::Write as _;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use identity::RequestSite;
use kernel::{MessageId, Refusal};
use tenants::registry::resolve::effective_host;
use tenants::registry::{Denied, Mode, Outcome, RequestHead};
use tower::ServiceExt as _;
use tracing::Instrument as _;

use super::address::client_address;
use super::prepared::{Call, Ready};
use super::tally::Tally;
use super::{door, headers, pages, preview, probes};
use crate::app::App;
use crate::config::Config;

pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
pub(super) const APP_MODE: HeaderName = HeaderName::from_static("x-app-mode");

const SCHOOL_ID: HeaderName = HeaderName::from_static("school-id");
const CLIENT_ID: HeaderName = HeaderName::from_static("client-id");

/// The request's id, for callers and the log.
#[derive(Debug, Clone)]
pub(super) struct RequestId(pub Arc<str>);

/// The request came to the platform's own host.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtPlatform;

/// The route's template, for log and metrics; never the path itself, which may hold a token.
#[derive(Debug, Clone)]
pub(super) struct RouteName(pub Arc<str>);

/// The whole way of a request.
pub struct Front {
    app: Arc<App>,
    api: Router,
    pages: pages::Pages,
    ready: Ready,
    /// Tells this process's ids from another's.
    run: String,
    count: AtomicU64,
    tally: Tally,
    /// What is noted for an answer of no route.
    no_route: Arc<str>,
}

impl Front {
    /// Puts the way together.
    #[must_use]
    pub fn new(app: Arc<App>) -> Arc<Self> {
        let mut bytes = [0u8; 5];
        app.rng.fill(&mut bytes);
        let run = data_encoding::BASE32_NOPAD.encode(&bytes).to_ascii_lowercase();
        let (api, pages) = (door::router(&app), pages::Pages::new(app.clone()));
        let (count, tally, no_route) = (AtomicU64::new(0), Tally::default(), "none".into());
        let ready = Ready::new(app.config.is_https(), app.registry.policy().mode);
        Arc::new(Self { app, api, pages, ready, run, count, tally, no_route })
    }

    /// Answers a request of a peer.
    pub async fn handle(&self, request: Request, peer: IpAddr) -> Response {
        let started = Instant::now();
        if let Some(response) = self.prepared(&request, peer, started) {
            return response;
        }
        let id: Arc<str> = format!("{}-{:x}", self.run, self.count.fetch_add(1, Ordering::Relaxed)).into();
        let span = tracing::info_span!("request", request.id = %id);
        let method = request.method().clone();
        // Boxed: hyper moves the future of each request, and what is ready above needs next to nothing of it.
        let work = Box::pin(self.guarded(request, peer, id.clone()).instrument(span.clone()));
        let mut response = work.await;
        let route =
            response.extensions().get::<RouteName>().map_or_else(|| self.no_route.clone(), |route| route.0.clone());
        let answer = response.headers_mut();
        headers::harden(answer, self.app.config.is_https());
        if let Ok(value) = HeaderValue::from_str(&id) {
            answer.insert(REQUEST_ID, value);
        }
        let mode = self.app.registry.policy().mode;
        if mode != Mode::Production {
            answer.insert(APP_MODE, HeaderValue::from_static(mode.as_str()));
        }
        let took = started.elapsed();
        self.tally.count(&method, &route, response.status(), took);
        span.in_scope(|| note(&method, &route, response.status(), took));
        response
    }

    /// An answer whose bytes are ready; the host and the headers decide as ever. A refusal is worded on the long way.
    fn prepared(&self, request: &Request, peer: IpAddr, started: Instant) -> Option<Response> {
        let call = Call::of(request)?;
        let look = || with_head(request, peer, |head| self.app.registry.resolve(head));
        let Ok(Outcome::School(school)) = std::panic::catch_unwind(AssertUnwindSafe(look)) else { return None };
        let mut response = self.ready.answer(call, &school, request.headers(), &*self.app.clock)?;
        let mut text = [0u8; 40];
        let mut rest = &mut text[..];
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        write!(rest, "{}-{number:x}", self.run).ok()?;
        let unused = rest.len();
        let id = HeaderValue::from_bytes(&text[..text.len() - unused]).ok()?;
        response.headers_mut().insert(REQUEST_ID, id);
        self.tally.count(request.method(), self.ready.route(call), response.status(), started.elapsed());
        Some(response)
    }

    /// With a limit on time, and panics caught: the last resort is an envelope too.
    async fn guarded(&self, request: Request, peer: IpAddr, id: Arc<str>) -> Response {
        let work = AssertUnwindSafe(self.route(request, peer, id)).catch_unwind();
        match tokio::time::timeout(self.app.config.handler_timeout, work).await {
            Ok(Ok(response)) => response,
            Ok(Err(panic)) => {
                let cause = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let cause = cause.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
                Refusal::internal(format!("a handler panicked: {cause}")).into_response()
            }
            Err(_) => {
                tracing::error!("a handler took too long");
                Refusal::new(MessageId::R007).retry_after(5).into_response()
            }
        }
    }

    async fn route(&self, mut request: Request, peer: IpAddr, id: Arc<str>) -> Response {
        if request.uri().path().len() + request.uri().query().map_or(0, str::len) > 8 * 1024 {
            return Refusal::malformed("the address is too long").status(StatusCode::URI_TOO_LONG).into_response();
        }
        let is_api = is_api(request.uri().path());
        // Only a request that changes something has to come from a page of the school.
        let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
        let (outcome, site) =
            with_head(&request, peer, |head| (self.app.registry.resolve(head), (!is_read).then(|| self.site(head))));
        let address = client_address(self.app.registry.policy(), peer, request.headers());
        match outcome {
            Outcome::School(school) => {
                let shown = if is_api { Ok(school) } else { preview::of_page(&self.app, &mut request, school).await };
                let school = match shown {
                    Ok(school) => school,
                    Err(response) => return *response,
                };
                let extensions = request.extensions_mut();
                extensions.insert(address);
                extensions.insert(school);
                if let Some(site) = site {
                    extensions.insert(site);
                }
            }
            Outcome::Refused(denied) => return refuse(denied, &request, is_api),
            Outcome::Unscoped if probes::is_probe(request.uri().path()) => {
                let (parts, _body) = request.into_parts();
                return probes::answer(&self.app, &parts, peer).await;
            }
            Outcome::Platform => {
                let extensions = request.extensions_mut();
                extensions.insert(address);
                extensions.insert(AtPlatform);
                if let Some(site) = site {
                    extensions.insert(site);
                }
            }
            Outcome::Unscoped => {}
        }
        request.extensions_mut().insert(RequestId(id));
        let is_preview = request.extensions().get::<preview::Previewed>().is_some();
        let mut response = if is_api {
            // The router has no error of its own.
            let Ok(response) = self.api.clone().oneshot(request).await;
            response
        } else {
            let (parts, _body) = request.into_parts();
            self.pages.answer(&parts).await
        };
        if is_preview {
            preview::forget(&mut response);
        }
        response
    }

    /// The origins that this school's own pages have here.
    fn site(&self, head: &RequestHead<'_>) -> RequestSite {
        let config: &Config = &self.app.config;
        let host = effective_host(head);
        let Some(host) = host else { return RequestSite { origins: Vec::new() } };
        let name = match &host.name {
            tenants::registry::host::Name::Domain(name) => name.clone(),
            tenants::registry::host::Name::Address(address) => address.to_string(),
        };
        if config.public_origin.is_some() {
            return RequestSite { origins: vec![config.origin_of(&name)] };
        }
        let port = host.port.map(|port| format!(":{port}")).unwrap_or_default();
        RequestSite { origins: ["http", "https"].map(|scheme| format!("{scheme}://{name}{port}")).to_vec() }
    }
}

fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

fn with_head<T>(request: &Request, peer: IpAddr, look: impl FnOnce(&RequestHead<'_>) -> T) -> T {
    let all = |name: HeaderName| -> Vec<&[u8]> {
        request.headers().get_all(name).iter().map(HeaderValue::as_bytes).collect()
    };
    let hosts = all(header::HOST);
    let (school_ids, client_ids) = (all(SCHOOL_ID), all(CLIENT_ID));
    look(&RequestHead {
        hosts: &hosts,
        authority: request.uri().authority().map(axum::http::uri::Authority::as_str),
        peer,
        school_ids: &school_ids,
        client_ids: &client_ids,
        path: request.uri().path(),
    })
}

/// Each refusal with its own message id; the host and the named school are not echoed.
fn refuse(denied: Denied, request: &Request, is_api: bool) -> Response {
    metrics::counter!("qabul_requests_denied_total", "reason" => reason(denied)).increment(1);
    tracing::info!(reason = reason(denied), "a request was turned away");
    if !is_api && denied == Denied::UnknownHost && wants_page(request.method(), request.headers()) {
        return pages::no_school(denied);
    }
    let refusal = match denied {
        Denied::BadHost => Refusal::malformed("The Host header is missing or malformed"),
        Denied::UnknownHost => Refusal::new(MessageId::L007),
        Denied::Suspended => Refusal::new(MessageId::L008),
        Denied::OtherSchool => Refusal::new(MessageId::L006),
        Denied::InvalidClientId => Refusal::malformed("Invalid client-id"),
        Denied::MissingClientId => Refusal::malformed("Missing client-id"),
    };
    let mut response = refusal.into_response();
    if denied == Denied::BadHost {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

fn reason(denied: Denied) -> &'static str {
    match denied {
        Denied::BadHost => "bad_host",
        Denied::UnknownHost => "unknown_host",
        Denied::Suspended => "suspended",
        Denied::OtherSchool => "other_school",
        Denied::InvalidClientId => "invalid_client_id",
        Denied::MissingClientId => "missing_client_id",
    }
}

/// Whether a person opens a page, rather than a script a file. Browsers say so themselves; plain tools take anything.
pub(super) fn wants_page(method: &Method, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let accepted = text("accept").unwrap_or("*/*");
    let navigates = text("sec-fetch-mode").is_none_or(|mode| mode == "navigate");
    matches!(*method, Method::GET | Method::HEAD)
        && (accepted.contains("text/html") || (accepted.contains("*/*") && navigates))
}

/// The log. Reads that went well are too many to be told apart; they stand in the metrics.
fn note(method: &Method, route: &str, status: StatusCode, took: Duration) {
    let (status, duration_ms) = (status.as_u16(), u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
    match status {
        500.. => {
            tracing::warn!(http.method = %method, http.route = route, http.status = status, duration_ms, "answered");
        }
        400.. => {
            tracing::info!(http.method = %method, http.route = route, http.status = status, duration_ms, "answered");
        }
        _ if matches!(*method, Method::GET | Method::HEAD) => {
            tracing::debug!(http.method = %method, http.route = route, http.status = status, duration_ms, "answered");
        }
        _ => tracing::info!(http.method = %method, http.route = route, http.status = status, duration_ms, "answered"),
    }
}
