//! Assembles each migration for both databases out of one text: PostgreSQL gets the walls between schools and the rights of the role
//! that serves, SQLite the triggers that keep what is only added to, and small tables that lie in the order of their key.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Where it follows a table, SQLite has no hidden key beside the table's own: a row is written once and not twice, which is right for rows
/// of at most a few hundred bytes. To PostgreSQL it is a comment.
const IN_ORDER: &str = "/* in the order of its key */";

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    assemble("schools", "qabul_app", &out)?;
    assemble("platform", "qabul_platform", &out)
}

/// Writes `SET.rs`, a list of texts, with a file for each database.
fn assemble(set: &str, role: &str, out: &Path) -> io::Result<()> {
    println!("cargo:rerun-if-changed={set}");
    let mut list = String::from("&[\n");
    for folder in sorted(Path::new(set))? {
        let full = name_of(&folder);
        let (version, name) = full.split_once('_').unwrap_or((&full, ""));
        let (before, after) = (folder.join("postgres_before.sql"), folder.join("postgres_after.sql"));
        let mut text = String::new();
        for file in sorted(&folder)?.into_iter().filter(|file| *file != before && *file != after) {
            text.push_str(&fs::read_to_string(file)?);
            text.push('\n');
        }
        let postgres = [optional(&before)?, text.clone(), walls(&text, role), optional(&after)?].concat();
        let sqlite = text.replace(IN_ORDER, "WITHOUT ROWID") + &triggers(&text);
        for (database, sql) in [("sqlite", sqlite), ("postgres", postgres)] {
            fs::write(out.join(format!("{set}-{full}-{database}.sql")), sql)?;
        }
        let file = |database| format!("include_str!(concat!(env!(\"OUT_DIR\"), \"/{set}-{full}-{database}.sql\"))");
        let number: i64 = version.parse().map_err(io::Error::other)?;
        let (sqlite, postgres) = (file("sqlite"), file("postgres"));
        let _ =
            writeln!(list, "Text {{ version: {number}, name: \"{name}\", sqlite: {sqlite}, postgres: {postgres} }},");
    }
    fs::write(out.join(format!("{set}.rs")), list + "]")
}

/// What the text makes, in its order.
fn tables(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("CREATE TABLE ")?.split(' ').next())
}

/// What it says is only added to.
fn append_only(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("-- append-only: ")).collect()
}

/// What it says is kept: nobody deletes it, and it changes only where that holds of the row before (`OLD`) and after (`NEW`).
fn kept(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| line.strip_prefix("-- kept: ")?.split_once(" but where "))
}

/// A row of a school is seen and written by that school alone: an unset or emptied setting matches nothing. What is only added to is
/// neither changed nor deleted by the role that serves.
fn walls(text: &str, role: &str) -> String {
    let added_to = append_only(text);
    let mut sql = String::new();
    for table in tables(text) {
        if role == "qabul_app" {
            let _ = writeln!(
                sql,
                "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;\nALTER TABLE {table} FORCE ROW LEVEL SECURITY;\n\
                 CREATE POLICY school ON {table} USING (school_id = nullif(current_setting('app.school_id', true), ''));"
            );
        }
        let rights = if added_to.contains(&table) { "SELECT, INSERT" } else { "SELECT, INSERT, UPDATE, DELETE" };
        let _ = writeln!(sql, "GRANT {rights} ON {table} TO {role};");
    }
    for table in added_to.iter().filter(|table| !tables(text).any(|made| made == **table)) {
        let _ = writeln!(sql, "REVOKE UPDATE, DELETE ON {table} FROM {role};");
    }
    for (table, case) in kept(text) {
        let _ = writeln!(
            sql,
            "REVOKE DELETE ON {table} FROM {role};\n\
             CREATE FUNCTION {table}_keeps() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN IF NOT COALESCE({case}, FALSE) THEN RAISE EXCEPTION '{table} is kept'; END IF; RETURN NEW; END $$;\n\
             CREATE TRIGGER {table}_keeps BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_keeps();"
        );
    }
    sql
}

fn triggers(text: &str) -> String {
    let mut sql = String::new();
    for table in append_only(text) {
        for (name, what) in [("keeps", "UPDATE"), ("stays", "DELETE")] {
            let _ = writeln!(
                sql,
                "CREATE TRIGGER {table}_{name} BEFORE {what} ON {table} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END;"
            );
        }
    }
    for (table, case) in kept(text) {
        for (name, what, case) in [("keeps", "UPDATE", case), ("stays", "DELETE", "FALSE")] {
            let _ = writeln!(
                sql,
                "CREATE TRIGGER {table}_{name} BEFORE {what} ON {table} WHEN NOT COALESCE({case}, FALSE)
                 BEGIN SELECT RAISE(ABORT, '{table} is kept'); END;"
            );
        }
    }
    sql
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut all = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    all.sort();
    Ok(all)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn optional(file: &Path) -> io::Result<String> {
    if file.exists() { fs::read_to_string(file) } else { Ok(String::new()) }
}
