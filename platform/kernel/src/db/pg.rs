//! PostgreSQL: shared tables, row-level security, an application role that owns nothing.

use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _, Executor};

use super::{Connection, SchoolTx, StoreError};
use crate::SchoolId;
use crate::sabotage::{Guard, is_removed};

/// The role of every serving connection; made by the first migration.
const APP_ROLE: &str = "qabul_app";
/// The role of the platform's own connections; made by the platform's first migration.
const PLATFORM_ROLE: &str = "qabul_platform";
/// Where the platform's own tables are.
const PLATFORM_SCHEMA: &str = "platform";

pub(super) struct Cluster {
    pool: PgPool,
}

impl Cluster {
    pub(super) async fn open(url: &str, connections: u32, migrator: &'static Migrator) -> Result<Self, StoreError> {
        let options: PgConnectOptions = url.parse::<PgConnectOptions>()?.disable_statement_logging();
        let mut owner = options.connect().await?;
        migrator.run_direct(None, &mut owner, false).await?;
        refuse_unsafe(&mut owner, APP_ROLE).await?;
        owner.close().await?;
        Ok(Self { pool: pool(options, connections, "SET ROLE qabul_app").await? })
    }

    /// The platform's own schema, with a role that sees no school's tables, as theirs sees none of these.
    pub(super) async fn open_platform(
        url: &str,
        connections: u32,
        migrator: &'static Migrator,
    ) -> Result<Self, StoreError> {
        let options: PgConnectOptions = url.parse::<PgConnectOptions>()?.disable_statement_logging();
        let options = options.options([("search_path", PLATFORM_SCHEMA)]);
        let mut owner = options.connect().await?;
        // Before the migrations: their own table stands in it too.
        let made = owner.execute("CREATE SCHEMA IF NOT EXISTS platform").await.map(drop).map_err(StoreError::from);
        match made {
            // Another server was quicker.
            Ok(()) | Err(StoreError::Taken) => {}
            Err(error) => return Err(error),
        }
        migrator.run_direct(None, &mut owner, false).await?;
        refuse_unsafe(&mut owner, PLATFORM_ROLE).await?;
        owner.close().await?;
        Ok(Self { pool: pool(options, connections, "SET ROLE qabul_platform").await? })
    }

    /// Opens a transaction of the platform's own.
    pub(super) async fn begin_platform(&self, label: &SchoolId) -> Result<SchoolTx, StoreError> {
        self.begin_with(label, "BEGIN".to_owned()).await
    }

    /// Opens a transaction and says in the same trip which school it is for.
    pub(super) async fn begin(&self, school: &SchoolId) -> Result<SchoolTx, StoreError> {
        // The slug's alphabet has no quote.
        self.begin_with(school, format!("BEGIN; SET LOCAL app.school_id = '{school}'")).await
    }

    /// The same, for a commit that does not wait for the disk.
    pub(super) async fn begin_unsynced(&self, school: &SchoolId) -> Result<SchoolTx, StoreError> {
        let begin = format!("BEGIN; SET LOCAL app.school_id = '{school}'; SET LOCAL synchronous_commit = off");
        self.begin_with(school, begin).await
    }

    async fn begin_with(&self, school: &SchoolId, mut begin: String) -> Result<SchoolTx, StoreError> {
        // For each transaction, since connections that were opened before have the role.
        if is_removed(Guard::RowSecurity) {
            begin.push_str("; SET LOCAL ROLE NONE");
        }
        let transaction = match self.pool.begin_with(AssertSqlSafe(begin.clone())).await {
            // A connection that died with a restarted server: one more try takes a fresh one.
            Err(sqlx::Error::Io(_) | sqlx::Error::Protocol(_)) => self.pool.begin_with(AssertSqlSafe(begin)).await?,
            other => other?,
        };
        Ok(SchoolTx::new(school.clone(), Connection::Pg(transaction)))
    }

    pub(super) async fn commit(&self, tx: SchoolTx) -> Result<(), StoreError> {
        match tx.connection.0 {
            Connection::Pg(transaction) => transaction.commit().await.map_err(StoreError::from),
            _ => Err(StoreError::Broken("no PostgreSQL transaction".into())),
        }
    }

    pub(super) async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await.map(drop).map_err(StoreError::from)
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}

async fn pool(options: PgConnectOptions, connections: u32, role: &'static str) -> Result<PgPool, StoreError> {
    let pool = PgPoolOptions::new()
        .max_connections(connections)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(5))
        .after_connect(move |connection, _| Box::pin(async move { connection.execute(role).await.map(drop) }))
        .connect_with(options)
        .await?;
    Ok(pool)
}

/// Refuses to serve where the promise "an answer is sent after the commit is on disk", or the wall between schools,
/// would not hold.
async fn refuse_unsafe(owner: &mut sqlx::PgConnection, role: &str) -> Result<(), StoreError> {
    for setting in ["fsync", "full_page_writes", "synchronous_commit"] {
        let value: String =
            sqlx::query_scalar("SELECT current_setting($1)").bind(setting).fetch_one(&mut *owner).await?;
        if value == "off" {
            return Err(StoreError::Broken(format!("PostgreSQL runs with {setting} = {value}")));
        }
    }
    let unsafe_role: bool = sqlx::query_scalar(
        "SELECT rolsuper OR rolbypassrls OR EXISTS (SELECT 1 FROM pg_class c WHERE c.relowner = r.oid AND c.relkind = 'r')
         FROM pg_roles r WHERE rolname = $1",
    )
    .bind(role)
    .fetch_one(&mut *owner)
    .await?;
    if unsafe_role {
        return Err(StoreError::Broken(format!("role {role} owns tables or bypasses row-level security")));
    }
    Ok(())
}
