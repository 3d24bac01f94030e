//! `/healthz`, `/readyz`, `/metrics`: whatever the host.

use std::net::IpAddr;
use std::time::Duration;

use axum::Json;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::{MessageId, Refusal};
use serde_json::json;

use super::front::RouteName;
use crate::app::App;

pub(super) fn is_probe(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz" | "/metrics")
}

pub(super) async fn answer(app: &App, request: &Parts, peer: IpAddr) -> Response {
    let path = request.uri.path();
    let mut response = if matches!(request.method, Method::GET | Method::HEAD) {
        match path {
            "/healthz" => health(app),
            "/readyz" => ready(app).await,
            _ => metrics(app, &request.headers, peer),
        }
    } else {
        Refusal::new(MessageId::R005).into_response()
    };
    response.extensions_mut().insert(RouteName(path.into()));
    response
}

/// The process lives. `stale` names how many bundles have broken files; which ones, and why, is in the log and in `qabul doctor`.
fn health(app: &App) -> Response {
    let stale = app.registry.stale();
    let status = if stale.is_empty() { "ok" } else { "stale" };
    Json(json!({ "status": status, "schools": app.registry.len(), "stale": stale.len() })).into_response()
}

/// The process can do its work: the database answers, and a school is live or none is wanted.
async fn ready(app: &App) -> Response {
    match tokio::time::timeout(Duration::from_secs(3), app.db.ping()).await {
        Ok(Ok(())) => Json(json!({ "status": "ready" })).into_response(),
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "status": "no database" }))).into_response()
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "status": "slow database" }))).into_response(),
    }
}

fn metrics(app: &App, headers: &HeaderMap, peer: IpAddr) -> Response {
    // A proxy on this machine is loopback as well, so what it forwards needs the token.
    let forwarded = ["x-forwarded-for", "x-forwarded-host", "forwarded"].iter().any(|name| headers.contains_key(*name));
    let local = peer.to_canonical().is_loopback() && !forwarded && !app.config.trusts(peer);
    let token = identity::api::bearer_of(headers);
    let known = match (&app.config.metrics_token, token) {
        // Hashes of equal length, so that the time tells nothing of where they differ.
        (Some(expected), Some(token)) => {
            kernel::crypto::sha256_hex(expected.as_bytes()) == kernel::crypto::sha256_hex(token.as_bytes())
        }
        _ => false,
    };
    if !local && !known {
        return Refusal::not_found().into_response();
    }
    match crate::telemetry::metrics() {
        Some(handle) => ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], handle.render()).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}
