//! The list as a file: CSV with a byte-order mark (so that Excel reads Arabic), or XLSX. No cell is ever a formula.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::Refusal;
use kernel::text::formula_safe;
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use serde_json::Value;
use tenants::{Language, School};

use super::store::{AnswersRow, EnquiryRow};

/// Most lines of one file.
pub const MAX_ROWS: i64 = 100_000;
/// Most characters of one cell: a spreadsheet takes 32,767.
const MAX_CELL: usize = 32_000;

/// The columns that every file has.
const COLUMNS: [(&str, &str); 11] = [
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
];

/// Lines on their way into a file.
pub struct Sheet {
    school: Arc<School>,
    rows: Vec<EnquiryRow>,
    answers: HashMap<String, Value>,
}

impl Sheet {
    pub(super) fn new(school: Arc<School>, rows: Vec<EnquiryRow>, answers: Vec<AnswersRow>) -> Self {
        Self { school, rows, answers: answers.into_iter().map(|row| (row.id, row.answers.0)).collect() }
    }

    /// As CSV. Heavy: off the async threads.
    pub fn csv(&self, language: Language) -> Result<Vec<u8>, Refusal> {
        let mut writer = csv::Writer::from_writer("\u{FEFF}".as_bytes().to_vec());
        for line in self.lines(language) {
            writer.write_record(line.iter().map(|cell| formula_safe(cell))).map_err(Refusal::internal)?;
        }
        writer.into_inner().map_err(Refusal::internal)
    }

    /// As XLSX, right to left in Arabic. Heavy: off the async threads.
    pub fn xlsx(&self, language: Language) -> Result<Vec<u8>, Refusal> {
        self.workbook(language).map_err(Refusal::internal)
    }

    fn workbook(&self, language: Language) -> Result<Vec<u8>, XlsxError> {
        let mut book = Workbook::new();
        let bold = Format::new().set_bold();
        let sheet = book.add_worksheet();
        sheet.set_right_to_left(language == Language::Ar);
        sheet.set_freeze_panes(1, 0)?;
        for (n, line) in self.lines(language).enumerate() {
            for (column, cell) in line.iter().enumerate() {
                let (row, column) = (u32::try_from(n).unwrap_or(u32::MAX), u16::try_from(column).unwrap_or(u16::MAX));
                // As text always: a cell that looks like a formula stays what it is.
                if n == 0 {
                    sheet.write_string_with_format(row, column, cell, &bold)?;
                } else {
                    sheet.write_string(row, column, cell)?;
                }
            }
        }
        book.save_to_buffer()
    }

    fn lines(&self, language: Language) -> impl Iterator<Item = Vec<String>> {
        let fields = self.fields();
        let heading = COLUMNS.iter().map(|(en, ar)| if language == Language::Ar { *ar } else { *en }.to_owned());
        let heading: Vec<String> = heading.chain(fields.iter().cloned()).collect();
        std::iter::once(heading).chain(self.rows.iter().map(move |row| self.line(row, &fields)))
    }

    /// The top-level fields that occur in the answers: in the form's order, then those that only older versions had.
    fn fields(&self) -> Vec<String> {
        let mut fields: Vec<String> = Vec::new();
        for row in &self.rows {
            let answers = self.answers.get(&row.id).and_then(Value::as_object);
            for name in answers.into_iter().flat_map(|answers| answers.keys()) {
                if !fields.contains(name) {
                    fields.push(name.clone());
                }
            }
        }
        let form = self.rows.first().and_then(|row| self.school.form_if_ready(&row.form_id));
        let order = |name: &String| form.as_ref()?.document.fields().iter().position(|field| field.name == *name);
        fields.sort_by_cached_key(|name| order(name).unwrap_or(usize::MAX));
        fields
    }

    fn line(&self, row: &EnquiryRow, fields: &[String]) -> Vec<String> {
        let zone = self.school.time_zone().clone();
        let received = kernel::clock::timestamp(row.submitted_at).to_zoned(zone);
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
        ];
        let answers = self.answers.get(&row.id);
        line.extend(fields.iter().map(|field| cell(answers.and_then(|a| a.get(field)))));
        line
    }
}

fn cell(value: Option<&Value>) -> String {
    let text = match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    kernel::text::cut(&text, MAX_CELL)
}
