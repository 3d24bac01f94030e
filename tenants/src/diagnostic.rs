//! What is wrong with a bundle, said so that its author finds the place: file, line, column, code, hint.

use std::collections::BTreeMap;

use serde::Serialize;
pub use words::verdict::Severity;

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
    /// Whether it stands in what the school has published over the file, and so in no line of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub published: bool,
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
            published: false,
        }
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// What is wrong, with the name of the key that it is about.
    #[must_use]
    pub fn told(&self) -> String {
        let parts: Vec<String> =
            self.pointer.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect();
        match parts.last() {
            Some(key) if !self.message.contains(&format!("`{key}`")) => {
                format!("`{}`: {}", parts.join("."), self.message)
            }
            _ => self.message.clone(),
        }
    }

    /// Where it stands, as editors and terminals take it.
    #[must_use]
    pub fn place(&self) -> String {
        if self.published {
            return format!("{}, as the school has published it", self.file);
        }
        format!("{}:{}:{}", self.file, self.line, self.column)
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
        write!(f, "{}: {level}[{}]: {}", self.place(), self.code, self.told())?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

/// Most problems of a file that are listed: whoever mends so many looks again.
pub const MAX_LISTED: usize = 200;

/// The first problems of each file, errors before warnings, and how many more there are.
#[must_use]
pub fn shortened(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    /// Of one file: how many of each weight may still be listed, and how many were not.
    #[derive(Default)]
    struct Room {
        errors: usize,
        warnings: usize,
        left: usize,
        left_errors: usize,
    }
    let mut files: BTreeMap<String, Room> = BTreeMap::new();
    for one in &found {
        files.entry(one.file.clone()).or_default().errors += usize::from(one.is_error());
    }
    for room in files.values_mut() {
        room.errors = room.errors.min(MAX_LISTED);
        room.warnings = MAX_LISTED - room.errors;
    }
    let mut listed = found;
    listed.retain(|one| {
        let Some(room) = files.get_mut(&one.file) else { return true };
        let places = if one.is_error() { &mut room.errors } else { &mut room.warnings };
        let fits = *places > 0;
        *places = places.saturating_sub(1);
        room.left += usize::from(!fits);
        room.left_errors += usize::from(!fits && one.is_error());
        fits
    });
    listed.extend(files.into_iter().filter(|(_, room)| room.left > 0).map(|(file, room)| {
        let message = format!("{} more problems of this file are not listed", room.left);
        let severity = if room.left_errors > 0 { Severity::Error } else { Severity::Warning };
        Diagnostic { severity, ..Diagnostic::file(file, "moreProblems", message) }
    }));
    listed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_ends_with_how_many_more_there_are() {
        let one = |file: &str, severity, message: usize| Diagnostic {
            severity,
            ..Diagnostic::file(file, "x", message.to_string())
        };
        let warnings = (0..250).map(|n| one("a", Severity::Warning, n));
        let mut found: Vec<Diagnostic> = warnings.chain([one("b", Severity::Warning, 0)]).collect();
        let short = shortened(found.clone());
        assert_eq!(short[..200], found[..200]);
        assert_eq!(
            short[200..].iter().map(|d| (&*d.file, d.code, d.is_error())).collect::<Vec<_>>(),
            [("b", "x", false), ("a", "moreProblems", false)]
        );
        assert!(short[201].message.starts_with("50 more"), "{}", short[201]);
        found.push(one("a", Severity::Error, 251));
        let short = shortened(found.clone());
        assert_eq!((short.len(), short[200].clone()), (202, found[251].clone()), "errors come before warnings");
        found.extend((0..200).map(|n| one("a", Severity::Error, n)));
        let short = shortened(found);
        assert_eq!(short.iter().filter(|d| d.file == "a" && d.is_error()).count(), 201);
        assert!(short.last().is_some_and(|d| d.is_error() && d.message.starts_with("251 more")), "{:?}", short.last());
    }
}
