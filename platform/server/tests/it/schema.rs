//! Both databases hold the same tables, and every statement fits both.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

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

/// Tables that another room's statements name, and why. The list only gets shorter: what is not needed any more goes.
const BORROWED: &[(&str, &str, &str)] = &[
    ("admissions", "search_keys", "the inbox finds lines by words within its own statement"),
    ("admissions", "users", "names beside owners and authors, and accounts held while theirs is counted"),
    ("console", "setting_revisions", "the platform's desk counts over schools, and builds on no desk of theirs"),
    ("console", "submissions", "the platform's desk counts failures of plugins, and builds on no inbox"),
    ("identity", "audit_log", "the journal is where the audit is read"),
    ("identity", "links", "the list of people tells whose link is open within its own statement"),
    ("settings", "submissions", "a school that families wrote to is at work; the desk builds on no inbox"),
];

/// A table belongs to the room whose file of a migration makes it, and that room's statements alone name it.
#[test]
fn a_room_asks_its_own_tables() {
    let sets = [(owners("schools"), false), (owners("platform"), true)];
    let mut borrowed: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
    for (owners, of_platform) in &sets {
        let known: BTreeSet<&str> = owners.keys().map(String::as_str).collect();
        for one in all_lite(*of_platform) {
            let (room, name) = (one.module.split("::").next().unwrap(), format!("{}::{}", one.module, one.name));
            let tables = tables_of(one.sql, &known);
            assert!(!tables.is_empty(), "{name} names no table");
            // The tests of this binary look where they like.
            for table in tables.into_iter().filter(|table| room != "it" && owners[*table] != room) {
                borrowed.entry((room, table)).or_default().insert(name.clone());
            }
        }
    }
    let allowed: BTreeSet<(&str, &str)> = BORROWED.iter().map(|(room, table, _)| (*room, *table)).collect();
    let faults: Vec<_> = borrowed.iter().filter(|(what, _)| !allowed.contains(*what)).collect();
    assert!(faults.is_empty(), "of another room, whose service is to be called: {faults:#?}");
    let idle: Vec<_> = allowed.iter().filter(|what| !borrowed.contains_key(*what)).collect();
    assert!(idle.is_empty(), "not named any more: {idle:?}");
}

/// Which room made which table: `migrations/<set>/<version>/<n>_<room>.sql`.
fn owners(set: &str) -> BTreeMap<String, String> {
    let mut owners = BTreeMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations").join(set);
    for version in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        for file in std::fs::read_dir(version).unwrap().map(|entry| entry.unwrap().path()) {
            let name = file.file_stem().unwrap().to_str().unwrap();
            let Some((_, room)) = name.split_once('_').filter(|(number, _)| number.parse::<u8>().is_ok()) else {
                continue;
            };
            let text = std::fs::read_to_string(&file).unwrap();
            let tables = text.lines().filter_map(|line| line.strip_prefix("CREATE TABLE ")?.split(' ').next());
            owners.extend(tables.map(|table| (table.to_owned(), room.to_owned())));
        }
    }
    owners
}

/// The tables that a statement names: what stands after `FROM`, `JOIN`, `INTO` or `UPDATE`, and in the list after `FROM`.
fn tables_of<'k>(sql: &str, known: &BTreeSet<&'k str>) -> BTreeSet<&'k str> {
    // Texts name nothing.
    let code: String = sql.split('\'').step_by(2).collect();
    let spaced = code.replace('(', " ( ").replace(')', " ) ").replace(',', " , ");
    let (mut found, mut is_next, mut lists) = (BTreeSet::new(), false, vec![false]);
    for word in spaced.split_whitespace() {
        let is_list = lists.last_mut().unwrap();
        match word {
            "(" => lists.push(false),
            ")" => drop(lists.pop()),
            "," => is_next = *is_list,
            "FROM" | "JOIN" => (is_next, *is_list) = (true, true),
            "INTO" | "UPDATE" => is_next = true,
            "SELECT" | "WHERE" | "SET" | "GROUP" | "ORDER" | "LIMIT" | "VALUES" | "RETURNING" => {
                (is_next, *is_list) = (false, false);
            }
            _ if is_next => {
                found.extend(known.get(word));
                is_next = false;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn tables_are_found_in_statements() {
    let known = BTreeSet::from(["users", "tries", "drafts", "sessions"]);
    let tables = |sql| tables_of(sql, &known).into_iter().collect::<Vec<_>>();
    assert_eq!(tables("SELECT tries, 'FROM sessions' FROM users u, drafts d WHERE u.id = d.id"), ["drafts", "users"]);
    assert_eq!(
        tables("SELECT (SELECT COUNT(*) FROM tries), drafts FROM users ORDER BY id, sessions"),
        ["tries", "users"]
    );
    assert_eq!(
        tables("UPDATE users SET tries = 1, drafts = 2 WHERE id IN (SELECT id FROM sessions)"),
        ["sessions", "users"]
    );
    assert_eq!(
        tables("INSERT INTO users (tries, drafts) VALUES (1, 2) ON CONFLICT DO UPDATE SET tries = 3"),
        ["users"]
    );
    assert_eq!(
        tables("DELETE FROM drafts WHERE NOT EXISTS (SELECT 1 FROM users JOIN tries ON true)"),
        ["drafts", "tries", "users"]
    );
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

    // A table that lies in the order of its key has that as an index of the table's own name.
    let indexes = "SELECT m.tbl_name || ' (' || (SELECT group_concat(i.name, ', ') FROM (SELECT name FROM pragma_index_info(m.name) ORDER BY seqno) i) || ')' AS i
        FROM sqlite_master m WHERE m.tbl_name NOT LIKE '\\_sqlx%' ESCAPE '\\' AND EXISTS (SELECT 1 FROM pragma_index_info(m.name))";
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
