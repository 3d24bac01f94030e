//! What a form's rules say about answers: the one set of types, in components, in the server and in tests. The shapes are the
//! plugin contract's (`docs/contracts.md`, section 3), and what a form's JSON Schema finds is told in the same words.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What the holes of a text are filled with.
pub type Params = Map<String, Value>;

/// How much an issue weighs: an error refuses a submission, a warning only tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Must be mended before the form can be sent.
    Error,
    /// Worth knowing; the form can be sent.
    Warning,
}

/// One thing that is wrong with the answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Issue {
    /// JSON pointer into the answers; empty for the whole.
    pub path: String,
    /// Key of the text that says what is wrong.
    pub code: String,
    /// What the text's holes are filled with.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub params: Params,
    /// Whether it refuses the submission.
    pub severity: Severity,
}

impl Issue {
    /// An error without parameters.
    pub fn error(path: impl Into<String>, code: impl Into<String>) -> Self {
        Self { path: path.into(), code: code.into(), params: Params::new(), severity: Severity::Error }
    }

    /// A warning without parameters.
    pub fn warning(path: impl Into<String>, code: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(path, code) }
    }

    /// The same issue with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// Whether it refuses the submission.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Adds what a form's rules found to what its document found: nothing is told twice of one place.
    pub fn join(told: &mut Vec<Self>, found: impl IntoIterator<Item = Self>) {
        for issue in found {
            if !told.iter().any(|known| known.path == issue.path && known.code == issue.code) {
                told.push(issue);
            }
        }
    }
}

/// What sort of value a computed answer is; `docs/contracts.md` gives each one's shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Plain text.
    Text,
    /// A key into the form's messages.
    Code,
    /// A number.
    Number,
    /// A number of hundredths.
    Percent,
    /// `{minor, currency}`.
    Money,
    /// ISO date.
    Date,
    /// `[{code, params}]`.
    List,
    /// `{columns: [{label_code, kind}], rows: [[cell]]}`.
    Table,
}

/// Something that the rules worked out from the answers, with its reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Computed {
    /// Stable name within the form.
    pub key: String,
    /// Key of its label.
    pub label_code: String,
    /// How to read `value`.
    pub kind: Kind,
    /// The value, in the shape of `kind`.
    pub value: Value,
    /// Key of the sentence that says why.
    pub reason_code: Option<String>,
    /// What the reason's holes are filled with.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub params: Params,
}

impl Computed {
    /// A computed value without a reason.
    pub fn new(key: &str, label_code: &str, kind: Kind, value: impl Into<Value>) -> Self {
        Self {
            key: key.to_owned(),
            label_code: label_code.to_owned(),
            kind,
            value: value.into(),
            reason_code: None,
            params: Params::new(),
        }
    }

    /// An amount in minor units.
    #[must_use]
    pub fn money(key: &str, label_code: &str, minor: i64, currency: &str) -> Self {
        Self::new(key, label_code, Kind::Money, serde_json::json!({ "minor": minor, "currency": currency }))
    }

    /// The same value with the sentence that says why.
    #[must_use]
    pub fn because(mut self, reason_code: &str) -> Self {
        self.reason_code = Some(reason_code.to_owned());
        self
    }

    /// The same value with one more parameter for its reason.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }
}

/// Answer to "are these values right so far?".
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Checked {
    /// What is wrong.
    pub errors: Vec<Issue>,
    /// What follows from the answers.
    pub computed: Vec<Computed>,
}

/// Points out of a maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Score {
    /// Points reached.
    pub points: i32,
    /// Points that could be reached.
    pub out_of: i32,
}

/// Something the family still has to bring.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Wanted {
    /// Key of its text.
    pub code: String,
    /// What the text's holes are filled with.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub params: Params,
    /// ISO date by which it is wanted.
    pub due_on: Option<String>,
}

impl Wanted {
    /// Something wanted, by no particular day.
    #[must_use]
    pub fn new(code: &str) -> Self {
        Self { code: code.to_owned(), params: Params::new(), due_on: None }
    }

    /// The same with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// The same, given to that upload field of the form: there a family adds it. Without one it is added where families see what they sent.
    #[must_use]
    pub fn into_field(self, field: &str) -> Self {
        self.with("field", field)
    }

    /// The same, which no file answers: something to do, or to bring.
    #[must_use]
    pub fn without_file(self) -> Self {
        self.with("file", false)
    }

    /// Whether a file answers it.
    #[must_use]
    pub fn takes_file(&self) -> bool {
        self.params.get("file") != Some(&Value::Bool(false))
    }

    /// The same, wanted by an ISO date.
    #[must_use]
    pub fn by(mut self, due_on: impl Into<String>) -> Self {
        self.due_on = Some(due_on.into());
        self
    }
}

/// One sentence of why the rules decided as they did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explain {
    /// Key of the sentence.
    pub code: String,
    /// What its holes are filled with.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub params: Params,
}

impl Explain {
    /// A sentence without parameters.
    #[must_use]
    pub fn new(code: &str) -> Self {
        Self { code: code.to_owned(), params: Params::new() }
    }

    /// The same with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }
}

/// What a plugin may ask the host to do. None moves a state, money or a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum EffectKind {
    /// Put a tag on the submission.
    Tag,
    /// Send it to a desk.
    Route,
    /// Open a task for staff.
    Task,
    /// Add to the family's checklist.
    Checklist,
    /// Tell somebody.
    Notify,
}

/// One request of a plugin, carried out only when the school granted its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Effect {
    /// What is asked.
    pub kind: EffectKind,
    /// Key of the text.
    pub code: String,
    /// Its parameters.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub params: Params,
}

impl Effect {
    /// A request without parameters.
    #[must_use]
    pub fn new(kind: EffectKind, code: &str) -> Self {
        Self { kind, code: code.to_owned(), params: Params::new() }
    }

    /// The same with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }
}

/// The rules' word on a submission.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// How well it fits.
    pub score: Option<Score>,
    /// Tags for the staff list.
    pub tags: Vec<String>,
    /// The desk it goes to.
    pub route: Option<String>,
    /// What is still missing.
    pub checklist: Vec<Wanted>,
    /// What the host is asked to do.
    pub effects: Vec<Effect>,
    /// Why.
    pub explain: Vec<Explain>,
}

impl Decision {
    /// Takes what goes to the family from another decision on the same answers.
    pub fn take_checklist_of(&mut self, other: Self) {
        self.checklist = other.checklist;
        self.effects.retain(|effect| effect.kind != EffectKind::Checklist);
        self.effects.extend(other.effects.into_iter().filter(|effect| effect.kind == EffectKind::Checklist));
    }
}
