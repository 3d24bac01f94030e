//! From start to stop.

use std::sync::Arc;

use anyhow::Context as _;
use plugin_host::Trial;
use tenants::registry::{Mode, Registry};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use words::{SystemClock, SystemRng};

use crate::app::{App, Parts};
use crate::config::Config;
use crate::http::{Front, listen};
use crate::{maintenance, telemetry};

/// Serves until the process is told to stop (SIGTERM or SIGINT).
pub async fn run(config: Config) -> anyhow::Result<()> {
    anyhow::ensure!(!words::sabotage::is_possible(), "this program was built to test its own tests, and serves nobody");
    telemetry::start_log(config.log_format, &config.log);
    let measured = telemetry::metrics();
    // The port first: a second start by mistake must not touch the data.
    let listener =
        TcpListener::bind(config.listen).await.with_context(|| format!("cannot listen on {}", config.listen))?;
    let trial = Trial::in_child_of_this_binary().context("the running program cannot be found")?;
    let (app, woken) =
        App::open(config, Parts { clock: Arc::new(SystemClock), rng: Arc::new(SystemRng), trial }).await?;
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
