//! What a family is told of what it sent, and the rules of what it may do.

use form::{FormDocument, Localised, UploadKind, What, Who};
use kernel::timeline::EntryRow;
use machine::State as _;
use serde::Serialize;
use serde_json::Value;
use tenants::School;
use tenants::bundle::family::FormKind;
use utoipa::ToSchema;
use words::clock::iso;
use words::verdict::Computed;
use words::{Language, Text};

use super::store::CorrectionRow;
use crate::applications::{Appointment, WaitlistPlace};
use crate::enquiries::{CloseReason, State};
use crate::forms::SubmittedFile;
use crate::letters::{ConditionTold, OwnLetter, Waiting};
use crate::messages::MessageRow;
use crate::papers::{Paper, PaperFile, PaperState, RefusalReason};
use crate::stand::Stand;

/// What a family is told of a history; nothing else of it leaves the school.
pub(super) const TOLD: [&str; 6] = ["submitted", "state", "status", "file", "paper", "contact"];

/// What happened, as a family is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToldKind {
    /// It was sent.
    Submitted,
    /// The school moved it: `state` says where it stands since.
    State,
    /// The family withdrew it.
    Withdrawn,
    /// The family took that back.
    Returned,
    /// The family added a file: `text` is its name.
    File,
    /// The family took a file back: `text` is its name.
    TakenBack,
    /// The family brought it back: `text` is its name.
    BroughtBack,
    /// The family corrected a contact detail: `text` is what it is since.
    Contact,
}

/// Something that happened to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Told {
    pub kind: ToldKind,
    /// RFC 3339, UTC.
    pub at: String,
    /// Where it stands since.
    pub state: Option<Stand>,
    /// That in words, where it is an application's status.
    pub words: Option<Text>,
    /// What was added, or what a detail is since.
    pub text: Option<String>,
    /// Of a file: the question that it answers, or the place that it went to (`wanted:<code>`).
    pub field: Option<String>,
}

/// A file that was given.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GivenFile {
    /// What stands for it in the answers.
    pub file: String,
    /// The question that it answers.
    pub field: String,
    /// The family's own name of it.
    pub name: String,
    pub bytes: i64,
    pub media_type: String,
    /// RFC 3339, UTC.
    pub given_at: String,
}

/// A file of a paper, and what the school says of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperFileTold {
    #[serde(flatten)]
    #[schema(inline)]
    pub file: GivenFile,
    /// `received`, `accepted`, `refused`.
    pub state: PaperState,
    /// Why it is refused.
    pub reason: Option<RefusalReason>,
    /// The same in the school's words; may be empty.
    pub comment: String,
    /// Whether the family may look at it (`show_application_file`): it gave it, and it is known to be harmless.
    pub opens: bool,
    /// Whether the family may take it back (`take_back_application_file`): nobody of the school said anything of it yet.
    pub takes_back: bool,
}

/// Something that the school wants, or a question that takes files besides.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaperTold {
    /// Where a file of it goes: the question's field, or `wanted:<code>` for what no question takes; null for what no file answers.
    pub field: Option<String>,
    pub title: Text,
    /// Whether the form or its rules ask for it.
    pub wanted: bool,
    /// The day by which it is wanted, `YYYY-MM-DD`.
    pub due_on: Option<String>,
    pub state: PaperState,
    /// Bytes of the largest file.
    pub limit: u64,
    /// `pdf`, `image`.
    #[schema(value_type = Vec<String>)]
    pub kinds: Vec<UploadKind>,
    /// What came for it, the oldest first.
    pub files: Vec<PaperFileTold>,
}

/// A file that an account gave with another of its applications.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FamilyFile {
    /// Its id, for `reuse_file`.
    pub file: String,
    /// The family's own name of it.
    pub name: String,
    pub bytes: i64,
    pub media_type: String,
    /// RFC 3339, UTC.
    pub given_at: String,
    /// The paper that it was given as.
    pub label: Text,
    /// Whom it was given for.
    pub of: Text,
    /// What it was given with.
    pub reference: String,
    /// Whether it is the family's, or of the same child: another child's own is not right for this one without a look.
    pub of_family: bool,
}

/// What family and school wrote to each other.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MessageTold {
    pub id: String,
    /// `family`, `school`.
    pub from: &'static str,
    pub text: String,
    /// RFC 3339, UTC.
    pub sent_at: String,
    /// When the other side had it before them; RFC 3339, UTC.
    pub read_at: Option<String>,
}

/// How the family is reached.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContactDetail {
    /// The question that it answers.
    pub field: String,
    /// `email`, `phone`.
    pub kind: &'static str,
    /// Whose it is: `child`, `guardian`, or `contact` for who writes for themselves.
    pub whose: &'static str,
    pub title: Text,
    /// As it is now.
    pub value: String,
    /// As it was sent.
    pub sent: String,
    /// When it was corrected, RFC 3339, UTC; null for what is as it was sent.
    pub corrected_at: Option<String>,
}

/// An offer that is out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfferTold {
    /// The grade that is offered, and what it is divided by; null where nobody told it.
    pub grade: Option<Text>,
    /// The school year: `2027-2028`.
    pub year: String,
    /// Its last day, `YYYY-MM-DD`.
    pub until: String,
    /// Whether it has conditions.
    pub is_conditional: bool,
}

/// All that a family sees of what it sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyApplication {
    pub reference: String,
    pub form: String,
    /// What the form is for, as those who filled it in are told.
    pub kind: FormKind,
    pub form_title: Text,
    /// Whom it is for, by the name in the language that is asked for, where the form asks for both.
    pub person: String,
    pub state: Stand,
    /// Where it stands in words, where it is an application: the school's own for its status, or ours.
    pub status: Option<Text>,
    /// What the school calls the application.
    pub registration_id: Option<String>,
    /// The grade whose place it is for, with what that is divided by, where it is an application and that is known.
    pub grade: Option<Text>,
    /// The school year that it is for, where it is an application.
    pub year: Option<String>,
    /// Until when an offer is open: its last day, `YYYY-MM-DD`.
    pub offer_until: Option<String>,
    /// What is offered; null where no offer is out.
    pub offer: Option<OfferTold>,
    /// The letter of the offer, which is signed in place of an acceptance in writing; null where there is none.
    pub letter: Option<OwnLetter>,
    /// When the family accepted that in writing (`accepts_offer`), RFC 3339, UTC; null otherwise.
    pub accepted_at: Option<String>,
    /// When and where the child is to be seen; null where no day is made.
    pub appointment: Option<Appointment>,
    /// What the offer that stands depends on; left out where it depends on nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub conditions: Vec<ConditionTold>,
    /// Conditions, signatures and financial documents that the school waits for, what is due first first; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub waiting: Vec<Waiting>,
    /// Where it stands on the waiting list, as far as its school tells that; null where it does not wait.
    pub waitlist: Option<WaitlistPlace>,
    /// Until when the school lets the family change some of its answers: the last day, `YYYY-MM-DD`; null where it does not.
    pub unlocked_until: Option<String>,
    /// Since when it stands there, RFC 3339, UTC.
    pub since: String,
    pub submitted_at: String,
    /// Whether the family itself withdrew it.
    pub withdrawn: bool,
    /// Whether it can be withdrawn.
    pub may_withdraw: bool,
    /// Whether that can be taken back: on the same day, while the school has done nothing since.
    pub may_return: bool,
    /// What the school wants, by the day on which it is due, and every other question that takes files, in the form's order.
    pub papers: Vec<PaperTold>,
    /// What was written, the oldest first.
    pub messages: Vec<MessageTold>,
    /// How the family is reached.
    pub contact: Vec<ContactDetail>,
    /// What became of it, the oldest first.
    pub history: Vec<Told>,
    /// The answers as they were sent.
    #[schema(value_type = Object)]
    pub values: Value,
    /// What followed from them when they were sent.
    pub computed: Vec<Computed>,
    /// The form as it was answered.
    #[schema(value_type = Localised)]
    pub document: std::sync::Arc<Localised>,
    /// All files.
    pub files: Vec<GivenFile>,
}

/// The details by which a family is reached: of whoever is applied for, of whoever answers for the child, and of who writes for themselves.
const CONTACTS: [(Who, What, &str); 6] = [
    (Who::Child, What::Email, "email"),
    (Who::Child, What::Phone, "phone"),
    (Who::Guardian, What::Email, "email"),
    (Who::Guardian, What::Phone, "phone"),
    (Who::Contact, What::Email, "email"),
    (Who::Contact, What::Phone, "phone"),
];

/// The contact details that a document declares and the answers give, as they were sent and as they are now.
pub(super) fn contact_details(
    document: &FormDocument,
    values: &Value,
    corrections: &[CorrectionRow],
) -> Vec<ContactDetail> {
    let declared =
        CONTACTS.into_iter().filter_map(|(who, what, kind)| Some((document.field_of(who, what)?, who, kind)));
    // Where the confirmation goes can be corrected, whosever it is.
    let confirmed = document.confirmation_field().map(|field| (field, Who::Contact, "email"));
    let mut found: Vec<(&str, Who, &'static str)> = Vec::new();
    for one in declared.chain(confirmed) {
        if !found.iter().any(|(field, _, _)| *field == one.0) {
            found.push(one);
        }
    }
    let one = |(field, who, kind): (&str, Who, &'static str)| {
        let sent = values.get(field)?.as_str()?.to_owned();
        let correction = corrections.iter().find(|one| one.field == field);
        Some(ContactDetail {
            title: title_of(document, field),
            kind,
            whose: who.as_str(),
            value: correction.map_or_else(|| sent.clone(), |one| one.value.clone()),
            corrected_at: correction.map(|one| iso(one.corrected_at)),
            field: field.to_owned(),
            sent,
        })
    };
    found.into_iter().filter_map(one).collect()
}

fn title_of(document: &FormDocument, field: &str) -> Text {
    let key = document.field(field).and_then(|field| field.title.clone()).unwrap_or_else(|| field.to_owned());
    text_of(document, &key)
}

fn text_of(document: &FormDocument, key: &str) -> Text {
    Text { en: document.text(Language::En, key).to_owned(), ar: document.text(Language::Ar, key).to_owned() }
}

pub(super) fn given(file: SubmittedFile) -> GivenFile {
    GivenFile {
        file: file.id.into(),
        field: file.field,
        name: file.name,
        bytes: file.bytes,
        media_type: file.media_type,
        given_at: iso(file.created_at),
    }
}

/// The papers as they stand, each with what its question takes: first what is to be sent again, then what is due, the nearest day first. Those that nobody asked for come last.
/// `is_open` tells of a question whether the family takes back what answers it.
pub(super) fn papers_told(
    document: &FormDocument,
    values: &Value,
    papers: Vec<Paper>,
    is_open: impl Fn(&str) -> bool,
) -> Vec<PaperTold> {
    let takes = document.upload_fields();
    let mut told: Vec<PaperTold> = papers
        .into_iter()
        .map(|paper| PaperTold {
            limit: paper.place.as_ref().map_or(0, |place| place.tier.bytes()),
            kinds: paper.place.as_ref().map(|place| place.kinds.clone()).unwrap_or_default(),
            files: paper.files.into_iter().map(|one| file_told(one, &is_open)).collect(),
            title: paper.label,
            wanted: paper.is_wanted,
            due_on: paper.due_on,
            state: paper.state,
            field: paper.place.map(|place| place.name),
        })
        .collect();
    // What is to be sent again stands first. Equal days, and what has none, stay in the form's order.
    let is_again =
        |one: &PaperTold| matches!(one.state, PaperState::Refused | PaperState::Infected | PaperState::Expired);
    told.sort_by_key(|one| (!is_again(one), one.due_on.is_none(), one.due_on.clone()));
    for field in document.paper_fields(values) {
        let is_told = told.iter().any(|one| one.field.as_ref() == Some(&field.name));
        if let Some(takes) = takes.iter().find(|takes| !is_told && takes.name == field.name) {
            told.push(PaperTold {
                title: field.title.map_or_else(|| title_of(document, &field.name), |key| text_of(document, &key)),
                field: Some(field.name),
                wanted: false,
                due_on: None,
                state: PaperState::Missing,
                limit: takes.tier.bytes(),
                kinds: takes.kinds.clone(),
                files: Vec::new(),
            });
        }
    }
    told
}

fn file_told(one: PaperFile, is_open: impl Fn(&str) -> bool) -> PaperFileTold {
    use PaperState::{Infected, Received, Scanning};
    let is_own = !one.file.of_staff;
    PaperFileTold {
        opens: is_own && !matches!(one.state, Scanning | Infected),
        takes_back: is_own && is_open(&one.file.field) && matches!(one.state, Received | Scanning),
        file: given(one.file),
        state: one.state,
        reason: one.reason,
        comment: one.comment,
    }
}

pub(super) fn message_told(row: MessageRow) -> MessageTold {
    MessageTold {
        id: row.id.into(),
        from: if row.author_id.is_some() { "school" } else { "family" },
        text: row.text,
        sent_at: iso(row.created_at),
        read_at: row.read_at.map(iso),
    }
}

/// Whether the family itself withdrew there: nobody's account stands beside it, and no role.
fn is_withdrawal(entry: &EntryRow) -> bool {
    let of_enquiry = entry.action == "state" && entry.reason.as_deref() == Some(CloseReason::Withdrawn.as_str());
    let to = entry.to_value.as_deref().unwrap_or_default();
    is_of_family(entry) && (of_enquiry || (entry.action == "status" && to.starts_with("R/")))
}

/// What families do stands under a name and no account; what the server does, under neither.
fn is_of_family(entry: &EntryRow) -> bool {
    entry.actor_id.is_none() && !entry.actor_name.is_empty()
}

/// A history as a family is told it.
pub(super) fn told(school: &School, entries: &[EntryRow]) -> Vec<Told> {
    let mut told = Vec::with_capacity(entries.len());
    for entry in entries {
        let state = entry.to_value.as_deref().and_then(Stand::parse);
        let kind = match entry.action.as_str() {
            "submitted" => ToldKind::Submitted,
            "state" | "status" if is_withdrawal(entry) => ToldKind::Withdrawn,
            "state" if is_of_family(entry) => ToldKind::Returned,
            "state" | "status" => ToldKind::State,
            "file" if is_of_family(entry) => ToldKind::File,
            "paper" if is_of_family(entry) && entry.to_value.as_deref() == Some("removed") => ToldKind::TakenBack,
            "paper" if is_of_family(entry) => ToldKind::BroughtBack,
            "contact" => ToldKind::Contact,
            _ => continue,
        };
        let text = match kind {
            ToldKind::File | ToldKind::Contact => entry.to_value.clone(),
            ToldKind::TakenBack | ToldKind::BroughtBack => entry.comment.clone(),
            _ => None,
        };
        let is_of_file = matches!(kind, ToldKind::File | ToldKind::TakenBack | ToldKind::BroughtBack);
        let moves = !is_of_file && kind != ToldKind::Contact;
        told.push(Told {
            kind,
            at: iso(entry.at),
            state: state.filter(|_| moves),
            words: state.filter(|_| moves).and_then(|stand| status_of(school, stand)),
            text,
            field: entry.from_value.clone().filter(|_| is_of_file),
        });
    }
    told
}

/// Where an application stands, in a family's words.
pub(super) fn status_of(school: &School, stand: Stand) -> Option<Text> {
    match stand {
        Stand::Application(standing) => Some(standing.for_families(school)),
        Stand::Enquiry(_) => None,
    }
}

/// When it came to stand where it stands, and whether its family withdrew it.
pub(super) fn standing(entries: &[EntryRow]) -> Option<(i64, bool)> {
    let last = entries.iter().rev().find(|entry| matches!(entry.action.as_str(), "submitted" | "state" | "status"))?;
    Some((last.at, is_withdrawal(last)))
}

/// Where a withdrawn one goes back to: on the school's same day, while nobody but its family has touched it since. `entries` are all of its
/// newest, not only those that are told.
pub(super) fn way_back(school: &School, entries: &[EntryRow], now: i64) -> Option<State> {
    let at = entries.iter().rposition(is_withdrawal)?;
    let (withdrawal, since) = (&entries[at], &entries[at + 1..]);
    let is_today = school.today(withdrawal.at) == school.today(now);
    let untouched = since.iter().all(|entry| entry.actor_id.is_none() && entry.action != "state");
    withdrawal.from_value.as_deref().and_then(State::parse).filter(|_| is_today && untouched)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_ends_an_application_is_a_withdrawal() {
        let entry = |to: &str, name: &str| EntryRow {
            object_kind: "enquiry".into(),
            object_id: String::new(),
            seq: 1,
            at: 0,
            actor_id: None,
            actor_name: name.into(),
            role: None,
            action: "status".into(),
            from_value: Some("F/unconditional".into()),
            to_value: Some(to.into()),
            reason: None,
            comment: None,
            version: 2,
            prev_hash: String::new(),
            hash: String::new(),
        };
        assert!(is_withdrawal(&entry("R/declined", "Huda")));
        assert!(is_withdrawal(&entry("R/withdrawn", "Huda")));
        assert!(!is_withdrawal(&entry("A/fee_due", "Huda")), "whoever signs the letter of an offer accepts it");
        assert!(!is_withdrawal(&entry("R/expired", "")), "by the server");
    }
}
