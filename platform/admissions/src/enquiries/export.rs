//! The list as a file: CSV with a byte-order mark (so that Excel reads Arabic), or XLSX. No cell is ever a formula. Lines are
//! written as they are read, to the disk: whatever families wrote, the process holds a few hundred of them.

use std::fs::File;
use std::io::{BufWriter, Seek as _, Write as _};
use std::path::Path;
use std::sync::Arc;

use kernel::Refusal;
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::School;
use words::Language;
use words::text::formula_safe;

use super::store::EnquiryRow;

/// Most of one cell, in UTF-16 as spreadsheets count: they take 32,767, and call a file with more damaged.
const MAX_CELL: usize = 32_000;

/// The columns that every file has.
const COLUMNS: [(&str, &str); 12] = [
    ("Reference", "المرجع"),
    ("Received", "تاريخ الورود"),
    ("Form", "النموذج"),
    ("Person", "الاسم"),
    ("State", "الحالة"),
    ("Owner", "المسؤول"),
    ("Score", "الدرجة"),
    ("Out of", "من"),
    ("Tags", "الوسوم"),
    ("Route", "المسار"),
    ("Flags", "تنبيهات"),
    ("Notes", "الملاحظات"),
];

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

/// The top-level fields that occur in the answers.
#[derive(Default)]
pub(super) struct Fields(Vec<String>);

impl Fields {
    /// Those of one submission's answers.
    pub fn add(&mut self, answers: &Value) {
        for name in answers.as_object().into_iter().flat_map(|answers| answers.keys()) {
            if !self.0.contains(name) {
                self.0.push(name.clone());
            }
        }
    }

    /// In the form's order, then those that only older versions had.
    pub fn ordered(mut self, school: &School, form: &str) -> Vec<String> {
        let form = school.form_if_ready(form);
        let order = |name: &String| form.as_ref()?.document.fields().iter().position(|field| field.name == *name);
        self.0.sort_by_cached_key(|name| order(name).unwrap_or(usize::MAX));
        self.0
    }
}

/// A file that is being written. Its methods are heavy: off the async threads.
pub(super) struct Sheet {
    school: Arc<School>,
    fields: Vec<String>,
    out: Out,
}

enum Out {
    Csv(Box<csv::Writer<BufWriter<File>>>),
    Xlsx { book: Box<Workbook>, lines: u32, file: File },
}

impl Sheet {
    /// Begins it in an empty file, with its heading; what has to lie somewhere meanwhile lies in that folder.
    pub fn begin(
        school: Arc<School>,
        fields: Vec<String>,
        (kind, language): (Kind, Language),
        mut file: File,
        folder: &Path,
    ) -> Result<Self, Refusal> {
        let out = match kind {
            Kind::Csv => {
                file.write_all("\u{FEFF}".as_bytes()).map_err(crate::files::refusal)?;
                Out::Csv(Box::new(csv::Writer::from_writer(BufWriter::new(file))))
            }
            Kind::Xlsx => Out::Xlsx { book: Box::new(workbook(language, folder).map_err(broken)?), lines: 0, file },
        };
        let mut sheet = Self { school, fields, out };
        let heading = COLUMNS.iter().map(|(en, ar)| if language == Language::Ar { *ar } else { *en }.to_owned());
        let heading: Vec<String> = heading.chain(sheet.fields.iter().cloned()).collect();
        sheet.write(&heading)?;
        Ok(sheet)
    }

    /// Adds a line, with its answers if it has any here.
    pub fn add(&mut self, row: &EnquiryRow, answers: Option<&Value>) -> Result<(), Refusal> {
        let line = self.line(row, answers);
        self.write(&line)
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

    fn write(&mut self, line: &[String]) -> Result<(), Refusal> {
        match &mut self.out {
            Out::Csv(writer) => {
                writer.write_record(line.iter().map(|cell| formula_safe(fitting(cell)))).map_err(Refusal::internal)
            }
            Out::Xlsx { book, lines, .. } => {
                write_row(book, *lines, line).map_err(broken)?;
                *lines += 1;
                Ok(())
            }
        }
    }

    fn line(&self, row: &EnquiryRow, answers: Option<&Value>) -> Vec<String> {
        let zone = self.school.time_zone().clone();
        let received = words::clock::timestamp(row.submitted_at).to_zoned(zone);
        let mut flags = Vec::new();
        if row.plugin_failure.is_some() {
            flags.push("plugin_failed");
        }
        if row.is_duplicate {
            flags.push("duplicate");
        }
        let number = |n: Option<i64>| n.map(|n| n.to_string()).unwrap_or_default();
        let mut line = vec![
            row.reference.clone(),
            received.strftime("%d-%b-%Y %H:%M").to_string(),
            row.form_id.clone(),
            row.person.clone(),
            row.state.clone(),
            row.owner_name.clone().unwrap_or_default(),
            number(row.score_points),
            number(row.score_out_of),
            row.tags.0.join(", "),
            row.route.clone().unwrap_or_default(),
            flags.join(", "),
            row.notes.to_string(),
        ];
        line.extend(self.fields.iter().map(|field| cell(answers.and_then(|a| a.get(field)))));
        line
    }
}

/// A book of one sheet whose lines go to the disk, right to left in Arabic.
fn workbook(language: Language, folder: &Path) -> Result<Workbook, XlsxError> {
    let mut book = Workbook::new();
    book.set_tempdir(folder)?;
    let sheet = book.add_worksheet_with_constant_memory()?;
    sheet.set_right_to_left(language == Language::Ar);
    sheet.set_freeze_panes(1, 0)?;
    Ok(book)
}

fn write_row(book: &mut Workbook, row: u32, line: &[String]) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    let sheet = book.worksheet_from_index(0)?;
    for (column, cell) in line.iter().map(|cell| fitting(cell)).enumerate() {
        let column = u16::try_from(column).unwrap_or(u16::MAX);
        // As text always: a cell that looks like a formula stays what it is.
        if row == 0 {
            sheet.write_string_with_format(row, column, cell, &bold)?;
        } else {
            sheet.write_string(row, column, cell)?;
        }
    }
    Ok(())
}

fn broken(error: XlsxError) -> Refusal {
    match error {
        XlsxError::IoError(error) => crate::files::refusal(error),
        other => Refusal::internal(other),
    }
}

fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// As much of a text as a cell takes.
fn fitting(text: &str) -> &str {
    let mut units = 0;
    let end = text.char_indices().find(|(_, character)| {
        units += character.len_utf16();
        units > MAX_CELL
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
}
