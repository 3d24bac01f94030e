//! Everything that lives as long as the process, put together once.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use axum::Router;
use console::Console;
use identity::Identity;
use identity::limits::Limits;
use kernel::bulk::Bulk;
use kernel::crypto::Secret;
use kernel::db::DbConfig;
use kernel::{Db, PlatformDb};
use plugin_host::{HostConfig, PluginHost, Trial};
use settings::{Settings, Tally};
use site::Site;
use tenants::Registry;
use tenants::depot::Depot;
use tenants::letters::Press;
use tenants::registry::{Policy, RegistryConfig};
use tokio::sync::mpsc::UnboundedReceiver;
use words::{Clock, Rng, SchoolId};

use crate::config::Config;
use crate::openapi::{self, Thresholds};
use crate::plugins::{Catalog, Logic};
use crate::press::LetterPress;
use crate::rooms::{self, Ground};
use crate::shared;
use crate::site_words::SiteWords;
use crate::staff::Staff;
use crate::state::AppState;
use crate::trial_runs::Rehearse;
use crate::worker::Worker;
use crate::worker::mail::Mailer;
use crate::worker::sms::Texter;

/// What a test puts in place of the machine's own.
pub struct Parts {
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Chance.
    pub rng: Arc<dyn Rng>,
    /// Where an unknown component is compiled for the first time.
    pub trial: Trial,
}

/// The application: faces of all rooms, and what the worker needs.
pub struct App {
    /// What it was told.
    pub config: Arc<Config>,
    /// The database.
    pub db: Db,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Chance.
    pub rng: Arc<dyn Rng>,
    /// The schools.
    pub registry: Arc<Registry>,
    /// The plugin host.
    pub plugins: PluginHost,
    /// The web build.
    pub site: Arc<Site>,
    /// The faces that handlers get.
    pub state: AppState,
    /// Where mail goes.
    pub mailer: Mailer,
    /// Where text messages go.
    pub texter: Texter,
    /// What messages on their way are sealed with.
    pub secret: Secret,
    /// How often one network address may try.
    pub limits: Limits,
    /// The API, and what stands before each of its operations.
    pub(crate) api: (Router<AppState>, Arc<Thresholds>),
    /// Work that takes long.
    pub bulk: Bulk,
    /// What several servers share.
    pub depot: Option<Arc<Depot>>,
}

/// The folder, made for this user alone when it is not there: what lies in it is nobody else's.
fn own_folder(path: &Path) -> std::io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.recursive(true).create(path)
}

impl App {
    /// Opens everything. The receiver names each school in which a commit left work for the outbox.
    pub async fn open(config: Config, parts: Parts) -> anyhow::Result<(Arc<Self>, UnboundedReceiver<SchoolId>)> {
        let config = Arc::new(config);
        let Parts { clock, rng, trial } = parts;
        own_folder(&config.data)
            .with_context(|| format!("the data folder {} cannot be made", config.data.display()))?;
        std::fs::create_dir_all(&config.schools)
            .with_context(|| format!("the schools' folder {} cannot be made", config.schools.display()))?;
        let secret = crate::secret::open(&config.secret_file, &*rng).context("the secret cannot be read")?;
        let (db, woken) = open_database(&config).await?;
        let platform = open_platform(&config).await?;
        shared::agree(&config, &platform, &secret).await?;
        clocks(&db, &*clock).await;
        let cache = Some(config.data.join("cache/plugins"));
        let plugins = PluginHost::new(HostConfig { cache, trial, ..HostConfig::default() })
            .context("the plugin host cannot start")?;
        let depot = shared::open(&config, &secret).await?;
        let (routes, thresholds) = openapi::router()?;
        let policy = Policy { areas: thresholds.areas(), ..config.policy.clone() };
        let (catalog, policy, schools_dir) = (Arc::new(Catalog(plugins.clone())), policy, config.schools.clone());
        let overlays = config.overlays();
        let opened = tokio::task::spawn_blocking(move || {
            Registry::start(RegistryConfig { schools_dir, overlays, policy, catalog })
        })
        .await?;
        let registry = opened.context("the schools cannot be read")?;
        registry.keep_hosts();
        let live = Arc::downgrade(&registry);
        db.serve_only(move |id| live.upgrade().is_some_and(|registry| registry.school(id).is_some()));
        let site = match &config.web_dir {
            Some(folder) => Site::from_folder(folder)
                .with_context(|| format!("the web build {} cannot be read", folder.display()))?,
            None => Site::embedded(),
        };
        let files = shared::files(config.data.join("files"), depot.as_deref(), "files")
            .context("the folder of files cannot be made")?;
        // Apart from uploads: their sweep takes what none of their rows names.
        let pictures = shared::files(config.data.join("avatars"), depot.as_deref(), "avatars")
            .context("the folder of pictures cannot be made")?;
        // Neither of a family nor of a school that moves: what nothing names any more is swept, and nothing of it is exported.
        let made = shared::files(config.data.join("bulk"), depot.as_deref(), "bulk")
            .context("the folder of files that are made cannot be made")?;
        let bulk = Bulk::new(db.clone(), clock.clone(), rng.clone(), made);
        let site = Arc::new(site);
        let identity = Identity::new(db.clone(), clock.clone(), rng.clone(), secret.clone())?;
        let calls = Arc::new(Tally::default());
        let here = config.clone();
        let press: Arc<dyn Press> = Arc::new(LetterPress::new().context("the press has no threads")?);
        let settings = Settings::new(settings::Parts {
            db: db.clone(),
            clock: clock.clone(),
            rng: rng.clone(),
            secret: secret.clone(),
            registry: registry.clone(),
            files: files.clone(),
            words: Arc::new(SiteWords(site.clone())),
            rules: Arc::new(Rehearse(plugins.clone())),
            press: press.clone(),
            colleagues: Arc::new(Staff(identity.clone())),
            calls: calls.clone(),
            origin: Arc::new(move |school| here.origin_of(&school.canonical_host())),
            depot: depot.clone(),
        });
        let logic = Logic { host: plugins.clone(), calls };
        let own = (platform, secret.clone());
        let console = open_console(&config, own, &db, &clock, &rng, &identity, &registry, depot.clone())?;
        let faces = rooms::open(Ground {
            config: config.clone(),
            db: db.clone(),
            clock: clock.clone(),
            rng: rng.clone(),
            secret: secret.clone(),
            registry: registry.clone(),
            files,
            pictures,
            bulk: bulk.clone(),
            press,
            logic,
            identity,
            settings,
            console,
        });
        let mailer = Mailer::open(&config).context("the mail server's address is not usable")?;
        let texter = Texter::open(&config).context("text messages cannot be sent from here")?;
        let limits = Limits::new(clock.clone(), &thresholds.rates(), config.address_limits);
        let app = Self {
            texter,
            secret,
            limits,
            api: (routes, Arc::new(thresholds)),
            config,
            db,
            clock,
            rng,
            registry,
            plugins,
            site,
            state: AppState::new(faces),
            mailer,
            bulk,
            depot,
        };
        Ok((Arc::new(app), woken))
    }

    /// The worker over the outbox of all schools.
    #[must_use]
    pub fn worker(self: &Arc<Self>) -> Worker {
        Worker::new(self.clone())
    }
}

/// How far this machine's clock may differ from the database's before that is told, in milliseconds.
pub const CLOCKS_MS: i64 = 5_000;

/// Tells once of a clock that is wrong, here or there.
async fn clocks(db: &Db, clock: &dyn Clock) {
    if let Ok(Some(theirs)) = db.now_ms().await {
        let ahead_ms = clock.now_ms() - theirs;
        if ahead_ms.abs() > CLOCKS_MS {
            tracing::warn!(ahead_ms, "this machine's clock and the database's differ: set both by the network's time");
        }
    }
}

/// Opens the database alone: for the command line too.
pub async fn open_database(config: &Config) -> anyhow::Result<(Db, UnboundedReceiver<SchoolId>)> {
    let migrator = match &config.database {
        DbConfig::Lite { .. } => &migrations::SQLITE,
        DbConfig::Pg { .. } => &migrations::POSTGRES,
    };
    Db::open(config.database.clone(), migrator).await.context("the database cannot be opened")
}

/// Opens the platform's own database alone: for the command line too.
pub async fn open_platform(config: &Config) -> anyhow::Result<PlatformDb> {
    let (place, migrator) = match &config.database {
        DbConfig::Lite { .. } => {
            (DbConfig::Lite { folder: config.data.clone(), open_schools: 1 }, &migrations::PLATFORM_SQLITE)
        }
        // A few are enough: nothing of a family waits for them.
        DbConfig::Pg { url, .. } => (DbConfig::Pg { url: url.clone(), connections: 4 }, &migrations::PLATFORM_POSTGRES),
    };
    PlatformDb::open(place, migrator).await.context("the platform's own database cannot be opened")
}

/// The platform's own desk: for the command line too.
#[expect(clippy::too_many_arguments, reason = "what every desk stands on")]
pub fn open_console(
    config: &Config,
    (platform, secret): (PlatformDb, Secret),
    schools: &Db,
    clock: &Arc<dyn Clock>,
    rng: &Arc<dyn Rng>,
    identity: &Identity,
    registry: &Arc<Registry>,
    depot: Option<Arc<Depot>>,
) -> anyhow::Result<Console> {
    let files_of_rows = match &config.database {
        DbConfig::Lite { folder, .. } => Some(folder.clone()),
        DbConfig::Pg { .. } => None,
    };
    let console = Console::new(console::Parts {
        db: platform,
        schools: schools.clone(),
        clock: clock.clone(),
        rng: rng.clone(),
        secret,
        identity: identity.clone(),
        registry: registry.clone(),
        schools_dir: config.schools.clone(),
        data: config.data.clone(),
        files_of_rows,
        plans: config.plans.clone(),
        captcha: config.platform_captcha,
        origin_of: {
            let config = config.clone();
            Arc::new(move |host| config.origin_of(host))
        },
        depot,
    });
    Ok(console?)
}

/// Whether there is a web app to serve.
#[must_use]
pub fn web_is_built(config: &Config) -> bool {
    let site = match &config.web_dir {
        Some(folder) => Site::from_folder(folder).unwrap_or_default(),
        None => Site::embedded(),
    };
    site.has_page()
}
