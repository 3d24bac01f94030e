//! Parts of a school that are in memory: forms with their prepared answers, plugins with their grants.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use form::FormDocument;

use super::payload::{PluginRef, Prepared};
use crate::bundle::config::Grants;
use crate::catalog::PluginInfo;
use crate::diagnostic::Diagnostic;

/// A form that a school offers, ready for use.
#[derive(Debug)]
pub struct LoadedForm {
    /// Its document.
    pub document: Arc<FormDocument>,
    /// The plugin behind it.
    pub plugin: Option<Arc<LoadedPlugin>>,
    pub(super) views: [OnceLock<Prepared>; 2],
}

impl LoadedForm {
    pub(super) fn new(document: Arc<FormDocument>, plugin: Option<Arc<LoadedPlugin>>) -> Self {
        Self { document, plugin, views: [OnceLock::new(), OnceLock::new()] }
    }

    /// The plugin as answers name it.
    #[must_use]
    pub fn plugin_ref(&self) -> Option<PluginRef> {
        self.plugin.as_ref().map(|plugin| plugin.reference())
    }
}

/// A plugin that a school runs.
#[derive(Debug)]
pub struct LoadedPlugin {
    /// Its name in the bundle.
    pub name: String,
    /// What it says about itself.
    pub info: Arc<PluginInfo>,
    /// What the school lets it do.
    pub grants: Grants,
    /// The component.
    pub wasm: Bytes,
}

impl LoadedPlugin {
    /// As answers name it.
    #[must_use]
    pub fn reference(&self) -> PluginRef {
        let PluginInfo { id, version, digest, .. } = &*self.info;
        PluginRef { id: id.clone(), version: version.clone(), digest: digest.clone() }
    }
}

/// Why a form cannot be had.
#[derive(Debug, Clone, thiserror::Error)]
pub enum FormError {
    /// The school does not offer it.
    #[error("the school does not offer this form")]
    NotOffered,
    /// It is broken; the diagnostics are for ops.
    #[error("the form is broken")]
    Broken(Arc<[Diagnostic]>),
}
