//! A school as it would be: over its base and an overlay that is not published, or out of a state that was kept.

use std::sync::Arc;

use form::PluginProblem;
use words::SchoolId;

use super::Registry;
use super::school::School;
use crate::bundle::{BundleFiles, Manifest, Overlay, OverlayStore};
use crate::catalog::PluginInfo;
use crate::diagnostic::Diagnostic;

impl Registry {
    /// Where a school's overlay and kept bytes lie.
    #[must_use]
    pub fn overlay_store(&self, id: &SchoolId) -> OverlayStore {
        self.store_of(id.as_str())
    }

    pub(super) fn store_of(&self, folder: &str) -> OverlayStore {
        OverlayStore::new(self.overlays.join(folder))
    }

    /// A school's files as the operators have them.
    #[must_use]
    pub fn base_files(&self, id: &SchoolId) -> BundleFiles {
        BundleFiles::new(self.dir.join(id.as_str()))
    }

    /// A school's files with an overlay over them.
    #[must_use]
    pub fn files_with(&self, id: &SchoolId, overlay: Overlay) -> BundleFiles {
        BundleFiles::with(self.dir.join(id.as_str()), self.overlay_store(id), Arc::new(overlay))
    }

    /// A school's files in a state that was kept.
    #[must_use]
    pub fn files_kept(&self, id: &SchoolId, files: Manifest) -> BundleFiles {
        BundleFiles::stored(self.dir.join(id.as_str()), self.overlay_store(id), files)
    }

    /// The school with an overlay over its base, never live: for checking ([`School::check`]) and for previews. Its parts
    /// may be broken; an error is what keeps it from being a school at all.
    pub fn trial(&self, id: &SchoolId, overlay: Overlay) -> Result<Arc<School>, Vec<Diagnostic>> {
        let files = Arc::new(self.files_with(id, overlay));
        self.read_new(id.as_str(), &files).map(|school| Arc::new(school.on_trial()))
    }

    /// What a component says about itself, if the plugin host takes it.
    pub fn inspect_plugin(&self, wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem> {
        self.shared.inspect(&words::sha256_hex(wasm), wasm)
    }
}
