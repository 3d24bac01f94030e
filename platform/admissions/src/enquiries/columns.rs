//! The columns of a file: those of the list, and the questions of one form as it is asked now. Headings and cells are in the words of
//! who reads it: labels, choices, dates, amounts; never an id or a code that has a text.

use std::collections::HashMap;
use std::sync::Arc;

use form::FormDocument;
use jiff::tz::TimeZone;
use kernel::Refusal;
use serde_json::Value;
use tenants::School;
use words::money::Money;
use words::verdict::Issue;
use words::{Language, Text, countries};

use super::answered::Answered;
use super::audience::Sight;
use super::cells::{Cell, Head, Shape};
use super::export::Line;
use super::list_columns::{CONDITIONS, FINANCIAL, LIST, OF_APPLICATIONS, list_column};
use super::model::{Flag, State};
use super::questions::{Question, questions};
use super::reached::Told;
use super::store::EnquiryRow;
use crate::applications::Filed;
use crate::stand::Stand;

/// What stands before the name of a question, so that none is taken for a column of the list.
const ANSWER: &str = "answer.";
/// Most columns that may be named.
pub const MOST_COLUMNS: usize = 500;

/// Who sent an application.
const SENT_BY: [[&str; 2]; 2] = [["Family", "الأسرة"], ["School", "المدرسة"]];
/// Files that came after the rest of a repeated group's.
const ADDED: [&str; 2] = ["Added later", "أُضيف لاحقًا"];
/// Files that the rules want and no question takes.
const OTHERS: [&str; 2] = ["Other documents", "مستندات أخرى"];
/// What stands for the column of these among names that no question has.
const PLACE: char = ':';

/// The number of an item among its group's.
const NUMBER: [&str; 2] = ["No.", "الرقم"];
/// The sheet of the list itself.
const LIST_SHEET: [&str; 2] = ["Enquiries", "الاستفسارات"];

fn state_name(state: &str) -> Option<[&'static str; 2]> {
    let state = match Stand::parse(state)? {
        Stand::Enquiry(state) => state,
        Stand::Application(standing) => return Some(standing.in_words()),
    };
    Some(match state {
        State::New => ["New", "جديد"],
        State::Contacted => ["Contacted", "تم التواصل"],
        State::Toured => ["Toured", "زار المدرسة"],
        State::Applying => ["Applying", "قيد التقديم"],
        State::Lost => ["Closed", "مغلق"],
    })
}

const fn flag_name(flag: Flag) -> [&'static str; 2] {
    match flag {
        Flag::PluginFailed => ["Not assessed", "لم يُقيَّم"],
        Flag::Duplicate => ["Possible duplicate", "قد يكون مكررًا"],
        Flag::Unread => ["Waiting for an answer", "بانتظار الرد"],
    }
}

/// What is asked of the columns: a list of names, with commas between. R001 where it is no such list, or too long.
pub fn read_columns(text: Option<&str>) -> Result<Vec<String>, Refusal> {
    let names: Vec<String> =
        text.unwrap_or_default().split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    if names.len() > MOST_COLUMNS {
        let many = Issue::error("/columns", "maxItems").with("limit", MOST_COLUMNS);
        return Err(Refusal::malformed("columns are too many").errors(vec![many]));
    }
    if let Some(unknown) = names.iter().find(|name| !name.starts_with(ANSWER) && list_column(name).is_none()) {
        return Err(no_column(unknown));
    }
    Ok(names)
}

/// R001 unless each column that is named is there: of the list, or a question of this form.
pub fn require_columns(names: &[String], document: Option<&FormDocument>) -> Result<(), Refusal> {
    let asked = |name: &str| document.is_some_and(|document| document.field(name).is_some());
    match names.iter().find(|name| name.strip_prefix(ANSWER).is_some_and(|name| !asked(name))) {
        Some(unknown) => Err(no_column(unknown)),
        None => Ok(()),
    }
}

fn no_column(name: &str) -> Refusal {
    let unknown = Issue::error("/columns", "enum").with("column", name);
    Refusal::malformed("columns names one that is not there").errors(vec![unknown])
}

enum Column {
    /// Of the list, by its place in [`LIST`].
    List(usize),
    Answer(Question),
    /// What no question takes.
    Others,
}

/// What a file is made of.
pub(super) struct Columns {
    language: Language,
    zone: TimeZone,
    /// The forms that the school offers, for their titles and the texts of their codes.
    documents: HashMap<String, Arc<FormDocument>>,
    columns: Vec<Column>,
}

impl Columns {
    /// Those that are named, or all of the list and of the form; `former` are names that only answers to older versions have.
    pub fn new(
        language: Language,
        zone: TimeZone,
        documents: HashMap<String, Arc<FormDocument>>,
        form: &str,
        named: &[String],
        former: Vec<String>,
    ) -> Self {
        let asked = documents.get(form).map(|document| questions(document, language)).unwrap_or_default();
        let wanted = |name: &str| named.is_empty() || named.iter().any(|each| each == name);
        let list = (0..LIST.len()).filter(|at| wanted(LIST[*at].0)).map(Column::List);
        let answers = asked.into_iter().filter(|question| wanted(&format!("{ANSWER}{}", question.name)));
        let former = former
            .into_iter()
            .map(|name| if name.contains(PLACE) { Column::Others } else { Column::Answer(Question::former(name)) });
        let columns = list.chain(answers.map(Column::Answer)).chain(former).collect();
        Self { language, zone, documents, columns }
    }

    /// Of a form whose submissions are no applications, where nobody named any: none that these alone have.
    #[must_use]
    pub fn of_form(mut self, school: &School, form: &str, named: &[String]) -> Self {
        if named.is_empty() && !form.is_empty() && school.config().application() != Some(form) {
            let is_kept =
                |column: &Column| !matches!(column, Column::List(at) if OF_APPLICATIONS.contains(&LIST[*at].0));
            self.columns.retain(is_kept);
        }
        self
    }

    /// Without what its reader is told nothing of.
    #[must_use]
    pub fn read_by(mut self, sight: &Sight) -> Self {
        let is_kept = |column: &Column| !matches!(column, Column::List(at) if LIST[*at].0 == FINANCIAL);
        if !sight.reads_fees() {
            self.columns.retain(is_kept);
        }
        self
    }

    pub const fn language(&self) -> Language {
        self.language
    }

    fn text(&self, both: [&str; 2]) -> String {
        both[self.language as usize].to_owned()
    }

    pub fn title(&self) -> String {
        self.text(LIST_SHEET)
    }

    pub fn headings(&self) -> Vec<Head> {
        let heading = |column: &Column| match column {
            Column::List(at) => Head { text: self.text(LIST[*at].1), shape: LIST[*at].2 },
            Column::Answer(question) => question.head(),
            Column::Others => Head { text: self.text(OTHERS), shape: Shape::Text },
        };
        self.columns.iter().map(heading).collect()
    }

    /// A submission's line. A repeated group says how many it has where they stand in a sheet of their own, and else all of them.
    pub fn line(&self, line: &Line, has_sheets: bool) -> Vec<Cell> {
        let (row, answered) = (&line.row, line.answered.as_ref());
        let cell = |column: &Column| match (column, answered) {
            (Column::List(at), _) if OF_APPLICATIONS.contains(&LIST[*at].0) => {
                line.application.as_ref().map_or_else(Cell::empty, |filed| self.of_application(LIST[*at].0, filed))
            }
            (Column::List(at), _) => self.of_list(LIST[*at].0, row, answered),
            (Column::Answer(_) | Column::Others, None) => Cell::empty(),
            (Column::Others, Some(all)) => {
                let others = all.added.iter().filter(|(name, _)| name.contains(PLACE));
                Cell::Text(self.list(others.flat_map(|(_, names)| names.iter().cloned())))
            }
            (Column::Answer(question), Some(all)) if question.is_group() => self.of_group(question, all, has_sheets),
            (Column::Answer(question), Some(all)) => self.answer(question, all),
        };
        self.columns.iter().map(cell).collect()
    }

    /// An answer, and the files that were added to it later.
    fn answer(&self, question: &Question, all: &Answered) -> Cell {
        let (value, added) = (all.values.get(&question.name), all.added.get(&question.name));
        match (value, added) {
            (None, None) => all.kept_for.get(&question.name).map_or_else(Cell::empty, |audience| self.kept(audience)),
            (Some(value), None) => self.value(question, value, all),
            (value, Some(added)) => {
                let sent = value.map(|value| self.value(question, value, all).in_words(self.language));
                let sent = sent.into_iter().filter(|text| !text.is_empty());
                Cell::Text(self.list(sent.chain(added.iter().cloned())))
            }
        }
    }

    fn of_group(&self, group: &Question, all: &Answered, has_sheets: bool) -> Cell {
        if let Some(audience) = all.kept_for.get(&group.name) {
            return self.kept(audience);
        }
        match all.values.get(&group.name).and_then(Value::as_array) {
            Some(items) if has_sheets => Cell::number(items.len()),
            None if has_sheets => Cell::empty(),
            items => Cell::Text(self.joined(group, items.map(Vec::as_slice).unwrap_or_default(), all)),
        }
    }

    /// That an answer is kept for some, where one is.
    fn kept(&self, audience: &Text) -> Cell {
        let audience = audience.get(self.language);
        Cell::Text(self.text([&format!("Kept for: {audience}"), &format!("محفوظ لـ: {audience}")]))
    }

    fn groups(&self) -> impl Iterator<Item = &Question> {
        self.columns.iter().filter_map(|column| match column {
            Column::Answer(question) if question.is_group() => Some(question),
            _ => None,
        })
    }

    /// What the sheet of each repeated group is called, and its headings: the reference is its key.
    pub fn group_sheets(&self) -> Vec<(String, Vec<Head>)> {
        let headings = |group: &Question| {
            let reference = Head { text: self.text(LIST[0].1), shape: Shape::Text };
            let number = Head { text: self.text(NUMBER), shape: Shape::Number };
            [reference, number].into_iter().chain(group.items.iter().map(Question::head)).collect()
        };
        self.groups().map(|group| (group.heading.clone(), headings(group))).collect()
    }

    /// The lines of a submission in each of those sheets; the last one has what was added later.
    pub fn group_lines(&self, line: &Line) -> Vec<Vec<Vec<Cell>>> {
        let (row, answered) = (&line.row, line.answered.as_ref());
        let lines = |group: &Question| {
            let Some(all) = answered else { return Vec::new() };
            let keyed = |key: Cell, cells: Vec<Cell>| {
                [Cell::Text(row.reference.clone()), key].into_iter().chain(cells).collect::<Vec<Cell>>()
            };
            let items = all.values.get(&group.name).and_then(Value::as_array).into_iter().flatten();
            let line = |(at, item): (usize, &Value)| {
                let cell =
                    |asked: &Question| item.get(&asked.name).map_or_else(Cell::empty, |v| self.value(asked, v, all));
                keyed(Cell::number(at + 1), group.items.iter().map(cell).collect())
            };
            let mut lines: Vec<Vec<Cell>> = items.enumerate().map(line).collect();
            let added: Vec<String> = group.items.iter().map(|asked| self.added(group, asked, all)).collect();
            if added.iter().any(|names| !names.is_empty()) {
                let cells = added.into_iter().map(Cell::Text).collect();
                lines.push(keyed(Cell::Text(self.text(ADDED)), cells));
            }
            lines
        };
        self.groups().map(lines).collect()
    }

    /// Names of the files that were added later for a question of a repeated group: for which of its items nobody says.
    fn added(&self, group: &Question, asked: &Question, all: &Answered) -> String {
        let names = all.added.get(&format!("{}.{}", group.name, asked.name));
        self.list(names.into_iter().flatten().cloned())
    }

    fn of_list(&self, name: &str, row: &EnquiryRow, answered: Option<&Answered>) -> Cell {
        let number = |n: Option<i64>| n.map_or_else(Cell::empty, Cell::number);
        let reached = answered.map(|all| &all.reached);
        // A name, or for whom alone it is.
        let named = |name: &str, kept_for: Option<&Text>| match kept_for {
            Some(audience) if name.is_empty() => self.kept(audience),
            _ => Cell::Text(name.to_owned()),
        };
        let text = match name {
            "reference" => row.reference.clone(),
            "received" => {
                let at = words::clock::timestamp(row.submitted_at).to_zoned(self.zone.clone());
                return Cell::Moment(at.datetime());
            }
            "form" => self.documents.get(&row.form_id).map_or_else(
                || row.form_id.clone(),
                |document| {
                    let title: Text = document.title();
                    title.get(self.language).to_owned()
                },
            ),
            "person" => {
                let is_arabic = self.language == Language::Ar && !row.person_ar.is_empty();
                let name = if is_arabic { &row.person_ar } else { &row.person };
                return named(name, reached.and_then(|reached| reached.person_for.as_ref()));
            }
            "guardian" => return named(&row.guardian, reached.and_then(|reached| reached.guardian_for.as_ref())),
            "phone" => return self.told(reached.map(|reached| &reached.phone)),
            "email" => return self.told(reached.map(|reached| &reached.email)),
            "grade" => self.text([&row.grade_en, &row.grade_ar]),
            "school_year" => self.text([&row.school_year_en, &row.school_year_ar]),
            "state" => state_name(&row.state).map_or_else(|| row.state.clone(), |name| self.text(name)),
            "owner" => row.owner_name.clone().unwrap_or_default(),
            "score" => return number(row.score_points),
            "out_of" => return number(row.score_out_of),
            "tags" => self.list(row.tags.0.iter().map(|tag| self.code(&row.form_id, tag))),
            "route" => row.route.as_deref().map(|route| self.code(&row.form_id, route)).unwrap_or_default(),
            "flags" => {
                let failed = row.plugin_failure.is_some().then_some(Flag::PluginFailed);
                let twin = row.is_duplicate.then_some(Flag::Duplicate);
                let unread = (row.unread > 0).then_some(Flag::Unread);
                self.list(failed.into_iter().chain(twin).chain(unread).map(|flag| self.text(flag_name(flag))))
            }
            _ => return Cell::number(row.notes),
        };
        Cell::Text(text)
    }

    /// What an application tells beside its submission.
    fn of_application(&self, name: &str, filed: &Filed) -> Cell {
        let day = |day: &Option<String>| {
            let day = day.as_ref().and_then(|day| day.parse().ok());
            day.map_or_else(Cell::empty, Cell::Day)
        };
        let words = |text: &Text| text.get(self.language).to_owned();
        Cell::Text(match name {
            "registration_id" => filed.registration_id.clone(),
            "status" => words(&filed.status),
            "sub_status" => words(&filed.sub_status),
            "round" => filed.round.clone(),
            "bucket" => words(&filed.bucket),
            "held_from" => filed.held_from.as_ref().map(words).unwrap_or_default(),
            "review_by" => return day(&filed.review_by),
            "offer_until" => return day(&filed.offer_until),
            "admission_number" => filed.admission_number.clone().unwrap_or_default(),
            "channel" => self.text(SENT_BY[usize::from(filed.is_by_staff)]),
            CONDITIONS => filed.letters.conditions.map(|stand| self.text(stand.in_words())).unwrap_or_default(),
            FINANCIAL => filed.letters.financial.map(|stand| self.text(stand.in_words())).unwrap_or_default(),
            _ => return filed.missing.map_or_else(Cell::empty, Cell::number),
        })
    }

    fn told(&self, told: Option<&Told>) -> Cell {
        match told {
            Some(Told::Is(text)) => Cell::Text(text.clone()),
            Some(Told::KeptFor(audience)) => self.kept(audience),
            Some(Told::Nothing) | None => Cell::empty(),
        }
    }

    /// The text of a tag or a route by its form; one that has none is made readable, as the list does.
    fn code(&self, form: &str, code: &str) -> String {
        let text = self.documents.get(form).and_then(|document| document.texts(self.language).get(code)?.as_str());
        text.map_or_else(|| code.rsplit('.').next().unwrap_or(code).replace(['_', '-'], " "), str::to_owned)
    }

    fn list(&self, items: impl Iterator<Item = String>) -> String {
        items.collect::<Vec<_>>().join(if self.language == Language::Ar { "، " } else { ", " })
    }

    /// An answer, so far as it is one figure or one day as that, and else in words.
    fn value(&self, question: &Question, value: &Value, all: &Answered) -> Cell {
        match value {
            Value::Number(number) if question.options.is_empty() => {
                let amount = question.currency.zip(number.as_i64()).map(|(of, minor)| Money::new(minor, of));
                amount.map_or_else(|| Cell::Number(number.clone()), Cell::Amount)
            }
            Value::String(text) if question.shape == Shape::Day => {
                text.parse().map_or_else(|_| Cell::Text(text.clone()), Cell::Day)
            }
            other => Cell::Text(self.worded(question, other, all)),
        }
    }

    fn worded(&self, question: &Question, value: &Value, all: &Answered) -> String {
        match value {
            Value::Array(items) => {
                let item = |item: &Value| self.value(question, item, all).in_words(self.language);
                self.list(items.iter().map(item))
            }
            Value::Bool(yes) if question.options.is_empty() => {
                self.text(if *yes { ["Yes", "نعم"] } else { ["No", "لا"] })
            }
            value if !question.options.is_empty() => {
                let chosen = question.options.iter().find(|option| option.value == *value);
                chosen.map_or_else(|| plain(value), |option| option.label.clone())
            }
            Value::String(code) if question.kind == "country" => {
                countries::name(code, self.language).unwrap_or(code).to_owned()
            }
            // One that was removed is not told.
            Value::String(text) if matches!(&*question.kind, "upload" | "uploads" | "signature") => {
                all.files.get(text).cloned().unwrap_or_default()
            }
            // What is not asked any more may have been a file, too.
            Value::String(text) if question.kind.is_empty() => all.files.get(text).unwrap_or(text).clone(),
            other => plain(other),
        }
    }

    /// All items of a repeated group in one cell: `1) Name: Sara, Born: 05-Mar-2018; 2) …`, and what was added later.
    fn joined(&self, group: &Question, items: &[Value], all: &Answered) -> String {
        let (comma, semicolon) = if self.language == Language::Ar { ("، ", "؛ ") } else { (", ", "; ") };
        let said = |told: Vec<(&Question, String)>| {
            let told = told.into_iter().filter(|(_, text)| !text.is_empty());
            told.map(|(asked, text)| format!("{}: {text}", asked.heading)).collect::<Vec<_>>().join(comma)
        };
        let item = |(at, item): (usize, &Value)| {
            let told = group.items.iter().filter_map(|asked| {
                Some((asked, self.value(asked, item.get(&asked.name)?, all).in_words(self.language)))
            });
            format!("{}) {}", at + 1, said(told.collect()))
        };
        let added = said(group.items.iter().map(|asked| (asked, self.added(group, asked, all))).collect());
        let added = (!added.is_empty()).then(|| format!("{}: {added}", self.text(ADDED)));
        items.iter().enumerate().map(item).chain(added).collect::<Vec<_>>().join(semicolon)
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Names that occur in answers and that the form does not ask any more.
#[derive(Default)]
pub(super) struct Former(Vec<String>);

impl Former {
    /// Those of one submission's answers and of the files that were added later.
    pub fn add(&mut self, answered: &Answered, document: Option<&FormDocument>) {
        let sent = answered.values.as_object().into_iter().flat_map(|answers| answers.keys());
        for name in sent.chain(answered.added.keys()) {
            let place = name.find(PLACE).map(|at| &name[at..=at]);
            let name = place.or_else(|| name.split('.').next()).unwrap_or_default();
            let is_asked = document.is_some_and(|document| document.field(name).is_some());
            if !is_asked && !self.0.iter().any(|known| known == name) && self.0.len() < MOST_COLUMNS {
                self.0.push(name.to_owned());
            }
        }
    }

    pub fn into_names(mut self) -> Vec<String> {
        self.0.sort();
        self.0
    }
}

#[cfg(test)]
mod tests {
    use machine::State as _;

    use super::*;

    /// What the list calls them on the screen.
    #[test]
    fn words_are_those_of_the_screen() {
        for (at, language) in ["en", "ar"].into_iter().enumerate() {
            let read = |file: &str| -> Value {
                let path = format!("{}/../../web/locales/{language}/{file}.json", env!("CARGO_MANIFEST_DIR"));
                serde_json::from_str(&std::fs::read_to_string(path).expect("texts")).expect("JSON")
            };
            let (staff, common) = (read("staff"), read("common"));
            for state in State::ALL {
                let key = format!("state.{}", state.as_str());
                assert_eq!(common[&key], state_name(state.as_str()).expect("a state")[at], "{key}");
            }
            for flag in [Flag::PluginFailed, Flag::Duplicate] {
                assert_eq!(staff[format!("flag.{}", flag.as_str())], flag_name(flag)[at]);
            }
            for (name, heading, _) in LIST {
                let key = format!("column.{}", if name == "received" { "age" } else { name });
                assert_eq!(staff[&key], heading[at], "{key}");
            }
        }
    }

    #[test]
    fn columns_are_named_and_bounded() {
        assert_eq!(read_columns(None).expect("none"), Vec::<String>::new());
        assert_eq!(read_columns(Some("person,answer.x")).expect("two"), ["person", "answer.x"]);
        assert!(read_columns(Some("person,password")).is_err());
        assert!(read_columns(Some(&"notes,".repeat(MOST_COLUMNS + 1))).is_err());
        assert!(require_columns(&["answer.x".to_owned()], None).is_err());
        assert!(require_columns(&["notes".to_owned()], None).is_ok());
    }
}
