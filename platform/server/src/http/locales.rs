//! `/locales/{lng}/{ns}.json`: the web's own texts with the school's laid over them.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use kernel::Refusal;
use parking_lot::Mutex;
use serde_json::{Map, Value};
use site::Site;
use tenants::School;
use words::{Language, SchoolId};

use super::pages::{FOREVER, best_encoding, is_known, not_modified};

const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");
const BY_ENCODING: HeaderValue = HeaderValue::from_static("accept-encoding");
/// Merged texts that are kept.
const KEPT: usize = 4096;

type Key = (Option<SchoolId>, Language, String);

/// Merged texts, kept for as long as the school's bundle is the one that they were merged from.
#[derive(Default)]
pub(super) struct Locales(Mutex<HashMap<Key, Merged>>);

#[derive(Clone)]
struct Merged {
    school: Weak<School>,
    bytes: Bytes,
    brotli: Bytes,
    gzip: Bytes,
    etag: String,
}

impl Merged {
    fn new(school: Weak<School>, bytes: Bytes) -> Self {
        let etag = format!("\"{}\"", &words::sha256_hex(&bytes)[..32]);
        Self { school, brotli: site::brotli(&bytes, 9), gzip: site::gzip(&bytes), bytes, etag }
    }

    /// What an address says that names this very state.
    fn version(&self) -> &str {
        self.etag.trim_matches('"')
    }

    fn answer(self, version: Option<&str>, headers: &HeaderMap) -> Response {
        // Texts at an address that names their state never change.
        let caching = if version == Some(self.version()) { FOREVER } else { ASK_AGAIN };
        if is_known(headers, &self.etag) {
            return not_modified(&self.etag, caching);
        }
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let encoding = best_encoding(accepted);
        let body = match encoding {
            Some("br") => self.brotli,
            Some(_) => self.gzip,
            None => self.bytes,
        };
        let kind = [(header::CONTENT_TYPE, "application/json; charset=utf-8")];
        let mut response =
            (kind, [(header::CACHE_CONTROL, caching)], [(header::ETAG, self.etag)], body).into_response();
        response.headers_mut().insert(header::VARY, BY_ENCODING);
        if let Some(encoding) = encoding {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }
}

impl Locales {
    /// Where a namespace is found as it is now; `None` where there is none.
    pub async fn address(
        &self,
        site: &Arc<Site>,
        school: &Arc<School>,
        language: Language,
        ns: &str,
    ) -> Option<String> {
        let merged = self.find(site, Some(school), language, ns).await.ok()??;
        Some(format!("/locales/{language}/{ns}.json?v={}", merged.version()))
    }

    pub async fn answer(
        &self,
        site: &Arc<Site>,
        school: Option<&Arc<School>>,
        path: &str,
        query: Option<&str>,
        headers: &HeaderMap,
    ) -> Response {
        let asked = path.split_once('/').and_then(|(lng, file)| {
            let language = Language::ALL.into_iter().find(|language| language.as_str() == lng)?;
            Some((language, file.strip_suffix(".json")?))
        });
        let Some((language, ns)) = asked else { return Refusal::not_found().into_response() };
        match self.find(site, school, language, ns).await {
            Ok(Some(merged)) => merged.answer(query.and_then(|query| query.strip_prefix("v=")), headers),
            Ok(None) => Refusal::not_found().into_response(),
            Err(refusal) => refusal.into_response(),
        }
    }

    async fn find(
        &self,
        site: &Arc<Site>,
        school: Option<&Arc<School>>,
        language: Language,
        ns: &str,
    ) -> Result<Option<Merged>, Refusal> {
        let key = (school.map(|school| school.id().clone()), language, ns.to_owned());
        let current = school.map_or_else(Weak::new, Arc::downgrade);
        if let Some(merged) = self.0.lock().get(&key).filter(|merged| merged.school.ptr_eq(&current)) {
            return Ok(Some(merged.clone()));
        }
        let (site, held, name) = (site.clone(), school.cloned(), ns.to_owned());
        let made = tokio::task::spawn_blocking(move || {
            let own = site.file(&format!("locales/{language}/{name}.json")).map(|file| file.bytes.clone());
            let over = held.and_then(|school| school.locale_overrides(language, &name));
            Some(Merged::new(current, merge(own, over.as_deref())?))
        });
        let Some(merged) = made.await.map_err(Refusal::internal)? else { return Ok(None) };
        let mut kept = self.0.lock();
        if kept.len() >= KEPT {
            kept.retain(|_, merged| merged.school.strong_count() > 0);
            if kept.len() >= KEPT {
                kept.clear();
            }
        }
        kept.insert(key, merged.clone());
        Ok(Some(merged))
    }
}

/// Only texts that the web has can be said otherwise; a form's own texts travel with the form.
fn merge(own: Option<Bytes>, over: Option<&Map<String, Value>>) -> Option<Bytes> {
    let own = own?;
    let Some(over) = over else { return Some(own) };
    let mut texts: Value = serde_json::from_slice(&own).ok()?;
    if let Some(texts) = texts.as_object_mut() {
        lay_over(texts, over);
    }
    serde_json::to_vec(&texts).ok().map(Bytes::from)
}

fn lay_over(texts: &mut Map<String, Value>, over: &Map<String, Value>) {
    for (key, value) in over {
        match (texts.get_mut(key), value) {
            (Some(Value::Object(inner)), Value::Object(over)) => lay_over(inner, over),
            (Some(text @ Value::String(_)), Value::String(_)) => *text = value.clone(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_school_says_texts_its_own_way_and_adds_none() {
        let own = Bytes::from(json!({ "a": "1", "b": { "c": "2", "d": "3" } }).to_string());
        let over = json!({ "a": "x", "b": { "c": "y", "new": "z" }, "other": "w" });
        let merged = merge(Some(own.clone()), over.as_object()).expect("merged");
        assert_eq!(
            serde_json::from_slice::<Value>(&merged).expect("json"),
            json!({ "a": "x", "b": { "c": "y", "d": "3" } })
        );
        assert_eq!(merge(Some(own.clone()), None).expect("own"), own);
        assert!(merge(None, over.as_object()).is_none());
    }
}
