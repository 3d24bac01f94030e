//! Small work beside serving: schools that are gone are let go of, deleted ones are removed when their time is over, and calls of
//! plugins are written down.

use std::sync::Arc;
use std::time::Duration;

use kernel::db::DbConfig;
use moving::{Database, Place};
use tokio::sync::watch;

use crate::app::App;
use crate::config::Config;

/// How often open databases are held against the schools: an operator who deletes a school waits a few of these.
const LET_GO: Duration = Duration::from_secs(1);
/// Every how many of these the deleted schools are looked over: once an hour.
const SWEEP: u32 = 3600;

/// How often calls of plugins are written down: one small write for each school that had some.
const WRITE_CALLS: Duration = Duration::from_secs(60);

/// Writes down what plugins were asked: now and then, and at the end.
pub async fn write_calls(app: Arc<App>, mut stopped: watch::Receiver<bool>) {
    while tokio::time::timeout(WRITE_CALLS, stopped.changed()).await.is_err() {
        app.state.settings.write_calls().await;
    }
    app.state.settings.write_calls().await;
}

/// Where the server's things lie, for what moves schools.
#[must_use]
pub fn place(config: &Config) -> Place {
    let database = match &config.database {
        DbConfig::Lite { folder, .. } => Database::Lite(folder.clone()),
        DbConfig::Pg { url, .. } => Database::Pg(url.clone()),
    };
    let Config { data, schools, secret_file, .. } = config;
    let objects = crate::shared::objects(config).ok().flatten();
    Place { data: data.clone(), schools: schools.clone(), database, secret_file: secret_file.clone(), objects }
}

/// Runs for as long as the server does.
pub async fn run(app: Arc<App>) {
    let mut ticks = tokio::time::interval(LET_GO);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut count = 0_u32;
    loop {
        ticks.tick().await;
        app.db.close_unwanted(|id| app.registry.school(id).is_some()).await;
        if count.is_multiple_of(SWEEP) {
            let (place, now) = (place(&app.config), app.clock.now_ms());
            match tokio::task::spawn_blocking(move || moving::deleted::sweep(&place, now)).await {
                Ok(Ok(gone)) => gone.iter().for_each(|kept| {
                    tracing::info!(school.id = kept.school, "a deleted school's time is over: it is gone for good");
                }),
                Ok(Err(error)) => tracing::warn!(%error, "deleted schools cannot be looked over"),
                Err(error) => tracing::error!(%error, "looking over deleted schools failed"),
            }
        }
        count = count.wrapping_add(1);
    }
}
