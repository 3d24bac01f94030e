//! PostgreSQL: shared tables, row-level security, an application role that owns nothing.

use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _, Executor, PgConnection, Postgres, Transaction};
use words::SchoolId;
use words::sabotage::{Guard, is_removed};

use super::seats::{Seat, Seats};
use super::{Connection, SchoolTx, StoreError};
use crate::outbox::Lane;

/// The role of every serving connection; made by the first migration.
const APP_ROLE: &str = "qabul_app";
/// The role of the platform's own connections; made by the platform's first migration.
const PLATFORM_ROLE: &str = "qabul_platform";
/// Where the platform's own tables are.
const PLATFORM_SCHEMA: &str = "platform";

/// The longest that a statement of a request may take: whoever hung up cannot take theirs back.
const LONGEST: &str = "SET statement_timeout = '60s'";

/// A transaction on a connection that its school has a seat for; only its end takes it apart.
pub(super) struct Held(Option<(Transaction<'static, Postgres>, Seat)>);

impl Held {
    /// Its connection.
    pub fn connection(&mut self) -> &mut PgConnection {
        match &mut self.0 {
            Some((transaction, _)) => transaction,
            None => unreachable!("a transaction is over when it is committed or dropped"),
        }
    }

    async fn commit(mut self) -> Result<(), StoreError> {
        let Some((transaction, seat)) = self.0.take() else { return Ok(()) };
        let done = transaction.commit().await.map_err(StoreError::from);
        drop(seat);
        done
    }
}

impl Drop for Held {
    /// The seat is given back once the connection is: whoever hangs up in the midst of a statement leaves it running, and would take the
    /// next connection for the same seat.
    fn drop(&mut self) {
        let Some((transaction, seat)) = self.0.take() else { return };
        if is_removed(Guard::SeatOfGone) {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                // One that fails is a connection that is gone.
                drop(transaction.rollback().await);
                drop(seat);
            });
        }
    }
}

pub(super) struct Cluster {
    pool: PgPool,
    /// Whose turn at them it is.
    seats: Seats,
    /// How many connections may have died at once.
    connections: u32,
}

impl Cluster {
    pub(super) async fn open(url: &str, connections: u32, migrator: &'static Migrator) -> Result<Self, StoreError> {
        let options = options(url)?;
        let mut owner = options.connect().await?;
        migrator.run_direct(None, &mut owner, false).await?;
        refuse_unsafe(&mut owner, APP_ROLE).await?;
        owner.close().await?;
        Ok(Self {
            pool: pool(options, connections, "SET ROLE qabul_app").await?,
            seats: Seats::of_schools(connections),
            connections,
        })
    }

    /// The platform's own schema, with a role that sees no school's tables, as theirs sees none of these.
    pub(super) async fn open_platform(
        url: &str,
        connections: u32,
        migrator: &'static Migrator,
    ) -> Result<Self, StoreError> {
        let options = options(url)?.options([("search_path", PLATFORM_SCHEMA)]);
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
        Ok(Self {
            pool: pool(options, connections, "SET ROLE qabul_platform").await?,
            seats: Seats::of_one(connections),
            connections,
        })
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
        let seat = self.seats.take(school).await?;
        let mut dead = 0;
        let transaction = loop {
            match self.pool.begin_with(AssertSqlSafe(begin.clone())).await {
                Err(error) if self.is_dead(&error, &mut dead) => {}
                other => break other?,
            }
        };
        Ok(SchoolTx::new(school.clone(), Connection::Pg(Held(Some((transaction, seat))))))
    }

    pub(super) async fn commit(&self, mut tx: SchoolTx) -> Result<(), StoreError> {
        tx.send_held().await?;
        match tx.connection.0 {
            Connection::Pg(held) => held.commit().await,
            _ => Err(StoreError::Broken("no PostgreSQL transaction".into())),
        }
    }

    /// Where jobs of all schools are due: under a role that sees nothing else of them, and of no other table a row.
    pub(super) async fn waiting(&self, now: i64) -> Result<Vec<(SchoolId, Lane)>, StoreError> {
        let mut tx = self.pool.begin_with("BEGIN READ ONLY; SET LOCAL ROLE qabul_outbox").await?;
        let rows: Vec<(String, i64)> = sqlx::query_as(
            "SELECT DISTINCT school_id, lane FROM outbox WHERE state = 'ready' AND due_at <= $1 AND lease_until <= $1",
        )
        .bind(now)
        .fetch_all(&mut *tx)
        .await?;
        tx.commit().await?;
        let known = |(school, lane): (String, i64)| Some((SchoolId::parse(&school).ok()?, Lane::of(lane)));
        Ok(rows.into_iter().filter_map(known).collect())
    }

    pub(super) async fn ping(&self) -> Result<(), StoreError> {
        self.now_ms().await.map(drop)
    }

    /// What the database's own clock says, in milliseconds.
    pub(super) async fn now_ms(&self) -> Result<i64, StoreError> {
        let mut dead = 0;
        loop {
            let asked = sqlx::query_scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
            match asked.fetch_one(&self.pool).await {
                Err(error) if self.is_dead(&error, &mut dead) => {}
                other => return other.map_err(StoreError::from),
            }
        }
    }

    /// Whether what changed nothing yet is to be tried on the next connection. A restarted PostgreSQL leaves the whole pool
    /// dead, and each such connection is known only once it is used: what meets one takes the next, until a fresh one is opened.
    fn is_dead(&self, error: &sqlx::Error, met: &mut u32) -> bool {
        *met += 1;
        *met <= self.connections && is_dead(error)
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}

/// How the URL's server is reached. What exists already and is skipped is no news.
fn options(url: &str) -> Result<PgConnectOptions, sqlx::Error> {
    let options = url.parse::<PgConnectOptions>()?.disable_statement_logging();
    Ok(options.options([("client_min_messages", "warning")]))
}

/// Whether an error says that the connection was dead before anything was asked on it. A pool that waited in vain for a
/// connection is none: the server is away, and waiting again would only take longer.
fn is_dead(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) => true,
        // Ended by an administrator or a crash, and classes of broken connections.
        sqlx::Error::Database(db) => db
            .code()
            .is_some_and(|code| matches!(&*code, "57P01" | "57P02" | "57P05" | "25P03") || code.starts_with("08")),
        _ => false,
    }
}

#[expect(clippy::disallowed_methods, reason = "the one pool")]
async fn pool(options: PgConnectOptions, connections: u32, role: &'static str) -> Result<PgPool, StoreError> {
    let pool = PgPoolOptions::new()
        .max_connections(connections)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(5))
        .after_connect(move |connection, _| {
            Box::pin(async move {
                connection.execute(LONGEST).await?;
                connection.execute(role).await.map(drop)
            })
        })
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
