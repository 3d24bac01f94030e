//! The schemas of both databases: `sqlite/` and `postgres/`, equal numbers and names, held equal by a test; `platform/` has the
//! platform's own set, for a database apart.
//!
//! To add one: the same file name in both folders, expand before contract (the old binary must run on the new schema),
//! a comment on each column that a reader would question, and never an edit of an applied file.

use sqlx::migrate::Migrator;

/// Run on each school's SQLite file when it is opened.
pub static SQLITE: Migrator = sqlx::migrate!("./sqlite");
/// Run once at start by the database's owner.
pub static POSTGRES: Migrator = sqlx::migrate!("./postgres");
/// The platform's own: run on its SQLite file when it is opened.
pub static PLATFORM_SQLITE: Migrator = sqlx::migrate!("./platform/sqlite");
/// The platform's own: run once at start, in the schema `platform`.
pub static PLATFORM_POSTGRES: Migrator = sqlx::migrate!("./platform/postgres");
