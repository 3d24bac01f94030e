//! The list as a file: CSV with a byte-order mark (so that Excel reads Arabic), or XLSX ([`super::workbook`]). No cell is ever a formula. Lines
//! are written as they are read, to the disk: whatever families wrote, the process holds a few hundred of them. What is repeated stands in a
//! sheet of its own, by the reference; a CSV has it in one cell.

use std::fs::File;
use std::io::{BufWriter, Seek as _, Write as _};
use std::path::Path;

use kernel::{Caller, Refusal};
use rust_xlsxwriter::XlsxError;
use serde::{Deserialize, Serialize};
use tenants::School;
use words::text::formula_safe;
use words::{Language, Permission};

use super::answered::Answered;
use super::cells::{Cell, fitting};
use super::columns::Columns;
use super::list_columns::FINANCIAL;
use super::store::EnquiryRow;
use super::workbook::Book;
use crate::applications::Filed;

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

impl Layout {
    /// A002 for who names a column that only those read who look after fees.
    pub fn require(&self, caller: &Caller) -> Result<(), Refusal> {
        if self.columns.iter().any(|name| name == FINANCIAL) {
            caller.require(Permission::ApplicationFees)?;
        }
        Ok(())
    }
}

/// A submission of a file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Line {
    pub row: EnquiryRow,
    /// Where a column takes answers.
    pub answered: Option<Answered>,
    /// Where it is an application, and a column tells of these.
    #[serde(default)]
    pub application: Option<Filed>,
}

/// A file that is being written. Its methods are heavy: off the async threads.
pub(super) struct Sheet {
    columns: Columns,
    out: Out,
}

enum Out {
    Csv(Box<csv::Writer<BufWriter<File>>>),
    /// The list, then a sheet for each repeated group.
    Xlsx {
        book: Box<Book>,
        file: File,
    },
}

impl Sheet {
    /// Begins it in an empty file, with its heading; what has to lie somewhere meanwhile lies in that folder.
    pub fn begin(columns: Columns, kind: Kind, mut file: File, folder: &Path) -> Result<Self, Refusal> {
        let heading = columns.headings();
        let out = match kind {
            Kind::Csv => {
                file.write_all("\u{FEFF}".as_bytes()).map_err(crate::files::refusal)?;
                let mut writer = Box::new(csv::Writer::from_writer(BufWriter::new(file)));
                let heading = heading.into_iter().map(|head| Cell::Text(head.text)).collect();
                write_record(&mut writer, heading, columns.language())?;
                Out::Csv(writer)
            }
            Kind::Xlsx => {
                let sheets = std::iter::once((columns.title(), heading)).chain(columns.group_sheets());
                let book = Book::begin(columns.language(), sheets, folder).map_err(broken)?;
                Out::Xlsx { book: Box::new(book), file }
            }
        };
        Ok(Self { columns, out })
    }

    /// Adds a line.
    pub fn add(&mut self, line: &Line) -> Result<(), Refusal> {
        let columns = &self.columns;
        match &mut self.out {
            Out::Csv(writer) => write_record(writer, columns.line(line, false), columns.language()),
            Out::Xlsx { book, .. } => {
                let list = vec![columns.line(line, true)];
                book.add(std::iter::once(list).chain(columns.group_lines(line))).map_err(broken)
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
            Out::Xlsx { book, mut file } => {
                book.save(&mut file).map_err(broken)?;
                file
            }
        };
        let bytes = file.metadata().map_err(crate::files::refusal)?.len();
        file.rewind().map_err(crate::files::refusal)?;
        Ok((file, bytes))
    }
}

/// A figure may begin with its sign; a text that does would be taken for a formula.
fn write_record(writer: &mut csv::Writer<BufWriter<File>>, line: Vec<Cell>, language: Language) -> Result<(), Refusal> {
    let cell = |cell: Cell| {
        let is_text = cell.is_text();
        let text = cell.in_words(language);
        if is_text { formula_safe(fitting(&text)) } else { text }
    };
    writer.write_record(line.into_iter().map(cell)).map_err(Refusal::internal)
}

fn broken(error: XlsxError) -> Refusal {
    match error {
        XlsxError::IoError(error) => crate::files::refusal(error),
        other => Refusal::internal(other),
    }
}
