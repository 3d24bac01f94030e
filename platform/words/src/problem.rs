//! What is wrong in a JSON-like document that somebody wrote: where, what, and what to do about it.

use crate::verdict::Severity;

/// Whether a problem is about a key or about its value: they stand in different columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum At {
    /// The key itself.
    Key,
    /// The value.
    Value,
}

/// A problem in a JSON-like document, before anybody asked in which line it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// How much it weighs.
    pub severity: Severity,
    /// JSON pointer.
    pub pointer: String,
    /// Key or value.
    pub at: At,
    /// Stable name.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub hint: Option<String>,
}

impl Problem {
    /// An error about a value.
    pub fn new(pointer: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            pointer: pointer.into(),
            at: At::Value,
            code,
            message: message.into(),
            hint: None,
        }
    }

    /// An error about a key.
    pub fn key(pointer: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Self { at: At::Key, ..Self::new(pointer, code, message) }
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same as a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Whether it is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]: {}", self.pointer, self.code, self.message)
    }
}

/// One segment of a JSON pointer, escaped.
#[must_use]
pub fn segment(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// A pointer to `key` under `parent`.
#[must_use]
pub fn child(parent: &str, key: impl std::fmt::Display) -> String {
    format!("{parent}/{}", segment(&key.to_string()))
}
