//! The options that every command reads: the same names on the command line, in the environment and in `qabul.yaml`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use server::{Config, Settings};

/// Options of every command.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Options of every command")]
pub struct Options {
    /// Configuration file; `qabul.yaml` in the working folder is read when it is there
    #[arg(long, global = true, env = "QABUL_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address and port to listen on [127.0.0.1:8080]
    #[arg(long, global = true, env = "QABUL_LISTEN", value_name = "A:P")]
    listen: Option<String>,
    /// Folder of databases, files and secrets [./data]
    #[arg(long, global = true, env = "QABUL_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// Folder of the schools' bundles [<data>/schools]
    #[arg(long, global = true, env = "QABUL_SCHOOLS", value_name = "DIR")]
    schools: Option<PathBuf>,
    /// PostgreSQL URL; SQLite under the data folder when left out
    #[arg(long, global = true, env = "QABUL_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,
    /// Schools live at <id>.<base domain> [localhost]
    #[arg(long, global = true, env = "QABUL_BASE_DOMAIN", value_name = "D")]
    base_domain: Option<String>,
    /// production, test or dev [production]
    #[arg(long, global = true, env = "QABUL_MODE")]
    mode: Option<String>,
    /// Mail server, such as smtp://user:password@host:587?tls=required; mail goes to <data>/mail when left out
    #[arg(long, global = true, env = "QABUL_SMTP", value_name = "URL", hide_env_values = true)]
    smtp: Option<String>,
    /// Certificates (PEM) that the mail server's own may come from, beside the usual ones
    #[arg(long, global = true, env = "QABUL_SMTP_CA", value_name = "FILE")]
    smtp_ca: Option<PathBuf>,
    /// Where the web fetches its list of other places from
    #[arg(long, global = true, env = "QABUL_CONNECTIONS_URL", value_name = "URL")]
    connections_url: Option<String>,
    /// How often one network address may try: off, or a share of the defaults [100%]
    #[arg(long, global = true, env = "QABUL_ADDRESS_LIMITS", value_name = "N%")]
    address_limits: Option<String>,
    /// File of the server's secret, shared by several servers [<data>/secret]
    #[arg(long, global = true, env = "QABUL_SECRET_FILE", value_name = "F")]
    secret_file: Option<PathBuf>,
    /// Proxies whose forwarded headers are believed: addresses or ranges, comma separated
    #[arg(long, global = true, env = "QABUL_TRUSTED_PROXIES", value_name = "LIST", value_delimiter = ',')]
    trusted_proxies: Option<Vec<String>>,
    /// Origin of links, such as 'https://{host}'
    #[arg(long, global = true, env = "QABUL_PUBLIC_ORIGIN", value_name = "O")]
    public_origin: Option<String>,
    /// pretty or json [pretty]
    #[arg(long, global = true, env = "QABUL_LOG_FORMAT", value_name = "F")]
    log_format: Option<String>,
    /// What is logged, such as info or warn,server=debug [info]
    #[arg(long, global = true, env = "QABUL_LOG", value_name = "FILTER")]
    log: Option<String>,
    /// Bearer that may read /metrics from elsewhere than this machine
    #[arg(long, global = true, env = "QABUL_METRICS_TOKEN", value_name = "T", hide_env_values = true)]
    metrics_token: Option<String>,
    /// SQLite files that stay open [256]
    #[arg(long, global = true, env = "QABUL_OPEN_SCHOOLS", value_name = "N")]
    open_schools: Option<usize>,
    /// Most PostgreSQL connections [16]
    #[arg(long, global = true, env = "QABUL_DATABASE_CONNECTIONS", value_name = "N")]
    database_connections: Option<u32>,
    /// Most connections of browsers at once [4096]
    #[arg(long, global = true, env = "QABUL_MAX_CONNECTIONS", value_name = "N")]
    max_connections: Option<usize>,
    /// Hosts that count as this machine in test and dev mode, comma separated
    #[arg(long, global = true, env = "QABUL_TEST_HOSTS", value_name = "LIST", value_delimiter = ',')]
    test_hosts: Option<Vec<String>>,
    /// A web build to serve in place of the embedded one
    #[arg(long, global = true, env = "QABUL_WEB_DIR", value_name = "DIR")]
    web_dir: Option<PathBuf>,
    /// altcha or off: whether a request for a school has to prove that a person asks [altcha]
    #[arg(long, global = true, env = "QABUL_PLATFORM_CAPTCHA", value_name = "P")]
    platform_captcha: Option<String>,
}

impl Options {
    /// The configuration that these options, the environment and the file come to.
    pub fn config(self) -> Result<Config> {
        let named = self.config.is_some();
        let path = self.config.clone().unwrap_or_else(|| PathBuf::from("qabul.yaml"));
        let file = if named || path.exists() { Settings::from_file(&path)? } else { Settings::default() };
        Ok(Config::from_settings(self.settings().or(file))?)
    }

    fn settings(self) -> Settings {
        Settings {
            listen: self.listen,
            data: self.data,
            schools: self.schools,
            database: self.database,
            base_domain: self.base_domain,
            mode: self.mode,
            smtp: self.smtp,
            smtp_ca: self.smtp_ca,
            connections_url: self.connections_url,
            address_limits: self.address_limits,
            secret_file: self.secret_file,
            trusted_proxies: self.trusted_proxies,
            public_origin: self.public_origin,
            log_format: self.log_format,
            log: self.log,
            metrics_token: self.metrics_token,
            open_schools: self.open_schools,
            database_connections: self.database_connections,
            max_connections: self.max_connections,
            test_hosts: self.test_hosts,
            web_dir: self.web_dir,
            plans: None,
            platform_captcha: self.platform_captcha,
            // They stand in qabul.yaml alone.
            store: None,
            scanner: None,
        }
    }
}
