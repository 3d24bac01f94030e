//! A PostgreSQL database of a test's own.

use anyhow::{Context as _, Result};
use kernel::{Rng as _, SystemRng};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

/// Names the cluster: its user makes databases.
pub const VARIABLE: &str = "QABUL_TEST_POSTGRES";

/// A fresh database, dropped with this value.
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

/// Makes a fresh database; `None` without a cluster.
pub async fn fresh() -> Result<Option<FreshDatabase>> {
    let Some(server) = server() else { return Ok(None) };
    let mut bytes = [0u8; 6];
    SystemRng.fill(&mut bytes);
    let name = format!("qabul_test_{}", data_encoding::HEXLOWER.encode(&bytes));
    let mut admin =
        PgConnection::connect(&server).await.context("the cluster of QABUL_TEST_POSTGRES does not answer")?;
    admin.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await?;
    Ok(Some(FreshDatabase { server, name }))
}

impl FreshDatabase {
    /// Its address, for its owner.
    #[must_use]
    pub fn url(&self) -> String {
        let (base, query) =
            self.server.split_once('?').map_or((self.server.as_str(), None), |(base, query)| (base, Some(query)));
        let before = match base.rsplit_once('/') {
            Some((before, _)) if !before.ends_with('/') => before,
            _ => base,
        };
        let query = query.map(|query| format!("?{query}")).unwrap_or_default();
        format!("{before}/{}{query}", self.name)
    }
}

impl Drop for FreshDatabase {
    fn drop(&mut self) {
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
