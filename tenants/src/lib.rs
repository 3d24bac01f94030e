//! The schools: their bundles, their hosts, their forms.
//!
//! [`Registry`] maps hosts to [`School`]s behind an atomic swap and reloads a bundle when its files change; a broken
//! bundle never replaces a good one. [`FormDocument`] is a form, checked and compiled. Plugins are reached through
//! [`PluginCatalog`] only.

pub mod bundle;
pub mod catalog;
pub mod depot;
pub mod diagnostic;
pub mod form;
pub mod language;
pub mod message;
pub mod registry;
mod structure;
pub mod template;

pub use bundle::config::{FormConfig, Grants, SchoolConfig};
pub use bundle::{LookupError, Tables, school_schema};
pub use catalog::{Asks, NoPlugins, PluginCatalog, PluginInfo, PluginProblem, Rehearsal, Rehearsed};
pub use diagnostic::{Diagnostic, Severity};
pub use form::{FormDocument, Localised, Receipt, UploadField, UploadKind, UploadTier};
pub use language::{Language, Text, display_date};
pub use registry::{FormError, Mode, Registry, RegistryConfig, School};

/// SHA-256 in lower-case hex: how form documents, components and logos are named.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    use sha2::Digest;
    data_encoding::HEXLOWER.encode(&sha2::Sha256::digest(bytes))
}
