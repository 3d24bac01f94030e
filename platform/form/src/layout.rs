//! `/forms/<id>/arrange` of `school.yaml`: how a school lays out a form whose document comes from a plugin.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use words::Text;

/// How a plugin's form is laid out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arrange {
    /// The steps, in order; those of the document when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 30))]
    pub steps: Option<Vec<ArrangedStep>>,
    /// Fields that are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 200), inner(length(min = 1, max = 100)))]
    pub hide: Vec<String>,
    /// Fields that have to be answered, beside those of the document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 200), inner(length(min = 1, max = 100)))]
    pub require: Vec<String>,
    /// How wide fields are.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = 200))]
    pub widths: BTreeMap<String, Width>,
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArrangedStep {
    /// A step of the document, or a new one.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_-]{0,39}$"))]
    pub id: String,
    /// Its title; a step of the document keeps its own without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// Its fields, in order.
    #[schemars(length(max = 60), inner(length(min = 1, max = 100)))]
    pub fields: Vec<String>,
}

/// How wide a field is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Width {
    /// A few characters.
    Xs,
    /// A short answer.
    Sm,
    /// Half a line.
    Md,
    /// Most of a line.
    Lg,
    /// A whole line.
    Full,
}

impl Width {
    /// As form documents write it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Xs => "xs",
            Self::Sm => "sm",
            Self::Md => "md",
            Self::Lg => "lg",
            Self::Full => "full",
        }
    }
}
