//! The schema of both databases: `sqlite/` and `postgres/`, equal numbers and names, held equal by a test.
//!
//! To add one: the same file name in both folders, expand before contract (the old binary must run on the new schema),
//! a comment on each column that a reader would question, and never an edit of an applied file.

use sqlx::migrate::Migrator;

/// Run on each school's SQLite file when it is opened.
pub static SQLITE: Migrator = sqlx::migrate!("./sqlite");
/// Run once at start by the database's owner.
pub static POSTGRES: Migrator = sqlx::migrate!("./postgres");
