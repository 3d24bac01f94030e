//! Rows out of a school's SQLite file, and into a staged one.
#![expect(clippy::disallowed_methods, reason = "whole files of rows move, past what serves them")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use data_encoding::BASE64;
use kernel::files::FileStore;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OpenFlags};
use sqlx::{ConnectOptions as _, Connection as _};
use words::SchoolId;

use crate::rows::{Column, Kind, Row, Source, Table, columns, quoted};

/// A school's file, read at one moment.
pub(crate) struct LiteSource {
    db: Connection,
    school: String,
}

impl LiteSource {
    pub(crate) fn open(file: &Path, school: &SchoolId) -> Result<Self> {
        // Not read-only: a file whose server is away may have a log that has to be read in first.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(file, flags).with_context(|| file.display().to_string())?;
        db.busy_timeout(Duration::from_secs(10))?;
        // The first read is the moment; writers go on beside it.
        db.execute_batch("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; BEGIN")?;
        db.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))?;
        Ok(Self { db, school: school.to_string() })
    }

    /// Rows that point to none.
    pub(crate) fn dangling(&self) -> Result<Vec<String>> {
        let mut statement = self.db.prepare("PRAGMA foreign_key_check")?;
        let found = statement.query_map([], |row| {
            Ok(format!(
                "{} points to a row of {} that is not there",
                row.get::<_, String>(0)?,
                row.get::<_, String>(2)?
            ))
        })?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Tables with a row that names a file which is not the school's own: where several schools are, it would be read as its own. For
    /// rows of the newest schema.
    pub(crate) fn foreign_files(&self, school: &SchoolId) -> Result<Vec<&'static str>> {
        let is_plain = |id: &str| id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        let mut foreign = Vec::new();
        let keeping = [
            ("uploads", "SELECT id, storage_key FROM uploads"),
            ("letter_files", "SELECT id, storage_key FROM letter_files"),
        ];
        for (table, sql) in keeping {
            let mut kept = self.db.prepare(sql)?;
            let mut rows = kept.query([])?;
            while let Some(row) = rows.next()? {
                let (id, key): (String, String) = (row.get(0)?, row.get(1)?);
                if !is_plain(&id) || key != FileStore::key(school, &id) {
                    foreign.push(table);
                }
            }
        }
        // A waiting message names the file that it is kept as where no mail server is.
        let mut jobs = self.db.prepare("SELECT id FROM outbox")?;
        let mut rows = jobs.query([])?;
        while let Some(row) = rows.next()? {
            if !is_plain(&row.get::<_, String>(0)?) {
                foreign.push("outbox");
            }
        }
        let mut users = self.db.prepare("SELECT avatar FROM users")?;
        let mut rows = users.query([])?;
        while let Some(row) = rows.next()? {
            if !is_plain(&row.get::<_, String>(0)?) {
                foreign.push("users");
            }
        }
        Ok(foreign)
    }
}

fn tables(db: &Connection) -> Result<Vec<Table>> {
    let mut names = db.prepare(
        "SELECT m.name FROM sqlite_master m WHERE m.type = 'table'
         AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) c WHERE c.name = 'school_id') ORDER BY m.name",
    )?;
    let names = names.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    let mut all = Vec::new();
    for name in names {
        let mut statement = db.prepare("SELECT name, type FROM pragma_table_info(?1) ORDER BY cid")?;
        let found = statement.query_map([&name], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
        let mut columns = Vec::new();
        for column in found {
            let (column, declared) = column?;
            let kind = Kind::of(&name, &column, &declared)?;
            columns.push(Column { name: column, kind });
        }
        all.push(Table { name, columns });
    }
    Ok(all)
}

impl Source for LiteSource {
    fn schema(&mut self) -> Result<i64> {
        Ok(self.db.query_row("SELECT coalesce(max(version), 0) FROM _sqlx_migrations", [], |row| row.get(0))?)
    }

    fn tables(&mut self) -> Result<Vec<Table>> {
        tables(&self.db)
    }

    fn rows(&mut self, table: &Table, each: &mut dyn FnMut(Row) -> Result<()>) -> Result<()> {
        let sql = format!("SELECT {} FROM {} WHERE school_id = ?1", columns(table), quoted(&table.name));
        let mut statement = self.db.prepare(&sql)?;
        let mut rows = statement.query([&self.school])?;
        while let Some(row) = rows.next()? {
            let fields = table.columns.iter().enumerate();
            let read = fields.map(|(at, column)| {
                text(column.kind, row.get_ref(at)?).with_context(|| format!("{}.{}", table.name, column.name))
            });
            each(read.collect::<Result<Row>>()?)?;
        }
        Ok(())
    }
}

fn text(kind: Kind, value: ValueRef<'_>) -> Result<Option<String>> {
    Ok(Some(match (kind, value) {
        (_, ValueRef::Null) => return Ok(None),
        (Kind::Bool, ValueRef::Integer(number)) => (number != 0).to_string(),
        (Kind::Float, ValueRef::Integer(number)) => (number as f64).to_string(),
        (_, ValueRef::Integer(number)) => number.to_string(),
        (_, ValueRef::Real(number)) => number.to_string(),
        (Kind::Blob, ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => BASE64.encode(bytes),
        (_, ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => std::str::from_utf8(bytes)?.to_owned(),
    }))
}

fn value(kind: Kind, field: Option<&str>) -> Result<Value> {
    let Some(field) = field else { return Ok(Value::Null) };
    Ok(match kind {
        Kind::Text | Kind::Json => Value::Text(field.to_owned()),
        Kind::Int => Value::Integer(field.parse()?),
        Kind::Bool => Value::Integer(i64::from(field.parse::<bool>()?)),
        Kind::Float => Value::Real(field.parse()?),
        Kind::Blob => Value::Blob(BASE64.decode(field.as_bytes())?),
    })
}

/// A new file that rows go into before anybody sees them.
pub(crate) struct LiteStage {
    db: Connection,
    file: PathBuf,
    school: String,
}

/// Brings a file to a schema, or to the newest.
fn migrate(file: &Path, schema: Option<i64>) -> Result<()> {
    runtime()?.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(sqlx::sqlite::SqliteJournalMode::Delete)
            .foreign_keys(true);
        let mut connection = options.connect().await?;
        migrations::SQLITE.run_direct(schema, &mut connection, false).await?;
        connection.close().await?;
        Ok(())
    })
}

/// The thread of one command.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

impl LiteStage {
    /// Makes the file with the tables of that schema, and holds what is to come against them.
    pub(crate) fn new(file: &Path, school: &SchoolId, schema: i64, coming: &[Table]) -> Result<Self> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        migrate(file, Some(schema))?;
        let db = Connection::open(file)?;
        let own = tables(&db)?;
        for table in coming {
            let known = own.iter().find(|own| own.name == table.name);
            let same = known.is_some_and(|own| {
                own.columns.len() == table.columns.len() && own.columns.iter().all(|c| table.columns.contains(c))
            });
            ensure!(same, "the archive's table {} is not the one of schema {schema}", table.name);
        }
        // Rows come table by table; that they fit together is looked at when all are there.
        db.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; BEGIN")?;
        Ok(Self { db, file: file.to_path_buf(), school: school.to_string() })
    }

    pub(crate) fn insert(&self, table: &Table, row: &Row) -> Result<()> {
        let fields = table.columns.iter().zip(row);
        let own =
            fields.clone().any(|(column, field)| column.name == "school_id" && field.as_deref() == Some(&self.school));
        ensure!(own, "a row of {} belongs to another school", table.name);
        let holes: Vec<String> = (1..=row.len()).map(|n| format!("?{n}")).collect();
        let sql = format!("INSERT INTO {} ({}) VALUES ({})", quoted(&table.name), columns(table), holes.join(", "));
        let mut statement = self.db.prepare_cached(&sql)?;
        let values = fields.map(|(column, field)| value(column.kind, field.as_deref())).collect::<Result<Vec<_>>>()?;
        statement.execute(rusqlite::params_from_iter(values)).with_context(|| table.name.clone())?;
        Ok(())
    }

    /// Writes what came in, so that it can be read back.
    pub(crate) fn settle(self) -> Result<()> {
        self.db.execute_batch("COMMIT; PRAGMA synchronous = FULL")?;
        self.db.close().map_err(|(_, error)| error)?;
        let _ = self.file;
        Ok(())
    }
}

/// Brings a settled file to the newest schema, as one that a server opens.
pub(crate) fn renew(file: &Path) -> Result<()> {
    migrate(file, None)?;
    let synced = std::fs::File::open(file).and_then(|file| file.sync_all());
    synced.with_context(|| file.display().to_string())
}

/// Whether a file holds any row of a school.
pub(crate) fn has_rows(file: &Path, school: &SchoolId) -> Result<bool> {
    let source = LiteSource::open(file, school)?;
    for table in tables(&source.db)? {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {} WHERE school_id = ?1)", quoted(&table.name));
        if source.db.query_row(&sql, [school.as_str()], |row| row.get::<_, bool>(0))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Copies a whole file as it is at this moment.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(from, flags).with_context(|| from.display().to_string())?;
    db.busy_timeout(Duration::from_secs(10))?;
    let to = to.to_str().context("the path is no text")?;
    db.execute("VACUUM INTO ?1", [to])?;
    Ok(())
}
