//! What several servers share, opened: the depot of their bundles, and the store of their files.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use data_encoding::HEXLOWER;
use kernel::crypto::Secret;
use kernel::files::FileStore;
use objects::Objects;
use tenants::depot::Depot;

use crate::config::Config;

/// How long a start waits for the store before it goes on with what is here.
const PATIENCE: Duration = Duration::from_secs(30);
/// What tells the servers of one store from strangers.
const MARK: &str = "servers.json";

/// The store of the configuration, if it names one.
pub fn objects(config: &Config) -> anyhow::Result<Option<Objects>> {
    let Some(store) = &config.store else { return Ok(None) };
    let opened = Objects::open(&store.settings, Some(store.access.clone()));
    opened.map(Some).context("the object store's settings are not usable")
}

/// The depot, if there is a store; nothing is asked of it yet. For the command line too.
pub fn depot(config: &Config) -> anyhow::Result<Option<Depot>> {
    let Some(objects) = objects(config)? else { return Ok(None) };
    let depot = Depot::new(objects, &config.data, config.schools.clone(), config.overlays());
    depot.map(Some).context("the folder of what is followed cannot be made")
}

/// The depot at a server's start: the schools are brought here first. A store that does not answer keeps no server from
/// starting with what it has.
pub async fn open(config: &Config, secret: &Secret) -> anyhow::Result<Option<Arc<Depot>>> {
    let Some(depot) = depot(config)? else { return Ok(None) };
    match tokio::time::timeout(PATIENCE, agree(&depot, secret)).await {
        Ok(agreed) => agreed?,
        Err(_) => tracing::error!("the object store does not answer in time; the server starts with what is here"),
    }
    Ok(Some(Arc::new(depot)))
}

async fn agree(depot: &Depot, secret: &Secret) -> anyhow::Result<()> {
    match is_ours(depot.objects(), secret).await {
        Ok(is_ours) => ensure!(
            is_ours,
            "the servers that share {} have another secret: copy theirs to this server (--secret-file, and the folder .keys beside it)",
            depot.objects().name()
        ),
        Err(error) => {
            tracing::error!(%error, "the object store does not answer; the server starts with what is here");
            return Ok(());
        }
    }
    if let Err(error) = depot.follow().await {
        tracing::error!(%error, "the schools cannot be brought here from the object store");
    }
    Ok(())
}

/// Whether the servers of a store have this server's secret; the first of them leaves its mark.
pub async fn is_ours(objects: &Objects, secret: &Secret) -> std::io::Result<bool> {
    let own = serde_json::json!({ "secret": HEXLOWER.encode(&secret.server_key("store")[..16]) }).to_string();
    for _ in 0..2 {
        if let Some((bytes, _)) = objects.get(MARK).await? {
            return Ok(bytes == own);
        }
        match objects.swap(MARK, own.clone().into(), None).await {
            Ok(_) => return Ok(true),
            // Another server's first start.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(std::io::ErrorKind::ResourceBusy.into())
}

/// The files of a kind: in the store, and in the folder only while they arrive; or in the folder.
pub(crate) fn files(folder: PathBuf, depot: Option<&Depot>, kind: &'static str) -> std::io::Result<FileStore> {
    match depot {
        Some(depot) => FileStore::shared(folder, depot.objects().clone(), kind),
        None => FileStore::open(folder),
    }
}
