//! All rows of a school, as one text: what must not change.

use std::fmt::Write as _;
use std::path::Path;

use sqlx::{AssertSqlSafe, Connection as _};

use crate::database::Place;
use crate::world::World;

/// Every row of a school in every table, and the names of its files.
pub async fn of(world: &World, school: &str) -> String {
    let mut all = match &world.place {
        Place::Lite => lite(&world.data().join(format!("db/{school}.sqlite"))).await,
        Place::Pg { .. } => pg(&world.place.url().unwrap(), school).await,
    };
    let mut files = Vec::new();
    list(&world.data().join("files").join(school), &mut files);
    files.sort();
    let _ = write!(all, "{files:?}");
    all
}

/// How many rows of a school lie where another school's are.
pub async fn strays(world: &World, school: &str) -> i64 {
    let Place::Lite = world.place else { return 0 };
    let mut connection = open(&world.data().join(format!("db/{school}.sqlite"))).await;
    let mut strays = 0;
    for table in tables(&mut connection).await {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE school_id <> $1");
        strays +=
            sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql)).bind(school).fetch_one(&mut connection).await.unwrap();
    }
    strays
}

fn list(folder: &Path, files: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => list(&entry.path(), files),
            false => files.push(format!("{} {}", entry.path().display(), entry.metadata().unwrap().len())),
        }
    }
}

async fn open(file: &Path) -> sqlx::SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).read_only(true);
    sqlx::SqliteConnection::connect_with(&options).await.unwrap()
}

async fn tables(connection: &mut sqlx::SqliteConnection) -> Vec<String> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\' ORDER BY name";
    sqlx::query_scalar(sql).fetch_all(connection).await.unwrap()
}

async fn lite(file: &Path) -> String {
    let mut connection = open(file).await;
    let mut all = String::new();
    for table in tables(&mut connection).await {
        let columns: Vec<String> = sqlx::query_scalar("SELECT 'quote(' || name || ')' FROM pragma_table_info($1)")
            .bind(&table)
            .fetch_all(&mut connection)
            .await
            .unwrap();
        let sql = format!("SELECT {} AS row FROM {table} ORDER BY row", columns.join(" || '|' || "));
        let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut connection).await.unwrap();
        let _ = writeln!(all, "{table}: {rows:#?}");
    }
    all
}

async fn pg(url: &str, school: &str) -> String {
    // The cluster's superuser: row-level security does not hide anything from it.
    let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT table_name::text FROM information_schema.columns WHERE column_name = 'school_id' AND table_schema = current_schema() ORDER BY 1",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let mut all = String::new();
    for table in tables {
        let sql = format!("SELECT t::text FROM {table} t WHERE school_id = $1 ORDER BY 1");
        let rows: Vec<String> =
            sqlx::query_scalar(AssertSqlSafe(sql)).bind(school).fetch_all(&mut connection).await.unwrap();
        let _ = writeln!(all, "{table}: {rows:#?}");
    }
    all
}
