//! The check of statements notices what is off, and rows of two schools cannot touch.

use kernel::StoreError;
use kernel::db::statement::check;
use sqlx::{Connection as _, Executor as _};

use crate::database::{Place, execute, number};
use crate::desk::{Desk, on_both};

on_both!(keys_hold_rows_of_one_school_together, what_was_audited_stays);

#[tokio::test]
async fn the_check_notices_what_is_off() {
    kernel::rows! { struct Number { n: String } }
    kernel::statements! {
        fits(name: &str) -> [exec] "DELETE FROM counters WHERE school_id = :school AND name = :name";
        names_no_school() -> [exec] "DELETE FROM counters WHERE name = :school";
        has_no_table() -> [exec] "DELETE FROM nothing WHERE school_id = :school";
        reads_another_column() -> [all Number] "SELECT name FROM counters WHERE school_id = :school";
        reads_another_type() -> [all Number] "SELECT last_value AS n FROM counters WHERE school_id = :school";
    }
    // Only declared, never run.
    let _ = (fits, names_no_school, has_no_table, reads_another_column, reads_another_type, declared_pg);
    let mut connection = sqlx::SqliteConnection::connect("sqlite::memory:").await.unwrap();
    migrations::SQLITE.run_direct(None, &mut connection, false).await.unwrap();
    let faults = check::<sqlx::Sqlite>(&mut connection, declared_lite()).await;
    let named: Vec<&str> = faults.iter().map(|fault| fault.split(':').next().unwrap()).collect();
    let wrong = ["names_no_school", "has_no_table", "reads_another_column", "reads_another_type"];
    assert_eq!(named, wrong, "{faults:#?}");
}

/// Foreign keys carry the school: a row of one school cannot hang on a row of another.
async fn keys_hold_rows_of_one_school_together(desk: &Desk) {
    let draft = desk.draft("trial", serde_json::json!({})).await;
    desk.submit("trial", serde_json::json!({ "child_name": "Sara" }), Some(&draft)).await.is(201);
    desk.person("one", words::Role::SchoolAdmin).await;
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let hang = |school: &str| {
        [
        format!("INSERT INTO submission_tags (school_id, tag, submission_id) SELECT CAST($1 AS TEXT), 'x{school}', '{id}'"),
        format!("INSERT INTO known_values (school_id, kind, hash, submission_id) SELECT CAST($1 AS TEXT), 'x', '{school}', '{id}'"),
        "INSERT INTO sessions (school_id, id, user_id, kind, method, device, address, stamp, created_at, seen_at, expires_at) SELECT CAST($1 AS TEXT), 's', 'school_admin', 'staff', 'password', '', '', 1, 0, 0, 0".to_owned(),
    ]
    };
    for sql in hang("two") {
        let done = execute(&desk.db, "two", &sql).await;
        assert!(matches!(done, Err(StoreError::Broken(_))), "{sql}: {done:?}");
    }
    for sql in hang("one") {
        assert_eq!(execute(&desk.db, "one", &sql).await.unwrap(), 1, "{sql}");
    }
    let owner = format!("UPDATE submissions SET owner_id = 'nobody' WHERE school_id = $1 AND id = '{id}'");
    assert!(execute(&desk.db, "one", &owner).await.is_err());
}

async fn what_was_audited_stays(desk: &Desk) {
    desk.submit("trial", serde_json::json!({ "child_name": "Sara" }), None).await.is(201);
    for table in ["audit_log", "timeline"] {
        let change = format!("UPDATE {table} SET action = 'x' WHERE school_id = $1");
        for sql in [format!("DELETE FROM {table} WHERE school_id = $1"), change] {
            assert!(execute(&desk.db, "one", &sql).await.is_err(), "{sql}");
        }
        assert_eq!(desk.count(table).await, 1);
    }
}

/// The wall of PostgreSQL itself: what holds when a statement forgets its school.
#[tokio::test]
async fn row_level_security_stands_behind_every_statement() {
    let Some(place) = Place::postgres().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let db = place.open(folder.path(), 1).await;
    let insert = "INSERT INTO counters (school_id, name, last_value) SELECT CAST($1 AS TEXT), 'n', 1";
    for school in ["one", "two"] {
        execute(&db, school, insert).await.unwrap();
    }
    let seen = "SELECT COUNT(*) FROM counters WHERE CAST($1 AS TEXT) <> ''";
    assert_eq!((number(&db, "one", seen).await, number(&db, "three", seen).await), (1, 0));
    assert_eq!(
        execute(&db, "one", "UPDATE counters SET last_value = 9 WHERE CAST($1 AS TEXT) <> ''").await.unwrap(),
        1
    );
    assert_eq!(
        execute(&db, "one", "DELETE FROM counters WHERE school_id = 'two' AND CAST($1 AS TEXT) <> ''").await.unwrap(),
        0
    );
    let foreign = "INSERT INTO counters (school_id, name, last_value) SELECT 'two', CAST($1 AS TEXT), 1";
    assert!(execute(&db, "one", foreign).await.is_err(), "a row of another school");
    let moved = "UPDATE counters SET school_id = 'two', name = 'moved' WHERE school_id = $1";
    assert!(execute(&db, "one", moved).await.is_err(), "moving a row over");
    for sql in [
        "ALTER TABLE counters DISABLE ROW LEVEL SECURITY",
        "DROP TABLE counters",
        "CREATE TABLE t (a text)",
        "TRUNCATE counters",
    ] {
        let sql = sql.to_owned();
        let done: Result<(), StoreError> = db
            .write(&crate::database::scope("one"), move |tx| {
                Box::pin(async move {
                    if let kernel::db::Native::Pg(c) = tx.connection() {
                        c.execute(sqlx::AssertSqlSafe(sql)).await?;
                    }
                    Ok(())
                })
            })
            .await;
        assert!(done.is_err());
    }
    assert_eq!(number(&db, "two", "SELECT last_value FROM counters WHERE school_id = $1").await, 1);
    // Every table has it, forced, and the role that serves owns none.
    let mut owner = sqlx::PgConnection::connect(&place.url().unwrap()).await.unwrap();
    let bare: Vec<String> = sqlx::query_scalar(
        "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname <> '_sqlx_migrations'
           AND NOT (c.relrowsecurity AND c.relforcerowsecurity)",
    )
    .fetch_all(&mut owner)
    .await
    .unwrap();
    assert_eq!(bare, Vec::<String>::new());
    owner.close().await.unwrap();
    db.close().await;
}
