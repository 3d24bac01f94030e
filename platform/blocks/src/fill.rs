//! Stored blocks and values into the filled tree of one language.

use serde::{Deserialize, Serialize};
use words::Language;

use crate::block::{Block, Column, Is, State, When};
use crate::catalogue::Field;
use crate::format::Style;
use crate::runs::{Source, runs};
use crate::tree::{Align, Col, Filled, Run, Table, words_of};
use crate::value::{Row, Value, Values};

/// Most bytes of words that one language of a paper holds.
pub const MAX_BODY: usize = 64 * 1024;
/// Most rows that a table becomes.
pub const MAX_ROWS: usize = 200;

/// A text cannot be filled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfilled {
    /// It names a field, or a list, that the paper has no value for.
    #[error("nothing fills `{field}`")]
    Missing {
        /// The field's name.
        field: String,
    },
    /// It holds more words than [`MAX_BODY`].
    #[error("more than {} KB of text", MAX_BODY / 1024)]
    TooLong,
    /// A table becomes longer than [`MAX_ROWS`].
    #[error("more than {MAX_ROWS} rows in a table")]
    TooManyRows,
}

/// How many bytes of words there is room for.
pub(crate) struct Room(usize);

impl Room {
    pub(crate) const fn new() -> Self {
        Self(MAX_BODY)
    }

    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Unfilled> {
        self.0 = self.0.checked_sub(bytes).ok_or(Unfilled::TooLong)?;
        Ok(())
    }
}

/// The blocks whose conditions hold, with everything filled in.
pub fn fill(blocks: &[Block], values: &Values, style: Style) -> Result<Vec<Filled>, Unfilled> {
    let mut room = Room::new();
    let standing = blocks.iter().filter(|block| holds(block.when(), values));
    standing.map(|block| filled(block, values, style, &mut room)).collect()
}

/// A single line: a subject, a title.
pub fn line(text: &str, values: &Values, style: Style) -> Result<String, Unfilled> {
    let source = Source { style, values, entry: None, is_figure: false };
    Ok(words::text::one_line(&words_of(&runs(text, source, &mut Room::new())?)))
}

/// Whether a condition holds. It asks for codes and for whether there is a value, never for words: so it holds in both languages alike.
pub(crate) fn holds(when: Option<&When>, values: &Values) -> bool {
    let Some(When { field, is }) = when else { return true };
    let value = values.get(field);
    match is {
        Is::State(State::Filled) => value.is_some_and(Value::is_filled),
        Is::State(State::Empty) => !value.is_some_and(Value::is_filled),
        Is::OneOf(codes) => value.and_then(Value::code).is_some_and(|code| codes.iter().any(|one| one == code)),
    }
}

/// A block with everything filled in, whatever its condition.
pub(crate) fn filled(block: &Block, values: &Values, style: Style, room: &mut Room) -> Result<Filled, Unfilled> {
    let source = Source { style, values, entry: None, is_figure: false };
    let mut one = |text: &String| runs(text, source, room);
    Ok(match block {
        Block::Heading { text, .. } => Filled::Heading { c: one(text)? },
        Block::Paragraph { text, .. } => Filled::Para { c: one(text)? },
        Block::Note { text, .. } => Filled::Note { c: one(text)? },
        Block::List { items, ordered, .. } => {
            Filled::List { ordered: *ordered, items: items.iter().map(one).collect::<Result<_, _>>()? }
        }
        Block::Table { columns, each, rows, total, .. } => {
            let entries = each.as_deref().map(|name| entries_of(name, values)).transpose()?;
            let cols = columns.iter().enumerate().map(|(at, column)| col(at, column, source, room));
            let cols = cols.collect::<Result<_, _>>()?;
            let rows = table_rows(columns, rows, entries, source, room)?;
            let total = total.iter().map(|cells| row(columns, cells, source, room)).collect::<Result<_, _>>()?;
            Filled::Table(Table { cols, rows, total })
        }
        Block::Break { .. } => Filled::Break {},
        Block::Signatures { .. } => Filled::Signatures {},
    })
}

fn entries_of<'v>(name: &str, values: &'v Values) -> Result<&'v [Row], Unfilled> {
    values.list(name).ok_or_else(|| Unfilled::Missing { field: name.to_owned() })
}

fn col(at: usize, column: &Column, source: Source<'_>, room: &mut Room) -> Result<Col, Unfilled> {
    let align = if column.number { Align::Number } else { Align::Start };
    Ok(Col { head: runs(&column.head, source, room)?, lang: source.style.language, align, wide: at == 0 })
}

fn table_rows(
    columns: &[Column],
    rows: &[Vec<String>],
    entries: Option<&[Row]>,
    source: Source<'_>,
    room: &mut Room,
) -> Result<Vec<Vec<Vec<Run>>>, Unfilled> {
    if rows.len().saturating_mul(entries.map_or(1, <[Row]>::len)) > MAX_ROWS {
        return Err(Unfilled::TooManyRows);
    }
    let Some(entries) = entries else {
        return rows.iter().map(|cells| row(columns, cells, source, room)).collect();
    };
    let mut out = Vec::new();
    for entry in entries {
        let source = Source { entry: Some(entry), ..source };
        for cells in rows {
            out.push(row(columns, cells, source, room)?);
        }
    }
    Ok(out)
}

/// A row has a cell for each column, whatever was written.
fn row(columns: &[Column], cells: &[String], source: Source<'_>, room: &mut Room) -> Result<Vec<Vec<Run>>, Unfilled> {
    let cell = |(at, column): (usize, &Column)| {
        let source = Source { is_figure: column.number, ..source };
        runs(cells.get(at).map_or("", String::as_str), source, room)
    };
    columns.iter().enumerate().map(cell).collect()
}

/// One of the lines above a letter's text: in each language its label, its value, and a day in the other calendar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// English.
    pub en: Vec<String>,
    /// Arabic.
    pub ar: Vec<String>,
}

/// The facts above a letter's text, in the order in which they are named; one without a value is left out. The style's language does not
/// matter: a fact has both.
#[must_use]
pub fn facts(fields: &[&Field], values: &Values, style: Style) -> Vec<Fact> {
    let one = |field: &&Field| {
        let value = values.get(field.name).filter(|value| value.is_filled())?;
        let told = |language| fact(field, value, style.of(language));
        Some(Fact { en: told(Language::En), ar: told(Language::Ar) })
    };
    fields.iter().filter_map(one).collect()
}

fn fact(field: &Field, value: &Value, style: Style) -> Vec<String> {
    let mut parts = vec![field.label(style.language).to_owned()];
    match value {
        // The other calendar stands beside it, in a quieter colour.
        Value::Date(day) => {
            parts.push(style.date(*day, false));
            parts.extend(style.hijri_of(*day));
        }
        // Plain text has no flag for what keeps its own direction: the marks themselves stand around it.
        other => parts.push(match style.filled(other, false) {
            Run::Filled { text, isolated: true, .. } => format!("\u{2068}{text}\u{2069}"),
            run => words_of(&[run]),
        }),
    }
    parts
}
