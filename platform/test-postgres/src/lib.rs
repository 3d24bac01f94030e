//! A PostgreSQL database of a test's own, in the cluster that `QABUL_TEST_POSTGRES` names; its user makes databases.
//!
//! The migrations run once a cluster, into a template under their own checksum; a test's database is a copy of it.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use kernel::db::{Db, DbConfig, Migrator, PlatformDb};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use words::{Rng as _, SystemRng};

/// Names the cluster.
const VARIABLE: &str = "QABUL_TEST_POSTGRES";
/// Set where the cluster is thrown away with all its databases: each that is dropped before waits for a checkpoint, and so does
/// whoever writes meanwhile.
const KEEP: &str = "QABUL_TEST_POSTGRES_KEEP";
/// Whose turn it is to make the template.
const TEMPLATE_LOCK: i64 = 0x0071_6162_756C;

/// A fresh database, dropped with this value unless the cluster is thrown away.
#[derive(Debug)]
pub struct FreshDatabase {
    server: String,
    name: String,
}

/// The cluster's address, when there is one.
#[must_use]
pub fn server() -> Option<String> {
    std::env::var(VARIABLE).ok().filter(|url| !url.is_empty())
}

/// A database with nothing in it; `None` without a cluster.
pub async fn empty() -> Result<Option<FreshDatabase>> {
    let Some(server) = server() else { return Ok(None) };
    let mut admin = connect(&server).await?;
    Ok(Some(FreshDatabase::make(&mut admin, server, "template1").await?))
}

/// A database with all tables and no rows; `None` without a cluster.
pub async fn migrated() -> Result<Option<FreshDatabase>> {
    let Some(server) = server() else { return Ok(None) };
    let mut admin = connect(&server).await?;
    let template = template(&mut admin, &server).await?;
    Ok(Some(FreshDatabase::make(&mut admin, server, &template).await?))
}

async fn connect(server: &str) -> Result<PgConnection> {
    PgConnection::connect(server).await.context("the cluster of QABUL_TEST_POSTGRES does not answer")
}

/// The template's name; it is made by whoever comes first.
async fn template(admin: &mut PgConnection, server: &str) -> Result<String> {
    let template = format!("qabul_template_{}", checksum(&[&migrations::POSTGRES, &migrations::PLATFORM_POSTGRES]));
    if exists(admin, &template).await? {
        return Ok(template);
    }
    sqlx::query("SELECT pg_advisory_lock($1)").bind(TEMPLATE_LOCK).execute(&mut *admin).await?;
    if !exists(admin, &template).await? {
        let draft = FreshDatabase::make(admin, server.to_owned(), "template1").await?;
        let config = || DbConfig::Pg { url: draft.url(), connections: 1 };
        drop(Db::open(config(), &migrations::POSTGRES).await?);
        drop(PlatformDb::open(config(), &migrations::PLATFORM_POSTGRES).await?);
        // Whom nobody may connect to is never busy when it is copied. What still is connected is told to go.
        let close = format!(
            "ALTER DATABASE {0} ALLOW_CONNECTIONS false;
             SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{0}'",
            draft.name
        );
        sqlx::raw_sql(AssertSqlSafe(close)).execute(&mut *admin).await?;
        let renamed = format!("ALTER DATABASE {} RENAME TO {template}", draft.name);
        while admin.execute(AssertSqlSafe(renamed.clone())).await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    sqlx::query("SELECT pg_advisory_unlock($1)").bind(TEMPLATE_LOCK).execute(admin).await?;
    Ok(template)
}

async fn exists(admin: &mut PgConnection, name: &str) -> Result<bool> {
    let found = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)");
    Ok(found.bind(name).fetch_one(admin).await?)
}

/// A few characters that are others as soon as a migration is.
fn checksum(migrators: &[&Migrator]) -> String {
    let all: Vec<u8> = migrators.iter().flat_map(|each| each.iter()).flat_map(|each| each.checksum.to_vec()).collect();
    words::sha256_hex(&all)[..16].to_owned()
}

impl FreshDatabase {
    async fn make(admin: &mut PgConnection, server: String, template: &str) -> Result<Self> {
        let mut bytes = [0u8; 6];
        SystemRng.fill(&mut bytes);
        let name = format!("qabul_test_{}", data_encoding::HEXLOWER.encode(&bytes));
        admin.execute(AssertSqlSafe(format!("CREATE DATABASE {name} TEMPLATE {template}"))).await?;
        Ok(Self { server, name })
    }

    /// Its address, for its owner.
    #[must_use]
    pub fn url(&self) -> String {
        let (base, query) =
            self.server.split_once('?').map_or((self.server.as_str(), None), |(base, query)| (base, Some(query)));
        let before = match base.rsplit_once('/') {
            Some((before, _)) if !before.ends_with('/') => before,
            _ => base,
        };
        let mut url = format!("{before}/{}", self.name);
        if let Some(query) = query {
            let _ = write!(url, "?{query}");
        }
        url
    }
}

impl Drop for FreshDatabase {
    fn drop(&mut self) {
        if std::env::var_os(KEEP).is_some() {
            return;
        }
        let (server, name) = (self.server.clone(), self.name.clone());
        // A runtime of its own: the test's may be ending. What cannot be dropped goes with the cluster.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let Ok(runtime) = runtime else { return };
            runtime.block_on(async {
                if let Ok(mut admin) = PgConnection::connect(&server).await {
                    let _ = admin.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))).await;
                }
            });
        });
        let _ = dropping.join();
    }
}
