//! What several servers share, opened: the depot of their bundles, the store of their files, and the secret that all have.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use kernel::crypto::Secret;
use kernel::db::{DbConfig, PlatformDb};
use kernel::files::FileStore;
use objects::Objects;
use tenants::depot::{Depot, Keys};
use words::SystemRng;

pub use tenants::depot::is_ours;

use crate::config::Config;
use crate::secret::keys_folder;

/// How long a start waits for the store before it goes on with what is here.
const PATIENCE: Duration = Duration::from_secs(30);

/// The store of the configuration, if it names one.
pub fn objects(config: &Config) -> anyhow::Result<Option<Objects>> {
    let Some(store) = &config.store else { return Ok(None) };
    let opened = Objects::open(&store.settings, Some(store.access.clone()));
    opened.map(Some).context("the object store's settings are not usable")
}

/// The depot, if there is a store; nothing is asked of it yet. For the command line too, where there may be no secret yet.
pub fn depot(config: &Config, secret: Option<Secret>) -> anyhow::Result<Option<Depot>> {
    let Some(objects) = objects(config)? else { return Ok(None) };
    let keys = Keys { folder: keys_folder(&config.secret_file), secret };
    let depot = Depot::new(objects, &config.data, config.schools.clone(), config.overlays(), keys);
    depot.map(Some).context("the folder of what is followed cannot be made")
}

/// The depot at a server's start: the schools are brought here first. A store that does not answer keeps no server from
/// starting with what it has.
pub async fn open(config: &Config, secret: &Secret) -> anyhow::Result<Option<Arc<Depot>>> {
    let Some(depot) = depot(config, Some(secret.clone()))? else { return Ok(None) };
    match tokio::time::timeout(PATIENCE, arrive(&depot)).await {
        Ok(arrived) => arrived?,
        Err(_) => tracing::error!("the object store does not answer in time; the server starts with what is here"),
    }
    Ok(Some(Arc::new(depot)))
}

async fn arrive(depot: &Depot) -> anyhow::Result<()> {
    match depot.agree().await {
        Ok(is_ours) => ensure!(is_ours, other_secret(depot.objects().name())),
        Err(error) => {
            tracing::error!(%error, "the object store does not answer; the server starts with what is here");
            return Ok(());
        }
    }
    let followed = async {
        depot.follow_hosts().await?;
        depot.follow().await
    };
    match followed.await {
        Ok(_) => depot.note_arrived(),
        Err(error) => tracing::error!(%error, "the schools cannot be brought here from the object store"),
    }
    Ok(())
}

fn other_secret(whose: &str) -> String {
    format!(
        "the servers that share {whose} have another secret: copy theirs to this server (--secret-file, and the folder .keys beside it)"
    )
}

/// Whether the servers of a PostgreSQL database have this secret. A SQLite file is one server's own.
pub async fn agree(config: &Config, platform: &PlatformDb, secret: &Secret) -> anyhow::Result<()> {
    if matches!(config.database, DbConfig::Pg { .. }) {
        let agreed = kernel::servers::agree(platform, secret).await.context("the platform's own database")?;
        ensure!(agreed, other_secret("the database"));
    }
    Ok(())
}

/// The secret for a command that reads or writes what servers share: refused where theirs is another one, and none is made
/// where they have one.
pub async fn agreed_secret(config: &Config) -> anyhow::Result<Secret> {
    let open = || crate::secret::open(&config.secret_file, &SystemRng).context("the secret cannot be read");
    if matches!(config.database, DbConfig::Pg { .. }) {
        let platform = crate::app::open_platform(config).await?;
        let agreed = async {
            if !config.secret_file.exists() {
                let known = kernel::servers::mark(&platform).await.context("the platform's own database")?;
                ensure!(known.is_none(), other_secret("the database"));
            }
            let secret = open()?;
            agree(config, &platform, &secret).await.map(|()| secret)
        };
        let agreed = agreed.await;
        platform.close().await;
        let secret = agreed?;
        if let Some(objects) = objects(config)? {
            // One that does not answer is told by what is asked of it next; the database has agreed.
            ensure!(is_ours(&objects, &secret).await.unwrap_or(true), other_secret(objects.name()));
        }
        return Ok(secret);
    }
    open()
}

/// The files of a kind: in the store, and in the folder only while they arrive; or in the folder.
pub(crate) fn files(folder: PathBuf, depot: Option<&Depot>, kind: &'static str) -> std::io::Result<FileStore> {
    match depot {
        Some(depot) => FileStore::shared(folder, depot.objects().clone(), kind),
        None => FileStore::open(folder),
    }
}
