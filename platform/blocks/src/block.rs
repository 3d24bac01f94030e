//! Blocks as they are stored in a school's folder. Plain text and no markup but `**bold**` and `{{field}}`, so that nothing in them can be
//! more than text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::Language;

/// Most blocks of a text in one language.
pub const MAX_BLOCKS: usize = 100;
/// Most characters of a heading, a paragraph or a note.
pub const MAX_TEXT: usize = 2000;
/// Most items of a list.
pub const MAX_ITEMS: usize = 30;
/// Most characters of an item, or of a cell of a table.
pub const MAX_ITEM: usize = 500;
/// Most columns of a table.
pub const MAX_COLUMNS: usize = 6;
/// Most rows of a table that are written by hand.
pub const MAX_WRITTEN_ROWS: usize = 40;
/// Most codes that one condition names.
pub const MAX_CODES: usize = 60;
/// Most characters of a field's name or of a code.
pub const MAX_NAME: usize = 60;

/// A piece of a text. `**…**` is bold, `{{…}}` is filled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = LegalBlock))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Block {
    /// A heading.
    Heading {
        /// Its text.
        text: String,
        /// Where it stands only sometimes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<When>,
    },
    /// A paragraph.
    Paragraph {
        /// Its text.
        text: String,
        /// Where it stands only sometimes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<When>,
    },
    /// A paragraph that stands out.
    Note {
        /// Its text.
        text: String,
        /// Where it stands only sometimes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<When>,
    },
    /// Points below each other.
    List {
        /// Their texts.
        items: Vec<String>,
        /// Whether they are numbered.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ordered: bool,
        /// Where it stands only sometimes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<When>,
    },
    /// Rows and columns.
    Table {
        /// Its columns.
        columns: Vec<Column>,
        /// A list of the paper's, for each of whose entries the rows are drawn: `fees`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        each: Option<String>,
        /// Its rows, a text for each column.
        rows: Vec<Vec<String>>,
        /// The last row, which stands out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<Vec<String>>,
        /// Where it stands only sometimes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<When>,
    },
    /// What follows begins a page.
    Break {
        /// Where it stands only sometimes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<When>,
    },
    /// Where people sign.
    Signatures {
        /// Where it stands only sometimes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<When>,
    },
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = BlockColumn))]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// What stands over it.
    pub head: String,
    /// Whether it holds figures: their decimals stand below each other, and an amount leaves its currency to the head.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub number: bool,
}

/// A condition: `{"field": "stream", "is": "filled"}` or `{"field": "grade", "is": ["kg1", "kg2"]}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = BlockWhen))]
#[serde(deny_unknown_fields)]
pub struct When {
    /// A field of the paper, or one of its lists.
    pub field: String,
    /// What it has to be.
    pub is: Is,
}

/// What a condition asks of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = BlockIs))]
#[serde(untagged)]
pub enum Is {
    /// Whether it has a value.
    State(State),
    /// That its code is one of these; words are never compared.
    OneOf(Vec<String>),
}

/// Whether a field has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = BlockState))]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It has.
    Filled,
    /// It has none.
    Empty,
}

/// A text in both languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = BlockTexts))]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// English.
    #[serde(default)]
    pub en: Vec<Block>,
    /// Arabic.
    #[serde(default)]
    pub ar: Vec<Block>,
}

impl Texts {
    /// From what a file holds; `None` when it is no such text, or has no words in one of the languages.
    #[must_use]
    pub fn read(value: &serde_json::Value) -> Option<Self> {
        let texts = Self::deserialize(value).ok()?;
        (!texts.en.is_empty() && !texts.ar.is_empty()).then_some(texts)
    }

    /// The blocks of a language.
    #[must_use]
    pub fn get(&self, language: Language) -> &[Block] {
        match language {
            Language::En => &self.en,
            Language::Ar => &self.ar,
        }
    }
}

impl Block {
    /// Its kind as it is stored.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Heading { .. } => "heading",
            Self::Paragraph { .. } => "paragraph",
            Self::Note { .. } => "note",
            Self::List { .. } => "list",
            Self::Table { .. } => "table",
            Self::Break { .. } => "break",
            Self::Signatures { .. } => "signatures",
        }
    }

    /// Its condition.
    #[must_use]
    pub fn when(&self) -> Option<&When> {
        match self {
            Self::Heading { when, .. }
            | Self::Paragraph { when, .. }
            | Self::Note { when, .. }
            | Self::List { when, .. }
            | Self::Table { when, .. }
            | Self::Break { when }
            | Self::Signatures { when } => when.as_ref(),
        }
    }
}
