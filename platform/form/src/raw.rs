//! A form document as it is written: `docs/contracts.md`, section 2.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::totals::RawTotal;

/// The document's own JSON.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Form document")]
pub struct RawDocument {
    /// For editors; ignored.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub json_schema: Option<String>,
    /// Version of the form: a change that families notice gets a new one. What follows a dash is the school's layout of a
    /// plugin's form.
    #[schemars(regex(pattern = r"^[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}(-[0-9a-f]{8})?$"), extend("x-hint" = "write it as \"1.0.0\""))]
    pub version: String,
    /// Text key of the title.
    pub title: String,
    /// Text key of a sentence under the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The steps, in order.
    #[schemars(length(min = 1, max = 30))]
    pub steps: Vec<RawStep>,
    /// Totals over the answers of a declarative form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub computed: Vec<RawTotal>,
    /// JSON Schema (draft 7) of the answers.
    #[schemars(with = "Map<String, Value>")]
    pub schema: Value,
    /// How each field is shown.
    #[serde(default)]
    pub ui: Map<String, Value>,
    /// Fields that name the person for the staff's list: the first that is filled.
    #[serde(default)]
    #[schemars(length(max = 5))]
    pub person: Vec<String>,
    /// Where the confirmation goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<RawReceipt>,
    /// Which answer tells what of whom: `{"child.name": "child_name"}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub subject: BTreeMap<String, String>,
    /// Fields that are the family's and not the child's, with which a form for another child begins; left out, those of the guardians that
    /// `subject` names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 60))]
    pub family: Vec<String>,
    /// What the staff's list shows of what a plugin worked out, before the answer that `subject` names: `{"grade": ["grade_by_age"]}`.
    #[serde(default, skip_serializing_if = "RawListed::is_empty")]
    pub listed: RawListed,
    /// What a plugin's rules say of answers that an audience alone reads: `{"health": {"tags": ["tag.health"]}}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub audiences: BTreeMap<String, RawAudience>,
    /// Every text, in both languages.
    pub texts: RawTexts,
    /// Example answers that are right on any day.
    #[schemars(length(min = 1, max = 20))]
    pub samples: Vec<RawSample>,
}

/// One step.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawStep {
    /// Stable name.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_-]{0,39}$"))]
    pub id: String,
    /// Text key.
    pub title: String,
    /// Text key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Its fields, in order.
    #[schemars(length(min = 1, max = 60))]
    pub fields: Vec<String>,
    /// Who alone of the school's staff reads its answers: an audience of `school.yaml`.
    #[serde(rename = "x-audience", default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_]{0,39}$"))]
    pub audience: Option<String>,
}

/// Keys of computed answers that the staff's list shows: of each the first that is there.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawListed {
    /// The grade or programme.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 5))]
    pub grade: Vec<String>,
    /// The school year.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 5))]
    pub school_year: Vec<String>,
}

impl RawListed {
    fn is_empty(&self) -> bool {
        self.grade.is_empty() && self.school_year.is_empty()
    }
}

/// What a plugin makes of answers that an audience alone reads.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RawAudience {
    /// Tags.
    #[schemars(length(max = 60))]
    pub tags: Vec<String>,
    /// Keys of computed answers.
    #[schemars(length(max = 60))]
    pub computed: Vec<String>,
    /// Codes of reasons, tasks, warnings and missing papers.
    #[schemars(length(max = 60))]
    pub codes: Vec<String>,
    /// Whether the score comes of them.
    pub score: bool,
    /// Whether the desk comes of them.
    pub route: bool,
}

/// Where the confirmation goes.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawReceipt {
    /// Field with the address.
    pub email: String,
    /// Field with the person's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Texts by key.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawTexts {
    /// English.
    #[schemars(with = "std::collections::BTreeMap<String, String>")]
    pub en: Map<String, Value>,
    /// Arabic.
    #[schemars(with = "std::collections::BTreeMap<String, String>")]
    pub ar: Map<String, Value>,
}

/// Example answers.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawSample {
    /// Name to ask for it by.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_-]{0,39}$"))]
    pub name: String,
    /// The answers; text that begins with `@` is relative to the day.
    pub values: Map<String, Value>,
}
