//! The schools: their bundles, their hosts, their messages, their letters.
//!
//! [`Registry`] maps hosts to [`School`]s behind an atomic swap and reloads a bundle when its files change; a broken
//! bundle never replaces a good one. What a form is stands in the crate `form`; plugins are reached through
//! [`PluginCatalog`] only.

pub mod bundle;
pub mod catalog;
pub mod depot;
pub mod diagnostic;
pub mod letters;
pub mod message;
pub mod registry;
pub mod template;

pub use bundle::config::{FormConfig, Grants, SchoolConfig};
pub use bundle::{LookupError, Tables, school_schema};
pub use catalog::{Asks, NoPlugins, PluginCatalog, PluginInfo, Rehearsal};
pub use diagnostic::Diagnostic;
pub use registry::{FormError, Mode, Registry, RegistryConfig, School};
