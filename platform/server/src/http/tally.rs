//! Counts of requests. A metric is looked up by its labels once; from then on its handle is at hand.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use metrics::{Counter, Histogram};
use parking_lot::RwLock;

/// A route as it was answered: method, template, status. There are only so many, whatever is sent.
type Kind = (&'static str, Arc<str>, StatusCode);

/// The handles that are at hand.
#[derive(Default)]
pub(super) struct Tally(RwLock<HashMap<Kind, (Counter, Histogram)>>);

impl Tally {
    /// Counts an answer.
    pub fn count(&self, method: &Method, route: &Arc<str>, status: StatusCode, took: Duration) {
        let kind = (name(method), route.clone(), status);
        if let Some((counter, histogram)) = self.0.read().get(&kind) {
            counter.increment(1);
            histogram.record(took.as_secs_f64());
            return;
        }
        let (method, route) = (kind.0, kind.1.to_string());
        let status = status.as_str().to_owned();
        let counter =
            metrics::counter!("http_requests_total", "method" => method, "route" => route.clone(), "status" => status);
        let histogram = metrics::histogram!("http_request_seconds", "route" => route);
        counter.increment(1);
        histogram.record(took.as_secs_f64());
        self.0.write().insert(kind, (counter, histogram));
    }
}

/// A made-up method makes no metric of its own.
fn name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
