//! The press: data in, PDF out.

use std::sync::Arc;

use serde_json::{Value, json};
use typst::diag::SourceDiagnostic;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

use crate::coverage::{Coverage, Uncovered};
use crate::sheet::{Misshapen, Sheet, measure, ready};
use crate::world::{Desk, Shared};

/// Most sheets of one file.
pub const MAX_TOGETHER: usize = 200;
/// How many drawings later something that nobody used is forgotten.
const FORGET_AFTER: usize = 5;

/// Why nothing was drawn.
#[derive(Debug, thiserror::Error)]
pub enum Undrawn {
    /// Texts with characters that no font has, or with signs that would turn them around.
    #[error("no font has some characters of {}", .0.iter().map(|each| each.pointer.as_str()).collect::<Vec<_>>().join(", "))]
    Uncovered(Vec<Uncovered>),
    /// The data is none of a sheet.
    #[error(transparent)]
    Misshapen(#[from] Misshapen),
    /// The logo is no PNG, JPEG or WebP.
    #[error("the logo is no PNG, JPEG or WebP")]
    Logo,
    /// No sheet, or more than [`MAX_TOGETHER`].
    #[error("one file has 1 to {MAX_TOGETHER} sheets, not {0}")]
    Count(usize),
    /// The template found something missing, or the file would break a standard.
    #[error("refused: {0}")]
    Refused(String),
}

/// Draws sheets. One is enough for a process; it takes milliseconds to make and a dozen megabytes.
pub struct Press {
    shared: Arc<Shared>,
    coverage: Coverage,
}

impl Press {
    /// With the fonts and templates of this crate.
    pub fn new() -> Result<Self, Undrawn> {
        let shared = Arc::new(Shared::new()?);
        let coverage = Coverage::new(&shared.book);
        Ok(Self { shared, coverage })
    }

    /// The characters of a text that cannot be drawn, each once; none where it can. For names, before anything is issued.
    #[must_use]
    pub fn uncovered(&self, text: &str) -> Vec<char> {
        self.coverage.uncovered(text)
    }

    /// One sheet as a PDF. Takes a core for tens of milliseconds.
    pub fn draw(&self, sheet: Sheet, data: &Value, logo: Option<&[u8]>) -> Result<Vec<u8>, Undrawn> {
        let title = data.get("title").and_then(Value::as_str).unwrap_or_default();
        self.draw_together(sheet, std::slice::from_ref(data), title, logo)
    }

    /// Sheets of one school as one PDF, for a printer: each on pages of its own with page numbers of its own.
    pub fn draw_together(
        &self,
        sheet: Sheet,
        sheets: &[Value],
        title: &str,
        logo: Option<&[u8]>,
    ) -> Result<Vec<u8>, Undrawn> {
        if !(1..=MAX_TOGETHER).contains(&sheets.len()) {
            return Err(Undrawn::Count(sheets.len()));
        }
        if logo.is_some_and(|logo| !is_picture(logo)) {
            return Err(Undrawn::Logo);
        }
        for data in sheets {
            measure(data)?;
        }
        self.covered(sheets, title)?;
        let all = sheets.iter().map(ready).collect::<Result<Vec<_>, _>>()?;
        let file = file(all, title, logo.is_some());
        let ident = file.pointer("/sheets/0/reference").and_then(Value::as_str).unwrap_or_default().to_owned();
        let desk = Desk::new(&self.shared, sheet.path(), file.to_string().into_bytes(), logo)?;
        let drawn = print(&desk, ident);
        comemo::evict(FORGET_AFTER);
        drawn
    }

    fn covered(&self, sheets: &[Value], title: &str) -> Result<(), Undrawn> {
        let mut all = match sheets {
            [one] => self.coverage.uncovered_in(one),
            many => self.coverage.uncovered_in(&Value::from(many)),
        };
        let characters = self.uncovered(title);
        if !characters.is_empty() && all.iter().all(|each| each.pointer != "/title") {
            all.push(Uncovered { pointer: "/title".to_owned(), characters });
        }
        if all.is_empty() { Ok(()) } else { Err(Undrawn::Uncovered(all)) }
    }
}

impl std::fmt::Debug for Press {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Press").finish_non_exhaustive()
    }
}

/// What a file says of itself is what its first sheet says.
fn file(sheets: Vec<Value>, title: &str, has_logo: bool) -> Value {
    let first = sheets.first();
    let said = |pointer: &str| first.and_then(|first| first.pointer(pointer)).cloned().unwrap_or_default();
    let name = ["/school/en/name", "/school/ar/name"].into_iter().map(said).find(|name| !name.is_null());
    json!({ "title": title, "author": name.unwrap_or_else(|| json!("")), "date": said("/date"), "logo": has_logo, "sheets": sheets })
}

fn print(desk: &Desk, ident: String) -> Result<Vec<u8>, Undrawn> {
    let document = typst::compile::<PagedDocument>(desk).output.map_err(|all| refused(&all))?;
    let standards = PdfStandards::new(&[PdfStandard::A_2a, PdfStandard::Ua_1]);
    let standards = standards.map_err(|error| Undrawn::Refused(error.message().to_string()))?;
    let creator = Smart::Custom(Some("Qabul".into()));
    let options = PdfOptions { ident: Smart::Custom(ident), creator, standards, ..PdfOptions::default() };
    typst_pdf::pdf(&document, &options).map_err(|all| refused(&all))
}

fn refused(all: &[SourceDiagnostic]) -> Undrawn {
    Undrawn::Refused(all.iter().map(|each| each.message.as_str()).collect::<Vec<_>>().join("; "))
}

/// Told by its first bytes.
fn is_picture(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
        || bytes.starts_with(b"\xff\xd8\xff")
        || (bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"))
}
