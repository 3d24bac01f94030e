//! The form document that answers were begun with, kept so that a version published meanwhile changes nothing.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use form::FormDocument;
use kernel::caller::SchoolScope;
use kernel::{Db, MessageId, Refusal, SchoolTx, StoreError};
use parking_lot::Mutex;
use sqlx::types::Json;
use tenants::School;
use words::SchoolId;

use super::logic::PluginPin;
use super::offer::Offer;
use super::store::versions;

/// A form document with the rules that it was offered with.
#[derive(Debug, Clone)]
pub struct PinnedDocument {
    pub document: Arc<FormDocument>,
    /// Its rules.
    pub plugin: Option<PluginPin>,
    /// The rules' component, when it is not the one that the bundle has now.
    pub component: Option<Arc<[u8]>>,
}

impl PinnedDocument {
    /// What it takes in memory.
    fn bytes(&self) -> usize {
        self.document.cost().bytes + self.component.as_ref().map_or(0, |component| component.len())
    }
}

/// Remembers documents that were read back, and which ones are kept already.
#[derive(Debug, Default)]
pub struct PinnedDocuments {
    /// For a school as it was then: one that was deleted and brought back is another.
    stored: Mutex<HashMap<PinKey, Weak<School>>>,
    cached: Mutex<Vec<(PinKey, PinnedDocument)>>,
}

/// School, form, digest of the document.
type PinKey = (SchoolId, String, String);

/// What old documents and their components take in memory at most; one that takes more is read each time.
const MOST_BYTES: usize = 32 << 20;

impl PinnedDocuments {
    /// What a new draft or submission is pinned to.
    #[must_use]
    pub fn current(offer: &Offer) -> PinnedDocument {
        PinnedDocument { document: offer.document.clone(), plugin: offer.plugin.clone(), component: None }
    }

    /// The document of that digest: the offered one, or one that was kept.
    pub async fn find(
        self: &Arc<Self>,
        db: &Db,
        scope: &SchoolScope,
        school: &Arc<School>,
        form: &str,
        digest: &str,
        offer: Option<&Offer>,
    ) -> Result<PinnedDocument, Refusal> {
        if let Some(offer) = offer.filter(|offer| offer.document.digest() == digest) {
            return Ok(Self::current(offer));
        }
        let key = (scope.id().clone(), form.to_owned(), digest.to_owned());
        if let Some(pinned) = self.find_cached(&key) {
            return Ok(pinned);
        }
        let mut tx = db.read(scope).await?;
        let row = versions::find_version(&mut tx, form, digest).await?.ok_or_else(Refusal::not_found)?;
        drop(tx);
        let (pins, wanted) = (self.clone(), key.clone());
        let read = school.built(None, move |school| match pins.find_cached(&wanted) {
            Some(pinned) => Ok((pinned, false)),
            None => build_document(school, row),
        });
        let (mut pinned, lacks_component) = read.await??;
        if let Some(pin) = pinned.plugin.as_ref().filter(|_| lacks_component) {
            let found = versions::find_component(&mut db.read(scope).await?, &pin.digest).await?;
            pinned.component = found.map(|row| row.wasm.into());
        }
        self.remember(key, pinned.clone());
        Ok(pinned)
    }

    fn find_cached(&self, key: &PinKey) -> Option<PinnedDocument> {
        self.cached.lock().iter().find(|(known, _)| known == key).map(|(_, pinned)| pinned.clone())
    }

    fn remember(&self, key: PinKey, pinned: PinnedDocument) {
        let own = pinned.bytes();
        if own > MOST_BYTES {
            return;
        }
        let mut cached = self.cached.lock();
        if cached.iter().any(|(known, _)| *known == key) {
            return;
        }
        let mut bytes: usize = own + cached.iter().map(|(_, known)| known.bytes()).sum::<usize>();
        while bytes > MOST_BYTES && !cached.is_empty() {
            bytes -= cached.remove(0).1.bytes();
        }
        cached.push((key, pinned));
    }

    /// The document of that version; F004 when it is neither offered nor kept.
    pub async fn find_version(
        self: &Arc<Self>,
        db: &Db,
        scope: &SchoolScope,
        school: &Arc<School>,
        offer: &Offer,
        version: &str,
    ) -> Result<PinnedDocument, Refusal> {
        if offer.document.version() == version {
            return Ok(Self::current(offer));
        }
        let mut tx = db.read(scope).await?;
        let row = versions::find_version_named(&mut tx, &offer.form, version).await?;
        drop(tx);
        let row = row.ok_or_else(|| Refusal::new(MessageId::F004).with("latest_version", offer.document.version()))?;
        self.find(db, scope, school, &offer.form, &row.digest, Some(offer)).await
    }

    /// Keeps the offered document and component, once, within the transaction that first needs them.
    pub async fn keep(
        self: &Arc<Self>,
        tx: &mut SchoolTx,
        school: &Arc<School>,
        form: &str,
        pinned: &PinnedDocument,
        now: i64,
    ) -> Result<(), StoreError> {
        let digest = pinned.document.digest();
        let key = (tx.school().clone(), form.to_owned(), digest.to_owned());
        if self.stored.lock().get(&key).is_some_and(|known| Weak::ptr_eq(known, &Arc::downgrade(school))) {
            return Ok(());
        }
        let plugin = pinned.plugin.as_ref().and_then(|pin| serde_json::to_value(pin).ok()).map(Json);
        let document: &str = pinned.document.source();
        let new = versions::keep_version(tx, form, digest, pinned.document.version(), document, plugin, now).await?;
        if let Some(pin) = pinned.plugin.as_ref().filter(|_| new > 0)
            && let Ok(plugin) = school.plugin(&pin.name)
        {
            versions::keep_component(tx, &pin.digest, &plugin.wasm, now).await?;
        }
        if new == 0 {
            // There before this write; whatever becomes of those beside it, see `forget`.
            self.stored.lock().insert(key, Arc::downgrade(school));
        }
        Ok(())
    }

    /// Forgets what is kept of a school, after a write of it failed: its rows may not be what they were.
    pub fn forget(&self, school: &SchoolId) {
        self.stored.lock().retain(|(of, ..), _| of != school);
        self.cached.lock().retain(|((of, ..), _)| of != school);
    }

    /// What became of a write that may have kept a document; [`forget`](Self::forget) where it failed by no fault of whoever asked.
    pub fn forget_where_failed<T>(&self, school: &SchoolId, written: Result<T, Refusal>) -> Result<T, Refusal> {
        if written.as_ref().is_err_and(|refusal| refusal.id() == MessageId::R999) {
            self.forget(school);
        }
        written
    }
}

/// A document that was kept, and whether the component of its rules has to be found too: the bundle has another one now. Loads the
/// bundle's: off the async threads.
fn build_document(school: &School, row: versions::VersionRow) -> Result<(PinnedDocument, bool), StoreError> {
    let inconsistent = |column| StoreError::Inconsistent { table: "form_versions", column, id: row.digest.clone() };
    let document = FormDocument::from_source(&row.document).map_err(|_| inconsistent("document"))?;
    let plugin: Option<PluginPin> = match row.plugin {
        None => None,
        Some(Json(value)) => Some(serde_json::from_value(value).map_err(|_| inconsistent("plugin"))?),
    };
    let is_installed =
        |pin: &PluginPin| school.plugin(&pin.name).is_ok_and(|installed| installed.info.digest == pin.digest);
    let lacks_component = plugin.as_ref().is_some_and(|pin| !is_installed(pin));
    Ok((PinnedDocument { document, plugin, component: None }, lacks_component))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_remembered_is_weighed_with_all_that_it_keeps() {
        let document = json!({
            "version": "1.0.0", "title": "t", "steps": [{ "id": "one", "title": "t", "fields": ["a"] }],
            "schema": { "type": "object", "properties": { "a": { "type": "string", "title": "t", "maxLength": 9 } } },
            "texts": { "en": { "t": "T" }, "ar": { "t": "ت" } },
            "samples": [{ "name": "simple", "values": {} }]
        });
        let document = FormDocument::from_source(&document.to_string()).expect("document");
        let key = |digest: &str| (SchoolId::parse("one").expect("school"), "new".to_owned(), digest.to_owned());
        let pins = PinnedDocuments::default();
        for (digest, bytes) in [("a", MOST_BYTES / 2), ("b", MOST_BYTES / 3), ("c", MOST_BYTES / 3), ("d", MOST_BYTES)]
        {
            let component = Some(Arc::from(vec![0_u8; bytes]));
            pins.remember(key(digest), PinnedDocument { document: document.clone(), plugin: None, component });
        }
        let kept = ["a", "b", "c", "d"].map(|digest| pins.find_cached(&key(digest)).is_some());
        assert_eq!(kept, [false, true, true, false], "the oldest goes, and what is too large never came");
    }
}
