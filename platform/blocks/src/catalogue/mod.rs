//! Which fields each kind of letter may name, what they hold, and what they read like before there is anybody to write to.

mod names;
mod sample;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use words::Language;

use names::{ALL, Named};

pub use sample::sample;

/// What a letter is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum LetterKind {
    /// A place is offered.
    Offer,
    /// A place is offered, and depends on something.
    ConditionalOffer,
    /// A family accepts a place: terms, plan of payment, deposit.
    Acceptance,
    /// Documents are asked for that show who pays.
    FinancialRequest,
    /// A family is asked to agree to something.
    Consent,
    /// Any other letter.
    Plain,
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = BlockFieldKind))]
#[serde(rename_all = "lowercase")]
pub enum FieldKind {
    /// Text as somebody typed it, the same in both languages.
    Text,
    /// A day.
    Date,
    /// An amount.
    Money,
    /// A phone number.
    Phone,
    /// A whole number.
    Number,
    /// Words in both languages; conditions compare their code.
    Words,
    /// Entries with fields of their own.
    List,
}

/// A field that a text may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its name, as texts have it.
    pub name: &'static str,
    /// What it holds.
    pub kind: FieldKind,
    /// What it is called, in English.
    pub en: &'static str,
    /// What it is called, in Arabic.
    pub ar: &'static str,
    /// The fields of each entry, where it is a list.
    pub entries: &'static [Field],
}

impl Field {
    /// What it is called: beside a value above a letter's text, and in the editor.
    #[must_use]
    pub const fn label(&self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Ar => self.ar,
        }
    }
}

impl LetterKind {
    /// All of them, in the order in which a school meets them.
    pub const ALL: [Self; 6] =
        [Self::Offer, Self::ConditionalOffer, Self::Acceptance, Self::FinancialRequest, Self::Consent, Self::Plain];

    /// Its name in files and addresses.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Offer => "offer",
            Self::ConditionalOffer => "conditional_offer",
            Self::Acceptance => "acceptance",
            Self::FinancialRequest => "financial_request",
            Self::Consent => "consent",
            Self::Plain => "plain",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    const fn place(self) -> usize {
        self as usize
    }
}

static BY_KIND: LazyLock<[Vec<Field>; 6]> = LazyLock::new(|| {
    LetterKind::ALL.map(|kind| {
        let of_kind = |named: &&Named| named.kinds.is_empty() || named.kinds.contains(&kind);
        ALL.iter().filter(of_kind).map(|named| named.field).collect()
    })
});

/// The fields of a kind of letter, in the order in which the editor lists them.
#[must_use]
pub fn fields(kind: LetterKind) -> &'static [Field] {
    &BY_KIND[kind.place()]
}

/// The field of that name.
#[must_use]
pub fn field(kind: LetterKind, name: &str) -> Option<&'static Field> {
    fields(kind).iter().find(|field| field.name == name)
}
