//! One declaration per statement, one SQL text for both databases, and a check that holds each against its schema.
//!
//! `statements!` turns a declaration into an async function over a [`SchoolTx`](super::SchoolTx) that binds the
//! school's id as `:school` and its own parameters by their names ([`named`](super::named)), and registers it for [`check`]. `rows!` declares
//! what a statement gives, `binds!` what a wide one takes; of `later` nothing is, and on PostgreSQL it goes along with the next one ([`Later`](super::Later)). Only names, TEXT, BIGINT, BOOLEAN, DOUBLE PRECISION, `blob` and `jsontext` are common ground.

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
    /// Its text, with a number for each parameter.
    pub sql: &'static str,
    /// What its parameters are called, in the order of their numbers.
    pub names: Vec<&'static str>,
    /// What each must fit.
    pub parameters: Vec<Fits<D>>,
    /// The columns that its row type reads.
    pub columns: Vec<(&'static str, Fits<D>)>,
    /// Whether it is the platform's own, and so names no school.
    pub of_platform: bool,
    /// The module that declares it.
    pub module: &'static str,
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
                for ((found, fits), parameter) in types.iter().zip(&declared.parameters).zip(&declared.names) {
                    if !fits(found) {
                        faults.push(format!("{name}: parameter :{parameter} is {found}"));
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
    ($($(#[$meta:meta])* $vis:vis $name:ident($(..$row:ident: &$Row:ident $(,)?)? $($param:ident: $type:ty),* $(,)?) -> [$($ret:tt)*] $sql:expr;)*) => {
        $(
            $(#[$meta])*
            #[allow(clippy::too_many_arguments, reason = "one parameter per bind")]
            $vis async fn $name(tx: &mut $crate::db::SchoolTx, $($row: &$Row<'_>,)? $($param: $type),*)
                -> Result<$crate::statement_out!($($ret)*), $crate::db::StoreError>
            {
                let school = tx.school().clone();
                let school = school.as_str();
                $crate::statement_of_school!(tx, numbered::$name, [$(..$row)? school $($param)*], $($ret)*)
            }
        )*

        #[allow(non_upper_case_globals, unused_imports, clippy::wildcard_imports, reason = "called as the statements are")]
        mod numbered {
            use super::*;
            $(
                pub(super) const $name: &str =
                    $crate::statement_text!($sql, &[$(<$Row<'static> as $crate::db::named::Binds>::NAMES,)? &["school", $(stringify!($param)),*]]);
            )*
        }

        $crate::inventory::submit! { $crate::db::statement::File { lite: declared_lite, pg: declared_pg } }

        /// Every statement of this file, for the check against SQLite.
        #[doc(hidden)]
        #[must_use]
        pub fn declared_lite() -> Vec<$crate::db::statement::Declared<sqlx::Sqlite>> {
            vec![$($crate::statement_declared!(sqlx::Sqlite, $name, false, [$(..$Row)? &str, $($type),*], ["school", $(stringify!($param)),*], $($ret)*)),*]
        }

        /// Every statement of this file, for the check against PostgreSQL.
        #[doc(hidden)]
        #[must_use]
        pub fn declared_pg() -> Vec<$crate::db::statement::Declared<sqlx::Postgres>> {
            vec![$($crate::statement_declared!(sqlx::Postgres, $name, false, [$(..$Row)? &str, $($type),*], ["school", $(stringify!($param)),*], $($ret)*)),*]
        }
    };
}

/// Declares statements of the platform's own database, over a [`PlatformTx`](super::PlatformTx): the same, but no school is
/// bound.
#[macro_export]
macro_rules! platform_statements {
    ($($(#[$meta:meta])* $vis:vis $name:ident($(..$row:ident: &$Row:ident $(,)?)? $($param:ident: $type:ty),* $(,)?) -> [$($ret:tt)*] $sql:expr;)*) => {
        $(
            $(#[$meta])*
            #[allow(clippy::too_many_arguments, reason = "one parameter per bind")]
            $vis async fn $name(tx: &mut $crate::db::PlatformTx, $($row: &$Row<'_>,)? $($param: $type),*)
                -> Result<$crate::statement_out!($($ret)*), $crate::db::StoreError>
            {
                $crate::statement_run!(tx, numbered::$name, [$(..$row)? $($param)*], $($ret)*)
            }
        )*

        #[allow(non_upper_case_globals, unused_imports, clippy::wildcard_imports, reason = "called as the statements are")]
        mod numbered {
            use super::*;
            $(
                pub(super) const $name: &str =
                    $crate::statement_text!($sql, &[$(<$Row<'static> as $crate::db::named::Binds>::NAMES,)? &[$(stringify!($param)),*]]);
            )*
        }

        $crate::inventory::submit! { $crate::db::statement::File { lite: declared_lite, pg: declared_pg } }

        /// Every statement of this file, for the check against SQLite.
        #[doc(hidden)]
        #[must_use]
        pub fn declared_lite() -> Vec<$crate::db::statement::Declared<sqlx::Sqlite>> {
            vec![$($crate::statement_declared!(sqlx::Sqlite, $name, true, [$(..$Row)? $($type),*], [$(stringify!($param)),*], $($ret)*)),*]
        }

        /// Every statement of this file, for the check against PostgreSQL.
        #[doc(hidden)]
        #[must_use]
        pub fn declared_pg() -> Vec<$crate::db::statement::Declared<sqlx::Postgres>> {
            vec![$($crate::statement_declared!(sqlx::Postgres, $name, true, [$(..$Row)? $($type),*], [$(stringify!($param)),*], $($ret)*)),*]
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
    ($tx:ident, $sql:expr, [$(..$row:ident)? $($bind:ident)*], later) => {
        if $tx.is_lite() {
            $crate::statement_run!($tx, $sql, [$(..$row)? $($bind)*], exec).map(drop)
        } else {
            let held = $tx.later();
            held.hold($sql);
            $($crate::db::named::Binds::hold($row, held)?;)?
            $(held.bind($bind)?;)*
            Ok(())
        }
    };
    ($tx:ident, $sql:expr, [$($binds:tt)*], $($ret:tt)*) => {{
        $tx.send_held().await?;
        $crate::statement_run!($tx, $sql, [$($binds)*], $($ret)*)
    }};
}

/// Runs a statement on whichever connection it is.
#[doc(hidden)]
#[macro_export]
macro_rules! statement_run {
    ($tx:ident, $sql:expr, [$(..$row:ident)? $($bind:ident)*], exec) => {
        $crate::on_connection!($tx,
            c => $crate::statement_query!($sql $(, $row)?)$(.bind($bind))*.execute(c).await.map(|done| done.rows_affected()),
            direct => direct.execute($sql, $crate::statement_values!([$($row)?] $($bind)*)))
    };
    ($tx:ident, $sql:expr, [$(..$row:ident)? $($bind:ident)*], one $out:ty) => {
        $crate::on_connection!($tx,
            c => $crate::statement_query!($sql $(, $row)? => $out)$(.bind($bind))*.fetch_one(c).await,
            direct => direct.one::<$out>($sql, $crate::statement_values!([$($row)?] $($bind)*)))
    };
    ($tx:ident, $sql:expr, [$(..$row:ident)? $($bind:ident)*], opt $out:ty) => {
        $crate::on_connection!($tx,
            c => $crate::statement_query!($sql $(, $row)? => $out)$(.bind($bind))*.fetch_optional(c).await,
            direct => direct.opt::<$out>($sql, $crate::statement_values!([$($row)?] $($bind)*)))
    };
    ($tx:ident, $sql:expr, [$(..$row:ident)? $($bind:ident)*], all $out:ty) => {
        $crate::on_connection!($tx,
            c => $crate::statement_query!($sql $(, $row)? => $out)$(.bind($bind))*.fetch_all(c).await,
            direct => direct.all::<$out>($sql, $crate::statement_values!([$($row)?] $($bind)*)))
    };
}

/// A statement, with the row that it takes if it takes one.
#[doc(hidden)]
#[macro_export]
macro_rules! statement_query {
    ($sql:expr) => {
        sqlx::query($sql)
    };
    ($sql:expr, $row:ident) => {
        $crate::db::named::query($sql, $row)?
    };
    ($sql:expr => $out:ty) => {
        sqlx::query_as::<_, $out>($sql)
    };
    ($sql:expr, $row:ident => $out:ty) => {
        $crate::db::named::query_as::<_, $out, _>($sql, $row)?
    };
}

/// What a statement takes, for the SQLite connection of this thread.
#[doc(hidden)]
#[macro_export]
macro_rules! statement_values {
    ([] $($bind:ident)*) => { &[$(&$bind),*] };
    ([$row:ident] $($bind:ident)*) => { &$crate::db::named::values($row, &[$(&$bind),*]) };
}

/// What is known of a statement.
#[doc(hidden)]
#[macro_export]
macro_rules! statement_declared {
    ($db:ty, $name:ident, $of_platform:literal, [$(..$Row:ident)? $($type:ty),* $(,)?], [$($param:expr),* $(,)?], $($ret:tt)*) => {{
        #[allow(unused_mut, reason = "not every one takes a row")]
        let (mut names, mut parameters): (Vec<&'static str>, Vec<$crate::db::statement::Fits<$db>>) = (vec![], vec![]);
        $(
            names.extend(<$Row<'static> as $crate::db::named::Binds>::NAMES);
            parameters.extend(<$Row<'static> as $crate::db::named::BindsTo<$db>>::fits());
        )?
        names.extend_from_slice(&[$($param),*]);
        parameters.extend_from_slice(&[$($crate::db::statement::fits::<$db, $type> as $crate::db::statement::Fits<$db>),*]);
        $crate::db::statement::Declared::<$db> {
            name: stringify!($name),
            sql: numbered::$name,
            names,
            parameters,
            columns: $crate::statement_columns!($db, $($ret)*),
            of_platform: $of_platform,
            module: module_path!(),
        }
    }};
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
