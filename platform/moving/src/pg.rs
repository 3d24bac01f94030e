//! Rows out of PostgreSQL, into it, and away from it. As the tables' owner, with the school named as everywhere.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail, ensure};
use futures_util::StreamExt as _;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, Row as _};
use tokio::runtime::Runtime;
use words::SchoolId;

use crate::lite::runtime;
use crate::rows::{Column, Kind, Row, RowSum, Source, Table, columns, quoted};

/// Rows of one statement.
const BATCH: usize = 500;

/// A school's rows, read at one moment.
pub(crate) struct PgSource {
    runtime: Runtime,
    connection: PgConnection,
    school: String,
}

impl PgSource {
    pub(crate) fn open(url: &str, school: &SchoolId) -> Result<Self> {
        let runtime = runtime()?;
        let begin = format!("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL app.school_id = '{school}'");
        let connection = runtime.block_on(async {
            let mut connection = PgConnection::connect(url).await.context("PostgreSQL does not answer")?;
            connection.execute(AssertSqlSafe(begin)).await?;
            anyhow::Ok(connection)
        })?;
        Ok(Self { runtime, connection, school: school.to_string() })
    }
}

async fn tables(connection: &mut PgConnection) -> Result<Vec<Table>> {
    let found = sqlx::query_as::<_, (String, String, String)>(
        "SELECT c.table_name::text, c.column_name::text, coalesce(c.domain_name, c.data_type)::text
         FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
         WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND EXISTS (
             SELECT 1 FROM information_schema.columns k WHERE k.table_schema = c.table_schema
             AND k.table_name = c.table_name AND k.column_name = 'school_id')
         ORDER BY c.table_name::text COLLATE \"C\", c.ordinal_position",
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

fn select(table: &Table) -> String {
    let field = |column: &Column| match column.kind {
        Kind::Blob => format!("translate(encode({}, 'base64'), E'\\n', '')", quoted(&column.name)),
        _ => format!("{}::text", quoted(&column.name)),
    };
    let fields: Vec<String> = table.columns.iter().map(field).collect();
    format!("SELECT {} FROM {} WHERE school_id = $1", fields.join(", "), quoted(&table.name))
}

async fn each_row(
    connection: &mut PgConnection,
    school: &str,
    table: &Table,
    each: &mut dyn FnMut(Row) -> Result<()>,
) -> Result<()> {
    let mut rows = sqlx::query(AssertSqlSafe(select(table))).bind(school).fetch(connection);
    while let Some(row) = rows.next().await {
        let row = row?;
        let fields = (0..table.columns.len()).map(|at| row.try_get::<Option<String>, _>(at));
        each(fields.collect::<Result<Row, _>>()?)?;
    }
    Ok(())
}

impl Source for PgSource {
    fn schema(&mut self) -> Result<i64> {
        let sql = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
        Ok(self.runtime.block_on(sqlx::query_scalar(sql).fetch_one(&mut self.connection))?)
    }

    fn tables(&mut self) -> Result<Vec<Table>> {
        self.runtime.block_on(tables(&mut self.connection))
    }

    fn rows(&mut self, table: &Table, each: &mut dyn FnMut(Row) -> Result<()>) -> Result<()> {
        self.runtime.block_on(each_row(&mut self.connection, &self.school, table, each))
    }
}

/// Tables so that those that others point to come first.
async fn ordered(connection: &mut PgConnection) -> Result<Vec<Table>> {
    let mut left = tables(connection).await?;
    let arrows = sqlx::query_as::<_, (String, String)>(
        "SELECT a.relname::text, b.relname::text FROM pg_constraint c JOIN pg_class a ON a.oid = c.conrelid
         JOIN pg_class b ON b.oid = c.confrelid WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace",
    )
    .fetch_all(connection)
    .await?;
    let mut needs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    // A row may point to another of its own table: one statement brings both.
    for (from, to) in arrows.iter().filter(|(from, to)| from != to) {
        needs.entry(from).or_default().push(to);
    }
    let mut done: Vec<Table> = Vec::new();
    while !left.is_empty() {
        let ready = |table: &Table| {
            let needed = needs.get(table.name.as_str()).into_iter().flatten();
            needed.into_iter().all(|name| done.iter().any(|done| done.name == **name))
        };
        let Some(at) = left.iter().position(ready) else { bail!("tables point to each other in a circle") };
        done.push(left.remove(at));
    }
    Ok(done)
}

/// Rows that go in together, or not at all.
pub(crate) struct PgTarget {
    runtime: Runtime,
    connection: PgConnection,
    tables: Vec<Table>,
}

impl PgTarget {
    /// Brings the database up to date, and begins.
    pub(crate) fn open(url: &str) -> Result<Self> {
        let runtime = runtime()?;
        let (connection, tables) = runtime.block_on(async {
            let mut connection = PgConnection::connect(url).await.context("PostgreSQL does not answer")?;
            migrations::POSTGRES.run_direct(None, &mut connection, false).await?;
            connection.execute("BEGIN").await?;
            let tables = ordered(&mut connection).await?;
            anyhow::Ok((connection, tables))
        })?;
        Ok(Self { runtime, connection, tables })
    }

    fn enter(&mut self, school: &SchoolId) -> Result<()> {
        let sql = format!("SET LOCAL app.school_id = '{school}'");
        self.runtime.block_on(self.connection.execute(AssertSqlSafe(sql)))?;
        Ok(())
    }

    /// Whether it holds any row of a school.
    pub(crate) fn has_rows(&mut self, school: &SchoolId) -> Result<bool> {
        self.enter(school)?;
        for table in &self.tables {
            let sql = format!("SELECT EXISTS (SELECT 1 FROM {} WHERE school_id = $1)", quoted(&table.name));
            let query = sqlx::query_scalar::<_, bool>(AssertSqlSafe(sql)).bind(school.as_str());
            if self.runtime.block_on(query.fetch_one(&mut self.connection))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes in all rows of a school, and holds what is there now against where they came from.
    pub(crate) fn take(&mut self, school: &SchoolId, from: &mut dyn Source) -> Result<()> {
        self.enter(school)?;
        let coming = from.tables()?;
        for theirs in &coming {
            let known = self.tables.iter().any(|own| own.name == theirs.name);
            ensure!(known, "PostgreSQL has no table {}", theirs.name);
        }
        for own in self.tables.clone() {
            let Some(table) = coming.iter().find(|table| table.name == own.name) else {
                bail!("the rows have no table {}", own.name)
            };
            let mut batch: Vec<Row> = Vec::new();
            let mut size = 0;
            from.rows(table, &mut |row| {
                size += row.iter().flatten().map(String::len).sum::<usize>();
                batch.push(row);
                if batch.len() >= BATCH || size > 1 << 20 {
                    size = 0;
                    self.insert(table, std::mem::take(&mut batch))?;
                }
                Ok(())
            })?;
            self.insert(table, batch)?;
            let mut sum = RowSum::default();
            self.runtime.block_on(each_row(&mut self.connection, school.as_str(), table, &mut |row| {
                sum.add(&table.columns, &row);
                Ok(())
            }))?;
            ensure!(sum == from.sum(table)?, "the rows of {} are not the same in PostgreSQL", table.name);
        }
        Ok(())
    }

    fn insert(&mut self, table: &Table, rows: Vec<Row>) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let count = table.columns.len();
        let fields = table.columns.iter().enumerate().map(|(at, column)| match column.kind {
            Kind::Text => format!("c{at}"),
            Kind::Int => format!("c{at}::bigint"),
            Kind::Bool => format!("c{at}::boolean"),
            Kind::Float => format!("c{at}::double precision"),
            Kind::Json => format!("c{at}::jsonb"),
            Kind::Blob => format!("decode(c{at}, 'base64')"),
        });
        let fields: Vec<String> = fields.collect();
        let lists: Vec<String> = (1..=count).map(|n| format!("${n}::text[]")).collect();
        let names: Vec<String> = (0..count).map(|at| format!("c{at}")).collect();
        let sql = format!(
            "INSERT INTO {} ({}) SELECT {} FROM unnest({}) AS r({})",
            quoted(&table.name),
            columns(table),
            fields.join(", "),
            lists.join(", "),
            names.join(", ")
        );
        let mut lists: Vec<Vec<Option<String>>> = vec![Vec::with_capacity(rows.len()); count];
        for row in rows {
            for (list, field) in lists.iter_mut().zip(row) {
                list.push(field);
            }
        }
        let query = lists.into_iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, list| query.bind(list));
        self.runtime.block_on(query.execute(&mut self.connection)).with_context(|| table.name.clone())?;
        Ok(())
    }

    /// Removes all rows of a school.
    pub(crate) fn remove(&mut self, school: &SchoolId) -> Result<()> {
        self.enter(school)?;
        for table in self.tables.iter().rev() {
            let sql = format!("DELETE FROM {} WHERE school_id = $1", quoted(&table.name));
            let query = sqlx::query(AssertSqlSafe(sql)).bind(school.as_str());
            self.runtime.block_on(query.execute(&mut self.connection)).with_context(|| table.name.clone())?;
        }
        Ok(())
    }

    /// Makes it so.
    pub(crate) fn commit(mut self) -> Result<()> {
        self.runtime.block_on(async {
            self.connection.execute("COMMIT").await?;
            self.connection.close().await
        })?;
        Ok(())
    }
}
