//! A host for tests: rule tables from YAML or JSON, a set of known people, and the log lines kept.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::records::{EARLIER, EARLIER_TABLE, LOAD_TABLE, STAFF_LOAD};
use crate::{Asks, Earlier, EarlierSubmission, Host, Known, Level, LookupError};

/// A table that could not be read.
#[derive(Debug)]
pub struct TableError(String);

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TableError {}

/// Stands in for the server when rules run natively.
#[derive(Debug, Default)]
pub struct NativeHost {
    tables: BTreeMap<String, Vec<Row>>,
    known: BTreeMap<(String, String), u8>,
    earlier: Vec<((String, String), EarlierSubmission)>,
    loads: BTreeMap<String, i64>,
    asks: Option<Asks>,
    lines: RefCell<Vec<(Level, String)>>,
}

/// A bundle's reader takes no more: what passes a plugin's tests must not fail there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default, rename = "description")]
    _description: Option<String>,
    rows: Vec<Row>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    key: Value,
    from: String,
    #[serde(default)]
    to: Option<String>,
    value: Value,
}

impl Row {
    fn is_for(&self, key: &str) -> bool {
        self.key.as_str() == Some(key)
    }

    fn is_valid_on(&self, day: &str) -> bool {
        // ISO dates sort as text.
        self.from.as_str() <= day && self.to.as_deref().is_none_or(|to| day <= to)
    }
}

impl NativeHost {
    /// A host without tables that knows nobody and denies nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a table from YAML or JSON text: `rows: [{key, from, to?, value}]`.
    ///
    /// # Errors
    /// The text is not a table that a bundle takes.
    pub fn with_table(mut self, name: &str, text: &str) -> Result<Self, TableError> {
        let table: Table =
            serde_saphyr::from_str(text).map_err(|error| TableError(format!("table {name}: {error}")))?;
        if let Some(row) = table.rows.iter().find(|row| !row.key.is_string()) {
            return Err(TableError(format!("table {name}: a key is a text: write \"{}\" in quotes", row.key)));
        }
        self.tables.insert(name.to_owned(), table.rows);
        Ok(self)
    }

    /// Adds all `*.yaml`, `*.yml` and `*.json` tables of a folder, such as a bundle's `tables/`.
    ///
    /// # Errors
    /// The folder or a file in it cannot be read, or is not a table.
    pub fn with_tables_in(mut self, folder: impl AsRef<Path>) -> Result<Self, TableError> {
        let folder = folder.as_ref();
        let read = |error: std::io::Error| TableError(format!("{}: {error}", folder.display()));
        for entry in std::fs::read_dir(folder).map_err(read)? {
            let path = entry.map_err(read)?.path();
            let is_table = path.extension().is_some_and(|ext| ext == "yaml" || ext == "yml" || ext == "json");
            if let (true, Some(name)) = (is_table, path.file_stem().and_then(|stem| stem.to_str())) {
                let text = std::fs::read_to_string(&path).map_err(read)?;
                self = self.with_table(name, &text)?;
            }
        }
        Ok(self)
    }

    /// Makes somebody known by this value, as `decide` is told. Test `check` without: a server tells it of nobody.
    #[must_use]
    pub fn with_known(mut self, kind: &str, value: &str, score: u8) -> Self {
        self.known.insert((kind.to_owned(), value.to_owned()), score);
        self
    }

    /// Adds an earlier submission that names this value, as `decide` is told.
    #[must_use]
    pub fn with_earlier(mut self, kind: &str, value: &str, earlier: EarlierSubmission) -> Self {
        self.earlier.push(((kind.to_owned(), value.to_owned()), earlier));
        self
    }

    /// Makes somebody a colleague who looks after so many open enquiries, as `decide` is told.
    #[must_use]
    pub fn with_load(mut self, account: &str, open: i64) -> Self {
        self.loads.insert(account.to_owned(), open);
        self
    }

    /// Grants only what a plugin asks for, so that a forgotten wish shows in its tests.
    #[must_use]
    pub fn granting_only(mut self, asks: Asks) -> Self {
        self.asks = Some(asks);
        self
    }

    /// The lines logged so far.
    #[must_use]
    pub fn lines(&self) -> Vec<(Level, String)> {
        self.lines.borrow().clone()
    }

    fn asks_about(&self, kind: &str) -> bool {
        self.asks.as_ref().is_none_or(|asks| asks.known.iter().any(|asked| asked == kind))
    }

    /// Of what was asked for and nothing else, so that a forgotten field shows.
    fn earlier(&self, key: &str) -> Result<Option<Value>, LookupError> {
        let asked: Earlier = serde_json::from_str(key).map_err(|_| LookupError::Denied)?;
        if !self.asks_about(EARLIER) || !self.asks_about(&asked.known.0) {
            return Err(LookupError::Denied);
        }
        let is_asked = |names: &[String], name: &String| names.contains(name);
        let found = self.earlier.iter().filter(|(known, _)| *known == asked.known).map(|(_, earlier)| {
            let mut told = earlier.clone();
            if let Some(values) = told.values.as_object_mut() {
                values.retain(|field, _| is_asked(&asked.values, field));
            }
            told.computed.retain(|key, _| is_asked(&asked.computed, key));
            json!(told)
        });
        Ok(Some(found.collect()))
    }
}

impl Host for NativeHost {
    fn lookup(&self, table: &str, key: &str, as_of: &str) -> Result<Option<Value>, LookupError> {
        match table {
            EARLIER_TABLE => return self.earlier(key),
            LOAD_TABLE if self.asks_about(STAFF_LOAD) => {
                return Ok(self.loads.get(key).map(|open| json!({ "open": open })));
            }
            _ => {}
        }
        if self.asks.as_ref().is_some_and(|asks| !asks.tables.iter().any(|asked| asked == table)) {
            return Err(LookupError::Denied);
        }
        let rows = self.tables.get(table).ok_or(LookupError::UnknownTable)?;
        let newest =
            rows.iter().filter(|row| row.is_for(key) && row.is_valid_on(as_of)).max_by(|a, b| a.from.cmp(&b.from));
        Ok(newest.map(|row| row.value.clone()))
    }

    fn known(&self, kind: &str, value: &str) -> Known {
        if !self.asks_about(kind) {
            return Known::No;
        }
        self.known.get(&(kind.to_owned(), value.to_owned())).map_or(Known::No, |&score| Known::Yes { score })
    }

    fn log(&self, level: Level, message: &str) {
        self.lines.borrow_mut().push((level, message.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEES: &str = "rows:\n  - {key: KG1, from: 2025-09-01, to: 2026-08-31, value: {minor: 900000}}\n  - {key: KG1, from: 2026-09-01, value: {minor: 950000}}\n  - {key: \"1\", from: 2026-09-01, value: 7}\n";

    #[test]
    fn newest_valid_row_wins() {
        let host = NativeHost::new().with_table("fees", FEES).unwrap();
        assert_eq!(host.lookup("fees", "KG1", "2026-08-31").unwrap().unwrap()["minor"], 900_000);
        assert_eq!(host.lookup("fees", "KG1", "2030-01-01").unwrap().unwrap()["minor"], 950_000);
        assert_eq!(host.lookup("fees", "KG1", "2025-08-31").unwrap(), None);
        assert_eq!(host.lookup("fees", "1", "2026-10-01").unwrap().unwrap(), 7);
        assert_eq!(host.lookup("nope", "KG1", "2026-10-01"), Err(LookupError::UnknownTable));
    }

    #[test]
    fn what_a_bundle_refuses_is_no_table_here_either() {
        for bad in
            ["rows: [{key: 1, from: 2026-09-01, value: 1}]", "rows: [{key: a, form: x, from: 2026-09-01, value: 1}]"]
        {
            assert!(NativeHost::new().with_table("fees", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_was_not_asked_for_is_denied() {
        let host = NativeHost::new()
            .with_table("fees", FEES)
            .unwrap()
            .with_known("email", "a@example.org", 90)
            .granting_only(Asks::default());
        assert_eq!(host.lookup("fees", "KG1", "2026-10-01"), Err(LookupError::Denied));
        assert_eq!(host.known("email", "a@example.org"), Known::No);
    }

    #[test]
    fn earlier_submissions_are_told_as_far_as_they_are_asked_about() {
        let one = EarlierSubmission {
            reference: "ONE-E26-00001".into(),
            values: json!({ "total": 5, "name": "Sara" }),
            ..EarlierSubmission::default()
        };
        let host = NativeHost::new().with_earlier("bill", "A-1", one).with_load("a@example.org", 3);
        let asked = Earlier::naming("bill", "A-1").values(&["total"]);
        let found = asked.find(&host).unwrap();
        assert_eq!((found.len(), found[0].values.clone()), (1, json!({ "total": 5 })));
        assert!(Earlier::naming("bill", "A-2").find(&host).unwrap().is_empty());
        assert_eq!(crate::load_of(&host, "a@example.org"), Ok(Some(3)));
        assert_eq!(crate::load_of(&host, "b@example.org"), Ok(None));
        let wishless = host.granting_only(Asks { known: vec!["bill".into()], ..Asks::default() });
        assert!(asked.find(&wishless).unwrap().is_empty(), "what was not asked for is not told");
        assert_eq!(crate::load_of(&wishless, "a@example.org"), Ok(None));
    }
}
