//! `qabul doctor`: looks over what a server needs, and says what to do. Changes nothing but what opening makes.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use kernel::db::DbConfig;
use plugin_host::{HostConfig, PluginHost};
use server::Config;
use server::plugins::Catalog;
use tenants::Registry;
use tenants::registry::RegistryConfig;

use crate::options::Options;
use crate::school::check::counted;
use crate::serve::runtime;

/// What was found, line by line.
#[derive(Default)]
struct Findings {
    wrong: usize,
    text: String,
}

impl Findings {
    fn good(&mut self, what: &str, how: impl std::fmt::Display) {
        self.text.push_str(&format!("  ok    {what}: {how}\n"));
    }

    fn note(&mut self, what: &str, how: impl std::fmt::Display) {
        self.text.push_str(&format!("  note  {what}: {how}\n"));
    }

    fn wrong(&mut self, what: &str, how: impl std::fmt::Display, remedy: &str) {
        self.wrong += 1;
        self.text.push_str(&format!("  WRONG {what}: {how}\n        {remedy}\n"));
    }
}

/// Looks everything over; fails when something is wrong.
pub fn run(options: Options) -> Result<ExitCode> {
    let mut found = Findings::default();
    match options.config() {
        Ok(config) => {
            found.good(
                "configuration",
                format!(
                    "mode {}, base domain {}, listens on {}",
                    config.policy.mode.as_str(),
                    config.policy.base_domain,
                    config.listen
                ),
            );
            runtime()?.block_on(look(&config, &mut found));
        }
        Err(error) => found.wrong("configuration", error, "correct these options; `qabul serve --help` explains each"),
    }
    let mut out = std::io::stdout();
    write!(out, "{}", found.text)?;
    if found.wrong == 0 {
        writeln!(out, "All is well.")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{} to correct.", counted(found.wrong, "thing"))?;
    Ok(ExitCode::FAILURE)
}

async fn look(config: &Config, found: &mut Findings) {
    for (what, folder) in [("data folder", &config.data), ("schools' folder", &config.schools)] {
        match writable(folder) {
            Ok(()) => found.good(what, folder.display()),
            Err(error) => found.wrong(
                what,
                format!("{}: {error}", folder.display()),
                "make the folder writable for the user that serves",
            ),
        }
    }
    open_folder(config, found);
    secret(config, found);
    match server::app::open_database(config).await {
        Ok((db, _woken)) => {
            let ping = db.ping().await;
            let theirs = db.now_ms().await;
            db.close().await;
            if let Ok(Some(theirs)) = theirs {
                clock(found, "database", theirs, 0);
            }
            match (ping, &config.database) {
                (Ok(()), DbConfig::Lite { folder, .. }) => {
                    found.good("database", format!("SQLite, a file per school in {}", folder.display()))
                }
                (Ok(()), DbConfig::Pg { .. }) => {
                    found.good("database", "PostgreSQL answers, its settings are durable, its schema is up to date")
                }
                (Err(error), _) => found.wrong("database", error, "see whether it runs and lets this user in"),
            }
        }
        Err(error) => found.wrong(
            "database",
            format!("{error:#}"),
            "see whether it runs, lets this user in, and keeps fsync and synchronous_commit on",
        ),
    }
    shared_secret(config, found).await;
    store(config, found).await;
    match &config.smtp {
        Some(_) => found.good("mail", "by SMTP"),
        None => found.note("mail", format!("no --smtp: mail is written to {}", config.data.join("mail").display())),
    }
    if config.public_origin.is_some() && config.policy.trusted_proxies.is_empty() {
        found.wrong(
            "proxy",
            "--public-origin says that a proxy stands in front, and --trusted-proxies names none: all visitors are counted as one",
            "name the proxy's address, such as --trusted-proxies 127.0.0.1, and let it write X-Forwarded-For",
        );
    }
    if !config.is_https() {
        found.note("TLS", "no --public-origin with https: fine on this machine, needed behind a proxy");
    }
    if server::app::web_is_built(config) {
        found.good("web app", "built");
    } else {
        found.wrong("web app", "is not in this binary", "build with `make build`");
    }
    schools(config, found);
}

async fn store(config: &Config, found: &mut Findings) {
    let Some(named) = &config.store else {
        return found.good("object store", "none: this server has its schools to itself");
    };
    let secret = config.secret_file.exists().then(|| server::secret::open(&config.secret_file, &words::SystemRng).ok());
    let secret = secret.flatten();
    let depot = match server::shared::depot(config, secret.clone()) {
        Ok(Some(depot)) => depot,
        Ok(None) => return,
        Err(error) => return found.wrong("object store", format!("{error:#}"), "see `store` in qabul.yaml"),
    };
    if let Err(error) = depot.try_out().await {
        let remedy = "see whether it runs, the bucket is there, the key may read, write, list and remove, and it knows conditional writes";
        return found.wrong("object store", format!("{}: {error}", named.settings), remedy);
    }
    found.good("object store", format!("{} can be read and written, its conditions hold", named.settings));
    if let Some(secret) = secret
        && server::shared::is_ours(depot.objects(), &secret).await.is_ok_and(|is_ours| !is_ours)
    {
        let remedy = "copy theirs to --secret-file, with the folder .keys beside it";
        found.wrong("secret", "is another one than that of the servers that share the object store", remedy);
    }
    match depot.keyless().await {
        Ok(ids) if ids.is_empty() => {}
        Ok(ids) => {
            let ids: Vec<&str> = ids.iter().map(words::SchoolId::as_str).collect();
            let told = format!("the keys of {} are not here as all servers have them", ids.join(", "));
            let remedy =
                "a server brings them at its start: see that it may write into the folder .keys beside --secret-file";
            found.wrong("keys", told, remedy);
        }
        Err(error) => found.wrong("keys", error, "see the folder .keys beside --secret-file"),
    }
    match depot.clock_ms().await {
        Ok(theirs) => clock(found, "object store", theirs, 2_000),
        Err(error) => found.wrong("object store", error, "its clock cannot be read"),
    }
    match depot.unpushed().await {
        Ok(ids) if ids.is_empty() => {}
        Ok(ids) => {
            let ids: Vec<&str> = ids.iter().map(words::SchoolId::as_str).collect();
            let told = format!("only this machine has {} as they are", ids.join(", "));
            found.wrong("schools", told, "`qabul school push --all`, or ID by ID");
        }
        Err(error) => found.wrong("schools", error, "see the folder that it names"),
    }
}

/// The servers of one database have one secret.
async fn shared_secret(config: &Config, found: &mut Findings) {
    if !matches!(config.database, DbConfig::Pg { .. }) || !config.secret_file.exists() {
        return;
    }
    // What keeps either from being read was told above.
    let Ok(platform) = server::app::open_platform(config).await else { return };
    let known = kernel::servers::mark(&platform).await.ok().flatten();
    platform.close().await;
    if let (Some(known), Ok(secret)) = (known, server::secret::open(&config.secret_file, &words::SystemRng))
        && known != kernel::servers::mark_of(&secret)
    {
        let remedy = "copy theirs to --secret-file, with the folder .keys beside it";
        found.wrong("secret", "is another one than that of the servers that share the database", remedy);
    }
}

/// Two clocks; `coarse` is what the other one may be off by how it is read.
fn clock(found: &mut Findings, whose: &str, theirs: i64, coarse: i64) {
    use words::Clock as _;
    let ahead = words::SystemClock.now_ms() - theirs;
    if ahead.abs() <= server::app::CLOCKS_MS + coarse {
        return found.good("clock", format!("as the {whose}'s"));
    }
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let told = format!(
        "this machine's is {:.0} s {} the {whose}'s",
        ahead.abs() as f64 / 1e3,
        if ahead > 0 { "ahead of" } else { "behind" }
    );
    found.wrong("clock", told, "set all of them by the network's time (NTP): bearers, codes and leases go by them");
}

/// Databases, files and mail belong to the server alone.
fn open_folder(config: &Config, found: &mut Findings) {
    if is_open_to_others(&config.data) {
        let told = format!("{} can be read by others on this machine", config.data.display());
        found.wrong("data folder", told, &format!("chmod -R go= {}", config.data.display()));
    }
}

fn secret(config: &Config, found: &mut Findings) {
    let path = &config.secret_file;
    if !path.exists() {
        found.note("secret", format!("{} is made at the first start", path.display()));
        return;
    }
    match server::secret::open(path, &words::SystemRng) {
        Ok(_) if is_open_to_others(path) => {
            found.wrong("secret", format!("{} can be read by others", path.display()), "chmod 600 it");
        }
        Ok(_) => found.good("secret", path.display()),
        Err(error) => found.wrong("secret", error, "restore it from your backup"),
    }
}

fn schools(config: &Config, found: &mut Findings) {
    let cache = Some(config.data.join("cache/plugins"));
    let host = match PluginHost::new(HostConfig { cache, ..HostConfig::default() }) {
        Ok(host) => host,
        Err(error) => return found.wrong("plugins", error, "see the folder that it names"),
    };
    let catalog = Arc::new(Catalog(host));
    let registry = Registry::open(RegistryConfig {
        schools_dir: config.schools.clone(),
        overlays: config.overlays(),
        policy: config.policy.clone(),
        catalog,
    });
    match registry {
        Ok(registry) => {
            registry.warm();
            let stale = registry.stale();
            found.good("schools", format!("{} are live", registry.len()));
            for school in &stale {
                let first = school.diagnostics.first().map(ToString::to_string).unwrap_or_default();
                found.wrong(
                    &format!("school {}", school.folder),
                    first,
                    &format!("`qabul school check {}` shows all of it", school.folder),
                );
            }
        }
        Err(error) => found.wrong("schools", error, "see --schools and --base-domain"),
    }
}

fn writable(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    tempfile::NamedTempFile::new_in(folder).map(drop)
}

#[cfg(unix)]
fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|meta| meta.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_path: &Path) -> bool {
    false
}
