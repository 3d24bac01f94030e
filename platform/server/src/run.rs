//! From start to stop.

use std::sync::Arc;

use anyhow::Context as _;
use plugin_host::Trial;
use tenants::registry::{Mode, Registry};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use words::{Clock, SystemClock, SystemRng};

use crate::app::{App, Parts};
use crate::config::Config;
use crate::http::{Front, listen};
use crate::{maintenance, telemetry};

/// Days by which a server that is tried on one's own machine is behind: a demo begins in the past, so that what ends in it has ended.
const BEHIND: &str = "QABUL_DAYS_BEHIND";
const DAY_MS: i64 = 86_400_000;

/// The machine's clock, so many milliseconds ago.
struct Behind(i64);

impl Clock for Behind {
    fn now_ms(&self) -> i64 {
        SystemClock.now_ms() - self.0
    }
}

/// The clock that everything goes by.
fn clock(mode: Mode, behind: Option<&str>) -> anyhow::Result<Arc<dyn Clock>> {
    let Some(days) = behind.filter(|days| !days.is_empty()) else { return Ok(Arc::new(SystemClock)) };
    anyhow::ensure!(mode != Mode::Production, "{BEHIND} stands only with mode test or dev");
    let days: u16 = days.parse().with_context(|| format!("{BEHIND}: `{days}` is no number of days"))?;
    Ok(Arc::new(Behind(i64::from(days) * DAY_MS)))
}

/// Serves until the process is told to stop (SIGTERM or SIGINT).
pub async fn run(config: Config) -> anyhow::Result<()> {
    anyhow::ensure!(!words::sabotage::is_possible(), "this program was built to test its own tests, and serves nobody");
    telemetry::start_log(config.log_format, &config.log);
    let measured = telemetry::metrics();
    // The port first: a second start by mistake must not touch the data.
    let listener =
        TcpListener::bind(config.listen).await.with_context(|| format!("cannot listen on {}", config.listen))?;
    let clock = clock(config.policy.mode, std::env::var(BEHIND).ok().as_deref())?;
    let trial = Trial::in_child_of_this_binary().context("the running program cannot be found")?;
    let (app, woken) = App::open(config, Parts { clock, rng: Arc::new(SystemRng), trial }).await?;
    announce(&app);

    let (stop, stopped) = watch::channel(false);
    let watching = tokio::spawn(app.registry.clone().watch());
    let nudged = tokio::spawn(look_when_asked(app.registry.clone(), signal(SignalKind::hangup())?));
    let following = app.depot.clone().map(|depot| tokio::spawn(depot.watch(app.registry.clone())));
    let tidying = tokio::spawn(telemetry::tidy(measured));
    let cleaning = tokio::spawn(maintenance::run(app.clone()));
    let counting = tokio::spawn(maintenance::write_calls(app.clone(), stopped.clone()));
    let working = tokio::spawn(app.worker().run(woken, stopped));
    listen::serve(listener, Front::new(app.clone()), &app.config, asked_to_stop()?).await;

    tracing::info!("stopping");
    watching.abort();
    nudged.abort();
    if let Some(following) = following {
        following.abort();
    }
    tidying.abort();
    cleaning.abort();
    let _ = stop.send(true);
    working.await.context("the worker ended badly")?;
    counting.await.context("calls of plugins could not be written down")?;
    app.state.console.close().await;
    app.db.close().await;
    tracing::info!("stopped");
    Ok(())
}

fn announce(app: &App) {
    let config = &app.config;
    let mode = config.policy.mode;
    if mode != Mode::Production {
        tracing::warn!(
            mode = mode.as_str(),
            "this is no production server: on this machine a header may choose the school"
        );
    }
    if !app.site.has_page() {
        tracing::warn!("the web app is not built into this binary: `make build` does it");
    }
    let schools = app.registry.len();
    tracing::info!(address = %config.listen, schools, mode = mode.as_str(), "listening");
    for stale in app.registry.stale() {
        tracing::warn!(
            school.id = stale.folder,
            problems = stale.diagnostics.len(),
            "a bundle has broken files: see `qabul school check`"
        );
    }
}

/// Ends with the first SIGTERM or SIGINT.
/// SIGHUP: whoever wrote into the schools' folder does not wait for the next look at it.
async fn look_when_asked(registry: Arc<Registry>, mut asked: Signal) {
    while asked.recv().await.is_some() {
        let registry = registry.clone();
        match tokio::task::spawn_blocking(move || registry.poll_at_once()).await {
            Ok(changed) => tracing::info!(schools = changed, "looked at the schools' folder, as asked"),
            Err(error) => tracing::error!(%error, "looking at the bundles failed; the next look follows"),
        }
    }
}

fn asked_to_stop() -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_server_that_is_tried_is_behind() {
        let behind = |mode, days| clock(mode, days).map(|clock| SystemClock.now_ms() - clock.now_ms());
        assert!(behind(Mode::Production, None).is_ok_and(|ms| ms < DAY_MS));
        assert!(behind(Mode::Test, Some("10")).is_ok_and(|ms| (10 * DAY_MS..11 * DAY_MS).contains(&ms)));
        assert!(behind(Mode::Production, Some("10")).is_err() && behind(Mode::Test, Some("soon")).is_err());
    }
}
