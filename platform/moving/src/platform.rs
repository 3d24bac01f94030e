//! The platform's own rows: operators and requests for schools. Read by the catalogue, so that a new table is in a backup from
//! its first day, and the same whichever database they come from.
#![expect(clippy::disallowed_methods, reason = "whole files of rows move, past what serves them")]

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use futures_util::StreamExt as _;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OpenFlags};
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, Row as _};

use crate::lite::runtime;
use crate::place::{Database, Place, remove_lite};
use crate::rows::{Column, Kind, Row, Table, columns, quoted};

/// All of it, at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlatformRows {
    /// Number of the newest migration that the rows have the shape of.
    pub schema: i64,
    /// Tables so that those that others point to come first.
    pub tables: Vec<PlatformTable>,
}

/// A table with its rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlatformTable {
    /// Its name.
    pub name: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, in order of their first fields.
    pub rows: Vec<Row>,
}

/// Marks of servers: of a place, and not of what is restored into it.
const MARKS: &str = "server_marks";

/// The platform's SQLite file.
fn file(place: &Place) -> PathBuf {
    place.data.join("platform.db")
}

/// The rows as they are now; `None` where the platform has no database yet.
pub fn read(place: &Place) -> Result<Option<PlatformRows>> {
    let read = match &place.database {
        Database::Lite(_) if !file(place).exists() => None,
        Database::Lite(_) => Some(read_lite(&file(place))?),
        Database::Pg(url) => runtime()?.block_on(read_pg(url))?,
    };
    Ok(read.map(|mut rows| {
        rows.tables.iter_mut().for_each(|table| table.rows.sort());
        rows
    }))
}

/// Puts rows into an empty place, brings them to this program's schema, and ends who was signed in.
pub(crate) fn write(place: &Place, rows: &PlatformRows) -> Result<()> {
    let newest = migrations::PLATFORM_SQLITE.iter().map(|one| one.version).max().unwrap_or_default();
    ensure!(
        rows.schema <= newest,
        "the platform's rows are of schema {}, and this Qabul knows up to {newest}: update it first",
        rows.schema
    );
    match &place.database {
        Database::Lite(_) => write_lite(&file(place), rows),
        Database::Pg(url) => runtime()?.block_on(write_pg(url, rows)),
    }
    .context("the platform's own rows")
}

/// Takes away what [`write`] put there, for a restore that failed later.
pub(crate) fn clear(place: &Place) -> Result<()> {
    match &place.database {
        Database::Lite(_) => remove_lite(&file(place)),
        Database::Pg(url) => runtime()?.block_on(async {
            let mut connection = owner(url).await?;
            connection.execute("DROP SCHEMA IF EXISTS platform CASCADE").await?;
            Ok(())
        }),
    }
}

fn lite_tables(db: &Connection) -> Result<Vec<Table>> {
    // In the order in which they were made, and so what others point to comes first.
    let mut names = db.prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name <> '_sqlx_migrations' ORDER BY rowid",
    )?;
    let names = names.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    let mut all = Vec::new();
    for name in names {
        let mut statement = db.prepare("SELECT name, type FROM pragma_table_info(?1) ORDER BY cid")?;
        let found = statement.query_map([&name], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
        let mut columns = Vec::new();
        for column in found {
            let (column, declared) = column?;
            columns.push(Column { kind: Kind::of(&name, &column, &declared)?, name: column });
        }
        all.push(Table { name, columns });
    }
    Ok(all)
}

fn read_lite(file: &std::path::Path) -> Result<PlatformRows> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(file, flags).with_context(|| file.display().to_string())?;
    db.busy_timeout(Duration::from_secs(10))?;
    db.execute_batch("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; BEGIN")?;
    let schema = db.query_row("SELECT coalesce(max(version), 0) FROM _sqlx_migrations", [], |row| row.get(0))?;
    let mut tables = Vec::new();
    for table in lite_tables(&db)? {
        let mut statement = db.prepare(&format!("SELECT {} FROM {}", columns(&table), quoted(&table.name)))?;
        let mut found = statement.query([])?;
        let mut rows = Vec::new();
        while let Some(row) = found.next()? {
            let fields = table.columns.iter().enumerate().map(|(at, column)| {
                let field = row.get_ref(at)?;
                Ok(match field {
                    ValueRef::Null => None,
                    ValueRef::Integer(number) if column.kind == Kind::Bool => Some((number != 0).to_string()),
                    ValueRef::Integer(number) => Some(number.to_string()),
                    ValueRef::Real(number) => Some(number.to_string()),
                    ValueRef::Text(bytes) => Some(std::str::from_utf8(bytes)?.to_owned()),
                    ValueRef::Blob(_) => anyhow::bail!("{}.{} holds bytes", table.name, column.name),
                })
            });
            rows.push(fields.collect::<Result<Row>>()?);
        }
        tables.push(PlatformTable { name: table.name.clone(), columns: table.columns.clone(), rows });
    }
    Ok(PlatformRows { schema, tables })
}

fn migrate_lite(file: &std::path::Path, schema: Option<i64>) -> Result<()> {
    runtime()?.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).create_if_missing(true);
        let mut connection = options.journal_mode(sqlx::sqlite::SqliteJournalMode::Delete).connect().await?;
        migrations::PLATFORM_SQLITE.run_direct(schema, &mut connection, false).await?;
        connection.close().await?;
        Ok(())
    })
}

fn write_lite(file: &std::path::Path, rows: &PlatformRows) -> Result<()> {
    ensure!(!file.exists(), "{} is there already", file.display());
    migrate_lite(file, Some(rows.schema))?;
    let db = Connection::open(file)?;
    db.execute_batch("PRAGMA foreign_keys = ON; BEGIN")?;
    let own = lite_tables(&db)?;
    for table in coming(rows) {
        let table_of = find_table(&own, table)?;
        let holes: Vec<String> = (1..=table.columns.len()).map(|n| format!("?{n}")).collect();
        let (name, columns) = (quoted(&table.name), columns(&table_of));
        let mut statement = db.prepare(&format!("INSERT INTO {name} ({columns}) VALUES ({})", holes.join(", ")))?;
        for row in &table.rows {
            let fields = table.columns.iter().zip(row).map(|(column, field)| {
                let Some(field) = field else { return Ok(Value::Null) };
                Ok(match column.kind {
                    Kind::Int => Value::Integer(field.parse()?),
                    Kind::Bool => Value::Integer(i64::from(field.parse::<bool>()?)),
                    Kind::Float => Value::Real(field.parse()?),
                    Kind::Text | Kind::Json | Kind::Blob => Value::Text(field.clone()),
                })
            });
            let fields = fields.collect::<Result<Vec<_>>>()?;
            statement.execute(rusqlite::params_from_iter(fields)).with_context(|| table.name.clone())?;
        }
    }
    db.execute_batch("COMMIT")?;
    db.close().map_err(|(_, error)| error)?;
    migrate_lite(file, None)?;
    crate::ended::in_platform_file(file)?;
    std::fs::File::open(file)?.sync_all()?;
    Ok(())
}

/// The tables whose rows belong here as well.
fn coming(rows: &PlatformRows) -> impl Iterator<Item = &PlatformTable> {
    rows.tables.iter().filter(|table| table.name != MARKS)
}

/// The table as it is here; refused where it has other columns than what comes.
fn find_table(own: &[Table], coming: &PlatformTable) -> Result<Table> {
    let same = |own: &&Table| {
        own.columns.len() == coming.columns.len() && own.columns.iter().all(|c| coming.columns.contains(c))
    };
    let found = own.iter().find(|own| own.name == coming.name).filter(same);
    ensure!(found.is_some(), "the archive's table {} is not the one of its schema", coming.name);
    Ok(Table { name: coming.name.clone(), columns: coming.columns.clone() })
}

async fn owner(url: &str) -> Result<PgConnection> {
    let options: PgConnectOptions = url.parse()?;
    let options = options.options([("search_path", "platform")]);
    options.connect().await.context("PostgreSQL does not answer")
}

async fn pg_tables(connection: &mut PgConnection) -> Result<Vec<Table>> {
    let found = sqlx::query_as::<_, (String, String, String)>(
        "SELECT k.relname::text, a.attname::text, format_type(a.atttypid, NULL)
         FROM pg_class k JOIN pg_attribute a ON a.attrelid = k.oid
         WHERE k.relnamespace = 'platform'::regnamespace AND k.relkind = 'r' AND k.relname <> '_sqlx_migrations'
         AND a.attnum > 0 AND NOT a.attisdropped ORDER BY k.oid, a.attnum",
    )
    .fetch_all(connection)
    .await?;
    let mut all: Vec<Table> = Vec::new();
    for (table, column, declared) in found {
        let kind = Kind::of(&table, &column, &declared)?;
        if all.last().is_none_or(|last| last.name != table) {
            all.push(Table { name: table, columns: Vec::new() });
        }
        if let Some(last) = all.last_mut() {
            last.columns.push(Column { name: column, kind });
        }
    }
    Ok(all)
}

async fn read_pg(url: &str) -> Result<Option<PlatformRows>> {
    let mut connection = owner(url).await?;
    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let there = "SELECT to_regclass('platform._sqlx_migrations') IS NOT NULL";
    if !sqlx::query_scalar::<_, bool>(there).fetch_one(&mut connection).await? {
        return Ok(None);
    }
    let newest = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
    let schema = sqlx::query_scalar(newest).fetch_one(&mut connection).await?;
    let mut tables = Vec::new();
    for table in pg_tables(&mut connection).await? {
        let fields: Vec<String> = table.columns.iter().map(|c| format!("{}::text", quoted(&c.name))).collect();
        let sql = format!("SELECT {} FROM {}", fields.join(", "), quoted(&table.name));
        let mut found = sqlx::query(AssertSqlSafe(sql)).fetch(&mut connection);
        let mut rows = Vec::new();
        while let Some(row) = found.next().await {
            let row = row?;
            let fields = (0..table.columns.len()).map(|at| row.try_get::<Option<String>, _>(at));
            rows.push(fields.collect::<Result<Row, _>>()?);
        }
        drop(found);
        tables.push(PlatformTable { name: table.name, columns: table.columns, rows });
    }
    Ok(Some(PlatformRows { schema, tables }))
}

async fn write_pg(url: &str, rows: &PlatformRows) -> Result<()> {
    let mut connection = owner(url).await?;
    connection.execute("CREATE SCHEMA IF NOT EXISTS platform").await?;
    migrations::PLATFORM_POSTGRES.run_direct(Some(rows.schema), &mut connection, false).await?;
    connection.execute("BEGIN").await?;
    let own = pg_tables(&mut connection).await?;
    if own.iter().any(|table| table.name == MARKS) {
        // A command may have left one; the first server that starts here leaves its own.
        connection.execute("DELETE FROM server_marks").await?;
    }
    for table in &own {
        let any = format!("SELECT EXISTS (SELECT 1 FROM {})", quoted(&table.name));
        let any: bool = sqlx::query_scalar(AssertSqlSafe(any)).fetch_one(&mut connection).await?;
        ensure!(!any, "there are rows in {} already", table.name);
    }
    for table in coming(rows) {
        let table_of = find_table(&own, table)?;
        let cast = |kind: Kind| match kind {
            Kind::Int => "::text::bigint",
            Kind::Bool => "::text::boolean",
            Kind::Float => "::text::double precision",
            Kind::Json => "::text::jsonb",
            Kind::Text | Kind::Blob => "::text",
        };
        let holes = table.columns.iter().enumerate().map(|(at, column)| format!("${}{}", at + 1, cast(column.kind)));
        let holes: Vec<String> = holes.collect();
        let (name, columns) = (quoted(&table.name), columns(&table_of));
        let sql = format!("INSERT INTO {name} ({columns}) VALUES ({})", holes.join(", "));
        for row in &table.rows {
            let query = row.iter().fold(sqlx::query(AssertSqlSafe(sql.clone())), |query, field| query.bind(field));
            query.execute(&mut connection).await.with_context(|| table.name.clone())?;
        }
    }
    connection.execute("COMMIT").await?;
    migrations::PLATFORM_POSTGRES.run_direct(None, &mut connection, false).await?;
    crate::ended::in_platform(&mut connection).await?;
    connection.close().await?;
    Ok(())
}
