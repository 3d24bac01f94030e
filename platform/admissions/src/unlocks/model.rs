//! What may be opened, and how much of it; what a family is shown.

use std::sync::Arc;

use form::{Field, FieldKind, FormDocument, Localised, What, Who};
use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::{Refusal, links};
use serde::Serialize;
use serde_json::{Map, Value};
use tenants::School;
use utoipa::ToSchema;
use words::text::lines;
use words::verdict::Issue;
use words::{Language, Text};

use crate::enquiries::Submission;
use crate::students::has_word;
use crate::typed::refused;

/// Fields of one.
pub const MOST_FIELDS: usize = 40;
/// Characters of what the family is told.
const MOST_TEXT: usize = 1_000;
/// Characters of why staff change answers.
pub const MOST_REASON: usize = 300;
/// How many days one may be open, and how many it is where nobody says.
const LEAST_DAYS: i64 = 1;
const MOST_DAYS: i64 = 30;
const USUAL_DAYS: i64 = 7;
/// Unlocks of one submission: each stands in its history.
pub const MOST_UNLOCKS: i64 = 200;

/// What links of this slice are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Opens an unlock to its family.
    Unlock,
}

impl links::Purpose for Purpose {
    const ALL: &'static [Self] = &[Self::Unlock];

    fn as_str(self) -> &'static str {
        "unlock"
    }

    /// At most; one ends with its unlock.
    fn life_ms(self) -> i64 {
        (MOST_DAYS + 1) * 24 * 60 * 60 * 1000
    }

    fn path(self, token: &str) -> String {
        format!("/student-encrypted/{token}")
    }
}

/// What somebody of the staff opens.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The submission's, that it is based on.
    pub version: i64,
    pub fields: Vec<String>,
    /// For the family; may be empty.
    pub message: String,
    /// A week when left out.
    pub days: Option<i64>,
    /// Whether the family gets a link.
    pub notify: bool,
}

/// A field and what it is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnlockedField {
    /// Its name in the form's document.
    pub field: String,
    pub label: Text,
}

/// A field that can be opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnlockChoice {
    /// Its name in the form's document.
    pub field: String,
    pub label: Text,
    /// The step that it stands in.
    pub step: Text,
    /// Whether the grade, or whose places an application competes for, may follow it.
    pub moves_place: bool,
}

/// One that was opened, as a reader of the staff sees it.
#[derive(Debug, Clone)]
pub struct Unlock {
    pub row: super::store::UnlockRow,
    /// Those that the reader may know of.
    pub fields: Vec<UnlockedField>,
    /// Whether there are others.
    pub hides: bool,
    pub is_open: bool,
}

/// How a family comes to what is open for it.
#[derive(Debug, Clone)]
pub enum Key {
    /// By what a link and its proof gave.
    Grant(String),
    /// By what opens its page of the application: a grant of that, or the id of one that is its account's.
    Own(String),
}

/// What a family may change, and what stands there.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Unlocked {
    pub reference: String,
    /// What the school calls the application.
    pub registration_id: Option<String>,
    pub form_title: Text,
    /// Whom it is for, by the name in the language that is asked for, where the form asks for both.
    pub person: String,
    /// What the school says about it; may be empty.
    pub message: String,
    /// The last day, `YYYY-MM-DD`.
    pub until: String,
    /// The fields that may be changed: those that were opened, and those that show by their answers.
    pub fields: Vec<String>,
    /// The form of these fields alone.
    #[schema(value_type = Localised)]
    pub document: Arc<Localised>,
    /// What stands there, as it was corrected since it was sent.
    #[schema(value_type = Object)]
    pub values: Map<String, Value>,
    /// Counts changes of what is shown here; whoever sends names the one that it is based on.
    pub version: i64,
}

/// An answer that was changed after sending.
#[derive(Debug, Clone)]
pub struct Change {
    pub field: String,
    /// What stood there; null where there was no answer.
    pub before: Value,
    /// What stood there from then on.
    pub after: Value,
    pub changed_at: i64,
    /// Who of the staff changed it; none where its family did.
    pub by: Option<String>,
    /// Why, in words, where staff did.
    pub reason: Option<String>,
}

/// Whether a family can be let change a field: no file, which is a paper, no signature, and nothing that takes no answer.
fn can_open(field: &Field) -> bool {
    let takes_file = |field: &Field| matches!(field.kind, FieldKind::Upload | FieldKind::Uploads) || field.signature;
    field.kind != FieldKind::Note && !takes_file(field) && !field.items.iter().any(takes_file)
}

fn text_of(document: &FormDocument, key: &str) -> Text {
    Text { en: document.text(Language::En, key).to_owned(), ar: document.text(Language::Ar, key).to_owned() }
}

/// What a field is called.
pub fn label_of(document: &FormDocument, name: &str) -> Text {
    let key = document.field(name).and_then(|field| field.title.clone()).unwrap_or_else(|| name.to_owned());
    text_of(document, &key)
}

/// Whether a reader may know of a field.
pub fn is_read(submission: &Submission, field: &str) -> bool {
    submission.sight.as_ref().is_none_or(|sight| sight.reads_field(submission.document(), field))
}

/// What only the family itself gives: what it declares, signs, and agrees to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OwnWord {
    /// Nobody gives it for them.
    Given,
    /// A yes that may be taken back for them.
    Consent,
}

/// Whether an answer is the family's own word; a repeated group is where one of its items is.
fn own_word(field: &Field) -> Option<OwnWord> {
    let has = |words: &[&str]| words.iter().any(|word| has_word(&field.name, word));
    let is_signed = field.signature || (field.kind == FieldKind::Text && has(&["signed", "signature"]));
    let is_consent = has(&["consent", "consents"]) && field.kind != FieldKind::Note;
    match field.kind {
        FieldKind::Boolean if is_consent && !field.declares => Some(OwnWord::Consent),
        _ if field.declares || is_signed || is_consent => Some(OwnWord::Given),
        _ => field.items.iter().any(|item| own_word(item).is_some()).then_some(OwnWord::Given),
    }
}

/// Whether somebody of the staff may change a field themselves, whether it shows now or not: what the family declared and signed never, and a
/// consent where it was given.
pub fn can_be_changed(submission: &Submission, name: &str) -> bool {
    let Some(field) = submission.document().field(name).filter(|field| can_open(field)) else { return false };
    let is_theirs = match own_word(field) {
        Some(OwnWord::Given) => false,
        Some(OwnWord::Consent) => submission.answers.get(name) == Some(&Value::Bool(true)),
        None => true,
    };
    is_theirs && is_read(submission, name)
}

/// Whether staff may put that there: a consent is withdrawn, and never given for somebody.
pub fn can_become(submission: &Submission, name: &str, value: &Value) -> bool {
    let word = submission.document().field(name).and_then(own_word);
    can_be_changed(submission, name) && (word.is_none() || value.is_boolean())
}

/// The fields that staff may change themselves, of those that show.
pub fn changeable_choices(submission: &Submission) -> Vec<UnlockChoice> {
    let mut choices = choices(submission);
    choices.retain(|choice| can_be_changed(submission, &choice.field));
    choices
}

/// Some fields, and those that a family is asked for beside them as they show by these.
pub fn opened(document: &FormDocument, fields: &[String]) -> Vec<String> {
    let mut all = document.with_shown_by(fields);
    all.retain(|name| fields.contains(name) || document.field(name).is_some_and(can_open));
    all
}

/// Why somebody of the staff changes answers. F003 at `/reason` where nothing is said, or too much.
pub fn reason_of(typed: &str) -> Result<String, Refusal> {
    let reason = lines(typed).trim().to_owned();
    match reason.chars().count() {
        0 => Err(refused(Issue::error("/reason", "required"))),
        length if length > MOST_REASON => Err(refused(Issue::error("/reason", "maxLength").with("limit", MOST_REASON))),
        _ => Ok(reason),
    }
}

/// Whether a place may follow a field: the child's grade, school year or birth date, or a choice that the rules route by. Of the routes that others
/// than the given answer lead to nothing is known here.
fn moves_place(submission: &Submission, name: &str) -> bool {
    let document = submission.document();
    if [What::Grade, What::SchoolYear, What::Dob]
        .into_iter()
        .any(|what| document.field_of(Who::Child, what) == Some(name))
    {
        return true;
    }
    let answer =
        submission.answers.get(name).and_then(Value::as_str).map(form::code_of).filter(|code| !code.is_empty());
    let route = submission.verdict.route.as_deref().unwrap_or_default();
    answer.is_some_and(|code| route.split('.').any(|part| form::code_of(part) == code))
}

/// The fields that somebody may open to a family: those that show for what they see of the answers.
pub fn choices(submission: &Submission) -> Vec<UnlockChoice> {
    let document = submission.document();
    let visible = document.visible_fields(&submission.answers);
    let mut found = Vec::new();
    for step in document.steps() {
        let title = document.step_title(step).unwrap_or_else(|| text_of(document, step));
        for name in document.step_fields(step) {
            let Some(field) = document.field(name).filter(|field| can_open(field)) else { continue };
            if visible.contains(&name) && is_read(submission, name) {
                let label = label_of(document, &field.name);
                let moves_place = moves_place(submission, name);
                found.push(UnlockChoice { field: field.name.clone(), label, step: title.clone(), moves_place });
            }
        }
    }
    found
}

/// The named fields in the form's order. F003 at each that cannot be opened, and for none or too many.
pub fn wanted(choices: Vec<UnlockChoice>, named: &[String]) -> Result<Vec<UnlockedField>, Refusal> {
    if named.is_empty() {
        return Err(refused(Issue::error("/fields", "minItems").with("limit", 1)));
    }
    if named.len() > MOST_FIELDS {
        return Err(refused(Issue::error("/fields", "maxItems").with("limit", MOST_FIELDS)));
    }
    let unknown = named.iter().enumerate().filter(|(_, name)| !choices.iter().any(|choice| choice.field == **name));
    let issues: Vec<Issue> = unknown.map(|(at, _)| Issue::error(format!("/fields/{at}"), "enum")).collect();
    if !issues.is_empty() {
        return Err(Refusal::new(kernel::MessageId::F003).errors(issues));
    }
    let open = choices.into_iter().filter(|choice| named.contains(&choice.field));
    Ok(open.map(|choice| UnlockedField { field: choice.field, label: choice.label }).collect())
}

/// What the family is told, without what nobody sees. F003 when it is too long.
pub fn message_of(typed: &str) -> Result<String, Refusal> {
    let text = lines(typed);
    if text.chars().count() > MOST_TEXT {
        return Err(refused(Issue::error("/message", "maxLength").with("limit", MOST_TEXT)));
    }
    Ok(text)
}

/// The last day on which answers are taken. F003 past the bounds.
pub fn last_day(today: Date, days: Option<i64>) -> Result<Date, Refusal> {
    let days = days.unwrap_or(USUAL_DAYS);
    if days < LEAST_DAYS {
        return Err(refused(Issue::error("/days", "minimum").with("limit", LEAST_DAYS)));
    }
    if days > MOST_DAYS {
        return Err(refused(Issue::error("/days", "maximum").with("limit", MOST_DAYS)));
    }
    Ok(today.saturating_add(days.days()))
}

/// The school's midnight after a day.
pub fn midnight_after(school: &School, day: Date) -> i64 {
    let midnight = day.saturating_add(1.day()).to_zoned(school.time_zone().clone());
    // A day that is no moment is past what a calendar has.
    midnight.map_or(i64::MAX, |midnight| midnight.timestamp().as_millisecond())
}

/// The day that ends at a midnight.
pub fn day_before(school: &School, midnight: i64) -> Date {
    school.today(midnight.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn an_unlock_is_open_for_a_day_to_a_month() {
        let today = date(2026, 11, 21);
        let last = |days| last_day(today, days).ok();
        assert_eq!(last(None), Some(date(2026, 11, 28)));
        assert_eq!((last(Some(1)), last(Some(30))), (Some(date(2026, 11, 22)), Some(date(2026, 12, 21))));
        assert_eq!((last(Some(0)), last(Some(31)), last(Some(i64::MAX))), (None, None, None));
    }

    #[test]
    fn the_family_is_told_something_short() {
        assert_eq!(message_of(" See the passport.\r\n\u{202E}").ok().as_deref(), Some("See the passport."));
        assert_eq!(message_of("").ok().as_deref(), Some(""));
        assert!(message_of(&"ع".repeat(MOST_TEXT + 1)).is_err());
    }
}
