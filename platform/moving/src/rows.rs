//! Rows as an archive has them: each field as a text or nothing, the column says of what kind. So they are the same whichever
//! database they come from, and their sum tells whether all of them arrived.

use anyhow::{Context as _, Result, bail};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// As it is.
    Text,
    /// Decimal.
    Int,
    /// `true` or `false`.
    Bool,
    /// The shortest decimal that reads back as the same number.
    Float,
    /// A JSON text; PostgreSQL writes it in its own way, hence it counts by its meaning.
    Json,
    /// Base64.
    Blob,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
}

/// A table that holds rows of schools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its columns, `school_id` among them.
    pub columns: Vec<Column>,
}

/// A row, in the order of its table's columns.
pub type Row = Vec<Option<String>>;

impl Kind {
    /// What a declared type means.
    pub fn of(table: &str, column: &str, declared: &str) -> Result<Self> {
        Ok(match declared.to_ascii_lowercase().as_str() {
            "text" | "bytetext" | "character varying" => Self::Text,
            "bigint" | "integer" => Self::Int,
            "boolean" => Self::Bool,
            "double precision" => Self::Float,
            "jsontext" | "jsonb" => Self::Json,
            "blob" | "bytea" => Self::Blob,
            other => bail!("{table}.{column} is of the type {other}, which moves in no archive yet"),
        })
    }

    fn canonical(self, field: &str) -> String {
        let json = |text: &str| serde_json::from_str::<Value>(text).ok().map(|value| sorted(value).to_string());
        match self {
            Self::Json => json(field).unwrap_or_else(|| field.to_owned()),
            Self::Float => field.parse::<f64>().map_or_else(|_| field.to_owned(), |number| number.to_string()),
            _ => field.to_owned(),
        }
    }
}

/// The same value with the keys of its maps in order.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(entries.into_iter().collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        // 1.0 and 1 are one number to PostgreSQL.
        Value::Number(number) => match number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 9e15) {
            #[expect(clippy::cast_possible_truncation, reason = "whole and small")]
            Some(float) => Value::from(float as i64),
            None => Value::Number(number),
        },
        other => other,
    }
}

/// How many rows, and the sum of their hashes: the same in whatever order they come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RowSum {
    /// How many.
    pub rows: u64,
    sum: [u8; 32],
}

impl RowSum {
    /// Counts a row in.
    pub fn add(&mut self, columns: &[Column], row: &Row) {
        let mut hash = Sha256::new();
        for (column, field) in columns.iter().zip(row) {
            let text = field.as_ref().map(|field| column.kind.canonical(field));
            // The name too: a table whose columns changed places has other rows. Lengths keep fields apart.
            hash.update(column.name.as_bytes());
            hash.update(text.as_ref().map_or(u64::MAX, |text| text.len() as u64).to_be_bytes());
            hash.update(text.unwrap_or_default().as_bytes());
        }
        for (sum, byte) in self.sum.iter_mut().zip(hash.finalize()) {
            *sum ^= byte;
        }
        self.rows += 1;
    }
}

impl Serialize for RowSum {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.rows, HEXLOWER.encode(&self.sum)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RowSum {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (rows, sum) = <(u64, String)>::deserialize(deserializer)?;
        let sum = kernel::keyring::unhex(&sum).ok_or_else(|| serde::de::Error::custom("a sum of 64 hex digits"))?;
        Ok(Self { rows, sum })
    }
}

/// Rows as a part holds them: a JSON list a line.
pub fn line(row: &Row) -> Result<String> {
    let mut line = serde_json::to_string(row)?;
    line.push('\n');
    Ok(line)
}

/// Reads such a line.
pub fn parse(line: &str, table: &Table) -> Result<Row> {
    let row: Row = serde_json::from_str(line).with_context(|| format!("a row of {}", table.name))?;
    if row.len() != table.columns.len() {
        bail!("a row of {} has {} fields, and the table {} columns", table.name, row.len(), table.columns.len());
    }
    Ok(row)
}

/// Where rows of one school are read, all at one moment.
pub trait Source {
    /// Number of the newest migration that the rows have the shape of.
    fn schema(&mut self) -> Result<i64>;
    /// Every table that has a `school_id`, by name.
    fn tables(&mut self) -> Result<Vec<Table>>;
    /// The school's rows of a table.
    fn rows(&mut self, table: &Table, each: &mut dyn FnMut(Row) -> Result<()>) -> Result<()>;

    /// The same, counted and summed only.
    fn sum(&mut self, table: &Table) -> Result<RowSum> {
        let mut sum = RowSum::default();
        self.rows(table, &mut |row| {
            sum.add(&table.columns, &row);
            Ok(())
        })?;
        Ok(sum)
    }
}

/// Quotes a name of the catalogue.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The names of columns, quoted, by comma.
pub fn columns(table: &Table) -> String {
    table.columns.iter().map(|column| quoted(&column.name)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_of_meaning_not_of_order_or_spelling() {
        let columns =
            [Column { name: "id".into(), kind: Kind::Text }, Column { name: "detail".into(), kind: Kind::Json }];
        let sum = |rows: &[(&str, Option<&str>)]| {
            let mut sum = RowSum::default();
            for (id, detail) in rows {
                sum.add(&columns, &vec![Some((*id).to_owned()), detail.map(str::to_owned)]);
            }
            sum
        };
        let one = sum(&[("a", Some(r#"{"x":1,"y":[2.0]}"#)), ("b", None)]);
        assert_eq!(one, sum(&[("b", None), ("a", Some(r#"{"y": [2], "x": 1}"#))]));
        assert_ne!(one, sum(&[("a", Some(r#"{"x":1,"y":[3]}"#)), ("b", None)]));
        assert_ne!(one, sum(&[("a", Some(r#"{"x":1,"y":[2]}"#)), ("b", Some(""))]), "nothing is not an empty text");
        assert_ne!(one, sum(&[("b", None)]));
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<RowSum>(&text).unwrap(), one);
    }

    #[test]
    fn an_unknown_type_is_told_instead_of_left_out() {
        assert!(Kind::of("t", "c", "interval").is_err());
        assert_eq!(Kind::of("t", "c", "BIGINT").unwrap(), Kind::Int);
    }
}
