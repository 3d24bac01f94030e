//! A SQLite connection that runs on the thread that calls it.
//!
//! sqlx keeps a thread per SQLite connection, and every statement of it changes threads twice. A submission runs a dozen
//! statements of a few microseconds each, so that the changes cost several times what the statements do. The writer of a
//! school has a thread of its own already; there it needs no other.

use std::path::Path;
use std::time::Duration;

use rusqlite::CachedStatement;
#[doc(hidden)]
pub use rusqlite::Row;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::types::Json;

use super::StoreError;

/// Prepared statements that are kept.
const STATEMENTS: usize = 128;

/// The connection.
pub struct Direct(rusqlite::Connection);

/// A parameter of a statement.
pub trait Bind {
    /// As the database takes it.
    fn bound(&self) -> Result<ToSqlOutput<'_>, StoreError>;
}

/// A field of a row.
pub trait Cell: Sized {
    /// Out of what the database gives.
    fn read(value: ValueRef<'_>) -> Result<Self, StoreError>;
}

/// A row that is read field by field.
pub trait Cells: Sized {
    /// Reads it.
    fn read(row: &Row<'_>) -> Result<Self, StoreError>;
}

impl Direct {
    /// Opens a file that is there, with the settings of every connection.
    #[expect(clippy::disallowed_methods, reason = "the writer of a school")]
    pub(super) fn open(file: &Path, busy: Duration) -> Result<Self, StoreError> {
        let connection = rusqlite::Connection::open(file)?;
        connection.busy_timeout(busy)?;
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
             PRAGMA cache_size = -2048; PRAGMA mmap_size = 0;",
        )?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(Self(connection))
    }

    /// The same for reading alone, with a small cache: a school has several.
    pub(super) fn open_to_read(file: &Path, busy: Duration) -> Result<Self, StoreError> {
        let direct = Self::open(file, busy)?;
        direct.batch("PRAGMA query_only = ON; PRAGMA cache_size = -512")?;
        Ok(direct)
    }

    /// Runs several statements without parameters.
    pub(super) fn batch(&self, sql: &str) -> Result<(), StoreError> {
        self.0.execute_batch(sql).map_err(StoreError::from)
    }

    /// Runs a statement; how many rows it changed.
    pub fn execute(&self, sql: &str, values: &[&dyn Bind]) -> Result<u64, StoreError> {
        Ok(self.prepared(sql, values)?.raw_execute()? as u64)
    }

    /// Its rows.
    pub fn all<R: Cells>(&self, sql: &str, values: &[&dyn Bind]) -> Result<Vec<R>, StoreError> {
        let mut statement = self.prepared(sql, values)?;
        let mut rows = statement.raw_query();
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(R::read(row)?);
        }
        Ok(all)
    }

    /// Its first row, if it has one. It runs to its end all the same.
    pub fn opt<R: Cells>(&self, sql: &str, values: &[&dyn Bind]) -> Result<Option<R>, StoreError> {
        Ok(self.all(sql, values)?.into_iter().next())
    }

    /// Its first row.
    pub fn one<R: Cells>(&self, sql: &str, values: &[&dyn Bind]) -> Result<R, StoreError> {
        self.opt(sql, values)?.ok_or_else(|| StoreError::Broken("no rows returned by a query that has one".into()))
    }

    fn prepared(&self, sql: &str, values: &[&dyn Bind]) -> Result<CachedStatement<'_>, StoreError> {
        let mut statement = self.0.prepare_cached(sql)?;
        for index in 1..=statement.parameter_count() {
            // `$7` is a name to SQLite, and names are numbered in the order of their first use.
            let number = statement.parameter_name(index).and_then(|name| name.get(1..)?.parse::<usize>().ok());
            let value = number.and_then(|number| values.get(number.checked_sub(1)?));
            let value = value.ok_or_else(|| StoreError::Broken(format!("a parameter without a value in: {sql}")))?;
            statement.raw_bind_parameter(index, value.bound()?)?;
        }
        Ok(statement)
    }
}

/// A field of a row by its name.
#[doc(hidden)]
pub fn cell<C: Cell>(row: &Row<'_>, name: &str) -> Result<C, StoreError> {
    C::read(row.get_ref(name)?).map_err(|error| StoreError::Broken(format!("column {name}: {error}")))
}

impl Bind for &str {
    fn bound(&self) -> Result<ToSqlOutput<'_>, StoreError> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Text(self.as_bytes())))
    }
}

impl Bind for &[u8] {
    fn bound(&self) -> Result<ToSqlOutput<'_>, StoreError> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Blob(self)))
    }
}

impl Bind for i64 {
    fn bound(&self) -> Result<ToSqlOutput<'_>, StoreError> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Integer(*self)))
    }
}

impl Bind for bool {
    fn bound(&self) -> Result<ToSqlOutput<'_>, StoreError> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Integer(i64::from(*self))))
    }
}

impl Bind for f64 {
    fn bound(&self) -> Result<ToSqlOutput<'_>, StoreError> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Real(*self)))
    }
}

impl<T: Serialize> Bind for Json<T> {
    fn bound(&self) -> Result<ToSqlOutput<'_>, StoreError> {
        let text = serde_json::to_string(&self.0).map_err(|error| StoreError::Broken(error.to_string()))?;
        Ok(ToSqlOutput::Owned(Value::Text(text)))
    }
}

impl<T: Bind> Bind for Option<T> {
    fn bound(&self) -> Result<ToSqlOutput<'_>, StoreError> {
        self.as_ref().map_or(Ok(ToSqlOutput::Borrowed(ValueRef::Null)), Bind::bound)
    }
}

fn text<'a>(value: ValueRef<'a>) -> Result<&'a str, StoreError> {
    value.as_str().map_err(|error| StoreError::Broken(error.to_string()))
}

impl Cell for String {
    fn read(value: ValueRef<'_>) -> Result<Self, StoreError> {
        text(value).map(str::to_owned)
    }
}

impl Cell for i64 {
    fn read(value: ValueRef<'_>) -> Result<Self, StoreError> {
        value.as_i64().map_err(|error| StoreError::Broken(error.to_string()))
    }
}

impl Cell for bool {
    fn read(value: ValueRef<'_>) -> Result<Self, StoreError> {
        <i64 as Cell>::read(value).map(|number| number != 0)
    }
}

impl Cell for f64 {
    fn read(value: ValueRef<'_>) -> Result<Self, StoreError> {
        value.as_f64().map_err(|error| StoreError::Broken(error.to_string()))
    }
}

impl Cell for Vec<u8> {
    fn read(value: ValueRef<'_>) -> Result<Self, StoreError> {
        value.as_blob().map(<[u8]>::to_vec).map_err(|error| StoreError::Broken(error.to_string()))
    }
}

impl<T: DeserializeOwned> Cell for Json<T> {
    fn read(value: ValueRef<'_>) -> Result<Self, StoreError> {
        serde_json::from_str(text(value)?).map(Json).map_err(|error| StoreError::Broken(error.to_string()))
    }
}

impl<T: Cell> Cell for Option<T> {
    fn read(value: ValueRef<'_>) -> Result<Self, StoreError> {
        if value == ValueRef::Null { Ok(None) } else { T::read(value).map(Some) }
    }
}
