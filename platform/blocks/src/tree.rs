//! The filled tree: what a text says once everything is filled in. PDF, page and mail draw the same one, and its digest is what people
//! agree to. Its JSON is short, and fixed: what was agreed to years ago is still read.

use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};

/// How deep runs may stand in each other.
pub const MAX_DEPTH: usize = 8;

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// Text as it was written.
    Text(String),
    /// Bold.
    Bold(Vec<Run>),
    /// What was filled in.
    Filled {
        /// As it is read.
        text: String,
        /// Whether it is kept apart from the direction around it.
        isolated: bool,
        /// Whether no line breaks in it.
        whole: bool,
    },
    /// A new line.
    NewLine,
}

/// A block with everything filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "lowercase", deny_unknown_fields)]
pub enum Filled {
    /// A heading.
    Heading {
        /// Its line.
        c: Vec<Run>,
    },
    /// A paragraph.
    Para {
        /// Its lines.
        c: Vec<Run>,
    },
    /// A paragraph that stands out.
    Note {
        /// Its lines.
        c: Vec<Run>,
    },
    /// Points below each other.
    List {
        /// Whether they are numbered.
        #[serde(default)]
        ordered: bool,
        /// Their lines.
        items: Vec<Vec<Run>>,
    },
    /// Rows and columns.
    Table(Table),
    /// What follows begins a page.
    Break {},
    /// Where people sign.
    Signatures {},
}

/// A table with everything filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Its columns.
    pub cols: Vec<Col>,
    /// Its rows, runs for each column.
    pub rows: Vec<Vec<Vec<Run>>>,
    /// The last row, which stands out; none or one.
    #[serde(default)]
    pub total: Vec<Vec<Vec<Run>>>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Col {
    /// What stands over it.
    pub head: Vec<Run>,
    /// In which language it reads.
    pub lang: words::Language,
    /// Where its cells stand.
    pub align: Align,
    /// Whether it takes the room that the others leave.
    #[serde(default)]
    pub wide: bool,
}

/// Where cells stand in their column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Align {
    /// Where lines begin.
    Start,
    /// At the right in either direction, so that decimals stand below each other.
    Number,
}

/// The tree is none that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is no tree at all.
    #[error("not a filled text")]
    Shape,
    /// Runs stand in each other deeper than [`MAX_DEPTH`].
    #[error("runs stand too deep in each other")]
    TooDeep,
}

impl Run {
    /// Its words without anything around them.
    pub fn push_words(&self, out: &mut String) {
        match self {
            Self::Text(text) | Self::Filled { text, .. } => out.push_str(text),
            Self::Bold(runs) => runs.iter().for_each(|run| run.push_words(out)),
            Self::NewLine => out.push('\n'),
        }
    }

    fn depth(&self) -> usize {
        if let Self::Bold(runs) = self { 1 + depth_of(runs) } else { 1 }
    }
}

/// The words of runs, without anything around them.
#[must_use]
pub fn words_of(runs: &[Run]) -> String {
    let mut out = String::new();
    runs.iter().for_each(|run| run.push_words(&mut out));
    out
}

fn depth_of(runs: &[Run]) -> usize {
    runs.iter().map(Run::depth).max().unwrap_or_default()
}

/// A tree that was kept, from its JSON.
pub fn read(value: &serde_json::Value) -> Result<Vec<Filled>, Unreadable> {
    let blocks = Vec::<Filled>::deserialize(value).map_err(|_| Unreadable::Shape)?;
    shallow(&blocks)?;
    Ok(blocks)
}

pub(crate) fn shallow<'b>(blocks: impl IntoIterator<Item = &'b Filled>) -> Result<(), Unreadable> {
    let is_deep = blocks.into_iter().any(|block| block.lines().any(|runs| depth_of(runs) > MAX_DEPTH));
    if is_deep { Err(Unreadable::TooDeep) } else { Ok(()) }
}

impl Filled {
    /// Its kind as the tree names it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Heading { .. } => "heading",
            Self::Para { .. } => "para",
            Self::Note { .. } => "note",
            Self::List { .. } => "list",
            Self::Table(_) => "table",
            Self::Break {} => "break",
            Self::Signatures {} => "signatures",
        }
    }

    /// All runs of it, line by line and cell by cell.
    pub fn lines(&self) -> impl Iterator<Item = &[Run]> {
        let (one, many, table): (Option<&[Run]>, &[Vec<Run>], Option<&Table>) = match self {
            Self::Heading { c } | Self::Para { c } | Self::Note { c } => (Some(c), &[], None),
            Self::List { items, .. } => (None, items, None),
            Self::Table(table) => (None, &[], Some(table)),
            Self::Break {} | Self::Signatures {} => (None, &[], None),
        };
        let cells = table.into_iter().flat_map(|table| {
            let heads = table.cols.iter().map(|col| col.head.as_slice());
            heads.chain(table.rows.iter().chain(&table.total).flatten().map(Vec::as_slice))
        });
        one.into_iter().chain(many.iter().map(Vec::as_slice)).chain(cells)
    }
}

impl Serialize for Run {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Bold(runs) => single(serializer, "b", runs),
            Self::NewLine => single(serializer, "br", &true),
            Self::Filled { text, isolated, whole } => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("f", text)?;
                if *isolated {
                    map.serialize_entry("i", &true)?;
                }
                if *whole {
                    map.serialize_entry("w", &true)?;
                }
                map.end()
            }
        }
    }
}

fn single<S: Serializer>(serializer: S, key: &str, value: &impl Serialize) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(key, value)?;
    map.end()
}

/// A run as JSON has it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    Text(String),
    Bold(StoredBold),
    Filled(StoredFilled),
    NewLine(StoredBreak),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredBold {
    b: Vec<Run>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredFilled {
    f: String,
    #[serde(default)]
    i: bool,
    #[serde(default)]
    w: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredBreak {
    br: bool,
}

impl<'de> Deserialize<'de> for Run {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Stored::deserialize(deserializer)? {
            Stored::Text(text) => Self::Text(text),
            Stored::Bold(StoredBold { b }) => Self::Bold(b),
            Stored::Filled(StoredFilled { f, i, w }) => Self::Filled { text: f, isolated: i, whole: w },
            Stored::NewLine(StoredBreak { br: true }) => Self::NewLine,
            Stored::NewLine(_) => return Err(serde::de::Error::custom("a new line is one")),
        })
    }
}
