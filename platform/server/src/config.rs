//! What a server is told: the command line over the environment over `qabul.yaml` over the defaults.
//!
//! [`Settings`] is what was said, [`Config`] what it means; every fault is told in one go.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use admissions::scans::{Scanner, ScannerSettings};
use console::Plan;
use kernel::db::DbConfig;
use objects::{Access, StoreSettings};
use serde::Deserialize;
use tenants::registry::area::Areas;
use tenants::registry::host::{IpRange, is_name};
use tenants::registry::{Mode, Policy};

pub use crate::connections::Connections;

/// What was said, by whatever way. Names are those of the options, with `_` for `-`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Address and port.
    pub listen: Option<String>,
    /// Folder of the databases, files and secrets.
    pub data: Option<PathBuf>,
    /// Folder of the bundles; `<data>/schools` when left out.
    pub schools: Option<PathBuf>,
    /// `postgres://…`; SQLite under `data` when left out.
    pub database: Option<String>,
    /// Schools live at `<id>.<base domain>`.
    pub base_domain: Option<String>,
    /// `production`, `test` or `dev`.
    pub mode: Option<String>,
    /// `smtp://…` or `smtps://…`; mail goes to `<data>/mail` when left out.
    pub smtp: Option<String>,
    /// File of certificates (PEM) that the mail server's own is held against, beside the usual ones.
    pub smtp_ca: Option<PathBuf>,
    /// Where the web fetches its list of other places from: `https://…`.
    pub connections_url: Option<String>,
    /// How often one network address may try: `off`, or a share of the defaults such as `200%`.
    pub address_limits: Option<String>,
    /// File of the server's secret; `<data>/secret` when left out.
    pub secret_file: Option<PathBuf>,
    /// Peers whose forwarded headers are believed: addresses and CIDR ranges.
    pub trusted_proxies: Option<Vec<String>>,
    /// Origin for links, with `{host}` in it, such as `https://{host}`.
    pub public_origin: Option<String>,
    /// `pretty` or `json`.
    pub log_format: Option<String>,
    /// What is logged, such as `info` or `warn,server=debug`.
    pub log: Option<String>,
    /// Bearer that may read `/metrics` from elsewhere than loopback.
    pub metrics_token: Option<String>,
    /// How many schools' SQLite files stay open.
    pub open_schools: Option<usize>,
    /// Most PostgreSQL connections.
    pub database_connections: Option<u32>,
    /// Most connections at once.
    pub max_connections: Option<usize>,
    /// Hosts that count as loopback in test and dev mode.
    pub test_hosts: Option<Vec<String>>,
    /// A web build to serve in place of the embedded one.
    pub web_dir: Option<PathBuf>,
    /// Plans that can be asked for at the platform's own host; the shipped ones when left out.
    pub plans: Option<Vec<Plan>>,
    /// `altcha` or `off`: whether a request for a school has to prove that a person asks.
    pub platform_captcha: Option<String>,
    /// An object store, for several servers: bundles and uploads lie there.
    pub store: Option<StoreSettings>,
    /// What looks at uploads before anybody is given them.
    pub scanner: Option<ScannerSettings>,
}

/// An object store, and the key to it.
#[derive(Debug, Clone)]
pub struct Store {
    /// Where it is.
    pub settings: StoreSettings,
    /// The key, out of the environment.
    pub access: Access,
}

/// How the log is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Pretty,
    /// For machines.
    Json,
}

/// What a server does.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Folder of the databases, files and secrets.
    pub data: PathBuf,
    /// Folder of the bundles.
    pub schools: PathBuf,
    /// Which database.
    pub database: DbConfig,
    /// Base domain, mode, proxies.
    pub policy: Policy,
    /// Mail server.
    pub smtp: Option<String>,
    /// Certificates that the mail server's own is held against, beside the usual ones.
    pub smtp_ca: Option<PathBuf>,
    /// How often one network address may try, in percent of the defaults; none does not count them.
    pub address_limits: Option<u32>,
    /// File of the server's secret.
    pub secret_file: PathBuf,
    /// Origin for links, with `{host}` in it.
    pub public_origin: Option<String>,
    /// How the log is written.
    pub log_format: LogFormat,
    /// What is logged.
    pub log: String,
    /// Bearer that may read `/metrics`.
    pub metrics_token: Option<String>,
    /// Connections at once.
    pub connections: Connections,
    /// A web build to serve in place of the embedded one.
    pub web_dir: Option<PathBuf>,
    /// Plans that can be asked for.
    pub plans: Vec<Plan>,
    /// Whether a request for a school has to prove that a person asks.
    pub platform_captcha: bool,
    /// The store that several servers share.
    pub store: Option<Store>,
    /// What looks at uploads before anybody is given them.
    pub scanner: Option<Scanner>,
    /// How long a handler may take: below the client's 60 s, so that "timed out" is rarely "unknown".
    pub handler_timeout: Duration,
    /// How long a request's head may take to arrive.
    pub header_timeout: Duration,
    /// The same while more than half of the connections are taken.
    pub crowded_timeout: Duration,
    /// How long a request's body, or an answer, may stand still.
    pub body_idle: Duration,
    /// Slowest average at which an answer is read, in bytes a second, while we wait for its reader.
    pub slowest_reader: u64,
}

/// Everything that is wrong with the settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct BadSettings(pub Vec<String>);

impl Settings {
    /// Reads `qabul.yaml`; keys that are none are errors.
    pub fn from_file(path: &Path) -> Result<Self, BadSettings> {
        let fault = |text: String| BadSettings(vec![format!("{}: {text}", path.display())]);
        let text = std::fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
        if text.len() > 64 * 1024 {
            return Err(fault("a configuration has at most 64 KB".into()));
        }
        if text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
            return Ok(Self::default());
        }
        serde_saphyr::from_str(&text).map_err(|error| fault(error.to_string()))
    }

    /// These settings, and the other's where these are silent.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            listen: self.listen.or(other.listen),
            data: self.data.or(other.data),
            schools: self.schools.or(other.schools),
            database: self.database.or(other.database),
            base_domain: self.base_domain.or(other.base_domain),
            mode: self.mode.or(other.mode),
            smtp: self.smtp.or(other.smtp),
            smtp_ca: self.smtp_ca.or(other.smtp_ca),
            connections_url: self.connections_url.or(other.connections_url),
            address_limits: self.address_limits.or(other.address_limits),
            secret_file: self.secret_file.or(other.secret_file),
            trusted_proxies: self.trusted_proxies.or(other.trusted_proxies),
            public_origin: self.public_origin.or(other.public_origin),
            log_format: self.log_format.or(other.log_format),
            log: self.log.or(other.log),
            metrics_token: self.metrics_token.or(other.metrics_token),
            open_schools: self.open_schools.or(other.open_schools),
            database_connections: self.database_connections.or(other.database_connections),
            max_connections: self.max_connections.or(other.max_connections),
            test_hosts: self.test_hosts.or(other.test_hosts),
            web_dir: self.web_dir.or(other.web_dir),
            plans: self.plans.or(other.plans),
            platform_captcha: self.platform_captcha.or(other.platform_captcha),
            store: self.store.or(other.store),
            scanner: self.scanner.or(other.scanner),
        }
    }
}

impl Config {
    /// What the settings mean; every fault at once.
    pub fn from_settings(settings: Settings) -> Result<Self, BadSettings> {
        let mut faults = Vec::new();
        let data = settings.data.unwrap_or_else(|| PathBuf::from("data"));
        let listen =
            read_or(&mut faults, "listen", settings.listen, SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)), |text| {
                text.parse().map_err(|_| "is no address:port, such as 127.0.0.1:8080")
            });
        let mode = read_or(&mut faults, "mode", settings.mode, Mode::Production, |text| {
            Mode::parse(text).ok_or("is production, test or dev")
        });
        let base_domain = read_or(&mut faults, "base_domain", settings.base_domain, "localhost".to_owned(), |text| {
            let name = text.trim_end_matches('.').to_ascii_lowercase();
            if is_name(&name) { Ok(name) } else { Err("is no host name, such as schools.example.org") }
        });
        let log_format =
            read_or(&mut faults, "log_format", settings.log_format, LogFormat::Pretty, |text| match text {
                "pretty" => Ok(LogFormat::Pretty),
                "json" => Ok(LogFormat::Json),
                _ => Err("is pretty or json"),
            });
        let mut trusted_proxies = Vec::new();
        for text in settings.trusted_proxies.unwrap_or_default() {
            match IpRange::parse(&text) {
                Some(range) => trusted_proxies.push(range),
                None => faults.push(format!("trusted_proxies: `{text}` is no address or range, such as 10.0.0.0/8")),
            }
        }
        if let Some(origin) = &settings.public_origin
            && !is_origin(origin)
        {
            faults.push(format!("public_origin: `{origin}` is no origin, such as https://{{host}}"));
        }
        let database = match settings.database.filter(|url| !url.is_empty()) {
            None => DbConfig::Lite { folder: data.join("db"), open_schools: settings.open_schools.unwrap_or(256) },
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                DbConfig::Pg { url, connections: settings.database_connections.unwrap_or(16) }
            }
            Some(_) => {
                faults.push("database: begins with postgres://; leave it out for SQLite under the data folder".into());
                DbConfig::Lite { folder: data.join("db"), open_schools: 1 }
            }
        };
        if let Some(url) = settings.smtp.as_deref().filter(|url| !url.is_empty())
            && !(url.starts_with("smtp://") || url.starts_with("smtps://"))
        {
            faults.push("smtp: begins with smtp:// or smtps://".into());
        }
        let connections_url = settings.connections_url.filter(|url| !url.is_empty());
        if connections_url.as_deref().is_some_and(|url| origin_part(url).is_none()) {
            faults.push("connections_url: begins with https://; plain http only on this machine".into());
        }
        let address_limits = read_or(&mut faults, "address_limits", settings.address_limits, Some(100), |text| {
            let share = || text.strip_suffix('%')?.parse().ok().filter(|share| (1..=100_000).contains(share));
            if text == "off" { Ok(None) } else { share().map(Some).ok_or("is `off`, or a share such as 200%") }
        });
        if settings.metrics_token.as_deref().is_some_and(|token| !token.is_empty() && token.len() < 16) {
            faults.push("metrics_token: has at least 16 characters".into());
        }
        if mode != Mode::Production && !listen.ip().is_loopback() {
            faults.push(format!("mode: {} listens on loopback only, not on {}", mode.as_str(), listen.ip()));
        }
        if mode == Mode::Production && settings.test_hosts.as_ref().is_some_and(|hosts| !hosts.is_empty()) {
            faults.push("test_hosts: stand only with mode test or dev".into());
        }
        let plans = settings.plans.unwrap_or_else(console::shipped);
        for (n, plan) in plans.iter().enumerate() {
            faults.extend(plan.fault().map(|fault| format!("plans[{n}]: {fault}")));
            if plans[..n].iter().any(|before| before.code == plan.code) {
                faults.push(format!("plans[{n}]: `{}` stands twice", plan.code));
            }
        }
        let platform_captcha =
            read_or(&mut faults, "platform_captcha", settings.platform_captcha, true, |text| match text {
                "altcha" => Ok(true),
                "off" => Ok(false),
                _ => Err("is altcha or off"),
            });
        let store = settings.store.and_then(|store| store_of(store, &database, &mut faults));
        let scanner = settings.scanner.map(ScannerSettings::scanner).transpose();
        let scanner = scanner.unwrap_or_else(|fault| {
            faults.push(format!("scanner: {fault}"));
            None
        });
        if !faults.is_empty() {
            return Err(BadSettings(faults));
        }
        let policy = Policy {
            base_domain,
            mode,
            ports: Vec::new(),
            trusted_proxies,
            test_hosts: settings.test_hosts.unwrap_or_default(),
            connections_url,
            // The API's own, once it is put together.
            areas: Areas::default(),
        };
        Ok(Self {
            listen,
            schools: settings.schools.unwrap_or_else(|| data.join("schools")),
            secret_file: settings.secret_file.unwrap_or_else(|| data.join("secret")),
            data,
            database,
            policy,
            smtp: settings.smtp.filter(|url| !url.is_empty()),
            smtp_ca: settings.smtp_ca,
            address_limits,
            public_origin: settings.public_origin,
            log_format,
            log: settings.log.unwrap_or_else(|| "info".into()),
            metrics_token: settings.metrics_token.filter(|token| !token.is_empty()),
            connections: Connections::of(settings.max_connections.unwrap_or(4096).max(1)),
            web_dir: settings.web_dir,
            plans,
            platform_captcha,
            store,
            scanner,
            handler_timeout: Duration::from_secs(55),
            header_timeout: Duration::from_secs(10),
            crowded_timeout: Duration::from_secs(3),
            body_idle: Duration::from_secs(30),
            slowest_reader: 1024,
        })
    }

    /// The origin under which a host's pages are reached, for links.
    #[must_use]
    pub fn origin_of(&self, host: &str) -> String {
        match &self.public_origin {
            Some(template) => template.replace("{host}", host),
            None if self.listen.port() == 80 => format!("http://{host}"),
            None => format!("http://{host}:{}", self.listen.port()),
        }
    }

    /// Folder of what schools publish over their bundles.
    #[must_use]
    pub fn overlays(&self) -> PathBuf {
        self.data.join("overlays")
    }

    /// Whether pages are reached by TLS, which a proxy in front of us ends.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_origin.as_deref().is_some_and(|origin| origin.starts_with("https://"))
    }

    /// Whether a peer's forwarded headers are believed.
    #[must_use]
    pub fn trusts(&self, peer: IpAddr) -> bool {
        self.policy.trusted_proxies.iter().any(|range| range.contains(peer))
    }
}

/// The store with its key, or what is wrong with it.
fn store_of(settings: StoreSettings, database: &DbConfig, faults: &mut Vec<String>) -> Option<Store> {
    faults.extend(settings.faults());
    if matches!(database, DbConfig::Lite { .. }) {
        faults.push("store: needs a PostgreSQL `database`; SQLite lies on one machine's own disk".into());
    }
    match settings.access(|name| std::env::var(name).ok()) {
        Ok(access) => Some(Store { settings, access }),
        Err(lacking) => {
            faults.extend(lacking);
            None
        }
    }
}

fn read_or<T>(
    faults: &mut Vec<String>,
    name: &str,
    text: Option<String>,
    default: T,
    read: impl Fn(&str) -> Result<T, &'static str>,
) -> T {
    match text.as_deref().map(read) {
        None => default,
        Some(Ok(value)) => value,
        Some(Err(fault)) => {
            faults.push(format!("{name}: `{}` {fault}", text.unwrap_or_default()));
            default
        }
    }
}

/// The origin of an address that pages may fetch from: by TLS, or on this very machine. What could break out of a header's
/// list of sources is none.
#[must_use]
pub fn origin_part(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    let local = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    let sound =
        !host.is_empty() && authority.chars().all(plain) && !url.chars().any(|c| c.is_whitespace() || c.is_control());
    let allowed = scheme == "https" || (scheme == "http" && local);
    (sound && allowed).then(|| &url[..scheme.len() + 3 + authority.len()])
}

fn is_origin(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        let host = rest.replace("{host}", "host");
        !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ', '{', '}'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: Settings) -> Result<Config, Vec<String>> {
        Config::from_settings(settings).map_err(|bad| bad.0)
    }

    #[test]
    fn silence_is_a_local_production_server() {
        let config = read(Settings::default()).expect("defaults");
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!((config.policy.base_domain.as_str(), config.policy.mode), ("localhost", Mode::Production));
        assert_eq!(config.schools, PathBuf::from("data/schools"));
        assert_eq!(config.origin_of("abq.localhost"), "http://abq.localhost:8080");
        assert!(!config.is_https());
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let faults = read(Settings {
            listen: Some("8080".into()),
            mode: Some("prod".into()),
            base_domain: Some("a..b".into()),
            database: Some("mysql://x".into()),
            trusted_proxies: Some(vec!["10.0.0.0/99".into()]),
            public_origin: Some("abq.example".into()),
            smtp: Some("mail.example".into()),
            metrics_token: Some("short".into()),
            log_format: Some("xml".into()),
            ..Settings::default()
        })
        .expect_err("faults");
        assert_eq!(faults.len(), 9, "{faults:#?}");
    }

    #[test]
    fn test_modes_stay_on_loopback() {
        let open = Settings { listen: Some("0.0.0.0:8080".into()), mode: Some("test".into()), ..Settings::default() };
        assert_eq!(read(open).expect_err("fault").len(), 1);
        let production = Settings { listen: Some("0.0.0.0:8080".into()), ..Settings::default() };
        assert!(read(production).is_ok());
        let hosts = Settings { test_hosts: Some(vec!["x.example".into()]), ..Settings::default() };
        assert!(read(hosts).is_err());
    }

    #[test]
    fn a_file_with_an_unknown_key_is_refused_and_the_command_line_wins() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("qabul.yaml");
        std::fs::write(&path, "listen: 127.0.0.1:1\nbase_domain: a.example\n").expect("write");
        let file = Settings::from_file(&path).expect("settings");
        let merged = Settings { listen: Some("127.0.0.1:2".into()), ..Settings::default() }.or(file);
        let config = read(merged).expect("config");
        assert_eq!((config.listen.port(), config.policy.base_domain.as_str()), (2, "a.example"));
        std::fs::write(&path, "lisen: 127.0.0.1:1\n").expect("write");
        assert!(Settings::from_file(&path).expect_err("unknown key").to_string().contains("lisen"));
    }

    #[test]
    fn a_list_of_places_comes_by_tls_or_from_this_machine() {
        assert_eq!(origin_part("https://lists.example/a?b"), Some("https://lists.example"));
        assert_eq!(origin_part("http://127.0.0.1:9/x"), Some("http://127.0.0.1:9"));
        for bad in [
            "http://lists.example",
            "https://",
            "ftp://a.example",
            "https://a.example; script-src *",
            "https://a@b.example/",
        ] {
            assert_eq!(origin_part(bad), None, "{bad}");
        }
        let limits = |text: &str| {
            read(Settings { address_limits: Some(text.into()), ..Settings::default() })
                .map(|config| config.address_limits)
        };
        assert_eq!((limits("off"), limits("250%")), (Ok(None), Ok(Some(250))));
        assert!(limits("0%").is_err() && limits("many").is_err());
    }

    #[test]
    fn links_carry_the_public_origin() {
        let settings = Settings { public_origin: Some("https://{host}".into()), ..Settings::default() };
        let config = read(settings).expect("config");
        assert!(config.is_https());
        assert_eq!(config.origin_of("abq.example"), "https://abq.example");
    }
}
