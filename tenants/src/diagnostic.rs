//! What is wrong with a bundle, said so that its author finds the place: file, line, column, code, hint.

pub use kernel::verdict::Severity;
use serde::Serialize;

/// One thing wrong in one place of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Errors keep the bundle from going live, warnings do not.
    pub severity: Severity,
    /// Path of the file, from the folder of all schools.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// JSON pointer to the value, where there is one.
    pub pointer: Box<str>,
    /// Stable name of the kind of problem.
    pub code: &'static str,
    /// What is wrong, in one English sentence.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error about a file as a whole.
    pub fn file(file: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            file: file.into(),
            line: 1,
            column: 1,
            pointer: Box::default(),
            code,
            message: message.into(),
            hint: None,
        }
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Whether it keeps the bundle from going live.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let level = if self.is_error() { "error" } else { "warning" };
        write!(f, "{}:{}:{}: {level}[{}]: {}", self.file, self.line, self.column, self.code, self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

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
