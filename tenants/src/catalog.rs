//! What this room needs to know about plugins. The server and the command line answer it with the plugin host; nothing
//! here sees WebAssembly.

use std::sync::Arc;

use form::{PluginProblem, Rehearsed};
use jiff::civil::Date;
use serde_json::Value;
use words::verdict::EffectKind;

use crate::Grants;
use crate::bundle::Tables;

/// Reads components.
pub trait PluginCatalog: Send + Sync {
    /// What a component says about itself. May take seconds for one never seen before; the same bytes are answered
    /// from memory or disk.
    fn inspect(&self, wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem>;

    /// Tries a component on answers. What is tried is nobody's application: nothing of it is counted or held against it.
    fn rehearse(&self, _asked: &Rehearsal<'_>) -> Result<Rehearsed, PluginProblem> {
        Err(PluginProblem { code: "noPlugins".into(), message: "plugins cannot be run here".into() })
    }
}

/// One try of a component.
#[derive(Debug)]
pub struct Rehearsal<'a> {
    /// The component.
    pub wasm: &'a [u8],
    /// What it may do.
    pub grants: Grants,
    /// The tables that it may look into.
    pub tables: Arc<Tables>,
    /// The school.
    pub school: &'a str,
    /// The school's currency.
    pub currency: &'a str,
    /// The form.
    pub form: &'a str,
    /// The answers: normalised and pruned.
    pub values: &'a Value,
    /// Whether the form itself takes the answers, so that the rules decide on them too.
    pub decide: bool,
    /// The moment.
    pub now_ms: i64,
    /// The school's day at that moment.
    pub today: Date,
}

/// What a component says about itself, and its form documents.
#[derive(Debug, Clone, Default)]
pub struct PluginInfo {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The contract that it was built against.
    pub contract: String,
    /// SHA-256 of the component, in lower-case hex.
    pub digest: String,
    /// What it asks for; the school grants.
    pub asks: Asks,
    /// Form id and form document (`docs/contracts.md`, section 2).
    pub documents: Vec<(String, serde_json::Value)>,
}

impl PluginInfo {
    /// Grants of all that it asks for.
    #[must_use]
    pub fn all_granted(&self) -> Grants {
        let effect = |name: &String| serde_json::from_value::<EffectKind>(Value::from(name.as_str())).ok();
        Grants {
            tables: self.asks.tables.clone(),
            known: self.asks.known.clone(),
            effects: self.asks.effects.iter().filter_map(effect).collect(),
        }
    }
}

/// What a plugin asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asks {
    /// Rule tables.
    pub tables: Vec<String>,
    /// Kinds of "is this known here" questions.
    pub known: Vec<String>,
    /// Kinds of effects.
    pub effects: Vec<String>,
}

/// A catalogue without plugins: every component is refused. For tools that only read declarative forms.
#[derive(Debug, Default, Clone, Copy)]
pub struct NoPlugins;

impl PluginCatalog for NoPlugins {
    fn inspect(&self, _wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem> {
        Err(PluginProblem { code: "noPlugins".into(), message: "plugins cannot be read here".into() })
    }
}
