//! The columns of a file: those of the list, and the questions of one form as it is asked now. Headings and cells are in the words of
//! who reads it: labels, choices, dates, amounts; never an id or a code that has a text.

use std::collections::HashMap;
use std::sync::Arc;

use form::{FormDocument, OutlineField, OutlineOption};
use jiff::tz::TimeZone;
use kernel::Refusal;
use machine::State as _;
use serde_json::Value;
use words::language::display_date;
use words::money::{Currency, Money};
use words::verdict::Issue;
use words::{Language, Text};

use super::answered::Answered;
use super::model::{Flag, State};
use super::store::EnquiryRow;

/// What stands before the name of a question, so that none is taken for a column of the list.
const ANSWER: &str = "answer.";
/// Most columns that may be named.
pub const MOST_COLUMNS: usize = 500;

/// The list's own columns by their names, each with its heading.
const LIST: [(&str, [&str; 2]); 15] = [
    ("reference", ["Reference", "الرقم المرجعي"]),
    ("received", ["Received", "تاريخ الاستلام"]),
    ("form", ["Form", "النموذج"]),
    ("person", ["Name", "الاسم"]),
    ("guardian", ["Guardian", "ولي الأمر"]),
    ("grade", ["Grade or programme", "الصف أو البرنامج"]),
    ("school_year", ["School year", "العام الدراسي"]),
    ("state", ["Status", "الحالة"]),
    ("owner", ["Assigned to", "مُسنَد إلى"]),
    ("score", ["Score", "الدرجة"]),
    ("out_of", ["Out of", "من"]),
    ("tags", ["Tags", "الوسوم"]),
    ("route", ["Route", "المسار"]),
    ("flags", ["Needs attention", "يحتاج إلى انتباه"]),
    ("notes", ["Notes", "الملاحظات"]),
];

/// The number of an item among its group's.
const NUMBER: [&str; 2] = ["No.", "الرقم"];
/// The sheet of the list itself.
const LIST_SHEET: [&str; 2] = ["Enquiries", "الطلبات الواردة"];

fn state_name(state: &str) -> Option<[&'static str; 2]> {
    Some(match State::parse(state)? {
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
        Flag::Unread => ["Message from the family", "رسالة من الأسرة"],
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

fn list_column(name: &str) -> Option<usize> {
    LIST.iter().position(|(known, _)| *known == name)
}

enum Column {
    /// Of the list, by its place in [`LIST`].
    List(usize),
    Answer(Question),
}

/// A question, in one language.
struct Question {
    name: String,
    heading: String,
    kind: String,
    options: Vec<OutlineOption>,
    currency: Option<Currency>,
    /// What each item of a repeated group is asked.
    items: Vec<Question>,
}

impl Question {
    fn new(field: OutlineField) -> Self {
        let currency = field.rules.get("x-money").and_then(Value::as_str).and_then(Currency::parse);
        let label = if field.label.is_empty() { field.name.clone() } else { field.label };
        let heading = match currency {
            Some(currency) => format!("{label} ({})", currency.code()),
            None => label,
        };
        Self { name: field.name, heading, kind: field.r#type, options: field.options, currency, items: Vec::new() }
    }

    /// One that the form does not ask any more: its answers stand under its name.
    fn former(name: String) -> Self {
        Self {
            heading: name.clone(),
            name,
            kind: String::new(),
            options: Vec::new(),
            currency: None,
            items: Vec::new(),
        }
    }

    fn is_group(&self) -> bool {
        self.kind == "group"
    }
}

/// Every question of a form, those of a repeated group inside it.
fn questions(document: &FormDocument, language: Language) -> Vec<Question> {
    let mut found: Vec<Question> = Vec::new();
    for mut field in document.outline(language) {
        let group = found.last_mut().filter(|last| last.is_group());
        let inner = group.as_ref().and_then(|group| field.name.strip_prefix(&format!("{}.", group.name)));
        match (inner.map(str::to_owned), group) {
            (Some(name), Some(group)) => {
                field.name = name;
                group.items.push(Question::new(field));
            }
            _ => found.push(Question::new(field)),
        }
    }
    found
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
        let former = former.into_iter().map(Question::former);
        let columns = list.chain(answers.chain(former).map(Column::Answer)).collect();
        Self { language, zone, documents, columns }
    }

    pub fn is_right_to_left(&self) -> bool {
        self.language == Language::Ar
    }

    fn text(&self, both: [&str; 2]) -> String {
        both[self.language as usize].to_owned()
    }

    pub fn title(&self) -> String {
        self.text(LIST_SHEET)
    }

    pub fn headings(&self) -> Vec<String> {
        let heading = |column: &Column| match column {
            Column::List(at) => self.text(LIST[*at].1),
            Column::Answer(question) => question.heading.clone(),
        };
        self.columns.iter().map(heading).collect()
    }

    /// A submission's line. A repeated group says how many it has where they stand in a sheet of their own, and else all of them.
    pub fn line(&self, row: &EnquiryRow, answered: Option<&Answered>, has_sheets: bool) -> Vec<String> {
        let cell = |column: &Column| match column {
            Column::List(at) => self.of_list(LIST[*at].0, row),
            Column::Answer(question) => match answered.and_then(|all| Some((all.values.get(&question.name)?, all))) {
                None => answered.map_or_else(String::new, |all| self.kept(question, all)),
                Some((Value::Array(items), _)) if question.is_group() && has_sheets => items.len().to_string(),
                Some((Value::Array(items), all)) if question.is_group() => self.joined(question, items, all),
                Some((value, all)) => self.value(question, value, all),
            },
        };
        self.columns.iter().map(cell).collect()
    }

    /// That an answer is kept for some, where one is.
    fn kept(&self, question: &Question, all: &Answered) -> String {
        let Some(audience) = all.kept_for.get(&question.name) else { return String::new() };
        let audience = audience.get(self.language);
        self.text([&format!("Kept for: {audience}"), &format!("محفوظ لـ: {audience}")])
    }

    fn groups(&self) -> impl Iterator<Item = &Question> {
        self.columns.iter().filter_map(|column| match column {
            Column::Answer(question) if question.is_group() => Some(question),
            _ => None,
        })
    }

    /// What the sheet of each repeated group is called, and its headings: the reference is its key.
    pub fn group_sheets(&self) -> Vec<(String, Vec<String>)> {
        let headings = |group: &Question| {
            let key = [self.text(LIST[0].1), self.text(NUMBER)];
            key.into_iter().chain(group.items.iter().map(|item| item.heading.clone())).collect()
        };
        self.groups().map(|group| (group.heading.clone(), headings(group))).collect()
    }

    /// The lines of a submission in each of those sheets.
    pub fn group_lines(&self, row: &EnquiryRow, answered: Option<&Answered>) -> Vec<Vec<Vec<String>>> {
        let lines = |group: &Question| {
            let Some(all) = answered else { return Vec::new() };
            let items = all.values.get(&group.name).and_then(Value::as_array).into_iter().flatten();
            let line = |(at, item): (usize, &Value)| {
                let cell =
                    |asked: &Question| item.get(&asked.name).map_or_else(String::new, |v| self.value(asked, v, all));
                let key = [row.reference.clone(), (at + 1).to_string()];
                key.into_iter().chain(group.items.iter().map(cell)).collect()
            };
            items.enumerate().map(line).collect()
        };
        self.groups().map(lines).collect()
    }

    fn of_list(&self, name: &str, row: &EnquiryRow) -> String {
        let number = |n: Option<i64>| n.map(|n| n.to_string()).unwrap_or_default();
        match name {
            "reference" => row.reference.clone(),
            "received" => {
                let at = words::clock::timestamp(row.submitted_at).to_zoned(self.zone.clone());
                format!("{} {}", display_date(at.date(), self.language), at.strftime("%H:%M"))
            }
            "form" => self.documents.get(&row.form_id).map_or_else(
                || row.form_id.clone(),
                |document| {
                    let title: Text = document.title();
                    title.get(self.language).to_owned()
                },
            ),
            "person" => row.person.clone(),
            "guardian" => row.guardian.clone(),
            "grade" => self.text([&row.grade_en, &row.grade_ar]),
            "school_year" => self.text([&row.school_year_en, &row.school_year_ar]),
            "state" => state_name(&row.state).map_or_else(|| row.state.clone(), |name| self.text(name)),
            "owner" => row.owner_name.clone().unwrap_or_default(),
            "score" => number(row.score_points),
            "out_of" => number(row.score_out_of),
            "tags" => self.list(row.tags.0.iter().map(|tag| self.code(&row.form_id, tag))),
            "route" => row.route.as_deref().map(|route| self.code(&row.form_id, route)).unwrap_or_default(),
            "flags" => {
                let failed = row.plugin_failure.is_some().then_some(Flag::PluginFailed);
                let twin = row.is_duplicate.then_some(Flag::Duplicate);
                let unread = (row.unread > 0).then_some(Flag::Unread);
                self.list(failed.into_iter().chain(twin).chain(unread).map(|flag| self.text(flag_name(flag))))
            }
            _ => row.notes.to_string(),
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

    /// An answer in words.
    fn value(&self, question: &Question, value: &Value, all: &Answered) -> String {
        match value {
            Value::Null => String::new(),
            Value::Array(items) => self.list(items.iter().map(|item| self.value(question, item, all))),
            Value::Bool(yes) if question.options.is_empty() => {
                self.text(if *yes { ["Yes", "نعم"] } else { ["No", "لا"] })
            }
            value if !question.options.is_empty() => {
                let chosen = question.options.iter().find(|option| option.value == *value);
                chosen.map_or_else(|| plain(value), |option| option.label.clone())
            }
            Value::Number(number) => {
                let amount = question.currency.zip(number.as_i64()).map(|(of, minor)| Money::new(minor, of).figure());
                amount.unwrap_or_else(|| number.to_string())
            }
            Value::String(text) => match question.kind.as_str() {
                "date" => text.parse().map_or_else(|_| text.clone(), |day| display_date(day, self.language)),
                "upload" | "uploads" | "signature" => all.files.get(text).cloned().unwrap_or_else(|| text.clone()),
                _ => text.clone(),
            },
            other => plain(other),
        }
    }

    /// All items of a repeated group in one cell: `1) Name: Sara, Born: 05-Mar-2018; 2) …`.
    fn joined(&self, group: &Question, items: &[Value], all: &Answered) -> String {
        let (comma, semicolon) = if self.language == Language::Ar { ("، ", "؛ ") } else { (", ", "; ") };
        let item = |(at, item): (usize, &Value)| {
            let said = group.items.iter().filter_map(|asked| {
                let text = self.value(asked, item.get(&asked.name)?, all);
                (!text.is_empty()).then(|| format!("{}: {text}", asked.heading))
            });
            format!("{}) {}", at + 1, said.collect::<Vec<_>>().join(comma))
        };
        items.iter().enumerate().map(item).collect::<Vec<_>>().join(semicolon)
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
    /// Those of one submission's answers.
    pub fn add(&mut self, answers: &Value, document: Option<&FormDocument>) {
        for name in answers.as_object().into_iter().flat_map(|answers| answers.keys()) {
            let is_asked = document.is_some_and(|document| document.field(name).is_some());
            if !is_asked && !self.0.contains(name) && self.0.len() < MOST_COLUMNS {
                self.0.push(name.clone());
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
            for (name, heading) in LIST {
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
