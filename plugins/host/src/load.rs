//! From bytes to a plugin: compile once, look at what it wants, ask it who it is.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use wasmtime::component::Component;

use crate::bindings::{EXPORT, FormPluginPre, IMPORTS};
use crate::host::Inner;
use crate::plugin::Digest;
use crate::state::CallState;
use crate::{CallFault, LoadError, Plugin, Trial, cache, output, trial};

impl Inner {
    /// The machine code of a component that was compiled before.
    pub(crate) fn cached(&self, digest: Digest, most: u64) -> Option<Component> {
        self.cache.as_ref()?.find(digest, most, &self.engine)
    }

    /// The machine code of a component, made now; and its bytes, to be kept once the component proves to be a plugin.
    pub(crate) fn compiled(&self, component: &[u8]) -> Result<(Component, Vec<u8>), LoadError> {
        let started = Instant::now();
        let code = match &self.trial {
            Trial::Here => trial::compile(&self.engine, component)?,
            Trial::Child { program, args } => trial::compile_in_child(program, args, component)?,
        };
        metrics::histogram!("plugin_compile_seconds").record(started.elapsed());
        let compiled = cache::load(&self.engine, &code)
            // Whole code that this engine takes no more of: memories, instances, tables.
            .map_err(|error| LoadError::BadComponent(trial::one_line(&format!("{error:#}"))))?;
        Ok((compiled, code))
    }

    /// Keeps compiled code for the next start.
    pub(crate) fn keep(&self, digest: Digest, code: &[u8]) {
        let Some(cache) = &self.cache else { return };
        // Best effort: a full disk only means that the next start compiles again.
        if let Err(error) = cache.keep(digest, code) {
            tracing::warn!(%error, "a compiled plugin could not be kept");
        }
    }

    /// Checks what a component wants, and asks it who it is.
    pub(crate) fn described(&self, digest: Digest, bytes: usize, compiled: &Component) -> Result<Plugin, LoadError> {
        let component_type = compiled.component_type();
        let imports: Vec<String> = component_type.imports(&self.engine).map(|(name, _)| name.to_owned()).collect();
        if let Some(name) = imports.iter().find(|name| !IMPORTS.contains(&name.as_str())) {
            return Err(LoadError::ForbiddenImport(name.clone()));
        }
        if component_type.get_export(&self.engine, EXPORT).is_none() {
            return Err(LoadError::MissingExport(EXPORT.to_owned()));
        }
        let pre = self
            .linker
            .instantiate_pre(compiled)
            .and_then(FormPluginPre::new)
            .map_err(|error| LoadError::BadComponent(format!("{error:#}")))?;
        let failed = |call| move |fault: CallFault| LoadError::Call { call, fault: fault.fault };

        let (answer, _) = self
            .run(
                &pre,
                self.limits.decide_fuel,
                self.limits.transfer_bytes,
                CallState::without_desk(&self.limits),
                |instance, store| instance.qabul_forms_plugin().call_describe(store),
            )
            .map_err(failed("describe"))?;
        let descriptor = output::descriptor(answer, &self.limits).map_err(LoadError::BadDescription)?;

        let mut documents = BTreeMap::new();
        for form in &descriptor.forms {
            let (document, _) = self
                .run(
                    &pre,
                    self.limits.decide_fuel,
                    self.limits.document_bytes,
                    CallState::without_desk(&self.limits),
                    |instance, store| instance.qabul_forms_plugin().call_document(store, form),
                )
                .map_err(failed("document"))?;
            let document = document.ok_or_else(|| LoadError::BadDescription(format!("no document of form {form}")))?;
            if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(&document) {
                return Err(LoadError::BadDescription(format!("the document of form {form} is no JSON: {error}")));
            }
            documents.insert(form.clone(), document.into());
        }
        Ok(Plugin { digest, asks: Arc::new(descriptor.asks.clone()), descriptor, documents, imports, bytes, pre })
    }
}
