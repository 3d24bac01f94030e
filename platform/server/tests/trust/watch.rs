//! Rules of the house that a compiler cannot hold, held by reading the source.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every source file of ours that is no test, by its path from the root.
fn sources() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for room in ["platform", "tenants", "plugins/host", "migrations", "cli"] {
        collect(&root().join(room), &mut all);
    }
    assert!(all.len() > 80, "{} files", all.len());
    all
}

fn collect(folder: &Path, all: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            if !matches!(
                name.as_str(),
                "tests" | "testkit" | "test-postgres" | "target" | "node_modules" | "fuzz" | "benches" | "examples"
            ) {
                collect(&path, all);
            }
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let shipped = text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
            all.push((path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned(), shipped));
        }
    }
}

/// A scope opens a school's data: only who knows for sure which school it is may make one.
#[test]
fn only_resolver_worker_and_command_line_vouch_for_a_school() {
    const MAY: [&str; 3] =
        ["platform/kernel/src/caller.rs", "tenants/src/registry/school.rs", "platform/server/src/worker/mod.rs"];
    let callers = sources().into_iter().filter(|(_, text)| text.contains("::vouch(") || text.contains("fn vouch("));
    let others: Vec<String> = callers
        .map(|(path, _)| path)
        .filter(|path| !MAY.contains(&path.as_str()) && !path.starts_with("cli/src/"))
        .collect();
    assert_eq!(others, Vec::<String>::new(), "these make a scope out of an id");
}

/// Puts SQL together and opens connections of its own: it moves whole schools, whose tables it reads from the database's
/// catalogue so that none is forgotten. It runs from the command line alone, and names come from that catalogue, quoted.
const MOVER: [&str; 5] = [
    "platform/moving/src/ended.rs",
    "platform/moving/src/lite.rs",
    "platform/moving/src/pg.rs",
    "platform/moving/src/platform.rs",
    "platform/moving/src/rows.rs",
];

/// SQL is a constant, checked against both schemas. Only the database's own room puts one together, and the mover.
#[test]
fn nothing_builds_sql_out_of_text() {
    const VERBS: [&str; 8] = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH ", "BEGIN", "SET LOCAL", "PRAGMA "];
    let mut found = Vec::new();
    let checked = |path: &str| !path.starts_with("platform/kernel/src/db/") && !MOVER.contains(&path);
    for (path, text) in sources().into_iter().filter(|(path, _)| checked(path)) {
        for maker in ["format!(", "concat_str(", "push_str(", "write!("] {
            for (_, rest) in text.match_indices(maker).map(|(at, _)| text.split_at(at)) {
                let argument = rest[maker.len()..].trim_start().trim_start_matches("sql, ").trim_start_matches('"');
                if VERBS.iter().any(|verb| argument.starts_with(verb)) {
                    found.push(format!("{path}: {}", rest.lines().next().unwrap_or_default()));
                }
            }
        }
        for escape in ["AssertSqlSafe", "QueryBuilder", "raw_sql("] {
            if text.contains(escape) {
                found.push(format!("{path}: {escape}"));
            }
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

/// A connection outside of the kernel would be one without a school.
#[test]
fn nobody_else_opens_a_connection() {
    let openers = sources().into_iter().filter(|(path, text)| {
        !path.starts_with("platform/kernel/src/db/")
            && !MOVER.contains(&path.as_str())
            && ["SqlitePool", "PgPool", "SqliteConnection", "PgConnection", "Connection::connect", "AnyPool"]
                .iter()
                .any(|name| text.contains(name))
    });
    assert_eq!(openers.map(|(path, _)| path).collect::<Vec<_>>(), Vec::<String>::new());
}

/// What is taken out for a test stands in no shipped binary.
#[test]
fn no_shipped_crate_asks_for_sabotage() {
    for entry in ["cli/Cargo.toml", "Cargo.toml", "platform/features/Cargo.toml"] {
        assert!(!std::fs::read_to_string(root().join(entry)).unwrap().contains("sabotage"), "{entry}");
    }
    if let Some(binary) = crate::process::binary() {
        let bytes = std::fs::read(binary).unwrap();
        let mark = words::sabotage::MARK.as_bytes();
        assert!(!bytes.windows(mark.len()).any(|window| window == mark), "the binary was built with sabotage");
    }
}
