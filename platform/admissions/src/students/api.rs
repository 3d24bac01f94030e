//! `/v1/oa/student/student_data` and `/v1/oa/student/registration_data`: a student's file, section by section, and whose number one is.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::extract::{Body, Params};
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::timeline::EntryRow;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::School;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Text;
use words::clock::iso;

use super::Students;
use super::fields::Answered;
use super::model::Section;
use super::service::{Asked, Found, Opened, Written};
use crate::applications::{Standing, place_words, reason_words};
use crate::enquiries::{Enquiries, EnquiryRow};
use crate::papers::{Paper, PaperState, RefusalReason};
use crate::tasks::words_in;

/// Numbers are asked for as they are typed, by a whole office behind one address.
const FOUND: Rate = Rate::new("registration-data", 60, 120);

/// The routes of students.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(get_student)).routes(routes!(find_student))
}

/// Whose file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudentFileQuery {
    student_id: SubmissionId,
}

/// What of a student's file is asked for.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StudentFileRequest {
    /// Its sections; all that the caller may read where none is named.
    #[schema(value_type = Vec<Section>, max_items = 20)]
    sections: Vec<String>,
    /// Why what is medical is to be shown: 5 to 300 characters. Left out, it stays masked.
    #[schema(min_length = 5, max_length = 300)]
    reason: Option<String>,
}

/// A registration id or an admission number.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FindStudentRequest {
    /// `ABQ27-00001` or `ABQ-2027-0001`, in any case, with other blanks and signs between, in any digits.
    #[schema(max_length = 60)]
    enroll_number: String,
}

/// Who looks after it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentFileOwner {
    id: String,
    name: String,
}

/// A photo of the child.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentPhoto {
    /// The file's id (`show_enquiry_file`).
    file: String,
}

/// Whom a file is about, and where that stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentHead {
    /// The submission's id, under which everything of it is found.
    id: String,
    /// Counts edits.
    version: i64,
    /// What the school calls the application: `ABQ27-00001`.
    registration_id: String,
    /// What the school calls a child who is enrolled: `ABQ-2027-0001`; null before.
    admission_number: Option<String>,
    /// Empty where an audience alone reads that.
    student_name: String,
    /// The same in Arabic, where the form asks for both names and both were given.
    student_name_ar: Option<String>,
    photo: Option<StudentPhoto>,
    /// One of the eight: `W`.
    sims_admission_status: &'static str,
    /// What refines it: `review`; empty where nothing does.
    sub_status: &'static str,
    assigned_to: Option<StudentFileOwner>,
    /// The child's birth date, `YYYY-MM-DD`; null where none was told, or an audience alone reads it.
    birth_date: Option<String>,
    /// The day by which something is due: the last one of an offer, or the one on which somebody looks at it again. `YYYY-MM-DD`.
    due_at: Option<String>,
    /// Where it usually goes next; null where the caller may not send it there.
    next_action: Option<Standing>,
}

/// An answer, or what is known besides, as far as the caller may read it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentField {
    field: String,
    label: Text,
    /// As it is stored; of an identity number its end. Null where nothing of it is shown.
    value: Value,
    /// In words, where the value is none.
    display: Option<Text>,
    /// Whether not all of it is shown.
    masked: bool,
}

/// A section of fields.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentFields {
    version: i64,
    /// In the form's order.
    fields: Vec<StudentField>,
}

/// A file of a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentDocumentFile {
    /// Its id (`show_enquiry_file`).
    file: String,
    name: String,
    bytes: i64,
    media_type: String,
    state: PaperState,
    /// Why it was refused.
    reason: Option<RefusalReason>,
    /// Its last day, `YYYY-MM-DD`, where who accepted it said one.
    expires_on: Option<String>,
}

/// A document that is wanted, or that came.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentDocument {
    /// The place of its files (`list_papers`); null for what no file answers.
    field: Option<String>,
    label: Text,
    /// Whether the form or its rules ask for it.
    wanted: bool,
    /// By when, `YYYY-MM-DD`.
    due_on: Option<String>,
    state: PaperState,
    files: Vec<StudentDocumentFile>,
}

/// The documents.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentDocuments {
    version: i64,
    items: Vec<StudentDocument>,
}

/// Who did it; without an id it was the family or the server.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentEventActor {
    id: Option<String>,
    name: String,
}

/// An entry of the history, as `list_enquiry_timeline` has it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentEvent {
    seq: i64,
    /// RFC 3339, UTC.
    at: String,
    actor: StudentEventActor,
    /// The role that let them.
    role: Option<String>,
    /// What happened: `status`, `enrolled` (`to` is the admission number).
    kind: String,
    from: Option<String>,
    /// The same in words of both languages, where it is a place; `from` is null then.
    from_words: Option<Text>,
    to: Option<String>,
    /// The same in words of both languages, where it is a place; `to` is null then.
    to_words: Option<Text>,
    reason: Option<String>,
    reason_words: Option<Text>,
    comment: Option<String>,
}

/// The history.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentTimeline {
    version: i64,
    /// The newest hundred, in their order.
    items: Vec<StudentEvent>,
}

/// Something that was written: a note among colleagues, or a message between school and family.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentNote {
    id: String,
    text: String,
    /// Empty where the family wrote it.
    author: String,
    /// RFC 3339, UTC.
    at: String,
    visible_to_family: bool,
}

/// Notes and messages.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentNotes {
    version: i64,
    /// The newest first.
    items: Vec<StudentNote>,
}

/// The sections that were asked for and that the caller may read; the others are left out.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct StudentSections {
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<StudentFields>,
    /// What is told of the child.
    #[serde(skip_serializing_if = "Option::is_none")]
    personal: Option<StudentFields>,
    /// What is told of who answers for the child.
    #[serde(skip_serializing_if = "Option::is_none")]
    guardians: Option<StudentFields>,
    /// Grade, year, and everything else that was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    academic: Option<StudentFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    documents: Option<StudentDocuments>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeline: Option<StudentTimeline>,
    /// What is kept for the health team: masked without a reason, and for everybody else.
    #[serde(skip_serializing_if = "Option::is_none")]
    medical: Option<StudentFields>,
    /// What was declared and consented to.
    #[serde(skip_serializing_if = "Option::is_none")]
    consents: Option<StudentFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<StudentNotes>,
}

/// A student's file.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentFilePayload {
    student: StudentHead,
    /// The sections that the caller may read.
    allowed: Vec<Section>,
    sections: StudentSections,
}

/// Whose number it is.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FoundStudent {
    /// The submission's id.
    student_id: String,
    registration_id: String,
    /// Null before the child is enrolled.
    admission_number: Option<String>,
    /// Empty where an audience alone reads that.
    student_name: String,
    student_name_ar: Option<String>,
    /// One of the eight: `W`.
    sims_admission_status: &'static str,
    sub_status: &'static str,
    /// The grade in words; null where none is told.
    grade: Option<Text>,
    /// The school year in words; null where none is told.
    academic_year: Option<Text>,
    assigned_to: Option<StudentFileOwner>,
}

/// Whose number it is.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FoundStudentPayload {
    student: FoundStudent,
}

impl From<Answered> for StudentField {
    fn from(one: Answered) -> Self {
        let Answered { field, label, value, display, is_masked } = one;
        Self { field, label, value, display, masked: is_masked }
    }
}

impl From<Written> for StudentNote {
    fn from(one: Written) -> Self {
        let Written { id, text, author, at, is_for_family } = one;
        Self { id, text, author, at: iso(at), visible_to_family: is_for_family }
    }
}

fn document(paper: Paper) -> StudentDocument {
    let files = paper.files.into_iter().map(|one| StudentDocumentFile {
        file: one.file.id.into(),
        name: one.file.name,
        bytes: one.file.bytes,
        media_type: one.file.media_type,
        state: one.state,
        reason: one.reason,
        expires_on: one.expires_on,
    });
    StudentDocument {
        files: files.collect(),
        field: paper.place.map(|place| place.name),
        label: paper.label,
        wanted: paper.is_wanted,
        due_on: paper.due_on,
        state: paper.state,
    }
}

fn event(school: &School, row: EntryRow) -> StudentEvent {
    let reason = row.reason.as_deref().filter(|_| row.action == "status");
    let words = words_in(&row);
    let [from_words, to_words] = place_words(&row);
    StudentEvent {
        comment: row.comment.filter(|_| words.is_none()),
        reason_words: reason.and_then(|code| reason_words(school, code)).or(words),
        seq: row.seq,
        at: iso(row.at),
        actor: StudentEventActor { id: row.actor_id.map(String::from), name: row.actor_name },
        role: row.role,
        kind: row.action,
        from: row.from_value.filter(|_| from_words.is_none()),
        from_words,
        to: row.to_value.filter(|_| to_words.is_none()),
        to_words,
        reason: row.reason,
    }
}

fn owner(row: &EnquiryRow) -> Option<StudentFileOwner> {
    let id = row.owner_id.clone()?;
    Some(StudentFileOwner { id: id.into(), name: row.owner_name.clone().unwrap_or_default() })
}

fn name_ar(row: &EnquiryRow) -> Option<String> {
    Some(row.person_ar.clone()).filter(|name| !name.is_empty())
}

fn text_of(value: &str, en: &str, ar: &str) -> Option<Text> {
    (!value.is_empty()).then(|| Text { en: en.to_owned(), ar: ar.to_owned() })
}

fn sections(school: &School, opened: &mut Opened) -> StudentSections {
    let version = opened.shown.row.version;
    let mut fields = |section: Section| {
        let found = opened.fields.remove(&section)?;
        Some(StudentFields { version, fields: found.into_iter().map(StudentField::from).collect() })
    };
    StudentSections {
        summary: fields(Section::Summary),
        personal: fields(Section::Personal),
        guardians: fields(Section::Guardians),
        academic: fields(Section::Academic),
        medical: fields(Section::Medical),
        consents: fields(Section::Consents),
        documents: opened
            .documents
            .take()
            .map(|papers| StudentDocuments { version, items: papers.into_iter().map(document).collect() }),
        timeline: opened
            .timeline
            .take()
            .map(|rows| StudentTimeline { version, items: rows.into_iter().map(|row| event(school, row)).collect() }),
        notes: opened
            .notes
            .take()
            .map(|notes| StudentNotes { version, items: notes.into_iter().map(StudentNote::from).collect() }),
    }
}

fn payload(school: &School, mut opened: Opened) -> StudentFilePayload {
    let sections = sections(school, &mut opened);
    let Opened { shown, enquiry, photo, born, allowed, next, .. } = opened;
    let student = StudentHead {
        birth_date: born,
        due_at: shown.row.due_on(school),
        id: shown.row.submission_id.into(),
        version: shown.row.version,
        registration_id: shown.row.registration_id,
        admission_number: shown.admission_number,
        student_name_ar: name_ar(&enquiry),
        assigned_to: owner(&enquiry),
        student_name: enquiry.person,
        photo: photo.map(|file| StudentPhoto { file: file.into() }),
        sims_admission_status: shown.standing.status(),
        sub_status: shown.standing.sub_status(),
        next_action: next,
    };
    StudentFilePayload { student, allowed, sections }
}

/// A student's file: those of the sections that are asked for and that the caller's roles read. Identity numbers show their end alone. What is
/// medical is masked unless the caller says why, and is in the audience that reads it: that is written down. F003 at `/sections` and `/reason`.
/// Read as one line, with the notes as two: A007.
#[utoipa::path(post, path = "/v1/oa/student/student_data", operation_id = "get_student", tag = "enquiries", request_body = StudentFileRequest,
    params(("student_id" = String, Query, extensions(("x-entity" = json!("student"))))),
    responses((status = 200, body = Answer<StudentFilePayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn get_student(
    State(students): State<Students>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<StudentFileQuery>,
    Body(asked): Body<StudentFileRequest>,
) -> Result<Answer<StudentFilePayload>, Refusal> {
    let asked = Asked { sections: asked.sections, reason: asked.reason };
    let opened = students.open(&caller, &school, &query.student_id, asked).await?;
    Ok(Answer::new(payload(&school, opened)))
}

/// Whose registration id or admission number it is, however it is spelled. A001 where it is nobody's, or of one whom the caller does not see.
/// Read as one line: A007.
#[utoipa::path(post, path = "/v1/oa/student/registration_data", operation_id = "find_student", tag = "enquiries", request_body = FindStudentRequest,
    responses((status = 200, body = Answer<FoundStudentPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read")), ("x-rate" = json!(FOUND))))]
pub async fn find_student(
    State(students): State<Students>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<FindStudentRequest>,
) -> Result<Answer<FoundStudentPayload>, Refusal> {
    let Found { shown, enquiry } = students.find(&caller, &school, &asked.enroll_number).await?;
    let student = FoundStudent {
        student_id: shown.row.submission_id.into(),
        registration_id: shown.row.registration_id,
        admission_number: shown.admission_number,
        student_name_ar: name_ar(&enquiry),
        sims_admission_status: shown.standing.status(),
        sub_status: shown.standing.sub_status(),
        grade: text_of(&enquiry.grade, &enquiry.grade_en, &enquiry.grade_ar),
        academic_year: text_of(&enquiry.school_year, &enquiry.school_year_en, &enquiry.school_year_ar),
        assigned_to: owner(&enquiry),
        student_name: enquiry.person,
    };
    Ok(Answer::new(FoundStudentPayload { student }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::students::model::{LEAST_REASON, MOST_REASON};

    #[test]
    fn the_document_names_the_bounds_of_a_reason() {
        let schema = serde_json::to_value(<StudentFileRequest as utoipa::PartialSchema>::schema()).expect("schema");
        let reason = &schema["properties"]["reason"];
        assert_eq!((&reason["minLength"], &reason["maxLength"]), (&LEAST_REASON.into(), &MOST_REASON.into()));
    }
}
