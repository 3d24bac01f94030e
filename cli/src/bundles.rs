//! What the commands over bundles share: how the registry is opened, and how a finding is shown in its file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::civil::Date;
use miette::{GraphicalReportHandler, LabeledSpan, MietteDiagnostic, NamedSource, Report};
use tenants::bundle::OverlayStore;
use tenants::registry::resolve::Policy;
use tenants::{Diagnostic, PluginCatalog, Registry, RegistryConfig};

/// Where the schools are, and how they are read.
pub struct Setup {
    /// Folder of the bundles.
    pub schools_dir: PathBuf,
    /// Folder of what schools publish over their bundles.
    pub overlays: PathBuf,
    /// Base domain and mode.
    pub policy: Policy,
    /// Reads plugins.
    pub catalog: Arc<dyn PluginCatalog>,
    /// Where the schools' rows are.
    pub place: moving::Place,
    /// Addresses for people: `https://{host}`.
    pub public_origin: String,
    /// The time, in milliseconds.
    pub now_ms: i64,
}

impl Setup {
    /// Opens the registry.
    pub fn open(&self) -> anyhow::Result<Arc<Registry>> {
        Ok(Registry::open(RegistryConfig {
            schools_dir: self.schools_dir.clone(),
            overlays: self.overlays.clone(),
            policy: self.policy.clone(),
            catalog: self.catalog.clone(),
        })?)
    }

    /// Where what a school published lies.
    #[must_use]
    pub fn overlay(&self, school: &words::SchoolId) -> OverlayStore {
        OverlayStore::new(self.overlays.join(school.as_str()))
    }

    /// The address of a host, for people.
    #[must_use]
    pub fn origin(&self, host: &str) -> String {
        self.public_origin.replace("{host}", host)
    }

    /// Today where the command runs.
    #[must_use]
    pub fn today(&self) -> Date {
        words::clock::timestamp(self.now_ms).to_zoned(jiff::tz::TimeZone::system()).date()
    }
}

/// Longest line, in bytes, that is shown whole. What programs write in one line is no reading for people.
const WHOLE_LINE: usize = 400;
/// Characters that are shown of a longer one, before its place and after.
const AROUND: usize = 60;

/// A finding with the lines around it.
#[must_use]
pub fn render(schools_dir: &Path, found: &Diagnostic) -> String {
    let severity = if found.is_error() { miette::Severity::Error } else { miette::Severity::Warning };
    let mut diagnostic = MietteDiagnostic::new(found.told()).with_code(found.code).with_severity(severity);
    diagnostic.help.clone_from(&found.hint);
    // A component has no lines to show, and what a school has published over the file stands in none of them.
    let bytes = std::fs::read(schools_dir.join(&found.file)).ok().filter(|_| !found.published);
    let source = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let report = match source {
        Some(text) if has_long_line(&text, found.line) => return format!("{found}\n{}\n", excerpt(&text, found)),
        Some(text) => {
            let span = span(&text, found.line, found.column);
            let labelled = diagnostic.with_label(LabeledSpan::new(None, span.0, span.1));
            Report::from(labelled).with_source_code(NamedSource::new(&found.file, text))
        }
        None => {
            let file = if found.published { found.place() } else { found.file.clone() };
            Report::from(MietteDiagnostic { message: format!("{file}: {}", diagnostic.message), ..diagnostic })
        }
    };
    let mut out = String::new();
    match GraphicalReportHandler::new().render_report(&mut out, report.as_ref()) {
        Ok(()) => out,
        Err(_) => format!("{found}\n"),
    }
}

/// Whether a line, or one beside it that would be shown too, is too long to show.
fn has_long_line(text: &str, line: u32) -> bool {
    text.split('\n').skip(line.saturating_sub(2) as usize).take(3).any(|line| line.len() > WHOLE_LINE)
}

/// What stands around a place, with a mark under it.
fn excerpt(text: &str, found: &Diagnostic) -> String {
    let line = text.split('\n').nth(found.line.saturating_sub(1) as usize).unwrap_or_default();
    let at = found.column.saturating_sub(1) as usize;
    let from = at.saturating_sub(AROUND);
    let shown: String =
        line.chars().skip(from).take(at - from + AROUND).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let (before, after) =
        (if from > 0 { "…" } else { "" }, if line.chars().nth(at + AROUND).is_some() { "…" } else { "" });
    format!("    {before}{shown}{after}\n    {}^", " ".repeat(before.chars().count() + at - from))
}

/// Offset and length in bytes of the word at a line and column.
fn span(text: &str, line: u32, column: u32) -> (usize, usize) {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1) as usize).map(str::len).sum();
    let rest = &text[before.min(text.len())..];
    let line = rest.split('\n').next().unwrap_or_default();
    let at = line.char_indices().nth(column.saturating_sub(1) as usize).map_or(line.len(), |(at, _)| at);
    let length = line[at..].find([',', '}', ']', ' ']).unwrap_or(line.len() - at);
    (before + at, length.max(1).min(text.len().saturating_sub(before + at)))
}

#[cfg(test)]
mod tests {
    use tenants::Diagnostic;

    use super::{render, span};

    #[test]
    fn spans_are_bytes_and_stay_inside() {
        let text = "a: أ\nb: [x, yy]\n";
        assert_eq!(span(text, 2, 8), (13, 2));
        assert_eq!(span(text, 1, 4), (3, 2));
        assert_eq!(span(text, 9, 9), (text.len(), 0));
        assert_eq!(span("", 1, 1), (0, 0));
    }

    #[test]
    fn a_long_line_is_cut_around_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let line = format!("{{\"a\": \"{}\", \"oops\": 1, \"b\": \"{}\"}}", "س".repeat(70_000), "y".repeat(70_000));
        std::fs::write(folder.path().join("x.json"), &line).unwrap();
        let mut found = Diagnostic::file("x.json", "unknownKey", "no such key");
        found.column = u32::try_from(line.chars().take_while(|c| *c != 'o').count()).unwrap();
        let said = render(folder.path(), &found);
        assert!(said.starts_with(&format!("x.json:1:{}: error[unknownKey]: no such key", found.column)), "{said}");
        assert!(said.contains("\"oops\": 1") && said.len() < 600, "{} bytes", said.len());
        // The last line marks the place in the one before.
        let lines: Vec<&str> = said.lines().collect();
        let mark = lines[2].chars().count() - 1;
        assert_eq!(lines[1].chars().nth(mark), Some('"'), "{said}");
        // A place behind the end, or in a line that is not there, is told all the same.
        for (line, column) in [(1, 900_000), (9, 9)] {
            (found.line, found.column) = (line, column);
            assert!(render(folder.path(), &found).contains("no such key"));
        }
    }
}
