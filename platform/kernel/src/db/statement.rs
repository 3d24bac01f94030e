//! One declaration per statement, one SQL text for both databases, and a check that holds each against its schema.
//!
//! `statements!` turns a declaration into an async function over a [`SchoolTx`](super::SchoolTx) that binds the
//! school's id as `$1` and its own parameters from `$2` on, and registers it for [`check`]. `rows!` declares what a
//! statement gives; of `later` nothing is, and on PostgreSQL it goes along with the next one ([`Later`](super::Later)). Only names, TEXT, BIGINT, BOOLEAN, DOUBLE PRECISION, `blob` and `jsontext` are common ground.

use sqlx::{Column, Database, Executor, Statement as _, Type, TypeInfo};

/// Whether a type of ours fits a type of the database.
pub type Fits<D> = fn(&<D as Database>::TypeInfo) -> bool;

/// A row type that knows its columns.
pub trait Columns<D: Database> {
    /// Names, and what each must fit.
    fn columns() -> Vec<(&'static str, Fits<D>)>;
}

/// What is known of one statement without running it.
pub struct Declared<D: Database> {
    /// The function's name.
    pub name: &'static str,
    /// Its text.
    pub sql: &'static str,
    /// Its parameters, the school's id first.
    pub parameters: Vec<Fits<D>>,
    /// The columns that its row type reads.
    pub columns: Vec<(&'static str, Fits<D>)>,
    /// Whether it is the platform's own, and so names no school.
    pub of_platform: bool,
}

/// The statements of a file; the linker gathers them from all crates of a binary, so that no list can lack some.
#[doc(hidden)]
pub struct File {
    /// For the check against SQLite.
    pub lite: fn() -> Vec<Declared<sqlx::Sqlite>>,
    /// For the check against PostgreSQL.
    pub pg: fn() -> Vec<Declared<sqlx::Postgres>>,
}

inventory::collect!(File);

/// Every statement in this binary over schools' tables, or over the platform's own, for SQLite.
#[must_use]
pub fn all_lite(of_platform: bool) -> Vec<Declared<sqlx::Sqlite>> {
    inventory::iter::<File>().flat_map(|file| (file.lite)()).filter(|one| one.of_platform == of_platform).collect()
}

/// The same for PostgreSQL.
#[must_use]
pub fn all_pg(of_platform: bool) -> Vec<Declared<sqlx::Postgres>> {
    inventory::iter::<File>().flat_map(|file| (file.pg)()).filter(|one| one.of_platform == of_platform).collect()
}

/// Whether `T` fits the database's type.
pub fn fits<D: Database, T: Type<D>>(info: &D::TypeInfo) -> bool {
    info.is_null() || T::compatible(info)
}

/// Prepares every statement on a real database and compares parameters and columns; returns what is off.
pub async fn check<D>(connection: &mut D::Connection, all: Vec<Declared<D>>) -> Vec<String>
where
    D: Database,
    for<'c> &'c mut D::Connection: Executor<'c, Database = D>,
{
    let mut faults = Vec::new();
    for declared in all {
        let name = declared.name;
        if declared.sql.contains("school_id") == declared.of_platform {
            let fault = if declared.of_platform { "names" } else { "does not name" };
            faults.push(format!("{name}: {fault} school_id"));
        }
        let prepared = match Executor::prepare(&mut *connection, sqlx::AssertSqlSafe(declared.sql).into_sql_str()).await
        {
            Ok(prepared) => prepared,
            Err(error) => {
                faults.push(format!("{name}: {error}"));
                continue;
            }
        };
        match prepared.parameters() {
            Some(sqlx::Either::Left(types)) => {
                if types.len() != declared.parameters.len() {
                    faults.push(format!("{name}: takes {}, is given {}", types.len(), declared.parameters.len()));
                }
                for (n, (found, fits)) in types.iter().zip(&declared.parameters).enumerate() {
                    if !fits(found) {
                        faults.push(format!("{name}: parameter ${} is {found}", n + 1));
                    }
                }
            }
            Some(sqlx::Either::Right(count)) if count != declared.parameters.len() => {
                faults.push(format!("{name}: takes {count}, is given {}", declared.parameters.len()));
            }
            _ => {}
        }
        for (column, fits) in declared.columns {
            match prepared.columns().iter().find(|found| found.name() == column) {
                None => faults.push(format!("{name}: gives no {column}")),
                Some(found) if !fits(found.type_info()) => {
                    faults.push(format!("{name}: {column} is {}", found.type_info()));
                }
                Some(_) => {}
            }
        }
    }
    faults
}

use sqlx::SqlSafeStr as _;

/// Declares row types.
#[macro_export]
macro_rules! rows {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$field_meta:meta])* $fvis:vis $field:ident: $type:ty),* $(,)? })*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, sqlx::FromRow)]
        $vis struct $name { $($(#[$field_meta])* $fvis $field: $type),* }

        impl<D: sqlx::Database> $crate::db::statement::Columns<D> for $name where $($type: sqlx::Type<D>),* {
            fn columns() -> Vec<(&'static str, $crate::db::statement::Fits<D>)> {
                vec![$((stringify!($field), $crate::db::statement::fits::<D, $type> as $crate::db::statement::Fits<D>)),*]
            }
        }

        impl $crate::db::direct::Cells for $name {
            fn read(row: &$crate::db::direct::Row<'_>) -> Result<Self, $crate::db::StoreError> {
                Ok(Self { $($field: $crate::db::direct::cell(row, stringify!($field))?),* })
            }
        }
    )* };
}

/// Declares statements. See the module's text.
#[macro_export]
macro_rules! statements {
    ($($(#[$meta:meta])* $vis:vis $name:ident($($param:ident: $type:ty),* $(,)?) -> [$($ret:tt)*] $sql:expr;)*) => {
        $(
            $(#[$meta])*
            #[allow(clippy::too_many_arguments, reason = "one parameter per bind")]
            $vis async fn $name(tx: &mut $crate::db::SchoolTx, $($param: $type),*)
                -> Result<$crate::statement_out!($($ret)*), $crate::db::StoreError>
            {
                const SQL: &str = $sql;
                let school = tx.school().clone();
                let school = school.as_str();
                $crate::statement_of_school!(tx, SQL, [school $($param)*], $($ret)*)
            }
        )*

        $crate::inventory::submit! { $crate::db::statement::File { lite: declared_lite, pg: declared_pg } }

        /// Every statement of this file, for the check against SQLite.
        #[doc(hidden)]
        #[must_use]
        pub fn declared_lite() -> Vec<$crate::db::statement::Declared<sqlx::Sqlite>> {
            vec![$($crate::statement_declared!(sqlx::Sqlite, $name, $sql, false, [&str, $($type),*], $($ret)*)),*]
        }

        /// Every statement of this file, for the check against PostgreSQL.
        #[doc(hidden)]
        #[must_use]
        pub fn declared_pg() -> Vec<$crate::db::statement::Declared<sqlx::Postgres>> {
            vec![$($crate::statement_declared!(sqlx::Postgres, $name, $sql, false, [&str, $($type),*], $($ret)*)),*]
        }
    };
}

/// Declares statements of the platform's own database, over a [`PlatformTx`](super::PlatformTx): the same, but no school is
/// bound, and their own parameters begin at `$1`.
#[macro_export]
macro_rules! platform_statements {
    ($($(#[$meta:meta])* $vis:vis $name:ident($($param:ident: $type:ty),* $(,)?) -> [$($ret:tt)*] $sql:expr;)*) => {
        $(
            $(#[$meta])*
            #[allow(clippy::too_many_arguments, reason = "one parameter per bind")]
            $vis async fn $name(tx: &mut $crate::db::PlatformTx, $($param: $type),*)
                -> Result<$crate::statement_out!($($ret)*), $crate::db::StoreError>
            {
                const SQL: &str = $sql;
                $crate::statement_run!(tx, SQL, [$($param)*], $($ret)*)
            }
        )*

        $crate::inventory::submit! { $crate::db::statement::File { lite: declared_lite, pg: declared_pg } }

        /// Every statement of this file, for the check against SQLite.
        #[doc(hidden)]
        #[must_use]
        pub fn declared_lite() -> Vec<$crate::db::statement::Declared<sqlx::Sqlite>> {
            vec![$($crate::statement_declared!(sqlx::Sqlite, $name, $sql, true, [$($type),*], $($ret)*)),*]
        }

        /// Every statement of this file, for the check against PostgreSQL.
        #[doc(hidden)]
        #[must_use]
        pub fn declared_pg() -> Vec<$crate::db::statement::Declared<sqlx::Postgres>> {
            vec![$($crate::statement_declared!(sqlx::Postgres, $name, $sql, true, [$($type),*], $($ret)*)),*]
        }
    };
}

/// The type that a statement gives.
#[doc(hidden)]
#[macro_export]
macro_rules! statement_out {
    (one $row:ty) => { $row };
    (opt $row:ty) => { Option<$row> };
    (all $row:ty) => { Vec<$row> };
    (exec) => { u64 };
    (later) => { () };
}

/// Runs a school's statement, after those that were held back; or holds it back.
#[doc(hidden)]
#[macro_export]
macro_rules! statement_of_school {
    ($tx:ident, $sql:ident, [$($bind:ident)*], later) => {
        if $tx.is_lite() {
            $crate::statement_run!($tx, $sql, [$($bind)*], exec).map(drop)
        } else {
            let held = $tx.held();
            held.hold($sql);
            $(held.bind($bind)?;)*
            Ok(())
        }
    };
    ($tx:ident, $sql:ident, [$($bind:ident)*], $($ret:tt)*) => {{
        $tx.send_held().await?;
        $crate::statement_run!($tx, $sql, [$($bind)*], $($ret)*)
    }};
}

/// Runs a statement on whichever connection it is.
#[doc(hidden)]
#[macro_export]
macro_rules! statement_run {
    ($tx:ident, $sql:ident, [$($bind:ident)*], exec) => {
        $crate::on_connection!($tx,
            c => sqlx::query($sql)$(.bind($bind))*.execute(c).await.map(|done| done.rows_affected()),
            direct => direct.execute($sql, &[$(&$bind),*]))
    };
    ($tx:ident, $sql:ident, [$($bind:ident)*], one $row:ty) => {
        $crate::on_connection!($tx,
            c => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*.fetch_one(c).await,
            direct => direct.one::<$row>($sql, &[$(&$bind),*]))
    };
    ($tx:ident, $sql:ident, [$($bind:ident)*], opt $row:ty) => {
        $crate::on_connection!($tx,
            c => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*.fetch_optional(c).await,
            direct => direct.opt::<$row>($sql, &[$(&$bind),*]))
    };
    ($tx:ident, $sql:ident, [$($bind:ident)*], all $row:ty) => {
        $crate::on_connection!($tx,
            c => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*.fetch_all(c).await,
            direct => direct.all::<$row>($sql, &[$(&$bind),*]))
    };
}

/// What is known of a statement.
#[doc(hidden)]
#[macro_export]
macro_rules! statement_declared {
    ($db:ty, $name:ident, $sql:expr, $of_platform:literal, [$($type:ty),* $(,)?], $($ret:tt)*) => {
        $crate::db::statement::Declared::<$db> {
            name: stringify!($name),
            sql: $sql,
            parameters: vec![
                $($crate::db::statement::fits::<$db, $type> as $crate::db::statement::Fits<$db>),*
            ],
            columns: $crate::statement_columns!($db, $($ret)*),
            of_platform: $of_platform,
        }
    };
}

/// The columns that a statement's row reads.
#[doc(hidden)]
#[macro_export]
macro_rules! statement_columns {
    ($db:ty, exec) => {
        vec![]
    };
    ($db:ty, later) => {
        vec![]
    };
    ($db:ty, $how:ident $row:ty) => {
        <$row as $crate::db::statement::Columns<$db>>::columns()
    };
}

/// The native connection behind a [`SchoolTx`](super::SchoolTx): by sqlx, or on this thread.
#[doc(hidden)]
#[macro_export]
macro_rules! on_connection {
    ($tx:ident, $c:ident => $run:expr, $direct:ident => $here:expr) => {
        match $tx.connection() {
            $crate::db::Native::Lite($c) => $run.map_err($crate::db::StoreError::from),
            $crate::db::Native::Pg($c) => $run.map_err($crate::db::StoreError::from),
            $crate::db::Native::Direct($direct) => $here,
        }
    };
}
