//! Both databases hold the same tables, and every statement fits both.

use std::collections::BTreeSet;

use kernel::db::statement::{all_lite, all_pg, check};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, Row as _};
use testkit::pg;

async fn lite() -> SqliteConnection {
    let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    migrations::SQLITE.run_direct(None, &mut connection, false).await.unwrap();
    connection
}

#[test]
fn migrations_have_the_same_numbers_and_names() {
    let names = |migrator: &sqlx::migrate::Migrator| {
        migrator.iter().map(|one| (one.version, one.description.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(names(&migrations::SQLITE), names(&migrations::POSTGRES));
    assert!(!names(&migrations::SQLITE).is_empty());
}

/// What the linker gathers is what stands in the sources.
#[test]
fn no_statement_goes_unchecked() {
    let here = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    // All rooms, and the tests of this binary.
    let (mut folders, mut written) = (vec![here.join(".."), here.join("tests/it")], 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() && !entry.ends_with("tests") {
                folders.push(entry);
            } else if entry.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(&entry).unwrap();
                let is_about_them = entry.ends_with("db/statement.rs") || entry.ends_with("it/schema.rs");
                let declares = text.contains("statements! {") && !is_about_them;
                let gives = ["-> [exec]", "-> [later]", "-> [one ", "-> [opt ", "-> [all "];
                written += if declares { gives.iter().map(|what| text.matches(what).count()).sum() } else { 0 };
            }
        }
    }
    let checked = all_lite(false).len() + all_lite(true).len();
    assert_eq!((checked, all_pg(false).len() + all_pg(true).len()), (written, written));
    assert!(written > 250, "{written}");
}

#[tokio::test]
async fn every_statement_fits_sqlite() {
    let mut connection = lite().await;
    let all = all_lite(false);
    let faults = check::<sqlx::Sqlite>(&mut connection, all).await;
    assert!(faults.is_empty(), "{faults:#?}");
}

#[tokio::test]
async fn every_statement_fits_postgres() {
    let Some(database) = pg::empty().await.unwrap() else { return };
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
    migrations::POSTGRES.run_direct(None, &mut connection, false).await.unwrap();
    let all = all_pg(false);
    let faults = check::<sqlx::Postgres>(&mut connection, all).await;
    assert!(faults.is_empty(), "{faults:#?}");
}

#[tokio::test]
async fn both_databases_have_the_same_tables_columns_and_indexes() {
    let Some(database) = pg::empty().await.unwrap() else { return };
    let mut postgres = PgConnection::connect(&database.url()).await.unwrap();
    migrations::POSTGRES.run_direct(None, &mut postgres, false).await.unwrap();
    let mut sqlite = lite().await;

    let columns = "SELECT m.name AS t, c.name AS c, lower(c.type) AS k, c.\"notnull\" AS required, c.pk AS pk
        FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\' AND m.name NOT LIKE 'sqlite%'";
    let ours: BTreeSet<_> = sqlx::query(columns)
        .fetch_all(&mut sqlite)
        .await
        .unwrap()
        .iter()
        .map(|row| {
            (
                row.get::<String, _>("t"),
                row.get::<String, _>("c"),
                row.get::<String, _>("k"),
                row.get::<i64, _>("required") != 0,
            )
        })
        .collect();
    let columns = "SELECT table_name::text AS t, column_name::text AS c, coalesce(domain_name, data_type)::text AS k, is_nullable = 'NO' AS required
        FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_sqlx%'";
    let theirs: BTreeSet<_> = sqlx::query(columns)
        .fetch_all(&mut postgres)
        .await
        .unwrap()
        .iter()
        .map(|row| {
            (
                row.get::<String, _>("t"),
                row.get::<String, _>("c"),
                row.get::<String, _>("k"),
                row.get::<bool, _>("required"),
            )
        })
        .collect();
    assert_eq!(ours.difference(&theirs).collect::<Vec<_>>(), theirs.difference(&ours).collect::<Vec<_>>());

    let indexes = "SELECT m.tbl_name || ' (' || (SELECT group_concat(i.name, ', ') FROM (SELECT name FROM pragma_index_info(m.name) ORDER BY seqno) i) || ')' AS i
        FROM sqlite_master m WHERE m.type = 'index' AND m.tbl_name NOT LIKE '\\_sqlx%' ESCAPE '\\'";
    let ours: BTreeSet<String> =
        sqlx::query(indexes).fetch_all(&mut sqlite).await.unwrap().iter().map(|row| row.get("i")).collect();
    let indexes = "SELECT t.relname || ' (' || string_agg(a.attname, ', ' ORDER BY k.n) || ')' AS i
        FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid CROSS JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY AS k(attnum, n)
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum
        WHERE t.relnamespace = 'public'::regnamespace AND t.relname NOT LIKE '\\_sqlx%' GROUP BY t.relname, x.indexrelid";
    let theirs: BTreeSet<String> =
        sqlx::query(indexes).fetch_all(&mut postgres).await.unwrap().iter().map(|row| row.get("i")).collect();
    assert_eq!(ours.difference(&theirs).collect::<Vec<_>>(), theirs.difference(&ours).collect::<Vec<_>>());
    assert!(ours.len() > 20, "{ours:?}");
}

#[tokio::test]
async fn every_table_of_postgres_is_walled_off_by_school() {
    let Some(database) = pg::empty().await.unwrap() else { return };
    let mut postgres = PgConnection::connect(&database.url()).await.unwrap();
    migrations::POSTGRES.run_direct(None, &mut postgres, false).await.unwrap();
    let open = "SELECT relname::text AS t FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE '\\_sqlx%'
        AND NOT (relrowsecurity AND relforcerowsecurity AND EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = pg_class.oid))";
    let open: Vec<String> =
        sqlx::query(open).fetch_all(&mut postgres).await.unwrap().iter().map(|row| row.get("t")).collect();
    assert!(open.is_empty(), "{open:?}");
}
