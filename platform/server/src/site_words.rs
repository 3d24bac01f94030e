//! The web's own texts, for the desk: out of the web build.

use std::sync::Arc;

use serde_json::{Map, Value};
use site::Site;
use words::Language;

/// Texts of the platform's own pages, which are no school's to change.
const OF_THE_PLATFORM: [&str; 2] = ["console", "registration"];

/// The web build's texts.
pub struct SiteWords(pub Arc<Site>);

impl settings::Words for SiteWords {
    fn namespaces(&self) -> Vec<String> {
        let own = |path: &str| path.strip_prefix("locales/en/")?.strip_suffix(".json").map(str::to_owned);
        let mut names: Vec<String> = self.0.paths().filter_map(own).collect();
        names.retain(|name| !OF_THE_PLATFORM.contains(&name.as_str()));
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

#[cfg(test)]
mod tests {
    use settings::Words as _;

    use super::*;

    #[test]
    fn a_school_is_offered_no_texts_of_the_platform_s_own_pages() {
        let folder = tempfile::tempdir().unwrap();
        let texts = folder.path().join("locales/en");
        std::fs::create_dir_all(&texts).unwrap();
        for ns in ["auth", "common", "console", "registration"] {
            std::fs::write(texts.join(format!("{ns}.json")), "{}").unwrap();
        }
        let words = SiteWords(Arc::new(Site::from_folder(folder.path()).unwrap()));
        assert_eq!(words.namespaces(), ["auth", "common"]);
    }
}
