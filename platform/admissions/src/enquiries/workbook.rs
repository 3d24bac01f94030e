//! A workbook: days, moments, numbers and amounts as such, columns as wide as what stands in them, a heading that stays and filters, Arabic from
//! right to left. Lines go to the disk as they are written; what is kept of them is how wide each column has to be.

use std::fs::File;
use std::path::Path;

use jiff::civil::Date;
use rust_xlsxwriter::{ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError};
use words::Language;

use super::cells::{Cell, Head, Shape, fitting, within};

/// Most lines of one sheet, its heading among them.
const MAX_LINES: u32 = 1_048_576;
/// Longest name of a sheet.
const MAX_NAME: usize = 31;
/// Most digits that spreadsheets keep of a number.
const MAX_DIGITS: usize = 15;

/// Characters of the narrowest column and of the widest: what is longer is wrapped.
const NARROWEST: usize = 8;
const WIDEST: usize = 48;
/// A heading widens its column no further than this: questions are longer than their answers.
const WIDEST_HEAD: usize = 24;
/// Beside a text, and for the button of the filter beside a heading.
const PADDING: usize = 2;
const BUTTON: usize = 3;

/// A workbook that is being written.
pub(super) struct Book {
    book: Workbook,
    pages: Vec<Page>,
    language: Language,
}

/// A sheet of a book; where it is full another one goes on.
struct Page {
    name: String,
    heading: Vec<Head>,
    /// Its place in the book.
    sheet: usize,
    lines: u32,
    /// Characters of the longest line in each column.
    widths: Vec<usize>,
}

impl Book {
    /// Begins its sheets, each by its name and heading; what has to lie somewhere in the meantime lies in that folder.
    pub fn begin(
        language: Language,
        sheets: impl IntoIterator<Item = (String, Vec<Head>)>,
        folder: &Path,
    ) -> Result<Self, XlsxError> {
        let mut book = Workbook::new();
        book.set_tempdir(folder)?;
        let mut pages = Vec::new();
        for (name, heading) in sheets {
            let mut page = Page { name, heading, sheet: 0, lines: 0, widths: Vec::new() };
            page.begin(&mut book, language)?;
            pages.push(page);
        }
        Ok(Self { book, pages, language })
    }

    /// Adds lines, those of each sheet in turn.
    pub fn add(&mut self, lines: impl IntoIterator<Item = Vec<Vec<Cell>>>) -> Result<(), XlsxError> {
        for (page, lines) in self.pages.iter_mut().zip(lines) {
            for line in lines {
                page.write(&mut self.book, line, self.language)?;
            }
        }
        Ok(())
    }

    pub fn save(mut self, file: &mut File) -> Result<(), XlsxError> {
        for page in &self.pages {
            page.finish(&mut self.book)?;
        }
        self.book.save_to_writer(file)
    }
}

impl Page {
    /// Begins a sheet with its heading.
    fn begin(&mut self, book: &mut Workbook, language: Language) -> Result<(), XlsxError> {
        let taken: Vec<String> = book.worksheets().iter().map(Worksheet::name).collect();
        let sheet = book.add_worksheet_with_constant_memory()?;
        sheet.set_name(sheet_name(&self.name, &taken))?;
        sheet.set_right_to_left(language == Language::Ar);
        sheet.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold().set_text_wrap().set_align(FormatAlign::Top);
        for (column, head) in (0u16..).zip(&self.heading) {
            sheet.set_column_format(column, &format_of(head.shape, language))?;
            sheet.write_string_with_format(0, column, fitting(&head.text), &bold)?;
        }
        self.widths = self.heading.iter().map(|head| (longest_line(&head.text) + BUTTON).min(WIDEST_HEAD)).collect();
        (self.sheet, self.lines) = (taken.len(), 1);
        Ok(())
    }

    fn write(&mut self, book: &mut Workbook, line: Vec<Cell>, language: Language) -> Result<(), XlsxError> {
        if self.lines == MAX_LINES {
            self.finish(book)?;
            self.begin(book, language)?;
        }
        let sheet = book.worksheet_from_index(self.sheet)?;
        for ((column, cell), widest) in (0u16..).zip(line).zip(&mut self.widths) {
            *widest = (*widest).max(write_cell(sheet, (self.lines, column), cell, language)?);
        }
        self.lines += 1;
        Ok(())
    }

    /// Says of a sheet what is known at its end: how wide its columns are, and which lines the heading filters.
    fn finish(&self, book: &mut Workbook) -> Result<(), XlsxError> {
        let sheet = book.worksheet_from_index(self.sheet)?;
        let mut last = None;
        for (column, widest) in (0u16..).zip(&self.widths) {
            let width = u8::try_from((widest + PADDING).clamp(NARROWEST, WIDEST)).unwrap_or(u8::MAX);
            sheet.set_column_width(column, width)?;
            last = Some(column);
        }
        if let Some(last) = last {
            sheet.autofilter(0, 0, self.lines - 1, last)?;
        }
        Ok(())
    }
}

/// How the cells of a column look. The language of months is the file's, whatever the computer's is.
fn format_of(shape: Shape, language: Language) -> Format {
    let day = if language == Language::Ar { "[$-2001]dd mmmm yyyy" } else { "[$-409]dd-mmm-yyyy" };
    let format = Format::new().set_align(FormatAlign::Top);
    match shape {
        Shape::Text => format.set_text_wrap(),
        Shape::Number => format,
        Shape::Amount(currency) => {
            let decimals: String = (0..currency.decimals()).map(|_| '0').collect();
            let point = if decimals.is_empty() { "" } else { "." };
            format.set_num_format(format!("#,##0{point}{decimals}"))
        }
        Shape::Day => format.set_num_format(day),
        Shape::Moment => format.set_num_format(format!("{day} hh:mm")),
    }
}

/// Writes a cell and tells how long its longest line is. What a workbook cannot hold as what it is, a day before 1900 or a number of too many
/// digits, is there in words.
fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: Cell,
    language: Language,
) -> Result<usize, XlsxError> {
    let number = match &cell {
        Cell::Number(number) => exact(&number.to_string()),
        Cell::Amount(money) => exact(&money.figure()),
        _ => None,
    };
    let moment = match &cell {
        Cell::Day(day) => excel(*day),
        Cell::Moment(at) => match (u16::try_from(at.hour()), u8::try_from(at.minute())) {
            (Ok(hour), Ok(minute)) => excel(at.date()).and_then(|day| day.and_hms(hour, minute, 0u8).ok()),
            _ => None,
        },
        _ => None,
    };
    let text = cell.in_words(language);
    match (number, &moment) {
        (Some(number), _) => sheet.write_number(row, column, number)?,
        (None, Some(moment)) => sheet.write_datetime(row, column, moment)?,
        // As text always: a cell that looks like a formula stays what it is.
        (None, None) => sheet.write_string(row, column, fitting(&text))?,
    };
    Ok(longest_line(&text))
}

/// A number that a workbook holds as it was written.
fn exact(text: &str) -> Option<f64> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    text.parse().ok().filter(|_| digits <= MAX_DIGITS)
}

fn excel(day: Date) -> Option<ExcelDateTime> {
    let year = u16::try_from(day.year()).ok()?;
    let (month, day) = (u8::try_from(day.month()).ok()?, u8::try_from(day.day()).ok()?);
    ExcelDateTime::from_ymd(year, month, day).ok()
}

fn longest_line(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Seek as _};

    use jiff::civil::date;
    use words::Money;
    use words::money::Currency;

    use super::*;

    #[test]
    fn a_sheet_has_a_name_that_spreadsheets_take() {
        assert_eq!(sheet_name("Brothers/sisters: all?", &[]), "Brothers sisters  all");
        assert_eq!(sheet_name("'", &[]), "–");
        let long = "x".repeat(40);
        let first = sheet_name(&long, &[]);
        assert_eq!(first.len(), MAX_NAME);
        assert_eq!(sheet_name(&long, &[first.to_uppercase()]), format!("{} (2)", "x".repeat(27)));
    }

    /// The one sheet of a book, and its styles.
    fn written(language: Language, heading: Vec<Head>, lines: Vec<Vec<Cell>>) -> [String; 2] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut file = tempfile::tempfile().expect("a file");
        let mut book = Book::begin(language, [("List".to_owned(), heading)], folder.path()).expect("a book");
        book.add([lines]).expect("lines");
        book.save(&mut file).expect("saved");
        file.rewind().expect("its beginning");
        let mut book = zip::ZipArchive::new(file).expect("a workbook");
        ["xl/worksheets/sheet1.xml", "xl/styles.xml"].map(|name| {
            let mut text = String::new();
            book.by_name(name).expect("a part").read_to_string(&mut text).expect("text");
            text
        })
    }

    fn omr() -> Currency {
        Currency::parse("OMR").expect("a currency")
    }

    #[test]
    fn a_cell_is_what_it_is() {
        let shapes = [Shape::Text, Shape::Number, Shape::Amount(omr()), Shape::Day, Shape::Moment];
        let heading = || shapes.map(|shape| Head { text: "Heading".into(), shape }).to_vec();
        let day = date(2018, 3, 5);
        let line = vec![
            Cell::Text("=1+1".into()),
            Cell::number(7),
            Cell::Amount(Money::new(-1_487_125, omr())),
            Cell::Day(day),
            Cell::Moment(day.at(18, 0, 0, 0)),
        ];
        let kept =
            vec![Cell::empty(), Cell::number(1_234_567_890_123_456_i64), Cell::empty(), Cell::Day(date(1899, 1, 1))];
        let [sheet, styles] = written(Language::En, heading(), vec![line.clone(), kept]);
        for part in [
            "<v>7</v>",
            "<v>-1487.125</v>",
            "<v>43164</v>",
            "<v>43164.75</v>",
            "=1+1",
            "1234567890123456",
            "01-Jan-1899",
        ] {
            assert!(sheet.contains(part), "{part}: {sheet}");
        }
        assert!(!sheet.contains("<f>") && !sheet.contains("rightToLeft"));
        assert_eq!(
            sheet.matches("t=\"inlineStr\"").count(),
            5 + 3,
            "headings, a text, and what cannot be held otherwise"
        );
        assert!(sheet.contains("<autoFilter ref=\"A1:E3\"/>") && sheet.contains("state=\"frozen\""), "{sheet}");
        for format in ["#,##0.000", "[$-409]dd-mmm-yyyy", "[$-409]dd-mmm-yyyy hh:mm"] {
            assert!(styles.contains(&format!("formatCode=\"{format}\"")), "{format}: {styles}");
        }
        assert!(styles.contains("<b/>") && styles.contains("wrapText=\"1\""));
        let [sheet, styles] = written(Language::Ar, heading(), vec![line]);
        assert!(sheet.contains("rightToLeft=\"1\"") && styles.contains("[$-2001]dd mmmm yyyy hh:mm"));
    }

    #[test]
    fn a_column_is_as_wide_as_what_stands_in_it() {
        let head = |text: &str| Head { text: text.into(), shape: Shape::Text };
        let heading = vec![head("No."), head("A"), head("A"), head("A question that is much longer than its answers")];
        let cells = ["1".to_owned(), "x".repeat(20), "long ".repeat(60), "Yes".to_owned()];
        let [sheet, _] = written(Language::En, heading, vec![cells.map(Cell::Text).to_vec()]);
        let widths: Vec<f64> = sheet
            .split("<col ")
            .skip(1)
            .map(|col| {
                col.split("width=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse().ok()).expect("a width")
            })
            .collect();
        let whole: Vec<i64> = widths.iter().map(|width| width.floor() as i64).collect();
        assert_eq!(whole, [8, 22, 48, 26]);
    }
}
