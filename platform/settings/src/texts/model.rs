//! Texts as they are found.

use serde::Serialize;
use utoipa::ToSchema;

/// A text in both languages; null where a language has none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct BothTexts {
    /// English.
    pub en: Option<String>,
    /// Arabic.
    pub ar: Option<String>,
}

/// A text of the web app, or of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FoundText {
    /// Its namespace; `form-<id>` for a form's own words.
    pub ns: String,
    /// Its key, dotted.
    pub key: String,
    /// Its place in `locales/{en,ar}/<ns>.json`.
    pub pointer: String,
    /// As the draft says it in English.
    pub en: Option<String>,
    /// As the draft says it in Arabic.
    pub ar: Option<String>,
    /// The school's own words.
    pub own: BothTexts,
    /// The words that everybody gets.
    pub standard: BothTexts,
}

/// What to look for.
#[derive(Debug, Clone, Default)]
pub struct TextsSearch {
    /// Words of the text in either language, or of its key.
    pub words: Option<String>,
    /// One namespace only.
    pub ns: Option<String>,
    /// Only what the school says its own way.
    pub changed: bool,
    /// Where the page begins.
    pub cursor: Option<String>,
}

/// A page of what was found.
#[derive(Debug, Clone)]
pub struct TextsPage {
    /// By namespace and key.
    pub items: Vec<FoundText>,
    /// Where the next page begins.
    pub next_cursor: Option<String>,
    /// All namespaces.
    pub namespaces: Vec<String>,
}
