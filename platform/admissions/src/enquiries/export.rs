//! The list as a file: CSV with a byte-order mark (so that Excel reads Arabic), or XLSX. No cell is ever a formula. Lines are
//! written as they are read, to the disk: whatever families wrote, the process holds a few hundred of them. What is repeated stands in a
//! sheet of its own, by the reference; a CSV has it in one cell.

use std::fs::File;
use std::io::{BufWriter, Seek as _, Write as _};
use std::path::Path;

use kernel::Refusal;
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use serde::{Deserialize, Serialize};
use tenants::School;
use words::Language;
use words::text::formula_safe;

use super::answered::Answered;
use super::columns::Columns;
use super::store::EnquiryRow;

/// Most of one cell, in UTF-16 as spreadsheets count: they take 32,767, and call a file with more damaged.
const MAX_CELL: usize = 32_000;

/// Most lines of one sheet, its heading among them.
const MAX_LINES: u32 = 1_048_576;
/// Longest name of a sheet.
const MAX_NAME: usize = 31;

/// What sort of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Comma-separated text.
    Csv,
    /// A spreadsheet.
    Xlsx,
}

impl Kind {
    /// What such a file is.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// What the school's list is called as one.
    #[must_use]
    pub fn file_name(self, school: &School) -> String {
        let ending = if self == Self::Csv { "csv" } else { "xlsx" };
        format!("{}-enquiries.{ending}", school.id())
    }
}

/// How a file is written.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Layout {
    pub kind: Kind,
    pub language: Language,
    /// The columns that are wanted, by name; all where none is named.
    #[serde(default)]
    pub columns: Vec<String>,
}

/// A file that is being written. Its methods are heavy: off the async threads.
pub(super) struct Sheet {
    columns: Columns,
    out: Out,
}

enum Out {
    Csv(Box<csv::Writer<BufWriter<File>>>),
    /// The list, then a page for each repeated group.
    Xlsx {
        book: Box<Workbook>,
        pages: Vec<Page>,
        file: File,
    },
}

/// A sheet of a book; where it is full another one goes on.
struct Page {
    name: String,
    heading: Vec<String>,
    /// Its place in the book.
    sheet: usize,
    lines: u32,
}

impl Sheet {
    /// Begins it in an empty file, with its heading; what has to lie somewhere meanwhile lies in that folder.
    pub fn begin(columns: Columns, kind: Kind, mut file: File, folder: &Path) -> Result<Self, Refusal> {
        let heading = columns.headings();
        let out = match kind {
            Kind::Csv => {
                file.write_all("\u{FEFF}".as_bytes()).map_err(crate::files::refusal)?;
                let mut writer = Box::new(csv::Writer::from_writer(BufWriter::new(file)));
                write_record(&mut writer, &heading)?;
                Out::Csv(writer)
            }
            Kind::Xlsx => {
                let mut book = Box::new(Workbook::new());
                book.set_tempdir(folder).map_err(broken)?;
                let mut pages = Vec::new();
                for (name, heading) in std::iter::once((columns.title(), heading)).chain(columns.group_sheets()) {
                    let mut page = Page { name, heading, sheet: 0, lines: 0 };
                    page.begin(&mut book, columns.is_right_to_left()).map_err(broken)?;
                    pages.push(page);
                }
                Out::Xlsx { book, pages, file }
            }
        };
        Ok(Self { columns, out })
    }

    /// Adds a line, with its answers if it has any here.
    pub fn add(&mut self, row: &EnquiryRow, answered: Option<&Answered>) -> Result<(), Refusal> {
        let right_to_left = self.columns.is_right_to_left();
        match &mut self.out {
            Out::Csv(writer) => write_record(writer, &self.columns.line(row, answered, false)),
            Out::Xlsx { book, pages, .. } => {
                let list = vec![self.columns.line(row, answered, true)];
                let all = std::iter::once(list).chain(self.columns.group_lines(row, answered));
                for (page, lines) in pages.iter_mut().zip(all) {
                    for line in lines {
                        page.write(book, &line, right_to_left).map_err(broken)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// The file from its beginning, and how long it is.
    pub fn finish(self) -> Result<(File, u64), Refusal> {
        let mut file = match self.out {
            Out::Csv(writer) => {
                let buffer = writer.into_inner().map_err(|error| crate::files::refusal(error.into_error()))?;
                buffer.into_inner().map_err(|error| crate::files::refusal(error.into_error()))?
            }
            Out::Xlsx { mut book, mut file, .. } => {
                book.save_to_writer(&mut file).map_err(broken)?;
                file
            }
        };
        let bytes = file.metadata().map_err(crate::files::refusal)?.len();
        file.rewind().map_err(crate::files::refusal)?;
        Ok((file, bytes))
    }
}

impl Page {
    /// Begins a sheet whose lines go to the disk, right to left in Arabic, with its heading.
    fn begin(&mut self, book: &mut Workbook, right_to_left: bool) -> Result<(), XlsxError> {
        let taken: Vec<String> = book.worksheets().iter().map(rust_xlsxwriter::Worksheet::name).collect();
        let sheet = book.add_worksheet_with_constant_memory()?;
        sheet.set_name(sheet_name(&self.name, &taken))?;
        sheet.set_right_to_left(right_to_left);
        sheet.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        for (column, text) in (0u16..).zip(&self.heading) {
            sheet.write_string_with_format(0, column, fitting(text), &bold)?;
        }
        (self.sheet, self.lines) = (taken.len(), 1);
        Ok(())
    }

    fn write(&mut self, book: &mut Workbook, line: &[String], right_to_left: bool) -> Result<(), XlsxError> {
        if self.lines == MAX_LINES {
            self.begin(book, right_to_left)?;
        }
        let sheet = book.worksheet_from_index(self.sheet)?;
        // As text always: a cell that looks like a formula stays what it is.
        for (column, text) in (0u16..).zip(line) {
            sheet.write_string(self.lines, column, fitting(text))?;
        }
        self.lines += 1;
        Ok(())
    }
}

/// A label as a spreadsheet takes it for a sheet's name: short, without certain signs, and no other one's.
fn sheet_name(label: &str, taken: &[String]) -> String {
    let plain: String =
        label.chars().map(|c| if "[]:*?/\\'".contains(c) || c.is_control() { ' ' } else { c }).collect();
    let plain = if plain.trim().is_empty() { "–" } else { plain.trim() };
    let with = |ending: &str| format!("{}{ending}", within(plain, MAX_NAME - ending.len()).trim_end());
    let is_free = |name: &String| !taken.iter().any(|other| other.to_lowercase() == name.to_lowercase());
    let numbered = (2..).map(|n| with(&format!(" ({n})")));
    std::iter::once(with("")).chain(numbered).find(is_free).unwrap_or_default()
}

fn write_record(writer: &mut csv::Writer<BufWriter<File>>, line: &[String]) -> Result<(), Refusal> {
    writer.write_record(line.iter().map(|cell| formula_safe(fitting(cell)))).map_err(Refusal::internal)
}

fn broken(error: XlsxError) -> Refusal {
    match error {
        XlsxError::IoError(error) => crate::files::refusal(error),
        other => Refusal::internal(other),
    }
}

/// As much of a text as a cell takes.
fn fitting(text: &str) -> &str {
    within(text, MAX_CELL)
}

/// As much of a text as so many units of UTF-16 hold.
fn within(text: &str, most: usize) -> &str {
    let mut units = 0;
    let end = text.char_indices().find(|(_, character)| {
        units += character.len_utf16();
        units > most
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_takes_so_much_however_it_is_counted() {
        assert_eq!(fitting("سارة"), "سارة");
        assert_eq!(fitting(&"x".repeat(MAX_CELL)).len(), MAX_CELL);
        assert_eq!(fitting(&"x".repeat(MAX_CELL + 1)).len(), MAX_CELL);
        let emoji = "x👩".repeat(MAX_CELL);
        assert_eq!(fitting(&emoji).encode_utf16().count(), MAX_CELL - 1, "no half of a pair");
    }

    #[test]
    fn a_sheet_has_a_name_that_spreadsheets_take() {
        assert_eq!(sheet_name("Brothers/sisters: all?", &[]), "Brothers sisters  all");
        assert_eq!(sheet_name("'", &[]), "–");
        let long = "x".repeat(40);
        let first = sheet_name(&long, &[]);
        assert_eq!(first.len(), MAX_NAME);
        assert_eq!(sheet_name(&long, &[first.to_uppercase()]), format!("{} (2)", "x".repeat(27)));
    }
}
