//! The fields of a form, read out of its schema once.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::relative::DateRule;

/// The key of a field's ui that names who alone reads it.
pub(super) const AUDIENCE: &str = "x-audience";
/// The widget of a field that is signed.
pub(super) const SIGNATURE: &str = "signature";

/// What sort of answer a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Free text or a text format.
    Text,
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// One of several.
    Choice,
    /// Several of several.
    Choices,
    /// One file.
    Upload,
    /// Several files.
    Uploads,
    /// A repeated group.
    Group,
    /// Words between fields.
    Note,
}

/// How large a file may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
pub enum UploadTier {
    /// 2 MB.
    #[serde(rename = "2mb")]
    Small,
    /// 5 MB.
    #[serde(rename = "5mb")]
    Medium,
    /// 10 MB.
    #[serde(rename = "10mb")]
    Large,
    /// 15 MB.
    #[serde(rename = "15mb")]
    Largest,
}

impl UploadTier {
    /// The limit in bytes (1 MB = 1,048,576).
    #[must_use]
    pub fn bytes(self) -> u64 {
        const MB: u64 = 1 << 20;
        match self {
            Self::Small => 2 * MB,
            Self::Medium => 5 * MB,
            Self::Large => 10 * MB,
            Self::Largest => 15 * MB,
        }
    }
}

/// What may be uploaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum UploadKind {
    /// A PDF.
    Pdf,
    /// PNG, JPEG or WebP.
    Image,
}

/// `x-upload`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UploadRule {
    /// How large.
    pub tier: UploadTier,
    /// What.
    pub kinds: Vec<UploadKind>,
}

/// A field that takes files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadField {
    /// `field`, or `group.field` inside a repeated group; `wanted:<code>` for a paper that no field takes ([`Self::of_rules`]).
    pub name: String,
    /// How large a file may be.
    pub tier: UploadTier,
    /// What may be uploaded.
    pub kinds: Vec<UploadKind>,
    /// How many files one answer may hold.
    pub max_files: u32,
    /// Whether a missing file goes on the checklist.
    pub wanted: bool,
}

/// What the place of a paper begins with that no field takes; its code follows. No field is called so.
const OF_RULES: &str = "wanted:";

impl UploadField {
    /// The place of a paper that a form's rules want and no field takes: a document or pictures of it. The `nth` of that code, from 1 on.
    #[must_use]
    pub fn of_rules(code: &str, nth: usize) -> Self {
        let name = if nth > 1 { format!("{OF_RULES}{code}:{nth}") } else { format!("{OF_RULES}{code}") };
        let kinds = vec![UploadKind::Pdf, UploadKind::Image];
        Self { name, tier: UploadTier::Large, kinds, max_files: 10, wanted: true }
    }
}

/// What the place of a financial document begins with; its code follows. No field is called so.
const FINANCIAL: &str = "financial:";

impl UploadField {
    /// The place of a financial document that a letter asks for, which no form knows.
    #[must_use]
    pub fn financial(code: &str) -> Self {
        let kinds = vec![UploadKind::Pdf, UploadKind::Image];
        Self { name: format!("{FINANCIAL}{code}"), tier: UploadTier::Large, kinds, max_files: 6, wanted: false }
    }
}

/// Whether a place is a financial document's.
pub(super) fn is_financial(name: &str) -> bool {
    name.starts_with(FINANCIAL)
}

/// The code of a paper that no field takes, by its place; none for a field.
pub(super) fn code_of_place(name: &str) -> Option<&str> {
    let code = name.strip_prefix(OF_RULES)?;
    Some(code.split_once(':').map_or(code, |(code, _)| code))
}

/// A field of a form, or of the items of a repeated group.
#[derive(Debug, Clone)]
pub struct Field {
    pub name: String,
    /// What it takes.
    pub kind: FieldKind,
    /// Index of its step.
    pub step: usize,
    /// Whether it shows only under a condition.
    pub conditional: bool,
    /// Text key of its label.
    pub title: Option<String>,
    /// Its format, when it has one.
    pub format: Option<String>,
    /// Earliest date.
    pub min_date: Option<DateRule>,
    /// Latest date.
    pub max_date: Option<DateRule>,
    /// `x-known`: kept as a keyed hash under this kind.
    pub known: Option<String>,
    /// `x-shared`: many submissions have that value by right, so that it makes none a duplicate.
    pub shared: bool,
    /// `x-money`: the currency of an amount.
    pub money: Option<String>,
    /// File rules.
    pub upload: Option<UploadRule>,
    /// How many files one answer may hold.
    pub max_files: u32,
    /// `x-wanted`.
    pub wanted: bool,
    /// Whether line breaks belong to the answer.
    pub multiline: bool,
    /// Whether it is signed: its file is the picture of a signature.
    pub signature: bool,
    /// Whether it takes nothing but yes: a declaration.
    pub declares: bool,
    /// Whether only Western digits can be right: Arabic-Indic ones are rewritten.
    pub digits: bool,
    /// Who alone of the school's staff reads it.
    pub audience: Option<String>,
    /// Fields of one item of a repeated group.
    pub items: Vec<Field>,
}

impl Field {
    /// Reads a field's schema and ui.
    pub(super) fn read(name: &str, schema: &Value, ui: Option<&Value>, step: usize, conditional: bool) -> Self {
        let text = |key: &str| schema.get(key).and_then(Value::as_str);
        let items = schema.get("items");
        let own = |key: &str| schema.get(key).or_else(|| items.and_then(|i| i.get(key)));
        let widget = ui.and_then(|ui| ui.get("ui:widget")).and_then(Value::as_str);
        let kind = kind_of(schema);
        let date = |key: &str| text(key).and_then(DateRule::parse);
        let upload = own("x-upload").and_then(|rule| serde_json::from_value(rule.clone()).ok());
        let pattern_of_digits = text("pattern").is_some_and(|p| p.contains("0-9") || p.contains("\\d"));
        Self {
            name: name.to_owned(),
            kind,
            step,
            conditional,
            title: text("title").map(str::to_owned),
            format: text("format").map(str::to_owned),
            min_date: date("x-min-date"),
            max_date: date("x-max-date"),
            known: text("x-known").map(str::to_owned),
            shared: schema.get("x-shared").and_then(Value::as_bool).unwrap_or(false),
            money: text("x-money").map(str::to_owned),
            upload,
            max_files: match kind {
                FieldKind::Uploads => schema.get("maxItems").and_then(Value::as_u64).unwrap_or(1).min(50) as u32,
                _ => 1,
            },
            wanted: own("x-wanted").and_then(Value::as_bool).unwrap_or(false),
            multiline: widget == Some("textarea"),
            signature: widget == Some(SIGNATURE),
            declares: schema.get("const") == Some(&Value::Bool(true)),
            audience: ui.and_then(|ui| ui.get(AUDIENCE)).and_then(Value::as_str).map(str::to_owned),
            digits: pattern_of_digits || matches!(widget, Some("number" | "money" | "national-id" | "phone")),
            items: match kind {
                FieldKind::Group => group_fields(items, ui, step),
                _ => Vec::new(),
            },
        }
    }
}

fn group_fields(items: Option<&Value>, ui: Option<&Value>, step: usize) -> Vec<Field> {
    let ui = ui.and_then(|ui| ui.get("items"));
    properties(items)
        .map(|(name, schema)| Field::read(name, schema, ui.and_then(|ui| ui.get(name)), step, false))
        .collect()
}

/// The `properties` of a schema, in order.
pub(super) fn properties(schema: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    schema.and_then(|s| s.get("properties")).and_then(Value::as_object).into_iter().flat_map(Map::iter)
}

fn kind_of(schema: &Value) -> FieldKind {
    let upload = |schema: &Value| schema.get("format").and_then(Value::as_str) == Some("upload");
    match schema.get("type").and_then(Value::as_str) {
        Some("null") => FieldKind::Note,
        Some("boolean") => FieldKind::Boolean,
        Some("array") => match schema.get("items") {
            Some(items) if items.get("type").and_then(Value::as_str) == Some("object") => FieldKind::Group,
            Some(items) if upload(items) => FieldKind::Uploads,
            _ => FieldKind::Choices,
        },
        _ if upload(schema) => FieldKind::Upload,
        _ if schema.get("oneOf").is_some() || schema.get("enum").is_some() => FieldKind::Choice,
        Some("integer" | "number") => FieldKind::Number,
        _ => FieldKind::Text,
    }
}
