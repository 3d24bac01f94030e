//! A database of a test's own: a folder of SQLite files, or a fresh PostgreSQL database.

use std::path::Path;
use std::sync::Arc;

use kernel::caller::SchoolScope;
use kernel::db::{Db, DbConfig, Native};
use sqlx::AssertSqlSafe;
use test_postgres::FreshDatabase;
use words::SchoolId;

/// Which database a test runs on. A PostgreSQL database is gone with the last copy of its place.
#[derive(Debug, Clone)]
pub enum Place {
    Lite,
    Pg(Arc<FreshDatabase>),
}

impl Place {
    /// A new PostgreSQL database; `None` when there is no cluster to make it in.
    pub async fn postgres() -> Option<Self> {
        Some(Self::Pg(Arc::new(test_postgres::migrated().await.unwrap()?)))
    }

    /// How to open it; SQLite files lie in `folder`.
    pub fn config(&self, folder: &Path, open_schools: usize) -> DbConfig {
        match self {
            Self::Lite => DbConfig::Lite { folder: folder.join("db"), open_schools },
            Self::Pg { .. } => DbConfig::Pg { url: self.url().unwrap(), connections: 8 },
        }
    }

    /// Opens it.
    pub async fn open(&self, folder: &Path, open_schools: usize) -> Db {
        let migrator = match self {
            Self::Lite => &migrations::SQLITE,
            Self::Pg { .. } => &migrations::POSTGRES,
        };
        Db::open(self.config(folder, open_schools), migrator).await.unwrap().0
    }

    /// The PostgreSQL database's address, for its owner.
    pub fn url(&self) -> Option<String> {
        match self {
            Self::Lite => None,
            Self::Pg(database) => Some(database.url()),
        }
    }
}

/// The scope of a school that the test vouches for.
pub fn scope(id: &str) -> SchoolScope {
    SchoolScope::vouch(SchoolId::parse(id).unwrap())
}

/// One number out of a school, by any SQL; `$1` is the school.
pub async fn number(db: &Db, school: &str, sql: &str) -> i64 {
    let mut tx = db.read(&scope(school)).await.unwrap();
    let sql = AssertSqlSafe(sql.to_owned());
    match tx.connection() {
        Native::Lite(c) => sqlx::query_scalar(sql).bind(school).fetch_one(c).await.unwrap(),
        Native::Pg(c) => sqlx::query_scalar(sql).bind(school).fetch_one(c).await.unwrap(),
        Native::Direct(_) => unreachable!("a reader"),
    }
}

/// Some texts out of a school, by any SQL; `$1` is the school.
pub async fn texts(db: &Db, school: &str, sql: &str) -> Vec<String> {
    let mut tx = db.read(&scope(school)).await.unwrap();
    let sql = AssertSqlSafe(sql.to_owned());
    match tx.connection() {
        Native::Lite(c) => sqlx::query_scalar(sql).bind(school).fetch_all(c).await.unwrap(),
        Native::Pg(c) => sqlx::query_scalar(sql).bind(school).fetch_all(c).await.unwrap(),
        Native::Direct(_) => unreachable!("a reader"),
    }
}

/// Runs any SQL as a write of a school; `$1` is the school.
pub async fn execute(db: &Db, school: &str, sql: &str) -> Result<u64, kernel::StoreError> {
    let (own, sql) = (school.to_owned(), sql.to_owned());
    db.write(&scope(school), move |tx| {
        Box::pin(async move {
            Ok(match tx.connection() {
                Native::Direct(direct) => direct.execute(&sql, &[&own.as_str()])?,
                Native::Pg(c) => sqlx::query(AssertSqlSafe(sql)).bind(own).execute(c).await?.rows_affected(),
                Native::Lite(_) => unreachable!("a writer"),
            })
        })
    })
    .await
}
