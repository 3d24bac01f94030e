//! The web's own texts, for the desk: out of the web build.

use std::sync::Arc;

use serde_json::{Map, Value};
use site::Site;
use words::Language;

/// The web build's texts.
pub struct SiteWords(pub Arc<Site>);

impl settings::Words for SiteWords {
    fn namespaces(&self) -> Vec<String> {
        let own = |path: &str| path.strip_prefix("locales/en/")?.strip_suffix(".json").map(str::to_owned);
        let mut names: Vec<String> = self.0.paths().filter_map(own).collect();
        names.sort();
        names
    }

    fn texts(&self, language: Language, ns: &str) -> Option<Map<String, Value>> {
        let file = self.0.file(&format!("locales/{language}/{ns}.json"))?;
        match serde_json::from_slice(&file.bytes) {
            Ok(Value::Object(texts)) => Some(texts),
            _ => None,
        }
    }
}
