//! Every text of the web app and of plugins' forms, found by its words, with what the school says in its place.

pub(crate) mod api;
mod model;
mod service;

use serde_json::{Map, Value};
use words::Language;

pub use model::{BothTexts, FoundText, TextsPage, TextsSearch};

/// The web's own texts. The server answers with its web build.
pub trait Words: Send + Sync {
    /// Names of all namespaces, sorted.
    fn namespaces(&self) -> Vec<String>;
    /// The texts of a namespace in a language.
    fn texts(&self, language: Language, ns: &str) -> Option<Map<String, Value>>;
}
