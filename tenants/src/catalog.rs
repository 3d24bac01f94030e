//! What this room needs to know about plugins. The server and the command line answer it with the plugin host; nothing
//! here sees WebAssembly.

use std::sync::Arc;

/// Reads components.
pub trait PluginCatalog: Send + Sync {
    /// What a component says about itself. May take seconds for one never seen before; the same bytes are answered
    /// from memory or disk.
    fn inspect(&self, wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem>;
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

/// Why a component cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct PluginProblem {
    /// Stable name.
    pub code: String,
    /// For the bundle's author.
    pub message: String,
}

/// A catalogue without plugins: every component is refused. For tools that only read declarative forms.
#[derive(Debug, Default, Clone, Copy)]
pub struct NoPlugins;

impl PluginCatalog for NoPlugins {
    fn inspect(&self, _wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem> {
        Err(PluginProblem { code: "noPlugins".into(), message: "plugins cannot be read here".into() })
    }
}
