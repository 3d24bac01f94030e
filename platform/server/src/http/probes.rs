//! `/healthz`, `/readyz`, `/metrics`: whatever the host.

use std::net::IpAddr;
use std::time::Duration;

use axum::Json;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::{MessageId, Refusal};
use serde_json::json;
use tenants::depot::Arrival;

use super::address::is_forwarded;
use super::front::RouteName;
use crate::app::App;

pub(super) fn is_probe(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz" | "/metrics")
}

pub(super) async fn answer(app: &App, request: &Parts, peer: IpAddr) -> Response {
    let path = request.uri.path();
    let mut response = if matches!(request.method, Method::GET | Method::HEAD) {
        match path {
            "/healthz" => health(app, &request.headers, peer),
            "/readyz" => ready(app, &request.headers, peer).await,
            _ => metrics(app, &request.headers, peer),
        }
    } else {
        Refusal::new(MessageId::R005).into_response()
    };
    response.extensions_mut().insert(RouteName(path.into()));
    response
}

/// The process lives. How many schools there are, and how many of them have broken files, is for those who may read the metrics; which
/// ones, and why, is in the log and in `qabul doctor`.
fn health(app: &App, headers: &HeaderMap, peer: IpAddr) -> Response {
    if !is_ours(app, headers, peer) {
        return Json(json!({ "status": "ok" })).into_response();
    }
    let stale = app.registry.stale();
    let status = if stale.is_empty() { "ok" } else { "stale" };
    Json(json!({ "status": status, "schools": app.registry.len(), "stale": stale.len() })).into_response()
}

/// The process can do its work: it knows which schools there are, at least one of them is live where there are any, and the
/// database answers. A server whose store was away since its start may have the schools of yesterday: it serves those, and is not
/// ready. A school that is broken is dark alone: whoever looks after the server reads its name here.
async fn ready(app: &App, headers: &HeaderMap, peer: IpAddr) -> Response {
    let not = |status: &str| (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "status": status }))).into_response();
    match app.depot.as_ref().map(|depot| depot.arrival()) {
        None | Some(Arrival::Done) => {}
        Some(Arrival::OnTheWay) => return not("schools are on their way"),
        Some(Arrival::Stranger) => return not("another secret than the other servers'"),
        Some(Arrival::Unknown) => return not("the object store is away since the start"),
    }
    let broken = app.registry.stale();
    if app.registry.is_empty() && !broken.is_empty() {
        return not("every school is broken");
    }
    match tokio::time::timeout(Duration::from_secs(3), app.db.ping()).await {
        Ok(Ok(())) if broken.is_empty() || !is_ours(app, headers, peer) => {
            Json(json!({ "status": "ready" })).into_response()
        }
        Ok(Ok(())) => {
            let of =
                |live: bool| broken.iter().filter(|one| one.live == live).map(|one| &one.folder).collect::<Vec<_>>();
            Json(json!({ "status": "ready", "dark": of(false), "stale": of(true) })).into_response()
        }
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready");
            not("no database")
        }
        Err(_) => not("slow database"),
    }
}

/// Whether somebody of ours asks: on this machine, or with the token.
fn is_ours(app: &App, headers: &HeaderMap, peer: IpAddr) -> bool {
    // A proxy on this machine is loopback as well, so what it forwards needs the token.
    let local = peer.to_canonical().is_loopback() && !is_forwarded(headers) && !app.config.trusts(peer);
    let token = identity::bearer_of(headers);
    let known = match (&app.config.metrics_token, token) {
        // Hashes of equal length, so that the time tells nothing of where they differ.
        (Some(expected), Some(token)) => words::sha256_hex(expected.as_bytes()) == words::sha256_hex(token.as_bytes()),
        _ => false,
    };
    local || known
}

fn metrics(app: &App, headers: &HeaderMap, peer: IpAddr) -> Response {
    if !is_ours(app, headers, peer) {
        return Refusal::not_found().into_response();
    }
    match crate::telemetry::metrics() {
        Some(handle) => ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], handle.render()).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}
