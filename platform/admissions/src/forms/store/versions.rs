//! Form documents and components, kept as they were when answers were begun with them.

use kernel::{rows, statements};
use serde_json::Value;
use sqlx::types::Json;

rows! {
    /// A kept form document.
    pub struct VersionRow {
        /// SHA-256 of the document.
        pub digest: String,
        pub version: String,
        pub document: String,
        /// The rules that it was offered with.
        pub plugin: Option<Json<Value>>,
    }
    /// A kept component.
    pub struct ComponentRow {
        /// Its bytes.
        pub wasm: Vec<u8>,
    }
}

statements! {
    /// Keeps a document.
    pub keep_version(form_id: &str, digest: &str, version: &str, document: &str, plugin: Option<Json<Value>>, now: i64) -> [exec]
        "INSERT INTO form_versions (school_id, form_id, digest, version, document, plugin, created_at)
         VALUES (:school, :form_id, :digest, :version, :document, :plugin, :now) ON CONFLICT (school_id, form_id, digest) DO NOTHING";
    /// Finds a kept document.
    pub find_version(form_id: &str, digest: &str) -> [opt VersionRow]
        "SELECT digest, version, document, plugin FROM form_versions WHERE school_id = :school AND form_id = :form_id AND digest = :digest";
    /// Finds a kept document by its version; the newest of that name.
    pub find_version_named(form_id: &str, version: &str) -> [opt VersionRow]
        "SELECT digest, version, document, plugin FROM form_versions
         WHERE school_id = :school AND form_id = :form_id AND version = :version ORDER BY created_at DESC LIMIT 1";
    pub keep_component(digest: &str, wasm: &[u8], now: i64) -> [exec]
        "INSERT INTO components (school_id, digest, wasm, created_at) VALUES (:school, :digest, :wasm, :now)
         ON CONFLICT (school_id, digest) DO NOTHING";
    /// Finds a kept component.
    pub find_component(digest: &str) -> [opt ComponentRow]
        "SELECT wasm FROM components WHERE school_id = :school AND digest = :digest";
}
