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
            "/readyz" => ready(app).await,
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

/// The process can do its work: the database answers, and every school that the servers share was tried. A server that has
/// schools serves on with them where the store was away since its start; one that has none waits for it.
async fn ready(app: &App) -> Response {
    let not = |status: &str| (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "status": status }))).into_response();
    match app.depot.as_ref().map(|depot| depot.arrival()) {
        None | Some(Arrival::Done) => {}
        Some(Arrival::OnTheWay) => return not("schools are on their way"),
        Some(Arrival::Stranger) => return not("another secret than the other servers'"),
        Some(Arrival::Unknown) if app.registry.is_empty() => return not("no schools yet"),
        Some(Arrival::Unknown) => {}
    }
    match tokio::time::timeout(Duration::from_secs(3), app.db.ping()).await {
        Ok(Ok(())) => Json(json!({ "status": "ready" })).into_response(),
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
    let token = identity::api::bearer_of(headers);
    let known = match (&app.config.metrics_token, token) {
        // Hashes of equal length, so that the time tells nothing of where they differ.
        (Some(expected), Some(token)) => {
            kernel::crypto::sha256_hex(expected.as_bytes()) == kernel::crypto::sha256_hex(token.as_bytes())
        }
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
