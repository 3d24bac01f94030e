//! The schemas of both databases, out of one text: `schools/` for what each school has, `platform/` for the platform's own database apart.
//! `build.rs` adds what is each database's own: walls and rights on PostgreSQL, triggers on SQLite.
//!
//! To add one: a folder with the next number, `0013_name/`, in it a file for each room that it is of (`1_kernel.sql`), and `make migration`,
//! which notes its digests in `closed.txt`: from then on a test refuses an edit. Expand before contract (the old binary must run on
//! the new schema), and a comment on each column that a reader would question. A line `-- append-only: table` keeps a table from
//! being changed, and a line `-- kept: table but where …` from losing rows, and from being changed but where that holds of `OLD` and `NEW`;
//! what only PostgreSQL needs stands in `postgres_before.sql` and `postgres_after.sql`.

use std::sync::LazyLock;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// A migration as both databases run it.
struct Text {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

const SCHOOLS: &[Text] = include!(concat!(env!("OUT_DIR"), "/schools.rs"));
const OF_PLATFORM: &[Text] = include!(concat!(env!("OUT_DIR"), "/platform.rs"));

/// Run on each school's SQLite file when it is opened.
pub static SQLITE: LazyLock<Migrator> = LazyLock::new(|| migrator(SCHOOLS, |text| text.sqlite));
/// Run once at start by the database's owner.
pub static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| migrator(SCHOOLS, |text| text.postgres));
/// The platform's own: run on its SQLite file when it is opened.
pub static PLATFORM_SQLITE: LazyLock<Migrator> = LazyLock::new(|| migrator(OF_PLATFORM, |text| text.sqlite));
/// The platform's own: run once at start, in the schema `platform`.
pub static PLATFORM_POSTGRES: LazyLock<Migrator> = LazyLock::new(|| migrator(OF_PLATFORM, |text| text.postgres));

fn migrator(texts: &'static [Text], sql: fn(&Text) -> &'static str) -> Migrator {
    let one = |text: &'static Text| {
        let Text { version, name, .. } = *text;
        Migration::new(version, name.into(), MigrationType::Simple, sql(text).into_sql_str(), false)
    };
    Migrator::with_migrations(texts.iter().map(one).collect())
}
