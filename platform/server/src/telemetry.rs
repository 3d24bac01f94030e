//! Log and metrics of the process, set up once.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;

use crate::config::LogFormat;

/// Seconds that tell a quick answer from a slow one.
const BUCKETS: &[f64] = &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

static METRICS: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Writes the log to standard error. A second call changes nothing.
pub fn start_log(format: LogFormat, filter: &str) {
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Somebody was quicker: tests in one process.
    let _ = match format {
        LogFormat::Pretty => {
            builder.with_target(false).with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr())).try_init()
        }
        LogFormat::Json => builder.json().flatten_event(true).with_current_span(true).with_span_list(false).try_init(),
    };
}

/// The process's metrics; `None` when another recorder was there first.
#[must_use]
pub fn metrics() -> Option<PrometheusHandle> {
    let install = || {
        let builder = PrometheusBuilder::new().set_buckets(BUCKETS).ok()?;
        builder.install_recorder().ok()
    };
    METRICS.get_or_init(install).clone()
}

/// Folds what was measured into the buckets from time to time, for ever: the recorder keeps every single value until then,
/// and a server whose `/metrics` nobody asks for would grow with each request.
pub async fn tidy(metrics: Option<PrometheusHandle>) {
    let Some(metrics) = metrics else { return };
    let mut tick = tokio::time::interval(std::time::Duration::from_secs(5));
    loop {
        tick.tick().await;
        metrics.run_upkeep();
    }
}
