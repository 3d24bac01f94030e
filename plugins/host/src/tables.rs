//! Dated rule tables, as a plugin may read them.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

/// A read-only snapshot of a school's rule tables. Called while a plugin runs: answer from memory, at once.
pub trait Tables: Send + Sync {
    /// The value (as JSON text) of the newest row of `key` valid on the ISO date `as_of`.
    ///
    /// # Errors
    /// There is no such table, or it cannot be read.
    fn lookup(&self, table: &str, key: &str, as_of: &str) -> Result<Option<String>, TableError>;
}

/// Why a table gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// No table of that name.
    #[error("no such table")]
    Unknown,
    /// It cannot be read.
    #[error("{0}")]
    Failed(String),
}

/// A school without tables.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoTables;

impl Tables for NoTables {
    fn lookup(&self, _: &str, _: &str, _: &str) -> Result<Option<String>, TableError> {
        Err(TableError::Unknown)
    }
}

/// Tables in memory, each `rows: [{key, from, to?, value}]`.
#[derive(Debug, Clone, Default)]
pub struct RuleTables {
    tables: HashMap<String, HashMap<String, Vec<Row>>>,
}

#[derive(Debug, Clone)]
struct Row {
    from: String,
    to: Option<String>,
    value: String,
}

/// A bundle's reader takes no more: what passes here must not fail there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    #[serde(default, rename = "description")]
    _description: Option<String>,
    rows: Vec<RowFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowFile {
    key: Value,
    from: String,
    #[serde(default)]
    to: Option<String>,
    value: Value,
}

impl RuleTables {
    /// No tables yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a row.
    pub fn insert(&mut self, table: &str, key: &str, from: &str, to: Option<&str>, value: &Value) {
        let row = Row { from: from.to_owned(), to: to.map(ToOwned::to_owned), value: value.to_string() };
        let rows = self.tables.entry(table.to_owned()).or_default().entry(key.to_owned()).or_default();
        // Newest first, so that the first valid one is the answer.
        let at = rows.partition_point(|other| other.from > row.from);
        rows.insert(at, row);
    }

    /// Adds a table from YAML or JSON text.
    ///
    /// # Errors
    /// The text is not such a table; the message says where.
    pub fn insert_text(&mut self, table: &str, text: &str) -> Result<(), TableError> {
        let file: TableFile =
            serde_saphyr::from_str(text).map_err(|error| TableError::Failed(format!("{table}: {error}")))?;
        self.tables.entry(table.to_owned()).or_default();
        for row in file.rows {
            let Some(key) = row.key.as_str() else {
                let key = &row.key;
                return Err(TableError::Failed(format!("{table}: a key is a text: write \"{key}\" in quotes")));
            };
            self.insert(table, key, &row.from, row.to.as_deref(), &row.value);
        }
        Ok(())
    }

    /// All tables of a folder, such as a bundle's `tables/`.
    ///
    /// # Errors
    /// The folder or one of its files cannot be read.
    pub fn read_folder(folder: &Path) -> Result<Self, TableError> {
        let failed = |error: std::io::Error| TableError::Failed(format!("{}: {error}", folder.display()));
        let mut tables = Self::new();
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let is_table = path.extension().is_some_and(|ext| ext == "yaml" || ext == "yml" || ext == "json");
            if let (true, Some(name)) = (is_table, path.file_stem().and_then(|stem| stem.to_str())) {
                tables.insert_text(name, &std::fs::read_to_string(&path).map_err(failed)?)?;
            }
        }
        Ok(tables)
    }
}

impl Tables for RuleTables {
    fn lookup(&self, table: &str, key: &str, as_of: &str) -> Result<Option<String>, TableError> {
        let table = self.tables.get(table).ok_or(TableError::Unknown)?;
        let Some(rows) = table.get(key) else { return Ok(None) };
        // ISO dates sort as text.
        let valid =
            rows.iter().find(|row| row.from.as_str() <= as_of && row.to.as_deref().is_none_or(|to| as_of <= to));
        Ok(valid.map(|row| row.value.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_row_valid_on_the_day_answers() {
        let mut tables = RuleTables::new();
        tables
            .insert_text(
                "fees",
                "rows:\n  - {key: KG1, from: 2025-09-01, to: 2027-08-31, value: 1}\n  - {key: KG1, from: 2026-09-01, value: 2}\n  - {key: \"7\", from: 2026-09-01, value: {a: 3}}\n",
            )
            .unwrap();
        let at = |key: &str, day: &str| tables.lookup("fees", key, day).unwrap();
        assert_eq!(at("KG1", "2026-08-31").as_deref(), Some("1"));
        assert_eq!(at("KG1", "2026-09-01").as_deref(), Some("2"));
        assert_eq!(at("KG1", "2025-08-31"), None);
        assert_eq!(at("7", "2026-09-01").as_deref(), Some("{\"a\":3}"));
        assert_eq!(tables.lookup("other", "KG1", "2026-09-01"), Err(TableError::Unknown));
    }

    #[test]
    fn a_broken_table_says_where() {
        let error = RuleTables::new().insert_text("fees", "rows: [{key: 1}]").unwrap_err();
        assert!(error.to_string().contains("fees"), "{error}");
        let number = "rows: [{key: 1, from: 2026-09-01, value: 1}]";
        let error = RuleTables::new().insert_text("fees", number).unwrap_err();
        assert!(error.to_string().contains("write \"1\" in quotes"), "{error}");
    }
}
