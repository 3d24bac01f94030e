//! What a plugin is: the trait that its author implements, and what the host hands to each call.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Checked, Decision, EffectKind, Host};

/// The contract version this SDK speaks.
pub const CONTRACT: &str = "1";

/// A school's form, as code.
///
/// Nothing is remembered between calls: each one runs in a fresh instance.
pub trait FormPlugin {
    /// Who this plugin is, which forms it has, and what it asks of the host.
    fn describe() -> Descriptor;

    /// The form document of one of its forms, as JSON; `None` for a form that is not its own.
    fn document(form: &str) -> Option<String>;

    /// What is wrong with the answers so far, and what follows from them.
    ///
    /// Runs while the family types: skip what is missing, and do not repeat what the JSON Schema already says.
    ///
    /// # Errors
    /// An orderly no: the host shows the form without the plugin's help.
    fn check(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Checked, PluginError>;

    /// The verdict on submitted answers; runs once per submission.
    ///
    /// # Errors
    /// An orderly no: the submission is taken and flagged for staff.
    fn decide(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Decision, PluginError>;
}

/// Who a plugin is and what it needs. Asking is not getting: the school grants in its `school.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Descriptor {
    /// Stable name, the same as its file's.
    pub id: String,
    /// Semantic version of the rules.
    pub version: String,
    /// The contract it was built for.
    pub contract: String,
    /// The forms it has a document for.
    pub forms: Vec<String>,
    /// What it asks of the host.
    pub asks: Asks,
}

/// What a plugin asks of the host.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asks {
    /// Names of rule tables it reads.
    pub tables: Vec<String>,
    /// Kinds of `known` questions it puts.
    pub known: Vec<String>,
    /// Effects it may request.
    pub effects: Vec<EffectKind>,
}

impl Descriptor {
    /// A plugin with neither forms nor wishes yet.
    #[must_use]
    pub fn new(id: &str, version: &str) -> Self {
        Self {
            id: id.to_owned(),
            version: version.to_owned(),
            contract: CONTRACT.to_owned(),
            forms: Vec::new(),
            asks: Asks::default(),
        }
    }

    /// Adds a form.
    #[must_use]
    pub fn form(mut self, form: &str) -> Self {
        self.forms.push(form.to_owned());
        self
    }

    /// Asks for a rule table.
    #[must_use]
    pub fn table(mut self, table: &str) -> Self {
        self.asks.tables.push(table.to_owned());
        self
    }

    /// Asks to put `known` questions of a kind.
    #[must_use]
    pub fn known(mut self, kind: &str) -> Self {
        self.asks.known.push(kind.to_owned());
        self
    }

    /// Asks to request effects of a kind.
    #[must_use]
    pub fn effect(mut self, kind: EffectKind) -> Self {
        self.asks.effects.push(kind);
        self
    }
}

/// What the host says about one call. The clock stands still during a call, so a verdict can be replayed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// The school's id.
    pub school: String,
    /// The form being filled in.
    pub form: String,
    /// `en` or `ar`; texts are the host's, so rules rarely need it.
    pub locale: String,
    /// The step on screen; empty when all of the form is meant.
    pub step: String,
    /// Who asks: `family`, `staff`, or a role's name.
    pub role: String,
    /// Milliseconds since 1970, UTC.
    pub now_ms: u64,
    /// Today in the school's time zone, `YYYY-MM-DD`.
    pub today: String,
    /// The school's currency, ISO 4217.
    pub currency: String,
}

/// A plugin's orderly refusal to answer. Not for faults in the answers: those are issues.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PluginError {
    /// Short stable code, `[a-z0-9_.-]`.
    pub code: String,
    /// For the log, in English; never shown to a family.
    pub message: String,
}

impl PluginError {
    /// An error with its code and a message for the log.
    #[must_use]
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into() }
    }
}

impl std::fmt::Display for PluginError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for PluginError {}

impl From<crate::LookupError> for PluginError {
    fn from(error: crate::LookupError) -> Self {
        Self { code: "lookup".to_owned(), message: error.to_string() }
    }
}
