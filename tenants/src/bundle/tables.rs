//! Rule tables: dated rows that plugins look up. A school changes a cut-off or a fee here, never in a plugin.

use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

use form::Structure;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use words::problem::Problem;

use super::files::BundleFiles;
use super::yaml::{self, Positions};
use crate::diagnostic::Diagnostic;

static SHAPE: LazyLock<Structure> = LazyLock::new(Structure::of::<TableFile>);

/// The shape of a table's file.
pub(super) fn shape() -> &'static Structure {
    &SHAPE
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "tables/<name>.yaml")]
struct TableFile {
    /// What the table is for.
    #[serde(default)]
    #[expect(dead_code, reason = "for people who read the file")]
    description: Option<String>,
    /// Its rows.
    #[schemars(length(max = 5000))]
    rows: Vec<RowFile>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RowFile {
    /// What it is looked up by.
    #[schemars(length(min = 1, max = 200), extend("x-hint" = "a text: put numbers in quotes"))]
    key: String,
    /// First day on which it holds.
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), extend("x-hint" = "a date as 2026-09-01"))]
    from: String,
    /// Last day on which it holds; without one until a newer row.
    #[serde(default)]
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), extend("x-hint" = "a date as 2027-08-31"))]
    to: Option<String>,
    /// What the plugin gets.
    value: Value,
}

#[derive(Debug)]
struct Row {
    from: Date,
    to: Option<Date>,
    value: Box<str>,
}

/// A table's rows by their keys, the newest first.
type Rows = HashMap<String, Vec<Row>>;

/// Most values of all tables of a school: each that is saved is read with all others.
const MOST_VALUES: usize = 200_000;

/// All tables of a school, as they stood when they were read.
#[derive(Debug, Default)]
pub struct Tables {
    tables: HashMap<String, Rows>,
}

/// Why a lookup has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    /// The school has no such table.
    #[error("the school has no such table")]
    UnknownTable,
    /// `as_of` is no ISO date.
    #[error("not an ISO date")]
    BadDate,
}

impl Tables {
    /// The value (as JSON text) of the newest row of `key` that holds on `as_of`; `None` when there is none.
    pub fn lookup(&self, table: &str, key: &str, as_of: &str) -> Result<Option<&str>, LookupError> {
        let rows = self.tables.get(table).ok_or(LookupError::UnknownTable)?;
        let day = form::relative::iso(as_of).ok_or(LookupError::BadDate)?;
        let holds = |row: &&Row| row.from <= day && row.to.is_none_or(|to| day <= to);
        Ok(rows.get(key).and_then(|rows| rows.iter().find(holds)).map(|row| &*row.value))
    }

    /// Whether there is such a table.
    #[must_use]
    pub fn has(&self, table: &str) -> bool {
        self.tables.contains_key(table)
    }

    /// Tables with rows of which none holds on a day or later, sorted.
    #[must_use]
    pub fn over(&self, day: Date) -> Vec<String> {
        let is_over =
            |rows: &Rows| !rows.is_empty() && rows.values().flatten().all(|row| row.to.is_some_and(|to| to < day));
        let over = self.tables.iter().filter(|(_, rows)| is_over(rows));
        let mut over: Vec<String> = over.map(|(name, _)| name.clone()).collect();
        over.sort();
        over
    }

    /// Names of the tables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().map(String::as_str)
    }

    /// Reads every `*.yaml` of a folder of no school's: what a plugin's author tries it with, read as a bundle's are.
    ///
    /// # Errors
    /// The folder or one of its files cannot be read; what is wrong in a table stands beside the others.
    pub fn of_folder(folder: &Path) -> std::io::Result<(Self, Vec<Diagnostic>)> {
        let (mut tables, mut found) = (HashMap::new(), Vec::new());
        let mut paths =
            std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "yaml")) {
            let Some(name) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
            match read_table(&path.display().to_string(), &std::fs::read(path)?, |places| places) {
                Ok((rows, _)) => {
                    tables.insert(name.to_owned(), rows);
                }
                Err(problems) => found.extend(problems),
            }
        }
        Ok((Self { tables }, found))
    }

    /// Reads every `tables/*.yaml`. Broken tables are reported and left out, and so are those past what a school's tables hold together.
    pub(crate) fn read(files: &BundleFiles) -> (Self, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let (mut tables, mut left) = (HashMap::new(), MOST_VALUES);
        let names = files.list("tables").unwrap_or_else(|problem| {
            found.push(problem);
            Vec::new()
        });
        for (name, table) in names.iter().filter_map(|file| Some((file, file.strip_suffix(".yaml")?))) {
            let path = format!("tables/{name}");
            let label = files.label(&path);
            let bytes = match files.read(&path, yaml::MAX_BYTES as u64) {
                Ok(bytes) => bytes.unwrap_or_default(),
                Err(problem) => {
                    found.push(problem);
                    continue;
                }
            };
            match read_table(&label, &bytes, |read| files.places(&path, read)) {
                Ok((rows, values)) if values <= left => {
                    left -= values;
                    tables.insert(table.to_owned(), rows);
                }
                Ok(_) => {
                    let told = format!("the school's tables hold more than {MOST_VALUES} values together");
                    found.push(Diagnostic::file(label, "tooLarge", told));
                    // The others are not even read.
                    break;
                }
                Err(problems) => found.extend(problems),
            }
        }
        (Self { tables }, found)
    }
}

/// A table's rows, and how many values it holds.
fn read_table(
    label: &str,
    bytes: &[u8],
    places: impl FnOnce(Positions) -> Positions,
) -> Result<(Rows, usize), Vec<Diagnostic>> {
    let (value, positions) = yaml::read(label, bytes)?;
    let positions = places(positions);
    let mut problems = SHAPE.problems(&value);
    let mut rows: Rows = HashMap::new();
    if problems.is_empty() {
        match serde_json::from_value::<TableFile>(value) {
            Ok(file) => collect(file.rows, &mut rows, &mut problems),
            Err(error) => problems.push(Problem::new("", "unreadable", error.to_string())),
        }
    }
    if problems.is_empty() {
        // Newest first: the first row that holds is the answer.
        rows.values_mut().for_each(|rows| rows.sort_by_key(|row| std::cmp::Reverse(row.from)));
        return Ok((rows, positions.count()));
    }
    Err(problems.into_iter().map(|problem| positions.locate(label, problem)).collect())
}

fn collect(file: Vec<RowFile>, rows: &mut Rows, problems: &mut Vec<Problem>) {
    for (index, row) in file.into_iter().enumerate() {
        let at = format!("/rows/{index}");
        let mut date = |field: &str, text: &str| {
            let date = form::relative::iso(text);
            if date.is_none() {
                problems.push(Problem::new(format!("{at}/{field}"), "badFormat", "this day does not exist"));
            }
            date
        };
        let from = date("from", &row.from);
        let to = row.to.as_deref().map(|to| date("to", to));
        let (Some(from), to) = (from, to.flatten()) else { continue };
        if to.is_some_and(|to| to < from) {
            problems.push(Problem::new(format!("{at}/to"), "badRange", "ends before it begins"));
            continue;
        }
        let of_key = rows.entry(row.key.clone()).or_default();
        if of_key.iter().any(|other| other.from == from) {
            let message = format!("`{}` has a row from {from} already", row.key);
            problems.push(Problem::new(format!("{at}/from"), "duplicate", message));
            continue;
        }
        of_key.push(Row { from, to, value: row.value.to_string().into() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Result<Tables, Vec<Diagnostic>> {
        let (rows, _) = read_table("s/tables/fees.yaml", text.as_bytes(), |places| places)?;
        Ok(Tables { tables: HashMap::from([("fees".to_owned(), rows)]) })
    }

    #[test]
    fn the_newest_row_that_holds_answers() {
        let tables = table(
            "rows:\n- {key: kg1, from: 2025-09-01, value: 900}\n- {key: kg1, from: 2026-09-01, to: 2027-08-31, value: {minor: 1000500}}\n",
        )
        .unwrap();
        let at = |day| tables.lookup("fees", "kg1", day).unwrap();
        assert_eq!(at("2025-08-31"), None);
        assert_eq!(at("2026-08-31"), Some("900"));
        assert_eq!(at("2026-09-01"), Some("{\"minor\":1000500}"));
        assert_eq!(at("2027-09-01"), Some("900"), "an older row without an end holds again");
        assert_eq!(tables.lookup("fees", "kg9", "2026-09-01"), Ok(None));
        assert_eq!(tables.lookup("none", "kg1", "2026-09-01"), Err(LookupError::UnknownTable));
        assert_eq!(tables.lookup("fees", "kg1", "1 Sep"), Err(LookupError::BadDate));
    }

    #[test]
    fn broken_rows_are_named_with_their_place() {
        let text = "rows:\n- key: a\n  from: 2026-02-30\n  value: 1\n- key: b\n  from: 2026-09-01\n  to: 2026-08-01\n  value: 1\n";
        let found = table(text).unwrap_err();
        let places: Vec<_> = found.iter().map(|d| (d.line, d.column, d.code)).collect();
        assert_eq!(places, [(3, 9, "badFormat"), (7, 7, "badRange")]);
    }

    #[test]
    fn tables_hold_so_much_together() {
        let folder = tempfile::tempdir().expect("folder");
        std::fs::create_dir(folder.path().join("tables")).expect("made");
        let row = |n: usize| format!("  - {{ key: k{n}, from: 2026-01-01, value: 1 }}\n");
        let text = format!("rows:\n{}", (0..2_400).map(row).collect::<String>());
        for n in 0..30 {
            std::fs::write(folder.path().join(format!("tables/t{n:02}.yaml")), &text).expect("written");
        }
        let (tables, found) = Tables::read(&BundleFiles::new(folder.path().to_path_buf()));
        let codes: Vec<&str> = found.iter().map(|one| one.code).collect();
        assert_eq!((tables.names().count(), codes), (20, vec!["tooLarge"]));
    }
}
