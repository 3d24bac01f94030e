//! What all schools have in common: the plugin catalogue, and documents, what plugins say and logos kept once however many schools use
//! the same one.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Weak};

use form::{FormDocument, Kind, PluginProblem};
use parking_lot::Mutex;
use serde_json::Value;
use words::problem::Problem;

use super::resolve::{Mode, Policy};
use crate::bundle::logo::{self, Logo};
use crate::bundle::photo::{self, Photo};
use crate::catalog::{PluginCatalog, PluginInfo};
use crate::diagnostic::{Diagnostic, shortened};

/// Most bytes of documents that are held though nobody may use them any more.
const RECENT_BYTES: usize = 64 << 20;

/// A built document with its warnings, or its errors.
type Built = Result<(Arc<FormDocument>, Vec<Problem>), Vec<Problem>>;

/// Documents in use, by a digest of what they are made from, with their warnings.
type Documents = HashMap<String, (Weak<FormDocument>, Vec<Problem>)>;

pub(crate) struct Shared {
    pub catalog: Arc<dyn PluginCatalog>,
    pub mode: Mode,
    pub base_domain: String,
    pub connections_url: Option<String>,
    documents: Mutex<Documents>,
    recent: Mutex<VecDeque<Arc<FormDocument>>>,
    plugins: Mutex<HashMap<String, Weak<PluginInfo>>>,
    logos: Mutex<HashMap<String, Weak<Logo>>>,
    photos: Mutex<HashMap<String, Weak<Photo>>>,
    /// What came to light on first use, by school.
    pub found: Mutex<BTreeMap<String, Vec<Diagnostic>>>,
}

impl Shared {
    pub fn new(catalog: Arc<dyn PluginCatalog>, policy: &Policy) -> Self {
        Self {
            catalog,
            mode: policy.mode,
            base_domain: policy.base_domain.clone(),
            connections_url: policy.connections_url.clone(),
            documents: Mutex::default(),
            recent: Mutex::default(),
            plugins: Mutex::default(),
            logos: Mutex::default(),
            photos: Mutex::default(),
            found: Mutex::default(),
        }
    }

    /// A document that was built under this key and is still in use.
    pub fn known_document(&self, key: &str) -> Option<(Arc<FormDocument>, Vec<Problem>)> {
        let documents = self.documents.lock();
        let (document, warnings) = documents.get(key)?;
        let known = (document.upgrade()?, warnings.clone());
        drop(documents);
        self.remember(&known.0);
        Some(known)
    }

    /// Holds what was used last, so that a publication that leaves a form as it was finds it built.
    fn remember(&self, document: &Arc<FormDocument>) {
        let mut recent = self.recent.lock();
        recent.retain(|known| !Arc::ptr_eq(known, document));
        recent.push_back(document.clone());
        let mut bytes: usize = recent.iter().map(|known| known.cost().bytes).sum();
        while bytes > RECENT_BYTES
            && let Some(oldest) = recent.pop_front()
        {
            bytes -= oldest.cost().bytes;
        }
    }

    /// Builds a document, or finds the one that was built under the same key: a digest of all that it is made from.
    pub fn document(&self, key: String, value: &Value, kind: Kind) -> Built {
        if let Some(known) = self.known_document(&key) {
            return Ok(known);
        }
        let (document, warnings) = FormDocument::build(value, kind)?;
        let mut documents = self.documents.lock();
        documents.retain(|_, (kept, _)| kept.strong_count() > 0);
        documents.insert(key, (Arc::downgrade(&document), warnings.clone()));
        drop(documents);
        self.remember(&document);
        Ok((document, warnings))
    }

    /// What a component says about itself; known while any school uses the same one.
    pub fn inspect(&self, digest: &str, wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem> {
        if let Some(known) = self.plugins.lock().get(digest).and_then(Weak::upgrade) {
            return Ok(known);
        }
        let info = self.catalog.inspect(wasm)?;
        let mut plugins = self.plugins.lock();
        plugins.retain(|_, kept| kept.strong_count() > 0);
        plugins.insert(digest.to_owned(), Arc::downgrade(&info));
        Ok(info)
    }

    /// Rasterises a logo, or finds the one that was made from the same file.
    pub fn logo(&self, bytes: &[u8]) -> Result<Arc<Logo>, String> {
        let key = words::sha256_hex(bytes);
        if let Some(logo) = self.logos.lock().get(&key).and_then(Weak::upgrade) {
            return Ok(logo);
        }
        let logo = Arc::new(logo::rasterise(bytes)?);
        let mut logos = self.logos.lock();
        logos.retain(|_, kept| kept.strong_count() > 0);
        logos.insert(key, Arc::downgrade(&logo));
        Ok(logo)
    }

    /// Draws a photograph, or finds the one that was drawn of the same file.
    pub fn photo(&self, bytes: &[u8]) -> Result<Arc<Photo>, String> {
        let key = words::sha256_hex(bytes);
        if let Some(photo) = self.photos.lock().get(&key).and_then(Weak::upgrade) {
            return Ok(photo);
        }
        let photo = Arc::new(photo::draw(bytes)?);
        let mut photos = self.photos.lock();
        photos.retain(|_, kept| kept.strong_count() > 0);
        photos.insert(key, Arc::downgrade(&photo));
        Ok(photo)
    }

    /// Keeps what a school's parts turned out to be wrong about, for `stale`.
    pub fn report(&self, folder: &str, diagnostics: &[Diagnostic]) {
        let errors = shortened(diagnostics.iter().filter(|d| d.is_error()).cloned().collect());
        if errors.is_empty() {
            return;
        }
        for error in &errors {
            tracing::warn!(school.id = folder, problem = %error, "a part of the bundle cannot be used");
        }
        let mut found = self.found.lock();
        let known = found.entry(folder.to_owned()).or_default();
        known.extend(errors.into_iter().filter(|error| !known.contains(error)).collect::<Vec<_>>());
    }
}
