//! What the inbox tells, and how stored rows become it.

use std::collections::BTreeSet;
use std::sync::Arc;

use form::{Contact, Localised};
use kernel::StoreError;
use kernel::timeline::EntryRow;
use machine::State as _;
use people::{FamilyId, PersonId, Standing};
use serde::{Serialize, Serializer};
use serde_json::Value;
use tenants::School;
use tenants::registry::PluginRef;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};
use words::verdict::Score;
use words::{Language, Text};

use super::since::{ChangedAnswerView, CorrectionView, changed, correction};
use super::twins::{DuplicateView, duplicate, of_person};
use crate::applications::{place_words, reason_words};
use crate::enquiries::answered::mentions;
use crate::enquiries::model::{KindsSeen, State};
use crate::enquiries::service::Opened;
use crate::enquiries::store::{ChoiceRow, EnquiryRow, TwinRow};
use crate::forms::{GRADE, SubmittedFile};
use crate::origins::Origin;
use crate::stand::Stand;
use crate::tasks::words_in;

/// Who looks after a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnerView {
    /// Their id.
    pub(super) id: String,
    /// Their name.
    pub(super) name: String,
}

/// A grade or a school year, as the form or its rules call it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedView {
    /// What the list is narrowed to by it: one for all forms that call it the same in English.
    pub(super) value: String,
    /// Its words.
    pub(super) label: Text,
}

/// What the list can be narrowed to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryChoicesPayload {
    /// Grades that were told.
    pub(super) grade: Vec<ListedView>,
    /// School years that were told.
    pub(super) school_year: Vec<ListedView>,
    /// Whether any form but the application is for the caller: whether there is anything to read among the enquiries.
    pub(super) enquiries: bool,
    /// Whether the application's form is.
    pub(super) applications: bool,
}

/// A line of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryItem {
    /// Its id.
    pub(super) id: String,
    /// Counts edits; a change names the one that it is based on.
    pub(super) version: i64,
    /// What the family was told.
    pub(super) reference: String,
    /// What the school calls an application, and its family since; null for an enquiry.
    pub(super) registration_id: Option<String>,
    /// The form.
    pub(super) form: String,
    /// The form's title.
    pub(super) form_title: Text,
    /// Who it is about; empty where an audience alone reads that.
    pub(super) person: String,
    /// The same in Arabic, where the form asks for both names and both were given.
    pub(super) person_ar: Option<String>,
    /// The audience that alone reads who it is about, where the caller is not in it.
    pub(super) person_for: Option<String>,
    /// The grade, by the form's rules or its answers.
    pub(super) grade: Option<ListedView>,
    /// The school year, likewise.
    pub(super) school_year: Option<ListedView>,
    /// Who answers for them, where that is somebody else.
    pub(super) guardian: Option<String>,
    /// How well it fits, by the form's rules.
    pub(super) score: Option<Score>,
    /// Tags.
    pub(super) tags: Vec<String>,
    /// The desk.
    pub(super) route: Option<String>,
    /// Who looks after it.
    pub(super) owner: Option<OwnerView>,
    /// Where it stands: an enquiry in a state, an application in a status (`get_enquiry_application`).
    pub(super) state: Stand,
    /// Why it was closed (`no_place`), where it is; null also for one that was closed before reasons were asked.
    pub(super) closed_for: Option<String>,
    /// `plugin_failed`, `duplicate`, `unread`.
    pub(super) flags: Vec<&'static str>,
    /// Which sorts of values it shares with others (`email`, `phone`), where it may be a duplicate; none where the caller may not know.
    pub(super) shared: Vec<String>,
    /// When it came.
    pub(super) submitted_at: String,
    /// The family's language.
    pub(super) locale: String,
    /// How many notes stand on it (`list_notes`).
    pub(super) notes: i64,
    /// Messages of the family that wait for an answer (`list_enquiry_messages`).
    pub(super) unread: i64,
}

/// How many enquiries stand where: a number for each state that there is. Of applications `list_students` tells.
#[derive(Debug, Clone)]
pub struct StateCounts(pub(super) Vec<(Stand, i64)>);

impl Serialize for StateCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let enquiries = self.0.iter().filter(|(stand, _)| matches!(stand, Stand::Enquiry(_)));
        serializer.collect_map(enquiries.map(|(stand, n)| (stand.as_str(), n)))
    }
}

impl PartialSchema for StateCounts {
    fn schema() -> RefOr<Schema> {
        let counts = ObjectBuilder::new().description(Some("How many enquiries stand where."));
        let count = || {
            ObjectBuilder::new().schema_type(Type::Integer).format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
        };
        let counts = State::ALL
            .iter()
            .fold(counts, |counts, state| counts.property(state.as_str(), count()).required(state.as_str()));
        counts.into()
    }
}

impl ToSchema for StateCounts {}

/// A page of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiriesPayload {
    /// The lines.
    pub(super) items: Vec<EnquiryItem>,
    /// Where the next page starts; null on the last.
    pub(super) next_cursor: Option<String>,
    /// How many match.
    pub(super) total: i64,
    /// How many of the matching enquiries stand where, whatever state is asked for.
    pub(super) counts: StateCounts,
}

/// A file of a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FileView {
    /// Its id.
    pub(super) file: String,
    /// The field that it was given to.
    pub(super) field: String,
    /// Its own name.
    pub(super) name: String,
    /// Its size.
    pub(super) bytes: i64,
    /// What it really is.
    pub(super) media_type: String,
    /// When it was added, where that was after sending: no answer names it.
    pub(super) added_at: Option<String>,
}

/// An entry of the timeline.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EventView {
    /// Its number.
    pub(super) seq: i64,
    /// When.
    pub(super) at: String,
    /// Who.
    pub(super) actor: ActorView,
    /// The role that let them (`admissions_officer`); null for a family and for the server.
    pub(super) role: Option<String>,
    /// `submitted`, `state`, `status` (of an application), `owner`, `comment`, `file`, `paper`, `message`, `task`,
    /// `unlocked`, `unlock_ended`, `answers` (that the family changed).
    pub(super) kind: String,
    /// From where; of `file` and `paper` the field, where everybody may read it.
    pub(super) from: Option<String>,
    /// The same in words of both languages, where it is a place; `from` is null then.
    pub(super) from_words: Option<Text>,
    /// To where; of `file` its name, of `message` its subject, of `unlocked` and `answers` the fields that everybody may read.
    pub(super) to: Option<String>,
    /// The same in words of both languages, where it is a place; `to` is null then.
    pub(super) to_words: Option<Text>,
    /// Why it was closed (`no_place`), where it was.
    pub(super) reason: Option<String>,
    /// What the reason of an application's status is called, null for one that its school does not have any more; what a task says that no colleague
    /// wrote; null for every other.
    pub(super) reason_words: Option<Text>,
    /// In words.
    pub(super) comment: Option<String>,
}

/// Who did it; without an id it was the family.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ActorView {
    /// Their id.
    pub(super) id: Option<String>,
    /// Their name then.
    pub(super) name: String,
}

/// Somebody whom a submission is about, or who answers for them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PersonView {
    /// Who it is.
    pub(super) id: PersonId,
    /// `child`, `guardian`, `second_guardian`, `contact` (who writes for themselves).
    pub(super) role: &'static str,
    /// The name as it was written first.
    pub(super) name: String,
    /// Date of birth, `YYYY-MM-DD`, where it was told.
    pub(super) birth_date: Option<String>,
    /// Their family, by what an account or one submission told; null past its bound.
    pub(super) family: Option<FamilyId>,
    /// Other submissions of the same person.
    pub(super) others: Vec<DuplicateView>,
}

/// Somebody who can be written to or called.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContactView {
    /// `guardian`, `second_guardian`, `contact` (who writes for themselves).
    pub(super) role: &'static str,
    pub(super) name: Option<String>,
    pub(super) email: Option<String>,
    /// As it was written.
    pub(super) phone: Option<String>,
}

/// A field that was answered, and who alone reads that (`audiences` of `school-details`).
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WithheldView {
    /// The field.
    pub(super) field: String,
    /// The audience.
    pub(super) audience: String,
}

/// Why the form's rules gave no answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PluginFailureView {
    /// Stable code.
    pub(super) code: String,
}

/// A submission with all that belongs to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryView {
    /// Its line.
    #[serde(flatten)]
    #[schema(inline)]
    pub(super) item: EnquiryItem,
    /// The answers.
    #[schema(value_type = Object)]
    pub(super) values: Value,
    /// What was answered that an audience alone reads, where the caller is not in it.
    pub(super) withheld: Vec<WithheldView>,
    /// What the family corrected since, field by field.
    pub(super) corrections: Vec<CorrectionView>,
    /// What it changed since of its answers, the newest first.
    pub(super) changes: Vec<ChangedAnswerView>,
    /// Until when it may change some of its answers (`list_unlocks`): the last day, `YYYY-MM-DD`; null where it may not.
    pub(super) unlocked_until: Option<String>,
    /// The form as the family saw it.
    #[schema(value_type = Localised)]
    pub(super) document: Arc<Localised>,
    /// Version of the form.
    pub(super) form_version: String,
    /// SHA-256 of the form's document.
    pub(super) form_digest: String,
    /// The rules that judged it; null for a declarative form.
    pub(super) plugin: Option<PluginRef>,
    /// The rules' word.
    #[schema(value_type = Option<crate::forms::Verdict>)]
    pub(super) verdict: Option<Value>,
    /// Why there is none.
    pub(super) plugin_failure: Option<PluginFailureView>,
    /// Its files.
    pub(super) files: Vec<FileView>,
    /// What happened to it: the newest hundred entries, in their order.
    pub(super) timeline: Vec<EventView>,
    /// Where the entries before them are (`list_enquiry_timeline`), when there are any.
    pub(super) timeline_cursor: Option<String>,
    /// Others that share a value.
    pub(super) duplicates: Vec<DuplicateView>,
    /// Who can be written to or called about it, the first to be asked first.
    pub(super) contacts: Vec<ContactView>,
    /// Whom it is about, and who answers for them.
    pub(super) persons: Vec<PersonView>,
    /// Where it can go; none for an application, of which `get_enquiry_application` tells.
    pub(super) next_states: Vec<State>,
    /// Where it comes from, and what was made from it; left out where its family sent it by its own hand and nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) origin: Option<Origin>,
}

impl EnquiryView {
    /// The same, with where it comes from.
    pub(super) fn coming_from(self, origin: Origin) -> Self {
        Self { origin: Some(origin).filter(|origin| *origin != Origin::own()), ..self }
    }
}

/// A submission with all that belongs to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryPayload {
    /// The submission.
    pub(super) enquiry: EnquiryView,
}

/// A page of a submission's timeline.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TimelinePayload {
    /// A hundred entries at most, in their order.
    pub(super) items: Vec<EventView>,
    /// Where the entries before them are, when there are any.
    pub(super) next_cursor: Option<String>,
}

/// A line of the list, with what it shares with others.
pub(super) fn item(school: &School, row: EnquiryRow, shared: Vec<String>) -> Result<EnquiryItem, StoreError> {
    let state = row.state()?;
    let mut flags = Vec::new();
    if row.plugin_failure.is_some() {
        flags.push("plugin_failed");
    }
    if row.is_duplicate {
        flags.push("duplicate");
    }
    if row.unread > 0 {
        flags.push("unread");
    }
    let score = match (row.score_points, row.score_out_of) {
        (Some(points), Some(out_of)) => {
            Some(Score { points: i32::try_from(points).unwrap_or(0), out_of: i32::try_from(out_of).unwrap_or(0) })
        }
        _ => None,
    };
    let title = school.form_if_ready(&row.form_id).map(|form| form.document.title());
    Ok(EnquiryItem {
        form_title: title.unwrap_or_else(|| Text { en: row.form_id.clone(), ar: row.form_id.clone() }),
        id: row.id.into(),
        version: row.version,
        reference: row.reference,
        registration_id: row.registration_id,
        form: row.form_id,
        person_for: Some(row.person_audience).filter(|audience| !audience.is_empty()),
        person: row.person,
        person_ar: Some(row.person_ar).filter(|name| !name.is_empty()),
        grade: listed(row.grade, row.grade_en, row.grade_ar),
        school_year: listed(row.school_year, row.school_year_en, row.school_year_ar),
        guardian: Some(row.guardian).filter(|name| !name.is_empty()),
        score,
        tags: row.tags.0,
        route: row.route,
        owner: row.owner_id.map(|id| OwnerView { id: id.into(), name: row.owner_name.unwrap_or_default() }),
        state,
        closed_for: row.closed_for,
        flags,
        shared,
        submitted_at: words::clock::iso(row.submitted_at),
        locale: row.locale,
        notes: row.notes,
        unread: row.unread,
    })
}

fn listed(value: String, en: String, ar: String) -> Option<ListedView> {
    (!value.is_empty()).then_some(ListedView { value, label: Text { en, ar } })
}

/// What the list can be narrowed to.
pub(super) fn choices(rows: Vec<ChoiceRow>, seen: KindsSeen) -> EnquiryChoicesPayload {
    let (grades, years): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.kind == GRADE);
    let some = |rows: Vec<ChoiceRow>| {
        rows.into_iter().filter_map(|row| listed(row.value, row.label_en, row.label_ar)).collect()
    };
    let KindsSeen { enquiries, applications } = seen;
    EnquiryChoicesPayload { grade: some(grades), school_year: some(years), enquiries, applications }
}

/// A submission with all that belongs to it.
pub(super) fn view(school: &School, opened: Opened, language: Language) -> Result<EnquiryView, StoreError> {
    let plugin_failure = opened.row.plugin_failure.clone().map(|code| PluginFailureView { code });
    let pinned = opened.pinned;
    let shared: BTreeSet<_> =
        opened.twins.iter().filter(|twin| !twin.is_sibling).flat_map(|twin| &twin.shared).collect();
    let shared = shared.into_iter().cloned().collect();
    let files = opened.files.into_iter().map(|one| file(one, &opened.detail.answers.0)).collect();
    Ok(EnquiryView {
        contacts: opened.contacts.into_iter().map(contact).collect(),
        item: item(school, opened.row, shared)?,
        values: opened.detail.answers.0,
        withheld: opened
            .withheld
            .into_iter()
            .map(|one| WithheldView { field: one.field, audience: one.audience })
            .collect(),
        corrections: opened.since.corrections.into_iter().map(correction).collect(),
        changes: opened.since.changes.into_iter().map(changed).collect(),
        unlocked_until: opened.since.unlocked_until,
        document: pinned.document.localise(language),
        form_version: pinned.document.version().to_owned(),
        form_digest: opened.detail.form_digest,
        plugin: pinned.plugin.map(|pin| PluginRef { id: pin.id, version: pin.version, digest: pin.digest }),
        verdict: opened.detail.verdict.map(|verdict| verdict.0),
        plugin_failure,
        files,
        timeline_cursor: opened.timeline.next_cursor,
        timeline: opened.timeline.entries.into_iter().map(|row| event(school, row)).collect(),
        duplicates: opened.twins.into_iter().map(duplicate).collect::<Result<_, _>>()?,
        persons: opened.people.into_iter().map(person).collect::<Result<_, _>>()?,
        next_states: opened.next_states,
        origin: None,
    })
}

/// A file; one that no answer names came after sending.
fn file(one: SubmittedFile, answers: &Value) -> FileView {
    let is_later = !mentions(answers, one.id.as_str());
    FileView {
        added_at: is_later.then(|| words::clock::iso(one.created_at)),
        file: one.id.into(),
        field: one.field,
        name: one.name,
        bytes: one.bytes,
        media_type: one.media_type,
    }
}

fn contact(one: Contact) -> ContactView {
    ContactView { role: one.who.as_str(), name: one.name, email: one.email, phone: one.phone }
}

fn person((one, others): (Standing, Vec<TwinRow>)) -> Result<PersonView, StoreError> {
    Ok(PersonView {
        id: one.person,
        role: one.role.as_str(),
        name: one.name,
        birth_date: Some(one.birth_date).filter(|day| !day.is_empty()),
        family: one.family,
        others: others.into_iter().map(of_person).collect::<Result<_, _>>()?,
    })
}

/// An entry of a timeline.
pub(super) fn event(school: &School, row: EntryRow) -> EventView {
    let reason = row.reason.as_deref().filter(|_| row.action == "status");
    let words = words_in(&row);
    let [from_words, to_words] = place_words(&row);
    EventView {
        comment: row.comment.filter(|_| words.is_none()),
        reason_words: reason.and_then(|code| reason_words(school, code)).or(words),
        seq: row.seq,
        at: words::clock::iso(row.at),
        actor: ActorView { id: row.actor_id.map(String::from), name: row.actor_name },
        role: row.role,
        kind: row.action,
        from: row.from_value.filter(|_| from_words.is_none()),
        from_words,
        to: row.to_value.filter(|_| to_words.is_none()),
        to_words,
        reason: row.reason,
    }
}
