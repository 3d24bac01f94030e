//! What is told of the components that a school runs.

use serde::Serialize;
use tenants::registry::PluginRef;
use utoipa::ToSchema;

/// What a component asks for, or is granted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ComponentRights {
    /// Rule tables.
    pub tables: Vec<String>,
    /// Kinds of "is this known here" questions.
    pub known: Vec<String>,
    /// Effects.
    pub effects: Vec<String>,
}

/// A component of an earlier published state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct EarlierComponent {
    /// Its digest: an edit that names it goes back to it.
    pub digest: String,
    /// Its version.
    pub version: String,
    /// The last revision that had it.
    pub seq: i64,
}

/// A day's calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ComponentDay {
    /// The school's date.
    pub day: String,
    /// How often it was asked.
    pub calls: i64,
    /// How often it gave no answer.
    pub failures: i64,
    /// What all of it burned.
    pub fuel: i64,
    /// What all of it took.
    pub millis: i64,
}

/// A component, as the draft has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Component {
    /// Its name in the bundle.
    pub name: String,
    /// Its file.
    pub file: String,
    /// What it calls itself; null where it cannot be read, which `problems` of the draft tell.
    pub plugin: Option<PluginRef>,
    /// The live one; null where none is.
    pub published: Option<PluginRef>,
    /// The forms behind which it stands.
    pub forms: Vec<String>,
    /// What it asks for.
    pub asks: ComponentRights,
    /// What the school lets it do.
    pub grants: ComponentRights,
    /// Earlier ones that are still kept, the newest first.
    pub earlier: Vec<EarlierComponent>,
    /// The last 28 days that have calls, the newest first.
    pub days: Vec<ComponentDay>,
}
