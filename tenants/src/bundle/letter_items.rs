//! What a letter asks for that asks for financial documents.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::Text;

use super::letters::Written;

/// A financial document that is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its stable name.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_]{0,39}$"), extend("x-hint" = "small letters, digits and _, a letter first"))]
    pub code: String,
    /// What families read.
    #[schemars(with = "Written")]
    pub label: Text,
    /// What it is.
    pub kind: ItemKind,
    /// Whether the family says an amount beside it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub amount: bool,
    /// Whether the family says an IBAN beside it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub iban: bool,
}

/// What a financial document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    /// A salary certificate.
    Salary,
    /// A letter of a sponsor.
    Sponsor,
    /// A bank guarantee.
    Guarantee,
    /// A schedule of cheques.
    Cheques,
}

impl ItemKind {
    /// Its name in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Salary => "salary",
            Self::Sponsor => "sponsor",
            Self::Guarantee => "guarantee",
            Self::Cheques => "cheques",
        }
    }
}
