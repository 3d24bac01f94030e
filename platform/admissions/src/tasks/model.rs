//! What a task may say, and how one is read.

use jiff::civil::Date;
use kernel::Refusal;
use kernel::timeline::EntryRow;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tenants::School;
use utoipa::ToSchema;
use words::text::one_line;
use words::verdict::Issue;
use words::{Language, Role, Text};

use super::said;
use super::store::TaskRow;
use crate::forms::form_texts::render_text;
use crate::typed::{self, refused};

/// Days in which what a form's rules ask for is to be done.
pub const DAYS_OF_RULES: i64 = 7;
/// Open tasks of one submission.
pub const MOST_TASKS: i64 = 50;
/// Characters of one task.
pub const MOST_TEXT: usize = 300;

/// Tasks of a form's rules, and things that they want told, of one submission.
pub const MOST_ASKED: usize = 20;

/// Whom a form's rules want told of a submission, by the params of their `notify`: `role` is a role or several, `people` are addresses that
/// colleagues sign in with. Who names nobody means whoever looks after it, and until somebody does, the roles that the form is for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Named {
    roles: Vec<Role>,
    people: Vec<String>,
    is_nobody: bool,
}

impl Named {
    /// Whom the params name; what is no role is none.
    #[must_use]
    pub fn of(params: &Map<String, Value>) -> Self {
        let listed = |key: &str| match params.get(key) {
            Some(Value::String(one)) => vec![one.clone()],
            Some(Value::Array(some)) => some.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
            _ => Vec::new(),
        };
        let is_nobody = !params.contains_key("role") && !params.contains_key("people");
        let people = listed("people").iter().map(|address| address.trim().to_lowercase()).collect();
        Self { roles: listed("role").iter().filter_map(|role| Role::parse(role)).collect(), people, is_nobody }
    }

    /// Whether somebody is meant. `is_owner` says whether they look after it, and nothing while nobody does; `readers` are the form's roles.
    #[must_use]
    pub fn is(&self, address: &str, roles: &[Role], is_owner: Option<bool>, readers: &[Role]) -> bool {
        let has_one = |of: &[Role]| roles.iter().any(|role| of.contains(role));
        if self.is_nobody {
            return is_owner.unwrap_or_else(|| has_one(readers));
        }
        has_one(&self.roles) || self.people.contains(&address.to_lowercase())
    }
}

/// Whose tasks are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// Those assigned to who asks.
    #[default]
    Mine,
    /// Those that nobody has taken.
    Unassigned,
    /// All that who asks may see.
    All,
}

impl Whose {
    /// As it is told.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mine => "mine",
            Self::Unassigned => "unassigned",
            Self::All => "all",
        }
    }
}

/// A task's words without what nobody sees. F003 when nothing is left or they are too long.
pub fn text_of(typed: &str) -> Result<String, Refusal> {
    typed::text_of(&one_line(typed), MOST_TEXT)
}

/// The day by which it is to be done; an empty text is none. F003 at `/due_on` for what is no day.
pub fn day_of(typed: &str) -> Result<Option<String>, Refusal> {
    if typed.is_empty() {
        return Ok(None);
    }
    let day: Result<Date, _> = typed.parse();
    let bad = |_| refused(Issue::error("/due_on", "format").with("format", "date"));
    day.map(|day| Some(day.to_string())).map_err(bad)
}

/// Why a submission takes no more.
pub fn full() -> Refusal {
    typed::full(MOST_TASKS)
}

/// Nobody of that id can do it.
pub fn nobody() -> Refusal {
    refused(Issue::error("/assigned_to", "enum"))
}

/// What is to be done, in both languages: a colleague's words as they are, the server's own, the rules' in the form's.
#[must_use]
pub fn words_of(school: &School, task: &TaskRow) -> Text {
    let Some(code) = &task.code else { return Text { en: task.text.clone(), ar: task.text.clone() } };
    if said::is_own(code) {
        return said::words_of(
            code,
            task.params.as_ref().and_then(|params| params.0.as_object()).unwrap_or(&Map::new()),
        );
    }
    let Some(form) = school.form_if_ready(&task.form_id) else { return Text { en: code.clone(), ar: code.clone() } };
    let none = Map::new();
    let params = task.params.as_ref().and_then(|params| params.0.as_object()).unwrap_or(&none);
    let say = |language| render_text(&form.document, language, code, params);
    Text { en: say(Language::En), ar: say(Language::Ar) }
}

/// What a history tells of a task that no colleague wrote: it keeps the words in both languages.
#[must_use]
pub fn words_in(entry: &EntryRow) -> Option<Text> {
    let said = entry.comment.as_deref().filter(|_| entry.action == "task")?;
    serde_json::from_str(said).ok()
}

/// What the rules asked for, as it is kept: `[{code, params}]`.
#[must_use]
pub fn of_rules(tasks: &[words::verdict::Explain]) -> Vec<(&str, Value)> {
    let theirs = tasks.iter().filter(|task| !said::is_own(&task.code));
    theirs.take(MOST_ASKED).map(|task| (task.code.as_str(), Value::Object(task.params.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rules_name_a_role_or_people_or_nobody() {
        let named = |params: Value| Named::of(params.as_object().unwrap_or(&Map::new()));
        let (nurse, officer) = ([Role::Reviewer], [Role::AdmissionsOfficer]);
        let by_role = named(json!({ "role": "reviewer" }));
        assert!(
            by_role.is("a@b.example", &nurse, None, &[]) && !by_role.is("a@b.example", &officer, Some(true), &officer)
        );
        let by_name = named(json!({ "people": ["Nurse@B.example"], "role": ["registrar"] }));
        assert!(
            by_name.is("nurse@b.example", &officer, None, &[]) && !by_name.is("other@b.example", &nurse, None, &[])
        );
        let of_nobody = named(json!({ "desk": "maths" }));
        assert!(of_nobody.is("", &officer, None, &officer) && !of_nobody.is("", &nurse, None, &officer));
        assert!(of_nobody.is("", &nurse, Some(true), &officer) && !of_nobody.is("", &officer, Some(false), &officer));
        // Who names what is not there has named somebody all the same: nobody else is told in their stead.
        for strange in [json!({ "role": "nurse" }), json!({ "role": 5 }), json!({ "people": [] })] {
            assert!(!named(strange).is("", &officer, Some(true), &officer));
        }
    }

    #[test]
    fn a_task_is_a_line_and_its_day_a_day() {
        assert_eq!(text_of("  Call\nthe mother ").ok().as_deref(), Some("Call the mother"));
        assert!(text_of(" \u{202E} ").is_err() && text_of(&"x".repeat(301)).is_err());
        assert_eq!(day_of("").ok(), Some(None));
        assert_eq!(day_of("2026-02-28").ok().flatten().as_deref(), Some("2026-02-28"));
        assert!(day_of("2026-02-30").is_err() && day_of("tomorrow").is_err());
    }
}
