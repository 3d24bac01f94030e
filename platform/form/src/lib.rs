//! Form documents: one JSON object that says what a family is asked, in both languages.
//!
//! A document is either declarative (a file of the bundle) or what a plugin's `document` returns; both have the same
//! shape (`docs/contracts.md`, section 2) and pass the same checks. Once built it is immutable: its schema is compiled,
//! its two languages are prepared on first use. Answers go through [`FormDocument::normalise`], then
//! [`FormDocument::prune`], then [`FormDocument::validate`].

mod answer_facts;
mod arrange;
mod audience;
mod check;
mod check_audiences;
mod check_fields;
mod check_totals;
mod cost;
mod decimal;
mod draft_answers;
mod excerpt;
mod family;
mod field;
mod formats;
mod grades;
mod hidden;
mod ids;
pub mod layout;
mod listed;
mod localise;
mod masking;
mod normalise;
mod outline;
mod pattern;
mod raw;
pub mod relative;
mod sample_runs;
mod samples;
mod structure;
mod subject;
mod totals;
mod validate;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use jsonschema::Validator;
use serde_json::{Map, Value};

pub use answer_facts::{Confirmation, PaperField};
pub use arrange::arrange;
pub use audience::{Reads, Withheld};
pub use cost::Cost;
pub use field::{Field, FieldKind, UploadField, UploadKind, UploadTier};
pub use grades::{GradeCode, code_of};
pub use listed::{Listed, Told};
pub use localise::Localised;
pub use masking::last_four;
pub use outline::{OutlineField, OutlineOption};
pub use raw::RawDocument;
pub use sample_runs::{Flaw, MAX_SAMPLES, PluginProblem, Rehearsed};
pub use structure::Structure;
pub use subject::{Contact, Named, What, Who};
pub use validate::CODES;

use words::problem::Problem;
use words::{Language, Text};

/// Largest form document.
pub const MAX_DOCUMENT_BYTES: usize = 256 * 1024;
/// Deepest nesting of a form document.
pub const MAX_DOCUMENT_DEPTH: usize = 32;

/// A form document that passed every check.
pub struct FormDocument {
    source: Arc<str>,
    digest: String,
    raw: RawDocument,
    fields: Vec<Field>,
    index: HashMap<String, usize>,
    /// Names that stand in a `required`, of the root or of a branch.
    required: HashSet<String>,
    conditions: hidden::Conditions,
    longest: hidden::Longest,
    cost: Cost,
    is_masking: bool,
    validator: Validator,
    languages: [OnceLock<Arc<Localised>>; 2],
    codes: OnceLock<HashMap<String, grades::KnownCode>>,
}

/// Whether every text has to be used by the document itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file of the bundle: nothing else can use its texts.
    Declarative,
    /// From a plugin, whose codes are texts too.
    Plugin,
    /// From a plugin, and laid out by the school: its samples need not answer what the school asks for besides.
    Arranged,
}

impl FormDocument {
    /// Checks a document completely and builds it. Every problem is reported; warnings come beside the document.
    pub fn build(document: &Value, kind: Kind) -> Result<(Arc<Self>, Vec<Problem>), Vec<Problem>> {
        let mut problems = check::structure(document);
        if problems.iter().any(Problem::is_error) {
            return Err(problems);
        }
        // Before anything is built of it, or looked at more than once.
        let measured = cost::measure(document);
        let too_dear = measured.too_dear();
        problems.extend(measured.faults.iter().cloned());
        if !too_dear.is_empty() {
            return Err(too_dear.into_iter().chain(problems).collect());
        }
        let raw: RawDocument = match serde_json::from_value(document.clone()) {
            Ok(raw) => raw,
            Err(error) => return Err(vec![Problem::new("", "unreadable", error.to_string())]),
        };
        problems.extend(check::document(&raw, kind));
        if problems.iter().any(Problem::is_error) {
            return Err(problems);
        }
        let form = Self::assemble(raw, document, measured.whole()).map_err(|problem| vec![problem])?;
        problems.extend(samples::check(&form, kind));
        if problems.iter().any(Problem::is_error) { Err(problems) } else { Ok((Arc::new(form), problems)) }
    }

    /// Builds a document that was accepted before, from its [`source`](Self::source).
    pub fn from_source(source: &str) -> Result<Arc<Self>, Problem> {
        let unreadable = |error: serde_json::Error| Problem::new("", "unreadable", error.to_string());
        let document: Value = serde_json::from_str(source).map_err(unreadable)?;
        // An archive brings documents that nobody looked at here.
        let refused = |problems: Vec<Problem>| problems.into_iter().find(Problem::is_error).map_or(Ok(()), Err);
        refused(check::structure(&document))?;
        let measured = cost::measure(&document);
        refused(measured.too_dear().into_iter().chain(measured.faults.iter().cloned()).collect())?;
        let raw: RawDocument = serde_json::from_value(document.clone()).map_err(unreadable)?;
        refused(check::keywords(&raw))?;
        Self::assemble(raw, &document, measured.whole()).map(Arc::new)
    }

    fn assemble(raw: RawDocument, document: &Value, cost: Cost) -> Result<Self, Problem> {
        let source: Arc<str> = document.to_string().into();
        let fields = fields_in_order(&raw);
        let index = fields.iter().enumerate().map(|(at, field)| (field.name.clone(), at)).collect();
        let names = |schema: Option<&Value>| -> Vec<String> {
            let list = schema.and_then(|schema| schema.get("required")).and_then(Value::as_array);
            list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let mut required: HashSet<String> = names(Some(&raw.schema)).into_iter().collect();
        let bad_schema = |error: &jsonschema::ValidationError<'_>| {
            Problem::new(format!("/schema{}", error.instance_path()), "badSchema", error.to_string())
        };
        let validator = formats::options().build(&raw.schema).map_err(|error| bad_schema(&error))?;
        for branch in raw.schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            required.extend(names(branch.get("then")));
        }
        let conditions = hidden::Conditions::read(&raw.schema, &fields).map_err(|error| bad_schema(&error))?;
        Ok(Self {
            longest: hidden::Longest::read(&raw.schema),
            is_masking: Self::is_masking(&raw.schema),
            cost,
            digest: words::sha256_hex(source.as_bytes()),
            source,
            raw,
            fields,
            index,
            required,
            conditions,
            validator,
            languages: [OnceLock::new(), OnceLock::new()],
            codes: OnceLock::new(),
        })
    }

    /// Whether a check of these answers can take so long that nobody else should wait for it.
    #[must_use]
    pub fn is_dear(&self, values: &Value) -> bool {
        const USUAL_STEPS: usize = 60_000;
        const USUAL_BYTES: usize = 16 * 1024;
        self.cost.check > USUAL_STEPS || bulk(values) > USUAL_BYTES
    }

    /// What it takes of the server.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// The document's version, as its author wrote it.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.raw.version
    }

    /// Whether the school laid out its steps otherwise than its plugin does.
    #[must_use]
    pub fn is_arranged(&self) -> bool {
        self.raw.version.contains('-')
    }

    /// SHA-256 of [`source`](Self::source), in lower-case hex.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The document as compact JSON: what is stored so that a draft finds its version again.
    #[must_use]
    pub fn source(&self) -> &Arc<str> {
        &self.source
    }

    /// The title in both languages.
    #[must_use]
    pub fn title(&self) -> Text {
        Text {
            en: self.text(Language::En, &self.raw.title).to_owned(),
            ar: self.text(Language::Ar, &self.raw.title).to_owned(),
        }
    }

    /// A text by its key; the key itself when there is none.
    #[must_use]
    pub fn text<'a>(&'a self, language: Language, key: &'a str) -> &'a str {
        self.texts(language).get(key).and_then(Value::as_str).unwrap_or(key)
    }

    /// All texts of a language.
    #[must_use]
    pub fn texts(&self, language: Language) -> &Map<String, Value> {
        match language {
            Language::En => &self.raw.texts.en,
            Language::Ar => &self.raw.texts.ar,
        }
    }

    /// The document in one language, prepared once.
    #[must_use]
    pub fn localise(&self, language: Language) -> Arc<Localised> {
        self.languages[language as usize].get_or_init(|| Arc::new(Localised::prepare(&self.raw, language))).clone()
    }

    /// Every top-level field, in the order shown.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// A top-level field by name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.index.get(name).map(|at| &self.fields[*at])
    }

    /// Ids of the steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = &str> {
        self.raw.steps.iter().map(|step| step.id.as_str())
    }

    /// Fields of a step; empty for one that is not there.
    pub fn step_fields(&self, step: &str) -> impl Iterator<Item = &str> {
        let found = self.raw.steps.iter().find(|s| s.id == step);
        found.into_iter().flat_map(|step| step.fields.iter().map(String::as_str))
    }
}

/// About as many bytes as a value is long.
fn bulk(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(|item| 2 + bulk(item)).sum(),
        Value::Object(map) => map.iter().map(|(name, value)| 4 + name.len() + bulk(value)).sum(),
        _ => 4,
    }
}

impl std::fmt::Debug for FormDocument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FormDocument")
            .field("version", &self.raw.version)
            .field("digest", &self.digest)
            .finish_non_exhaustive()
    }
}

/// The fields in the order in which the steps name them.
fn fields_in_order(raw: &RawDocument) -> Vec<Field> {
    let defined = check::definitions(&raw.schema);
    let mut fields = Vec::new();
    for (step, raw_step) in raw.steps.iter().enumerate() {
        for name in &raw_step.fields {
            if let Some(found) = defined.iter().find(|d| d.name == *name) {
                let field = Field::read(name, found.schema, raw.ui.get(name), step, found.conditional);
                fields.push(Field { audience: field.audience.or_else(|| raw_step.audience.clone()), ..field });
            }
        }
    }
    fields
}
